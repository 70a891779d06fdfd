//! Julia: a module. Indices and positions count from 1, as those of Julia's arrays do, and `nothing` says that there is none.

mod dialect;
mod file;
mod loops;
mod words;

use crate::error::Error;
use crate::language::{Language, Written};
use crate::source_file;
use crate::unit::{Case, Reserved, Unit};
use crate::width::Width;

/// Julia.
pub(crate) struct Julia;

impl Language for Julia {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Julia", words: &[words::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let result = if unit.request.width == Width::Bits32 { "Int32" } else { "Int64" };
        source_file::write(&file::File { unit, result })
    }
}
