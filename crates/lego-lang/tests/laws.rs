//! The laws of a layout, for random chains and random named pieces of any size.

mod common;

use common::{Random, chain, indices};
use lego_lang::RuntimeLayout;
use proptest::prelude::*;

/// `inv(apply(i)) == i`, `apply(inv(p)) == p`, and the image is 0..size but for holes.
fn laws(text: &str) -> Result<(), TestCaseError> {
    let layout =
        RuntimeLayout::parse(text, &[]).map_err(|errors| TestCaseError::fail(format!("{text}: {errors:?}")))?;
    let mut stored = 0;
    for index in indices(layout.dims()) {
        match layout.apply(&index) {
            Some(position) => {
                prop_assert!(position < layout.span(), "{} at {:?}", text, index);
                prop_assert_eq!(layout.inv(position), Some(index), "{}", text);
                stored += 1;
            }
            None => prop_assert!(layout.expands(), "{} at {:?}", text, index),
        }
    }
    let mut reached = 0;
    for position in 0..layout.span() {
        match layout.inv(position) {
            Some(index) => {
                prop_assert_eq!(layout.apply(&index), Some(position), "{}", text);
                reached += 1;
            }
            None => prop_assert!(layout.pads(), "{} at position {}", text, position),
        }
    }
    prop_assert_eq!(stored, reached);
    prop_assert!(layout.expands() || stored == layout.count());
    prop_assert!(layout.pads() || reached == layout.span());
    Ok(())
}

/// The same laws at single points of layouts too large to walk through.
fn laws_at(text: &str, seed: u64) -> Result<(), TestCaseError> {
    let layout =
        RuntimeLayout::parse(text, &[]).map_err(|errors| TestCaseError::fail(format!("{text}: {errors:?}")))?;
    let random = &mut Random::new(seed);
    for _ in 0..8 {
        let index: Vec<u64> = layout.dims().iter().map(|&n| random.below(n)).collect();
        let position = layout.apply(&index);
        prop_assert!(position.is_some_and(|position| position < layout.span()), "{} at {:?}", text, index);
        prop_assert_eq!(position.and_then(|position| layout.inv(position)), Some(index), "{}", text);
        let position = random.below(layout.span());
        prop_assert_eq!(layout.inv(position).and_then(|index| layout.apply(&index)), Some(position), "{}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn random_chains(seed in any::<u64>()) {
        laws(&chain(seed).to_string())?;
    }

    #[test]
    fn tiles_that_do_not_divide(n in 1..40_u64, m in 1..40_u64, t in 1..9_u64, u in 1..9_u64) {
        let (a, b) = (n.div_ceil(t), m.div_ceil(u));
        laws(&format!("Row({n}, {m}).ExpandBy([{n}, {m}] => [{}, {}]).TileBy([{a}, {b}], [{t}, {u}])", a * t, b * u))?;
        laws(&format!("Col({n}, {}).PadBy([{n}, {m}] => [{n}, {}])", m + u, m + u))?;
    }

    #[test]
    fn large_pieces(seed in any::<u64>(), n in 1..u64::from(u32::MAX), m in 1..u64::from(u32::MAX), bits in 0..32_u32) {
        let power = 1_u64 << bits;
        let other = 1_u64 << (31 - bits);
        for text in [
            format!("Row({n}, {m})"),
            format!("Col({n}, {m})"),
            format!("Reverse({n}, {m})"),
            format!("AntiDiag({n})"),
            format!("Skew({n}, {m})"),
            format!("Rotate({n}, {m}, {})", seed % 1_000_003),
            format!("Rotate({n}, {m}, -{})", 1 + seed % m),
            format!("Grouped({n}, {m}, {})", 1 + seed % 9),
            format!("Fan({}, {}, -{m})", u64::MAX, 1_u64 << (seed % 64)),
            format!("Fan({power}, {}, {n})", n | 1),
            format!("SwizzleRows([{n}, {power}], {})", u64::from(bits).min(seed % 32)),
            format!("Morton({power}, {other}, 2)"),
            format!("Hilbert({power}, {power})"),
            format!("Swizzle({}, {bits}, {})", bits / 2, 1 + bits / 2),
            format!("Swizzle({}, {bits}, -{})", bits / 2, 1 + bits / 2),
            format!("BlockCyclic({}, {}, {power})", power * (n % 65536 + 1) * 3, 3),
            format!("GenP([{n}, {m}], |i, j| j*{n} + ({n} - 1 - i), |p| ({n} - 1 - p % {n}, p / {n}))"),
        ] {
            laws_at(&text, seed)?;
        }
    }
}
