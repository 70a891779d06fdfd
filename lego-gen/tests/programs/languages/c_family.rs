//! C, C++, CUDA C++ for the host, OpenCL C as C: by gcc with every warning an error, and with what finds undefined behaviour.

use crate::case::{Case, Instance};
use crate::language::{Language, check};
use crate::points::{MODULUS, Points};
use crate::tool::{answers, run};
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

pub(super) struct C {
    pub(super) target: Target,
    pub(super) compiler: &'static str,
    /// What else the compiler is told.
    pub(super) options: &'static [&'static [&'static str]],
    pub(super) main: &'static str,
}

impl Language for C {
    fn target(&self) -> Target {
        self.target
    }

    fn missing(&self) -> Option<String> {
        (!answers(self.compiler, "--version")).then(|| format!("{} is not installed", self.compiler))
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let mut program = String::from("#include <stdio.h>\n");
        for case in cases {
            let text = if self.target == Target::Glsl { braced(&case.file.text) } else { case.file.text.clone() };
            std::fs::write(folder.join(&case.file.name), text).unwrap();
            let _ = writeln!(program, "#include \"{}\"", case.file.name);
        }
        program.push_str(SUPPORT);
        let mut calls = String::new();
        for case in cases {
            for (number, instance) in case.instances.iter().enumerate() {
                function(&mut program, case, number, instance);
                let _ = writeln!(calls, "    {}_{number}();", case.name);
            }
        }
        let _ = writeln!(program, "int main(void) {{\n{calls}    return 0;\n}}");
        std::fs::write(folder.join(self.main), program).unwrap();
        let mut printed = Vec::new();
        for options in self.options {
            let mut compile = Command::new(self.compiler);
            compile.current_dir(folder).args(["-O1", "-Wall", "-Wextra", "-Wconversion", "-Werror"]);
            compile.args(["-fsanitize=undefined", "-fno-sanitize-recover=all"]).args(*options);
            run(compile.args(["-o", "program", self.main]));
            printed.push(run(&mut Command::new(folder.join("program"))));
        }
        assert!(printed.iter().all(|other| *other == printed[0]), "what is printed depends on the options");
        printed.swap_remove(0)
    }
}

/// GLSL writes the values of an array as arguments, `int[2](0, 1)`, and C++ in braces.
fn braced(text: &str) -> String {
    let is_open = |line: &str| line.starts_with("const int ") && line.ends_with('(');
    let line = |line: &str| match line {
        ");" => "};".to_owned(),
        line if is_open(line) => line.split_inclusive("= ").next().unwrap_or_default().to_owned() + "{",
        line => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

const SUPPORT: &str = "
static long long take(long long digest, long long answer) {
    return (digest * 31 + answer % 1000003 + 2) % 1000003;
}
";

/// A function that prints the line of an instance.
fn function(program: &mut String, case: &Case, number: usize, instance: &Instance) {
    let name = &case.name;
    let mut line = |text: String| {
        program.push_str(&text);
        program.push('\n');
    };
    assert_eq!(MODULUS, 1_000_003);
    let has_name = case.file.text.contains("typedef");
    let index = if has_name { format!("{name}_index_t") } else { "int".to_owned() };
    let sizes: Vec<String> = instance.sizes.iter().map(u64::to_string).collect();
    let more: String = sizes.iter().map(|size| format!(", {size}")).collect();
    line(format!("static void {name}_{number}(void) {{"));
    line("    long long apply = 0, inv = 0, sizes = 0;".to_owned());
    line(format!("    {index} index[{}];", case.rank));
    let loop_over = |points: Points| {
        let Points { count, step } = points;
        format!(
            "    for (long long k = 0; k < {count}; k++) {{\n        long long at = k * {step}LL + k * 7 % {step}LL;"
        )
    };
    line(loop_over(instance.indices));
    let mut rest = "at".to_owned();
    for axis in (0..case.rank).rev() {
        let extent = instance.dims[axis];
        line(format!("        {index} i{axis} = ({index})({rest} % {extent});"));
        rest = format!("{rest} / {extent}");
    }
    let components: Vec<String> = (0..case.rank).map(|axis| format!("i{axis}")).collect();
    line(format!("        apply = take(apply, {name}_apply({}{more}));", components.join(", ")));
    line("    }".to_owned());
    line(loop_over(instance.positions));
    line(format!("        if ({name}_inv(({index})at{more}, index)) {{"));
    line(format!("            for (int axis = 0; axis < {}; axis++) inv = take(inv, index[axis]);", case.rank));
    line("        } else {\n            inv = take(inv, -1);\n        }\n    }".to_owned());
    line(format!("    {name}_dims(index{more});"));
    line(format!("    for (int axis = 0; axis < {}; axis++) sizes = take(sizes, index[axis]);", case.rank));
    line(format!("    sizes = take(sizes, {name}_span({}));", sizes.join(", ")));
    if case.has_strides {
        line(format!("    {name}_strides(index{more});"));
        for (axis, extent) in instance.dims.iter().enumerate() {
            let stride = if *extent > 1 { format!("index[{axis}] % 1000003 + 1000003") } else { "-1".to_owned() };
            line(format!("    sizes = take(sizes, {stride});"));
        }
    }
    if case.has_table {
        let count: u64 = instance.dims.iter().product();
        line(format!("    for (int k = 0; k < {count}; k++) sizes = take(sizes, {name}_table[k]);"));
    }
    if !sizes.is_empty() {
        line(format!("    if (!{name}_check({})) printf(\"refused: \");", sizes.join(", ")));
        for refused in &case.refused {
            let refused: Vec<String> = refused.iter().map(u64::to_string).collect();
            line(format!("    if ({name}_check({})) printf(\"not refused: \");", refused.join(", ")));
        }
    }
    if case.has_checks {
        let outside: Vec<String> = instance.dims.iter().map(u64::to_string).collect();
        let below = vec!["-1"; case.rank].join(", ");
        line(format!("    if ({name}_apply({}{more}) != -1) printf(\"outside: \");", outside.join(", ")));
        line(format!("    if ({name}_apply({below}{more}) != -1) printf(\"below: \");"));
        line(format!("    if ({name}_inv({}{more}, index)) printf(\"beyond: \");", instance.span));
    }
    line(format!("    printf(\"{name} %lld %lld %lld\\n\", apply, inv, sizes);"));
    line("}".to_owned());
}

#[test]
fn c_of_1999_and_of_2011() {
    const OPTIONS: &[&[&str]] = &[&["-std=c99"], &["-std=c11"]];
    check(&C { target: Target::C, compiler: "gcc", options: OPTIONS, main: "main.c" });
}

#[test]
fn cpp_of_2017() {
    check(&C { target: Target::Cpp, compiler: "g++", options: &[&["-std=c++17"]], main: "main.cpp" });
}

#[test]
fn cuda_on_the_host() {
    check(&C { target: Target::Cuda, compiler: "g++", options: &[&["-std=c++17"]], main: "main.cpp" });
}

/// The words that OpenCL C has and C has not are given to the compiler of C.
#[test]
fn opencl_as_c() {
    const OPTIONS: &[&[&str]] =
        &[&["-std=c99", "-D__constant=static const", "-Dulong=unsigned long", "-include", "stdbool.h"]];
    check(&C { target: Target::OpenCl, compiler: "gcc", options: OPTIONS, main: "main.c" });
}
