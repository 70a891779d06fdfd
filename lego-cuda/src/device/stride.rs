//! Loops whose rounds the threads share: with n threads, each takes every n-th number.

use super::index::{block_dim, block_idx, grid_dim, linear_thread_idx};

/// The numbers below a length that are this thread's, where all threads of the grid share them: consecutive threads have
/// consecutive numbers.
///
/// Law: each number below `len` is given to exactly one thread of the grid, once, in ascending order; whatever the length, up to
/// `u32::MAX`, and however many threads there are.
///
/// A round is a comparison and an addition of 32 bits. Nothing divides, and nothing overflows near 2^32.
///
/// ```
/// use lego_cuda::device::grid_stride;
/// use lego_cuda::view::{Global, GlobalMut};
///
/// fn scale(input: Global<'_, f32>, output: GlobalMut<'_, f32>, factor: f32) {
///     for i in grid_stride(input.len().min(output.len())) {
///         // SAFETY: no other thread has this number.
///         unsafe { output.set([i], factor * input.get([i])) };
///     }
/// }
/// ```
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn grid_stride(len: u32) -> Stride {
    let (block, grid, threads) = (block_idx(), grid_dim(), block_dim().count());
    // A grid has at most 65535 blocks in y and in z: what these make together has 32 bits. From 2^32 on numbers do not matter.
    let number = wide(grid.x, block.y + grid.y * block.z) + u64::from(block.x);
    let blocks = wide(grid.x, grid.y * grid.z);
    Stride::new(wide(narrow(number), threads) + u64::from(linear_thread_idx()), wide(narrow(blocks), threads), len)
}

/// As [`grid_stride`], where the threads of a block share the numbers.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn block_stride(len: u32) -> Stride {
    Stride::new(linear_thread_idx().into(), block_dim().count().into(), len)
}

/// A product of numbers of 32 bits.
#[inline(always)]
fn wide(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

/// The number, or the largest of 32 bits.
#[inline(always)]
fn narrow(number: u64) -> u32 {
    if number > u64::from(u32::MAX) { u32::MAX } else { number as u32 }
}

/// Numbers below a length, at equal distances: what [`grid_stride`] and [`block_stride`] give.
#[derive(Clone, Debug)]
pub struct Stride {
    next: u32,
    step: u32,
    /// The numbers below this one are followed by another.
    followed: u32,
    has_next: bool,
}

impl Stride {
    #[inline(always)]
    fn new(first: u64, step: u64, len: u32) -> Self {
        let step = narrow(step);
        Self { next: first as u32, step, followed: len.saturating_sub(step), has_next: first < u64::from(len) }
    }
}

impl Iterator for Stride {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if !self.has_next {
            return None;
        }
        let number = self.next;
        self.has_next = number < self.followed;
        self.next = number.wrapping_add(self.step);
        Some(number)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        if !self.has_next {
            return (0, Some(0));
        }
        let rest = self.followed.saturating_sub(self.next).div_ceil(self.step) as usize + 1;
        (rest, Some(rest))
    }
}

impl ExactSizeIterator for Stride {}
impl core::iter::FusedIterator for Stride {}

#[cfg(test)]
mod tests {
    use super::Stride;

    #[test]
    fn every_number_is_given_once() {
        for len in [0, 1, 2, 31, 97, 256] {
            for step in [1, 2, 7, 96, 97, 98, 300] {
                let mut all: Vec<u32> = (0..step).flat_map(|first| Stride::new(first, step, len)).collect();
                all.sort_unstable();
                assert_eq!(all, (0..len).collect::<Vec<_>>(), "{len} by {step}");
                for first in 0..step {
                    let mut rest = Stride::new(first, step, len);
                    while rest.len() > 0 {
                        assert_eq!(rest.clone().count(), rest.len());
                        rest.next();
                    }
                    assert_eq!(rest.next(), None);
                }
            }
        }
    }

    #[test]
    fn nothing_overflows_near_the_largest_number() {
        let numbers = |first, step, len| Stride::new(first, step, len).collect::<Vec<_>>();
        assert_eq!(numbers(5, 1 << 31, u32::MAX), [5, (1 << 31) + 5]);
        assert_eq!(numbers(u64::from(u32::MAX) - 1, 3, u32::MAX), [u32::MAX - 1]);
        assert_eq!(numbers(u64::from(u32::MAX), 3, u32::MAX), []);
        assert_eq!(numbers(1 << 32, 3, u32::MAX), []);
        assert_eq!(numbers((1 << 32) + 7, 1 << 40, 100), []);
        assert_eq!(numbers(7, 1 << 40, 100), [7]);
        assert_eq!(numbers(7, 1 << 40, u32::MAX), [7]);
        assert_eq!(Stride::new(u64::from(u32::MAX) - 7, 3, u32::MAX).collect::<Vec<_>>().len(), 3);
    }
}
