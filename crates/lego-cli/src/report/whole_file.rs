//! Files that are written whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file, or none: half of one is no use.
pub(crate) fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut opened = File::create(file)?;
    let written = opened.write_all(bytes);
    if written.is_err() && opened.metadata().is_ok_and(|metadata| metadata.is_file()) {
        drop(opened);
        std::fs::remove_file(file)?;
    }
    written
}
