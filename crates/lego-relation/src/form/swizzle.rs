//! Which of CuTe's swizzles a map of bits is.

use lego_algebra::cute::Swizzle;
use lego_core::chain::XorMap;

/// The swizzle that a linear map of one component is; `None` if it is none.
///
/// ```
/// use lego_algebra::cute::Swizzle;
/// use lego_core::chain::XorMap;
/// use lego_relation::swizzle_of;
/// let swizzle = Swizzle::new(2, 1, -3).unwrap();
/// let columns = vec![(0..7).map(|bit| swizzle.apply(1 << bit) as u64).collect()];
/// assert_eq!(swizzle_of(&XorMap::linear(columns)), Some(swizzle));
/// ```
#[must_use]
pub fn swizzle_of(linear: &XorMap) -> Option<Swizzle> {
    let (0, [images]) = (linear.constant, &linear.columns[..]) else { return None };
    let moved = |(bit, &image): (usize, &u64)| (image != 1 << bit).then_some((bit as i32, image ^ 1 << bit));
    let moved: Vec<(i32, u64)> = images.iter().enumerate().filter_map(moved).collect();
    let Some(&(low, first)) = moved.first() else { return Some(Swizzle::IDENTITY) };
    let shift = low - first.trailing_zeros() as i32;
    let base = if shift > 0 { low - shift } else { low };
    let swizzle = Swizzle::new(moved.len() as i32, base, shift).ok()?;
    let is_it = |(bit, &image): (usize, &u64)| u64::try_from(swizzle.apply(1 << bit)) == Ok(image);
    (swizzle.width() as usize <= images.len() && images.iter().enumerate().all(is_it)).then_some(swizzle)
}
