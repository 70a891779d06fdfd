//! From an expression over symbols to its answer: the samples that lead to a result, and the numbers that show why there is none.

use super::answer::{Answer, Refusal, Result as Holds, Value};
use super::condition::Condition;
use super::context::{Context, Stop};
use super::evaluate::{Halt, value};
use super::sample::{samples, small};
use crate::expression::Value as Number;
use crate::expression::{Expression, Fact, Fault, Node, Relation, Syntax, evaluate_syntax, parse};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The most symbols.
const SYMBOLS: usize = 16;

/// So many samples that lead to a result are compared: the one with the fewest conditions is taken.
const COMPARED: usize = 4;

/// So often a walk begins anew.
const ROUNDS: usize = 128;

/// The value of an expression for all values of its names for which the conditions hold.
///
/// # Errors
/// What is wrong with the expression whatever the sizes are: its form, a function that there is none of, an operation that is
/// for numbers only.
///
/// ```
/// use lego_algebra::symbolic::{Answer, evaluate};
/// let Ok(Answer::Holds(result)) = evaluate("composition((M,N):(1,K), 8:1)") else { panic!() };
/// assert_eq!(result.to_string(), "8:1");
/// assert_eq!(result.assumes(), ["M >= 1", "N >= 1", "K >= 1", "M >= 8"]);
/// ```
pub fn evaluate(text: &str) -> Result<Answer, Fault> {
    evaluate_expression(&parse(text)?)
}

/// The value of an expression whose form is known; see [`evaluate`].
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_expression(expression: &Expression) -> Result<Answer, Fault> {
    let names: Vec<String> = expression.names().iter().map(ToString::to_string).collect();
    if names.len() > SYMBOLS {
        return Err(Fault::at(
            &expression.root,
            format!("{} sizes without a value; the most are {SYMBOLS}", names.len()),
        ));
    }
    Search { expression, names: &names }.answer()
}

/// An expression and its names.
struct Search<'a> {
    expression: &'a Expression,
    names: &'a [String],
}

impl Search<'_> {
    /// The value for numbers.
    fn number(&self, node: &Node, values: &[i64]) -> Result<Number, Fault> {
        let value = |name: &str| self.names.iter().position(|other| other == name).map(|k| values[k]);
        evaluate_syntax(node, &value)
    }

    /// Whether the facts hold for numbers.
    fn facts_hold(&self, values: &[i64]) -> bool {
        self.expression.facts.iter().all(|Fact { left, relation, right }| {
            match (self.number(left, values), self.number(right, values)) {
                (Ok(Number::Number(left)), Ok(Number::Number(right))) => match relation {
                    Relation::Equal => left == right,
                    Relation::AtLeast => left >= right,
                    Relation::AtMost => left <= right,
                    Relation::Above => left > right,
                    Relation::Below => left < right,
                },
                _ => false,
            }
        })
    }

    /// Values near others for which the facts of single names hold: `K == 4*N`, `M % 64 == 0`, `N >= 32`.
    fn fitted(&self, mut values: Vec<i64>) -> Vec<i64> {
        let place = |node: &Node| match &node.syntax {
            Syntax::Name(name) => self.names.iter().position(|other| other == name),
            _ => None,
        };
        // A fact may come before one that it depends on.
        for Fact { left, relation, right } in self.expression.facts.iter().chain(&self.expression.facts) {
            let at_least = |k: usize, values: &[i64], least: &Node| match self.number(least, values) {
                Ok(Number::Number(least)) => values[k].max(least),
                _ => values[k],
            };
            match (&left.syntax, relation) {
                (Syntax::Arithmetic('%', of, by), Relation::Equal) => {
                    if let (Some(k), Ok(Number::Number(by))) = (place(of), self.number(by, &values)) {
                        if by > 0 {
                            values[k] = values[k].saturating_add(by - 1) / by * by;
                        }
                    }
                }
                (_, Relation::Equal) => {
                    for (one, other) in [(left, right), (right, left)] {
                        if let (Some(k), Ok(Number::Number(value))) = (place(one), self.number(other, &values)) {
                            values[k] = value.max(1);
                            break;
                        }
                    }
                }
                (_, Relation::AtLeast | Relation::Above) => {
                    if let Some(k) = place(left) {
                        values[k] = at_least(k, &values, right);
                    }
                }
                (_, Relation::AtMost | Relation::Below) => {
                    if let (Some(k), Ok(Number::Number(most))) = (place(left), self.number(right, &values)) {
                        values[k] = values[k].min(most).max(1);
                    }
                }
            }
        }
        values
    }

    /// The result with the fewest conditions of some samples, or why there is none.
    fn answer(&self) -> Result<Answer, Fault> {
        let (mut best, mut found, mut reason) = (None::<Holds>, 0, None);
        let mut is_first = true;
        for sample in samples(self.names.len()) {
            if found == COMPARED {
                break;
            }
            let sample = self.fitted(sample);
            if core::mem::take(&mut is_first) {
                // What is wrong whatever the sizes are.
                if let Err(Halt::Fault(fault)) = value(&mut Context::new(self.names, &sample), &self.expression.root) {
                    return Err(fault);
                }
            }
            if !self.facts_hold(&sample) || self.number(&self.expression.root, &sample).is_err() {
                continue;
            }
            match self.follow(&sample)? {
                Ok(result) => {
                    found += 1;
                    if best.as_ref().is_none_or(|best| result.conditions.len() < best.conditions.len()) {
                        best = Some(result);
                    }
                }
                Err(why) => {
                    reason.get_or_insert(why);
                }
            }
        }
        if let Some(result) = best {
            return Ok(Answer::Holds(Box::new(result)));
        }
        let values = small(self.names.len()).map(|values| self.fitted(values));
        for values in values.filter(|values| self.facts_hold(values)) {
            if let Err(fault) = self.number(&self.expression.root, &values) {
                let values = self.names.iter().cloned().zip(values).collect();
                return Ok(Answer::Refused(Refusal { values, fault }));
            }
        }
        let none = "no values of the sizes were found for which the facts hold and there is a value";
        Ok(Answer::Undecided(reason.unwrap_or_else(|| none.into())))
    }

    /// The walk that a sample leads, or why it leads nowhere.
    fn follow(&self, sample: &[i64]) -> Result<Result<Holds, String>, Fault> {
        let mut context = Context::new(self.names, sample);
        for fact in &self.expression.facts {
            if let Err(why) = know(&mut context, fact)? {
                return Ok(Err(why));
            }
        }
        for _ in 0..ROUNDS {
            match value(&mut context, &self.expression.root) {
                Ok(value) => {
                    let conditions = context.conditions();
                    return Ok(Ok(Holds { context, value, conditions }));
                }
                Err(Halt::Stop(Stop::Anew)) => {}
                Err(Halt::Stop(Stop::Undecided(why))) => return Ok(Err(why)),
                Err(Halt::Fault(fault)) => return Err(fault),
            }
        }
        Ok(Err("too many conditions".into()))
    }
}

/// Puts a fact to use.
fn know(context: &mut Context, fact: &Fact) -> Result<Result<(), String>, Fault> {
    let Fact { left, relation, right } = fact;
    let wrong = || Fault::at(left, "a fact is of products of sizes, as M % 64 == 0, N >= 32, K == 4*N");
    let mut term = |node: &Node| match value(context, node) {
        Ok(Value::Term(term)) => Ok(term),
        Err(Halt::Fault(fault)) => Err(fault),
        _ => Err(wrong()),
    };
    let known = match (&left.syntax, relation, &right.syntax) {
        (Syntax::Arithmetic('%', of, by), Relation::Equal, Syntax::Number(0)) => {
            let (of, by) = (term(of)?, term(by)?);
            if by.as_number().is_some_and(|by| by < 1) {
                return Err(wrong());
            }
            context.give(Condition::Divides { by, of })
        }
        (_, Relation::Equal, _) => {
            let (left, right) = (term(left)?, term(right)?);
            context.give(Condition::Equal { one: left, two: right })
        }
        _ => {
            let (left, right) = (term(left)?, term(right)?);
            let (small, large) = match relation {
                Relation::AtLeast | Relation::Above => (right, left),
                _ => (left, right),
            };
            context.give(Condition::AtMost { small, large })
        }
    };
    Ok(match known {
        Ok(()) | Err(Stop::Anew) => Ok(()),
        Err(Stop::Undecided(why)) => Err(why),
    })
}
