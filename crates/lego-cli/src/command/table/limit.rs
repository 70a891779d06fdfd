//! How long a table is at most.

use crate::report::failure::{Complaint, Failure};

/// A larger table is of no use, and might fill the memory of whoever reads it.
const MOST: u64 = 1 << 22;

/// Whether a number of indices or positions is one that is shown.
///
/// # Errors
/// What is too much, made to an error with its place.
pub(super) fn few(what: &str, number: u64, no_limit: bool, fault: impl Fn(String) -> Complaint) -> Result<(), Failure> {
    if number <= MOST || no_limit {
        return Ok(());
    }
    Err(Failure::Limit(fault(format!(
        "not decided (limit): the layout has {number} {what}; a table shows at most {MOST}. For all of them: --no-limit"
    ))))
}
