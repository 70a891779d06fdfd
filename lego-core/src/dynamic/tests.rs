//! Random formulas against plain evaluation, and what their shapes claim on every point.

use super::called::{Called, Form, affine};
use super::formula::{Formula, Node, Op, Value};
use super::forward::Forward;
use super::inverse::Inverse;
use super::shape::Shape;
use super::steps::Steps;
use super::word::LANES;
use super::{Description, DynBijection, DynLayout, LayoutText};
use crate::array::Array;
use crate::error::LayoutError;
use crate::mapping::{Indices, Layout, Mapping};
use std::string::ToString;
use std::vec;
use std::vec::Vec;

/// A generator of numbers (Knuth's multiplier), so that a failure comes again.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % n
    }
}

const OPS: [Op; 16] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Rem,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Shl,
    Op::Shr,
    Op::Min,
    Op::Max,
    Op::Less,
    Op::LessEqual,
    Op::Equal,
    Op::NotEqual,
];

/// An operation as it is defined; `None` where it is not.
fn operate(op: Op, a: i128, b: i128) -> Option<i128> {
    let natural = a >= 0 && b >= 0;
    let places = || u32::try_from(b).ok().filter(|&b| b < 100);
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div => (natural && b > 0).then(|| a / b),
        Op::Rem => (natural && b > 0).then(|| a % b),
        Op::And => natural.then_some(a & b),
        Op::Or => natural.then_some(a | b),
        Op::Xor => natural.then_some(a ^ b),
        Op::Shl => places().filter(|_| natural).and_then(|b| a.checked_mul(1_i128.checked_shl(b)?)),
        Op::Shr => places().filter(|_| natural).map(|b| a >> b),
        Op::Min => Some(a.min(b)),
        Op::Max => Some(a.max(b)),
        Op::Less => Some((a < b).into()),
        Op::LessEqual => Some((a <= b).into()),
        Op::Equal => Some((a == b).into()),
        Op::NotEqual => Some((a != b).into()),
    }
}

/// A formula of defined values within limits, and all its values at every index in row-major order.
fn random(seed: u64, extents: &[u64], most: i128, signed: bool) -> (Formula, Vec<Vec<i128>>) {
    random_of(&OPS, 1, seed, extents, most, signed)
}

/// Of some operations, every so many of ten values a number.
fn random_of(
    ops: &[Op],
    numbers: u64,
    seed: u64,
    extents: &[u64],
    most: i128,
    signed: bool,
) -> (Formula, Vec<Vec<i128>>) {
    let random = &mut Random(seed);
    let points: Vec<Vec<u64>> = points(extents);
    let rank = extents.len();
    let mut made = Formula::new(rank, 0, 0);
    let mut columns: Vec<Vec<i128>> = (0..rank).map(|k| points.iter().map(|p| p[k].into()).collect()).collect();
    while columns.len() < rank + 14 {
        let len = columns.len() as u64;
        let pick = |random: &mut Random| made.value(random.below(len) as usize);
        let (a, b, c) = (pick(random), pick(random), pick(random));
        let at = |value: Value, k: usize| columns[value.place()][k];
        let op = ops[random.below(ops.len() as u64) as usize];
        let kind = random.below(12).saturating_sub(numbers - 1);
        let number =
            [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 60, 64, 100, 1 << 20, 1 << 33, (1 << 40) + 1][random.below(16) as usize];
        let column: Option<Vec<i128>> = (0..points.len())
            .map(|k| match kind {
                0 => Some(number),
                1 => Some(if at(a, k) != 0 { at(b, k) } else { at(c, k) }),
                2 => u128::try_from(at(a, k)).ok().map(|a| a.isqrt() as i128),
                _ => operate(op, at(a, k), at(b, k)),
            })
            .map(|value| value.filter(|value| (if signed { -most } else { 0 }..=most).contains(value)))
            .collect();
        let Some(column) = column else { continue };
        match kind {
            0 => made.constant(number),
            1 => made.choose(a, b, c),
            2 => made.isqrt(a),
            _ => made.binary(op, a, b),
        };
        columns.push(column);
    }
    let all = || columns.iter().flatten().copied();
    (made.least, made.largest) = (all().min().unwrap().min(0), all().max().unwrap() as u128);
    (made, columns)
}

fn points(extents: &[u64]) -> Vec<Vec<u64>> {
    extents.iter().fold(vec![vec![]], |points, &extent| {
        points.iter().flat_map(|point| (0..extent).map(move |x| [&point[..], &[x]].concat())).collect()
    })
}

#[test]
fn steps_compute_what_the_formula_says() {
    let shapes: [&[u64]; 4] = [&[40], &[8, 9], &[4, 1, 8], &[3, 2, 4, 2]];
    for seed in 0..1500 {
        let extents = shapes[seed as usize % shapes.len()];
        let (most, signed) =
            [(1 << 20, false), (1 << 62, false), (1 << 62, true), (1 << 100, true)][seed as usize / 4 % 4];
        let (mut formula, columns) = random(seed, extents, most, signed);
        // Half of the values are results, a few of them guards.
        for place in 0..columns.len() {
            if place % 2 == seed as usize % 2 {
                formula.result(formula.value(place));
            } else if place % 5 == 0 {
                formula.guard(formula.value(place));
            }
        }
        let steps = Steps::new(&formula, &Shape::all(&formula, extents, true));
        let points = points(extents);
        let expected =
            |k: usize| -> Vec<u64> { formula.results.iter().map(|r| columns[r.place()][k] as u64).collect() };
        let holds = |k: usize| formula.guards.iter().all(|guard| columns[guard.place()][k] != 0);
        for (k, point) in points.iter().enumerate() {
            let input: Vec<usize> = point.iter().map(|&x| x as usize).collect();
            let mut results = vec![];
            let exists = steps.run(&input, |at, result| {
                assert_eq!(at, results.len());
                results.push(result as u64);
            });
            assert_eq!((exists, results), (holds(k), expected(k)), "seed {seed} at {point:?}");
        }
        for (chunk, lanes) in points.chunks(LANES).enumerate() {
            let mut results = vec![];
            let input = |k: usize, lane: usize| lanes[lane.min(lanes.len() - 1)][k] as usize;
            let exist = steps.run_column(input, |_, column| results.push(column));
            for lane in 0..lanes.len() {
                let k = chunk * LANES + lane;
                let found: Vec<u64> = results.iter().map(|column| column[lane]).collect();
                assert_eq!((exist[lane], found), (holds(k), expected(k)), "seed {seed} at {:?}", points[k]);
            }
        }
    }
}

#[test]
fn more_registers_than_the_stack_has_room_for() {
    let mut formula = Formula::new(1, 0, 1 << 40);
    let i = formula.input(0);
    let values: Vec<Value> = (1..400)
        .map(|k| {
            let k = formula.constant(k);
            formula.binary(Op::Mul, i, k)
        })
        .collect();
    let mut sum = i;
    for value in values.into_iter().rev() {
        sum = formula.binary(Op::Add, sum, value);
    }
    formula.result(sum);
    let steps = Steps::new(&formula, &Shape::all(&formula, &[100], true));
    let mut result = 0;
    assert!(steps.run(&[7], |_, found| result = found));
    assert_eq!(result, 7 * (1 + 399 * 400 / 2));
}

/// A claim about the shape of a value is tried on every point, and each kind of claim comes up often.
#[test]
fn shapes_are_what_values_are() {
    let shapes: [&[u64]; 4] = [&[8, 9], &[16, 16], &[4, 3, 8], &[3, 2, 4, 2]];
    let (mut affine, mut sums, mut xors) = (0, 0, 0);
    for seed in 0..1500 {
        let extents = shapes[seed as usize % shapes.len()];
        let (most, signed) =
            [(1 << 30, false), (1 << 62, false), (1 << 62, true), (1 << 100, true)][seed as usize / 4 % 4];
        let (formula, columns) = random(seed + 10_000, extents, most, signed);
        let points = points(extents);
        let strides: Vec<usize> =
            (0..extents.len()).map(|k| extents[k + 1..].iter().product::<u64>() as usize).collect();
        for (place, column) in columns.iter().enumerate() {
            for ranges in [true, false] {
                let shape = &Shape::all(&formula, extents, ranges)[place];
                let is_natural = !formula.is_signed() && formula.is_narrow();
                assert!(
                    !is_natural || column.iter().all(|&x| x as u128 <= shape.largest.into()),
                    "seed {seed}: {place}"
                );
                let column: Vec<u64> = column.iter().map(|&x| x as u64).collect();
                let line = |point: &[u64], k: usize| column[point[k] as usize * strides[k]];
                let origin = column[0];
                for (point, &value) in points.iter().zip(&column) {
                    let words = || std::format!("seed {seed}: {place} of {formula:?} at {point:?}");
                    let axes = 0..extents.len();
                    if shape.is_sum {
                        let sum =
                            axes.clone().fold(origin, |sum, k| sum.wrapping_add(line(point, k).wrapping_sub(origin)));
                        assert_eq!(sum, value, "{}", words());
                    }
                    if shape.is_xor() {
                        let xor = axes.clone().fold(origin, |xor, k| xor ^ line(point, k) ^ origin);
                        assert_eq!(xor, value, "{}", words());
                    }
                    if shape.is_affine {
                        let unit = |k: usize| if extents[k] > 1 { column[strides[k]].wrapping_sub(origin) } else { 0 };
                        let all = axes.fold(origin, |sum, k| sum.wrapping_add(unit(k).wrapping_mul(point[k])));
                        assert_eq!(all, value, "{}", words());
                    }
                }
                if matches!(formula.nodes[place], Node::Binary(..)) && !shape.is_of_one() {
                    affine += u32::from(shape.is_affine);
                    sums += u32::from(shape.is_sum && !shape.is_affine);
                    xors += u32::from(shape.is_xor() && !shape.is_sum);
                }
            }
        }
    }
    assert!(affine > 100 && sums > 100 && xors > 20, "{affine} {sums} {xors}");
}

/// Whatever the form, it is the formula.
#[test]
fn every_form_gives_what_the_formula_says() {
    let mut forms = std::collections::BTreeMap::new();
    for seed in 0..1500 {
        let extents = [[8, 9], [16, 16], [5, 40]][seed as usize % 3];
        let (mut formula, mut columns) = random(seed + 50_000, &extents, 1 << 31, false);
        let place = columns.len() - 1 - seed as usize % 5;
        formula.result(formula.value(place));
        let mut guard = (seed % 3 == 0).then(|| columns.len() - 1 - seed as usize / 3 % 9);
        if seed % 12 == 0 {
            // A bound on a sum over both axes, as partial tiles have it.
            let (sum, bound) = (formula.binary(Op::Add, formula.input(0), formula.input(1)), formula.constant(7));
            formula.binary(Op::Less, sum, bound);
            let sums: Vec<i128> = columns[0].iter().zip(&columns[1]).map(|(i, j)| i + j).collect();
            let holds = sums.iter().map(|&sum| (sum < 7).into()).collect();
            columns.extend([sums, vec![7; columns[0].len()], holds]);
            guard = Some(columns.len() - 1);
        }
        guard.into_iter().for_each(|guard| formula.guard(formula.value(guard)));
        // A table of all positions needs a span of 32 bits; tables along diagonals are other ones beyond it.
        for (span, cached) in [((1 << 31) + 1, 1 << 18), (1 << 32, 0), ((1 << 32) + 1, 0)] {
            let forward = Forward::<2>::choose(&formula, &extents, span, cached);
            for (k, point) in points(&extents).iter().enumerate() {
                let index = [point[0] as usize, point[1] as usize];
                let exists = guard.is_none_or(|guard| columns[guard][k] != 0);
                let expected = exists.then_some(columns[place][k] as usize);
                assert_eq!(forward.option(index), expected, "seed {seed} at {index:?}: {}", forward.name());
                if guard.is_none() {
                    assert_eq!(Some(forward.position(index)), expected);
                }
            }
            *forms.entry(forward.name()).or_insert(0) += 1;
        }
    }
    assert!(forms.len() == 6 && forms.values().all(|&count| count > 0), "{forms:?}");
}

/// Positions taken apart: at holes too the form is the formula, or says that there is no index.
#[test]
fn every_form_of_the_inverse_gives_what_the_formula_says() {
    let ops = [Op::Div, Op::Rem, Op::Add, Op::Mul, Op::And, Op::Shr, Op::Rem, Op::Div, Op::Xor, Op::Or];
    let (mut parts, mut with_holes, mut xors) = (0, 0, 0);
    for seed in 0..3000 {
        let span = [60, 64, 97, 128][seed as usize % 4];
        let (mut formula, columns) = random_of(&ops, 4, seed + 90_000, &[span], 1 << 20, false);
        let places = [columns.len() - 1, columns.len() - 2];
        places.iter().for_each(|&place| formula.result(formula.value(place)));
        let mut extents = places.map(|place| 1 + *columns[place].iter().max().unwrap() as u64);
        if seed % 3 == 0 {
            // A hole is what lies beyond an extent.
            let axis = seed as usize / 3 % 2;
            extents[axis] = extents[axis].div_ceil(2);
            let bound = formula.constant(extents[axis].into());
            let guard = formula.binary(Op::Less, formula.value(places[axis]), bound);
            formula.guard(guard);
        }
        for most in [1 << 20, 0] {
            let inverse = Inverse::<2>::choose(&formula, &extents, span, most);
            let indices = columns[places[0]].iter().zip(&columns[places[1]]);
            for (p, (&i, &j)) in indices.enumerate() {
                let index = [i as usize, j as usize];
                let is_index = index.iter().zip(extents).all(|(&i, n)| (i as u64) < n);
                assert_eq!(inverse.option(p), is_index.then_some(index), "seed {seed} at {p}: {}", inverse.name());
                if seed % 3 != 0 {
                    assert_eq!(inverse.index(p), index, "seed {seed} at {p}: {}", inverse.name());
                }
            }
            if inverse.name() == "tables of parts" {
                parts += 1;
                with_holes += u32::from(seed % 3 == 0);
                xors += u32::from(matches!(inverse, Inverse::Parts(parts) if parts.is_xor()));
            }
        }
    }
    assert!(parts > 200 && with_holes > 60 && xors > 0, "{parts} {with_holes} {xors}");
}

/// A description of Row(m, n) by hand.
fn row(m: u64, n: u64) -> Description {
    let most = (m * n).into();
    let mut apply = Formula::new(2, 0, most);
    let (i, j, width) = (apply.input(0), apply.input(1), apply.constant(n.into()));
    let start = apply.binary(Op::Mul, i, width);
    let position = apply.binary(Op::Add, start, j);
    apply.result(position);
    let mut inv = Formula::new(1, 0, most);
    let (p, width) = (inv.input(0), inv.constant(n.into()));
    for op in [Op::Div, Op::Rem] {
        let place = inv.binary(op, p, width);
        inv.result(place);
    }
    Description {
        text: LayoutText::new("Row(m, n)", &[("m", m), ("n", n)]),
        dims: vec![m, n],
        span: m * n,
        apply,
        inv,
        strides: vec![None; 2],
        runs: vec![None; 2],
        anti_diagonal: None,
        is_vouched_for: false,
    }
}

#[test]
fn a_description_by_hand_is_a_layout() {
    for (m, n) in [(1, 1), (3, 5), (7, 64)] {
        let layout = DynBijection::<2>::new(row(m, n)).unwrap();
        for index in Indices::new([m as usize, n as usize]) {
            let position = index[0] * n as usize + index[1];
            assert_eq!((layout.apply(index), layout.inv(position)), (position, index));
        }
        assert_eq!(
            (layout.stride(1), layout.run(0)),
            (Some(if n > 1 { 1 } else { 0 }), Some((m as usize, layout.stride(0).unwrap())))
        );
    }
}

#[test]
fn a_wrong_description_is_an_error() {
    let words = |description: Description| DynLayout::<2>::new(description).unwrap_err().to_string();
    assert_eq!(DynLayout::<3>::new(row(2, 2)).unwrap_err().to_string(), "the layout has rank 2, but rank 3 is needed");
    assert_eq!(
        words(Description { dims: vec![2, 0], ..row(2, 2) }),
        "an extent of the layout is 0, but a size is at least 1"
    );
    assert_eq!(
        words(Description { strides: vec![], ..row(2, 2) }),
        "the list of strides has rank 0, but rank 2 is needed"
    );
    assert_eq!(
        words(Description { apply: row(2, 2).inv, ..row(2, 2) }),
        "the map to positions has rank 1, but rank 2 is needed"
    );
    let long = Description { dims: vec![1; 70], strides: vec![None; 70], runs: vec![None; 70], ..row(1, 1) };
    let (apply, mut inv) = (Formula::new(70, 0, 1), Formula::new(1, 0, 1));
    (0..70).for_each(|_| inv.result(inv.input(0)));
    let long = Description { apply: apply.of(vec![apply.input(69)]), inv, ..long };
    let error = DynLayout::<70>::new(long).unwrap_err().to_string();
    assert_eq!(error, "the layout has rank 70; the largest rank is 32");
    let large = Description { dims: vec![1 << 40, 1 << 40], ..row(2, 2) };
    assert_eq!(words(large), "the number of indices does not fit an index of 64 bits");
    let mut long = Formula::new(2, 0, 1);
    let mut value = long.input(0);
    for _ in 0..70_000 {
        value = long.binary(Op::Xor, value, value);
    }
    long.result(value);
    assert!(words(Description { apply: long, ..row(2, 2) }).contains("70002, but may be at most 65534"));

    // Two indices with one position, and positions outside of the span.
    let wrong = |dims: Vec<u64>, span| DynBijection::<2>::new(Description { dims, span, ..row(3, 4) }).unwrap_err();
    assert!(matches!(wrong(vec![2, 6], 12), LayoutError::InverseDisagrees { .. }));
    assert!(matches!(wrong(vec![4, 3], 12), LayoutError::OutOfRange { .. }));
    assert!(matches!(wrong(vec![3, 4], 13), LayoutError::SizeMismatch { .. }));
    // What lies may not be taken at its word where not every index is looked at.
    let large = Description { is_vouched_for: true, ..row(4096, 4096) };
    assert!(matches!(DynBijection::<2>::new(large), Err(LayoutError::Misplaced { .. })));
}

/// Sums of extents and of parts of a position need not fit 64 bits where their products do.
#[test]
fn extents_up_to_the_largest_index() {
    let most = u64::MAX;
    // 2^64 - 1 as a product.
    for dims in [[most, 1, 1], [1, most, 1], [1, 1, most], [u64::from(u32::MAX), 641, 6_700_417]] {
        let mut apply = Formula::new(3, 0, most.into());
        let [i, j, k] = [0, 1, 2].map(|axis| apply.input(axis));
        let (rows, planes) = (apply.constant(dims[2].into()), apply.constant((dims[1] * dims[2]).into()));
        let (plane, row) = (apply.binary(Op::Mul, i, planes), apply.binary(Op::Mul, j, rows));
        let start = apply.binary(Op::Add, plane, row);
        let position = apply.binary(Op::Add, start, k);
        apply.result(position);
        let mut inv = Formula::new(1, 0, most.into());
        let (p, rows, planes) = (inv.input(0), inv.constant(dims[2].into()), inv.constant((dims[1] * dims[2]).into()));
        // A remainder by nearly all positions, which takes nothing apart.
        let nearly = inv.constant((most - 1).into());
        let _ = inv.binary(Op::Rem, p, nearly);
        let i = inv.binary(Op::Div, p, planes);
        let in_plane = inv.binary(Op::Rem, p, planes);
        let (j, k) = (inv.binary(Op::Div, in_plane, rows), inv.binary(Op::Rem, in_plane, rows));
        [i, j, k].into_iter().for_each(|place| inv.result(place));
        let description = Description {
            text: LayoutText::new("Row(m, n, o)", &[]),
            dims: dims.into(),
            span: most,
            apply,
            inv,
            strides: vec![None; 3],
            runs: vec![None; 3],
            anti_diagonal: None,
            is_vouched_for: false,
        };
        let layout = DynBijection::<3>::new(description).unwrap();
        assert!(layout.is_checked(), "{:?}", layout.form());
        let last = dims.map(|extent| extent as usize - 1);
        for index in [[0; 3], last, last.map(|place| place / 2), [last[0], 0, last[2] / 3]] {
            let position = (index[0] * dims[1] as usize + index[1]) * dims[2] as usize + index[2];
            assert_eq!((layout.apply(index), layout.inv(position)), (position, index), "{dims:?}");
        }
    }
}

/// A large layout is taken at its word, but where its strides prove it.
#[test]
fn what_is_proved_of_a_large_layout() {
    assert!(DynBijection::<2>::new(row(4096, 4097)).unwrap().is_checked());
    for (strides, base, is_injective) in [
        ([4_isize, 1], 0_usize, true),
        ([-4, 1], 8, true),
        ([-4, -1], 11, true),
        ([1, 3], 0, true),
        ([3, 1], 0, false),
        ([4, 1], 1, false),
        ([-4, 1], 7, false),
        ([0, 1], 0, false),
        ([4, -1], 2, false),
    ] {
        let strides = strides.map(|stride| stride as usize);
        let other = Called { form: Form::Strides { base, strides }, span: 12 };
        let forward = Forward::Other(other.into());
        assert_eq!(forward.is_injective(&[3, 4], 12), is_injective, "{strides:?} from {base}");
        let mut positions: Vec<usize> = Indices::new([3, 4]).map(|index| affine(base, &strides, index)).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len() == 12 && positions.iter().all(|&p| p < 12), is_injective, "{strides:?} from {base}");
    }
}

/// A formula of two inputs: multiples of them.
fn multiples(i: i128, j: i128) -> Formula {
    let mut made = Formula::new(2, 0, u64::MAX.into());
    let (by_i, by_j) = (made.constant(i), made.constant(j));
    let (a, b) = (made.binary(Op::Mul, made.input(0), by_i), made.binary(Op::Mul, made.input(1), by_j));
    let sum = made.binary(Op::Add, a, b);
    made.result(sum);
    made
}

/// The corners of a box and their neighbours, inside of it.
fn around_corners([m, n]: [u64; 2]) -> impl Iterator<Item = [usize; 2]> {
    let near = |extent: u64| [0, 1, extent / 2, extent.saturating_sub(2), extent - 1].map(move |x| x.min(extent - 1));
    near(m).into_iter().flat_map(move |i| near(n).map(|j| [i as usize, j as usize]))
}

/// Factors and extents below, at and above what 32 bits hold.
#[test]
fn strides_of_every_width() {
    let two = 1_u64 << 32;
    for ([m, n], [i, j], name) in [
        ([1, 1], [1, 1], "strides"),
        ([7, 13], [13, 1], "strides"),
        ([7, 13], [1, 7], "strides"),
        ([two + 1, 3], [3, 1], "strides"),
        ([3, two], [1, 3], "strides"),
        ([3, two + 1], [1, 3], "strides"),
        ([two - 1, 2], [1, two - 1], "strides"),
        ([two, 2], [1, two], "axis tables of many entries"),
        ([2, 2], [1, two], "axis tables"),
        ([2, 2], [2, two - 1], "strides"),
    ] {
        let span = (m - 1) * i + (n - 1) * j + 1;
        let forward = Forward::<2>::new(&multiples(i.into(), j.into()), &[m, n], span);
        assert!(name.starts_with(forward.name()) || m > two / 2, "{m}×{n}: {}", forward.name());
        for index in around_corners([m, n]) {
            let position = index[0] * i as usize + index[1] * j as usize;
            assert_eq!((forward.position(index), forward.option(index)), (position, Some(position)), "{index:?}");
        }
    }
}

/// A box of which a smaller box is stored.
#[test]
fn clipped_axes_of_every_size() {
    let check = |[m, n]: [u64; 2], [a, b]: [u64; 2], indices: &mut dyn Iterator<Item = [usize; 2]>| {
        let mut formula = multiples(b.into(), 1);
        for (axis, bound) in [a, b].into_iter().enumerate() {
            let (input, bound) = (formula.input(axis), formula.constant(bound.into()));
            let guard = formula.binary(Op::Less, input, bound);
            formula.guard(guard);
        }
        let forward = Forward::<2>::new(&formula, &[m, n], a * b);
        let is_whole = (m, n) == (a, b);
        for index in indices {
            let [i, j] = index.map(|place| place as u64);
            let expected = (i < a && j < b).then_some((i * b + j) as usize);
            assert_eq!(forward.option(index), expected, "{index:?} of {a}×{b} in {m}×{n}: {}", forward.name());
        }
        assert!(forward.is_total().is_none_or(|is_total| is_total == is_whole));
        forward.name()
    };
    for m in 1..6 {
        for n in 1..6 {
            for (a, b) in (1..=m).flat_map(|a| (1..=n).map(move |b| (a, b))) {
                let all = &mut Indices::new([m as usize, n as usize]);
                assert_eq!(check([m, n], [a, b], all), "axis tables");
            }
        }
    }
    // Spans below and above 2^31, whose highest bit marks what is not stored.
    for (stored, name) in
        [([509, 499], "axis tables"), ([65_521, 32_749], "axis tables"), ([65_521, 32_779], "guarded axis tables")]
    {
        let dims = stored.map(|extent| extent + 15);
        let near_the_edge = around_corners(stored).chain(around_corners(stored.map(|extent| extent + 1)));
        assert_eq!(check(dims, stored, &mut near_the_edge.chain(around_corners(dims))), name);
    }
}

/// What a wrong description says never leads out of the buffer: there is no position, or another element.
#[test]
fn positions_beyond_the_span_are_none() {
    let mut xor = Formula::new(2, 0, 1 << 20);
    let wide = xor.constant(3);
    let start = xor.binary(Op::Mul, xor.input(0), wide);
    let position = xor.binary(Op::Xor, start, xor.input(1));
    xor.result(position);
    let mut product = Formula::new(2, 0, 1 << 20);
    let position = product.binary(Op::Mul, product.input(0), product.input(1));
    product.result(position);
    for apply in [multiples(3, 1), multiples(1, 3), multiples(100, 1), multiples(1 << 40, 1), xor, product] {
        for (dims, span) in [([4, 6], 12), ([2000, 2500], 5000), ([4, 6], 0), ([4, 6], 1)] {
            let of = row(4, 6);
            let layout =
                DynLayout::<2>::new(Description { dims: dims.into(), span, apply: apply.clone(), ..of }).unwrap();
            let mut array = Array::from_physical(layout.clone(), vec![1_u8; span as usize]).unwrap();
            for index in Indices::new(dims.map(|extent| extent.min(30) as usize)).chain(around_corners(dims)) {
                let position = layout.apply(index);
                assert!(position.is_none_or(|position| position < span as usize), "{index:?}: {:?}", layout.form());
                assert_eq!(array.get(index).is_some(), position.is_some());
                assert_eq!(array.get_mut(index).is_some(), position.is_some());
            }
        }
    }
}
