//! The integer types in which maps are computed: that of indices, or a wider one.

use super::layout::Unit;
use crate::error::Error;
use crate::width::Width;
use lego_expr::reachable;
use lego_lang::compile::SimplifiedMap;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Integer {
    /// The type of indices, positions and sizes.
    Index,
    /// 64 bits with a sign, where an index has 32.
    Signed64,
    /// 64 bits without a sign.
    Unsigned64,
}

impl Integer {
    /// The types of a language that has 64 bits with and without a sign, by the width of its indices.
    pub(crate) fn of(width: Width) -> &'static [Self] {
        match width {
            Width::Bits32 => &[Self::Index, Self::Signed64, Self::Unsigned64],
            Width::Bits64 => &[Self::Index, Self::Unsigned64],
        }
    }

    /// Its name in languages that count bits behind `i` and `u`.
    pub(crate) fn short_name(self, index: &'static str) -> &'static str {
        match self {
            Self::Index => index,
            Self::Signed64 => "i64",
            Self::Unsigned64 => "u64",
        }
    }
}

/// What a map is computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Computed {
    pub(crate) apply: Integer,
    pub(crate) inv: Integer,
}

impl Unit<'_> {
    /// The types in which the maps are computed, of those that the language has.
    ///
    /// # Errors
    /// A span that the type of indices does not fit; values on the way that no type fits.
    pub(crate) fn computed(&self, types: &[Integer]) -> Result<Computed, Error> {
        self.fits()?;
        Ok(Computed {
            apply: self.integer(&self.compiled.apply, types)?,
            inv: self.integer(&self.compiled.inv, types)?,
        })
    }

    /// Whether positions and indices fit the type of indices.
    ///
    /// # Errors
    /// A number that does not.
    pub(crate) fn fits(&self) -> Result<(), Error> {
        let width = self.request.width;
        for (what, id) in [("the span", self.compiled.span), ("the number of indices", self.compiled.count)] {
            if let Some(number) = self.number(id).filter(|&number| number > width.most() as i128) {
                let most = width.most();
                let wider = self.wider(": --width 64 has room");
                let message =
                    format!("{what}, {number}, is more than {most}, the most that {} bits hold{wider}", width.bits());
                return Err(Error::new(message));
            }
        }
        Ok(())
    }

    /// What to do about 32 bits that are too few: the advice, or that the language has no more.
    fn wider(&self, advice: &'static str) -> &'static str {
        match self.request.width {
            Width::Bits32 if self.request.target.widths().contains(&Width::Bits64) => advice,
            Width::Bits32 => {
                ", and the language has no wider integers: give sizes smaller values, or choose another target"
            }
            Width::Bits64 => "",
        }
    }

    /// The largest of the numbers that are known among what a map passes through, whatever the sizes are.
    pub(crate) fn largest_known(&self, map: &SimplifiedMap) -> i128 {
        let known = |id| Some(map.form.range(id)).filter(|range| range.is_bounded()).map_or(0, |range| range.high);
        reachable(&self.compiled.arena, &map.form.roots).into_iter().map(known).max().unwrap_or(0)
    }

    fn integer(&self, map: &SimplifiedMap, types: &[Integer]) -> Result<Integer, Error> {
        let (Some(least), Some(largest)) = (map.extremes.least, map.extremes.largest) else {
            // Symbols: the tests of the sizes say that the type of indices will do, but for numbers that are known.
            let largest = self.largest_known(map);
            if largest <= self.request.width.most() as i128 {
                return Ok(Integer::Index);
            }
            return types.iter().find(|integer| **integer != Integer::Index).copied().ok_or_else(|| {
                Error::new(format!(
                    "values up to {largest} are computed on the way to a position, which {} bits do not fit: try --width 64",
                    self.request.width.bits()
                ))
            });
        };
        let holds = |integer: &&Integer| {
            let (low, high) = match integer {
                Integer::Index => (-(self.request.width.most() as i128), self.request.width.most()),
                Integer::Signed64 => (i128::from(-i64::MAX), i64::MAX as u128),
                Integer::Unsigned64 => (0, u128::from(u64::MAX)),
            };
            least >= low && largest <= high
        };
        types.iter().find(holds).copied().ok_or_else(|| {
            Error::new(format!(
                "values up to {largest} are computed on the way to a position, which no integer type of {} fits{}",
                self.request.target.title(),
                self.wider(": try --width 64")
            ))
        })
    }
}
