//! An image in memory, painted on with soft edges.

use crate::colour::Rgb;
use crate::shape::Point;
use std::ops::Range;

/// An image: rows from the top, in each the pixels from the left, of each red, green and blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    scale: u32,
    rgb: Vec<u8>,
}

impl Pixels {
    /// A white image.
    pub(super) fn white(width: u32, height: u32, scale: u32) -> Self {
        Self { width, height, scale, rgb: vec![255; width as usize * height as usize * 3] }
    }

    /// The number of pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The number of pixels along a unit of the drawing, which is a pixel of CSS: 96 to an inch.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// The bytes: `3 * width * height`.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The colour of a pixel, if it is inside.
    pub fn get(&self, x: u32, y: u32) -> Option<Rgb> {
        let at = (y as usize * self.width as usize + x as usize) * 3;
        let is_inside = x < self.width && y < self.height;
        is_inside.then(|| Rgb(self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]))
    }

    /// The columns, or rows, of which pixels touch an interval.
    pub(super) fn touched(from: f64, to: f64, all: u32) -> Range<u32> {
        // A cast saturates.
        (from.floor().max(0.0) as u32).min(all)..(to.ceil().max(0.0) as u32).min(all)
    }

    /// Paints a rectangle from one corner to the other: `mark` says of the middle of each pixel in it with which colour and
    /// how far it is covered, from 0 to 1.
    pub(super) fn paint(&mut self, from: Point, to: Point, mark: impl Fn(Point) -> (Rgb, f64)) {
        for y in Self::touched(from.1, to.1, self.height) {
            for x in Self::touched(from.0, to.0, self.width) {
                let (colour, coverage) = mark((f64::from(x) + 0.5, f64::from(y) + 0.5));
                self.blend(x, y, colour, coverage);
            }
        }
    }

    /// Lays a colour over a pixel that is inside.
    pub(super) fn blend(&mut self, x: u32, y: u32, Rgb(r, g, b): Rgb, coverage: f64) {
        if coverage <= 0.0 {
            return;
        }
        let at = (y as usize * self.width as usize + x as usize) * 3;
        for (under, over) in self.rgb[at..at + 3].iter_mut().zip([r, g, b]) {
            let mixed = f64::from(*under) + (f64::from(over) - f64::from(*under)) * coverage.min(1.0);
            *under = (mixed + 0.5) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_is_not_painted() {
        let mut pixels = Pixels::white(3, 2, 1);
        pixels.paint((-5.0, -5.0), (50.0, 0.5), |_| (Rgb(0, 0, 0), 1.0));
        assert_eq!(pixels.rgb(), [[0; 9], [255; 9]].concat());
        assert_eq!([pixels.get(2, 0), pixels.get(2, 1)], [Some(Rgb(0, 0, 0)), Some(Rgb(255, 255, 255))]);
        assert_eq!([pixels.get(3, 0), pixels.get(0, 2)], [None, None]);
    }

    #[test]
    fn colours_mix() {
        let mut pixels = Pixels::white(1, 1, 1);
        pixels.blend(0, 0, Rgb(0, 100, 255), 0.0);
        assert_eq!(pixels.rgb(), [255; 3]);
        pixels.blend(0, 0, Rgb(0, 100, 255), 0.5);
        assert_eq!(pixels.rgb(), [128, 178, 255]);
        pixels.blend(0, 0, Rgb(1, 2, 3), 7.0);
        assert_eq!(pixels.rgb(), [1, 2, 3]);
    }
}
