//! In what a file computes: numbers where they are exact, else integers without end.

use crate::unit::Unit;
use crate::width::Width;
use lego_expr::{Node, Op, reachable};
use lego_lang::compile::SimplifiedMap;

/// In what is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Numbers that fit 32 bits, whose bit operations are there.
    Short,
    /// Numbers below 2^53, without bit operations.
    Exact,
    /// Integers without end.
    Big,
}

impl Numbers {
    /// What does for all that a file computes.
    pub(super) fn of(unit: &Unit<'_>) -> Self {
        let maps = [&unit.compiled.apply, &unit.compiled.inv];
        if unit.has_sizes() {
            let is_short = maps.into_iter().all(|map| unit.largest_known(map) < 1 << 31);
            return if unit.request.width == Width::Bits32 && is_short { Self::Short } else { Self::Big };
        }
        let most = |limit: u128| {
            let fits = |map: &SimplifiedMap| {
                let extremes = &map.extremes;
                extremes.largest.is_some_and(|largest| largest < limit)
                    && extremes.least.is_some_and(|least| least > -(limit as i128))
            };
            maps.into_iter().all(fits) && unit.number(unit.compiled.span).is_some_and(|span| span <= limit as i128)
        };
        let arena = &unit.compiled.arena;
        let has_bits = |map: &SimplifiedMap| {
            reachable(arena, &map.form.roots)
                .into_iter()
                .any(|id| matches!(arena.get(id), Node::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr, ..)))
        };
        match () {
            () if most(1 << 31) => Self::Short,
            () if most(1 << 53) && !maps.into_iter().any(has_bits) => Self::Exact,
            () => Self::Big,
        }
    }

    pub(super) fn literal(self, value: i128) -> String {
        if self == Self::Big { format!("{value}n") } else { value.to_string() }
    }
}
