//! Hooks that our program installs, turns off and on, and takes out.

use claude_hooks_rig::Endpoint;
use serde_json::json;

use crate::scene::{Scene, ran};

/// Settings of the user's own: a variable for the client's commands and hooks, in a layout of their own.
const USERS: &str = "{ \"env\": { \"LAB_USER\": \"still here\" } }";

#[test]
fn a_hook_fires_in_each_scope_until_it_is_disabled_or_taken_out() {
    let Some(scene) = Scene::new() else { return };
    scene.sandbox.file("home/.claude/settings.json", USERS).unwrap();
    for scope in ["user", "project", "local"] {
        scene.install(scope, &["--event", "PreToolUse", "--matcher", "Read", "--scope", scope]);
    }
    scene.install("elsewhere", &["--event", "PreToolUse", "--matcher", "Bash"]);

    let run = scene.run();
    assert_eq!(ran(&run), ["local", "project", "user"].into());
    for record in run.hooks() {
        assert_eq!(record.payload["tool_name"], "Read");
        assert_eq!(record.command().unwrap().env["LAB_USER"], "still here");
    }

    scene.succeed(&["disable", "user", "--scope", "user"]);
    scene.succeed(&["uninstall", "local"]);
    assert_eq!(ran(&scene.run()), ["project"].into());

    scene.succeed(&["enable", "user", "--scope", "user"]);
    scene.succeed(&["uninstall", "project"]);
    assert_eq!(ran(&scene.run()), ["user"].into());

    scene.succeed(&["uninstall", "user"]);
    scene.succeed(&["uninstall", "elsewhere"]);
    assert_eq!(ran(&scene.run()), [].into());
    assert_eq!(scene.text("home/.claude/settings.json"), USERS);
    assert!(!scene.sandbox.project().join(".claude").exists(), "nothing is left where nothing was");
}

#[test]
fn local_settings_at_the_git_root_count_in_a_subdirectory() {
    let Some(scene) = Scene::new() else { return };
    scene.sandbox.git_repository().unwrap().file("project/below/here", "").unwrap();
    for scope in ["project", "local"] {
        scene.install(scope, &["--event", "PreToolUse", "--scope", scope]);
    }

    assert_eq!(ran(&scene.run_in("below")), ["local"].into());

    let below = scene.sandbox.project().join("below");
    let listed = scene.json(&["list", "--project-dir", below.to_str().unwrap()]);
    let names: Vec<_> = listed["hooks"].as_array().unwrap().iter().map(|hook| &hook["name"]).collect();
    assert_eq!(names, ["local"]);
}

#[test]
fn an_http_hook_and_one_without_a_shell_get_their_calls() {
    let Some(scene) = Scene::new() else { return };
    let url = scene.sandbox.endpoint("audit", Endpoint::new());
    let http =
        ["install", "--event", "PostToolUse", "--type", "http", "--url", &url, "--header", "X-Rig=yes"];
    scene.succeed(&http);
    let words = ["two words", "$HOME", "'quoted'", "*"];
    let hook = words.iter().fold(scene.recorder().hook("exec"), |hook, word| hook.word(*word));
    let (program, arguments) = hook.argv();
    let exec = ["install", "--event", "Stop", "--exec", "--", program];
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    scene.succeed(&[&exec[..], &arguments].concat());

    let run = scene.run();

    assert_eq!(ran(&run), ["exec", "http:audit"].into());
    let call = run.hooks_named("http:audit").next().unwrap();
    assert_eq!(call.payload["tool_name"], "Read");
    match &call.origin {
        claude_hooks_rig::recorder::Origin::Http(hit) => assert_eq!(hit.headers["x-rig"], "yes"),
        other => panic!("{other:?}"),
    }
    let exec = run.hooks_named("exec").next().unwrap();
    assert_eq!(exec.command().unwrap().args, words);
    assert_eq!(exec.payload["hook_event_name"], json!("Stop"));
}
