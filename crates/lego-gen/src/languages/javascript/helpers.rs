//! The functions that a file has for what JavaScript has not.

/// By bits from the highest.
pub(super) const ISQRT: &str = "\
/** The integer square root of x, which is not below zero. */
function $own_isqrt(x$of)$of {
  let r = $zero, b = $one;
  while (b <= x / $four) b *= $four;
  while (b > $zero) {
    if (x >= r + b) {
      x -= r + b;
      r = $half_r + b;
    } else {
      r = $half_r;
    }
    b = $quarter_b;
  }
  return r;
}
";

pub(super) const MIN: &str = "\
function $own_min(x$of, b$of)$of {
  return x < b ? x : b;
}
";

pub(super) const MAX: &str = "\
function $own_max(x$of, b$of)$of {
  return x > b ? x : b;
}
";

pub(super) const GCD: &str = "\
/** The greatest common divisor of x and b, which are not below zero. */
function $own_gcd(x$of, b$of)$of {
  while (b > $zero) [x, b] = [b, x % b];
  return x;
}
";
