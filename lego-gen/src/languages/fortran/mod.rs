//! Fortran: a module of Fortran 2008 in free form. Indices and positions count from 1, as those of Fortran's arrays do.

mod dialect;
mod file;
mod lines;
mod words;

use super::{Language, Written};
use crate::error::Error;
use crate::extra::Extra;
use crate::unit::{Case, Reserved, Unit};

/// Fortran.
pub(crate) struct Fortran;

impl Language for Fortran {
    fn name(&self) -> &'static str {
        "fortran"
    }

    fn title(&self) -> &'static str {
        "Fortran"
    }

    fn extension(&self) -> &'static str {
        "f90"
    }

    fn needs(&self) -> &'static str {
        "a compiler for Fortran 2008"
    }

    fn extras(&self) -> &'static [Extra] {
        &[Extra::Table, Extra::Strides, Extra::Checks]
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Fortran", words: &[words::WORDS], prefixes: &[], case: Case::Ignored }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        file::write(unit)
    }
}
