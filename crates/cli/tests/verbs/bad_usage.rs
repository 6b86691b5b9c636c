//! Wrong command lines, odd environments, closed pipes: never exit code 2, never a panic.

use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::support::{TestHome, USER};

const WRONG: [&str; 34] = [
    "",
    "zebra",
    "instal",
    "--zebra",
    "install",
    "install --event",
    "install --event Stop",
    "install --event Stopp -- true",
    "install --event stop -- true",
    "install --event Stop true",
    "install --event Stop --scope moon -- true",
    "install --event Stop --type zebra -- true",
    "install --event Stop --type http",
    "install --event Stop --type http --url http://x -- true",
    "install --event Stop --type mcp_tool --server x",
    "install --event Stop --type prompt",
    "install --event Stop --timeout soon -- true",
    "install --event Stop --timeout 0 -- true",
    "install --event Stop --timeout -1 -- true",
    "install --event Stop --header nothing --type http --url http://x",
    "install --event Stop --set x=oops -- true",
    "install --event Stop --set =1 -- true",
    "install --event Stop --custom oops -- true",
    "install --event Stop --gated -- true",
    "install --event Stop --on-failure maybe -- true",
    "uninstall",
    "uninstall --event Stop",
    "uninstall name --event Stop -- true",
    "show",
    "update",
    "disable",
    "disable x",
    "migrate --from user",
    "doctor --force",
];

#[test]
fn wrong_command_lines_exit_64() {
    let home = TestHome::with_settings("{}");
    let before = home.listing();
    let more = [
        "migrate --from user --to user x",
        "import",
        "import x --on-conflict maybe",
        "completions",
        "completions tcl",
        "schema zebra",
        "man zebra",
        "list --scope moon",
        "list extra",
        "help",
        "diff",
        "doctor --dry-run",
    ];
    for line in WRONG.iter().chain(&more) {
        let said = home.run(line);
        assert_eq!(said.code, 64, "claude-hooks {line}\n{said}");
        assert_eq!(said.stdout, "", "{line}");
        assert!(!said.stderr.trim().is_empty(), "{line}");
        assert!(!said.stderr.contains('\u{1b}'), "{line}");
    }
    assert_eq!(home.listing(), before);
}

#[test]
fn how_usage_errors_read() {
    let home = TestHome::new();
    assert_snapshot!(home.run("install --event PreTooluse -- true"), @"
    exit code: 64
    ----- stderr
    error: invalid value 'PreTooluse' for '--event <EVENT>': 'PreTooluse' is not an event of Claude Code (did you mean PreToolUse?)

    For more information, try '--help'.
    ");
    assert_snapshot!(home.run("install --event Zebra -- true"), @"
    exit code: 64
    ----- stderr
    error: invalid value 'Zebra' for '--event <EVENT>': 'Zebra' is not an event of Claude Code

    For more information, try '--help'.
    ");
    assert_snapshot!(home.run("instal"), @"
    exit code: 64
    ----- stderr
    error: unrecognized subcommand 'instal'

      tip: some similar subcommands exist: 'disable', 'list', 'uninstall', 'install'

    Usage: claude-hooks [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
    assert_snapshot!(home.run("install --event Stop"), @"
    exit code: 64
    ----- stderr
    error: which command? write it behind --
    hint: claude-hooks install --event Stop -- /path/to/stop.sh --notify
    ");
    assert_snapshot!(home.run("install --event Stop --type http"), @"
    exit code: 64
    ----- stderr
    error: a hook of type http needs --url
    ");
    assert_snapshot!(home.run("install --event Stop --timeout soon -- true"), @"
    exit code: 64
    ----- stderr
    error: --timeout takes a number of seconds above 0, not 'soon'
    ");
    assert_snapshot!(home.run("install --event Stop --set x=oops -- true"), @r#"
    exit code: 64
    ----- stderr
    error: --set: expected value at line 1 column 1: oops
    hint: a text needs its quotes: '"text"'
    "#);
    assert_snapshot!(home.run("uninstall"), @"
    exit code: 64
    ----- stderr
    error: which hook? give its name, or --event and its command behind --
    hint: claude-hooks list shows all names
    ");
    assert_snapshot!(home.run(""), @"
    exit code: 64
    ----- stderr
    Manage Claude Code hooks without ever losing one

    Usage: claude-hooks [OPTIONS] <COMMAND>

    Commands:
      install      Install a hook into a settings file
      uninstall    Take a hook out of its settings file
      list         List hooks, ours or not, with their place
      show         Show everything about one hook
      update       Change the configuration of a hook
      enable       Put a disabled hook back into its settings file
      disable      Take a hook out of its settings file but remember it
      status       Show how many hooks each settings file has and whether all is well
      diff         Compare an export file with what is installed
      export       Write hooks to a file that `import` reads
      import       Install the hooks of an export file
      migrate      Move hooks from one settings file to another
      doctor       Find everything that is silently wrong with hooks, and cure it
      tour         Take a tour in a throw-away home; nothing of yours is touched
      completions  Print a completion script for a shell
      man          Print the manual page, or that of one command
      schema       Print the JSON Schema of a --json shape or of a file of ours

    Options:
      -h, --help     Print help (see more with '--help')
      -V, --version  Print version

    Global options:
          --project-dir <DIR>  The project folder [default: the working directory]
    ");
}

#[test]
fn words_that_are_not_unicode() {
    use std::os::unix::ffi::OsStringExt as _;
    let home = TestHome::new();
    let odd = std::ffi::OsString::from_vec(b"caf\xe9".to_vec());
    let words = [&"install".into(), &"--event".into(), &"Stop".into(), &"--".into(), &odd];
    let said = home.run_words(words);
    assert_eq!(said.code, 64, "{said}");
    assert!(!home.path(USER).exists());
}

#[test]
fn without_a_home() {
    let home = TestHome::new();
    let output = home.command(["list"]).env_remove("HOME").output().unwrap();
    // The user database may know better; if not, that is said.
    let said = home.said(&output);
    assert!(said.code == 0 || (said.code == 66 && said.stderr.contains("HOME is not set")), "{said}");
    let output = home.command(["list"]).env("HOME", "").output().unwrap();
    assert!(output.status.code().is_some_and(|code| code == 0 || code == 66), "{output:?}");
}

#[test]
fn a_home_that_does_not_exist_yet() {
    let home = TestHome::new();
    let output = home
        .command(["install", "--event", "Stop", "--", "true"])
        .env("HOME", home.path("new/home"))
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_STATE_HOME")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(home.path("new/home/.claude/settings.json").exists());
    assert!(home.path("new/home/.local/share/claude-hooks/registry.jsonc").exists());
}

#[test]
fn a_project_folder_that_does_not_exist() {
    let home = TestHome::new();
    let before = home.listing();
    assert_snapshot!(home.run("install --event Stop --scope project --project-dir /no/such/project -- true"), @"
    exit code: 66
    ----- stderr
    error: there is no project folder /no/such/project
    ");
    assert_snapshot!(home.run("list --project-dir /no/such/project"), @"
    exit code: 66
    ----- stderr
    error: there is no project folder /no/such/project
    ");
    assert_eq!(home.listing(), before);
}

#[test]
fn a_working_directory_that_is_gone() {
    let home = TestHome::new();
    let line = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" list";
    let program = env!("CARGO_BIN_EXE_claude-hooks");
    let output = Command::new("/bin/sh")
        .args(["-c", line, program])
        .current_dir(home.path("project"))
        .env_clear()
        .env("HOME", home.path(""))
        .output()
        .unwrap();
    assert_snapshot!(home.said(&output), @"
    exit code: 66
    ----- stderr
    error: cannot find the working directory
      because: No such file or directory (os error 2)
    ");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let home = TestHome::new();
    for at in 0..40 {
        home.does(&format!("install --event Stop --name h{at} -- true {at}"));
    }
    for words in
        [&["list"][..], &["list", "--json"], &["--help"], &["man"], &["completions", "bash"], &["zebra"]]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let also = writer.try_clone().unwrap();
        let mut child = home.command(words).stdout(writer).stderr(also).spawn().unwrap();
        let code = child.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 64)), "{words:?}: {code:?}");
    }
}

#[test]
fn colour_is_for_terminals_and_who_asks_for_it() {
    let home = TestHome::with_settings("{ oops");
    for line in ["list", "doctor", "install --event Stop -- true", "--help", "zebra"] {
        let with = |name: &str, value: &str| {
            let mut command = home.command(line.split(' '));
            let output = command.env(name, value).stdin(Stdio::null()).output().unwrap();
            [output.stdout, output.stderr].concat().contains(&0x1b)
        };
        assert!(!with("X", ""), "{line}: piped");
        assert!(!with("NO_COLOR", "1"), "{line}: NO_COLOR");
        assert!(with("CLICOLOR_FORCE", "1"), "{line}: CLICOLOR_FORCE");
    }
}

#[test]
fn json_never_has_colour() {
    let home = TestHome::new();
    home.does("install --event Stop -- true");
    for line in ["list --json", "install --event Stop --dry-run --json -- x", "doctor --json"] {
        let output = home.command(line.split(' ')).env("CLICOLOR_FORCE", "1").output().unwrap();
        assert!(!output.stdout.contains(&0x1b), "{line}");
    }
}
