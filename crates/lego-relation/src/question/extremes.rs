//! The first and the last point of a relation, and its least and greatest values.

use super::answer::Undecided;
use crate::form::{Form, linear};
use crate::relation::{Batch, Relation, Walk};
use lego_core::chain::unflatten;
use lego_equal::Effort;

/// A point of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The index.
    pub index: Vec<u64>,
    /// Its values.
    pub value: Vec<u64>,
}

impl Relation<'_> {
    /// The lexicographically first point of the domain; `None` of an empty one.
    ///
    /// # Errors
    /// [`Undecided`] where sizes have no value, and where more points would have to be looked at than the effort allows.
    pub fn first(&self, effort: &Effort<'_>) -> Result<Option<Bound>, Undecided> {
        self.end(effort, |set| set.lexmin(), |_| 0)
    }

    /// The lexicographically last point of the domain; `None` of an empty one.
    ///
    /// # Errors
    /// As [`Relation::first`].
    pub fn last(&self, effort: &Effort<'_>) -> Result<Option<Bound>, Undecided> {
        self.end(effort, |set| set.lexmax(), |extent| extent.saturating_sub(1))
    }

    fn end(
        &self,
        effort: &Effort<'_>,
        of: impl Fn(&crate::set::Set) -> Option<Vec<u64>>,
        component: impl Fn(u64) -> u64,
    ) -> Result<Option<Bound>, Undecided> {
        let dims = self.numbers()?;
        // A corner of the box is an end of the domain if it is in it.
        let corner: Vec<u64> = dims.iter().map(|&extent| component(extent)).collect();
        if let Some(value) = self.at(&corner) {
            return Ok(Some(Bound { index: corner, value }));
        }
        let index = of(&self.domain().set(effort)?);
        Ok(index.and_then(|index| self.at(&index).map(|value| Bound { index, value })))
    }

    /// The extents, of a relation without sizes that have no value.
    fn numbers(&self) -> Result<Vec<u64>, Undecided> {
        let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
        self.dims().filter(|_| self.is_of_numbers()).ok_or_else(|| Undecided::symbols(self.arena, &all))
    }

    /// The least value and the first index that has it; lexicographic where there are several values. `None` of an empty domain.
    ///
    /// # Errors
    /// As [`Relation::first`].
    pub fn least(&self, effort: &Effort<'_>) -> Result<Option<Bound>, Undecided> {
        self.extreme(effort, false)
    }

    /// The greatest value and the first index that has it; lexicographic where there are several values. `None` of an empty
    /// domain.
    ///
    /// # Errors
    /// As [`Relation::first`].
    pub fn greatest(&self, effort: &Effort<'_>) -> Result<Option<Bound>, Undecided> {
        self.extreme(effort, true)
    }

    fn extreme(&self, effort: &Effort<'_>, greatest: bool) -> Result<Option<Bound>, Undecided> {
        let dims = self.numbers()?;
        if self.is_total() && !dims.contains(&0) {
            let index = match self.form() {
                Form::Strided(strided) => Some(strided.extreme(greatest, false)),
                Form::Linear(linear) => Some(linear::extreme(linear, greatest)),
                Form::Table => None,
            };
            if let Some(index) = index {
                return Ok(self.at(&index).map(|value| Bound { index, value }));
            }
        }
        let map = Relation { map: self.map(), restrictions: vec![], ..self.clone() }.flat();
        let walk = Walk::new(self.arena, &map, effort)?;
        // The better of two values, and of equal ones the first in order.
        let better = |one: Option<(u64, u64)>, two: Option<(u64, u64)>| match (one, two) {
            (Some((first, a)), Some((second, b))) => {
                let takes = if greatest { b > a } else { b < a };
                Some(if takes || a == b && second < first { (second, b) } else { (first, a) })
            }
            (one, two) => one.or(two),
        };
        let take = |best: &mut Option<(u64, u64)>, batch: &mut Batch| {
            *best = batch.each().fold(*best, |best, (flat, value)| better(best, value.map(|value| (flat, value))));
            true
        };
        let best = walk.collect(walk.parts(), effort, u64::MAX, || None, take, |_| {}).into_iter().fold(None, better);
        let spans = self.spans().unwrap_or_default();
        Ok(best.map(|(flat, value)| Bound {
            index: walk.index(flat),
            value: if spans.is_empty() { Vec::new() } else { unflatten(&spans, value) },
        }))
    }
}
