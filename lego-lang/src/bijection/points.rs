//! The check of the functions of a `GenP` on every index.

use super::code::Code;
use crate::exact::{Exact, Undefined};
use lego_core::chain::{Permutation, advance, pieces::AntiDiag, unflatten};
use lego_core::{LayoutError, Text};

/// The most elements that are checked one by one.
pub(crate) const MOST: u64 = 1 << 20;

/// So many steps of functions are taken for all that is checked of a layout: a few seconds where nothing is optimised.
pub(crate) const MOST_WORK: u64 = 1 << 26;

/// A function of a `GenP` on numbers, in either direction.
pub(crate) enum NumberFunction {
    Code(Code),
    /// One of the paper's pair.
    AntiDiag,
}

/// What the paper's functions count as, which are not run as code.
const ANTI_DIAG: u64 = 16;

/// Which part of a `GenP` is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blame {
    Apply,
    Inverse,
    Size,
}

/// Why functions are no bijection and its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refutation {
    pub(crate) error: LayoutError,
    pub(crate) blame: Blame,
}

/// Checks functions on every index of a box, whose volume fits 64 bits. Takes what that is from the work that may be done.
pub(crate) fn check(
    dims: &[u64],
    mut forward: NumberFunction,
    mut inverse: NumberFunction,
    room: &mut u64,
) -> Result<(), Refutation> {
    let count: u64 = dims.iter().product();
    let most = MOST.min(*room / (forward.length() + inverse.length()));
    if count > most {
        let error = LayoutError::Unchecked { count: count.into(), most: most.into() };
        return Err(Refutation { error, blame: Blame::Size });
    }
    let blame = |blame: Blame| {
        move |error| match error {
            LayoutError::Unchecked { .. } => Refutation { error, blame: Blame::Size },
            error => Refutation { error, blame },
        }
    };
    let positions = positions(dims, count, &mut forward, *room).map_err(blame(Blame::Apply))?;
    *room = room.saturating_sub(forward.work());
    check_inverse(dims, &positions, &mut inverse, *room).map_err(blame(Blame::Inverse))?;
    *room = room.saturating_sub(inverse.work());
    Ok(())
}

/// Checks that a function without an inverse is a bijection on a box of at most [`MOST`] elements. Takes what that is from the
/// work that may be done.
pub(crate) fn check_forward(dims: &[u64], mut forward: NumberFunction, room: &mut u64) -> Result<(), LayoutError> {
    let result = positions(dims, dims.iter().product(), &mut forward, *room);
    *room = room.saturating_sub(forward.work());
    result.map(|_| ())
}

/// The position of every index in row-major order, if no two are the same.
fn positions(dims: &[u64], count: u64, forward: &mut NumberFunction, room: u64) -> Result<Vec<u32>, LayoutError> {
    const FREE: u32 = u32::MAX;
    let mut positions = Vec::with_capacity(count as usize);
    // By position, the first index that goes there.
    let mut owner = vec![FREE; count as usize];
    let mut index = vec![0; dims.len()];
    let mut collision = None;
    let mut flat: u32 = 0;
    while u64::from(flat) < count {
        let position = match forward.position(&index, dims) {
            Ok(position) => position,
            Err(why) => return Err(LayoutError::Undefined { at: bracketed(&index), why: reason(why) }),
        };
        if forward.work() > room {
            return Err(LayoutError::Unchecked { count: count.into(), most: flat.into() });
        }
        if position < 0 || position >= i128::from(count) {
            let bound = format!("the positions 0 to {}", count - 1);
            let (at, to) = (bracketed(&index), position.to_string().as_str().into());
            return Err(LayoutError::OutOfRange { at, to, bound: bound.as_str().into() });
        }
        let first = &mut owner[position as usize];
        if *first == FREE {
            *first = flat;
        } else if collision.is_none() {
            // That a position is never reached is known at the end only.
            collision = Some((*first, flat, position));
        }
        positions.push(position as u32);
        advance(dims, &mut index);
        flat += 1;
    }
    match collision {
        None => Ok(positions),
        Some((first, second, position)) => {
            let unreached = owner.iter().position(|&index| index == FREE).unwrap_or_default();
            let [first, second] = [first, second].map(|flat| bracketed(&unflatten(dims, flat.into())));
            let (position, unreached) = (position.unsigned_abs(), unreached as u128);
            Err(LayoutError::Collision { first, second, position, unreached })
        }
    }
}

/// Checks that the inverse leads from every position back to its index.
fn check_inverse(dims: &[u64], positions: &[u32], inverse: &mut NumberFunction, room: u64) -> Result<(), LayoutError> {
    let mut index = vec![0; dims.len()];
    let mut back = vec![0; dims.len()];
    let mut flat = 0;
    while flat < positions.len() {
        let position = positions[flat];
        if let Err(why) = inverse.index(position.into(), dims, &mut back) {
            let at = Text::new(&format!("position {position}"));
            return Err(LayoutError::Undefined { at, why: reason(why) });
        }
        if inverse.work() > room {
            return Err(LayoutError::Unchecked { count: positions.len() as u128, most: flat as u128 });
        }
        let mut k = 0;
        while k < dims.len() {
            if back[k] != i128::from(index[k]) {
                let (index, back) = (bracketed(&index), bracketed(&back));
                return Err(LayoutError::InverseDisagrees { index, position: position.into(), back });
            }
            k += 1;
        }
        advance(dims, &mut index);
        flat += 1;
    }
    Ok(())
}

impl NumberFunction {
    /// How many steps a run takes.
    fn length(&self) -> u64 {
        match self {
            Self::Code(code) => code.length(),
            Self::AntiDiag => ANTI_DIAG,
        }
    }

    /// How many steps the runs have taken that were not known to be so many before.
    fn work(&self) -> u64 {
        match self {
            Self::Code(code) => code.work(),
            Self::AntiDiag => 0,
        }
    }

    /// From the index to the position.
    fn position(&mut self, index: &[u64], dims: &[u64]) -> Result<i128, Undefined> {
        match self {
            Self::Code(code) => {
                let mut position = [0];
                code.run(index, &mut position)?;
                Ok(position[0])
            }
            Self::AntiDiag => {
                let index: Vec<Exact> = index.iter().map(|&i| Exact::from(i)).collect();
                AntiDiag::new(Exact::from(dims[0])).apply(&index).value()
            }
        }
    }

    /// From the position to the index.
    fn index(&mut self, position: u64, dims: &[u64], index: &mut [i128]) -> Result<(), Undefined> {
        match self {
            Self::Code(code) => code.run(&[position], index),
            Self::AntiDiag => {
                let found = AntiDiag::new(Exact::from(dims[0])).inv(Exact::from(position));
                for (component, value) in index.iter_mut().zip(found) {
                    *component = value.value()?;
                }
                Ok(())
            }
        }
    }
}

fn bracketed<T: std::fmt::Debug>(index: &[T]) -> Text {
    Text::new(&format!("{index:?}"))
}

fn reason(why: Undefined) -> Text {
    Text::new(&why.to_string())
}
