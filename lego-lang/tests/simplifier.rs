//! Random expressions, simplified and compared with plain evaluation on every point.

use lego_lang::expr::print::plain;
use lego_lang::expr::{Arena, Comparison, Cost, Engine, Fact, Id, Kind, Op, Program};

/// Forms that are cheapest by each cost take turns.
const COSTS: [Cost; 3] = [Cost::Operations, Cost::Cpu, Cost::Gpu];

/// A small generator of random numbers, so that every run tests the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

/// A random expression over some leaves.
fn expression(arena: &Arena, random: &mut Random, leaves: &[Id], divisors: &[Id], depth: u64) -> Id {
    if depth == 0 || random.below(8) == 0 {
        return if random.below(4) == 0 { arena.constant(random.below(9).into()) } else { random.pick(leaves) };
    }
    let sub = |random: &mut Random| expression(arena, random, leaves, divisors, depth - 1);
    match random.below(18) {
        0..=3 => arena.binary(Op::Add, sub(random), sub(random)),
        4 | 5 => {
            let factor = random.pick(divisors);
            arena.binary(Op::Mul, sub(random), factor)
        }
        6 => arena.binary(Op::Mul, sub(random), sub(random)),
        7 | 8 => {
            let divisor = random.pick(divisors);
            arena.binary(Op::Div, sub(random), divisor)
        }
        9 | 10 => {
            let divisor = random.pick(divisors);
            arena.binary(Op::Rem, sub(random), divisor)
        }
        11 => arena.binary(Op::Sub, sub(random), sub(random)),
        12 => {
            let op = random.pick(&[Op::Min, Op::Max]);
            arena.binary(op, sub(random), sub(random))
        }
        13 => {
            let op = random.pick(&[Op::Xor, Op::And, Op::Or]);
            arena.binary(op, sub(random), sub(random))
        }
        // Digits of one value, put together again: what random operations seldom hit upon.
        14 | 15 => {
            let (d, b, weight) = (random.pick(divisors), random.pick(divisors), random.pick(divisors));
            let x = sub(random);
            let high = arena.binary(Op::Div, x, d);
            let high = if random.below(2) == 0 { arena.binary(Op::Rem, high, b) } else { high };
            let low = if random.below(4) == 0 { x } else { arena.binary(Op::Rem, x, d) };
            let scale = arena.binary(Op::Mul, weight, d);
            let (high, low) = (arena.binary(Op::Mul, scale, high), arena.binary(Op::Mul, weight, low));
            if random.below(4) == 0 { arena.binary(Op::Sub, low, high) } else { arena.binary(Op::Add, low, high) }
        }
        16 => {
            let shift = arena.constant(random.below(4).into());
            arena.binary(random.pick(&[Op::Shl, Op::Shr]), sub(random), shift)
        }
        _ => {
            let comparison =
                random.pick(&[Comparison::Less, Comparison::LessEqual, Comparison::Equal, Comparison::NotEqual]);
            let truth = arena.compare(comparison, sub(random), sub(random));
            arena.choose(truth, sub(random), sub(random))
        }
    }
}

/// Compares two or more roots with their simplified forms at a point.
fn agree(arena: &Arena, raw: &[Id], new: &[Id], programs: (&Program, &Program), value: impl Fn(u32) -> i128 + Copy) {
    let (before, after) = (programs.0.run(value), programs.1.run(value));
    for (k, (before, after)) in before.iter().zip(&after).enumerate() {
        // Where the plain expression has no value the simplified one may have any.
        if before.is_some_and(|v| v >= 0) {
            assert_eq!(before, after, "{}\nbecame {}", plain(arena, raw[k]), plain(arena, new[k]));
        }
    }
}

#[test]
fn static_expressions_keep_their_values() {
    let mut random = Random(0x5EED_1234_ABCD_0001);
    for round in 0..3000 {
        let arena = Arena::new();
        let extents: Vec<i128> = (0..3).map(|_| random.pick(&[1, 2, 3, 4, 6, 8, 12])).collect();
        let leaves: Vec<Id> = extents
            .iter()
            .enumerate()
            .map(|(k, &n)| arena.variable(&format!("i{k}"), Kind::Index { extent: arena.constant(n) }))
            .collect();
        let divisors: Vec<Id> = [1, 2, 3, 4, 6, 8, 12, 16, 24, 5].iter().map(|&n| arena.constant(n)).collect();
        let raw: Vec<Id> = (0..2).map(|_| expression(&arena, &mut random, &leaves, &divisors, 5)).collect();
        let simplified = Engine::by(&arena, COSTS[round % 3]).simplify(&[], &raw);
        let programs = (Program::new(&arena, &raw), Program::new(&arena, &simplified.roots));
        for flat in 0..extents.iter().product() {
            let value = |number: u32| match number {
                0 => flat / (extents[1] * extents[2]),
                1 => flat / extents[2] % extents[1],
                _ => flat % extents[2],
            };
            agree(&arena, &raw, &simplified.roots, (&programs.0, &programs.1), value);
        }
    }
}

#[test]
fn symbolic_expressions_keep_their_values_for_all_sizes_that_meet_the_facts() {
    let mut random = Random(0x5EED_1234_ABCD_0002);
    for round in 0..1500 {
        let arena = Arena::new();
        // M = 0, B = 1, N = 2; B divides M; i < M/B, j < B, k < N, p < M·N
        let sizes: Vec<Id> = ["M", "B", "N"].iter().map(|name| arena.variable(name, Kind::Size)).collect();
        let (m, b, n) = (sizes[0], sizes[1], sizes[2]);
        arena.state(Fact::Divides(m, b));
        if round % 2 == 0 {
            arena.state(Fact::Divides(n, arena.constant(4)));
        }
        let share = arena.binary(Op::Div, m, b);
        let whole = arena.binary(Op::Mul, m, n);
        let extents = [share, b, n, whole];
        let leaves: Vec<Id> = extents
            .iter()
            .enumerate()
            .map(|(k, &extent)| arena.variable(&format!("i{k}"), Kind::Index { extent }))
            .collect();
        let numbers: Vec<Id> = [2, 4, 3].iter().map(|&n| arena.constant(n)).collect();
        let divisors: Vec<Id> =
            sizes.iter().copied().chain(numbers).chain([share, whole, arena.binary(Op::Mul, b, n)]).collect();
        let raw: Vec<Id> = (0..2).map(|_| expression(&arena, &mut random, &leaves, &divisors, 4)).collect();
        let simplified = Engine::by(&arena, COSTS[round / 2 % 3]).simplify(&[], &raw);
        let programs = (Program::new(&arena, &raw), Program::new(&arena, &simplified.roots));
        for (m, b, n) in [(1, 1, 4), (2, 1, 4), (2, 2, 8), (6, 3, 4), (6, 2, 4), (4, 4, 4)] {
            let extents = [m / b, b, n, m * n];
            for _ in 0..40 {
                let index: Vec<i128> = extents.iter().map(|&e| random.below(e as u64).into()).collect();
                let value = |number: u32| match number {
                    0 => m,
                    1 => b,
                    2 => n,
                    k => index[k as usize - 3],
                };
                agree(&arena, &raw, &simplified.roots, (&programs.0, &programs.1), value);
            }
        }
    }
}

/// Facts of the kind `a <= b` over sizes m, b, n, and when they hold.
type Inequality = (fn(&Arena, [Id; 3]) -> (Id, Id), fn([i128; 3]) -> bool);

const INEQUALITIES: [Inequality; 5] = [
    (|_, [m, _, n]| (n, m), |[m, _, n]| n <= m),
    (|arena, [m, b, n]| (arena.binary(Op::Mul, b, n), m), |[m, b, n]| b * n <= m),
    (|arena, [m, _, n]| (m, arena.binary(Op::Mul, arena.constant(2), n)), |[m, _, n]| m <= 2 * n),
    (|arena, [_, b, n]| (arena.binary(Op::Add, b, arena.constant(1)), n), |[_, b, n]| b < n),
    (|arena, [m, b, n]| (arena.binary(Op::Add, m, n), arena.binary(Op::Mul, b, b)), |[m, b, n]| m + n <= b * b),
];

#[test]
fn inequalities_of_sizes_hold_wherever_they_are_used() {
    let mut random = Random(0x5EED_1234_ABCD_0003);
    let mut proved_by_facts = 0;
    for round in 0..1200 {
        let arena = Arena::new();
        let sizes = ["M", "B", "N"].map(|name| arena.variable(name, Kind::Size));
        let [m, b, n] = sizes;
        // ceil(M / B)·B, the size of whole tiles.
        let last = arena.binary(Op::Sub, arena.binary(Op::Add, m, b), arena.constant(1));
        let tiles = arena.binary(Op::Div, last, b);
        let whole = arena.binary(Op::Mul, tiles, b);
        let extents = [m, b, n, tiles, whole];
        let leaves: Vec<Id> = extents
            .iter()
            .enumerate()
            .map(|(k, &extent)| arena.variable(&format!("i{k}"), Kind::Index { extent }))
            .collect();
        let divisors = [m, b, n, arena.constant(2), whole, arena.binary(Op::Mul, b, n)];
        let raw: Vec<Id> = (0..2).map(|_| expression(&arena, &mut random, &leaves, &divisors, 3)).collect();
        let plainly = Engine::by(&arena, COSTS[round % 3]).simplify(&[], &raw);
        let facts: Vec<Inequality> = (0..2).map(|_| random.pick(&INEQUALITIES)).collect();
        for (fact, _) in &facts {
            let (less, more) = fact(&arena, sizes);
            arena.state(Fact::AtMost(less, more));
        }
        let simplified = Engine::by(&arena, COSTS[round % 3]).simplify(&[], &raw);
        proved_by_facts += usize::from(simplified.roots != plainly.roots);
        let programs = (Program::new(&arena, &raw), Program::new(&arena, &simplified.roots));
        let choices = (1..=6).flat_map(|m| (1..=4).flat_map(move |b| (1..=5).map(move |n| [m, b, n])));
        for [m, b, n] in choices.filter(|&sizes| facts.iter().all(|(_, holds)| holds(sizes))) {
            let tiles = (m + b - 1) / b;
            let extents = [m, b, n, tiles, tiles * b];
            for _ in 0..6 {
                let index: Vec<i128> = extents.iter().map(|&e| random.below(e as u64).into()).collect();
                let value = |number: u32| match number {
                    0 => m,
                    1 => b,
                    2 => n,
                    k => index[k as usize - 3],
                };
                agree(&arena, &raw, &simplified.roots, (&programs.0, &programs.1), value);
            }
        }
    }
    assert!(proved_by_facts > 20, "the facts were used {proved_by_facts} times only");
}
