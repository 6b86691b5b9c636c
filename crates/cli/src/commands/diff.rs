//! `diff`: an export file against what is installed.

use std::path::PathBuf;

use clap::Args;
use claude_hooks::manage::{self, Difference};
use claude_hooks::registry::Identity;
use claude_hooks::settings::Scope;
use claude_hooks::stack::{Reach, Stack};

use super::{Context, Verdict};
use crate::args::Output;
use crate::problem::Problem;
use crate::shapes;
use crate::ui::plain;

/// Compare an export file with what is installed
///
/// Exits 1 when they differ.
#[derive(Debug, Args)]
pub struct Diff {
    /// The export file
    pub file: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

pub fn run(args: &Diff, context: &Context) -> Result<Verdict, Problem> {
    let export = manage::Export::read(&args.file)?;
    let stack = Stack::read(&context.paths, Reach::Scopes);
    let differences = manage::diff(&stack, &export);
    if args.output.json {
        context.printer.json(&shapes::Diff { differences: differences.iter().map(shape).collect() });
    } else if differences.is_empty() {
        context.printer.data("no differences");
    } else {
        differences.iter().for_each(|difference| print(context, difference));
    }
    Ok(if differences.is_empty() { Verdict::Good } else { Verdict::Negative })
}

fn print(context: &Context, difference: &Difference) {
    match difference {
        Difference::OnlyInFile { identity, scope } => {
            context.printer.data(plain(&format!("+ {scope} {identity}  (in the file, not installed)")));
        }
        Difference::OnlyInstalled { identity, scope, name } => {
            context
                .printer
                .data(plain(&format!("- {scope} {identity}  ({name}: installed, not in the file)")));
        }
        Difference::Configuration { identity, scope, name, fields } => {
            context.printer.data(plain(&format!("~ {scope} {identity}  ({name})")));
            for (field, installed, in_file) in fields {
                context.printer.data(format!("    {field}: {installed} installed, {in_file} in the file"));
            }
        }
    }
}

fn shape(difference: &Difference) -> shapes::Difference {
    let make = |kind: &str, identity: &Identity, scope: Scope, name: Option<&String>| shapes::Difference {
        kind: kind.to_owned(),
        name: name.cloned(),
        scope: scope.name().to_owned(),
        event: identity.event.clone(),
        matcher: identity.matcher.clone(),
        handler_type: identity.kind.clone(),
        command: identity.command.clone(),
        fields: Vec::new(),
    };
    match difference {
        Difference::OnlyInFile { identity, scope } => make("only_in_file", identity, *scope, None),
        Difference::OnlyInstalled { identity, scope, name } => {
            make("only_installed", identity, *scope, Some(name))
        }
        Difference::Configuration { identity, scope, name, fields } => {
            let field = |(field, installed, in_file): &(String, String, String)| shapes::FieldDifference {
                field: field.clone(),
                installed: installed.clone(),
                in_file: in_file.clone(),
            };
            let fields = fields.iter().map(field).collect();
            shapes::Difference { fields, ..make("configuration", identity, *scope, Some(name)) }
        }
    }
}
