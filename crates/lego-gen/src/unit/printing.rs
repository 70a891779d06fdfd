//! What is said of sizes and maps whose text would become too long.

use crate::error::Error;
use lego_expr::Stop;
use lego_lang::compile::unwritable;

/// The error of a text that would be far longer than there are operations.
pub(crate) fn too_long(_: Stop) -> Error {
    Error::new(unwritable().to_string())
}
