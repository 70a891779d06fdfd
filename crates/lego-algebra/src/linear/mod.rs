//! Linear layouts over F2, as Triton has them: labelled maps on the bits of indices, as values.
//!
//! # One example
//!
//! A 4×4 matrix in the registers of two lanes with eight elements each. Every element is named by bits: two of its row, two of its
//! column. A layout says which bit of (register, lane) leads to which of them:
//!
//! ```text
//!                register lane
//!                0 1 2    0            register bit 0 is column bit 0: neighbours are with one lane
//!   column 0     1 · ·    ·            register bit 1 is row bit 0, register bit 2 is row bit 1
//!          1     · · ·    1            the lane is column bit 1: lane 0 has columns 0 and 1
//!   row    0     · 1 ·    ·
//!          1     · · 1    ·
//! ```
//!
//! The element of a register of a lane is the xor of the images of the bits that are set. So register 5 of lane 1 is image(bit 0)
//! xor image(bit 2) xor image(lane): column 1 xor 2 = 3, row 2. **A layout is a matrix of bits**; what one asks of layouts is linear
//! algebra over the field of two elements, where addition is xor and every matrix has a rank that is found exactly.
//!
//! ```
//! use lego_algebra::linear::{Dim, LinearLayout, plans};
//!
//! let layout = |text| LinearLayout::parse(text).unwrap();
//! let held = layout("register: (1,0) (0,1) (0,2); lane: (2,0) → column: 4, row: 4");
//! assert_eq!(*held.apply(&[5, 1]).unwrap(), [3, 2]);
//!
//! // Who has an element: the inverse.
//! assert_eq!(*held.invert().unwrap().apply(&[3, 2]).unwrap(), [5, 1]);
//!
//! // It comes about as a product: a tile, what repeats it in registers, what repeats it over lanes.
//! let [register, lane, column, row] = ["register", "lane", "column", "row"].map(Dim::named);
//! let one = |n, from, to| LinearLayout::identity_1d(n, from, to).unwrap();
//! let tile = one(2, register, column).mul(&one(4, register, row)).unwrap();
//! assert_eq!(tile.mul(&one(2, lane, column)).unwrap(), held);
//!
//! // And division takes it apart again.
//! assert_eq!(held.divide_left(&tile).unwrap().basis(lane), [1]);
//!
//! // Another layout of the matrix: lanes have rows. Where each register of the new one is in the old one:
//! let wanted = layout("register: (1,0) (2,0) (0,1); lane: (0,2) → column: 4, row: 4");
//! let conversion = wanted.invert_and_compose(&held).unwrap();
//! assert_eq!(*conversion.apply(&[2, 1]).unwrap(), [4, 1]);   // column 2 of row 2: register 4 of lane 1
//!
//! // How to get there: four rounds of shuffles, in each of which a lane gets two elements of 16 bits.
//! let plan = plans::shuffle_plan(&held, &wanted, 16).unwrap();
//! assert_eq!((plan.rounds(), plan.elements_per_round()), (4, 2));
//! ```
//!
//! # What there is
//!
//! | file | what |
//! |---|---|
//! | [`Dim`], [`Space`] | names of dims; a side: dims in an order, each with its bits |
//! | [`Matrix`], [`Echelon`] | matrices over F2, spans and independent vectors, from [`lego_core::f2`] |
//! | [`LinearLayout`] | the layout: its images, its values, its rank |
//! | `product`, `compose`, `divide`, `reshape`, `sublayout`, `shape` | the algebra, as methods of [`LinearLayout`] |
//! | [`AffineLinear`] | A·x xor b: indices flipped or beginning elsewhere |
//! | `strided` | which layouts are CuTe's too, and the way between |
//! | [`families`] | blocked, sliced, tensor cores, shared memory, by the parameters that people give |
//! | [`plans`] | vectors, instructions, shuffles, swizzles, gathers: computed, with prices |
//! | `notation`, `parse`, [`BitMatrix`] | texts |
//!
//! # Against its neighbours
//!
//! CuTe's shape:stride ([`cute`](crate::cute)) adds where this takes the xor, so it has any sizes but no swizzle inside a layout, and
//! its composition and inverse do not always exist. Here all sizes are powers of two; composition always exists, and every
//! question (onto? one to one? which elements conflict in a bank?) is decided by a rank. A layout of other sizes is for the chains of
//! LEGO.
//!
//! The first dim of a side has the lowest bits of a flat point, in Triton and here; the last index of a LEGO layout is the fastest.
//!
//! Nothing allocates: a layout holds 64 images of 64 bits and at most 16 dims a side. What Triton asserts is an [`Error`] here that
//! names the dim or the bit, and the numbers.

mod affine;
mod compose;
mod dim;
mod divide;
mod error;
pub mod families;
mod layout;
mod name;
mod notation;
mod parse;
#[cfg(feature = "plans")]
pub mod plans;
mod product;
#[cfg(test)]
mod random_layout;
mod reshape;
mod shape;
mod space;
mod strided;
mod sublayout;

pub use affine::AffineLinear;
pub use dim::{Dim, NAME};
pub use error::{Error, Side};
pub use layout::{Basis, Coordinates, LinearLayout};
pub use lego_core::f2::{BITS, Echelon, Matrix};
pub use notation::BitMatrix;
pub use parse::{ParseError, Problem};
pub use space::{DIMS, Space};
