//! A drawing in a file: what is drawn of it, how much at most, and how it is written.

use crate::args::{Look, When};
use crate::report::failure::{Complaint, Failure};
use crate::report::output::Output;
use crate::report::whole_file::write_whole;
use lego_draw::{Picture, Shown};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// So many cells are drawn without being asked twice: 256×256, an SVG of some megabytes.
const MOST: u64 = 1 << 16;

/// More would not fit the memory of whoever looks at it.
const MOST_OF_ALL: u64 = 1 << 22;

/// An image is twice as fine where neither side gets longer than this.
#[cfg(feature = "png")]
const FINE: f64 = 4096.0;

/// What is to be drawn.
pub(crate) struct Drawing<'a> {
    pub(crate) look: &'a Look,
    pub(crate) numbers: When,
    pub(crate) path: When,
    pub(crate) no_limit: bool,
    /// The sides of the tile that a layout of (thread, value) is of; none of any other.
    pub(crate) tile: &'a [u64],
}

impl Drawing<'_> {
    /// Writes a picture into a file.
    pub(crate) fn put(&self, mut picture: Picture<'_>, file: &Path, output: &mut Output) -> Result<u8, Failure> {
        if let Some(shown) = shown(self.numbers) {
            picture = picture.with_labels(shown);
        }
        if let Some(shown) = shown(self.path) {
            picture = picture.with_path(shown);
        }
        let drawing = if is_png(file) { png(&picture)? } else { picture.svg().into_bytes() };
        if file == Path::new("-") {
            output.write_all(&drawing)?;
            return Ok(0);
        }
        if let Err(error) = write_whole(file, &drawing) {
            return Err(Complaint::new(format!("{}: {error}", file.display())).into());
        }
        if output.json {
            output.json(&json!({ "ok": true, "file": file.display().to_string() }))?;
        }
        Ok(0)
    }

    /// Whether a number of cells, or of points to be looked at, is one that is drawn.
    ///
    /// # Errors
    /// What is too much, made to an error with its place.
    pub(crate) fn few(&self, cells: u128, fault: impl Fn(String) -> Complaint) -> Result<(), Failure> {
        if cells > u128::from(MOST_OF_ALL) {
            return Err(fault(format!("{cells} cells are too many to draw; at most {MOST_OF_ALL}")).into());
        }
        if cells > u128::from(MOST) && !self.no_limit {
            let message = format!(
                "not decided (limit): the drawing has {cells} cells, more than {MOST}. For all of them: --no-limit"
            );
            return Err(Failure::Limit(fault(message)));
        }
        Ok(())
    }
}

/// What is asked for, if it is not what is usual.
fn shown(when: When) -> Option<Shown> {
    match when {
        When::Auto => None,
        When::Always => Some(Shown::Always),
        When::Never => Some(Shown::Never),
    }
}

fn is_png(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

#[cfg(not(feature = "png"))]
fn png(_: &Picture<'_>) -> Result<Vec<u8>, Complaint> {
    Err(Complaint::new("this program was built without images: give the file a name that ends in .svg"))
}

#[cfg(feature = "png")]
fn png(picture: &Picture<'_>) -> Result<Vec<u8>, Complaint> {
    let (width, height) = picture.size();
    let scale = if width.max(height) * 2.0 <= FINE { 2 } else { 1 };
    let pixels = picture.pixels(scale).map_err(|error| Complaint::new(error.to_string()))?;
    Ok(pixels.png())
}
