//! Relations as texts of isl.

use super::not_printed::NotPrinted;
use super::written::{SHORT, Written};
use crate::relation::Relation;
use lego_equal::Effort;

/// Of a map in a box of so many points a long text is compared with one row by row.
const FEW_POINTS: u64 = 1 << 13;

/// So many points are looked at when a text is read.
const MOST_READ: u64 = 1 << 20;

/// A text in several pieces may be so many times as long as the condition.
const TIMES: usize = 2;

impl Relation<'_> {
    /// The relation in isl's notation, its index named `i0, i1, …` if its variables are.
    ///
    /// What is not quasi-affine (a square root, a product of components) is written row by row, piece by piece. An
    /// inverse without a short formula is written as the condition on index and values that it is.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let isl = |text| Relation::of_chain(&arena, text, &Options::default()).unwrap().to_isl().unwrap();
    /// assert_eq!(isl("Row(4, 8)"), "{ [i0, i1] -> [8i0 + i1] : 0 <= i0 <= 3 and 0 <= i1 <= 7 }");
    /// assert_eq!(isl("Row(M, 8)"), "[M] -> { [i0, i1] -> [8i0 + i1] : 0 <= i0 < M and 0 <= i1 <= 7 }");
    /// assert_eq!(isl("Swizzle(1, 0, 2)"), "{ [i0] -> [2*floor(i0/2) + (i0 + floor(i0/4)) mod 2] : 0 <= i0 <= 7 }");
    /// let strides = Relation::of_isl(&arena, "{ [i, j] -> [8i + 3j] : 0 <= i < 3 and 0 <= j < 6 }").unwrap();
    /// assert_eq!(
    ///     strides.inverse(&Effort::default()).unwrap().to_isl().unwrap(),
    ///     "{ [i0] -> [o0, o1] : i0 = 8o0 + 3o1 and 0 <= o0 <= 2 and 0 <= o1 <= 5 }"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`NotPrinted`].
    pub fn to_isl(&self) -> Result<String, NotPrinted> {
        self.to_isl_within(&Effort::default())
    }

    /// [`Relation::to_isl`] with another effort: its steps bound the search for a form; with `points` at `u64::MAX` any
    /// number of points is looked at where there is none, and any number of pieces is written.
    ///
    /// # Errors
    /// [`NotPrinted`].
    pub fn to_isl_within(&self, effort: &Effort<'_>) -> Result<String, NotPrinted> {
        let own = Written::by_expressions(self, effort);
        let Some(forward) = &self.forward else {
            return match own.map(|written| written.map()) {
                // Of few points the rows may be shorter than many cases.
                Ok(text) if text.len() > SHORT && self.has_points(FEW_POINTS) => {
                    let rows = Written::by_points(self, effort).map(|written| written.map());
                    Ok(rows.ok().filter(|rows| rows.len() < text.len()).unwrap_or(text))
                }
                Ok(text) => Ok(text),
                Err(_) if self.parameters().is_empty() => Ok(Written::by_points(self, effort)?.map()),
                Err(error) => Err(error),
            };
        };
        // In a box of many points a formula is read again only where its conditions tell that it is not below 0.
        let is_large = self.is_of_numbers() && !self.has_points(MOST_READ);
        let is_read = own.as_ref().is_ok_and(|written| !is_large || written.tells_naturals());
        let own = own.map(|written| (written.pieces.len(), written.map()));
        if let Ok((pieces, text)) = &own
            && is_read
            && *pieces <= 1
            && text.len() <= SHORT
        {
            return Ok(text.clone());
        }
        let condition = Written::by_expressions(forward, effort).map(|written| written.inverse());
        if let (false, Ok(condition)) = (is_read, &condition) {
            return Ok(condition.clone());
        }
        if let (Ok((_, text)), Ok(condition)) = (&own, &condition)
            && text.len() <= SHORT.min(TIMES * condition.len())
        {
            return Ok(text.clone());
        }
        let shorter = |one: Option<String>, other: Option<String>| match (one, other) {
            (Some(one), Some(other)) => Some(if other.len() < one.len() { other } else { one }),
            (one, other) => one.or(other),
        };
        let (own, error) = own.map_or_else(|error| (None, Some(error)), |(_, text)| (Some(text), None));
        match shorter(own, condition.ok()) {
            Some(text) if text.len() > SHORT && self.has_points(FEW_POINTS) => {
                let rows = Written::by_points(self, effort).map(|written| written.map());
                return Ok(rows.ok().filter(|rows| rows.len() < text.len()).unwrap_or(text));
            }
            Some(text) => return Ok(text),
            None => {}
        }
        if !self.parameters().is_empty() {
            return Err(error.unwrap_or(NotPrinted::Limit { steps: effort.steps }));
        }
        let condition = Written::by_points(forward, effort).map(|written| written.inverse());
        let own = Written::by_points(self, effort).map(|written| written.map());
        match (own, condition) {
            (Err(error), Err(_)) => Err(error),
            (own, condition) => shorter(own.ok(), condition.ok()).ok_or(NotPrinted::Limit { steps: effort.steps }),
        }
    }

    /// Whether it is one of numbers in a box of so many points at most.
    fn has_points(&self, most: u64) -> bool {
        let count = self.dims().and_then(|dims| crate::set::volume(&dims).ok());
        count.is_some_and(|count| count <= most) && self.is_of_numbers()
    }

    /// The inverse as a condition on values and index, in isl's notation; it is one whatever the map is, and says no
    /// more than that.
    ///
    /// ```
    /// use lego_relation::{Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [i, j] -> [i + j] : 0 <= i < 3 and 0 <= j < 6 }").unwrap();
    /// assert_eq!(
    ///     map.inverse_condition(&Effort::default()).unwrap(),
    ///     "{ [i0] -> [o0, o1] : i0 = o0 + o1 and 0 <= o0 <= 2 and 0 <= o1 <= 5 }"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`NotPrinted`].
    pub fn inverse_condition(&self, effort: &Effort<'_>) -> Result<String, NotPrinted> {
        match Written::by_expressions(self, effort) {
            Ok(written) => Ok(written.inverse()),
            Err(_) if self.parameters().is_empty() => Ok(Written::by_points(self, effort)?.inverse()),
            Err(error) => Err(error),
        }
    }
}
