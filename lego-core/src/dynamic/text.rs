//! The text of a layout with the values of its parameters: what a layout chosen at run time is written down as.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;

/// A chain of the layout language, and a value for each of its parameters.
///
/// It is plain data, not known to be right; a parser of the language makes a layout of it. With the feature `serde` it
/// reads and writes `{"layout": "Row(M, 8)", "values": {"M": 4}}`.
///
/// ```
/// use lego_core::dynamic::LayoutText;
/// let text = LayoutText::new("Row(M, 8)", &[("M", 4)]);
/// assert_eq!(text.to_string(), "Row(M, 8) with M = 4");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct LayoutText {
    /// The chain.
    pub layout: String,
    /// The parameters and their values.
    #[cfg_attr(feature = "serde", serde(default))]
    pub values: BTreeMap<String, u64>,
}

impl LayoutText {
    /// A chain and values; of two for one parameter the last counts.
    #[must_use]
    pub fn new(layout: &str, values: &[(&str, u64)]) -> Self {
        let values = values.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Self { layout: layout.to_owned(), values }
    }
}

impl fmt::Display for LayoutText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.layout)?;
        for (k, (name, value)) in self.values.iter().enumerate() {
            write!(f, "{}{name} = {value}", if k == 0 { " with " } else { ", " })?;
        }
        Ok(())
    }
}
