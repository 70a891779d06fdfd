//! From shared memory to registers: what a warp reads of a tile by `ldmatrix`.
//!
//! A tile's layout is linear over bits: the position of an index is the exclusive or of what each of its bits does. Some bits differ between threads,
//! others are known where the kernel is compiled: which 16 rows of a strip, which step along k. Where a known bit changes a bit of the position that no
//! thread changes, the exclusive or is an addition, which `ldmatrix` has for nothing; the others make an address of their own, computed once for all tiles.

use super::layouts::{STAGES, Storage, VECTOR};
use lego::mapping::BitColumns;
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::{ldmatrix, ldmatrix_trans};
use lego_cuda::view::Shared;

/// The tiles of 16 rows of a strip, and the steps of 16 along k of a tile.
const PARTS: usize = 4;
const STEPS: usize = 2;

/// What a lane of a warp reads of an operand's tiles.
pub(super) struct Fragments<'a, T, L: Storage<S>, const S: usize> {
    tile: Shared<'a, [T; VECTOR], L::Tile>,
    /// The position of the row that this lane gives of the first 16×16 elements, in the first stage.
    first: u32,
}

impl<'a, T: Stored, L: Storage<S>, const S: usize> Fragments<'a, T, L, S> {
    /// Of a warp's strip, where this lane gives row `[unit, k unit]` of 16×16 elements.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn new(tile: Shared<'a, [T; VECTOR], L::Tile>, strip: u32, [unit, k_unit]: [u32; 2]) -> Self {
        Self { tile, first: L::Tile::default().apply_u32([0, strip, 0, unit, k_unit]) }
    }

    /// Four matrices of 8×8 elements of a stage: 16 rows, a part of the strip, and 16 elements along k.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn load(&self, stage: u32, part: usize, step: usize) -> [u32; 4] {
        let [own, added] = const { known::<L, S>() }[part][step];
        // SAFETY: the sum is the position of `[stage, strip, part, unit, k unit + step]`, as `known` says: stages are below 4, warps have the strips
        // that there are, and 32 elements along k two steps.
        let row = unsafe { self.tile.slice().at_unchecked(self.first ^ own).add(stage * L::STAGE).add(added) };
        if L::ALONG_K { ldmatrix(row) } else { ldmatrix_trans(row) }
    }
}

/// For each part and each step what it does to the position: bits that threads change too, for an exclusive or, and the others, which are added.
const fn known<L: Storage<S>, const S: usize>() -> [[[u32; 2]; STEPS]; PARTS] {
    let Some(bits) = <L::Tile as StaticMapping>::BITS else { panic!("a tile's layout is linear over bits") };
    let [rows, along] = [16 / L::UNIT[0], 16 / L::UNIT[1]];
    let of_threads = reached(&bits, 1, S as u32) | reached(&bits, 3, rows) | reached(&bits, 4, along);
    let (mut known, mut part) = ([[[0; 2]; STEPS]; PARTS], 0);
    while part < PARTS {
        let mut step = 0;
        while step < STEPS {
            let all = bits.along(2, part as u32) ^ bits.along(4, step as u32 * along);
            known[part][step] = [all & of_threads, all & !of_threads];
            step += 1;
        }
        part += 1;
    }
    let in_stage = of_threads | reached(&bits, 2, PARTS as u32) | reached(&bits, 4, STEPS as u32 * along);
    let mut stage = 0;
    while stage < STAGES {
        assert!(in_stage < L::STAGE && bits.along(0, stage) == stage * L::STAGE, "stages lie one behind the other");
        stage += 1;
    }
    known
}

/// The bits of the position that coordinates below `count`, a power of two, change.
const fn reached(bits: &BitColumns, axis: usize, count: u32) -> u32 {
    let (mut reached, mut coordinate) = (0, 1);
    while coordinate < count {
        reached |= bits.along(axis, coordinate);
        coordinate *= 2;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::{PARTS, STEPS, known};
    use crate::matrix_product::layouts::{AcrossK, AlongK, STAGES, Storage};
    use lego::Mapping32;

    /// Of each lane's row, whatever the strip, that of each part, step and stage.
    fn look<L: Storage<S>, const S: usize>() {
        let position = |index| -> u32 { L::Tile::default().apply_u32(index) };
        let along = 16 / L::UNIT[1];
        let [.., units, k_units] = L::Tile::default().dims_u32();
        assert_eq!([units, k_units], [16 / L::UNIT[0], 2 * along]);
        for number in 0..S as u32 * units * along {
            let [strip, unit, k_unit] = [number / along / units, number / along % units, number % along];
            let first = position([0, strip, 0, unit, k_unit]);
            for (part, steps) in (0..PARTS as u32).zip(known::<L, S>()) {
                for (step, [own, added]) in (0..STEPS as u32).zip(steps) {
                    for stage in 0..STAGES {
                        let right = position([stage, strip, part, unit, k_unit + along * step]);
                        assert_eq!(
                            (first ^ own) + stage * L::STAGE + added,
                            right,
                            "{strip} {unit} {k_unit} {part} {step}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn known_bits_lead_to_every_part_and_step() {
        look::<AlongK<2>, 2>();
        look::<AlongK<4>, 4>();
        look::<AcrossK<2>, 2>();
        look::<AcrossK<4>, 4>();
    }
}
