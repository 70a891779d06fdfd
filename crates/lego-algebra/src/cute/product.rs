//! Products: a layout repeated in the order of another one.
//!
//! ```text
//! logical_product   (tile, order)
//! blocked_product   ((tile M, order M), (tile N, order N), …)     tiles stay together
//! raked_product     ((order M, tile M), (order N, tile N), …)     elements of all tiles side by side
//! ```

use super::Error;
use super::complement::complement;
use super::divide::{Operation, unzip};
use super::int_tuple::IntTuple;
use super::layout::{Layout, LayoutBuilder};
use super::number::{ok, times};
use super::tiler::{Tiler, TilerShape};

impl Layout {
    /// `(A, complement(A, size A * cosize B) ∘ B)`, with A this layout: A repeated, the repetitions in the order of B.
    ///
    /// Repetitions lie beside A's values and need not fill all gaps between them, so that strides of A need not divide each
    /// other: the complement is the [unchecked](Self::complement_unchecked) one, which never meets A.
    ///
    /// # Errors
    /// As [`complement`](Self::complement) and [`composition`](Self::composition).
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = |text| Layout::parse(text).unwrap();
    /// let repeated = layout("(2,2):(4,1)").logical_product(&layout("6:1")).unwrap();
    /// assert_eq!(repeated.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// ```
    pub const fn logical_product(&self, b: &Self) -> Result<Self, Error> {
        if self.is_empty() || b.is_empty() {
            return Self::join(&[*self, b.without_strides()]);
        }
        let cotarget = ok!(times(self.size(), b.cosize()));
        // Where gaps are left out it may have fewer values than B asks for: then it goes on beyond this layout.
        let free = ok!(complement(self, cotarget, false, true));
        Self::join(&[*self, ok!(free.composition(b))])
    }

    /// The logical product of each mode with the tiler's element for it; modes without one stay.
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product), and of a tiler of more elements than there are modes.
    pub const fn logical_product_by(&self, tiler: &Tiler) -> Result<Self, Error> {
        match tiler.shape() {
            TilerShape::Keep => Ok(*self),
            TilerShape::Layout(layout) => self.logical_product(&layout),
            TilerShape::Modes(parts) => {
                let rank = self.rank();
                if parts > rank {
                    return Err(Error::Rank { wanted: rank, found: parts });
                }
                let (mut out, mut k) = (LayoutBuilder::new(), 0);
                out.open();
                while k < rank {
                    match (self.mode(k), tiler.element(k)) {
                        (Some(mode), Some(part)) => ok!(out.append(&ok!(mode.logical_product_by(&part)))),
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

    /// The logical product with what is repeated in mode 0 and the orders in mode 1.
    ///
    /// # Errors
    /// As [`logical_product_by`](Self::logical_product_by).
    pub const fn zipped_product(&self, tiler: &Tiler) -> Result<Self, Error> {
        unzip(self, tiler, Operation::Product)
    }

    /// The zipped product with each order as a mode of its own.
    ///
    /// # Errors
    /// As [`logical_product_by`](Self::logical_product_by).
    pub const fn tiled_product(&self, tiler: &Tiler) -> Result<Self, Error> {
        ok!(self.zipped_product(tiler)).opened(false)
    }

    /// The zipped product with everything as a mode of its own.
    ///
    /// # Errors
    /// As [`logical_product_by`](Self::logical_product_by).
    pub const fn flat_product(&self, tiler: &Tiler) -> Result<Self, Error> {
        ok!(self.zipped_product(tiler)).opened(true)
    }

    /// The product whose mode k is (mode k of the tile, mode k of the order), coalesced: tiles side by side.
    ///
    /// The layout of the smaller rank gets modes 1:0.
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = |text| Layout::parse(text).unwrap();
    /// let (tile, order) = (layout("(2,5):(5,1)"), layout("(3,4):(1,3)"));
    /// // In mode 0, 3 rows of tiles of 2 rows at stride 5 are 6 rows at stride 5.
    /// assert_eq!(tile.blocked_product(&order).unwrap().to_string(), "(6,(5,4)):(5,(1,30))");
    /// assert_eq!(tile.raked_product(&order).unwrap().to_string(), "((3,2),(4,5)):((10,5),(30,1))");
    /// ```
    pub const fn blocked_product(&self, order: &Self) -> Result<Self, Error> {
        paired(self, order, false)
    }

    /// The product whose mode k is (mode k of the order, mode k of the tile), coalesced: elements of all tiles side by side.
    ///
    /// # Errors
    /// As [`blocked_product`](Self::blocked_product).
    pub const fn raked_product(&self, order: &Self) -> Result<Self, Error> {
        paired(self, order, true)
    }

    /// The layout repeated until it covers a shape, the repetitions in the order of given numbers, the smallest fastest:
    /// CuTe's `tile_to_shape`. Extents that the layout does not divide are covered up to the next multiple.
    ///
    /// # Errors
    /// Of a shape of smaller rank, of an order of another rank, and as [`blocked_product`](Self::blocked_product).
    ///
    /// ```
    /// use lego_algebra::cute::{IntTuple, Layout};
    /// let (atom, tuple) = (Layout::parse("(8,4):(4,1)").unwrap(), |text| IntTuple::parse(text).unwrap());
    /// let tiled = atom.tile_to_shape(&tuple("(16,8)"), &tuple("(0,1)")).unwrap();
    /// assert_eq!(tiled.to_string(), "(16,(4,2)):(4,(1,64))");
    /// ```
    pub const fn tile_to_shape(&self, shape: &IntTuple, order: &IntTuple) -> Result<Self, Error> {
        let rank = shape.rank();
        if self.rank() > rank || order.rank() != rank {
            return Err(Error::Rank {
                wanted: rank,
                found: if order.rank() == rank { self.rank() } else { order.rank() },
            });
        }
        let padded = ok!(self.padded(rank));
        let count = ok!(ok!(bracketed(shape).product_each()).ceil_div(&ok!(padded.shape().product_each())));
        padded.blocked_product(&ok!(Self::ordered(&count, &bracketed(order))))
    }

    /// The same modes in brackets, and modes 1:0 up to a rank: CuTe's `append`.
    pub(crate) const fn padded(&self, rank: usize) -> Result<Self, Error> {
        let (mut out, mut k) = (LayoutBuilder::new(), self.rank());
        out.open();
        ok!(out.append_modes(self));
        while k < rank {
            ok!(out.append(&Self::ONE));
            k += 1;
        }
        ok!(out.close());
        out.finish()
    }
}

/// A number as a tuple of one.
const fn bracketed(tuple: &IntTuple) -> IntTuple {
    if tuple.profile().is_leaf() {
        if let Ok(bracketed) = IntTuple::flat(tuple.leaves()) {
            return bracketed;
        }
    }
    *tuple
}

const fn paired(tile: &Layout, order: &Layout, raked: bool) -> Result<Layout, Error> {
    let rank = if tile.rank() > order.rank() { tile.rank() } else { order.rank() };
    let product = ok!(ok!(tile.padded(rank)).logical_product(&ok!(order.padded(rank))));
    let (Some(tiles), Some(orders)) = (product.mode(0), product.mode(1)) else {
        return Err(Error::Rank { wanted: 2, found: 1 });
    };
    let (mut out, mut k) = (LayoutBuilder::new(), 0);
    out.open();
    while k < rank {
        if let (Some(one), Some(two)) = (tiles.mode(k), orders.mode(k)) {
            let pair = if raked { [two, one] } else { [one, two] };
            ok!(out.append(&ok!(Layout::join(&pair)).coalesce()));
        }
        k += 1;
    }
    ok!(out.close());
    out.finish()
}
