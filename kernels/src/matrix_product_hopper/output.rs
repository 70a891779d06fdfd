//! Elements of the product as memory has them: eight neighbours of a row at once.

use super::layouts::Blocks;
use half::{bf16, f16};
use lego_cuda::device::Stored;
use lego_cuda::view::GlobalMut;

/// An element of a product on Hopper: `f16`, `bf16` or `f32`.
pub trait Output: Stored {
    /// The eight elements of a row from an index on, 0 where there is none.
    ///
    /// # Safety
    /// No other thread writes the elements at this time.
    unsafe fn get_eight<const S: usize>(c: &GlobalMut<'_, Self, Blocks<S>>, index: [u32; 4]) -> [f32; 8];

    /// Sets the eight elements of a row from an index on, those that there are, to the numbers nearest to these.
    ///
    /// # Safety
    /// No other thread uses the elements at this time.
    unsafe fn set_eight<const S: usize>(c: &GlobalMut<'_, Self, Blocks<S>>, index: [u32; 4], values: [f32; 8]);
}

macro_rules! halves {
    ($($half:ident)*) => {
        $(
            impl Output for $half {
                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                unsafe fn get_eight<const S: usize>(c: &GlobalMut<'_, Self, Blocks<S>>, index: [u32; 4]) -> [f32; 8] {
                    // SAFETY: as the caller promises.
                    Self::widen_all(unsafe { c.get_vector_or(index, Self::from_bits(0)) })
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                unsafe fn set_eight<const S: usize>(
                    c: &GlobalMut<'_, Self, Blocks<S>>,
                    index: [u32; 4],
                    values: [f32; 8],
                ) {
                    // SAFETY: as the caller promises.
                    unsafe { c.try_set_vector(index, Self::narrow_all(values)) };
                }
            }
        )*
    };
}
halves!(f16 bf16);

/// By two instructions of 16 bytes.
impl Output for f32 {
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn get_eight<const S: usize>(c: &GlobalMut<'_, f32, Blocks<S>>, index: [u32; 4]) -> [f32; 8] {
        // SAFETY: as the caller promises.
        let ([a, b, d, e], [f, g, h, i]) =
            unsafe { (c.get_vector_or(index, 0.0), c.get_vector_or(behind(index), 0.0)) };
        [a, b, d, e, f, g, h, i]
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn set_eight<const S: usize>(c: &GlobalMut<'_, f32, Blocks<S>>, index: [u32; 4], values: [f32; 8]) {
        let [a, b, d, e, f, g, h, i] = values;
        // SAFETY: as the caller promises.
        unsafe {
            c.try_set_vector(index, [a, b, d, e]);
            c.try_set_vector(behind(index), [f, g, h, i]);
        }
    }
}

/// The index four columns on.
#[inline(always)]
fn behind([block_row, block_column, row, column]: [u32; 4]) -> [u32; 4] {
    [block_row, block_column, row, column + 4]
}
