//! The values that a relation has, and those that it leaves out.

use super::answer::Undecided;
use crate::form::Form;
use crate::relation::{Relation, Walk};
use crate::set::{Set, SharedBits, volume};
use lego_equal::Effort;

/// A bit for each value is kept up to so many values; beyond, the values are sorted.
const MOST_BITS: u64 = 1 << 33;

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
        let total = volume(&spans)?;
        if self.is_total() {
            match self.form() {
                Form::Strided(strided) => {
                    let (count, runs) = strided.runs();
                    if count <= effort.points {
                        return Ok(Set::gathered(&spans, count, runs)?);
                    }
                }
                Form::Linear(linear) => {
                    let basis = linear.basis();
                    if basis.len() < 64 && 1 << basis.len() <= effort.points.min(1 << 40) {
                        return Ok(Set::gathered(
                            &spans,
                            1 << basis.len(),
                            sums(&basis).map(|value| value..value + 1),
                        )?);
                    }
                }
                Form::Table => {}
            }
        }
        if self.inverse.as_ref().is_some_and(|inverse| inverse.guards.is_empty()) && self.restrictions.is_empty() {
            return Ok(Set::full(&spans)?);
        }
        let map = Relation { map: self.map(), restrictions: vec![], ..self.clone() }.flat();
        let mut walk = Walk::new(self.arena, &map, effort)?;
        if total <= MOST_BITS {
            let bits = SharedBits::new(total);
            walk.values(effort, |value| {
                if value < total {
                    bits.put(value);
                }
                true
            });
            return Ok(Set::from_bits(&spans, bits.into_bits())?);
        }
        let mut values = Vec::new();
        walk.each(effort, |_, value| {
            values.extend(value);
            true
        })?;
        Ok(Set::gathered(&spans, 0, values.into_iter().map(|value| value..value + 1))?)
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

/// Every exclusive or of some numbers, each once if they are independent, one more number each time (Gray's code).
fn sums(basis: &[u64]) -> impl Iterator<Item = u64> + '_ {
    let mut value = 0;
    (0..1_u64 << basis.len()).map(move |step| {
        if step > 0 {
            value ^= basis[step.trailing_zeros() as usize];
        }
        value
    })
}
