//! Copies between arrays of any two layouts.
//!
//! ```text
//! relayout, assign ── plan ──┬─ boxes ── Way: their order ── Strided ─┬─ lines
//!                            │                                        ├─ planes: transpose
//!                            │                                        └─ one axis, element by element
//!                            └─ walk: nothing is known
//! relayout_in_place ─── cycles of positions, in the memory of the array
//! PartMut::assign ──── lines: like boxes, but every position is looked at
//! ```

mod axis;
mod cut;
#[cfg(feature = "alloc")]
mod in_place;
mod line;
mod plan;
mod prefetch;
mod relayout;
mod strided;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod transpose;
mod walk;
mod way;

pub(super) use line::IndexLine;
pub(super) use walk::lines;
pub(super) use way::far;
