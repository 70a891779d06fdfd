//! Maps as values: from an index to numbers, as expressions of an arena.
//!
//! What lays data out, in whatever notation, becomes a [`Map`]; what simplifies, compares, evaluates or prints takes one.

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Kind, Node};
use crate::graph::program::{Program, reachable};
use std::collections::HashMap;

/// A map from an index to numbers, which has values where its guards hold.
///
/// Law: where every component of the index is below its extent and every guard holds, each value is at least 0 and below
/// its span.
///
/// ```
/// use lego_expr::{Arena, Kind, Map, Op};
/// // Col(4, 8): [i, j] to j·4 + i.
/// let arena = Arena::new();
/// let dims = [4, 8].map(|extent| arena.constant(extent));
/// let [i, j] = dims.map(|extent| arena.variable("i", Kind::Index { extent }));
/// let value = arena.binary(Op::Add, arena.binary(Op::Mul, j, arena.constant(4)), i);
/// let spans = vec![arena.constant(32)];
/// let map =
///     Map { index: vec![i, j], dims: dims.to_vec(), spans, guards: vec![], values: vec![value], unchecked: false };
/// assert_eq!(map.evaluator(&arena).run(&[3, 7]), Some(vec![31]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The variables that stand for the components of the index.
    pub index: Vec<Id>,
    /// The extents: each component is at least 0 and below its own.
    pub dims: Vec<Id>,
    /// What each value is below. Of a map to positions: how many positions a buffer must hold.
    pub spans: Vec<Id>,
    /// Conditions under which there are values, each asked only where the ones before it hold.
    pub guards: Vec<Id>,
    /// The values.
    pub values: Vec<Id>,
    /// Whether a function is taken at its word, so that what is written as [`Node::Within`] need not be so.
    pub unchecked: bool,
}

impl Map {
    /// The variables `i0, i1, …` of an index with such extents.
    pub fn index(arena: &Arena, dims: &[Id]) -> Vec<Id> {
        let variable = |(k, &extent)| arena.variable(&format!("i{k}"), Kind::Index { extent });
        dims.iter().enumerate().map(variable).collect()
    }

    /// Guards, then values.
    #[must_use]
    pub fn roots(&self) -> Vec<Id> {
        self.guards.iter().chain(&self.values).copied().collect()
    }

    /// The map to one of the values.
    ///
    /// # Panics
    /// If there is no such value.
    #[must_use]
    pub fn to_value(&self, number: usize) -> Self {
        Self { spans: vec![self.spans[number]], values: vec![self.values[number]], ..self.clone() }
    }

    /// The same map with other nodes in place of the components of its index.
    ///
    /// # Panics
    /// If there are not as many as the index has components.
    #[must_use]
    pub fn over(&self, arena: &Arena, index: &[Id]) -> Self {
        assert_eq!(index.len(), self.index.len(), "an index of another rank");
        if self.index == index {
            return self.clone();
        }
        let mut rewritten: HashMap<Id, Id> = self.index.iter().copied().zip(index.iter().copied()).collect();
        for id in reachable(arena, &self.roots()) {
            if !rewritten.contains_key(&id) {
                let new = arena.rebuilt(id, |operand| rewritten[operand]);
                rewritten.insert(id, new);
            }
        }
        let all = |ids: &[Id]| ids.iter().map(|id| rewritten[id]).collect();
        Self { index: index.to_vec(), guards: all(&self.guards), values: all(&self.values), ..self.clone() }
    }

    /// Whether a function of the user's is called, which has no value here.
    #[must_use]
    pub fn calls(&self, arena: &Arena) -> bool {
        reachable(arena, &self.roots()).into_iter().any(|id| matches!(arena.get(id), Node::Call { .. }))
    }

    /// Plain evaluation of a map without variables but its index.
    #[must_use]
    pub fn evaluator(&self, arena: &Arena) -> Evaluator {
        let program = Program::new(arena, &self.roots());
        Evaluator { program, guards: self.guards.len(), inputs: Inputs::new(arena, &self.index) }
    }
}

/// Which component of an index each variable of an arena is.
#[derive(Clone, Debug)]
pub struct Inputs(Vec<Option<usize>>);

impl Inputs {
    /// The components of an index of variables; what is no variable is none of them.
    #[must_use]
    pub fn new(arena: &Arena, index: &[Id]) -> Self {
        let mut components = Vec::new();
        for (component, &id) in index.iter().enumerate() {
            if let Node::Variable(number) = arena.get(id) {
                components.resize(components.len().max(number as usize + 1), None);
                components[number as usize] = Some(component);
            }
        }
        Self(components)
    }

    /// The component that a variable is, given its number.
    #[must_use]
    pub fn component(&self, variable: u32) -> Option<usize> {
        self.0.get(variable as usize).copied().flatten()
    }
}

/// A map evaluated point by point.
#[derive(Clone, Debug)]
pub struct Evaluator {
    program: Program,
    guards: usize,
    inputs: Inputs,
}

impl Evaluator {
    /// About how many operations an evaluation takes.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.program.len()
    }

    /// The values at an index; `None` where a guard does not hold, and where a value does not exist or does not fit 64 bits.
    ///
    /// A variable that is no component of the index counts as 0.
    #[must_use]
    pub fn run(&self, index: &[u64]) -> Option<Vec<u64>> {
        let input = |variable| self.inputs.component(variable).map_or(0, |component| index[component].into());
        let results = self.program.run(input);
        let (guards, values) = results.split_at(self.guards);
        if guards.iter().any(|guard| guard.is_none_or(|holds| holds == 0)) {
            return None;
        }
        values.iter().map(|value| value.and_then(|value| u64::try_from(value).ok())).collect()
    }
}
