//! The members of settings that are objects, pinned to 2.1.325. Only those
//! whose type the client was seen to enforce; all others are free.

use super::expected::Expected::{self, Any, Bool, Either, ListOf, MapOf, Number, Object, OneOf, Text};
use super::expected::{Bounds, Field, optional, required};

const STRINGS: Expected = ListOf(&Text);
const OBJECT: Expected = Object(&[]);

pub(super) const PERMISSIONS: &[Field] = &[
    optional("allow", ListOf(&Any)),
    optional("deny", ListOf(&Any)),
    optional("ask", ListOf(&Any)),
    optional("blockReadsOutsideWorkingDirectories", Bool),
    optional("blockWritesOutsideWorkingDirectories", Bool),
    optional("disableAutoMode", OneOf(&["disable"])),
    optional("denyInsteadOfPrompting", Bool),
    optional("additionalDirectories", STRINGS),
    optional("disableBypassPermissionsMode", OneOf(&["disable"])),
    optional(
        "defaultMode",
        OneOf(&["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan", "manual"]),
    ),
];

pub(super) const STATUS_LINE: &[Field] = &[
    required("type", OneOf(&["command"])),
    required("command", Text),
    optional("padding", Number(Bounds::NONE)),
    optional("hideVimModeIndicator", Bool),
];

pub(super) const FILE_SUGGESTION: &[Field] =
    &[required("type", OneOf(&["command"])), required("command", Text)];

pub(super) const ATTRIBUTION: &[Field] =
    &[optional("commit", Text), optional("pr", Text), optional("sessionUrl", Bool)];

pub(super) const WORKTREE: &[Field] = &[
    optional("symlinkDirectories", STRINGS),
    optional("sparsePaths", STRINGS),
    optional("baseRef", OneOf(&["fresh", "head"])),
];

pub(super) const VOICE: &[Field] =
    &[optional("enabled", Bool), optional("mode", OneOf(&["hold", "tap"])), optional("autoSubmit", Bool)];

pub(super) const AUTO_MODE: &[Field] = &[
    optional("allow", STRINGS),
    optional("soft_deny", STRINGS),
    optional("hard_deny", STRINGS),
    optional("environment", STRINGS),
    optional("classifyAllShell", Bool),
];

pub(super) const REMOTE: &[Field] = &[optional("defaultEnvironmentId", Text)];

pub(super) const SPINNER_VERBS: &[Field] =
    &[required("mode", OneOf(&["append", "replace"])), required("verbs", STRINGS)];

pub(super) const MODEL_PRICING: &[Field] =
    &[optional("multiplier", Number(Bounds::above(0.0).most(10.0))), optional("overrides", MapOf(&OBJECT))];

pub(super) const SANDBOX: &[Field] = &[
    optional("enabled", Bool),
    optional("failIfUnavailable", Bool),
    optional("autoAllowBashIfSandboxed", Bool),
    optional("allowUnsandboxedCommands", Bool),
    optional("ignoreViolations", MapOf(&STRINGS)),
    optional("enableWeakerNestedSandbox", Bool),
    optional("allowNestedUserNamespaces", Bool),
    optional("enableWeakerNetworkIsolation", Bool),
    optional("allowAppleEvents", Bool),
    optional("excludedCommands", STRINGS),
    optional("ripgrep", Object(SANDBOX_RIPGREP)),
    optional("network", Object(SANDBOX_NETWORK)),
    optional("filesystem", Object(SANDBOX_FILESYSTEM)),
    optional("credentials", Object(SANDBOX_CREDENTIALS)),
];

const SANDBOX_NETWORK: &[Field] = &[
    optional("allowedDomains", STRINGS),
    optional("deniedDomains", STRINGS),
    optional("strictAllowlist", Bool),
    optional("allowManagedDomainsOnly", Bool),
    optional("allowUnixSockets", STRINGS),
    optional("allowAllUnixSockets", Bool),
    optional("allowLocalBinding", Bool),
    optional("allowMachLookup", STRINGS),
    optional("httpProxyPort", Number(Bounds::NONE)),
    optional("socksProxyPort", Number(Bounds::NONE)),
    optional("tlsTerminate", OBJECT),
];

const SANDBOX_FILESYSTEM: &[Field] = &[
    optional("allowWrite", STRINGS),
    optional("denyWrite", STRINGS),
    optional("denyRead", STRINGS),
    optional("allowRead", STRINGS),
    optional("allowManagedReadPathsOnly", Bool),
    optional("disabled", Bool),
];

const SANDBOX_CREDENTIALS: &[Field] = &[
    optional("files", ListOf(&Object(CREDENTIAL_FILE))),
    optional("envVars", ListOf(&Object(CREDENTIAL_VARIABLE))),
    optional("allowPlaintextInject", Bool),
    optional("awsPairs", ListOf(&Object(CREDENTIAL_PAIR))),
    optional("sigv4", OBJECT),
];

const SANDBOX_RIPGREP: &[Field] = &[required("command", Text), optional("args", STRINGS)];

/// What an option of a plugin may be.
const OPTION: Expected = Either(&[Text, Number(Bounds::NONE), Bool, STRINGS]);
pub(super) const PLUGIN_CONFIG: &[Field] =
    &[optional("mcpServers", MapOf(&MapOf(&OPTION))), optional("options", MapOf(&OPTION))];
pub(super) const CHANNEL_PLUGIN: &[Field] = &[required("marketplace", Text), required("plugin", Text)];
pub(super) const SSH_CONFIG: &[Field] =
    &[required("id", Text), required("name", Text), required("sshHost", Text)];
const CREDENTIAL_MODE: Expected = OneOf(&["deny", "mask"]);
const CREDENTIAL_FILE: &[Field] = &[required("path", Text), required("mode", CREDENTIAL_MODE)];
const CREDENTIAL_VARIABLE: &[Field] = &[required("name", Text), required("mode", CREDENTIAL_MODE)];
const CREDENTIAL_PAIR: &[Field] = &[required("accessKeyIdVar", Text), required("secretAccessKeyVar", Text)];

pub(super) const MODEL_PICKER: &[Field] = &[required("options", ListOf(&Any))];
pub(super) const MARKETPLACE: &[Field] = &[required("source", Object(MARKETPLACE_SOURCE))];
pub(super) const MARKETPLACE_SOURCE: &[Field] = &[required(
    "source",
    OneOf(&[
        "url",
        "github",
        "git",
        "npm",
        "file",
        "directory",
        "skills-dir",
        "hostPattern",
        "pathPattern",
        "settings",
    ]),
)];
pub(super) const BLOCKED_SOURCE: &[Field] = &[required(
    "source",
    OneOf(&[
        "pluginDirectory",
        "url",
        "github",
        "git",
        "npm",
        "file",
        "directory",
        "skills-dir",
        "hostPattern",
        "pathPattern",
        "settings",
    ]),
)];
