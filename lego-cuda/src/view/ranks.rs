//! That a [`Split`](super::Split) names as many axes as its layout has, in words that say which one is missing.

/// That as many axes are named as a layout has.
///
/// # Panics
/// If not, at compile time.
pub(crate) const fn check_ranks([named, rank]: [usize; 2]) {
    if named == rank {
        return;
    }
    let mut words = Words { bytes: [0; 200], len: 0 };
    words.add("the layout of this `Split` has ");
    words.count(rank);
    words.add(if rank == 1 { " axis, and " } else { " axes, and " });
    words.count(named);
    words.add(if named == 1 { " is named: " } else { " are named: " });
    if named < rank {
        words.add("axis ");
        words.count(named);
        words.add(", counted from 0, is missing: a coordinate of the machine (`BlockX`, `ThreadX`, …) or `Register`");
    } else {
        words.count(named - rank);
        words.add(if named == rank + 1 { " is too many" } else { " are too many" });
    }
    let (words, _) = words.bytes.split_at(words.len);
    match core::str::from_utf8(words) {
        Ok(words) => panic!("{}", words),
        Err(_) => panic!("the axes of a `Split` are those of its layout"),
    }
}

/// A text that is put together at compile time.
struct Words {
    bytes: [u8; 200],
    len: usize,
}

impl Words {
    const fn add(&mut self, text: &str) {
        let (text, mut i) = (text.as_bytes(), 0);
        while i < text.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
    }

    /// A number below 100.
    const fn count(&mut self, number: usize) {
        if number >= 10 {
            self.bytes[self.len] = b'0' + (number / 10 % 10) as u8;
            self.len += 1;
        }
        self.bytes[self.len] = b'0' + (number % 10) as u8;
        self.len += 1;
    }
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
