//! The inverse of a closure, derived from its structure.
//!
//! ```text
//! closure ── reader ──> a sum over digits of the indices ── solver ──> digits from the position ── writer ──> closure
//! ```
//!
//! Every index is cut into digits of a mixed radix, as finely as the divisions, remainders and masks of the closure cut it.
//! Over digits the position is a sum of terms stride·atom, where an atom is a digit or a function of some: a remainder, an
//! exclusive or, a choice. If the strides are those of a mixed radix of the atoms' ranges, position and atoms determine each
//! other. Then one atom after the other is solved for the digits that are not known yet: `(x + known) % n` by a difference,
//! `x ^ known` by the same again, a choice with a known condition by its branches.
//!
//! Each step holds for all indices, by conditions on ranges that are proved. Where all digits come out, and the mixed radix
//! has as many values as there are indices, the function is a bijection and what was written is its inverse: that is the
//! proof, for sizes that are symbols too.

mod reader;
mod solver;
mod sum;
mod writer;

use super::structure::Parameters;
use crate::syntax::{Closure, List};
use crate::world::World;
use reader::{Failure, Reader};
use solver::Solver;

/// How often digits are cut more finely.
const CUTS: usize = 64;

/// The inverse of a closure on a box of these sizes, if it is found; then the closure is a bijection onto the positions
/// below the volume.
pub(crate) fn inverse<W: World>(
    sizes: &List,
    apply: &Closure,
    world: &W,
    parameter: Parameters<'_, W>,
) -> Option<Closure> {
    let mut reader = Reader::new(world, parameter, sizes, apply)?;
    for _ in 0..CUTS {
        match reader.position(apply) {
            Ok(position) => return Solver::new(&reader.digits).inverse(&reader.writer(), &position),
            Err(Failure::Cut(digit, at)) => reader.digits.cut(digit, &at)?,
            Err(Failure::Unknown) => return None,
        }
    }
    None
}
