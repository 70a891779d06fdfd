//! Laws of linear layouts over F2, by proptest: composition and inverse, rank, products and division, the pseudo-inverse.

use lego_algebra::linear::{Dim, Echelon, LinearLayout, Space};
use proptest::collection::vec;
use proptest::prelude::*;

/// Names of dims by side, so that one layout can follow another.
fn space(side: char, bits: &[u32]) -> Space {
    let names: Vec<String> = (0..bits.len()).map(|k| format!("{side}{k}")).collect();
    let dims: Vec<(Dim, u32)> = names.iter().zip(bits).map(|(name, &bits)| (Dim::new(name).unwrap(), bits)).collect();
    Space::new(&dims).unwrap()
}

/// So many bits in up to three dims.
fn split(total: u32) -> impl Strategy<Value = Vec<u32>> {
    (0..=total, 0..=total).prop_map(move |(a, b)| {
        let (low, high) = (a.min(b), a.max(b));
        vec![low, high - low, total - high]
    })
}

/// Any layout from one side to another.
fn between(from: (char, u32), to: (char, u32)) -> impl Strategy<Value = LinearLayout> {
    let images = vec(0..1_u64 << to.1, from.1 as usize);
    (split(from.1), split(to.1), images).prop_map(move |(ins, outs, images)| {
        LinearLayout::new(space(from.0, &ins), space(to.0, &outs), &images).unwrap()
    })
}

/// A layout whose dims are those of another's out side.
fn after(one: &LinearLayout, to: (char, u32)) -> impl Strategy<Value = LinearLayout> + use<> {
    let ins = *one.outs();
    let images = vec(0..1_u64 << to.1, ins.total_bits());
    (split(to.1), images).prop_map(move |(outs, images)| LinearLayout::new(ins, space(to.0, &outs), &images).unwrap())
}

/// An invertible layout on one side's own dims: steps in which an image is added to another.
fn invertible(bits: u32) -> impl Strategy<Value = LinearLayout> {
    let steps = vec((0..bits as usize, 0..bits as usize), 0..24);
    (split(bits), steps, Just(bits)).prop_map(|(dims, steps, bits)| {
        let mut images: Vec<u64> = (0..bits).map(|bit| 1 << bit).collect();
        for (to, from) in steps {
            if to == from {
                images.reverse();
            } else {
                images[to] ^= images[from];
            }
        }
        LinearLayout::new(space('a', &dims), space('a', &dims), &images).unwrap()
    })
}

fn identity(side: &Space) -> LinearLayout {
    let images: Vec<u64> = (0..side.total_bits()).map(|bit| 1 << bit).collect();
    LinearLayout::new(*side, *side, &images).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn composition_is_associative_and_identities_are_neutral(
        (one, two, three) in (1..7_u32, 1..7_u32, 1..7_u32, 1..7_u32).prop_flat_map(|(a, b, c, d)| {
            between(('a', a), ('b', b)).prop_flat_map(move |one| {
                after(&one, ('c', c)).prop_flat_map(move |two| {
                    let three = after(&two, ('d', d));
                    (Just(one), Just(two), three)
                })
            })
        }),
        point in any::<u64>(),
    ) {
        let both = one.compose(&two).unwrap();
        prop_assert_eq!(both.compose(&three).unwrap(), one.compose(&two.compose(&three).unwrap()).unwrap());
        let point = point & ((1 << one.ins().total_bits()) - 1);
        prop_assert_eq!(both.apply_flat(point), two.apply_flat(one.apply_flat(point)));
        prop_assert_eq!(identity(one.ins()).compose(&one).unwrap(), one);
        prop_assert_eq!(one.compose(&identity(one.outs())).unwrap(), one);
        // A rank never grows, and misses at most what the second maps to 0.
        prop_assert!(both.rank() <= one.rank().min(two.rank()));
        prop_assert!(both.rank() + one.outs().total_bits() >= one.rank() + two.rank());
    }

    #[test]
    fn invertible_layouts_are_a_group(
        (one, two) in (1..9_u32).prop_flat_map(|bits| (invertible(bits), invertible(bits))),
    ) {
        let images: Vec<u64> = two.matrix().columns().to_vec();
        let two = LinearLayout::new(*one.outs(), *one.outs(), &images).unwrap();
        let back = one.invert().unwrap();
        prop_assert_eq!(one.compose(&back).unwrap(), identity(one.ins()));
        prop_assert_eq!(back.compose(&one).unwrap(), identity(one.outs()));
        prop_assert_eq!(back.invert().unwrap(), one);
        let both = one.compose(&two).unwrap();
        prop_assert_eq!(both.invert().unwrap(), two.invert().unwrap().compose(&back).unwrap());
        prop_assert!(both.is_invertible() && both.rank() == one.ins().total_bits());
    }

    #[test]
    fn ranks_count_images_and_what_goes_to_zero(layout in (0..8_u32, 0..8_u32).prop_flat_map(|(a, b)| between(('a', a), ('b', b)))) {
        let count = 1_u64 << layout.ins().total_bits();
        let images: std::collections::BTreeSet<u64> = (0..count).map(|point| layout.apply_flat(point)).collect();
        prop_assert_eq!(images.len(), 1 << layout.rank());
        let zeros = (0..count).filter(|&point| layout.apply_flat(point) == 0).count();
        prop_assert_eq!(zeros << layout.rank(), count as usize);
        prop_assert_eq!(layout.is_surjective(), layout.rank() == layout.outs().total_bits());
        prop_assert_eq!(layout.is_injective(), zeros == 1);
    }

    #[test]
    fn division_takes_products_apart(
        (one, two, three) in (0..5_u32, 0..5_u32, 0..4_u32).prop_flat_map(|(a, b, c)| {
            (between(('a', a), ('b', b)), between(('a', b), ('b', c)), between(('a', c), ('b', a)))
        }),
    ) {
        let both = one.mul(&two).unwrap();
        prop_assert_eq!(both.rank(), one.rank() + two.rank());
        prop_assert_eq!(both.mul(&three).unwrap(), one.mul(&two.mul(&three).unwrap()).unwrap());
        prop_assert_eq!(both.divide_left(&one).unwrap(), two);
        prop_assert_eq!(both.divide_right(&two).unwrap(), one);
    }

    #[test]
    fn a_pseudo_inverse_is_a_right_inverse_whose_free_bits_are_zero(
        layout in (0..9_u32, 0..6_u32).prop_flat_map(|(a, b)| between(('a', a.max(b)), ('b', b))),
    ) {
        match layout.pseudoinvert() {
            Err(_) => prop_assert!(!layout.is_surjective()),
            Ok(back) => {
                prop_assert_eq!(back.compose(&layout).unwrap(), identity(layout.outs()));
                let pivots = Echelon::of(layout.matrix().columns()).pivots();
                prop_assert!(back.matrix().columns().iter().all(|image| image & !pivots == 0));
                if layout.is_injective() {
                    prop_assert_eq!(back, layout.invert().unwrap());
                }
            }
        }
    }
}
