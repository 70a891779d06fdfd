//! The cases, generic over the back end.
//!
//! ```no_run
//! # use lego_cuda::launch::{Copies, Graphs};
//! # fn run<B: Copies + Graphs>() -> Result<(), lego_cuda::launch::Error> {
//! let report = launch_suite::suite::run::<B>(None, 1)?; // the executor needs no PTX
//! println!("{report}");
//! # Ok(())
//! # }
//! ```

mod buffers;
mod check;
mod devices;
mod joining;
mod launches;
mod mathematics;
mod programs;
mod refusals;
mod shared;
mod timing;
mod windows;

use check::{Failure, Random};
use lego_cuda::image::Kernels;
use lego_cuda::launch::{Backend, Copies, Device, Error, Graphs, Module};
use std::fmt;

/// What the cases use.
struct Context<B: Backend> {
    device: Device<B>,
    module: Module<B>,
    program: Option<&'static Kernels>,
}

type Case<B> = (&'static str, fn(&Context<B>, &mut Random) -> Result<(), Failure>);

/// Which cases passed, and what was wrong in the others.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the back end.
    pub backend: &'static str,
    /// The device.
    pub device: String,
    /// What the random data began with.
    pub seed: u64,
    /// Each case, with what was wrong.
    pub cases: Vec<(&'static str, Result<(), String>)>,
}

/// Runs all cases but the last on device 0; `program` has the kernels of this crate, and none where bodies are run.
///
/// # Errors
/// Where the device cannot be opened, or the program not be loaded.
pub fn run<B: Copies + Graphs>(program: Option<&'static Kernels>, seed: u64) -> Result<Report, Error> {
    let groups = [
        devices::cases(),
        buffers::cases(),
        launches::cases(),
        shared::cases(),
        windows::cases(),
        mathematics::cases(),
        timing::cases(),
        joining::cases(),
        refusals::cases(),
        programs::cases(),
    ];
    execute::<B>(program, seed, &groups.concat())
}

/// Runs the last case: a kernel that fails is an error of a later call. On a GPU the process can do nothing more with
/// the device afterwards.
///
/// # Errors
/// As for [`run`].
pub fn run_failing<B: Backend>(program: Option<&'static Kernels>, seed: u64) -> Result<Report, Error> {
    execute::<B>(program, seed, &programs::last())
}

fn execute<B: Backend>(program: Option<&'static Kernels>, seed: u64, cases: &[Case<B>]) -> Result<Report, Error> {
    let device = Device::<B>::open(0)?;
    let module = match program {
        Some(program) => device.load(program)?,
        None => device.without_program()?,
    };
    let name = device.limits().name.clone();
    let context = Context { device, module, program };
    let mut random = Random::new(seed);
    let run = |(name, case): &Case<B>| (*name, case(&context, &mut random).map_err(|failure| failure.to_string()));
    Ok(Report { backend: B::NAME, device: name, seed, cases: cases.iter().map(run).collect() })
}

impl Report {
    /// Whether all cases passed, and there were some.
    pub fn is_right(&self) -> bool {
        !self.cases.is_empty() && self.cases.iter().all(|(_, result)| result.is_ok())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, result) in &self.cases {
            match result {
                Ok(()) => writeln!(f, "ok      {name}")?,
                Err(words) => writeln!(f, "FAILED  {name}: {words}")?,
            }
        }
        let failed = self.cases.iter().filter(|(_, result)| result.is_err()).count();
        let Self { backend, device, seed, cases } = self;
        write!(f, "{backend} on {device}: {} cases, {failed} failed, seed {seed}", cases.len())
    }
}
