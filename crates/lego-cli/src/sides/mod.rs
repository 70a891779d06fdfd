//! Layouts of any systems beside each other: compared, and one written in the notation of another.

pub(crate) mod compare;
pub(crate) mod converted;
