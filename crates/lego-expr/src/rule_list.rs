//! The list of all rules: a file that states rules has its line here, or in the list of [`divide`] if it divides.

use crate::forms::{comparison, digits as digit_shapes, factor, moves, steps, xors};
use crate::legal::{completion, limit};
use crate::rules::rule::Rule;
use crate::rules::{bits, choice, digits, divide, variable};

/// The rules of each file, but for those of divisions.
static LISTS: &[&[&Rule]] = &[
    digits::RULES,
    bits::RULES,
    choice::RULES,
    variable::RULES,
    digit_shapes::RULES,
    factor::RULES,
    moves::RULES,
    xors::RULES,
    comparison::RULES,
    steps::RULES,
    limit::RULES,
    completion::RULES,
];

/// Every rule.
///
#[doc = include_str!("rules/rules.md")]
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    divide::rules().chain(LISTS.iter().copied().flatten().copied())
}
