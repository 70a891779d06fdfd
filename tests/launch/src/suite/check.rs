//! Random data, and comparisons that say what is wrong.

use lego::LayoutError;
use lego_cuda::launch::Error;
use std::fmt;

/// What is wrong, in words.
#[derive(Debug)]
pub(super) struct Failure(String);

impl Failure {
    pub(super) fn new(words: &str) -> Self {
        Self(words.to_owned())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error.to_string())
    }
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// That something holds.
pub(super) fn holds(is_so: bool, what: impl FnOnce() -> String) -> Result<(), Failure> {
    if is_so { Ok(()) } else { Err(Failure(what())) }
}

/// That what came out is what was to come out.
pub(super) fn same<T: PartialEq + fmt::Debug>(what: &str, found: &[T], expected: &[T]) -> Result<(), Failure> {
    holds(found.len() == expected.len(), || format!("{what}: {} elements instead of {}", found.len(), expected.len()))?;
    let differ = |i: &usize| found[*i] != expected[*i];
    match (0..found.len()).find(differ) {
        None => Ok(()),
        Some(i) => Err(Failure(format!("{what}: element {i} is {:?} instead of {:?}", found[i], expected[i]))),
    }
}

/// That something was refused, with these words among the error's.
pub(super) fn refused<T>(result: Result<T, Error>, words: &[&str]) -> Result<Error, Failure> {
    let Err(error) = result else {
        return Err(Failure(format!("nothing was wrong, and `{}` was expected", words.join("`, `"))));
    };
    let text = error.to_string();
    match words.iter().find(|word| !text.contains(*word)) {
        None => Ok(error),
        Some(missing) => Err(Failure(format!("`{missing}` is not in `{text}`"))),
    }
}

/// Data without a pattern.
pub(super) struct Random(random::Random);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(random::Random::new(seed))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below another.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.index(end)
    }

    pub(super) fn many<T>(&mut self, len: usize, from: impl Fn(u64) -> T) -> Vec<T> {
        (0..len).map(|_| from(self.next())).collect()
    }

    pub(super) fn u32s(&mut self, len: usize) -> Vec<u32> {
        self.many(len, |bits| (bits >> 32) as u32)
    }

    /// Floats of about one.
    pub(super) fn f32s(&mut self, len: usize) -> Vec<f32> {
        self.many(len, |bits| (bits >> 40) as f32 / (1 << 23) as f32 - 1.0)
    }
}
