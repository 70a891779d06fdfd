//! A rule of simplification: its name, its law, its condition, and the lemmas that prove it.
//!
//! A rule is stated in the file that applies it, by [`rules!`]. The derivation of a result names it
//! ([`Step`](crate::Step)), a test checks its law on every small value, and `cargo xtask prove` proves it for all. In a law,
//! letters are integers and the operations are those of the expressions: `/`, `%` and the bit operations have a value
//! for operands that are not below zero and a divisor above zero. The law says: where the condition holds and the left side
//! has a value, the right side has the same one. Several laws of one rule, and several conditions, are separated by `;`.

/// A rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it is called.
    pub name: &'static str,
    /// What equals what.
    pub law: &'static str,
    /// What has to be proved before it is applied; empty where nothing has.
    pub condition: &'static str,
    /// What has to be known about products to prove the law by linear arithmetic.
    pub lemmas: &'static [Instance],
}

/// A lemma about products or divisions, with terms for its letters. It holds of all integers, so that a useless instance does
/// no harm and none makes a wrong law pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instance {
    /// The product of two terms is natural if both are.
    Product(&'static str, &'static str),
    /// The first times the second is the first times the third if these are equal.
    Equals(&'static str, &'static str, &'static str),
    /// A dividend and a divisor have this quotient and this remainder: there are no others.
    Division([&'static str; 2], &'static str, &'static str),
}

/// States rules, `NAME = "name": "laws" if "conditions" by [instances of lemmas];`, and makes the list of them.
macro_rules! rules {
    ($($(#[$doc:meta])* $id:ident = $name:literal: $law:literal $(if $condition:literal)? $(by [$($lemma:expr),+ $(,)?])?;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $id: $crate::rules::rule::Rule = $crate::rules::rule::Rule {
                name: $name,
                law: $law,
                condition: concat!($($condition)?),
                lemmas: {
                    #[allow(unused_imports)]
                    use $crate::rules::rule::Instance::{Division, Equals, Product};
                    &[$($($lemma),+)?]
                },
            };
        )*

        /// The rules that are applied here.
        pub(crate) static RULES: &[&$crate::rules::rule::Rule] = &[$(&$id),*];
    };
}

pub(crate) use rules;
