//! The settings of the client's top level, pinned to 2.1.325: what type each
//! should have and what a wrong one costs. The names and types are those of the
//! published typings, the costs were measured. `hooks` has rules of its own.

use super::expected::Bounds;
use super::expected::Expected::{self, Any, Bool, Either, FilledText, ListOf, MapOf, Number, Object, OneOf};
use super::expected::Expected::{Text, Whole};
use super::nested;

/// A setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it should be. Where [`Wrong::NeverChecked`] stands, only the published type.
    pub expected: Expected,
    /// What a wrong type costs in user, project, local and `--settings` files.
    pub wrong: Wrong,
    /// What `null` means.
    pub null: Null,
    /// What a managed file does with a wrong type.
    pub managed: Managed,
    /// The setting that this is another name of; if both are there, this one is not looked at.
    pub alias_of: Option<&'static str>,
}

/// What a wrong type costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// Everything in the file.
    DropsFile,
    /// The setting.
    IgnoredAlone,
    /// Nothing when the file is loaded.
    NeverChecked,
    /// The setting, whatever its value: it counts only in managed settings.
    ManagedOnly,
}

/// What `null` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Null {
    /// It is a wrong type.
    Wrong,
    /// The setting counts as absent.
    Absent,
}

/// What a managed file does with a wrong type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Managed {
    /// The setting is ignored.
    Ignored,
    /// The setting takes its strict value.
    ReadAs(&'static str),
    /// The client does not start.
    Refused,
    /// Not known.
    NotJudged,
}

impl Key {
    const fn or_null(self) -> Self {
        Self { null: Null::Absent, ..self }
    }

    const fn in_policy(self, managed: Managed) -> Self {
        Self { managed, ..self }
    }

    const fn alias_of(self, name: &'static str) -> Self {
        Self { alias_of: Some(name), ..self }
    }
}

/// The setting with this name.
pub(super) fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

const fn key(name: &'static str, expected: Expected, wrong: Wrong) -> Key {
    Key { name, expected, wrong, null: Null::Wrong, managed: Managed::Ignored, alias_of: None }
}

const fn drops(name: &'static str, expected: Expected) -> Key {
    key(name, expected, Wrong::DropsFile)
}

const fn alone(name: &'static str, expected: Expected) -> Key {
    key(name, expected, Wrong::IgnoredAlone)
}

const fn policy(name: &'static str, expected: Expected) -> Key {
    key(name, expected, Wrong::ManagedOnly)
}

const fn free(name: &'static str, expected: Expected) -> Key {
    key(name, expected, Wrong::NeverChecked).or_null().in_policy(Managed::NotJudged)
}

const STRINGS: Expected = ListOf(&Text);
const OBJECT: Expected = Object(&[]);
const STRINGS_OR_FILLED: &[Expected] = &[STRINGS, FilledText];

/// Every setting that is known, `hooks` aside. Inside of them only what the type here says is
/// judged; other nested fields, other settings and the meaning of a value of the right type are not.
/// A name that is not here is free: the client does not look at it.
#[rustfmt::skip] // one row per setting
pub const KEYS: &[Key] = &[
    drops("$schema", Text),
    drops("apiKeyHelper", Text),
    drops("proxyAuthHelper", Text),
    drops("awsCredentialExport", Text),
    drops("awsAuthRefresh", Text),
    drops("gcpAuthRefresh", Text),
    drops("processWrapper", Text),
    free("policyHelper", OBJECT).in_policy(Managed::Ignored),
    drops("fileSuggestion", Object(nested::FILE_SUGGESTION)),
    drops("respectGitignore", Bool),
    drops("cleanupPeriodDays", Whole(Bounds::least(1.0))),
    drops("desktopSessionCleanupPeriodDays", Whole(Bounds::least(0.0))),
    drops("syncClaudeAiSkills", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("syncClaudeAiPlugins", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("skillListingMaxDescChars", Whole(Bounds::least(1.0))),
    drops("skillListingBudgetFraction", Number(Bounds::above(0.0).most(1.0))),
    drops("wslInheritsWindowsSettings", Bool),
    drops("env", Object(&[])),
    drops("attribution", Either(&[Bool, Object(nested::ATTRIBUTION)])),
    drops("attributionProject", Text),
    policy("attributionProjectPolicy", OBJECT),
    drops("includeCoAuthoredBy", Bool),
    drops("includeGitInstructions", Bool),
    drops("permissions", Object(nested::PERMISSIONS)),
    drops("model", Text),
    drops("fallbackModel", STRINGS),
    drops("availableModels", STRINGS).in_policy(Managed::ReadAs("[]")),
    drops("enforceAvailableModels", Bool).or_null().in_policy(Managed::ReadAs("true")),
    policy("availableModelsMatch", OneOf(&["prefix", "exact"])).in_policy(Managed::ReadAs("exact")),
    policy("deniedModels", STRINGS),
    drops("modelOverrides", MapOf(&Text)),
    alone("modelPicker", Object(nested::MODEL_PICKER)),
    alone("modelPricing", Object(nested::MODEL_PRICING)),
    drops("enableAllProjectMcpServers", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("enabledMcpjsonServers", Either(STRINGS_OR_FILLED)),
    drops("disabledMcpjsonServers", Either(STRINGS_OR_FILLED)),
    drops("disableClaudeAiConnectors", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("skillOverrides", MapOf(&OneOf(&["on", "name-only", "user-invocable-only", "off"]))),
    drops("disableBundledSkills", Bool).or_null().in_policy(Managed::ReadAs("true")),
    policy("managedMcpServers", OBJECT),
    alone("allowedMcpServers", ListOf(&OBJECT)).in_policy(Managed::ReadAs("[]")),
    alone("deniedMcpServers", ListOf(&OBJECT)),
    drops("worktree", Object(nested::WORKTREE)),
    drops("disableAllHooks", Bool),
    drops("disableReplyCheck", Bool),
    drops("disableAgentView", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("disableRemoteControl", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("disableWorkflows", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("disableArtifact", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("enableArtifact", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("enableWorkflows", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("workflowSizeGuideline", OneOf(&["unrestricted", "small", "medium", "large"])),
    drops("workflowKeywordTriggerEnabled", Bool),
    drops("disableSkillShellExecution", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("disableWindowsBashCommandSplit", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("defaultShell", OneOf(&["bash", "powershell"])),
    drops("bashEditDiffEnabled", Bool),
    free("bashOutputMaxChars", Number(Bounds::NONE)),
    free("taskOutputMaxChars", Number(Bounds::NONE)),
    drops("respondToBashCommands", Bool),
    drops("allowManagedHooksOnly", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("allowedHttpHookUrls", STRINGS).in_policy(Managed::ReadAs("[]")),
    drops("httpHookAllowedEnvVars", STRINGS).in_policy(Managed::ReadAs("[]")),
    drops("allowManagedPermissionRulesOnly", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("allowManagedMcpServersOnly", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("allowAllClaudeAiMcps", Bool),
    drops("allowClaudeInChromeWithManagedMcp", Bool),
    free("strictPluginOnlyCustomization", Either(&[Bool, STRINGS])).in_policy(Managed::ReadAs("true")),
    drops("statusLine", Object(nested::STATUS_LINE)),
    drops("prUrlTemplate", Text),
    free("footerLinksRegexes", ListOf(&Any)),
    free("subagentStatusLine", OBJECT),
    drops("enabledPlugins", MapOf(&Either(&[Bool, STRINGS]))),
    free("prependPlugins", STRINGS).in_policy(Managed::Ignored),
    free("appendPlugins", STRINGS).in_policy(Managed::Ignored),
    alone("extraKnownMarketplaces", MapOf(&Object(nested::MARKETPLACE))),
    alone("additionalMarketplaces", MapOf(&Object(nested::MARKETPLACE))).or_null().alias_of("extraKnownMarketplaces"),
    drops("strictKnownMarketplaces", ListOf(&Object(nested::MARKETPLACE_SOURCE))).or_null().in_policy(Managed::ReadAs("[]")),
    drops("allowedMarketplaces", ListOf(&Object(nested::MARKETPLACE_SOURCE))).or_null().alias_of("strictKnownMarketplaces"),
    drops("blockedMarketplaces", ListOf(&Object(nested::BLOCKED_SOURCE))).or_null(),
    drops("disableCommandPluginSources", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("disableSideloadFlags", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("pluginSuggestionMarketplaces", STRINGS),
    free("forceLoginMethod", OneOf(&["claudeai", "console", "gateway"])),
    free("forceLoginGatewayUrl", Text),
    free("gatewayInternalNetworks", STRINGS),
    drops("parentSettingsBehavior", OneOf(&["first-wins", "merge"])).in_policy(Managed::NotJudged),
    drops("managedSourcesBehavior", OneOf(&["first-wins", "merge"])).in_policy(Managed::NotJudged),
    drops("forceLoginOrgUUID", Either(&[Text, STRINGS])).in_policy(Managed::NotJudged),
    free("allowedProviders", STRINGS).in_policy(Managed::Refused),
    drops("forceRemoteSettingsRefresh", Bool).in_policy(Managed::NotJudged),
    drops("otelHeadersHelper", Text),
    drops("outputStyle", Text),
    free("viewMode", OneOf(&["default", "verbose", "focus"])),
    drops("language", Text),
    drops("skipWebFetchPreflight", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("sandbox", Object(nested::SANDBOX)),
    drops("feedbackSurveyRate", Number(Bounds::least(0.0).most(1.0))),
    drops("feedbackDrafts", OneOf(&["notify", "quiet", "off"])).or_null().in_policy(Managed::ReadAs("off")),
    drops("spinnerTipsEnabled", Bool),
    drops("spinnerVerbs", Object(nested::SPINNER_VERBS)),
    free("spinnerTipsOverride", OBJECT),
    drops("syntaxHighlightingDisabled", Bool),
    free("maxProseWidth", Number(Bounds::NONE)),
    free("spellcheck", OBJECT),
    drops("terminalTitleFromRename", Bool),
    free("promptCacheTtl", OneOf(&["5m", "1h"])),
    free("subagentPromptCacheTtl", OneOf(&["5m", "1h"])),
    drops("alwaysThinkingEnabled", Bool),
    free("effortLevel", OneOf(&["low", "medium", "high", "xhigh"])),
    free("maxEffortLevel", OneOf(&["low", "medium", "high", "xhigh", "max"])),
    free("modelSettings", OBJECT),
    free("ultracode", Bool),
    free("autoCompactWindow", Number(Bounds::NONE)),
    drops("advisorModel", Text),
    drops("fastMode", Bool),
    drops("fastModePerSessionOptIn", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("promptSuggestionEnabled", Bool),
    drops("emojiCompletionEnabled", Bool),
    drops("showClearContextOnPlanAccept", Bool),
    free("askUserQuestionTimeout", OneOf(&["60s", "5m", "10m", "never"])),
    free("dialogExpiry", OneOf(&["60s", "5m", "10m", "never"])),
    drops("agent", Text),
    drops("companyAnnouncements", STRINGS),
    drops("pluginConfigs", MapOf(&Object(nested::PLUGIN_CONFIG))),
    drops("remote", Object(nested::REMOTE)),
    drops("autoUpdatesChannel", OneOf(&["latest", "stable", "rc"])),
    drops("minimumVersion", Text),
    drops("requiredMinimumVersion", Text),
    drops("requiredMaximumVersion", Text),
    drops("plansDirectory", Text),
    drops("tui", OneOf(&["default", "fullscreen"])),
    drops("voice", Object(nested::VOICE)),
    drops("channelsEnabled", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("allowedChannelPlugins", ListOf(&Object(nested::CHANNEL_PLUGIN))).in_policy(Managed::ReadAs("[]")),
    drops("prefersReducedMotion", Bool),
    drops("timeFormat", Text),
    drops("timeZone", Text),
    drops("autoMemoryEnabled", Bool),
    drops("autoMemoryDirectory", Text),
    drops("autoDreamEnabled", Bool),
    drops("showThinkingSummaries", Bool),
    drops("skipDangerousModePermissionPrompt", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("disableAutoMode", OneOf(&["disable"])).or_null().in_policy(Managed::ReadAs("disable")),
    drops("sshConfigs", ListOf(&Object(nested::SSH_CONFIG))),
    free("sshHostCommands", ListOf(&Any)),
    drops("claudeMd", Text),
    drops("claudeMdExcludes", STRINGS),
    drops("pluginTrustMessage", Text),
    free("theme", Text),
    free("editorMode", OneOf(&["normal", "vim"])),
    free("keybindingFlavor", OneOf(&["classic", "readline"])),
    free("vimInsertModeRemaps", OBJECT),
    drops("verbose", Bool),
    free("preferredNotifChannel", OneOf(&["auto", "iterm2", "terminal_bell", "iterm2_with_bell", "kitty", "ghostty", "notifications_disabled"])),
    drops("autoCompactEnabled", Bool),
    drops("precomputeCompactionEnabled", Bool),
    drops("idleCompaction", Bool),
    drops("switchModelsOnFlag", Bool),
    drops("autoContinueAtUsageLimit", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("autoScrollEnabled", Bool),
    drops("wheelScrollAccelerationEnabled", Bool),
    drops("fileCheckpointingEnabled", Bool),
    drops("showTurnDuration", Bool),
    drops("showMessageTimestamps", Bool),
    drops("terminalProgressBarEnabled", Bool),
    drops("todoFeatureEnabled", Bool),
    alone("teammateMode", OneOf(&["auto", "tmux", "iterm2", "in-process"])),
    drops("remoteControlAtStartup", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("isolatePeerMachines", Bool).or_null().in_policy(Managed::ReadAs("true")),
    drops("daemonColdStart", OneOf(&["transient", "ask"])),
    alone("crossSessionInbound", OneOf(&["accept", "hold", "refuse"])).in_policy(Managed::ReadAs("refuse")),
    drops("autoUploadSessions", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("inputNeededNotifEnabled", Bool),
    drops("agentPushNotifEnabled", Bool),
    drops("skipAutoPermissionPrompt", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("useAutoModeDuringPlan", Bool).or_null().in_policy(Managed::ReadAs("false")),
    drops("autoMode", Object(nested::AUTO_MODE)),
    drops("disableDeepLinkRegistration", OneOf(&["disable"])).or_null().in_policy(Managed::ReadAs("disable")),
    drops("voiceEnabled", Bool),
    drops("defaultView", OneOf(&["chat", "transcript"])),
    drops("awaySummaryEnabled", Bool).in_policy(Managed::NotJudged),
    alone("remoteControl", OBJECT).in_policy(Managed::NotJudged),
    policy("isolation", Any).in_policy(Managed::NotJudged),
];
