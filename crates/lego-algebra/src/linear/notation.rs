//! Linear layouts as texts: by their bases, and as the matrix of bits.

use super::layout::{Coordinates, LinearLayout};
use core::fmt;

impl fmt::Display for LinearLayout {
    /// In dims with the images of their bits, then the out dims with their sizes:
    /// `register: (0,1) (8,0); lane: (0,2) → dim0: 16, dim1: 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, (dim, bits, start)) in self.ins().iter().enumerate() {
            write!(f, "{}{dim}:", if k == 0 { "" } else { "; " })?;
            for bit in start..start + bits {
                let image = Coordinates::of(self.outs(), self.matrix().column(bit as usize));
                write!(f, " (")?;
                for (k, value) in image.iter().enumerate() {
                    write!(f, "{}{value}", if k == 0 { "" } else { "," })?;
                }
                write!(f, ")")?;
            }
        }
        write!(f, "{}→", if self.ins().is_empty() { "" } else { " " })?;
        for (k, (dim, bits, _)) in self.outs().iter().enumerate() {
            write!(f, "{}{dim}: {}", if k == 0 { " " } else { ", " }, 1u128 << bits)?;
        }
        Ok(())
    }
}

/// The matrix of a layout as text: a column for each bit that goes in, a row for each that comes out, the lowest first.
///
/// ```
/// use lego_algebra::linear::{BitMatrix, Dim, LinearLayout};
/// let (offset, row, column) = (Dim::OFFSET, Dim::named("row"), Dim::named("column"));
/// let layout = LinearLayout::from_bases(&[(offset, &[&[1, 0], &[2, 0], &[1, 1]])], &[(column, 4), (row, 2)]).unwrap();
/// let lines = [
///     "           offset",
///     "           0 1 2",
///     "  column 0 1 · 1",
///     "         1 · 1 ·",
///     "  row    0 · · 1",
/// ];
/// assert!(BitMatrix(&layout).to_string().lines().eq(lines));
/// ```
pub struct BitMatrix<'a>(pub &'a LinearLayout);

impl fmt::Display for BitMatrix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.0;
        let wide = layout.outs().dims().iter().map(|dim| dim.as_str().chars().count()).max().unwrap_or(0);
        // A group of columns is as wide as its name, or as two characters a bit.
        let group = |bits: u32, name: &str| (2 * bits as usize).max(name.chars().count() + 1);
        write!(f, "{:1$}", "", wide + 5)?;
        let mut line = Line { f: &mut *f, spaces: 0 };
        for (dim, bits, _) in layout.ins().iter() {
            line.cell(dim.as_str(), group(bits, dim.as_str()))?;
        }
        write!(f, "\n{:1$}", "", wide + 5)?;
        let mut line = Line { f: &mut *f, spaces: 0 };
        for (dim, bits, _) in layout.ins().iter() {
            for bit in 0..bits {
                line.number(bit % 10)?;
            }
            line.spaces += group(bits, dim.as_str()) - 2 * bits as usize;
        }
        writeln!(f)?;
        for (dim, bits, first) in layout.outs().iter() {
            for bit in 0..bits {
                write!(f, "  {:wide$} {} ", if bit == 0 { dim.as_str() } else { "" }, bit % 10)?;
                let mut line = Line { f: &mut *f, spaces: 0 };
                for (dim, bits, start) in layout.ins().iter() {
                    for column in start..start + bits {
                        let set = layout.matrix().column(column as usize) >> (first + bit) & 1 == 1;
                        line.cell(if set { "1" } else { "·" }, 2)?;
                    }
                    line.spaces += group(bits, dim.as_str()) - 2 * bits as usize;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// A line that does not end in spaces.
struct Line<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    spaces: usize,
}

impl Line<'_, '_> {
    fn cell(&mut self, text: &str, width: usize) -> fmt::Result {
        write!(self.f, "{:1$}{text}", "", self.spaces)?;
        self.spaces = width - text.chars().count();
        Ok(())
    }

    fn number(&mut self, digit: u32) -> fmt::Result {
        write!(self.f, "{:1$}{digit}", "", self.spaces)?;
        self.spaces = 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::linear::Dim;
    use std::string::ToString;

    #[test]
    fn the_bases_stand_in_their_order() {
        let (x, y) = (Dim::named("x"), Dim::named("y"));
        let layout = LinearLayout::from_bases(
            &[(Dim::REGISTER, &[&[0, 1], &[8, 0]]), (Dim::LANE, &[&[0, 2]]), (Dim::WARP, &[])],
            &[(x, 16), (y, 4)],
        );
        let text = layout.unwrap().to_string();
        assert_eq!(text, "register: (0,1) (8,0); lane: (0,2); warp: → x: 16, y: 4");
        assert_eq!(LinearLayout::EMPTY.to_string(), "→");
    }

    #[test]
    fn narrow_groups_are_as_wide_as_their_names() {
        let x = Dim::named("x");
        let layout =
            LinearLayout::from_bases(&[(Dim::REGISTER, &[&[1]]), (Dim::LANE, &[&[2], &[3]])], &[(x, 4)]).unwrap();
        let wanted = "      register lane\n      0        0 1\n  x 0 1        · 1\n    1 ·        1 1\n";
        assert_eq!(BitMatrix(&layout).to_string(), wanted);
    }
}
