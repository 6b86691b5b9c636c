//! Layouts and letters that are odd but right: kept as they are.

use insta::assert_snapshot;

use crate::support::{LOCAL, TestHome, USER};

const INSTALL: &str = "install --event Stop -- true";

/// The settings after an install; the uninstall must give back what was.
fn installed(text: &str) -> String {
    let home = TestHome::with_settings(text);
    home.does(INSTALL);
    let after = home.read(USER);
    assert_eq!(home.json("list --json")["hooks"][0]["state"], "on");
    home.does("uninstall true");
    assert_eq!(home.read(USER), text);
    after
}

#[test]
fn an_empty_file_and_a_blank_one() {
    assert_snapshot!(installed(""), @r#"
    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "true"
              }
            ]
          }
        ]
      }
    }
    "#);
    assert_snapshot!(installed(" \n\n"), @r#"
     

    {
      "hooks": {
        "Stop": [
          {
            "hooks": [
              {
                "type": "command",
                "command": "true"
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn a_byte_order_mark_stays_first() {
    let text = installed("\u{feff}{\n  \"a\": 1\n}\n");
    assert!(text.starts_with("\u{feff}{\n  \"a\": 1,\n  \"hooks\": {\n"), "{text:?}");
    assert_eq!(text.matches('\u{feff}').count(), 1);
}

#[test]
fn line_ends_stay_as_they_are() {
    let text = installed("{\r\n  \"a\": 1\r\n}\r\n");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
    assert!(text.lines().count() > 5, "{text:?}");
}

#[test]
fn tabs_stay_tabs() {
    let text = installed("{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}\n");
    assert!(text.lines().all(|line| !line.starts_with(' ')), "{text:?}");
    assert!(text.contains("\n\t\t\"Stop\""), "{text:?}");
}

#[test]
fn a_minified_file_stays_on_one_line() {
    assert_snapshot!(installed(r#"{"a":1,"b":[1,2]}"#), @r#"{"a":1,"b":[1,2],"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}"#);
    assert_snapshot!(installed(r#"{"hooks":{"SessionEnd":[{"hooks":[{"type":"command","command":"x"}]}]}}"#), @r#"{"hooks":{"SessionEnd":[{"hooks":[{"type":"command","command":"x"}]}],"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}"#);
}

#[test]
fn numbers_escapes_and_order_stay_as_they_are() {
    let text = r#"{"z": 1.0e+10, "a": 12345678901234567890123, "\u0041": "\u00e9\/", "hooks": {}, "z2": -0}"#;
    let now = installed(text);
    assert!(
        now.starts_with(r#"{"z": 1.0e+10, "a": 12345678901234567890123, "\u0041": "\u00e9\/", "hooks": {"#),
        "{now}"
    );
    assert!(now.ends_with(r#", "z2": -0}"#), "{now}");
}

#[test]
fn odd_letters_in_names_commands_and_paths() {
    let home = TestHome::new();
    let odd = "naïve 日本 🎉 \"quoted\" \\ \u{202e}rtl";
    std::fs::create_dir_all(home.path("project/ä ö 🎉 'x'")).unwrap();
    let dir = home.path("project/ä ö 🎉 'x'");
    let words = ["install", "--event", "Stop", "--scope", "local", "--name", odd, "--project-dir"];
    let words = words.iter().map(std::ffi::OsStr::new).chain([dir.as_os_str()]);
    let said =
        home.run_words(words.chain(["--", "echo 'ü' \u{1F600} \\ \" \u{7}"].map(std::ffi::OsStr::new)));
    assert_eq!((said.code, said.stderr.as_str()), (0, ""), "{said}");
    assert!(said.stdout.contains(odd), "{said}");
    let shown = home.command(["show", odd, "--json", "--project-dir"]).arg(&dir).output().unwrap();
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["command"], "echo 'ü' \u{1F600} \\ \" \u{7}");
    assert_eq!(shown["name"], odd);
    let gone = home.command(["uninstall", odd, "--project-dir"]).arg(&dir).output().unwrap();
    assert!(gone.status.success(), "{gone:?}");
    assert!(!dir.join(".claude").exists() && !home.path(LOCAL).exists());
}

#[test]
fn terminal_codes_in_a_command_are_not_passed_on_to_the_terminal() {
    let home = TestHome::new();
    home.write(
        USER,
        r#"{"hooks": {"Stop": [{"matcher": "\u001b[2J", "hooks": [{"type": "command", "command": "echo \u001b[31m\u0007"}]}]}}"#,
    );
    for line in ["list", "show echo-31m", "show echo", "doctor", "uninstall echo-31m", "uninstall echo"] {
        for force in ["0", "1"] {
            let output = home.command(line.split(' ')).env("CLICOLOR_FORCE", force).output().unwrap();
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(!text.contains('\u{7}') && !text.contains("\u{1b}[2J"), "{line}: {text:?}");
        }
    }
}
