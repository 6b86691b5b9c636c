//! The rig's own program: installs the client, is the hook that records, measures what the program costs.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use claude_hooks_rig::recorder::program::{self, RecordError};
use claude_hooks_rig::{Client, bench};

const USAGE: &str = "\
usage: claude-hooks-rig install-client          download the pinned Claude Code into the target folder
       claude-hooks-rig record --log FILE ID    act as a hook that records its payload
                 [--out TEXT] [--out-file FILE] [--err TEXT] [--exit CODE] [--signal NUMBER]
                 [--sleep SECONDS] [--touch FILE] [--env-file LINE] [--first] [--no-stdin]
       claude-hooks-rig bench PROGRAM           what the program costs, as ratios
";

/// `EX_USAGE` of sysexits.
const MISUSE: u8 = 64;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    match arguments.next().as_deref() {
        Some("install-client") if arguments.next().is_none() => install_client(),
        Some("record") => record(arguments),
        Some("bench") => match (arguments.next(), arguments.next()) {
            (Some(program), None) => bench(Path::new(&program)),
            _ => misuse(USAGE),
        },
        _ => misuse(USAGE),
    }
}

fn install_client() -> ExitCode {
    match Client::install() {
        Ok(client) => {
            let _ = writeln!(std::io::stdout(), "{}", client.program().display());
            ExitCode::SUCCESS
        }
        Err(error) => failure(&error),
    }
}

fn bench(program: &Path) -> ExitCode {
    match bench::run(program) {
        Ok(table) => {
            let _ = write!(std::io::stdout(), "{table}");
            ExitCode::SUCCESS
        }
        Err(error) => failure(&error),
    }
}

fn record(arguments: impl Iterator<Item = String>) -> ExitCode {
    match program::run(arguments) {
        Ok(code) => ExitCode::from(code),
        Err(RecordError::Usage(problem)) => misuse(&format!("record: {problem}\n{USAGE}")),
        Err(error) => failure(&error),
    }
}

fn misuse(text: &str) -> ExitCode {
    let _ = write!(std::io::stderr(), "{text}");
    ExitCode::from(MISUSE)
}

fn failure(error: &dyn Error) -> ExitCode {
    let mut text = format!("error: {error}");
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    let _ = writeln!(std::io::stderr(), "{text}");
    ExitCode::FAILURE
}
