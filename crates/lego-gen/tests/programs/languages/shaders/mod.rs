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
use lego_gen::{Request, Target, Width, generate};
use lego_lang::compile::{Options, compile};

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
    not_tested::say("HLSL by Microsoft's compilers, and 64 bits of it as more than C++");
    check(&C { target: Target::Hlsl, compiler: "g++", options: OPTIONS, main: "main.cpp" });
}

#[test]
fn metal_as_cpp() {
    const OPTIONS: &[&[&str]] = &[&["-std=c++14", "-I", header!("")]];
    not_tested::say("Metal by Apple's compiler, which is for its own systems only; it is C++ here");
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

/// Why a file cannot be written.
fn refused(chain: &str, request: &Request) -> String {
    generate(&compile(chain, &Options::default()).unwrap(), request).unwrap_err().message
}

#[test]
fn shaders_are_32_bits_wide_without_being_asked() {
    let layout = compile("Row(M, 64)", &Options::default()).unwrap();
    for target in [Target::Glsl, Target::Wgsl, Target::Hlsl] {
        let file = generate(&layout, &Request::new(target)).unwrap();
        assert!(file.text.contains(&format!("Made by: lego gen --target {target} 'Row(M, 64)'\n")));
        assert!(!file.text.contains("64_t") && file.text.contains("2147483647"), "{}", file.text);
    }
    for target in [Target::Glsl, Target::Wgsl] {
        let request = Request { width: Width::Bits64, ..Request::new(target) };
        let message = refused("Row(M, 64)", &request);
        assert_eq!(message, format!("{} has no integers of 64 bits: give --width 32", target.title()));
        let message = refused("Row(65536, 65536)", &Request::new(target));
        assert!(message.contains("give sizes smaller values, or choose another target"), "{message}");
    }
    assert!(refused("Row(65536, 65536)", &Request::new(Target::Hlsl)).ends_with("try --width 64"));
}

#[test]
fn words_of_shaders_are_no_names() {
    for (target, word) in [
        (Target::Glsl, "sample"),
        (Target::Glsl, "gl_size"),
        (Target::Glsl, "a__b"),
        (Target::Hlsl, "groupshared"),
        (Target::Metal, "thread"),
        (Target::Wgsl, "target"),
    ] {
        let message = refused(&format!("Row({word}, 4)"), &Request::new(target));
        assert!(message.ends_with(&format!("give the size another name, or a value with --let {word}=…")), "{message}");
    }
    assert!(refused("Row(4)", &Request { name: "gl".to_owned(), ..Request::new(Target::Glsl) }).contains("gl_…"));
}
