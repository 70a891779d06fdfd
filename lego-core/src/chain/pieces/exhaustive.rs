//! A permutation against an obvious formula, on every index.

use crate::chain::{Permutation, unflatten};

/// Checks a permutation against a formula on every index, both directions.
pub(crate) fn exhaustive(piece: &dyn Permutation<u64>, formula: impl Fn(&[u64]) -> u64) {
    let dims = piece.dims().to_vec();
    let volume: u64 = dims.iter().product();
    let mut hit = alloc::vec![false; volume as usize];
    for flat in 0..volume {
        let index = unflatten(&dims, flat);
        let position = piece.apply(&index);
        assert_eq!(position, formula(&index), "{piece:?} at {index:?}");
        assert!(!core::mem::replace(&mut hit[position as usize], true), "{piece:?} hits {position} twice");
        assert_eq!(piece.inv(position), index, "{piece:?} back from {position}");
    }
}
