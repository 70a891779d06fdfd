//! The width stated for a map's arithmetic: every value on the way fits it, and often nothing less would do.

mod common;

use common::{Random, chain};
use lego_expr::{Arena, Cost, Id, Kind, Node, operate, reachable};
use lego_lang::compile::{Compiled, Condition, Options, Requirement, SimplifiedMap, compile};
use std::collections::HashMap;

/// The least and the largest value that code computes which names what is used twice, as far as it may be computed ahead.
struct Walk<'a> {
    arena: &'a Arena,
    variables: HashMap<u32, i128>,
    values: HashMap<Id, i128>,
    least: i128,
    largest: i128,
}

impl Walk<'_> {
    fn value(&mut self, id: Id) -> i128 {
        if let Some(&value) = self.values.get(&id) {
            return value;
        }
        let value = match self.arena.get(id) {
            Node::Constant(number) => number,
            Node::Variable(number) => self.variables[&number],
            Node::Binary(op, a, b) => {
                let (x, y) = (self.value(a), self.value(b));
                operate(op, x, y).unwrap_or_else(|| panic!("{x} {op:?} {y} has no value"))
            }
            Node::Compare(comparison, a, b) => comparison.holds(self.value(a), self.value(b)).into(),
            // The branch that is not taken is not computed.
            Node::Choose(c, a, b) => {
                let taken = if self.value(c) != 0 { a } else { b };
                self.value(taken)
            }
            Node::Isqrt(a) => self.value(a).isqrt(),
            Node::LookUp(list, place) => self.arena.entries(list)[self.value(place) as usize].into(),
            Node::Within(a, _) => self.value(a),
            Node::Call { .. } => panic!("no function is called here"),
        };
        self.least = self.least.min(value);
        self.largest = self.largest.max(value);
        self.values.insert(id, value);
        value
    }

    /// Computes everything at one point, as the code does: each guard, which leaves the function where it fails, and the
    /// values together; of each first what is named.
    fn point(&mut self, parts: &[(Vec<Id>, bool)], variables: HashMap<u32, i128>) {
        self.variables = variables;
        self.values.clear();
        for (ids, is_guard) in parts {
            let mut last = 0;
            for &id in ids {
                last = self.value(id);
            }
            if *is_guard && last == 0 {
                return;
            }
        }
    }
}

/// What is computed one after the other: what has a name, then what it is for; and whether that is a guard.
fn parts(arena: &Arena, map: &SimplifiedMap) -> Vec<(Vec<Id>, bool)> {
    let part = |roots: &[Id], is_guard: bool| {
        let order = reachable(arena, roots);
        let mut uses: HashMap<Id, usize> = HashMap::new();
        for &id in &order {
            let operands = match arena.get(id) {
                Node::Binary(_, a, b) | Node::Compare(_, a, b) => vec![a, b],
                Node::Choose(c, a, b) => vec![c, a, b],
                Node::Isqrt(a) | Node::LookUp(_, a) | Node::Within(a, _) => vec![a],
                Node::Constant(_) | Node::Variable(_) | Node::Call { .. } => Vec::new(),
            };
            operands.into_iter().for_each(|operand| *uses.entry(operand).or_default() += 1);
        }
        roots.iter().for_each(|&root| *uses.entry(root).or_default() += 1);
        let named = order.into_iter().filter(|id| map.form.may_hoist(*id) && uses[id] > 1);
        (named.chain(roots.iter().copied()).collect(), is_guard)
    };
    let guards = map.guards().iter().map(|&guard| part(&[guard], true));
    guards.chain([part(map.values(), false)]).collect()
}

/// Points of a box: all of them where there are at most 70,000, else so many corners and random ones.
fn points(extents: &[i128], most: usize) -> Vec<Vec<i128>> {
    let mut random = Random::new(11);
    let count = extents.iter().try_fold(1_i128, |count, n| count.checked_mul(*n));
    if let Some(count) = count.filter(|&count| count <= if most > 100 { 70_000 } else { 100 }) {
        return (0..count)
            .map(|flat| {
                let mut rest = flat;
                extents
                    .iter()
                    .map(|n| {
                        let index = rest % n;
                        rest /= n;
                        index
                    })
                    .collect()
            })
            .collect();
    }
    (0..most)
        .map(|_| {
            let one = |n: &i128| match random.below(4) {
                0 => 0,
                1 => n - 1,
                _ => i128::from(random.below(u64::try_from(*n).unwrap())),
            };
            extents.iter().map(one).collect()
        })
        .collect()
}

/// Checks what is said of a map, and gives the bits that it needs at the points tried.
fn needed(name: &str, layout: &Compiled, map: &SimplifiedMap, variables: &[Id], most: usize) -> u32 {
    let arena = &layout.arena;
    let numbers: Vec<u32> = variables
        .iter()
        .map(|&id| match arena.get(id) {
            Node::Variable(number) => number,
            node => panic!("{node:?} is no variable"),
        })
        .collect();
    let extent = |&number: &u32| match arena.variable_of(number).kind {
        Kind::Index { extent } => arena.number(extent).unwrap(),
        Kind::Size => panic!("a size has no extent"),
    };
    let extents: Vec<i128> = numbers.iter().map(extent).collect();
    let mut walk = Walk { arena, variables: HashMap::new(), values: HashMap::new(), least: 0, largest: 0 };
    let parts = parts(arena, map);
    for point in points(&extents, most) {
        walk.point(&parts, numbers.iter().copied().zip(point).collect());
    }
    let said = &map.extremes;
    let (least, largest) = (said.least.unwrap(), said.largest.unwrap());
    assert!(least <= walk.least, "{name}: {} is below {least}", walk.least);
    assert!(walk.largest.unsigned_abs() <= largest, "{name}: {} is above {largest}", walk.largest);
    let bits = said.bits().unwrap_or(128);
    let fits = |bits: u32| {
        let signed = u32::from(walk.least < 0);
        walk.largest < 1 << (bits - signed) && walk.least >= -(1 << (bits - 1))
    };
    assert!(bits == 128 || fits(bits), "{name}: {} to {} do not fit {bits} bits", walk.least, walk.largest);
    [8, 16, 32, 64].into_iter().find(|&bits| fits(bits)).unwrap_or(128)
}

fn maps(layout: &Compiled) -> Vec<(&SimplifiedMap, Vec<Id>)> {
    let for_u32 = layout.for_u32.iter().map(|(apply, inv)| (apply, inv));
    let both = [(&layout.apply, &layout.inv)].into_iter().chain(for_u32);
    both.flat_map(|(apply, inv)| [(apply, layout.index.clone()), (inv, vec![layout.position])]).collect()
}

fn compiled(text: &str) -> Option<Compiled> {
    let options = Options { cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() };
    compile(text, &options).ok().filter(|layout| layout.parameters.is_empty() && layout.unproved.is_empty())
}

#[test]
fn every_value_in_the_zoo_fits() {
    for line in include_str!("../../../tests/zoo/layouts.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((name, text)) = line.split_once(": ") else { continue };
        let Some(layout) = compiled(text) else { continue };
        for (map, variables) in maps(&layout) {
            needed(name, &layout, map, &variables, 100);
        }
    }
}

#[test]
fn every_value_of_random_chains_fits() {
    let mut tried = 0;
    for seed in 0..400 {
        let text = chain(seed).to_string();
        let Some(layout) = compiled(&text) else { continue };
        tried += 1;
        for (map, variables) in maps(&layout) {
            needed(&text, &layout, map, &variables, 60);
        }
    }
    assert!(tried > 200, "{tried}");
}

/// Chains whose sizes are near 2^8, 2^16, 2^32 or 2^64.
fn near(random: &mut Random) -> String {
    let bits = *random.pick(&[4, 8, 16, 32]);
    let mut side = |away: u64| {
        let power = 1_u64 << bits;
        if random.one_in(2) { power - 1 - random.below(away) } else { power - 1 }
    };
    let (a, b) = (side(7), side(5));
    let piece = random.below(9);
    match piece {
        0 => format!("Col({a}, {b})"),
        1 => format!("AntiDiag({})", a.min(b)),
        2 => format!("Skew({a}, {b})"),
        3 => format!("Fan({}, {}, {})", ((a * b) >> 3) | 1, 1_u64 << random.below(20), b),
        4 => format!("Grouped({a}, {b}, {})", 1 + random.below(a)),
        5 => format!("Reverse({a}, {b})"),
        7 => format!("Rotate({a}, {b}, -{})", 1 + random.below(b)),
        6 => format!("OrderBy(Skew({a}, {b})).OrderBy(Col({b}, {a})).GroupBy([{a}, {b}])"),
        _ => format!("Row({a}, {b}).PadBy([{}, {}] => [{a}, {b}])", a - 1 - random.below(3), b - 2),
    }
}

#[test]
fn every_value_near_the_ends_of_the_types_fits() {
    let mut random = Random::new(5);
    let (mut tried, mut exact) = (0, 0);
    for _ in 0..600 {
        let text = near(&mut random);
        let Some(layout) = compiled(&text) else { continue };
        for (map, variables) in maps(&layout) {
            tried += 1;
            let bits = needed(&text, &layout, map, &variables, 40);
            exact += u32::from(map.extremes.bits() == Some(bits));
        }
    }
    assert!(tried > 500, "{tried}");
    // Intervals are not exact, but no rarity either.
    assert!(exact * 10 > tried * 7, "{exact} of {tried}");
}

#[test]
fn nothing_less_would_do() {
    for (text, apply, inv) in [
        ("Row(16, 16)", 8, 8),
        ("Row(16, 17)", 16, 16),
        ("Col(255, 257)", 16, 16),
        ("Col(256, 257)", 32, 32),
        ("Row(65521, 65537)", 32, 32),
        ("Row(65537, 65537)", 64, 64),
        ("Skew(65521, 65537)", 32, 32),
        ("Reverse(65535, 65537)", 32, 32),
        ("Fan(65521, 65520, 17)", 32, 32),
        ("Fan(4294967291, 4294967290, 17)", 64, 64),
    ] {
        let layout = compiled(text).unwrap();
        let said = [&layout.apply, &layout.inv].map(|map| map.extremes.bits().unwrap());
        assert_eq!(said, [apply, inv], "{text}");
        for ((map, variables), bits) in maps(&layout).into_iter().zip(said) {
            assert_eq!(needed(text, &layout, map, &variables, 500), bits, "{text}");
        }
    }
}

#[test]
fn a_form_that_fits_32_bits_is_found_for_them() {
    for text in ["BlockCyclic(4294967040, 255, 64)", "Skew(2, 2147483647)"] {
        let layout = compiled(text).unwrap();
        let (apply, inv) = layout.for_u32.as_ref().unwrap();
        assert_eq!([apply, inv].map(|map| map.extremes.bits()), [Some(32), Some(32)], "{text}");
    }
}

#[test]
fn sizes_that_are_symbols_cover_what_their_maps_pass_through() {
    let symbolic = |text: &str| compile(text, &Options::default()).unwrap();
    let peaks = |layout: &Compiled, map: &SimplifiedMap| {
        let show = |&id: &Id| lego_expr::plain(&layout.arena, id);
        map.extremes.peaks.as_ref().map(|peaks| peaks.iter().map(show).collect::<Vec<_>>())
    };
    let tiled = symbolic("Row(M, K).TileBy([M/BM, K/BK], [BM, BK])");
    assert_eq!(peaks(&tiled, &tiled.apply), Some(Vec::new()));
    assert_eq!(peaks(&tiled, &tiled.inv), Some(Vec::new()));
    let turned = symbolic("GenP([N], |i| (i + N - 1) % N, |p| (p + 1) % N, unchecked)");
    assert_eq!(peaks(&turned, &turned.apply), Some(vec!["2 * N".to_owned()]));
    // t·(t + 1) of the anti-diagonal before it is halved is more than the n·n positions, but fits every word that they fit.
    let triangle = symbolic("AntiDiag(N)");
    assert_eq!(peaks(&triangle, &triangle.apply), Some(Vec::new()));
    assert_eq!(peaks(&triangle, &triangle.inv), Some(vec!["8 * (N * (N + 1) / 2) + 1".to_owned()]));
    // Whatever a position is the sum of is below the size; the size of a whole group stands by itself.
    let grouped = symbolic("Grouped(M, N, G)");
    assert_eq!(peaks(&grouped, &grouped.apply), Some(Vec::new()));
    assert_eq!(peaks(&grouped, &grouped.inv), Some(vec!["N * G".to_owned()]));
    assert!(grouped.inv.extremes.is_settled() && !triangle.inv.extremes.is_settled());
}

/// Closures that subtract, and whose values are not below zero because of the ranges of their indices.
const NATURAL: [&str; 5] = [
    "GenP([M, N], |i, j| (M - 1 - i) * N + (N - 1 - j))",
    "GenP([N], |i| N - 1 - i)",
    "GenP([M, N], |i, j| M * N - N * (i + 1) + j)",
    "GenP([M, N], |i, j| j * M + (M - 1 - i))",
    "GenP([M, N, K], |i, j, k| ((M - 1 - i) * N + j) * K + (K - 1 - k))",
];

/// One that passes through -1, where i is 0.
const BELOW_ZERO: &str = "GenP([N], |i| (i * (i - 1)) % N, |p| p, unchecked)";

#[test]
fn closures_are_bounded_by_the_ranges_of_their_indices() {
    for text in NATURAL {
        let layout = compile(text, &Options::default()).unwrap();
        for map in [&layout.apply, &layout.inv] {
            assert_eq!((map.extremes.least, map.extremes.peaks.is_some()), (Some(0), true), "{text}");
        }
    }
    let below = compile(BELOW_ZERO, &Options::default()).unwrap();
    assert_ne!(below.apply.extremes.least, Some(0), "{BELOW_ZERO}");
}

/// Every value that a map of symbolic sizes passes through is at most a size, a limit or a peak; and the sizes that make a
/// value by themselves are among the peaks.
fn check_symbols(
    text: &str,
    layout: &Compiled,
    map: &SimplifiedMap,
    variables: &[Id],
    sizes: &HashMap<u32, i128>,
) -> bool {
    let arena = &layout.arena;
    let value = |id: Id| lego_expr::Program::new(arena, &[id]).run(|number| sizes[&number])[0];
    let Some(peaks) = &map.extremes.peaks else { return false };
    let extents: Vec<(u32, i128)> = variables
        .iter()
        .map(|&id| match arena.get(id) {
            Node::Variable(number) => match arena.variable_of(number).kind {
                Kind::Index { extent } => (number, value(extent).unwrap()),
                Kind::Size => panic!("a size is no index"),
            },
            node => panic!("{node:?} is no variable"),
        })
        .collect();
    let named = [layout.span, layout.count].into_iter().chain(peaks.iter().copied());
    let bounds = named.filter_map(value).chain(sizes.values().copied());
    let most = bounds.max().unwrap().max(map.extremes.largest.map_or(0, |most| most as i128));
    let mut walk = Walk { arena, variables: HashMap::new(), values: HashMap::new(), least: 0, largest: 0 };
    let parts = parts(arena, map);
    for point in points(&extents.iter().map(|extent| extent.1).collect::<Vec<_>>(), 40) {
        let own = extents.iter().map(|extent| extent.0).zip(point);
        walk.point(&parts, own.chain(sizes.iter().map(|(&number, &size)| (number, size))).collect());
    }
    // What every word holds that holds the limits is not named, if there is but one size: the square of 255 is the last one
    // that fits 16 bits.
    let allowed = if sizes.len() == 1 { most.max(0xFFFF) } else { most };
    assert!(walk.largest <= allowed, "{text} {sizes:?}: {} is above {allowed}", walk.largest);
    assert!(walk.least >= map.extremes.least.unwrap_or(i128::MIN), "{text} {sizes:?}: {}", walk.least);
    true
}

/// Whether a condition holds for sizes.
fn holds(layout: &Compiled, condition: &Condition, sizes: &HashMap<u32, i128>) -> bool {
    let value = |id: &Id| {
        let program = lego_expr::Program::new(&layout.arena, &[*id]);
        program.run(|number| sizes.get(&number).copied().unwrap_or(1))[0].unwrap_or(0)
    };
    match condition {
        Condition::Fits { .. } => true,
        Condition::Fact(_, truth) => value(truth) != 0,
        Condition::Requirement(Requirement::Positive { value: v, .. }) => value(v) > 0,
        Condition::Requirement(Requirement::Divides { value: v, divisor, .. }) => {
            value(divisor) > 0 && value(v) % value(divisor) == 0
        }
        Condition::Requirement(Requirement::AtMost { value: v, most, .. }) => value(v) <= value(most),
        Condition::Requirement(Requirement::Equal { left_size, right_size, .. }) => {
            value(left_size) == value(right_size)
        }
        Condition::Requirement(Requirement::PowerOfTwo { value: v, .. }) => value(v).count_ones() == 1,
        Condition::Requirement(Requirement::Coprime { .. }) => false,
    }
}

#[test]
fn every_value_of_small_symbolic_sizes_is_covered() {
    let lines = include_str!("../../../tests/zoo/layouts.txt").lines().filter(|line| !line.starts_with('#'));
    let zoo = lines.filter_map(|line| line.split_once(": ")).map(|(_, text)| text);
    let mut random = Random::new(3);
    let (mut tried, mut layouts) = (0, 0);
    let more = ["Grouped(m, n, n)", "OrderBy(Grouped(a, b, g), Col(c, d)).TileBy([a*c, b*d])", "BlockCyclic(L, b, q)"];
    for text in zoo.chain(more).chain(NATURAL).chain([BELOW_ZERO]) {
        let options = Options { cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() };
        let Ok(layout) = compile(text, &options) else { continue };
        if layout.parameters.is_empty() {
            continue;
        }
        layouts += 1;
        let arena = &layout.arena;
        let roots =
            maps(&layout).into_iter().flat_map(|(map, _)| [map.written.roots(), map.form.roots.clone()].concat());
        let roots: Vec<Id> = roots.chain(layout.dims.iter().copied()).collect();
        let size = |id| match arena.get(id) {
            Node::Variable(number) if matches!(arena.variable_of(number).kind, Kind::Size) => Some(number),
            _ => None,
        };
        let mut numbers: Vec<u32> = reachable(arena, &roots).into_iter().filter_map(size).collect();
        numbers.sort_unstable();
        for _ in 0..200 {
            let mut size = || match numbers.len() {
                1 => 255 - i128::from(random.below(2)),
                _ => {
                    let most = if random.one_in(3) { 96 } else { 6 };
                    i128::from(1 + random.below(most))
                }
            };
            let sizes: HashMap<u32, i128> = numbers.iter().map(|&number| (number, size())).collect();
            // The facts that the engine may use.
            let small = layout.assertions.iter().all(|assertion| holds(&layout, &assertion.condition, &sizes));
            if !small {
                continue;
            }
            for (map, variables) in maps(&layout) {
                tried += u32::from(check_symbols(text, &layout, map, &variables, &sizes));
            }
        }
    }
    assert!(layouts > 20 && tried > 3000, "{tried} in {layouts}");
}
