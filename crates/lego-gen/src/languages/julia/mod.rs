//! Julia: a module. Indices and positions count from 1, as those of Julia's arrays do, and `nothing` says that there is none.

mod dialect;
mod file;
mod loops;
mod words;

use crate::error::Error;
use crate::language::{Language, Written};
use crate::unit::{Case, Reserved, Unit};

/// Julia.
pub(crate) struct Julia;

impl Language for Julia {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Julia", words: &[words::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        file::write(unit)
    }
}
