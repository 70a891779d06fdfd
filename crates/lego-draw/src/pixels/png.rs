//! Pixels as a PNG file.

use super::canvas::Pixels;
use png::{BitDepth, ColorType, Encoder, EncodingError, PixelDimensions, Unit};

impl Pixels {
    /// The bytes of a PNG file, which says how large a pixel is.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        file(self)
    }
}

fn file(pixels: &Pixels) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode(pixels, &mut bytes).expect("a vector takes every byte, and an image of a picture has pixels");
    bytes
}

fn encode(pixels: &Pixels, bytes: &mut Vec<u8>) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(bytes, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // 96 units of the drawing are an inch, which is 0.0254 metres.
    let a_metre = (f64::from(pixels.scale()) * 96.0 / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions { xppu: a_metre, yppu: a_metre, unit: Unit::Meter }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.rgb())?;
    writer.finish()
}
