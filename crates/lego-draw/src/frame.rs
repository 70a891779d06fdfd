//! The frame of a drawing: the place of everything in it, in units of a CSS pixel, and what there is room for.

use crate::cell::Shown;
use crate::grid::Grid;
use crate::picture::{Head, Picture};
use crate::shape::Point;
use crate::title::wrapped;

pub(crate) const MARGIN: f64 = 24.0;
pub(crate) const TITLE_LINE: f64 = 19.0;
/// The height of a remark.
pub(crate) const NOTE_LINE: f64 = 18.0;
/// The advance of a character of the title, and of a remark.
const TITLE_CHARACTER: f64 = 8.5;
const NOTE_CHARACTER: f64 = 7.3;
/// The advance of a character of an axis.
pub(crate) const CHARACTER: f64 = 6.7;
/// From line to line in a cell, in sizes of its characters.
pub(crate) const LEADING: f64 = 1.15;
/// Room for the numbers of an axis.
pub(crate) const AXIS: f64 = 20.0;
/// From the cells to the end of what the legend says of the colours and of cells that stand for nothing.
const LEGEND: f64 = 62.0;
/// What the cells tell may take so many characters.
const LONG_NOTE: usize = 80;
/// No drawing is less wide.
const NARROWEST: f64 = 400.0;

/// Of more cells than this, or where they would be longer side by side, no label is read.
const MOST_LABELS: u64 = 64 * 64;
const LONGEST_SIDE: f64 = 4096.0;
/// The path along the positions is drawn for at most so many of them; beyond, it hides the cells.
const MOST_ON_PATH: u64 = 1024;
/// Cells without labels fill about so much.
const SCREEN: f64 = 1024.0;

/// The measures of a drawing.
pub(crate) struct Frame<'a> {
    pub(crate) grid: &'a Grid,
    /// The width and the height of a cell.
    pub(crate) cell: Point,
    /// The size of the characters in the cells; `None` where there are none.
    pub(crate) digit: Option<f64>,
    /// Whether there is a path.
    pub(crate) has_path: bool,
    /// The gap between panels of the innermost level.
    gap: f64,
    /// The upper left corner of the first cell.
    pub(crate) origin: Point,
    /// The width of the numbers beside the rows.
    pub(crate) beside: f64,
    /// The width of the drawing.
    pub(crate) width: f64,
    /// The title, a line each.
    pub(crate) title: Vec<String>,
    /// The sizes, a line each.
    pub(crate) heading: Vec<String>,
    /// The remarks below the colours, a line each, but for what the cells themselves tell.
    pub(crate) notes: Vec<String>,
    /// Whether there is a line more for that.
    pub(crate) has_spare_line: bool,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(picture: &'a Picture<'_>) -> Self {
        let grid = picture.grid();
        let cells = grid.rows() * grid.columns();
        let (mut cell, digit) = with_labels(grid, picture.characters() as f64, picture.lines() as f64);
        let [rows, columns] = [true, false].map(|is_down| picture.heads(is_down));
        if let Some(lanes) = columns {
            let wide =
                |head: &Head| (NOTE_CHARACTER * letters(head) + 6.0) / head.to.saturating_sub(head.from).max(1) as f64;
            cell.0 = lanes.iter().flatten().map(wide).fold(cell.0, f64::max).ceil();
        }
        let has_labels = match picture.labels() {
            Shown::Always => true,
            Shown::Never => false,
            Shown::Legible => {
                let longest = f64::max(grid.columns() as f64 * cell.0, grid.rows() as f64 * cell.1);
                cells <= MOST_LABELS && longest <= LONGEST_SIDE
            }
        };
        let has_path = match picture.path() {
            Shown::Always => true,
            Shown::Never => false,
            Shown::Legible => has_labels && picture.span() <= MOST_ON_PATH,
        };
        let (cell, digit) = if has_labels { (cell, Some(digit)) } else { (without_labels(grid), None) };
        let side = f64::min(cell.0, cell.1);
        let gap = if grid.panels().is_empty() { 0.0 } else { (side / 5.0).round().max(4.0) };
        let [across, down] = [false, true].map(|is_down| grid.labelled_axes(is_down));
        let beside = match rows {
            Some(lanes) => {
                let letters = lanes.first().into_iter().flatten().map(letters).fold(0.0, f64::max);
                f64::max(AXIS, (CHARACTER * letters).ceil())
            }
            None => down.first().map_or(AXIS, |(_, axis)| width_of_numbers(axis.extent)),
        };
        let left = MARGIN + beside + AXIS * rows.map_or(down.len(), <[_]>::len).saturating_sub(1) as f64 + 22.0;
        let lanes = AXIS * columns.map_or(across.len(), <[_]>::len) as f64;
        let mut frame = Self {
            grid,
            cell,
            digit,
            has_path,
            gap,
            origin: (left, 0.0),
            beside,
            width: 0.0,
            title: Vec::new(),
            heading: Vec::new(),
            notes: Vec::new(),
            has_spare_line: false,
        };
        frame.width = f64::max(frame.end().0 + MARGIN, NARROWEST);
        let characters = |left: f64, each: f64| ((frame.width - left - MARGIN) / each) as usize;
        let title = wrapped(picture.title(), characters(MARGIN, TITLE_CHARACTER));
        let heading = wrapped(&heading(picture), characters(MARGIN, NOTE_CHARACTER));
        let lines = notes(picture, has_labels, has_path);
        frame.notes = lines.iter().flat_map(|note| wrapped(note, characters(left, NOTE_CHARACTER))).collect();
        frame.has_spare_line = picture.count() != picture.span() && !frame.has_room(left, &" ".repeat(LONG_NOTE));
        frame.origin.1 = MARGIN + TITLE_LINE * title.len() as f64 + NOTE_LINE * heading.len() as f64 + 27.0 + lanes;
        (frame.title, frame.heading) = (title, heading);
        frame
    }

    /// Whether words of a remark fit behind a place.
    pub(crate) fn has_room(&self, left: f64, words: &str) -> bool {
        left + NOTE_CHARACTER * words.chars().count() as f64 + MARGIN <= self.width
    }

    /// The upper left corner of a cell.
    pub(crate) fn corner(&self, row: u64, column: u64) -> Point {
        let at = |k: u64, side: usize, cell: f64| {
            let mut gaps = 0.0;
            let mut last = 0;
            for (level, panel) in self.grid.panels().iter().enumerate() {
                // Panels in one row have the same height: that is one gap.
                if panel[side] > last {
                    gaps += (k / panel[side]) as f64 * self.gap * if level == 0 { 1.0 } else { 1.5 };
                    last = panel[side];
                }
            }
            k as f64 * cell + gaps
        };
        let captions = self.grid.wrapped_height().map_or(0.0, |height| (row / height) as f64 * AXIS);
        (self.origin.0 + at(column, 1, self.cell.0), self.origin.1 + at(row, 0, self.cell.1) + captions)
    }

    /// The middle of a cell.
    pub(crate) fn centre(&self, row: u64, column: u64) -> Point {
        let (x, y) = self.corner(row, column);
        (x + self.cell.0 / 2.0, y + self.cell.1 / 2.0)
    }

    /// The lower right corner of a cell.
    pub(crate) fn far_corner(&self, row: u64, column: u64) -> Point {
        let (x, y) = self.corner(row, column);
        (x + self.cell.0, y + self.cell.1)
    }

    /// The lower right corner of the last cell.
    pub(crate) fn end(&self) -> Point {
        self.far_corner(self.grid.rows() - 1, self.grid.columns() - 1)
    }

    /// The height of the drawing.
    pub(crate) fn height(&self) -> f64 {
        let notes = self.notes.len() + usize::from(self.has_spare_line);
        self.end().1 + LEGEND + NOTE_LINE * notes as f64 + MARGIN
    }
}

impl Picture<'_> {
    /// The width and the height of the drawing, in units of a CSS pixel.
    pub fn size(&self) -> (f64, f64) {
        let frame = Frame::new(self);
        (frame.width, frame.height())
    }
}

/// How many letters the words of a head have.
fn letters(head: &Head) -> f64 {
    head.words.chars().count() as f64
}

/// The sizes of a picture.
fn heading(picture: &Picture<'_>) -> String {
    if let Some(summary) = picture.summary() {
        return summary.to_owned();
    }
    let (count, span) = (picture.count(), picture.span());
    let positions = counted(span, ["position", "positions"]);
    let sizes = match count == span {
        true => positions,
        false => format!("{}, {positions}", counted(count, ["index", "indices"])),
    };
    format!("dims {:?} · {sizes}", picture.dims())
}

/// A number of something, with its name for one and for several.
pub(crate) fn counted(number: u64, [one, several]: [&str; 2]) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The remarks of a picture, and what is left out of its drawing.
fn notes(picture: &Picture<'_>, has_labels: bool, has_path: bool) -> Vec<String> {
    let missing = |asked: Shown, is_there: bool| asked == Shown::Legible && !is_there;
    let (labels, path) = (missing(picture.labels(), has_labels), missing(picture.path(), has_path));
    let left_out = match (labels, path) {
        (true, _) => {
            let what = if path { "labels and path are" } else { "labels are" };
            Some(format!("{} cells: {what} left out", picture.grid().rows() * picture.grid().columns()))
        }
        (false, true) => Some(format!("{} positions: the path is left out", picture.span())),
        (false, false) => None,
    };
    picture.notes().iter().cloned().chain(left_out).collect()
}

/// The room for the numbers below `most` at the side of the rows.
fn width_of_numbers(most: u64) -> f64 {
    // Cells begin at a whole number, so that the edges of pixels are theirs.
    f64::max(AXIS, (CHARACTER * digits(most - 1)).ceil())
}

/// The number of digits of a number.
pub(crate) fn digits(number: u64) -> f64 {
    f64::from(number.max(1).ilog10() + 1)
}

fn longest_side(grid: &Grid) -> u64 {
    grid.rows().max(grid.columns())
}

/// The size of cells with labels of so many characters in so many lines, and that of the characters.
fn with_labels(grid: &Grid, characters: f64, lines: f64) -> (Point, f64) {
    let roomy = match longest_side(grid) {
        0..=8 => 44.0,
        9..=16 => 34.0,
        17..=32 => 28.0,
        _ => 22.0,
    };
    let needed = 6.5 * characters + 6.0;
    let width = f64::max(roomy, needed);
    let height = if needed <= 44.0 { width } else { roomy.max(28.0) };
    let height = if lines > 1.0 { height.max(11.0 * LEADING * lines + 5.0) } else { height };
    // A character is 0.6 of its size wide.
    let high = if lines > 1.0 { (height - 5.0) / (LEADING * lines) } else { height * 0.4 };
    let digit = f64::min(high, (width - 6.0) / (0.62 * characters)).min(15.0);
    ((width, height), digit)
}

/// The size of cells that are colours alone: square, but where one side would be but a line.
fn without_labels(grid: &Grid) -> Point {
    let side = (SCREEN / longest_side(grid) as f64).floor().clamp(1.0, 16.0);
    let stretched =
        |cells: u64| if cells as f64 * side < 64.0 { (64.0 / cells as f64).clamp(side, 16.0) } else { side };
    (stretched(grid.columns()), stretched(grid.rows()))
}
