//! Room for what grows with a number that the user typed.

use crate::report::failure::{Complaint, Failure};

/// An empty list with room for so many entries.
///
/// # Errors
/// [`Failure::Limit`] where there is no memory for them.
pub(crate) fn room<T>(count: u64) -> Result<Vec<T>, Failure> {
    let mut list = Vec::new();
    if usize::try_from(count).is_ok_and(|count| list.try_reserve_exact(count).is_ok()) {
        return Ok(list);
    }
    Err(Failure::Limit(Complaint::new(format!(
        "not decided (limit): there is no memory for a list of {count} entries"
    ))))
}

#[cfg(test)]
mod tests {
    use super::room;
    use crate::report::failure::Failure;

    #[test]
    fn a_list_that_no_memory_holds_is_an_error() {
        assert!(room::<u8>(1000).is_ok_and(|list| list.capacity() >= 1000 && list.is_empty()));
        for count in [u64::MAX, 1 << 62] {
            assert!(matches!(room::<u64>(count), Err(Failure::Limit(_))));
        }
    }
}
