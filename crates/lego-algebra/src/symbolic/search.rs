//! From an expression over symbols to its answer: the samples that lead to a result, and the numbers that show why there is none.

use super::answer::{Answer, Refusal, Result as Holds, Value};
use super::condition::Condition;
use super::context::{Context, Stop};
use super::evaluate::{Halt, value};
use super::sample::{samples, small};
use crate::expression::Value as Number;
use crate::expression::{Expression, Fact, Fault, Node, Relation, Syntax, evaluate_syntax};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

/// The number of samples that lead to a result of which the one with the fewest conditions is taken.
pub(super) const COMPARED: usize = 4;

/// The samples that a search for one result tries.
const TRIED: usize = 24;

/// The largest number of times that a walk begins anew.
const ROUNDS: usize = 128;

/// No walk takes more than this part of the steps, so that one that leads nowhere leaves some for another sample.
const SHARE: u64 = 8;

/// The steps for all evaluations with numbers together: parts of the expression.
const PARTS: u64 = 1 << 20;

/// The most characters of a value or of a condition as text.
const CHARACTERS: usize = 1 << 16;

/// The answer with the fewest conditions of so many, with every size at least 1, and the steps that are left.
pub(super) fn search_for(
    expression: &Expression,
    names: &[String],
    limit: Option<u64>,
    steps: Cell<u64>,
    compared: usize,
) -> Result<(Answer, u64), Fault> {
    let parts = expression.root.parts() + expression.facts.iter().map(Fact::parts).sum::<usize>();
    let search = Search {
        expression,
        names,
        limit,
        steps,
        ran_out: Cell::new(false),
        parts: parts as u64,
        evaluated: Cell::new(limit.map_or(u64::MAX, |_| PARTS)),
        compared,
    };
    let answer = search.answer()?;
    Ok((answer, search.steps.get()))
}

/// An expression and its names, and what is left to be spent.
struct Search<'a> {
    expression: &'a Expression,
    names: &'a [String],
    limit: Option<u64>,
    /// The steps that are left for walks.
    steps: Cell<u64>,
    /// Whether a walk ended for want of steps.
    ran_out: Cell<bool>,
    /// The parts of the expression and its facts.
    parts: u64,
    /// The parts that may still be evaluated with numbers.
    evaluated: Cell<u64>,
    /// The number of results that are compared.
    compared: usize,
}

impl Search<'_> {
    /// The value for numbers.
    fn number(&self, node: &Node, values: &[i64]) -> Result<Number, Fault> {
        let value = |name: &str| self.names.iter().position(|other| other == name).map(|k| values[k]);
        evaluate_syntax(node, &value)
    }

    /// Whether the expression may be evaluated with numbers once more.
    fn may_evaluate(&self) -> bool {
        // Facts are evaluated up to three times: twice to fit the numbers to them.
        match self.evaluated.get().checked_sub(3 * self.parts) {
            Some(left) => {
                self.evaluated.set(left);
                true
            }
            None => false,
        }
    }

    /// Whether the facts hold for numbers.
    fn facts_hold(&self, values: &[i64]) -> bool {
        self.expression.facts.iter().all(|Fact { left, relation, right }| {
            match (self.number(left, values), self.number(right, values)) {
                (Ok(Number::Number(left)), Ok(Number::Number(right))) => match relation {
                    Relation::Equal => left == right,
                    Relation::Differs => left != right,
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
                (_, Relation::Differs) => {
                    if let (Some(k), Ok(Number::Number(other))) = (place(left), self.number(right, &values)) {
                        values[k] = values[k].saturating_add(i64::from(values[k] == other));
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
        // Of a search for one result, which is no answer of its own, a few samples are enough.
        let tried = if self.compared == COMPARED { usize::MAX } else { TRIED };
        for sample in samples(self.names.len()).into_iter().take(tried) {
            if found == self.compared || self.steps.get() == 0 || !self.may_evaluate() {
                break;
            }
            let sample = self.fitted(sample);
            if core::mem::take(&mut is_first) {
                // What is wrong whatever the sizes are.
                let mut context = self.context(&sample);
                let before = context.steps();
                let first = value(&mut context, &self.expression.root);
                self.spend(before - context.steps());
                if let Err(Halt::Fault(fault)) = first {
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
        if let (Some(steps), true) = (self.limit, self.ran_out.get() || self.steps.get() == 0) {
            return Ok(Answer::OutOfBudget { steps });
        }
        for values in small(self.names.len()).take_while(|_| tried == usize::MAX) {
            if !self.may_evaluate() {
                break;
            }
            let values = self.fitted(values);
            if !self.facts_hold(&values) {
                continue;
            }
            if let Err(fault) = self.number(&self.expression.root, &values) {
                let values = self.names.iter().cloned().zip(values).collect();
                return Ok(Answer::Refused(Refusal { values, fault }));
            }
        }
        match (self.limit, reason) {
            (_, Some(reason)) => Ok(Answer::Undecided(reason)),
            (Some(_), None) if self.evaluated.get() < 3 * self.parts => Ok(Answer::OutOfBudget { steps: PARTS }),
            (_, None) => Ok(Answer::Undecided(
                "no values of the sizes were found for which the facts hold and there is a value".into(),
            )),
        }
    }

    /// What is known before a walk, with its share of the steps.
    fn context(&self, sample: &[i64]) -> Context {
        let share = self.limit.map_or(u64::MAX, |limit| limit.div_ceil(SHARE));
        Context::new(self.names, sample, self.steps.get().min(share))
    }

    fn out_of_budget(&self) -> String {
        self.ran_out.set(true);
        "no steps are left".into()
    }

    fn spend(&self, steps: u64) {
        self.steps.set(self.steps.get().saturating_sub(steps));
    }

    /// The walk that a sample leads, or why it leads nowhere.
    fn follow(&self, sample: &[i64]) -> Result<Result<Holds, String>, Fault> {
        let mut context = self.context(sample);
        let before = context.steps();
        let followed = self.walk(&mut context);
        self.spend(before - context.steps());
        match followed? {
            Ok((value, conditions)) => {
                let positive = self.names.to_vec();
                let result = Holds { context, value, conditions, positive };
                // What is made of the same parts again and again is small here and too large as text.
                Ok(if result.has_text_within(CHARACTERS) {
                    Ok(result)
                } else {
                    Err(format!("the value or its conditions have more than {CHARACTERS} characters"))
                })
            }
            Err(why) => Ok(Err(why)),
        }
    }

    fn walk(&self, context: &mut Context) -> Result<Result<(Value, Vec<Condition>), String>, Fault> {
        for fact in &self.expression.facts {
            match know(context, fact) {
                Ok(()) => {}
                Err(Halt::Fault(fault)) => return Err(fault),
                Err(Halt::Stop(Stop::OutOfBudget)) => return Ok(Err(self.out_of_budget())),
                Err(Halt::Stop(Stop::Undecided(why))) => return Ok(Err(why)),
                Err(Halt::Stop(Stop::Anew)) => return Ok(Err("too many conditions".into())),
            }
        }
        for _ in 0..ROUNDS {
            match value(context, &self.expression.root) {
                Ok(value) => {
                    let conditions = context.conditions();
                    return Ok(Ok((value, conditions)));
                }
                Err(Halt::Stop(Stop::Anew)) => {}
                Err(Halt::Stop(Stop::Undecided(why))) => return Ok(Err(why)),
                Err(Halt::Stop(Stop::OutOfBudget)) => return Ok(Err(self.out_of_budget())),
                Err(Halt::Fault(fault)) => return Err(fault),
            }
        }
        Ok(Err("too many conditions".into()))
    }
}

/// Puts a fact to use.
fn know(context: &mut Context, fact: &Fact) -> Result<(), Halt> {
    let Fact { left, relation, right } = fact;
    let wrong = || Halt::Fault(Fault::at(left, "a fact is of products of sizes, as M % 64 == 0, N >= 32, K == 4*N"));
    // A quotient in a fact says that it is one: the divisibility is known from then on, and the side begins anew.
    let mut term = |node: &Node| {
        for _ in 0..ROUNDS {
            match value(context, node) {
                Ok(Value::Term(term)) => return Ok(term),
                Err(Halt::Stop(Stop::Anew)) => {}
                Err(halt) => return Err(halt),
                Ok(_) => return Err(wrong()),
            }
        }
        Err(Stop::Anew.into())
    };
    let condition = match (&left.syntax, relation, &right.syntax) {
        (Syntax::Arithmetic('%', of, by), Relation::Equal, Syntax::Number(0)) => {
            let (of, by) = (term(of)?, term(by)?);
            if by.as_number().is_some_and(|by| by < 1) {
                return Err(wrong());
            }
            Condition::Divides { by, of }
        }
        (_, Relation::Equal, _) => Condition::Equal { one: term(left)?, two: term(right)? },
        (_, Relation::Differs, _) => Condition::Differs { one: term(left)?, two: term(right)? },
        (_, Relation::AtLeast | Relation::Above, _) => Condition::AtMost { large: term(left)?, small: term(right)? },
        (_, Relation::AtMost | Relation::Below, _) => Condition::AtMost { small: term(left)?, large: term(right)? },
    };
    Ok(context.give(condition)?)
}
