//! The languages of shaders, each in two ways: as C++, where what overflows is found, and as shaders on a driver of Vulkan.
//!
//! GLSL, HLSL and Metal are near enough to C++ that g++ compiles them after a header with what they add; Metal, whose own
//! compiler runs on one system only, is tested in no other way. GLSL and HLSL are compiled by glslang, GLSL in both its
//! versions, WGSL by naga, and all three run on Mesa's Vulkan without a GPU, or on whatever Vulkan finds.

mod driver;
mod kernel;

use super::c_family::C;
use crate::language::check;
use driver::Shader;
use lego_gen::Target;

/// A path of a folder with headers, as an option of a compiler.
macro_rules! header {
    ($name:literal) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/languages/shaders/include/", $name)
    };
}

#[test]
fn glsl_as_cpp() {
    const OPTIONS: &[&[&str]] = &[&["-std=c++17", "-Wno-unused-parameter", "-include", header!("glsl.h")]];
    check(&C { target: Target::Glsl, compiler: "g++", options: OPTIONS, main: "main.cpp" });
}

#[test]
fn hlsl_as_cpp() {
    const OPTIONS: &[&[&str]] = &[&["-std=c++17", "-Wno-unused-parameter", "-include", header!("hlsl.h")]];
    check(&C { target: Target::Hlsl, compiler: "g++", options: OPTIONS, main: "main.cpp" });
}

#[test]
fn metal_as_cpp() {
    const OPTIONS: &[&[&str]] = &[&["-std=c++14", "-I", header!("")]];
    check(&C { target: Target::Metal, compiler: "g++", options: OPTIONS, main: "main.cpp" });
}

#[test]
fn wgsl_on_vulkan() {
    check(&Shader { target: Target::Wgsl });
}

#[test]
fn glsl_on_vulkan() {
    check(&Shader { target: Target::Glsl });
}

#[test]
fn hlsl_on_vulkan() {
    check(&Shader { target: Target::Hlsl });
}
