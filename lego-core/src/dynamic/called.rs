//! Forms that are a call for each index: those of large maps, and of maps that have no better one.

use super::axes::{Axes, ranked};
use super::steps::Steps;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A map in such a form, and the span that its positions are kept in.
#[derive(Clone, Debug)]
pub(super) struct Called<A> {
    pub(super) form: Form<A>,
    pub(super) span: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Form<A> {
    Strides {
        base: usize,
        strides: A,
    },
    Sums(Axes<u64, A>),
    Xors(Axes<u64, A>),
    /// A sum and an exclusive or, to be added.
    Mixed(Axes<[u64; 2], A>),
    /// A sum, and a function of another sum, by its table.
    Diagonal {
        axes: Axes<[u64; 2], A>,
        table: Arc<[u64]>,
    },
    /// Positions, and lanes of which one reaches its highest bit where a guard fails.
    Guarded {
        axes: Axes<[u64; 2], A>,
        mask: u64,
    },
    Steps(Steps),
}

impl<const R: usize> Called<[usize; R]> {
    /// The position of an index, and whether it has one; a position is below the span, whatever the form says.
    // Cold, so that a loop over one of the other forms keeps its values in registers across the call that it never makes.
    #[cold]
    #[inline(never)]
    pub(super) fn position(&self, index: [usize; R]) -> (usize, bool) {
        let (position, exists) = self.form.position(index);
        (position.min(self.span.saturating_sub(1)), exists && position < self.span)
    }
}

impl Form<Vec<usize>> {
    /// The same for a rank that the compiler knows.
    pub(super) fn ranked<const R: usize>(self) -> Form<[usize; R]> {
        match self {
            Self::Strides { base, strides } => Form::Strides { base, strides: ranked(&strides) },
            Self::Sums(axes) => Form::Sums(axes.ranked()),
            Self::Xors(axes) => Form::Xors(axes.ranked()),
            Self::Mixed(axes) => Form::Mixed(axes.ranked()),
            Self::Diagonal { axes, table } => Form::Diagonal { axes: axes.ranked(), table },
            Self::Guarded { axes, mask } => Form::Guarded { axes: axes.ranked(), mask },
            Self::Steps(steps) => Form::Steps(steps),
        }
    }
}

impl<const R: usize> Form<[usize; R]> {
    #[inline]
    fn position(&self, index: [usize; R]) -> (usize, bool) {
        match self {
            Self::Strides { base, strides } => (affine(*base, strides, index), true),
            Self::Sums(axes) => (axes.combine(index, 0, u64::wrapping_add) as usize, true),
            Self::Xors(axes) => (axes.combine(index, 0, |a, b| a ^ b) as usize, true),
            Self::Mixed(axes) => {
                let [sum, xor] = axes.combine(index, [0; 2], |a: [u64; 2], b| [a[0].wrapping_add(b[0]), a[1] ^ b[1]]);
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
            Self::Steps(steps) => steps.position(&index),
        }
    }
}

impl<A> Form<A> {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Strides { .. } => "strides",
            Self::Guarded { .. } => "guarded axis tables",
            Self::Steps(_) => "steps",
            Self::Sums(_) | Self::Xors(_) | Self::Mixed(_) => "axis tables",
            Self::Diagonal { .. } => "diagonal tables",
        }
    }
}

#[inline(always)]
fn add(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}

/// A number and a multiple of each component.
#[inline(always)]
pub(super) fn affine<const R: usize>(base: usize, strides: &[usize; R], index: [usize; R]) -> usize {
    let mut position = base;
    for k in 0..R {
        position = position.wrapping_add(strides[k].wrapping_mul(index[k]));
    }
    position
}
