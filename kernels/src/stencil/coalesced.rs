//! The baseline: neighbours from memory, row by row, which the first cache has for all threads of a block but one.

use super::shape::{Cube, Plane, Shape, Star, Sums};
use super::storage::{Bricks, Field, Rows};
use super::tile::{Columns, WIDTH};
use lego_cuda::device::Element;
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// How many rows of a plane a block has.
pub(super) const HEIGHT: usize = 16;

/// How many blocks a multiprocessor is to have at once: as many as registers are enough for.
pub(super) const fn blocks_at_once(radius: usize, coefficients: usize, is_padded: bool) -> u32 {
    // Positions in bricks take registers too.
    let most = if is_padded { 1 } else { 2 };
    if radius <= most && coefficients < 10 { 3 } else { 2 }
}

/// Sets each element of the output to the stencil's sum of the elements around it; beyond the field there is 0.
///
/// Launch: a block for each 16×128 columns of each `planes` planes, those along a row first, then those of a plane.
///
/// # Safety
/// Both fields have the same extents. Vectors of `V` elements that begin at a multiple of `V` in a row lie side by side from a multiple
/// of `V` on; they are in memory as soon as their first element is inside the extents.
#[lego_kernel(
    threads = [WIDTH / V as u32, 2 * V as u32],
    min_blocks = blocks_at_once(R, K, L::IS_PADDED),
    // The star of radius 4 where rows are no whole vectors, which reads 81 elements of a plane.
    spills = 200,
    instances(
        stencil_star1_coalesced = <Star<2>, Rows, 2, 1, 4, 2>,
        stencil_cube2_coalesced = <Cube<10>, Rows, 10, 2, 4, 2>,
        stencil_star4_coalesced_single = <Star<5>, Rows, 5, 4, 1, 8>,
        stencil_cube1_coalesced_bricks = <Cube<4>, Bricks, 4, 1, 4, 2>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            for (SHAPE, S, PLANES, REACH) in [
                ("star1", Star<2>, 2, 1),
                ("star2", Star<3>, 3, 2),
                ("star3", Star<4>, 4, 3),
                ("star4", Star<5>, 5, 4),
                ("cube1", Cube<4>, 4, 1),
                ("cube2", Cube<10>, 10, 2),
            ],
                (WORD, L, V, STEPS) in [("", Rows, 4, 2), ("_single", Rows, 1, 8), ("_bricks", Bricks, 4, 2)]
            {
                stencil_{SHAPE}_coalesced{WORD} = <S, L, PLANES, REACH, V, STEPS>
            },
        },
    ),
)]
pub unsafe fn stencil_coalesced<S: Shape<K>, L: Field, const K: usize, const R: usize, const V: usize, const Y: usize>(
    input: Global<'_, f32, L>,
    output: GlobalMut<'_, f32, L>,
    coefficients: [f32; K],
    planes: u32,
) where
    [f32; V]: Element,
{
    const { assert!(R == S::RADIUS, "the radius is that of the shape") };
    let (shape, extents) = (S::of(coefficients), input.dims());
    let columns = Columns::<V, Y>::of_thread::<HEIGHT>(extents, planes);
    let [begin, end] = columns.planes(R, extents[0]);
    let place = [columns.corner[0] + columns.place[0], columns.corner[1] + columns.place[1]];
    let mut sums: Sums<V, Y> = [[[0.0; V]; Y]; 8];
    let mut z = begin;
    while z < end {
        let complete = shape.advance(&InMemory::<L, V, R> { input, z, place }, &mut sums);
        // SAFETY: as the caller promises; a column of the block belongs to one thread.
        unsafe { columns.write(&output, z, R, complete) };
        z += 1;
    }
    // No plane is beyond the last one of the field.
    unroll!(for j in 0..4 {
        if j < R {
            // SAFETY: as above.
            unsafe { columns.write(&output, end + j as u32, R, sums[j]) };
        }
    });
}

/// A plane of the field, as the thread whose first row and column these are sees it.
struct InMemory<'a, L: Field, const V: usize, const R: usize> {
    input: Global<'a, f32, L>,
    z: u32,
    place: [u32; 2],
}

impl<L: Field, const V: usize, const R: usize> Plane<V> for InMemory<'_, L, V, R>
where
    [f32; V]: Element,
{
    /// Beyond the field there is 0.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn read(&self, row: usize, column: usize) -> [f32; V] {
        let [_, m, n] = self.input.dims();
        // What lies before the field wraps, and so is beyond it too.
        let y = (self.place[0] + row as u32).wrapping_sub(R as u32);
        let x = (self.place[1] + column as u32).wrapping_sub(4);
        let mut elements = [0.0; V];
        if y < m && x < n {
            // SAFETY: the first element is inside, and the vector is in memory.
            elements = unsafe { self.input.get_vector_unchecked([self.z, y, x]) };
            if L::IS_PADDED && n - x < V as u32 {
                unroll!(for k in 0..V {
                    if k as u32 >= n - x {
                        elements[k] = 0.0;
                    }
                });
            }
        }
        elements
    }
}
