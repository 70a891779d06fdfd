//! The decision on two maps: what their shapes, the engine and their numbers say of them.

use crate::answer::{Difference, Differs, Effort, Equality};
use crate::linear::read_bits;
use crate::numbers::compare;
use crate::pair::{Pair, shapes_differ};
use lego_core::chain::XorMap;
use lego_expr::{Arena, Map};

/// Whether two maps of one arena are the same: dims, spans, and the values at every index, such as a position.
///
/// A difference is that of the first value that differs somewhere. The facts stated in the arena are believed. Maps with
/// symbols are equal where that is proved, and are said to differ only by dims or spans that are numbers.
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
///
/// # Panics
/// If the maps have different numbers of values.
#[must_use]
pub fn equal(arena: &Arena, left: &Map, right: &Map, effort: &Effort<'_>) -> Equality {
    let mut all = Equality::Equal;
    for (left, right) in by_value(left, right) {
        match equal_values(arena, &left, &right, effort) {
            Equality::Equal => {}
            Equality::Undecided => all = Equality::Undecided,
            different => return different,
        }
    }
    all
}

/// Two maps as pairs of maps to one value each.
fn by_value(left: &Map, right: &Map) -> impl Iterator<Item = (Map, Map)> {
    assert_eq!(left.values.len(), right.values.len(), "maps with different numbers of values");
    (0..left.values.len()).map(|number| (left.to_value(number), right.to_value(number)))
}

fn equal_values(arena: &Arena, left: &Map, right: &Map, effort: &Effort<'_>) -> Equality {
    if arena.overflowed() {
        return Equality::Undecided;
    }
    if let Some(what) = shapes_differ(arena, left, right) {
        return Equality::Different(Difference { parameters: Vec::new(), what });
    }
    if let Some([one, two]) = linear(arena, left, right) {
        let differs = |index: Vec<u64>| {
            let (left, right) = (Some(one.apply(&index)), Some(two.apply(&index)));
            let what = Differs::Position { index, left, right };
            Equality::Different(Difference { parameters: Vec::new(), what })
        };
        return one.first_difference(&two).map_or(Equality::Equal, differs);
    }
    match Pair::new(arena, left, right) {
        Some(pair) if pair.is_proved_equal() => Equality::Equal,
        Some(pair) if pair.is_of_numbers() => compare(&pair, effort),
        _ => Equality::Undecided,
    }
}

/// Two maps of numbers without guards that are linear over bits as they are written.
fn linear(arena: &Arena, left: &Map, right: &Map) -> Option<[XorMap; 2]> {
    let is_total = left.guards.is_empty() && right.guards.is_empty() && left.index.len() == right.index.len();
    let span = |map: &Map| arena.number(map.spans[0]).is_some();
    if !is_total || !span(left) || !span(right) {
        return None;
    }
    Some([read_bits(arena, left)?, read_bits(arena, right)?])
}

/// Whether the engine alone proves that two maps are the same, whatever their symbols stand for.
///
/// # Panics
/// If the maps have different numbers of values.
#[must_use]
pub fn is_proved(arena: &Arena, left: &Map, right: &Map) -> bool {
    let is_proved = |(left, right)| Pair::new(arena, &left, &right).is_some_and(|pair| pair.is_proved_equal());
    !arena.overflowed() && by_value(left, right).all(is_proved)
}
