//! Shifts by amounts that may reach the width of an integer type.
//!
//! The integers of the language have no width: `x >> k` is 0 for every large k, and so is `0 << k`. Those of a machine have
//! one, and a shift by so many places or more panics or does something else. So a shift whose amount is not known to be
//! smaller is written as a choice. Its limit is the number of bits that the values need, if that is known: the type in which
//! they are computed has at least as many. Else it is [`END`], and the text for a type names that type's width instead
//! ([`Dialect::width`](crate::Dialect::width)).

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::ranges::range::Range;

/// Every number of 128 bits with a sign is below 2 to this power.
pub(crate) const END: u32 = i128::BITS - 1;

/// Every type in which an expression is computed has so many bits.
const LEAST_WIDTH: i128 = 32;

/// How many bits hold the values of a range; [`END`] where numbers do not say.
fn bits(range: Range) -> u32 {
    if range.is_bounded() { i128::BITS - range.high.max(0).leading_zeros() } else { END }
}

/// How many bits the values need that bound the amounts of a shift: what is shifted to the right, or what is made of what
/// is shifted to the left.
pub(crate) fn needed(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> u32 {
    match arena.get(id) {
        Node::Binary(Op::Shr, a, _) => bits(range(a)),
        _ => bits(range(id)),
    }
}

/// Whether a shift moves by fewer places than there are bits in whatever type holds its values.
pub(crate) fn is_short(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> bool {
    let Node::Binary(Op::Shl | Op::Shr, _, amount) = arena.get(id) else { return true };
    let most = range(amount).high;
    most < LEAST_WIDTH || {
        let needed = needed(arena, id, range);
        needed < END && most < needed.into()
    }
}

/// By how many places a shift moves at most, if every type is wide enough for that.
pub(crate) fn most_places(arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> Option<u32> {
    let Node::Binary(Op::Shl | Op::Shr, _, amount) = arena.get(id) else { return None };
    let most = range(amount).high;
    u32::try_from(most).ok().filter(|_| most < LEAST_WIDTH)
}

/// The operands of a shift that is written as a choice: `if k < t { x >> k } else { 0 }`, or the same with `<<`.
pub(crate) fn limited(arena: &Arena, choice: Id) -> Option<[Id; 2]> {
    let (_, [_, amount, shift]) = parts(arena, choice)?;
    Some([arena.operands(shift)[0], amount])
}

/// A shift that gives 0 where it moves by as many places as the type has bits, whatever that is.
pub(crate) fn within_width(arena: &Arena, op: Op, x: Id, amount: Id) -> Id {
    let is_less = arena.compare(Comparison::Less, amount, arena.constant(END.into()));
    arena.choose(is_less, arena.binary(op, x, amount), arena.constant(0))
}

/// The comparison, the amount and the shift of a choice that ends at the width of the type, whatever that is.
pub(crate) fn by_width(arena: &Arena, choice: Id) -> Option<[Id; 3]> {
    parts(arena, choice).filter(|(limit, _)| *limit == END.into()).map(|(_, parts)| parts)
}

fn parts(arena: &Arena, choice: Id) -> Option<(i128, [Id; 3])> {
    let Node::Choose(truth, shift, otherwise) = arena.get(choice) else { return None };
    let Node::Binary(Op::Shl | Op::Shr, _, amount) = arena.get(shift) else { return None };
    let Node::Compare(Comparison::Less, compared, limit) = arena.get(truth) else { return None };
    let limit = arena.number(limit)?;
    (compared == amount && arena.number(otherwise) == Some(0)).then_some((limit, [truth, amount, shift]))
}
