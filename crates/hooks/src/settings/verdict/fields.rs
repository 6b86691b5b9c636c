//! The fields of a handler that the client checks, per type. Other fields are
//! free, also those of another type: `url: 5` harms no command.

use super::expected::Expected::{self, Bool, FilledText, ListOf, MapOf, Number, Object, OneOf, Text, Url};
use super::expected::{Bounds, Field, optional, required};
use crate::event::HandlerType;

/// The fields that a handler of this type is checked for, `type` aside.
pub fn fields(kind: HandlerType) -> &'static [Field] {
    match kind {
        HandlerType::Command => COMMAND,
        HandlerType::Http => HTTP,
        HandlerType::McpTool => MCP_TOOL,
        HandlerType::Prompt => PROMPT,
        HandlerType::Agent => AGENT,
    }
}

const TIMEOUT: Expected = Number(Bounds::above(0.0));
const ON_FAILURE: Expected = OneOf(&["continue", "block"]);

// What every type has.
const IF: Field = optional("if", Text);
const TIMEOUT_FIELD: Field = optional("timeout", TIMEOUT);
const STATUS_MESSAGE: Field = optional("statusMessage", Text);
const ONCE: Field = optional("once", Bool);

const COMMAND: &[Field] = &[
    required("command", Text),
    optional("args", ListOf(&Text)),
    optional("shell", OneOf(&["bash", "powershell"])),
    IF,
    TIMEOUT_FIELD,
    STATUS_MESSAGE,
    ONCE,
    optional("async", Bool),
    optional("asyncRewake", Bool),
    optional("rewakeMessage", FilledText),
    optional("rewakeSummary", FilledText),
    optional("onFailure", ON_FAILURE),
];

const HTTP: &[Field] = &[
    required("url", Url),
    optional("headers", MapOf(&Text)),
    optional("allowedEnvVars", ListOf(&Text)),
    IF,
    TIMEOUT_FIELD,
    STATUS_MESSAGE,
    ONCE,
    optional("onFailure", ON_FAILURE),
];

const MCP_TOOL: &[Field] = &[
    required("server", Text),
    required("tool", Text),
    optional("input", Object(&[])),
    IF,
    TIMEOUT_FIELD,
    STATUS_MESSAGE,
    ONCE,
];

const PROMPT: &[Field] = &[
    required("prompt", Text),
    optional("model", Text),
    optional("continueOnBlock", Bool),
    IF,
    TIMEOUT_FIELD,
    STATUS_MESSAGE,
    ONCE,
];

const AGENT: &[Field] =
    &[required("prompt", Text), optional("model", Text), IF, TIMEOUT_FIELD, STATUS_MESSAGE, ONCE];
