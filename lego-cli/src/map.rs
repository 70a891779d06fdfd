//! A layout of numbers, point by point.

use crate::failure::Failure;
use crate::input::Input;
use lego_expr::{Arena, Id, Node, Program};
use lego_lang::compile::{Compiled, Map as Expressions};

/// A layout of numbers. It evaluates what the algebra wrote, before any simplification.
#[derive(Debug)]
pub(crate) struct Map {
    pub(crate) dims: Vec<u64>,
    /// The number of indices.
    pub(crate) count: u64,
    /// The number of positions.
    pub(crate) span: u64,
    apply: Guarded,
    inv: Guarded,
}

/// Expressions that have a value where their guards hold.
#[derive(Debug)]
struct Guarded {
    program: Program,
    guards: usize,
    /// For each variable of the arena, its place among the inputs.
    inputs: Vec<usize>,
}

impl Guarded {
    fn new(arena: &Arena, map: &Expressions, variables: &[Id]) -> Self {
        let mut inputs = Vec::new();
        for (place, &id) in variables.iter().enumerate() {
            if let Node::Variable(number) = arena.get(id) {
                inputs.resize(inputs.len().max(number as usize + 1), 0);
                inputs[number as usize] = place;
            }
        }
        Self { program: Program::new(arena, &map.raw), guards: map.guards, inputs }
    }

    fn run(&self, inputs: &[u64]) -> Option<Vec<u64>> {
        let values = self.program.run(|number| inputs[self.inputs[number as usize]].into());
        let (guards, values) = values.split_at(self.guards);
        if guards.iter().any(|guard| guard.is_none_or(|holds| holds == 0)) {
            return None;
        }
        values.iter().map(|value| value.and_then(|value| u64::try_from(value).ok())).collect()
    }
}

impl Map {
    /// The layout, if every parameter has a value.
    pub(crate) fn new(input: &Input) -> Result<Self, Failure> {
        let compiled = input.numbers()?;
        let Compiled { arena, dims, count, span, index, position, apply, inv, .. } = &compiled;
        let number = |&id: &Id| {
            let value = arena.number(id).and_then(|value| u64::try_from(value).ok());
            value.ok_or_else(|| input.fault("a size of the layout does not fit an index of 64 bits"))
        };
        let dims = dims.iter().map(number).collect::<Result<_, _>>()?;
        Ok(Self {
            dims,
            count: number(count)?,
            span: number(span)?,
            apply: Guarded::new(arena, apply, index),
            inv: Guarded::new(arena, inv, &[*position]),
        })
    }

    /// The position of an index inside the dims; `None` where an `ExpandBy` stores nothing.
    pub(crate) fn position(&self, index: &[u64]) -> Option<u64> {
        self.apply.run(index)?.first().copied()
    }

    /// The index at a position below the span; `None` in a hole of a `PadBy`.
    pub(crate) fn index(&self, position: u64) -> Option<Vec<u64>> {
        self.inv.run(&[position])
    }

    /// Every index, in row-major order.
    pub(crate) fn indices(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let mut next = vec![0; self.dims.len()];
        (0..self.count).map(move |_| {
            let index = next.clone();
            for (i, &n) in next.iter_mut().zip(&self.dims).rev() {
                *i += 1;
                if *i < n {
                    break;
                }
                *i = 0;
            }
            index
        })
    }
}
