//! What tells the languages that are written like C from each other.

use super::habits::Habits;
use super::{file, words};
use crate::error::Error;
use crate::extra::Extra;
use crate::languages::{Language, Written, shader_words};
use crate::request::Width;
use crate::unit::{Case, Reserved, Unit};

/// A language that is written like C.
pub(crate) struct Flavour {
    name: &'static str,
    title: &'static str,
    extension: &'static str,
    needs: &'static str,
    extras: &'static [Extra],
    words: &'static [&'static [&'static str]],
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

pub(crate) const C: Flavour = Flavour {
    name: "c",
    title: "C",
    extension: "h",
    needs: "a compiler for C99 or C11",
    extras: &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops],
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
    name: "cpp",
    title: "C++",
    extension: "hpp",
    needs: "a compiler for C++17",
    extras: &Extra::ALL,
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
    name: "mdspan",
    title: "C++ mdspan",
    needs: "a compiler for C++23, or for C++17 with an implementation of mdspan",
    has_policy: true,
    ..CPP
};

pub(crate) const CUDA: Flavour = Flavour {
    name: "cuda",
    title: "CUDA C++",
    extension: "cuh",
    needs: "nvcc, or any compiler for C++17 for the host alone",
    extras: &Extra::ALL,
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
    name: "opencl",
    title: "OpenCL C",
    extension: "cl",
    needs: "a compiler for OpenCL C 1.2 or later",
    extras: &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops],
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
    name: "glsl",
    title: "GLSL",
    extension: "glsl",
    needs: "a compiler for GLSL 4.50 or GLSL ES 3.10",
    extras: &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops],
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
    name: "hlsl",
    title: "HLSL",
    extension: "hlsl",
    needs: "a compiler for HLSL of shader model 5, or 6 with --width 64",
    extras: &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops],
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
    name: "metal",
    title: "Metal",
    extension: "metal",
    needs: "a compiler for the Metal shading language 2.3 or later",
    extras: &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops],
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
}

impl Language for Flavour {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn extension(&self) -> &'static str {
        self.extension
    }

    fn needs(&self) -> &'static str {
        self.needs
    }

    fn widths(&self) -> &'static [Width] {
        self.habits.widths
    }

    fn extras(&self) -> &'static [Extra] {
        self.extras
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: self.title, words: self.words, prefixes: self.habits.prefixes, case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        file::write(self, unit)
    }
}
