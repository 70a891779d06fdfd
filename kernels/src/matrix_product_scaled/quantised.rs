//! Numbers of one byte and their scales, made of `f32` on the host.

use super::layouts::{SCALED, ScaleLayout};
use alloc::vec;
use alloc::vec::Vec;
use lego_cuda::device::Float8;
use lego_cuda::launch::Error;

/// The numbers of an r×k matrix as `T`, in their order, and their scales, where `L` has them: of each block of as many rows as `L` says and
/// 128 elements along k the largest number, by its size, divided by the largest `T`: 448 of `E4m3`,
/// 57344 of `E5m2`.
///
/// The right operand of a product lies by columns: it is the matrix of its columns, n×k.
///
/// Law: element `[i, j]` is the `T` nearest to the number divided by the scale of its block. So what `E4m3` loses is at most a sixteenth of
/// the number, or 2^-18 of the largest of the block where that is more; `E5m2` an eighth, or 2^-32. Of a block without a number other than 0 the scale is the least
/// positive normal number.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::device::E4m3;
/// use lego_kernels::matrix_product_scaled::{RowScales, quantised};
/// let mut matrix = [[0.0; 256]; 2];
/// matrix[0][0] = 896.0;
/// matrix[1][200] = -7.0;
/// let (numbers, scales) = quantised::<E4m3, RowScales>(matrix.as_flattened(), [2, 256])?;
/// // The first blocks of both rows, and the second ones.
/// assert_eq!(scales, [2.0, f32::MIN_POSITIVE, f32::MIN_POSITIVE, 7.0 / 448.0]);
/// assert_eq!([numbers[0], numbers[256 + 200]].map(|x| x.to_f32()), [448.0, -448.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or there are 2^32 scales or more, [`Error::Length`] if there are fewer numbers.
pub fn quantised<T: Float8, L: ScaleLayout<Position32 = u32>>(
    numbers: &[f32],
    [r, k]: [usize; 2],
) -> Result<(Vec<T>, Vec<f32>), Error> {
    let layout = L::of(r, k).map_err(Error::layout("the scales"))?;
    let needed = r.saturating_mul(k);
    let Some(numbers) = numbers.get(..needed) else {
        return Err(Error::Length { what: "the numbers", elements: numbers.len(), needed });
    };
    let place = |row: usize, column: usize| {
        // Extents of the layout have 32 bits.
        layout.apply_u32([row as u32 / L::ROWS, column as u32 / SCALED]) as usize
    };
    let mut scales = vec![0.0_f32; layout.span_u32() as usize];
    for (row, line) in numbers.chunks_exact(k).enumerate() {
        for (column, number) in line.iter().enumerate() {
            let scale = &mut scales[place(row, column)];
            *scale = scale.max(number.abs());
        }
    }
    for scale in &mut scales {
        *scale = (*scale / T::MAX.to_f32()).max(f32::MIN_POSITIVE);
    }
    let mut bytes = Vec::with_capacity(needed);
    for (row, line) in numbers.chunks_exact(k).enumerate() {
        bytes.extend(line.iter().enumerate().map(|(column, x)| T::from_f32(x / scales[place(row, column)])));
    }
    Ok((bytes, scales))
}
