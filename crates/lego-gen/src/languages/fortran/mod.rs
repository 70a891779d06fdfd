//! Fortran: a module of Fortran 2008 in free form. Indices and positions count from 1, as those of Fortran's arrays do.

mod dialect;
mod file;
mod lines;
mod loops;
mod words;

use crate::error::Error;
use crate::language::{Language, Written};
use crate::source_file;
use crate::unit::{Case, Reserved, Unit};
use crate::width::Width;

/// Fortran.
pub(crate) struct Fortran;

impl Language for Fortran {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Fortran", words: &[words::WORDS], prefixes: &[], case: Case::Ignored }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let kind = if unit.request.width == Width::Bits32 { "int32" } else { "int64" };
        source_file::write(&file::Module { unit, kind })
    }
}
