//! How sizes and tests are printed: as one expression each, which must not become too long.

use crate::error::Error;
use lego_expr::{Id, Knowledge, Range, Stop};
use lego_lang::compile::unwritable;

/// Nothing has a name: every value is written where it is used.
pub(crate) struct Nameless<'k>(pub(crate) &'k dyn Knowledge);

impl Knowledge for Nameless<'_> {
    fn range(&self, id: Id) -> Range {
        self.0.range(id)
    }

    fn may_hoist(&self, _: Id) -> bool {
        false
    }
}

/// The error of a text that would be far longer than there are operations.
pub(crate) fn too_long(_: Stop) -> Error {
    Error::new(unwritable().to_string())
}
