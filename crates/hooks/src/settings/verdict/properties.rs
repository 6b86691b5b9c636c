//! What holds for every file, however large, deep or strange.

use std::time::Instant;

use proptest::prelude::*;
use serde_json::Value;

use super::super::document::{Dialect, Document};
use super::super::hooks::find;
use super::{RuleSet, SIZE_LIMIT, Standing, Verdict, judge, judge_document};

const GOOD: &str = r#""hooks": {"Stop": [{"hooks": [{"type": "command", "command": "rec stop"}]}]}"#;

fn standing(text: &str, rules: RuleSet) -> Standing {
    judge(text.as_bytes(), rules).standing
}

#[test]
fn the_client_reads_two_mebibytes_and_no_more() {
    let sized = |size: usize| {
        let around = format!("{{\"zz\": \"\", {GOOD}}}").len();
        format!("{{\"zz\": \"{}\", {GOOD}}}", "x".repeat(size - around))
    };
    for (size, settings) in [(SIZE_LIMIT, Standing::Kept), (SIZE_LIMIT + 1, Standing::Dropped)] {
        let text = sized(size);
        assert_eq!(text.len(), size);
        assert_eq!(standing(&text, RuleSet::Settings), settings);
        assert_eq!(standing(&text, RuleSet::PluginHooks), Standing::Kept);
    }
}

#[test]
fn depth_is_judged_by_the_clients_stack_not_by_ours() {
    for (depth, expected) in [
        (600, Standing::Kept),
        (7_000, Standing::Kept),
        (8_000, Standing::Refused),
        (10_000, Standing::Refused),
        (100_000, Standing::Dropped),
    ] {
        // `zz` itself is one level down.
        let text = format!("{{\"zz\": {}1{}, {GOOD}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
        assert_eq!(standing(&text, RuleSet::Settings), expected, "{depth}");
    }
}

#[test]
fn deep_files_have_faults_where_they_stand() {
    let deep = format!("{}[1, \"]\\\"\"], {{}}{}", "[".repeat(900), "]".repeat(900));
    let verdict = judge(format!("{{\"zz\": {deep},\n \"model\": 5}}").as_bytes(), RuleSet::Settings);
    let places: Vec<_> =
        verdict.faults.iter().map(|fault| (fault.at.as_str(), fault.line, fault.column)).collect();
    assert_eq!(places, [("model", 2, 11)]);
    let broken = judge(format!("{{\"zz\": {deep},\n \"model\": }}").as_bytes(), RuleSet::Settings);
    assert_eq!((broken.standing, broken.faults[0].line, broken.faults[0].column), (Standing::Dropped, 2, 11));
}

#[test]
fn a_file_of_faults_takes_no_longer_than_its_length() {
    // One line, so that columns are far from their line's start.
    for (faults, text) in [
        (200_000, format!(r#"{{"hooks": {{"Stop": [{{"hooks": [{}{{}}]}}]}}}}"#, "{},".repeat(199_999))),
        (400_000, format!(r#"{{"permissions": {{"allow": [{}1]}}}}"#, "1,".repeat(399_999))),
        (1, format!(r#"{{"enabledPlugins": {{{}"z": 1}}}}"#, r#""a": 1,"#.repeat(200_000))),
        (2, format!(r#"{{"hooks": {{{}"z": 1}}}}"#, r#""a": 1,"#.repeat(200_000))),
    ] {
        let start = Instant::now();
        let verdict = judge(text.as_bytes(), RuleSet::Settings);
        assert_eq!(verdict.faults.len(), faults);
        let kept = (0..100_000).filter(|at| verdict.keeps("Stop", 0, *at)).count();
        assert!(kept == 0 || !text.contains("Stop"));
        assert!(start.elapsed().as_secs() < 20, "{} bytes took {:?}", text.len(), start.elapsed());
    }
}

/// Every fault stands where it says: inside the text, and at its line and column.
fn check_places(text: &str, verdict: &Verdict) {
    let document = Document::parse(text.to_owned(), Dialect::Json).ok();
    for fault in &verdict.faults {
        assert!(fault.span.start <= fault.span.end && fault.span.end <= text.len(), "{fault:?}");
        let lines = text.split_inclusive(['\n', '\r']).count().max(1) + 1;
        assert!((1..=lines).contains(&fault.line) && fault.column >= 1, "{fault:?}");
        if let Some(document) = &document {
            assert_eq!(document.position(fault.span.start), (fault.line, fault.column), "{fault:?}");
        }
        assert!(!fault.what.contains('\n'), "{fault:?}");
    }
}

const RULES: [RuleSet; 3] = [RuleSet::Settings, RuleSet::Managed, RuleSet::PluginHooks];

/// JSON with the names that mean something, in places where they do and where they do not.
fn json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..3).prop_map(Value::from),
        prop::sample::select(vec!["", "command", "http", "zzz", "http://h", "Bash(", "disable", "é\n"])
            .prop_map(Value::from),
    ];
    let names = vec![
        "hooks",
        "PreToolUse",
        "Stop",
        "stop",
        "type",
        "command",
        "matcher",
        "timeout",
        "url",
        "headers",
        "args",
        "permissions",
        "allow",
        "defaultMode",
        "model",
        "sandbox",
        "enabledPlugins",
        "env",
        "a@b",
        "description",
        "pluginConfigs",
        "options",
        "allowedProviders",
        "attribution",
        "",
    ];
    scalar.prop_recursive(7, 60, 5, move |inner| {
        let object = prop::collection::vec((prop::sample::select(names.clone()), inner.clone()), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            object.prop_map(|members| members
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
        ]
    })
}

proptest! {
    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for rules in RULES {
            let verdict = judge(&bytes, rules);
            prop_assert!(verdict.faults.iter().all(|fault| fault.line >= 1 && fault.span.end <= 3 * bytes.len()));
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "[\\[\\]{}\",:\\\\ \r\né0a-]{0,80}") {
        for rules in RULES {
            check_places(&text, &judge(text.as_bytes(), rules));
        }
    }

    #[test]
    fn no_json_is_too_strange(value in json()) {
        let wrapped = serde_json::json!({ "hooks": { "PreToolUse": [{ "hooks": [&value] }], "Stop": &value } });
        for value in [value, wrapped] {
            let text = serde_json::to_string_pretty(&value).unwrap();
            for rules in RULES {
                let verdict = judge(text.as_bytes(), rules);
                check_places(&text, &verdict);
                let document = Document::parse(text.clone(), Dialect::Json).unwrap();
                prop_assert_eq!(&judge_document(&document, rules), &verdict);
                let worst = verdict.faults.iter().map(|fault| fault.cost.standing()).max();
                prop_assert_eq!(worst.unwrap_or(Standing::Kept), verdict.standing);
                for found in find(&document).iter().filter(|_| verdict.standing == Standing::Kept) {
                    let own = verdict.faults_of(&found.event, found.place.group, found.place.index).count();
                    prop_assert_eq!(verdict.keeps(&found.event, found.place.group, found.place.index), own == 0);
                }
            }
        }
    }
}
