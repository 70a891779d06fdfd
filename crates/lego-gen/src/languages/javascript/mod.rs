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
use crate::source_file;
use crate::unit::{Case, Reserved, Unit};
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
        source_file::write(&File { typed: self.typed, numbers: Numbers::of(unit), unit })
    }
}
