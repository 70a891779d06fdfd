//! Expressions of an arena as quasi-affine pieces.
//!
//! Each node is looked at once: its pieces are kept, and so is the reason for which it has none. All work takes steps
//! of one budget before it is done, so that what has no short form ends soon and small.

use super::bitwise::{bitwise, shared_bits};
use super::budget::{Budget, OutOfBudget};
use super::case::Case;
use super::quasi::{Affine, Constraint, Ranges};
use lego_expr::{Arena, Comparison, Id, Node, Op};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A value where conditions hold.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) case: Case,
    pub(super) value: Affine,
}

/// At most so many pieces.
const MOST_PIECES: usize = 1 << 10;

/// Conditions that ask for a value by cases, whose conditions ask for a value by cases, stand so deep at most.
const DEEPEST: usize = 100;

/// Why an expression is not quasi-affine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotAffine {
    /// Something that has no such form: the node.
    Term(Id),
    /// More pieces than are written, or more steps than a form may take.
    Limit,
}

impl From<OutOfBudget> for NotAffine {
    fn from(_: OutOfBudget) -> Self {
        Self::Limit
    }
}

/// Turns nodes into pieces.
pub(super) struct Express<'a> {
    pub(super) arena: &'a Arena,
    /// The number of each variable of the arena.
    numbers: HashMap<Id, usize>,
    everywhere: Case,
    values: HashMap<Id, Result<Rc<Vec<Piece>>>>,
    truths: HashMap<Id, Result<Rc<Vec<Case>>>>,
    depth: usize,
    budget: Budget,
}

type Result<T> = std::result::Result<T, NotAffine>;

impl<'a> Express<'a> {
    /// The variables, each with its least and greatest value, and the steps that all forms together may take.
    pub(super) fn new(arena: &'a Arena, variables: &[(Id, (i128, i128))], steps: u64) -> Self {
        let ranges = Ranges(variables.iter().map(|(_, range)| *range).collect());
        Self {
            arena,
            numbers: variables.iter().enumerate().map(|(number, (id, _))| (*id, number)).collect(),
            everywhere: Case::everywhere(&ranges),
            values: HashMap::new(),
            truths: HashMap::new(),
            depth: 0,
            budget: Budget::new(steps),
        }
    }

    /// The ranges of all variables.
    pub(super) fn ranges(&self) -> &Ranges {
        &self.everywhere.ranges
    }

    /// The whole box with conditions; `None` where no point is left as far as the ranges tell.
    pub(super) fn such_that(&self, conditions: &[Constraint]) -> Option<Case> {
        self.everywhere.and(conditions)
    }

    /// Takes steps for work on the forms.
    pub(super) fn charge(&self, steps: usize) -> Result<()> {
        Ok(self.budget.take(steps)?)
    }

    /// The pieces of a value.
    pub(super) fn value(&mut self, id: Id) -> Result<Rc<Vec<Piece>>> {
        // Operands first, so that no expression is too deep.
        let mut open = vec![id];
        while let Some(&node) = open.last() {
            let before = open.len();
            if !self.values.contains_key(&node) {
                let operands = self.operands(node);
                open.extend(operands.into_iter().flatten().filter(|operand| !self.values.contains_key(operand)));
                if open.len() > before {
                    continue;
                }
                let pieces = self.of_node(node).map(Rc::new);
                self.values.insert(node, pieces);
            }
            open.pop();
        }
        self.known(id)
    }

    /// The operands of which a node needs the value.
    fn operands(&self, id: Id) -> [Option<Id>; 2] {
        match self.arena.get(id) {
            Node::Within(a, _) => [Some(a), None],
            Node::Binary(_, a, b) | Node::Choose(_, a, b) => [Some(a), Some(b)],
            _ => [None, None],
        }
    }

    fn known(&self, id: Id) -> Result<Rc<Vec<Piece>>> {
        // Whoever asks has asked for the operands first.
        self.values.get(&id).cloned().unwrap_or(Err(NotAffine::Term(id)))
    }

    fn of_node(&mut self, id: Id) -> Result<Vec<Piece>> {
        self.budget.take(1)?;
        let everywhere = self.everywhere.clone();
        let one = |value| vec![Piece { case: everywhere, value }];
        let no_form = NotAffine::Term(id);
        Ok(match self.arena.get(id) {
            Node::Constant(number) => one(Affine::constant(number)),
            Node::Variable(_) => one(Affine::variable(*self.numbers.get(&id).ok_or(no_form)?)),
            Node::Within(a, _) => {
                let pieces = self.known(a)?;
                self.budget.take(pieces.iter().map(|piece| piece.value.size() + piece.case.size()).sum())?;
                pieces.to_vec()
            }
            Node::Binary(op, a, b) => {
                let (left, right) = (self.known(a)?, self.known(b)?);
                let mut pieces = Vec::new();
                for x in left.iter() {
                    for y in right.iter() {
                        let Some(case) = self.both(&x.case, &y.case)? else { continue };
                        let bits = if is_bitwise(op) { 1 + shared_bits(&x.value, &y.value, &case.ranges) } else { 1 };
                        self.budget.take((x.value.size() + y.value.size()) * bits as usize)?;
                        self.operate(op, &x.value, &y.value, case, &mut pieces).ok_or_else(|| no_form.clone())?;
                        few(&pieces)?;
                    }
                }
                pieces
            }
            Node::Choose(truth, a, b) => {
                let mut pieces = Vec::new();
                for (truth, value) in [(truth, a), (self.arena.not(truth), b)] {
                    let cases = self.truth(truth)?;
                    if cases.is_empty() {
                        continue;
                    }
                    let value = self.known(value)?;
                    for (case, piece) in cases.iter().flat_map(|case| value.iter().map(move |piece| (case, piece))) {
                        if let Some(case) = self.both(case, &piece.case)? {
                            self.budget.take(piece.value.size())?;
                            pieces.push(Piece { case, value: piece.value.clone() });
                            few(&pieces)?;
                        }
                    }
                }
                pieces
            }
            Node::Compare(..) => {
                let mut pieces = Vec::new();
                for (truth, value) in [(id, 1), (self.arena.not(id), 0)] {
                    let cases = self.truth(truth)?;
                    self.budget.take(cases.iter().map(Case::size).sum())?;
                    let piece = |case: &Case| Piece { case: case.clone(), value: Affine::constant(value) };
                    pieces.extend(cases.iter().map(piece));
                }
                few(&pieces)?;
                pieces
            }
            Node::Isqrt(_) | Node::LookUp(..) | Node::Call { .. } => return Err(no_form),
        })
    }

    /// The cases in which a truth holds.
    pub(super) fn truth(&mut self, id: Id) -> Result<Rc<Vec<Case>>> {
        if let Some(cases) = self.truths.get(&id) {
            return cases.clone();
        }
        if self.depth == DEEPEST {
            return Err(NotAffine::Limit);
        }
        self.depth += 1;
        let cases = self.of_truth(id).map(Rc::new);
        self.depth -= 1;
        self.truths.insert(id, cases.clone());
        cases
    }

    fn of_truth(&mut self, id: Id) -> Result<Vec<Case>> {
        let cases = match self.arena.get(id) {
            Node::Constant(0) => Vec::new(),
            Node::Constant(_) => vec![self.everywhere.clone()],
            Node::Binary(op @ (Op::And | Op::Or), ..) => {
                let parts = self.parts(op, id);
                if op == Op::And {
                    return self.product(&parts);
                }
                let mut cases = Vec::new();
                for part in parts {
                    let more = self.truth(part)?;
                    self.budget.take(more.iter().map(Case::size).sum())?;
                    cases.extend(more.iter().cloned());
                    few(&cases)?;
                }
                cases
            }
            Node::Compare(comparison, a, b) => self.compared(comparison, a, b)?,
            Node::Choose(truth, a, b) => {
                let (high, low) = (self.product(&[truth, a])?, self.product(&[self.arena.not(truth), b])?);
                [high, low].concat()
            }
            _ => {
                let zero = self.arena.constant(0);
                self.truth(self.arena.node(Node::Compare(Comparison::NotEqual, id, zero)))?.to_vec()
            }
        };
        Ok(cases)
    }

    /// The operands of an operation and of its operands that are the same operation, from the left, each once.
    fn parts(&self, op: Op, id: Id) -> Vec<Id> {
        let (mut open, mut parts) = (vec![id], Vec::new());
        let mut seen = HashSet::new();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.arena.get(id) {
                Node::Binary(other, a, b) if other == op => open.extend([b, a]),
                _ => parts.push(id),
            }
        }
        parts
    }

    /// The cases in which a comparison holds.
    fn compared(&mut self, comparison: Comparison, a: Id, b: Id) -> Result<Vec<Case>> {
        let (left, right) = (self.value(a)?, self.value(b)?);
        let mut cases = Vec::new();
        for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (x, y))) {
            let Some(case) = self.both(&x.case, &y.case)? else { continue };
            self.budget.take(2 * (x.value.size() + y.value.size()))?;
            // b - a, and one less.
            let gap = y.value.clone().plus(&x.value, -1).ok_or(NotAffine::Term(a))?;
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
                let way = way.ok_or(NotAffine::Term(a))?;
                self.budget.take(case.size() + way.affine().size())?;
                cases.extend(case.and(&[way]));
            }
            few(&cases)?;
        }
        Ok(cases)
    }

    /// The cases in which all of some truths hold.
    pub(super) fn product(&mut self, truths: &[Id]) -> Result<Vec<Case>> {
        let mut cases = vec![self.everywhere.clone()];
        for &truth in truths {
            let more = self.truth(truth)?;
            let mut both = Vec::new();
            for (a, b) in cases.iter().flat_map(|a| more.iter().map(move |b| (a, b))) {
                both.extend(self.both(a, b)?);
                few(&both)?;
            }
            cases = both;
        }
        Ok(cases)
    }

    /// The case that is both of two; `None` where it has no point as far as the ranges tell.
    pub(super) fn both(&self, one: &Case, other: &Case) -> Result<Option<Case>> {
        self.budget.take(one.size() + other.size())?;
        Ok(one.and(&other.conditions))
    }

    /// The pieces of an operation on two sums in a case.
    fn operate(&self, op: Op, a: &Affine, b: &Affine, case: Case, pieces: &mut Vec<Piece>) -> Option<()> {
        let ranges = &case.ranges;
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
            Op::Div => a.floor(b.number().filter(|&divisor| divisor > 0)?, ranges)?,
            Op::Rem => a.modulo(b.number().filter(|&divisor| divisor > 0)?, ranges)?,
            Op::Shl => a.times(power(b.number()?)?)?,
            Op::Shr => a.floor(power(b.number()?)?, ranges)?,
            Op::And | Op::Or | Op::Xor => bitwise(op, a, b, ranges)?,
            Op::Min | Op::Max => {
                let gap = b.clone().plus(a, -1)?;
                let back = a.clone().plus(b, -1)?.plus(&Affine::constant(-1), 1)?;
                let (low, high) = if op == Op::Min { (a, b) } else { (b, a) };
                for (way, value) in [(gap, low), (back, high)] {
                    let both = case.and(&[Constraint::Natural(way)]);
                    pieces.extend(both.map(|case| Piece { case, value: value.clone() }));
                }
                return Some(());
            }
        };
        pieces.push(Piece { case, value });
        Some(())
    }
}

/// Whether an operation is made bit by bit.
fn is_bitwise(op: Op) -> bool {
    matches!(op, Op::And | Op::Or | Op::Xor)
}

/// That there are no more pieces or cases than are written.
fn few<T>(pieces: &[T]) -> Result<()> {
    if pieces.len() > MOST_PIECES { Err(NotAffine::Limit) } else { Ok(()) }
}
