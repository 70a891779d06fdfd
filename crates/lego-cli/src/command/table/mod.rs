//! `lego table`: the whole map of a chain, of a layout of CuTe's, or of a linear one.

mod chain;
mod limit;
mod value;
mod whole;

use crate::args::{Chain, Look};
use crate::input::system::{System, is_only_cute, system};
use crate::input::text::source;
use crate::report::failure::Failure;
use crate::report::output::Output;

/// What is asked of a layout.
pub(crate) struct Asked<'a> {
    pub(crate) layout: &'a Chain,
    pub(crate) look: &'a Look,
    /// The sides of the tile that a layout of CuTe's of (thread, value) is of.
    pub(crate) tile: &'a [u64],
    pub(crate) no_limit: bool,
}

impl Asked<'_> {
    /// Prints the position of every index, or who holds each element; status 0, 1 for a layout that is wrong, 3 past a limit.
    pub(crate) fn run(&self, output: &mut Output) -> Result<u8, Failure> {
        let text = source(&self.layout.text)?;
        if is_only_cute(&text) {
            return self.of_cute(&text, output);
        }
        if !self.tile.is_empty() {
            let message = "--tile is for a layout of CuTe's of (thread, value); other layouts have none";
            return Err(Failure::Usage(message.to_owned()));
        }
        match system(&text) {
            System::Linear => self.of_linear(&text, output),
            _ => chain::run(&self.layout.of_text(&text)?, self.look, self.no_limit, output),
        }
    }
}
