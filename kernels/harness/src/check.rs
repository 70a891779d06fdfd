//! The check of a kernel: fresh random data, the output poisoned before, an obvious reference.

use lego_cuda::launch::{Backend, Error, Module};
use random::Random;
use std::fmt;

/// How large the data may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Thousands of elements: for the executor.
    Small,
    /// Millions of elements: for a GPU.
    Full,
}

/// A check of one kernel, or of one kernel with one layout.
pub struct Check<B: Backend> {
    /// Its name, as the PTX has it.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&Module<B>, &mut Random, Scale) -> Result<(), Failure>,
}

/// Why a check failed.
#[derive(Debug)]
pub enum Failure {
    /// The launch failed.
    Launch(Error),
    /// An element is not what it must be.
    Wrong(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Launch(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Launch(error) => write!(f, "{error}"),
            Self::Wrong(words) => write!(f, "{words}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Compares the elements that a kernel found with the right ones.
///
/// # Errors
/// The first element that differs, with both values.
pub fn compare<T: PartialEq + fmt::Debug>(what: &str, found: &[T], right: impl Fn(usize) -> T) -> Result<(), Failure> {
    for (i, found) in found.iter().enumerate() {
        let right = right(i);
        if *found != right {
            return Err(Failure::Wrong(format!("{what}: element {i} is {found:?} and not {right:?}")));
        }
    }
    Ok(())
}

/// Whether the elements that a kernel found are the right ones: for benchmarks, whose arrays have hundreds of millions, by all the threads that the
/// machine has.
///
/// ```
/// use lego_kernels_harness::all_right;
/// assert!(all_right(&[0, 1, 4, 9], |i| i * i));
/// assert!(!all_right(&[0, 1, 4, 8], |i| i * i));
/// ```
pub fn all_right<T: PartialEq + Sync>(found: &[T], right: impl Fn(usize) -> T + Sync) -> bool {
    // What a thread costs is nothing beside a million of elements.
    const LEAST: usize = 1 << 20;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let each = found.len().div_ceil(threads).max(LEAST);
    let is_right =
        |part: usize, found: &[T]| found.iter().enumerate().all(|(i, found)| *found == right(part * each + i));
    std::thread::scope(|scope| {
        let part = |(part, found)| scope.spawn(move || is_right(part, found));
        let parts: Vec<_> = found.chunks(each).enumerate().map(part).collect();
        // A part that did not end is not right.
        parts.into_iter().all(|part| part.join().unwrap_or(false))
    })
}
