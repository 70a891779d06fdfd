//! `lego table`: the whole map.

use crate::colour::Rgb;
use crate::eval::joined;
use crate::failure::Failure;
use crate::grid::Grid;
use crate::input::Input;
use crate::map::Map;
use crate::output::{Output, Palette};
use std::io::{self, Write};

/// A larger table is of no use, and might fill the memory of whoever reads it.
const MOST: u64 = 1 << 22;

/// Prints the position of every index.
pub(crate) fn run(input: &Input, output: &mut Output) -> Result<u8, Failure> {
    let map = Map::new(input)?;
    for (what, number) in [("indices", map.count), ("positions", map.span)] {
        if number > MOST {
            let message =
                format!("the layout has {number} {what}; a table shows at most {MOST}. For one of them: lego eval");
            return Err(input.fault(message).into());
        }
    }
    if output.json {
        json(&map, output)?;
    } else if let Some(grid) = Grid::new(input, &map) {
        text_grid(&map, &grid, output)?;
    } else {
        lines(&map, output)?;
    }
    Ok(0)
}

/// `{"dims":[..],"apply":[..],"inv":[[..],..]}`, written as it is computed.
fn json(map: &Map, output: &mut Output) -> io::Result<()> {
    write!(output, "{{\"dims\":[{}],\"apply\":[", joined(&map.dims, ","))?;
    for (k, index) in map.indices().enumerate() {
        let comma = if k > 0 { "," } else { "" };
        match map.position(&index) {
            Some(position) => write!(output, "{comma}{position}")?,
            None => write!(output, "{comma}null")?,
        }
    }
    write!(output, "],\"inv\":[")?;
    for position in 0..map.span {
        let comma = if position > 0 { "," } else { "" };
        match map.index(position) {
            Some(index) => write!(output, "{comma}[{}]", joined(&index, ","))?,
            None => write!(output, "{comma}null")?,
        }
    }
    writeln!(output, "]}}")
}

/// What stands for no position.
const NONE: &str = "·";

fn text_grid(map: &Map, grid: &Grid, output: &mut Output) -> io::Result<()> {
    let width = (map.span - 1).to_string().len();
    let palette = output.palette;
    for row in 0..grid.rows {
        if row > 0 && row % grid.tile[0] == 0 {
            writeln!(output)?;
        }
        for column in 0..grid.columns {
            let between = match column {
                0 => "",
                // Coloured cells have blanks of their own.
                _ if column % grid.tile[1] == 0 => "  ",
                _ if palette == Palette::Plain => " ",
                _ => "",
            };
            write!(output, "{between}")?;
            match (map.position(&grid.index(row, column)), palette) {
                (None, Palette::Plain) => write!(output, "{NONE:>width$}")?,
                (None, _) => write!(output, " {NONE:>width$} ")?,
                (Some(position), Palette::Plain) => write!(output, "{position:>width$}")?,
                (Some(position), _) => {
                    let style = Rgb::of(position, map.span).style(palette);
                    write!(output, "{style} {position:>width$} {style:#}")?;
                }
            }
        }
        writeln!(output)?;
    }
    Ok(())
}

fn lines(map: &Map, output: &mut Output) -> io::Result<()> {
    let widths: Vec<usize> = map.dims.iter().map(|n| (n - 1).to_string().len()).collect();
    let width = (map.span - 1).to_string().len();
    let palette = output.palette;
    for index in map.indices() {
        for (i, &width) in index.iter().zip(&widths) {
            write!(output, "{i:>width$} ")?;
        }
        match map.position(&index) {
            None => writeln!(output, "-> {NONE:>width$}")?,
            Some(position) => {
                let style = Rgb::of(position, map.span).style(palette);
                writeln!(output, "-> {style}{position:>width$}{style:#}")?;
            }
        }
    }
    Ok(())
}
