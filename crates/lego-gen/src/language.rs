//! What every language does: it names what is not to be had, and writes the file of a layout.

use crate::error::Error;
use crate::unit::{Reserved, Unit};

/// A language that files are written in.
pub(crate) trait Language: Sync {
    /// Names that are not to be had.
    fn reserved(&self) -> Reserved;

    /// The file of a layout.
    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error>;
}

/// What a language wrote.
pub(crate) struct Written {
    pub(crate) text: String,
    /// The operations of both directions.
    pub(crate) operations: [usize; 2],
}
