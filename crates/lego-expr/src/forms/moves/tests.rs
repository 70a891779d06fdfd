//! Tests of maps that put bits in other places, by plain evaluation on every point.

use super::forms;
use crate::forms::cost::Cost;
use crate::graph::arena::Arena;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::{Program, reachable};
use random::Random;

/// `width` bits of x, from the place `from` on, at the place `to`.
fn field(arena: &Arena, x: Id, [from, width, to]: [u32; 3]) -> Id {
    let power = |exponent: u32| arena.constant(1 << exponent);
    let digit = arena.binary(Op::Rem, arena.binary(Op::Div, x, power(from)), power(width));
    arena.binary(Op::Mul, power(to), digit)
}

/// The bits of some variables, in random places of one result or of several, in pieces of up to three.
fn permutation(arena: &Arena, random: &mut Random, variables: &[(Id, u32)], results: u32) -> Vec<Id> {
    let mut pieces = Vec::new();
    for &(x, bits) in variables {
        let mut from = 0;
        while from < bits {
            let width = (1 + random.below(3) as u32).min(bits - from);
            pieces.push((x, from, width));
            from += width;
        }
    }
    random.shuffle(&mut pieces);
    let mut roots = vec![(arena.constant(0), 0); results as usize];
    for (x, from, width) in pieces {
        let (sum, to) = &mut roots[random.below(results.into()) as usize];
        *sum = arena.binary(Op::Add, *sum, field(arena, x, [from, width, *to]));
        *to += width;
    }
    roots.into_iter().map(|root| root.0).collect()
}

/// Compares every form with the given expressions on every point. The number of forms.
fn compare(arena: &Arena, variables: &[(Id, u32)], roots: &[Id]) -> usize {
    let number = |id: Id| match arena.get(id) {
        Node::Variable(number) => number,
        node => panic!("{node:?} is no variable"),
    };
    let numbers: Vec<(u32, u32)> = variables.iter().map(|&(id, bits)| (number(id), bits)).collect();
    let given = Program::new(arena, roots);
    let mut count = 0;
    for cost in [Cost::Operations, Cost::Cpu, Cost::Gpu] {
        for form in forms(arena, roots, cost) {
            count += 1;
            let program = Program::new(arena, &form);
            for point in 0..1_i128 << numbers.iter().map(|(_, bits)| bits).sum::<u32>() {
                let value = |variable: u32| {
                    let mut rest = point;
                    for &(number, bits) in &numbers {
                        if number == variable {
                            return rest % (1 << bits);
                        }
                        rest >>= bits;
                    }
                    panic!("no variable {variable}")
                };
                assert_eq!(program.run(value), given.run(value), "{cost:?}, {numbers:?} at {point}");
            }
        }
    }
    count
}

#[test]
fn bits_of_random_permutations_go_where_they_belong() {
    let mut random = Random::new(7);
    let mut count = 0;
    for round in 0..240 {
        let arena = Arena::new();
        let most = if round % 12 == 0 { 12 } else { 8 };
        let mut left = most;
        let variables: Vec<(Id, u32)> = (0..=random.below(3) as u32)
            .map_while(|k| {
                let bits = (2 + random.below(5) as u32).min(left);
                left -= bits;
                let extent = arena.constant(1 << bits);
                (bits > 0).then(|| (arena.variable(&format!("x{k}"), Kind::Index { extent }), bits))
            })
            .collect();
        let results = 1 + random.below(2) as u32;
        let roots = permutation(&arena, &mut random, &variables, results);
        count += compare(&arena, &variables, &roots);
    }
    assert!(count > 500, "{count}");
}

#[test]
fn interleaved_bits_move_together() {
    for (count, bits) in [(2, 3), (2, 6), (3, 4), (4, 3)] {
        let arena = Arena::new();
        let extent = arena.constant(1 << bits);
        let variables: Vec<(Id, u32)> =
            (0..count).map(|k| (arena.variable(&format!("x{k}"), Kind::Index { extent }), bits)).collect();
        let mut sum = arena.constant(0);
        for (k, &(x, _)) in (0..).zip(&variables) {
            for bit in 0..bits {
                sum = arena.binary(Op::Add, sum, field(&arena, x, [bit, 1, bit * count + k]));
            }
        }
        // Apart, and side by side in both directions.
        assert!(compare(&arena, &variables, &[sum]) > 3, "{count} of {bits} bits");
        let extent = arena.constant(1 << (count * bits));
        let p = arena.variable("p", Kind::Index { extent });
        let apart = |k: u32| {
            let parts = (0..bits).map(|bit| field(&arena, p, [bit * count + k, 1, bit]));
            parts.reduce(|sum, part| arena.binary(Op::Add, sum, part)).unwrap()
        };
        let roots: Vec<Id> = (0..count).map(apart).collect();
        assert!(compare(&arena, &[(p, count * bits)], &roots) > 3, "{count} of {bits} bits");
    }
}

/// The bits of some variables in turn, lowest first, while a variable has bits.
fn interleaved(arena: &Arena, variables: &[(Id, u32)]) -> Id {
    let most = variables.iter().map(|&(_, bits)| bits).max().unwrap_or(0);
    let (mut sum, mut place) = (arena.constant(0), 0);
    for bit in 0..most {
        for &(x, _) in variables.iter().filter(|&&(_, bits)| bit < bits) {
            sum = arena.binary(Op::Add, sum, field(arena, x, [bit, 1, place]));
            place += 1;
        }
    }
    sum
}

/// Compares every form with the given expressions at corners and at random points, and every value that a form passes
/// through with the word of the machine.
fn compare_at_samples(arena: &Arena, variables: &[(Id, u32)], roots: &[Id]) -> usize {
    let bits: u32 = variables.iter().map(|&(_, bits)| bits).sum();
    let given = Program::new(arena, roots);
    let mut random = Random::new(u64::from(bits));
    let mut count = 0;
    for cost in [Cost::Operations, Cost::Cpu, Cost::Gpu] {
        let word = if cost == Cost::Gpu && bits <= 32 { u32::MAX.into() } else { i128::from(u64::MAX) };
        for form in forms(arena, roots, cost) {
            count += 1;
            let nodes = reachable(arena, &form);
            let (program, values) = (Program::new(arena, &form), Program::new(arena, &nodes));
            for round in 0..200 {
                let point: Vec<i128> = variables
                    .iter()
                    .map(|&(_, bits)| match (round, random.below(4)) {
                        (0, _) => (1 << bits) - 1,
                        (_, 0) => (1 << bits) - 1,
                        (_, 1) => 1 << random.below(bits.into()),
                        _ => i128::from(random.below(1 << bits)),
                    })
                    .collect();
                let value = |variable: u32| {
                    let at = variables
                        .iter()
                        .position(|&(id, _)| matches!(arena.get(id), Node::Variable(n) if n == variable));
                    point[at.unwrap()]
                };
                assert_eq!(program.run(value), given.run(value), "{cost:?}, {bits} bits at {point:?}");
                let all = values.run(value);
                let beyond = nodes.iter().zip(&all).find(|(id, value)| {
                    !matches!(arena.get(**id), Node::Constant(_))
                        && !value.is_some_and(|value| (0..=word).contains(&value))
                });
                assert_eq!(beyond, None, "{cost:?}, {bits} bits at {point:?}");
            }
        }
    }
    count
}

#[test]
fn up_to_63_bits_move_within_a_word() {
    for extents in [
        &[16, 16][..],
        &[10, 10, 10],
        &[20, 20],
        &[30, 30],
        &[31, 31],
        &[31, 32],
        &[32, 31],
        &[30, 33],
        &[20, 20, 20],
        &[21, 21, 21],
        &[9; 7],
        &[2, 40, 21],
    ] {
        let arena = Arena::new();
        let index =
            |name: &str, bits: u32| (arena.variable(name, Kind::Index { extent: arena.constant(1 << bits) }), bits);
        let variables: Vec<(Id, u32)> = (0..).zip(extents).map(|(k, &bits)| index(&format!("x{k}"), bits)).collect();
        assert!(compare_at_samples(&arena, &variables, &[interleaved(&arena, &variables)]) >= 3, "{extents:?}");
        let all = extents.iter().sum();
        let p = index("p", all);
        let (mut parts, mut place) = (vec![arena.constant(0); extents.len()], 0);
        for bit in 0..*extents.iter().max().unwrap() {
            for (part, _) in parts.iter_mut().zip(extents).filter(|&(_, &bits)| bit < bits) {
                *part = arena.binary(Op::Add, *part, field(&arena, p.0, [place, 1, bit]));
                place += 1;
            }
        }
        assert!(compare_at_samples(&arena, &[p], &parts) >= 3, "{extents:?}");
    }
}
