//! Composition: the layout of A(B(c)).
//!
//! ```text
//! A = (6,2):(8,2)   B = (4,3):(3,1)      A ∘ B = ((2,2),3):((24,2),8)
//!
//! B's mode 4:3 goes through A's 6:8 in steps of 3: 2 of them, stride 3*8; then on in A's 2:2, 2 of them, stride 2.
//! B's mode 3:1 goes through A's 6:8 in steps of 1: all 3 of them, stride 8.
//! ```
//!
//! Each leaf of B walks along the modes of A, and is cut where it goes from one to the next. That is a strided layout only
//! where the numbers divide each other, which is checked at every step. Leaves are walked one by one; that their sum is right
//! as well follows from their digits: where no sum of digits reaches the extent of a mode of A nothing carries, and A of the
//! sum is the sum. Where digits may carry, the values of all coordinates are compared, if there are not too many.

use super::Error;
use super::coalesce::coalesced;
use super::error::{DivisibilityError, Kind};
use super::layout::{Layout, LayoutBuilder};
use super::modes::Modes;
use super::number::{ceil_div, min, ok, plus, times};
use super::profile::CAPACITY;
use super::tiler::{Tiler, TilerShape};

/// So many coordinates are compared where digits may carry.
const COMPARED: i64 = 1 << 16;

impl Layout {
    /// A ∘ B, with A this layout: `R(c) == A(B(c))` for every c below B's size, and every coordinate of B is one of R.
    ///
    /// Where B's values go beyond A's size, R follows A's last mode further, as in CuTe;
    /// [`composition_in_bounds`](Self::composition_in_bounds) says whether they do.
    ///
    /// # Errors
    /// [`DivisibilityError`] where this is no strided layout, with the mode and the numbers; [`Error::EmptyLayout`] of an empty A
    /// with a B that is not; more than 32 modes; beyond 64 bits.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = |text| Layout::parse(text).unwrap();
    /// let composed = layout("(6,2):(8,2)").composition(&layout("(4,3):(3,1)")).unwrap();
    /// assert_eq!(composed.to_string(), "((2,2),3):((24,2),8)");
    /// ```
    pub const fn composition(&self, b: &Self) -> Result<Self, Error> {
        if b.is_empty() {
            return Ok(b.without_strides());
        }
        if self.is_empty() {
            return Err(Error::EmptyLayout);
        }
        let a = coalesced(&Modes::of(self), true);
        // The largest digit that all leaves together have in each mode of A.
        let mut digits = [0i64; CAPACITY];
        let mut carries = CAPACITY;
        let (mut out, mut leaf) = (LayoutBuilder::new(), 0);
        while leaf < b.len() {
            out.open_times(b.profile().opens(leaf));
            let (shape, stride) = (b.shape_array()[leaf], b.stride_array()[leaf]);
            let walked = ok!(walk(&a, leaf, shape, stride, &mut digits, &mut carries));
            ok!(out.append(&ok!(walked.layout())));
            ok!(out.close_times(b.profile().closes(leaf)));
            leaf += 1;
        }
        let out = ok!(out.finish());
        if carries < a.len {
            ok!(compare(self, b, &out, (carries, (a.shape[carries], a.stride[carries]))));
        }
        Ok(out)
    }

    /// Whether all values of B are coordinates of A, this layout, so that their composition reads A nowhere beyond its size.
    #[must_use]
    pub const fn composition_in_bounds(&self, b: &Self) -> bool {
        let (least, greatest) = b.bounds();
        least >= 0 && greatest < self.size()
    }

    /// A composed with a tiler: each mode with the tiler's element for it, the modes beyond the tiler's rank kept.
    ///
    /// # Errors
    /// As [`composition`](Self::composition), and of a tiler of more elements than there are modes.
    ///
    /// ```
    /// use lego_algebra::cute::{Layout, Tiler};
    /// let layout = Layout::parse("(12,(4,8)):(59,(13,1))").unwrap();
    /// let tiler = Tiler::parse("<3:4, 8:2>").unwrap();
    /// assert_eq!(layout.composition_by(&tiler).unwrap().to_string(), "(3,(2,4)):(236,(26,1))");
    /// ```
    pub const fn composition_by(&self, tiler: &Tiler) -> Result<Self, Error> {
        match tiler.shape() {
            TilerShape::Keep => Ok(*self),
            TilerShape::Layout(layout) => self.composition(&layout),
            TilerShape::Modes(parts) => {
                let rank = self.rank();
                if parts > rank {
                    return Err(Error::Rank { wanted: rank, found: parts });
                }
                let (mut out, mut k) = (LayoutBuilder::new(), 0);
                out.open();
                while k < rank {
                    match (self.mode(k), tiler.element(k)) {
                        (Some(mode), Some(part)) => ok!(out.append(&ok!(mode.composition_by(&part)))),
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
}

/// One leaf of B, `shape:stride`, along the modes of A. `digits` grows by the largest digit in each mode, and `carries` is
/// the first mode where the sum reaches the extent.
const fn walk(
    a: &Modes,
    leaf: usize,
    shape: i64,
    stride: i64,
    digits: &mut [i64; CAPACITY],
    carries: &mut usize,
) -> Result<Modes, Error> {
    let mut out = Modes::new();
    if shape == 1 {
        return Ok(out);
    }
    if stride == 0 {
        ok!(out.push(shape, 0));
        return Ok(out);
    }
    let (mut rest, mut step, mut k) = (shape, stride, 0);
    let fails = DivisibilityError {
        mode: leaf,
        of_b: (shape, stride),
        at: 0,
        of_a: (a.shape[0], a.stride[0]),
        rest: (shape, stride),
        kind: Kind::Negative,
    };
    if stride < 0 && a.len > 1 {
        return Err(Error::Divisibility(fails));
    }
    while rest > 1 {
        let extent = a.shape[k];
        if k + 1 == a.len {
            // The last mode goes on without an end.
            ok!(out.push(rest, ok!(times(step, a.stride[k]))));
            break;
        }
        if step >= extent {
            if step % extent != 0 {
                return Err(fails.at(a, k, (rest, step), Kind::Stride));
            }
            step /= extent;
        } else {
            let fitting = if extent % step == 0 {
                let fitting = min(extent / step, rest);
                if rest % fitting != 0 {
                    return Err(fails.at(a, k, (rest, step), Kind::Shape));
                }
                fitting
            } else {
                if rest > ceil_div(extent, step) {
                    return Err(fails.at(a, k, (rest, step), Kind::Stride));
                }
                rest
            };
            if fitting > 1 {
                ok!(out.push(fitting, ok!(times(step, a.stride[k]))));
            }
            digits[k] = ok!(plus(digits[k], (fitting - 1) * step));
            if digits[k] >= extent && k < *carries {
                *carries = k;
            }
            rest /= fitting;
            step = 1;
        }
        k += 1;
    }
    Ok(out)
}

/// Whether a composition that may carry is right at every coordinate.
const fn compare(a: &Layout, b: &Layout, composed: &Layout, carry: (usize, (i64, i64))) -> Result<(), Error> {
    let size = b.size();
    if size > COMPARED {
        return Err(Error::Limit { steps: COMPARED as u64 });
    }
    let mut c = 0;
    while c < size {
        let (value, sum) = (ok!(a.eval(b.at(c))), composed.at(c));
        if value != sum {
            let (at, of_a) = carry;
            let (rest, kind) = ((value, sum), Kind::Distributivity);
            return Err(Error::Divisibility(DivisibilityError { mode: 0, of_b: (size, c), at, of_a, rest, kind }));
        }
        c += 1;
    }
    Ok(())
}

impl LayoutBuilder {
    const fn open_times(&mut self, times: usize) {
        let mut k = 0;
        while k < times {
            self.open();
            k += 1;
        }
    }

    const fn close_times(&mut self, times: usize) -> Result<(), Error> {
        let mut k = 0;
        while k < times {
            ok!(self.close());
            k += 1;
        }
        Ok(())
    }
}

impl DivisibilityError {
    /// The same leaf at another mode of A.
    const fn at(self, a: &Modes, at: usize, rest: (i64, i64), kind: Kind) -> Error {
        Error::Divisibility(Self { at, of_a: (a.shape[at], a.stride[at]), rest, kind, ..self })
    }
}
