//! What every target needs of a layout: its maps as texts in a dialect, the names, the tests of its sizes, the widths.

mod formula;
mod header;
mod layout;
mod loops;
mod names;
mod printing;
mod tests;
mod widths;

pub(crate) use formula::{Formula, Helpers};
pub(crate) use layout::Unit;
pub(crate) use loops::{Loop, Loops};
pub(crate) use names::{Case, Names, Reserved};
pub(crate) use printing::too_long;
pub(crate) use tests::{Limits, Test};
pub(crate) use widths::{Computed, Integer};
