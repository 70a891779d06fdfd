//! Placeholders of templates, in the languages that run here: every position and every index of the layouts of the zoo that
//! are small, and of random chains, as the interpreter of chains has them.

use crate::common;
use crate::languages::zig::zig_program;
use crate::tool::{answers, folder, has_module, python, run, zig};
use lego_gen::Target;
use lego_gen::fill::{Template, fill};
use lego_lang::compile::{Compiled, Options, compile};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// Layouts of more indices or positions are left to other tests.
const MOST: i128 = 1 << 11;

/// How a language prints a layout: what stands ahead of all, what is written of each, and what comes last.
struct Program {
    language: Target,
    head: &'static str,
    /// `$L` is the name of the layout, `$all` a slice for each axis, `$axes` their variables in Zig, `$n` its number.
    each: &'static str,
    tail: &'static str,
    /// Whether guards that are conditions can be asked for as lists.
    guards: bool,
}

/// The layouts, with what has to be printed of each: positions, then indices; -1 for none.
fn layouts() -> Vec<(String, Compiled, String)> {
    let zoo = include_str!("../../../../tests/zoo/layouts.txt").lines().filter(|line| !line.starts_with('#'));
    let zoo = zoo.filter_map(|line| line.split_once(": ")).map(|(_, chain)| chain.to_owned());
    let random = (0..crate::case::rounds()).map(|seed| common::chain(seed).to_string());
    let compiled = zoo.chain(random).filter_map(|chain| {
        let compiled = compile(&chain, &Options::default()).ok()?;
        let is_small = |id| compiled.arena.number(id).is_some_and(|number| number <= MOST);
        let is_small = is_small(compiled.count) && is_small(compiled.span);
        is_small.then(|| {
            let answer = answer(&compiled);
            (chain, compiled, answer)
        })
    });
    compiled.collect()
}

fn answer(compiled: &Compiled) -> String {
    let arena = &compiled.arena;
    let dims: Vec<u64> = compiled.dims.iter().map(|&id| arena.number(id).unwrap() as u64).collect();
    let (apply, inv) = (compiled.apply.written.evaluator(arena), compiled.inv.written.evaluator(arena));
    let mut text = String::new();
    for flat in 0..dims.iter().product::<u64>() {
        let (mut rest, mut index) = (flat, vec![0; dims.len()]);
        for (component, extent) in index.iter_mut().zip(&dims).rev() {
            (*component, rest) = (rest % extent, rest / extent);
        }
        let position = apply.run(&index).map_or(-1, |values| values[0] as i64);
        writeln!(text, "{position}").unwrap();
    }
    for position in 0..arena.number(compiled.span).unwrap() as u64 {
        match inv.run(&[position]) {
            Some(values) => values.iter().for_each(|value| writeln!(text, "{value}").unwrap()),
            None => writeln!(text, "-1").unwrap(),
        }
    }
    text
}

impl Program {
    /// The program, and what it has to print.
    fn text(&self) -> (String, String) {
        let (mut text, mut expected) = (self.head.to_owned(), String::new());
        let (mut count, mut left_out) = (0, 0);
        for (number, (chain, compiled, answer)) in layouts().into_iter().enumerate() {
            let name = format!("L{number}");
            let each = |what: &str, all: &str| {
                let axes: Vec<String> = (0..compiled.dims.len()).map(|axis| format!("x{axis}")).collect();
                what.replace("$L", &name)
                    .replace("$all", all)
                    .replace("$axes", &axes.join(", "))
                    .replace("$n", &number.to_string())
            };
            let template = |text: String| {
                let layouts = [(name.clone(), chain.clone())].into();
                let text = Template { language: Some(self.language), layouts, ..Template::new(&text) };
                fill(&text).map(|filled| filled.text)
            };
            let all = vec![":"; compiled.dims.len()].join(", ");
            let guard = template(format!("{{{{ {name}.guard[{all}] }}}} {{{{ {name}.inv_guard(p) }}}}"));
            let is_open =
                guard.is_ok_and(|text| ["true true", "1 1", "True True", ".true. .true."].contains(&text.as_str()));
            if !self.guards && !is_open {
                continue;
            }
            count += 1;
            match template(each(self.each, &all)) {
                Ok(filled) => {
                    text.push_str(&filled);
                    expected.push_str(&answer);
                }
                Err(faults) => {
                    let message = &faults[0].message;
                    assert!(
                        message.contains("too long") || message.contains("do not hold these values exactly"),
                        "{chain}: {faults:?}"
                    );
                    left_out += 1;
                }
            }
        }
        assert!(count > 40 && left_out * 10 < count, "{left_out} of {count} left out");
        text.push_str(self.tail);
        (text, expected)
    }
}

#[track_caller]
fn compare(found: &str, expected: &str) {
    if found != expected {
        let differing = found.lines().zip(expected.lines()).position(|(one, other)| one != other);
        panic!("{} lines, {} expected; line {differing:?} differs", found.lines().count(), expected.lines().count());
    }
}

const PYTHON: &str = "
def flat(x):
    return [y for z in x for y in flat(z)] if isinstance(x, list) else [x]

def show(positions, guard):
    positions, guard = flat(positions), flat(guard)
    guard = guard * len(positions) if len(guard) == 1 else guard
    print(*(p if g else -1 for p, g in zip(positions, guard)), sep='\\n')

def indices(index, p, has):
    print(*(index if has else [-1]), sep='\\n')
";

#[test]
fn python_lists() {
    let program = Program {
        language: Target::Python,
        head: &format!("import math{PYTHON}").leak()[..],
        each: "show({{ $L[$all] }}, {{ $L.guard[$all] }})\n\
               for p in range({{ $L.span }}): indices({{ $L.inv(p) }}, p, {{ $L.inv_guard(p) }})\n",
        tail: "",
        guards: true,
    };
    let (text, expected) = program.text();
    let folder = folder("fill-python");
    fs::write(folder.join("all.py"), text).unwrap();
    compare(&run(python().arg(folder.join("all.py"))), &expected);
}

#[test]
fn numpy_arrays() {
    if !has_module("numpy") {
        return not_tested::missing("numpy", "templates of NumPy");
    }
    let program = Program {
        language: Target::NumPy,
        head: &format!(
            "import numpy as np{PYTHON}
def spread(x, dims):
    return np.broadcast_to(x, dims).reshape(-1).tolist()
"
        )
        .leak()[..],
        each: "show(spread({{ $L[$all] }}, {{ $L.dims }}), spread({{ $L.guard[$all] }}, {{ $L.dims }}))\n\
               for p in range({{ $L.span }}): p = np.int64(p); indices({{ $L.inv(p) }}, p, {{ $L.inv_guard(p) }})\n",
        tail: "",
        guards: true,
    };
    let (text, expected) = program.text();
    let folder = folder("fill-numpy");
    fs::write(folder.join("all.py"), text).unwrap();
    compare(&run(python().arg("-Wignore").arg(folder.join("all.py"))), &expected);
}

#[test]
fn c_loops() {
    if !answers("gcc", "--version") {
        return not_tested::missing("gcc", "templates of C");
    }
    let program = Program {
        language: Target::C,
        head: "#include <math.h>\n#include <stdio.h>\n#define ALL(x) (int)(sizeof(x) / sizeof(*x))\n",
        each: "void f$n(void) {\n\
               {{ $L.loop[$all] }} printf(\"%lld\\n\", {{ $L.guard[$all] }} ? (long long){{ $L[$all] }} : -1);\n\
               for (int p = 0; p < {{ $L.span }}; ++p) if ({{ $L.inv_guard(p) }}) {\n\
               long long x[] = {{ $L.inv(p) }}; for (int k = 0; k < ALL(x); ++k) printf(\"%lld\\n\", x[k]);\n\
               } else puts(\"-1\");\n}\n",
        tail: "",
        guards: true,
    };
    let (mut text, expected) = program.text();
    let functions: Vec<String> =
        text.lines().filter_map(|line| Some(line.strip_prefix("void ")?.split('(').next()?.to_owned())).collect();
    let calls: String = functions.iter().map(|name| format!("    {name}();\n")).collect();
    text.push_str(&format!("int main(void) {{\n{calls}}}\n"));
    let folder = folder("fill-c");
    fs::write(folder.join("all.c"), text).unwrap();
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover", "-o", "all"]);
    run(gcc.args(["all.c", "-lm"]).current_dir(&folder));
    compare(&run(&mut Command::new(folder.join("all"))), &expected);
}

#[test]
fn javascript_arrays() {
    if !answers("node", "--version") {
        return not_tested::missing("node", "templates of JavaScript");
    }
    let program = Program {
        language: Target::JavaScript,
        head: "const lines = [];
const show = (positions, guard) =>
  [positions].flat(Infinity).forEach((p, k) => lines.push((guard === true || guard.flat(Infinity)[k]) ? p : -1));
",
        each: "show({{ $L[$all] }}, {{ $L.guard[$all] }});\n\
               for (let p = 0; p < {{ $L.span }}; p += 1) lines.push(...({{ $L.inv_guard(p) }} ? {{ $L.inv(p) }} : [-1]));\n",
        tail: "process.stdout.write(lines.join('\\n') + '\\n');\n",
        guards: true,
    };
    let (text, expected) = program.text();
    let folder = folder("fill-javascript");
    fs::write(folder.join("all.mjs"), text).unwrap();
    compare(&run(Command::new("node").arg(folder.join("all.mjs"))), &expected);
}

#[test]
fn fortran_constructors() {
    if !answers("gfortran", "--version") {
        return not_tested::missing("gfortran", "templates of Fortran");
    }
    let program = Program {
        language: Target::Fortran,
        head: "",
        each: "subroutine f$n()\n  integer :: p, i0, i1, i2, i3, i4, i5, i6, i7\n  \
               print '(i0)', merge({{ $L[$all] }}, -1, {{ $L.guard[$all] }})\n  \
               do p = 0, {{ $L.span }} - 1\n    if ({{ $L.inv_guard(p) }}) then\n      print '(i0)', {{ $L.inv(p) }}\n    \
               else\n      print '(i0)', -1\n    end if\n  end do\nend subroutine\n",
        tail: "",
        guards: true,
    };
    let (mut text, expected) = program.text();
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("subroutine ")).collect();
    let calls: String = names.iter().map(|name| format!("  call {name}\n")).collect();
    text.push_str(&format!("program all\n{calls}end program\n"));
    let folder = folder("fill-fortran");
    fs::write(folder.join("all.f90"), text).unwrap();
    let mut gfortran = Command::new("gfortran");
    run(gfortran.args(["-ffree-line-length-none", "-O0", "-o", "all", "all.f90"]).current_dir(&folder));
    compare(&run(&mut Command::new(folder.join("all"))), &expected);
}

#[test]
fn rust_iterators() {
    let program = Program {
        language: Target::Rust,
        head: "#![allow(unused_parens)]\nfn show(positions: impl Iterator<Item = usize>) {\n    \
               positions.for_each(|p| println!(\"{p}\"));\n}\n",
        each: "fn f$n() {\n    show({{ $L[$all] }});\n    for p in 0_usize..{{ $L.span }} {\n        \
               let x = {{ $L.inv(p) }};\n        show(x.into_iter());\n    }\n}\n",
        tail: "",
        guards: false,
    };
    let (mut text, expected) = program.text();
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("fn f")?.split('(').next()).collect();
    let calls: String = names.iter().map(|name| format!("    f{name}();\n")).collect();
    text.push_str(&format!("fn main() {{\n{calls}}}\n"));
    let folder = folder("fill-rust");
    fs::write(folder.join("all.rs"), text).unwrap();
    run(Command::new("rustc").args(["--edition", "2024", "all.rs"]).current_dir(&folder));
    compare(&run(&mut Command::new(folder.join("all"))), &expected);
}

#[test]
fn cpp_views() {
    if !answers("g++", "--version") {
        return not_tested::missing("g++", "templates of C++");
    }
    let program = Program {
        language: Target::Cpp,
        head: "#include <cmath>\n#include <cstdio>\n#include <ranges>\n\
               template <class T> void show(T x) {\n    if constexpr (requires { x.begin(); }) for (auto y : x) show(y);\n    \
               else printf(\"%lld\\n\", (long long)x);\n}\n",
        each: "void f$n() {\n    show({{ $L[$all] }});\n    for (long long p = 0; p < {{ $L.span }}; ++p)\n        \
               for (long long x : std::initializer_list<long long>{{ $L.inv(p) }}) show(x);\n}\n",
        tail: "",
        guards: false,
    };
    let (mut text, expected) = program.text();
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("void f")?.split('(').next()).collect();
    let calls: String = names.iter().map(|name| format!("    f{name}();\n")).collect();
    text.push_str(&format!("int main() {{\n{calls}}}\n"));
    let folder = folder("fill-cpp");
    fs::write(folder.join("all.cpp"), text).unwrap();
    run(Command::new("g++").args(["-std=c++20", "-O0", "-o", "all", "all.cpp"]).current_dir(&folder));
    compare(&run(&mut Command::new(folder.join("all"))), &expected);
}

#[test]
fn zig_loops() {
    if zig().is_none() {
        return not_tested::missing("zig", "templates of Zig");
    }
    let program = Program {
        language: Target::Zig,
        head: "const std = @import(\"std\");\nfn show(number: usize) void {\n    std.debug.print(\"{}\\n\", .{number});\n}\n\
               fn uses(_: anytype) bool {\n    return true;\n}\n\
               fn no() void {\n    std.debug.print(\"-1\\n\", .{});\n}\n",
        each: "fn fill_$n() void {\n\
               {{ $L.loop[$all] }} if (uses(.{ $axes }) and {{ $L.guard[$all] }}) show({{ $L[$all] }}) else no();\n\
               for (0..{{ $L.span }}) |p| if ({{ $L.inv_guard(p) }}) {\n\
               inline for ({{ $L.inv(p) }}) |i| show(i);\n} else no();\n}\n",
        tail: "",
        guards: true,
    };
    let (text, expected) = program.text();
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("fn fill_")?.split('(').next()).collect();
    let calls: String = names.iter().map(|name| format!("    fill_{name}();\n")).collect();
    let folder = folder("fill-zig");
    fs::write(folder.join("all.zig"), format!("{text}pub fn main() void {{\n{calls}}}\n")).unwrap();
    compare(&zig_program(&folder, "all"), &expected);
}
