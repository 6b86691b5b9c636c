//! Tables of small files: what is said about them, what it costs, and where.

use super::*;

fn said(text: &str, rules: RuleSet) -> Vec<(Cost, String, String)> {
    let faults = judge(text.as_bytes(), rules).faults;
    faults.into_iter().map(|fault| (fault.cost, fault.at, fault.what)).collect()
}

fn hooks(event: &str, groups: &str) -> String {
    format!(r#"{{"hooks": {{"{event}": {groups}}}}}"#)
}

#[test]
fn messages_name_the_slip_and_the_way_out() {
    let command = r#""type": "command", "command": "x""#;
    for (text, at, what) in [
        (
            hooks("Stop", &format!(r#"[{{"hooks": [{{{command}, "timeout": "5"}}]}}]"#)),
            "hooks.Stop[0].hooks[0].timeout",
            "'timeout' should be a number above 0, found a string",
        ),
        (
            hooks("Stop", &format!(r#"[{{"hooks": [{{{command}, "timeout": 0}}]}}]"#)),
            "hooks.Stop[0].hooks[0].timeout",
            "'timeout' should be a number above 0, found 0",
        ),
        (
            hooks("Stop", &format!(r#"[{{"hooks": [{{{command}, "shell": "Bash"}}]}}]"#)),
            "hooks.Stop[0].hooks[0].shell",
            r#"'shell' should be one of "bash", "powershell", found "Bash" (did you mean "bash"?)"#,
        ),
        (
            hooks("Stop", r#"[{"hooks": [{"type": "Command", "command": "x"}]}]"#),
            "hooks.Stop[0].hooks[0].type",
            r#"'type' should be one of "command", "http", "mcp_tool", "prompt", "agent", found "Command" (did you mean "command"?)"#,
        ),
        (
            hooks("Stop", r#"[{"hooks": [{"type": "command"}]}]"#),
            "hooks.Stop[0].hooks[0].command",
            "'command' is missing; it should be a string",
        ),
        (
            hooks("Stop", r#"[{"hooks": [{"type": "http", "url": "${URL}", "headers": {"a b": 1}}]}]"#),
            "hooks.Stop[0].hooks[0].url",
            "'url' should be a URL, found \"${URL}\"",
        ),
        (
            hooks("Stop", &format!("[{{{command}}}]")),
            "hooks.Stop[0]",
            "a handler stands where a group should: wrap it in {\"hooks\": […]}",
        ),
        (
            hooks("Stop", r#"[{"matcher": ["Bash", "Read"], "hooks": []}]"#),
            "hooks.Stop[0].matcher",
            "'matcher' should be a string, found an array: write \"Bash|Read\"",
        ),
        (
            hooks("Stop", r#"{"hooks": []}"#),
            "hooks.Stop",
            "'Stop' should be an array of groups, found an object: put the group into […]",
        ),
        (hooks("stop", "5"), "hooks.stop", "\"stop\" is not an event of Claude Code (did you mean Stop?)"),
        (hooks(r"a b\n", "5"), r#"hooks["a b\n"]"#, r#""a b\n" is not an event of Claude Code"#),
        (
            r#"{"permissions": {"defaultMode": "Plan"}}"#.to_owned(),
            "permissions.defaultMode",
            "'permissions.defaultMode' should be one of \"acceptEdits\", \"auto\", \"bypassPermissions\", \"default\", \
             \"dontAsk\", \"plan\", \"manual\", found \"Plan\" (did you mean \"plan\"?)",
        ),
        (
            r#"{"enabledPlugins": {"a@b": "x"}}"#.to_owned(),
            r#"enabledPlugins["a@b"]"#,
            r#"'enabledPlugins["a@b"]' should be a boolean or an array of strings, found a string"#,
        ),
        (
            r#"{"skillListingBudgetFraction": 2}"#.to_owned(),
            "skillListingBudgetFraction",
            "'skillListingBudgetFraction' should be a number above 0 and of at most 1, found 2",
        ),
    ] {
        let found = said(&text, RuleSet::Settings);
        let first = found.first().map(|(_, at, what)| (at.as_str(), what.as_str()));
        assert_eq!(first, Some((at, what)), "{text}");
    }
}

#[test]
fn the_same_slip_costs_what_the_rules_say() {
    use Cost::{Entry, Event, File, Hooks, Key, Start};
    let bad = r#"[{"hooks": [{"type": "zzz"}]}]"#;
    // Settings, managed, plugin; none where there is nothing to say.
    let rows: [(String, [Option<Cost>; 3]); 14] = [
        (hooks("PreToolUse", bad), [Some(File), Some(Start), Some(File)]),
        (hooks("PermissionRequest", "5"), [Some(File), Some(Start), Some(File)]),
        (hooks("PermissionRequest", "null"), [Some(Event); 3]),
        (hooks("Stop", bad), [Some(Entry); 3]),
        (hooks("Stop", "5"), [Some(Event); 3]),
        (r#"{"hooks": "x"}"#.to_owned(), [Some(Hooks), Some(Hooks), Some(File)]),
        (r#"{"hooks": [{}], "model": "m"}"#.to_owned(), [Some(File), Some(Hooks), Some(File)]),
        (r#"{"hooks": {}, "model": 5}"#.to_owned(), [Some(File), Some(Key), None]),
        (r#"{"hooks": {}, "theme": 5}"#.to_owned(), [None; 3]),
        (r#"{"hooks": {}, "deniedModels": ["m"]}"#.to_owned(), [Some(Key), None, None]),
        (r#"{"hooks": {}, "allowedProviders": 5}"#.to_owned(), [None, Some(Start), None]),
        (r#"{"hooks": {}, "allowManagedHooksOnly": null}"#.to_owned(), [None; 3]),
        (r#"{"PreToolUse": 5}"#.to_owned(), [None, None, Some(File)]),
        ("[]".to_owned(), [Some(File), Some(Start), Some(Hooks)]),
    ];
    for (text, costs) in rows {
        for (rules, cost) in
            [RuleSet::Settings, RuleSet::Managed, RuleSet::PluginHooks].into_iter().zip(costs)
        {
            let found =
                said(&text, rules).into_iter().map(|(cost, ..)| cost).max_by_key(|cost| cost.standing());
            assert_eq!(found, cost, "{text} as {rules:?}");
        }
    }
}

#[test]
fn a_policy_that_still_says_something_loses_its_hooks_only() {
    let bad = r#""hooks": {"PreToolUse": [{"hooks": [{"type": "zzz"}]}]}"#;
    for (beside, standing) in [
        (r#""zzz": 1"#, Standing::HooksLost),
        (r#""permissions": {"deny": ["Read"]}"#, Standing::HooksLost),
        (r#""env": {}"#, Standing::Refused),
        (r#""permissions": {}"#, Standing::Refused),
        (r#""model": 5"#, Standing::Refused),
    ] {
        let text = format!("{{{beside}, {bad}}}");
        assert_eq!(judge(text.as_bytes(), RuleSet::Managed).standing, standing, "{text}");
    }
}

#[test]
fn faults_stand_in_the_order_of_the_text_with_their_places() {
    let text = "{\r\n  \"model\": 5,\n  \"hooks\": {\"é\": [], \"Stop\": [7]}\n}";
    let verdict = judge(text.as_bytes(), RuleSet::Settings);
    let places: Vec<_> =
        verdict.faults.iter().map(|fault| (fault.line, fault.column, &text[fault.span.clone()])).collect();
    assert_eq!(places, [(2, 12, "5"), (3, 13, "\"é\""), (3, 31, "7")]);
    assert_eq!(verdict.standing, Standing::Dropped);
}

#[test]
fn a_bad_entry_takes_only_itself_along() {
    let good = r#"{"type": "command", "command": "x"}"#;
    let text = format!(
        r#"{{"hooks": {{"Stop": [{{"hooks": [{good}, 5, {good}]}}, {{"matcher": 5, "hooks": [{good}]}}], "SessionEnd": null}}}}"#
    );
    let verdict = judge(text.as_bytes(), RuleSet::Settings);
    assert_eq!(verdict.standing, Standing::Kept);
    let kept = [(0, 0), (0, 1), (0, 2), (1, 0)].map(|(group, handler)| verdict.keeps("Stop", group, handler));
    assert_eq!(kept, [true, false, true, false]);
    assert!(!verdict.keeps("SessionEnd", 0, 0));
}

#[test]
fn bytes_are_read_as_the_client_reads_them() {
    use Standing::{Dropped, HooksLost, Kept, Refused};
    let utf16: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big_endian: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, standings) in [
        (&b""[..], [Kept, Kept, HooksLost]),
        (b" \n", [Kept, Kept, HooksLost]),
        (b"\xEF\xBB\xBF{\"hooks\": {}}", [Kept, Kept, HooksLost]),
        (b"\xEF\xBB\xBF\xEF\xBB\xBF{}", [Dropped, Refused, HooksLost]),
        (b"// c\n{}", [Dropped, Refused, HooksLost]),
        (b"{\"hooks\": {}, \"zz\": \"\xFF\"}", [Kept; 3]),
        (b"{}\xFF", [Dropped, Refused, HooksLost]),
        (b"null", [Dropped, Refused, HooksLost]),
        (&utf16, [Kept, Kept, HooksLost]),
        (&big_endian, [Dropped, Refused, HooksLost]),
    ] {
        for (rules, standing) in
            [RuleSet::Settings, RuleSet::Managed, RuleSet::PluginHooks].into_iter().zip(standings)
        {
            assert_eq!(judge(bytes, rules).standing, standing, "{bytes:?} as {rules:?}");
        }
    }
}
