//! Colours on a terminal, as escape sequences.

use crate::colour::Rgb;

/// Which colours the reader of a text can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// None.
    Plain,
    /// The 256 colours of most terminals.
    Indexed,
    /// All of them.
    True,
}

impl Palette {
    /// Returns a text on a background, in black or white as it is read best; without colours the text alone, and the
    /// background is not computed.
    ///
    /// ```
    /// use lego_draw::{Palette, Rgb};
    ///
    /// assert_eq!(Palette::Plain.paint("7", || Rgb(0, 0, 0)), "7");
    /// assert_eq!(Palette::Indexed.paint("7", || Rgb(0, 0, 0)), "\x1b[38;5;231m\x1b[48;5;16m7\x1b[0m");
    /// ```
    pub fn paint(self, text: &str, background: impl FnOnce() -> Rgb) -> String {
        match self {
            Self::Plain => text.to_owned(),
            _ => {
                let background = background();
                format!("\x1b[38;{}m\x1b[48;{}m{text}\x1b[0m", self.code(background.ink()), self.code(background))
            }
        }
    }

    /// The parameters of a colour in SGR, behind 38 for the text or 48 for the background.
    fn code(self, Rgb(r, g, b): Rgb) -> String {
        if self == Self::True {
            return format!("2;{r};{g};{b}");
        }
        // The cube of 6 x 6 x 6 colours has the levels 0, 95, 135, …, 255.
        let level = |c: u8| match c {
            0..48 => 0,
            48..115 => 1,
            _ => (c - 35) / 40,
        };
        format!("5;{}", 16 + 36 * level(r) + 6 * level(g) + level(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_the_nearest() {
        let levels = [0, 95, 135, 175, 215, 255];
        for c in 0..=255u8 {
            let number: usize = Palette::Indexed.code(Rgb(0, 0, c)).strip_prefix("5;").unwrap().parse().unwrap();
            let distance = |k: usize| i32::abs(levels[k] - i32::from(c));
            assert!((0..6).all(|other| distance(number - 16) <= distance(other)), "{c}");
        }
    }

    #[test]
    fn all_colours_are_written_as_they_are() {
        assert_eq!(Palette::True.paint("x", || Rgb(255, 254, 9)), "\x1b[38;2;17;20;26m\x1b[48;2;255;254;9mx\x1b[0m");
    }
}
