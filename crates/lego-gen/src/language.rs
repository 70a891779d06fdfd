//! What every language does: it says what it is, names what is not to be had, and writes the file of a layout.

use crate::error::Error;
use crate::extra::Extra;
use crate::syntax::Syntax;
use crate::unit::{Reserved, Unit};
use crate::width::Width;

/// A language that files are written in.
pub(crate) trait Language: Sync {
    fn facts(&self) -> Facts;

    /// Names that are not to be had.
    fn reserved(&self) -> Reserved;

    /// The file of a layout.
    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error>;
}

/// What a language is.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// What names of files end with, that of a generated file first.
    pub(crate) extensions: &'static [&'static str],
    /// What compiles or interprets it.
    pub(crate) needs: &'static str,
    /// How many bits an index may have, first what it is without being asked for.
    pub(crate) widths: &'static [Width],
    /// What a file may have besides both directions.
    pub(crate) extras: &'static [Extra],
    /// How placeholders of templates are written in it; `None` if it has no expressions.
    pub(crate) syntax: Option<&'static Syntax>,
}

impl Facts {
    /// A language of files alone, with what most languages have.
    pub(crate) const fn new([name, title, needs]: [&'static str; 3], extensions: &'static [&'static str]) -> Self {
        Self {
            name,
            title,
            extensions,
            needs,
            widths: &[Width::Bits64, Width::Bits32],
            extras: &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops],
            syntax: None,
        }
    }

    /// The same, of templates too.
    pub(crate) const fn with(self, syntax: &'static Syntax) -> Self {
        Self { syntax: Some(syntax), ..self }
    }
}

/// What a language wrote.
pub(crate) struct Written {
    pub(crate) text: String,
    /// The operations of both directions.
    pub(crate) operations: [usize; 2],
}
