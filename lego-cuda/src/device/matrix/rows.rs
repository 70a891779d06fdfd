//! Matrices of 8×8 numbers of two bytes between shared memory, where each row is 16 bytes somewhere, and the registers of a warp.

#[cfg(not(target_arch = "nvptx64"))]
use super::model;
use crate::device::{Element, SharedPtr};
#[cfg(not(target_arch = "nvptx64"))]
use crate::device::{host, lane};

/// Not `pure`, and no word of what memory it reads: it stays behind the stores and barriers before it.
#[cfg(target_arch = "nvptx64")]
macro_rules! loaded {
    ($x:expr, $trans:literal, $row:expr) => {{
        let mut words = [0_u32; 4];
        // SAFETY: the rows are in shared memory by the contract of `SharedPtr::from_offset`, and aligned to their 16 bytes.
        unsafe {
            match $x {
                1 => core::arch::asm!(
                    concat!("ldmatrix.sync.aligned.m8n8.x1", $trans, ".shared.b16 {{{}}}, [{}];"),
                    out(reg32) words[0], in(reg32) $row, options(nostack, preserves_flags)
                ),
                2 => core::arch::asm!(
                    concat!("ldmatrix.sync.aligned.m8n8.x2", $trans, ".shared.b16 {{{}, {}}}, [{}];"),
                    out(reg32) words[0], out(reg32) words[1], in(reg32) $row, options(nostack, preserves_flags)
                ),
                _ => core::arch::asm!(
                    concat!("ldmatrix.sync.aligned.m8n8.x4", $trans, ".shared.b16 {{{}, {}, {}, {}}}, [{}];"),
                    out(reg32) words[0], out(reg32) words[1], out(reg32) words[2], out(reg32) words[3],
                    in(reg32) $row, options(nostack, preserves_flags)
                ),
            }
        }
        core::array::from_fn(#[inline(always)] |i| words[i])
    }};
}

#[cfg(target_arch = "nvptx64")]
macro_rules! stored {
    ($x:expr, $trans:literal, $row:expr, $words:expr) => {{
        let word = |i: usize| $words[i];
        // SAFETY: as for loads.
        unsafe {
            match $x {
                1 => core::arch::asm!(
                    concat!("stmatrix.sync.aligned.m8n8.x1", $trans, ".shared.b16 [{}], {{{}}};"),
                    in(reg32) $row, in(reg32) word(0), options(nostack, preserves_flags)
                ),
                2 => core::arch::asm!(
                    concat!("stmatrix.sync.aligned.m8n8.x2", $trans, ".shared.b16 [{}], {{{}, {}}};"),
                    in(reg32) $row, in(reg32) word(0), in(reg32) word(1), options(nostack, preserves_flags)
                ),
                _ => core::arch::asm!(
                    concat!("stmatrix.sync.aligned.m8n8.x4", $trans, ".shared.b16 [{}], {{{}, {}, {}, {}}};"),
                    in(reg32) $row, in(reg32) word(0), in(reg32) word(1), in(reg32) word(2), in(reg32) word(3),
                    options(nostack, preserves_flags)
                ),
            }
        }
    }};
}

/// Loads `X` matrices of eight rows of 16 bytes: 1, 2 or 4. Lane 8·q + r gives row r of matrix q; what the lanes from 8·X on give is
/// not looked at.
///
/// Law: register q of lane l holds the words l mod 4 of row l / 4 of matrix q. So four matrices, the upper and lower halves of the left
/// columns and those of the right ones, are a [`Left`](super::Left), and two, of eight columns each of the right matrix's
/// transpose, a [`Right`](super::Right).
///
/// All 32 lanes of the warp call it at the same place. It orders no memory: rows that other lanes wrote are read after a barrier.
///
/// ```
/// use lego_cuda::device::SharedPtr;
/// use lego_cuda::device::matrix::{Left, ldmatrix};
///
/// fn tile(row: SharedPtr<[i8; 16]>) -> Left<i8> {
///     Left::from_words(ldmatrix(row))
/// }
/// ```
///
/// ```compile_fail
/// # use lego_cuda::device::{SharedPtr, matrix::ldmatrix};
/// // A row has 16 bytes.
/// fn load(row: SharedPtr<f32>) -> [u32; 4] {
///     ldmatrix(row)
/// }
/// # fn main() { load(unsafe { SharedPtr::from_offset(0) }); }
/// ```
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn ldmatrix<const X: usize, R: Element>(row: SharedPtr<R>) -> [u32; X] {
    const { check::<X, R>() };
    #[cfg(target_arch = "nvptx64")]
    return loaded!(X, "", row.offset());
    #[cfg(not(target_arch = "nvptx64"))]
    load::<X>("`ldmatrix`", row.offset(), false)
}

/// As [`ldmatrix`] of the matrices transposed: of numbers of two bytes.
///
/// Law: register q of lane l holds the numbers of column l / 4 of matrix q in the rows 2·(l mod 4), in the low half, and the next.
///
/// ```
/// use half::bf16;
/// use lego_cuda::device::SharedPtr;
/// use lego_cuda::device::matrix::{Right, ldmatrix_trans};
///
/// /// Of a right matrix by rows, 16×8 elements.
/// fn tile(row: SharedPtr<[bf16; 8]>) -> Right<bf16> {
///     Right::from_words(ldmatrix_trans(row))
/// }
/// ```
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn ldmatrix_trans<const X: usize, R: Element>(row: SharedPtr<R>) -> [u32; X] {
    const { check::<X, R>() };
    const { assert!(R::UNIT == 2, "matrices of numbers of two bytes are transposed") };
    #[cfg(target_arch = "nvptx64")]
    return loaded!(X, ".trans", row.offset());
    #[cfg(not(target_arch = "nvptx64"))]
    load::<X>("`ldmatrix_trans`", row.offset(), true)
}

/// Stores `X` matrices: the inverse of [`ldmatrix`]. From sm_90 on.
///
/// All 32 lanes of the warp call it at the same place. Lane 8·q + r gives row r of matrix q, and counts as who writes it: it is seen
/// by other lanes after a barrier.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn stmatrix<const X: usize, R: Element>(row: SharedPtr<R>, words: [u32; X]) {
    const { check::<X, R>() };
    #[cfg(target_arch = "nvptx64")]
    stored!(X, "", row.offset(), words);
    #[cfg(not(target_arch = "nvptx64"))]
    store::<X>("`stmatrix`", row.offset(), words, false);
}

/// Stores `X` matrices transposed: the inverse of [`ldmatrix_trans`]. From sm_90 on.
///
/// All 32 lanes of the warp call it at the same place, as [`stmatrix`].
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn stmatrix_trans<const X: usize, R: Element>(row: SharedPtr<R>, words: [u32; X]) {
    const { check::<X, R>() };
    const { assert!(R::UNIT == 2, "matrices of numbers of two bytes are transposed") };
    #[cfg(target_arch = "nvptx64")]
    stored!(X, ".trans", row.offset(), words);
    #[cfg(not(target_arch = "nvptx64"))]
    store::<X>("`stmatrix_trans`", row.offset(), words, true);
}

const fn check<const X: usize, R: Element>() {
    assert!(matches!(X, 1 | 2 | 4), "one instruction moves 1, 2 or 4 matrices");
    assert!(R::BYTES == 16, "a row of a matrix has 16 bytes");
}

#[cfg(not(target_arch = "nvptx64"))]
#[track_caller]
fn load<const X: usize>(instruction: &'static str, row: u32, transposed: bool) -> [u32; X] {
    let (lane, site) = (lane(), host::site());
    let mut words = [0; 10];
    if lane < 8 * X as u32 {
        let mut bytes = [0; 16];
        host::call!("a matrix instruction", shared_load(row, &mut bytes, site));
        words[..4].copy_from_slice(&words_of(bytes));
    }
    let all = host::call!("a matrix instruction", gather(instruction, words, site));
    model::loaded(&all, lane, transposed)
}

#[cfg(not(target_arch = "nvptx64"))]
#[track_caller]
fn store<const X: usize>(instruction: &'static str, row: u32, registers: [u32; X], transposed: bool) {
    let (lane, site) = (lane(), host::site());
    let mut words = [0; 10];
    words[..X].copy_from_slice(&registers);
    let all = host::call!("a matrix instruction", gather(instruction, words, site));
    if lane < 8 * X as u32 {
        let row_words = model::stored(&all, lane, transposed);
        let bytes: [u8; 16] = std::array::from_fn(|i| row_words[i / 4].to_le_bytes()[i % 4]);
        host::call!("a matrix instruction", shared_store(row, &bytes, site));
    }
}

#[cfg(not(target_arch = "nvptx64"))]
fn words_of(bytes: [u8; 16]) -> [u32; 4] {
    std::array::from_fn(|i| u32::from_le_bytes(std::array::from_fn(|k| bytes[4 * i + k])))
}
