//! A picture as text: a line a row, coloured for a terminal or plain; or ruled and cut to what a reader takes in at once.

use crate::ansi::Palette;
use crate::cell::{Cell, Element};
use crate::grid::{Axis, Runs};
use crate::picture::{Borders, Picture};

impl Picture<'_> {
    /// The lines, without their ends, each made when it is asked for. An empty one stands between panels. A row of what is
    /// wrapped and has one component begins with the first one in it.
    ///
    /// ```
    /// use lego_draw::{Grid, Palette, Picture};
    ///
    /// let grid = Grid::tiled([1, 2, 2, 2]).unwrap();
    /// let tiles = Picture::new(grid, 8, |i| Some(i[1] * 4 + i[2] * 2 + i[3]));
    /// assert_eq!(tiles.text(Palette::Plain).collect::<Vec<_>>(), ["0 1  4 5", "2 3  6 7"]);
    /// ```
    pub fn text(&self, palette: Palette) -> impl Iterator<Item = String> + '_ {
        (0..self.grid().rows()).flat_map(move |row| {
            let between = (0..self.grid().gaps_above(row)).map(|_| String::new());
            between.chain([self.line(row, palette)])
        })
    }

    fn line(&self, row: u64, palette: Palette) -> String {
        let grid = self.grid();
        let width = self.characters_in_a_row();
        let mut line = String::new();
        if let [Axis { extent, runs: Runs::Wrapped { each, .. }, .. }] = grid.axes() {
            let most = (extent - 1) / each * each;
            line = format!("{:>1$}: ", row * each, most.to_string().len());
        }
        for column in 0..grid.columns() {
            // A text without colours needs none computed.
            let cell = match palette {
                Palette::Plain => self.label_at(row, column).map(|label| (label, None)),
                _ => self.cell(row, column).map(|cell| (cell.label.clone(), Some(cell))),
            };
            let Some((label, cell)) = cell else { break };
            let gaps = grid.gaps_before(column);
            // Coloured cells have blanks of their own.
            let blanks = match gaps {
                _ if column == 0 => 0,
                0 => usize::from(palette == Palette::Plain),
                _ => gaps + 1,
            };
            line.extend(std::iter::repeat_n(' ', blanks));
            let label = label.replace('\n', " ");
            match cell {
                None => pad(&mut line, &label, width),
                Some(Cell {
                    element: Element::Stored { .. } | Element::Marked { shade: Some(_), .. }, colour, ..
                }) => line.push_str(&palette.paint(&format!(" {label:>width$} "), || colour)),
                _ => line.push_str(&format!(" {label:>width$} ")),
            }
        }
        line
    }

    /// The lines of a small plain text with rules between panels and around blocks, as one draws by hand: all rows and columns
    /// where there are at most so many, else the first and the last ones.
    ///
    /// ```
    /// use lego_draw::{Grid, Picture};
    ///
    /// let grid = Grid::flat([4, 300]).unwrap();
    /// let matrix = Picture::new(grid, 1200, |i| Some(i[0] * 300 + i[1]));
    /// assert_eq!(
    ///     matrix.with_blocks(&[[2, 2]]).excerpt([4, 6]),
    ///     [
    ///         "   0    1 │    2 …  298  299",
    ///         " 300  301 │  302 …  598  599",
    ///         "──────────┼─────────────────",
    ///         " 600  601 │  602 …  898  899",
    ///         " 900  901 │  902 … 1198 1199",
    ///     ]
    /// );
    /// ```
    pub fn excerpt(&self, most: [usize; 2]) -> Vec<String> {
        let grid = self.grid();
        let (rows, columns) = (shown(grid.rows(), most[0]), shown(grid.columns(), most[1]));
        let blocks = match self.borders() {
            Borders::Blocks(blocks) if grid.panels().is_empty() => blocks.as_slice(),
            _ => &[],
        };
        let is_ruled = |side: usize, before: Option<u64>, at: Option<u64>| {
            let (Some(_), Some(at)) = (before, at) else { return false };
            grid.panels().iter().chain(blocks).any(|panel| at % panel[side] == 0)
        };
        let rules: Vec<bool> = (0..columns.len()).map(|k| k > 0 && is_ruled(1, columns[k - 1], columns[k])).collect();
        let labels: Vec<Vec<String>> = rows
            .iter()
            .map(|row| {
                let label = |column: &Option<u64>| match (row, column) {
                    (Some(row), Some(column)) => self.label_at(*row, *column).unwrap_or_default().replace('\n', " "),
                    (Some(_), None) => "…".to_owned(),
                    (None, Some(_)) => "⋮".to_owned(),
                    (None, None) => " ".to_owned(),
                };
                columns.iter().map(label).collect()
            })
            .collect();
        let widest = labels.iter().flatten().map(|label| label.chars().count()).max().unwrap_or(0);
        let width = |column: usize| if columns[column].is_some() { widest } else { 1 };
        let mut lines = Vec::with_capacity(rows.len());
        for (k, labels) in labels.iter().enumerate() {
            if k > 0 && is_ruled(0, rows[k - 1], rows[k]) {
                lines.push(rule(&rules, width));
            }
            let mut line = String::with_capacity(columns.len() * (widest + 3));
            for (column, label) in labels.iter().enumerate() {
                line.push_str(match column {
                    0 => "",
                    _ if rules[column] => " │ ",
                    _ => " ",
                });
                pad(&mut line, label, width(column));
            }
            line.truncate(line.trim_end().len());
            lines.push(line);
        }
        lines
    }
}

/// A rule between two rows, crossed where a rule is between two columns.
fn rule(rules: &[bool], width: impl Fn(usize) -> usize) -> String {
    let mut line = String::new();
    for (column, &is_crossed) in rules.iter().enumerate() {
        line.push_str(match column {
            0 => "",
            _ if is_crossed => "─┼─",
            _ => "─",
        });
        line.extend(std::iter::repeat_n('─', width(column)));
    }
    line
}

/// Which of so many rows or columns are shown: all, or the first and the last ones with `None` between them.
fn shown(all: u64, most: usize) -> Vec<Option<u64>> {
    if all <= most as u64 {
        return (0..all).map(Some).collect();
    }
    let ends = most.max(3) - 1;
    let first = ends.div_ceil(2) as u64;
    let last = ends as u64 - first;
    (0..first).map(Some).chain([None]).chain((all - last..all).map(Some)).collect()
}

/// Writes a label to the right of a column; `format!` does the same, in ten times the time where nothing is optimised.
fn pad(line: &mut String, label: &str, width: usize) {
    for _ in label.chars().count()..width {
        line.push(' ');
    }
    line.push_str(label);
}

#[cfg(test)]
mod tests {
    use crate::{Grid, Label, Palette, Picture};

    fn plain(picture: &Picture<'_>) -> Vec<String> {
        picture.text(Palette::Plain).collect()
    }

    fn row_major(dims: &[u64], levels: &[usize]) -> Picture<'static> {
        let dims = dims.to_vec();
        let grid = Grid::new(&dims, levels).unwrap();
        let position = move |index: &[u64]| Some(index.iter().zip(&dims).fold(0, |p, (i, n)| p * n + i));
        let span = grid.count();
        Picture::new(grid, span, position)
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
    fn planes_and_levels() {
        assert_eq!(plain(&row_major(&[2, 2, 2], &[3])), ["0 1  4 5", "2 3  6 7"]);
        assert_eq!(plain(&row_major(&[2, 1, 2, 1, 1, 2], &[2, 2, 2])), ["0 1", "", "2 3", "", "", "4 5", "", "6 7"]);
        let strip = Picture::new(Grid::strip(11, 8).unwrap(), 11, |i| Some(10 - i[0]));
        assert_eq!(plain(&strip), ["0: 10  9  8  7  6  5  4  3", "8:  2  1  0"]);
    }

    #[test]
    fn labels_are_what_is_asked_for() {
        let picture = || row_major(&[2, 11], &[2]).coloured("half", 2, |index, _| index[1] / 6);
        assert_eq!(plain(&picture().labelled(Label::Colour)), ["0 0 0 0 0 0 1 1 1 1 1"; 2]);
        let lines = plain(&picture().labelled(Label::Index));
        assert_eq!(lines[1], " 1,0  1,1  1,2  1,3  1,4  1,5  1,6  1,7  1,8  1,9 1,10");
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
        assert_eq!(picture.excerpt([4, 4])[2].split_whitespace().collect::<Vec<_>>(), ["⋮"; 4]);
        assert_eq!(cells.get(), 8 + 3 * 4);
    }

    #[test]
    fn excerpts_are_whole_where_they_can_be() {
        assert_eq!(row_major(&[1, 1], &[2]).excerpt([8, 8]), ["0"]);
        assert_eq!(
            row_major(&[2, 2, 2, 3], &[2, 2]).excerpt([8, 8]),
            [
                " 0  1  2 │  6  7  8",
                " 3  4  5 │  9 10 11",
                "─────────┼─────────",
                "12 13 14 │ 18 19 20",
                "15 16 17 │ 21 22 23"
            ]
        );
        let holes = row_major(&[2, 3], &[2]).with_holes_beyond(&[2, 2]);
        assert_eq!(holes.excerpt([8, 8]), ["0 1 ░", "3 4 ░"]);
        assert_eq!(row_major(&[9], &[1]).excerpt([8, 8]), ["0 1 2 3 … 6 7 8"]);
    }

    #[test]
    fn excerpts_of_large_ones_are_their_corners() {
        assert_eq!(
            row_major(&[100, 10], &[2]).with_blocks(&[[2, 2], [50, 5]]).excerpt([5, 8]),
            [
                "  0   1 │   2   3 …   7 │   8   9",
                " 10  11 │  12  13 …  17 │  18  19",
                "  ⋮   ⋮ │   ⋮   ⋮     ⋮ │   ⋮   ⋮",
                "980 981 │ 982 983 … 987 │ 988 989",
                "990 991 │ 992 993 … 997 │ 998 999",
            ]
        );
        for most in 3..12 {
            for all in 1..12 {
                let lines = row_major(&[all, 1], &[2]).excerpt([most, 1]);
                let is_whole = all <= most as u64;
                assert_eq!(lines.len(), if is_whole { all as usize } else { most });
                assert_eq!(lines.iter().filter(|line| line.contains('⋮')).count(), usize::from(!is_whole));
                assert_eq!(lines.last().unwrap().trim(), (all - 1).to_string());
            }
        }
    }
}
