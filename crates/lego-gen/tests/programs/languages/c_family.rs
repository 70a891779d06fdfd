//! C, C++, CUDA C++ for the host, OpenCL C as C: by gcc with every warning an error, and with what finds undefined behaviour.

use crate::case::{Case, Instance};
use crate::language::{Language, check};
use crate::points::{MODULUS, Points};
use crate::tool::{answers, run, tools};
use lego_gen::{Target, Width};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The headers of an implementation of mdspan.
fn cccl() -> PathBuf {
    tools().join("python/nvidia/cu13/include/cccl")
}

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

    fn missing(&self) -> Option<&'static str> {
        if !answers(self.compiler, "--version") {
            return Some(self.compiler);
        }
        let needs_library = self.target == Target::Mdspan && !cccl().join("cuda/std/mdspan").exists();
        needs_library.then_some("mdspan")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let mut program = String::from("#include <stdio.h>\n");
        if self.target == Target::Mdspan {
            program.push_str("#include <cuda/std/mdspan>\n");
        }
        for case in cases {
            let text = if self.target == Target::Glsl { braced(&case.file.text) } else { case.file.text.clone() };
            std::fs::write(folder.join(&case.file.name), text).unwrap();
            let _ = writeln!(program, "#include \"{}\"", case.file.name);
        }
        program.push_str(&functions(cases));
        std::fs::write(folder.join(self.main), program).unwrap();
        let mut printed = Vec::new();
        for options in self.options {
            let mut compile = Command::new(self.compiler);
            compile.current_dir(folder).args(["-O1", "-Wall", "-Wextra", "-Wconversion", "-Werror"]);
            compile
                .args(["-fsanitize=undefined", "-fno-sanitize-recover=all"])
                .args(*options)
                .arg("-isystem")
                .arg(cccl());
            run(compile.args(["-o", "program", self.main]));
            printed.push(run(&mut Command::new(folder.join("program"))));
        }
        assert!(printed.iter().all(|other| *other == printed[0]), "what is printed depends on the options");
        printed.swap_remove(0)
    }
}

/// All of a program but what declares the functions of the files.
pub(super) fn functions(cases: &[Case]) -> String {
    let (mut program, mut calls) = (String::from(SUPPORT), Vec::new());
    for case in cases {
        for (number, instance) in case.instances.iter().enumerate() {
            function(&mut program, case, number, instance);
            calls.push((case.name.clone(), number));
        }
    }
    program + &main_function(&calls)
}

/// Runs every function, also in a thread of a GPU where nvcc compiles it: there and here they find the same.
fn main_function(calls: &[(String, usize)]) -> String {
    let (mut host, mut kernels, mut launches) = (String::new(), String::new(), String::new());
    for (number, (name, instance)) in calls.iter().enumerate() {
        let call = format!("{name}_{instance}(found);");
        let _ = writeln!(host, "    {call}\n    report(\"{name}\", {number}, found);");
        let _ = writeln!(kernels, "__global__ void gpu_{name}_{instance}(long long *found) {{ {call} }}");
        let _ = writeln!(launches, "    gpu_{name}_{instance}<<<1, 1>>>(memory + 4 * {number});");
    }
    let count = calls.len();
    format!(
        "#ifdef __CUDACC__
{kernels}#endif
int main(void) {{
    long long found[4];
#ifdef __CUDACC__
    long long *memory;
    static long long copied[4 * {count}];
    cudaMalloc(&memory, sizeof copied);
{launches}    if (cudaMemcpy(copied, memory, sizeof copied, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    on_gpu = copied;
#endif
{host}    return 0;
}}
"
    )
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
#ifndef __CUDACC__
#define HOST_DEVICE
#else
#define HOST_DEVICE __host__ __device__ __noinline__
#endif
static const long long *on_gpu = 0;

static void report(const char *name, int number, const long long found[4]) {
    const long long *other = on_gpu ? on_gpu + 4 * number : found;
    for (int k = 0; k < 4; k++) {
        if (found[k] != other[k]) printf(\"%lld on the GPU, %lld here: \", other[k], found[k]);
    }
    if (found[3]) printf(\"fault %lld: \", found[3]);
    printf(\"%s %lld %lld %lld\\n\", name, found[0], found[1], found[2]);
}

HOST_DEVICE static long long take(long long digest, long long answer) {
    return (digest * 31 + answer % 1000003 + 2) % 1000003;
}
";

/// A function that finds the numbers of an instance, and the number of a fault, for a host and for a GPU.
fn function(program: &mut String, case: &Case, number: usize, instance: &Instance) {
    let name = &case.name;
    let mut line = |text: String| {
        program.push_str(&text);
        program.push('\n');
    };
    assert_eq!(MODULUS, 1_000_003);
    let has_pointers = matches!(case.file.target, Target::C | Target::Llvm | Target::Mlir);
    if has_pointers && number == 0 {
        let rank = case.rank;
        line("#ifdef __GNUC__\n__attribute__((unused))\n#endif".to_owned());
        line(format!(
            "static void visit_{name}(const {name}_index_t index[{rank}], {name}_index_t p, void *sizes) {{\n    \
             long long *digest = (long long *)sizes;\n    \
             for (int axis = 0; axis < {rank}; axis++) *digest = take(*digest, index[axis]);\n    \
             *digest = take(*digest, p);\n}}"
        ));
    }
    let is_shader = matches!(case.file.target, Target::Glsl | Target::Hlsl | Target::Metal);
    let has_name = case.file.target != Target::Glsl;
    let index = if has_name { format!("{name}_index_t") } else { "int".to_owned() };
    let sizes: Vec<String> = instance.sizes.iter().map(u64::to_string).collect();
    let more: String = sizes.iter().map(|size| format!(", {size}")).collect();
    line(format!("HOST_DEVICE static void {name}_{number}(long long found[4]) {{"));
    line("    long long apply = 0, inv = 0, sizes = 0, fault = 0;".to_owned());
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
        let extent = instance.dims[axis].max(1);
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
        for (axis, extent) in instance.reached().iter().enumerate() {
            let stride = if *extent > 1 { format!("index[{axis}] % 1000003 + 1000003") } else { "-1".to_owned() };
            line(format!("    sizes = take(sizes, {stride});"));
        }
    }
    if case.has_table {
        let count: u64 = instance.dims.iter().product();
        line(format!("    for (int k = 0; k < {count}; k++) sizes = take(sizes, {name}_table[k]);"));
    }
    if instance.visited.is_some() {
        visits(&mut line, case, &sizes, &index, has_pointers);
    }
    if case.has_array && instance.span <= MOST_HELD {
        line("#ifndef __CUDA_ARCH__".to_owned());
        line(format!("    static char held[{}];", instance.span.max(1)));
        line(format!("    {name}_array<char> array(held{more});"));
        line(loop_over(instance.indices));
        let mut rest = "at".to_owned();
        for axis in (0..case.rank).rev() {
            let extent = instance.dims[axis].max(1);
            line(format!("        {index} i{axis} = ({index})({rest} % {extent});"));
            rest = format!("{rest} / {extent}");
        }
        let (flat, nested) = (components.join(", "), components.join("]["));
        line(format!("        const long long p = {name}_apply({flat}{more});"));
        line(format!("        if (array.find({flat}) != (p < 0 ? nullptr : held + p)) fault = 1;"));
        line(format!("        if (p >= 0 && (&array({flat}) != held + p || &array[{nested}] != held + p)) fault = 2;"));
        line("    }\n#endif".to_owned());
    }
    if case.file.target == Target::Mdspan {
        mdspan(&mut line, case, instance, &more, &loop_over(instance.indices));
    }
    if !sizes.is_empty() {
        line(format!("    if (!{name}_check({})) fault = 3;", sizes.join(", ")));
        // In 32 bits no size of 2^62 is one, where the check takes such.
        let large = (case.width == Width::Bits32 && !is_shader).then(|| vec![1 << 62; sizes.len()]);
        for refused in case.refused.iter().chain(&large) {
            let refused: Vec<String> = refused.iter().map(u64::to_string).collect();
            line(format!("    if ({name}_check({})) fault = 4;", refused.join(", ")));
        }
    }
    if case.has_checks {
        let outside: Vec<String> = instance.reached().iter().map(u64::to_string).collect();
        let below = vec!["-1"; case.rank].join(", ");
        line(format!("    if ({name}_apply({}{more}) != -1) fault = 5;", outside.join(", ")));
        line(format!("    if ({name}_apply({below}{more}) != -1) fault = 6;"));
        line(format!("    if ({name}_inv({}{more}, index)) fault = 7;", instance.span));
    }
    line("    found[0] = apply;\n    found[1] = inv;\n    found[2] = sizes;\n    found[3] = fault;".to_owned());
    line("}".to_owned());
}

/// The loops over all elements: calls with a pointer to a function, calls with a lambda, or macros before a statement.
fn visits(line: &mut impl FnMut(String), case: &Case, sizes: &[String], index: &str, has_pointers: bool) {
    let name = &case.name;
    let components: Vec<String> = (0..case.rank).map(|axis| format!("i{axis}")).collect();
    let take = |number: &String| format!("sizes = take(sizes, {number}); ");
    let each_taken: String = components.iter().chain([&"p".to_owned()]).map(take).collect();
    let arguments = |first: &[String], last: &[String]| [first, sizes, last].concat().join(", ");
    if has_pointers {
        let visit = [format!("visit_{name}"), "&sizes".to_owned()];
        for each in ["each", "each_in_memory"] {
            line(format!("    {name}_{each}({});", arguments(&[], &visit)));
        }
    } else if matches!(case.file.target, Target::Cpp | Target::Cuda | Target::Mdspan) {
        let typed: String = components.iter().map(|i| format!("{index} {i}, ")).collect();
        let visit = [format!("[&]({typed}{index} p) {{ {each_taken}}}")];
        for each in ["each", "each_in_memory"] {
            line(format!("    {name}_{each}({});", arguments(&[], &visit)));
        }
    } else {
        let capital = name.to_uppercase();
        let own = [&components[..], &["p".to_owned()]].concat();
        // One statement, whatever stands around it; `continue` and `break` go on with the next element.
        line(format!("    if (fault == 0) {capital}_EACH({}) {{ {each_taken}continue; }}", arguments(&own, &[])));
        line("    else fault = 12;".to_owned());
        let own = ["index".to_owned(), "p".to_owned()];
        line(format!("    if (fault == 0) {capital}_EACH_IN_MEMORY({}) {{", arguments(&own, &[])));
        line(format!("        for (int axis = 0; axis < {}; axis++) sizes = take(sizes, index[axis]);", case.rank));
        line("        sizes = take(sizes, p);\n        break;\n    } else fault = 13;".to_owned());
    }
}

/// The most positions of which a program holds elements.
const MOST_HELD: u64 = 1 << 20;

/// The layout policy, used by an implementation of mdspan.
fn mdspan(line: &mut impl FnMut(String), case: &Case, instance: &Instance, more: &str, head: &str) {
    let name = &case.name;
    let index = format!("{name}_index_t");
    let dims: Vec<String> = instance.dims.iter().map(u64::to_string).collect();
    let extents = format!("cuda::std::dextents<{index}, {}>", case.rank);
    line(format!("    using extents = {extents};"));
    line(format!("    const {name}_layout::mapping<extents> mapping(extents({}){more});", dims.join(", ")));
    line("    if (!mapping.is_valid() || mapping != mapping) fault = 8;".to_owned());
    line(format!("    if (mapping.required_span_size() != {}) fault = 9;", instance.span));
    if instance.dims.iter().any(|extent| *extent > 1) {
        let others: Vec<String> = instance.dims.iter().rev().map(|extent| (extent + 1).to_string()).collect();
        let other = format!("{name}_layout::mapping<extents>(extents({}){more})", others.join(", "));
        line(format!("    if ({other}.is_valid()) fault = 10;"));
    }
    if instance.span > MOST_HELD {
        return;
    }
    line(format!("    static char seen[{}];", instance.span.max(1)));
    line(format!("    const cuda::std::mdspan<char, extents, {name}_layout> view(seen, mapping);"));
    line(head.to_owned());
    let mut rest = "at".to_owned();
    for axis in (0..case.rank).rev() {
        let extent = instance.dims[axis].max(1);
        line(format!("        {index} i{axis} = ({index})({rest} % {extent});"));
        rest = format!("{rest} / {extent}");
    }
    let flat = (0..case.rank).map(|axis| format!("i{axis}")).collect::<Vec<_>>().join(", ");
    line(format!("        if (&view({flat}) != seen + {name}_apply({flat}{more})) fault = 11;"));
    line("    }".to_owned());
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

/// The implementation of mdspan is that of NVIDIA's C++ library, for C++17.
#[test]
fn a_layout_policy_of_mdspan() {
    check(&C { target: Target::Mdspan, compiler: "g++", options: &[&["-std=c++17"]], main: "main.cpp" });
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
