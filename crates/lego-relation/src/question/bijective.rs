//! Whether no two indices have one value, and whether every value below the spans is one.

use super::answer::{Answer, Collision, NotBijective, Undecided};
use super::seen::Seen;
use crate::form::{Form, Strided, linear};
use crate::relation::Relation;
use crate::set::volume;
use lego_core::chain::unflatten;
use lego_equal::Effort;

impl Relation<'_> {
    /// Whether no two points of the domain have the same values.
    ///
    /// By construction for a layout of the language, by form for strided and linear maps, else point by point; with sizes
    /// without a value by construction or by strides that are proved to leave no overlap, and no where small sizes show it.
    ///
    /// ```
    /// use lego_relation::{Answer, Collision, Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [i, j] -> [3i + 2j] : 0 <= i < 3 and 0 <= j < 4 }").unwrap();
    /// let Answer::No(shown) = map.is_injective(&Effort::default()) else { panic!() };
    /// let Collision { first, second, value } = shown.witness;
    /// assert_eq!((map.at(&first), map.at(&second)), (Some(value.clone()), Some(value)));
    /// ```
    #[must_use]
    pub fn is_injective(&self, effort: &Effort<'_>) -> Answer<Collision> {
        if self.inverse.is_some() || self.forward.is_some() {
            return Answer::Yes;
        }
        if !self.is_of_numbers() {
            if self.general().injective().is_ok_and(|given| given.conditions.is_empty()) || self.is_independent() {
                return Answer::Yes;
            }
            return Answer::search(self, |relation| relation.is_injective(&small(effort)));
        }
        let settled = match self.form() {
            Form::Strided(strided) => strided.collision(effort.steps),
            Form::Linear(linear) => Some(linear.kernel().map(|kernel| [vec![0; self.rank()], kernel])),
            Form::Table => None,
        };
        match settled {
            Some(None) => Answer::Yes,
            Some(Some([first, second])) if self.restrictions.is_empty() => {
                let value = self.at(&first).unwrap_or_default();
                Answer::no(Collision { first, second, value })
            }
            _ => self.collision_by_points(effort).map_or(Answer::Undecided, |collision| match collision {
                None => Answer::Yes,
                Some(collision) => Answer::no(collision),
            }),
        }
    }

    /// Whether every tuple of numbers below the spans is the value of a point of the domain; the witness is the first that is
    /// not.
    #[must_use]
    pub fn is_surjective(&self, effort: &Effort<'_>) -> Answer<Vec<u64>> {
        if self.inverse.as_ref().is_some_and(|inverse| inverse.guards.is_empty()) && self.restrictions.is_empty() {
            return Answer::Yes;
        }
        if !self.is_of_numbers() {
            if self.general().surjective().is_ok_and(|given| given.conditions.is_empty()) {
                return Answer::Yes;
            }
            return Answer::search(self, |relation| relation.is_surjective(&small(effort)));
        }
        let spans = self.spans().unwrap_or_default();
        let Ok(total) = volume(&spans) else { return Answer::Undecided };
        let hole = match self.form() {
            Form::Strided(strided) if self.is_total() => Ok(u64::try_from(strided.first_hole()).ok()),
            Form::Linear(linear) if self.is_total() => Ok(linear::first_hole(linear)),
            _ => self.image(effort).map(|image| match image.complement(&spans).map(|holes| holes.lexmin()) {
                Ok(hole) => {
                    hole.map(|hole| if spans.is_empty() { 0 } else { lego_core::chain::flatten(&spans, &hole) })
                }
                Err(_) => None,
            }),
        };
        match hole {
            Err(_) => Answer::Undecided,
            Ok(Some(hole)) if hole < total => {
                Answer::no(if spans.is_empty() { vec![] } else { unflatten(&spans, hole) })
            }
            Ok(_) => Answer::Yes,
        }
    }

    /// Whether it is one to one from its domain onto all tuples of numbers below its spans.
    #[must_use]
    pub fn is_bijective(&self, effort: &Effort<'_>) -> Answer<NotBijective> {
        match self.is_injective(effort) {
            Answer::Yes => self.is_surjective(effort).map(NotBijective::Missed),
            Answer::Undecided => match self.is_surjective(effort) {
                Answer::No(missed) => Answer::No(missed).map(NotBijective::Missed),
                _ => Answer::Undecided,
            },
            collision => collision.map(NotBijective::Collision),
        }
    }

    /// Two indices of one value, found by looking at every point.
    fn collision_by_points(&self, effort: &Effort<'_>) -> Result<Option<Collision>, Undecided> {
        let (mut walk, total) = self.looked_at(effort)?;
        let seen = Seen::new(&walk, total, effort, true);
        if !seen.twice {
            return Ok(None);
        }
        // The first pair, in the order of the second index: the same in every run.
        let Some((second, value)) = seen.second(&mut walk, effort)? else { return Ok(None) };
        let mut first = 0;
        walk.each(effort, |flat, other| {
            first = flat;
            other != Some(value)
        })?;
        let (first, second) = (walk.index(first), walk.index(second));
        let value = self.at(&first).unwrap_or_default();
        Ok(Some(Collision { first, second, value }))
    }
}

/// The effort for one of many choices of sizes.
pub(crate) fn small<'a>(effort: &Effort<'a>) -> Effort<'a> {
    Effort { points: effort.points.min(1 << 12), steps: effort.steps.min(1 << 12), ..*effort }
}

impl Strided {
    /// The modes that move the value, by their strides, if each stride is more than all before it reach together; `None` too
    /// where one does not move it.
    pub(crate) fn separate(&self) -> Option<Vec<crate::form::Placed>> {
        if self.placed().iter().any(|placed| placed.mode.stride == 0) {
            return None;
        }
        let modes = self.ascending();
        let mut reach = 0;
        for placed in &modes {
            let stride = placed.mode.stride.abs();
            if stride <= reach {
                return None;
            }
            reach += stride * i128::from(placed.mode.size - 1);
        }
        Some(modes)
    }
}
