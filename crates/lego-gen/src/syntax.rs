//! How a language writes what stands for a placeholder of a template: what differs from C.

use lego_expr::{Abilities, Choices, Op, Shifts};

/// How a language writes what stands for a placeholder.
pub(crate) struct Syntax {
    /// What slices are.
    pub(crate) slices: Slices,
    /// What the variables of slices begin with, which have no name in the template. Names of variables are written as
    /// they are: there is no sign before them.
    pub(crate) letter: &'static str,
    /// What its expressions can be made of.
    pub(crate) abilities: Abilities,
    /// What is always true.
    pub(crate) truth: &'static str,
    /// What opens and closes an index.
    pub(crate) brackets: [&'static str; 2],
    /// A choice, from its condition and its values. It binds like a name.
    pub(crate) choice: fn(&str, &str, &str) -> String,
    /// Operators and functions that are neither infix as in C, nor `min` and `max`.
    pub(crate) binary: fn(Op, &str, &str) -> Option<String>,
    /// Conjunction, disjunction and exclusive disjunction of truths.
    pub(crate) truths: [&'static str; 3],
    /// The signs for equal and not equal.
    pub(crate) equal: [&'static str; 2],
    /// The integer square root.
    pub(crate) root: Root,
    /// True if reading past the end of a list is an error.
    pub(crate) refuses_places: bool,
    /// True if numbers are exact below 2^53 only, and bit operations have 32 bits.
    pub(crate) is_double: bool,
    /// True if a remainder by a power of two is better written as a mask.
    pub(crate) masks: bool,
    /// The values of a slice: a range of the language.
    pub(crate) range: fn(&Along) -> String,
    /// The head of a loop.
    pub(crate) head: fn(&Along) -> String,
    /// The heads of several loops together, where that can be written.
    pub(crate) heads: Option<fn(&[String]) -> String>,
    /// The list of all values over some slices, the last the fastest.
    pub(crate) list: fn(&Self, &str, &[Along]) -> String,
}

/// What a slice is in a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slices {
    /// An array of numbers of a module, which broadcasts.
    Ranges(&'static str),
    /// A variable of a loop that stands around the placeholder.
    Loops,
    /// The placeholder is the list of all values, over a variable for each slice.
    Lists,
    /// The same, where each variable counts from 0 to a length.
    Lengths,
}

/// A square root, from its argument.
pub(crate) enum Root {
    Exact(fn(&str) -> String),
    /// By floating point, exact below 2^52.
    Rounded(fn(&str) -> String),
}

/// A slice as texts.
pub(crate) struct Along {
    /// Its variable.
    pub(crate) name: String,
    /// Where it begins and ends: one past the last.
    pub(crate) low: String,
    pub(crate) high: String,
    /// The same as operands.
    pub(crate) operands: [String; 2],
    /// The last index.
    pub(crate) last: String,
    /// The number of indices.
    pub(crate) length: String,
}

impl Along {
    /// Python's range.
    pub(crate) fn python(&self) -> String {
        match self.low.as_str() {
            "0" => format!("range({})", self.high),
            low => format!("range({low}, {})", self.high),
        }
    }
}

impl Syntax {
    /// C, which has no minimum, and no word for what is true without a header.
    pub(crate) const C: Self = Self {
        slices: Slices::Loops,
        letter: "i",
        abilities: Abilities {
            look_up: false,
            min_max: false,
            merges: false,
            shifts: Shifts::BelowWidth,
            ..Abilities::ALL
        },
        truth: "1",
        brackets: ["{", "}"],
        choice: |truth, then, otherwise| format!("({truth} ? {then} : {otherwise})"),
        binary: |_, _, _| None,
        truths: ["&&", "||", "!="],
        equal: ["==", "!="],
        root: Root::Rounded(|argument| format!("((long long)sqrt((double)({argument})))")),
        refuses_places: false,
        is_double: false,
        masks: true,
        range: Along::python,
        head: |Along { name, low, operands: [_, high], .. }| {
            format!("for (int {name} = {low}; {name} < {high}; ++{name})")
        },
        heads: Some(|heads| heads.join(" ")),
        list: |_, value, _| value.to_owned(),
    };

    /// A relative of C with a minimum and a maximum.
    pub(crate) const LIKE_C: Self =
        Self { abilities: Abilities { min_max: true, ..Self::C.abilities }, truth: "true", ..Self::C };

    /// A language of shaders, without roots of integers.
    pub(crate) const SHADER: Self =
        Self { abilities: Abilities { isqrt: false, ..Self::LIKE_C.abilities }, ..Self::LIKE_C };

    /// Python.
    pub(crate) const PYTHON: Self = Self {
        slices: Slices::Lists,
        abilities: Abilities { merges: false, ..Abilities::ALL },
        truth: "True",
        brackets: ["(", ")"],
        choice: |truth, then, otherwise| format!("({then} if {truth} else {otherwise})"),
        binary: |op, left, right| (op == Op::Div).then(|| format!("{left} // {right}")),
        truths: ["and", "or", "!="],
        root: Root::Exact(|argument| format!("math.isqrt({argument})")),
        refuses_places: true,
        masks: false,
        head: |slice| format!("for {} in {}:", slice.name, slice.python()),
        heads: None,
        list: |_, value, slices| {
            let list = |inner, slice: &Along| format!("[{inner} for {} in {}]", slice.name, slice.python());
            slices.iter().rev().fold(value.to_owned(), list)
        },
        ..Self::C
    };

    /// Arrays of a module of Python's: everything is computed, and chosen from.
    pub(crate) const ARRAYS: Self = Self {
        abilities: Abilities {
            look_up: false,
            merges: false,
            shifts: Shifts::BelowWidth,
            choices: Choices::Eager,
            ..Abilities::ALL
        },
        truths: ["&", "|", "!="],
        refuses_places: false,
        ..Self::PYTHON
    };
}

/// The functions of a module of Python's: of choices, and of operators.
macro_rules! array_functions {
    ($module:literal) => {
        $crate::syntax::Syntax {
            slices: $crate::syntax::Slices::Ranges($module),
            choice: |truth, then, otherwise| format!(concat!($module, ".where({}, {}, {})"), truth, then, otherwise),
            binary: |op, left, right| match op {
                lego_expr::Op::Div => Some(format!("{left} // {right}")),
                lego_expr::Op::Min | lego_expr::Op::Max => {
                    Some(format!(concat!($module, ".{}imum({}, {})"), op.sign(), left, right))
                }
                _ => None,
            },
            ..$crate::syntax::Syntax::ARRAYS
        }
    };
}
pub(crate) use array_functions;
