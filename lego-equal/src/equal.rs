//! The decision on two maps: what their shapes, the engine and their numbers say of them.

use crate::answer::{Difference, Effort, Equality};
use crate::numbers::compare;
use crate::pair::{Pair, shapes_differ};
use lego_expr::{Arena, Map};

/// Whether two maps of one arena, from an index to a position, are the same: dims, span, and the position of every index.
///
/// The facts stated in the arena are believed. Maps with symbols are equal where that is proved, and never said to differ.
///
/// ```
/// use lego_equal::{Effort, Equality, equal};
/// use lego_expr::{Arena, Map, Op};
/// let arena = Arena::new();
/// let index = Map::index(&arena, &[arena.constant(8)]);
/// let map = |value| Map {
///     index: index.clone(),
///     dims: vec![arena.constant(8)],
///     spans: vec![arena.constant(8)],
///     guards: vec![],
///     values: vec![value],
///     unchecked: false,
/// };
/// let (i, seven) = (index[0], arena.constant(7));
/// let (reversed, flipped) = (arena.binary(Op::Sub, seven, i), arena.binary(Op::Xor, i, seven));
/// let effort = Effort::default();
/// assert_eq!(equal(&arena, &map(reversed), &map(flipped), &effort), Equality::Equal);
/// assert!(matches!(equal(&arena, &map(reversed), &map(i), &effort), Equality::Different(_)));
/// ```
#[must_use]
pub fn equal(arena: &Arena, left: &Map, right: &Map, effort: &Effort<'_>) -> Equality {
    if arena.overflowed() {
        return Equality::Undecided;
    }
    if let Some(what) = shapes_differ(arena, left, right) {
        return Equality::Different(Difference { parameters: Vec::new(), what });
    }
    match Pair::new(arena, left, right) {
        Some(pair) if pair.is_proved_equal() => Equality::Equal,
        Some(pair) if pair.is_of_numbers() => compare(&pair, effort),
        _ => Equality::Undecided,
    }
}

/// Whether the engine alone proves that two maps are the same, whatever their symbols stand for.
#[must_use]
pub fn is_proved(arena: &Arena, left: &Map, right: &Map) -> bool {
    !arena.overflowed() && Pair::new(arena, left, right).is_some_and(|pair| pair.is_proved_equal())
}
