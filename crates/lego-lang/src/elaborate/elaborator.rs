//! The state of an elaboration: the world, the errors so far, and what is left to prove.

use super::elaborated::{StatedFact, Unverified};
use super::scope::Scope;
use crate::bijection::Room;
use crate::diagnostic::{Diagnostic, Errors};
use crate::lexer::squeeze;
use crate::text_range::TextRange;
use crate::world::World;
use lego_core::LayoutError;
use lego_core::chain::{Requirement, Scalar};

/// The state of one elaboration.
pub(super) struct Elaborator<'t, W: World> {
    pub(super) text: &'t str,
    /// Closures keep a clone: of a borrowed world that is a reference, of an owned one it is all that they need.
    pub(super) world: W,
    pub(super) errors: Errors,
    pub(super) demands: Vec<(TextRange, Requirement<W::Value>)>,
    /// The symbols that are extents, or other sizes of pieces.
    pub(super) extents: Vec<(TextRange, W::Value)>,
    pub(super) genps: Vec<Unverified<W::Value>>,
    pub(super) closures: bool,
    pub(super) unchecked: bool,
    /// The facts of layouts that stand as pieces.
    pub(super) facts: Vec<(TextRange, StatedFact<W::Value>)>,
    /// What the parameters of the text stand for, where it is that of a layout that stands as a piece.
    pub(super) scope: Option<Scope<'t, W::Value>>,
    /// How many entries the tables so far have together.
    pub(super) entries: usize,
    /// The steps that may be taken to check functions index by index.
    pub(super) room: Room,
    /// Whether the sizes are those of tiles: then a quotient that does not divide may be rounded up.
    pub(super) is_tiled: bool,
}

impl<'t, W: World> Elaborator<'t, W> {
    pub(super) fn new(text: &'t str, world: W, errors: Errors) -> Self {
        Self {
            text,
            world,
            errors,
            demands: Vec::new(),
            extents: Vec::new(),
            genps: Vec::new(),
            closures: false,
            unchecked: false,
            facts: Vec::new(),
            scope: None,
            entries: 0,
            room: Room::new(),
            is_tiled: false,
        }
    }

    /// What a name stands for; `None` if for nothing.
    pub(super) fn parameter(&self, name: &str) -> Option<W::Value> {
        let known = self.scope.as_ref().and_then(|scope| scope.value(name));
        known.or_else(|| {
            let value = self.scope.as_ref().and_then(|scope| scope.declaration.values.get(name));
            value.map(|&value| self.world.constant(value)).or_else(|| self.world.parameter(name))
        })
    }

    pub(super) fn error(&mut self, error: LayoutError, range: TextRange) {
        self.errors.push(Diagnostic { error, range });
    }

    /// What stands at a place, on one line.
    pub(super) fn at(&self, range: TextRange) -> String {
        let text = self.written(range);
        match &self.scope {
            Some(scope) => format!("{}: {text}", scope.declaration.name),
            None => text,
        }
    }

    /// [`at`](Self::at), also of a layout that stands as a piece without its name.
    pub(super) fn written(&self, range: TextRange) -> String {
        squeeze(range.of(self.text))
    }

    /// Checks a requirement, or keeps it to be proved. Says whether it may hold.
    pub(super) fn demand(&mut self, range: TextRange, requirement: Requirement<W::Value>) -> bool {
        match requirement.verdict() {
            Some(Ok(())) => true,
            Some(Err(error)) => {
                self.error(error, range);
                false
            }
            None => {
                self.demands.push((range, requirement));
                true
            }
        }
    }

    /// The product of the extents that are numbers other than 0 fits an index: so does what a part of them multiplies to,
    /// though one is 0.
    pub(super) fn countable(&mut self, dims: &[W::Value], name: &str, range: TextRange) -> bool {
        let mut numbers = dims.iter().filter_map(|n| n.number()).map(|n| n.max(1));
        let fits = numbers.try_fold(1_u64, u64::checked_mul).is_some();
        if !fits {
            let what = format!("the size of {name}");
            self.error(LayoutError::Overflow { what: what.as_str().into(), bits: 64 }, range);
        }
        fits
    }
}
