//! Maps of numbers evaluated for many indices at once, where 64 bits are proved to suffice.

use crate::engine::Engine;
use crate::graph::arena::Arena;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::{Program, reachable};
use crate::map::{Inputs, Map};
use crate::ranges::nodes::{Ranges, ranges_of};
use crate::ranges::range::Range;
use lego_core::chain::advance;

/// Bounds beyond this leave no room for sums in 64 bits.
const MOST: i128 = 1 << 62;

/// The simplified form of a map, evaluated for many indices at once.
///
/// ```
/// use lego_expr::{Arena, Columns, Engine, Map, Op};
/// let arena = Arena::new();
/// let dims = [4, 8].map(|extent| arena.constant(extent)).to_vec();
/// let index = Map::index(&arena, &dims);
/// let value = arena.binary(Op::Add, arena.binary(Op::Mul, index[1], arena.constant(4)), index[0]);
/// let map = Map { index, dims, spans: vec![arena.constant(32)], guards: vec![], values: vec![value], unchecked: false };
/// let mut columns = Columns::new(&arena, &map, &mut Engine::new(&arena)).unwrap();
/// columns.run(&[[0, 1, 2, 3], [7, 6, 5, 4]]);
/// assert_eq!(columns.value(0), &[28, 25, 22, 19]);
/// ```
#[derive(Clone, Debug)]
pub struct Columns<const LANES: usize> {
    program: Program,
    registers: Vec<[i64; LANES]>,
    inputs: Inputs,
    guards: usize,
}

impl<const LANES: usize> Columns<LANES> {
    /// The map, if no number on the way may leave 64 bits and every variable is a component of its index.
    #[must_use]
    pub fn new<'a>(arena: &'a Arena, map: &Map, engine: &mut Engine<'a>) -> Option<Self> {
        let form = engine.simplify(&map.guards, &map.values);
        let order = reachable(arena, &form.roots);
        Self::bounded(arena, map, &form.roots, &order, |id| form.range(id))
    }

    /// The map as it is written, where the ranges of its operands show that every operation has a value, of 64 bits:
    /// for few indices that costs less than to simplify it first.
    ///
    /// Law: at every index the values are those of [`Map::evaluator`].
    ///
    /// ```
    /// use lego_expr::{Arena, Columns, Map, Op};
    /// let arena = Arena::new();
    /// let dims = [4, 8].map(|extent| arena.constant(extent)).to_vec();
    /// let index = Map::index(&arena, &dims);
    /// let map = |op| {
    ///     let values = vec![arena.binary(op, index[1], index[0])];
    ///     Map { index: index.clone(), dims: dims.clone(), spans: vec![arena.constant(8)], guards: vec![], values, unchecked: false }
    /// };
    /// assert!(Columns::<4>::as_written(&arena, &map(Op::Max)).is_some());
    /// assert!(Columns::<4>::as_written(&arena, &map(Op::Div)).is_none(), "by 0");
    /// ```
    #[must_use]
    pub fn as_written(arena: &Arena, map: &Map) -> Option<Self> {
        let roots = map.roots();
        let order = reachable(arena, &roots);
        let ranges = ranges_of(arena, &order, &Ranges::default(), |number| match arena.kind_of(number) {
            Kind::Index { extent } => Range::new(0, arena.number(extent).map_or(i128::MAX, |extent| extent - 1)),
            Kind::Size => Range::new(1, i128::MAX),
        });
        let range = |id: Id| ranges.get(&id).copied().unwrap_or(Range::ANY);
        let has_value = |&id: &Id| match arena.get(id) {
            Node::Binary(Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max, ..) => true,
            Node::Binary(Op::Div | Op::Rem, a, b) => range(a).low >= 0 && range(b).low >= 1,
            Node::Binary(_, a, b) => range(a).low >= 0 && range(b).low >= 0,
            Node::Isqrt(a) => range(a).low >= 0,
            Node::LookUp(list, a) => range(a).low >= 0 && range(a).high < arena.entries(list).len() as i128,
            Node::Within(..) => !map.unchecked,
            _ => true,
        };
        if !order.iter().all(has_value) {
            return None;
        }
        Self::bounded(arena, map, &roots, &order, range)
    }

    /// A form of the map, made of some nodes with their ranges, if all have values of 64 bits.
    fn bounded(arena: &Arena, map: &Map, roots: &[Id], order: &[Id], range: impl Fn(Id) -> Range) -> Option<Self> {
        let inputs = Inputs::new(arena, &map.index);
        let fits = |&id: &Id| {
            let has_value = match arena.get(id) {
                Node::Variable(number) => inputs.component(number).is_some(),
                Node::Call { .. } => false,
                _ => true,
            };
            has_value && range(id).high < MOST && range(id).low > -MOST
        };
        if !order.iter().all(fits) {
            return None;
        }
        let program = Program::new(arena, roots);
        Some(Self { registers: program.registers(), program, inputs, guards: map.guards.len() })
    }

    /// Evaluates the map at some indices, given axis by axis.
    ///
    /// # Panics
    /// If there are fewer axes than the index has.
    pub fn run(&mut self, index: &[[i64; LANES]]) {
        self.program.run_on(&mut self.registers, |variable, register: &mut [i64; LANES]| {
            if let Some(axis) = self.inputs.component(variable) {
                *register = index[axis];
            }
        });
    }

    /// Writes the components of the next indices of a box in row-major order, a column for each axis, and steps behind
    /// them; so many lanes are written, the others left as they are.
    ///
    /// ```
    /// let (mut index, mut axes) = ([0, 1], [[0; 4]; 2]);
    /// lego_expr::Columns::indices(&[2, 3], &mut index, &mut axes, 3);
    /// assert_eq!((index, axes), ([1, 1], [[0, 0, 1, 0], [1, 2, 0, 0]]));
    /// ```
    ///
    /// # Panics
    /// If the index is not one of the box, if there are other axes than it has, or fewer lanes.
    pub fn indices(dims: &[u64], index: &mut [u64], axes: &mut [[i64; LANES]], lanes: usize) {
        let Some((extent, outer)) = dims.split_last() else { return };
        let last = outer.len();
        let mut lane = 0;
        while lane < lanes {
            // A stretch along the last axis at a time: all other components stay.
            let length = usize::try_from(extent - index[last]).unwrap_or(usize::MAX).min(lanes - lane);
            let stretch = lane..lane + length;
            for (&component, column) in index[..last].iter().zip(&mut *axes) {
                column[stretch.clone()].fill(component as i64);
            }
            for (component, lane) in (index[last]..).zip(&mut axes[last][stretch]) {
                *lane = component as i64;
            }
            index[last] += length as u64 - 1;
            advance(dims, index);
            lane += length;
        }
    }

    /// Where the guards hold, box by box.
    #[must_use]
    pub fn boxes(&self) -> Boxes {
        Boxes {
            program: self.program.clone(),
            registers: self.program.registers(),
            inputs: self.inputs.clone(),
            guards: self.guards,
        }
    }

    /// How many steps an evaluation takes.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.program.len()
    }

    /// One of the values at each of the indices that were evaluated last; any number where a guard does not hold.
    ///
    /// # Panics
    /// If there is no such value.
    #[must_use]
    pub fn value(&self, number: usize) -> &[i64; LANES] {
        &self.registers[self.program.roots()[self.guards + number]]
    }

    /// Writes the values at one of the indices that were evaluated last, given its lane; whether it has values.
    ///
    /// Law: of columns [`as_written`](Columns::as_written), [`Evaluator::run`](crate::Evaluator::run) gives these
    /// values where it is true, and `None` where it is false.
    ///
    /// ```
    /// use lego_expr::{Arena, Columns, Map, Op};
    /// let arena = Arena::new();
    /// let index = Map::index(&arena, &[arena.constant(8)]);
    /// let values = vec![arena.binary(Op::Sub, index[0], arena.constant(2))];
    /// let dims = vec![arena.constant(8)];
    /// let map = Map { index, spans: dims.clone(), dims, guards: vec![], values, unchecked: false };
    /// let (mut columns, exact) = (Columns::as_written(&arena, &map).unwrap(), map.evaluator(&arena));
    /// columns.run(&[[7, 0]]);
    /// let mut values = [0];
    /// assert!(columns.values_at(0, &mut values));
    /// assert_eq!(exact.run(&[7]), Some(values.to_vec()));
    /// assert!(!columns.values_at(1, &mut values), "below 0");
    /// assert_eq!(exact.run(&[0]), None);
    /// ```
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn values_at(&self, lane: usize, values: &mut [u64]) -> bool {
        let (guards, roots) = self.program.roots().split_at(self.guards);
        let at = |root: &usize| self.registers[*root][lane];
        let mut holds = guards.iter().all(|guard| at(guard) != 0);
        for (value, number) in values.iter_mut().zip(roots.iter().map(at)) {
            *value = number as u64;
            holds &= number >= 0;
        }
        holds
    }

    /// The guards at each of the indices that were evaluated last: where one is 0 there is no value.
    pub fn guards(&self) -> impl Iterator<Item = &[i64; LANES]> {
        self.program.roots()[..self.guards].iter().map(|&guard| &self.registers[guard])
    }
}

/// Whether the guards of a map hold everywhere in a box of indices, or nowhere, by the ranges of all that they are made
/// of: one evaluation for the whole box.
///
/// ```
/// use lego_expr::{Arena, Columns, Comparison, Map, Op};
/// let arena = Arena::new();
/// let dims = [4, 8].map(|extent| arena.constant(extent)).to_vec();
/// let index = Map::index(&arena, &dims);
/// let guards = vec![arena.compare(Comparison::Less, arena.binary(Op::Add, index[0], index[1]), arena.constant(6))];
/// let values = vec![index[1]];
/// let map = Map { index, spans: dims.clone(), dims, guards, values, unchecked: false };
/// let mut boxes = Columns::<4>::as_written(&arena, &map).unwrap().boxes();
/// assert_eq!(boxes.hold(&[0..2, 0..5]), Some(true));
/// assert_eq!(boxes.hold(&[3..4, 3..8]), Some(false));
/// assert_eq!(boxes.hold(&[0..4, 0..8]), None, "here and there");
/// ```
#[derive(Clone, Debug)]
pub struct Boxes {
    program: Program,
    registers: Vec<Range>,
    inputs: Inputs,
    guards: usize,
}

impl Boxes {
    /// Whether all guards hold at each index of a box, given axis by axis, or one of them at none; `None` where neither
    /// is shown.
    ///
    /// # Panics
    /// If there are fewer axes than the index has.
    pub fn hold(&mut self, sides: &[std::ops::Range<u64>]) -> Option<bool> {
        self.program.run_on(&mut self.registers, |variable, register: &mut Range| {
            if let Some(axis) = self.inputs.component(variable) {
                let side = &sides[axis];
                *register = Range::new(side.start.into(), i128::from(side.end) - 1);
            }
        });
        let mut all = true;
        for &guard in &self.program.roots()[..self.guards] {
            let range = self.registers[guard];
            if range.number() == Some(0) {
                return Some(false);
            }
            all &= range.low > 0 || range.high < 0;
        }
        all.then_some(true)
    }
}
