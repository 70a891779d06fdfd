//! The integer types in which maps are computed: that of indices, or a wider one.

use super::layout::Unit;
use crate::error::Error;
use crate::generated::generate;
use crate::request::Request;
use crate::target::Target;
use crate::width::Width;
use lego_expr::reachable;
use lego_lang::compile::SimplifiedMap;
use std::collections::BTreeSet;

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
                let (most, bits, advice) = (width.most(), width.bits(), self.advice());
                return Err(Error::new(format!(
                    "{what}, {number}, is more than {most}, the most that {bits} bits hold: {advice}"
                )));
            }
        }
        Ok(())
    }

    /// What to do about numbers that no integer type of the request holds: take a wider one, if the layout can be
    /// written in it.
    fn advice(&self) -> String {
        let Request { target, width, .. } = self.request;
        let is_written = |other: &Width| {
            let request = Request { width: *other, extras: BTreeSet::new(), ..self.request.clone() };
            other.bits() > width.bits() && generate(self.compiled, &request).is_ok()
        };
        match target.widths().iter().find(|other| is_written(other)) {
            Some(other) => format!("try --width {}", other.bits()),
            None => format!(
                "give sizes smaller values, or choose another target, such as {}, whose integers have no end",
                Target::Python
            ),
        }
    }

    /// The largest of the numbers that are known among what a map passes through, whatever the sizes are.
    pub(crate) fn largest_known(&self, map: &SimplifiedMap) -> u128 {
        let known = |id| Some(map.form.range(id)).filter(|range| range.is_bounded()).map_or(0, |range| range.high);
        reachable(&self.compiled.arena, &map.form.roots).into_iter().map(known).max().unwrap_or(0).unsigned_abs()
    }

    fn integer(&self, map: &SimplifiedMap, types: &[Integer]) -> Result<Integer, Error> {
        let (low, high) = match (map.extremes.least, map.extremes.largest) {
            (Some(least), Some(largest)) => (least, largest),
            // Symbols: the tests of the sizes say that the type of indices will do, but for numbers that are known.
            _ => (0, self.largest_known(map)),
        };
        let holds = |integer: &&Integer| {
            let least = if **integer == Integer::Unsigned64 { 0 } else { -(self.most(**integer) as i128) };
            low >= least && high <= self.most(**integer)
        };
        types.iter().find(holds).copied().ok_or_else(|| {
            let (bits, advice) = (self.request.width.bits(), self.advice());
            Error::new(format!(
                "values up to {high} are computed on the way to a position, which {bits} bits do not fit: {advice}"
            ))
        })
    }

    /// The largest number of an integer type.
    fn most(&self, integer: Integer) -> u128 {
        match integer {
            Integer::Index => self.request.width.most(),
            Integer::Signed64 => i64::MAX as u128,
            Integer::Unsigned64 => u64::MAX.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::request::Request;
    use crate::target::Target;
    use crate::width::Width;
    use lego_lang::compile::{Compiled, Options, compile};

    fn error(compiled: &Compiled, target: Target, width: Width) -> Option<String> {
        let request = Request { width, ..Request::new(target) };
        crate::generate(compiled, &request).err().map(|error| error.message)
    }

    #[test]
    fn what_is_advised_helps() {
        let mut advised = [0, 0];
        for chain in [
            "Row(65536, 65536)",
            "Fan(900000000, 7, 5)",
            "TileOrderBy(Row(N), Fan(900000000, 7, 5))",
            "Fan(9000000000000000000, 7, 5)",
            "TileOrderBy(Row(N), Fan(9000000000000000000, 7, 5))",
        ] {
            let compiled = compile(chain, &Options::default()).unwrap();
            for target in Target::ALL {
                for &width in target.widths() {
                    let Some(said) = error(&compiled, target, width) else { continue };
                    if said.contains("--width") {
                        advised[0] += 1;
                        assert_eq!(error(&compiled, target, Width::Bits64), None, "{chain} in {target}: {said}");
                    } else if said.ends_with("such as python, whose integers have no end") {
                        advised[1] += 1;
                        assert_eq!(error(&compiled, Target::Python, Width::Bits64), None, "{chain}: {said}");
                        let others = target.widths().iter().filter(|&&other| other != width);
                        let helps = others.filter(|&&other| error(&compiled, target, other).is_none()).count();
                        assert_eq!(helps, 0, "{chain} in {target}: another width helps: {said}");
                    } else {
                        // A number on the way that no sizes without a value bound.
                        assert!(said.starts_with("no bound is known"), "{chain} in {target}: {said}");
                    }
                }
            }
        }
        assert!(advised[0] > 10 && advised[1] > 10, "{advised:?}");
    }
}
