//! `schema`: the JSON Schema of every shape and file of ours.

use clap::Args;

use super::{Context, Verdict};
use crate::problem::{Kind, Problem};
use crate::shapes::SHAPES;

/// Print the JSON Schema of a --json shape or of a file of ours
///
/// Without a name: the list of names.
#[derive(Debug, Args)]
pub struct Schema {
    /// The shape
    pub name: Option<String>,
}

pub fn run(args: &Schema, context: &Context) -> Result<Verdict, Problem> {
    let Some(name) = &args.name else {
        SHAPES.iter().for_each(|(name, about, _)| context.printer.data(format!("{name:<10} {about}")));
        return Ok(Verdict::Good);
    };
    let Some((_, _, schema)) = SHAPES.iter().find(|(known, ..)| known == name) else {
        let names: Vec<&str> = SHAPES.iter().map(|(name, ..)| *name).collect();
        return Err(Problem::new(Kind::Usage, format!("there is no schema '{name}'")).hint(names.join(", ")));
    };
    context.printer.json(&schema());
    Ok(Verdict::Good)
}
