//! What tells the languages that are written like C from each other.

use super::super::shader_words;
use super::habits::Habits;
use super::words;
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Facts;
use crate::syntax::{Along, Root, Slices, Syntax};
use crate::unit::Unit;
use crate::width::Width;

/// A language that is written like C.
pub(crate) struct Flavour {
    pub(super) facts: Facts,
    pub(super) words: &'static [&'static [&'static str]],
    /// The first lines behind the guard of the file.
    pub(super) before: &'static [&'static str],
    /// The types of 32 and 64 bits with a sign, and that of 64 without.
    pub(super) integers: [&'static str; 3],
    /// What stands before a function.
    pub(super) function: &'static str,
    /// What stands before a constant array.
    pub(super) constants: &'static str,
    /// How a function says that it takes nothing.
    pub(super) nothing: &'static str,
    /// How a function is given another.
    pub(super) visitors: Visitors,
    /// Whether the file has a layout policy of `mdspan`.
    pub(super) has_policy: bool,
    /// What it does otherwise than C.
    pub(super) habits: Habits,
}

/// How a function is given another, which it calls for every element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visitors {
    /// As a parameter of any type that can be called.
    Callables,
    /// As a pointer to a function, with a context.
    Pointers,
    /// Not at all: a macro stands before a statement.
    Macros,
}

/// Templates of C++20, whose lists are views.
const CPP_SYNTAX: Syntax = Syntax {
    slices: Slices::Lists,
    truth: "true",
    range: |slice| format!("std::views::iota({}, {})", slice.low, slice.high),
    list: |syntax, value, slices| {
        let view = |inner, slice: &Along| {
            let range = (syntax.range)(slice);
            format!("({range} | std::views::transform([=](auto {}) {{ return {inner}; }}))", slice.name)
        };
        slices.iter().rev().fold(value.to_owned(), view)
    },
    ..Syntax::C
};

const OPENCL_SYNTAX: Syntax = Syntax {
    truth: "1",
    root: Root::Rounded(|argument| format!("((long)sqrt((double)({argument})))")),
    ..Syntax::LIKE_C
};

pub(crate) const C: Flavour = Flavour {
    facts: Facts::new(["c", "C", "a compiler for C99 or C11"], &["h", "c"]).with(&Syntax::C),
    words: &[words::C],
    before: &["#include <stdbool.h>", "#include <stdint.h>"],
    integers: ["int32_t", "int64_t", "uint64_t"],
    function: "static inline",
    constants: "static const",
    nothing: "void",
    visitors: Visitors::Pointers,
    has_policy: false,
    habits: Habits::OF_C,
};

pub(crate) const CPP: Flavour = Flavour {
    facts: Facts {
        extras: &Extra::ALL,
        ..Facts::new(["cpp", "C++", "a compiler for C++17"], &["hpp", "cpp", "cc", "cxx", "hh", "hxx"])
            .with(&CPP_SYNTAX)
    },
    words: &[words::CPP],
    before: &["#include <cstdint>"],
    integers: ["std::int32_t", "std::int64_t", "std::uint64_t"],
    function: "constexpr",
    constants: "inline constexpr",
    nothing: "",
    visitors: Visitors::Callables,
    has_policy: false,
    habits: Habits::OF_C,
};

/// Functions are for the device too where nvcc compiles them, and plain C++ elsewhere.
/// C++ with a layout policy, which `mdspan` takes from C++23 on, and its implementations for C++17.
pub(crate) const MDSPAN: Flavour = Flavour {
    facts: Facts {
        extras: &Extra::ALL,
        ..Facts::new(
            ["mdspan", "C++ mdspan", "a compiler for C++23, or for C++17 with an implementation of mdspan"],
            &["hpp"],
        )
        .with(&CPP_SYNTAX)
    },
    has_policy: true,
    ..CPP
};

pub(crate) const CUDA: Flavour = Flavour {
    facts: Facts {
        extras: &Extra::ALL,
        ..Facts::new(["cuda", "CUDA C++", "nvcc, or any compiler for C++17 for the host alone"], &["cuh", "cu"])
            .with(&Syntax::LIKE_C)
    },
    words: &[words::CPP, words::CUDA],
    before: &[
        "#include <cstdint>",
        "",
        "#ifdef __CUDACC__",
        "#define LEGO_HOST_DEVICE __host__ __device__",
        "#else",
        "#define LEGO_HOST_DEVICE",
        "#endif",
        "#ifdef __CUDA_ARCH__",
        "#define LEGO_CONSTANT static __device__",
        "#else",
        "#define LEGO_CONSTANT static",
        "#endif",
    ],
    integers: ["std::int32_t", "std::int64_t", "std::uint64_t"],
    function: "LEGO_HOST_DEVICE constexpr",
    constants: "LEGO_CONSTANT constexpr",
    nothing: "",
    visitors: Visitors::Callables,
    has_policy: false,
    habits: Habits::OF_C,
};

pub(crate) const OPENCL: Flavour = Flavour {
    facts: Facts::new(["opencl", "OpenCL C", "a compiler for OpenCL C 1.2 or later"], &["cl"]).with(&OPENCL_SYNTAX),
    words: &[words::OPENCL],
    before: &[],
    integers: ["int", "long", "ulong"],
    function: "static inline",
    constants: "__constant",
    nothing: "void",
    visitors: Visitors::Macros,
    has_policy: false,
    habits: Habits::OF_C,
};

/// Integers of shaders for phones may have 16 bits where nobody asks for more.
pub(crate) const GLSL: Flavour = Flavour {
    facts: Facts {
        widths: &[Width::Bits32],
        ..Facts::new(["glsl", "GLSL", "a compiler for GLSL 4.50 or GLSL ES 3.10"], &["glsl", "comp", "vert", "frag"])
            .with(&Syntax::SHADER)
    },
    words: &[shader_words::GLSL],
    before: &["precision highp int;"],
    integers: ["int", "", ""],
    function: "",
    constants: "const",
    nothing: "",
    visitors: Visitors::Macros,
    has_policy: false,
    habits: Habits::OF_GLSL,
};

pub(crate) const HLSL: Flavour = Flavour {
    facts: Facts {
        widths: &[Width::Bits32, Width::Bits64],
        ..Facts::new(["hlsl", "HLSL", "a compiler for HLSL of shader model 5, or 6 with --width 64"], &["hlsl"])
            .with(&Syntax::SHADER)
    },
    words: &[shader_words::HLSL],
    before: &[],
    integers: ["int", "int64_t", "uint64_t"],
    function: "",
    constants: "static const",
    nothing: "",
    visitors: Visitors::Macros,
    has_policy: false,
    habits: Habits::OF_HLSL,
};

pub(crate) const METAL: Flavour = Flavour {
    facts: Facts::new(["metal", "Metal", "a compiler for the Metal shading language 2.3 or later"], &["metal"])
        .with(&Syntax::SHADER),
    words: &[shader_words::METAL],
    before: &["#include <metal_stdlib>"],
    integers: ["int", "long", "ulong"],
    function: "static inline",
    constants: "static constexpr constant",
    nothing: "",
    visitors: Visitors::Macros,
    has_policy: false,
    habits: Habits::OF_METAL,
};

impl Flavour {
    /// The type of indices.
    pub(super) fn index_type(&self, width: Width) -> &'static str {
        match width {
            Width::Bits32 => self.integers[0],
            Width::Bits64 => self.integers[1],
        }
    }

    /// Whether names are such as the language allows, beside its words.
    ///
    /// # Errors
    /// A name with something in it that belongs to the language.
    pub(super) fn names(&self, unit: &Unit<'_>) -> Result<(), Error> {
        let Some(never) = self.habits.never else { return Ok(()) };
        let title = self.facts.title;
        let name = unit.own("");
        // Constants and macros have the name in capitals.
        let is_kept = |prefix: &&str| name.starts_with(prefix) || unit.constant("").starts_with(prefix);
        if name.contains(never) || self.habits.prefixes.iter().any(is_kept) {
            let message =
                format!("--name {}: {title} keeps {name}… for itself: choose another name", unit.request.name);
            return Err(Error::new(message));
        }
        match unit.names.sizes.iter().find(|(_, name)| name.contains(never)) {
            Some((size, _)) => {
                let instead = format!("give the size another name, or a value with --let {size}=…");
                Err(Error::of_size(size, format!("{title} keeps names with `{never}` for itself: {instead}")))
            }
            None => Ok(()),
        }
    }

    /// What opens and closes the values of a constant array.
    pub(super) fn brackets(&self, type_name: &str, length: usize) -> [String; 2] {
        if self.habits.constructs {
            [format!("{type_name}[{length}]("), ");".to_owned()]
        } else {
            ["{".to_owned(), "};".to_owned()]
        }
    }

    /// A number converted to a type, which the languages without a name for types need not do.
    pub(super) fn converted(&self, number: &str, type_name: &str) -> String {
        if self.habits.has_typedef { format!("({type_name}){number}") } else { number.to_owned() }
    }
}
