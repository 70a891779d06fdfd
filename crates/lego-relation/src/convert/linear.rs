//! A relation as a linear layout, Triton's.

use crate::relation::{NotBinary, Relation};
use lego_algebra::linear::{Dim, Error, LinearLayout, Space};
use std::fmt;

/// Why a relation is no linear layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLinear {
    /// It is no map of bits, or not known to be one.
    Map(NotBinary),
    /// More dims or bits than a linear layout has here.
    Capacity(Error),
}

impl fmt::Display for NotLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map(NotBinary::Undecided(why)) => write!(f, "whether it is a linear layout is {why}"),
            Self::Map(why) => write!(f, "it is no linear layout: {}", why.reason()),
            Self::Capacity(error) => write!(f, "it is no linear layout that is kept here: {error}"),
        }
    }
}

impl std::error::Error for NotLinear {}

impl Relation<'_> {
    /// The same map as a linear layout: an in dim `i0`, `i1`, … for each component of the index, an out dim `o0`, … for each value,
    /// of the least power of two that is no less than its span.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let linear = |text| {
    ///     let chain = Relation::of_chain(&arena, text, &Options::default()).unwrap();
    ///     chain.to_linear().map_or_else(|error| error.to_string(), |layout| layout.to_string())
    /// };
    /// assert_eq!(linear("Col(4, 4)"), "i0: (1) (2); i1: (4) (8) → o0: 16");
    /// assert_eq!(linear("SwizzleRows([4, 4], 2)"), "i0: (5) (10); i1: (1) (2) → o0: 16");
    /// assert_eq!(
    ///     linear("AntiDiag(4)"),
    ///     "it is no linear layout: at [0, 3] the value is [6], and the bits of the index make [2]"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`NotLinear`], with a witness.
    pub fn to_linear(&self) -> Result<LinearLayout, NotLinear> {
        let columns = self.columns().map_err(NotLinear::Map)?;
        let side = |name: char, sizes: &[u64]| {
            let bits = |size: u64| u64::BITS - size.saturating_sub(1).leading_zeros();
            let dim = |(k, &size): (usize, &u64)| Ok((Dim::new(&format!("{name}{k}"))?, bits(size)));
            Space::new(&sizes.iter().enumerate().map(dim).collect::<Result<Vec<_>, Error>>()?)
        };
        let (dims, spans) = (self.dims().unwrap_or_default(), self.spans().unwrap_or_default());
        let layout = || {
            let (ins, outs) = (side('i', &dims)?, side('o', &spans)?);
            let mut images = Vec::new();
            for (axis, extent) in dims.iter().enumerate() {
                for bit in 0..extent.trailing_zeros() as usize {
                    let image: Vec<u64> = columns.iter().map(|linear| linear.columns[axis][bit]).collect();
                    images.push(outs.flat(&image)?);
                }
            }
            LinearLayout::new(ins, outs, &images)
        };
        layout().map_err(NotLinear::Capacity)
    }
}
