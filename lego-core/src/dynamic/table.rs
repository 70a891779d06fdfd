//! Tables of all positions, and what they show that a formula does not.

use super::steps::Steps;
use super::word::LANES;
use alloc::vec;
use alloc::vec::Vec;

/// The most entries of a table of 4 bytes: 16 MiB. Tables of larger entries have fewer.
pub(super) const ENTRIES: u64 = 1 << 22;

/// No position, or no index.
pub(super) const NONE: u32 = u32::MAX;

/// The entry of an axis table where no index with that component has a position; a sum with it is as large at least.
pub(super) const HOLE: u32 = 1 << 31;

/// The strides of the flat index in row-major order.
pub(super) fn row_major(extents: &[u64]) -> Vec<u64> {
    (0..extents.len()).map(|k| extents[k + 1..].iter().product()).collect()
}

/// The position of every index in row-major order.
pub(super) fn full_table(steps: &Steps, extents: &[u64], count: u64) -> Vec<u32> {
    let mut table = Vec::with_capacity(count as usize);
    let mut next = vec![0_usize; extents.len()];
    while table.len() < count as usize {
        let left = LANES.min(count as usize - table.len());
        let mut indices = vec![[0_usize; LANES]; extents.len()];
        for lane in 0..left {
            indices.iter_mut().zip(&next).for_each(|(component, &place)| component[lane] = place);
            for (place, &extent) in next.iter_mut().zip(extents).rev() {
                *place += 1;
                if (*place as u64) < extent {
                    break;
                }
                *place = 0;
            }
        }
        let mut positions = [0; LANES];
        let present = steps.run_column(&indices, &mut |_, column| positions = column);
        let position = |lane: usize| if present[lane] { u32::try_from(positions[lane]).unwrap_or(NONE) } else { NONE };
        table.extend((0..left).map(position));
    }
    table
}

/// Axis tables that make up a table of all positions, and whether by sums, if there are such.
pub(super) fn separated(table: &[u32], extents: &[u64]) -> Option<(Vec<u32>, bool)> {
    let strides = row_major(extents);
    let origin = table[0];
    if table.contains(&NONE) || extents.iter().filter(|&&extent| extent > 1).count() < 2 {
        return None;
    }
    let is = |is_sum: bool| {
        let without = |p: u32| if is_sum { p.wrapping_sub(origin) } else { p ^ origin };
        let with = |a: u32, b: u32| if is_sum { a.wrapping_add(b) } else { a ^ b };
        let line = |k: usize| {
            let stride = strides[k] as usize;
            (0..extents[k] as usize).map(move |x| table[x * stride]).map(move |p| if k == 0 { p } else { without(p) })
        };
        let axes: Vec<Vec<u32>> = (0..extents.len()).map(|k| line(k).collect()).collect();
        let mut all = vec![0_u32];
        for axis in &axes {
            // Every position up to here, and those that it would give: at last all of them.
            all = all.iter().flat_map(|&a| axis.iter().map(move |&b| with(a, b))).collect();
        }
        (all == table).then(|| axes.concat())
    };
    is(true).map(|axes| (axes, true)).or_else(|| is(false).map(|axes| (axes, false)))
}
