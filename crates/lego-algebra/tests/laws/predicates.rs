//! What a layout is as a function, against its table.

use crate::layouts::{EXTENTS, layout, values};
use crate::rounds;
use lego_algebra::cute::{Collision, Layout};
use random::Random;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn injective_is_what_the_table_says_with_a_witness() {
    let mut random = Random::new(21);
    for _ in 0..rounds() {
        let layout = layout(&mut random, 5, &EXTENTS, true);
        let mut first = BTreeMap::new();
        let values = values(&layout);
        let injective = values.iter().enumerate().all(|(c, value)| first.insert(*value, c).is_none());
        match layout.collision().unwrap() {
            None => assert!(injective, "{layout}"),
            Some(Collision { one, other }) => {
                assert!(!injective && one < other, "{layout}: {one} and {other}");
                assert_eq!(values[one as usize], values[other as usize], "{layout}: {one} and {other}");
            }
        }
        assert_eq!(layout.is_injective(), Ok(injective));
    }
}

#[test]
fn onto_is_what_the_table_says_with_the_first_number_missing() {
    let mut random = Random::new(22);
    for _ in 0..rounds() {
        let layout = layout(&mut random, 4, &EXTENTS, true);
        let set: BTreeSet<i64> = values(&layout).into_iter().collect();
        let count = random.below(80) as i64;
        assert_eq!(layout.missing(count), Ok((0..count).find(|value| !set.contains(value))), "{layout}, {count}");
        assert_eq!(layout.is_surjective_on(count), Ok((0..count).all(|value| set.contains(&value))));
    }
}

#[test]
fn equal_as_functions_is_equal_tables() {
    let mut random = Random::new(23);
    let mut equal = 0;
    for _ in 0..rounds() {
        let extents = [1, 2, 2, 4];
        let one = layout(&mut random, 4, &extents, true);
        let two = if random.one_in(2) { one.flatten() } else { layout(&mut random, 4, &extents, true) };
        let same = values(&one) == values(&two);
        assert_eq!(one.eq_as_function(&two), same, "{one} and {two}");
        assert_eq!(one.eq_up_to_coalesce(&two), same);
        assert!(one != two || same);
        equal += u64::from(same);
    }
    assert!(equal > rounds() / 3);
}

#[test]
fn numbers_near_the_end_of_64_bits_are_errors_or_right() {
    let big = i64::MAX;
    for text in [
        format!("{big}:1"),
        format!("2:{big}"),
        format!("(2,{}):({},1)", big / 2, big / 2),
        format!("({},2):(1,{})", 1i64 << 32, 1i64 << 32),
        format!("(2,2):({},-{})", big / 2 - 1, big / 2 - 1),
        "(4294967295,4294967297):(1,4294967295)".to_owned(),
        "(65536,65536,65536):(1,65536,4294967296)".to_owned(),
    ] {
        let Ok(layout) = Layout::parse(&text) else { continue };
        // A sum of digits, of which each of a negative stride counts with the other sign.
        let modes = (0..layout.rank()).filter_map(|k| layout.mode(k));
        let reach: i128 = modes.map(|mode| i128::from(mode.eval(mode.size() - 1).unwrap().abs())).sum();
        assert_eq!(i128::from(layout.cosize()), reach + 1, "{text}");
        let _ = (layout.collision(), layout.missing(layout.size().min(100)), layout.coalesce(), layout.filter());
        let _ = (layout.right_inverse(), layout.left_inverse(), layout.inverse(), layout.nullspace());
        let _ = (layout.complement(big), layout.logical_divide(&layout), layout.logical_product(&layout));
        let _ = (layout.composition(&layout), layout.upcast(3), layout.downcast(big), layout.make_fragment_like());
        let _ = (layout.eval(big), layout.is_bijective(), layout.row_of_itself());
    }
    assert!(Layout::parse(&format!("({big},2):(1,1)")).is_err());
    assert!(Layout::parse(&format!("3:{big}")).is_err());
}

trait RowOfItself {
    fn row_of_itself(&self) -> bool;
}

impl RowOfItself for Layout {
    fn row_of_itself(&self) -> bool {
        Layout::row_major(&self.shape()).is_ok()
    }
}
