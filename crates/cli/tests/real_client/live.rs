//! Our program changes the settings while the client runs.

use crate::scene::{Scene, ran, said};

#[test]
fn a_hook_installed_during_a_session_fires_in_it() {
    let Some(scene) = Scene::new() else { return };
    let users = "{\n\t\"env\": {\"LAB_USER\": \"still here\"}\n}\n";
    scene.sandbox.file("home/.claude/settings.json", users).unwrap();
    // The first prompt's own hook installs the next one: that is certainly during the session.
    let mut install = scene.command(&["install", "--event", "Stop", "--name", "second", "--"]);
    install.arg(scene.recorder().command("second"));
    let words: Vec<String> = [install.get_program()]
        .into_iter()
        .chain(install.get_args())
        .map(|word| claude_hooks::settings::join([word.to_str().unwrap()]))
        .collect();
    let line = format!("{} >&2", words.join(" "));
    scene.succeed(&["install", "--event", "UserPromptSubmit", "--name", "first", "--", &line]);

    let run = scene.talk(["one", "two", "three", "four", "five"]);

    let settings: serde_json::Value =
        serde_json::from_str(&scene.text("home/.claude/settings.json")).unwrap();
    assert_eq!(settings["env"]["LAB_USER"], "still here");
    let doctor = scene.command(&["doctor"]).output().unwrap();
    assert!(doctor.status.success(), "{}", said(&doctor));
    assert_eq!(ran(&run), ["second"].into(), "{}", run.stderr());
    for name in ["second", "first"] {
        scene.succeed(&["uninstall", name]);
    }
    assert_eq!(scene.text("home/.claude/settings.json"), users);
}
