//! The interpreter: a chain evaluated as it is written, all its sizes numbers.
//!
//! It goes through the stages for every index, without the engine. Tests compare everything else with it; what programs use
//! is made of the simplified maps (`dynamic`).

use crate::diagnostic::Diagnostic;
use crate::elaborate::{Elaborated, elaborate_in};
use crate::exact::Exact;
use crate::parser::Reading;
use crate::world::Numbers;
use lego_core::LayoutError;
use lego_core::chain::{Chain, Mapped, Scalar};
use std::fmt;

/// The layout that a text describes, all its sizes numbers, evaluated stage by stage.
///
/// Laws: `inv(apply(i)) == i` for every index and `apply(inv(p)) == p` for every position where the first has a value;
/// positions are below [`span`](RuntimeLayout::span).
///
/// ```
/// use lego_lang::RuntimeLayout;
/// let text = "OrderBy(RegP([2,2],[2,1]), AntiDiag(3)).OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([n, n])";
/// let fig9 = RuntimeLayout::parse(text, &[("n", 6)])?;
/// assert_eq!(fig9.dims(), [6, 6]);
/// assert_eq!(fig9.apply(&[4, 2]), Some(15));
/// assert_eq!(fig9.inv(15), Some(vec![4, 2]));
/// assert_eq!(fig9.apply(&[6, 0]), None);
/// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
/// ```
pub struct RuntimeLayout {
    chain: Chain<'static, Exact>,
    dims: Vec<u64>,
    count: u64,
    span: u64,
}

impl RuntimeLayout {
    /// Reads a layout; parameters get their values from the list.
    ///
    /// # Errors
    /// Everything that is wrong, from left to right.
    pub fn parse(text: &str, parameters: &[(&str, u64)]) -> Result<Self, Vec<Diagnostic>> {
        let Elaborated { chain, demands, .. } = elaborate_in(&Reading::new(text), Numbers::new(parameters))?;
        // With numbers everything is decided, but for values that no index holds.
        let too_large = |range: crate::TextRange| Diagnostic {
            error: LayoutError::Overflow { what: range.of(text).into(), bits: 64 },
            range,
        };
        if !demands.is_empty() {
            return Err(demands.iter().map(|&(range, _)| too_large(range)).collect());
        }
        let whole = crate::TextRange::new(0, text.len());
        let number = |value: Exact| value.number().ok_or_else(|| vec![too_large(whole)]);
        let dims = chain.dims().into_iter().map(number).collect::<Result<_, _>>()?;
        let (count, span) = (number(chain.count())?, number(chain.span())?);
        Ok(Self { chain, dims, count, span })
    }

    /// The logical extents.
    #[must_use]
    pub fn dims(&self) -> &[u64] {
        &self.dims
    }

    /// The number of logical indices.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of positions that a buffer must hold.
    #[must_use]
    pub fn span(&self) -> u64 {
        self.span
    }

    /// Whether some indices have no position.
    #[must_use]
    pub fn expands(&self) -> bool {
        self.chain.expands()
    }

    /// Whether some positions have no index.
    #[must_use]
    pub fn pads(&self) -> bool {
        self.chain.pads()
    }

    /// The position of an index; `None` outside the extents, for a wrong rank, and where an `ExpandBy` stores nothing.
    #[must_use]
    pub fn apply(&self, index: &[u64]) -> Option<u64> {
        if index.len() != self.dims.len() || index.iter().zip(&self.dims).any(|(i, n)| i >= n) {
            return None;
        }
        let index: Vec<Exact> = index.iter().map(|&i| Exact::from(i)).collect();
        let position = unguarded(self.chain.apply(&index))?.number()?;
        (position < self.span).then_some(position)
    }

    /// The index at a position; `None` outside the span and in a hole that a `PadBy` left.
    #[must_use]
    pub fn inv(&self, position: u64) -> Option<Vec<u64>> {
        if position >= self.span {
            return None;
        }
        unguarded(self.chain.inv(position.into()))?.into_iter().map(Scalar::number).collect()
    }
}

/// The value, if every guard holds.
fn unguarded<T>(mapped: Mapped<T, <Exact as Scalar>::Truth>) -> Option<T> {
    mapped.guards.iter().all(|&guard| guard == Ok(true)).then_some(mapped.value)
}

impl fmt::Debug for RuntimeLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuntimeLayout").field("dims", &self.dims).field("span", &self.span).finish_non_exhaustive()
    }
}
