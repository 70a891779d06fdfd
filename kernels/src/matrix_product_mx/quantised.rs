//! Numbers of one byte and the powers of two that are their scales, made of `f32` on the host.

use super::layouts::{MxScales, SCALED};
use alloc::vec;
use alloc::vec::Vec;
use lego::Mapping32;
use lego_cuda::device::{E8m0, Float8};
use lego_cuda::launch::Error;

/// The numbers of an r×k matrix as `T`, in their order, and their scales, where [`MxScales`] has them, by the rule of OCP MX 1.0 (section 6.3):
/// of each row and 32 elements along k the greatest power of two that is no more than the largest number, by its size, divided by the
/// greatest one that is a `T`, 2^8 of `E4m3` and 2^15 of `E5m2`.
///
/// The right operand of a product lies by columns: it is the matrix of its columns, n×k.
///
/// Law: element `[i, j]` is the `T` nearest to the number divided by the scale of its block, or the largest `T`: of a block whose largest number is between
/// 448 and 512 times its scale, `E4m3` loses up to an eighth of that. A block with infinity or what is no number has a scale that is
/// none, one with zeros alone the least.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::device::{E4m3, E8m0};
/// use lego_kernels::matrix_product_mx::mx_quantised;
/// let mut row = [0.0; 64];
/// (row[0], row[1], row[40]) = (300.0, -1.0, 3.0);
/// let (numbers, scales) = mx_quantised::<E4m3>(&row, [1, 64])?;
/// assert_eq!([numbers[0], numbers[1], numbers[40]].map(E4m3::to_f32), [288.0, -1.0, 384.0]);
/// // Powers are 1 and 2^-7; two more bytes belong to no block.
/// assert_eq!(scales[..2], [E8m0::ONE, E8m0::below(1.0 / 128.0)]);
/// assert_eq!(scales.len(), 4);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or there are 2^32 scales or more, [`Error::Length`] if there are fewer numbers.
pub fn mx_quantised<T: Float8>(numbers: &[f32], [r, k]: [usize; 2]) -> Result<(Vec<T>, Vec<E8m0>), Error> {
    let layout = MxScales::new(r, k).map_err(Error::layout("the scales"))?;
    let needed = r.saturating_mul(k);
    let Some(numbers) = numbers.get(..needed) else {
        return Err(Error::Length { what: "the numbers", elements: numbers.len(), needed });
    };
    // That of 1 is 127.
    let exponent = E8m0::below(T::MAX.to_f32()).to_bits() - E8m0::ONE.to_bits();
    let mut scales = vec![E8m0::ONE; layout.span_u32() as usize];
    let mut bytes = Vec::with_capacity(needed);
    for (row, line) in numbers.chunks_exact(k).enumerate() {
        for (block, some) in line.chunks(SCALED as usize).enumerate() {
            // `max` passes over what is no number.
            let largest = match some.iter().all(|x| x.is_finite()) {
                true => some.iter().fold(0.0_f32, |largest, x| largest.max(x.abs())),
                false => f32::NAN,
            };
            let scale = of_largest(largest, exponent);
            // Extents of the layout have 32 bits.
            scales[layout.apply_u32([row as u32, block as u32]) as usize] = scale;
            bytes.extend(some.iter().map(|x| T::from_f32((f64::from(*x) / scale.to_f64()) as f32)));
        }
    }
    Ok((bytes, scales))
}

/// The scale of a block whose largest number this is.
fn of_largest(largest: f32, exponent: u8) -> E8m0 {
    match E8m0::below(largest) {
        E8m0::NAN => E8m0::NAN,
        power => E8m0::from_bits(power.to_bits().saturating_sub(exponent)),
    }
}

#[cfg(test)]
mod tests {
    use super::mx_quantised;
    use lego_cuda::device::{E4m3, E5m2, E8m0};

    #[test]
    fn a_block_has_the_power_of_its_largest_number() {
        for (largest, code) in [
            (448.0, 127),
            (511.9, 127),
            (512.0, 128),
            (255.9, 126),
            (-1.0, 119),
            (2_f32.powi(-118), 1),
            (1e-45, 0),
            (0.0, 0),
            (f32::MAX, 246),
            (f32::INFINITY, 255),
            (f32::NAN, 255),
        ] {
            let mut block = [0.0; 32];
            (block[3], block[31]) = (largest / 4.0, largest);
            let (numbers, scales) = mx_quantised::<E4m3>(&block, [1, 32]).unwrap();
            assert_eq!(scales[0].to_bits(), code, "{largest}");
            if code != 255 {
                let right = E4m3::from_f32((f64::from(largest) / scales[0].to_f64()) as f32);
                assert_eq!(numbers[31], right, "{largest}");
            }
            let (_, scales) = mx_quantised::<E5m2>(&block, [1, 32]).unwrap();
            assert_eq!(scales[0].to_bits(), if code == 255 { 255 } else { code.saturating_sub(7) }, "{largest}");
        }
        // Not a number in front of one.
        let mut block = [1.0; 32];
        block[0] = f32::NAN;
        assert_eq!(mx_quantised::<E4m3>(&block, [1, 32]).unwrap().1[0], E8m0::NAN);
        assert!(mx_quantised::<E4m3>(&block, [1, 33]).is_err() && mx_quantised::<E4m3>(&block, [0, 32]).is_err());
    }
}
