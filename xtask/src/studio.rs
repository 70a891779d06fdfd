//! `cargo xtask studio`: the Studio's page, with its engine as WebAssembly, in `target/studio/page`.

use crate::steps::{Steps, answers, cargo, root, succeeds, sysroot, target};
use lego_cuda_build::{Compiler, outer_options};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const WASM: &str = "wasm32-unknown-unknown";

/// So many bytes the page may have, compressed.
const MOST: u64 = 1_200_000;

/// The engine's stack: parts of a text that stand inside each other take a part each.
const STACK: &str = "-Clink-arg=-zstack-size=16777216";

/// How the engine is built sooner, nearly three times as large and slower than it is handed out: enough for tests of what it does.
const QUICK: [(&str, &str); 3] = [("LTO", "off"), ("CODEGEN_UNITS", "256"), ("OPT_LEVEL", "0")];

/// Builds the page, with `--quick` for tests alone; with `--test` drives it in a browser, with `--bench` measures it there.
pub(crate) fn run(rest: &[String]) -> ExitCode {
    let result = match rest.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => built().map(|page| println!("the page: {}", page.display())),
        ["--quick"] => build(&QUICK).map(|page| println!("the page, not as small as it can be: {}", page.display())),
        ["--test"] => built().and_then(|_| driven(&DRIVE)),
        ["--bench"] => built().and_then(|_| driven(&["--test", "page", "--", "--ignored", "--nocapture"])),
        _ => Err("cargo xtask studio [--quick | --test | --bench]".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// What tests of the page are among the tests of packages.
const DRIVE: [&str; 6] = ["--test", "page", "--", "--nocapture", "--test-threads", "2"];

/// Builds the page, quickly, and drives it, where both can be done; says where it cannot. `features` are those of all packages that have
/// been compiled, of which the tests of the page are some.
pub(crate) fn check(steps: &mut Steps, features: &str) {
    let name = "the Studio in a browser";
    if !["chromium", "chromium-browser", "google-chrome"].iter().any(|program| answers(program)) {
        steps.leave_out(name, "there is no Chromium; with Debian: apt-get install chromium");
    } else if !has_library() && Compiler::find().is_err() {
        steps.leave_out(name, "there is no compiler for WebAssembly: rustup target add wasm32-unknown-unknown");
    } else if steps.passes("the Studio's page", cargo(&["xtask", "studio", "--quick"])) {
        let mut tests = cargo(&["test", "--workspace", "--exclude", "proof", "--features", features]);
        tests.args(DRIVE);
        prepare(&mut tests);
        steps.run(name, tests);
    }
}

/// Whether the compiler in use has its library for WebAssembly.
fn has_library() -> bool {
    sysroot().is_ok_and(|sysroot| sysroot.join("lib/rustlib").join(WASM).join("lib").is_dir())
}

/// The folder of the built page.
fn page() -> PathBuf {
    target().join("studio").join("page")
}

/// Builds the page, and looks at its size.
fn built() -> Result<PathBuf, String> {
    let page = build(&[])?;
    small(&page).map(|()| page)
}

/// Builds the engine, with what its profile has otherwise, and puts it beside the files of the page.
fn build(otherwise: &[(&str, &str)]) -> Result<PathBuf, String> {
    let wrong = |error: io::Error| format!("the page: {error}");
    let engine = engine(otherwise)?;
    let page = page();
    if page.exists() {
        std::fs::remove_dir_all(&page).map_err(wrong)?;
    }
    std::fs::create_dir_all(&page).map_err(wrong)?;
    for entry in std::fs::read_dir(root().join("crates/lego-studio/page")).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        std::fs::copy(entry.path(), page.join(entry.file_name())).map_err(wrong)?;
    }
    std::fs::copy(root().join("tests/zoo/layouts.txt"), page.join("zoo.txt")).map_err(wrong)?;
    std::fs::copy(&engine, page.join("studio.wasm")).map_err(wrong)?;
    let [plain, packed] = size(&page).map_err(wrong)?;
    println!("{plain} bytes, {packed} compressed by gzip");
    Ok(page)
}

/// Whether the page is as small as it is to be; where the library was not built for size, it need not be.
fn small(page: &Path) -> Result<(), String> {
    let [_, packed] = size(page).map_err(|error| format!("the page: {error}"))?;
    if packed <= MOST || has_library() {
        return Ok(());
    }
    Err(format!("the page is too large: {packed} bytes compressed, {MOST} at most"))
}

/// How many bytes the page has, and how many where a server compresses it; 0 where there is no gzip to say it.
fn size(page: &Path) -> io::Result<[u64; 2]> {
    let mut total = [0, 0];
    for entry in std::fs::read_dir(page)? {
        let path = entry?.path();
        total[0] += path.metadata()?.len();
        // Without the program nothing is known of it.
        let packed = Command::new("gzip").args(["-9", "-c"]).arg(&path).output();
        total[1] += packed.map_or(0, |output| output.stdout.len() as u64);
    }
    Ok(total)
}

/// Builds the engine with whatever can, and gives its file.
fn engine(otherwise: &[(&str, &str)]) -> Result<PathBuf, String> {
    let folder = target().join("studio").join("engine");
    let mut command = cargo(&["rustc", "--package", "lego-studio", "--lib", "--crate-type", "cdylib"]);
    command.args(["--profile", "studio", "--target", WASM, "--target-dir"]).arg(&folder).args(outer_options());
    command.envs(otherwise.iter().map(|(name, value)| (format!("CARGO_PROFILE_STUDIO_{name}"), value)));
    let mut flags = vec![STACK.to_owned()];
    if !has_library() {
        let missing = format!(
            "the Studio needs the standard library for {WASM}:\n  with rustup: rustup target add {WASM}\n\
             or a compiler with the source of its own, to build it:"
        );
        let compiler = Compiler::find().map_err(|error| format!("{missing}\n{error}"))?;
        let own = compiler.sysroot().to_owned();
        let linker = [Some(own), sysroot().ok()].into_iter().flatten().find_map(|sysroot| linker(&sysroot));
        let linker =
            linker.ok_or_else(|| format!("{missing}\nrust-lld, which links WebAssembly, is in no toolchain here"))?;
        println!("compiler for WebAssembly: {compiler}");
        command.env("RUSTC", compiler.rustc()).env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        // Its own library is built for size too; where a program panics, nobody reads what it says.
        command.arg("-Zbuild-std-features=optimize_for_size");
        flags.extend(["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none"].map(str::to_owned));
        flags.push(format!("-Clinker={}", linker.display()));
        flags.push("-Clinker-flavor=wasm-ld".to_owned());
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    let engine = folder.join(WASM).join("studio").join("lego_studio.wasm");
    if status.success() && engine.is_file() { Ok(engine) } else { Err(format!("the engine was not built: {status}")) }
}

/// The linker of a toolchain that links WebAssembly.
fn linker(sysroot: &Path) -> Option<PathBuf> {
    let hosts = std::fs::read_dir(sysroot.join("lib/rustlib")).ok()?;
    hosts.filter_map(|host| Some(host.ok()?.path().join("bin").join("rust-lld"))).find(|linker| linker.is_file())
}

/// The accessibility checker, installed where there is npm; nothing where there is none.
fn axe() -> Option<PathBuf> {
    let folder = target().join("studio").join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if !script.is_file() {
        std::fs::create_dir_all(&folder).ok()?;
        for file in ["package.json", "package-lock.json"] {
            std::fs::copy(root().join("crates/lego-studio/tests/page").join(file), folder.join(file)).ok()?;
        }
        let mut npm = Command::new("npm");
        succeeds(npm.args(["ci", "--silent", "--ignore-scripts", "--no-audit", "--prefix"]).arg(&folder));
    }
    script.is_file().then_some(script)
}

/// Says where page and checker are to tests that drive the page.
fn prepare(tests: &mut Command) {
    tests.env("LEGO_STUDIO_PAGE", page());
    match axe() {
        Some(script) => {
            tests.env("LEGO_AXE", script);
        }
        None => println!("NOT TESTED: the page by an accessibility checker: there is no npm to install axe-core"),
    }
}

/// The tests that drive the built page in a browser.
fn driven(arguments: &[&str]) -> Result<(), String> {
    let mut tests = cargo(&["test", "--package", "lego-studio"]);
    tests.args(arguments);
    prepare(&mut tests);
    let status = tests.status().map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("the page does not do what it should".to_owned()) }
}
