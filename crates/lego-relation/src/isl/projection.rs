//! The values of a quasi-affine relation as conditions on them, for all values of its sizes: the index is eliminated from the
//! equations `p = value` and the conditions, as long as that is exact over the integers.

use super::budget::Budget;
use super::decision::Setting;
use super::elimination::PROOF_STEPS;
use super::quasi::{Affine, Constraint, FAR, QuasiAtom, Ranges};
use super::reader::{Reader, Unsolved};
use super::write::any;
use crate::relation::{Relation, parameters};
use lego_expr::{Arena, Id, Kind, Op, Premise};
use std::collections::BTreeMap;

/// The largest number of equations and inequalities.
const MOST_ROWS: usize = 200;

/// The set of the values of a relation.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    /// The condition on the components of the value.
    pub(crate) condition: Id,
    /// How many values there are, where the conditions bound each component by itself.
    pub(crate) size: Option<Id>,
    /// The index that a value comes from, where the equations leave no choice.
    pub(crate) index: Option<Vec<Id>>,
}

/// `constant + Σ coefficient · column`.
type Row = (BTreeMap<usize, i128>, i128);

/// Equations and inequalities over columns.
struct Exact<'a> {
    budget: &'a Budget,
    columns: Vec<QuasiAtom>,
    equations: Vec<Row>,
    /// At least 0.
    inequalities: Vec<Row>,
    /// A sum and what divides it.
    multiples: Vec<(Row, i128)>,
    /// Columns that an equation gave their value: `factor · column = row`, of columns that were left then.
    solved: Vec<(usize, i128, Row)>,
}

impl<'a> Exact<'a> {
    fn new(budget: &'a Budget) -> Self {
        Self {
            budget,
            columns: Vec::new(),
            equations: Vec::new(),
            inequalities: Vec::new(),
            multiples: Vec::new(),
            solved: Vec::new(),
        }
    }

    fn column(&mut self, atom: &QuasiAtom) -> Option<usize> {
        if let Some(column) = self.columns.iter().position(|other| other == atom) {
            return Some(column);
        }
        if self.columns.len() == MOST_ROWS {
            return None;
        }
        let column = self.columns.len();
        self.columns.push(atom.clone());
        let own = Affine::atom(atom.clone());
        match atom {
            QuasiAtom::Variable(_) => {}
            QuasiAtom::Floor(inner, divisor) => {
                let rest = inner.plus(&own, -*divisor)?;
                self.natural(&rest)?;
                self.natural(&Affine::constant(divisor - 1).plus(&rest, -1)?)?;
            }
            QuasiAtom::Mod(inner, divisor) => {
                let quotient = Affine::atom(QuasiAtom::Floor(inner.clone(), *divisor));
                let rest = inner.plus(&quotient, -*divisor)?;
                self.zero(&rest.plus(&own, -1)?)?;
            }
        }
        Some(column)
    }

    fn row(&mut self, affine: &Affine) -> Option<Row> {
        self.budget.take(affine.size() * (1 + self.columns.len())).ok()?;
        let mut terms = BTreeMap::new();
        for &(ref atom, coefficient) in affine.terms() {
            terms.insert(self.column(atom)?, coefficient);
        }
        Some((terms, affine.constant))
    }

    fn natural(&mut self, affine: &Affine) -> Option<()> {
        let row = self.row(affine)?;
        self.inequalities.push(row);
        (self.inequalities.len() <= MOST_ROWS).then_some(())
    }

    fn zero(&mut self, affine: &Affine) -> Option<()> {
        let row = self.row(affine)?;
        self.equations.push(row);
        (self.equations.len() <= MOST_ROWS).then_some(())
    }

    /// Eliminates columns; `None` where that is not exact.
    fn eliminate(&mut self, mut columns: Vec<usize>) -> Option<()> {
        // An equation gives a column its value: those with a factor of 1 first, since others leave a remainder.
        while let Some((number, column)) = self.solvable(&columns) {
            columns.retain(|&other| other != column);
            let rows = self.equations.len() + self.inequalities.len() + self.multiples.len();
            self.budget.take(rows * (1 + self.equations[number].0.len())).ok()?;
            let (mut terms, constant) = self.equations.swap_remove(number);
            let factor = terms.remove(&column)?;
            // factor · x = -rest
            let sign = -factor.signum();
            let rest: Row = (terms.into_iter().map(|(at, value)| (at, value * sign)).collect(), constant * sign);
            let factor = factor.abs();
            self.solved.push((column, factor, rest.clone()));
            if factor > 1 {
                self.multiples.push((rest.clone(), factor));
            }
            for row in self.equations.iter_mut().chain(&mut self.inequalities) {
                *row = put(row, column, factor, &rest)?;
            }
            for (row, divisor) in &mut self.multiples {
                if row.0.contains_key(&column) {
                    *row = put(row, column, factor, &rest)?;
                    *divisor = divisor.checked_mul(factor)?;
                }
            }
        }
        // Of what divides a sum with a column inequalities say nothing.
        if self.multiples.iter().any(|((terms, _), _)| terms.keys().any(|column| columns.contains(column))) {
            return None;
        }
        while !columns.is_empty() {
            let exact = |column: usize| {
                let factors = |sign: i128| {
                    let with = self.inequalities.iter().filter_map(move |(terms, _)| terms.get(&column));
                    with.map(move |factor| factor * sign).filter(|factor| *factor > 0).max().unwrap_or(1)
                };
                factors(1) == 1 || factors(-1) == 1
            };
            let column = columns.iter().copied().find(|&column| exact(column))?;
            columns.retain(|&other| other != column);
            let (with, without): (Vec<Row>, Vec<Row>) =
                std::mem::take(&mut self.inequalities).into_iter().partition(|(terms, _)| terms.contains_key(&column));
            self.inequalities = without;
            let (above, below): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|(terms, _)| terms[&column] > 0);
            for (one, other) in above.iter().flat_map(|one| below.iter().map(move |other| (one, other))) {
                self.budget.take(one.0.len() + other.0.len() + self.inequalities.len()).ok()?;
                let (p, q) = (one.0[&column], -other.0[&column]);
                let sum = plus(&plus(&(BTreeMap::new(), 0), one, q)?, other, p)?;
                if !self.inequalities.contains(&sum) {
                    self.inequalities.push(sum);
                }
                if self.inequalities.len() > MOST_ROWS {
                    return None;
                }
            }
        }
        Some(())
    }

    /// An equation with one of some columns, that with the least factor.
    fn solvable(&self, columns: &[usize]) -> Option<(usize, usize)> {
        let each = self.equations.iter().enumerate().flat_map(|(number, (terms, _))| {
            let of_columns = terms.iter().filter(|(column, _)| columns.contains(column));
            of_columns.map(move |(&column, factor)| (factor.abs(), number, column))
        });
        each.min().map(|(_, number, column)| (number, column))
    }

    /// The value of a column in columns that were not eliminated, if equations give it one.
    fn solution(&self, column: usize, eliminated: &[usize], ranges: &Ranges) -> Option<Affine> {
        let mut values: BTreeMap<usize, Affine> = BTreeMap::new();
        // The last one is of columns that are left.
        for (number, factor, (terms, constant)) in self.solved.iter().rev() {
            let mut sum = Affine::constant(*constant);
            let mut is_known = true;
            for (at, &coefficient) in terms {
                match values.get(at) {
                    Some(value) => sum = sum.plus(value, coefficient)?,
                    None if eliminated.contains(at) => is_known = false,
                    None => sum = sum.plus(&Affine::atom(self.columns[*at].clone()), coefficient)?,
                }
            }
            if is_known {
                values.insert(*number, sum.floor(*factor, ranges)?);
            }
        }
        values.remove(&column)
    }

    fn affine(&self, (terms, constant): &Row) -> Option<Affine> {
        let mut sum = Affine::constant(*constant);
        for (&column, &factor) in terms {
            sum = sum.plus(&Affine::atom(self.columns[column].clone()), factor)?;
        }
        Some(sum)
    }
}

/// `row + factor · other`, without columns that vanish.
fn plus(row: &Row, other: &Row, factor: i128) -> Option<Row> {
    let small = |value: i128| (value.abs() < FAR).then_some(value);
    let (mut terms, constant) = row.clone();
    for (&column, &value) in &other.0 {
        let sum = small(terms.get(&column).copied().unwrap_or(0).checked_add(value.checked_mul(factor)?)?)?;
        if sum == 0 {
            terms.remove(&column);
        } else {
            terms.insert(column, sum);
        }
    }
    Some((terms, small(constant.checked_add(other.1.checked_mul(factor)?)?)?))
}

/// A row times `factor`, with `rest` in place of `factor · column`.
fn put(row: &Row, column: usize, factor: i128, rest: &Row) -> Option<Row> {
    let Some(&of_column) = row.0.get(&column) else { return Some(row.clone()) };
    let mut without = row.clone();
    without.0.remove(&column);
    plus(&plus(&(BTreeMap::new(), 0), &without, factor)?, rest, of_column)
}

impl<'a> Relation<'a> {
    /// The values, in conditions on variables that stand for their components; `None` where the index is not eliminated exactly.
    pub(crate) fn projected(&self, components: &[Id]) -> Option<Image> {
        let arena = self.arena;
        let map = self.map();
        let mut ids = [&map.dims[..], &map.spans, &map.roots()].concat();
        for Premise::AtMost(a, b) | Premise::Divides(a, b) in arena.premises() {
            ids.extend([a, b]);
        }
        let sizes: Vec<Id> = parameters(arena, &ids).into_iter().map(|(_, id)| id).collect();
        // Components of the value, then sizes, then components of the index.
        let indices: Vec<(Id, Id)> = map.index.iter().copied().zip(map.dims.iter().copied()).collect();
        let mut setting = Setting::of_values(arena, components, &sizes, &indices);
        let first = components.len() + sizes.len();
        let pieces = setting.pieces(&map).ok()?;
        let boxes = setting.boxes(&map).ok()?;
        let mut reader = Reader::new(arena, components.len(), 0, Unsolved::Told);
        reader.parameters = sizes;
        let budget = Budget::new(PROOF_STEPS);
        let mut cases = Vec::new();
        let (mut size, mut index) = (None, None);
        for ((when, values), inside) in pieces.iter().flat_map(|piece| boxes.iter().map(move |inside| (piece, inside)))
        {
            let mut exact = Exact::new(&budget);
            for (k, value) in values.iter().enumerate() {
                exact.zero(&value.clone().plus(&Affine::variable(k), -1)?)?;
            }
            for (number, &(_, dim)) in indices.iter().enumerate() {
                let component = Affine::variable(first + number);
                exact.natural(&component)?;
                if let Some(extent) = arena.number(dim) {
                    exact.natural(&Affine::constant(extent - 1).plus(&component, -1)?)?;
                }
            }
            for constraint in inside.iter().chain(when) {
                match constraint {
                    Constraint::Natural(affine) => exact.natural(affine)?,
                    Constraint::Zero(affine) => exact.zero(affine)?,
                }
            }
            let is_index = |atom: &QuasiAtom| (first..first + indices.len()).any(|number| atom.has(number));
            let columns: Vec<usize> =
                (0..exact.columns.len()).filter(|&column| is_index(&exact.columns[column])).collect();
            exact.eliminate(columns.clone())?;
            let mut found = Vec::new();
            for row in &exact.inequalities {
                found.push(Constraint::Natural(exact.affine(row)?));
            }
            for row in &exact.equations {
                found.push(Constraint::Zero(exact.affine(row)?));
            }
            let free = Ranges(vec![(-FAR, FAR); first]);
            for (row, divisor) in &exact.multiples {
                found.push(Constraint::Zero(exact.affine(row)?.modulo(*divisor, &free)?));
            }
            let ranges = Ranges([vec![(0, FAR); components.len()], vec![(1, FAR); first - components.len()]].concat());
            let is_single = pieces.len() * boxes.len() == 1;
            size = if is_single { reader.count_of_box(&found) } else { None };
            let free = Ranges([vec![(0, FAR); components.len()], vec![(1, FAR); first - components.len()]].concat());
            let solution = |number: usize| {
                let column = exact.columns.iter().position(|atom| *atom == QuasiAtom::Variable(first + number))?;
                let value = exact.solution(column, &columns, &free)?;
                reader.sum(&value, components, &ranges, &(0..0)).ok()
            };
            index = if is_single { (0..indices.len()).map(solution).collect() } else { None };
            cases.push(reader.conjunct(&found, components, &ranges, &(0..0)).ok()?);
        }
        Some(Image { condition: any(arena, &cases), size, index })
    }
}

impl Reader<'_> {
    /// How many points conditions leave that bound each component by itself.
    fn count_of_box(&self, conditions: &[Constraint]) -> Option<Id> {
        let arena = self.arena;
        let mut bounds: Vec<[Option<Id>; 2]> = vec![[None; 2]; self.rank];
        let ranges = Ranges([vec![(0, FAR); self.rank], vec![(1, FAR); self.parameters.len()]].concat());
        for condition in conditions {
            if condition.settled(&ranges) == Some(true) {
                continue;
            }
            let of_value: Vec<&QuasiAtom> =
                condition.affine().atoms().filter(|atom| (0..self.rank).any(|k| atom.has(k))).collect();
            let [QuasiAtom::Variable(number)] = of_value[..] else { return None };
            let (factor, rest) = condition.affine().taken_apart(&QuasiAtom::Variable(*number))?;
            if factor.abs() != 1 {
                return None;
            }
            // factor · p + rest >= 0: p >= -rest, or p <= rest; of an equation both.
            let value = self.sum(&rest.times(-factor)?, &[], &ranges, &(0..0)).ok()?;
            let is_zero = matches!(condition, Constraint::Zero(_));
            let [low, high] = &mut bounds[*number];
            if is_zero || factor > 0 {
                *low = Some(low.map_or(value, |low| arena.binary(Op::Max, low, value)));
            }
            if is_zero || factor < 0 {
                *high = Some(high.map_or(value, |high| arena.binary(Op::Min, high, value)));
            }
        }
        let mut size = arena.constant(1);
        for [low, high] in bounds {
            let more = arena.binary(Op::Add, high?, arena.constant(1));
            let low = low.unwrap_or_else(|| arena.constant(0));
            let count = if arena.number(low) == Some(0) { more } else { arena.binary(Op::Sub, more, low) };
            size = arena.binary(Op::Mul, size, self.at_least_zero(count));
        }
        Some(size)
    }
}

/// Variables that stand for the components of a value.
pub(crate) fn components(arena: &Arena, spans: &[Id]) -> Vec<Id> {
    let name = |k: usize| if spans.len() == 1 { "p".to_owned() } else { format!("p{k}") };
    (0..spans.len()).map(|k| arena.variable(&name(k), Kind::Index { extent: spans[k] })).collect()
}
