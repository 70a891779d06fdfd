//! The brightness of each pixel of an image of three colours.

use super::{Bench, same};
use lego::{Arr2D, Arr3D, Layout, layout};
use std::hint::black_box;

const HEIGHT: usize = 1080;
const WIDTH: usize = 1920;

layout! {
    /// The three colours of a pixel side by side.
    type Pixels = Row(HEIGHT, WIDTH, 3);
    /// An image for each colour.
    type Planes = OrderBy(RegP([HEIGHT, WIDTH, 3], [3, 1, 2])).GroupBy([HEIGHT, WIDTH, 3]);
    type Grey = Row(HEIGHT, WIDTH);
}

#[inline(always)]
fn brightness(red: u8, green: u8, blue: u8) -> u8 {
    ((77 * u16::from(red) + 150 * u16::from(green) + 29 * u16::from(blue)) >> 8) as u8
}

#[inline(never)]
fn grey<L: Layout<Index = [usize; 3]>>(image: &Arr3D<u8, L>, out: &mut Arr2D<u8, Grey>) {
    for i in 0..HEIGHT {
        for j in 0..WIDTH {
            out[[i, j]] = brightness(image[[i, j, 0]], image[[i, j, 1]], image[[i, j, 2]]);
        }
    }
}

/// Pixel by pixel.
#[inline(never)]
fn by_pixels(pixels: &[u8], out: &mut [u8]) {
    for (pixel, out) in pixels.chunks_exact(3).zip(out) {
        *out = brightness(pixel[0], pixel[1], pixel[2]);
    }
}

/// The colours of `N` pixels are split first.
#[inline(never)]
fn by_groups<const N: usize>(pixels: &[u8], out: &mut [u8]) {
    for (pixels, out) in pixels.chunks_exact(3 * N).zip(out.chunks_exact_mut(N)) {
        let [mut red, mut green, mut blue] = [[0; N]; 3];
        for k in 0..N {
            [red[k], green[k], blue[k]] = [pixels[3 * k], pixels[3 * k + 1], pixels[3 * k + 2]];
        }
        for (k, out) in out.iter_mut().enumerate() {
            *out = brightness(red[k], green[k], blue[k]);
        }
    }
}

pub(crate) fn run(bench: &mut Bench) {
    let words = ["colours to grey", "1080×1920×3 u8", "`RegP([h, w, 3], [3, 1, 2])`"];
    if !bench.is_wanted(words[0]) {
        return;
    }
    let pixels = bench.bytes(HEIGHT * WIDTH * 3);
    let rows = Arr3D::from_row_major(Pixels, &pixels).unwrap();
    let planes = Arr3D::from_row_major(Planes, &pixels).unwrap();
    let mut out: [Arr2D<u8, Grey>; 5] = std::array::from_fn(|_| Arr2D::default());
    let [a, b, c, d, e] = &mut out;
    bench.time(
        words,
        &mut [
            ("rows", Box::new(|| grey(black_box(&rows), a))),
            ("planes", Box::new(|| grey(black_box(&planes), b))),
            ("pixel by pixel", Box::new(|| by_pixels(black_box(&pixels), c.as_physical_mut()))),
            ("16 pixels", Box::new(|| by_groups::<16>(black_box(&pixels), d.as_physical_mut()))),
            ("48 pixels", Box::new(|| by_groups::<48>(black_box(&pixels), e.as_physical_mut()))),
        ],
    );
    for out in &out {
        let right = pixels
            .chunks(3)
            .map(|p| ((77 * u32::from(p[0]) + 150 * u32::from(p[1]) + 29 * u32::from(p[2])) / 256) as u8);
        same(out.as_physical().iter().copied(), right);
    }
}
