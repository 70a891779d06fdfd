//! Copies between arrays of any two layouts.
//!
//! ```text
//! relayout, assign ── plan ──┬─ boxes ── Way: their order ── Strided ─┬─ lines
//!                            │                                        ├─ planes: transpose
//!                            │                                        └─ one axis, element by element
//!                            └─ walk: nothing is known
//! ```

mod axis;
mod cut;
mod plan;
mod prefetch;
mod relayout;
mod strided;
mod transpose;
mod walk;
mod way;
