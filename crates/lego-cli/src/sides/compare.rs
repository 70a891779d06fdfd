//! Two layouts of any systems side by side: the one comparison of `lego equal` and of `equal` in `lego batch`.
//!
//! They are compared at equal tuples of their top-level coordinates: a chain has a dim for each index, a CuTe layout one for each
//! top-level mode, a linear layout one for each in dim. A linear layout's out dims are one number, the first the fastest, unless
//! the other side gives a number for each of them.

use crate::input::side::Side;
use crate::input::system::{ORDERS, System};
use crate::report::failure::{Complaint, Failure};
use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{Answer, Coordinates, Differing, Effort, Relation};

/// What the comparison of two layouts says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// They are the same map.
    Equal,
    /// Neither a proof nor a difference was found.
    Undecided,
    /// They differ.
    Different {
        /// Values of sizes for which they do.
        parameters: Vec<(String, i128)>,
        /// The index.
        index: Vec<u64>,
        /// The values of both there, `None` outside of a domain.
        values: [Option<Vec<i128>>; 2],
    },
}

/// Compares two sides.
pub(crate) fn compare(sides: &[Side; 2], options: &Options, effort: &Effort<'_>) -> Result<Comparison, Failure> {
    let arena = Arena::new();
    let raise = raise(sides, options)?;
    let left = relation(&sides[0], &arena, options, &[], raise)?;
    let right = relation(&sides[1], &arena, options, &left.parameters(), raise)?;
    // Of other numbers of values a linear layout's are one.
    let [left, right] = match left.map().values.len() == right.map().values.len() && !are_linear(sides) {
        true => [left, right],
        false => [(left, &sides[0]), (right, &sides[1])].map(|(relation, side)| match side.system {
            System::Linear => relation.one_value(),
            _ => relation,
        }),
    };
    let answer = left.is_equal(&right, effort).map_err(|mismatch| {
        Failure::from(Complaint::new(format!("there is nothing to compare: {mismatch}; {ORDERS}")))
    })?;
    Ok(match answer {
        Answer::Yes => Comparison::Equal,
        Answer::Undecided => Comparison::Undecided,
        Answer::No(shown) => {
            let Differing { index, left, right } = shown.witness;
            let lowered = |values: Option<Vec<u64>>| {
                values.map(|values| values.into_iter().map(|value| i128::from(value) - i128::from(raise)).collect())
            };
            Comparison::Different { parameters: shown.parameters, index, values: [left, right].map(lowered) }
        }
    })
}

fn are_linear(sides: &[Side; 2]) -> bool {
    sides.iter().all(|side| side.system == System::Linear)
}

/// By how much all values are raised, so that those of CuTe's layouts that are below 0 are numbers from 0 on: a multiple of the
/// blocks that swizzles move within, so that a swizzle after it does the same.
fn raise(sides: &[Side; 2], options: &Options) -> Result<u64, Failure> {
    let (mut most, mut block) = (0, 1);
    for side in sides.iter().filter(|side| side.system == System::Cute) {
        if side.is_symbolic(options)? {
            continue;
        }
        let layout = side.cute(options)?;
        most = most.max(-(i128::from(layout.layout.bounds().0) + i128::from(layout.offset)));
        block = block.max(1_i128 << layout.swizzle.width());
    }
    let raise = (most + block - 1) / block * block;
    u64::try_from(raise).map_err(|_| Complaint::new("values below -2^64").into())
}

/// The relation of a side, with its values raised.
fn relation<'a>(
    side: &Side,
    arena: &'a Arena,
    options: &Options,
    known: &[(String, lego_expr::Id)],
    raise: u64,
) -> Result<Relation<'a>, Failure> {
    if raise == 0 || side.system != System::Cute || side.is_symbolic(options)? {
        let relation = side.relation(arena, options, known, Coordinates::TopLevel)?;
        return Ok(if raise == 0 { relation } else { relation.raised(raise) });
    }
    let mut layout = side.cute(options)?;
    let offset = i64::try_from(raise).ok().and_then(|raise| layout.offset.checked_add(raise));
    layout.offset = offset.ok_or_else(|| side.all_wrong("with values below 0 it goes beyond 64 bits"))?;
    Relation::of_cute(arena, &layout, Coordinates::TopLevel).map_err(|error| side.all_wrong(error.to_string()))
}
