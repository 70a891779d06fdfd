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
use crate::language::{Facts, Language, Written};
use crate::source_file;
use crate::syntax::{Along, Syntax};
use crate::unit::{Case, Reserved, Unit};
use crate::width::Width;
use lego_expr::{Abilities, Choices};

/// WGSL.
pub(crate) struct Wgsl;

/// Templates compute in `i32` or `u32`.
const SYNTAX: Syntax = Syntax {
    abilities: Abilities { negative: false, choices: Choices::Eager, ..Syntax::SHADER.abilities },
    brackets: ["array(", ")"],
    choice: |truth, then, otherwise| format!("select({otherwise}, {then}, {truth})"),
    masks: false,
    head: |Along { name, low, operands: [_, high], .. }| format!("for (var {name} = {low}; {name} < {high}; {name}++)"),
    heads: None,
    ..Syntax::SHADER
};

impl Language for Wgsl {
    fn facts(&self) -> Facts {
        let facts = Facts::new(["wgsl", "WGSL", "WebGPU, or naga or Tint"], &["wgsl"]).with(&SYNTAX);
        Facts { widths: &[Width::Bits32], ..facts }
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "WGSL", words: &[shader_words::WGSL], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        source_file::write(&file::File { unit })
    }
}
