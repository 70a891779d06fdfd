//! Where the generated function takes more instructions than the one by hand, and why.

/// The reason for a layout's way on a machine, if it is let to take more.
pub(crate) fn reason(layout: &str, way: &str) -> Option<&'static str> {
    EXCEPTIONS.iter().find(|(name, own_way, _)| (*name, *own_way) == (layout, way)).map(|(.., why)| *why)
}

const CHECKS_FOR_ZERO: &str = "a run-time size is a plain field that any code of its module may set, so each division by it is \
     checked for zero; by hand the sizes are `NonZero`";

const BOTH_WIDTHS: &str = "as with tile_symbolic; in PTX the code stands there twice, in 32 bits and, for sizes whose \
     intermediate values need more, in 64, and one of the two runs; by hand it is known that 32 will do";

/// Layout, way, reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("tile_symbolic", "inv", CHECKS_FOR_ZERO),
    ("grouped_symbolic", "apply", BOTH_WIDTHS),
    ("grouped_symbolic", "inv", BOTH_WIDTHS),
    (
        "skew_33",
        "inv",
        "the column is (p - p/33) % 33; the engine writes p % 33 + 33 - p/33, less 33 where it is not below, or keeps the \
         division on a GPU; by hand the sum is p + 33 - 34·(p/33), but the engine writes out no remainder in what it compares",
    ),
    (
        "nw_65",
        "inv",
        "a square root: `inv` is a `const fn` without the standard library, where Rust has none but that of integers, a loop; \
         by hand it is the processor's instruction",
    ),
    (
        "fig9",
        "apply",
        "by hand the sum t·(t+1)/2 of an anti-diagonal's number is two comparisons, as t is below 5; the engine knows no form \
         that enumerates the values of a term",
    ),
    ("fig9", "inv", "as in its `apply`: a square root of a number below 50 is two comparisons by hand"),
];
