//! The maps that one layout is, as "Modeling Layout Abstractions Using Integer Set Relations" keeps them apart: coordinate,
//! index, layout and binary maps.
//!
//! ```text
//! integer coordinate c ── coordinate map ──> index [i0, i1, …] ── index map ──> position
//!          └────────────────────── layout map ────────────────────────────────────┘
//! bits of the index ────────────────── binary map ───────────────────────> bits of the position
//! ```

use super::relation::{Order, Relation, unguarded};
use crate::form::linear;
use crate::question::Undecided;
use crate::set::volume;
use lego_core::chain::XorMap;
use lego_core::chain::{flatten, unflatten};
use lego_equal::{Effort, Equality, equal};
use lego_expr::{Arena, Id, Kind, Map, Op, Symbol};
use std::fmt;

/// A shape that does not have as many points as a relation has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongShape {
    /// The shape.
    pub shape: Vec<u64>,
    /// The extents of the relation.
    pub extents: String,
}

impl fmt::Display for WrongShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.shape.iter().fold(1_u64, |product, &extent| product.saturating_mul(extent));
        write!(f, "the shape {:?} has {points} points, and the extents {} are not of so many", self.shape, self.extents)
    }
}

impl std::error::Error for WrongShape {}

/// Why a relation has no binary map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotBinary {
    /// An extent is no power of two, or no number.
    Extents(String),
    /// The value at two indices that share no bit is not the exclusive or of their values.
    NotLinear {
        /// An index.
        index: Vec<u64>,
        /// Its values.
        value: Vec<u64>,
        /// What the bits of the index make.
        linear: Vec<u64>,
    },
    /// There is no value at an index of the box.
    Partial(Vec<u64>),
    /// It is not known.
    Undecided(Undecided),
}

impl NotBinary {
    /// The reason alone.
    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Extents(extents) => format!("the extents {extents} are not all powers of two"),
            Self::NotLinear { index, value, linear } => {
                format!("at {index:?} the value is {value:?}, and the bits of the index make {linear:?}")
            }
            Self::Partial(index) => format!("it has no value at {index:?}, and a map of bits has one everywhere"),
            Self::Undecided(why) => why.to_string(),
        }
    }
}

impl fmt::Display for NotBinary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undecided(why) => write!(f, "whether there is a binary map is {why}"),
            _ => write!(f, "there is no binary map: {}", self.reason()),
        }
    }
}

impl std::error::Error for NotBinary {}

impl<'a> Relation<'a> {
    /// From an integer coordinate to the index, in this relation's order.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Order, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let chain = Relation::of_chain(&arena, "Col(4, 8)", &Options::default()).unwrap();
    /// assert_eq!(chain.coordinate_map().to_isl().unwrap(), "{ [i0] -> [floor(i0/8), (i0) mod 8] : 0 <= i0 <= 31 }");
    /// let colex = chain.ordered(Order::Colexicographic);
    /// assert_eq!(colex.layout_map().to_isl().unwrap(), "{ [i0] -> [i0] : 0 <= i0 <= 31 }");
    /// ```
    #[must_use]
    pub fn coordinate_map(&self) -> Self {
        let arena = self.arena;
        let total =
            self.map.dims.iter().fold(arena.constant(1), |product, &extent| arena.binary(Op::Mul, product, extent));
        let index = Map::index(arena, &[total]);
        let forward = cut(arena, &self.map.dims, index[0], self.order);
        let position = Map {
            index: self.map.index.clone(),
            dims: self.map.dims.clone(),
            spans: vec![total],
            guards: vec![],
            values: vec![joined(arena, &self.map.dims, &self.map.index, self.order)],
            unchecked: false,
        };
        let map = Map {
            index,
            dims: vec![total],
            spans: self.map.dims.clone(),
            guards: vec![],
            values: forward,
            unchecked: false,
        };
        let inverse = (self.rank() == 1).then_some(position);
        Self { inverse, ..Self::new(arena, map, self.order) }
    }

    /// From an integer coordinate to the value.
    #[must_use]
    pub fn layout_map(&self) -> Self {
        match self.rank() {
            1 => self.clone(),
            _ => self.through(&self.coordinate_map()),
        }
    }

    /// From the index in another shape of as many points to the value: the index map of any compatible shape.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let chain = Relation::of_chain(&arena, "Col(4, 8)", &Options::default()).unwrap();
    /// assert_eq!(chain.index_map(&[2, 2, 8]).unwrap().at(&[1, 1, 5]), chain.at(&[3, 5]));
    /// ```
    ///
    /// # Errors
    /// [`WrongShape`].
    pub fn index_map(&self, shape: &[u64]) -> Result<Self, WrongShape> {
        let arena = self.arena;
        let count = |dims: &[u64]| dims.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent));
        let wrong = || WrongShape { shape: shape.to_vec(), extents: self.sizes()[0].clone() };
        let dims = self.dims().ok_or_else(wrong)?;
        if count(&dims).is_none() || count(&dims) != count(shape) {
            return Err(wrong());
        }
        let dims: Vec<Id> = shape.iter().map(|&extent| arena.constant(extent.into())).collect();
        let index = Map::index(arena, &dims);
        let flat = joined(arena, &dims, &index, self.order);
        let values = cut(arena, &self.map.dims, flat, self.order);
        let map = Map { index, dims, spans: self.map.dims.clone(), guards: vec![], values, unchecked: false };
        Ok(self.through(&Self::new(arena, map, self.order)))
    }

    /// This relation after a bijection onto its box.
    fn through(&self, inner: &Self) -> Self {
        let through = self.map().over(self.arena, &inner.map.values);
        let (index, dims) = (inner.map.index.clone(), inner.map.dims.clone());
        let (guards, restrictions) = through.guards.split_at(self.map.guards.len());
        let map = Map { index, dims, guards: guards.to_vec(), ..through.clone() };
        Self { restrictions: restrictions.to_vec(), ..Self::new(self.arena, map, self.order) }
    }

    /// From the bits of the index to the bits of the values, the lowest of each component first; an exclusive or is a sum
    /// modulo 2.
    ///
    /// # Errors
    /// [`NotBinary`].
    pub fn binary_map(&self) -> Result<Self, NotBinary> {
        let columns = self.columns()?;
        let dims = self.dims().unwrap_or_default();
        let spans = self.spans().unwrap_or_default();
        let arena = self.arena;
        let two = arena.constant(2);
        let in_bits: Vec<u32> = dims.iter().map(|extent| extent.trailing_zeros()).collect();
        let variable = |k| arena.variable(&format!("b{k}"), Kind::Index { extent: two });
        let index: Vec<Id> = (0..in_bits.iter().sum::<u32>()).map(variable).collect();
        let mut values = Vec::new();
        for (linear, span) in columns.iter().zip(&spans) {
            for bit in 0..span.next_power_of_two().trailing_zeros() {
                let all = linear.columns.iter().flatten().zip(&index);
                let with: Vec<Id> = all.filter(|(image, _)| *image >> bit & 1 != 0).map(|(_, &b)| b).collect();
                let sum = with.iter().fold(arena.constant(0), |sum, &b| arena.binary(Op::Add, sum, b));
                values.push(if with.len() > 1 { arena.binary(Op::Rem, sum, two) } else { sum });
            }
        }
        let map = Map {
            dims: vec![two; index.len()],
            index,
            spans: vec![two; values.len()],
            guards: vec![],
            values,
            unchecked: false,
        };
        Ok(Self::new(arena, map, self.order))
    }

    /// The matrix of each of the values, one over the bits of the index.
    pub(crate) fn columns(&self) -> Result<Vec<XorMap>, NotBinary> {
        if !self.is_of_numbers() {
            let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
            return Err(NotBinary::Undecided(Undecided::symbols(self.arena, &all)));
        }
        let dims = self.dims().unwrap_or_default();
        if !dims.iter().all(|extent| extent.is_power_of_two()) {
            return Err(NotBinary::Extents(self.sizes()[0].clone()));
        }
        let mut total = self.clone();
        if !self.is_total() {
            if let Some(index) = self.domain().first_outside(&Effort::default()).map_err(NotBinary::Undecided)? {
                return Err(NotBinary::Partial(index));
            }
            total = Self::new(self.arena, unguarded(&self.map), self.order);
        }
        (0..total.map.values.len()).map(|number| total.linear(&dims, number)).collect()
    }

    /// The matrix of one of the values.
    fn linear(&self, dims: &[u64], number: usize) -> Result<XorMap, NotBinary> {
        let map = self.map.to_value(number);
        let evaluator = map.evaluator(self.arena);
        let zero = vec![0; dims.len()];
        let value = |index: &[u64]| evaluator.run(index).map(|values| values[0]);
        if value(&zero) != Some(0) {
            return Err(NotBinary::NotLinear {
                value: self.at(&zero).unwrap_or_default(),
                linear: vec![0; self.map.values.len()],
                index: zero,
            });
        }
        if let Some(linear) = linear::read(self.arena, &map, dims) {
            return Ok(linear);
        }
        let count = volume(dims).map_err(|error| NotBinary::Undecided(error.into()))?;
        let effort = Effort::default();
        let undecided = || NotBinary::Undecided(Undecided::Points { count, most: effort.points });
        let linear = linear::guess(dims, value).ok_or_else(undecided)?;
        let written = Map { values: vec![linear::write(&linear, self.arena, &self.map.index)], ..map.clone() };
        match equal(self.arena, &map, &written, &effort) {
            Equality::Equal => Ok(linear),
            Equality::Different(lego_equal::Difference {
                what: lego_equal::Differs::Position { index, right, .. },
                ..
            }) => {
                let value = self.at(&index).unwrap_or_default();
                let mut linear = value.clone();
                linear[number] = right.unwrap_or_default();
                Err(NotBinary::NotLinear { index, value, linear })
            }
            _ => Err(undecided()),
        }
    }
}

/// The components that an integer coordinate stands for; the slowest takes what is left.
pub(crate) fn cut(arena: &Arena, dims: &[Id], flat: Id, order: Order) -> Vec<Id> {
    let mut dims: Vec<Symbol<'_>> = dims.iter().map(|&id| Symbol::new(arena, id)).collect();
    if order == Order::Colexicographic {
        dims.reverse();
    }
    let mut index: Vec<Id> = match dims.is_empty() {
        true => Vec::new(),
        false => unflatten(&dims, Symbol::new(arena, flat)).into_iter().map(Symbol::id).collect(),
    };
    if order == Order::Colexicographic {
        index.reverse();
    }
    index
}

/// The integer coordinate of components.
pub(crate) fn joined(arena: &Arena, dims: &[Id], index: &[Id], order: Order) -> Id {
    let symbols = |ids: &[Id]| {
        let mut all: Vec<Symbol<'_>> = ids.iter().map(|&id| Symbol::new(arena, id)).collect();
        if order == Order::Colexicographic {
            all.reverse();
        }
        all
    };
    if dims.is_empty() { arena.constant(0) } else { flatten(&symbols(dims), &symbols(index)).id() }
}
