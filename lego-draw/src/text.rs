//! A picture as text: a line a row, coloured for a terminal or plain.

use crate::ansi::Palette;
use crate::picture::{NOTHING, Picture};
use std::fmt::Write as _;

impl Picture<'_> {
    /// The lines, without their ends, each made when it is asked for. An empty one stands between tiles.
    ///
    /// ```
    /// use lego_draw::{Grid, Palette, Picture};
    ///
    /// let grid = Grid::tiled([1, 2, 2, 2]).unwrap();
    /// let tiles = Picture::new(grid, 8, |i| Some(i[1] * 4 + i[2] * 2 + i[3]));
    /// assert_eq!(tiles.text(Palette::Plain).collect::<Vec<_>>(), ["0 1  4 5", "2 3  6 7"]);
    /// ```
    pub fn text(&self, palette: Palette) -> impl Iterator<Item = String> + '_ {
        let [height, _] = self.grid().tile();
        (0..self.grid().rows()).flat_map(move |row| {
            let between = (row > 0 && row % height == 0).then(String::new);
            between.into_iter().chain([self.line(row, palette)])
        })
    }

    fn line(&self, row: u64, palette: Palette) -> String {
        let (width, [_, tile]) = (self.digits(), self.grid().tile());
        let mut line = String::new();
        for column in 0..self.grid().columns() {
            line.push_str(match column {
                0 => "",
                // Coloured cells have blanks of their own.
                _ if column % tile == 0 => "  ",
                _ if palette == Palette::Plain => " ",
                _ => "",
            });
            let cell = self.cell(row, column);
            // Writing to a string cannot fail.
            let _ = match (cell.position, palette) {
                (None, Palette::Plain) => write!(line, "{NOTHING:>width$}"),
                (None, _) => write!(line, " {NOTHING:>width$} "),
                (Some(position), Palette::Plain) => write!(line, "{position:>width$}"),
                (Some(position), _) => {
                    line.push_str(&palette.paint(&format!(" {position:>width$} "), cell.colour));
                    Ok(())
                }
            };
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grid, Palette, Picture};

    fn plain(picture: &Picture<'_>) -> Vec<String> {
        picture.text(Palette::Plain).collect()
    }

    #[test]
    fn small_and_narrow() {
        let row = |n| move |index: &[u64]| Some(index[0] * n + index[1]);
        assert_eq!(plain(&Picture::new(Grid::flat([1, 1]).unwrap(), 1, row(1))), ["0"]);
        assert_eq!(
            plain(&Picture::new(Grid::flat([1, 11]).unwrap(), 11, row(11))),
            [" 0  1  2  3  4  5  6  7  8  9 10"]
        );
        assert_eq!(plain(&Picture::new(Grid::flat([3, 1]).unwrap(), 3, row(1))), ["0", "1", "2"]);
    }

    #[test]
    fn holes_and_tiles() {
        let grid = Grid::tiled([2, 1, 1, 3]).unwrap();
        let picture = Picture::new(grid, 20, |i| (i[3] < 2).then_some(i[0] * 10 + i[3]));
        assert_eq!(plain(&picture), [" 0  1  ·", "", "10 11  ·"]);
    }

    #[test]
    fn colours_surround_each_position() {
        let picture = Picture::new(Grid::flat([1, 2]).unwrap(), 2, |i| (i[1] == 0).then_some(0));
        let lines: Vec<String> = picture.text(Palette::Indexed).collect();
        assert_eq!(lines, ["\x1b[38;5;231m\x1b[48;5;53m 0 \x1b[0m · "]);
    }

    #[test]
    fn a_line_costs_only_its_cells() {
        let cells = std::cell::Cell::new(0);
        let picture = Picture::new(Grid::flat([1 << 40, 4]).unwrap(), 1 << 42, |i| {
            cells.set(cells.get() + 1);
            Some(i[0] * 4 + i[1])
        });
        assert_eq!(picture.text(Palette::Plain).nth(1).unwrap().split_whitespace().last(), Some("7"));
        assert_eq!(cells.get(), 8);
    }
}
