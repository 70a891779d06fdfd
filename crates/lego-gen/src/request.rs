//! What is asked for: the target, the names, the width of its integers, what else the file has.

use crate::extra::Extra;
use crate::target::Target;
use crate::width::Width;
use std::collections::BTreeSet;

/// What file is asked for.
///
/// ```
/// use lego_gen::{Extra, Request, Target, Width};
/// let request = Request { width: Width::Bits32, ..Request::new(Target::Cuda) }.with(Extra::Table);
/// assert_eq!(request.name, "map");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The language.
    pub target: Target,
    /// What the names of functions, types and constants begin with.
    pub name: String,
    /// How many bits an index, a position and a size have: one of [`Target::widths`].
    pub width: Width,
    /// What the file has besides both directions.
    pub extras: BTreeSet<Extra>,
    /// The command that makes this file, for its first line; without, one that names the target and the chain.
    pub command: Option<String>,
}

impl Request {
    /// A file with both directions, as wide as the target's integers usually are, whose names begin with `map`.
    ///
    /// ```
    /// use lego_gen::{Request, Target, Width};
    /// assert_eq!(Request::new(Target::C).width, Width::Bits64);
    /// assert_eq!(Request::new(Target::Glsl).width, Width::Bits32);
    /// ```
    #[must_use]
    pub fn new(target: Target) -> Self {
        let width = target.widths().first().copied().unwrap_or_default();
        Self { target, name: "map".to_owned(), width, extras: BTreeSet::new(), command: None }
    }

    /// The same file with something more.
    #[must_use]
    pub fn with(mut self, extra: Extra) -> Self {
        self.extras.insert(extra);
        self
    }

    pub(crate) fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }
}
