//! The points at which a program is compared, and the number that it makes of what it finds there.

/// What answers are counted by: small enough for every language's integers.
pub const MODULUS: u64 = 1_000_003;

/// Points 0..count of a range of numbers, spread over it: point k is `k * step + k * 7 % step`.
///
/// Law: all points of a range that has at most as many as are looked at; otherwise different ones of it.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    pub count: u64,
    pub step: u64,
}

impl Points {
    pub fn of(total: u64) -> Self {
        let most = std::env::var("LEGO_POINTS").ok().and_then(|most| most.parse().ok()).unwrap_or(1 << 12);
        let count = total.min(most);
        Self { count, step: total.checked_div(count).unwrap_or(1) }
    }

    pub fn all(self) -> impl Iterator<Item = u64> {
        (0..self.count).map(move |k| k * self.step + k * 7 % self.step)
    }
}

/// A number that depends on every answer and on their order.
#[derive(Clone, Copy, Debug)]
pub struct Digest {
    pub value: u64,
    /// By what a digest before these answers has to be multiplied.
    factor: u64,
}

impl Default for Digest {
    fn default() -> Self {
        Self { value: 0, factor: 1 }
    }
}

impl Digest {
    /// Takes an answer, `None` as -1.
    pub fn take(&mut self, answer: Option<u64>) {
        let answer = answer.map_or(1, |answer| answer % MODULUS + 2);
        self.value = (self.value * 31 + answer) % MODULUS;
        self.factor = self.factor * 31 % MODULUS;
    }

    /// The digest of these answers and then those of another.
    pub fn followed_by(self, other: Self) -> Self {
        let value = (self.value * other.factor + other.value) % MODULUS;
        Self { value, factor: self.factor * other.factor % MODULUS }
    }
}
