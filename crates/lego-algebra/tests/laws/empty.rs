//! Layouts of which an extent is 0: no coordinate, no value, and operations that are empty too or errors.

use crate::layouts::{EXTENTS, layout, values};
use crate::rounds;
use lego_algebra::cute::{Error, IntTuple, Layout, Tiler};
use random::Random;

/// A layout one of whose extents is 0.
fn empty(random: &mut Random) -> Layout {
    loop {
        let layout = layout(random, 4, &[0, 1, 2, 3, 4, 8], true);
        if values(&layout).is_empty() {
            return layout;
        }
    }
}

#[test]
fn an_empty_layout_has_no_coordinate_and_no_value() {
    let mut random = Random::new(61);
    for _ in 0..rounds() {
        let layout = empty(&mut random);
        assert!(layout.is_empty(), "{layout}");
        assert_eq!((layout.size(), layout.cosize(), layout.bounds()), (0, 0, (0, -1)), "{layout}");
        for c in [0, 1, 17] {
            assert_eq!(layout.try_apply(c), None);
            assert_eq!(layout.eval(c), Err(Error::Coordinate { mode: 0, at: c, size: Some(0) }), "{layout}");
            assert!(layout.idx2crd(c).is_err() && layout.crd2idx(&IntTuple::int(c)).is_err(), "{layout}");
        }
        assert_eq!(Layout::parse(&layout.to_string()), Ok(layout));
        assert_eq!((layout.coalesce(), layout.filter()), (Layout::EMPTY, Layout::EMPTY), "{layout}");
        assert_eq!((layout.collision(), layout.missing(3), layout.missing(0)), (Ok(None), Ok(Some(0)), Ok(None)));
        assert!(layout.is_bijective() && layout.eq_as_function(&Layout::EMPTY));
        for inverse in [layout.right_inverse(), layout.left_inverse(), layout.inverse(), layout.nullspace()] {
            assert_eq!(inverse, Ok(Layout::EMPTY), "{layout}");
        }
        assert_eq!(layout.complement(8), Err(Error::EmptyLayout), "{layout}");
        assert!(layout.make_layout_like().unwrap().is_empty() && layout.make_fragment_like().unwrap().is_empty());
        assert!(layout.flatten().is_empty() && layout.upcast(4).unwrap().is_empty(), "{layout}");
        assert_eq!(layout.with_shape(&IntTuple::flat(&[3, 0]).unwrap()).unwrap().size(), 0, "{layout}");
        assert!(layout.grid().is_none_or(|grid| !grid.to_string().is_empty()));
    }
    assert_eq!(Layout::from_table(&[]), Some(Layout::EMPTY));
}

#[test]
fn operations_with_an_empty_layout_are_empty_or_an_error() {
    let mut random = Random::new(62);
    for _ in 0..rounds() {
        let (a, b) = (empty(&mut random), layout(&mut random, 3, &EXTENTS, false));
        // Nothing is asked of A at the values of an empty B.
        let composed = b.composition(&a).unwrap();
        assert!(composed.is_empty() && composed.shape() == a.shape(), "{b} o {a}");
        assert_eq!(a.composition(&b), Err(Error::EmptyLayout), "{a} o {b}");
        assert!(a.composition_in_bounds(&a) && b.composition_in_bounds(&a) && !a.composition_in_bounds(&b));
        for product in [a.logical_product(&b), b.logical_product(&a), a.blocked_product(&b), b.raked_product(&a)] {
            assert!(product.as_ref().is_ok_and(Layout::is_empty), "{a} and {b}: {product:?}");
        }
        // A divide keeps the tile, and has no rest.
        if b.complement(0).is_ok() {
            let divided = a.logical_divide(&b).unwrap();
            assert_eq!((divided.mode(0).map(|tile| tile.size()), divided.size()), (Some(b.size()), 0), "{a} by {b}");
        }
        assert_eq!(b.logical_divide(&a), Err(Error::EmptyLayout), "{b} by {a}");
        if let Ok(complement) = b.complement(0) {
            assert!(complement.is_empty(), "{b}: {complement}");
        }
    }
    let matrix = Layout::parse("(0,8):(8,1)").unwrap();
    let tiles = matrix.zipped_divide(&Tiler::parse("(2,4)").unwrap()).unwrap();
    assert_eq!((tiles.mode(0).unwrap().size(), tiles.mode(1).unwrap().shape().to_string()), (8, "(0,2)".to_owned()));
    // Extents below 0 are none, and beside an extent of 0 the others still fit 64 bits.
    assert!(Layout::parse("(2,-1):(1,2)").is_err());
    assert!(Layout::parse("(9223372036854775807,2,0):(1,1,1)").is_err());
}
