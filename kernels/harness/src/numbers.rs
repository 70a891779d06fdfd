//! Numbers for checks: random ones, and how far a result may be from the right one.

use crate::Failure;
use half::f16;
use random::Random;

/// A number that checks can make and compare.
pub trait Number: Copy {
    /// Its name in a benchmark's rows.
    const NAME: &'static str;
    /// Half of the distance between 1 and the next number: what one rounding may add, relative to a result.
    const ROUNDING: f64;

    /// The nearest one.
    fn of(value: f64) -> Self;

    /// Exactly.
    fn value(self) -> f64;
}

impl Number for f32 {
    const NAME: &'static str = "float32";
    const ROUNDING: f64 = 1.0 / (1_u64 << 24) as f64;

    fn of(value: f64) -> Self {
        value as f32
    }

    fn value(self) -> f64 {
        f64::from(self)
    }
}

impl Number for f16 {
    const NAME: &'static str = "float16";
    const ROUNDING: f64 = 1.0 / (1_u64 << 11) as f64;

    fn of(value: f64) -> Self {
        f16::from_f64(value)
    }

    fn value(self) -> f64 {
        self.to_f64()
    }
}

/// So many numbers from -1 to 1.
pub fn random<T: Number>(random: &mut Random, count: usize) -> Vec<T> {
    (0..count).map(|_| T::of(random.unit().into())).collect()
}

/// So many numbers from -1 to 1, the same each time, which repeat after `period` of them.
pub fn repeating<T: Number>(count: usize, period: usize) -> Vec<T> {
    let number = |i: usize| T::of(((i * 40503) >> 3 & 1023) as f64 / 512.0 - 1.0);
    let some: Vec<T> = (0..period.min(count)).map(number).collect();
    some.iter().copied().cycle().take(count).collect()
}

/// Compares what a kernel found with the right values: each may be off by the tolerance that goes with it.
///
/// # Errors
/// The first number that is farther off.
pub fn near<T: Number>(what: &str, found: &[T], right: impl IntoIterator<Item = (f64, f64)>) -> Result<(), Failure> {
    let mut right = right.into_iter();
    for (i, found) in found.iter().enumerate() {
        let (value, tolerance) =
            right.next().ok_or_else(|| Failure::Wrong(format!("{what}: {i} numbers would have been right")))?;
        // Not the other way round: what is no number is near nothing.
        let is_near = (found.value() - value).abs() <= tolerance;
        if !is_near {
            let found = found.value();
            return Err(Failure::Wrong(format!("{what}: number {i} is {found} and not {value} within {tolerance:e}")));
        }
    }
    Ok(())
}
