//! Words as pixels: a font of one size, read at any other, and the few signs that it has not.

use super::canvas::Pixels;
use super::distance::to_line;
use crate::shape::{Anchor, Look, Point, Text};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};

/// The width of every character, in sizes of the font.
const ADVANCE: f64 = 0.6;

/// How far the box of a character goes up from the line that it stands on, in sizes of the font.
const ASCENT: f64 = 1.069;

/// What words leave free on the right, where they would be too long.
const MARGIN: f64 = 12.0;

/// Draws words in a look; smaller than that if they would not fit.
pub(super) fn draw(pixels: &mut Pixels, text: &Text, look: Look, zoom: f64) {
    let characters = text.words.chars().count() as f64;
    let room = f64::from(pixels.width()) - (text.at.0 + MARGIN) * zoom;
    let size = match look.anchor {
        Anchor::Start => f64::min(look.size * zoom, room / (characters * ADVANCE)),
        _ => look.size * zoom,
    };
    let width = characters * ADVANCE * size;
    let start = match look.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -width / 2.0,
        Anchor::End => -width,
    };
    let (x, y) = (text.at.0 * zoom, text.at.1 * zoom);
    for (k, character) in text.words.chars().enumerate().filter(|(_, character)| *character != ' ') {
        let glyph = Glyph::new(character, look.bold);
        // The box of the character: from its place along the line, and from the line.
        let (left, right) = (start + k as f64 * ADVANCE * size, start + (k + 1) as f64 * ADVANCE * size);
        let (top, bottom) = (-ASCENT * size, 0.4 * size);
        let coverage = |along: f64, down: f64| glyph.coverage((along - left) / size, down / size, 1.0 / size);
        if text.upwards {
            pixels.paint((x + top, y - right), (x + bottom, y - left), |(px, py)| {
                (look.colour, coverage(y - py, px - x))
            });
        } else {
            pixels.paint((x + left, y + top), (x + right, y + bottom), |(px, py)| {
                (look.colour, coverage(px - x, py - y))
            });
        }
    }
}

/// How a character looks.
enum Glyph {
    /// As the font has it: so many columns of grey, row after row.
    Font { columns: usize, rows: Vec<&'static [u8]> },
    /// As lines of a width.
    Lines(&'static [[Point; 2]], f64),
}

/// Signs that the font does not have, in sizes of it, from the beginning of the line to the right and downwards.
const RIGHT: [[Point; 2]; 3] =
    [[(0.06, -0.32), (0.54, -0.32)], [(0.36, -0.49), (0.54, -0.32)], [(0.36, -0.15), (0.54, -0.32)]];
const LEFT: [[Point; 2]; 3] =
    [[(0.06, -0.32), (0.54, -0.32)], [(0.24, -0.49), (0.06, -0.32)], [(0.24, -0.15), (0.06, -0.32)]];
const DOTS: [[Point; 2]; 3] =
    [[(0.10, -0.06), (0.10, -0.06)], [(0.30, -0.06), (0.30, -0.06)], [(0.50, -0.06), (0.50, -0.06)]];
/// Stands for every other.
const BOX: [[Point; 2]; 4] = [
    [(0.10, 0.0), (0.50, 0.0)],
    [(0.10, -0.70), (0.50, -0.70)],
    [(0.10, 0.0), (0.10, -0.70)],
    [(0.50, 0.0), (0.50, -0.70)],
];

impl Glyph {
    fn new(character: char, bold: bool) -> Self {
        let (weight, line) = if bold { (FontWeight::Bold, 0.12) } else { (FontWeight::Regular, 0.08) };
        match (character, get_raster(character, weight, RasterHeight::Size32)) {
            (_, Some(raster)) => Self::Font { columns: raster.width(), rows: raster.rows().collect() },
            ('→', None) => Self::Lines(&RIGHT, line),
            ('←', None) => Self::Lines(&LEFT, line),
            ('…', None) => Self::Lines(&DOTS, 0.12),
            _ => Self::Lines(&BOX, 0.05),
        }
    }

    /// How far a pixel is covered whose middle is at a place beside the beginning of the line, and whose side is `pixel`,
    /// all in sizes of the font.
    fn coverage(&self, x: f64, y: f64, pixel: f64) -> f64 {
        match self {
            Self::Lines(lines, width) => {
                let distance = lines.iter().map(|[from, to]| to_line((x, y), *from, *to)).fold(f64::MAX, f64::min);
                // What is thinner than a pixel is as wide as one, and lighter.
                let (width, distance) = (width / pixel, distance / pixel);
                (0.5 + width.max(1.0) / 2.0 - distance).clamp(0.0, 1.0) * width.min(1.0)
            }
            Self::Font { columns, rows } => {
                // How many of the font's pixels there are to its size.
                let fine = *columns as f64 / ADVANCE;
                // Where the font is the finer one, the mean over a pixel; else between its neighbours.
                let half = f64::max(pixel * fine, 1.0) / 2.0;
                let (x, y) = (x * fine, (y + ASCENT) * fine);
                let mut sum = 0.0;
                for (row, down) in shares(y - half, y + half, rows.len()) {
                    for (column, across) in shares(x - half, x + half, *columns) {
                        sum += f64::from(rows[row][column]) * down * across;
                    }
                }
                sum / 255.0 / (4.0 * half * half)
            }
        }
    }
}

/// How much of each of so many unit intervals from 0 on lies in another interval.
fn shares(from: f64, to: f64, most: usize) -> impl Iterator<Item = (usize, f64)> {
    // A cast saturates.
    let (first, last) = (from.floor().max(0.0) as usize, (to.ceil().max(0.0) as usize).min(most));
    (first..last).map(move |k| (k, f64::min(to, k as f64 + 1.0) - f64::max(from, k as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Rgb;
    use crate::shape::Role;

    /// The darkness of an image with these words, row after row, and its sum.
    fn written(words: &str, size: f64, anchor: Anchor, upwards: bool) -> (Pixels, f64) {
        let mut pixels = Pixels::white(120, 120, 1);
        let look = Look { size, bold: false, colour: Rgb(0, 0, 0), anchor };
        let text = Text { role: Role::Note, tone: None, at: (60.0, 60.0), upwards, words: words.to_owned() };
        draw(&mut pixels, &text, look, 1.0);
        let sum = pixels.rgb().chunks(3).map(|rgb| 1.0 - f64::from(rgb[0]) / 255.0).sum();
        (pixels, sum)
    }

    /// The columns and the rows that are not white.
    fn bounds(pixels: &Pixels) -> [std::ops::Range<u32>; 2] {
        let inked = (0..120).flat_map(|y| (0..120).map(move |x| (x, y)));
        let inked: Vec<_> = inked.filter(|&(x, y)| pixels.get(x, y).is_some_and(|colour| colour.0 < 200)).collect();
        let range = |along: fn(&(u32, u32)) -> u32| {
            let all = inked.iter().map(along);
            all.clone().min().unwrap()..all.max().unwrap() + 1
        };
        [range(|at| at.0), range(|at| at.1)]
    }

    #[test]
    fn ink_grows_with_the_square_of_the_size() {
        for character in ["8", "M", "→", "🦀"] {
            let ink = |size| written(character, size, Anchor::Middle, false).1 / (size * size);
            for size in [6.5, 12.0, 30.0, 48.0] {
                // The size at which the font needs no scaling.
                let (found, want) = (ink(size), ink(14.0 / ADVANCE));
                assert!((found / want - 1.0).abs() < 0.15, "{character} at {size}: {found} for {want}");
            }
        }
    }

    #[test]
    fn words_lie_where_their_anchor_says() {
        let columns = |anchor| bounds(&written("HHH", 20.0, anchor, false).0)[0].clone();
        assert!(columns(Anchor::Start).start >= 60 && columns(Anchor::Start).end <= 96);
        assert!(columns(Anchor::End).start >= 24 && columns(Anchor::End).end <= 60);
        let middle = columns(Anchor::Middle);
        assert!(middle.start.abs_diff(120 - middle.end) <= 1, "{middle:?}");
        let rows = bounds(&written("HHH", 20.0, Anchor::Middle, false).0)[1].clone();
        assert!(rows.end == 60 && rows.start.abs_diff(46) <= 1, "{rows:?}");
    }

    #[test]
    fn upwards_is_a_quarter_turn() {
        let (level, upwards) =
            (written("Fig 7→", 20.0, Anchor::Start, false).0, written("Fig 7→", 20.0, Anchor::Start, true).0);
        for x in 0..120 {
            for y in 0..120 {
                // About (60, 60): to the right becomes up, down becomes right.
                assert_eq!(level.get(x, y), upwards.get(y, 119 - x), "{x} {y}");
            }
        }
    }

    #[test]
    fn long_words_are_made_to_fit() {
        let [columns, _] = bounds(&written(&"W".repeat(20), 20.0, Anchor::Start, false).0);
        assert!(columns.start >= 60 && columns.end <= 120 - 12, "{columns:?}");
    }
}
