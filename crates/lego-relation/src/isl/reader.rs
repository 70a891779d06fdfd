//! What a text means: names, expressions as sums, conditions as conjunctions of which one must hold.

use super::budget::Budget;
use super::case::Case;
use super::elimination::PROOF_STEPS;
use super::error::{ReadError, Result};
use super::piece::{Declared, Piece};
use super::quasi::{Affine, Conjunct, Constraint, FAR, Ranges};
use super::syntax::{Expression, ExpressionNode, Formula, Sign, Text};
use lego_expr::{Arena, Id, Kind};
use std::collections::BTreeMap;
use std::rc::Rc;

/// At most so many conjunctions of conditions.
pub(super) const MOST_CASES: usize = 1 << 13;

/// At most so many conditions of all conjunctions together.
const MOST_CONDITIONS: u64 = 1 << 20;

/// Of more conjunctions those that contradict themselves are left out.
const FEW_CASES: usize = 16;

/// A sum where conditions hold.
pub(super) type Cell = (Conjunct, Affine);

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
    /// What the bounds of each case state.
    pub(super) declared: Vec<Rc<Vec<Option<Declared>>>>,
    budget: Budget,
    /// The steps of proofs by elimination.
    pub(super) proofs: Budget,
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
        Self {
            arena,
            rank,
            count,
            names: Vec::new(),
            parameters: Vec::new(),
            unsolved,
            is_unsolved: false,
            declared: Vec::new(),
            budget: Budget::new(MOST_CONDITIONS),
            proofs: Budget::new(PROOF_STEPS),
        }
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

    /// What an expression is: sums, each where conditions hold; the cells exclude each other and leave nothing out. Without
    /// `min` and `max` there is one.
    pub(super) fn cells(&self, expression: &Expression) -> Result<Vec<Cell>> {
        let large = || ReadError::new(expression.place.clone(), "a number beyond 100 bits comes about here");
        let free = self.free();
        let each = |inner: &Expression, of: &dyn Fn(&Affine) -> Option<Affine>| {
            let made = |(when, affine): Cell| Ok((when, of(&affine).ok_or_else(large)?));
            self.cells(inner)?.into_iter().map(made).collect::<Result<Vec<Cell>>>()
        };
        let pairs = |a: &Expression, b: &Expression, of: &dyn Fn(&Affine, &Affine) -> Result<Vec<Cell>>| {
            let (left, right) = (self.cells(a)?, self.cells(b)?);
            if left.len().saturating_mul(right.len()) > MOST_CASES / 2 {
                let message = format!("`min` and `max` make more than {} cases here", MOST_CASES / 2);
                return Err(ReadError::new(expression.place.clone(), message));
            }
            let mut cells = Vec::with_capacity(left.len() * right.len());
            for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (x, y))) {
                for (when, affine) in of(&x.1, &y.1)? {
                    cells.push(([&x.0[..], &y.0, &when].concat(), affine));
                }
            }
            Ok(cells)
        };
        let sum = |a: &Expression, b: &Expression, factor: i128| {
            pairs(a, b, &|x, y| Ok(vec![(vec![], x.clone().plus(y, factor).ok_or_else(large)?)]))
        };
        match &*expression.node {
            ExpressionNode::Number(number) => Ok(vec![(vec![], Affine::constant(*number))]),
            ExpressionNode::Name(name) => {
                let found = self.names.iter().rev().find(|(other, _)| other == name);
                found.map(|(_, affine)| vec![(vec![], affine.clone())]).ok_or_else(|| {
                    ReadError::new(
                        expression.place.clone(),
                        format!("`{name}` is no component of the index and no parameter; parameters stand before the map: [{name}] -> {{ … }}"),
                    )
                })
            }
            ExpressionNode::Sum(a, b) => sum(a, b, 1),
            ExpressionNode::Difference(a, b) => sum(a, b, -1),
            ExpressionNode::Product(a, b) => pairs(a, b, &|x, y| {
                let product = match (x.number(), y.number()) {
                    (Some(factor), _) => y.times(factor).ok_or_else(large)?,
                    (_, Some(factor)) => x.times(factor).ok_or_else(large)?,
                    _ => return Err(ReadError::new(expression.place.clone(), "isl multiplies by numbers only")),
                };
                Ok(vec![(vec![], product)])
            }),
            ExpressionNode::Floor(a, divisor) => each(a, &|x| x.floor(*divisor, &free)),
            ExpressionNode::Ceil(a, divisor) => {
                each(a, &|x| x.clone().plus(&Affine::constant(divisor - 1), 1)?.floor(*divisor, &free))
            }
            ExpressionNode::Mod(a, divisor) => each(a, &|x| x.modulo(*divisor, &free)),
            ExpressionNode::Extreme { is_greatest, one, other } => pairs(one, other, &|x, y| {
                let gap = y.clone().plus(x, -1).ok_or_else(large)?;
                let back = gap.times(-1).and_then(|back| back.plus(&Affine::constant(-1), 1)).ok_or_else(large)?;
                let (low, high) = if *is_greatest { (y, x) } else { (x, y) };
                let cells = [(gap, low), (back, high)].map(|(way, value)| (Constraint::Natural(way), value.clone()));
                let possible = cells.into_iter().filter(|(way, _)| way.settled(&free) != Some(false));
                let needed = |way: Constraint| if way.settled(&free) == Some(true) { vec![] } else { vec![way] };
                Ok(possible.map(|(way, value)| (needed(way), value)).collect())
            }),
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
                let Some(((name, value), rest)) = defined.split_first() else { return self.cases_of(inner, holds) };
                let rest = Formula::Let(rest.to_vec(), inner.clone());
                let mut cases = Vec::new();
                for (when, value) in self.cells(value)? {
                    self.names.push((name.clone(), value));
                    let of_cell = self.cases_of(&rest, holds);
                    self.names.pop();
                    cases.extend(of_cell?.into_iter().map(|case| [&when[..], &case].concat()));
                }
                Ok(cases)
            }
            (Formula::Compare(sign, a, b), holds) if extreme(*sign, a, b).is_some() => {
                let split = extreme(*sign, a, b).unwrap_or(Formula::Truth(true));
                self.cases_of(&split, holds)
            }
            (Formula::Compare(sign, a, b), holds) => {
                let large = || ReadError::new(a.place.start..b.place.end, "a number beyond 100 bits comes about here");
                let (left, right) = (self.cells(a)?, self.cells(b)?);
                if left.len().saturating_mul(right.len()) > MOST_CASES / 2 {
                    let message = format!("`min` and `max` make more than {} cases here", MOST_CASES / 2);
                    return Err(ReadError::new(a.place.start..b.place.end, message));
                }
                let sign = match (sign, holds) {
                    (sign, true) => *sign,
                    (Sign::Less, false) => Sign::GreaterEqual,
                    (Sign::LessEqual, false) => Sign::Greater,
                    (Sign::Greater, false) => Sign::LessEqual,
                    (Sign::GreaterEqual, false) => Sign::Less,
                    (Sign::Equal, false) => Sign::NotEqual,
                    (Sign::NotEqual, false) => Sign::Equal,
                };
                let mut cases = Vec::new();
                for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (x, y))) {
                    let gap = y.1.clone().plus(&x.1, -1).ok_or_else(large)?;
                    let natural = |factor: i128, offset: i128| {
                        let sum = gap.times(factor).and_then(|gap| gap.plus(&Affine::constant(offset), 1));
                        sum.map(Constraint::Natural).ok_or_else(large)
                    };
                    let ways = match sign {
                        Sign::Less => vec![natural(1, -1)?],
                        Sign::LessEqual => vec![natural(1, 0)?],
                        Sign::Greater => vec![natural(-1, -1)?],
                        Sign::GreaterEqual => vec![natural(-1, 0)?],
                        Sign::Equal => vec![Constraint::Zero(gap.clone())],
                        Sign::NotEqual => vec![natural(1, -1)?, natural(-1, -1)?],
                    };
                    cases.extend(ways.into_iter().map(|way| [&x.0[..], &y.0, &[way]].concat()));
                }
                Ok(cases)
            }
        }
    }
}

/// A comparison with a side that is `min` or `max` as two: `i < min(a, b)` is `i < a and i < b`.
fn extreme(sign: Sign, a: &Expression, b: &Expression) -> Option<Formula> {
    let is_below = match sign {
        Sign::Less | Sign::LessEqual => true,
        Sign::Greater | Sign::GreaterEqual => false,
        Sign::Equal | Sign::NotEqual => return None,
    };
    let of = |is_greatest: bool, one: Formula, other: Formula, is_left: bool| {
        // The greater on the side that is below: both are below.
        let all = vec![one, other];
        if is_greatest == (is_left == is_below) { Formula::And(all) } else { Formula::Or(all) }
    };
    match (&*a.node, &*b.node) {
        (ExpressionNode::Extreme { is_greatest, one, other }, _) => {
            let compared = |side: &Expression| Formula::Compare(sign, side.clone(), b.clone());
            Some(of(*is_greatest, compared(one), compared(other), true))
        }
        (_, ExpressionNode::Extreme { is_greatest, one, other }) => {
            let compared = |side: &Expression| Formula::Compare(sign, a.clone(), side.clone());
            Some(of(*is_greatest, compared(one), compared(other), false))
        }
        _ => None,
    }
}
