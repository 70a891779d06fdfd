//! `lego svg`: a drawing of the map, as SVG or as pixels.

use crate::failure::{Complaint, Failure};
use crate::input::Input;
use crate::output::Output;
use crate::picture::picture;
use crate::points::Points;
use lego_draw::Picture;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// More rows or columns than this are too small to be read.
const MOST: u64 = 128;

/// So many operations take about a second.
const MOST_STEPS: u64 = 1 << 27;

/// An image is twice as fine where neither side gets longer than this.
const FINE: f64 = 4096.0;

/// Draws the map into a file.
pub(crate) fn run(input: &Input, file: &Path, output: &mut Output) -> Result<u8, Failure> {
    let map = Points::new(input)?;
    let Some(picture) = picture(input, &map) else {
        let message = format!(
            "a layout with dims {:?} cannot be drawn: only rank 2, and rank 4 from two levels such as .TileBy([4, 4], [8, 8])",
            map.dims
        );
        return Err(input.fault(message).into());
    };
    let (rows, columns) = (picture.grid().rows(), picture.grid().columns());
    if rows > MOST || columns > MOST {
        let message = format!("{rows} x {columns} cells are too many to draw; at most {MOST} x {MOST}");
        return Err(input.fault(message).into());
    }
    let steps = map.steps().saturating_mul(rows * columns);
    if steps > MOST_STEPS {
        let message = format!("not decided (limit): the drawing takes {steps} operations, more than {MOST_STEPS}");
        return Err(Failure::Limit(input.fault(message)));
    }
    let drawing = if is_png(file) { png(&picture)? } else { picture.svg().into_bytes() };
    if file == Path::new("-") {
        output.write_all(&drawing)?;
        return Ok(0);
    }
    if let Err(error) = std::fs::write(file, drawing) {
        return Err(Complaint::new(format!("{}: {error}", file.display())).into());
    }
    if output.json {
        output.json(&json!({ "ok": true, "file": file.display().to_string() }))?;
    }
    Ok(0)
}

fn is_png(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

fn png(picture: &Picture<'_>) -> Result<Vec<u8>, Complaint> {
    let (width, height) = picture.size();
    let scale = if width.max(height) * 2.0 <= FINE { 2 } else { 1 };
    let pixels = picture.pixels(scale).map_err(|error| Complaint::new(error.to_string()))?;
    Ok(pixels.png())
}
