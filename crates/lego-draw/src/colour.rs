//! Colours along the positions: evenly spaced to the eye, dark to light, so that order can be seen.

/// An sRGB colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Lightness at both ends.
const LIGHTNESS: [f64; 2] = [0.36, 0.93];
/// Hue at both ends in degrees, from violet over blue and green to yellow.
const HUE: [f64; 2] = [298.0, 102.0];
/// The chroma that every one of these colours has in sRGB.
const CHROMA: f64 = 0.098;

impl Rgb {
    /// The colour at `t` from 0 to 1: a spiral of constant chroma in Oklab (B. Ottosson, 2020), along which lightness and
    /// hue change at constant speed. Law: equal steps of t are equal distances in Oklab.
    pub fn along(t: f64) -> Self {
        let t = t.clamp(0.0, 1.0);
        let at = |ends: [f64; 2]| ends[0] + (ends[1] - ends[0]) * t;
        let hue = at(HUE).to_radians();
        let [r, g, b] = linear(at(LIGHTNESS), CHROMA * hue.cos(), CHROMA * hue.sin()).map(encoded);
        Self(r, g, b)
    }

    /// The colour of number `k` of `count` in a row: of a position, a tile, a bank.
    pub fn of(k: u64, count: u64) -> Self {
        Self::along(if count < 2 { 0.0 } else { k as f64 / (count - 1) as f64 })
    }

    /// Black or white, whichever is read better on this colour.
    pub fn ink(self) -> Self {
        // Relative luminance and contrast as in WCAG 2.
        let contrast = |a: f64, b: f64| (a.max(b) + 0.05) / (a.min(b) + 0.05);
        let own = self.luminance();
        if contrast(own, 1.0) >= contrast(own, DARK.luminance()) { Self(255, 255, 255) } else { DARK }
    }

    /// Relative luminance as in WCAG 2, from 0 to 1.
    fn luminance(self) -> f64 {
        let [r, g, b] = [self.0, self.1, self.2].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// As in CSS: `#rrggbb`.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The dark ink.
const DARK: Rgb = Rgb(0x11, 0x14, 0x1a);

/// Oklab to linear sRGB.
fn linear(lightness: f64, a: f64, b: f64) -> [f64; 3] {
    let [l, m, s] = [
        lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b,
        lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b,
        lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b,
    ]
    .map(|c| c * c * c);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

fn encoded(linear: f64) -> u8 {
    let c = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (c.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_inside_srgb() {
        for k in 0..=1000 {
            let t = f64::from(k) / 1000.0;
            let at = |ends: [f64; 2]| ends[0] + (ends[1] - ends[0]) * t;
            let hue = at(HUE).to_radians();
            for c in linear(at(LIGHTNESS), CHROMA * hue.cos(), CHROMA * hue.sin()) {
                assert!((0.0..=1.0).contains(&c), "{t}: {c}");
            }
        }
    }

    #[test]
    fn text_is_readable_on_every_colour() {
        for k in 0..=1000 {
            let colour = Rgb::along(f64::from(k) / 1000.0);
            let (a, b) = (colour.luminance(), colour.ink().luminance());
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast >= 4.2, "{colour:?}: {contrast}");
        }
    }

    #[test]
    fn lightness_grows() {
        let luminance: Vec<f64> = (0..=64).map(|k| Rgb::along(f64::from(k) / 64.0).luminance()).collect();
        assert!(luminance.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Rgb::of(0, 1), Rgb::along(0.0));
        assert_eq!(Rgb::of(7, 8), Rgb::along(1.0));
    }
}
