//! From a text of isl to a relation: the box in which its domain is, its guards, its values.

use super::parse;
use super::quasi::{Affine, Atom, Conjunct, Constraint, FAR, Ranges};
use super::syntax::{Case, Expression, ExpressionNode, Formula, Place, Sign, Text};
use crate::question::Undecided;
use crate::relation::{Order, Relation};
use crate::set::volume;
use lego_core::chain::{advance, unflatten};
use lego_equal::Effort;
use lego_expr::{Arena, Comparison, Id, Kind, Map, Op};
use std::collections::BTreeMap;
use std::fmt;

/// What is wrong with a text in isl's notation, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The place, in bytes of the text.
    pub place: Place,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl ReadError {
    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.message, self.place.start)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

/// At most so many conjunctions of conditions.
const MOST_CASES: usize = 1 << 13;

/// So many points are looked at to see that values are not below 0 and that pieces agree.
const MOST_POINTS: u64 = 1 << 22;

/// A piece of the map: where conditions hold, the values.
struct Piece {
    when: Conjunct,
    values: Vec<Affine>,
    ranges: Ranges,
    place: Place,
}

impl<'a> Relation<'a> {
    /// The relation that a text in isl's notation says, such as `{ [i, j] -> [8i + j] : 0 <= i < 4 and 0 <= j < 8 }`.
    ///
    /// Pieces are separated by `;`. Coordinates and values are numbers from 0 on, and the domain is bounded; parameters are
    /// sizes, so at least 1. A component of the image may be a name of its own that an equation gives a value.
    ///
    /// ```
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [c] -> [o] : o = (-3c) mod 16 and 0 <= c <= 15 }").unwrap();
    /// assert_eq!(map.at(&[5]), Some(vec![1]));
    /// let error = Relation::of_isl(&arena, "{ [c] -> [c/2] : 0 <= c < 4 }").unwrap_err();
    /// assert_eq!((error.place, error.message.as_str()), (11..12, "a division stands in floor(…), as in floor(i/8)"));
    /// ```
    ///
    /// # Errors
    /// [`ReadError`], at its place.
    pub fn of_isl(arena: &'a Arena, text: &str) -> Result<Self> {
        Self::of_isl_with(arena, text, &BTreeMap::new(), &[])
    }

    /// [`Relation::of_isl`] with values of some parameters; `known` are parameters that are variables of the arena already.
    ///
    /// # Errors
    /// [`ReadError`], at its place.
    pub fn of_isl_with(
        arena: &'a Arena,
        text: &str,
        values: &BTreeMap<String, i128>,
        known: &[(String, Id)],
    ) -> Result<Self> {
        let Text { parameters, cases } = parse::map(text)?;
        let Some(first) = cases.first() else {
            return Err(ReadError::new(
                0..text.len(),
                "there is no map between the braces: `{ [i] -> [o] : false }` is an empty one",
            ));
        };
        let (rank, count) = (first.from.len(), first.to.len());
        let mut reader = Reader { arena, rank, count, names: Vec::new(), parameters: Vec::new() };
        for (name, place) in parameters {
            match values.get(&name) {
                Some(&value) if value.abs() < FAR => reader.names.push((name, Affine::constant(value))),
                Some(_) => return Err(ReadError::new(place, format!("the value of {name} has more than 100 bits"))),
                None => reader.add_parameter(&name, known),
            }
        }
        let mut pieces = Vec::new();
        for case in &cases {
            reader.case(case, &mut pieces)?;
        }
        reader.relation(text, &pieces)
    }

    /// The relation on those points only at which a condition in isl's notation holds, such as `i0 + i1 < n`, of the
    /// components `i0, i1, …` and of sizes by name. `values` are those of names, `known` variables of the arena.
    ///
    /// # Errors
    /// [`ReadError`], at its place.
    pub fn restrict_isl(
        &self,
        condition: &str,
        values: &BTreeMap<String, i128>,
        known: &[(String, Id)],
    ) -> Result<Self> {
        let formula = parse::formula(condition)?;
        let rank = self.rank();
        let mut reader = Reader { arena: self.arena, rank, count: 0, names: Vec::new(), parameters: Vec::new() };
        for k in 0..rank {
            reader.names.push((format!("i{k}"), Affine::variable(k)));
        }
        for (name, &value) in values {
            if value.abs() < FAR {
                reader.names.push((name.clone(), Affine::constant(value)));
            }
        }
        let mine = self.parameters();
        for name in free_names(&formula) {
            if !reader.names.iter().any(|(other, _)| *other == name) {
                let known: Vec<(String, Id)> = mine.iter().chain(known).cloned().collect();
                reader.add_parameter(&name, &known);
            }
        }
        let extents: Vec<i128> =
            self.map.dims.iter().map(|&dim| self.arena.number(dim).map_or(FAR, |extent| extent - 1)).collect();
        let ranges = reader.ranges(&extents);
        let cases = reader.cases(&formula)?;
        let index = self.index().to_vec();
        let place = 0..condition.len();
        let written: Vec<Id> =
            cases.iter().map(|case| reader.conjunct(case, &index, &ranges, &place)).collect::<Result<_>>()?;
        Ok(self.restrict(any(self.arena, &written)))
    }
}

/// The truth that one of some holds.
fn any(arena: &Arena, truths: &[Id]) -> Id {
    let mut one = arena.constant(0);
    for &truth in truths {
        one = match (arena.number(one), arena.number(truth)) {
            (Some(0), _) => truth,
            (_, Some(0)) | (Some(_), _) => one,
            (_, Some(_)) => truth,
            _ => arena.binary(Op::Or, one, truth),
        };
    }
    one
}

/// The names that a condition uses, in order.
fn free_names(formula: &Formula) -> Vec<String> {
    fn of_expression(expression: &Expression, bound: &[String], names: &mut Vec<String>) {
        match &*expression.node {
            ExpressionNode::Number(_) => {}
            ExpressionNode::Name(name) => {
                if !bound.contains(name) && !names.contains(name) {
                    names.push(name.clone());
                }
            }
            ExpressionNode::Sum(a, b) | ExpressionNode::Difference(a, b) | ExpressionNode::Product(a, b) => {
                of_expression(a, bound, names);
                of_expression(b, bound, names);
            }
            ExpressionNode::Floor(a, _) | ExpressionNode::Ceil(a, _) | ExpressionNode::Mod(a, _) => {
                of_expression(a, bound, names);
            }
        }
    }
    fn of_formula(formula: &Formula, bound: &[String], names: &mut Vec<String>) {
        match formula {
            Formula::And(all) | Formula::Or(all) => all.iter().for_each(|one| of_formula(one, bound, names)),
            Formula::Not(inner) => of_formula(inner, bound, names),
            Formula::Compare(_, a, b) => {
                of_expression(a, bound, names);
                of_expression(b, bound, names);
            }
            Formula::Truth(_) => {}
            Formula::Let(defined, inner) => {
                let mut bound = bound.to_vec();
                for (name, value) in defined {
                    of_expression(value, &bound, names);
                    bound.push(name.clone());
                }
                of_formula(inner, &bound, names);
            }
        }
    }
    let mut names = Vec::new();
    of_formula(formula, &[], &mut names);
    names
}

/// Variables are numbered: the components of the index, those of the value, the parameters.
struct Reader<'a> {
    arena: &'a Arena,
    rank: usize,
    count: usize,
    /// What names mean; the last of a name counts.
    names: Vec<(String, Affine)>,
    parameters: Vec<Id>,
}

impl<'a> Reader<'a> {
    fn add_parameter(&mut self, name: &str, known: &[(String, Id)]) {
        let id = known.iter().find(|(other, _)| other == name).map(|(_, id)| *id);
        let id = id.unwrap_or_else(|| self.arena.variable(name, Kind::Size));
        self.names.push((name.to_owned(), Affine::variable(self.rank + self.count + self.parameters.len())));
        self.parameters.push(id);
    }

    /// The ranges of all variables, those of the index up to given values.
    fn ranges(&self, highest: &[i128]) -> Ranges {
        let index = highest.iter().map(|&high| (0, high));
        let values = (0..self.count).map(|_| (-FAR, FAR));
        Ranges(index.chain(values).chain(self.parameters.iter().map(|_| (1, FAR))).collect())
    }

    fn expression(&self, expression: &Expression) -> Result<Affine> {
        let large = || ReadError::new(expression.place.clone(), "a number beyond 100 bits comes about here");
        let free = self.ranges(&vec![FAR; self.rank]);
        let free = Ranges(free.0.iter().map(|_| (-FAR, FAR)).collect());
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
    fn cases(&mut self, formula: &Formula) -> Result<Vec<Conjunct>> {
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
                    if cases.len().saturating_mul(more.len()) > MOST_CASES {
                        return Err(ReadError::new(0..0, format!("more than {MOST_CASES} conjunctions of conditions")));
                    }
                    cases = cases.iter().flat_map(|a| more.iter().map(move |b| [&a[..], b].concat())).collect();
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

    /// The pieces of one case of the map.
    fn case(&mut self, case: &Case, pieces: &mut Vec<Piece>) -> Result<()> {
        if case.from.len() != self.rank || case.to.len() != self.count {
            return Err(ReadError::new(
                case.place.clone(),
                format!(
                    "this map goes from {} to {} numbers, the first one from {} to {}",
                    case.from.len(),
                    case.to.len(),
                    self.rank,
                    self.count
                ),
            ));
        }
        let before = self.names.len();
        let mut equations = Vec::new();
        for (number, part) in case.from.iter().chain(&case.to).enumerate() {
            match &*part.node {
                ExpressionNode::Name(name) if !self.names.iter().any(|(other, _)| other == name) => {
                    self.names.push((name.clone(), Affine::variable(number)));
                }
                _ => equations.push((number, part)),
            }
        }
        let mut given = Vec::new();
        for (number, part) in equations {
            let large = || ReadError::new(part.place.clone(), "a number beyond 100 bits comes about here");
            let gap = self.expression(part)?.plus(&Affine::variable(number), -1).ok_or_else(large)?;
            given.push(Constraint::Zero(gap));
        }
        let cases = self.cases(&case.when).map_err(|error| {
            if error.place.end == 0 { ReadError { place: case.place.clone(), ..error } } else { error }
        });
        self.names.truncate(before);
        for conditions in cases? {
            self.piece([&given[..], &conditions].concat(), case, pieces)?;
        }
        if pieces.len() > MOST_CASES {
            return Err(ReadError::new(case.place.clone(), format!("more than {MOST_CASES} pieces")));
        }
        Ok(())
    }

    /// A piece: the values by equations, the conditions without them, the ranges that they leave; none of an empty one. Where
    /// no equation gives a value, a piece for each point.
    fn piece(&self, mut when: Conjunct, case: &Case, pieces: &mut Vec<Piece>) -> Result<()> {
        let all = when.clone();
        let large = || ReadError::new(case.place.clone(), "a number beyond 100 bits comes about here");
        let outputs = self.rank..self.rank + self.count;
        let mut values: Vec<Option<Affine>> = vec![None; self.count];
        let depends = |affine: &Affine| affine.terms.keys().any(|atom| outputs.clone().any(|number| atom.has(number)));
        let mut progress = true;
        while progress {
            progress = false;
            for number in outputs.clone().filter(|number| values[number - self.rank].is_none()).collect::<Vec<_>>() {
                let solved = when.iter().find_map(|constraint| {
                    let Constraint::Zero(affine) = constraint else { return None };
                    let coefficient = *affine.terms.get(&Atom::Variable(number))?;
                    let mut rest = affine.clone();
                    rest.terms.remove(&Atom::Variable(number));
                    if depends(&rest) {
                        return None;
                    }
                    // coefficient · value + rest = 0
                    Some((rest.times(-coefficient.signum())?, coefficient.abs()))
                });
                let Some((numerator, divisor)) = solved else { continue };
                let free = Ranges(vec![(-FAR, FAR); self.rank + self.count + self.parameters.len()]);
                let value = numerator.floor(divisor, &free).ok_or_else(large)?;
                if divisor > 1 {
                    when.push(Constraint::Zero(numerator.modulo(divisor, &free).ok_or_else(large)?));
                }
                when = when
                    .iter()
                    .map(|constraint| replaced(constraint, number, &value, &free))
                    .collect::<Option<_>>()
                    .ok_or_else(large)?;
                values[number - self.rank] = Some(value);
                progress = true;
            }
        }
        // What is left of an equation that gave a value is 0 = 0.
        let empty = Ranges(vec![(-FAR, FAR); self.rank + self.count + self.parameters.len()]);
        when.retain(|constraint| constraint.settled(&empty) != Some(true));
        when.dedup();
        if when.iter().any(|constraint| constraint.settled(&empty) == Some(false)) {
            return Ok(());
        }
        if let Some(number) = values.iter().position(Option::is_none) {
            return self.points(&all, case, number, pieces);
        }
        let mut ranges = Ranges(vec![(-FAR, FAR); self.rank]);
        ranges.0.extend(self.ranges(&[]).0);
        for _ in 0..64 {
            let before = ranges.0.clone();
            for constraint in &when {
                narrow(constraint, &mut ranges, self.rank);
            }
            if ranges.0[..self.rank].iter().any(|(low, high)| low > high) {
                return Ok(());
            }
            if ranges.0 == before {
                break;
            }
        }
        for (number, (low, _)) in ranges.0[..self.rank].iter().enumerate() {
            if *low < 0 {
                let where_to = if *low <= -FAR { "has no lower bound" } else { "may be below 0" };
                return Err(ReadError::new(
                    case.from[number].place.clone(),
                    format!("this component {where_to}: coordinates are numbers from 0 on; add `>= 0`, or shift it"),
                ));
            }
        }
        let values = values.into_iter().flatten().collect();
        pieces.push(Piece { when, values, ranges, place: case.place.clone() });
        Ok(())
    }

    /// The points of an index and a value at which conditions hold, one by one: stretches of the last component along which all
    /// values grow evenly are pieces.
    fn points(&self, when: &[Constraint], case: &Case, unsolved: usize, pieces: &mut Vec<Piece>) -> Result<()> {
        let implicit = |why: &str| {
            let message = format!("no equation gives this component a value, and {why}");
            ReadError::new(case.to[unsolved].place.clone(), message)
        };
        if !self.parameters.is_empty() {
            return Err(implicit("there are parameters, so that its points cannot be looked at"));
        }
        let count = self.rank + self.count;
        let mut ranges = Ranges(vec![(-FAR, FAR); count]);
        for _ in 0..64 {
            when.iter().for_each(|constraint| narrow(constraint, &mut ranges, count));
        }
        if ranges.0.iter().any(|(low, high)| low > high) {
            return Ok(());
        }
        let extents = ranges.0.iter().map(|&(low, high)| {
            let extent = if low > -FAR && high < FAR { u64::try_from(high - low + 1).ok() } else { None };
            extent.ok_or_else(|| implicit("it has no bounds"))
        });
        let extents = extents.collect::<Result<Vec<u64>>>()?;
        let total = volume(&extents).ok().filter(|total| *total <= MOST_POINTS);
        let total = total.ok_or_else(|| implicit("there are more points than are looked at one by one"))?;
        let mut offset = vec![0; count];
        let mut found: Vec<Vec<i128>> = Vec::new();
        for _ in 0..total {
            let point: Vec<i128> = offset.iter().zip(&ranges.0).map(|(&i, (low, _))| low + i128::from(i)).collect();
            let holds = |constraint: &Constraint| match constraint {
                Constraint::Natural(affine) => affine.at(&point) >= 0,
                Constraint::Zero(affine) => affine.at(&point) == 0,
            };
            if when.iter().all(holds) {
                found.push(point);
            }
            advance(&extents, &mut offset);
        }
        for stretch in stretches(&found, self.rank) {
            let (first, step, length) = stretch;
            let mut when: Conjunct = Vec::new();
            let mut of_piece = Vec::new();
            for (k, &component) in first[..self.rank].iter().enumerate() {
                let last = component + if k + 1 == self.rank { length - 1 } else { 0 };
                let bound = |at: i128, factor: i128| {
                    Affine::variable(k)
                        .plus(&Affine::constant(at), -1)
                        .and_then(|gap| gap.times(factor))
                        .unwrap_or_default()
                };
                when.extend([Constraint::Natural(bound(component, 1)), Constraint::Natural(bound(last, -1))]);
                of_piece.push((component, last));
            }
            if let Some((low, _)) = of_piece.iter().find(|(low, _)| *low < 0) {
                let message = format!("a component is {low} somewhere: coordinates are numbers from 0 on; shift it");
                return Err(ReadError::new(case.place.clone(), message));
            }
            let mut ranges = self.ranges(&vec![0; self.rank]);
            ranges.0[..self.rank].copy_from_slice(&of_piece);
            let value = |(&value, &step): (&i128, &i128)| match self.rank.checked_sub(1) {
                Some(last) if step != 0 => {
                    Affine::constant(value - step * first[last]).plus(&Affine::variable(last), step).unwrap_or_default()
                }
                _ => Affine::constant(value),
            };
            let values = first[self.rank..].iter().zip(&step).map(value).collect();
            pieces.push(Piece { when, values, ranges, place: case.place.clone() });
        }
        Ok(())
    }

    /// The extents of the box of a piece: one more than what each component is at most.
    fn extents(&self, piece: &Piece) -> Result<Vec<Id>> {
        (0..self.rank)
            .map(|number| {
                let (_, high) = piece.ranges.0[number];
                if high < FAR {
                    return Ok(self.arena.constant(high + 1));
                }
                let bound = piece.when.iter().find_map(|constraint| self.symbolic_bound(constraint, number));
                bound.ok_or_else(|| {
                    ReadError::new(piece.place.clone(), format!("component {number} of the index has no upper bound"))
                })
            })
            .collect()
    }

    /// One more than a component is at most by a condition, of parameters alone.
    fn symbolic_bound(&self, constraint: &Constraint, number: usize) -> Option<Id> {
        let affine = constraint.affine();
        let own = *affine.terms.get(&Atom::Variable(number))?;
        let sign = if own < 0 { 1 } else { -1 };
        if own > 0 && matches!(constraint, Constraint::Natural(_)) {
            return None;
        }
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (atom, &coefficient) in &affine.terms {
            let coefficient = coefficient * sign;
            match atom {
                Atom::Variable(other) if *other == number => {}
                Atom::Variable(other) if *other >= self.rank + self.count => {
                    let parameter = self.parameters[other - self.rank - self.count];
                    let term = self.arena.binary(Op::Mul, self.arena.constant(coefficient.abs()), parameter);
                    if coefficient > 0 { above.push(term) } else { below.push(term) }
                }
                // Other components are at least 0, and so are quotients of them.
                Atom::Variable(_) if coefficient < 0 => {}
                _ => return None,
            }
        }
        let plus = |a, b| self.arena.binary(Op::Add, a, b);
        let constant = affine.constant * sign;
        let mut high = above.into_iter().reduce(plus)?;
        for term in below {
            high = self.arena.binary(Op::Sub, high, term);
        }
        if own.abs() > 1 {
            if constant < 0 {
                return None;
            }
            high =
                self.arena.binary(Op::Div, plus(high, self.arena.constant(constant)), self.arena.constant(own.abs()));
            return Some(plus(high, self.arena.constant(1)));
        }
        let constant = constant + 1;
        Some(match constant >= 0 {
            true => plus(high, self.arena.constant(constant)),
            false => self.arena.binary(Op::Sub, high, self.arena.constant(-constant)),
        })
    }

    /// The relation of all pieces.
    fn relation(&self, text: &str, pieces: &[Piece]) -> Result<Relation<'a>> {
        let arena = self.arena;
        let whole = 0..text.len();
        let mut dims: Option<Vec<Id>> = None;
        for piece in pieces {
            let extents = self.extents(piece)?;
            dims = Some(match dims {
                None => extents,
                Some(dims) => {
                    let larger = |(&a, &b): (&Id, &Id)| if a == b { a } else { arena.binary(Op::Max, a, b) };
                    dims.iter().zip(&extents).map(larger).collect()
                }
            });
        }
        // An empty map is in a box of one point, which it leaves out.
        let dims = dims.unwrap_or_else(|| vec![arena.constant(1); self.rank]);
        let index = Map::index(arena, &dims);
        let highest: Vec<i128> = dims.iter().map(|&dim| arena.number(dim).map_or(FAR, |extent| extent - 1)).collect();
        let ranges = self.ranges(&highest);
        let mut written = Vec::new();
        for piece in pieces {
            let when = self.conjunct(&piece.when, &index, &ranges, &piece.place)?;
            let write = |value: &Affine| self.sum(value, &index, &ranges, &piece.place);
            written.push((when, piece.values.iter().map(write).collect::<Result<Vec<Id>>>()?));
        }
        let guard = any(arena, &written.iter().map(|(when, _)| *when).collect::<Vec<_>>());
        let value = |number: usize| {
            let mut value = written.last().map_or_else(|| arena.constant(0), |(_, values)| values[number]);
            for (when, values) in written.iter().rev().skip(1) {
                value = arena.choose(*when, values[number], value);
            }
            value
        };
        let values: Vec<Id> = (0..self.count).map(value).collect();
        let spans = (0..self.count).map(|number| self.span(pieces, number)).collect::<Result<Vec<Id>>>()?;
        let guards = if arena.number(guard) == Some(1) { vec![] } else { vec![guard] };
        let map = Map { index, dims, spans, guards, values, unchecked: false };
        let relation = Relation::new(arena, map, Order::Colexicographic).settled();
        self.check(&relation, pieces, &written, &ranges, &whole)?;
        Ok(relation.tightened())
    }

    /// What a value is below.
    fn span(&self, pieces: &[Piece], number: usize) -> Result<Id> {
        let arena = self.arena;
        let mut span: Option<Id> = None;
        for piece in pieces {
            let (_, high) = piece.ranges.of(&piece.values[number]);
            let bound = if high < FAR {
                arena.constant(high.max(0) + 1)
            } else {
                let bound = self.most(&piece.values[number], &self.extents(piece)?);
                let error = || {
                    ReadError::new(
                        piece.place.clone(),
                        format!("no bound was found for component {number} of the value"),
                    )
                };
                arena.binary(Op::Add, bound.ok_or_else(error)?, arena.constant(1))
            };
            span = Some(match span {
                Some(span) if span != bound => arena.binary(Op::Max, span, bound),
                _ => bound,
            });
        }
        Ok(span.unwrap_or_else(|| arena.constant(1)))
    }

    /// What a sum is at most, of components that are 0 or more and below their extents.
    fn most(&self, affine: &Affine, extents: &[Id]) -> Option<Id> {
        let arena = self.arena;
        let mut most = arena.constant(affine.constant.max(0));
        for (atom, &coefficient) in &affine.terms {
            let ranges = self.ranges(&vec![FAR; self.rank]);
            let single = Affine::atom(atom.clone());
            if coefficient < 0 {
                if ranges.of(&single).0 < 0 {
                    return None;
                }
                continue;
            }
            let high = match atom {
                Atom::Variable(number) if *number < self.rank => {
                    arena.binary(Op::Sub, extents[*number], arena.constant(1))
                }
                Atom::Variable(number) => self.parameters[number - self.rank - self.count],
                Atom::Floor(inner, divisor) => {
                    arena.binary(Op::Div, self.most(inner, extents)?, arena.constant(*divisor))
                }
                Atom::Mod(_, divisor) => arena.constant(divisor - 1),
            };
            most = arena.binary(Op::Add, most, arena.binary(Op::Mul, arena.constant(coefficient), high));
        }
        Some(most)
    }

    /// That no value is below 0 and that pieces agree where they overlap.
    fn check(
        &self,
        relation: &Relation<'a>,
        pieces: &[Piece],
        written: &[(Id, Vec<Id>)],
        ranges: &Ranges,
        whole: &Place,
    ) -> Result<()> {
        let below = pieces.iter().find(|piece| piece.values.iter().any(|value| piece.ranges.of(value).0 < 0));
        let differ = written.iter().any(|(_, values)| *values != written[0].1);
        if below.is_none() && !differ {
            return Ok(());
        }
        let place = below.map_or(whole, |piece| &piece.place).clone();
        let undecided = |why: Undecided| {
            let what = if below.is_some() {
                "whether all values are 0 or more"
            } else {
                "whether the pieces agree where they overlap"
            };
            ReadError::new(place.clone(), format!("{what} is {why}"))
        };
        let dims = relation.dims().filter(|_| relation.is_of_numbers()).ok_or_else(|| {
            let ids = [relation.map().roots(), relation.map.dims.clone()].concat();
            undecided(Undecided::symbols(self.arena, &ids))
        })?;
        let count = volume(&dims).map_err(|error| undecided(error.into()))?;
        if count.saturating_mul(written.len() as u64) > MOST_POINTS {
            if below.is_none_or(|_| relation.least_is_natural()) && !differ {
                return Ok(());
            }
            return Err(undecided(Undecided::Points { count, most: MOST_POINTS / written.len() as u64 }));
        }
        let _ = ranges;
        let roots: Vec<Id> = written.iter().flat_map(|(when, values)| [&[*when][..], values].concat()).collect();
        let program = lego_expr::Program::new(self.arena, &roots);
        let inputs = lego_expr::Inputs::new(self.arena, &relation.map.index);
        let mut index = if dims.is_empty() { Vec::new() } else { unflatten(&dims, 0) };
        for _ in 0..count {
            let results = program.run(|variable| inputs.component(variable).map_or(0, |axis| index[axis].into()));
            let mut first: Option<&[Option<i128>]> = None;
            for (piece, of_piece) in pieces.iter().zip(results.chunks(1 + self.count)) {
                if of_piece[0].is_none_or(|holds| holds == 0) {
                    continue;
                }
                let values = &of_piece[1..];
                if let Some(value) = values.iter().flatten().find(|value| **value < 0) {
                    let message =
                        format!("the value at {index:?} is {value}: values are numbers from 0 on; shift them");
                    return Err(ReadError::new(piece.place.clone(), message));
                }
                match first {
                    Some(other) if other != values => {
                        let show = |values: &[Option<i128>]| {
                            let all: Vec<String> = values.iter().flatten().map(i128::to_string).collect();
                            format!("[{}]", all.join(", "))
                        };
                        let message =
                            format!("{index:?} has two values, {} and {}: a map has one", show(other), show(values));
                        return Err(ReadError::new(piece.place.clone(), message));
                    }
                    Some(_) => {}
                    None => first = Some(values),
                }
            }
            advance(&dims, &mut index);
        }
        Ok(())
    }

    /// The truth that all conditions hold.
    fn conjunct(&self, conditions: &[Constraint], index: &[Id], ranges: &Ranges, place: &Place) -> Result<Id> {
        let arena = self.arena;
        let mut all = arena.constant(1);
        for constraint in conditions {
            let truth = match constraint.settled(ranges) {
                Some(truth) => arena.constant(truth.into()),
                None => self.constraint(constraint, index, ranges, place)?,
            };
            all = match (arena.number(all), arena.number(truth)) {
                (Some(1), _) => truth,
                (_, Some(1)) | (Some(_), _) => all,
                (_, Some(_)) => truth,
                _ => arena.binary(Op::And, all, truth),
            };
        }
        Ok(all)
    }

    /// A condition: what is subtracted on one side, the rest on the other.
    fn constraint(&self, constraint: &Constraint, index: &[Id], ranges: &Ranges, place: &Place) -> Result<Id> {
        let (mut above, mut below) = (Affine::default(), Affine::default());
        let affine = constraint.affine();
        for (atom, &coefficient) in &affine.terms {
            let side = if coefficient > 0 { &mut above } else { &mut below };
            side.terms.insert(atom.clone(), coefficient.abs());
        }
        if affine.constant > 0 {
            above.constant = affine.constant
        } else {
            below.constant = -affine.constant
        }
        let (above, below) = (self.sum(&above, index, ranges, place)?, self.sum(&below, index, ranges, place)?);
        let comparison = match constraint {
            Constraint::Natural(_) => Comparison::LessEqual,
            Constraint::Zero(_) => Comparison::Equal,
        };
        Ok(self.arena.compare(comparison, below, above))
    }

    /// A sum as an expression; what is divided is shifted where it may be below 0.
    fn sum(&self, affine: &Affine, index: &[Id], ranges: &Ranges, place: &Place) -> Result<Id> {
        let arena = self.arena;
        let (mut above, mut below) = (Vec::new(), Vec::new());
        if affine.constant < 0 {
            below.push(arena.constant(-affine.constant));
        } else if affine.constant > 0 {
            above.push(arena.constant(affine.constant));
        }
        for (atom, &coefficient) in &affine.terms {
            let node = match atom {
                Atom::Variable(number) if *number < self.rank => index[*number],
                Atom::Variable(number) => self.parameters[number - self.rank - self.count],
                Atom::Floor(inner, divisor) | Atom::Mod(inner, divisor) => {
                    let (low, _) = ranges.of(inner);
                    if low <= -FAR {
                        let message = format!("what is divided by {divisor} here has no lower bound");
                        return Err(ReadError::new(place.clone(), message));
                    }
                    let times =
                        if low < 0 { (-low).div_euclid(*divisor) + i128::from((-low) % divisor != 0) } else { 0 };
                    let shifted = inner.clone().plus(&Affine::constant(times * divisor), 1);
                    let shifted = shifted
                        .ok_or_else(|| ReadError::new(place.clone(), "a number beyond 100 bits comes about here"))?;
                    let inside = self.sum(&shifted, index, ranges, place)?;
                    let divisor = arena.constant(*divisor);
                    match atom {
                        Atom::Mod(..) => arena.binary(Op::Rem, inside, divisor),
                        _ => arena.binary(Op::Sub, arena.binary(Op::Div, inside, divisor), arena.constant(times)),
                    }
                }
            };
            let term = arena.binary(Op::Mul, arena.constant(coefficient.abs()), node);
            if coefficient > 0 { above.push(term) } else { below.push(term) }
        }
        let plus = |a, b| arena.binary(Op::Add, a, b);
        let above = above.into_iter().reduce(plus).unwrap_or_else(|| arena.constant(0));
        Ok(below.into_iter().fold(above, |sum, term| arena.binary(Op::Sub, sum, term)))
    }
}

impl Relation<'_> {
    /// Whether the least value by form is 0 or more.
    fn least_is_natural(&self) -> bool {
        self.strided().is_some_and(|strided| strided.bounds().0 >= 0)
    }

    /// The same relation with the least spans, where these are found by form or by few points.
    fn tightened(mut self) -> Self {
        if !self.is_of_numbers() {
            return self;
        }
        let effort = Effort { points: MOST_POINTS, ..Effort::default() };
        for number in 0..self.map.values.len() {
            let value = Relation::new(self.arena, self.map.to_value(number), self.order);
            if let Ok(greatest) = value.greatest(&effort) {
                let most = greatest.map_or(0, |bound| bound.value[0]);
                self.map.spans[number] = self.arena.constant(i128::from(most) + 1);
            }
        }
        self
    }
}

/// Points in lexicographic order as stretches in which the last component of the index grows by one and the values evenly: the
/// first point, by how much the values grow, the length.
fn stretches(points: &[Vec<i128>], rank: usize) -> Vec<(Vec<i128>, Vec<i128>, i128)> {
    let mut all: Vec<(Vec<i128>, Vec<i128>, i128)> = Vec::new();
    for point in points {
        if let (Some((first, step, length)), Some(last)) = (all.last_mut(), rank.checked_sub(1)) {
            let follows = first[..last] == point[..last] && point[last] == first[last] + *length;
            let gaps: Vec<i128> = point[rank..].iter().zip(&first[rank..]).map(|(a, b)| a - b).collect();
            if follows && *length == 1 {
                (*step, *length) = (gaps, 2);
                continue;
            }
            if follows && gaps.iter().zip(step.iter()).all(|(gap, step)| *gap == step * *length) {
                *length += 1;
                continue;
            }
        }
        all.push((point.clone(), vec![0; point.len() - rank], 1));
    }
    all
}

/// A condition with a value in place of a variable.
fn replaced(constraint: &Constraint, number: usize, value: &Affine, ranges: &Ranges) -> Option<Constraint> {
    Some(match constraint {
        Constraint::Natural(affine) => Constraint::Natural(put(affine, number, value, ranges)?),
        Constraint::Zero(affine) => Constraint::Zero(put(affine, number, value, ranges)?),
    })
}

fn put(affine: &Affine, number: usize, value: &Affine, ranges: &Ranges) -> Option<Affine> {
    let mut sum = Affine::constant(affine.constant);
    for (atom, &coefficient) in &affine.terms {
        let atom = match atom {
            Atom::Variable(other) if *other == number => value.clone(),
            Atom::Floor(inner, divisor) if atom.has(number) => {
                put(inner, number, value, ranges)?.floor(*divisor, ranges)?
            }
            Atom::Mod(inner, divisor) if atom.has(number) => {
                put(inner, number, value, ranges)?.modulo(*divisor, ranges)?
            }
            other => Affine::atom(other.clone()),
        };
        sum = sum.plus(&atom, coefficient)?;
    }
    Some(sum)
}

/// Narrows the ranges of the components of the index by a condition, also of those that it divides.
fn narrow(constraint: &Constraint, ranges: &mut Ranges, rank: usize) {
    let affine = constraint.affine();
    for (atom, &coefficient) in &affine.terms {
        let mut rest = affine.clone();
        rest.terms.remove(atom);
        let (low, high) = ranges.of(&rest);
        // coefficient · x + rest >= 0, so coefficient · x >= -high of the rest.
        let mut bounds = (-FAR, FAR);
        if high < FAR {
            if coefficient > 0 {
                bounds.0 = num_integer::Integer::div_ceil(&-high, &coefficient);
            } else {
                bounds.1 = num_integer::Integer::div_floor(&high, &-coefficient);
            }
        }
        // And for an equation coefficient · x <= -low of the rest.
        if matches!(constraint, Constraint::Zero(_)) && low > -FAR {
            if coefficient > 0 {
                bounds.1 = num_integer::Integer::div_floor(&-low, &coefficient);
            } else {
                bounds.0 = num_integer::Integer::div_ceil(&low, &-coefficient);
            }
        }
        match atom {
            Atom::Variable(number) if *number < rank => {
                let range = &mut ranges.0[*number];
                *range = (range.0.max(bounds.0), range.1.min(bounds.1));
            }
            Atom::Floor(inner, divisor) => {
                // floor(x/d) <= b where x <= d·b + d - 1, and >= a where x >= d·a.
                let limit = |bound: i128, factor: i128, more: i128| {
                    let end = bound.checked_mul(*divisor)?.checked_add(more)?.checked_mul(-factor)?;
                    inner.times(factor)?.plus(&Affine::constant(end), 1).map(Constraint::Natural)
                };
                let above = if bounds.1 < FAR { limit(bounds.1, -1, divisor - 1) } else { None };
                let below = if bounds.0 > -FAR { limit(bounds.0, 1, 0) } else { None };
                above.iter().chain(&below).for_each(|constraint| narrow(constraint, ranges, rank));
            }
            _ => {}
        }
    }
}
