//! The numbers that the letters of a law stand for, and the translation of terms to Z3.

use crate::law::{Operator, Term};
use std::collections::BTreeMap;
use z3::Model;
use z3::ast::Bool;

/// A translation of terms.
///
/// Every term becomes a number and a condition under which it has a value; both sides of a law go through one translation,
/// so that equal parts are the same variables.
pub(crate) trait Domain {
    /// Z3's numbers.
    type Number: Clone;

    /// The number of a term; its value where it has one.
    fn term(&mut self, term: &Term) -> Result<Valued<Self::Number>, String>;

    /// Whether two numbers are equal.
    fn equal(&self, a: &Self::Number, b: &Self::Number) -> Bool;

    /// Whether a number is that one.
    fn is(&self, a: &Self::Number, number: i64) -> Bool;

    /// What the variables that stand for letters and parts of terms satisfy by their meaning.
    fn facts(&self) -> &[Bool];

    /// That a letter lies in a small range.
    fn lies_between(&self, letter: char, least: i64, most: i64) -> Bool;

    /// The value of a letter in a model, if it is small.
    fn letter_in(&self, model: &Model, letter: char) -> Option<i128>;

    /// Whether a term has a value and it is not zero.
    fn holds(&mut self, term: &Term) -> Result<Bool, String> {
        let Valued { number, defined } = self.term(term)?;
        Ok(defined & !self.is(&number, 0))
    }

    /// Whether the number of a term is not zero, be it its value or not.
    fn is_true(&mut self, term: &Term) -> Result<Bool, String> {
        let number = self.term(term)?.number;
        Ok(!self.is(&number, 0))
    }

    /// Whether a term has a value.
    fn has_value(&mut self, term: &Term) -> Result<Bool, String> {
        Ok(self.term(term)?.defined)
    }

    /// Whether `right` has a value and it is that of `left`.
    fn agrees(&mut self, left: &Term, right: &Term) -> Result<Bool, String> {
        let (left, right) = (self.term(left)?, self.term(right)?);
        Ok(right.defined & self.equal(&left.number, &right.number))
    }
}

/// A number that is a value under a condition.
#[derive(Clone, Debug)]
pub(crate) struct Valued<N> {
    pub(crate) number: N,
    pub(crate) defined: Bool,
}

/// The letters by which something is shifted; a proof about bits takes them one number after the other.
pub(crate) fn shift_amounts<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Vec<char> {
    let mut letters: Vec<char> = terms
        .into_iter()
        .filter_map(|term| match term {
            Term::Binary(Operator::ShiftLeft | Operator::ShiftRight, _, by) => match **by {
                Term::Letter(letter) => Some(letter),
                _ => None,
            },
            _ => None,
        })
        .collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Every assignment of numbers below `end` to some letters.
pub(crate) fn assignments(letters: &[char], end: u32) -> Vec<BTreeMap<char, u32>> {
    letters.iter().fold(vec![BTreeMap::new()], |all, letter| {
        let with = |assignment: &BTreeMap<char, u32>, number| {
            let mut assignment = assignment.clone();
            assignment.insert(*letter, number);
            assignment
        };
        all.iter().flat_map(|assignment| (0..end).map(move |number| with(assignment, number))).collect()
    })
}
