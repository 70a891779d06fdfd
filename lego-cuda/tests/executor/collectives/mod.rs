//! Reductions and scans, compared with trees and sums that are computed one value after the other.

mod block;
mod grid;
mod warp;

use random::Random;

/// A function `x -> a * x + b` of numbers that wrap: composing them is associative, and not commutative.
pub(crate) type Affine = (u32, u32);

/// The first function, and then the second.
pub(crate) fn then(first: Affine, second: Affine) -> Affine {
    let (a, b) = first;
    let (c, d) = second;
    (c.wrapping_mul(a), c.wrapping_mul(b).wrapping_add(d))
}

/// What a tree over a power of two of places combines to; places may be empty.
pub(crate) fn tree<V: Copy>(places: &[Option<V>], combine: &impl Fn(V, V) -> V) -> Option<V> {
    if let [one] = places {
        return *one;
    }
    let (left, right) = places.split_at(places.len() / 2);
    match (tree(left, combine), tree(right, combine)) {
        (Some(left), Some(right)) => Some(combine(left, right)),
        (left, right) => left.or(right),
    }
}

/// A float from -1 to 1, of many magnitudes: adding them in another order gives another sum.
pub(crate) fn float(random: &mut Random) -> f32 {
    let number = random.bits() as i32 as f32 / i32::MAX as f32;
    number * 10f32.powi(random.index(8) as i32 - 4)
}

/// The smallest index of the best value, none of which is compared as if it were a number that is none.
pub(crate) fn first_best(values: &[f32], is_better: impl Fn(f32, f32) -> bool) -> usize {
    let mut best = 0;
    for (i, &value) in values.iter().enumerate() {
        if values[best].is_nan() && !value.is_nan() || is_better(value, values[best]) {
            best = i;
        }
    }
    best
}
