//! The scores of matches, mismatches and gaps, and the numbers that stand for letters.

/// The scores of the three things that a column of an alignment can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scoring {
    /// Two equal letters.
    pub(crate) hit: i32,
    /// Two different letters.
    pub(crate) miss: i32,
    /// A letter beside nothing; a gap of `k` letters costs `k` times this.
    pub(crate) gap: i32,
}

impl Scoring {
    /// The score of a column with two letters, without a branch: which of the two it is cannot be predicted.
    #[inline(always)]
    pub(crate) fn pair(self, equal: bool) -> i32 {
        std::hint::select_unpredictable(equal, self.hit, self.miss)
    }

    /// The largest of the three scores, regardless of signs.
    pub(crate) fn largest(self) -> u32 {
        self.hit.unsigned_abs().max(self.miss.unsigned_abs()).max(self.gap.unsigned_abs())
    }
}

/// The number of a letter in the kernels, which only ask whether two numbers are equal.
///
/// `A`, `C`, `G` and `T` (or `U`) match themselves. An ambiguous letter matches nothing, not even itself: so it has one
/// number in the first sequence and another in the second.
pub(crate) fn code(letter: u8, second: bool) -> i32 {
    match letter {
        b'A' => 0,
        b'C' => 1,
        b'G' => 2,
        b'T' | b'U' => 3,
        _ => 4 + i32::from(second),
    }
}

/// The number that fills the last block of a sequence up, where there are no letters; it matches nothing.
pub(crate) fn filler(second: bool) -> i32 {
    6 + i32::from(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_unambiguous_letters_match() {
        for x in *b"ACGTUNRYSWKMBDHV" {
            for y in *b"ACGTUNRYSWKMBDHV" {
                let plain = |letter: u8| match letter {
                    b'U' => Some(b'T'),
                    b'A' | b'C' | b'G' | b'T' => Some(letter),
                    _ => None,
                };
                let equal = plain(x).is_some() && plain(x) == plain(y);
                assert_eq!(code(x, false) == code(y, true), equal, "{} {}", x as char, y as char);
            }
            assert_ne!(code(x, false), filler(true));
            assert_ne!(filler(false), code(x, true));
        }
        assert_ne!(filler(false), filler(true));
    }

    #[test]
    fn a_pair_scores_as_said() {
        let scoring = Scoring { hit: 5, miss: -4, gap: -7 };
        assert_eq!([scoring.pair(true), scoring.pair(false), scoring.largest() as i32], [5, -4, 7]);
    }
}
