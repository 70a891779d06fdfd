//! The product of two powers of two for two sums at once, by one instruction.
//!
//! Each sum of a thread has a scale of its own, that of its row times that of its column, and needs one instruction to be added. So what makes
//! the scales decides how fast a product is: a multiplication for each doubles the instructions. As powers of two are multiplied by adding
//! exponents, the two sums that a thread has of a column can have theirs by one addition of 64 bits, the scales of both rows and that of the column
//! twice; and since 2^32 + 1 = 641·6700417, the latter is a product of numbers of 32 bits, which one instruction multiplies and adds.

/// What a factor of a column is multiplied by: its exponent is then in both halves of 64 bits.
const TWICE: u32 = 6_700_417 << 9;
/// What an exponent is multiplied by before.
const ONCE: u32 = 641 << 14;
const _: () = assert!(TWICE as u64 * ONCE as u64 == (1 << 55) + (1 << 23));

/// The exponents of moderate scales, as codes: those of products are exponents of `f32` too.
const LEAST: u32 = 64;
const MOST: u32 = 190;

/// Whether a scale is moderate: from 2^-63 to 2^63.
#[inline(always)]
pub(super) const fn is_moderate(code: u32) -> bool {
    code.wrapping_sub(LEAST) <= MOST - LEAST
}

/// The scale of a row as it is in shared memory.
#[inline(always)]
pub(super) const fn of_row(code: u32) -> u32 {
    // What both exponents are too large by when they are added is taken off of both, so that neither is negative and nothing is carried.
    code.wrapping_sub(127 - LEAST) << 23
}

/// The scale of a column as it is in shared memory.
#[inline(always)]
pub(super) const fn of_column(code: u32) -> u32 {
    code.wrapping_sub(LEAST).wrapping_mul(ONCE)
}

/// The scales of two sums of a column, whose rows have these scales: all are as in shared memory, and moderate.
#[inline(always)]
pub(super) const fn products(rows: [u32; 2], column: u32) -> [f32; 2] {
    let rows = rows[0] as u64 | (rows[1] as u64) << 32;
    let both = column as u64 * TWICE as u64 + rows;
    [f32::from_bits(both as u32), f32::from_bits((both >> 32) as u32)]
}

/// The code of a scale of a row that is in shared memory.
#[inline(always)]
const fn row(word: u32) -> u32 {
    (word >> 23).wrapping_add(127 - LEAST) & 0xff
}

/// The code of a scale of a column that is in shared memory.
#[inline(always)]
const fn column(word: u32) -> u32 {
    // 641 is 129 in a byte, and its own inverse.
    (word >> 14).wrapping_mul(129).wrapping_add(LEAST) & 0xff
}

/// The product of any scales of a row and a column, as they are in shared memory, in two factors.
///
/// Law: a sum of 32 products of bytes times the first and then the second is out of range only where the sum times the product is.
#[inline(always)]
pub(super) const fn factors(row_word: u32, column_word: u32) -> [f32; 2] {
    let (row, column) = (row(row_word), column(column_word));
    let exponent = row + column;
    let none = row == 0xff || column == 0xff;
    // Each has half of the exponent. Where 0 stands for 2^-127, the other is 2^-126 at most, and nothing is left of any sum.
    let half = if none { f32::NAN } else { f32::from_bits((exponent / 2) << 23) };
    [half, f32::from_bits((exponent - exponent / 2) << 23)]
}

#[cfg(test)]
mod tests {
    use super::{column, factors, is_moderate, of_column, of_row, products, row};
    use lego_cuda::device::E8m0;

    #[test]
    fn products_of_all_moderate_scales_are_exact() {
        for a in (0..256).filter(|code| is_moderate(*code)) {
            for b in (0..256).filter(|code| is_moderate(*code)) {
                for other in [64, 127, 190] {
                    let power = |code: u32| f64::from(E8m0::from_bits(code as u8).to_f32());
                    let found = products([of_row(a), of_row(other)], of_column(b)).map(f64::from);
                    assert_eq!(found, [power(a) * power(b), power(other) * power(b)], "{a} {other} {b}");
                    let found = products([of_row(other), of_row(a)], of_column(b)).map(f64::from);
                    assert_eq!(found, [power(other) * power(b), power(a) * power(b)], "{other} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn every_scale_is_there_in_shared_memory() {
        for code in 0..256 {
            assert_eq!([row(of_row(code)), column(of_column(code))], [code; 2]);
            let power = i64::from(code) - 127;
            assert_eq!(is_moderate(code), power.abs() <= 63, "{code}");
        }
    }

    #[test]
    fn sums_times_factors_of_any_scales_are_right() {
        // The least and the largest sums of products of `E4m3` and of `E5m2`, and others.
        let sums =
            [2_f32.powi(-32), 2_f32.powi(-18), 1.0, 1.5, -12345.0, 32.0 * 448.0 * 448.0, 32.0 * 57344.0 * 57344.0, 0.0];
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let power = E8m0::from_bits(a as u8).to_f64() * E8m0::from_bits(b as u8).to_f64();
            let factors = factors(of_row(a), of_column(b));
            for sum in sums {
                let (found, right) = (sum * factors[0] * factors[1], (f64::from(sum) * power) as f32);
                assert!(found == right || found.is_nan() && right.is_nan(), "{sum} {a} {b}: {found:e}, not {right:e}");
            }
        }
    }
}
