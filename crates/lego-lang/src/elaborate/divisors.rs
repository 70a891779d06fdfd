//! The error for divisors of closures that are 0 at every size and every index.
//!
//! A division that is not needed is none: one in a branch that the sizes rule out, or whose result nothing uses.

use super::bounds::Bounds;
use super::elaborator::Elaborator;
use super::facts::{Fact, facts};
use super::routine::{Instruction, Routine};
use crate::syntax::Operator;
use crate::text_range::TextRange;
use crate::world::World;
use lego_core::LayoutError;

impl<W: World + Clone> Elaborator<'_, W> {
    /// Refuses divisors that are always 0. `divisions` are the steps that divide, and where their divisors stand.
    pub(super) fn divisors(
        &mut self,
        routine: &Routine<W::Value>,
        inputs: &[Bounds],
        divisions: &[(usize, TextRange)],
    ) -> Option<()> {
        if divisions.is_empty() {
            return Some(());
        }
        let facts = facts(&self.world, routine, inputs);
        let needed = needed(routine, &facts);
        let mut all_right = Some(());
        for &(step, range) in divisions {
            let (Instruction::Binary(_, _, divisor) | Instruction::Call(_, _, divisor)) = routine.instructions[step]
            else {
                continue;
            };
            if needed[step] && (facts[divisor].is_zero() || self.is_zero(routine, divisor)) {
                let divisor = self.at(range).as_str().into();
                self.error(LayoutError::ZeroDivisor { divisor }, range);
                all_right = None;
            }
        }
        all_right
    }

    /// Whether a register that no input reaches is 0 at every size.
    fn is_zero(&self, routine: &Routine<W::Value>, register: usize) -> bool {
        if matches!(routine.instructions[register], Instruction::Constant(_) | Instruction::Symbol(_)) {
            return false;
        }
        match routine.part(register) {
            Some(part) => self.world.is_zero(part.run(&self.world, &[])[0]),
            None => false,
        }
    }
}

/// Whether the value needs a register.
fn needed<V: Copy>(routine: &Routine<V>, facts: &[Fact]) -> Vec<bool> {
    let mut needed = vec![false; routine.instructions.len()];
    for &output in &routine.outputs {
        needed[output] = true;
    }
    // A step uses earlier ones only.
    for k in (0..routine.instructions.len()).rev() {
        if !needed[k] {
            continue;
        }
        let mut need = |operand: usize| needed[operand] = true;
        match routine.instructions[k] {
            Instruction::Constant(_) | Instruction::Symbol(_) | Instruction::Input(_) | Instruction::Settled(_) => {}
            Instruction::Binary(Operator::And, a, _) if facts[a].truth() == Some(false) => need(a),
            Instruction::Binary(Operator::Or, a, _) if facts[a].truth() == Some(true) => need(a),
            Instruction::Binary(_, a, b) | Instruction::Call(_, a, b) => {
                need(a);
                need(b);
            }
            Instruction::Not(a) => need(a),
            Instruction::Choose(c, a, b) => {
                need(c);
                match facts[c].truth() {
                    Some(true) => need(a),
                    Some(false) => need(b),
                    None => {
                        need(a);
                        need(b);
                    }
                }
            }
        }
    }
    needed
}
