//! Expressions of an arena as quasi-affine pieces.

use super::quasi::{Affine, Atom, Conjunct, Constraint, FAR, Ranges};
use lego_expr::{Arena, Comparison, Id, Node, Op, plain, reachable};
use std::collections::HashMap;
use std::rc::Rc;

/// A value where conditions hold.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) when: Conjunct,
    pub(crate) value: Affine,
}

/// At most so many pieces.
const MOST_PIECES: usize = 1 << 10;

/// Why an expression is not quasi-affine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotAffine {
    /// Something that has no such form.
    Term(String),
    /// More pieces than are written.
    Pieces,
}

/// Turns nodes into pieces; each is looked at once.
pub(crate) struct Express<'a> {
    arena: &'a Arena,
    /// The number of each variable of the arena.
    numbers: HashMap<Id, usize>,
    ranges: Ranges,
    values: HashMap<Id, Rc<Vec<Piece>>>,
}

type Result<T> = std::result::Result<T, NotAffine>;

impl<'a> Express<'a> {
    /// The variables, each with its least and greatest value.
    pub(crate) fn new(arena: &'a Arena, variables: &[(Id, (i128, i128))]) -> Self {
        Self {
            arena,
            numbers: variables.iter().enumerate().map(|(number, (id, _))| (*id, number)).collect(),
            ranges: Ranges(variables.iter().map(|(_, range)| *range).collect()),
            values: HashMap::new(),
        }
    }

    /// The pieces of a value.
    pub(crate) fn value(&mut self, id: Id) -> Result<Rc<Vec<Piece>>> {
        // Operands first, so that no expression is too deep.
        for node in reachable(self.arena, &[id]) {
            if !self.values.contains_key(&node) && self.is_value(node) {
                // What stands in a branch or a truth alone may have no form and not be needed.
                if let Ok(pieces) = self.of_node(node) {
                    self.values.insert(node, Rc::new(pieces));
                }
            }
        }
        self.known(id)
    }

    fn known(&mut self, id: Id) -> Result<Rc<Vec<Piece>>> {
        if let Some(pieces) = self.values.get(&id) {
            return Ok(Rc::clone(pieces));
        }
        self.of_node(id).map(Rc::new)
    }

    fn is_value(&self, id: Id) -> bool {
        !matches!(self.arena.get(id), Node::Compare(..) | Node::Call { .. })
    }

    fn term(&self, id: Id) -> NotAffine {
        NotAffine::Term(plain(self.arena, id))
    }

    fn of_node(&mut self, id: Id) -> Result<Vec<Piece>> {
        let one = |value| vec![Piece { when: vec![], value }];
        Ok(match self.arena.get(id) {
            Node::Constant(number) => one(Affine::constant(number)),
            Node::Variable(_) => one(Affine::variable(*self.numbers.get(&id).ok_or_else(|| self.term(id))?)),
            Node::Within(a, _) => self.known(a)?.to_vec(),
            Node::Binary(op, a, b) => {
                let (left, right) = (self.known(a)?, self.known(b)?);
                let mut pieces = Vec::new();
                for x in left.iter() {
                    for y in right.iter() {
                        let Some(when) = self.both(&x.when, &y.when) else { continue };
                        self.operate(op, x, y, when, &mut pieces).ok_or_else(|| self.term(id))?;
                    }
                }
                limited(pieces)?
            }
            Node::Choose(truth, a, b) => {
                let mut pieces = Vec::new();
                for (truth, value) in [(truth, a), (self.arena.not(truth), b)] {
                    let cases = self.truth(truth)?;
                    let value = self.known(value)?;
                    for (case, piece) in cases.iter().flat_map(|case| value.iter().map(move |piece| (case, piece))) {
                        let when = self.both(case, &piece.when);
                        pieces.extend(when.map(|when| Piece { when, value: piece.value.clone() }));
                    }
                }
                limited(pieces)?
            }
            Node::Compare(..) => {
                let mut pieces = Vec::new();
                for (truth, value) in [(id, 1), (self.arena.not(id), 0)] {
                    let cases = self.truth(truth)?;
                    pieces.extend(cases.into_iter().map(|when| Piece { when, value: Affine::constant(value) }));
                }
                limited(pieces)?
            }
            Node::Isqrt(_) | Node::LookUp(..) | Node::Call { .. } => return Err(self.term(id)),
        })
    }

    /// The cases in which a truth holds.
    pub(crate) fn truth(&mut self, id: Id) -> Result<Vec<Conjunct>> {
        let cases = match self.arena.get(id) {
            Node::Constant(0) => Vec::new(),
            Node::Constant(_) => vec![vec![]],
            Node::Binary(Op::And, a, b) => self.product(&[a, b])?,
            Node::Binary(Op::Or, a, b) => [self.truth(a)?, self.truth(b)?].concat(),
            Node::Compare(comparison, a, b) => {
                let (left, right) = (self.value(a)?, self.value(b)?);
                let mut cases = Vec::new();
                for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (x, y))) {
                    let Some(when) = self.both(&x.when, &y.when) else { continue };
                    // b - a, and one less.
                    let gap = y.value.clone().plus(&x.value, -1).ok_or_else(|| self.term(id))?;
                    let less = |gap: &Affine| gap.clone().plus(&Affine::constant(-1), 1);
                    let back = || gap.times(-1).and_then(|back| less(&back));
                    let ways = match comparison {
                        Comparison::Less => vec![less(&gap).map(Constraint::Natural)],
                        Comparison::LessEqual => vec![Some(Constraint::Natural(gap.clone()))],
                        Comparison::Equal => vec![Some(Constraint::Zero(gap.clone()))],
                        Comparison::NotEqual => {
                            vec![less(&gap).map(Constraint::Natural), back().map(Constraint::Natural)]
                        }
                    };
                    for way in ways {
                        let way = way.ok_or_else(|| self.term(id))?;
                        cases.extend(self.both(&when, &[way]));
                    }
                }
                cases
            }
            _ => {
                let zero = self.arena.constant(0);
                self.truth(self.arena.node(Node::Compare(Comparison::NotEqual, id, zero)))?
            }
        };
        if cases.len() > MOST_PIECES { Err(NotAffine::Pieces) } else { Ok(cases) }
    }

    /// The cases in which all of some truths hold.
    pub(crate) fn product(&mut self, truths: &[Id]) -> Result<Vec<Conjunct>> {
        let mut cases: Vec<Conjunct> = vec![vec![]];
        for &truth in truths {
            let more = self.truth(truth)?;
            cases =
                cases.iter().flat_map(|a| more.iter().filter_map(|b| self.both(a, b)).collect::<Vec<_>>()).collect();
            if cases.len() > MOST_PIECES {
                return Err(NotAffine::Pieces);
            }
        }
        Ok(cases)
    }

    /// All conditions of two conjuncts but those that hold anyway; `None` where one never holds.
    pub(crate) fn both(&self, one: &[Constraint], other: &[Constraint]) -> Option<Conjunct> {
        let mut all: Conjunct = one.to_vec();
        for constraint in other {
            match constraint.settled(&self.ranges) {
                Some(true) => {}
                Some(false) => return None,
                None if all.contains(constraint) => {}
                None => all.push(constraint.clone()),
            }
        }
        Some(all)
    }

    fn operate(&self, op: Op, x: &Piece, y: &Piece, when: Conjunct, pieces: &mut Vec<Piece>) -> Option<()> {
        let (a, b) = (&x.value, &y.value);
        let power =
            |value: i128| u32::try_from(value).ok().and_then(|places| 1_i128.checked_shl(places)).filter(|&p| p > 0);
        let value = match op {
            Op::Add => a.clone().plus(b, 1)?,
            Op::Sub => a.clone().plus(b, -1)?,
            Op::Mul => match (a.number(), b.number()) {
                (Some(factor), _) => b.times(factor)?,
                (_, Some(factor)) => a.times(factor)?,
                _ => return None,
            },
            Op::Div => a.floor(b.number().filter(|&divisor| divisor > 0)?, &self.ranges)?,
            Op::Rem => a.modulo(b.number().filter(|&divisor| divisor > 0)?, &self.ranges)?,
            Op::Shl => a.times(power(b.number()?)?)?,
            Op::Shr => a.floor(power(b.number()?)?, &self.ranges)?,
            Op::And | Op::Or | Op::Xor => self.bitwise(op, a, b)?,
            Op::Min | Op::Max => {
                let gap = b.clone().plus(a, -1)?;
                let back = a.clone().plus(b, -1)?.plus(&Affine::constant(-1), 1)?;
                let (low, high) = if op == Op::Min { (a, b) } else { (b, a) };
                for (way, value) in [(gap, low), (back, high)] {
                    let both = self.both(&when, &[Constraint::Natural(way)]);
                    pieces.extend(both.map(|when| Piece { when, value: value.clone() }));
                }
                return Some(());
            }
        };
        pieces.push(Piece { when, value });
        Some(())
    }

    /// The bits that a sum may have: from the first on that may be 1, to the first that is 0 for sure.
    fn bits(&self, affine: &Affine) -> Option<(u32, u32)> {
        let (low, high) = self.ranges.of(affine);
        (low >= 0).then(|| (affine.zeros(), if high >= FAR { u32::MAX } else { 128 - high.leading_zeros() }))
    }

    /// `value / 2^from`, without the bits from 2^to on.
    fn between(&self, value: &Affine, from: u32, to: u32) -> Option<Affine> {
        let high = value.floor(1 << from, &self.ranges)?;
        if to - from > 96 { Some(high) } else { high.modulo(1 << (to - from), &self.ranges) }
    }

    /// A bit operation: bits that only one side has are kept or left out, the others combined one by one.
    fn bitwise(&self, op: Op, a: &Affine, b: &Affine) -> Option<Affine> {
        let ((a_from, a_to), (b_from, b_to)) = (self.bits(a)?, self.bits(b)?);
        let (from, to) = (a_from.max(b_from), a_to.min(b_to));
        if from >= to {
            return match op {
                Op::And => Some(Affine::constant(0)),
                _ => a.clone().plus(b, 1),
            };
        }
        if to > 96 {
            return None;
        }
        // A number keeps what is below its highest bit at once.
        let mask = |number: &Affine| number.number().filter(|mask| (mask + 1) & mask == 0);
        if let (Op::And, (Some(mask), value, _) | (None, _, Some((mask, value)))) =
            (op, (mask(a), b, mask(b).map(|mask| (mask, a))))
        {
            return value.modulo(mask + 1, &self.ranges);
        }
        let mut value = Affine::default();
        if op != Op::And {
            for side in [a, b] {
                value = value.plus(&side.modulo(1 << from, &self.ranges)?, 1)?;
                value = value.plus(&side.floor(1 << to, &self.ranges)?, 1 << to)?;
            }
        }
        let mut bit = from;
        while bit < to {
            let fixed = |side: &Affine| side.number().map(|number| number >> bit & 1);
            // A stretch of bits that are all 0 or all 1 in a number.
            let stretch = |number: i128| (bit..to).take_while(|&k| number >> k & 1 == number >> bit & 1).count() as u32;
            let (length, combined) = match (fixed(a), fixed(b)) {
                (Some(x), _) | (_, Some(x)) => {
                    let (number, other) = if let Some(number) = a.number() { (number, b) } else { (b.number()?, a) };
                    let length = stretch(number);
                    let part = self.between(other, bit, bit + length)?;
                    let ones = Affine::constant((1 << length) - 1);
                    let combined = match (op, x) {
                        (Op::And, 0) => Affine::constant(0),
                        (Op::And, _) | (Op::Or | Op::Xor, 0) => part,
                        (Op::Or, _) => ones,
                        _ => ones.plus(&part, -1)?,
                    };
                    (length, combined)
                }
                _ => {
                    let (x, y) = (self.between(a, bit, bit + 1)?, self.between(b, bit, bit + 1)?);
                    let sum = x.plus(&y, 1)?;
                    let combined = match op {
                        Op::Xor => sum.modulo(2, &self.ranges)?,
                        Op::And => sum.floor(2, &self.ranges)?,
                        _ => sum.plus(&Affine::constant(1), 1)?.floor(2, &self.ranges)?,
                    };
                    (1, combined)
                }
            };
            value = value.plus(&combined, 1 << bit)?;
            bit += length;
        }
        Some(value)
    }
}

fn limited(pieces: Vec<Piece>) -> Result<Vec<Piece>> {
    if pieces.len() > MOST_PIECES { Err(NotAffine::Pieces) } else { Ok(pieces) }
}

impl Atom {
    /// Whether a variable occurs in it.
    pub(crate) fn has(&self, number: usize) -> bool {
        match self {
            Self::Variable(other) => *other == number,
            Self::Floor(inner, _) | Self::Mod(inner, _) => inner.terms.keys().any(|atom| atom.has(number)),
        }
    }
}
