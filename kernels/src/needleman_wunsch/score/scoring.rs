//! What an alignment counts: pairs of letters, and gaps.

use core::fmt;

/// What a pair of letters and a gap count. A letter is the last five bits of a byte: `A` and `a` are 1, `Z` is 26.
///
/// Law: the score of an alignment is the sum over its pairs, less the cost of a gap for each letter that has no partner.
///
/// ```
/// use lego_kernels::needleman_wunsch::Scoring;
/// let scoring = Scoring::matches(1, -1, 2)?;
/// assert_eq!((scoring.pair(b'A', b'a'), scoring.pair(b'A', b'C'), scoring.gap()), (1, -1, 2));
/// // A pair that gains more than 127 over two gaps has no place in the kernel's bytes.
/// assert!(Scoring::matches(100, -1, 14).is_err());
/// # Ok::<(), lego_kernels::needleman_wunsch::ScoringError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    pairs: [[i32; 32]; 32],
    gap: i32,
}

impl Scoring {
    /// Equal letters count one number, others another; a gap costs `gap`.
    ///
    /// # Errors
    /// As [`matrix`](Self::matrix).
    pub fn matches(equal: i32, different: i32, gap: i32) -> Result<Self, ScoringError> {
        Self::matrix(core::array::from_fn(|a| core::array::from_fn(|b| if a == b { equal } else { different })), gap)
    }

    /// `pairs[a][b]` is what letter a of the first sequence counts with letter b of the second; a gap costs `gap`.
    ///
    /// # Errors
    /// [`ScoringError`] if a gap costs less than 0, or a pair counts more than `127 - 2·gap`.
    pub fn matrix(pairs: [[i32; 32]; 32], gap: i32) -> Result<Self, ScoringError> {
        if gap < 0 {
            return Err(ScoringError::Gap { gap });
        }
        let most = 127 - 2 * i64::from(gap);
        for (first, row) in pairs.iter().enumerate() {
            if let Some(second) = row.iter().position(|&score| i64::from(score) > most) {
                return Err(ScoringError::Pair { letters: [first, second], score: row[second], gap });
            }
        }
        Ok(Self { pairs, gap })
    }

    /// What two letters count.
    pub fn pair(&self, first: u8, second: u8) -> i32 {
        self.pairs[usize::from(first & 31)][usize::from(second & 31)]
    }

    /// What a gap costs.
    pub fn gap(&self) -> i32 {
        self.gap
    }

    /// What each pair gains over two gaps; 0 where it gains nothing.
    pub(super) fn gains(&self) -> [u8; 1024] {
        let gain = |score: i32| (i64::from(score) + 2 * i64::from(self.gap)).clamp(0, 127) as u8;
        core::array::from_fn(|at| gain(self.pairs[at / 32][at % 32]))
    }
}

/// Scores that the kernel has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoringError {
    /// A gap costs less than nothing.
    Gap {
        /// What it costs.
        gap: i32,
    },
    /// A pair counts more than `127 - 2·gap`.
    Pair {
        /// The letters.
        letters: [usize; 2],
        /// What they count.
        score: i32,
        /// What a gap costs.
        gap: i32,
    },
}

impl fmt::Display for ScoringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Gap { gap } => write!(f, "a gap costs {gap}: give its cost as a number from 0 on"),
            Self::Pair { letters: [a, b], score, gap } => {
                let most = 127 - 2 * i64::from(gap);
                write!(
                    f,
                    "letters {a} and {b} count {score}: with a gap that costs {gap}, at most {most} (127 - 2·gap)"
                )
            }
        }
    }
}

impl core::error::Error for ScoringError {}

#[cfg(test)]
mod tests {
    use super::{Scoring, ScoringError};

    #[test]
    fn gains_are_bytes_whatever_the_scores_are() {
        let mut pairs = [[i32::MIN; 32]; 32];
        pairs[3][4] = 107;
        pairs[4][3] = -20;
        pairs[5][5] = -19;
        let gains = Scoring::matrix(pairs, 10).unwrap().gains();
        assert_eq!((gains[3 * 32 + 4], gains[4 * 32 + 3], gains[5 * 32 + 5], gains[0]), (127, 0, 1, 0));
        pairs[31][0] = 108;
        let error = Scoring::matrix(pairs, 10).unwrap_err();
        assert_eq!(error, ScoringError::Pair { letters: [31, 0], score: 108, gap: 10 });
        assert_eq!(
            error.to_string(),
            "letters 31 and 0 count 108: with a gap that costs 10, at most 107 (127 - 2·gap)"
        );
        assert!(Scoring::matches(0, 0, -1).is_err());
        assert!(Scoring::matches(i32::MAX, i32::MAX, i32::MAX).is_err());
        assert_eq!(Scoring::matches(i32::MIN, i32::MIN, 1000).unwrap().gains(), [0; 1024]);
        // Two gaps cost more than any number of 32 bits: every pair gains too much.
        assert!(Scoring::matches(i32::MIN, i32::MIN, i32::MAX).is_err());
    }
}
