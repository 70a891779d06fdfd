//! Tests of maps of bits, by plain evaluation on every point.

use super::plan::{Matrix, Prices};
use super::{Gathered, may_gather};
use crate::forms::cost::{Cost, operations};
use crate::graph::arena::Arena;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::Program;
use random::Random;

/// `x` with so many bits.
fn variable(arena: &Arena, name: &str, bits: u32) -> (Id, u32) {
    (arena.variable(name, Kind::Index { extent: arena.constant(1 << bits) }), bits)
}

/// Bit by bit: the exclusive or of one number for each bit that is 1.
fn bit_by_bit(arena: &Arena, variables: &[(Id, u32)], columns: &[Vec<u64>]) -> Id {
    let mut value = arena.constant(0);
    for (&(x, bits), images) in variables.iter().zip(columns) {
        for (bit, &image) in (0..bits).zip(images) {
            let shifted = arena.binary(Op::Div, x, arena.constant(1 << bit));
            let digit = if bit + 1 < bits { arena.binary(Op::Rem, shifted, arena.constant(2)) } else { shifted };
            value = arena.binary(Op::Xor, value, arena.binary(Op::Mul, digit, arena.constant(image.into())));
        }
    }
    value
}

/// Compares every form with the given expressions on every point; the least number of operations.
fn compare(arena: &Arena, variables: &[(Id, u32)], roots: &[Id]) -> Option<usize> {
    let given = Program::new(arena, roots);
    let mut least = None;
    for cost in [Cost::Operations, Cost::Cpu, Cost::Gpu] {
        for form in Gathered::default().forms(arena, roots, cost) {
            if cost == Cost::Operations {
                let count = operations(arena, &form);
                least = Some(least.map_or(count, |least: usize| least.min(count)));
            }
            let program = Program::new(arena, &form);
            for point in 0..1_i128 << variables.iter().map(|(_, bits)| bits).sum::<u32>() {
                let value = |number: u32| {
                    let mut rest = point;
                    for &(id, bits) in variables {
                        if arena.get(id) == Node::Variable(number) {
                            return rest % (1 << bits);
                        }
                        rest >>= bits;
                    }
                    0
                };
                assert_eq!(program.run(value), given.run(value), "{cost:?} at {point}");
            }
        }
    }
    least
}

#[test]
fn random_matrices_keep_their_values_and_cost_less() {
    let mut random = Random::new(11);
    let (mut fewer, mut count) = (0, 0);
    for _ in 0..150 {
        let arena = Arena::new();
        let mut left = 9;
        let variables: Vec<(Id, u32)> = (0..1 + random.below(3))
            .map_while(|k| {
                let bits = (1 + random.below(7) as u32).min(left);
                left -= bits;
                (bits > 0).then(|| variable(&arena, &format!("x{k}"), bits))
            })
            .collect();
        let outputs = 1 + random.index(2);
        let height = 1 + random.below(10);
        // From few bits in a column to half of them.
        let density = 1 + random.below(3);
        let image =
            |random: &mut Random| (0..density).fold(u64::MAX, |image, _| image & random.bits()) & ((1 << height) - 1);
        let roots: Vec<Id> = (0..outputs)
            .map(|_| {
                let columns: Vec<Vec<u64>> =
                    variables.iter().map(|&(_, bits)| (0..bits).map(|_| image(&mut random)).collect()).collect();
                bit_by_bit(&arena, &variables, &columns)
            })
            .collect();
        if let Some(least) = compare(&arena, &variables, &roots) {
            let given = operations(&arena, &roots);
            assert!(least <= given, "{least} operations instead of {given}");
            fewer += usize::from(least < given);
            count += 1;
        }
    }
    assert!(count > 100 && fewer * 10 > count * 7, "{fewer} of {count}");
}

#[test]
fn what_has_a_short_form_gets_it() {
    let of = |bits: u32, image: &dyn Fn(u32) -> u64| {
        let arena = Arena::new();
        let x = variable(&arena, "x", bits);
        let root = bit_by_bit(&arena, &[x], &[(0..bits).map(image).collect()]);
        compare(&arena, &[x], &[root])
    };
    // Gray code: x ^ (x >> 1).
    assert_eq!(of(10, &|bit| 1 << bit | (1 << bit) >> 1), Some(2));
    // And back: each bit is the parity of those from it on, in steps of 1, 2, 4 and 8 places.
    assert_eq!(of(10, &|bit| (2 << bit) - 1), Some(8));
    // CuTe's Swizzle<3, 0, 3>.
    assert_eq!(of(6, &|bit| 1 << bit | (1 << bit) >> 3), Some(2));
    // The same upwards, where what leaves the word is masked.
    assert_eq!(of(6, &|bit| (1 << bit | 8 << bit) & 63), Some(3));
    // The parity of all bits: eight places folded three times, and the lowest bit.
    assert_eq!(of(8, &|_| 1), Some(7));
    // The parity stands for a number with several bits.
    assert_eq!(of(8, &|_| 5), Some(8));
}

#[test]
fn maps_of_bits_are_found_within_other_expressions() {
    let arena = Arena::new();
    let (x, y) = (variable(&arena, "x", 5), variable(&arena, "y", 3));
    let size = arena.variable("M", Kind::Size);
    let number = |value| arena.constant(value);
    // (x + 3·(Gray code of x, bit by bit)) and a remainder of a symbol that is swizzled.
    let gray = bit_by_bit(&arena, &[x], &[(0..5).map(|bit| 1 << bit | (1 << bit) >> 1).collect()]);
    let sum = arena.binary(Op::Add, x.0, arena.binary(Op::Mul, number(3), gray));
    let low = arena.binary(Op::Rem, arena.binary(Op::Add, arena.binary(Op::Mul, size, x.0), y.0), number(8));
    let digit = |place: i128| arena.binary(Op::Rem, arena.binary(Op::Div, low, number(1 << place)), number(2));
    let swizzled = (0..3).fold(number(0), |sum, place| {
        let image = number(1 << place | (1 << place) >> 1);
        arena.binary(Op::Xor, sum, arena.binary(Op::Mul, digit(place), image))
    });
    let roots = [sum, swizzled];
    assert!(may_gather(&arena, &roots));
    let given = Program::new(&arena, &roots);
    let written = Gathered::default().forms(&arena, &roots, Cost::Operations);
    assert!(written.iter().any(|form| operations(&arena, form) <= 10));
    for form in written {
        let program = Program::new(&arena, &form);
        for point in 0..256 {
            let value = |number: u32| match arena.get(x.0) {
                Node::Variable(own) if own == number => point % 32,
                _ if Node::Variable(number) == arena.get(y.0) => point / 32,
                _ => 5,
            };
            assert_eq!(program.run(value), given.run(value), "{point}");
        }
    }
    // Nothing is to be done without an exclusive or.
    assert!(!may_gather(&arena, &[low]));
}

#[test]
fn parts_are_read_whatever_writes_them() {
    let arena = Arena::new();
    let x = variable(&arena, "x", 6);
    let number = |value| arena.constant(value);
    let op = |op, a, b| arena.binary(op, a, b);
    let low = op(Op::Rem, x.0, number(8));
    let list: Vec<u64> = (0..8).map(|i: u64| 3 ^ i ^ (i & 2) << 2 ^ (i >> 1)).collect();
    let kept = arena.list(&list, true);
    let roots = [
        op(Op::Xor, op(Op::Sub, x.0, low), op(Op::Div, x.0, number(8))),
        op(Op::Xor, op(Op::Shl, low, number(2)), op(Op::Shr, op(Op::And, x.0, number(40)), number(3))),
        op(Op::Xor, op(Op::Mul, op(Op::Rem, x.0, number(2)), number(21)), op(Op::Or, low, number(16))),
        op(Op::Xor, arena.look_up_in(kept, low), op(Op::Mul, op(Op::Div, x.0, number(8)), number(9))),
        op(Op::Xor, arena.within(x.0, number(64)), number(63)),
        // A product that carries is no map of bits, and neither is a sum.
        op(Op::Xor, op(Op::Mul, x.0, number(3)), x.0),
        op(Op::Xor, op(Op::Add, x.0, number(1)), op(Op::Div, x.0, number(2))),
    ];
    for root in roots {
        compare(&arena, &[x], &[root]);
    }
    assert_eq!(Gathered::default().forms(&arena, &roots[5..], Cost::Operations), Vec::<Vec<Id>>::new());
    assert!(!Gathered::default().forms(&arena, &roots[..5], Cost::Operations).is_empty());
}

/// The price that is asked for many maps is the one of the plan.
#[test]
fn the_price_by_distance_is_that_of_the_plan() {
    let mut state = 1_u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) % n
    };
    for round in 0..2000 {
        let (width, most) = (1 + below(32), 1 + below(32));
        let images = (0..width).map(|bit| match round % 3 {
            0 => below(1 << most) & below(1 << most),
            1 => 1 << below(most) | 1 << bit,
            _ => 1 << below(most),
        });
        let matrix = Matrix { columns: vec![images.collect()] };
        let plan = matrix.price(&matrix.by_distance(), Prices { multiply: below(10) });
        assert_eq!(matrix.price_by_distance(), plan, "{matrix:?}");
    }
}
