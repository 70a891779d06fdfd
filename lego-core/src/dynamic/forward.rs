//! The way from the index to the position, in the form that is fastest for a map.
//!
//! ```text
//! strides       base + Σ strides[k]·i[k]           any extents
//! axis tables   Σ, ⊕ or Σ + ⊕ of table[k][i[k]]    tiles, Morton, padding, swizzles: a lookup for each axis
//! diagonal      Σ table[k][i[k]] + f(another Σ)    anti-diagonals, skewed rows
//! guarded       axis tables, and sums with a bound    partial tiles: the guards are lanes of a second number
//! table         table[flat index]                  up to 2^22 indices: whatever the map is
//! steps         the formula, one operation a step  everything else
//! ```
//!
//! Which one it is follows from the shape of the formula; what that does not show, a table of all positions does.

use super::axes::{Axes, diagonal_tables, guarded_tables, mixed_tables, run_of, sums_of, xors_of};
use super::formula::Formula;
use super::shape::Shape;
use super::steps::Steps;
use super::table::{ENTRIES, NONE, full_table, row_major, separated};
use crate::look_up::{look_up, padded};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// The most entries of a table of all positions that is preferred to other tables: 1 MiB.
const CACHED: u64 = 1 << 18;

/// The map from an index to its position.
///
/// The first four are written out where they are used, so that loops are made for each of them; the others are calls.
#[derive(Clone, Debug)]
pub(super) enum Forward<const R: usize> {
    Strides {
        base: usize,
        strides: [usize; R],
    },
    /// Sums where no bit is `carryless`, exclusive ors where all are.
    Axes32 {
        axes: Axes<u32, R>,
        carryless: u32,
    },
    /// By the flat index in row-major order, whose strides these are.
    Table {
        table: Arc<[u32]>,
        strides: [usize; R],
    },
    /// A sum, and a function of another sum, by its table: `i + j` along anti-diagonals. As a call it takes four times as long.
    Diagonal32 {
        axes: Axes<[u32; 2], R>,
        table: Arc<[u32]>,
    },
    Other(Arc<Other<R>>),
}

/// The forms of large maps, and of maps that have no better one.
#[derive(Clone, Debug)]
pub(super) enum Other<const R: usize> {
    Sum64(Axes<u64, R>),
    Xor64(Axes<u64, R>),
    /// A sum and an exclusive or, to be added.
    Mixed(Axes<[u64; 2], R>),
    /// As `Diagonal32`, of positions beyond 32 bits.
    Diagonal {
        axes: Axes<[u64; 2], R>,
        table: Arc<[u64]>,
    },
    /// Positions, and lanes of which one reaches its highest bit where a guard fails.
    Guarded {
        axes: Axes<[u64; 2], R>,
        mask: u64,
    },
    Steps(Steps),
}

impl<const R: usize> Forward<R> {
    /// The position of an index of a map without guards.
    #[inline(always)]
    pub(super) fn position(&self, index: [usize; R]) -> usize {
        match self {
            Self::Strides { base, strides } => affine(*base, strides, index),
            Self::Axes32 { axes, carryless } => combined(axes, *carryless, index),
            Self::Table { table, strides } => look_up(table, affine(0, strides, index), NONE) as usize,
            Self::Diagonal32 { axes, table } => along_diagonals(axes, table, index),
            // A copy, which the optimiser makes in this branch: the call takes it by address.
            Self::Other(other) => other.position(index.map(|i| i)).0,
        }
    }

    /// The position of an index, if there is one.
    #[inline(always)]
    pub(super) fn option(&self, index: [usize; R]) -> Option<usize> {
        match self {
            Self::Strides { base, strides } => Some(affine(*base, strides, index)),
            Self::Axes32 { axes, carryless } => Some(combined(axes, *carryless, index)),
            Self::Table { table, strides } => {
                Some(look_up(table, affine(0, strides, index), NONE)).filter(|&p| p != NONE).map(|p| p as usize)
            }
            Self::Diagonal32 { axes, table } => Some(along_diagonals(axes, table, index)),
            Self::Other(other) => {
                let (position, exists) = other.position(index.map(|i| i));
                exists.then_some(position)
            }
        }
    }

    /// Whether strides show that no two indices share a position and that all positions are below the span.
    ///
    /// By growing strides: if each is more than all steps along the axes before it can make up together, positions differ as
    /// numbers in a mixed radix do.
    pub(super) fn is_injective(&self, dims: &[usize; R], span: usize) -> bool {
        let Self::Strides { base, strides } = self else { return false };
        let mut axes: [(i128, i128); R] = core::array::from_fn(|k| (strides[k] as isize as i128, dims[k] as i128 - 1));
        axes.sort_unstable_by_key(|(stride, _)| stride.abs());
        let (mut reach, mut least, mut largest) = (0_i128, *base as i128, *base as i128);
        for (stride, steps) in axes.into_iter().filter(|&(_, steps)| steps > 0) {
            if stride.abs() <= reach {
                return false;
            }
            reach += stride.abs() * steps;
            *(if stride < 0 { &mut least } else { &mut largest }) += stride * steps;
        }
        least >= 0 && largest < span as i128
    }

    fn other(other: Other<R>) -> Self {
        Self::Other(Arc::new(other))
    }

    /// The form's name.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Strides { .. } => "strides",
            Self::Table { .. } => "table",
            Self::Axes32 { .. } => "axis tables",
            Self::Diagonal32 { .. } => "diagonal tables",
            Self::Other(other) => match **other {
                Other::Guarded { .. } => "guarded axis tables",
                Other::Steps(_) => "steps",
                Other::Sum64(_) | Other::Xor64(_) | Other::Mixed(_) => "axis tables",
                Other::Diagonal { .. } => "diagonal tables",
            },
        }
    }

    /// Whether an index without a position is known to exist or not to: a table knows, guards do not.
    pub(super) fn is_total(&self) -> Option<bool> {
        match self {
            Self::Table { table, .. } => Some(!table.contains(&NONE)),
            Self::Other(other) if matches!(**other, Other::Guarded { .. } | Other::Steps(_)) => None,
            _ => Some(true),
        }
    }

    /// Along an axis, the length of the runs in which the position grows by the same step, and that step, as far as the
    /// form shows them.
    pub(super) fn run(&self, axis: usize, extent: usize) -> Option<(usize, isize)> {
        match self {
            Self::Strides { strides, .. } => Some((extent, strides[axis] as isize)),
            Self::Axes32 { axes, carryless: 0 } => {
                run_of(&axes.table[axes.starts[axis]..][..extent], |a, b| Some(b.wrapping_sub(a) as i32 as isize))
            }
            Self::Other(other) => match &**other {
                Other::Sum64(axes) => run_of(&axes.table[axes.starts[axis]..][..extent], |a, b| {
                    isize::try_from(b.wrapping_sub(a) as i64).ok()
                }),
                _ => None,
            },
            _ => None,
        }
    }

    /// The fastest form of a formula with one result.
    pub(super) fn new(formula: &Formula, extents: &[u64], span: u64) -> Self {
        Self::choose(formula, extents, span, CACHED)
    }

    /// The form of a formula where a table of up to so many positions is preferred to other tables.
    pub(super) fn choose(formula: &Formula, extents: &[u64], span: u64, cached: u64) -> Self {
        let shapes = Shape::all(formula, extents, formula.guards.is_empty());
        // Divisions are by what is known of their operands everywhere.
        let steps = Steps::new(formula, &Shape::all(formula, extents, true));
        let array = |numbers: &[u64]| core::array::from_fn(|k| numbers[k] as usize);
        let sum = |extents: &[u64]| extents.iter().fold(0, |sum: u64, &n| sum.saturating_add(n));
        let starts: [usize; R] = core::array::from_fn(|k| sum(&extents[..k]) as usize);
        let entries = sum(extents);
        let count = extents.iter().try_fold(1_u64, |product, &n| product.checked_mul(n)).filter(|&n| n <= ENTRIES);
        // While it stays in the cache, one look into a table of all positions is less than several into larger entries.
        let is_large = count.is_none_or(|count| count > cached);
        let position = &shapes[formula.results[0].place()];
        if formula.guards.is_empty() {
            if position.is_affine {
                let (base, strides) = strides(&steps, extents);
                return Self::Strides { base: base as usize, strides: array(&strides) };
            }
            if (position.is_sum || position.is_xor()) && entries <= ENTRIES / 2 {
                let is_sum = position.is_sum;
                let table = if is_sum { sums_of(&steps, extents) } else { xors_of(&steps, extents) };
                // Steps of a sum are differences of its entries, which 32 bits hold with their sign up to here.
                let narrow = span <= if is_sum { 1 << 31 } else { 1 << 32 };
                let carryless = if is_sum { 0 } else { u32::MAX };
                return if narrow {
                    let axes = Axes::new(table.iter().map(|&p| p as u32).collect(), starts);
                    Self::Axes32 { axes, carryless }
                } else {
                    let axes = Axes::new(table, starts);
                    Self::other(if is_sum { Other::Sum64(axes) } else { Other::Xor64(axes) })
                };
            }
            if is_large {
                if let Some(table) = mixed_tables(formula, extents, &shapes) {
                    return Self::other(Other::Mixed(Axes::new(table, starts)));
                }
                if let Some((axes, table)) = diagonal_tables(formula, extents, &shapes) {
                    if span > 1 << 32 {
                        return Self::other(Other::Diagonal { axes: Axes::new(axes, starts), table: table.into() });
                    }
                    // What a sum wraps to in 32 bits is the position, and so is the place in a table of fewer entries.
                    let axes = axes.iter().map(|entries| entries.map(|entry| entry as u32)).collect();
                    let table = padded(table.iter().map(|&entry| entry as u32).collect());
                    return Self::Diagonal32 { axes: Axes::new(axes, starts), table: table.into() };
                }
            }
        } else if position.is_sum && is_large && entries <= ENTRIES / 4 {
            if let Some((table, mask)) = guarded_tables(formula, &shapes, extents, &steps) {
                return Self::other(Other::Guarded { axes: Axes::new(table, starts), mask });
            }
        }
        match count {
            Some(count) if R > 0 && span <= u64::from(NONE) => {
                let table = full_table(&steps, extents, count);
                match separated(&table, extents) {
                    Some((axes, true)) if span <= 1 << 31 => {
                        Self::Axes32 { axes: Axes::new(axes, starts), carryless: 0 }
                    }
                    Some((axes, false)) => Self::Axes32 { axes: Axes::new(axes, starts), carryless: u32::MAX },
                    _ => Self::Table { table: padded(table).into(), strides: array(&row_major(extents)) },
                }
            }
            _ => Self::other(Other::Steps(steps)),
        }
    }
}

#[inline(always)]
fn affine<const R: usize>(base: usize, strides: &[usize; R], index: [usize; R]) -> usize {
    let mut position = base;
    for k in 0..R {
        position = position.wrapping_add(strides[k].wrapping_mul(index[k]));
    }
    position
}

/// The sum of the entries of an index, or their exclusive or, which is the sum without its carries.
#[inline(always)]
fn combined<const R: usize>(axes: &Axes<u32, R>, carryless: u32, index: [usize; R]) -> usize {
    axes.combine(index, 0, |a, b| a.wrapping_add(b).wrapping_sub((a & b & carryless) << 1)) as usize
}

/// A sum, and the entry of another sum.
#[inline(always)]
fn along_diagonals<const R: usize>(axes: &Axes<[u32; 2], R>, table: &[u32], index: [usize; R]) -> usize {
    let [position, diagonal] = axes.combine(index, [0; 2], |a, b| [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]);
    position.wrapping_add(look_up(table, diagonal as usize, 0)) as usize
}

impl<const R: usize> Other<R> {
    /// The position of an index, and whether it has one.
    // Cold, so that a loop over one of the other forms keeps its values in registers across the call that it never makes.
    #[cold]
    #[inline(never)]
    fn position(&self, index: [usize; R]) -> (usize, bool) {
        match self {
            Self::Sum64(axes) => (axes.combine(index, 0, u64::wrapping_add) as usize, true),
            Self::Xor64(axes) => (axes.combine(index, 0, |a, b| a ^ b) as usize, true),
            Self::Mixed(axes) => {
                let [sum, xor] = axes.combine(index, [0; 2], |a, b| [a[0].wrapping_add(b[0]), a[1] ^ b[1]]);
                (sum.wrapping_add(xor) as usize, true)
            }
            Self::Diagonal { axes, table } => {
                let [position, diagonal] = axes.combine(index, [0; 2], add);
                let entry = table.get(diagonal as usize).copied().unwrap_or(0);
                (position.wrapping_add(entry) as usize, true)
            }
            Self::Guarded { axes, mask } => {
                let [position, lanes] = axes.combine(index, [0; 2], add);
                (position as usize, lanes & mask == 0)
            }
            Self::Steps(steps) => {
                let mut position = 0;
                let exists = steps.run(&index, |_, result| position = result);
                (position, exists)
            }
        }
    }
}

#[inline(always)]
fn add(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}

/// The position of the index of nothing but zeros, and by how much it grows along each axis.
fn strides(steps: &Steps, extents: &[u64]) -> (u64, Vec<u64>) {
    let mut index = vec![0; extents.len()];
    let at = |index: &[usize]| {
        let mut position = 0;
        steps.run(index, |_, result| position = result as u64);
        position
    };
    let base = at(&index);
    let strides = (0..extents.len()).map(|k| {
        index[k] = usize::from(extents[k] > 1);
        let stride = at(&index).wrapping_sub(base);
        index[k] = 0;
        stride
    });
    let strides = strides.collect();
    (base, strides)
}
