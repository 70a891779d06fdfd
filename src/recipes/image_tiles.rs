//! An image in tiles, of which each is a slice.
//!
//! Codecs and filters work on tiles of an image; rows of pixels scatter a tile over memory. Stored tile by tile, each tile is
//! one slice that a function written for small images takes, and all tiles can be worked on at the same time.
//!
//! ```
//! use lego::{Arr3D, LayoutError, layout};
//!
//! layout! {
//!     /// Tiles of 16×16 pixels of 3 bytes, each tile row by row; the last ones reach beyond the image.
//!     type Image(h, w) = OrderBy(Row(ceil_div(h, 16), ceil_div(w, 16), 1), Row(16, 16, 3))
//!         .TileBy([ceil_div(h, 16)*16, ceil_div(w, 16)*16, 3])
//!         .PadBy([h, w, 3] => [ceil_div(h, 16)*16, ceil_div(w, 16)*16, 3]);
//! }
//!
//! /// Stretches the values of a tile to all of 0..=255. What lies beyond the image is 0 and has no say.
//! fn stretch(tile: &mut [u8]) {
//!     let most = tile.iter().copied().max().unwrap_or(0).max(1);
//!     for value in tile {
//!         *value = (u32::from(*value) * 255 / u32::from(most)) as u8;
//!     }
//! }
//!
//! for (h, w) in [(1, 1), (16, 32), (33, 50)] {
//!     // As it comes from a file: row by row, three bytes a pixel.
//!     let pixels: Vec<u8> = (0..h * w * 3).map(|p| (p % 101) as u8).collect();
//!     let mut image = Arr3D::from_row_major(Image::new(h, w)?, &pixels)?;
//!     std::thread::scope(|scope| {
//!         for tile in image.as_physical_mut().chunks_exact_mut(16 * 16 * 3) {
//!             scope.spawn(move || stretch(tile));
//!         }
//!     });
//!     let stretched = image.to_row_major();
//!
//!     let at = |i: usize, j: usize, c: usize| (i * w + j) * 3 + c;
//!     for (i, j) in (0..h).flat_map(|i| (0..w).map(move |j| (i, j))) {
//!         let mut most = 1;
//!         for i in i / 16 * 16..h.min(i / 16 * 16 + 16) {
//!             let (first, end) = (at(i, j / 16 * 16, 0), at(i, w.min(j / 16 * 16 + 16) - 1, 3));
//!             most = pixels[first..end].iter().copied().fold(most, u8::max);
//!         }
//!         for c in 0..3 {
//!             let expected = u32::from(pixels[at(i, j, c)]) * 255 / u32::from(most);
//!             assert_eq!(u32::from(stretched[at(i, j, c)]), expected);
//!         }
//!     }
//! }
//! # Ok::<(), LayoutError>(())
//! ```
//!
//! # To change
//!
//! * A function that needs to know where its tile lies takes [`blocks_mut`](crate::Array::blocks_mut): coordinates, and a view
//!   that ends where the image does. With the feature `rayon` its `into_par_iter` shares the tiles out.
//! * Planes instead of pixels: `Row(3, 16, 16)` inside a tile, and the channel as the first dimension.
