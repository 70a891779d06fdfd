//! The frame of a drawing: the place of everything in it, in units of a CSS pixel.

use crate::grid::Grid;
use crate::picture::Picture;
use crate::shape::Point;
use crate::title::wrapped;

pub(crate) const MARGIN: f64 = 24.0;
pub(crate) const TITLE_LINE: f64 = 19.0;
/// The advance of a character of the title.
const TITLE_CHARACTER: f64 = 8.5;
/// Room for the numbers of an axis.
pub(crate) const AXIS: f64 = 20.0;
const LEGEND: f64 = 62.0;

/// The measures of a drawing.
pub(crate) struct Frame<'a> {
    pub(crate) grid: &'a Grid,
    /// The side of a cell.
    pub(crate) cell: f64,
    /// The size of the digits in the cells.
    pub(crate) digit: f64,
    /// The gap between tiles.
    gap: f64,
    /// The upper left corner of the first cell.
    pub(crate) origin: Point,
    /// The width of the drawing.
    pub(crate) width: f64,
    /// The title, a line each.
    pub(crate) title: Vec<String>,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(picture: &'a Picture<'_>) -> Self {
        let grid = picture.grid();
        let (rows, columns, [_, tile_width]) = (grid.rows(), grid.columns(), grid.tile());
        let digits = (picture.span().max(2) - 1).to_string().len() as f64;
        let roomy = match rows.max(columns) {
            0..=8 => 44.0,
            9..=16 => 34.0,
            17..=32 => 28.0,
            _ => 22.0,
        };
        let cell = f64::max(roomy, 6.5 * digits + 6.0).min(44.0);
        // A digit is 0.6 of its size wide.
        let digit = f64::min(cell * 0.4, (cell - 6.0) / (0.62 * digits)).min(15.0);
        let gap = if grid.is_tiled() { (cell / 5.0).round() } else { 0.0 };
        let tiles = (columns / tile_width - 1) as f64;
        let axis = if grid.is_tiled() { 2.0 * AXIS } else { AXIS };
        let left = MARGIN + axis + 22.0;
        let width = f64::max(left + (columns as f64 * cell + tiles * gap) + MARGIN, 400.0);
        let title = wrapped(picture.title(), ((width - 2.0 * MARGIN) / TITLE_CHARACTER) as usize);
        let top = MARGIN + TITLE_LINE * (title.len() + 1) as f64 + 26.0 + axis;
        Self { grid, cell, digit, gap, origin: (left, top), width, title }
    }

    /// The upper left corner of a cell.
    pub(crate) fn corner(&self, row: u64, column: u64) -> Point {
        let [height, width] = self.grid.tile();
        let at = |k: u64, tile: u64| k as f64 * self.cell + (k / tile) as f64 * self.gap;
        (self.origin.0 + at(column, width), self.origin.1 + at(row, height))
    }

    /// The middle of a cell.
    pub(crate) fn centre(&self, row: u64, column: u64) -> Point {
        let (x, y) = self.corner(row, column);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// The lower right corner of the last cell.
    pub(crate) fn end(&self) -> Point {
        let (x, y) = self.corner(self.grid.rows() - 1, self.grid.columns() - 1);
        (x + self.cell, y + self.cell)
    }

    /// The height of the drawing.
    pub(crate) fn height(&self) -> f64 {
        self.end().1 + LEGEND + MARGIN
    }
}

impl Picture<'_> {
    /// The width and the height of the drawing, in units of a CSS pixel.
    pub fn size(&self) -> (f64, f64) {
        let frame = Frame::new(self);
        (frame.width, frame.height())
    }
}
