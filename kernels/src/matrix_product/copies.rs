//! From memory to shared memory: the vectors of each tile that a thread begins to copy.
//!
//! A thread copies the same vectors of each tile. Where they lie in the first tile, and whether their rows are inside, is computed once; the next tile is
//! a step further along k, by the operand's layout. So the loop has an addition, a comparison and an address for each copy, and no branch.

use super::layouts::{Storage, THREADS, VECTOR};
use lego::Mapping32;
use lego_cuda::device::{SharedPtr, Stored, copy_async, opaque, thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::{Global, Shared};

/// The vectors of an operand's tiles that a thread copies.
pub(super) struct Copies<'a, T, L: Storage<S>, const S: usize> {
    to: Shared<'a, [T; VECTOR], L::Tile>,
    from: Global<'a, T, L>,
    /// Their places in the first stage.
    places: [SharedPtr<[T; VECTOR]>; S],
    /// The positions of their first elements in the first tile, whether or not there are such elements.
    positions: [u32; S],
    /// Whether their rows are inside.
    are_rows: [bool; S],
    /// Where they are along k in a tile.
    along: [u32; S],
    /// From a tile to the next along k.
    step: u32,
    /// How many elements there are along k.
    extent: u32,
    /// Which rows, 64·S at a time.
    outer: u32,
}

impl<'a, T: Stored, L: Storage<S>, const S: usize> Copies<'a, T, L, S> {
    /// Those of the tiles of some rows.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn new(to: Shared<'a, [T; VECTOR], L::Tile>, from: Global<'a, T, L>, outer: u32) -> Self {
        let layout = from.layout();
        let mut copies = Self {
            to,
            from,
            places: [to.slice().at(0); S],
            positions: [0; S],
            are_rows: [false; S],
            along: [0; S],
            step: layout.by_steps([0, 1, 0, 0]),
            extent: layout.along_k(),
            outer,
        };
        unroll!(for copy in 0..S {
            let copy: usize = copy;
            let [place, row, k] = copied::<L, S>(copy as u32);
            // SAFETY: it is the position of a vector of a tile.
            copies.places[copy] = unsafe { to.slice().at_unchecked(place) };
            copies.positions[copy] = layout.by_steps([outer, 0, row, k]);
            copies.are_rows[copy] = from.contains([outer, 0, row, 0]);
            copies.along[copy] = k;
        });
        copies
    }

    /// Begins to copy those of a tile along k to a stage; beyond the edges there are zeros.
    ///
    /// # Safety
    /// The operand begins at a multiple of 16 bytes, and so do all its lines, which are such multiples; stages are below 4, and the tile is at most
    /// three behind the last.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) unsafe fn vectors(&self, stage: u32, tile: u32) {
        let further = tile.wrapping_mul(self.step);
        unroll!(for copy in 0..S {
            let copy: usize = copy;
            // There are fewer than 2^20 tiles, and nothing wraps: see `Storage::of`.
            let is_there = self.are_rows[copy] & (32 * tile + self.along[copy] < self.extent);
            let from = self.from.as_ptr().wrapping_add(self.positions[copy].wrapping_add(further) as usize);
            // SAFETY: the place is that of a vector of a tile in the first of four stages. Where there is an element, it is at this position by the
            // laws of `Storage`, and all of the vector is inside and begins at a multiple of 16 bytes, as the caller promises. Nothing writes it
            // during the launch.
            unsafe { copy_async::copy_or_zeros(self.places[copy].add(stage * L::STAGE), from.cast(), is_there) };
        });
    }

    /// Copies those of a tile element by element, where rows begin anywhere.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn elements(&self, stage: u32, tile: u32) {
        let elements = self.to.slice().cast::<T>();
        // Nothing of it is written out: what is copied element by element waits for memory and not for instructions.
        let (vectors, mut copy) = (opaque(S as u32), 0);
        while copy < vectors {
            let [place, row, k] = copied::<L, S>(copy);
            let (first, count, mut e) = (VECTOR as u32 * (place + stage * L::STAGE), opaque(VECTOR as u32), 0);
            while e < count {
                let [down, along] = if L::ALONG_K { [0, e] } else { [e, 0] };
                let value = self.from.get_or([self.outer, tile, row + down, k + along], T::narrow(0.0));
                elements.set(first + e, value);
                e += 1;
            }
            copy += 1;
        }
    }
}

/// A vector of a tile that a thread copies: its position in the first stage, its row and where it is along k.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn copied<L: Storage<S>, const S: usize>(copy: u32) -> [u32; 3] {
    let [strip, part, unit, k_unit] = L::copied(thread_idx().x + THREADS * copy);
    let place = L::Tile::default().apply_u32([0, strip, part, unit, k_unit]);
    [place, 64 * strip + 16 * part + L::UNIT[0] * unit, L::UNIT[1] * k_unit]
}
