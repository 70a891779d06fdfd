//! A picture as pixels.

mod canvas;
mod distance;
mod letters;
#[cfg(feature = "png")]
mod png;
mod raster;

pub use canvas::Pixels;
pub use raster::TooLarge;
