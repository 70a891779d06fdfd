//! Dividing a layout by a tile: the tile itself, and the layout of the tiles.
//!
//! ```text
//! logical_divide   ((tile M, rest M), (tile N, rest N), L, …)
//! zipped_divide    ((tile M, tile N), (rest M, rest N, L, …))
//! tiled_divide     ((tile M, tile N), rest M, rest N, L, …)
//! flat_divide      (tile M, tile N, rest M, rest N, L, …)
//! ```

use super::Error;
use super::layout::{Layout, LayoutBuilder};
use super::number::ok;
use super::tiler::{Tiler, TilerShape};

impl Layout {
    /// `A ∘ (B, complement(B, size A))`, with A this layout: mode 0 is the tile A ∘ B, mode 1 goes from tile to tile.
    ///
    /// Where tiles do not divide A the last of them goes beyond its size along the last mode, as in CuTe: the size of the
    /// result is then larger than A's. No coordinate of A is left out.
    ///
    /// # Errors
    /// As [`complement`](Self::complement) and [`composition`](Self::composition).
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = |text| Layout::parse(text).unwrap();
    /// let divided = layout("(4,2,3):(2,1,8)").logical_divide(&layout("4:2")).unwrap();
    /// assert_eq!(divided.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// ```
    pub const fn logical_divide(&self, b: &Self) -> Result<Self, Error> {
        let rest = ok!(b.complement(self.size()));
        self.composition(&ok!(Self::join(&[*b, rest])))
    }

    /// The logical divide of each mode by the tiler's element for it; modes without one stay.
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide), and of a tiler of more elements than there are modes.
    ///
    /// ```
    /// use lego_algebra::cute::{Layout, Tiler};
    /// let layout = Layout::parse("(9,(4,8)):(59,(13,1))").unwrap();
    /// let divided = layout.logical_divide_by(&Tiler::parse("<3:3, (2,4):(1,8)>").unwrap()).unwrap();
    /// assert_eq!(divided.to_string(), "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
    /// ```
    pub const fn logical_divide_by(&self, tiler: &Tiler) -> Result<Self, Error> {
        match tiler.shape() {
            TilerShape::Keep => Ok(*self),
            TilerShape::Layout(layout) => self.logical_divide(&layout),
            TilerShape::Modes(parts) => {
                let rank = self.rank();
                if parts > rank {
                    return Err(Error::Rank { wanted: rank, found: parts });
                }
                let (mut out, mut k) = (LayoutBuilder::new(), 0);
                out.open();
                while k < rank {
                    match (self.mode(k), tiler.element(k)) {
                        (Some(mode), Some(part)) => ok!(out.append(&ok!(mode.logical_divide_by(&part)))),
                        (Some(mode), None) => ok!(out.append(&mode)),
                        _ => {}
                    }
                    k += 1;
                }
                ok!(out.close());
                out.finish()
            }
        }
    }

    /// The logical divide with all tiles in mode 0, which is the composition of this layout with the tiler, and all rests in
    /// mode 1.
    ///
    /// # Errors
    /// As [`logical_divide_by`](Self::logical_divide_by).
    ///
    /// ```
    /// use lego_algebra::cute::{Layout, Tiler};
    /// let layout = Layout::parse("(4,8):(8,1)").unwrap();
    /// let tiles = layout.zipped_divide(&Tiler::parse("(2,4)").unwrap()).unwrap();
    /// assert_eq!(tiles.to_string(), "((2,4),(2,2)):((8,1),(16,4))");
    /// ```
    pub const fn zipped_divide(&self, tiler: &Tiler) -> Result<Self, Error> {
        unzip(self, tiler, Operation::Divide)
    }

    /// The zipped divide with each rest as a mode of its own.
    ///
    /// # Errors
    /// As [`logical_divide_by`](Self::logical_divide_by).
    pub const fn tiled_divide(&self, tiler: &Tiler) -> Result<Self, Error> {
        ok!(self.zipped_divide(tiler)).opened(false)
    }

    /// The zipped divide with each tile and each rest as a mode of its own.
    ///
    /// # Errors
    /// As [`logical_divide_by`](Self::logical_divide_by).
    pub const fn flat_divide(&self, tiler: &Tiler) -> Result<Self, Error> {
        ok!(self.zipped_divide(tiler)).opened(true)
    }

    /// A layout of two modes with the modes of the second, and with `both` of the first too, as modes of its own.
    pub(crate) const fn opened(&self, both: bool) -> Result<Self, Error> {
        let mut out = LayoutBuilder::new();
        out.open();
        if let (Some(first), Some(second)) = (self.mode(0), self.mode(1)) {
            if both {
                ok!(out.append_modes(&first));
            } else {
                ok!(out.append(&first));
            }
            ok!(out.append_modes(&second));
        }
        ok!(out.close());
        out.finish()
    }
}

/// What is done with each mode.
#[derive(Clone, Copy)]
pub(crate) enum Operation {
    Divide,
    Product,
}

/// A divide or product by a tiler, with what comes first of each mode in mode 0 and what comes second in mode 1.
pub(crate) const fn unzip(layout: &Layout, tiler: &Tiler, operation: Operation) -> Result<Layout, Error> {
    let parts = match tiler.shape() {
        TilerShape::Keep => return Layout::join(&[Layout::ONE, *layout]),
        TilerShape::Layout(tile) => {
            return match operation {
                Operation::Divide => layout.logical_divide(&tile),
                Operation::Product => layout.logical_product(&tile),
            };
        }
        TilerShape::Modes(parts) => parts,
    };
    let rank = layout.rank();
    if parts > rank {
        return Err(Error::Rank { wanted: rank, found: parts });
    }
    let (mut firsts, mut seconds, mut k) = (LayoutBuilder::new(), LayoutBuilder::new(), 0);
    firsts.open();
    seconds.open();
    while k < rank {
        match (layout.mode(k), tiler.element(k)) {
            (Some(mode), Some(part)) => {
                let pair = ok!(unzip(&mode, &part, operation));
                if let (Some(first), Some(second)) = (pair.mode(0), pair.mode(1)) {
                    ok!(firsts.append(&first));
                    ok!(seconds.append(&second));
                }
            }
            (Some(mode), None) => ok!(seconds.append(&mode)),
            _ => {}
        }
        k += 1;
    }
    ok!(firsts.close());
    ok!(seconds.close());
    Layout::join(&[ok!(firsts.finish()), ok!(seconds.finish())])
}
