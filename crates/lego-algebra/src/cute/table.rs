//! A layout from the values that it has.

use super::layout::Layout;
use super::modes::Modes;

impl Layout {
    /// The coalesced layout whose value at every integer coordinate k below the table's length is `table[k]`, if there is one.
    ///
    /// The first coordinate whose value is no multiple of the value at 1 is the first extent, and so on for the rest, so
    /// that there is one candidate, which is compared at every coordinate.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::from_table(&[0, 4, 1, 5, 2, 6]), Layout::parse("(2,3):(4,1)").ok());
    /// assert_eq!(Layout::from_table(&[0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3]), None); // (-3c) mod 16
    /// ```
    #[must_use]
    pub const fn from_table(table: &[i64]) -> Option<Self> {
        if table.is_empty() {
            return Some(Self::EMPTY);
        }
        if table[0] != 0 {
            return None;
        }
        let (mut modes, mut worth) = (Modes::new(), 1);
        while worth < table.len() {
            let (stride, mut extent) = (table[worth], 1);
            while worth * extent < table.len() && table[worth * extent] as i128 == extent as i128 * stride as i128 {
                extent += 1;
            }
            // Twice at the least, so this ends; extents have to divide what is left.
            if table.len() % (worth * extent) != 0 || modes.push(extent as i64, stride).is_err() {
                return None;
            }
            worth *= extent;
        }
        let layout = match modes.layout() {
            Ok(layout) => layout,
            Err(_) => return None,
        };
        let mut k = 0;
        while k < table.len() {
            if layout.at(k as i64) != table[k] {
                return None;
            }
            k += 1;
        }
        Some(layout)
    }
}
