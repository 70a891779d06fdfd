//! The `lego` command: layouts of data, shown, evaluated, compared, drawn, and written in other languages.
//!
//! ```text
//! args ── input (chain, values) ── lego_lang ──┬── show, check, equal      expressions
//!                                              ├── lego_gen ── gen, fill      files of other languages, templates
//!                                              ├── map ── eval, table, svg    positions
//!                                              └── access ── check, swizzle   what the threads of a block take
//! args ── lego_algebra ── cute, linear ── valued, holders, bits    values, and pictures of them
//! args ── system (any notation) ── lego_relation ── relation, convert, equal      maps with a domain
//! ```
//!
//! Exit status: 0; 1 for a layout that is wrong and for layouts that differ; 2 for wrong usage; 3 where `equal` decides
//! nothing.
#![forbid(unsafe_code)]

mod access;
mod args;
mod batch;
mod bits;
mod check;
mod convert;
mod cute;
mod derivation;
mod equal;
mod eval;
mod failure;
mod file;
mod fill;
mod generate;
mod holders;
mod input;
mod linear;
mod look;
mod member_chain;
mod number;
mod output;
mod picture;
mod points;
mod progress;
mod relation;
mod show;
mod sides;
mod svg;
mod swizzle;
mod symbolic_access;
mod system;
mod table;
mod valued;

use args::{Chain, Cli, Command};
use clap::Parser;
use failure::Failure;
use output::Output;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::stdout(cli.json);
    let status = run(&cli, &mut output).unwrap_or_else(|failure| failure.report(&mut output));
    let status = match output.flush() {
        Ok(()) => status,
        Err(error) => Failure::Io(error).report(&mut output).max(status),
    };
    ExitCode::from(status)
}

fn run(cli: &Cli, output: &mut Output) -> Result<u8, Failure> {
    match &cli.command {
        Command::Show { chain, cost, explain } => show::run(chain, (*cost).into(), *explain, output),
        Command::Eval { chain, point } => eval::run(&chain.read()?, point, output),
        Command::Table { chain, look, limit } => table::run(&chain.read()?, look, limit.no_limit, output),
        Command::Check { chain, accesses, limit } => {
            check::run(&chain.read()?, &chain.values, accesses, limit.no_limit, output)
        }
        Command::Swizzle { tile, accesses, values, limit } => {
            swizzle::run(tile, accesses, values, limit.no_limit, output)
        }
        Command::Cute { expression, values, tile, svg, limit } => {
            cute::Asked { expression, values, tile, svg: svg.as_deref(), no_limit: limit.no_limit }.run(output)
        }
        Command::Linear { layout, shape, draw, svg, limit } => {
            linear::Asked { layout, shape, draw: *draw, svg: svg.as_deref(), no_limit: limit.no_limit }.run(output)
        }
        Command::Batch => batch::run(output),
        Command::Equal { chains, limit } => equal::run(chains, limit.no_limit, output),
        Command::Relation { related, limit } => relation::run(related, limit.no_limit, output),
        Command::Convert { text, values, to, limit } => convert::run(text, values, *to, limit.no_limit, output),
        Command::Gen { list: true, .. } => Ok(generate::list(output)?),
        Command::Gen { text, values, wanted, .. } => {
            let chain = Chain { text: text.clone().unwrap_or_default(), values: values.clone() };
            generate::run(&chain.read()?, wanted, output)
        }
        Command::Fill { template, lets, target, file, check } => {
            fill::Fill { template, lets, target: target.as_deref(), file: file.as_deref(), check: *check }.run(output)
        }
        Command::Svg { chain, file, look, tile, numbers, path, limit } => {
            let drawing = svg::Drawing { look, numbers: *numbers, path: *path, no_limit: limit.no_limit, tile };
            drawing.run(chain, file, output)
        }
    }
}
