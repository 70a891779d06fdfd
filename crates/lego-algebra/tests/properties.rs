//! The laws of CuTe's algebra by proptest, which shrinks what breaks one to its smallest case: composition, its associativity,
//! inverses, complement, divides, products, conversions and notation. `laws` has more of each, on layouts that are picked.

use lego_algebra::cute::{Error, IntTuple, Layout};
use lego_algebra::linear::{Dim, LinearLayout};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Extents and strides of a layout of up to so many modes, at two levels: compact in some order, or any.
fn layout(modes: usize) -> impl Strategy<Value = Layout> {
    let extents = prop::collection::vec(prop::sample::select(vec![1_i64, 2, 2, 3, 4, 4, 6, 8]), 1..=modes);
    let strides = prop::sample::select(vec![0_i64, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 48]);
    (extents, prop::collection::vec(strides, modes), any::<bool>(), any::<prop::sample::Index>(), 0..4_usize).prop_map(
        |(extents, strides, is_compact, turn, cut)| {
            let count = extents.len();
            let (mut stride, mut product) = (strides[..count].to_vec(), 1);
            if is_compact {
                for k in (0..count).map(|k| (k + turn.index(count)) % count) {
                    stride[k] = product;
                    product *= extents[k];
                }
            }
            bracketed(&extents, &stride, cut.min(count - 1))
        },
    )
}

/// The first modes as one, where there are some and others.
fn bracketed(shape: &[i64], stride: &[i64], inner: usize) -> Layout {
    let tuple = |numbers: &[i64]| match inner {
        0 | 1 => IntTuple::flat(numbers).unwrap(),
        _ => {
            let rest = numbers[inner..].iter().map(|&n| IntTuple::int(n));
            let parts: Vec<IntTuple> = [IntTuple::flat(&numbers[..inner]).unwrap()].into_iter().chain(rest).collect();
            IntTuple::tuple(&parts).unwrap()
        }
    };
    Layout::new(&tuple(shape), &tuple(stride)).unwrap()
}

/// The value at an integer coordinate: its digits, the first the fastest and the last not reduced, times the strides.
fn at(layout: &Layout, coordinate: i64) -> i64 {
    let (shape, stride) = (layout.shape(), layout.stride());
    let (mut rest, mut sum, last) = (coordinate, 0, shape.leaves().len() - 1);
    for (k, (&extent, &stride)) in shape.leaves().iter().zip(stride.leaves()).enumerate() {
        sum += if k == last { rest } else { rest % extent } * stride;
        rest /= extent;
    }
    sum
}

fn values(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|c| at(layout, c)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_composition_is_one_at_every_coordinate(a in layout(4), b in layout(3)) {
        if let Ok(composed) = a.composition(&b) {
            for c in 0..b.size() {
                prop_assert_eq!(composed.eval(c), Ok(at(&a, at(&b, c))), "{} o {} = {} at {}", a, b, composed, c);
            }
            prop_assert!(b.shape().is_compatible(&composed.shape()), "{} o {} = {}", a, b, composed);
        }
    }

    #[test]
    fn composition_is_associative_where_both_ways_exist(a in layout(3), b in layout(3), c in layout(2)) {
        let left = a.composition(&b).and_then(|ab| ab.composition(&c));
        let right = b.composition(&c).and_then(|bc| a.composition(&bc));
        // Beyond its size a composition goes on along its own last mode, which need not be that of the two after each other.
        if let (Ok(left), Ok(right), true) = (left, right, b.composition_in_bounds(&c)) {
            prop_assert_eq!(values(&left), values(&right), "{}, {}, {}", a, b, c);
        }
    }

    #[test]
    fn inverses_invert(a in layout(4)) {
        if let Ok(inverse) = a.right_inverse() {
            for i in 0..inverse.size() {
                prop_assert_eq!(at(&a, at(&inverse, i)), i, "{} after {}", a, inverse);
            }
        }
        let distinct = values(&a).into_iter().collect::<BTreeSet<_>>().len() as i64 == a.size();
        match a.left_inverse() {
            Ok(inverse) => {
                for c in 0..a.size() {
                    prop_assert_eq!(at(&inverse, at(&a, c)), c, "{} after {}", inverse, a);
                }
            }
            Err(Error::NotInjective { one, other }) => {
                prop_assert!(one != other && at(&a, one) == at(&a, other), "{}: {} and {}", a, one, other);
            }
            Err(Error::Inadmissible { .. }) => prop_assert!(distinct, "{}", a),
            Err(error) => prop_assert!(false, "{}: {}", a, error),
        }
        match a.inverse() {
            Ok(inverse) => {
                prop_assert_eq!(inverse.size(), a.size());
                for c in 0..a.size() {
                    prop_assert_eq!((at(&inverse, at(&a, c)), at(&a, at(&inverse, c))), (c, c), "{}", a);
                }
            }
            Err(_) => prop_assert!(!distinct || a.cosize() != a.size(), "{} is a bijection", a),
        }
    }

    #[test]
    fn a_complement_is_disjoint_ordered_and_covers(a in layout(4), cotarget in 1..200_i64) {
        if let Ok(complement) = a.complement(cotarget) {
            let rest = values(&complement);
            prop_assert!(rest.windows(2).all(|pair| pair[0] < pair[1]), "{}", complement);
            let own: BTreeSet<i64> = values(&a).into_iter().collect();
            prop_assert!(rest.iter().skip(1).all(|value| !own.contains(value)), "{} and {}", a, complement);
            let sums: Vec<i64> = own.iter().flat_map(|one| rest.iter().map(move |other| one + other)).collect();
            let distinct: BTreeSet<i64> = sums.iter().copied().collect();
            prop_assert_eq!(distinct.len(), sums.len(), "{} and {}", a, complement);
            prop_assert!((0..cotarget).all(|value| distinct.contains(&value)), "{} and {} of {}", a, complement, cotarget);
        }
    }

    #[test]
    fn a_divide_has_the_tile_first_and_leaves_nothing_out(a in layout(3), b in layout(2)) {
        if let Ok(divided) = a.logical_divide(&b) {
            let (tile, rest) = (divided.mode(0).unwrap(), divided.mode(1).unwrap());
            for c in 0..b.size() {
                prop_assert_eq!(at(&tile, c), at(&a, at(&b, c)), "{} by {} = {}", a, b, divided);
            }
            let complement = b.complement(a.size()).unwrap();
            for c in 0..rest.size() {
                prop_assert_eq!(at(&rest, c), at(&a, at(&complement, c)), "{} by {} = {}", a, b, divided);
            }
            let all: BTreeSet<i64> = values(&divided).into_iter().collect();
            prop_assert!(values(&a).iter().all(|value| all.contains(value)), "{} by {} = {}", a, b, divided);
        }
    }

    #[test]
    fn a_product_repeats_the_tile_without_overlap(a in layout(3), b in layout(2)) {
        if let Ok(product) = a.logical_product(&b) {
            let (tile, order) = (product.mode(0).unwrap(), product.mode(1).unwrap());
            prop_assert_eq!(values(&tile), values(&a), "{}", product);
            prop_assert!(b.shape().is_compatible(&order.shape()), "{}", product);
            if a.is_injective().unwrap() && b.is_injective().unwrap() {
                prop_assert!(product.is_injective().unwrap(), "{} by {} = {}", a, b, product);
            }
        }
    }

    #[test]
    fn what_is_printed_is_read_as_the_same(a in layout(5)) {
        prop_assert_eq!(Layout::parse(&a.to_string()), Ok(a));
    }

    #[test]
    fn conversions_come_back(a in layout(4)) {
        prop_assert_eq!(Layout::from_table(&values(&a)), Some(a.coalesce()), "{}", a);
        let names: Vec<Dim> = (0..a.rank()).map(Dim::tensor).collect();
        if let Ok(linear) = LinearLayout::from_cute(&a, &names, Dim::named("value")) {
            for c in 0..a.size() {
                prop_assert_eq!(linear.apply_flat(c as u64) as i64, at(&a, c), "{} as {}", a, linear);
            }
            let back = linear.to_cute().unwrap();
            prop_assert_eq!(values(&back), values(&a), "{} as {} as {}", a, linear, back);
        }
    }
}
