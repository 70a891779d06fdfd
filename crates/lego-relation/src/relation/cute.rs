//! Relations of CuTe's layouts.

use super::relation::{Order, Relation};
use crate::form::{Mode, Strided};
use lego_algebra::cute::{ComposedLayout, Layout, Profile};
use lego_expr::{Arena, Id, Map, Op};
use std::fmt;

/// Why a layout of another system is no relation here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRelation {
    /// A value is below 0.
    Negative {
        /// The least value before the swizzle.
        least: i128,
    },
    /// A side of a linear layout has more points than 64 bits can count.
    TooWide {
        /// How many bits it has.
        bits: usize,
    },
    /// Along a stride of sizes without a value the value falls below 0.
    BelowZero {
        /// The stride.
        stride: String,
    },
    /// It is a number, a tuple or a tiler.
    NoLayout,
    /// An extent is 0.
    Empty,
}

impl fmt::Display for NotRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negative { least } => write!(f, "the least value is {least}: positions are numbers from 0 on"),
            Self::BelowZero { stride } => {
                write!(f, "along the stride {stride} the value falls below 0: positions are numbers from 0 on")
            }
            Self::NoLayout => write!(f, "this is no layout"),
            Self::Empty => write!(f, "an extent is 0: the layout is empty, and a relation has sizes from 1 on"),
            Self::TooWide { bits } => write!(f, "a side of {bits} bits; a relation has at most 63 on each"),
        }
    }
}

impl std::error::Error for NotRelation {}

/// What the components of an index are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// One for each top-level mode, as sides are compared.
    TopLevel,
    /// One for each mode however deep, CuTe's natural coordinates.
    Natural,
}

impl<'a> Relation<'a> {
    /// The relation of a layout of CuTe's: from the coordinates to the value; integer coordinates are colexicographic.
    ///
    /// The span is CuTe's cosize, without a swizzle; with one, what the swizzle may make of it.
    ///
    /// ```
    /// use lego_algebra::cute::ComposedLayout;
    /// use lego_relation::{Coordinates, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let layout = ComposedLayout::parse("((2,2),4):((1,8),2)").unwrap();
    /// let top = Relation::of_cute(&arena, &layout, Coordinates::TopLevel).unwrap();
    /// assert_eq!((top.dims(), top.at(&[3, 2])), (Some(vec![4, 4]), Some(vec![13])));
    /// let natural = Relation::of_cute(&arena, &layout, Coordinates::Natural).unwrap();
    /// assert_eq!(natural.at(&[1, 1, 2]), Some(vec![13]));
    /// ```
    ///
    /// # Errors
    /// [`NotRelation`].
    pub fn of_cute(arena: &'a Arena, composed: &ComposedLayout, coordinates: Coordinates) -> Result<Self, NotRelation> {
        let ComposedLayout { swizzle, offset, layout } = composed;
        if layout.is_empty() {
            return Err(NotRelation::Empty);
        }
        let (low, high) = layout.bounds();
        let (low, high) = (i128::from(low) + i128::from(*offset), i128::from(high) + i128::from(*offset));
        if low < 0 {
            return Err(NotRelation::Negative { least: low });
        }
        let axes = modes(layout, coordinates);
        let extent = |modes: &Vec<(i64, i64)>| modes.iter().map(|(size, _)| i128::from(*size)).product::<i128>();
        let dims: Vec<Id> = axes.iter().map(|modes| arena.constant(extent(modes))).collect();
        let index = Map::index(arena, &dims);
        let (mut above, mut below) = (arena.constant((*offset).into()), Vec::new());
        for (modes, &component) in axes.iter().zip(&index) {
            let mut rest = component;
            for (k, &(size, stride)) in modes.iter().enumerate() {
                let size = arena.constant(size.into());
                let digit = if k + 1 == modes.len() { rest } else { arena.binary(Op::Rem, rest, size) };
                rest = arena.binary(Op::Div, rest, size);
                let term = arena.binary(Op::Mul, digit, arena.constant(i128::from(stride).abs()));
                if stride < 0 { below.push(term) } else { above = arena.binary(Op::Add, above, term) }
            }
        }
        let mut value = below.into_iter().fold(above, |value, term| arena.binary(Op::Sub, value, term));
        let mut span = high + 1;
        if swizzle.bits() > 0 {
            let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
            let mask = ((1_i128 << bits) - 1) << (base + shift.max(0));
            let taken = arena.binary(Op::And, value, arena.constant(mask));
            let places = arena.constant(shift.unsigned_abs().into());
            let moved = arena.binary(if shift < 0 { Op::Shl } else { Op::Shr }, taken, places);
            value = arena.binary(Op::Xor, value, moved);
            // Nothing above the highest bit of the width changes; below it anything may.
            let block = 1_i128 << swizzle.width();
            span = (high / block + 1) * block;
        }
        let map = Map {
            index,
            dims,
            spans: vec![arena.constant(span)],
            guards: vec![],
            values: vec![value],
            unchecked: false,
        };
        let written = (swizzle.bits() == 0).then(|| written(&axes, *offset));
        Ok(Self { written, ..Self::new(arena, map, Order::Colexicographic) })
    }
}

/// Modes as a strided form, those of one value left out.
fn written(axes: &[Vec<(i64, i64)>], offset: i64) -> Strided {
    let mode = |&(size, stride): &(i64, i64)| Mode { size: size as u64, stride: stride.into() };
    let modes = |modes: &Vec<(i64, i64)>| modes.iter().filter(|(size, _)| *size > 1).map(mode).collect();
    Strided { offset: offset.into(), axes: axes.iter().map(modes).collect() }
}

/// The shape and stride of every mode, grouped by the component of the index that it is a digit of.
pub(crate) fn modes(layout: &Layout, coordinates: Coordinates) -> Vec<Vec<(i64, i64)>> {
    let leaves = |layout: &Layout| -> Vec<(i64, i64)> {
        layout.shape().leaves().iter().copied().zip(layout.stride().leaves().iter().copied()).collect()
    };
    match coordinates {
        Coordinates::Natural => leaves(layout).into_iter().map(|mode| vec![mode]).collect(),
        Coordinates::TopLevel if Profile::is_leaf(layout.profile()) => vec![leaves(layout)],
        Coordinates::TopLevel => (0..layout.rank()).filter_map(|k| layout.mode(k)).map(|mode| leaves(&mode)).collect(),
    }
}
