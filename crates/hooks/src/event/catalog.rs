//! One table with what each event allows: what its matcher is compared with
//! and which types of handler it runs. Code, warnings and docs share it.

use std::fmt;

use super::name::Event;

/// One of the five kinds of entry that can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named after the `type` values of the settings file")]
pub enum HandlerType {
    Command,
    Http,
    McpTool,
    Prompt,
    Agent,
}

impl HandlerType {
    /// Every type, in the manual's order.
    pub const ALL: [Self; 5] = [Self::Command, Self::Http, Self::McpTool, Self::Prompt, Self::Agent];

    /// The `type` value in a settings file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Http => "http",
            Self::McpTool => "mcp_tool",
            Self::Prompt => "prompt",
            Self::Agent => "agent",
        }
    }

    /// The type with exactly this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for HandlerType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a matcher is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchTarget {
    /// The matcher is ignored, whatever it says.
    Ignored,
    /// The tool's name.
    ToolName,
    /// A field of the payload.
    Field(&'static str),
    /// The name of the changed file, without its folder.
    FileName,
    /// The model's canonical name.
    Model,
}

/// What one event allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventFacts {
    /// What a matcher is compared with.
    pub target: MatchTarget,
    /// Whether one invalid entry under this event costs the whole file.
    pub fail_closed: bool,
    /// Whether `if` is evaluated; elsewhere a handler with `if` never runs.
    pub condition: bool,
    types: &'static str,
}

impl EventFacts {
    /// Whether handlers of this type run for the event.
    pub fn runs(&self, kind: HandlerType) -> bool {
        let letter = match kind {
            HandlerType::Command => 'c',
            HandlerType::Http => 'h',
            HandlerType::McpTool => 'm',
            HandlerType::Prompt => 'p',
            HandlerType::Agent => 'a',
        };
        self.types.contains(letter)
    }

    /// The types of handler that run, for messages.
    pub fn runnable(&self) -> impl Iterator<Item = HandlerType> + '_ {
        HandlerType::ALL.into_iter().filter(|kind| self.runs(*kind))
    }
}

const fn plain(target: MatchTarget, types: &'static str) -> EventFacts {
    EventFacts { target, fail_closed: false, condition: false, types }
}

const fn tool(types: &'static str) -> EventFacts {
    EventFacts { target: MatchTarget::ToolName, fail_closed: false, condition: true, types }
}

const fn guarding(types: &'static str) -> EventFacts {
    EventFacts { fail_closed: true, ..tool(types) }
}

pub(super) fn facts(event: Event) -> &'static EventFacts {
    use MatchTarget::{Field, FileName, Ignored, Model};
    // Types: c command, h http, m mcp_tool, p prompt, a agent.
    match event {
        Event::PreToolUse => const { &guarding("chmpa") },
        Event::PermissionRequest => const { &guarding("chmp") },
        Event::PostToolUse | Event::PostToolUseFailure => const { &tool("chmpa") },
        Event::PermissionDenied => const { &tool("chmpa") },
        Event::PostToolBatch | Event::UserPromptSubmit | Event::Stop => const { &plain(Ignored, "chmpa") },
        Event::TeammateIdle | Event::TaskCreated | Event::TaskCompleted => const { &plain(Ignored, "chmpa") },
        Event::WorktreeCreate | Event::WorktreeRemove => const { &plain(Ignored, "chm") },
        Event::CwdChanged | Event::MessageDisplay => const { &plain(Ignored, "chm") },
        Event::Notification => const { &plain(Field("notification_type"), "chm") },
        Event::UserPromptExpansion => const { &plain(Field("command_name"), "chmpa") },
        Event::SessionStart => const { &plain(Field("source"), "cm") },
        Event::SessionEnd => const { &plain(Field("reason"), "chm") },
        Event::StopFailure => const { &plain(Field("error"), "chm") },
        Event::SubagentStart => const { &plain(Field("agent_type"), "chm") },
        Event::SubagentStop => const { &plain(Field("agent_type"), "chmpa") },
        Event::PreCompact | Event::PostCompact => const { &plain(Field("trigger"), "chm") },
        Event::PreModelSwitch | Event::PostModelSwitch => const { &plain(Model, "chm") },
        Event::Setup => const { &plain(Field("trigger"), "c") },
        Event::Elicitation | Event::ElicitationResult => const { &plain(Field("mcp_server_name"), "chm") },
        Event::ConfigChange | Event::DirectoryAdded => const { &plain(Field("source"), "chm") },
        Event::InstructionsLoaded => const { &plain(Field("load_reason"), "chm") },
        Event::FileChanged => const { &plain(FileName, "chm") },
    }
}
