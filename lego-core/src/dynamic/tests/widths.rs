//! Strides, extents and clipped axes of every size.

use super::super::formula::{Formula, Op};
use super::super::forward::Forward;
use crate::mapping::Indices;

/// A formula of two inputs: multiples of them.
pub(super) fn multiples(i: i128, j: i128) -> Formula {
    let mut made = Formula::new(2, 0, u64::MAX.into());
    let (by_i, by_j) = (made.constant(i), made.constant(j));
    let (a, b) = (made.binary(Op::Mul, made.input(0), by_i), made.binary(Op::Mul, made.input(1), by_j));
    let sum = made.binary(Op::Add, a, b);
    made.result(sum);
    made
}

/// The corners of a box and their neighbours, inside of it.
pub(super) fn around_corners([m, n]: [u64; 2]) -> impl Iterator<Item = [usize; 2]> {
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
        let forward = Forward::new(&multiples(i.into(), j.into()), &[m, n], span).ranked::<2>();
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
        let forward = Forward::new(&formula, &[m, n], a * b).ranked::<2>();
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
