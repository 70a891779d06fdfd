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
use crate::language::{Language, Written};
use crate::unit::{Case, Formula, Limits, Reserved, Unit};
use crate::width::Width;
use expressions::Expressions;
use file::File;
use numbers::Numbers;
use words::WORDS;

/// JavaScript, or TypeScript.
pub(crate) struct JavaScript {
    /// Whether it is TypeScript.
    pub(crate) typed: bool,
}

impl Language for JavaScript {
    fn reserved(&self) -> Reserved {
        Reserved {
            language: if self.typed { "TypeScript" } else { "JavaScript" },
            words: &[WORDS],
            prefixes: &[],
            case: Case::Told,
        }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        let numbers = Numbers::of(unit);
        // Integers without end fit every layout, unless fewer bits were asked for.
        if numbers != Numbers::Big || unit.request.width == Width::Bits32 {
            unit.fits()?;
        }
        let own = unit.request.name.as_str();
        let limits = match numbers {
            Numbers::Short => Limits { most: Some(unit.request.width.most()), computed: Some(i32::MAX as u128) },
            Numbers::Exact => Limits { most: Some((1 << 53) - 1), computed: Some((1 << 53) - 1) },
            Numbers::Big => Limits { most: None, computed: None },
        };
        let tests = unit.tests(limits)?;
        let dialect = |first| Expressions { names: &unit.names, own, first, numbers };
        let plain = dialect(0);
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let file = File { typed: self.typed, numbers, unit };
        let (apply, inv) = (apply?, inv?);
        let text = file.write(&tests, [&apply, &inv], &plain)?;
        Ok(Written { text, operations: [apply.operations, inv.operations] })
    }
}
