//! What a text means: names, expressions as sums, conditions as conjunctions of which one must hold.

use super::budget::Budget;
use super::case::Case;
use super::error::{ReadError, Result};
use super::piece::Piece;
use super::quasi::{Affine, Conjunct, Constraint, FAR, Ranges};
use super::syntax::{Expression, ExpressionNode, Formula, Sign, Text};
use lego_expr::{Arena, Id, Kind};
use std::collections::BTreeMap;

/// At most so many conjunctions of conditions.
pub(super) const MOST_CASES: usize = 1 << 13;

/// At most so many conditions of all conjunctions together.
const MOST_CONDITIONS: u64 = 1 << 20;

/// Of more conjunctions those that contradict themselves are left out.
const FEW_CASES: usize = 16;

/// Variables are numbered: the components of the index, those of the value, the parameters.
pub(super) struct Reader<'a> {
    pub(super) arena: &'a Arena,
    pub(super) rank: usize,
    pub(super) count: usize,
    /// What names mean; the last of a name counts.
    pub(super) names: Vec<(String, Affine)>,
    pub(super) parameters: Vec<Id>,
    /// What is done with a value that no equation gives.
    pub(super) unsolved: Unsolved,
    /// Whether there was one that was told.
    pub(super) is_unsolved: bool,
    budget: Budget,
}

/// What is done with a value that no equation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsolved {
    /// It is told, and nothing else is done.
    Told,
    /// The points of index and value are looked at one by one.
    ByPoints,
}

impl<'a> Reader<'a> {
    pub(super) fn new(arena: &'a Arena, rank: usize, count: usize, unsolved: Unsolved) -> Self {
        let budget = Budget::new(MOST_CONDITIONS);
        Self { arena, rank, count, names: Vec::new(), parameters: Vec::new(), unsolved, is_unsolved: false, budget }
    }

    /// The ranges of all variables where nothing is known of them.
    fn free(&self) -> Ranges {
        Ranges(vec![(-FAR, FAR); self.rank + self.count + self.parameters.len()])
    }

    /// The parameters of a text: those that have a value, and the others as sizes.
    pub(super) fn take_parameters(
        &mut self,
        text: &Text,
        values: &BTreeMap<String, i128>,
        known: &[(String, Id)],
    ) -> Result<()> {
        for (name, place) in &text.parameters {
            match values.get(name) {
                Some(&value) if value.abs() < FAR => self.names.push((name.clone(), Affine::constant(value))),
                Some(_) => {
                    let message = format!("the value of {name} has more than 100 bits");
                    return Err(ReadError::new(place.clone(), message));
                }
                None => self.add_parameter(name, known),
            }
        }
        Ok(())
    }

    /// The pieces of all cases of a text.
    pub(super) fn pieces(&mut self, text: &Text) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        for case in &text.cases {
            self.case(case, &mut pieces)?;
        }
        Ok(pieces)
    }

    pub(super) fn add_parameter(&mut self, name: &str, known: &[(String, Id)]) {
        let id = known.iter().find(|(other, _)| other == name).map(|(_, id)| *id);
        let id = id.unwrap_or_else(|| self.arena.variable(name, Kind::Size));
        self.names.push((name.to_owned(), Affine::variable(self.rank + self.count + self.parameters.len())));
        self.parameters.push(id);
    }

    /// The ranges of all variables, those of the index up to given values.
    pub(super) fn ranges(&self, highest: &[i128]) -> Ranges {
        let index = highest.iter().map(|&high| (0, high));
        let values = (0..self.count).map(|_| (-FAR, FAR));
        Ranges(index.chain(values).chain(self.parameters.iter().map(|_| (1, FAR))).collect())
    }

    pub(super) fn expression(&self, expression: &Expression) -> Result<Affine> {
        let large = || ReadError::new(expression.place.clone(), "a number beyond 100 bits comes about here");
        let free = self.free();
        match &*expression.node {
            ExpressionNode::Number(number) => Ok(Affine::constant(*number)),
            ExpressionNode::Name(name) => {
                let found = self.names.iter().rev().find(|(other, _)| other == name);
                found.map(|(_, affine)| affine.clone()).ok_or_else(|| {
                    ReadError::new(
                        expression.place.clone(),
                        format!("`{name}` is no component of the index and no parameter; parameters stand before the map: [{name}] -> {{ … }}"),
                    )
                })
            }
            ExpressionNode::Sum(a, b) => self.expression(a)?.plus(&self.expression(b)?, 1).ok_or_else(large),
            ExpressionNode::Difference(a, b) => self.expression(a)?.plus(&self.expression(b)?, -1).ok_or_else(large),
            ExpressionNode::Product(a, b) => {
                let (a, b) = (self.expression(a)?, self.expression(b)?);
                match (a.number(), b.number()) {
                    (Some(factor), _) => b.times(factor).ok_or_else(large),
                    (_, Some(factor)) => a.times(factor).ok_or_else(large),
                    _ => Err(ReadError::new(expression.place.clone(), "isl multiplies by numbers only")),
                }
            }
            ExpressionNode::Floor(a, divisor) => self.expression(a)?.floor(*divisor, &free).ok_or_else(large),
            ExpressionNode::Ceil(a, divisor) => {
                let sum = self.expression(a)?.plus(&Affine::constant(divisor - 1), 1).ok_or_else(large)?;
                sum.floor(*divisor, &free).ok_or_else(large)
            }
            ExpressionNode::Mod(a, divisor) => self.expression(a)?.modulo(*divisor, &free).ok_or_else(large),
        }
    }

    /// The conjunctions of conditions of which one must hold.
    pub(super) fn cases(&mut self, formula: &Formula) -> Result<Vec<Conjunct>> {
        self.cases_of(formula, true)
    }

    /// Those of a condition, or of its opposite.
    fn cases_of(&mut self, formula: &Formula, holds: bool) -> Result<Vec<Conjunct>> {
        match (formula, holds) {
            (Formula::Truth(truth), holds) => Ok(if *truth == holds { vec![vec![]] } else { vec![] }),
            (Formula::Not(inner), holds) => self.cases_of(inner, !holds),
            (Formula::And(all), true) | (Formula::Or(all), false) => {
                let mut cases: Vec<Conjunct> = vec![vec![]];
                for one in all {
                    let more = self.cases_of(one, holds)?;
                    let are_many = cases.len().saturating_mul(more.len()) > FEW_CASES;
                    let mut both = Vec::new();
                    for (a, b) in cases.iter().flat_map(|a| more.iter().map(move |b| (a, b))) {
                        let large =
                            |_| ReadError::new(0..0, format!("more than {MOST_CONDITIONS} conditions, written out"));
                        self.budget.take(1 + a.len() + b.len()).map_err(large)?;
                        let all = [&a[..], b].concat();
                        // What contradicts itself is not multiplied out any further.
                        if are_many && Case::everywhere(&self.free()).and(&all).is_none() {
                            continue;
                        }
                        both.push(all);
                        if both.len() > MOST_CASES {
                            return Err(ReadError::new(
                                0..0,
                                format!("more than {MOST_CASES} conjunctions of conditions"),
                            ));
                        }
                    }
                    cases = both;
                }
                Ok(cases)
            }
            (Formula::Or(all), true) | (Formula::And(all), false) => {
                let mut cases = Vec::new();
                for one in all {
                    cases.extend(self.cases_of(one, holds)?);
                }
                Ok(cases)
            }
            (Formula::Let(defined, inner), holds) => {
                let before = self.names.len();
                for (name, value) in defined {
                    let value = self.expression(value)?;
                    self.names.push((name.clone(), value));
                }
                let cases = self.cases_of(inner, holds);
                self.names.truncate(before);
                cases
            }
            (Formula::Compare(sign, a, b), holds) => {
                let large = || ReadError::new(a.place.start..b.place.end, "a number beyond 100 bits comes about here");
                let gap = self.expression(b)?.plus(&self.expression(a)?, -1).ok_or_else(large)?;
                let natural = |factor: i128, offset: i128| {
                    let sum = gap.times(factor).and_then(|gap| gap.plus(&Affine::constant(offset), 1));
                    sum.map(Constraint::Natural).ok_or_else(large)
                };
                let sign = match (sign, holds) {
                    (sign, true) => *sign,
                    (Sign::Less, false) => Sign::GreaterEqual,
                    (Sign::LessEqual, false) => Sign::Greater,
                    (Sign::Greater, false) => Sign::LessEqual,
                    (Sign::GreaterEqual, false) => Sign::Less,
                    (Sign::Equal, false) => Sign::NotEqual,
                    (Sign::NotEqual, false) => Sign::Equal,
                };
                Ok(match sign {
                    Sign::Less => vec![vec![natural(1, -1)?]],
                    Sign::LessEqual => vec![vec![natural(1, 0)?]],
                    Sign::Greater => vec![vec![natural(-1, -1)?]],
                    Sign::GreaterEqual => vec![vec![natural(-1, 0)?]],
                    Sign::Equal => vec![vec![Constraint::Zero(gap.clone())]],
                    Sign::NotEqual => vec![vec![natural(1, -1)?], vec![natural(-1, -1)?]],
                })
            }
        }
    }
}
