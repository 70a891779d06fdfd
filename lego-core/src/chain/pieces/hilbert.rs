//! `Hilbert`: the Hilbert curve of rectangles and of boxes.

mod curve;
mod levels;
mod square;

use crate::chain::argument::Arguments;
use crate::chain::pieces::MOST_ENTRIES;
use crate::chain::{Named, Parameter, Parameters, Permutation, Requirement, Scalar, advance, flatten, unflatten};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use curve::Curve;
use levels::{Levels, MOST_BLOCKS};
use square::Square;

pub(super) const NAMED: Named = Named {
    name: "Hilbert",
    parameters: Parameters::AtLeast(2, &[Parameter::Size("m"), Parameter::Size("n"), Parameter::Size("k")]),
    about: "the Hilbert curve of a rectangle or a box, from the origin on: what follows is a neighbour; of odd sizes some steps are diagonal",
    position: "of an n×n square, n a power of two, the Hilbert curve from [0,0] to [n-1,0], for n = 2 by [0,1] and [1,1]; of other sizes J. Červený's generalized curve (<https://github.com/jakubcerveny/gilbert>, halves rounded to 0), its first axis the longest",
    condition: "sizes without a value: two equal ones, a power of two",
    example: "Hilbert(8, 8)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    let sizes = a.sizes()?;
    // A square with symbols has a formula, a box has none.
    let has_formula = sizes.len() == 2 || sizes.iter().all(|size| size.number().is_some());
    has_formula.then(|| Box::new(Hilbert::new(sizes)) as _)
}

/// The Hilbert curve of an array of two or three axes.
///
/// Of up to [`MOST_ENTRIES`] elements it is two tables, beyond that a look-up or two a level, but for squares whose side is a
/// power of two or a symbol, which are arithmetic.
#[derive(Clone, Debug)]
pub struct Hilbert<I> {
    dims: Vec<I>,
    order: Order<I>,
}

/// How positions are computed.
#[derive(Clone, Debug)]
enum Order<I> {
    Square(Square<I>),
    /// The positions in row-major order of the indices, and these numbers by position.
    Table {
        positions: Vec<u64>,
        indices: Vec<u64>,
    },
    Curve {
        curve: Curve,
        levels: Levels,
    },
}

impl<I: Scalar> Hilbert<I> {
    /// The curve of an array of these extents, two or three; if one is a symbol, two.
    pub fn new(dims: Vec<I>) -> Self {
        let numbers: Option<Vec<u64>> = dims.iter().map(|n| n.number()).collect();
        let order = match numbers.as_deref() {
            None => Order::Square(Square::new(dims[0], dims[1])),
            Some(&[n, m]) if n == m && n.is_power_of_two() => Order::Square(Square::new(dims[0], dims[1])),
            Some(extents) => Self::of_numbers(extents),
        };
        Self { dims, order }
    }

    fn of_numbers(extents: &[u64]) -> Order<I> {
        let curve = Curve::new(extents);
        let count = extents.iter().try_fold(1_u64, |count, &extent| count.checked_mul(extent));
        match count.and_then(|count| usize::try_from(count).ok()).filter(|&count| count <= MOST_ENTRIES) {
            None => Order::Curve { levels: Levels::new(&curve), curve },
            Some(count) => {
                let (mut positions, mut indices) = (Vec::with_capacity(count), vec![0; count]);
                let mut index = vec![0; extents.len()];
                for flat in 0..count as u64 {
                    let position = curve.position(&index);
                    positions.push(position);
                    indices[position as usize] = flat;
                    advance(extents, &mut index);
                }
                Order::Table { positions, indices }
            }
        }
    }
}

impl<I: Scalar> Permutation<I> for Hilbert<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        match &self.order {
            Order::Square(square) => square.apply(index),
            Order::Table { positions, .. } => flatten(&self.dims, index).look_up(positions),
            Order::Curve { curve, levels } => {
                let numbers: Option<Vec<u64>> = index.iter().map(|i| i.number()).collect();
                match numbers {
                    Some(numbers) => index[0].lift(curve.position(&numbers)),
                    None => levels.position(curve.in_root(index, index[0].lift(0))),
                }
            }
        }
    }

    fn inv(&self, position: I) -> Vec<I> {
        match &self.order {
            Order::Square(square) => square.inv(position),
            Order::Table { indices, .. } => unflatten(&self.dims, position.look_up(indices)),
            Order::Curve { curve, levels } => match position.number() {
                Some(number) => curve.index(number).into_iter().map(|i| position.lift(i)).collect(),
                None => curve.of_root(levels.point(position)),
            },
        }
    }

    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        match &self.order {
            Order::Square(square) => square.requirements(),
            Order::Table { .. } => Vec::new(),
            Order::Curve { levels, .. } => {
                let what = "the count of different blocks of Hilbert".into();
                let [value, most] = [levels.blocks(), MOST_BLOCKS].map(|number| self.dims[0].lift(number));
                vec![(0, None, Requirement::AtMost { what, value, most })]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    /// The curve as a list of points, built from four smaller curves.
    fn curve(n: u64) -> Vec<[u64; 2]> {
        if n == 1 {
            return alloc::vec![[0, 0]];
        }
        let half = n / 2;
        let small = curve(half);
        let mut points: Vec<[u64; 2]> = small.iter().map(|&[i, j]| [j, i]).collect();
        points.extend(small.iter().map(|&[i, j]| [i, j + half]));
        points.extend(small.iter().map(|&[i, j]| [i + half, j + half]));
        points.extend(small.iter().map(|&[i, j]| [n - 1 - j, half - 1 - i]));
        points
    }

    #[test]
    fn every_index_against_the_recursive_curve() {
        for n in (0..=9).map(|levels| 1 << levels) {
            let mut positions = vec![0; (n * n) as usize];
            for (position, [i, j]) in (0..).zip(curve(n)) {
                positions[(i * n + j) as usize] = position;
            }
            exhaustive(&Hilbert::new(vec![n, n]), |i| positions[(i[0] * n + i[1]) as usize]);
        }
    }

    /// Level by level, from the largest on.
    fn position(n: u64, [mut i, mut j]: [u64; 2]) -> u64 {
        let (mut position, mut side) = (0, n / 2);
        while side > 0 {
            let [upper, right] = [i & side > 0, j & side > 0].map(u64::from);
            position += side * side * ((3 * upper) ^ right);
            if right == 0 {
                if upper == 1 {
                    (i, j) = (n - 1 - i, n - 1 - j);
                }
                (i, j) = (j, i);
            }
            side /= 2;
        }
        position
    }

    #[test]
    fn large_squares_are_the_curve() {
        for levels in 1..=31_u64 {
            let n = 1_u64 << levels;
            let piece = Hilbert::new(vec![n, n]);
            let corners = [0, 1, n / 2 - 1, n / 2, n - 2, n - 1].map(|i| i % n);
            let mut state = levels;
            let mut random = || {
                state = (state + 1).wrapping_mul(6_364_136_223_846_793_005);
                state >> (64 - levels)
            };
            let mut points: Vec<[u64; 2]> = (0..200).map(|_| [random(), random()]).collect();
            points.extend(corners.into_iter().flat_map(|i| corners.map(|j| [i, j])));
            for index in points {
                assert_eq!(piece.apply(&index), position(n, index), "{n} at {index:?}");
                assert_eq!(piece.inv(position(n, index)), index, "{n} at {index:?}");
            }
        }
    }

    #[test]
    fn starts_and_ends_where_the_contract_says() {
        let piece = Hilbert::new(vec![2, 2]);
        assert_eq!([0, 1, 2, 3].map(|p| piece.inv(p)), [[0, 0], [0, 1], [1, 1], [1, 0]]);
        assert_eq!(Hilbert::new(vec![16, 16]).inv(255), [15, 0]);
    }

    #[test]
    fn neighbours_on_the_curve_are_neighbours_in_the_square() {
        let piece = Hilbert::new(vec![16, 16]);
        for p in 1..256 {
            let (a, b) = (piece.inv(p - 1), piece.inv(p));
            assert_eq!(a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]), 1);
        }
    }

    /// The curve of a rectangle as the author writes it: vectors along the two axes, and two or three smaller rectangles.
    fn rectangle(points: &mut Vec<Vec<u64>>, p: [i64; 2], a: [i64; 2], b: [i64; 2]) {
        let length = |v: [i64; 2]| (v[0] + v[1]).abs();
        let unit = |v: [i64; 2]| v.map(i64::signum);
        let add = |u: [i64; 2], v: [i64; 2]| [u[0] + v[0], u[1] + v[1]];
        let less = |u: [i64; 2], v: [i64; 2]| [u[0] - v[0], u[1] - v[1]];
        let half = |v: [i64; 2]| v.map(|x| x / 2);
        let (w, h, da, db) = (length(a), length(b), unit(a), unit(b));
        if h == 1 || w == 1 {
            let (count, step) = if h == 1 { (w, da) } else { (h, db) };
            points.extend((0..count).map(|k| vec![(p[0] + k * step[0]) as u64, (p[1] + k * step[1]) as u64]));
            return;
        }
        let (mut a2, mut b2) = (half(a), half(b));
        if 2 * w > 3 * h {
            if length(a2) % 2 != 0 && w > 2 {
                a2 = add(a2, da);
            }
            rectangle(points, p, a2, b);
            rectangle(points, add(p, a2), less(a, a2), b);
        } else {
            if length(b2) % 2 != 0 && h > 2 {
                b2 = add(b2, db);
            }
            rectangle(points, p, b2, a2);
            rectangle(points, add(p, b2), a, less(b, b2));
            let corner = add(p, add(less(a, da), less(b2, db)));
            rectangle(points, corner, b2.map(|x| -x), less(a2, a));
        }
    }

    #[test]
    fn every_rectangle_is_the_published_curve() {
        for (m, n) in (1..=20).flat_map(|m| (1..=20).map(move |n| (m, n))) {
            let mut points = Vec::new();
            let (w, h) = (m as i64, n as i64);
            let axes = if m >= n { ([w, 0], [0, h]) } else { ([0, h], [w, 0]) };
            rectangle(&mut points, [0, 0], axes.0, axes.1);
            exhaustive(&Hilbert::new(vec![m, n]), |i| points.iter().position(|p| p == i).unwrap() as u64);
        }
    }

    /// The steps from each element to the next, largest differences first.
    fn steps(piece: &Hilbert<u64>) -> Vec<Vec<u64>> {
        let count: u64 = piece.dims().iter().product();
        let step = |p| {
            let (from, to) = (piece.inv(p - 1), piece.inv(p));
            let mut step: Vec<u64> = from.iter().zip(&to).map(|(a, b)| a.abs_diff(*b)).collect();
            step.sort_unstable_by(|a, b| b.cmp(a));
            step
        };
        (1..count).map(step).collect()
    }

    #[test]
    fn steps_are_to_neighbours() {
        // One diagonal step in a rectangle, where one side is odd and the other, shorter one even.
        for (m, n) in (1..=24).flat_map(|m| (1..=24).map(move |n| (m, n))) {
            let steps = steps(&Hilbert::new(vec![m, n]));
            let diagonal = steps.iter().filter(|step| step[..] != [1, 0]).count();
            let most = usize::from(m.max(n) % 2 == 1 && m.min(n) % 2 == 0);
            assert!(diagonal <= most && steps.iter().all(|step| step[0] == 1), "{m}×{n}");
        }
        for (m, n, k) in (1..=8).flat_map(|m| (1..=8).flat_map(move |n| (1..=8).map(move |k| (m, n, k)))) {
            let piece = Hilbert::new(vec![m, n, k]);
            let steps = steps(&piece);
            assert!(steps.iter().all(|step| step[0] == 1), "{m}×{n}×{k}");
            if [m, n, k].iter().all(|extent| extent % 2 == 0) {
                assert!(steps.iter().all(|step| step[..] == [1, 0, 0]), "{m}×{n}×{k}");
            }
            let mut seen = vec![false; (m * n * k) as usize];
            for p in 0..m * n * k {
                let index = piece.inv(p);
                assert_eq!(piece.apply(&index), p, "{m}×{n}×{k} at {index:?}");
                assert!(!core::mem::replace(&mut seen[((index[0] * n + index[1]) * k + index[2]) as usize], true));
            }
            assert_eq!(piece.inv(0), [0, 0, 0]);
        }
    }

    #[test]
    fn look_ups_are_the_curve() {
        for extents in
            [vec![5, 4], vec![7, 12], vec![31, 40], vec![100, 7], vec![3, 200], vec![5, 4, 7], vec![20, 6, 9]]
        {
            let curve = Curve::new(&extents);
            let levels = Levels::new(&curve);
            for p in 0..extents.iter().product() {
                let index = curve.index(p);
                assert_eq!(curve.position(&index), p, "{extents:?} at {index:?}");
                assert_eq!(levels.position(curve.in_root(&index, 0)), p, "{extents:?} at {index:?}");
                assert_eq!(curve.of_root(levels.point(p)), index, "{extents:?} at {p}");
            }
        }
    }

    #[test]
    fn large_sizes_come_back() {
        for extents in [
            vec![1_000_003, 999_983],
            vec![4_294_967_295, 4_294_967_291],
            vec![1, u64::MAX],
            vec![1_000_003, 1_009, 97],
            vec![65_535, 65_521, 40_001],
        ] {
            let curve = Curve::new(&extents);
            let last = extents.iter().product::<u64>() - 1;
            let mut p = 1;
            for round in 0..200 {
                p = if round == 0 {
                    last
                } else {
                    ((u128::from(p) * 6_364_136_223_846_793_005 + 1) % u128::from(last)) as u64
                };
                let index = curve.index(p);
                assert!(index.iter().zip(&extents).all(|(i, n)| i < n), "{extents:?} at {p}");
                assert_eq!(curve.position(&index), p, "{extents:?} at {index:?}");
            }
        }
    }
}
