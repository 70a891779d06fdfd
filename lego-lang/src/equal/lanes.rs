//! Expressions evaluated for many indices at once on 64-bit numbers.

use lego_expr::{Arena, Id, Node, Op, Simplified, reachable};

/// How many indices are evaluated together.
pub(super) const LANES: usize = 256;

/// A column of values, one for each lane.
type Column = [i64; LANES];

/// The code of some expressions.
///
/// Every lane computes every node, also those of branches that are not taken, so operations are total here: what has no
/// value is some number, which the choice above it does not choose.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    steps: Vec<(usize, Step)>,
    columns: Vec<Column>,
    variables: Vec<(usize, usize)>,
    guards: Vec<usize>,
    value: usize,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Binary(Op, usize, usize),
    /// A division or remainder by a power of two.
    Shift(Op, usize, u32),
    Compare(lego_expr::Comparison, usize, usize),
    Choose(usize, usize, usize),
    Isqrt(usize),
    Copy(usize),
}

/// Bounds beyond this leave no room for sums in 64 bits.
const MOST: i128 = 1 << 62;

impl Lanes {
    /// The code of guards and a value over the index variables; `None` if a number on the way may not fit 64 bits.
    pub(super) fn new(arena: &Arena, form: &Simplified, guards: usize, index: &[Id]) -> Option<Self> {
        let order = reachable(arena, &form.roots);
        let place = |id: Id| order.binary_search(&id).unwrap_or(0);
        let mut steps = Vec::new();
        let mut columns = vec![[0; LANES]; order.len()];
        let mut variables = Vec::new();
        for (at, &id) in order.iter().enumerate() {
            let range = form.range(id);
            if range.high >= MOST || range.low <= -MOST {
                return None;
            }
            let step = match arena.get(id) {
                Node::Constant(value) => {
                    columns[at] = [i64::try_from(value).ok()?; LANES];
                    continue;
                }
                Node::Variable(_) => {
                    variables.push((index.iter().position(|&i| i == id)?, at));
                    continue;
                }
                Node::Binary(op @ (Op::Div | Op::Rem), a, b) => match arena.number(b) {
                    Some(d) if d > 0 && d & (d - 1) == 0 => Step::Shift(op, place(a), d.trailing_zeros()),
                    _ => Step::Binary(op, place(a), place(b)),
                },
                Node::Binary(op, a, b) => Step::Binary(op, place(a), place(b)),
                Node::Compare(comparison, a, b) => Step::Compare(comparison, place(a), place(b)),
                Node::Choose(c, a, b) => Step::Choose(place(c), place(a), place(b)),
                Node::Isqrt(a) => Step::Isqrt(place(a)),
                Node::Within(a, _) => Step::Copy(place(a)),
                Node::Call { .. } => return None,
            };
            steps.push((at, step));
        }
        let (guards, values) = form.roots.split_at(guards);
        let guards = guards.iter().map(|&id| place(id)).collect();
        Some(Self { steps, columns, variables, guards, value: place(values[0]) })
    }

    /// The positions of some indices, given axis by axis; -1 where there is none.
    pub(super) fn run(&mut self, index: &[Column], positions: &mut Column) {
        for &(axis, at) in &self.variables {
            self.columns[at] = index[axis];
        }
        for &(at, step) in &self.steps {
            // Operands come before what is made of them.
            let (before, rest) = self.columns.split_at_mut(at);
            let out = &mut rest[0];
            match step {
                Step::Binary(op, a, b) => binary(op, &before[a], &before[b], out),
                Step::Shift(Op::Div, a, shift) => map(&before[a], out, |x| x >> shift),
                Step::Shift(_, a, shift) => map(&before[a], out, |x| x & ((1 << shift) - 1)),
                Step::Compare(comparison, a, b) => {
                    zip(&before[a], &before[b], out, |x, y| comparison.holds(x.into(), y.into()).into());
                }
                Step::Choose(c, a, b) => {
                    for lane in 0..LANES {
                        out[lane] = if before[c][lane] != 0 { before[a][lane] } else { before[b][lane] };
                    }
                }
                Step::Isqrt(a) => map(&before[a], out, |x| x.max(0).isqrt()),
                Step::Copy(a) => *out = before[a],
            }
        }
        *positions = self.columns[self.value];
        for &guard in &self.guards {
            for (position, &holds) in positions.iter_mut().zip(&self.columns[guard]) {
                if holds == 0 {
                    *position = -1;
                }
            }
        }
    }
}

fn map(a: &Column, out: &mut Column, f: impl Fn(i64) -> i64) {
    for (out, &x) in out.iter_mut().zip(a) {
        *out = f(x);
    }
}

fn zip(a: &Column, b: &Column, out: &mut Column, f: impl Fn(i64, i64) -> i64) {
    for ((out, &x), &y) in out.iter_mut().zip(a).zip(b) {
        *out = f(x, y);
    }
}

fn binary(op: Op, a: &Column, b: &Column, out: &mut Column) {
    match op {
        Op::Add => zip(a, b, out, i64::wrapping_add),
        Op::Sub => zip(a, b, out, i64::wrapping_sub),
        Op::Mul => zip(a, b, out, i64::wrapping_mul),
        // Unsigned division is the faster one, and only numbers that are not below zero are divided.
        Op::Div => zip(a, b, out, |x, y| (x as u64).checked_div(y as u64).unwrap_or(0) as i64),
        Op::Rem => zip(a, b, out, |x, y| (x as u64).checked_rem(y as u64).unwrap_or(0) as i64),
        Op::And => zip(a, b, out, |x, y| x & y),
        Op::Or => zip(a, b, out, |x, y| x | y),
        Op::Xor => zip(a, b, out, |x, y| x ^ y),
        Op::Shl => zip(a, b, out, |x, y| u32::try_from(y).ok().and_then(|y| x.checked_shl(y)).unwrap_or(0)),
        Op::Shr => zip(a, b, out, |x, y| u32::try_from(y).ok().and_then(|y| x.checked_shr(y)).unwrap_or(0)),
        Op::Min => zip(a, b, out, i64::min),
        Op::Max => zip(a, b, out, i64::max),
    }
}
