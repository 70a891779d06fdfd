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
//! server     files for browsers on this machine
//! ```
//!
//! It is a library with a program of three lines, because the Studio is the same command in a browser: [`answer`] runs a command
//! that a shell would, and gives what it prints, so that both say the same in the same words. [`positions`], [`holders`] and [`warps`] are for its drawings.
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
mod positions;
mod report;
mod server;
mod sides;
mod warps;

use args::{Chain, Cli, Command};
use clap::Parser;
use command::{check, convert, cute, equal, eval, fill, generate, linear, relation, show, studio, swizzle, table};
use picture::drawing::Drawing;
use report::failure::Failure;
use report::output::Output;
use std::io::Write;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread::Builder;

/// Parts of a text that stand inside each other, and cases one after the other, take a part of the stack each; texts are long.
const STACK: usize = 1 << 28;

pub use positions::{Positions, holders, positions, words};
pub use server::{Limits, PageFile, listen, page_files, serve, serve_within};
pub use warps::warps;

/// The command: reads the arguments of the process, prints, and gives the exit status.
#[must_use]
pub fn main() -> ExitCode {
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

/// What a command gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The exit status that the program would end with.
    pub status: u8,
    /// What it would print to standard output; with `--json`, errors of a layout too, as `{"ok":false,"errors":[…]}`.
    pub output: String,
    /// Why it ended early, a message an error.
    pub errors: Vec<String>,
}

/// Runs a command with these arguments, without the program's name.
///
/// Law: status and output are those of the program `lego` with the same arguments, its standard input being empty and its output
/// no terminal.
///
/// ```
/// let answer = lego_cli::answer(&["eval", "Col(2, 3)", "--at", "1,2"]);
/// assert_eq!((answer.status, answer.output.as_str()), (0, "5\n"));
/// let wrong = lego_cli::answer(&["eval", "Kol(2, 3)", "--at", "1,2"]);
/// assert_eq!((wrong.status, wrong.errors[0].as_str()), (1, "no piece is called Kol; the nearest name is Col"));
/// ```
#[must_use]
pub fn answer(arguments: &[&str]) -> Answer {
    let cli = match Cli::try_parse_from(std::iter::once("lego").chain(arguments.iter().copied())) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            return Answer { status: 2, output: String::new(), errors: vec![error.to_string()] };
        }
        Err(error) => return Answer { status: 0, output: error.to_string(), errors: Vec::new() },
    };
    let mut output = Output::memory(cli.json);
    let (status, errors) = match run(&cli, &mut output) {
        Ok(status) => (status, Vec::new()),
        Err(failure) => failure.tell(&mut output),
    };
    Answer { status, output: output.into_text(), errors }
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
        Command::Studio { port, write } => studio::run(*port, write.as_deref(), output),
        Command::Svg { chain, file, look, tile, numbers, path, limit } => {
            let drawing = Drawing { look, numbers: *numbers, path: *path, no_limit: limit.no_limit, tile };
            drawing.run(chain, file, output)
        }
    }
}
