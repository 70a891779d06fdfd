//! Swizzles, alone and after layouts.

use crate::layouts::{EXTENTS, layout, value};
use crate::rounds;
use lego_algebra::cute::{ComposedLayout, Slice, Swizzle};
use random::Random;

fn swizzle(random: &mut Random) -> Swizzle {
    let bits = random.below(4) as i32;
    let shift = bits + random.below(3) as i32;
    Swizzle::new(bits, random.below(5) as i32, if random.one_in(2) { -shift } else { shift }).unwrap()
}

/// Bit by bit: of bits from base on, each is changed by the one that is |shift| away.
fn by_bits(swizzle: Swizzle, position: i64) -> i64 {
    let (low, distance) = (swizzle.base(), swizzle.shift().abs());
    (0..swizzle.bits()).fold(position, |changed, k| {
        let (lower, upper) = (low + k, low + k + distance);
        let (from, to) = if swizzle.shift() < 0 { (lower, upper) } else { (upper, lower) };
        if position >> from & 1 == 1 { changed ^ 1 << to } else { changed }
    })
}

#[test]
fn a_swizzle_is_an_involution_and_a_table_gives_it_back() {
    let mut random = Random::new(31);
    for _ in 0..rounds().min(10_000) {
        let swizzle = swizzle(&mut random);
        let table: Vec<i64> = (0..1 << swizzle.width()).map(|c| swizzle.apply(c)).collect();
        for (c, &value) in table.iter().enumerate() {
            assert_eq!(value, by_bits(swizzle, c as i64), "{swizzle}");
            assert_eq!(swizzle.apply(value), c as i64, "{swizzle}");
        }
        assert_eq!(swizzle.differs_from_table(&table), None);
        let back = Swizzle::from_table(&table).unwrap();
        assert!(back.eq_as_function(&swizzle), "{swizzle}: {back}");
        let mut wrong = table.clone();
        let at = random.index(wrong.len());
        wrong[at] ^= 1;
        assert_eq!(swizzle.differs_from_table(&wrong), Some(at));
        assert_eq!(Swizzle::from_table(&wrong).filter(|found| found.eq_as_function(&swizzle)), None);
    }
}

/// The ISL paper allows any b, m and s. With b > |s| the bits that change are among those that are changed: no involution.
/// With s = 0 they are the same: everything that has one of them goes to 0 there.
#[test]
fn more_bits_than_the_shift_would_be_no_involution() {
    let formula = |b: u32, m: u32, s: u32, c: i64| c ^ (c & ((1 << b) - 1) << (m + s)) >> s;
    assert!((0..64).any(|c| formula(2, 0, 1, formula(2, 0, 1, c)) != c));
    assert!((0..64).any(|c| formula(2, 0, 0, c) == formula(2, 0, 0, 0) && c != 0));
    assert!(Swizzle::new(2, 0, 1).is_err() && Swizzle::new(2, 0, 0).is_err() && Swizzle::new(2, 0, -1).is_err());
    for (bits, base, shift) in [(-1, 0, 1), (1, -1, 1), (31, 31, 31), (i32::MAX, 0, i32::MAX), (0, 0, i32::MIN)] {
        assert!(Swizzle::new(bits, base, shift).is_err());
    }
}

#[test]
fn a_composed_layout_keeps_its_offset_under_the_swizzle() {
    let mut random = Random::new(32);
    for _ in 0..rounds() {
        let (swizzle, layout) = (swizzle(&mut random), layout(&mut random, 3, &EXTENTS, false));
        let composed = ComposedLayout { swizzle, offset: random.below(64) as i64, layout };
        for c in 0..layout.size() {
            assert_eq!(composed.eval(c), Ok(by_bits(swizzle, composed.offset + value(&layout, c))));
        }
        // A slice is the same values, wherever it starts.
        if layout.rank() > 1 {
            let mode = random.index(layout.rank());
            let mut at: Vec<i64> =
                (0..layout.rank()).map(|k| random.below(layout.mode(k).unwrap().size() as u64) as i64).collect();
            let tuple = |at: &[i64]| lego_algebra::cute::IntTuple::flat(at).unwrap();
            let slice = composed.slice(&Slice { at: tuple(&at), open: 1 << mode }).unwrap();
            for i in 0..layout.mode(mode).unwrap().size() {
                at[mode] = i;
                assert_eq!(slice.eval(i), composed.crd2idx(&tuple(&at)), "{composed}: {slice}");
            }
        }
        let other = ComposedLayout { swizzle: self::swizzle(&mut random), ..composed };
        let equal = (0..layout.size()).all(|c| composed.eval(c) == other.eval(c));
        assert_eq!(composed.eq_as_function(&other), Ok(equal), "{composed} and {other}");
    }
}

#[test]
fn a_recast_swizzle_moves_wide_elements_as_a_whole() {
    let mut random = Random::new(33);
    let mut there = 0;
    for _ in 0..rounds().min(10_000) {
        let (swizzle, n) = (swizzle(&mut random), 1i64 << random.below(5));
        let down = swizzle.downcast(n).unwrap();
        for c in 0..(n << swizzle.width()) {
            assert_eq!(down.apply(c), swizzle.apply(c / n) * n + c % n, "{swizzle} by {n}");
        }
        assert!(down.upcast(n).unwrap().eq_as_function(&swizzle));
        let whole = (0..1i64 << swizzle.width()).all(|c| swizzle.apply(c) == swizzle.apply(c / n * n) + c % n);
        match swizzle.upcast(n) {
            Ok(up) => {
                there += 1;
                assert!(
                    (0..1i64 << swizzle.width()).all(|c| up.apply(c / n) == swizzle.apply(c) / n),
                    "{swizzle} by {n}"
                );
            }
            Err(_) => assert!(!whole, "{swizzle} by {n} moves whole elements"),
        }
    }
    assert!(there > 100);
}
