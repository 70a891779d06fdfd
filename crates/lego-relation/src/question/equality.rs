//! Whether two relations are the same map: equal tuples of coordinates have equal values.

use super::answer::{Answer, Counterexample};
use crate::relation::{Relation, parameters};
use lego_equal::{Differs, Effort, Equality, equal, is_proved};
use lego_expr::{Engine, Id, Map, Op};
use std::fmt;

/// Two relations whose ranks or extents, or numbers of values, differ, so that there is nothing to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The extents of the first one, and how many values it has.
    pub left: (String, usize),
    /// The same of the second one.
    pub right: (String, usize),
    /// Values of the sizes for which the extents differ.
    pub parameters: Vec<(String, i128)>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.left.0 == self.right.0 {
            return write!(f, "the first gives {} numbers at an index and the second {}", self.left.1, self.right.1);
        }
        write!(f, "the extents of the first are {}, of the second {}", self.left.0, self.right.0)?;
        for (k, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name} = {value}", if k == 0 { ", which differ for " } else { ", " })?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}

/// Where two relations differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The index.
    pub index: Vec<u64>,
    /// The values of the first relation there; `None` outside its domain.
    pub left: Option<Vec<u64>>,
    /// The values of the second relation there.
    pub right: Option<Vec<u64>>,
}

impl<'a> Relation<'a> {
    /// Whether another relation of the same arena has the same domain and the same values; spans are not compared.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Answer, Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let chain = Relation::of_chain(&arena, "SwizzleRows([4, 4], 2)", &Options::default()).unwrap();
    /// let isl = "{ [i, j] -> [4i + 2*((floor(i/2) + floor(j/2)) mod 2) + (i + j) mod 2] : 0 <= i, j < 4 }";
    /// let same = chain.is_equal(&Relation::of_isl(&arena, isl).unwrap(), &Effort::default());
    /// assert_eq!(same, Ok(Answer::Yes));
    /// ```
    ///
    /// # Errors
    /// [`Mismatch`].
    pub fn is_equal(&self, other: &Self, effort: &Effort<'_>) -> Result<Answer<Differing>, Mismatch> {
        self.comparable(other)?;
        let (left, right) = (self.map(), other.map());
        let spans: Vec<Id> =
            left.spans.iter().zip(&right.spans).map(|(&a, &b)| self.arena.binary(Op::Max, a, b)).collect();
        let [left, right] = [left, right].map(|map| Map { spans: spans.clone(), ..map });
        let right = Map { dims: left.dims.clone(), ..right };
        if self.is_of_numbers() && other.is_of_numbers() {
            return Ok(match equal(self.arena, &left, &right, effort) {
                Equality::Equal => Answer::Yes,
                Equality::Undecided => Answer::Undecided,
                Equality::Different(difference) => match difference.what {
                    Differs::Position { index, .. } => {
                        let (left, right) = (self.at(&index), other.at(&index));
                        Answer::no(Differing { index, left, right })
                    }
                    Differs::Dims(..) | Differs::Span(..) => Answer::Undecided,
                },
            });
        }
        if is_proved(self.arena, &left, &right) || self.is_proved_equal(other) {
            return Ok(Answer::Yes);
        }
        let both = self.beside(other);
        for values in both.choices() {
            let (one, two) = (self.with(&values), other.with(&values));
            if let Ok(Answer::No(Counterexample { witness, .. })) = one.is_equal(&two, &super::bijective::small(effort))
            {
                return Ok(Answer::No(Counterexample { parameters: both.named(&values), witness }));
            }
        }
        Ok(Answer::Undecided)
    }

    /// A relation whose sizes without a value are those of both.
    fn beside(&self, other: &Self) -> Self {
        let values = [&self.map().roots()[..], &other.map().roots(), &other.map.dims, &other.map.spans].concat();
        let map = Map { values, guards: vec![], ..self.map.clone() };
        Relation::new(self.arena, map, self.order)
    }

    /// Whether the extents and the number of values are the same.
    fn comparable(&self, other: &Self) -> Result<(), Mismatch> {
        let side = |relation: &Self| (relation.sizes()[0].clone(), relation.map.values.len());
        let mismatch = |parameters| Mismatch { left: side(self), right: side(other), parameters };
        if self.rank() != other.rank() || self.map.values.len() != other.map.values.len() {
            return Err(mismatch(Vec::new()));
        }
        if let (Some(left), Some(right)) = (self.dims(), other.dims()) {
            return if left == right { Ok(()) } else { Err(mismatch(Vec::new())) };
        }
        let mut engine = Engine::new(self.arena);
        if self.map.dims.iter().zip(&other.map.dims).all(|(&a, &b)| engine.is_equal(a, b)) {
            return Ok(());
        }
        let both = self.beside(other);
        debug_assert!(
            !parameters(self.arena, &self.map.dims).is_empty() || !parameters(self.arena, &other.map.dims).is_empty()
        );
        let differ = |values: &Vec<(Id, i128)>| self.with(values).dims() != other.with(values).dims();
        let values = both.choices().find(differ).unwrap_or_default();
        Err(mismatch(both.named(&values)))
    }
}
