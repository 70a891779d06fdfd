//! The functions that take more instructions generated than by hand, each with the reason.

/// The reason for a layout's way on a machine, if it is let to take more.
pub(crate) fn reason(layout: &str, way: &str) -> Option<&'static str> {
    EXCEPTIONS.iter().find(|(name, own_way, _)| (*name, *own_way) == (layout, way)).map(|(.., why)| *why)
}

const CHECKS_FOR_ZERO: &str = "a run-time size is a plain `usize` field that any code of its module may set: on the CPU each \
     division by it is checked for zero, on a GPU its lower half is taken and 1 instead of zero; by hand the sizes are \
     `NonZero`";

/// Layout, way, reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("tile_symbolic", "inv", CHECKS_FOR_ZERO),
    ("grouped_symbolic", "apply", CHECKS_FOR_ZERO),
    ("grouped_symbolic", "inv", CHECKS_FOR_ZERO),
    (
        "morton_1024",
        "apply",
        "by hand both indices move together in one word; the engine moves each by itself for a CPU, because a loop computes \
         once what depends on its outer index alone",
    ),
    (
        "nw_65",
        "inv",
        "on the CPU a square root: `inv` is a `const fn`, in which floating-point numbers may be added and multiplied, but have \
         no root; it is found by a step of Newton's. By hand it is the processor's instruction",
    ),
    (
        "fig9",
        "apply",
        "by hand the first positions of the anti-diagonals, 0, 1, 3, 5, 6, are their numbers and two comparisons; the engine \
         looks for values that change at few places, not for such a distance from another value",
    ),
    ("fig9", "inv", "as in its `apply`"),
];
