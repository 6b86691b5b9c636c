//! The values that a matcher can be compared with, as far as they are a closed
//! list in Claude Code 2.1.325. Names of agents, commands, servers and files are
//! open.

use super::name::Event;

/// The built-in tools, with the old names that matchers may still use.
pub const TOOLS: &[&str] = &[
    "Agent",
    "Artifact",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Brief",
    "ClaudeDesign",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EndConversation",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "KillBash",
    "KillShell",
    "LSP",
    "ListAgents",
    "ListMcpResources",
    "ListMcpResourcesTool",
    "ListPeers",
    "Mcp",
    "Monitor",
    "NotebookEdit",
    "OfferChromeSetup",
    "PowerShell",
    "Projects",
    "ProposeGoal",
    "ProposeSkills",
    "PushNotification",
    "Read",
    "ReadMcpResource",
    "ReadMcpResourceDir",
    "ReadMcpResourceDirTool",
    "ReadMcpResourceTool",
    "ReadNotifications",
    "RefreshMcpTools",
    "RemoteTrigger",
    "ReportFindings",
    "ScheduleWakeup",
    "SendFeedback",
    "SendMessage",
    "SendUserMessage",
    "ShowOnboardingRolePicker",
    "Skill",
    "StructuredOutput",
    "SubagentHandback",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
];

const NOTIFICATIONS: &[&str] = &[
    "permission_prompt",
    "idle_prompt",
    "auth_success",
    "elicitation_dialog",
    "elicitation_url_dialog",
    "elicitation_complete",
    "elicitation_response",
    "agent_needs_input",
    "agent_completed",
    "quota_auto_resume_fired",
    "quota_auto_resume_stale",
    "quota_auto_resume_disabled",
];

const STOP_FAILURES: &[&str] = &[
    "rate_limit",
    "overloaded",
    "authentication_failed",
    "oauth_org_not_allowed",
    "account_on_hold",
    "billing_error",
    "invalid_request",
    "model_not_found",
    "server_error",
    "max_output_tokens",
    "cloud_credential_error",
    "verification_required",
    "unknown",
];

const CONFIG_SOURCES: &[&str] =
    &["user_settings", "project_settings", "local_settings", "policy_settings", "skills"];

const LOAD_REASONS: &[&str] = &["session_start", "nested_traversal", "path_glob_match", "include", "compact"];

/// The values of an event's matcher, where they are a closed list.
pub fn values(event: Event) -> Option<&'static [&'static str]> {
    Some(match event {
        Event::PreToolUse
        | Event::PostToolUse
        | Event::PostToolUseFailure
        | Event::PermissionRequest
        | Event::PermissionDenied => TOOLS,
        Event::SessionStart => &["startup", "resume", "clear", "compact", "fork"],
        Event::SessionEnd => &["clear", "resume", "logout", "prompt_input_exit", "other"],
        Event::PreCompact | Event::PostCompact => &["manual", "auto"],
        Event::Setup => &["init", "maintenance"],
        Event::DirectoryAdded => &["slash_command", "register_repo_root"],
        Event::Notification => NOTIFICATIONS,
        Event::StopFailure => STOP_FAILURES,
        Event::ConfigChange => CONFIG_SOURCES,
        Event::InstructionsLoaded => LOAD_REASONS,
        _ => return None,
    })
}
