//! What the command says: results, errors with their place, how far it is; and files.

pub(crate) mod failure;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod room;
pub(crate) mod whole_file;
