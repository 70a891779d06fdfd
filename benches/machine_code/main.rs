//! Instructions of the generated `apply` and `inv` beside the best that can be written by hand, for layouts of the zoo: on
//! x86-64 and in PTX.
//!
//! `cargo bench --bench machine_code` first compares both sides on every index, in both directions, with each other and with
//! the zoo's chain; then it prints the table, writes it to `benches/results/machine_code.md`, and fails where a generated
//! function takes more instructions than the one by hand and [`exceptions`] does not name it. `machine_code LAYOUT WAY SIDE`
//! runs one function on all indices, for valgrind.
//!
//! ```text
//! layouts   layout!                       ┐
//! cpu, gpu  by hand, in usize and in u32  ┴─ map ── cases ── probes ──┬─ zoo   are they right?
//!                                                                    ├─ x86   callgrind
//!                                                            kernels ─┴─ ptx   the compiler for kernels
//! ```

mod cases;
mod cpu;
mod exceptions;
mod gpu;
mod index_map;
mod layouts;
mod probes;
mod ptx;
mod table;
mod x86;
mod zoo;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let [name, way, side] = &arguments[..] {
        x86::run(name, way, side);
        return ExitCode::SUCCESS;
    }
    zoo::check();
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("both sides of every case give the same; `cargo bench --bench machine_code` counts");
        return ExitCode::SUCCESS;
    }
    let table = table::Table::count();
    print!("{}", table.text());
    if let Err(error) = table.record() {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    if table.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
