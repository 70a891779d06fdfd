//! The reading of expressions as sums: the positions of two maps, and their difference.

use crate::atom::{CellAtom, Condition, Opaque};
use crate::cell::Frame;
use crate::pair::Pair;
use crate::sum::{OutOfBudget, Sum};
use lego_expr::{Arena, Comparison, Id, Node, Op, reachable};
use std::collections::HashMap;

/// Conditions nest at most so deep.
const DEEPEST: usize = 200;

/// Positions are below this.
const MOST_POSITION: i128 = u64::MAX as i128;

/// What a node is as a sum.
#[derive(Clone)]
struct Read {
    sum: Sum,
    /// Whether the value is at least 0, as far as that shows.
    natural: bool,
    /// The value exists where all of these are 1; each is 0 or 1.
    exists: Vec<Sum>,
}

/// Reads the nodes of an arena on a cell.
struct Reader<'r, 'f> {
    arena: &'r Arena,
    frame: &'r mut Frame<'f>,
    read: HashMap<Id, Read>,
    /// Whether the laws of the pieces may be believed.
    lawful: bool,
    laws: Vec<Sum>,
}

/// The difference of the positions of two layouts, each plus 1 and 0 where there is none; and what the layouts' laws put at
/// or above 0.
pub(crate) fn difference(pair: &Pair<'_>, frame: &mut Frame<'_>) -> Result<(Sum, Vec<Sum>), OutOfBudget> {
    let index = frame.cell.index.clone();
    let pair = &pair.without_lists();
    let mut reader =
        Reader { arena: pair.arena, frame, read: HashMap::new(), lawful: !pair.unchecked(), laws: Vec::new() };
    for (&id, sum) in pair.index.iter().zip(index) {
        reader.read.insert(id, Read { sum, natural: true, exists: Vec::new() });
    }
    for id in reachable(pair.arena, &pair.roots()) {
        if !reader.read.contains_key(&id) {
            let read = reader.node(pair.arena.get(id))?;
            reader.read.insert(id, read);
        }
    }
    let mut positions = Vec::new();
    for side in &pair.sides {
        let Read { sum, exists, .. } = reader.read[&side.values[0]].clone();
        let mut position = reader.where_all(&exists, &sum.shifted(1)?)?;
        if !reader.lawful {
            for bound in [sum.clone(), sum.scaled(-1)?.shifted(MOST_POSITION)?] {
                position = reader.frame.only_if(&Condition::Natural(bound), &position)?;
            }
        }
        for guard in side.guards.iter().rev() {
            position = reader.choose(*guard, &position, &Sum::default(), 0)?;
            let exists = reader.read[guard].exists.clone();
            position = reader.where_all(&exists, &position)?;
        }
        positions.push(position);
    }
    Ok((positions[0].minus(&positions[1])?, reader.laws))
}

impl Reader<'_, '_> {
    fn node(&mut self, node: Node) -> Result<Read, OutOfBudget> {
        match node {
            Node::Constant(value) => Ok(Read { sum: Sum::constant(value), natural: value >= 0, exists: vec![] }),
            // Every variable of two layouts without symbols is an index.
            Node::Variable(_) | Node::LookUp(..) | Node::Call { .. } => Err(OutOfBudget),
            Node::Binary(op, a, b) => self.operation(op, a, b),
            Node::Compare(comparison, a, b) => {
                let exists = self.both_exist(a, b);
                let sum = self.compared(comparison, a, b, &Sum::constant(1), &Sum::default())?;
                Ok(Read { sum, natural: true, exists })
            }
            Node::Choose(truth, a, b) => {
                let (a, b) = (self.read[&a].clone(), self.read[&b].clone());
                let sum = self.choose(truth, &a.sum, &b.sum, 0)?;
                let mut exists = self.read[&truth].exists.clone();
                let (common, only_a): (Vec<Sum>, Vec<Sum>) =
                    a.exists.iter().cloned().partition(|own| b.exists.contains(own));
                let only_b: Vec<Sum> = b.exists.iter().filter(|own| !common.contains(own)).cloned().collect();
                joined(&mut exists, common);
                if !only_a.is_empty() || !only_b.is_empty() {
                    let (a, b) =
                        (self.where_all(&only_a, &Sum::constant(1))?, self.where_all(&only_b, &Sum::constant(1))?);
                    joined(&mut exists, [self.choose(truth, &a, &b, 0)?]);
                }
                Ok(Read { natural: a.natural && b.natural || self.is_natural(&sum)?, sum, exists })
            }
            Node::Isqrt(a) => {
                let (operand, exists) = self.natural_operand(a)?;
                let sum = self.frame.opaque(Opaque::Root, &Sum::default(), &operand)?;
                Ok(Read { sum, natural: true, exists })
            }
            Node::Within(a, extent) => {
                let mut read = self.read[&a].clone();
                if let Some(extent) = self.arena.number(extent).filter(|_| self.lawful) {
                    let (low, high) = self.frame.range(&read.sum)?;
                    if low < 0 {
                        self.laws.push(read.sum.clone());
                    }
                    if high >= extent {
                        self.laws.push(read.sum.scaled(-1)?.shifted(extent - 1)?);
                    }
                    read.natural = true;
                }
                Ok(read)
            }
        }
    }

    fn both_exist(&self, a: Id, b: Id) -> Vec<Sum> {
        let mut exists = self.read[&a].exists.clone();
        joined(&mut exists, self.read[&b].exists.iter().cloned());
        exists
    }

    /// A sum where some others are all 1, else 0.
    fn where_all(&mut self, exists: &[Sum], sum: &Sum) -> Result<Sum, OutOfBudget> {
        let mut sum = sum.clone();
        for own in exists {
            let atom = own.single_atom().map(|id| self.frame.atoms.get(id));
            sum = match atom.as_deref() {
                Some(CellAtom::If(condition, one)) if one.number() == Some(1) => self.frame.only_if(condition, &sum)?,
                _ => own.times(&sum)?,
            };
        }
        Ok(sum)
    }

    fn is_natural(&mut self, sum: &Sum) -> Result<bool, OutOfBudget> {
        Ok(self.frame.range(sum)?.0 >= 0)
    }

    /// An operand that must not be below zero: 0 where it is, and where the result exists.
    fn natural_operand(&mut self, id: Id) -> Result<(Sum, Vec<Sum>), OutOfBudget> {
        let Read { sum, natural, mut exists } = self.read[&id].clone();
        if natural || self.is_natural(&sum)? {
            return Ok((sum, exists));
        }
        let condition = Condition::Natural(sum.clone());
        let at_least = self.frame.only_if(&condition, &Sum::constant(1))?;
        joined(&mut exists, [at_least]);
        Ok((self.frame.only_if(&condition, &sum)?, exists))
    }

    fn operation(&mut self, op: Op, a: Id, b: Id) -> Result<Read, OutOfBudget> {
        let natural = self.read[&a].natural && self.read[&b].natural;
        let exists = self.both_exist(a, b);
        let (x, y) = (self.read[&a].sum.clone(), self.read[&b].sum.clone());
        let sum = match op {
            Op::Add => x.plus(&y)?,
            Op::Sub => {
                let sum = x.minus(&y)?;
                return Ok(Read { natural: self.is_natural(&sum)?, sum, exists });
            }
            Op::Mul => x.times(&y)?,
            Op::Min => self.compared(Comparison::Less, a, b, &x, &y)?,
            Op::Max => self.compared(Comparison::Less, a, b, &y, &x)?,
            _ => return self.natural_operation(op, a, b),
        };
        Ok(Read { natural: natural || self.is_natural(&sum)?, sum, exists })
    }

    /// An operation that exists for natural numbers only.
    fn natural_operation(&mut self, op: Op, a: Id, b: Id) -> Result<Read, OutOfBudget> {
        let ((x, mut exists), (y, second)) = (self.natural_operand(a)?, self.natural_operand(b)?);
        joined(&mut exists, second);
        if matches!(op, Op::Div | Op::Rem) {
            let positive = Condition::Natural(y.shifted(-1)?);
            let divides = self.frame.only_if(&positive, &Sum::constant(1))?;
            joined(&mut exists, [divides]);
        }
        let sum = match op {
            Op::Div => self.frame.opaque(Opaque::Quotient, &x, &y)?,
            Op::Rem => {
                let quotient = self.frame.opaque(Opaque::Quotient, &x, &y)?;
                x.minus(&quotient.times(&y)?)?
            }
            Op::And => self.frame.and(&x, &y)?,
            Op::Or => self.frame.or(&x, &y)?,
            Op::Xor => self.frame.xor(&x, &y)?,
            Op::Shl => self.frame.opaque(Opaque::ShiftLeft, &x, &y)?,
            _ => self.frame.opaque(Opaque::ShiftRight, &x, &y)?,
        };
        Ok(Read { sum, natural: true, exists })
    }

    fn compared(
        &mut self,
        comparison: Comparison,
        a: Id,
        b: Id,
        then: &Sum,
        otherwise: &Sum,
    ) -> Result<Sum, OutOfBudget> {
        let difference = self.read[&b].sum.minus(&self.read[&a].sum)?;
        let (condition, then, otherwise) = match comparison {
            Comparison::Less => (Condition::Natural(difference.shifted(-1)?), then, otherwise),
            Comparison::LessEqual => (Condition::Natural(difference), then, otherwise),
            Comparison::Equal => (Condition::Zero(difference), then, otherwise),
            Comparison::NotEqual => (Condition::Zero(difference), otherwise, then),
        };
        let change = then.minus(otherwise)?;
        otherwise.plus(&self.frame.only_if(&condition, &change)?)
    }

    /// The first sum where a truth holds, else the second.
    fn choose(&mut self, truth: Id, then: &Sum, otherwise: &Sum, depth: usize) -> Result<Sum, OutOfBudget> {
        if depth > DEEPEST {
            return Err(OutOfBudget);
        }
        if then == otherwise {
            return Ok(then.clone());
        }
        match self.arena.get(truth) {
            Node::Constant(0) => Ok(otherwise.clone()),
            Node::Constant(_) => Ok(then.clone()),
            Node::Compare(comparison, a, b) => self.compared(comparison, a, b, then, otherwise),
            Node::Binary(Op::And, a, b) if self.is_truth(a, depth) && self.is_truth(b, depth) => {
                let inner = self.choose(b, then, otherwise, depth + 1)?;
                self.choose(a, &inner, otherwise, depth + 1)
            }
            Node::Binary(Op::Or, a, b) if self.is_truth(a, depth) && self.is_truth(b, depth) => {
                let inner = self.choose(b, then, otherwise, depth + 1)?;
                self.choose(a, then, &inner, depth + 1)
            }
            _ => {
                let zero = Condition::Zero(self.read[&truth].sum.clone());
                let change = otherwise.minus(then)?;
                then.plus(&self.frame.only_if(&zero, &change)?)
            }
        }
    }

    fn is_truth(&self, id: Id, depth: usize) -> bool {
        depth <= DEEPEST
            && match self.arena.get(id) {
                Node::Constant(value) => value == 0 || value == 1,
                Node::Compare(..) => true,
                Node::Binary(Op::And | Op::Or, a, b) => self.is_truth(a, depth + 1) && self.is_truth(b, depth + 1),
                _ => false,
            }
    }
}

/// Adds what there is not, and what is not 1 anyway.
fn joined(exists: &mut Vec<Sum>, others: impl IntoIterator<Item = Sum>) {
    for other in others {
        if other.number() != Some(1) && !exists.contains(&other) {
            exists.push(other);
        }
    }
}
