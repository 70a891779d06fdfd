//! Shaders on a driver of Vulkan, by way of WebGPU for Python, which brings its own compiler of WGSL: naga.

use super::kernel::{self, GROUP};
use crate::case::Case;
use crate::language::Language;
use crate::tool::{answers, has_module, python, run};
use lego_gen::{Target, Width};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::thread::{available_parallelism, scope};

/// A language of shaders.
pub(super) struct Shader {
    pub(super) target: Target,
}

/// What compiles GLSL and HLSL to what Vulkan reads.
const GLSLANG: &str = "glslangValidator";

impl Language for Shader {
    fn target(&self) -> Target {
        self.target
    }

    fn widths(&self) -> &'static [Width] {
        &[Width::Bits32]
    }

    /// Drivers take minutes for large arrays of constants.
    fn most_in_table(&self) -> i128 {
        64
    }

    /// Mesa's driver for processors leaves every loop after 65,535 rounds of all loops together.
    fn most_visited(&self) -> u64 {
        1 << 9
    }

    fn folder(&self) -> String {
        format!("{}_on_vulkan", self.target.name())
    }

    fn missing(&self) -> Option<&'static str> {
        if self.target != Target::Wgsl && !answers(GLSLANG, "--version") {
            return Some(GLSLANG);
        }
        if !has_module("wgpu") {
            return Some("wgpu");
        }
        let has_driver = python().arg(script()).output().is_ok_and(|output| output.status.success());
        (!has_driver).then_some("vulkan")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        match self.target {
            Target::Wgsl => wgsl(folder, cases),
            Target::Glsl => glsl(folder, cases),
            _ => hlsl(folder, cases),
        }
        let mut plan = Vec::new();
        for case in cases {
            let shader = match self.target {
                Target::Wgsl => "all.wgsl".to_owned(),
                Target::Glsl => format!("{}.comp", case.name),
                _ => format!("{}.spv", case.name),
            };
            for (number, instance) in case.instances.iter().enumerate() {
                plan.push(json!({
                    "shader": shader,
                    "entry": kernel::entry(self.target, case),
                    "given": kernel::given(case, instance),
                    "length": kernel::length(case, instance),
                    "groups": kernel::threads(case, instance).div_ceil(GROUP),
                    "found": format!("{}_{number}.found", case.name),
                }));
            }
        }
        std::fs::write(folder.join("plan.json"), json!(plan).to_string()).unwrap();
        let checked = match self.target {
            Target::Wgsl => "WGSL, checked and compiled by naga,",
            Target::Glsl => "GLSL, 4.50 and ES 3.10 checked by glslang, 4.50 compiled by naga,",
            _ => "HLSL, checked and compiled by glslang and naga,",
        };
        println!("{checked} ran on {}", run(python().arg(script()).arg(folder)).trim());
        let mut lines = String::new();
        for case in cases {
            for (number, instance) in case.instances.iter().enumerate() {
                let bytes = std::fs::read(folder.join(format!("{}_{number}.found", case.name))).unwrap();
                let number = |bytes: &[u8]| bytes.try_into().map(i32::from_le_bytes).unwrap_or(i32::MIN);
                lines.push_str(&kernel::line(case, instance, &bytes.chunks(4).map(number).collect::<Vec<_>>()));
            }
        }
        lines
    }
}

/// The program that runs shaders.
fn script() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/languages/shaders/run.py")
}

/// One module with all files of WGSL and a function to start with for each.
fn wgsl(folder: &Path, cases: &[Case]) {
    let mut text = kernel::head(Target::Wgsl);
    for case in cases {
        let _ = write!(text, "{}\n{}\n", case.file.text, kernel::write(Target::Wgsl, case));
    }
    std::fs::write(folder.join("all.wgsl"), text).unwrap();
}

/// A shader a file of GLSL, which glslang finds to be correct, in both versions; it runs by way of naga's reader of GLSL.
fn glsl(folder: &Path, cases: &[Case]) {
    for (ending, version) in [("comp", "#version 450\n"), ("es.comp", "#version 310 es\n")] {
        let name = |case: &Case| format!("{}.{ending}", case.name);
        cases.iter().for_each(|case| write(folder, &name(case), version, Target::Glsl, case));
        run(Command::new(GLSLANG).current_dir(folder).args(cases.iter().map(name)));
    }
}

/// A shader a file of HLSL, which glslang compiles for Vulkan.
fn hlsl(folder: &Path, cases: &[Case]) {
    let compile = |case: &Case| {
        let name = format!("{}.comp", case.name);
        write(folder, &name, "", Target::Hlsl, case);
        let mut glslang = Command::new(GLSLANG);
        glslang.current_dir(folder).args(["-D", "-V", "-S", "comp", "-e", "main", "-o"]);
        run(glslang.arg(format!("{}.spv", case.name)).arg(name));
    };
    let workers = available_parallelism().map_or(1, usize::from);
    scope(|scope| {
        for share in cases.chunks(cases.len().div_ceil(workers)) {
            scope.spawn(move || share.iter().for_each(compile));
        }
    });
}

/// Writes the shader of a case.
fn write(folder: &Path, name: &str, version: &str, target: Target, case: &Case) {
    let text = [version, &kernel::head(target), &case.file.text, &kernel::write(target, case)].concat();
    std::fs::write(folder.join(name), text).unwrap();
}
