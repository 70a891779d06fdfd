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
