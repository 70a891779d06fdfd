//! The values that a relation has, and those that it leaves out.

use super::answer::Undecided;
use super::seen::Seen;
use crate::form::{Form, linear};
use crate::relation::Relation;
use crate::set::Set;
use lego_equal::Effort;

/// So many runs are kept, 64 MiB.
const MOST_RUNS: u64 = 1 << 22;

/// So many points are kept as bits, 64 MiB.
const FEW_BITS: u64 = 1 << 29;

impl Relation<'_> {
    /// The set of all its values.
    ///
    /// ```
    /// use lego_relation::{Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [i, j] -> [8i + 2j] : 0 <= i < 1048576 and 0 <= j < 4 }");
    /// assert_eq!(map.unwrap().image(&Effort::default()).unwrap().size(), 1 << 22);
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] where sizes have no value, and where more points would have to be looked at than the effort allows.
    pub fn image(&self, effort: &Effort<'_>) -> Result<Set, Undecided> {
        let spans = self.spans().ok_or_else(|| Undecided::symbols(self.arena, &self.map.spans))?;
        let volume = crate::set::volume(&spans)?;
        // What is no bit is a run of 16 bytes.
        let is_kept =
            |count| count <= effort.points && (count <= MOST_RUNS || volume <= FEW_BITS || effort.points == u64::MAX);
        if self.is_total() {
            match self.form() {
                Form::Strided(strided) => {
                    let (count, runs) = strided.runs();
                    if is_kept(count) {
                        return Ok(Set::gathered(&spans, count, runs)?);
                    }
                }
                Form::Linear(linear) => {
                    let (count, runs) = linear::runs(linear);
                    if is_kept(count) {
                        return Ok(Set::gathered(&spans, count, runs)?);
                    }
                }
                Form::Table => {}
            }
        }
        if self.inverse.as_ref().is_some_and(|inverse| inverse.guards.is_empty()) && self.restrictions.is_empty() {
            return Ok(Set::full(&spans)?);
        }
        let (walk, total) = self.looked_at(effort)?;
        Ok(Seen::new(&walk, total, effort, false).set(&spans)?)
    }

    /// The tuples below the spans that are no values: the positions of a buffer that nothing is kept at.
    ///
    /// # Errors
    /// As [`Relation::image`].
    pub fn holes(&self, effort: &Effort<'_>) -> Result<Set, Undecided> {
        let spans = self.spans().ok_or_else(|| Undecided::symbols(self.arena, &self.map.spans))?;
        Ok(self.image(effort)?.complement(&spans)?)
    }
}
