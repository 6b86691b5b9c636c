//! Help, completions and manual pages: all from one table, all there.

use std::process::{Command, Stdio};

use crate::support::TestHome;

const VERBS: [&str; 17] = [
    "install",
    "uninstall",
    "list",
    "show",
    "update",
    "enable",
    "disable",
    "status",
    "diff",
    "export",
    "import",
    "migrate",
    "doctor",
    "tour",
    "completions",
    "man",
    "schema",
];

#[test]
fn the_help_of_the_program() {
    let home = TestHome::new();
    insta::assert_snapshot!("help", home.run("--help"));
    insta::assert_snapshot!("help-short", home.run("-h"));
    assert_eq!(home.run("--version").stdout, concat!("claude-hooks ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn the_help_of_every_verb() {
    let home = TestHome::new();
    let program = home.run("-h").stdout;
    for verb in VERBS {
        assert!(program.lines().any(|line| line.trim_start().starts_with(verb)), "{verb} is not in the help");
        insta::assert_snapshot!(format!("help-{verb}"), home.run(&format!("{verb} --help")));
    }
    let listed =
        program.lines().filter(|line| line.starts_with("  ") && line.len() > 4 && !line.starts_with("   "));
    let verbs = listed.filter(|line| !line.trim_start().starts_with('-')).count();
    assert_eq!(verbs, VERBS.len(), "a verb without a test:\n{program}");
}

#[test]
fn help_fits_and_examples_can_be_copied() {
    let home = TestHome::new();
    for verb in VERBS {
        let said = home.run(&format!("{verb} --help"));
        assert!(said.stderr.is_empty() && said.code == 0, "{said}");
        for line in said.stdout.lines() {
            assert!(line.chars().count() <= 100, "{verb}: {line}");
        }
        let examples = said.stdout.lines().skip_while(|line| *line != "Examples:").skip(1);
        for example in examples {
            assert!(example.starts_with("  claude-hooks "), "{verb}: a wrapped example: {example}");
        }
    }
}

#[test]
fn completions_are_there_and_are_scripts() {
    let home = TestHome::new();
    for shell in ["bash", "zsh", "fish"] {
        let said = home.run(&format!("completions {shell}"));
        assert_eq!((said.code, said.stderr.as_str()), (0, ""), "{shell}");
        for verb in VERBS {
            assert!(said.stdout.contains(verb), "{shell} does not complete {verb}");
        }
        home.write("script", &said.stdout);
        // A shell that is not installed has nothing to say.
        let checked = Command::new(shell).arg("-n").arg(home.path("script")).stdin(Stdio::null()).output();
        match checked {
            Ok(output) => {
                assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
            }
            Err(error) => println!("{shell} is not here: {error}"),
        }
    }
}

#[test]
fn manual_pages_are_there() {
    let home = TestHome::new();
    let page = home.run("man");
    assert!(page.code == 0 && page.stdout.contains(".TH claude-hooks 1"), "{page}");
    for verb in VERBS {
        let page = home.run(&format!("man {verb}"));
        assert!(page.code == 0 && page.stdout.contains(".SH SYNOPSIS"), "{page}");
        assert!(
            page.stdout.contains(&format!("claude\\-hooks {verb}"))
                || page.stdout.contains(&format!("claude\\-hooks\\-{verb}")),
            "{page}"
        );
    }
    insta::assert_snapshot!(home.run("man zebra"), @"
    exit code: 64
    ----- stderr
    error: there is no command 'zebra'
    ");
}

#[test]
fn the_tour_runs_to_its_end_and_leaves_nothing() {
    let home = TestHome::new();
    let before = home.listing();
    let output = home.command(["tour"]).env("TMPDIR", home.path("project")).output().unwrap();
    let said = home.said(&output);
    assert_eq!((said.code, said.stderr.as_str()), (0, ""), "{said}");
    assert!(said.stdout.trim_end().ends_with("That was the tour."), "{said}");
    assert!(!said.stdout.contains("panicked"), "{said}");
    // The project folder held the throw-away home for a while, so its time changed; its content did not.
    let names = |listing: &[crate::support::Listed]| {
        listing.iter().map(|listed| listed.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&home.listing()), names(&before));
}
