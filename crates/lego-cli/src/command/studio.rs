//! `lego studio`: a page in which a layout is typed and seen, on this machine alone.

use crate::report::failure::{Complaint, Failure};
use crate::report::output::Output;
use crate::server::{listen, serve};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Serves the page, or writes it into a folder.
pub(crate) fn run(port: u16, write: Option<&Path>, output: &mut Output) -> Result<u8, Failure> {
    if PAGE.is_empty() {
        return Err(Failure::Usage(
            "this lego was built without the Studio. In its repository: cargo xtask studio, and then \
             cargo build --release -p lego-cli --features studio"
                .to_owned(),
        ));
    }
    if let Some(folder) = write {
        return written(folder, output);
    }
    let listener = listen(port).map_err(|error| Complaint::new(error.to_string()))?;
    let address = listener.local_addr()?;
    if output.json {
        output.json(&json!({ "address": format!("http://{address}/") }))?;
    } else {
        writeln!(output, "the Studio: http://{address}/ (Ctrl+C ends it)")?;
    }
    output.flush()?;
    serve(&listener, PAGE.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect())
}

/// Writes the files into a folder.
fn written(folder: &Path, output: &mut Output) -> Result<u8, Failure> {
    let wrong = |error: io::Error| Complaint::new(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(wrong)?;
    for (name, bytes) in PAGE {
        std::fs::write(folder.join(name), bytes).map_err(wrong)?;
    }
    if output.json {
        output.json(&json!({ "ok": true, "folder": folder.display().to_string() }))?;
    } else {
        writeln!(output, "{} files in {}; a browser wants them from a server", PAGE.len(), folder.display())?;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_written_or_how_it_is_built_is_said() {
        let folder = std::env::temp_dir().join(format!("lego-studio-page-{}", std::process::id()));
        let answer = crate::answer(&["studio", "--write", &folder.display().to_string()]);
        if PAGE.is_empty() {
            assert_eq!(answer.status, 2);
            assert!(answer.errors[0].contains("cargo xtask studio"), "{:?}", answer.errors);
            return;
        }
        assert_eq!(answer.status, 0, "{:?}", answer.errors);
        for (name, bytes) in PAGE {
            assert_eq!(std::fs::read(folder.join(name)).unwrap(), *bytes, "{name}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
