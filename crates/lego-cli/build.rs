//! Lists the files of the Studio's page for `lego studio`, where they have been built: `cargo xtask studio`.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::PathBuf;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=LEGO_STUDIO_PAGE");
    let files = if env::var_os("CARGO_FEATURE_STUDIO").is_some() { page() } else { Vec::new() };
    let mut text = String::from("/// The page's files: the name and the bytes of each; none where it was not built.\n");
    text.push_str("pub(crate) static PAGE: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(text, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    text.push_str("];\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("Cargo names no folder to write to"))?;
    fs::write(PathBuf::from(out).join("page.rs"), text)
}

/// The files of the built page, in the order of their names: in `LEGO_STUDIO_PAGE`, or where `cargo xtask studio` puts them.
fn page() -> Vec<PathBuf> {
    let usual = || {
        let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        here.join("../..").join(target).join("studio").join("page")
    };
    let folder = env::var_os("LEGO_STUDIO_PAGE").map_or_else(usual, PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(folder) = folder.canonicalize() else { return Vec::new() };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.is_file()).collect();
    files.sort();
    files
}
