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
//!
//! A loop over indices becomes a loop for each form only as long as nothing else in it asks to be taken out of the
//! loop: not a table that might be empty, and not a position that might lie beyond the buffer. So tables are
//! [`LookUp`]s, and every form is known to stay below the span when it is made; what is not is a [`Called`] form, which
//! looks. Choices come in steps, first among five forms, then of one bit: the optimiser makes as many loops as the loop
//! is short, and more at once are too many.

use super::axes::{
    Axes, clipped_sums, diagonal_tables, guarded_tables, mixed_tables, ranked, run_of, small_sums, sums_of, xors_of,
};
use super::called::{Called, Form, affine};
use super::formula::Formula;
use super::shape::Shape;
use super::steps::Steps;
use super::table::{ENTRIES, HOLE, NONE, full_table, row_major, separated};
use crate::look_up::LookUp;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// The most entries of a table of all positions that is preferred to other tables: 1 MiB.
const CACHED: u64 = 1 << 18;

/// The map from an index to its position.
///
/// The numbers of its axes are a `Vec` while it is made, once for all ranks, and an array of the rank where it is used.
///
/// All but the last are written out where they are used, so that loops are made for each of them; the last is a call.
#[derive(Clone, Debug)]
pub(super) enum Forward<A> {
    Strides {
        base: usize,
        strides: A,
        /// Whether the last stride is 1: nothing is multiplied along rows then, which are plain slices to the
        /// optimiser.
        has_rows: bool,
    },
    /// Sums below 2^31, where those from there on are of no position; or exclusive ors.
    Axes {
        axes: Axes<u32, A>,
        is_xor: bool,
    },
    /// By the flat index in row-major order, whose strides these are.
    Table {
        table: LookUp<u32>,
        strides: A,
    },
    /// A sum, and a function of another sum, by its table: `i + j` along anti-diagonals. As a call it takes four times
    /// as long.
    Diagonal {
        axes: Axes<[u32; 2], A>,
        table: LookUp<u32>,
        /// The last position that there is.
        last: u32,
    },
    Other(Arc<Called<A>>),
}

impl<const R: usize> Forward<[usize; R]> {
    /// The position of an index of a map without guards.
    #[inline(always)]
    pub(super) fn position(&self, index: [usize; R]) -> usize {
        match self {
            Self::Strides { base, strides, has_rows } => strided(*base, strides, *has_rows, index),
            Self::Axes { axes, is_xor: true } => xor(axes, index),
            Self::Axes { axes, is_xor: false } => sum(axes, index) as usize,
            Self::Table { table, strides } => table.at(affine(0, strides, index)) as usize,
            Self::Diagonal { axes, table, last } => along_diagonals(axes, table, *last, index),
            // A copy, which the optimiser makes in this branch: the call takes it by address.
            Self::Other(other) => other.position(index.map(|i| i)).0,
        }
    }

    /// The position of an index, if there is one.
    #[inline(always)]
    pub(super) fn option(&self, index: [usize; R]) -> Option<usize> {
        match self {
            Self::Strides { base, strides, has_rows } => Some(strided(*base, strides, *has_rows, index)),
            Self::Axes { axes, is_xor: true } => Some(xor(axes, index)),
            Self::Axes { axes, is_xor: false } => {
                Some(sum(axes, index)).filter(|&p| p < HOLE.into()).map(|p| p as usize)
            }
            Self::Table { table, strides } => {
                Some(table.at(affine(0, strides, index))).filter(|&p| p != NONE).map(|p| p as usize)
            }
            Self::Diagonal { axes, table, last } => Some(along_diagonals(axes, table, *last, index)),
            Self::Other(other) => {
                let (position, exists) = other.position(index.map(|i| i));
                exists.then_some(position)
            }
        }
    }

    /// Whether strides show that no two indices share a position and that all positions are below the span.
    ///
    /// By growing strides: if each is more than all steps along the axes before it can make up together, positions
    /// differ as numbers in a mixed radix do.
    pub(super) fn is_injective(&self, dims: &[usize; R], span: usize) -> bool {
        let (base, strides) = match self {
            Self::Strides { base, strides, .. } => (base, strides),
            Self::Other(other) => match &other.form {
                Form::Strides { base, strides } => (base, strides),
                _ => return false,
            },
            _ => return false,
        };
        are_injective(*base, strides, dims, span)
    }
}

impl<A> Forward<A> {
    /// The form's name.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Strides { .. } => "strides",
            Self::Axes { .. } => "axis tables",
            Self::Table { .. } => "table",
            Self::Diagonal { .. } => "diagonal tables",
            Self::Other(other) => other.form.name(),
        }
    }

    /// Whether an index without a position is known to exist or not to: a table knows, guards do not.
    pub(super) fn is_total(&self) -> Option<bool> {
        match self {
            Self::Axes { axes, is_xor: false } => Some(!axes.table.entries().contains(&HOLE)),
            Self::Table { table, .. } => Some(!table.entries().contains(&NONE)),
            Self::Other(other) if matches!(other.form, Form::Guarded { .. } | Form::Steps(_)) => None,
            _ => Some(true),
        }
    }
}

impl Forward<Vec<usize>> {
    /// The same for a rank that the compiler knows.
    pub(super) fn ranked<const R: usize>(self) -> Forward<[usize; R]> {
        match self {
            Self::Strides { base, strides, has_rows } => Forward::Strides { base, strides: ranked(&strides), has_rows },
            Self::Axes { axes, is_xor } => Forward::Axes { axes: axes.ranked(), is_xor },
            Self::Table { table, strides } => Forward::Table { table, strides: ranked(&strides) },
            Self::Diagonal { axes, table, last } => Forward::Diagonal { axes: axes.ranked(), table, last },
            Self::Other(other) => {
                let Called { form, span } = Arc::unwrap_or_clone(other);
                Forward::Other(Arc::new(Called { form: form.ranked(), span }))
            }
        }
    }

    /// Along an axis, the length of the runs in which the position grows by the same step, and that step, as far as the
    /// form shows them.
    pub(super) fn run(&self, axis: usize, extent: usize) -> Option<(usize, isize)> {
        match self {
            Self::Strides { strides, .. } => Some((extent, strides[axis] as isize)),
            Self::Axes { axes, is_xor: false } => run_of(axes.along(axis, extent), |a, b| {
                let is_hole = a == HOLE || b == HOLE;
                (!is_hole).then(|| (i64::from(b) - i64::from(a)) as isize)
            }),
            Self::Other(other) => match &other.form {
                Form::Strides { strides, .. } => Some((extent, strides[axis] as isize)),
                Form::Sums(axes) => {
                    run_of(axes.along(axis, extent), |a, b| isize::try_from(b.wrapping_sub(a) as i64).ok())
                }
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
        let called = |form| Self::Other(Arc::new(Called { form, span: span as usize }));
        let indices = |numbers: &[u64]| numbers.iter().map(|&number| number as usize).collect::<Vec<_>>();
        let entries = extents.iter().fold(0, |sum: u64, &n| sum.saturating_add(n));
        let count = extents.iter().try_fold(1_u64, |product, &n| product.checked_mul(n)).filter(|&n| n <= ENTRIES);
        // While it stays in the cache, one look into a table of all positions is less than several into larger entries.
        let is_large = count.is_none_or(|count| count > cached);
        let position = &shapes[formula.results[0].place()];
        let axes = |table, is_xor| Self::Axes { axes: Axes::new(table, extents), is_xor };
        let sums = |table| Some(axes(small_sums(table, extents, span)?, false));
        if formula.guards.is_empty() {
            if position.is_affine {
                let (base, strides) = strides(&steps, extents);
                let (base, strides) = (base as usize, indices(&strides));
                let has_rows = strides.last() == Some(&1);
                if stay_inside(base, &strides, extents, span) && (has_rows || are_narrow(&strides, extents)) {
                    return Self::Strides { base, strides, has_rows };
                }
                // Of few indices there are tables.
                if count.is_none() {
                    return called(Form::Strides { base, strides });
                }
            }
            if (position.is_sum || position.is_xor()) && entries <= ENTRIES / 2 {
                if position.is_sum {
                    let table = sums_of(&steps, extents);
                    let signed = table.iter().map(|&entry| Some(entry as i64)).collect();
                    return sums(signed).unwrap_or_else(|| called(Form::Sums(Axes::new(table, extents))));
                }
                let table = xors_of(&steps, extents);
                // No bit that an entry has not.
                if table.iter().fold(0, |all, entry| all | entry) < span.min(1 << 32) {
                    return axes(table.iter().map(|&p| p as u32).collect(), true);
                } else if count.is_none() {
                    return called(Form::Xors(Axes::new(table, extents)));
                }
            } else if is_large {
                if let Some(table) = mixed_tables(formula, extents, &shapes) {
                    return called(Form::Mixed(Axes::new(table, extents)));
                }
                if let Some((axes, table)) = diagonal_tables(formula, extents, &shapes) {
                    if span == 0 || span > 1 << 32 {
                        return called(Form::Diagonal { axes: Axes::new(axes, extents), table: table.into() });
                    }
                    // What a sum wraps to in 32 bits is the position, and so is the place in a table of fewer entries.
                    let axes = axes.iter().map(|entries| entries.map(|entry| entry as u32)).collect();
                    let table = LookUp::new(table.iter().map(|&entry| entry as u32).collect());
                    return Self::Diagonal { axes: Axes::new(axes, extents), table, last: (span - 1) as u32 };
                }
            }
        } else if position.is_sum && entries <= ENTRIES / 4 {
            if let Some(form) = clipped_sums(formula, &shapes, extents, &steps).and_then(sums) {
                return form;
            }
            if is_large {
                if let Some((table, mask)) = guarded_tables(formula, &shapes, extents, &steps) {
                    return called(Form::Guarded { axes: Axes::new(table, extents), mask });
                }
            }
        }
        let Some(count) = count.filter(|_| !extents.is_empty() && span <= u64::from(NONE)) else {
            return called(Form::Steps(steps));
        };
        let table = full_table(&steps, extents, count);
        if table.iter().any(|&position| position != NONE && u64::from(position) >= span) {
            return called(Form::Steps(steps));
        }
        match separated(&table, extents) {
            Some((table, false)) => return axes(table, true),
            Some((table, true)) => {
                let signed = table.iter().map(|&entry| Some(i64::from(entry as i32))).collect();
                if let Some(form) = sums(signed) {
                    return form;
                }
            }
            None => {}
        }
        Self::Table { table: LookUp::new(table), strides: indices(&row_major(extents)) }
    }
}

/// Whether no two indices inside of dims share a position by these strides, and all are below the span.
fn are_injective(base: usize, strides: &[usize], dims: &[usize], span: usize) -> bool {
    let mut axes: Vec<(i128, i128)> = strides
        .iter()
        .zip(dims)
        .map(|(&stride, &extent)| (stride as isize as i128, extent as i128 - 1))
        .filter(|&(_, steps)| steps > 0)
        .collect();
    axes.sort_unstable_by_key(|(stride, _)| stride.abs());
    let mut reach = 0_i128;
    for (stride, steps) in axes {
        if stride.abs() <= reach {
            return false;
        }
        reach = reach.saturating_add(stride.abs().saturating_mul(steps));
    }
    let extents: Vec<u64> = dims.iter().map(|&extent| extent as u64).collect();
    stay_inside(base, strides, &extents, span as u64)
}

/// Whether all positions that strides give inside some extents are below the span.
fn stay_inside(base: usize, strides: &[usize], extents: &[u64], span: u64) -> bool {
    let mut ends = [base as i128; 2];
    for (&stride, &extent) in strides.iter().zip(extents) {
        let stride = stride as isize as i128;
        let end = &mut ends[usize::from(stride > 0)];
        *end = end.saturating_add(stride.saturating_mul(i128::from(extent) - 1));
    }
    ends[0] >= 0 && ends[1] < i128::from(span)
}

/// Whether all strides but the first are natural numbers of 32 bits, and the indices on their axes too.
fn are_narrow(strides: &[usize], extents: &[u64]) -> bool {
    strides.iter().zip(extents).skip(1).all(|(&stride, &extent)| (stride as u64 | (extent - 1)) >> 32 == 0)
}

/// A number and a multiple of each component.
///
/// Processors without AVX-512 multiply numbers of 32 bits in vectors and no longer ones. Along the first axis nothing
/// is cut short, so that the optimiser makes a loop for a stride of 1 there.
#[inline(always)]
fn strided<const R: usize>(base: usize, strides: &[usize; R], has_rows: bool, index: [usize; R]) -> usize {
    let short = |number: usize| number as u32 as usize;
    let mut position = base;
    if has_rows {
        for k in 0..R {
            position = position.wrapping_add(if k + 1 == R { index[k] } else { strides[k].wrapping_mul(index[k]) });
        }
    } else {
        for k in 0..R {
            let (stride, place) = (strides[k], index[k]);
            let step = if k == 0 { stride.wrapping_mul(place) } else { short(stride).wrapping_mul(short(place)) };
            position = position.wrapping_add(step);
        }
    }
    position
}

#[inline(always)]
fn xor<const R: usize>(axes: &Axes<u32, [usize; R]>, index: [usize; R]) -> usize {
    axes.combine(index, 0, |a, b| a ^ b) as usize
}

/// The sum of the entries of an index, which 64 bits hold whatever the rank.
#[inline(always)]
fn sum<const R: usize>(axes: &Axes<u32, [usize; R]>, index: [usize; R]) -> u64 {
    axes.combine(index, 0, |sum: u64, entry| sum.wrapping_add(entry.into()))
}

/// A sum, and the entry of another sum.
#[inline(always)]
fn along_diagonals<const R: usize>(
    axes: &Axes<[u32; 2], [usize; R]>,
    table: &LookUp<u32>,
    last: u32,
    index: [usize; R],
) -> usize {
    let add = |a: [u32; 2], b: [u32; 2]| [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])];
    let [position, diagonal] = axes.combine(index, [0; 2], add);
    position.wrapping_add(table.at(diagonal as usize)).min(last) as usize
}

/// The position of the index of nothing but zeros, and by how much it grows along each axis.
fn strides(steps: &Steps, extents: &[u64]) -> (u64, Vec<u64>) {
    let mut index = vec![0; extents.len()];
    let at = |index: &[usize]| steps.position(index).0 as u64;
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
