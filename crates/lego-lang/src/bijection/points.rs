//! The check of the functions of a `GenP` on every index.

use super::code::Code;
use super::column::LANES;
use crate::exact::{Exact, Undefined};
use lego_core::chain::{Permutation, advance, pieces::AntiDiag, unflatten};
use lego_core::{LayoutError, Text};

/// The most elements that are checked one by one.
pub(crate) const MOST: u64 = 1 << 20;

/// So many steps of functions are taken for all that is checked of a layout: one to two seconds where nothing is optimised.
/// At 2^20 elements both functions together may have 1,000 operations.
pub(crate) const MOST_WORK: u64 = 1 << 30;

/// A function of a `GenP` on numbers, in either direction.
pub(crate) enum NumberFunction {
    Code(Code),
    /// One of the paper's pair.
    AntiDiag,
}

/// What the paper's functions count as, which are not run as code.
const ANTI_DIAG: u64 = 500;

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

/// The steps that may be taken.
pub(crate) struct Room {
    taken: u64,
}

impl Room {
    /// Room for a layout.
    pub(crate) fn new() -> Self {
        Self { taken: 0 }
    }

    /// Takes steps.
    fn take(&mut self, steps: u64) -> Result<(), LayoutError> {
        self.taken = self.taken.saturating_add(steps);
        if self.taken <= MOST_WORK {
            return Ok(());
        }
        Err(LayoutError::CheckTooLong { steps: self.taken.into(), most: MOST_WORK.into() })
    }

    /// Whether functions on so many indices can be checked.
    pub(crate) fn has(&self, count: u64, forward: &NumberFunction, inverse: &NumberFunction) -> bool {
        let steps = count.saturating_mul(forward.length() + inverse.length());
        count <= MOST && self.taken.saturating_add(steps) <= MOST_WORK
    }
}

/// Checks functions on every index of a box, whose volume fits 64 bits.
pub(crate) fn check(
    dims: &[u64],
    mut forward: NumberFunction,
    mut inverse: NumberFunction,
    room: &mut Room,
) -> Result<(), Refutation> {
    let count: u64 = dims.iter().product();
    let blame = |blame: Blame| {
        move |error| match error {
            LayoutError::Unchecked { .. } | LayoutError::CheckTooLong { .. } => {
                Refutation { error, blame: Blame::Size }
            }
            error => Refutation { error, blame },
        }
    };
    // What is too long for both is not begun.
    if count <= MOST && !room.has(count, &forward, &inverse) {
        let steps = count.saturating_mul(forward.length() + inverse.length());
        room.take(steps).map_err(blame(Blame::Size))?;
    }
    let positions = positions(dims, count, &mut forward, room).map_err(blame(Blame::Apply))?;
    check_inverse(dims, &positions, &mut inverse, room).map_err(blame(Blame::Inverse))
}

/// Checks that a function without an inverse is a bijection on a box, whose volume fits 64 bits.
pub(crate) fn check_forward(dims: &[u64], mut forward: NumberFunction, room: &mut Room) -> Result<(), LayoutError> {
    positions(dims, dims.iter().product(), &mut forward, room).map(|_| ())
}

/// The position of every index in row-major order, if no two are the same.
fn positions(dims: &[u64], count: u64, forward: &mut NumberFunction, room: &mut Room) -> Result<Vec<u32>, LayoutError> {
    const FREE: u32 = u32::MAX;
    if count > MOST {
        return Err(LayoutError::Unchecked { count: count.into(), most: MOST.into() });
    }
    room.take(count * forward.length())?;
    let mut positions = Vec::with_capacity(count as usize);
    // By position, the first index that goes there.
    let mut owner = vec![FREE; count as usize];
    let mut collision = None;
    let (mut ahead, mut index) = (vec![0; dims.len()], vec![0; dims.len()]);
    let mut flat: u32 = 0;
    while u64::from(flat) < count {
        let lane = flat as usize % LANES;
        if lane == 0 {
            room.take(forward.exact_work())?;
            forward.start_forward(dims, &mut ahead);
        }
        let position = match forward.position(lane, &index, dims) {
            Ok(position) => position,
            Err(why) => return Err(LayoutError::Undefined { at: bracketed(&index), why: reason(why) }),
        };
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
fn check_inverse(
    dims: &[u64],
    positions: &[u32],
    inverse: &mut NumberFunction,
    room: &mut Room,
) -> Result<(), LayoutError> {
    room.take(positions.len() as u64 * inverse.length())?;
    let mut index = vec![0; dims.len()];
    let mut back = vec![0; dims.len()];
    let mut flat = 0;
    while flat < positions.len() {
        let lane = flat % LANES;
        if lane == 0 {
            room.take(inverse.exact_work())?;
            inverse.start_inverse(&positions[flat..]);
        }
        let position = positions[flat];
        if let Err(why) = inverse.index(lane, position.into(), dims, &mut back) {
            let at = Text::new(&format!("position {position}"));
            return Err(LayoutError::Undefined { at, why: reason(why) });
        }
        let mut k = 0;
        while k < dims.len() {
            if back[k] != index[k] as i128 {
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
    /// What a run takes for each index, in steps.
    fn length(&self) -> u64 {
        match self {
            Self::Code(code) => code.length(),
            Self::AntiDiag => ANTI_DIAG,
        }
    }

    /// What runs on exact integers have taken since this was asked last, in steps.
    fn exact_work(&mut self) -> u64 {
        match self {
            Self::Code(code) => code.exact_work(),
            Self::AntiDiag => 0,
        }
    }

    /// From indices to positions, for all lanes: from `index` on, which is left at the next one.
    fn start_forward(&mut self, dims: &[u64], index: &mut [u64]) {
        let Self::Code(code) = self else { return };
        let mut lane = 0;
        while lane < LANES {
            let mut k = 0;
            while k < dims.len() {
                code.set(k, lane, index[k]);
                k += 1;
            }
            advance(dims, index);
            lane += 1;
        }
        code.run();
    }

    /// The position that was found in a lane.
    fn position(&mut self, lane: usize, index: &[u64], dims: &[u64]) -> Result<i128, Undefined> {
        match self {
            Self::Code(code) => {
                let mut position = [0];
                code.outputs(lane, index, &mut position)?;
                Ok(position[0])
            }
            Self::AntiDiag => {
                let index: Vec<Exact> = index.iter().map(|&i| Exact::from(i)).collect();
                AntiDiag::new(Exact::from(dims[0])).apply(&index).value()
            }
        }
    }

    /// From positions to indices, for the first ones, one a lane.
    fn start_inverse(&mut self, positions: &[u32]) {
        let Self::Code(code) = self else { return };
        let mut lane = 0;
        while lane < LANES && lane < positions.len() {
            code.set(0, lane, positions[lane] as u64);
            lane += 1;
        }
        code.run();
    }

    /// The index that was found in a lane.
    fn index(&mut self, lane: usize, position: u64, dims: &[u64], index: &mut [i128]) -> Result<(), Undefined> {
        match self {
            Self::Code(code) => code.outputs(lane, &[position], index),
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
