//! A tile of numbers of two bytes moved through shared memory by rows of 16 bytes: of a thread's vectors, or of matrices.

use super::conversion::Plan;
use super::packed::{WORDS, get, put};
use crate::device::Element;
use crate::device::barrier::sync_threads;
use crate::device::matrix::{ldmatrix, ldmatrix_trans, stmatrix, stmatrix_trans};
use crate::device::shared::{SharedPtr, SharedSlice};
use crate::device::unroll::{Steps, each};
use crate::device::warp::Warp;
use core::marker::PhantomData;
use lego_algebra::linear::plans::{MatrixStaging, RowAccess, RowsOf};

/// A row of a matrix: eight numbers.
type Row = [u16; 8];

/// A step for each access that writes, or for each that reads.
struct Accesses<P, const SIDE: usize>(PhantomData<P>);

impl<P: Plan, const SIDE: usize> Steps for Accesses<P, SIDE> {
    const COUNT: usize = match &P::MATRICES {
        Some(plan) => side::<SIDE>(plan).accesses() as usize,
        None => 0,
    };
}

/// The layout that writes, or the one that reads.
const fn side<const SIDE: usize>(plan: &MatrixStaging) -> &RowsOf {
    if SIDE == 0 { plan.written() } else { plan.read() }
}

/// How rows are accessed, and the logarithm of the elements that an access moves.
const fn access<P: Plan, const SIDE: usize>() -> (RowAccess, usize) {
    match &P::MATRICES {
        Some(plan) => {
            let rows = side::<SIDE>(plan);
            (rows.access(), rows.elements() as usize)
        }
        None => (RowAccess::Vector, 3),
    }
}

/// The registers after a conversion through the part of shared memory of this number.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn staged<P: Plan, T: Element, const R: usize>(
    registers: [T; R],
    memory: SharedSlice<T>,
    thread: u32,
    part: u32,
) -> [T; R] {
    let memory = memory.cast::<Row>();
    // Eight elements a row.
    let in_part = const { 1 << (P::STAGING.written().width() - 3) };
    let (first, rows) = (part * in_part, (part + 1) * in_part);
    assert!(rows <= memory.len(), "shared memory for {} rows of 16 bytes, and {rows} are needed", memory.len());
    // SAFETY: rows of this part, which ends before the memory's end.
    let row = |number: u32| unsafe { memory.at_unchecked(first + number) };

    let given = P::MATRIX_THREADS[0].of(thread);
    each::<Accesses<P, 0>>(
        #[inline(always)]
        |number| {
            let (access, elements) = const { access::<P, 0>() };
            let (mut words, mut k) = ([0; WORDS], 0);
            while k < 1 << elements {
                put(&mut words, k, registers[P::MATRIX_SLOTS[0][number << elements | k] as usize]);
                k += 1;
            }
            store(access, elements, row(given ^ P::MATRIX_ROWS[0][number]), words);
        },
    );
    if P::STAYS {
        Warp::present().sync();
    } else {
        sync_threads();
    }
    let mut after = registers;
    let given = P::MATRIX_THREADS[1].of(thread);
    each::<Accesses<P, 1>>(
        #[inline(always)]
        |number| {
            let (access, elements) = const { access::<P, 1>() };
            let words = load(access, elements, row(given ^ P::MATRIX_ROWS[1][number]));
            let mut k = 0;
            while k < 1 << elements {
                after[P::MATRIX_SLOTS[1][number << elements | k] as usize] = get(&words, k);
                k += 1;
            }
        },
    );
    after
}

/// A row as the words of one thread.
#[inline(always)]
fn vector(row: SharedPtr<Row>) -> SharedPtr<[u32; WORDS]> {
    // SAFETY: the same 16 bytes, which begin at a multiple of 16.
    unsafe { SharedPtr::from_offset(row.offset()) }
}

/// Stores so many elements.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn store(access: RowAccess, elements: usize, row: SharedPtr<Row>, words: [u32; WORDS]) {
    let [a, b, ..] = words;
    match (access, elements) {
        (RowAccess::Vector, _) => vector(row).set(words),
        (RowAccess::Matrix, 1) => stmatrix(row, [a]),
        (RowAccess::Matrix, 2) => stmatrix(row, [a, b]),
        (RowAccess::Matrix, _) => stmatrix(row, words),
        (RowAccess::Transposed, 1) => stmatrix_trans(row, [a]),
        (RowAccess::Transposed, 2) => stmatrix_trans(row, [a, b]),
        (RowAccess::Transposed, _) => stmatrix_trans(row, words),
    }
}

/// Loads so many elements.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn load(access: RowAccess, elements: usize, row: SharedPtr<Row>) -> [u32; WORDS] {
    let one = |[a]: [u32; 1]| [a, 0, 0, 0];
    let two = |[a, b]: [u32; 2]| [a, b, 0, 0];
    match (access, elements) {
        (RowAccess::Vector, _) => vector(row).get(),
        (RowAccess::Matrix, 1) => one(ldmatrix(row)),
        (RowAccess::Matrix, 2) => two(ldmatrix(row)),
        (RowAccess::Matrix, _) => ldmatrix(row),
        (RowAccess::Transposed, 1) => one(ldmatrix_trans(row)),
        (RowAccess::Transposed, 2) => two(ldmatrix_trans(row)),
        (RowAccess::Transposed, _) => ldmatrix_trans(row),
    }
}
