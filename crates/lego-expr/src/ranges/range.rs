//! Intervals of integers, in which values are known to lie.

/// An end at this distance from zero, or beyond, stands for "no bound".
const FAR: i128 = 1 << 120;

/// A value is at least `low` and at most `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub low: i128,
    /// The largest value.
    pub high: i128,
}

impl Range {
    /// All natural numbers.
    pub const NATURAL: Self = Self { low: 0, high: FAR };
    /// All integers.
    pub const ANY: Self = Self { low: -FAR, high: FAR };

    /// The interval from `low` to `high`.
    #[must_use]
    pub fn new(low: i128, high: i128) -> Self {
        // Arithmetic on an end that stands for "no bound" can bring it nearer to zero; it still means that.
        let snapped = |end: i128| if end >= FAR / 2 { FAR } else { end.max(-FAR) };
        let low = if low <= -FAR / 2 { -FAR } else { snapped(low) };
        let high = if high <= -FAR / 2 { -FAR } else { snapped(high) };
        Self { low, high }
    }

    /// One number.
    #[must_use]
    pub fn exactly(value: i128) -> Self {
        Self::new(value, value)
    }

    /// The value, if there is only one.
    #[must_use]
    pub fn number(self) -> Option<i128> {
        (self.low == self.high && -FAR < self.low && self.low < FAR).then_some(self.low)
    }

    /// Whether every value is below every one of the other.
    #[must_use]
    pub fn is_below(self, other: Self) -> bool {
        -FAR < self.high && self.high < other.low && other.low < FAR
    }

    /// Whether no value is above one of the other.
    #[must_use]
    pub fn is_at_most(self, other: Self) -> bool {
        -FAR < self.high && self.high <= other.low && other.low < FAR
    }

    /// Whether there is a largest value.
    #[must_use]
    pub fn is_bounded(self) -> bool {
        self.high < FAR
    }

    /// The sums of values of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let low = if self.low <= -FAR || other.low <= -FAR { -FAR } else { self.low + other.low };
        let high = if self.high >= FAR || other.high >= FAR { FAR } else { self.high + other.high };
        Self::new(low, high)
    }

    /// The differences of values of both.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(Self::new(-other.high, -other.low))
    }

    /// The products of values of both.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let corners = [
            self.low.saturating_mul(other.low),
            self.low.saturating_mul(other.high),
            self.high.saturating_mul(other.low),
            self.high.saturating_mul(other.high),
        ];
        let least = corners.iter().min().copied().unwrap_or(-FAR);
        let most = corners.iter().max().copied().unwrap_or(FAR);
        Self::new(least, most)
    }

    /// The values of either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The values that both allow; `self` where they allow none, which only happens where there is no value.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let both = Self::new(self.low.max(other.low), self.high.min(other.high));
        if both.low <= both.high { both } else { self }
    }

    /// The least number of the form 2^k - 1 that is not below any value.
    #[must_use]
    pub fn all_ones(self) -> i128 {
        if !self.is_bounded() || self.high < 0 {
            return FAR;
        }
        let bits = 128 - self.high.leading_zeros();
        if bits >= 120 { FAR } else { (1 << bits) - 1 }
    }
}
