use lego_cuda_build::{Builder, Error};

fn main() -> Result<(), Error> {
    println!("cargo::rerun-if-env-changed=PROGRAM_EXPLAINS");
    let builder = Builder::new("kernels").architectures(["sm_80", "sm_90a"]);
    let explains = std::env::var_os("PROGRAM_EXPLAINS").is_some();
    let report = if explains { builder.build_or_explain()? } else { builder.build()? };
    println!("cargo::rustc-env=KERNELS={}", report.embedded().display());
    Ok(())
}
