//! The `lego` command: layouts of data, shown, evaluated, compared, drawn, and written in other languages.
//!
//! ```text
//! args       what may be typed
//!   │
//! input      the texts as layouts: chains and their points, CuTe's and linear layouts, any as a relation
//!   │
//!   ├── json       layouts as JSON
//!   ├── sides      two layouts compared, one in the notation of another
//!   ├── access     what the threads of a block touch, and what it takes
//!   └── picture    pictures and the files of drawings
//!   │
//! command    a file for each subcommand; batch: questions of a program, one a line
//! report     results, errors with their place, progress; below all of these
//! ```
//!
//! Exit status: 0; 1 for a layout that is wrong and for layouts that differ; 2 for wrong usage; 3 where `equal` decides
//! nothing.
#![forbid(unsafe_code)]

mod access;
mod args;
mod batch;
mod command;
mod input;
mod json;
mod picture;
mod report;
mod sides;

use args::{Chain, Cli, Command};
use clap::Parser;
use command::{check, convert, cute, equal, eval, fill, generate, linear, relation, show, swizzle, table};
use picture::drawing::Drawing;
use report::failure::Failure;
use report::output::Output;
use std::io::Write;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread::Builder;

/// Parts of a text that stand inside each other, and cases one after the other, take a part of the stack each; texts are long.
const STACK: usize = 1 << 28;

fn main() -> ExitCode {
    match Builder::new().name("lego".to_owned()).stack_size(STACK).spawn(command) {
        // What panicked has said why.
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        // Without room for such a stack the usual one has to do.
        Err(_) => command(),
    }
}

fn command() -> ExitCode {
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
        Command::Table { chain, look, tile, limit } => {
            table::Asked { layout: chain, look, tile, no_limit: limit.no_limit }.run(output)
        }
        Command::Check { chain, accesses, limit } => {
            check::run(&chain.read()?, &chain.values, accesses, limit.no_limit, output)
        }
        Command::Swizzle { tile, accesses, values, limit } => {
            swizzle::run(tile, accesses, values, limit.no_limit, output)
        }
        Command::Cute { expression, values, tile, svg, limit } => {
            cute::Asked { expression, values, tile, svg: svg.as_deref(), no_limit: limit.no_limit }.run(output)
        }
        Command::Linear { layout, shape, to, bytes, draw, svg, limit } => {
            let (to, svg) = (to.as_deref().map(|to| (to, *bytes)), svg.as_deref());
            linear::Asked { layout, shape, to, draw: *draw, svg, no_limit: limit.no_limit }.run(output)
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
            let drawing = Drawing { look, numbers: *numbers, path: *path, no_limit: limit.no_limit, tile };
            drawing.run(chain, file, output)
        }
    }
}
