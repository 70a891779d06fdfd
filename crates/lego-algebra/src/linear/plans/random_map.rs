//! Random bijections of words, for tests.

extern crate std;
use lego_core::f2::Matrix;
use random::Random;
use std::vec::Vec;

/// A bijection of words of so many bits: the units in another order, or any.
pub(super) fn bijection(random: &mut Random, bits: u32, is_permutation: bool) -> Matrix {
    loop {
        let mut images: Vec<u64> = (0..bits).map(|k| 1 << k).collect();
        random.shuffle(&mut images);
        if !is_permutation {
            images.iter_mut().for_each(|image| *image = random.below(1 << bits));
        }
        let map = Matrix::new(bits as usize, &images).unwrap();
        if map.inverse().is_some() {
            return map;
        }
    }
}
