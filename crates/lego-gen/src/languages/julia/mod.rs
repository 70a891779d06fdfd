//! Julia: a module. Indices and positions count from 1, as those of Julia's arrays do, and `nothing` says that there is none.

mod dialect;
mod file;
mod loops;
mod words;

use crate::error::Error;
use crate::language::{Facts, Language, Written};
use crate::source_file;
use crate::syntax::{Along, Root, Slices, Syntax};
use crate::unit::{Case, Reserved, Unit};
use crate::width::Width;
use lego_expr::Op;

/// Julia.
pub(crate) struct Julia;

/// Templates compute in integers, which count from 0.
const SYNTAX: Syntax = Syntax {
    slices: Slices::Lists,
    brackets: ["(", ")"],
    binary: |op, left, right| match op {
        Op::Div => Some(format!("{left} ÷ {right}")),
        Op::Xor => Some(format!("{left} ⊻ {right}")),
        _ => None,
    },
    root: Root::Exact(|argument| format!("isqrt({argument})")),
    masks: false,
    range: |slice| format!("{}:{}", slice.operands[0], slice.last),
    head: |slice| format!("for {} in {}:{}", slice.name, slice.operands[0], slice.last),
    heads: Some(|heads| {
        let ranges: Vec<&str> = heads.iter().map(|head| head.trim_start_matches("for ")).collect();
        format!("for {}", ranges.join(", "))
    }),
    list: |syntax, value, slices| {
        let head = |slice: &Along| format!("{} in {}", slice.name, (syntax.range)(slice));
        format!("[{value} for {}]", slices.iter().map(head).collect::<Vec<_>>().join(", "))
    },
    ..Syntax::LIKE_C
};

impl Language for Julia {
    fn facts(&self) -> Facts {
        Facts::new(["julia", "Julia", "Julia 1.6 or later"], &["jl"]).with(&SYNTAX)
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Julia", words: &[words::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let result = if unit.request.width == Width::Bits32 { "Int32" } else { "Int64" };
        source_file::write(&file::File { unit, result })
    }
}
