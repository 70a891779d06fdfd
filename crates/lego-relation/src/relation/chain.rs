//! Relations of layouts that are written in the language.

use super::relation::{Order, Relation};
use lego_expr::{Arena, Id};
use lego_lang::compile::{Directions, Options, directions_in};
use lego_lang::{Diagnostic, Reading};

impl<'a> Relation<'a> {
    /// The relation of a layout: from the index to the position, with the inverse that the layout has by construction.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn of_chain(arena: &'a Arena, text: &str, options: &Options) -> Result<Self, Vec<Diagnostic>> {
        Self::of_reading(arena, &Reading::new(text), options, &[])
    }

    /// The relation of a layout that has been read. `known` are sizes that are variables of the arena already, by name.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn of_reading(
        arena: &'a Arena,
        reading: &Reading,
        options: &Options,
        known: &[(String, Id)],
    ) -> Result<Self, Vec<Diagnostic>> {
        let Directions { apply, inv, shares, .. } = directions_in(arena, reading, options, known)?;
        // What is taken at its word may have any inverse written beside it.
        let inverse = (!shares && !apply.unchecked && !apply.calls(arena)).then_some(inv);
        Ok(Self { inverse, ..Self::new(arena, apply, Order::RowMajor) })
    }
}
