//! A picture as marks at places: title, axes, cells, the path along the positions, legend.

use crate::colour::Rgb;
use crate::frame::{AXIS, Frame, MARGIN, TITLE_LINE};
use crate::picture::{Cell, NOTHING, Picture};
use crate::shape::{INK, Point, Role, Shape, Text, Tone, WHITE};

/// The path along the positions is drawn for at most so many of them; beyond, it hides the cells.
const PATH: u64 = 1024;

/// All that is drawn, the undermost first.
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// What it is, for who cannot see it.
    pub(crate) description: String,
    /// The size of the digits in the cells.
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
        painter.axes();
        painter.cells();
        let path = painter.path();
        painter.lines(&path);
        painter.numbers(!path.is_empty());
        painter.ends(&path);
        painter.legend();
        let shapes = painter.shapes;
        Self {
            width: frame.width,
            height: frame.height(),
            description: description(picture),
            digit: frame.digit,
            shapes,
        }
    }
}

fn description(picture: &Picture<'_>) -> String {
    let (grid, (noun, _)) = (picture.grid(), picture.colours());
    let tiles = match grid.tile() {
        [height, width] if grid.is_tiled() => format!(", in tiles of {height} x {width}"),
        _ => String::new(),
    };
    format!(
        "A grid of {} x {} cells{tiles}. Each cell bears its position, 0 to {}, and its colour runs from dark to light \
         along the {noun}s.",
        grid.rows(),
        grid.columns(),
        picture.span().saturating_sub(1)
    )
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

    /// The row and the column of a cell.
    fn place(&self, cell: usize) -> (u64, u64) {
        let columns = self.picture.grid().columns();
        (cell as u64 / columns, cell as u64 % columns)
    }

    fn heading(&mut self) {
        let frame = self.frame;
        for (k, line) in frame.title.iter().enumerate() {
            self.text(Role::Title, (MARGIN, MARGIN + 10.0 + TITLE_LINE * k as f64), line);
        }
        let below = MARGIN + 10.0 + TITLE_LINE * frame.title.len() as f64;
        let (picture, count, span) = (self.picture, self.picture.count(), self.picture.span());
        let dims: Vec<String> = picture.grid().dims().iter().map(u64::to_string).collect();
        let indices = if count == span { String::new() } else { format!("{count} indices, ") };
        self.text(Role::Note, (MARGIN, below), format!("dims [{}] · {indices}{span} positions", dims.join(", ")));
    }

    fn axes(&mut self) {
        let (frame, grid) = (self.frame, self.picture.grid());
        let (left, top) = frame.origin;
        let (right, bottom) = frame.end();
        let [height, width] = grid.tile();
        for column in (0..grid.columns()).filter(|column| (column % width).is_multiple_of(every(frame.cell, width))) {
            let (x, _) = frame.centre(0, column);
            self.text(Role::Tick, (x, top - 7.0), (column % width).to_string());
        }
        for row in (0..grid.rows()).filter(|row| (row % height).is_multiple_of(every(frame.cell, height))) {
            let (_, y) = frame.centre(row, 0);
            self.text(Role::Row, (left - 7.0, y + 4.0), (row % height).to_string());
        }
        let mut outside = AXIS;
        if grid.is_tiled() {
            outside += AXIS;
            for tile in 0..grid.columns() / width {
                let (from, to) =
                    (frame.corner(0, tile * width).0, frame.corner(0, (tile + 1) * width - 1).0 + frame.cell);
                self.text(Role::Outer, ((from + to) / 2.0, top - AXIS - 6.0), tile.to_string());
            }
            for tile in 0..grid.rows() / height {
                let (from, to) =
                    (frame.corner(tile * height, 0).1, frame.corner((tile + 1) * height - 1, 0).1 + frame.cell);
                self.text(Role::Outer, (left - AXIS - 12.0, (from + to) / 2.0 + 4.0), tile.to_string());
            }
        }
        let [down, across] = if grid.is_tiled() { ["i0, i2", "i1, i3"] } else { ["i0", "i1"] };
        self.text(Role::Axis, ((left + right) / 2.0, top - outside - 4.0), format!("{across} →"));
        let (at, words) = ((left - outside - 14.0, (top + bottom) / 2.0), format!("← {down}"));
        self.shapes.push(Shape::Text(Text { role: Role::Axis, tone: None, at, upwards: true, words }));
    }

    fn cells(&mut self) {
        let (frame, grid) = (self.frame, self.picture.grid());
        for (k, cell) in self.cells.iter().enumerate() {
            let (row, column) = self.place(k);
            let to = cell.position.map_or("no position".to_owned(), |position| position.to_string());
            let hint = format!("{:?} → {to}", cell.index);
            self.shapes.push(Shape::Cell {
                corner: frame.corner(row, column),
                side: frame.cell,
                fill: cell.colour,
                hint,
            });
        }
        if grid.is_tiled() {
            let [height, width] = grid.tile();
            let size = (width as f64 * frame.cell + 4.0, height as f64 * frame.cell + 4.0);
            for row in (0..grid.rows() / height).map(|tile| tile * height) {
                for column in (0..grid.columns() / width).map(|tile| tile * width) {
                    let (x, y) = frame.corner(row, column);
                    let corner = (x - 2.0, y - 2.0);
                    self.shapes.push(Shape::Border { corner, size, radius: 3.0, colour: INK, width: 1.5 });
                }
            }
        }
    }

    /// The cells of the path from the first position to the last one that has an index; none if there are too many.
    fn path(&self) -> Vec<usize> {
        if self.picture.span() > PATH {
            return Vec::new();
        }
        let mut first = vec![None; self.picture.span() as usize];
        for (k, cell) in self.cells.iter().enumerate() {
            if let Some(first) = cell.position.and_then(|position| first.get_mut(usize::try_from(position).ok()?)) {
                first.get_or_insert(k);
            }
        }
        first.into_iter().flatten().collect()
    }

    fn lines(&mut self, path: &[usize]) {
        if path.is_empty() {
            return;
        }
        let centre = |&cell: &usize| {
            let (row, column) = self.place(cell);
            self.frame.centre(row, column)
        };
        let points: Vec<Point> = path.iter().map(centre).collect();
        let thin = self.frame.cell * 0.055;
        for (colour, width, opacity) in [(Rgb(0x11, 0x14, 0x1a), thin + 1.6, 0.5), (WHITE, thin, 0.9)] {
            self.shapes.push(Shape::Path { points: points.clone(), colour, width, opacity });
        }
    }

    /// Marks where the path begins and ends.
    fn ends(&mut self, path: &[usize]) {
        // A path may also begin later than at position 0, which is then not marked.
        let first = path.first().filter(|&&cell| self.cells[cell].position == Some(0));
        for &cell in [first, path.last()].into_iter().flatten() {
            let (row, column) = self.place(cell);
            let ((x, y), side) = (self.frame.corner(row, column), self.frame.cell - 5.0);
            let (corner, colour) = ((x + 2.5, y + 2.5), self.cells[cell].colour.ink());
            self.shapes.push(Shape::Border { corner, size: (side, side), radius: 4.0, colour, width: 2.0 });
        }
    }

    /// What stands in the cells, on a plate of their colour where there is a path.
    fn numbers(&mut self, on_path: bool) {
        let digit = self.frame.digit;
        for (k, cell) in self.cells.iter().enumerate() {
            let (row, column) = self.place(k);
            let (x, y) = self.frame.centre(row, column);
            let at = (x, y + digit * 0.36);
            let Some(position) = cell.position else {
                self.toned(Role::Number, Tone::Dark, at, NOTHING);
                continue;
            };
            let number = position.to_string();
            if on_path {
                let (width, height) = (number.len() as f64 * digit * 0.62 + 2.0, digit + 1.0);
                let corner = (x - width / 2.0, y - height / 2.0);
                self.shapes.push(Shape::Plate { corner, size: (width, height), radius: 2.0, fill: cell.colour });
            }
            let tone = if cell.colour.ink() == WHITE { Tone::Light } else { Tone::Dark };
            self.toned(Role::Number, tone, at, number);
        }
    }

    fn legend(&mut self) {
        let frame = self.frame;
        let (left, bottom) = (frame.origin.0, frame.end().1);
        let (width, top) = (f64::min(320.0, frame.width - left - MARGIN), bottom + 26.0);
        let (noun, colours) = self.picture.colours();
        self.shapes.push(Shape::Ramp { corner: (left, top), size: (width, 12.0), radius: 2.0 });
        self.text(Role::Note, (left, top + 28.0), format!("{noun} 0"));
        self.toned(Role::Note, Tone::End, (left + width, top + 28.0), colours.saturating_sub(1).to_string());
        let (count, span) = (self.picture.count(), self.picture.span());
        let stored = self.cells.iter().filter(|cell| cell.position.is_some()).count() as u64;
        let mut notes = Vec::new();
        if stored < count {
            notes.push(format!("{NOTHING} has no position ({} indices)", count - stored));
        }
        if stored < span {
            notes.push(format!("{} positions hold nothing", span - stored));
        }
        if !notes.is_empty() {
            self.text(Role::Note, (left, top + 46.0), notes.join(" · "));
        }
    }
}

/// Every so many-th row or column of `most` has its number.
fn every(cell: f64, most: u64) -> u64 {
    let room = if most > 99 { 26.0 } else { 18.0 };
    [1, 2, 4, 8, 16].into_iter().find(|&step| step as f64 * cell >= room).unwrap_or(16)
}
