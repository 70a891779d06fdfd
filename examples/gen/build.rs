//! Writes the header of a layout from its chain, and compiles the C that includes it.

use lego_gen::{Request, Target, generate};
use lego_lang::compile::{Options, compile};
use std::error::Error;
use std::path::Path;

/// The same text as in `main.rs`: a matrix of 64×48 in tiles of 8×8.
const CHAIN: &str = "TileOrderBy(Row(8, 6), Row(8, 8))";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=sum.c");
    let folder = std::env::var("OUT_DIR")?;
    let layout = compile(CHAIN, &Options::default()).map_err(|errors| format!("{CHAIN}: {errors:?}"))?;
    let mut request = Request::new(Target::C);
    request.name = "tiles".to_owned();
    let header = generate(&layout, &request)?;
    std::fs::write(Path::new(&folder).join(&header.name), &header.text)?;
    cc::Build::new().file("sum.c").include(&folder).warnings_into_errors(true).compile("sum");
    Ok(())
}
