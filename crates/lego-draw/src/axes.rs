//! The numbers of the axes, above the columns and beside the rows, and what the axes are called.
//!
//! Each axis has a lane of its own, the innermost one next to the cells:
//!
//! ```text
//!            i1, i3 →
//!               0            1          i1: tile columns
//!           0    1    2  0    1    2    i3: columns in a tile
//!  0  0   ┌────┬────┬────┐
//!     1   │    │    │    │
//! ```

use crate::frame::{AXIS, CHARACTER, Frame, digits};
use crate::grid::{Axis, Runs};
use crate::picture::{Head, Picture};
use crate::shape::{Point, Role, Shape, Text};

/// The height of a number.
const LINE: f64 = 13.0;

/// Writes all that there is to the axes.
pub(crate) fn write(picture: &Picture<'_>, frame: &Frame<'_>, shapes: &mut Vec<Shape>) {
    let mut writer = Writer { picture, frame, shapes };
    match picture.heads(false) {
        Some(lanes) => writer.heads_above(lanes),
        None => writer.above(),
    }
    match picture.heads(true) {
        Some(lanes) => writer.heads_beside(lanes),
        None => writer.beside(),
    }
}

struct Writer<'a, 'p> {
    picture: &'a Picture<'p>,
    frame: &'a Frame<'a>,
    shapes: &'a mut Vec<Shape>,
}

impl Writer<'_, '_> {
    fn text(&mut self, role: Role, at: Point, upwards: bool, words: String) {
        self.shapes.push(Shape::Text(Text { role, tone: None, at, upwards, words }));
    }

    /// The names of axes in the order of the index.
    fn names(&self, axes: &[(usize, Axis)]) -> String {
        let names: Vec<&str> = axes.iter().rev().map(|&(axis, _)| self.picture.axis(axis).0).collect();
        names.join(", ")
    }

    fn above(&mut self) {
        let (frame, grid) = (self.frame, self.picture.grid());
        let axes = grid.labelled_axes(false);
        let (_, top) = frame.origin;
        for (lane, (axis, Axis { extent, runs, pitch })) in axes.iter().enumerate() {
            let (_, numbered) = self.picture.axis(*axis);
            let role = if lane == 0 { Role::Tick } else { Role::Outer };
            let y = top - AXIS * lane as f64 - if lane == 0 { 7.0 } else { 6.0 };
            let every = every(frame.cell.0 * *pitch as f64, CHARACTER * digits(extent - 1) + 5.0);
            for column in (0..grid.columns()).step_by(*pitch as usize) {
                let number = column / pitch % extent;
                if number % every == 0 && number < numbered {
                    let x = (frame.corner(0, column).0 + frame.far_corner(0, column + pitch - 1).0) / 2.0;
                    self.text(role, (x, y), false, number.to_string());
                }
            }
            if let (Runs::Wrapped { each, height }, Some(_)) = (runs, grid.wrapped_height()) {
                // The panels of the rows below the first.
                for number in *each..*extent {
                    let (row, column) = (number / each * height, number % each * pitch);
                    let (from, to) = (frame.corner(row, column), frame.far_corner(row, column + pitch - 1));
                    if number % each % every == 0 {
                        self.text(role, ((from.0 + to.0) / 2.0, from.1 - 6.0), false, number.to_string());
                    }
                }
            }
        }
        let x = (frame.origin.0 + frame.end().0) / 2.0;
        let names = self.names(&axes);
        self.text(Role::Axis, (x, top - AXIS * axes.len() as f64 - 4.0), false, format!("{names} →"));
    }

    /// Words above stretches of columns.
    fn heads_above(&mut self, lanes: &[Vec<Head>]) {
        let (frame, (_, top)) = (self.frame, self.frame.origin);
        for (lane, heads) in lanes.iter().enumerate() {
            let role = if lane == 0 { Role::Tick } else { Role::Outer };
            let y = top - AXIS * lane as f64 - if lane == 0 { 7.0 } else { 6.0 };
            for Head { from, to, words } in heads.iter().filter(|head| head.from < head.to) {
                let x = (frame.corner(0, *from).0 + frame.far_corner(0, to - 1).0) / 2.0;
                self.text(role, (x, y), false, words.clone());
            }
        }
    }

    /// Words beside stretches of rows; those of an outer lane run upwards.
    fn heads_beside(&mut self, lanes: &[Vec<Head>]) {
        let (frame, left) = (self.frame, self.frame.origin.0);
        for (lane, heads) in lanes.iter().enumerate() {
            for Head { from, to, words } in heads.iter().filter(|head| head.from < head.to) {
                let y = (frame.corner(*from, 0).1 + frame.far_corner(to - 1, 0).1) / 2.0 + 4.0;
                match lane {
                    0 => self.text(Role::Row, (left - 7.0, y), false, words.clone()),
                    _ => {
                        let x = left - frame.beside - AXIS * (lane - 1) as f64 - 12.0;
                        self.text(Role::Outer, (x, y - 4.0), true, words.clone());
                    }
                }
            }
        }
    }

    fn beside(&mut self) {
        let (frame, grid) = (self.frame, self.picture.grid());
        let axes = grid.labelled_axes(true);
        let left = frame.origin.0;
        for (lane, (axis, Axis { extent, runs, pitch })) in axes.iter().enumerate() {
            let (_, numbered) = self.picture.axis(*axis);
            let (number, pitch): (Box<dyn Fn(u64) -> u64>, u64) = match *runs {
                Runs::Wrapped { each, .. } => (Box::new(move |row| row * each), 1),
                _ => (Box::new(move |row| row / pitch % extent), *pitch),
            };
            let rows = if matches!(runs, Runs::Wrapped { .. }) { grid.rows() } else { *extent };
            let every = every(frame.cell.1 * pitch as f64, LINE);
            for row in (0..grid.rows()).step_by(pitch as usize) {
                if row / pitch % rows % every != 0 || number(row) >= numbered {
                    continue;
                }
                let y = (frame.corner(row, 0).1 + frame.far_corner(row + pitch - 1, 0).1) / 2.0 + 4.0;
                let (role, x) = match lane {
                    0 => (Role::Row, left - 7.0),
                    _ => (Role::Outer, left - frame.beside - AXIS * (lane - 1) as f64 - 12.0),
                };
                self.text(role, (x, y), false, number(row).to_string());
            }
        }
        // A strip's axis is named above it.
        let is_strip = |&(_, axis): &(usize, Axis)| matches!(axis.runs, Runs::Wrapped { .. });
        let outer = axes.get(1..).filter(|_| !axes.iter().any(is_strip));
        if let Some(outer) = outer {
            let (x, y) =
                (left - frame.beside - AXIS * outer.len() as f64 - 14.0, (frame.origin.1 + frame.end().1) / 2.0);
            let names = self.names(&axes);
            self.text(Role::Axis, (x, y), true, format!("← {names}"));
        }
    }
}

/// Every so many-th row or column, a power of two, has its number, where each is so large and a number needs so much room.
fn every(cell: f64, room: f64) -> u64 {
    let mut step = 1;
    while (step as f64) * cell < room {
        step *= 2;
    }
    step
}
