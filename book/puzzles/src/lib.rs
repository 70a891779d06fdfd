//! Twenty puzzles about layouts.
//!
//! ```text
//! puzzles     a file each: what is asked, and a kernel that does not do it yet
//! checks      what each has to give, on which numbers, and a hint
//! solutions   the same files, solved
//! ```
//!
//! A puzzle is a file in `puzzles`; change it until its test passes: `cargo test -p lego-puzzles --test puzzles p01 -- --ignored`.
//! Everything runs on the executor, on the cores of this machine.
#![forbid(unsafe_code)]

pub mod checks;

use lego_cuda::executor::{Executor, Options, Space};
use lego_cuda::launch::{Buffer, Device, Error, Module};
use std::fmt;

/// What launches the kernel of a puzzle: with the program, the inputs and the output.
pub type Run = fn(&Module<Executor>, &[Buffer<u32, Executor>], &mut Buffer<u32, Executor>) -> Result<(), Error>;

/// The function `run` of a file: it launches a kernel with as many blocks as its output has.
macro_rules! run {
    ($kernel:ident: $($input:literal)* => output) => {
        /// Launches the kernel with as many blocks as its output has.
        ///
        /// # Errors
        /// What the executor finds.
        pub fn run(
            module: &lego_cuda::launch::Module<lego_cuda::executor::Executor>,
            inputs: &[lego_cuda::launch::Buffer<u32, lego_cuda::executor::Executor>],
            output: &mut lego_cuda::launch::Buffer<u32, lego_cuda::executor::Executor>,
        ) -> Result<(), lego_cuda::launch::Error> {
            $kernel::launch(module, lego_cuda::launch::Launch::covering(), $(&inputs[$input],)* output)
        }
    };
}

/// The puzzles, in their order: a module each in `puzzles` and in `solutions`, and what each has to give in `checks`.
macro_rules! puzzles {
    ($($name:ident)*) => {
        /// The kernels as the reader finds them.
        pub mod puzzles {
            $(pub mod $name;)*
        }

        /// The kernels, solved.
        pub mod solutions {
            $(pub mod $name;)*
        }

        /// Name, puzzle, solution and check of each.
        pub const PUZZLES: &[Puzzle] = &[$(Puzzle {
            name: stringify!($name),
            puzzle: puzzles::$name::run,
            solution: solutions::$name::run,
            check: checks::$name,
        }),*];
    };
}

puzzles! {
    p01_map p02_zip p03_guard p04_partial_tiles p05_broadcast p06_columns p07_tiles p08_morton p09_anti_diagonal p10_padding
    p11_permute p12_shared_memory p13_neighbours p14_transpose p15_bank_conflicts p16_swizzle p17_vectors p18_reduction p19_scan
    p20_matrix_product
}

/// A puzzle.
pub struct Puzzle {
    /// The name of its files.
    pub name: &'static str,
    /// What launches the kernel of the puzzle.
    pub puzzle: Run,
    /// What launches the kernel of the solution.
    pub solution: Run,
    /// What it has to give.
    pub check: fn() -> Check,
}

/// What a puzzle has to give.
pub struct Check {
    /// The inputs.
    pub inputs: Vec<Vec<u32>>,
    /// The output.
    pub expected: Vec<u32>,
    /// What memory may be asked for.
    pub cost: Cost,
    /// What to think of, where it is wrong.
    pub hint: &'static str,
}

/// What a puzzle's kernel may ask memory for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Anything.
    Any,
    /// As few sectors of global memory as its requests can do with.
    Coalesced,
    /// As few sectors, and no bank conflicts in shared memory.
    NoConflicts,
    /// No more than so many requests of global memory.
    Requests(u64),
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => write!(f, "anything"),
            Self::Coalesced => write!(f, "no sector of global memory more than is ideal"),
            Self::NoConflicts => {
                write!(f, "no sector of global memory and no wavefront of shared memory more than is ideal")
            }
            Self::Requests(most) => write!(f, "{most} requests of global memory"),
        }
    }
}

/// Runs a kernel on the executor and compares.
///
/// # Errors
/// What is wrong, with the hint.
pub fn look(check: Check, run: Run) -> Result<(), String> {
    let Check { inputs, expected, cost, hint } = check;
    let executor = Executor::with(Options::new().profile(true));
    let device = Device::new(executor.clone());
    let output = || -> Result<Vec<u32>, Error> {
        let module = device.without_program()?;
        let inputs = inputs.iter().map(|input| device.buffer_from(input)).collect::<Result<Vec<_>, Error>>()?;
        let mut output = device.poisoned(expected.len())?;
        run(&module, &inputs, &mut output)?;
        output.read()
    };
    let hinted = |what: String| Err(format!("{what}\nhint: {hint}"));
    let output = match output() {
        Ok(output) => output,
        Err(error) => return hinted(error.to_string()),
    };
    if let Some(k) = (0..expected.len()).find(|&k| output[k] != expected[k]) {
        // What the output is filled with before; no number that is asked for is as large.
        if output[k] == u32::MAX {
            return hinted(format!("nobody wrote number {k} of the output, and {} is asked for", expected[k]));
        }
        return hinted(format!("number {k} of the output is {}, and {} is asked for", output[k], expected[k]));
    }
    let profile = executor.profile();
    let beyond = |space| -> u64 {
        let rows = profile.rows().iter().filter(|row| row.space == space);
        rows.map(|row| row.measured - row.ideal).sum()
    };
    let requests: u64 = profile.rows().iter().filter(|row| row.space == Space::Global).map(|row| row.requests).sum();
    let is_too_dear = match cost {
        Cost::Any => false,
        Cost::Coalesced => beyond(Space::Global) > 0,
        Cost::NoConflicts => beyond(Space::Global) > 0 || beyond(Space::Shared) > 0,
        Cost::Requests(most) => requests > most,
    };
    if is_too_dear {
        return hinted(format!("the numbers are right, and it may take {cost}:\n{profile}"));
    }
    Ok(())
}
