//! The kernel: a thread goes up through a brick, and keeps what it has read of its column.

use lego::layout;
use lego_cuda::device::{block_idx, math, thread_idx};
use lego_cuda::view::{BlockX, BlockY, BlockZ, Global, Register, Split, ThreadX, ThreadY, ThreadZ};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Element `[brick z, brick y, brick x, z, y, x]` of p×q×r bricks of 8×8×8 elements.
    pub type ByBrick(p, q, r) = Row(p, q, r, 8, 8, 8);

    /// Element `[brick z, brick y, group, brick of the group, z, y, x]` of the same: a block has four bricks in x, a thread a
    /// column of one of them.
    pub type Columns(p, q, r) = Row(p, q, r, 8, 8, 8)
        .ExpandBy([p, q, r, 8, 8, 8] => [p, q, ceil_div(r, 4)*4, 8, 8, 8])
        .GroupBy([p, q, ceil_div(r, 4), 4, 8, 8, 8]);
}

/// The axes of [`Columns`]: what a thread chooses itself is the height in its column.
type Owned = (BlockZ, BlockY, BlockX, ThreadZ, Register, ThreadY, ThreadX);

/// Sets each element of l×m×n to `centre` times the same element of the input, plus `side` times the sum of its six neighbours; beyond the
/// field there is 0. What the bricks have besides becomes 0.
#[lego_kernel(threads = [8, 8, 4], instances(stencil_f32))]
pub fn stencil(
    input: Global<'_, f32, ByBrick>,
    output: Split<'_, f32, Columns, Owned>,
    centre: f32,
    side: f32,
    l: u32,
    m: u32,
    n: u32,
) {
    let (block, thread) = (block_idx(), thread_idx());
    let [p, q, r] = [block.z, block.y, 4 * block.x + thread.z];
    let (y, x) = (thread.y, thread.x);
    // A brick before the first wraps, and so lies outside as one behind the last does.
    let before = |brick: u32, i: u32| if i == 0 { (brick.wrapping_sub(1), 7) } else { (brick, i - 1) };
    let behind = |brick: u32, i: u32| if i == 7 { (brick + 1, 0) } else { (brick, i + 1) };
    let (west, east, south, north) = (before(r, x), behind(r, x), before(q, y), behind(q, y));
    let read = |index: [u32; 6]| input.try_get(index).unwrap_or(0.0);
    // A column of a brick is there as a whole or not at all: one check for eight elements.
    let column = |q: u32, y: u32, r: u32, x: u32| {
        let mut elements = [0.0; 8];
        if input.contains([p, q, r, 0, y, x]) {
            unroll!(for z in 0..8 {
                elements[z as usize] = input.get([p, q, r, z, y, x]);
            });
        }
        elements
    };
    let here = column(q, y, r, x);
    let (west, east) = (column(q, y, west.0, west.1), column(q, y, east.0, east.1));
    let (south, north) = (column(south.0, south.1, r, x), column(north.0, north.1, r, x));
    let (first, last) = (read([p.wrapping_sub(1), q, r, 7, y, x]), read([p + 1, q, r, 0, y, x]));
    let is_inside = 8 * q + y < m && 8 * r + x < n;
    unroll!(for z in 0..8 {
        let (below, above) = (if z > 0 { here[z - 1] } else { first }, if z < 7 { here[z + 1] } else { last });
        let sides = (below + above) + (west[z] + east[z]) + (south[z] + north[z]);
        let value = math::mul_add(centre, here[z], side * sides);
        output.try_set([z as u32], if is_inside && 8 * p + (z as u32) < l { value } else { 0.0 });
    });
}
