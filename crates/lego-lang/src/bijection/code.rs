//! The code of a closure on numbers, which is run on every index.

use super::column::{Column, NONE};
use crate::elaborate::{Instruction, Routine};
use crate::exact::{Exact, Undefined};
use crate::syntax::{Call, Operator};
use crate::world::Numbers;
use lego_core::chain::Scalar;

/// The code of a closure on numbers.
///
/// Runs on columns first. Where a number that does not exist or fit reaches the outputs, the same routine runs once more on
/// exact integers, which know the value or the reason.
pub(crate) struct Code {
    routine: Routine<Exact>,
    steps: Vec<Step>,
    /// One for each instruction.
    registers: Vec<Column>,
    /// The registers of the inputs; a component may be read at several places.
    inputs: Vec<(usize, usize)>,
    /// What a run takes for each index.
    length: u64,
    /// How often exact integers were needed, as far as nobody has asked.
    exactly: u64,
}

/// How much longer a division takes than a step that is none.
const DIVISION: u64 = 3;

/// How much longer a step takes on exact integers.
const EXACT: u64 = 100;

#[derive(Clone, Copy)]
enum Step {
    Binary(Operator, [usize; 2], usize),
    Call(Call, [usize; 2], usize),
    Not(usize, usize),
    Choose([usize; 3], usize),
}

impl Code {
    /// The code of a routine whose values are all numbers.
    pub(crate) fn new<V: Scalar>(routine: &Routine<V>) -> Option<Self> {
        let needed = needed(routine);
        let mut code = Self {
            routine: Routine { instructions: Vec::new(), outputs: routine.outputs.clone() },
            steps: Vec::new(),
            registers: vec![Column::of(0); routine.instructions.len()],
            inputs: Vec::new(),
            length: 1,
            exactly: 0,
        };
        for (to, node) in routine.instructions.iter().enumerate() {
            let mut step = None;
            code.routine.instructions.push(match *node {
                Instruction::Symbol(_) => return None,
                Instruction::Constant(value) => {
                    code.registers[to] = Column::of(value);
                    Instruction::Constant(value)
                }
                Instruction::Settled(holds) => {
                    code.registers[to] = Column::of(holds.into());
                    Instruction::Settled(holds)
                }
                Instruction::Input(k) => {
                    code.inputs.push((k, to));
                    Instruction::Input(k)
                }
                Instruction::Binary(operator, a, b) => {
                    step = Some(Step::Binary(operator, [a, b], to));
                    Instruction::Binary(operator, a, b)
                }
                Instruction::Call(call, a, b) => {
                    step = Some(Step::Call(call, [a, b], to));
                    Instruction::Call(call, a, b)
                }
                Instruction::Not(a) => {
                    step = Some(Step::Not(a, to));
                    Instruction::Not(a)
                }
                Instruction::Choose(c, a, b) => {
                    step = Some(Step::Choose([c, a, b], to));
                    Instruction::Choose(c, a, b)
                }
            });
            if let Some(step) = step.filter(|_| needed[to]) {
                code.length += step.length();
                code.steps.push(step);
            }
        }
        Some(code)
    }

    /// Sets a component of the input in a lane.
    pub(crate) fn set(&mut self, component: usize, lane: usize, value: u64) {
        for &(input, register) in &self.inputs {
            if input == component {
                // Below 2^20, as every index and position that is checked.
                self.registers[register].set(lane, value as i64);
            }
        }
    }

    /// Runs for the inputs in all lanes.
    ///
    /// Indexing instead of iterating: iterators consist of calls where nothing is optimised.
    pub(crate) fn run(&mut self) {
        let mut k = 0;
        while k < self.steps.len() {
            let step = self.steps[k];
            let (Step::Binary(.., to) | Step::Call(.., to) | Step::Not(_, to) | Step::Choose(_, to)) = step;
            // Operands are registers before the result's.
            let (before, rest) = self.registers.split_at_mut(to);
            let out = &mut rest[0];
            match step {
                Step::Binary(operator, [a, b], _) => out.operate(operator, &before[a], &before[b]),
                Step::Call(call, [a, b], _) => out.call(call, &before[a], &before[b]),
                Step::Not(a, _) => out.not(&before[a]),
                Step::Choose([c, a, b], _) => out.choose(&before[c], &before[a], &before[b]),
            }
            k += 1;
        }
    }

    /// The outputs in a lane, for these inputs.
    pub(crate) fn outputs(&mut self, lane: usize, inputs: &[u64], outputs: &mut [i128]) -> Result<(), Undefined> {
        let mut fits = true;
        let mut k = 0;
        while k < outputs.len() {
            let value = self.registers[self.routine.outputs[k]].get(lane);
            fits &= value != NONE;
            outputs[k] = value as i128;
            k += 1;
        }
        if fits {
            return Ok(());
        }
        self.exactly += 1;
        let inputs: Vec<Exact> = inputs.iter().map(|&input| Exact::from(input)).collect();
        for (output, value) in outputs.iter_mut().zip(self.routine.run(&Numbers::default(), &inputs)) {
            *output = value.value()?;
        }
        Ok(())
    }

    /// What a run takes for each index, in steps.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// What runs on exact integers have taken since this was asked last, in steps.
    pub(crate) fn exact_work(&mut self) -> u64 {
        std::mem::take(&mut self.exactly) * EXACT * self.routine.instructions.len() as u64
    }
}

impl Step {
    /// How long it takes.
    fn length(self) -> u64 {
        match self {
            Self::Binary(Operator::Div | Operator::Rem, ..) => DIVISION,
            Self::Call(Call::CeilDiv, ..) => 2 * DIVISION,
            _ => 1,
        }
    }
}

/// Which instructions the outputs need.
fn needed<V: Scalar>(routine: &Routine<V>) -> Vec<bool> {
    let mut needed = vec![false; routine.instructions.len()];
    routine.outputs.iter().for_each(|&output| needed[output] = true);
    for (k, node) in routine.instructions.iter().enumerate().rev() {
        let operands = match *node {
            _ if !needed[k] => continue,
            Instruction::Binary(_, a, b) | Instruction::Call(_, a, b) => [a, a, b],
            Instruction::Choose(c, a, b) => [c, a, b],
            Instruction::Not(a) => [a; 3],
            _ => continue,
        };
        for operand in operands {
            needed[operand] = true;
        }
    }
    needed
}
