//! The kernel: tiles come to shared memory by asynchronous copies, four stages deep, from there by `ldmatrix` to registers, and are
//! multiplied by `mma.sync`.

use super::copies::Copies;
use super::fragments::Fragments;
use super::layouts::{
    AcrossK, AlongK, Lanes, Pairs, Product, Programs, STAGED_VECTORS, STAGES, Staged, StagedPairs, StagedRows, Storage,
    THREADS, VECTOR, Warps,
};
use half::{bf16, f16};
use lego::Layout32;
use lego_cuda::device::matrix::{Left, Operand, Right, mma};
use lego_cuda::device::{Stored, block_idx, copy_async, lane, math, opaque, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// `c = alpha·a·b + beta·c`: a block has 128×256 elements, a warp 64×64, in tiles of 16×8. Where beta is 0, `c` is not read.
///
/// `V` is 8 where operands are read by vectors, 1 where element by element. Blocks have the order of [`Programs`] with groups of
/// `group` rows.
///
/// # Safety
/// With V = 8, the extents along which the elements of `a` and `b` lie side by side are multiples of 8, and so are their pitches.
#[lego_kernel(
    threads = THREADS,
    grid = x,
    min_blocks = 1,
    instances(
        matrix_product_f16_f16_nn = <f16, f16, AlongK<2>, AcrossK<4>, 8>,
        matrix_product_f16_f16_tt = <f16, f16, AcrossK<2>, AlongK<4>, 8>,
        matrix_product_bf16_f32_nt = <bf16, f32, AlongK<2>, AlongK<4>, 8>,
        matrix_product_f16_f16_nt_single = <f16, f16, AlongK<2>, AlongK<4>, 1>,
        matrix_product_f16_f16_tn_single = <f16, f16, AcrossK<2>, AcrossK<4>, 1>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            for (T, O) in [(f16, f16), (f16, f32), (bf16, bf16), (bf16, f32)],
                (K, A, B) in [
                    ("nn", AlongK<2>, AcrossK<4>),
                    ("nt", AlongK<2>, AlongK<4>),
                    ("tn", AcrossK<2>, AcrossK<4>),
                    ("tt", AcrossK<2>, AlongK<4>),
                ],
                (WORD, V) in [("", 8), ("_single", 1)]
            {
                matrix_product_{T}_{O}_{K}{WORD} = <T, O, A, B, V>
            },
        },
    ),
)]
#[allow(clippy::too_many_arguments)] // what a launch passes: three matrices, two factors, an order; and two tiles
pub unsafe fn matrix_product<T, O, A, B, const V: usize>(
    a: Global<'_, T, A>,
    b: Global<'_, T, B>,
    c: GlobalMut<'_, O, Product>,
    alpha: f32,
    beta: f32,
    group: u32,
    #[shared(dynamic)] left: Shared<'_, [T; VECTOR], A::Tile>,
    #[shared(dynamic)] right: Shared<'_, [T; VECTOR], B::Tile>,
) where
    T: Operand<Sum = f32> + Stored,
    O: Stored,
    A: Storage<2>,
    B: Storage<4>,
{
    const {
        assert!(T::BYTES * VECTOR == 16, "a vector has 16 bytes, and four stages of them room for half a block of sums")
    };
    let [rows, columns, ..] = c.dims();
    let Some(programs) = Programs::of([rows, columns], group.min(rows)) else { return };
    if block_idx().x >= rows * columns {
        return;
    }
    // Without a look at the sizes, whose error would be made here.
    let [block_row, block_column] = Layout32::inv_u32(&programs, block_idx().x);
    let [warp_row, warp_column] = Warps::inv_u32(thread_idx().x / 32);
    // Where the row of a matrix that this lane gives to `ldmatrix` is in the 16×16 elements that four matrices are. Of the left operand
    // matrices go down first, as its registers do; of the right one along k.
    let [high, low, row] = Lanes::inv_u32(lane());
    let of_left = if A::ALONG_K { [8 * low + row, high] } else { [low, 8 * high + row] };
    let of_right = if B::ALONG_K { [8 * high + row, low] } else { [high, 8 * low + row] };
    let copies = (Copies::new(left, a, block_row), Copies::new(right, b, block_column));
    let fill = |stage: u32, tile: u32| {
        if V == VECTOR {
            // SAFETY: views begin at multiples of 16 bytes, lines and pitches are such multiples, as the caller promises, and no tile is more than three behind the last.
            unsafe {
                copies.0.vectors(stage, tile);
                copies.1.vectors(stage, tile);
            }
        } else {
            copies.0.elements(stage, tile);
            copies.1.elements(stage, tile);
        }
        copy_async::commit();
    };
    let fragments: (Fragments<'_, T, A, 2>, Fragments<'_, T, B, 4>) =
        (Fragments::new(left, warp_row, of_left), Fragments::new(right, warp_column, of_right));
    let load = |stage: u32, step: usize| {
        let mut x = [Left::<T>::from_words([0; 4]); 4];
        unroll!(for i in 0..4 {
            let i: usize = i;
            x[i] = Left::from_words(fragments.0.load(stage, i, step));
        });
        let mut y = [Right::<T>::from_words([0; 2]); 8];
        unroll!(for j in 0..4 {
            let j: usize = j;
            let [p, q, r, s] = fragments.1.load(stage, j, step);
            y[2 * j] = Right::from_words([p, q]);
            y[2 * j + 1] = Right::from_words([r, s]);
        });
        (x, y)
    };
    let mut sums = [[[0.0_f32; 4]; 8]; 4];
    let mut multiply = |(x, y): ([Left<T>; 4], [Right<T>; 8])| {
        unroll!(for i in 0..4 {
            unroll!(for j in 0..8 {
                let (i, j): (usize, usize) = (i, j);
                sums[i][j] = mma(x[i], y[j], sums[i][j]);
            });
        });
    };
    // No step of it is written out: what fills a stage is a large part of the kernel.
    let mut filled = 0;
    while filled < STAGES - 1 {
        fill(filled, filled);
        filled += 1;
    }
    // The second step of a tile is multiplied behind the barrier before the next one, while the first step of that is on its way from shared memory. A barrier that
    // stands where the loop begins keeps the assembler from multiplying it before. Before the first tile there are zeros.
    let mut second = ([Left::<T>::from_words([0; 4]); 4], [Right::<T>::from_words([0; 2]); 8]);
    let (tiles, mut stage, mut tile) = (a.dims()[1], 0, 0);
    while tile < tiles {
        copy_async::wait::<{ STAGES - 2 }>();
        sync_threads();
        let first = load(stage, 0);
        // Into the stage that all have read before the barrier. Behind the last tile there are zeros, which nobody multiplies.
        fill((stage + STAGES - 1) % STAGES, tile + STAGES - 1);
        multiply(second);
        second = load(stage, 1);
        multiply(first);
        stage = (stage + 1) % STAGES;
        tile += 1;
    }
    multiply(second);
    // The stages are no longer read once all are here, and nothing is on its way to them.
    copy_async::wait::<0>();
    let pairs = right.slice().cast::<[f32; 2]>();
    let [row, pair] = Pairs::inv_u32(lane());
    unroll!(for pass in 0..2 {
        let pass: usize = pass;
        sync_threads();
        unroll!(for i in 0..2 {
            unroll!(for j in 0..8 {
                unroll!(for half in 0..2 {
                    let (i, j, half): (usize, usize, usize) = (i, j, half);
                    let [x, y] = [0, 1].map(|k| alpha * sums[2 * pass + i][j][2 * half + k]);
                    let place =
                        StagedPairs::apply_u32([warp_row, i as u32, half as u32, row, warp_column, j as u32, pair]);
                    // SAFETY: the pairs of the layout are as many as four stages of the right operand have room for.
                    unsafe { pairs.set_unchecked(place, [x, y]) };
                });
            });
        });
        sync_threads();
        // No step of it is written out: it waits for memory and not for instructions.
        let (vectors, mut number) = (opaque(STAGED_VECTORS), thread_idx().x);
        while number < vectors {
            let [strip, row, vector] = StagedRows::inv_u32(number);
            // SAFETY: as above.
            let mut values: [f32; 4] = unsafe { pairs.cast().get_unchecked(Staged::apply_u32([strip, row, vector])) };
            let index = |k: u32| [block_row, block_column, 64 * strip + 32 * pass as u32 + row, 4 * vector + k];
            if beta != 0.0 {
                unroll!(for k in 0..4 {
                    if c.contains(index(k)) {
                        // SAFETY: the index has an element, which is this thread's alone: each number of a block is another block of
                        // the product, and each number below has other elements of it.
                        let before = unsafe { c.get_unchecked(index(k)) };
                        values[k as usize] = math::mul_add(beta, before.widen(), values[k as usize]);
                    }
                });
            }
            // SAFETY: the elements are this thread's alone, as above.
            unsafe { c.try_set_vector(index(0), O::narrow_all(values)) };
            number += THREADS;
        }
    });
}
