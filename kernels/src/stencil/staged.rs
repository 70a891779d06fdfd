//! Neighbours from shared memory: planes come to a ring of stages while a block computes.

use super::shape::{Cube, Plane, Shape, Star, Sums};
use super::storage::{self, Bricks, Field, Rows};
use super::tile::{Columns, WIDTH};
use lego::layout;
use lego_cuda::device::{Element, SharedPtr, Warp, block_dim, copy_async, sync_threads, thread_idx};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// How many blocks of so many rows a multiprocessor is to have at once: for more than 512 threads there are too few registers.
pub(super) const fn blocks_at_once(height: usize) -> u32 {
    32 / height as u32
}

/// How many columns stand before those of a block in a stage, and behind them: a vector.
const MARGIN: u32 = 4;

layout! {
    /// Element `[stage, row, column]` of the planes in shared memory: the `H` rows of a block with `R` rows before and behind them, and
    /// four columns.
    pub type Ring<const STAGES: usize, const R: usize, const H: usize> = Row(STAGES, H + 2*R, 136);

    /// Result `[warp, row, column]` of two rows that each warp has, where they are written one by one; else next to nothing.
    pub type Results<const W: usize, const H: usize> = Row(H/2, 2, 128/W);
}

/// Sets each element of the output to the stencil's sum of the elements around it; beyond the field there is 0.
///
/// A block copies planes to shared memory by vectors of `W` elements, `STAGES - 1` planes ahead of the one that it looks at. What lies
/// beyond the field's sides is set to 0 once, and never copied to.
///
/// Launch: a block for each H×128 columns of each `planes` planes, those along a row first, then those of a plane.
///
/// # Safety
/// Both fields have the same extents. Vectors of `W` elements that begin at a multiple of `W` in a row lie side by side from a multiple
/// of `W` on; they are in memory as soon as their first element is inside the extents.
#[lego_kernel(
    threads = [32, H as u32 / 2],
    min_blocks = blocks_at_once(H),
    // The star of radius 4 where rows are no whole vectors, whose thirteen copies each have an address.
    spills = 112,
    instances(
        stencil_star1_rows = <Star<2>, Rows, 2, 1, 4, 4, 32>,
        stencil_cube2_rows = <Cube<10>, Rows, 10, 2, 4, 4, 16>,
        stencil_star4_rows_single = <Star<5>, Rows, 5, 4, 1, 3, 16>,
        stencil_star2_bricks = <Star<3>, Bricks, 3, 2, 4, 4, 32>,
        stencil_cube1_bricks = <Cube<4>, Bricks, 4, 1, 4, 4, 32>,
        #[cfg(not(all(target_arch = "nvptx64", feature = "few")))] {
            for (SHAPE, S, PLANES, REACH, ROWS) in [
                ("star1", Star<2>, 2, 1, 32),
                ("star2", Star<3>, 3, 2, 32),
                ("star3", Star<4>, 4, 3, 32),
                ("star4", Star<5>, 5, 4, 32),
                ("cube1", Cube<4>, 4, 1, 32),
                ("cube2", Cube<10>, 10, 2, 16),
            ] {
                stencil_{SHAPE}_rows = <S, Rows, PLANES, REACH, 4, 4, ROWS>,
                stencil_{SHAPE}_rows_single = <S, Rows, PLANES, REACH, 1, 3, 16>,
                stencil_{SHAPE}_bricks = <S, Bricks, PLANES, REACH, 4, 4, ROWS>,
            },
        },
    ),
)]
pub unsafe fn stencil_staged<
    S: Shape<K>,
    L: Field,
    const K: usize,
    const R: usize,
    const W: usize,
    const STAGES: usize,
    const H: usize,
>(
    input: Global<'_, f32, L>,
    output: GlobalMut<'_, f32, L>,
    coefficients: [f32; K],
    planes: u32,
    #[shared(dynamic)] ring: Shared<'_, f32, Ring<STAGES, R, H>>,
    #[shared] results: Shared<'_, f32, Results<W, H>>,
) where
    [f32; W]: Element,
{
    const { assert!(R == S::RADIUS && R <= MARGIN as usize, "the radius is that of the shape") };
    let (shape, extents) = (S::of(coefficients), input.dims());
    let columns = Columns::<4, 2>::of_thread::<H>(extents, planes);
    let [begin, end] = columns.planes(R, extents[0]);
    let source = Source::<L, W, STAGES, R, H> { input, ring, corner: columns.corner, end };
    clear(ring);
    sync_threads();
    unroll!(for k in 0..4 {
        if k + 1 < STAGES {
            source.begin(begin + k as u32, k as u32);
        }
    });

    let mut sums: Sums<4, 2> = [[[0.0; 4]; 2]; 8];
    let (mut z, mut stage) = (begin, 0);
    while z < end {
        match STAGES {
            3 => copy_async::wait::<1>(),
            _ => copy_async::wait::<2>(),
        }
        source.mend(stage);
        sync_threads();
        // Into the stage that was looked at before.
        source.begin(z + STAGES as u32 - 1, if stage == 0 { STAGES as u32 - 1 } else { stage - 1 });
        let complete = shape.advance(&Staged { ring, stage, place: columns.place }, &mut sums);
        // SAFETY: as the caller promises; a column of the block belongs to one thread.
        unsafe { write::<L, W, H>(columns, &output, results, z, R, complete) };
        stage = if stage == STAGES as u32 - 1 { 0 } else { stage + 1 };
        z += 1;
    }
    // No plane is beyond the last one of the field.
    unroll!(for j in 0..4 {
        if j < R {
            // SAFETY: as above.
            unsafe { write::<L, W, H>(columns, &output, results, end + j as u32, R, sums[j]) };
        }
    });
}

/// Where the planes of a block come from, and where they go to.
struct Source<'a, L: Field, const W: usize, const STAGES: usize, const R: usize, const H: usize> {
    input: Global<'a, f32, L>,
    ring: Shared<'a, f32, Ring<STAGES, R, H>>,
    /// The first row and the first column of the block.
    corner: [u32; 2],
    /// The plane behind the last.
    end: u32,
}

// Methods and no closures, which would be functions of their own where they are called twice.
impl<L: Field, const W: usize, const STAGES: usize, const R: usize, const H: usize> Source<'_, L, W, STAGES, R, H>
where
    [f32; W]: Element,
{
    /// Calls for the place of each vector of a stage that is the thread's, if it is in the field: with its row and column in the
    /// stage, and in the field.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn each(&self, visit: impl Fn([u32; 2], [u32; 2])) {
        let (thread, width, rows) = (thread_idx().y * 32 + thread_idx().x, W as u32, (H + 2 * R) as u32);
        let [_, m, n] = self.input.dims();
        let visit = |row: u32, column: u32| {
            // What lies before the field wraps, and so is beyond it too.
            let y = (self.corner[0] + row).wrapping_sub(R as u32);
            let x = (self.corner[1] + column).wrapping_sub(MARGIN);
            if row < rows && y < m && x < n {
                visit([row, column], [y, x]);
            }
        };
        // Between the margins: a vector of each row that is so many behind another.
        let (row, column, step) = (thread / (WIDTH / width), thread % (WIDTH / width) * width, H as u32 / 8 * width);
        unroll!(for k in 0..12 {
            if (k as u32) * step < rows {
                visit(row + k as u32 * step, column + MARGIN);
            }
        });
        let sides = 2 * MARGIN / width;
        let (row, side) = (thread / sides, thread % sides * width);
        visit(row, if side < MARGIN { side } else { side + WIDTH });
    }

    /// Begins to copy a plane to a stage, if the block has it: a group of copies, in which each thread has a part.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn begin(&self, z: u32, stage: u32) {
        if z < self.end {
            let (layout, elements) = (self.input.layout(), storage::elements(self.input));
            let plane = layout.plane(z);
            self.each(|[row, column], [y, x]| {
                // SAFETY: the vector is in the stage, whose rows begin at multiples of four. It begins inside the field, which nobody
                // writes, and is in memory.
                unsafe {
                    let to = SharedPtr::<[f32; W]>::from_offset(self.ring.at_unchecked([stage, row, column]).offset());
                    copy_async::copy(to, elements.at_unchecked([plane + layout.within([y, x])]).cast());
                }
            });
        }
        copy_async::commit();
    }

    /// Sets to 0 what the thread's copies brought from holes behind rows.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn mend(&self, stage: u32) {
        let [_, _, n] = self.input.dims();
        if L::IS_PADDED && !n.is_multiple_of(W as u32) {
            self.each(|[row, column], [_, x]| {
                unroll!(for k in 1..4 {
                    if k >= n - x {
                        self.ring.set([stage, row, column + k], 0.0);
                    }
                });
            });
        }
    }
}

/// Writes the results `radius` planes below plane `z`, if they are the block's.
///
/// # Safety
/// That of [`Columns::write`] where `W` is 4.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
unsafe fn write<L: Field, const W: usize, const H: usize>(
    columns: Columns<4, 2>,
    output: &GlobalMut<'_, f32, L>,
    results: Shared<'_, f32, Results<W, H>>,
    z: u32,
    radius: usize,
    complete: [[f32; 4]; 2],
) {
    if W == 4 {
        // SAFETY: as the caller promises.
        unsafe { columns.write(output, z, radius, complete) };
        return;
    }
    // A row of the tile is a warp's. Its threads exchange their columns, so that each writes every 32nd.
    let ([_, m, n], [warp, lane]) = (output.dims(), [thread_idx().y, thread_idx().x]);
    if let Some(plane) = columns.plane_of_results(z, radius) {
        unroll!(for i in 0..2 {
            results.set_vector([warp, i as u32, 4 * lane], complete[i as usize]);
        });
        Warp::ALL.sync();
        unroll!(for i in 0..2 {
            let y = columns.corner[0] + columns.place[0] + i as u32;
            unroll!(for k in 0..4 {
                let column = 32 * k as u32 + lane;
                let x = columns.corner[1] + column;
                let result = results.get([warp, i as u32, column]);
                if y < m && x < n {
                    // SAFETY: the element is inside, and belongs to this thread.
                    unsafe { output.set_unchecked([plane, y, x], result) };
                }
            });
        });
        Warp::ALL.sync();
    }
}

/// Sets all that a block has in shared memory to 0.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn clear<const STAGES: usize, const R: usize, const H: usize>(ring: Shared<'_, f32, Ring<STAGES, R, H>>) {
    let block = block_dim();
    let mut position = 4 * (thread_idx().y * block.x + thread_idx().x);
    while position < ring.slice().len() {
        // SAFETY: the tile has a multiple of four elements, and begins at a multiple of 16 bytes.
        unsafe { SharedPtr::<[f32; 4]>::from_offset(ring.slice().at_unchecked(position).offset()).set([0.0; 4]) };
        position += 4 * block.x * block.y;
    }
}

/// A plane in a stage, as the thread at a place of the block sees it.
struct Staged<'a, const STAGES: usize, const R: usize, const H: usize> {
    ring: Shared<'a, f32, Ring<STAGES, R, H>>,
    stage: u32,
    place: [u32; 2],
}

impl<const STAGES: usize, const R: usize, const H: usize> Plane<4> for Staged<'_, STAGES, R, H> {
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn read(&self, row: usize, column: usize) -> [f32; 4] {
        let index = [self.stage, self.place[0] + row as u32, self.place[1] + column as u32];
        // SAFETY: the thread's rows with R before and behind are in the stage, as are its columns with four before and behind; vectors
        // of four begin at multiples of four, as rows do.
        unsafe { SharedPtr::from_offset(self.ring.at_unchecked(index).offset()) }.get()
    }
}
