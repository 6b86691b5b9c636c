//! The rig around the real client: hooks fire, get their payload, and their answers reach the model.

use std::error::Error;
use std::io::Write;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use claude_hooks_rig::messages::Conversation;
use claude_hooks_rig::{Client, Endpoint, Exit, Recorder, Run, Sandbox, Script, Turn, managed};
use rustix::process::{Pid, test_kill_process};
use serde_json::{Value, json};

type Outcome = Result<(), Box<dyn Error>>;

fn recorder(sandbox: &Sandbox) -> Recorder {
    sandbox.recorder(env!("CARGO_BIN_EXE_claude-hooks-rig"))
}

/// Settings with one command hook for one event.
fn hook(event: &str, command: &str) -> Value {
    json!({"hooks": {event: [{"hooks": [{"type": "command", "command": command}]}]}})
}

fn runs_bash(command: &str) -> Script {
    Script::new().turn(Turn::uses("Bash", json!({"command": command}))).turn(Turn::says("done"))
}

/// The ids of the hooks that ran, in order.
fn ids(run: &Run) -> Vec<&str> {
    run.hooks().iter().map(|record| record.id.as_str()).collect()
}

#[test]
fn a_stop_hook_of_the_user_fires() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    sandbox.user_settings(&hook("Stop", &recorder(&sandbox).command("stop")))?;

    let run = sandbox.session(&client).script(Script::new().turn(Turn::says("bye"))).run()?;

    assert_eq!(run.exit(), Exit::Code(0), "{}", run.stderr());
    assert_eq!(ids(&run), ["stop"]);
    let stop = &run.hooks()[0];
    assert_eq!(stop.event(), "Stop");
    assert_eq!(stop.payload["last_assistant_message"], "bye");
    assert_eq!(stop.payload["cwd"].as_str(), sandbox.project().to_str());
    assert_eq!(stop.payload["session_id"].as_str(), run.session_id());
    assert!(stop.ended.is_some());
    assert_eq!(run.result().ok_or("no result")?["result"], "bye");
    assert_eq!(run.hook_responses().count(), 1);
    Ok(())
}

#[test]
fn hooks_of_all_three_files_fire_with_the_tools_input() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    let recorder = recorder(&sandbox);
    sandbox
        .user_settings(&hook("PreToolUse", &recorder.command("user")))?
        .project_settings(&hook("PreToolUse", &recorder.command("project")))?
        .local_settings(&hook("PreToolUse", &recorder.command("local")))?
        .file("project/note.txt", "a note")?;

    let read = Turn::uses("Read", json!({"file_path": sandbox.project().join("note.txt")}));
    let script = Script::new().turn(read).turn(Turn::says("done"));
    let run = sandbox.session(&client).script(script).run()?;

    let mut ran = ids(&run);
    ran.sort_unstable();
    assert_eq!(ran, ["local", "project", "user"]);
    for record in run.hooks() {
        assert_eq!(record.payload["tool_name"], "Read");
        assert_eq!(record.payload["tool_use_id"], "toolu_main_0_0");
        let call = record.command().ok_or("not a command")?;
        assert_eq!(call.env["HOME"], sandbox.home().to_string_lossy());
    }
    assert!(run.told()[1].text().contains("a note"));
    Ok(())
}

#[test]
fn a_denial_reaches_the_models_next_request() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    let deny = recorder(&sandbox).hook("guard").stderr("MARK not today").exit(2).command();
    sandbox.user_settings(&hook("PreToolUse", &deny))?;

    let run = sandbox.session(&client).prompt("go").script(runs_bash("touch made")).run()?;

    assert_eq!(run.exit(), Exit::Code(0), "{}", run.stderr());
    assert_eq!(run.hooks()[0].payload["tool_input"]["command"], "touch made");
    assert!(run.told()[0].text().contains("go"));
    assert!(!run.told()[0].text().contains("MARK"));
    assert!(run.told()[1].text().contains("MARK not today"));
    assert!(!run.told()[1].blocks.iter().any(|block| block["text"] == "go"), "told again what it knew");
    assert_eq!(run.permission_denials()[0]["tool_name"], "Bash");
    assert!(!sandbox.project().join("made").exists());
    Ok(())
}

#[test]
fn an_http_hook_posts_to_its_endpoint() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    let answer = json!({"hookSpecificOutput": {
        "hookEventName": "UserPromptSubmit", "additionalContext": "MARK from afar"
    }});
    let url = sandbox.endpoint("gate", Endpoint::new().json(&answer));
    let http = json!({"type": "http", "url": url, "headers": {"X-Rig": "yes"}});
    sandbox.user_settings(&json!({"hooks": {"UserPromptSubmit": [{"hooks": [http]}]}}))?;

    let run = sandbox.session(&client).prompt("knock knock").run()?;

    assert_eq!(ids(&run), ["http:gate"]);
    assert_eq!(run.hooks()[0].payload["prompt"], "knock knock");
    assert!(run.told()[0].text().contains("MARK from afar"));
    Ok(())
}

#[test]
fn managed_settings_are_seen_by_this_run_only() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    if let Err(refusal) = managed::permitted() {
        writeln!(std::io::stderr(), "not tested: {refusal}")?;
        return Ok(());
    }
    let sandbox = Sandbox::new()?;
    let recorder = recorder(&sandbox);
    let mut policy = hook("Stop", &recorder.command("managed"));
    policy["allowManagedHooksOnly"] = json!(true);
    sandbox.managed(&policy)?.user_settings(&hook("Stop", &recorder.command("user")))?;

    let run = sandbox.session(&client).run()?;
    assert_eq!(ids(&run), ["managed"]);

    let other = Sandbox::new()?;
    other.user_settings(&hook("Stop", &self::recorder(&other).command("user")))?;
    assert_eq!(ids(&other.session(&client).run()?), ["user"]);
    Ok(())
}

#[test]
fn two_clients_at_the_same_time_do_not_disturb_each_other() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    // Neither prompt goes through before both clients are there.
    let barrier = Arc::new(Barrier::new(2));
    let runs = thread::scope(|scope| {
        let start = |name: &'static str| {
            let (client, barrier) = (&client, Arc::clone(&barrier));
            scope.spawn(move || run_and_meet(client, name, barrier).map_err(|error| error.to_string()))
        };
        [start("first"), start("second")].map(|thread| thread.join().expect("a thread panicked"))
    });
    for (run, name) in runs.into_iter().zip(["first", "second"]) {
        let run = run?;
        assert_eq!(ids(&run), ["http:meet", "stop"]);
        assert_eq!(run.hooks()[0].payload["prompt"], name);
        assert_eq!(run.result().ok_or("no result")?["result"], format!("I am the {name}"));
    }
    Ok(())
}

fn run_and_meet(client: &Client, name: &str, barrier: Arc<Barrier>) -> Result<Run, Box<dyn Error>> {
    let sandbox = Sandbox::new()?;
    let url = sandbox.endpoint("meet", Endpoint::new().meet(barrier));
    let mut settings = hook("Stop", &recorder(&sandbox).command("stop"));
    settings["hooks"]["UserPromptSubmit"] = json!([{"hooks": [{"type": "http", "url": url}]}]);
    sandbox.user_settings(&settings)?;
    let script = Script::new().turn(Turn::says(format!("I am the {name}")));
    Ok(sandbox.session(client).prompt(name).script(script).run()?)
}

#[test]
fn the_limit_kills_a_client_and_its_sleeping_hook() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    let sleeper = recorder(&sandbox).hook("sleeper").sleep(Duration::from_secs(600)).command();
    sandbox.user_settings(&hook("UserPromptSubmit", &sleeper))?;

    let run = sandbox.session(&client).limit(Duration::from_secs(5)).run()?;

    assert_eq!(run.exit(), Exit::TimedOut);
    assert!(run.took() < Duration::from_secs(15), "took {:?}", run.took());
    let sleeper = run.hooks().first().ok_or("the hook had not started")?;
    assert!(sleeper.ended.is_none());
    assert!(!is_running(sleeper.command().ok_or("not a command")?.pid), "the hook outlived its client");
    Ok(())
}

/// A killed orphan may stay in the process table until its new parent looks; it no longer runs.
fn is_running(pid: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let gone = state.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['Z', 'X']));
    !gone && Pid::from_raw(pid.cast_signed()).is_some_and(|pid| test_kill_process(pid).is_ok())
}

#[test]
fn prompts_wait_for_each_other() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    sandbox.user_settings(&hook("UserPromptSubmit", &recorder(&sandbox).command("asked")))?;
    let script = Script::new().turn(Turn::says("one")).turn(Turn::says("two"));

    let run = sandbox.session(&client).prompts(["first", "second"]).script(script).run()?;

    assert_eq!(run.exit(), Exit::Code(0), "{}", run.stderr());
    let results: Vec<_> = run.lines_of("result").map(|line| &line["result"]).collect();
    assert_eq!(results, ["one", "two"]);
    let prompts: Vec<_> = run.hooks().iter().map(|record| &record.payload["prompt"]).collect();
    assert_eq!(prompts, ["first", "second"]);
    Ok(())
}

#[test]
fn a_subagent_follows_its_own_script() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    sandbox.user_settings(&hook("SubagentStop", &recorder(&sandbox).command("end")))?;
    let task = json!({"description": "look", "prompt": "MARK-sub look around",
                      "subagent_type": "general-purpose", "run_in_background": false});
    let sub = Conversation {
        when: "MARK-sub".to_owned(),
        name: Some("sub".to_owned()),
        turns: vec![Turn::says("MARK seen")],
    };
    let script = Script::new().turn(Turn::uses("Agent", task)).turn(Turn::says("done")).conversation(sub);

    let run = sandbox.session(&client).script(script).run()?;

    assert_eq!(ids(&run), ["end"]);
    let threads: Vec<_> = run.told().iter().map(|told| (told.thread.as_str(), told.turn)).collect();
    assert_eq!(threads, [("main", 0), ("sub", 0), ("main", 1)]);
    assert!(run.told()[2].text().contains("MARK seen"));
    Ok(())
}

#[test]
fn a_later_run_in_the_same_sandbox_resumes_the_session() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    sandbox.user_settings(&hook("SessionStart", &recorder(&sandbox).command("start")))?;

    let first = sandbox.session(&client).prompt("remember MARK").run()?;
    let id = first.session_id().ok_or("no session id")?;
    let second = sandbox.session(&client).args(["--resume", id]).prompt("again").run()?;

    assert_eq!(first.hooks()[0].payload["source"], "startup");
    assert_eq!(ids(&second), ["start"], "only the hooks of this run");
    assert_eq!(second.hooks()[0].payload["source"], "resume");
    assert!(second.told()[0].text().contains("remember MARK"));
    Ok(())
}

#[test]
fn a_control_request_is_answered_before_the_next_line() -> Outcome {
    let Some(client) = Client::for_tests() else { return Ok(()) };
    let sandbox = Sandbox::new()?;
    let control = json!({"type": "control_request", "request_id": "one",
                         "request": {"subtype": "set_model", "model": "claude-rig-1"}});
    let user = json!({"type": "user", "message": {"role": "user", "content": "hello"}});

    let run = sandbox.session(&client).lines([control, user]).run()?;

    assert_eq!(run.exit(), Exit::Code(0), "{}", run.stderr());
    assert_eq!(run.lines_of("control_response").count(), 1);
    assert_eq!(run.requests()[0].body["model"], "claude-rig-1");
    Ok(())
}
