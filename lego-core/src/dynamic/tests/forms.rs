//! Steps, shapes and forms against plain evaluation on every point.

use super::super::formula::{Formula, Node, Op, Value};
use super::super::forward::Forward;
use super::super::inverse::Inverse;
use super::super::shape::Shape;
use super::super::steps::Steps;
use super::super::word::LANES;
use super::random::{points, random, random_of};
use std::vec;
use std::vec::Vec;

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
            let component = |k: usize, lane: usize| lanes[lane.min(lanes.len() - 1)][k] as usize;
            let input: Vec<[usize; LANES]> =
                (0..extents.len()).map(|k| std::array::from_fn(|lane| component(k, lane))).collect();
            let exist = steps.run_column(&input, &mut |_, column| results.push(column));
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
            let forward = Forward::choose(&formula, &extents, span, cached).ranked::<2>();
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
            let inverse = Inverse::choose(&formula, &extents, span, most).ranked::<2>();
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
