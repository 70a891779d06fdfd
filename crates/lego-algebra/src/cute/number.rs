//! Arithmetic that says where 64 bits end, for functions that run at compile time too.

use super::Error;

/// What `?` does, in a `const fn`.
macro_rules! ok {
    ($value:expr) => {
        match $value {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}
pub(crate) use ok;

/// The product, or that it does not fit.
pub(crate) const fn times(a: i64, b: i64) -> Result<i64, Error> {
    match a.checked_mul(b) {
        Some(product) => Ok(product),
        None => Err(Error::Overflow),
    }
}

/// The sum, or that it does not fit.
pub(crate) const fn plus(a: i64, b: i64) -> Result<i64, Error> {
    match a.checked_add(b) {
        Some(sum) => Ok(sum),
        None => Err(Error::Overflow),
    }
}

/// How many groups of `b` it takes to cover `a`; for positive numbers.
pub(crate) const fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + (a % b != 0) as i64
}

/// The smaller number.
pub(crate) const fn min(a: i64, b: i64) -> i64 {
    if a < b { a } else { b }
}
