//! The picture: title, axes, cells, the path along the positions, legend.

use super::element::{Escaped, Length, text};
use crate::colour::Rgb;
use crate::grid::Grid;
use crate::map::Map;
use std::fmt::Write;

/// The path along the positions is drawn for at most so many of them; beyond, it hides the cells.
const PATH: u64 = 1024;

/// Where things are, in units of a CSS pixel.
struct Frame<'a> {
    grid: &'a Grid,
    /// The side of a cell.
    cell: f64,
    /// The size of the digits in the cells.
    digit: f64,
    /// The gap between tiles.
    gap: f64,
    /// The upper left corner of the first cell.
    origin: (f64, f64),
    /// The width of the picture.
    width: f64,
    /// The title, a line each.
    title: Vec<String>,
}

/// More lines of title than this are cut.
const LINES: usize = 8;
const MARGIN: f64 = 24.0;
const TITLE_LINE: f64 = 19.0;
/// The advance of a character of the title.
const TITLE_CHARACTER: f64 = 8.5;
/// Room for the numbers of an axis.
const AXIS: f64 = 20.0;
const LEGEND: f64 = 62.0;

impl<'a> Frame<'a> {
    fn new(title: &str, map: &Map, grid: &'a Grid) -> Self {
        let most = grid.rows.max(grid.columns);
        let digits = (map.size.max(2) - 1).to_string().len() as f64;
        let roomy = match most {
            0..=8 => 44.0,
            9..=16 => 34.0,
            17..=32 => 28.0,
            _ => 22.0,
        };
        let cell = f64::max(roomy, 6.5 * digits + 6.0).min(44.0);
        // A digit is 0.6 of its size wide.
        let digit = f64::min(cell * 0.4, (cell - 6.0) / (0.62 * digits)).min(15.0);
        let gap = if grid.tiled { (cell / 5.0).round() } else { 0.0 };
        let tiles = |cells: u64, tile: u64| (cells / tile - 1) as f64;
        let side = |cells: u64, tile: u64| cells as f64 * cell + tiles(cells, tile) * gap;
        let axis = if grid.tiled { 2.0 * AXIS } else { AXIS };
        let left = MARGIN + axis + 22.0;
        let width = f64::max(left + side(grid.columns, grid.tile[1]) + MARGIN, 400.0);
        let title = wrapped(title, ((width - 2.0 * MARGIN) / TITLE_CHARACTER) as usize);
        let top = MARGIN + TITLE_LINE * (title.len() + 1) as f64 + 26.0 + axis;
        Self { grid, cell, digit, gap, origin: (left, top), width, title }
    }

    /// The upper left corner of a cell.
    fn corner(&self, row: u64, column: u64) -> (f64, f64) {
        let at = |k: u64, tile: u64| k as f64 * self.cell + (k / tile) as f64 * self.gap;
        (self.origin.0 + at(column, self.grid.tile[1]), self.origin.1 + at(row, self.grid.tile[0]))
    }

    fn centre(&self, row: u64, column: u64) -> (f64, f64) {
        let (x, y) = self.corner(row, column);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// The lower right corner of the last cell.
    fn end(&self) -> (f64, f64) {
        let (x, y) = self.corner(self.grid.rows - 1, self.grid.columns - 1);
        (x + self.cell, y + self.cell)
    }

    fn height(&self) -> f64 {
        self.end().1 + LEGEND + MARGIN
    }
}

/// The drawing as SVG.
pub(super) fn draw(title: &str, map: &Map, grid: &Grid) -> String {
    let frame = Frame::new(title, map, grid);
    let (width, height) = (Length(frame.width), Length(frame.height()));
    let mut svg = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc">
<title id="title">{}</title>
<desc id="desc">{}</desc>
"#,
        Escaped(title),
        Escaped(&description(map, grid)),
    );
    style(&mut svg, &frame);
    let _ = writeln!(svg, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##);
    for (k, line) in frame.title.iter().enumerate() {
        text(&mut svg, "title", (MARGIN, MARGIN + 10.0 + TITLE_LINE * k as f64), line);
    }
    let below = MARGIN + 10.0 + TITLE_LINE * frame.title.len() as f64;
    text(&mut svg, "note", (MARGIN, below), &summary(map));
    axes(&mut svg, &frame);
    cells(&mut svg, &frame, map);
    if map.size <= PATH {
        path(&mut svg, &frame, map);
    }
    numbers(&mut svg, &frame, map);
    if map.size <= PATH {
        ends(&mut svg, &frame, map);
    }
    legend(&mut svg, &frame, map);
    svg.push_str("</svg>\n");
    svg
}

fn description(map: &Map, grid: &Grid) -> String {
    let tiles = match grid.tile {
        [height, width] if grid.tiled => format!(", in tiles of {height} x {width}"),
        _ => String::new(),
    };
    format!(
        "A grid of {} x {} cells{tiles}. Each cell bears its position, 0 to {}, and its colour runs from dark to light \
         along the positions.",
        grid.rows,
        grid.columns,
        map.size - 1
    )
}

fn summary(map: &Map) -> String {
    let dims: Vec<String> = map.dims.iter().map(u64::to_string).collect();
    let indices = if map.count == map.size { String::new() } else { format!("{} indices, ", map.count) };
    format!("dims [{}] · {indices}{} positions", dims.join(", "), map.size)
}

fn style(svg: &mut String, frame: &Frame<'_>) {
    let _ = write!(
        svg,
        r#"<style>
text {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #24292f; }}
.title {{ font-size: 14px; font-weight: 600; }}
.note {{ font-size: 12px; fill: #57606a; }}
.axis {{ font-size: 13px; font-weight: 600; text-anchor: middle; }}
.tick {{ font-size: 11px; fill: #57606a; text-anchor: middle; }}
.row {{ font-size: 11px; fill: #57606a; text-anchor: end; }}
.outer {{ font-size: 12px; font-weight: 600; text-anchor: middle; }}
.number {{ font-size: {}px; text-anchor: middle; }}
.dark {{ fill: #11141a; }}
.light {{ fill: #ffffff; }}
.end {{ text-anchor: end; }}
</style>
"#,
        Length(frame.digit)
    );
}

/// Every so many-th row or column has its number.
fn every(cell: f64, most: u64) -> u64 {
    let room = if most > 99 { 26.0 } else { 18.0 };
    [1, 2, 4, 8, 16].into_iter().find(|&step| step as f64 * cell >= room).unwrap_or(16)
}

fn axes(svg: &mut String, frame: &Frame<'_>) {
    let grid = frame.grid;
    let (left, top) = frame.origin;
    let (right, bottom) = frame.end();
    let [height, width] = grid.tile;
    for column in (0..grid.columns).filter(|column| (column % width).is_multiple_of(every(frame.cell, width))) {
        let (x, _) = frame.centre(0, column);
        text(svg, "tick", (x, top - 7.0), &(column % width).to_string());
    }
    for row in (0..grid.rows).filter(|row| (row % height).is_multiple_of(every(frame.cell, height))) {
        let (_, y) = frame.centre(row, 0);
        text(svg, "row", (left - 7.0, y + 4.0), &(row % height).to_string());
    }
    let mut outside = AXIS;
    if grid.tiled {
        outside += AXIS;
        for tile in 0..grid.columns / width {
            let (from, to) = (frame.corner(0, tile * width).0, frame.corner(0, (tile + 1) * width - 1).0 + frame.cell);
            text(svg, "outer", ((from + to) / 2.0, top - AXIS - 6.0), &tile.to_string());
        }
        for tile in 0..grid.rows / height {
            let (from, to) =
                (frame.corner(tile * height, 0).1, frame.corner((tile + 1) * height - 1, 0).1 + frame.cell);
            text(svg, "outer", (left - AXIS - 12.0, (from + to) / 2.0 + 4.0), &tile.to_string());
        }
    }
    let [down, across] = if grid.tiled { ["i0, i2", "i1, i3"] } else { ["i0", "i1"] };
    text(svg, "axis", ((left + right) / 2.0, top - outside - 4.0), &format!("{across} →"));
    let (x, y) = (left - outside - 14.0, (top + bottom) / 2.0);
    let (x, y) = (Length(x), Length(y));
    let _ = writeln!(svg, r#"<text class="axis" transform="translate({x} {y}) rotate(-90)">← {down}</text>"#);
}

fn cells(svg: &mut String, frame: &Frame<'_>, map: &Map) {
    let grid = frame.grid;
    let side = Length(frame.cell);
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let (x, y) = frame.corner(row, column);
            let (x, y) = (Length(x), Length(y));
            let index = grid.index(row, column);
            let position = map.position(&index);
            let (fill, to) = match position {
                Some(position) => (Rgb::of(position, map.size).css(), position.to_string()),
                None => ("#eceff2".to_owned(), "no position".to_owned()),
            };
            let _ = writeln!(
                svg,
                r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}" stroke="#ffffff" stroke-width="1"><title>{index:?} → {to}</title></rect>"##
            );
        }
    }
    if grid.tiled {
        let [height, width] = grid.tile;
        let (w, h) = (Length(width as f64 * frame.cell + 4.0), Length(height as f64 * frame.cell + 4.0));
        for row in (0..grid.rows).step_by(height as usize) {
            for column in (0..grid.columns).step_by(width as usize) {
                let (x, y) = frame.corner(row, column);
                let (x, y) = (Length(x - 2.0), Length(y - 2.0));
                let _ = writeln!(
                    svg,
                    r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="3" fill="none" stroke="#24292f" stroke-width="1.5"/>"##
                );
            }
        }
    }
}

/// The path from the first position to the last one that has an index.
fn path(svg: &mut String, frame: &Frame<'_>, map: &Map) {
    let places: Vec<(f64, f64)> = (0..map.size)
        .filter_map(|position| map.index(position))
        .map(|index| frame.grid.place(&index))
        .map(|(row, column)| frame.centre(row, column))
        .collect();
    let mut points = String::new();
    for &(x, y) in &places {
        let _ = write!(points, "{},{} ", Length(x), Length(y));
    }
    let points = points.trim_end();
    let thin = frame.cell * 0.055;
    for (colour, width, opacity) in [("#11141a", thin + 1.6, 0.5), ("#ffffff", thin, 0.9)] {
        let width = Length(width);
        let _ = writeln!(
            svg,
            r##"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linejoin="round" stroke-linecap="round"/>"##
        );
    }
}

/// Where the path begins and ends.
fn ends(svg: &mut String, frame: &Frame<'_>, map: &Map) {
    let last = (0..map.size).rev().find_map(|position| map.index(position));
    for index in [map.index(0), last].into_iter().flatten() {
        let (row, column) = frame.grid.place(&index);
        let ((x, y), side) = (frame.corner(row, column), Length(frame.cell - 5.0));
        let (x, y) = (Length(x + 2.5), Length(y + 2.5));
        let ink = map.position(&index).map_or(Rgb(0, 0, 0), |position| Rgb::of(position, map.size).ink()).css();
        let _ = writeln!(
            svg,
            r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="4" fill="none" stroke="{ink}" stroke-width="2"/>"##
        );
    }
}

fn numbers(svg: &mut String, frame: &Frame<'_>, map: &Map) {
    let grid = frame.grid;
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let (x, y) = frame.centre(row, column);
            let y = y + frame.digit * 0.36;
            match map.position(&grid.index(row, column)) {
                Some(position) => {
                    let colour = Rgb::of(position, map.size);
                    let light = colour.ink() == Rgb(255, 255, 255);
                    if map.size <= PATH {
                        plate(svg, frame, (row, column), &position.to_string(), colour);
                    }
                    let class = if light { "number light" } else { "number dark" };
                    text(svg, class, (x, y), &position.to_string());
                }
                None => text(svg, "number dark", (x, y), "·"),
            }
        }
    }
}

/// Hides the path behind a number.
fn plate(svg: &mut String, frame: &Frame<'_>, (row, column): (u64, u64), number: &str, colour: Rgb) {
    let (x, y) = frame.centre(row, column);
    let (width, height) = (number.len() as f64 * frame.digit * 0.62 + 2.0, frame.digit + 1.0);
    let (x, y, width, height) = (Length(x - width / 2.0), Length(y - height / 2.0), Length(width), Length(height));
    let _ =
        writeln!(svg, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="2" fill="{}"/>"#, colour.css());
}

fn legend(svg: &mut String, frame: &Frame<'_>, map: &Map) {
    let bottom = frame.end().1;
    let (left, width, top) = (frame.origin.0, f64::min(320.0, frame.width - frame.origin.0 - MARGIN), bottom + 26.0);
    svg.push_str("<defs><linearGradient id=\"positions\">\n");
    for k in 0..=16 {
        let t = f64::from(k) / 16.0;
        let _ = writeln!(svg, r#"<stop offset="{t}" stop-color="{}"/>"#, Rgb::along(t).css());
    }
    svg.push_str("</linearGradient></defs>\n");
    let (x, y, w) = (Length(left), Length(top), Length(width));
    let _ = writeln!(svg, r#"<rect x="{x}" y="{y}" width="{w}" height="12" rx="2" fill="url(#positions)"/>"#);
    text(svg, "note", (left, top + 28.0), "position 0");
    text(svg, "note end", (left + width, top + 28.0), &(map.size - 1).to_string());
    let mut notes = Vec::new();
    let stored = map.indices().filter(|index| map.position(index).is_some()).count() as u64;
    if stored < map.count {
        notes.push(format!("· has no position ({} indices)", map.count - stored));
    }
    if stored < map.size {
        notes.push(format!("{} positions hold nothing", map.size - stored));
    }
    if !notes.is_empty() {
        text(svg, "note", (left, top + 46.0), &notes.join(" · "));
    }
}

/// Lines of at most so many characters, broken before a stage, or else at a blank or after a comma.
fn wrapped(title: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = title.chars().collect();
    while rest.len() > most {
        if lines.len() + 1 == LINES {
            rest.truncate(most - 1);
            rest.push('…');
            break;
        }
        let is_break = |k: usize| {
            let stage = rest[k] == '.' && rest.get(k + 1).is_some_and(char::is_ascii_uppercase);
            stage || rest[k] == ' ' || rest[k - 1] == ','
        };
        let stage = (most / 3..=most).rev().find(|&k| k > 0 && rest[k] == '.' && is_break(k));
        let at = stage.or_else(|| (most / 3 + 1..=most).rev().find(|&k| is_break(k))).unwrap_or(most);
        let tail = rest.split_off(at);
        lines.push(rest.iter().collect::<String>().trim().to_owned());
        rest = tail;
    }
    lines.push(rest.iter().collect::<String>().trim().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn titles_break_before_stages() {
        let title = "OrderBy(Row(2, 2), Col(3, 3)).OrderBy(Row(6, 6)).TileBy([2, 2], [3, 3])";
        assert_eq!(wrapped(title, 100), [title]);
        assert_eq!(
            wrapped(title, 40),
            ["OrderBy(Row(2, 2), Col(3, 3))", ".OrderBy(Row(6, 6))", ".TileBy([2, 2], [3, 3])"]
        );
        assert_eq!(wrapped("Row(1000000,2000000)", 12), ["Row(1000000,", "2000000)"]);
        let long = wrapped(&"x".repeat(500), 9);
        assert!(long.len() == 8 && long.iter().all(|line| line.chars().count() <= 9));
    }
}
