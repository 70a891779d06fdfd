//! `lego svg`: a drawing of the map.

mod drawing;
mod element;

use crate::failure::{Failure, Fault};
use crate::grid::Grid;
use crate::input::Input;
use crate::map::Map;
use crate::output::Output;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// More rows or columns than this are too small to be read.
const MOST: u64 = 128;

/// Draws the map into a file.
pub(crate) fn run(input: &Input, file: &Path, output: &mut Output) -> Result<u8, Failure> {
    let map = Map::new(input)?;
    let Some(grid) = Grid::new(input, &map) else {
        let message = format!(
            "a layout with dims {:?} cannot be drawn: only rank 2, and rank 4 from two levels such as .TileBy([4, 4], [8, 8])",
            map.dims
        );
        return Err(input.fault(message).into());
    };
    if grid.rows > MOST || grid.columns > MOST {
        let message = format!("{} x {} cells are too many to draw; at most {MOST} x {MOST}", grid.rows, grid.columns);
        return Err(input.fault(message).into());
    }
    let drawing = drawing::draw(&input.title(), &map, &grid);
    if file == Path::new("-") {
        output.write_all(drawing.as_bytes())?;
        return Ok(0);
    }
    if let Err(error) = std::fs::write(file, drawing) {
        return Err(Fault::new(format!("{}: {error}", file.display())).into());
    }
    if output.json {
        output.json(&json!({ "ok": true, "file": file.display().to_string() }))?;
    }
    Ok(0)
}
