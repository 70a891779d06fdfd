//! JavaScript and TypeScript: ES modules, in numbers where these are exact and in BigInt elsewhere.
//!
//! A number of JavaScript is a floating-point one, exact below 2^53, and its bit operations work on 32 bits. So numbers serve
//! where every value is below 2^31, or below 2^53 and no bit operation is needed, which known sizes prove and which the check
//! of sizes at run time asks for with a width of 32 bits. Else everything is a BigInt.

mod expressions;
mod file;
mod helpers;
mod numbers;
mod words;

use crate::error::Error;
use crate::language::{Facts, Language, Written};
use crate::source_file;
use crate::syntax::{Along, Root, Slices, Syntax};
use crate::unit::{Case, Reserved, Unit};
use file::File;
use lego_expr::{Abilities, Op};
use numbers::Numbers;
use words::WORDS;

/// JavaScript, or TypeScript.
pub(crate) struct JavaScript {
    /// Whether it is TypeScript.
    pub(crate) typed: bool,
}

/// Templates compute in numbers. An array is made of lengths.
const SYNTAX: Syntax = Syntax {
    slices: Slices::Lengths,
    abilities: Abilities { look_up: true, ..Syntax::LIKE_C.abilities },
    brackets: ["[", "]"],
    binary: |op, left, right| match op {
        Op::Div => Some(format!("Math.floor({left} / {right})")),
        Op::Min | Op::Max => Some(format!("Math.{}({left}, {right})", op.sign())),
        _ => None,
    },
    equal: ["===", "!=="],
    root: Root::Rounded(|argument| format!("Math.floor(Math.sqrt({argument}))")),
    is_double: true,
    masks: false,
    head: |Along { name, low, operands: [_, high], .. }| {
        format!("for (let {name} = {low}; {name} < {high}; {name} += 1)")
    },
    list: |_, value, slices| {
        let list = |inner, slice: &Along| {
            format!("Array.from({{ length: {} }}, (_, {}) => {inner})", slice.length, slice.name)
        };
        slices.iter().rev().fold(value.to_owned(), list)
    },
    ..Syntax::LIKE_C
};

impl Language for JavaScript {
    fn facts(&self) -> Facts {
        if self.typed {
            Facts::new(["typescript", "TypeScript", "TypeScript 4 or later, for ES2020"], &["ts", "mts"]).with(&SYNTAX)
        } else {
            Facts::new(["javascript", "JavaScript", "ES2020: Node 14 or later, any browser"], &["mjs", "js", "cjs"])
                .with(&SYNTAX)
        }
    }

    fn reserved(&self) -> Reserved {
        Reserved {
            language: if self.typed { "TypeScript" } else { "JavaScript" },
            words: &[WORDS],
            prefixes: &[],
            case: Case::Told,
        }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        source_file::write(&File { typed: self.typed, numbers: Numbers::of(unit), unit })
    }
}
