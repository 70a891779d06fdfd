//! Layouts from descriptions, right ones and wrong ones.

use super::super::called::{Called, Form, affine};
use super::super::formula::{Formula, Op};
use super::super::forward::Forward;
use super::super::{Description, DynBijection, DynLayout, LayoutText};
use super::widths::{around_corners, multiples};
use crate::array::Array;
use crate::error::LayoutError;
use crate::mapping::{Indices, Layout, Mapping};
use std::string::ToString;
use std::vec;
use std::vec::Vec;

/// A description of Row(m, n) by hand.
pub(super) fn row(m: u64, n: u64) -> Description {
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
        shares: false,
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
            shares: false,
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

#[test]
fn an_extent_of_0_leaves_no_index_and_no_position() {
    for (dims, span) in [([2, 0], 0), ([0, 2], 0), ([0, 0], 0), ([0, 3], 4), ([2, 3], 0)] {
        let layout = DynLayout::<2>::new(Description { dims: dims.to_vec(), span, ..row(2, 2) }).unwrap();
        assert_eq!(layout.count() as u64, dims[0] * dims[1]);
        assert_eq!((layout.span() as u64, layout.is_exhaustive()), (span, span == 0));
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            assert_eq!(layout.try_apply([i, j]), None, "{dims:?} {span}");
            assert_eq!(layout.try_inv(i), None, "{dims:?} {span}");
        }
        let is_bijection = dims.contains(&0) && span == 0;
        assert_eq!(DynBijection::<2>::try_from(layout).is_ok(), is_bijection, "{dims:?} {span}");
    }
    // What the extents make without the one that is 0 is beyond an index.
    let large =
        Description { dims: vec![1 << 40, 0, 1 << 40], strides: vec![None; 3], runs: vec![None; 3], ..row(2, 2) };
    let (mut apply, mut inv) = (Formula::new(3, 0, 1), Formula::new(1, 0, 1));
    apply.result(apply.input(0));
    (0..3).for_each(|_| inv.result(inv.input(0)));
    let error = DynLayout::<3>::new(Description { apply, inv, ..large }).unwrap_err();
    assert_eq!(error.to_string(), "the number of indices does not fit an index of 64 bits");
}
