//! The lemmas about products that Z3 is given on the way to a law.
//!
//! Nonlinear arithmetic over all integers is undecidable, and what Z3 finds there by search depends on its version and on
//! luck. So a law is proved by linear arithmetic alone, which is decided: a product of letters is one unknown number, as in
//! school, and what has to be known about such numbers are instances of three lemmas, which each rule names. An instance is
//! true of all integers: a useless one does no harm, and none makes a wrong law pass.

use lego_expr::Instance::{self, Division, Equals, Product};

/// Claims about all integers for which the conditions hold.
pub(crate) struct Lemma {
    pub(crate) letters: &'static str,
    pub(crate) conditions: &'static str,
    pub(crate) claims: &'static str,
    /// What it is proved by, besides linear arithmetic.
    pub(crate) lemmas: &'static [Instance],
}

/// The product of natural numbers is one.
pub(crate) const PRODUCT: Lemma =
    Lemma { letters: "ab", conditions: "0 <= a; 0 <= b", claims: "0 <= a*b", lemmas: &[] };

/// Products of equals are equal.
pub(crate) const EQUALS: Lemma = Lemma { letters: "cab", conditions: "a = b", claims: "c*a = c*b", lemmas: &[] };

/// Quotient and remainder are determined.
pub(crate) const UNIQUE: Lemma = Lemma {
    letters: "dpqrs",
    conditions: "d*p + r = d*q + s; 0 <= r; r < d; 0 <= s; s < d",
    claims: "p = q; r = s",
    lemmas: &[Product("d", "p - q - 1"), Product("d", "q - p - 1")],
};

/// The lemma of an instance, and the terms for its letters.
pub(crate) fn lemma_of(instance: Instance) -> (&'static Lemma, Vec<String>) {
    match instance {
        Product(a, b) => (&PRODUCT, vec![a.into(), b.into()]),
        Equals(c, a, b) => (&EQUALS, vec![c.into(), a.into(), b.into()]),
        Division([x, d], quotient, remainder) => {
            let (own_quotient, own_remainder) = (format!("({x}) / ({d})"), format!("({x}) % ({d})"));
            (&UNIQUE, vec![d.into(), own_quotient, quotient.into(), own_remainder, remainder.into()])
        }
    }
}
