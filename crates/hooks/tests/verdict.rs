//! The verdict against what the real client did: every file in
//! `fixtures/verdict` was given to Claude Code 2.1.325, and it was seen which
//! hooks ran, whether the file's permission rule was in force, and what was said.

#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use claude_hooks::event::HandlerType;
use claude_hooks::settings::{
    Cost, Dialect, Document, Fault, KEYS, RuleSet, Standing, Verdict, fields, find, judge,
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Observations in one file: what they have in common, and each of them.
#[derive(Deserialize)]
struct Observations {
    base: Map<String, Value>,
    cases: Vec<Case>,
}

/// A file that the client was given, and what it did with it.
#[derive(Deserialize)]
struct Case {
    id: String,
    scope: String,
    /// Settings that stand beside those of the base, or in place of them.
    with: Option<Map<String, Value>>,
    /// The text of the file.
    text: Option<String>,
    /// The bytes of the file, where they are not UTF-8.
    base64: Option<String>,
    /// `kept`, `entry`, `hooks`, `file` or `refuse`.
    verdict: String,
    /// Whether the tool call was allowed, so that PostToolUse fired.
    allowed: bool,
    /// The recorders of this file that ran.
    ran: BTreeSet<String>,
    /// The recorders that counted and yet did not run, and why.
    #[serde(default)]
    quiet: BTreeMap<String, String>,
}

impl Case {
    fn bytes(&self, base: &Map<String, Value>) -> Vec<u8> {
        if let Some(text) = &self.text {
            return text.clone().into_bytes();
        }
        if let Some(text) = &self.base64 {
            return from_base64(text);
        }
        let mut settings = base.clone();
        settings.extend(self.with.clone().unwrap_or_default());
        serde_json::to_vec_pretty(&settings).unwrap()
    }

    fn rules(&self) -> RuleSet {
        match self.scope.as_str() {
            "managed" => RuleSet::Managed,
            "plugin" => RuleSet::PluginHooks,
            _ => RuleSet::Settings,
        }
    }

    fn standing(&self) -> Standing {
        match (self.verdict.as_str(), self.scope.as_str()) {
            ("kept" | "entry", _) => Standing::Kept,
            ("hooks", _) => Standing::HooksLost,
            // Text on the command line stops the client where a file would only be dropped.
            ("file", _) | ("refuse", "flag") => Standing::Dropped,
            ("refuse", _) => Standing::Refused,
            (other, _) => panic!("{}: no such verdict: {other}", self.id),
        }
    }

    /// The events that fired in the session, and only without a matcher or for this tool.
    fn fired(&self, event: &str, matcher: &str) -> bool {
        let matches = event == "Stop" || matches!(matcher, "" | "*" | "Bash");
        let fired = matches!(event, "PreToolUse" | "Stop") || event == "PostToolUse" && self.allowed;
        matches && fired
    }

    /// What the verdict says otherwise than the client did.
    fn differences(&self, base: &Map<String, Value>) -> Vec<String> {
        let bytes = self.bytes(base);
        let verdict = judge(&bytes, self.rules());
        let mut differences = Vec::new();
        if verdict.standing != self.standing() {
            differences
                .push(format!("{:?}, observed {}: {:?}", verdict.standing, self.verdict, verdict.faults));
        }
        if (self.verdict == "entry") != verdict.faults.iter().any(costs_an_entry)
            && self.standing() == Standing::Kept
        {
            differences.push(format!("observed {}: {:?}", self.verdict, verdict.faults));
        }
        for (name, kept) in self.recorders(&bytes, &verdict) {
            if kept != self.ran.contains(&name) {
                differences
                    .push(format!("keeps {name}: {kept}, but ran: {:?}: {:?}", self.ran, verdict.faults));
            }
        }
        differences.into_iter().map(|what| format!("{}: {what}", self.id)).collect()
    }

    /// The recorders whose event fired, each with whether it counts. The same recorder twice runs once.
    fn recorders(&self, bytes: &[u8], verdict: &Verdict) -> BTreeMap<String, bool> {
        let text = decoded(bytes);
        let Ok(document) = Document::parse(text, Dialect::Json) else { return BTreeMap::new() };
        let mut recorders = BTreeMap::new();
        for found in find(&document) {
            let Some(name) = found.handler.text("command").and_then(|line| line.strip_prefix("rec ")) else {
                continue;
            };
            if self.fired(&found.event, &found.matcher) && !self.quiet.contains_key(name) {
                let kept = verdict.keeps(&found.event, found.place.group, found.place.index);
                *recorders.entry(name.to_owned()).or_default() |= kept;
            }
        }
        recorders
    }
}

fn costs_an_entry(fault: &Fault) -> bool {
    matches!(fault.cost, Cost::Entry | Cost::Event)
}

fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => {
            let units: Vec<u16> =
                rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units)
        }
        _ => String::from_utf8_lossy(bytes).trim_start_matches('\u{feff}').to_owned(),
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.bytes().filter_map(|byte| LETTERS.iter().position(|letter| *letter == byte));
    let bits: Vec<usize> = values.collect();
    let groups = bits.chunks(4).flat_map(|group| {
        let word = group.iter().fold(0, |word, value| word << 6 | value) << (6 * (4 - group.len()));
        [16, 8, 0].into_iter().take(group.len() - 1).map(move |shift| (word >> shift) as u8)
    });
    groups.collect()
}

fn compare(file: &str) {
    let observations: Observations = read_fixture(file);
    assert!(observations.cases.len() > 50);
    let differences: Vec<String> =
        observations.cases.iter().flat_map(|case| case.differences(&observations.base)).collect();
    assert!(differences.is_empty(), "{}: {}\n{}", file, differences.len(), differences.join("\n"));
}

#[test]
fn the_telling_cases_are_judged_as_the_client_did() {
    compare("cases.json");
}

#[test]
fn every_single_fault_is_judged_as_the_client_did() {
    compare("probes.json");
}

#[test]
fn plugins_hook_files_are_judged_as_the_client_did() {
    compare("plugins.json");
}

#[test]
fn earlier_observations_are_judged_as_the_client_did() {
    compare("observations.json");
}

/// Handlers, each taken by the client or not.
#[derive(Deserialize)]
struct Handlers {
    cases: Vec<HandlerCase>,
}

#[derive(Deserialize)]
struct HandlerCase {
    id: String,
    handler: String,
    valid: bool,
}

#[test]
fn handlers_are_judged_as_the_client_did() {
    let handlers: Handlers = read_fixture("handlers.json");
    assert!(handlers.cases.len() > 150);
    for HandlerCase { id, handler, valid } in handlers.cases {
        for (event, lost) in [
            ("PreToolUse", Standing::Dropped),
            ("PermissionRequest", Standing::Dropped),
            ("Stop", Standing::Kept),
        ] {
            let text = format!("{{\"hooks\": {{\"{event}\": [{{\"hooks\": [{handler}]}}]}}}}");
            let verdict = judge(text.as_bytes(), RuleSet::Settings);
            assert_eq!(verdict.keeps(event, 0, 0), valid, "{id}: {:?}", verdict.faults);
            assert_eq!(verdict.standing, if valid { Standing::Kept } else { lost }, "{id}");
        }
    }
}

/// Values in the place of settings, and which of them the client does not take.
#[derive(Deserialize)]
struct Matrix {
    values: BTreeMap<String, Value>,
    settings: BTreeMap<String, Rejected>,
}

#[derive(Deserialize)]
struct Rejected {
    file: String,
    alone: String,
}

/// What the client checks further inside than the table does.
const NOT_JUDGED: [(&str, &str); 3] =
    [("allowedMcpServers", "arrobj"), ("deniedMcpServers", "arrobj"), ("modelPricing.overrides", "objobj")];

#[test]
fn settings_are_judged_as_the_client_did() {
    let matrix: Matrix = read_fixture("keys.json");
    let mut differences = Vec::new();
    for (path, rejected) in &matrix.settings {
        let nested = path.contains('.');
        for (name, value) in &matrix.values {
            if !nested && matches!(name.as_str(), "half" | "objarrx") || NOT_JUDGED.contains(&(path, name)) {
                continue;
            }
            let judged = cost_of(path, value);
            let is_in = |list: &str| list.split(' ').any(|word| word == name);
            let seen = if is_in(&rejected.file) {
                Some(Cost::File)
            } else {
                is_in(&rejected.alone).then_some(Cost::Key)
            };
            if judged != seen {
                differences.push(format!("{path} {name}: {judged:?}, observed {seen:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What a value costs at a path, whatever else may be missing beside it.
fn cost_of(path: &str, value: &Value) -> Option<Cost> {
    let settings = path.rsplit('.').fold(value.clone(), |inner, key| serde_json::json!({ key: inner }));
    let verdict = judge(settings.to_string().as_bytes(), RuleSet::Settings);
    let faults = verdict.faults.iter().filter(|fault| fault.at.starts_with(path));
    faults.map(|fault| fault.cost).max_by_key(|cost| cost.standing())
}

fn read_fixture<T: serde::de::DeserializeOwned>(file: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/verdict").join(file);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_tables_can_be_read_by_others() {
    assert_eq!(KEYS.len(), 184);
    let names: BTreeSet<_> = KEYS.iter().map(|key| key.name).collect();
    assert_eq!(names.len(), KEYS.len());
    for kind in HandlerType::ALL {
        assert!(fields(kind).iter().any(|field| field.required), "{kind}");
        let timeout = fields(kind).iter().find(|field| field.name == "timeout").unwrap();
        assert_eq!(timeout.expected.to_string(), "a number above 0");
    }
}
