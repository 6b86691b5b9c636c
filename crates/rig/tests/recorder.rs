//! The recording hook alone, run from its shell line as the client would.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use claude_hooks_rig::recorder::RecordingHook;
use claude_hooks_rig::{Recorder, Sandbox};
use serde_json::json;

const PROGRAM: &str = env!("CARGO_BIN_EXE_claude-hooks-rig");

fn shell(line: &str, input: &str) -> Output {
    let mut child = Command::new("sh")
        .args(["-c", line])
        .env("CLAUDE_PROJECT_DIR", "somewhere")
        .env("SECRET_OF_THE_MACHINE", "hidden")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("no shell");
    // A hook told not to read may be gone already.
    let _ = child.stdin.take().expect("no stdin").write_all(input.as_bytes());
    child.wait_with_output().expect("no end")
}

fn call(hook: &RecordingHook, input: &str) -> Output {
    shell(&hook.command(), input)
}

#[test]
fn it_records_its_payload_and_surroundings() {
    let sandbox = Sandbox::new().unwrap();
    let hook = sandbox.recorder(PROGRAM).hook("it's").word("and more");
    let output = call(&hook, "{\"hook_event_name\": \"Stop\", \"n\": 1.50}\n");

    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let records = sandbox.hooks().unwrap();
    assert_eq!(records.len(), 1);
    let record = &records[0];
    assert_eq!((record.id.as_str(), record.event()), ("it's", "Stop"));
    assert_eq!(record.payload["n"].to_string(), "1.50", "numbers are kept as written");
    assert!(record.ended.expect("no end") >= record.started);
    let call = record.command().unwrap();
    assert_eq!(call.args, ["and more"]);
    assert_eq!(call.stdin_tail, "\n");
    assert_eq!(call.env["CLAUDE_PROJECT_DIR"], "somewhere");
    assert!(!call.env.contains_key("SECRET_OF_THE_MACHINE"));
    assert!(!call.terminal);
}

#[test]
fn it_does_what_it_is_told() {
    let sandbox = Sandbox::new().unwrap();
    let mark = sandbox.project().join("mark");
    let said = "two\n'lines' $HOME";
    let hook = sandbox.recorder(PROGRAM).hook("busy").stdout(said).stderr("oops").touch(&mark).exit(2);
    let output = call(&hook, "{}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), said);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "oops");
    assert_eq!(std::fs::read_to_string(mark).unwrap(), "busy");
}

#[test]
fn it_prints_a_file_byte_for_byte() {
    let sandbox = Sandbox::new().unwrap();
    sandbox.file("project/bytes", [0xff, 0x00, b'\n']).unwrap();
    let hook = sandbox.recorder(PROGRAM).hook("file").stdout_file(&sandbox.project().join("bytes"));
    assert_eq!(call(&hook, "{}").stdout, [0xff, 0x00, b'\n']);
}

#[test]
fn it_dies_of_a_signal_after_recording_its_end() {
    let sandbox = Sandbox::new().unwrap();
    let hook = sandbox.recorder(PROGRAM).hook("dying").signal(15);
    let status = call(&hook, "{}").status;
    // Some shells stay in between and report the signal as 128 + 15.
    assert!(status.signal() == Some(15) || status.code() == Some(143), "{status}");
    assert!(sandbox.hooks().unwrap()[0].ended.is_some());
}

#[test]
fn with_first_only_later_calls_are_silent() {
    let sandbox = Sandbox::new().unwrap();
    let hook = sandbox.recorder(PROGRAM).hook("once").stdout("block").exit(2).first_only();
    assert_eq!(call(&hook, "{}").status.code(), Some(2));
    let later = call(&hook, "{}");
    assert!(later.status.success() && later.stdout.is_empty());
    assert_eq!(sandbox.hooks().unwrap().len(), 2);
}

#[test]
fn input_that_is_not_json_is_kept_raw() {
    let sandbox = Sandbox::new().unwrap();
    let recorder = sandbox.recorder(PROGRAM);
    call(&recorder.hook("odd"), "no json");
    call(&recorder.hook("deaf").without_stdin(), "unheard");
    let records = sandbox.hooks().unwrap();
    assert_eq!(records[0].payload, json!({"$raw": "no json"}));
    assert_eq!(records[1].payload, json!({"$raw": ""}));
}

#[test]
fn hooks_in_parallel_lose_no_record() {
    let sandbox = Sandbox::new().unwrap();
    let recorder = sandbox.recorder(PROGRAM);
    let large = json!({"text": "x".repeat(200_000)}).to_string();
    thread::scope(|scope| {
        for number in 0..8 {
            let (hook, large) = (recorder.hook(&number.to_string()), &large);
            scope.spawn(move || call(&hook, large));
        }
    });
    let records = sandbox.hooks().unwrap();
    let mut ids: Vec<_> = records.iter().map(|record| record.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["0", "1", "2", "3", "4", "5", "6", "7"]);
    assert!(records.iter().all(|record| record.ended.is_some()));
}

#[test]
fn a_sleeping_hook_has_started_but_not_ended() {
    let sandbox = Sandbox::new().unwrap();
    let hook = sandbox.recorder(PROGRAM).hook("slow").sleep(Duration::from_secs(600));
    let (program, words) = hook.argv();
    let mut child = Command::new(program).args(words).stdin(Stdio::null()).spawn().unwrap();
    let record = loop {
        if let Some(record) = sandbox.hooks().unwrap().pop() {
            break record;
        }
        thread::yield_now();
    };
    assert!(record.ended.is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_foreign_line_in_the_log_is_named() {
    let sandbox = Sandbox::new().unwrap();
    let recorder = sandbox.recorder(PROGRAM);
    call(&recorder.hook("fine"), "{}");
    let mut log = std::fs::OpenOptions::new().append(true).open(recorder.log()).unwrap();
    log.write_all(b"hello\n").unwrap();
    let error = sandbox.hooks().unwrap_err().to_string();
    assert!(error.ends_with("hooks.jsonl:3: not a line of the recorder"), "{error}");
}

#[test]
fn misuse_is_explained_and_exits_64() {
    for line in ["", "frobnicate", "record", "record --log x", "record x", "record --log", "install-client x"]
    {
        let output = shell(&format!("{PROGRAM} {line}"), "");
        assert_eq!(output.status.code(), Some(64), "{line}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("usage: claude-hooks-rig"), "{line}");
    }
}

#[test]
fn tests_of_other_packages_find_the_built_program() {
    assert_eq!(Recorder::built_program().unwrap(), std::path::Path::new(PROGRAM));
}
