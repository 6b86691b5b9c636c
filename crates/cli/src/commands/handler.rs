//! The flags that describe a handler, for `install` and `update` alike.

use clap::Args;
use claude_hooks::settings::Handler;
use serde_json::{Map, Value};

use crate::problem::{Kind, Problem};

/// Configuration of a handler
#[derive(Debug, Args)]
#[command(next_help_heading = "Handler options")]
pub struct HandlerFlags {
    /// Seconds until the handler is stopped; fractions are fine
    #[arg(long, value_name = "SECS")]
    pub timeout: Option<String>,
    /// Run only when this permission rule fits the tool call, such as `Bash(git *)`
    #[arg(long = "if", value_name = "RULE")]
    pub condition: Option<String>,
    /// Text to show while it runs
    #[arg(long, value_name = "TEXT")]
    pub status_message: Option<String>,
    /// Run in the background; nothing waits for it (command)
    #[arg(long = "async")]
    pub background: bool,
    /// Run in the background and wake Claude on exit code 2 (command)
    #[arg(long)]
    pub async_rewake: bool,
    /// `block`: a hook that fails blocks; `continue`: it lets the action through (command, http)
    #[arg(long, value_name = "WHAT", value_parser = ["continue", "block"])]
    pub on_failure: Option<String>,
    /// The shell (command)
    #[arg(long, value_name = "SHELL", value_parser = ["bash", "powershell"])]
    pub shell: Option<String>,
    /// Run once and never again; Claude Code honours it only in skills
    #[arg(long)]
    pub once: bool,
    /// A header; `$VAR` is replaced when allowed (http; repeatable)
    #[arg(long = "header", value_name = "NAME=VALUE")]
    pub headers: Vec<String>,
    /// An environment variable that headers may use (http; repeatable)
    #[arg(long = "allowed-env-var", value_name = "VAR")]
    pub allowed_env_vars: Vec<String>,
    /// The tool's input as a JSON object; `${path}` is replaced from the payload (mcp_tool)
    #[arg(long, value_name = "JSON")]
    pub input: Option<String>,
    /// The model (prompt, agent)
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// Give the reason back to Claude instead of ending the turn (prompt)
    #[arg(long)]
    pub continue_on_block: bool,
    /// Any other field, its value as JSON (repeatable)
    #[arg(long = "set", value_name = "FIELD=JSON")]
    pub fields: Vec<String>,
}

impl HandlerFlags {
    /// Sets what was asked for.
    pub fn apply(&self, handler: &mut Handler) -> Result<(), Problem> {
        let mut set = |field: &str, value: Option<Value>| {
            if let Some(value) = value {
                handler.set(field, value);
            }
        };
        let text = |text: &Option<String>| text.clone().map(Value::from);
        let flag = |flag: bool| flag.then_some(Value::Bool(true));
        set("timeout", self.timeout.as_deref().map(seconds).transpose()?);
        set("if", text(&self.condition));
        set("statusMessage", text(&self.status_message));
        set("async", flag(self.background));
        set("asyncRewake", flag(self.async_rewake));
        set("onFailure", text(&self.on_failure));
        set("shell", text(&self.shell));
        set("once", flag(self.once));
        set("headers", headers(&self.headers)?);
        let vars = &self.allowed_env_vars;
        set("allowedEnvVars", (!vars.is_empty()).then(|| Value::from(vars.clone())));
        set("input", self.input.as_deref().map(|input| json("--input", input)).transpose()?);
        set("model", text(&self.model));
        set("continueOnBlock", flag(self.continue_on_block));
        for (field, value) in pairs("--set", &self.fields)? {
            set(field, Some(json("--set", value)?));
        }
        Ok(())
    }
}

/// A number of seconds, spelt as it was typed.
fn seconds(text: &str) -> Result<Value, Problem> {
    let number: Option<serde_json::Number> = text.parse().ok();
    let positive = text.parse::<f64>().is_ok_and(|seconds| seconds > 0.0 && seconds.is_finite());
    match number {
        Some(number) if positive => Ok(Value::Number(number)),
        _ => Err(Problem::new(
            Kind::Usage,
            format!("--timeout takes a number of seconds above 0, not '{text}'"),
        )),
    }
}

fn headers(words: &[String]) -> Result<Option<Value>, Problem> {
    let pairs = pairs("--header", words)?;
    let map: Map<String, Value> =
        pairs.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    Ok((!map.is_empty()).then_some(Value::Object(map)))
}

/// `NAME=VALUE` words, split.
pub fn pairs<'a>(flag: &str, words: &'a [String]) -> Result<Vec<(&'a str, &'a str)>, Problem> {
    let split = |word: &'a String| {
        let pair = word.split_once('=').filter(|(name, _)| !name.is_empty());
        pair.ok_or_else(|| Problem::new(Kind::Usage, format!("{flag} takes NAME=VALUE, not '{word}'")))
    };
    words.iter().map(split).collect()
}

fn json(flag: &str, text: &str) -> Result<Value, Problem> {
    serde_json::from_str(text).map_err(|error| {
        Problem::new(Kind::Usage, format!("{flag}: {error}: {text}"))
            .hint("a text needs its quotes: '\"text\"'")
    })
}
