//! An edit changes only the bytes it must: whatever JSON a settings file holds,
//! in whatever layout, taking a hook out again gives back the very bytes there
//! were, and adding one touches nothing outside the `hooks` value.

#![expect(clippy::unwrap_used, reason = "a failing step fails the test")]

use std::collections::HashSet;
use std::path::Path;

use claude_hooks::Paths;
use claude_hooks::manage::{Force, Mode, NewHook, Which, install, uninstall};
use claude_hooks::settings::{Dialect, Document, Handler, Scope, Step};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const CASES: u32 = 10_000;
const RUNS: u32 = 4;

/// White space between tokens, as odd as JSON allows.
fn gap() -> BoxedStrategy<String> {
    prop_oneof![
        6 => Just(String::new()),
        3 => Just(" ".to_owned()),
        3 => Just("\n  ".to_owned()),
        1 => Just("\r\n\t".to_owned()),
        1 => Just("\r".to_owned()),
        1 => Just("\n\n    ".to_owned()),
    ]
    .boxed()
}

fn key() -> BoxedStrategy<String> {
    prop_oneof![
        4 => "[a-z]{1,6}".prop_map(|key| format!("\"{key}\"")),
        1 => Just(r#""hook\u0073""#.to_owned()),
        1 => Just("\"hooks \"".to_owned()),
        1 => Just(r#""\"hooks\": {}""#.to_owned()),
        1 => Just("\"ключ \u{1F600}\"".to_owned()),
        1 => Just("\"\"".to_owned()),
    ]
    .boxed()
}

fn leaf() -> BoxedStrategy<String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("1.0e+400".to_owned()),
        Just("-0.000".to_owned()),
        Just("123456789012345678901234567890.10".to_owned()),
        Just(r#""hooks""#.to_owned()),
        Just(r#""{\"hooks\": {\"Stop\": []}}""#.to_owned()),
        Just(r#""\ud83d\ude00 \ud800 \/ \u0000""#.to_owned()),
        "[a-z ,:{}\\[\\]]{0,8}".prop_map(|text| format!("\"{text}\"")),
    ]
    .boxed()
}

/// Children with odd white space around them, in these brackets.
fn container(
    children: impl Strategy<Value = Vec<String>> + 'static,
    brackets: (&'static str, &'static str),
) -> BoxedStrategy<String> {
    (children, gap(), gap(), gap())
        .prop_map(move |(children, first, between, last)| {
            let inner = if children.is_empty() {
                first
            } else {
                format!("{first}{}{last}", children.join(&format!(",{between}")))
            };
            format!("{}{inner}{}", brackets.0, brackets.1)
        })
        .boxed()
}

fn value() -> BoxedStrategy<String> {
    leaf()
        .prop_recursive(3, 16, 4, |inner| {
            let member =
                (key(), gap(), gap(), inner.clone()).prop_map(|(k, a, b, v)| format!("{k}{a}:{b}{v}"));
            prop_oneof![
                container(prop::collection::vec(inner, 0..4), ("[", "]")),
                container(prop::collection::vec(member, 0..4), ("{", "}")),
            ]
        })
        .boxed()
}

fn handler() -> BoxedStrategy<String> {
    ("[a-z]{1,4}", gap())
        .prop_map(|(command, g)| {
            format!("{{{g}\"type\":\"command\",\"command\": \"{command}\",\"timeout\":1e1}}")
        })
        .boxed()
}

fn group() -> BoxedStrategy<String> {
    let handlers = container(prop::collection::vec(handler(), 0..3), ("[", "]"));
    (prop::option::of(prop_oneof![Just("Bash"), Just(""), Just("Edit|Write")]), handlers, gap())
        .prop_map(|(matcher, handlers, g)| match matcher {
            Some(matcher) => format!("{{\"matcher\":{g}\"{matcher}\",{g}\"hooks\":{handlers}}}"),
            None => format!("{{{g}\"hooks\":{handlers}}}"),
        })
        .boxed()
}

/// A `hooks` value, as the client could read it.
fn hooks() -> BoxedStrategy<String> {
    let groups = container(prop::collection::vec(group(), 0..3), ("[", "]"));
    let event = prop_oneof![Just("Stop"), Just("PreToolUse"), Just("Stop"), Just("Unknown")];
    let member = (event, gap(), prop_oneof![4 => groups, 1 => Just("null".to_owned())])
        .prop_map(|(event, g, groups)| format!("\"{event}\":{g}{groups}"));
    prop_oneof![
        6 => container(prop::collection::vec(member, 0..3), ("{", "}")),
        1 => Just("null".to_owned()),
    ]
    .boxed()
}

/// A settings file that a hook can be added to.
fn settings() -> BoxedStrategy<String> {
    let plain = (key(), gap(), value()).prop_map(|(key, g, value)| format!("{key}:{g}{value}"));
    let with_hooks = (gap(), hooks()).prop_map(|(g, hooks)| format!("\"hooks\"{g}:{g}{hooks}"));
    let member = prop_oneof![3 => plain, 1 => with_hooks];
    let document = container(prop::collection::vec(member, 0..5), ("{", "}"));
    let text =
        (gap(), document, gap()).prop_map(|(before, document, after)| format!("{before}{document}{after}"));
    // A key may spell "hooks" with escapes and hold anything: then no hook can be added, which is not the point here.
    let text = text.prop_filter("hooks of another type", |text| {
        let document = Document::parse(text.clone(), Dialect::Json).unwrap();
        document.at(&[Step::Key("hooks")]).is_none_or(|node| node.is_object() || node.kind() == "null")
            && document.at(&[Step::Key("hooks")]).is_none_or(|hooks| {
                hooks.members().iter().all(|event| event.value.is_array() || event.value.kind() == "null")
            })
    });
    let bom = prop_oneof![8 => Just(""), 1 => Just("\u{FEFF}")];
    prop_oneof![
        12 => (bom, text).prop_map(|(bom, text)| format!("{bom}{text}")),
        1 => gap(),
        1 => Just("{}".to_owned()),
        1 => Just("{}\n".to_owned()),
        1 => Just("\u{FEFF}".to_owned()),
    ]
    .boxed()
}

/// Hooks to add; the commands keep clear of those in the file.
fn additions() -> BoxedStrategy<Vec<NewHook>> {
    let event = prop_oneof![Just("Stop"), Just("PreToolUse"), Just("SessionStart")];
    let matcher = prop_oneof![Just(""), Just("Bash"), Just("Edit|Write"), Just("^x\\.y\"$")];
    let hook = (event, matcher, 0..50_u32).prop_map(|(event, matcher, number)| {
        let handler = Handler::command(format!("/opt/hook-{number} \"quoted\" ünï")).with("timeout", 30);
        NewHook::new(event, handler).matcher(matcher)
    });
    prop::collection::vec(hook, 1..4).boxed()
}

fn check(file: &Path, paths: &Paths, original: Option<&str>, hooks: &[NewHook], order: &[usize]) {
    match original {
        Some(text) => std::fs::write(file, text).unwrap(),
        None => drop(std::fs::remove_file(file)),
    }
    let mut names = Vec::new();
    let mut identities = HashSet::new();
    for hook in hooks {
        if !identities.insert((&hook.event, &hook.matcher, hook.handler.subject())) {
            continue;
        }
        install(paths, hook, Mode::Apply).unwrap();
        let identity = claude_hooks::registry::Identity::of(&hook.event, &hook.matcher, &hook.handler);
        names.push(Which::Identity(identity, Scope::User));
    }
    let installed = std::fs::read_to_string(file).unwrap();
    if let Some(original) = original {
        assert_outside_hooks_untouched(original, &installed);
    }
    let mut order: Vec<usize> = order.iter().map(|at| at % names.len()).collect();
    order.extend(0..names.len());
    let mut gone = HashSet::new();
    for at in order.into_iter().filter(|at| gone.insert(*at)) {
        uninstall(paths, &names[at], Force::No, Mode::Apply).unwrap();
    }
    match original {
        Some(text) => assert_eq!(std::fs::read_to_string(file).unwrap(), text),
        None => assert!(!file.exists(), "a file that was not there before is left"),
    }
}

/// Every byte before and after the `hooks` member is where it was; where there was none, the text is
/// the original with one piece put in.
fn assert_outside_hooks_untouched(original: &str, installed: &str) {
    let (old, new) = (original.trim_start_matches('\u{FEFF}'), installed.trim_start_matches('\u{FEFF}'));
    assert_eq!(original.len() - old.len(), installed.len() - new.len(), "the byte order mark");
    let document = Document::parse(old, Dialect::Json).unwrap();
    let (before, after) = match (document.root(), document.at(&[Step::Key("hooks")])) {
        (_, Some(hooks)) => (&old[..hooks.span.start], &old[hooks.span.end..]),
        (Some(root), None) if root.members().is_empty() => {
            (&old[..=root.span.start], &old[root.span.end - 1..])
        }
        (Some(root), None) => old.split_at(root.members().last().unwrap().value.span.end),
        (None, _) => (old, ""),
    };
    assert!(new.starts_with(before), "before: {before:?}\nnew: {new:?}");
    assert!(new.ends_with(after), "after: {after:?}\nnew: {new:?}");
}

/// A memory file system where there is one: the test is about bytes, not about disks.
fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// One of several runs side by side, each with its own seed.
fn install_then_uninstall(seed: u8) {
    let home = scratch();
    let paths = Paths::under(home.path());
    std::fs::create_dir(home.path().join(".claude")).unwrap();
    let file = home.path().join(".claude/settings.json");
    let config = Config { cases: CASES / RUNS, failure_persistence: None, ..Config::default() };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let original = prop_oneof![20 => settings().prop_map(Some), 1 => Just(None)];
    let order = prop::collection::vec(0..8_usize, 3);
    TestRunner::new_with_rng(config, random)
        .run(&(original, additions(), order), |(original, hooks, order)| {
            check(&file, &paths, original.as_deref(), &hooks, &order);
            Ok(())
        })
        .unwrap();
}

#[test]
fn install_then_uninstall_gives_back_every_byte() {
    std::thread::scope(|scope| {
        let runs: Vec<_> =
            (0..RUNS).map(|run| scope.spawn(move || install_then_uninstall(run as u8))).collect();
        runs.into_iter().for_each(|run| run.join().unwrap());
    });
}
