//! The forms of a map that decide questions without looking at every point: strided, and linear over bits.
//!
//! Where the expression is one of bits, such as a swizzle, the form is read from it. Else it is guessed from few points of the
//! map and then proved, by [`lego_equal::equal`], to be the map itself. So whatever a map was written in, it has the form if it is
//! one, and a wrong guess costs time and no more.

pub(crate) mod linear;
mod strided;
mod swizzle;

pub use strided::{Mode, Strided};
pub(crate) use strided::{Placed, divisors};
pub use swizzle::swizzle_of;

use crate::relation::Relation;
use lego_core::chain::XorMap;
use lego_equal::{Effort, Equality, equal};
use lego_expr::{Id, Map};

/// What a map from the index to one number is known to be.
#[derive(Clone, Debug)]
pub enum Form {
    /// A sum of digits of the components of the index, each times a stride.
    Strided(Strided),
    /// An exclusive or of numbers, one for each bit of the index that is 1.
    Linear(XorMap),
    /// Neither, as far as is known: it is looked at point by point.
    Table,
}

/// So many steps may be taken to prove a guess.
const STEPS: u64 = 1 << 22;

impl<'a> Relation<'a> {
    /// The form of the map to the place of its values in the row-major order of the spans, where it is one of numbers with a
    /// value at every index; its restrictions are not looked at.
    pub fn form(&self) -> &Form {
        self.form.get_or_init(|| self.found_form().unwrap_or(Form::Table))
    }

    fn found_form(&self) -> Option<Form> {
        if !self.map.guards.is_empty() || !self.is_of_numbers() {
            return None;
        }
        let flat = self.flat();
        let dims = self.dims()?;
        if let Some(linear) = linear::read(self.arena, &flat, &dims) {
            let strided = linear::strided(&linear);
            return Some(strided.map_or(Form::Linear(linear), Form::Strided));
        }
        let evaluator = flat.evaluator(self.arena);
        let value = |index: &[u64]| evaluator.run(index).map(|values| values[0]);
        if let Some(strided) = Strided::guess(&dims, value) {
            let written = strided.write(self.arena, &self.map.index);
            if self.is_value(&flat, written) {
                return Some(Form::Strided(strided));
            }
        }
        let linear = linear::guess(&dims, value)?;
        let written = linear::write(&linear, self.arena, &self.map.index);
        self.is_value(&flat, written).then_some(Form::Linear(linear))
    }

    /// Whether an expression is proved to be the value of a map to one number.
    fn is_value(&self, map: &Map, value: Id) -> bool {
        let written = Map { values: vec![value], ..map.clone() };
        let effort = Effort { points: 1 << 18, steps: STEPS, ..Effort::default() };
        equal(self.arena, map, &written, &effort) == Equality::Equal
    }

    /// The strided form, if it has one.
    pub(crate) fn strided(&self) -> Option<&Strided> {
        match self.form() {
            Form::Strided(strided) => Some(strided),
            _ => None,
        }
    }
}
