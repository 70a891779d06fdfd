//! The rules of simplification: each one's name, its law and the condition under which it holds.
//!
//! This list is the one place where a rule is stated. The code that applies it stands in the module of its group; a
//! derivation names it ([`Step`](super::Step)); a test checks each law on every small value, and `cargo xtask prove` proves
//! it for all. In a law, letters are integers and the operations are those of the expressions: `/`, `%` and the bit
//! operations have a value for operands that are not below zero and a divisor above zero. The law says: where the condition
//! holds and the left side has a value, the right side has the same one. Several laws of one rule, and several conditions,
//! are separated by `;`.

/// A rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it is called.
    pub name: &'static str,
    /// What equals what.
    pub law: &'static str,
    /// What has to be proved before it is applied; empty where nothing has.
    pub condition: &'static str,
}

macro_rules! rules {
    ($($(#[$group:meta])* $id:ident = $name:literal: $law:literal $(if $condition:literal)?;)*) => {
        $(
            $(#[$group])*
            pub(crate) static $id: Rule =
                Rule { name: $name, law: $law, condition: concat!($($condition)?) };
        )*

        /// Every rule.
        ///
        #[doc = include_str!("rules.md")]
        pub static RULES: &[&Rule] = &[$(&$id),*];
    };
}

rules! {
    // Quotients and remainders: `divide`.
    EQUAL_PARTS = "number by itself": "x / x = 1; x % x = 0";
    BELOW = "below the divisor": "x / d = 0; x % d = x" if "x < d";
    MULTIPLE = "multiple taken out": "(d*q + r) / d = q + r / d; (d*q + r) % d = r % d" if "0 <= r";
    MULTIPLE_FROM_ABOVE = "multiple taken out from above": "(d*q + r) / d = q - 1; (d*q + r) % d = r + d"
        if "0 - d <= r; r < 0";
    COMMON_PART = "common part": "(g*u + s) / (g*e) = u / e; (g*u + s) % (g*e) = g*(u % e) + s" if "0 <= s; s < g";
    FROM_THE_END = "counted from the end":
        "(d*k - 1 - y) / d = k - 1 - y / d; (d*k - 1 - y) % d = d - 1 - y % d" if "0 <= y";
    QUOTIENT_OF_QUOTIENT = "quotient of a quotient": "x / a / d = x / (a*d)";
    HIGHEST_DIGIT = "highest digit": "(x / a) % b = x / a" if "x < a*b";
    REMAINDER_INSIDE = "remainder inside a remainder": "(c*(x % (d*m)) + y) % d = (c*x + y) % d" if "0 <= c*x + y";
    DIGITS_OF_REMAINDER = "digits of a remainder": "(x % (d*m)) / d = (x / d) % m; (x % (d*m)) % d = x % d";

    // Putting digits together: `digits`.
    DIGITS_JOINED = "digits joined": "c*(x % d) + c*d*(x / d) = c*x";
    HIGHER_DIGIT_JOINED = "digits joined below a higher one": "c*(x % d) + c*d*((x / d) % b) = c*(x % (d*b))";
    DIGIT_FOUND = "remainder found": "c*x - c*d*(x / d) = c*(x % d)";

    // Bits: `bits`.
    SHIFT = "shift": "x << k = x * (1 << k); x >> k = x / (1 << k)";
    MASK = "mask": "x & ((1 << k) - 1) = x % (1 << k)";
    EQUAL_BITS = "bits of equals": "x ^ x = 0; x & x = x; x | x = x";
    NO_BITS = "bits of zero": "x ^ 0 = x; x | 0 = x; x & 0 = 0";
    DISTINCT_BITS = "no common bit": "x ^ y = x + y; x | y = x + y; x & y = 0" if "x % (1 << k) = 0; y < (1 << k)";
    BITS_APART = "bits taken apart":
        "(x ^ y) / (1 << k) = (x / (1 << k)) ^ (y / (1 << k)); (x ^ y) % (1 << k) = (x % (1 << k)) ^ (y % (1 << k)); (x & y) / (1 << k) = (x / (1 << k)) & (y / (1 << k)); (x & y) % (1 << k) = (x % (1 << k)) & (y % (1 << k)); (x | y) / (1 << k) = (x / (1 << k)) | (y / (1 << k)); (x | y) % (1 << k) = (x % (1 << k)) | (y % (1 << k))";

    BITS_MASKED = "bits masked": "((x / (1 << k)) % (1 << n)) * (1 << k) = x & (((1 << n) - 1) << k)";
    BITS_MOVED = "bits moved on": "(x - y) + (1 << k)*y = x + ((1 << k) - 1)*y";
    BITS_MOVED_UP = "bits moved up over a copy": "(x & m) + ((x & n) << k) = (x | (x << k)) & (m | (n << k))"
        if "(x << k) & m = 0; x & (n << k) = 0";
    BITS_MOVED_DOWN = "bits moved down over a copy": "(x & m) + ((x & n) >> k) = (x | (x >> k)) & (m | (n >> k))"
        if "(x >> k) & m = 0; x & (n >> k) = 0";

    RIGHT_LIMITED = "shift to the right limited": "x >> k = (if k < t { x >> k } else { 0 })" if "x < 1 << t";
    LEFT_LIMITED = "shift to the left limited": "x << k = (if k < t { x << k } else { 0 })" if "x << k < 1 << t";

    // Comparisons, choices and minima: `choice`.
    COMPARISON_SETTLED = "comparison settled":
        "(x < y) = 1; (y <= x) = 0; (x <= y - 1) = 1; (y - 1 < x) = 0; (x == y) = 0; (x != y) = 1; (x == x) = 1; (x != x) = 0"
        if "0 <= y - x - 1";
    COMPARISON_REDUCED = "comparison divided":
        "(c*x < c*y) = (x < y); (c*x <= c*y) = (x <= y); (c*x == c*y) = (x == y); (c*x != c*y) = (x != y)" if "0 < c";
    CHOICE_SETTLED = "choice of the same": "(if c < d { x } else { x }) = x";
    EXTREME_SETTLED = "minimum settled": "min(x, y) = x; max(x, y) = y" if "x <= y";

    // Facts: `normal`.
    EXACT_PART = "exact part": "m = d*(m / d)" if "m % d = 0";

    // Forms: `lower`.
    WRITTEN_OUT = "remainder written out": "x % d = x - d*(x / d)";
    EXCHANGED = "remainder before quotient": "(x / a) % b = (x % (a*b)) / a";
    REMAINDER_OF_REMAINDER = "remainder of a remainder": "x % d = (x % (d*m)) % d" if "0 < m";
    TWO_STEPS = "quotient in two steps": "x / (a*b) = x / a / b" if "0 < a";
    FACTORED = "common factor": "c*x + c*y = c*(x + y)";
    ONCE = "divided once": "x / d = (if x < d { 0 } else { 1 }); x % d = (if x < d { x } else { x - d })" if "x < d + d";
    COMPLETED = "difference completed": "x - y = max(x, y) - y" if "y <= x";
}
