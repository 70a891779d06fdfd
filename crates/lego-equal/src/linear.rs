//! Maps that are linear over bits by the way in which they are written, such as swizzles and permutations of bits,
//! however many points they have.
//!
//! The engine reads the expression as a matrix of bits ([`lego_expr::Bits`]); where its bits are those of the index
//! alone, the map is known on all its points.

use lego_core::chain::XorMap;
use lego_expr::{Arena, Bits, Map};

/// Returns a map to one value as a map of the bits of its index, as its expression tells; `None` where it tells
/// nothing, which says nothing of the map.
///
/// There is a column for each bit of a component, of an extent n for the bits of n - 1. Extents may be any numbers;
/// guards are not looked at.
///
/// ```
/// use lego_equal::read_bits;
/// use lego_expr::{Arena, Map, Op};
/// let arena = Arena::new();
/// let index = Map::index(&arena, &[arena.constant(8)]);
/// let swizzled = arena.binary(Op::Xor, index[0], arena.binary(Op::Div, index[0], arena.constant(4)));
/// let (dims, spans) = (vec![arena.constant(8)], vec![arena.constant(8)]);
/// let map = Map { index, dims, spans, guards: vec![], values: vec![swizzled], unchecked: false };
/// let read = read_bits(&arena, &map).unwrap();
/// assert_eq!((read.constant, read.columns), (0, vec![vec![1, 2, 5]]));
/// ```
#[must_use]
pub fn read_bits(arena: &Arena, map: &Map) -> Option<XorMap> {
    let [value] = map.values[..] else { return None };
    let Bits { constant, columns: mut images } = Bits::of(arena, value)?;
    let mut columns = Vec::with_capacity(map.index.len());
    for (component, &extent) in map.index.iter().zip(&map.dims) {
        let last = u64::try_from(arena.number(extent)?).ok()?.checked_sub(1)?;
        let mut column = images.remove(component).unwrap_or_default();
        column.resize((u64::BITS - last.leading_zeros()) as usize, 0);
        columns.push(column);
    }
    // Bits of anything else are not known.
    images.is_empty().then_some(XorMap { columns, constant })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Random;
    use lego_core::chain::unflatten;
    use lego_expr::{Comparison, Id, Op};

    /// A random expression of the components; often, not always, one of bits.
    fn expression(arena: &Arena, index: &[Id], random: &mut Random, depth: u64) -> Id {
        let number = |n: u64| arena.constant(n.into());
        if depth == 0 || random.below(6) == 0 {
            return if random.below(5) == 0 {
                number(random.below(20))
            } else {
                index[random.below(index.len() as u64) as usize]
            };
        }
        let a = expression(arena, index, random, depth - 1);
        match random.below(17) {
            0 | 1 => arena.binary(Op::Xor, a, expression(arena, index, random, depth - 1)),
            2 => arena.binary(Op::And, a, number(random.below(64))),
            3 => arena.binary(Op::Or, a, number(random.below(64))),
            4 => arena.binary(Op::Shl, a, number(random.below(5))),
            5 => arena.binary(Op::Shr, a, number(random.below(5))),
            6 => arena.binary(Op::Div, a, number([1, 2, 4, 8, 3, 100][random.below(6) as usize])),
            7 => arena.binary(Op::Rem, a, number([1, 2, 4, 8, 3, 100][random.below(6) as usize])),
            8 => arena.binary(Op::Mul, a, number([1, 2, 4, 5, 8, 9][random.below(6) as usize])),
            9 => arena.binary(Op::Add, a, arena.binary(Op::Mul, index[0], number(64))),
            10 => arena.binary(Op::Sub, a, arena.binary(Op::And, a, number(random.below(32)))),
            11 => {
                arena.binary(Op::Sub, arena.binary(Op::Or, a, number(15)), arena.binary(Op::Rem, index[0], number(8)))
            }
            12 => {
                let bit = arena.binary(Op::And, index[0], number(1 << random.below(3)));
                let comparison = if random.below(2) == 0 { Comparison::Equal } else { Comparison::NotEqual };
                let condition = arena.compare(comparison, bit, number(0));
                arena.choose(condition, arena.binary(Op::Xor, a, number(random.below(32))), a)
            }
            13 => {
                let part = arena.binary(Op::Rem, a, number(8));
                let bound = number([0, 2, 3, 4, 8, 9][random.below(6) as usize]);
                let comparison = if random.below(2) == 0 { Comparison::Less } else { Comparison::LessEqual };
                let (one, two) = if random.below(2) == 0 { (part, bound) } else { (bound, part) };
                arena.choose(arena.compare(comparison, one, two), arena.binary(Op::Xor, a, number(6)), a)
            }
            14 => {
                // A list that is affine over its places, or nearly.
                let images: Vec<u64> = (0..3).map(|_| random.below(64)).collect();
                let entry = |place: u64| (0..3).filter(|bit| place >> bit & 1 != 0).fold(5, |e, bit| e ^ images[bit]);
                let mut entries: Vec<u64> = (0..8).map(entry).collect();
                entries[7] ^= u64::from(random.below(3) == 0);
                arena.look_up(&entries, arena.binary(Op::Rem, a, number(8)))
            }
            15 => {
                // The parity of a sum, which may have multiples.
                let b = arena.binary(Op::Mul, number(random.below(4)), expression(arena, index, random, depth - 1));
                arena.binary(Op::Rem, arena.binary(Op::Add, a, b), number(2))
            }
            _ => {
                let op = if random.below(2) == 0 { Op::Min } else { Op::Max };
                arena.binary(op, arena.binary(Op::Rem, a, number(8)), number([0, 3, 7, 9][random.below(4) as usize]))
            }
        }
    }

    #[test]
    fn what_is_read_is_the_map_at_every_index() {
        let mut random = Random(20);
        let (mut linear, mut other) = (0, 0);
        for round in 0..6000 {
            let dims = [[16, 8], [5, 12], [1, 32], [7, 1]][round % 4];
            let arena = Arena::new();
            let sizes = dims.map(|extent| arena.constant(extent.into()));
            let index = Map::index(&arena, &sizes);
            let value = expression(&arena, &index, &mut random, 4);
            let map = Map {
                index,
                dims: sizes.to_vec(),
                spans: vec![arena.constant(1 << 40)],
                guards: vec![],
                values: vec![value],
                unchecked: false,
            };
            let Some(read) = read_bits(&arena, &map) else {
                other += 1;
                continue;
            };
            linear += 1;
            let evaluator = map.evaluator(&arena);
            for index in (0..dims.iter().product()).map(|flat| unflatten(&dims, flat)) {
                assert_eq!(
                    evaluator.run(&index),
                    Some(vec![read.apply(&index)]),
                    "{} at {index:?}",
                    lego_expr::plain(&arena, value)
                );
            }
        }
        assert!(linear > 1500 && other > 1000, "{linear} {other}");
    }
}
