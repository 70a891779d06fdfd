//! The shapes of digits: the ways in which a remainder or a quotient is written, if not as such.

use crate::graph::hash::FastHash;
use crate::normal::polynomial::{AtomId, Monomial, Polynomial};
use std::collections::HashMap;

/// How a remainder or a quotient is written, if not as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `x % d` as `x - d·(x / d)`, multiplied out into the sum it stands in.
    Expanded,
    /// `(c·(x % (d·m)) + y) % d` as `(c·x + y) % d`, or what that comes down to.
    Flat,
    /// `(x / a) % b` as `(x % (a·b)) / a`.
    Exchanged,
    /// `x / (a·b)` with the product of sizes, where it is otherwise `x / a / b`.
    Undivided,
    /// `x / (a·b)` as `(x / a) / b` for numbers, where `x / a` or `x % a` is computed anyway.
    Stepped(i128),
    /// `(s + y / e) / d` as `(e·s + y) / (e·d)`, where `e·s + y` may stand elsewhere.
    Merged,
    /// `x % b` as `(x % (a·b)) % b`, where `x % (a·b)`, this atom, is computed anyway.
    Nested(AtomId),
}

/// The digits that are not written as such.
pub(crate) type Shapes = HashMap<AtomId, Shape, FastHash>;

/// The product that a divisor, or every term of it, is a multiple of, where it could divide before the rest does.
pub(crate) fn first_divisor(divisor: &Polynomial) -> Option<(Monomial, i128)> {
    let (monomial, number) = divisor.common_term();
    let has_rest = divisor.0.len() > 1 || monomial.0.len() > 1 || number != 1;
    (!monomial.is_one() && has_rest).then_some((monomial, number))
}
