//! Composition, complement, inverses, divides, products, recasts.

use crate::layouts::{EXTENTS, layout, tiler, value, values};
use crate::rounds;
use lego_algebra::cute::{Error, IntTuple, Kind, Layout, ThreadValue, Tiler, TilerShape};
use random::Random;
use std::collections::BTreeSet;

#[test]
fn a_layout_is_the_sum_of_digits_times_strides() {
    let mut random = Random::new(1);
    for _ in 0..rounds() {
        let layout = layout(&mut random, 5, &EXTENTS, true);
        for c in 0..layout.size() + 5 {
            let expected = value(&layout, c);
            assert_eq!(layout.eval(c), Ok(expected), "{layout} at {c}");
            assert_eq!(layout.crd2idx(&layout.idx2crd(c).unwrap()), Ok(expected), "{layout} at {c}");
        }
        let (least, greatest) = layout.bounds();
        let values = values(&layout);
        assert_eq!((values.iter().min(), values.iter().max()), (Some(&least), Some(&greatest)), "{layout}");
        assert_eq!(layout.cosize(), greatest - least + 1, "{layout}");
        let hole = (0..).find(|value| !values.contains(value)).unwrap();
        assert_eq!(layout.missing(hole), Ok(None), "{layout}");
        assert_eq!(layout.missing(hole + 1), Ok(Some(hole)), "{layout}");
        assert_eq!(layout.size(), values.len() as i64);
    }
}

#[test]
fn coalescing_keeps_the_function_and_is_a_normal_form() {
    let mut random = Random::new(2);
    for _ in 0..rounds() {
        let layout = layout(&mut random, 5, &EXTENTS, true);
        let coalesced = layout.coalesce();
        assert_eq!(values(&coalesced), values(&layout), "{layout}");
        assert!(coalesced.depth() <= 1 && coalesced.len() <= layout.len());
        assert_eq!(Layout::from_table(&values(&layout)), Some(coalesced), "{layout}");
        let profile = IntTuple::flat(&vec![1; layout.rank()]).unwrap();
        if layout.depth() > 0 {
            let by_mode = layout.coalesce_by(&profile).unwrap();
            assert_eq!((values(&by_mode), by_mode.rank()), (values(&layout), layout.rank()));
        }
        let filtered: BTreeSet<i64> = values(&layout.filter()).into_iter().collect();
        assert_eq!(filtered, values(&layout).into_iter().collect(), "{layout}");
    }
}

/// The size of the longest right inverse of whole modes, where so much is reached already: every way is tried.
fn longest_right_inverse(layout: &Layout, reached: i64) -> i64 {
    let (shape, stride) = (layout.shape(), layout.stride());
    let modes = shape.leaves().iter().zip(stride.leaves());
    let ways = modes.filter(|(extent, stride)| **extent > 1 && **stride == reached);
    ways.map(|(extent, _)| longest_right_inverse(layout, reached * extent)).max().unwrap_or(reached)
}

/// Whether a layout is the composition: at every coordinate, and in a shape that refines B's.
fn is_composition(a: &Layout, b: &Layout, composed: &Layout) {
    for c in 0..b.size() {
        assert_eq!(value(composed, c), value(a, value(b, c)), "{a} o {b} = {composed} at {c}");
    }
    assert!(b.shape().is_compatible(&composed.shape()), "{a} o {b} = {composed}");
}

#[test]
fn a_composition_is_the_composition_at_every_coordinate() {
    let mut random = Random::new(3);
    let (mut composed, mut refused) = (0, 0);
    for _ in 0..rounds() {
        let (a, b) = (layout(&mut random, 4, &EXTENTS, true), layout(&mut random, 3, &EXTENTS, false));
        match a.composition(&b) {
            Ok(layout) => {
                is_composition(&a, &b, &layout);
                composed += 1;
            }
            Err(Error::Divisibility(error)) => {
                refused += 1;
                if error.kind == Kind::Distributivity {
                    // The witness: what A has, and what the parts add up to.
                    let (_, c) = error.of_b;
                    assert_eq!(value(&a, value(&b, c)), error.rest.0, "{a} o {b}: {error}");
                    assert_ne!(error.rest.0, error.rest.1);
                }
            }
            Err(error) => panic!("{a} o {b}: {error}"),
        }
    }
    assert!(composed > rounds() / 10 && refused > rounds() / 10, "{composed} composed, {refused} refused");
}

#[test]
fn a_single_mode_through_two_is_right_or_refused_for_its_numbers() {
    // Exhaustive on small numbers: every A of two modes and every leaf of B.
    for (a0, a1, d0, d1) in
        (1..=4).flat_map(|a0| (1..=4).flat_map(move |a1| [(a0, a1, 1, 9), (a0, a1, 7, 2), (a0, a1, 1, a0)]))
    {
        let a = Layout::new(&IntTuple::flat(&[a0, a1]).unwrap(), &IntTuple::flat(&[d0, d1]).unwrap()).unwrap();
        for (s, d) in (1..=8).flat_map(|s| (0..=9).map(move |d| (s, d))) {
            let b = Layout::mode_of(s, d).unwrap();
            let table: Vec<i64> = (0..s).map(|c| value(&a, value(&b, c))).collect();
            match a.composition(&b) {
                Ok(composed) => assert_eq!(values(&composed), table, "{a} o {b}"),
                // Some functions are strided although the walk along A's modes does not see it: those where a step that
                // does not fit A's extents lands evenly.
                Err(Error::Divisibility(error)) => {
                    assert!(matches!(error.kind, Kind::Stride | Kind::Shape), "{a} o {b}: {error}");
                }
                Err(error) => panic!("{a} o {b}: {error}"),
            }
        }
    }
}

#[test]
fn composition_is_associative_where_both_ways_exist() {
    let mut random = Random::new(4);
    let mut both = 0;
    for _ in 0..rounds() {
        let extents = [1, 2, 2, 4];
        let (a, b, c) = (
            layout(&mut random, 4, &extents, true),
            layout(&mut random, 3, &extents, false),
            layout(&mut random, 2, &extents, false),
        );
        // Beyond its size a composition goes on as its own last mode does.
        let (Ok(ab), Ok(bc)) = (a.composition(&b), b.composition(&c)) else { continue };
        if !b.composition_in_bounds(&c) {
            continue;
        }
        if let (Ok(left), Ok(right)) = (ab.composition(&c), a.composition(&bc)) {
            assert_eq!(values(&left), values(&right), "{a}, {b}, {c}");
            both += 1;
        }
    }
    assert!(both > rounds() / 20, "{both}");
}

#[test]
fn a_complement_is_disjoint_ordered_and_covers() {
    let mut random = Random::new(5);
    let mut there = 0;
    for _ in 0..rounds() {
        let layout = layout(&mut random, 4, &EXTENTS, true);
        let cotarget = 1 + random.below(100) as i64;
        let complement = match layout.complement(cotarget) {
            Ok(complement) => complement,
            Err(Error::Inadmissible { stride, spanned }) => {
                assert!(stride % spanned != 0);
                continue;
            }
            Err(Error::NegativeStride { .. }) => continue,
            Err(error) => panic!("{layout}: {error}"),
        };
        there += 1;
        let rest = values(&complement);
        assert!(rest.windows(2).all(|pair| pair[0] < pair[1]), "{layout}: {complement}");
        let kept = layout.filter();
        let own: BTreeSet<i64> = values(&kept).into_iter().collect();
        let common: Vec<_> = rest.iter().filter(|value| own.contains(value)).collect();
        assert_eq!(common, [&0], "{layout}: {complement}");
        let together = values(&Layout::join(&[kept, complement]).unwrap());
        let set: BTreeSet<i64> = together.iter().copied().collect();
        assert_eq!(set.len(), together.len(), "{layout}: {complement} is not injective with it");
        assert!((0..cotarget).all(|value| set.contains(&value)), "{layout} and {complement} do not cover {cotarget}");
        // Where both are there they are the same.
        assert_eq!(layout.complement_unchecked(cotarget), Ok(complement));
    }
    assert!(there > rounds() / 4, "{there}");
}

#[test]
fn inverses_invert() {
    let mut random = Random::new(6);
    let (mut left, mut whole) = (0, 0);
    for _ in 0..rounds() {
        let layout = layout(&mut random, 4, &EXTENTS, true);
        let right = layout.right_inverse().unwrap();
        assert!((0..right.size()).all(|i| value(&layout, value(&right, i)) == i), "{layout}: {right}");
        assert_eq!(right.size(), longest_right_inverse(&layout, 1), "{layout}: {right}");
        let all = values(&layout);
        let set: BTreeSet<i64> = all.iter().copied().collect();
        match layout.left_inverse() {
            Ok(inverse) => {
                assert!((0..layout.size()).all(|i| value(&inverse, value(&layout, i)) == i), "{layout}: {inverse}");
                left += 1;
            }
            Err(Error::NotInjective { one, other }) => assert_eq!(all[one as usize], all[other as usize], "{layout}"),
            Err(Error::Inadmissible { .. } | Error::NegativeStride { .. }) => {}
            Err(error) => panic!("{layout}: {error}"),
        }
        let is_bijective = set.len() == all.len() && set == (0..layout.size()).collect();
        assert_eq!(layout.is_bijective(), is_bijective, "{layout}");
        match layout.inverse() {
            Ok(inverse) => {
                assert!(is_bijective, "{layout}: {inverse}");
                assert!((0..layout.size()).all(|i| value(&inverse, all[i as usize]) == i), "{layout}: {inverse}");
                whole += 1;
            }
            Err(Error::NotInjective { one, other }) => assert_eq!(all[one as usize], all[other as usize], "{layout}"),
            Err(Error::NotOnto { missing }) => assert!(!set.contains(&missing) && missing < layout.size(), "{layout}"),
            Err(error) => panic!("{layout}: {error}"),
        }
        let null = layout.nullspace().unwrap();
        assert!((0..null.size()).all(|i| value(&layout, value(&null, i)) == 0), "{layout}: {null}");
    }
    assert!(left > rounds() / 4 && whole > rounds() / 8, "{left} {whole}");
}

#[test]
fn a_divide_has_the_tile_first_and_leaves_nothing_out() {
    let mut random = Random::new(7);
    let mut there = 0;
    for _ in 0..rounds() {
        let (a, b) = (layout(&mut random, 3, &EXTENTS, true), layout(&mut random, 2, &[1, 2, 2, 3, 4], false));
        let Ok(divided) = a.logical_divide(&b) else { continue };
        there += 1;
        assert_eq!(divided.rank(), 2);
        let tile = divided.mode(0).unwrap();
        assert_eq!(values(&tile), (0..b.size()).map(|c| value(&a, value(&b, c))).collect::<Vec<_>>(), "{a} / {b}");
        let set: BTreeSet<i64> = values(&divided).into_iter().collect();
        assert!(values(&a).iter().all(|value| set.contains(value)), "{a} / {b} = {divided} leaves something out");
    }
    assert!(there > rounds() / 10, "{there}");
}

#[test]
fn the_divides_are_the_same_in_other_brackets() {
    let mut random = Random::new(8);
    let mut there = 0;
    for _ in 0..rounds() {
        let a = layout(&mut random, 4, &EXTENTS, false);
        let tiler = tiler(&mut random, &a);
        let (Ok(logical), Ok(zipped)) = (a.logical_divide_by(&tiler), a.zipped_divide(&tiler)) else { continue };
        there += 1;
        let (tiled, flat) = (a.tiled_divide(&tiler).unwrap(), a.flat_divide(&tiler).unwrap());
        let sorted = |layout: &Layout| {
            let mut values = values(layout);
            values.sort_unstable();
            values
        };
        for other in [&zipped, &tiled, &flat] {
            assert_eq!(sorted(&logical), sorted(other), "{a} / {tiler}");
        }
        assert_eq!(tiled.mode(0), zipped.mode(0));
        assert_eq!(tiled.rank(), 1 + zipped.mode(1).unwrap().rank());
        assert_eq!(flat.rank(), zipped.mode(0).unwrap().rank() + zipped.mode(1).unwrap().rank());
        // Mode 0 is the tile of the modes that the tiler has.
        if let TilerShape::Modes(parts) = tiler.shape() {
            for k in 0..parts {
                let (mode, part) = (a.mode(k).unwrap(), tiler.element(k).unwrap());
                if let TilerShape::Layout(part) = part.shape() {
                    let tile = zipped.mode(0).unwrap().mode(k).unwrap();
                    assert_eq!(values(&tile), values(&mode.composition(&part).unwrap()), "{a} / {tiler}");
                }
            }
        }
    }
    assert!(there > rounds() / 10, "{there}");
}

#[test]
fn a_product_repeats_the_tile_without_overlap() {
    let mut random = Random::new(9);
    let mut there = 0;
    for _ in 0..rounds() {
        let (a, b) = (layout(&mut random, 3, &[1, 2, 2, 3, 4], false), layout(&mut random, 2, &[1, 2, 3, 4], false));
        let Ok(product) = a.logical_product(&b) else { continue };
        there += 1;
        assert_eq!(product.mode(0), Some(a), "{a} * {b}");
        let repeats = product.mode(1).unwrap();
        assert!(b.shape().is_compatible(&repeats.shape()), "{a} * {b} = {product}");
        // Repetitions go in the order of B: the same where B is, larger where B is.
        for (c, next) in (0..b.size()).flat_map(|c| (0..b.size()).map(move |next| (c, next))) {
            let (one, two) = (value(&b, c), value(&b, next));
            assert_eq!(one.cmp(&two), value(&repeats, c).cmp(&value(&repeats, next)), "{a} * {b} = {product}");
        }
        let all = |layout: &Layout| values(&layout.filter()).into_iter().collect::<BTreeSet<_>>().len();
        assert_eq!(all(&product), all(&a) * all(&b), "{a} * {b} = {product} overlaps");
        if let (Ok(blocked), Ok(raked)) = (a.blocked_product(&b), a.raked_product(&b)) {
            assert_eq!((blocked.rank(), raked.rank()), (a.rank().max(b.rank()), a.rank().max(b.rank())));
            let sorted = |layout: &Layout| {
                let mut values = values(layout);
                values.sort_unstable();
                values
            };
            assert_eq!(sorted(&blocked), sorted(&raked), "{a} * {b}");
            assert_eq!(sorted(&blocked), sorted(&product), "{a} * {b}");
        }
    }
    assert!(there > rounds() / 4, "{there}");
}

#[test]
fn recasts_name_the_wide_element_of_each_narrow_one() {
    let mut random = Random::new(10);
    let (mut up, mut down) = (0, 0);
    for _ in 0..rounds() {
        let layout = layout(&mut random, 3, &EXTENTS, true);
        let n = *random.pick(&[1, 2, 2, 4, 4, 8, 3]);
        if let Ok(wide) = layout.upcast(n) {
            up += 1;
            let extents: Vec<(i64, i64)> =
                layout.shape().leaves().iter().copied().zip(wide.shape().leaves().iter().copied()).collect();
            for c in 0..layout.size() {
                let (mut rest, mut worth, mut coordinate) = (c, 1, 0);
                for &(narrow, wide) in &extents {
                    coordinate += rest % narrow / (narrow / wide) * worth;
                    rest /= narrow;
                    worth *= wide;
                }
                assert_eq!(value(&wide, coordinate), value(&layout, c).div_euclid(n), "{layout} by {n}: {wide} at {c}");
            }
        }
        if let Ok(narrow) = layout.downcast(n) {
            down += 1;
            let expected: BTreeSet<i64> =
                values(&layout).iter().flat_map(|value| (0..n).map(move |k| n * value + k)).collect();
            assert_eq!(values(&narrow).into_iter().collect::<BTreeSet<_>>(), expected, "{layout} by {n}: {narrow}");
            let back = narrow.upcast(n).unwrap();
            assert_eq!(values(&back), values(&layout), "{layout} by {n}: {narrow}");
        }
    }
    assert!(up > rounds() / 8 && down > rounds() / 16, "{up} {down}");
}

#[test]
fn tiles_cover_a_shape_and_fragments_are_compact() {
    let mut random = Random::new(11);
    for _ in 0..rounds() {
        let atom = layout(&mut random, 2, &[1, 2, 4, 3], false);
        let rank = atom.rank() + random.index(2);
        let shape: Vec<i64> = (0..rank).map(|_| 1 + random.below(12) as i64).collect();
        let mut order: Vec<i64> = (0..rank as i64).collect();
        random.shuffle(&mut order);
        let (shape, order) = (IntTuple::flat(&shape).unwrap(), IntTuple::flat(&order).unwrap());
        if let Ok(tiled) = atom.tile_to_shape(&shape, &order) {
            for k in 0..rank {
                let tile = if k < atom.rank() { atom.mode(k).unwrap().size() } else { 1 };
                let extent = shape.element(k).unwrap().leaves()[0];
                assert_eq!(
                    tiled.mode(k).unwrap().size(),
                    (extent + tile - 1) / tile * tile,
                    "{atom} to {shape}: {tiled}"
                );
            }
        }
        let tensor = layout(&mut random, 4, &EXTENTS, false);
        for fragment in [tensor.make_fragment_like().unwrap(), tensor.make_layout_like().unwrap()] {
            assert_eq!(fragment.shape(), tensor.shape());
            let set: BTreeSet<i64> = values(&fragment).into_iter().collect();
            assert_eq!(set, (0..set.len() as i64).collect(), "{tensor}: {fragment}");
            let zeros =
                |layout: &Layout| layout.stride().leaves().iter().map(|&stride| stride == 0).collect::<Vec<_>>();
            let of = zeros(&tensor);
            assert!(zeros(&fragment).iter().zip(&of).all(|(one, two)| one == two), "{tensor}: {fragment}");
        }
    }
}

#[test]
fn threads_part_a_tensor_between_them() {
    let mut random = Random::new(12);
    let mut there = 0;
    for _ in 0..rounds().min(20_000) {
        let extents = [1, 2, 4, 3];
        let compact = |random: &mut Random| {
            let shape = IntTuple::flat(&[*random.pick(&extents), *random.pick(&extents)]).unwrap();
            if random.one_in(2) { Layout::row_major(&shape).unwrap() } else { Layout::col_major(&shape).unwrap() }
        };
        let (threads, values_of_one) = (compact(&mut random), compact(&mut random));
        let tv = ThreadValue::of(&threads, &values_of_one).unwrap();
        assert_eq!((tv.threads(), tv.values()), (threads.size(), values_of_one.size()));
        // Thread (i, j) has the values (k, l) at row i * values' rows + k, and so on for the columns.
        let (rows, columns) = (values_of_one.mode(0).unwrap().size(), values_of_one.mode(1).unwrap().size());
        let height = rows * threads.mode(0).unwrap().size();
        for (c, d) in (0..threads.size()).flat_map(|c| (0..values_of_one.size()).map(move |d| (c, d))) {
            let (i, j) = (c % threads.mode(0).unwrap().size(), c / threads.mode(0).unwrap().size());
            let (k, l) = (d % rows, d / rows);
            let element = (i * rows + k) + height * (j * columns + l);
            let found = tv.element(value(&threads, c), value(&values_of_one, d)).unwrap();
            assert_eq!(found, element, "{threads} with {values_of_one}");
        }
        // Together they have every element of a tensor once.
        let tile = tv.tile();
        let shape = IntTuple::flat(&[2 * tile.leaves()[0], 3 * tile.leaves()[1]]).unwrap();
        let tensor = Layout::row_major(&shape).unwrap();
        let mut all = Vec::new();
        for thread in 0..tv.threads() {
            let (offset, part) = tv.of_thread(&tensor, thread).unwrap();
            all.extend(values(&part).iter().map(|value| offset + value));
        }
        all.sort_unstable();
        assert_eq!(all, (0..tensor.size()).collect::<Vec<_>>(), "{threads} with {values_of_one}");
        there += 1;
    }
    assert!(there > 0);
    assert!(Tiler::shape_of(&IntTuple::int(-1)).is_err());
}
