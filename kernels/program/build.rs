//! The build of the kernels to PTX, where there is a compiler for it; else the program says what is missing.

use lego_cuda_build::{Builder, Error};
use std::path::PathBuf;

fn main() -> Result<(), Error> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    // Beside the target folders of all profiles: the core library is built once, also for `cargo xtask ptx`.
    let target = out.ancestors().nth(4).map_or_else(|| out.join("ptx"), |target| target.join("ptx/build"));
    let tools = std::path::absolute("../../target/tools").unwrap_or_default();
    // For a build whose program no GPU runs.
    println!("cargo::rerun-if-env-changed=LEGO_INSTANCES");
    let few = std::env::var("LEGO_INSTANCES").is_ok_and(|instances| instances == "few");
    let builder = Builder::new("..").name("kernels").features(few.then_some("few"));
    let report = builder.target_dir(target).tools(tools).build_or_explain()?;
    println!("cargo::rustc-env=KERNELS={}", report.embedded().display());
    Ok(())
}
