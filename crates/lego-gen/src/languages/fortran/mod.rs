//! Fortran: a module of Fortran 2008 in free form. Indices and positions count from 1, as those of Fortran's arrays do.

mod dialect;
mod file;
mod lines;
mod loops;
mod words;

use crate::error::Error;
use crate::language::{Language, Written};
use crate::unit::{Case, Reserved, Unit};

/// Fortran.
pub(crate) struct Fortran;

impl Language for Fortran {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Fortran", words: &[words::WORDS], prefixes: &[], case: Case::Ignored }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        file::write(unit)
    }
}
