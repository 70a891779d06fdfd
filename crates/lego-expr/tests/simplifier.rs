//! Random expressions, simplified and compared with plain evaluation on every point.

use lego_expr::{
    Arena, Columns, Comparison, Cost, Engine, Extremes, Id, Kind, Map, Node, Op, Premise, Program, operate, plain,
};
use random::Random;

/// Forms that are cheapest by each cost take turns.
const COSTS: [Cost; 3] = [Cost::Operations, Cost::Cpu, Cost::Gpu];

/// A random expression over some leaves.
fn expression(arena: &Arena, random: &mut Random, leaves: &[Id], divisors: &[Id], depth: u64) -> Id {
    if depth == 0 || random.below(8) == 0 {
        return if random.below(4) == 0 { arena.constant(random.below(9).into()) } else { *random.pick(leaves) };
    }
    let sub = |random: &mut Random| expression(arena, random, leaves, divisors, depth - 1);
    match random.below(19) {
        0..=3 => arena.binary(Op::Add, sub(random), sub(random)),
        4 | 5 => {
            let factor = *random.pick(divisors);
            arena.binary(Op::Mul, sub(random), factor)
        }
        6 => arena.binary(Op::Mul, sub(random), sub(random)),
        7 | 8 => {
            let divisor = *random.pick(divisors);
            arena.binary(Op::Div, sub(random), divisor)
        }
        9 | 10 => {
            let divisor = *random.pick(divisors);
            arena.binary(Op::Rem, sub(random), divisor)
        }
        11 => arena.binary(Op::Sub, sub(random), sub(random)),
        12 => {
            let op = *random.pick(&[Op::Min, Op::Max]);
            arena.binary(op, sub(random), sub(random))
        }
        13 => {
            let op = *random.pick(&[Op::Xor, Op::And, Op::Or]);
            arena.binary(op, sub(random), sub(random))
        }
        // Digits of one value, put together again: what random operations seldom hit upon.
        14 | 15 => {
            let (d, b, weight) = (*random.pick(divisors), *random.pick(divisors), *random.pick(divisors));
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
            arena.binary(*random.pick(&[Op::Shl, Op::Shr]), sub(random), shift)
        }
        17 => {
            let place = sub(random);
            entry(arena, random, place)
        }
        _ => {
            let comparison =
                *random.pick(&[Comparison::Less, Comparison::LessEqual, Comparison::Equal, Comparison::NotEqual]);
            let truth = arena.compare(comparison, sub(random), sub(random));
            arena.choose(truth, sub(random), sub(random))
        }
    }
}

/// An entry of a list at a random place inside of it: some numbers, or one of the lists that are arithmetic.
fn entry(arena: &Arena, random: &mut Random, place: Id) -> Id {
    let count = *random.pick(&[2, 3, 5, 8, 12, 16]);
    let (step, mask) = (random.below(9), random.below(count));
    let kind = random.below(5);
    let entries: Vec<u64> = (0..count)
        .map(|i| match kind {
            0 => (step * i + mask) % count,
            1 => i ^ mask,
            2 => i % 2 * (count / 2) + i / 2,
            3 => i ^ (i >> 1),
            _ => random.below(20),
        })
        .collect();
    let inside = arena.binary(Op::Rem, place, arena.constant(count.into()));
    arena.look_up(&entries, inside)
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

/// The values of three sizes, then of indices somewhere below their extents, by the number of the variable.
fn point(random: &mut Random, sizes: [i128; 3], extents: &[i128]) -> impl Fn(u32) -> i128 + Copy + use<> {
    let mut values = [0; 8];
    values[..3].copy_from_slice(&sizes);
    for (value, &extent) in values[3..].iter_mut().zip(extents) {
        *value = random.below(extent as u64).into();
    }
    move |number| values[number as usize]
}

#[test]
fn static_expressions_keep_their_values() {
    let mut random = Random::new(0x5EED_1234_ABCD_0001);
    for round in 0..3000 {
        let arena = Arena::new();
        let extents: Vec<i128> = (0..3).map(|_| *random.pick(&[1, 2, 3, 4, 6, 8, 12])).collect();
        let leaves: Vec<Id> = extents
            .iter()
            .enumerate()
            .map(|(k, &n)| arena.variable(&format!("i{k}"), Kind::Index { extent: arena.constant(n) }))
            .collect();
        let divisors: Vec<Id> = [1, 2, 3, 4, 6, 8, 12, 16, 24, 5].iter().map(|&n| arena.constant(n)).collect();
        let raw: Vec<Id> = (0..2).map(|_| expression(&arena, &mut random, &leaves, &divisors, 5)).collect();
        let simplified = Engine::with_cost(&arena, COSTS[round % 3]).simplify(&[], &raw);
        let programs = (Program::new(&arena, &raw), Program::new(&arena, &simplified.roots));
        for flat in 0..extents.iter().product() {
            let value = |number: u32| of_place(number, flat, &extents);
            agree(&arena, &raw, &simplified.roots, (&programs.0, &programs.1), value);
        }
    }
}

/// A component of the index of three extents at a place in row-major order.
fn of_place(component: u32, flat: i128, extents: &[i128]) -> i128 {
    match component {
        0 => flat / (extents[1] * extents[2]),
        1 => flat / extents[2] % extents[1],
        _ => flat % extents[2],
    }
}

#[test]
fn columns_of_what_is_written_are_plain_evaluation() {
    let mut random = Random::new(0x5EED_1234_ABCD_0009);
    let mut shown = 0;
    for _ in 0..3000 {
        let arena = Arena::new();
        let extents: Vec<i128> = (0..3).map(|_| *random.pick(&[1, 2, 3, 4, 6, 8])).collect();
        let dims: Vec<Id> = extents.iter().map(|&n| arena.constant(n)).collect();
        let index = Map::index(&arena, &dims);
        let divisors: Vec<Id> = [1, 2, 3, 8, 12, 5].iter().map(|&n| arena.constant(n)).collect();
        let values = vec![expression(&arena, &mut random, &index, &divisors, 4)];
        let map = Map { index, dims, spans: vec![], guards: vec![], values, unchecked: false };
        let Some(mut columns) = Columns::<8>::as_written(&arena, &map) else { continue };
        shown += 1;
        let plainly = Program::new(&arena, &map.values);
        for flat in 0..extents.iter().product() {
            columns.run(&[0, 1, 2].map(|component| [of_place(component, flat, &extents) as i64; 8]));
            let plain_value = plainly.run(|number| of_place(number, flat, &extents))[0];
            assert_eq!(Some(columns.value(0)[0].into()), plain_value, "{}", plain(&arena, map.values[0]));
        }
    }
    assert!(shown > 500, "the ranges told of {shown} expressions only");
}

#[test]
fn symbolic_expressions_keep_their_values_for_all_sizes_that_meet_the_facts() {
    let mut random = Random::new(0x5EED_1234_ABCD_0002);
    for round in 0..1500 {
        let arena = Arena::new();
        // M = 0, B = 1, N = 2; B divides M; i < M/B, j < B, k < N, p < M·N
        let sizes: Vec<Id> = ["M", "B", "N"].iter().map(|name| arena.variable(name, Kind::Size)).collect();
        let (m, b, n) = (sizes[0], sizes[1], sizes[2]);
        arena.state(Premise::Divides(m, b));
        if round % 2 == 0 {
            arena.state(Premise::Divides(n, arena.constant(4)));
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
        let simplified = Engine::with_cost(&arena, COSTS[round / 2 % 3]).simplify(&[], &raw);
        let programs = (Program::new(&arena, &raw), Program::new(&arena, &simplified.roots));
        for (m, b, n) in [(1, 1, 4), (2, 1, 4), (2, 2, 8), (6, 3, 4), (6, 2, 4), (4, 4, 4)] {
            let extents = [m / b, b, n, m * n];
            for _ in 0..40 {
                let value = point(&mut random, [m, b, n], &extents);
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
    let mut random = Random::new(0x5EED_1234_ABCD_0003);
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
        let plainly = Engine::with_cost(&arena, COSTS[round % 3]).simplify(&[], &raw);
        let facts: Vec<Inequality> = (0..2).map(|_| *random.pick(&INEQUALITIES)).collect();
        for (fact, _) in &facts {
            let (less, more) = fact(&arena, sizes);
            arena.state(Premise::AtMost(less, more));
        }
        let simplified = Engine::with_cost(&arena, COSTS[round % 3]).simplify(&[], &raw);
        proved_by_facts += usize::from(simplified.roots != plainly.roots);
        let programs = (Program::new(&arena, &raw), Program::new(&arena, &simplified.roots));
        let choices = (1..=6).flat_map(|m| (1..=4).flat_map(move |b| (1..=5).map(move |n| [m, b, n])));
        for [m, b, n] in choices.filter(|&sizes| facts.iter().all(|(_, holds)| holds(sizes))) {
            let tiles = (m + b - 1) / b;
            let extents = [m, b, n, tiles, tiles * b];
            for _ in 0..6 {
                let value = point(&mut random, [m, b, n], &extents);
                agree(&arena, &raw, &simplified.roots, (&programs.0, &programs.1), value);
            }
        }
    }
    assert!(proved_by_facts > 20, "the facts were used {proved_by_facts} times only");
}

/// A variable below this is what random expressions shift by.
const PLACES: i128 = 131;

/// The value of a node as a machine computes it in so many bits: a choice computes one branch. Where an amount is compared
/// with the width of the type, its text is; and a shift by so many places is a fault.
fn computed(arena: &Arena, id: Id, bits: i128, values: &dyn Fn(u32) -> i128) -> Option<i128> {
    let value = |id| computed(arena, id, bits, values);
    match arena.get(id) {
        Node::Binary(op @ (Op::Shl | Op::Shr), a, amount) => {
            let (a, amount) = (value(a)?, value(amount)?);
            assert!(amount < bits, "a shift by {amount} in {bits} bits: {}", plain(arena, id));
            operate(op, a, amount)
        }
        Node::Binary(op, a, b) => operate(op, value(a)?, value(b)?),
        Node::Compare(comparison, a, b) => Some(comparison.holds(value(a)?, value(b)?).into()),
        Node::Choose(truth, a, b) => {
            let by_width = match (arena.get(truth), arena.get(a)) {
                (Node::Compare(Comparison::Less, amount, end), Node::Binary(Op::Shl | Op::Shr, _, by)) => {
                    (amount == by && arena.number(end) == Some(127)).then_some(amount)
                }
                _ => None,
            };
            let holds = match by_width {
                Some(amount) => value(amount)? < bits,
                None => value(truth)? != 0,
            };
            value(if holds { a } else { b })
        }
        Node::Isqrt(a) => value(a).filter(|&a| a >= 0).map(i128::isqrt),
        Node::LookUp(list, place) => {
            arena.entries(list).get(usize::try_from(value(place)?).ok()?).map(|&entry| entry.into())
        }
        Node::Within(a, _) => value(a),
        Node::Constant(number) => Some(number),
        Node::Variable(number) => Some(values(number)),
        Node::Call { .. } => None,
    }
}

/// Like a type of the generated code: wide enough for every value.
fn width(extremes: &Extremes) -> i128 {
    match (extremes.least, extremes.largest) {
        (Some(0), Some(largest)) if largest <= u32::MAX.into() => 32,
        (Some(0), Some(largest)) if largest <= u64::MAX.into() => 64,
        _ => 128,
    }
}

/// A random expression that shifts by as many places as there are bits, and more.
fn shifting(arena: &Arena, random: &mut Random, leaves: &[Id], divisors: &[Id]) -> Id {
    let small = |random: &mut Random| expression(arena, random, leaves, divisors, 2);
    let op = *random.pick(&[Op::Shl, Op::Shr]);
    // 0 << k is 0 for every k, and x << k is no number for most.
    let shifted = match op {
        Op::Shl => {
            let truth = arena.compare(Comparison::Less, small(random), small(random));
            arena.choose(truth, small(random), arena.constant(0))
        }
        _ => arena.binary(Op::Mul, small(random), arena.constant(*random.pick(&[1, 255, 1 << 33, 1 << 62]))),
    };
    let places = leaves[0];
    let amount = match random.below(3) {
        0 => places,
        1 => arena.binary(Op::Add, places, small(random)),
        _ => arena.binary(Op::Rem, places, *random.pick(divisors)),
    };
    let own = arena.binary(op, shifted, amount);
    match random.below(4) {
        0 => own,
        1 => arena.binary(Op::Add, own, small(random)),
        2 => arena.binary(Op::Rem, own, *random.pick(divisors)),
        _ => {
            let truth = arena.compare(Comparison::Less, small(random), small(random));
            arena.choose(truth, own, arena.binary(Op::Add, own, small(random)))
        }
    }
}

#[test]
fn shifts_by_variables_hold_in_every_width() {
    let mut random = Random::new(0x5EED_1234_ABCD_0004);
    let places = [0, 1, 7, 30, 31, 32, 33, 41, 62, 63, 64, 65, 90, 126, 127, 128, 130];
    let (mut limited, mut seen) = (0, [0; 3]);
    for round in 0..2000 {
        let arena = Arena::new();
        let is_symbolic = round % 3 == 0;
        let size = arena.variable("N", Kind::Size);
        let extent = |extent: i128| if is_symbolic { size } else { arena.constant(extent) };
        let leaves = [("k", PLACES), ("i", 6), ("j", 9)]
            .map(|(name, n)| arena.variable(name, Kind::Index { extent: extent(n) }));
        let divisors = [1, 2, 3, 4, 64, 200].map(|n| arena.constant(n));
        let raw: Vec<Id> = (0..2).map(|_| shifting(&arena, &mut random, &leaves, &divisors)).collect();
        let mut engine = Engine::with_cost(&arena, COSTS[round % 3]);
        let simplified = engine.simplify(&[], &raw);
        let extremes = engine.extremes(&simplified, 0, &[], true);
        let bits = width(&extremes);
        seen[bits.ilog2() as usize - 5] += 1;
        let programs = (Program::new(&arena, &raw), Program::new(&arena, &simplified.roots));
        for (turn, &places) in places.iter().enumerate() {
            for (i, j) in [(0, 0), (5, 8), (1, turn as i128 % 9), (turn as i128 % 6, 2)] {
                let value = |number: u32| [PLACES, places, i, j][number as usize];
                agree(&arena, &raw, &simplified.roots, (&programs.0, &programs.1), value);
                for (&before, &after) in raw.iter().zip(&simplified.roots) {
                    let plain_value = Program::new(&arena, &[before]).run(value)[0];
                    if plain_value.is_some_and(|v| v >= 0) {
                        assert_eq!(computed(&arena, after, bits, &value), plain_value, "{}", plain(&arena, after));
                    }
                }
            }
        }
        limited += usize::from(simplified.roots.iter().any(|&root| plain(&arena, root).contains("if k < ")));
    }
    assert!(limited > 200 && seen.iter().all(|&count| count > 50), "{limited} limited, by width {seen:?}");
}

/// What is next to a mask or a factor may be no number.
#[test]
fn numbers_at_the_end_of_128_bits() {
    let arena = Arena::new();
    let x = arena.variable("x", Kind::Index { extent: arena.constant(1000) });
    let size = arena.variable("N", Kind::Size);
    for number in [i128::MAX, i128::MAX - 1, i128::MIN, i128::MIN + 1, 1 << 126, (1 << 126) - 1, 127, 128] {
        let number = arena.constant(number);
        for op in [Op::And, Op::Or, Op::Xor, Op::Mul, Op::Div, Op::Rem, Op::Shl, Op::Shr, Op::Add, Op::Sub] {
            for (a, b) in [(x, number), (number, x), (size, number), (number, size)] {
                for cost in COSTS {
                    let raw = arena.binary(op, a, b);
                    let simplified = Engine::with_cost(&arena, cost).simplify(&[], &[raw]);
                    let programs = (Program::new(&arena, &[raw]), Program::new(&arena, &simplified.roots));
                    for value in [1, 2, 3, 126, 127, 128, 999] {
                        agree(&arena, &[raw], &simplified.roots, (&programs.0, &programs.1), |_| value);
                    }
                }
            }
        }
    }
}
