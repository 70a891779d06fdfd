//! The marks of a drawing, as pixels.

use super::canvas::Pixels;
use super::distance::{Area, to_line};
use super::letters;
use crate::colour::Rgb;
use crate::picture::Picture;
use crate::scene::Scene;
use crate::shape::{HATCH, HATCH_WIDTH, HATCHING, Point, Shape, WHITE};
use std::fmt;

/// No image has more pixels, which are 192 MiB.
const MOST: f64 = (1 << 26) as f64;

/// A picture would have too many pixels; a smaller scale or fewer cells have less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooLarge {
    /// The width that it would have.
    pub width: f64,
    /// The height that it would have.
    pub height: f64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an image of {} x {} pixels is too large; it may have {MOST}", self.width, self.height)
    }
}

impl std::error::Error for TooLarge {}

impl Picture<'_> {
    /// The drawing of [`Picture::svg`] as an image, `scale` pixels to each of its units: 2 is sharp on most screens.
    ///
    /// # Errors
    /// If it would have more than 2^26 pixels.
    pub fn pixels(&self, scale: u32) -> Result<Pixels, TooLarge> {
        let scale = scale.max(1);
        let zoom = f64::from(scale);
        let (width, height) = self.size();
        let (width, height) = ((width * zoom).ceil(), (height * zoom).ceil());
        if width * height > MOST {
            return Err(TooLarge { width, height });
        }
        let scene = Scene::new(self);
        let mut pixels = Pixels::white(width as u32, height as u32, scale);
        for shape in &scene.shapes {
            draw(&mut pixels, shape, zoom, scene.digit);
        }
        Ok(pixels)
    }
}

fn draw(pixels: &mut Pixels, shape: &Shape, zoom: f64, digit: f64) {
    let at = |(x, y): Point| (x * zoom, y * zoom);
    match shape {
        Shape::Cell { corner, size, fill, border, .. } => {
            let area = Area::new(at(*corner), at(*size), 0.0);
            area.fill(pixels, |_| *fill);
            if *border > 0.0 {
                area.outline(pixels, WHITE, border * zoom);
            }
        }
        Shape::Hatch { corner, size } => {
            let (apart, thick) = (HATCHING * zoom, HATCH_WIDTH * zoom);
            // How far a point is from the middle of the nearest line, across the lines.
            let distance = |(x, y): Point| {
                let across = (x + y) / std::f64::consts::SQRT_2 / apart;
                (across - across.round()).abs() * apart
            };
            let Area { from, to, .. } = Area::new(at(*corner), at(*size), 0.0);
            pixels.paint(from, to, |at| (HATCH, (0.5 + thick / 2.0 - distance(at)).clamp(0.0, 1.0)));
        }
        Shape::Border { corner, size, radius, colour, width } => {
            Area::new(at(*corner), at(*size), radius * zoom).outline(pixels, *colour, width * zoom);
        }
        Shape::Plate { corner, size, radius, fill } => {
            Area::new(at(*corner), at(*size), radius * zoom).fill(pixels, |_| *fill);
        }
        Shape::Ramp { corner, size, radius } => {
            let ((left, _), (width, _)) = (at(*corner), at(*size));
            let colour = |(x, _): Point| Rgb::along((x - left) / width);
            Area::new(at(*corner), at(*size), radius * zoom).fill(pixels, colour);
        }
        Shape::Path { points, colour, width, opacity } => {
            let points: Vec<Point> = points.iter().map(|&point| at(point)).collect();
            path(pixels, &points, *colour, width * zoom, *opacity);
        }
        Shape::Text(text) => letters::draw(pixels, text, text.look(digit), zoom),
    }
}

impl Area {
    fn fill(&self, pixels: &mut Pixels, colour: impl Fn(Point) -> Rgb) {
        pixels.paint(self.from, self.to, |at| (colour(at), (0.5 - self.distance(at)).clamp(0.0, 1.0)));
    }

    /// Paints a line of a width along the edge, half of it outside.
    fn outline(&self, pixels: &mut Pixels, colour: Rgb, width: f64) {
        let reach = width / 2.0 + 1.0;
        let (from, to) = ((self.from.0 - reach, self.from.1 - reach), (self.to.0 + reach, self.to.1 + reach));
        pixels.paint(from, to, |at| (colour, (0.5 + width / 2.0 - self.distance(at).abs()).clamp(0.0, 1.0)));
    }
}

/// Lines from point to point, of one opacity also where they cross.
fn path(pixels: &mut Pixels, points: &[Point], colour: Rgb, width: f64, opacity: f64) {
    let reach = width / 2.0 + 1.0;
    let (columns, rows) = (pixels.width(), pixels.height());
    let mut covered = vec![0.0_f32; columns as usize * rows as usize];
    let alone = points.first().map(|&point| [point, point]).filter(|_| points.len() == 1);
    let lines = points.windows(2).map(|pair| [pair[0], pair[1]]).chain(alone);
    for [from, to] in lines {
        for y in Pixels::touched(f64::min(from.1, to.1) - reach, f64::max(from.1, to.1) + reach, rows) {
            let (left, right) = stretch(from, to, f64::from(y) + 0.5, reach);
            for x in Pixels::touched(left, right, columns) {
                let distance = to_line((f64::from(x) + 0.5, f64::from(y) + 0.5), from, to);
                let coverage = (0.5 + width / 2.0 - distance).clamp(0.0, 1.0) as f32;
                let at = &mut covered[y as usize * columns as usize + x as usize];
                *at = at.max(coverage);
            }
        }
    }
    for (k, &coverage) in covered.iter().enumerate().filter(|(_, coverage)| **coverage > 0.0) {
        let (x, y) = ((k % columns as usize) as u32, (k / columns as usize) as u32);
        pixels.blend(x, y, colour, f64::from(coverage) * opacity);
    }
}

/// Between which columns a row is near a line: the whole line would be too much to look at where it is long and slanted.
fn stretch(from: Point, to: Point, y: f64, reach: f64) -> (f64, f64) {
    let (left, right) = (f64::min(from.0, to.0) - reach, f64::max(from.0, to.0) + reach);
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    if down == 0.0 {
        return (left, right);
    }
    let middle = from.0 + across * (y - from.1) / down;
    let half = reach * f64::hypot(across, down) / down.abs();
    (left.max(middle - half), right.min(middle + half))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Rgb = Rgb(0, 0, 0);

    /// How far each pixel of a white image is covered by black, row after row.
    fn covered(pixels: &Pixels) -> Vec<f64> {
        pixels.rgb().chunks(3).map(|rgb| 1.0 - f64::from(rgb[0]) / 255.0).collect()
    }

    #[test]
    fn lines_cover_what_is_near_them() {
        let ends =
            [(3.2, 4.7), (36.0, 5.5), (36.0, 30.0), (8.0, 30.0), (1.0, 1.0), (39.0, 37.0), (20.5, 2.0), (-9.0, 90.0)];
        for pair in ends.windows(2).chain(ends.chunks(1)) {
            let mut pixels = Pixels::white(40, 38, 1);
            path(&mut pixels, pair, BLACK, 3.0, 1.0);
            for (k, covered) in covered(&pixels).into_iter().enumerate() {
                let middle = ((k % 40) as f64 + 0.5, (k / 40) as f64 + 0.5);
                let want = (2.0 - to_line(middle, pair[0], pair[pair.len() - 1])).clamp(0.0, 1.0);
                assert!((covered - want).abs() < 0.01, "{pair:?} {middle:?}: {covered} for {want}");
            }
        }
    }

    #[test]
    fn crossing_lines_are_as_light_as_one() {
        let mut pixels = Pixels::white(20, 20, 1);
        path(&mut pixels, &[(2.0, 2.0), (18.0, 18.0), (18.0, 2.0), (2.0, 18.0)], BLACK, 2.0, 0.5);
        assert!(covered(&pixels).into_iter().all(|covered| covered < 0.51));
    }

    #[test]
    fn areas_cover_as_much_as_they_are_large() {
        for (corner, size, radius) in
            [((2.0, 3.0), (5.0, 4.0), 0.0), ((2.5, 3.0), (5.0, 4.25), 0.0), ((1.0, 1.0), (8.0, 8.0), 4.0)]
        {
            let mut pixels = Pixels::white(12, 12, 1);
            Area::new(corner, size, radius).fill(&mut pixels, |_| BLACK);
            let want = size.0 * size.1 - (4.0 - std::f64::consts::PI) * radius * radius;
            let sum: f64 = covered(&pixels).into_iter().sum();
            assert!((sum - want).abs() < 0.5, "{corner:?} {size:?}: {sum} for {want}");
        }
        let mut pixels = Pixels::white(12, 12, 1);
        Area::new((3.0, 3.0), (6.0, 6.0), 0.0).outline(&mut pixels, BLACK, 2.0);
        // From 2 to 10 without what is between 4 and 8, but for round corners outside.
        let sum: f64 = covered(&pixels).into_iter().sum();
        assert!((sum - 48.0).abs() < 1.5, "{sum}");
    }
}
