//! Instructions for a GPU, counted in the PTX of `kernels`.

use lego_cuda_build::{Builder, Error, Report};
use std::collections::HashMap;
use std::path::Path;

/// The instructions of every entry, and what compiled it; words where that is not possible here.
pub(crate) fn counts() -> Result<(HashMap<String, usize>, String), String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("machine_code");
    let builder = Builder::new(own.join("kernels"))
        .architectures(["sm_90a"])
        .out_dir(scratch.join("out"))
        .target_dir(scratch.join("target"))
        .tools(own.join("../../target/tools"));
    let report: Report = builder.build().map_err(|error: Error| error.to_string())?;
    let mut counts = HashMap::new();
    for module in report.modules() {
        let text = std::fs::read_to_string(module.ptx()).map_err(|error| error.to_string())?;
        for kernel in module.kernels() {
            let name = kernel.entry().name();
            counts.insert(name.to_owned(), instructions(&text, name).ok_or_else(|| format!("no body of {name}"))?);
        }
    }
    let compiler = report.compiler().map_or_else(String::new, |compiler| compiler.release().to_owned());
    Ok((counts, compiler))
}

/// The instructions of an entry, but for what hands over parameters and results.
fn instructions(text: &str, entry: &str) -> Option<usize> {
    let (_, rest) = text.split_once(&format!(".entry {entry}("))?;
    let body = rest.lines().skip_while(|line| *line != "{").skip(1).take_while(|line| *line != "}");
    let counted = body.map(str::trim).filter(|line| {
        let is_instruction = line.ends_with(';') && !line.starts_with('.');
        let hands_over = ["ld.param", "cvta", "st.global", "ret"].iter().any(|start| line.starts_with(start));
        is_instruction && !hands_over
    });
    Some(counted.count())
}
