//! The options of a compilation.

use lego_expr::Cost;
use std::collections::BTreeMap;

/// What is given besides the text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Values of names; a name without one stays a symbol.
    pub values: BTreeMap<String, i128>,
    /// Whether the values are constants of the text itself. None of their sizes is 0, while a size that is given beside the
    /// text may be.
    pub constants: bool,
    /// Whether functions named by path can be called where the result is used.
    pub calls: bool,
    /// By what forms are compared.
    pub cost: Cost,
    /// By what the forms for `u32` are compared, where 32 bits have forms of their own.
    pub cost_u32: Option<Cost>,
    /// Whether extents and span are to be computed in `u32` as well, of sizes that come at run time.
    pub sizes_u32: bool,
    /// Whether to record which rules made the forms.
    pub explain: bool,
}
