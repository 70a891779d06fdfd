//! The commands that a contributor types: `cargo xtask help` lists them.
#![forbid(unsafe_code)]

mod bench;
mod bless;
mod book;
mod cust;
mod deny;
mod dist;
mod elf;
mod gpu;
mod languages;
mod miri;
mod night;
mod no_std;
mod oldest;
mod package;
mod packages;
mod programs;
mod prove;
mod ptx;
mod results;
mod rust_src;
mod semver;
mod setup;
mod spills;
mod steps;
mod studio;
mod test;
mod words;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  test                 everything that must hold: format, clippy, tests, documentation, no_std, examples
  night                random tests with many more rounds, for a machine that has the night
  miri [NAME…]         the tests of lego-core's arrays and mappings, or those named, under Miri; needs a nightly compiler
  oldest               the crates that programs on the CPU need, with the oldest compiler that they are for
  prove                every rule of the simplifier, proved by Z3 for all values; needs libz3 (Debian: libz3-dev)
  bench [NAME…] [--quick]
                       the benchmarks of benches/ and of every crate, or those named; --quick for a glance
  setup                prints and installs what is not here: what building kernels needs, and compilers of the languages that lego gen writes
  ptx [--crate FOLDER] [--arch NAME…]
                       the kernels to PTX, all or those of kernels, examples/kernels or tests/launch, with a table of registers,
                       spills and shared memory
  ptx --compare OLD NEW
                       which kernels of two PTX files differ, whatever they are called
  rust-src [--ptx]     tests of what the component rust-src changes, with it where the toolchain in use has it not, and else without;
                       --ptx makes the PTX alone that they read
  gpu [--cust]         one program with the kernels, their tests and benchmarks, for a machine with a GPU
  dist [--no-tests]    the `lego` command as one static file for Linux on x86-64 and AArch64, tried, with tests under qemu
  package              the crates as the registry would get them, each built by itself
  results [--check]    the tables of what was measured on GPUs, from the files in benches/results; one is in book/src/first-kernel.md
  book [--install] [--serve | --open]
                       the book as HTML; --install gets mdbook first, --serve hands it to a browser, --open has one show it
  studio [--quick | --test | --bench]
                       the Studio's page with its engine as WebAssembly, in target/studio/page; --quick builds a larger one sooner,
                       --test drives it in Chromium, --bench measures it there
  cust                 the launches by `cust`, built and tested where there is no CUDA
  bless [NAME ...]     writes anew what is generated, to be looked at: pieces, rules, zoo, linear, macros, cli, gen, faults, ui
  help                 this text

With --locked, --offline or --frozen, builds of kernels and of the page hold to it.
Run from anywhere in the repository. Needs the Rust toolchain with rustfmt and clippy; the benchmark `instructions` also
valgrind.
";

fn main() -> ExitCode {
    // For the builds of kernels and of the page, which read them from the command line.
    let is_option = |argument: &String| matches!(argument.as_str(), "--locked" | "--offline" | "--frozen");
    let mut arguments = std::env::args().skip(1).filter(|argument| !is_option(argument));
    let command = arguments.next();
    let rest: Vec<String> = arguments.collect();
    match (command.as_deref(), rest.as_slice()) {
        (Some("test"), []) => test::run(),
        (Some("miri"), names) => miri::run(names),
        (Some("night"), []) => night::run(),
        (Some("oldest"), []) => oldest::run(),
        (Some("prove"), []) => prove::run(),
        (Some("bench"), names) => bench::run(names),
        (Some("bless"), names) => bless::run(names),
        (Some("setup"), []) => setup::run(),
        (Some("ptx"), rest) => ptx::run(rest),
        (Some("rust-src"), rest) => rust_src::run(rest),
        (Some("gpu"), rest) => gpu::run(rest),
        (Some("dist"), rest) => dist::run(rest),
        (Some("package"), []) => package::run(),
        (Some("results"), rest) => results::run(rest),
        (Some("book"), rest) => book::run(rest),
        (Some("studio"), rest) => studio::run(rest),
        (Some("cust"), []) => cust::run(),
        (Some("help" | "--help" | "-h"), []) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        (None, _) => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
        (Some(command), _) => {
            eprintln!("cargo xtask: cannot make sense of `{} {}`\n\n{HELP}", command, rest.join(" "));
            ExitCode::from(2)
        }
    }
}
