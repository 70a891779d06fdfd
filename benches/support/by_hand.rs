//! Copies between layouts as one would write them by hand for the pair: the loops that `benches/relayout.rs` compares with.

/// The edge of a tile.
pub(crate) const T: usize = 64;
/// The channels in a block.
pub(crate) const C32: usize = 32;

/// A way to copy.
pub(crate) type Copy = Box<dyn Fn(&[f32], &mut [f32])>;

/// A copy by hand.
pub(crate) fn hand(name: &'static str, copy: impl Fn(&[f32], &mut [f32]) + 'static) -> (&'static str, Copy) {
    (name, Box::new(copy))
}

/// A matrix whose element `[i, j]` is at `i·down + j·right`, transposed to one whose is at `i·out_down + j·out_right`, by
/// blocks. One of each pair is 1.
pub(crate) fn blocks<const B: usize>(
    [m, n]: [usize; 2],
    (source, [down, right]): (&[f32], [usize; 2]),
    (out, [out_down, out_right]): (&mut [f32], [usize; 2]),
) {
    for i0 in (0..m).step_by(B) {
        for j0 in (0..n).step_by(B) {
            let (i1, j1) = ((i0 + B).min(m), (j0 + B).min(n));
            if out_down == 1 {
                for j in j0..j1 {
                    let column = &mut out[j * out_right + i0..][..i1 - i0];
                    for (i, element) in (i0..i1).zip(column) {
                        *element = source[i * down + j * right];
                    }
                }
            } else {
                for i in i0..i1 {
                    let row = &mut out[i * out_down + j0..][..j1 - j0];
                    for (j, element) in (j0..j1).zip(row) {
                        *element = source[i * down + j * right];
                    }
                }
            }
        }
    }
}

/// The place of a tile among the tiles.
pub(crate) type Place = fn(usize, usize, usize) -> usize;

pub(crate) fn in_rows(i: usize, j: usize, columns: usize) -> usize {
    i * columns + j
}

pub(crate) fn in_z_order(i: usize, j: usize, _: usize) -> usize {
    fn spread(x: usize) -> usize {
        (0..16).fold(0, |spread, bit| spread | (x >> bit & 1) << (2 * bit))
    }
    spread(i) << 1 | spread(j)
}

/// Calls `f(i, j, height, width, base)` for each tile: its corner, what of it there is, and where it is stored.
pub(crate) fn each_tile(m: usize, n: usize, place: Place, mut f: impl FnMut(usize, usize, usize, usize, usize)) {
    for i in 0..m.div_ceil(T) {
        for j in 0..n.div_ceil(T) {
            let base = place(i, j, n.div_ceil(T)) * T * T;
            f(i * T, j * T, T.min(m - i * T), T.min(n - j * T), base);
        }
    }
}

pub(crate) fn lines_to_tiles(m: usize, n: usize, place: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        each_tile(m, n, place, |i, j, height, width, base| {
            for k in 0..height {
                out[base + k * T..][..width].copy_from_slice(&source[(i + k) * n + j..][..width]);
            }
        });
    })
}

pub(crate) fn tiles_to_lines(m: usize, n: usize, place: Place) -> [(&'static str, Copy); 2] {
    [
        hand("by hand, tile by tile", move |source, out| {
            each_tile(m, n, place, |i, j, height, width, base| {
                for k in 0..height {
                    out[(i + k) * n + j..][..width].copy_from_slice(&source[base + k * T..][..width]);
                }
            });
        }),
        hand("by hand, row by row", move |source, out| {
            for (i, row) in out.chunks_exact_mut(n).enumerate() {
                for (j, line) in row.chunks_mut(T).enumerate() {
                    let base = place(i / T, j, n.div_ceil(T)) * T * T + i % T * T;
                    line.copy_from_slice(&source[base..][..line.len()]);
                }
            }
        }),
    ]
}

pub(crate) fn columns_to_tiles(m: usize, n: usize, place: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        each_tile(m, n, place, |i, j, height, width, base| {
            blocks::<16>([height, width], (&source[j * m + i..], [1, m]), (&mut out[base..], [T, 1]));
        });
    })
}

pub(crate) fn tiles_to_columns(m: usize, n: usize, place: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        each_tile(m, n, place, |i, j, height, width, base| {
            blocks::<16>([height, width], (&source[base..], [T, 1]), (&mut out[j * m + i..], [1, m]));
        });
    })
}

pub(crate) fn tiles_to_tiles(m: usize, n: usize, from: Place, to: Place) -> (&'static str, Copy) {
    hand("by hand, tile by tile", move |source, out| {
        for i in 0..m / T {
            for j in 0..n / T {
                let [a, b] = [from, to].map(|place| place(i, j, n / T) * T * T);
                out[b..][..T * T].copy_from_slice(&source[a..][..T * T]);
            }
        }
    })
}

/// Channels in blocks of 32 from and to images by channels.
pub(crate) fn by_blocks([n, c, h, w]: [usize; 4], is_back: bool) -> (&'static str, Copy) {
    let pixels = h * w;
    hand("by hand, block by block", move |source, out| {
        for block in 0..n * c / C32 {
            let start = block * C32 * pixels;
            let (source, out) = (&source[start..], &mut out[start..]);
            let (channels, blocked) = ([pixels, 1], [1, C32]);
            let (from, to) = if is_back { (blocked, channels) } else { (channels, blocked) };
            blocks::<32>([C32, pixels], (source, from), (out, to));
        }
    })
}

/// From images by pixels to channels in blocks, in the order in which they are written, and block by block.
pub(crate) fn pixels_to_blocks([n, c, h, w]: [usize; 4]) -> [(&'static str, Copy); 2] {
    let pixels = h * w;
    [
        hand("by hand, pixel by pixel", move |source, out| {
            for (line, out) in out.chunks_exact_mut(C32).enumerate() {
                let (image, block, pixel) = (line / pixels / (c / C32), line / pixels % (c / C32), line % pixels);
                out.copy_from_slice(&source[(image * pixels + pixel) * c + block * C32..][..C32]);
            }
        }),
        hand("by hand, block by block", move |source, out| {
            for block in 0..n * c / C32 {
                let (image, channel) = (block / (c / C32), block % (c / C32) * C32);
                let out = &mut out[block * C32 * pixels..][..C32 * pixels];
                for (pixel, out) in out.chunks_exact_mut(C32).enumerate() {
                    out.copy_from_slice(&source[(image * pixels + pixel) * c + channel..][..C32]);
                }
            }
        }),
    ]
}

/// From channels in blocks to images by pixels, in the order in which they are written, and block by block.
pub(crate) fn blocks_to_pixels([n, c, h, w]: [usize; 4]) -> [(&'static str, Copy); 2] {
    let pixels = h * w;
    [
        hand("by hand, pixel by pixel", move |source, out| {
            for image in 0..n {
                for pixel in 0..pixels {
                    for block in 0..c / C32 {
                        let out = &mut out[(image * pixels + pixel) * c + block * C32..][..C32];
                        let from = ((image * (c / C32) + block) * pixels + pixel) * C32;
                        out.copy_from_slice(&source[from..][..C32]);
                    }
                }
            }
        }),
        hand("by hand, block by block", move |source, out| {
            for block in 0..n * c / C32 {
                let (image, channel) = (block / (c / C32), block % (c / C32) * C32);
                let source = &source[block * C32 * pixels..][..C32 * pixels];
                for (pixel, line) in source.chunks_exact(C32).enumerate() {
                    out[(image * pixels + pixel) * c + channel..][..C32].copy_from_slice(line);
                }
            }
        }),
    ]
}

/// Between images in columns and channels in blocks: the images of one block of channels of one pixel are lines of the columns.
pub(crate) fn planes([n, c, h, w]: [usize; 4], is_back: bool) -> (&'static str, Copy) {
    hand("by hand, plane by plane", move |source, out| {
        for x in 0..w {
            for y in 0..h {
                for block in 0..c / C32 {
                    let a = x * n * c * h + y * n * c + block * n * C32;
                    let b = block * C32 * h * w + (y * w + x) * C32;
                    for k in 0..n {
                        for channel in 0..C32 {
                            let (a, b) = (a + channel * n + k, b + k * c * h * w + channel);
                            if is_back { out[a] = source[b] } else { out[b] = source[a] }
                        }
                    }
                }
            }
        }
    })
}
