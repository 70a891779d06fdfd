//! A picture as marks at places: title, axes, cells, borders, the path along the positions, labels, legend.

use crate::axes;
use crate::cell::{Cell, Element, Label, NOTHING};
use crate::colour::Rgb;
use crate::frame::{Frame, LEADING, MARGIN, NOTE_LINE, TITLE_LINE};
use crate::legend;
use crate::picture::{Borders, Picture};
use crate::shape::{INK, Point, Role, Shape, Text, Tone, WHITE};
use std::collections::HashMap;

/// Smaller cells have no white border.
const SMALL: f64 = 12.0;
/// Of blocks in blocks, as those of a space-filling curve, so many levels are drawn, and none with a side that is shorter.
const MOST_LEVELS: usize = 3;
const SMALLEST_BLOCK: f64 = 12.0;
/// Nobody can point at a cell among more than so many.
const MOST_HINTS: usize = 1 << 14;

/// All that is drawn, the undermost first.
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// What it is, for who cannot see it.
    pub(crate) description: String,
    /// The size of the characters in the cells.
    pub(crate) digit: f64,
    pub(crate) shapes: Vec<Shape>,
}

impl Scene {
    /// Draws a picture.
    pub(crate) fn new(picture: &Picture<'_>) -> Self {
        let frame = Frame::new(picture);
        let cells: Vec<Cell> = picture.cells().collect();
        let mut painter = Painter { picture, frame: &frame, cells: &cells, shapes: Vec::new() };
        painter.heading();
        painter.cells();
        painter.panels();
        painter.borders();
        let path = painter.path();
        painter.lines(&path);
        axes::write(picture, &frame, &mut painter.shapes);
        painter.labels(!path.is_empty());
        painter.ends(&path);
        let mut shapes = painter.shapes;
        legend::write(picture, &frame, &cells, &mut shapes);
        let (width, height) = (frame.width, frame.height());
        Self { width, height, description: description(picture, &frame), digit: frame.digit.unwrap_or(1.0), shapes }
    }
}

fn description(picture: &Picture<'_>, frame: &Frame<'_>) -> String {
    let grid = picture.grid();
    let panels = match grid.panels() {
        [] => String::new(),
        [[height, width], ..] => format!(", in panels of {height} x {width}"),
    };
    let (noun, _) = picture.colours();
    let along = if noun == "index" { "indices".to_owned() } else { format!("{noun}s") };
    let bears = match picture.label() {
        _ if frame.digit.is_none() => "A cell's".to_owned(),
        _ if picture.bears().is_some() => {
            format!("Each cell bears {}, and its", picture.bears().unwrap_or_default())
        }
        Label::Position => {
            format!("Each cell bears its position, 0 to {}, and its", picture.span().saturating_sub(1))
        }
        Label::Index => "Each cell bears its index, and its".to_owned(),
        Label::Colour => format!("Each cell bears the number of its {noun}, and its"),
    };
    let (rows, columns) = (grid.rows(), grid.columns());
    format!("A grid of {rows} x {columns} cells{panels}. {bears} colour runs from dark to light along the {along}.")
}

/// Puts the parts of a picture where the frame says.
struct Painter<'a> {
    picture: &'a Picture<'a>,
    frame: &'a Frame<'a>,
    /// Row after row.
    cells: &'a [Cell],
    shapes: Vec<Shape>,
}

impl Painter<'_> {
    fn text(&mut self, role: Role, at: Point, words: impl Into<String>) {
        self.shapes.push(Shape::Text(Text { role, tone: None, at, upwards: false, words: words.into() }));
    }

    fn toned(&mut self, role: Role, tone: Tone, at: Point, words: impl Into<String>) {
        self.shapes.push(Shape::Text(Text { role, tone: Some(tone), at, upwards: false, words: words.into() }));
    }

    fn heading(&mut self) {
        let frame = self.frame;
        for (k, line) in frame.title.iter().enumerate() {
            self.text(Role::Title, (MARGIN, MARGIN + 10.0 + TITLE_LINE * k as f64), line);
        }
        let below = MARGIN + 10.0 + TITLE_LINE * frame.title.len() as f64;
        for (k, line) in frame.heading.iter().enumerate() {
            self.text(Role::Note, (MARGIN, below + NOTE_LINE * k as f64), line);
        }
    }

    fn cells(&mut self) {
        let frame = self.frame;
        let (width, height) = frame.cell;
        let border = if f64::min(width, height) < SMALL { 0.0 } else { 1.0 };
        for cell in self.cells {
            let corner = frame.corner(cell.row, cell.column);
            let hint = if self.cells.len() > MOST_HINTS { String::new() } else { self.picture.hint_of(&cell.element) };
            self.shapes.push(Shape::Cell { corner, size: frame.cell, fill: cell.colour, border, hint });
            if matches!(cell.element, Element::Hole { .. }) {
                self.shapes.push(Shape::Hatch { corner, size: frame.cell });
            }
        }
    }

    /// A line around each panel of the innermost level.
    fn panels(&mut self) {
        let (frame, grid) = (self.frame, self.picture.grid());
        let Some(&[height, width]) = grid.panels().first() else { return };
        for row in (0..grid.rows()).step_by(height as usize) {
            for column in (0..grid.columns()).step_by(width as usize) {
                if grid.index(row, column).is_none() {
                    continue;
                }
                let ((x, y), end) = (frame.corner(row, column), frame.far_corner(row + height - 1, column + width - 1));
                let (corner, size) = ((x - 2.0, y - 2.0), (end.0 - x + 4.0, end.1 - y + 4.0));
                self.shapes.push(Shape::Border { corner, size, radius: 3.0, colour: INK, width: 1.5 });
            }
        }
    }

    fn borders(&mut self) {
        match self.picture.borders() {
            Borders::Blocks(blocks) if self.picture.grid().panels().is_empty() && !blocks.is_empty() => {
                self.blocks(blocks);
            }
            Borders::Blocks(_) => {}
            Borders::Parts(number) => {
                let numbers: HashMap<(u64, u64), u64> = self
                    .cells
                    .iter()
                    .filter_map(|cell| match &cell.element {
                        Element::Stored { index, position } => {
                            Some(((cell.row, cell.column), number(index, *position)))
                        }
                        Element::Marked { index, shade, .. } => {
                            Some(((cell.row, cell.column), number(index, shade.unwrap_or(u64::MAX))))
                        }
                        _ => None,
                    })
                    .collect();
                self.parts(&numbers);
            }
        }
    }

    /// Lines through the whole grid, those of outer blocks heavier and over the others, and one around it.
    fn blocks(&mut self, blocks: &[[u64; 2]]) {
        let (rows, columns) = (self.picture.grid().rows(), self.picture.grid().columns());
        let cell = self.frame.cell;
        let is_large = |block: &&[u64; 2]| (block[0] as f64 * cell.1).min(block[1] as f64 * cell.0) >= SMALLEST_BLOCK;
        let large: Vec<&[u64; 2]> = blocks.iter().filter(is_large).collect();
        for (level, &&[height, width]) in large[large.len().saturating_sub(MOST_LEVELS)..].iter().enumerate() {
            let line = 2.0 + level as f64;
            for row in (height..rows).step_by(height as usize) {
                self.level_line(row, 0, columns, line);
            }
            for column in (width..columns).step_by(width as usize) {
                self.upright_line(column, 0, rows, line);
            }
        }
        let ((x, y), end) = (self.frame.origin, self.frame.end());
        let size = (end.0 - x, end.1 - y);
        self.shapes.push(Shape::Border { corner: (x, y), size, radius: 0.0, colour: INK, width: 2.0 });
    }

    /// Lines between neighbours whose numbers differ.
    fn parts(&mut self, numbers: &HashMap<(u64, u64), u64>) {
        let (rows, columns) = (self.picture.grid().rows(), self.picture.grid().columns());
        let differ = |one: (u64, u64), other: (u64, u64)| match (numbers.get(&one), numbers.get(&other)) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        };
        for row in 1..rows {
            for (from, to) in stretches(columns, |column| differ((row - 1, column), (row, column))) {
                self.level_line(row, from, to, 2.0);
            }
        }
        for column in 1..columns {
            for (from, to) in stretches(rows, |row| differ((row, column - 1), (row, column))) {
                self.upright_line(column, from, to, 2.0);
            }
        }
    }

    /// A line above a row, from one column up to another.
    fn level_line(&mut self, row: u64, from: u64, to: u64, width: f64) {
        let ((left, y), (right, _)) = (self.frame.corner(row, from), self.frame.far_corner(row, to - 1));
        self.line((left, y - width / 2.0), (right - left, width));
    }

    /// A line before a column, from one row up to another.
    fn upright_line(&mut self, column: u64, from: u64, to: u64, width: f64) {
        let ((x, top), (_, bottom)) = (self.frame.corner(from, column), self.frame.far_corner(to - 1, column));
        self.line((x - width / 2.0, top), (width, bottom - top));
    }

    fn line(&mut self, corner: Point, size: Point) {
        self.shapes.push(Shape::Plate { corner, size, radius: 0.0, fill: INK });
    }

    /// The cells of the path from the first position to the last one that has an index.
    fn path(&self) -> Vec<usize> {
        if !self.frame.has_path {
            return Vec::new();
        }
        let position = |(k, cell): (usize, &Cell)| Some((cell.element.position()?, k));
        let mut path: Vec<(u64, usize)> = self.cells.iter().enumerate().filter_map(position).collect();
        path.sort_unstable();
        path.dedup_by_key(|(position, _)| *position);
        path.retain(|(position, _)| *position < self.picture.span());
        path.into_iter().map(|(_, cell)| cell).collect()
    }

    fn lines(&mut self, path: &[usize]) {
        if path.is_empty() {
            return;
        }
        let centre = |&cell: &usize| self.frame.centre(self.cells[cell].row, self.cells[cell].column);
        let points: Vec<Point> = path.iter().map(centre).collect();
        let thin = self.frame.cell.1 * 0.055;
        for (colour, width, opacity) in [(Rgb(0x11, 0x14, 0x1a), thin + 1.6, 0.5), (WHITE, thin, 0.9)] {
            self.shapes.push(Shape::Path { points: points.clone(), colour, width, opacity });
        }
    }

    /// Marks where the path begins and ends.
    fn ends(&mut self, path: &[usize]) {
        // A path may also begin later than at position 0, which is then not marked.
        let first = path.first().filter(|&&cell| self.cells[cell].element.position() == Some(0));
        for &cell in [first, path.last()].into_iter().flatten() {
            let cell = &self.cells[cell];
            let ((x, y), (width, height)) = (self.frame.corner(cell.row, cell.column), self.frame.cell);
            let (corner, size) = ((x + 2.5, y + 2.5), (width - 5.0, height - 5.0));
            self.shapes.push(Shape::Border { corner, size, radius: 4.0, colour: cell.colour.ink(), width: 2.0 });
        }
    }

    /// What stands in the cells, on a plate of their colour where there is a path.
    fn labels(&mut self, on_path: bool) {
        let Some(digit) = self.frame.digit else { return };
        for cell in self.cells {
            let (x, y) = self.frame.centre(cell.row, cell.column);
            let at = (x, y + digit * 0.36);
            match cell.element {
                Element::Hole { .. } => {}
                Element::Unstored { .. } => self.toned(Role::Label, Tone::Nothing, at, NOTHING),
                Element::Marked { shade, .. } => {
                    let tone = match shade {
                        None => Tone::Nothing,
                        Some(_) if cell.colour.ink() == WHITE => Tone::Light,
                        Some(_) => Tone::Dark,
                    };
                    let lines: Vec<&str> = cell.label.lines().collect();
                    let first = y - (lines.len().max(1) - 1) as f64 * digit * LEADING / 2.0 + digit * 0.36;
                    for (k, line) in lines.into_iter().enumerate() {
                        self.toned(Role::Label, tone, (x, first + k as f64 * digit * LEADING), line);
                    }
                }
                Element::Stored { .. } => {
                    if on_path {
                        let (width, height) = (cell.label.len() as f64 * digit * 0.62 + 2.0, digit + 1.0);
                        let corner = (x - width / 2.0, y - height / 2.0);
                        let size = (width, height);
                        self.shapes.push(Shape::Plate { corner, size, radius: 2.0, fill: cell.colour });
                    }
                    let tone = if cell.colour.ink() == WHITE { Tone::Light } else { Tone::Dark };
                    self.toned(Role::Label, tone, at, cell.label.as_str());
                }
            }
        }
    }
}

/// The stretches of `0..all` in which something holds.
fn stretches(all: u64, holds: impl Fn(u64) -> bool) -> Vec<(u64, u64)> {
    let mut found: Vec<(u64, u64)> = Vec::new();
    for at in (0..all).filter(|&at| holds(at)) {
        match found.last_mut() {
            Some((_, to)) if *to == at => *to += 1,
            _ => found.push((at, at + 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::stretches;

    #[test]
    fn neighbours_make_one_stretch() {
        assert_eq!(stretches(9, |k| [0, 1, 4, 7, 8].contains(&k)), [(0, 2), (4, 5), (7, 9)]);
        assert_eq!(stretches(3, |_| false), []);
    }
}
