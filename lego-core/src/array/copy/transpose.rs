//! The kernel of a transposition: planes whose rows lie side by side on one side, and whose columns do on the other.

use super::strided::shifted;
use crate::array::slices::{chunks, chunks_mut, disjoint_mut};

/// The edge of what is held in registers.
const EDGE: usize = 4;

/// How many bytes of each row a block has: a line of the cache, so that each is read once.
const LINE: usize = 64;

/// How many rows a block has.
///
/// So many make the stretches that are written long enough for the lines of the cache at their ends, which two blocks
/// share, not to matter: measured on 4096×4096 and 4093×4091 elements of 4 bytes, where 64 rows take as long with the former
/// and twice as long with the latter.
const TALL: usize = 512;

/// Planes of fewer rows are copied so many rows at a time, along all of their width: each row is then a stream that the
/// processor fetches ahead. Measured on 32 rows of 3021, twice as fast.
const STREAMS: usize = 16;

/// From so many rows on, what is written matters more than what is read.
const MANY: usize = 128;

/// The edge of a block of elements that are copied one by one.
const DIRECT: usize = 32;

/// Copies `height` × `width` elements, `[i, j]` from position `a + i·source_step + j` to `b + i + j·step`.
pub(super) fn copy_plane<T: Clone>(
    [height, width]: [usize; 2],
    [source_step, step]: [isize; 2],
    source: &[T],
    a: usize,
    out: &mut [T],
    b: usize,
) {
    let steps = [source_step, step];
    // What owns something would be cloned twice on the way through registers, and what is large fills them.
    let is_small = !core::mem::needs_drop::<T>() && size_of::<T>() <= 8;
    let [tall, wide] = if is_small { [TALL, (LINE / size_of::<T>().max(1)).max(EDGE)] } else { [DIRECT; 2] };
    let streamed = if is_small && height < MANY { height - height % STREAMS } else { 0 };
    for i in (0..streamed).step_by(STREAMS) {
        copy_streams(width, steps, source, shifted(a, source_step, i), out, b.wrapping_add(i));
    }
    for i in (streamed..height).step_by(tall) {
        for j in (0..width).step_by(wide) {
            let from = shifted(a, source_step, i).wrapping_add(j);
            let to = shifted(b, step, j).wrapping_add(i);
            let extents = [tall.min(height - i), wide.min(width - j)];
            if is_small {
                copy_block(extents, steps, source, from, out, to);
            } else {
                copy_direct(extents, steps, source, from, out, to);
            }
        }
    }
}

/// Copies `STREAMS` rows, a square at a time through registers.
#[inline]
#[allow(clippy::needless_range_loop)] // all rows at one place
fn copy_streams<T: Clone>(width: usize, steps: [isize; 2], source: &[T], a: usize, out: &mut [T], b: usize) {
    let [source_step, step] = steps;
    let squares = width / EDGE;
    let rows: [&[[T; EDGE]]; STREAMS] = core::array::from_fn(|k| {
        let row = &source[shifted(a, source_step, k)..][..squares * EDGE];
        &chunks(row)[..squares]
    });
    for j in 0..squares {
        let to = shifted(b, step, EDGE * j);
        for i in (0..STREAMS).step_by(EDGE) {
            let square: [[T; EDGE]; EDGE] = core::array::from_fn(|k| rows[i + k][j].clone());
            for k in 0..EDGE {
                let column = &mut out[shifted(to, step, k).wrapping_add(i)..];
                let column = column.first_chunk_mut::<EDGE>().expect("the columns lie within the destination");
                *column = core::array::from_fn(|l| square[l][k].clone());
            }
        }
    }
    let rest = squares * EDGE;
    copy_direct([STREAMS, width - rest], steps, source, a.wrapping_add(rest), out, shifted(b, step, rest));
}

/// Copies a block, `EDGE` columns at a time through registers.
#[inline]
#[allow(clippy::needless_range_loop)] // all columns at one place
fn copy_block<T: Clone>(
    [height, width]: [usize; 2],
    [source_step, step]: [isize; 2],
    source: &[T],
    a: usize,
    out: &mut [T],
    b: usize,
) {
    let [whole_height, whole_width] = [height, width].map(|extent| extent - extent % EDGE);
    let steps = [source_step, step];
    if whole_height > 0 {
        for j in (0..whole_width).step_by(EDGE) {
            let columns: [_; EDGE] = core::array::from_fn(|k| {
                let start = shifted(b, step, j + k);
                start..start.wrapping_add(whole_height)
            });
            // Only a layout that breaks its laws puts two columns in one place.
            let columns = disjoint_mut(out, columns).expect("the columns lie within the destination, apart");
            let columns = columns.map(chunks_mut::<T, EDGE>);
            for i in 0..whole_height / EDGE {
                let from = shifted(a, source_step, EDGE * i).wrapping_add(j);
                let rows: [[T; EDGE]; EDGE] =
                    core::array::from_fn(|k| chunk(&source[shifted(from, source_step, k)..]).clone());
                for k in 0..EDGE {
                    columns[k][i] = core::array::from_fn(|l| rows[l][k].clone());
                }
            }
        }
    }
    let rest = shifted(b, step, whole_width);
    copy_direct([height, width - whole_width], steps, source, a.wrapping_add(whole_width), out, rest);
    let below = shifted(a, source_step, whole_height);
    copy_direct([height - whole_height, whole_width], steps, source, below, out, b.wrapping_add(whole_height));
}

/// Copies a block element by element.
#[inline]
fn copy_direct<T: Clone>(
    [height, width]: [usize; 2],
    [source_step, step]: [isize; 2],
    source: &[T],
    a: usize,
    out: &mut [T],
    b: usize,
) {
    if height == 0 {
        return;
    }
    for j in 0..width {
        let column = &mut out[shifted(b, step, j)..][..height];
        for (i, element) in column.iter_mut().enumerate() {
            *element = source[shifted(a, source_step, i).wrapping_add(j)].clone();
        }
    }
}

/// The first elements of a slice.
///
/// # Panics
/// If there are too few, which a layout that breaks its laws can lead to.
#[inline(always)]
fn chunk<T>(elements: &[T]) -> &[T; EDGE] {
    elements.first_chunk().expect("the strides of the source stay within its elements")
}
