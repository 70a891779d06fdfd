//! Distances of points from lines and edges, by which a mark covers a pixel more or less.

use crate::shape::Point;

/// A rectangle with round corners.
pub(super) struct Area {
    /// The upper left corner.
    pub(super) from: Point,
    /// The lower right corner.
    pub(super) to: Point,
    radius: f64,
}

impl Area {
    pub(super) fn new((x, y): Point, (width, height): Point, radius: f64) -> Self {
        Self { from: (x, y), to: (x + width, y + height), radius }
    }

    /// How far outside of the edge a point lies; below 0 inside.
    pub(super) fn distance(&self, (x, y): Point) -> f64 {
        let beyond = |at: f64, from: f64, to: f64| f64::max(from - at, at - to) + self.radius;
        let (x, y) = (beyond(x, self.from.0, self.to.0), beyond(y, self.from.1, self.to.1));
        length(x.max(0.0), y.max(0.0)) + f64::min(x.max(y), 0.0) - self.radius
    }
}

/// How far a point is from a line from one point to another.
pub(super) fn to_line((x, y): Point, from: Point, to: Point) -> f64 {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let square = across * across + down * down;
    let along =
        if square == 0.0 { 0.0 } else { (((x - from.0) * across + (y - from.1) * down) / square).clamp(0.0, 1.0) };
    length(x - from.0 - along * across, y - from.1 - along * down)
}

/// The length of an arrow; `f64::hypot` guards against numbers that no drawing has, and is slow.
fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas() {
        let square = Area::new((2.0, 2.0), (4.0, 4.0), 0.0);
        for (point, distance) in [((4.0, 4.0), -2.0), ((2.0, 3.0), 0.0), ((0.0, 3.0), 2.0), ((9.0, 10.0), 5.0)] {
            assert_eq!(square.distance(point), distance, "{point:?}");
        }
        // The corner of a round one lies outside.
        let disc = Area::new((-1.0, -1.0), (2.0, 2.0), 1.0);
        for (point, distance) in [((0.0, 0.0), -1.0), ((3.0, 4.0), 4.0), ((0.0, -1.0), 0.0)] {
            assert_eq!(disc.distance(point), distance, "{point:?}");
        }
    }

    #[test]
    fn lines() {
        let line = |point| to_line(point, (0.0, 0.0), (4.0, 0.0));
        assert_eq!([line((2.0, 3.0)), line((-3.0, 4.0)), line((4.0, -1.0)), line((1.0, 0.0))], [3.0, 5.0, 1.0, 0.0]);
        assert_eq!(to_line((3.0, 4.0), (0.0, 0.0), (0.0, 0.0)), 5.0);
    }
}
