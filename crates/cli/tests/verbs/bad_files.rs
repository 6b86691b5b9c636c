//! What can stand in the place of a settings file: links, folders, pipes, things one may not write.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::process::Command;

use insta::assert_snapshot;

use crate::support::{PROJECT, TestHome, USER, is_root};

const INSTALL: &str = "install --event Stop -- true";

fn mode(home: &TestHome, path: &str) -> u32 {
    home.path(path).metadata().unwrap().permissions().mode() & 0o7777
}

#[test]
fn a_folder_in_place_of_the_file() {
    let home = TestHome::new();
    fs::create_dir_all(home.path(USER)).unwrap();
    assert_snapshot!(home.run(INSTALL), @"
    exit code: 65
    ----- stderr
    error: [HOME]/.claude/settings.json is a folder, not a file
    ");
    assert_snapshot!(home.run("list"), @"
    exit code: 0
    ----- stderr
    no hooks
    warning: [HOME]/.claude/settings.json is a folder, not a file
    ");
    assert!(home.path(USER).is_dir());
}

#[test]
fn a_pipe_in_place_of_the_file_is_not_waited_for() {
    let home = TestHome::new();
    fs::create_dir_all(home.path(".claude")).unwrap();
    assert!(Command::new("mkfifo").arg(home.path(USER)).status().unwrap().success());
    assert_snapshot!(home.run(INSTALL), @"
    exit code: 65
    ----- stderr
    error: [HOME]/.claude/settings.json is a device or pipe, not a file
    ");
    for line in ["list", "status", "doctor"] {
        assert!(home.run(line).code <= 1, "{line}");
    }
}

#[test]
fn a_file_in_place_of_the_folder() {
    let home = TestHome::new();
    home.write(".claude", "not a folder");
    let said = home.run(INSTALL);
    assert!(matches!(said.code, 65 | 73 | 74), "{said}");
    assert_snapshot!(said, @"
    exit code: 74
    ----- stderr
    error: cannot read [HOME]/.claude/settings.json
      because: Not a directory (os error 20)
    ");
    assert_eq!(home.read(".claude"), "not a folder");
    assert_eq!(home.run("list").code, 0);
}

#[test]
fn a_symlink_stays_a_link_and_its_target_is_edited() {
    for target in ["dotfiles/claude.json", "absolute"] {
        let home = TestHome::new();
        home.write("dotfiles/claude.json", "{\n  \"a\": 1\n}\n");
        fs::create_dir(home.path(".claude")).unwrap();
        let to = match target {
            "absolute" => home.path("dotfiles/claude.json"),
            _ => "../dotfiles/claude.json".into(),
        };
        symlink(&to, home.path(USER)).unwrap();
        home.does(INSTALL);
        assert_eq!(fs::read_link(home.path(USER)).unwrap(), to);
        assert!(home.read("dotfiles/claude.json").contains("\"true\""));
        home.does("uninstall true");
        assert_eq!(home.read("dotfiles/claude.json"), "{\n  \"a\": 1\n}\n");
        assert_eq!(fs::read_link(home.path(USER)).unwrap(), to);
        assert_eq!(home.names("dotfiles"), ["claude.json"]);
        assert_eq!(home.names(".claude"), ["settings.json"]);
    }
}

#[test]
fn links_to_links_are_followed() {
    let home = TestHome::new();
    home.write("a/real.json", "{}");
    fs::create_dir(home.path(".claude")).unwrap();
    symlink("../b.json", home.path(USER)).unwrap();
    symlink("a/real.json", home.path("b.json")).unwrap();
    home.does(INSTALL);
    assert!(home.read("a/real.json").contains("\"true\""));
    assert_eq!(fs::read_link(home.path("b.json")).unwrap().to_str(), Some("a/real.json"));
}

#[test]
fn a_dangling_link_gets_its_target() {
    let home = TestHome::new();
    fs::create_dir(home.path(".claude")).unwrap();
    symlink("../dotfiles/new.json", home.path(USER)).unwrap();
    assert_snapshot!(home.run(INSTALL), @"
    exit code: 0
    ----- stdout
    installed true for Stop in ~/.claude/settings.json
    ");
    assert!(home.read("dotfiles/new.json").contains("\"true\""));
    assert!(fs::symlink_metadata(home.path(USER)).unwrap().is_symlink());
    home.does("uninstall true");
    assert!(!home.path("dotfiles/new.json").exists());
    assert!(fs::symlink_metadata(home.path(USER)).unwrap().is_symlink());
}

#[test]
fn a_loop_of_links_is_refused() {
    let home = TestHome::new();
    fs::create_dir(home.path(".claude")).unwrap();
    symlink("settings.json", home.path(USER)).unwrap();
    assert_snapshot!(home.run(INSTALL), @"
    exit code: 65
    ----- stderr
    error: [HOME]/.claude/settings.json is a loop of links, not a file
    ");
    assert_eq!(home.run("list").code, 0);
    assert!(fs::symlink_metadata(home.path(USER)).unwrap().is_symlink());
}

#[test]
fn a_linked_claude_folder_stays_a_link() {
    let home = TestHome::new();
    fs::create_dir(home.path("dotfiles")).unwrap();
    symlink("dotfiles", home.path(".claude")).unwrap();
    home.does(INSTALL).does("uninstall true");
    assert!(fs::symlink_metadata(home.path(".claude")).unwrap().is_symlink());
    assert_eq!(home.names("dotfiles"), Vec::<String>::new());
}

#[test]
fn mode_and_owner_stay() {
    for bits in [0o600, 0o640, 0o644, 0o444, 0o755] {
        let home = TestHome::with_settings("{}");
        home.chmod(USER, bits);
        if is_root() {
            chown(home.path(USER), Some(1234), Some(4321)).unwrap();
        }
        let owner =
            |home: &TestHome| home.path(USER).metadata().map(|file| (file.uid(), file.gid())).unwrap();
        let before = owner(&home);
        home.does(INSTALL);
        assert_eq!((mode(&home, USER), owner(&home)), (bits, before));
        home.does("uninstall true");
        assert_eq!((mode(&home, USER), owner(&home)), (bits, before));
    }
}

#[test]
fn a_folder_that_may_not_be_written() {
    let home = TestHome::with_settings("{}");
    home.chmod(".claude", 0o555);
    if fs::write(home.path(".claude/probe"), "").is_ok() {
        println!("skipped: the folder can be written although it is read-only (root?)");
        return;
    }
    let said = home.run(INSTALL);
    assert_eq!(said.code, 77, "{said}");
    assert_eq!(home.read(USER), "{}");
    assert_eq!(home.json("list --json")["hooks"], serde_json::json!([]));
    home.chmod(".claude", 0o755).does(INSTALL);
}

/// The same for root, as somebody else.
#[test]
fn a_folder_and_a_file_of_somebody_else() {
    let setpriv = std::path::Path::new("/usr/bin/setpriv");
    if !is_root() || !setpriv.exists() {
        println!("skipped: only root can be somebody else");
        return;
    }
    let home = TestHome::with_settings("{}");
    home.write(".local/share/claude-hooks/x", "").write(".local/state/x", "");
    for path in [".local", ".local/share", ".local/state", ".local/share/claude-hooks", "project"] {
        chown(home.path(path), Some(65534), Some(65534)).unwrap();
    }
    home.chmod("", 0o755);
    let as_nobody = |line: &str| {
        let plain = home.command(line.split(' '));
        let mut command = Command::new(setpriv);
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]).arg(plain.get_program());
        command.args(plain.get_args()).current_dir(home.path("project")).env_clear();
        command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
        home.said(&command.output().unwrap())
    };
    let reachable = as_nobody("list");
    if reachable.code != 0 {
        println!("skipped: nobody cannot run the program here: {reachable}");
        return;
    }
    let said = as_nobody(INSTALL);
    assert_eq!(said.code, 77, "{said}");
    assert!(
        said.stderr.starts_with(
            "error: cannot write in [HOME]/.claude; [HOME]/.claude/settings.json is unchanged\n"
        ),
        "{said}"
    );
    assert!(said.stderr.contains("Permission denied"), "{said}");
    assert_eq!(home.read(USER), "{}");
    home.chmod(USER, 0o600);
    assert_snapshot!(as_nobody(INSTALL), @"
    exit code: 77
    ----- stderr
    error: cannot read [HOME]/.claude/settings.json
      because: Permission denied (os error 13)
    ");
    assert_snapshot!(as_nobody("list"), @"
    exit code: 0
    ----- stderr
    no hooks
    warning: cannot read [HOME]/.claude/settings.json: Permission denied (os error 13)
    ");
    assert_eq!(home.names(".claude"), ["settings.json"]);
    assert_snapshot!(as_nobody("install --event Stop --scope project -- true"), @"
    exit code: 0
    ----- stdout
    installed true for Stop in ~/project/.claude/settings.json
    ");
    assert!(home.path(PROJECT).exists());
}

#[test]
fn no_lock_or_temporary_file_is_left_in_claudes_folder() {
    let home = TestHome::with_settings("{}");
    home.does(INSTALL)
        .does("update true --timeout 4")
        .does("disable true --scope user")
        .does("uninstall true");
    assert_eq!(home.names(".claude"), ["settings.json"]);
    assert_eq!(home.names(".local/share/claude-hooks"), ["registry.jsonc"]);
}
