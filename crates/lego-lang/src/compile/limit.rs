//! The limit of what is built for a layout, so that every text ends.

use crate::diagnostic::Diagnostic;
use crate::text_range::TextRange;
use lego_core::LayoutError;
use lego_expr::Arena;

/// The most nodes of what the algebra writes for a layout: of both maps, and of its sizes.
pub const MOST_NODES: usize = 1 << 14;

/// The error of a layout whose expressions would be far longer written than there are operations in them.
#[must_use]
pub fn unwritable() -> LayoutError {
    LayoutError::TooComplex { what: "what would be written".into(), most: MOST_NODES as u128 }
}

/// What is built of at most [`MOST_NODES`] nodes.
pub(super) fn within_limit<T>(
    arena: &Arena,
    range: TextRange,
    build: impl FnOnce() -> T,
) -> Result<T, Vec<Diagnostic>> {
    arena.build_within(MOST_NODES, build).ok_or_else(|| {
        let error = LayoutError::TooComplex { what: "the layout".into(), most: MOST_NODES as u128 };
        vec![Diagnostic { error, range }]
    })
}
