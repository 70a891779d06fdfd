//! C and what is written like it: C++, CUDA C++, OpenCL C, and for shaders GLSL, HLSL and the Metal shading language. One file,
//! with a flavour for each.

mod array;
mod dialect;
mod file;
mod flavour;
mod habits;
mod helpers;
mod loops;
mod mdspan;
mod words;

pub(super) use flavour::{C, CPP, CUDA, GLSL, HLSL, MDSPAN, METAL, OPENCL};

use crate::error::Error;
use crate::language::{Facts, Language, Written};
use crate::source_file;
use crate::unit::{Case, Reserved, Unit};
use flavour::Flavour;

impl Language for Flavour {
    fn facts(&self) -> Facts {
        self.facts
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: self.facts.title, words: self.words, prefixes: self.habits.prefixes, case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        self.names(unit)?;
        source_file::write(&file::File::new(self, unit))
    }
}
