//! What Z3 is told about products on the way to a law.
//!
//! Nonlinear arithmetic over all integers is undecidable, and what Z3 finds there by search depends on its version and on
//! luck. So a law is proved by linear arithmetic alone, which is decided: a product of letters is one unknown number, as in
//! school, and what has to be known about such numbers are instances of three lemmas, named in [`WAYS`]. An instance is true
//! of all integers: a useless one does no harm, and none makes a wrong law pass.

/// Claims about all integers for which the conditions hold.
pub(crate) struct Lemma {
    pub(crate) letters: &'static str,
    pub(crate) conditions: &'static str,
    pub(crate) claims: &'static str,
    pub(crate) way: &'static [Use],
}

/// A lemma used, with terms for its letters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Use {
    /// [`PRODUCT`] of two terms.
    Product(&'static str, &'static str),
    /// [`EQUALS`]: the first times either of the other two.
    Equals(&'static str, &'static str, &'static str),
    /// [`UNIQUE`]: a dividend and a divisor have this quotient and this remainder.
    Division([&'static str; 2], &'static str, &'static str),
}

use Use::{Division, Equals, Product};

/// The product of natural numbers is one.
pub(crate) const PRODUCT: Lemma = Lemma { letters: "ab", conditions: "0 <= a; 0 <= b", claims: "0 <= a*b", way: &[] };

/// Products of equals are equal.
pub(crate) const EQUALS: Lemma = Lemma { letters: "cab", conditions: "a = b", claims: "c*a = c*b", way: &[] };

/// Quotient and remainder are determined.
pub(crate) const UNIQUE: Lemma = Lemma {
    letters: "dpqrs",
    conditions: "d*p + r = d*q + s; 0 <= r; r < d; 0 <= s; s < d",
    claims: "p = q; r = s",
    way: &[Product("d", "p - q - 1"), Product("d", "q - p - 1")],
};

impl Use {
    /// The lemma, and the terms for its letters.
    pub(crate) fn instance(self) -> (&'static Lemma, Vec<String>) {
        match self {
            Product(a, b) => (&PRODUCT, vec![a.into(), b.into()]),
            Equals(c, a, b) => (&EQUALS, vec![c.into(), a.into(), b.into()]),
            Division([x, d], quotient, remainder) => {
                let (own_quotient, own_remainder) = (format!("({x}) / ({d})"), format!("({x}) % ({d})"));
                (&UNIQUE, vec![d.into(), own_quotient, quotient.into(), own_remainder, remainder.into()])
            }
        }
    }
}

/// The instances that lead to laws, which stand here as the rules write them.
pub(crate) const WAYS: &[(&str, &[Use])] = &[
    ("x / x = 1", &[Division(["x", "x"], "1", "0")]),
    ("x % x = 0", &[Division(["x", "x"], "1", "0")]),
    ("x / d = 0", &[Division(["x", "d"], "0", "x")]),
    ("x % d = x", &[Division(["x", "d"], "0", "x")]),
    ("(d*q + r) / d = q + r / d", &[Division(["d*q + r", "d"], "q + r / d", "r % d")]),
    ("(d*q + r) % d = r % d", &[Division(["d*q + r", "d"], "q + r / d", "r % d")]),
    ("(d*q + r) / d = q - 1", &[Division(["d*q + r", "d"], "q - 1", "r + d")]),
    ("(d*q + r) % d = r + d", &[Division(["d*q + r", "d"], "q - 1", "r + d")]),
    ("(g*u + s) / (g*e) = u / e", COMMON_PART),
    ("(g*u + s) % (g*e) = g*(u % e) + s", COMMON_PART),
    ("(d*k - 1 - y) / d = k - 1 - y / d", &[Division(["d*k - 1 - y", "d"], "k - 1 - y / d", "d - 1 - y % d")]),
    ("(d*k - 1 - y) % d = d - 1 - y % d", &[Division(["d*k - 1 - y", "d"], "k - 1 - y / d", "d - 1 - y % d")]),
    (
        "x / a / d = x / (a*d)",
        &[
            // The divisor is positive.
            Product("a - 1", "d - 1"),
            Equals("a", "x / a", "d*(x / a / d) + x / a % d"),
            // The remainder is below the divisor.
            Product("a", "x / a % d"),
            Product("a", "d - 1 - x / a % d"),
            Division(["x", "a*d"], "x / a / d", "a*(x / a % d) + x % a"),
        ],
    ),
    (
        "x / (a*b) = x / a / b",
        &[
            Product("a", "0 - b"),
            Equals("a", "x / a", "b*(x / a / b) + x / a % b"),
            Product("a", "x / a % b"),
            Product("a", "b - 1 - x / a % b"),
            Division(["x", "a*b"], "x / a / b", "a*(x / a % b) + x % a"),
        ],
    ),
    ("(x / a) % b = x / a", &[Product("a", "x / a - b"), Division(["x / a", "b"], "0", "x / a")]),
    (
        "(x % (d*m)) / d = (x / d) % m",
        &[
            Product("d", "0 - m"),
            Division(["x", "d"], "m*(x / (d*m)) + (x % (d*m)) / d", "(x % (d*m)) % d"),
            // The digit is below m.
            Product("d", "(x % (d*m)) / d - m"),
            Division(["x / d", "m"], "x / (d*m)", "(x % (d*m)) / d"),
        ],
    ),
    ("(x % (d*m)) % d = x % d", &[Division(["x", "d"], "m*(x / (d*m)) + (x % (d*m)) / d", "(x % (d*m)) % d")]),
    ("c*(x % d) + c*d*(x / d) = c*x", &[Equals("c", "x", "d*(x / d) + x % d")]),
    ("c*x - c*d*(x / d) = c*(x % d)", &[Equals("c", "x", "d*(x / d) + x % d")]),
    (
        "c*(x % d) + c*d*((x / d) % b) = c*(x % (d*b))",
        &[
            Product("d - 1", "b - 1"),
            Equals("d", "x / d", "b*(x / d / b) + x / d % b"),
            Product("d", "x / d % b"),
            Product("d", "b - 1 - x / d % b"),
            Division(["x", "d*b"], "x / d / b", "d*(x / d % b) + x % d"),
            Equals("c", "x % (d*b)", "d*(x / d % b) + x % d"),
        ],
    ),
    (
        "(c*(x % (d*m)) + y) % d = (c*x + y) % d",
        &[
            Equals("c", "x", "d*m*(x / (d*m)) + x % (d*m)"),
            Division(["c*x + y", "d"], "c*m*(x / (d*m)) + (c*(x % (d*m)) + y) / d", "(c*(x % (d*m)) + y) % d"),
        ],
    ),
    ("(c*x < c*y) = (x < y)", COMPARED),
    ("(c*x <= c*y) = (x <= y)", COMPARED),
    ("(c*x == c*y) = (x == y)", COMPARED),
    ("(c*x != c*y) = (x != y)", COMPARED),
    (
        "(x / a) % b = (x % (a*b)) / a",
        &[
            Product("a - 1", "b - 1"),
            Division(["x", "a"], "b*(x / (a*b)) + (x % (a*b)) / a", "(x % (a*b)) % a"),
            Product("a", "(x % (a*b)) / a - b"),
            Division(["x / a", "b"], "x / (a*b)", "(x % (a*b)) / a"),
        ],
    ),
    (
        "x % d = (x % (d*m)) % d",
        &[Product("d - 1", "m - 1"), Division(["x", "d"], "m*(x / (d*m)) + (x % (d*m)) / d", "(x % (d*m)) % d")],
    ),
];

const COMMON_PART: &[Use] = &[
    // The right side has a value: 0 < e and 0 <= u.
    Product("g", "0 - e"),
    Product("g", "0 - 1 - u"),
    Equals("g", "u", "e*(u / e) + u % e"),
    Product("g", "u % e"),
    Product("g", "e - 1 - u % e"),
    Division(["g*u + s", "g*e"], "u / e", "g*(u % e) + s"),
];

const COMPARED: &[Use] = &[Product("c", "y - x - 1"), Product("c", "x - y - 1"), Equals("c", "x", "y")];
