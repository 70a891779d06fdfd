//! What the languages of shaders that look like C do otherwise than C.

use crate::unit::Integer;
use crate::width::Width;

/// What differs between C and the languages of shaders that look like it.
pub(super) struct Habits {
    /// Whether 64 bits are there too where an index has 32.
    pub(super) has_wider: bool,
    /// Whether a type can be given a name.
    pub(super) has_typedef: bool,
    /// How a function says that an array of the caller's is written: `$type`, `$name` and `$rank` stand for its parts.
    pub(super) output: &'static str,
    /// Whether what a function does not write of such an array has no value for the caller, who had one before.
    pub(super) clears: bool,
    /// Whether a local constant may have a value that is known at run time only.
    pub(super) has_locals: bool,
    /// Whether both values of `c ? a : b` may be computed, so that functions have to end for arguments that are never used.
    pub(super) is_eager: bool,
    /// What stands before the names of the language's own minimum and maximum, if it has them.
    min_max: Option<&'static str>,
    /// Whether compilers warn of parameters that do not occur, and are told not to.
    pub(super) says_unused: bool,
    /// Whether the values of an array are the arguments of its type.
    pub(super) constructs: bool,
    /// Names that begin like one of these belong to the language.
    pub(super) prefixes: &'static [&'static str],
    /// What no name may have anywhere.
    pub(super) never: Option<&'static str>,
}

impl Habits {
    /// C, and what adds words to it only.
    pub(super) const OF_C: Self = Self {
        has_wider: true,
        has_typedef: true,
        output: "$type $name[$rank]",
        clears: false,
        has_locals: true,
        is_eager: false,
        min_max: None,
        says_unused: true,
        constructs: false,
        prefixes: &["LEGO_", "INT", "UINT"],
        never: None,
    };

    /// An integer type of 32 bits and no name for it; arrays are copied back to the caller.
    pub(super) const OF_GLSL: Self = Self {
        has_wider: false,
        has_typedef: false,
        output: "out $type $name[$rank]",
        clears: true,
        has_locals: false,
        min_max: Some(""),
        says_unused: false,
        constructs: true,
        prefixes: &["gl_", "GL_"],
        never: Some("__"),
        ..Self::OF_C
    };

    /// 32 bits, or 64 from shader model 6 on; arrays are copied back to the caller, and all of their values have to be written.
    pub(super) const OF_HLSL: Self = Self {
        has_wider: false,
        output: "out $type $name[$rank]",
        clears: true,
        is_eager: true,
        min_max: Some(""),
        says_unused: false,
        ..Self::OF_C
    };

    /// C++14 whose references say where it is that they point to.
    pub(super) const OF_METAL: Self =
        Self { output: "thread $type (&$name)[$rank]", min_max: Some("metal::"), ..Self::OF_C };

    /// What stands before the names of the language's own minimum and maximum. Those of 64 bits are not to be had with a number,
    /// which has 32.
    pub(super) fn min_max(&self, bits: u32) -> Option<&'static str> {
        self.min_max.filter(|_| bits == 32)
    }

    /// What stands before the type of a local constant.
    pub(super) fn local(&self) -> &'static str {
        if self.has_locals { "const " } else { "" }
    }

    /// The types in which maps are computed.
    pub(super) fn types(&self, width: Width) -> &'static [Integer] {
        match width {
            Width::Bits32 if !self.has_wider => &[Integer::Index],
            _ => Integer::of(width),
        }
    }

    /// An array that a function writes, as a parameter.
    pub(super) fn output(&self, type_name: &str, name: &str, rank: &str) -> String {
        self.output.replace("$type", type_name).replace("$name", name).replace("$rank", rank)
    }
}
