//! WGSL: functions for shaders, in its integers of 32 bits.
//!
//! A shader is one text, without a way to include another, so the functions are joined to it as they stand. Their names all begin
//! with the name of the layout. No operation of WGSL fails: what a branch that is not taken computes may be anything, which
//! is why a choice is a `select` of two values.

mod expressions;
mod file;
mod loops;

use super::{Language, Written, shader_words};
use crate::error::Error;
use crate::extra::Extra;
use crate::request::Width;
use crate::unit::{Case, Reserved, Unit};

/// WGSL.
pub(crate) struct Wgsl;

impl Language for Wgsl {
    fn name(&self) -> &'static str {
        "wgsl"
    }

    fn title(&self) -> &'static str {
        "WGSL"
    }

    fn extension(&self) -> &'static str {
        "wgsl"
    }

    fn needs(&self) -> &'static str {
        "WebGPU, or naga or Tint"
    }

    fn widths(&self) -> &'static [Width] {
        &[Width::Bits32]
    }

    fn extras(&self) -> &'static [Extra] {
        &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops]
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "WGSL", words: &[shader_words::WGSL], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        file::write(unit)
    }
}
