//! The least and the largest value that computing some expressions passes through, which say how wide the arithmetic must be.
//!
//! Where sizes are numbers, these are in the ranges of the nodes. With symbols, a value that numbers do not bound has a bound
//! made of sizes: of its normal form ([`covering`](crate::width::covering)), or else put together from those of its operands
//! ([`composed`](crate::width::composed)). Only values that no other value exceeds are looked at: no summand of a sum, and no
//! factor of a product by at least 1.
//!
//! The values of a map are known best: a position is below the span, an index below its extent. What they are made of is
//! then as well ([`Parts`]), and most maps pass through nothing that exceeds their span.

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Node, Op};
use crate::legal::shift;
use crate::ranges::range::Range;
use crate::width::composed::{Composed, without_roots};
use crate::width::covering::{Covering, Prover};
use crate::width::parts::Parts;
use crate::width::question::Question;
use crate::width::sizes::{fits_with, of_sizes_alone};

/// The least and the largest value that computing some expressions passes through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extremes {
    /// A number that no value is below; `None` where none is known.
    pub least: Option<i128>,
    /// A number that no value is above; `None` where none is known, as with sizes that are symbols.
    pub largest: Option<u128>,
    /// Where there is no such number: bounds made of sizes for the values that may exceed the limits. Every value is at most
    /// one of these, of the limits or of the sizes themselves; `None` where a value has no bound.
    pub peaks: Option<Vec<Id>>,
    /// Those of the peaks that are values of nodes, not just bounds of them: nodes made of sizes alone.
    pub of_sizes: Vec<Id>,
}

impl Extremes {
    /// Whether sizes alone say in which type to compute: no peak but those that are made of sizes themselves.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.peaks.as_ref().is_some_and(|peaks| peaks.len() == self.of_sizes.len())
    }

    /// The narrowest of 8, 16, 32, 64 and 128 bits that holds every value, one of them for the sign where values are below
    /// zero; `None` where that depends on symbols, or 128 bits are not known to do.
    #[must_use]
    pub fn bits(&self) -> Option<u32> {
        let (least, largest) = (self.least?, self.largest?);
        let needed = 128 - largest.leading_zeros().min((-(least + 1)).max(0).unsigned_abs().leading_zeros());
        let signed = u32::from(least < 0);
        [8, 16, 32, 64, 128].into_iter().find(|&bits| needed + signed <= bits)
    }
}

/// Of more nodes no values are bounded by sizes.
const MOST_BOUNDED: usize = 1 << 13;

/// So many different bounds say nothing that anybody could check.
const MOST_PEAKS: usize = 64;

/// The extremes of nodes.
pub(crate) fn extremes(arena: &Arena, mut prover: Option<Prover<'_, '_>>, question: &Question<'_>) -> Extremes {
    let Question { order, limits, values, range, .. } = *question;
    let parts = Parts::new(arena, order, values, range);
    let (mut least, mut largest) = (0, 0_u128);
    // Whether symbols say how large values get.
    let mut symbolic = false;
    let mut is_open = false;
    for &id in order {
        let values_of_node = range(id);
        least = values_of_node.low.min(least);
        if values_of_node.is_bounded() {
            largest = largest.max(u128::try_from(values_of_node.high).unwrap_or(0));
        } else {
            is_open = true;
            symbolic |= matches!(arena.get(id), Node::Variable(_));
        }
        // The type must have more bits than the places by which a shift moves.
        if let Some(places) = shift::most_places(arena, id, range) {
            largest = largest.max(1 << places);
        }
    }
    let least = (least > Range::ANY.low).then_some(least);
    if !is_open {
        return Extremes { least, largest: Some(largest), peaks: Some(Vec::new()), of_sizes: Vec::new() };
    }
    if order.len() > MOST_BOUNDED {
        return Extremes { least, largest: None, peaks: None, of_sizes: Vec::new() };
    }
    let mut covered = vec![false; order.last().map_or(0, |id| id.0 as usize + 1)];
    let (mut peaks, mut of_sizes) = (Vec::new(), Vec::new());
    let sizes = of_sizes_alone(arena, order);
    let mut composed: Option<Composed> = None;
    for &id in order.iter().rev() {
        match arena.get(id) {
            Node::Binary(Op::Add, a, b) => {
                covered[a.0 as usize] |= range(b).low >= 0;
                covered[b.0 as usize] |= range(a).low >= 0;
            }
            Node::Binary(Op::Mul, a, b) => {
                covered[a.0 as usize] |= range(b).low >= 1;
                covered[b.0 as usize] |= range(a).low >= 1;
            }
            Node::Binary(Op::Sub, _, b) if range(id).low >= 0 => covered[b.0 as usize] = true,
            Node::Binary(Op::Or | Op::Xor | Op::Shl, ..) | Node::Call { .. } => {}
            // The value is no larger than an operand.
            _ => continue,
        }
        if covered[id.0 as usize] || range(id).is_bounded() {
            continue;
        }
        if parts.contains(id) {
            symbolic = true;
            continue;
        }
        let proved = match &mut prover {
            Some(prover) => prover.covering(id, limits).unwrap_or(Covering::Open),
            None => Covering::Open,
        };
        let peak = match proved {
            Covering::Limit => {
                symbolic = true;
                continue;
            }
            Covering::Bound(bound) => Some(bound),
            Covering::Open => {
                let composed = composed.get_or_insert_with(|| Composed::new(arena, prover.as_mut(), question));
                if composed.of(id).is_none() && composed.is_of_sizes(id) {
                    // A large expression of sizes alone is a step to the inverse of a number modulo another, as pieces
                    // write it, and below the modulus by the law of the piece.
                    symbolic = true;
                    continue;
                }
                composed.of(id).map(|(bound, _)| without_roots(arena, bound))
            }
        };
        let Some(peak) = peak else {
            return Extremes { least, largest: None, peaks: None, of_sizes: Vec::new() };
        };
        match arena.number(peak).and_then(|number| u128::try_from(number).ok()) {
            Some(number) => largest = largest.max(number),
            None => symbolic = true,
        }
        if limits.contains(&peak) || (least == Some(0) && fits_with(arena, peak, limits)) {
            continue;
        }
        if !peaks.contains(&peak) {
            if peaks.len() >= MOST_PEAKS {
                return Extremes { least, largest: None, peaks: None, of_sizes: Vec::new() };
            }
            peaks.push(peak);
        }
        if sizes.contains(&id) && !of_sizes.contains(&peak) {
            of_sizes.push(peak);
        }
    }
    if let Some(prover) = &mut prover {
        prover.drop_smaller(&mut peaks);
        of_sizes.retain(|peak| peaks.contains(peak));
    }
    if symbolic {
        // The numbers among the values have to fit as well; one that fits no word needs the widest type whatever the sizes.
        if largest > u128::from(u64::MAX) {
            return Extremes { least, largest: None, peaks: None, of_sizes: Vec::new() };
        }
        let number = arena.constant(i128::try_from(largest).unwrap_or(i128::MAX));
        if largest > u128::from(u32::MAX) && !peaks.contains(&number) {
            peaks.push(number);
        }
        Extremes { least, largest: None, peaks: Some(peaks), of_sizes }
    } else {
        Extremes { least, largest: Some(largest), peaks: Some(Vec::new()), of_sizes: Vec::new() }
    }
}
