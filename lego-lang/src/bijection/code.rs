//! The code of a closure on numbers, compact enough to be run on every index even in an unoptimised build.

use crate::elaborate::{Instruction, Routine};
use crate::exact::{Exact, Undefined};
use crate::syntax::{Call, Operator};
use crate::world::Numbers;
use lego_core::chain::Scalar;

/// The code of a closure on numbers.
///
/// Runs on 64-bit registers first; a value that does not fit them, or does not exist, is [`NONE`]. Where one reaches the
/// outputs, the same routine runs once more on exact integers, which know the value or the reason.
pub(crate) struct Code {
    routine: Routine<Exact>,
    steps: Vec<Step>,
    registers: Vec<i64>,
    /// The registers of the inputs; a component may be read at several places.
    inputs: Vec<(usize, usize)>,
    /// The work done so far, in steps.
    work: u64,
}

/// So many steps on registers take as long as one on exact integers.
const EXACT: u64 = 32;

/// No value in a register.
const NONE: i64 = i64::MIN;

#[derive(Clone, Copy)]
struct Step {
    action: Action,
    a: usize,
    b: usize,
    c: usize,
    to: usize,
}

#[derive(Clone, Copy)]
enum Action {
    Binary(Operator),
    Call(Call),
    Not,
    Choose,
}

impl Code {
    /// The code of a routine whose values are all numbers.
    pub(crate) fn new<V: Scalar>(routine: &Routine<V>) -> Option<Self> {
        let mut code = Self {
            routine: Routine { instructions: Vec::new(), outputs: routine.outputs.clone() },
            steps: Vec::new(),
            registers: vec![NONE; routine.instructions.len()],
            inputs: Vec::new(),
            work: 0,
        };
        for (to, node) in routine.instructions.iter().enumerate() {
            let step = |action, [a, b, c]: [usize; 3]| Step { action, a, b, c, to };
            code.routine.instructions.push(match *node {
                Instruction::Symbol(_) => return None,
                Instruction::Constant(value) => {
                    code.registers[to] = i64::try_from(value).unwrap_or(NONE);
                    Instruction::Constant(value)
                }
                Instruction::Settled(holds) => {
                    code.registers[to] = holds.into();
                    Instruction::Settled(holds)
                }
                Instruction::Input(k) => {
                    code.inputs.push((k, to));
                    Instruction::Input(k)
                }
                Instruction::Binary(operator, a, b) => {
                    code.steps.push(step(Action::Binary(operator), [a, b, 0]));
                    Instruction::Binary(operator, a, b)
                }
                Instruction::Call(call, a, b) => {
                    code.steps.push(step(Action::Call(call), [a, b, 0]));
                    Instruction::Call(call, a, b)
                }
                Instruction::Not(a) => {
                    code.steps.push(step(Action::Not, [a, 0, 0]));
                    Instruction::Not(a)
                }
                Instruction::Choose(c, a, b) => {
                    code.steps.push(step(Action::Choose, [a, b, c]));
                    Instruction::Choose(c, a, b)
                }
            });
        }
        Some(code)
    }

    /// Writes the outputs for some inputs.
    pub(crate) fn run(&mut self, inputs: &[u64], outputs: &mut [i128]) -> Result<(), Undefined> {
        for &(input, register) in &self.inputs {
            // Below 2^20, as every index and position that is checked.
            self.registers[register] = inputs[input] as i64;
        }
        self.work += self.length();
        run_steps(&self.steps, &mut self.registers);
        let mut fits = true;
        for (output, &register) in outputs.iter_mut().zip(&self.routine.outputs) {
            let value = self.registers[register];
            fits &= value != NONE;
            *output = value.into();
        }
        if fits { Ok(()) } else { self.run_exactly(inputs, outputs) }
    }

    /// How many steps a run takes.
    pub(crate) fn length(&self) -> u64 {
        self.steps.len() as u64 + 1
    }

    /// How many steps all runs have taken.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    fn run_exactly(&mut self, inputs: &[u64], outputs: &mut [i128]) -> Result<(), Undefined> {
        self.work += EXACT * self.length();
        let inputs: Vec<Exact> = inputs.iter().map(|&input| Exact::from(input)).collect();
        for (output, value) in outputs.iter_mut().zip(self.routine.run(&Numbers::default(), &inputs)) {
            *output = value.value()?;
        }
        Ok(())
    }
}

/// Does the steps one by one. Indexing instead of iterating: calls of iterators cost more than the steps themselves
/// where nothing is inlined, and macros run in unoptimised builds.
fn run_steps(steps: &[Step], registers: &mut [i64]) {
    let mut k = 0;
    while k < steps.len() {
        let Step { action, a, b, c, to } = steps[k];
        let (x, y) = (registers[a], registers[b]);
        registers[to] = match action {
            Action::Choose => match registers[c] {
                NONE => NONE,
                0 => y,
                _ => x,
            },
            // The right side of these may have no value where the left one decides.
            Action::Binary(Operator::And) => {
                if x == 0 || x == NONE {
                    x
                } else {
                    y
                }
            }
            Action::Binary(Operator::Or) => {
                if x == 0 {
                    y
                } else {
                    x
                }
            }
            _ if x == NONE || y == NONE => NONE,
            Action::Not => 1 - x,
            Action::Binary(operator) => binary(operator, x, y),
            Action::Call(Call::Min) => {
                if x < y {
                    x
                } else {
                    y
                }
            }
            Action::Call(Call::Max) => {
                if x < y {
                    y
                } else {
                    x
                }
            }
            Action::Call(Call::CeilDiv) => {
                if x < 0 || y <= 0 {
                    NONE
                } else {
                    x / y + (x % y != 0) as i64
                }
            }
        };
        k += 1;
    }
}

fn binary(operator: Operator, x: i64, y: i64) -> i64 {
    match operator {
        Operator::Mul => match x.overflowing_mul(y) {
            (value, false) => value,
            _ => NONE,
        },
        Operator::Add => match x.overflowing_add(y) {
            (value, false) => value,
            _ => NONE,
        },
        Operator::Sub => match x.overflowing_sub(y) {
            (value, false) => value,
            _ => NONE,
        },
        Operator::Compare(comparison) => comparison.holds(x, y) as i64,
        _ if x < 0 || y < 0 => NONE,
        Operator::Div if y > 0 => x / y,
        Operator::Rem if y > 0 => x % y,
        Operator::Shl if y < 62 && x >> (62 - y) == 0 => x << y,
        Operator::Shr => {
            if y < 63 {
                x >> y
            } else {
                0
            }
        }
        Operator::BitAnd => x & y,
        Operator::BitXor => x ^ y,
        Operator::BitOr => x | y,
        _ => NONE,
    }
}
