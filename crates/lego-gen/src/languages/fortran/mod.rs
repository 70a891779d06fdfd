//! Fortran: a module of Fortran 2008 in free form. Indices and positions count from 1, as those of Fortran's arrays do.

mod dialect;
mod file;
mod lines;
mod loops;
mod words;

use crate::error::Error;
use crate::language::{Facts, Language, Written};
use crate::source_file;
use crate::syntax::{Along, Root, Slices, Syntax};
use crate::unit::{Case, Reserved, Unit};
use crate::width::Width;
use lego_expr::{Abilities, Choices, Op};

/// Fortran.
pub(crate) struct Fortran;

/// Templates compute in integers of the usual kind.
const SYNTAX: Syntax = Syntax {
    slices: Slices::Lists,
    abilities: Abilities { choices: Choices::Eager, ..Syntax::LIKE_C.abilities },
    truth: ".true.",
    brackets: ["[", "]"],
    choice: |truth, then, otherwise| format!("merge({then}, {otherwise}, {truth})"),
    binary: |op, left, right| {
        let function = match op {
            Op::Rem => "mod",
            Op::And => "iand",
            Op::Or => "ior",
            Op::Xor => "ieor",
            Op::Shl => "shiftl",
            Op::Shr => "shiftr",
            _ => return None,
        };
        Some(format!("{function}({left}, {right})"))
    },
    truths: [".and.", ".or.", ".neqv."],
    equal: ["==", "/="],
    root: Root::Rounded(|argument| format!("int(sqrt(dble({argument})))")),
    masks: false,
    range: |slice| format!("{}, {}", slice.low, slice.last),
    head: |slice| format!("do {} = {}, {}", slice.name, slice.low, slice.last),
    heads: None,
    list: |syntax, value, slices| {
        let implied = |inner, slice: &Along| format!("({inner}, {} = {})", slice.name, (syntax.range)(slice));
        format!("[{}]", slices.iter().rev().fold(value.to_owned(), implied))
    },
    ..Syntax::LIKE_C
};

impl Language for Fortran {
    fn facts(&self) -> Facts {
        Facts::new(["fortran", "Fortran", "a compiler for Fortran 2008"], &["f90", "F90", "f95", "f03", "f08"])
            .with(&SYNTAX)
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Fortran", words: &[words::WORDS], prefixes: &[], case: Case::Ignored }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let kind = if unit.request.width == Width::Bits32 { "int32" } else { "int64" };
        source_file::write(&file::Module { unit, kind })
    }
}
