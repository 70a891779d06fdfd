//! WGSL: functions for shaders, in its integers of 32 bits.
//!
//! A shader is one text, without a way to include another, so the functions are joined to it as they stand. Their names all begin
//! with the name of the layout. No operation of WGSL fails: what a branch that is not taken computes may be anything, which
//! is why a choice is a `select` of two values.

mod expressions;
mod file;
mod loops;

use super::shader_words;
use crate::error::Error;
use crate::language::{Language, Written};
use crate::source_file;
use crate::unit::{Case, Reserved, Unit};

/// WGSL.
pub(crate) struct Wgsl;

impl Language for Wgsl {
    fn reserved(&self) -> Reserved {
        Reserved { language: "WGSL", words: &[shader_words::WGSL], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        source_file::write(&file::File { unit })
    }
}
