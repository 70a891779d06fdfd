//! That a [`Split`](super::Split) names as many axes as its layout has, in words that say which one is missing.

use lego_core::check::Message;

/// That as many axes are named as a layout has.
///
/// # Panics
/// If not, at compile time.
#[track_caller]
pub const fn check_ranks([named, rank]: [usize; 2]) {
    if named == rank {
        return;
    }
    let words = Message::new().text("the layout of this `Split` has ").number(rank as u128);
    let words = words.text(if rank == 1 { " axis, and " } else { " axes, and " }).number(named as u128);
    let words = words.text(if named == 1 { " is named: " } else { " are named: " });
    let words = if named < rank {
        let words = words.text("axis ").number(named as u128);
        words.text(", counted from 0, is missing: a coordinate of the machine (`BlockX`, `ThreadX`, …) or `Register`")
    } else {
        let words = words.number((named - rank) as u128);
        words.text(if named == rank + 1 { " is too many" } else { " are too many" })
    };
    panic!("{}", words.as_str());
}

#[cfg(test)]
mod tests {
    use super::check_ranks;

    #[test]
    fn axes_are_as_many_as_those_of_the_layout() {
        for rank in 1..=32 {
            check_ranks([rank, rank]);
        }
        let words =
            |ranks| *std::panic::catch_unwind(move || check_ranks(ranks)).unwrap_err().downcast::<String>().unwrap();
        let missing = words([2, 3]);
        let expected = "the layout of this `Split` has 3 axes, and 2 are named: axis 2, counted from 0, is missing";
        assert!(missing.starts_with(expected), "{missing}");
        assert!(words([1, 32]).contains("has 32 axes, and 1 is named: axis 1, counted"));
        assert!(words([2, 1]).ends_with("has 1 axis, and 2 are named: 1 is too many"));
        assert!(words([12, 10]).ends_with("2 are too many"));
    }
}
