//! Equality of two texts: whether they describe the same map.
//!
//! ```text
//! two texts ── one arena ── lego_equal ── decided ───────────────────> Equal, Different
//!                                │ symbols, no proof
//!                                └─ search for small values ─────────> Different, Undecided
//! ```

mod search;
mod texts;

pub use lego_equal::{Difference, Differs, Effort, Equality};
pub use texts::{equal, equal_readings};
