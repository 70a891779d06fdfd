//! What has to hold of sizes without a value: what the texts of placeholders rely upon, for the template to assert.

use lego_expr::{Comparison, Id, Op};
use lego_lang::compile::{Compiled, Condition, Requirement};

/// The truths of a layout's sizes, in an order in which each has a value where those before it hold.
///
/// That values fit the integers of the language is not among them.
pub(super) fn truths(compiled: &Compiled) -> Result<Vec<Id>, String> {
    let arena = &*compiled.arena;
    let (zero, one) = (arena.constant(0), arena.constant(1));
    let (mut truths, mut later) = (Vec::new(), Vec::new());
    for assertion in &compiled.assertions {
        let requirement = match &assertion.condition {
            Condition::Fits { .. } => continue,
            Condition::Fact(_, truth) => {
                later.push(*truth);
                continue;
            }
            Condition::Requirement(requirement) => requirement,
        };
        match requirement {
            Requirement::Positive { value, .. } => truths.push(arena.compare(Comparison::LessEqual, one, *value)),
            Requirement::Divides { value, divisor, .. } => {
                later.push(arena.compare(Comparison::Equal, arena.binary(Op::Rem, *value, *divisor), zero));
            }
            Requirement::AtMost { value, most, .. } => later.push(arena.compare(Comparison::LessEqual, *value, *most)),
            Requirement::PowerOfTwo { value, .. } => {
                let below = arena.binary(Op::Sub, *value, one);
                later.push(arena.compare(Comparison::Equal, arena.binary(Op::And, *value, below), zero));
            }
            Requirement::Equal { left_size, right_size, .. } => {
                later.push(arena.compare(Comparison::Equal, *left_size, *right_size));
            }
            Requirement::Coprime { .. } => {
                return Err(format!(
                    "{}: no expression says so; give the sizes values with --let",
                    assertion.condition.describe(arena)
                ));
            }
        }
    }
    truths.extend(later);
    // Each once, and none that is a number and holds.
    let mut each: Vec<Id> = Vec::new();
    for truth in truths {
        if arena.number(truth).is_none_or(|truth| truth == 0) && !each.contains(&truth) {
            each.push(truth);
        }
    }
    Ok(each)
}
