//! The right operand of a product as numbers, which all lanes of a warp multiply by: read once, and again where memory
//! has changed.

use super::shared::Shared;
use crate::device::matrix::Kind;
use crate::device::wgmma::{K_BYTES, OperandLayout};

/// Where a right operand lies, and after how many writes of the memory it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// The place in the memory where it begins.
    pub(super) first: u32,
    pub(super) layout: OperandLayout,
    pub(super) columns: u32,
    pub(super) kind: Kind,
}

/// The operand that was read last.
#[derive(Debug, Default)]
pub(super) struct RightOperand {
    source: Option<(Source, u64)>,
    /// Those of a column side by side.
    elements: Vec<f64>,
}

impl RightOperand {
    /// The elements of each column, of which `value` makes numbers.
    pub(super) fn columns(
        &mut self,
        source: Source,
        shared: &Shared,
        value: fn(u16) -> f64,
    ) -> std::slice::ChunksExact<'_, f64> {
        let Source { first, layout, columns, .. } = source;
        // Of elements of two bytes half as many.
        let count = K_BYTES / layout.element;
        let read = Some((source, shared.writes()));
        if self.source != read {
            self.source = read;
            self.elements.clear();
            for column in 0..columns {
                let place = |k| layout.swizzle.apply(first + layout.offset([column, k])) as usize;
                self.elements.extend((0..count).map(|k| value(shared.half(place(k)))));
            }
        }
        self.elements.chunks_exact(count as usize)
    }
}
