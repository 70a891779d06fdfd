//! Linear inequalities over the integers, from which columns are eliminated one by one (Fourier and Motzkin): what conditions
//! imply of one component, and whether they exclude each other.

use super::budget::Budget;
use super::quasi::{Affine, Constraint, FAR, QuasiAtom, Ranges};
use std::collections::BTreeMap;

/// The largest number of inequalities that are kept at a time.
const MOST_ROWS: usize = 400;

/// The steps that the proofs of one text or one question may take together. A step is a term of an inequality that is added to
/// others or compared with them. They are apart from those that find a form, since what is not proved is written all the same.
pub(super) const PROOF_STEPS: u64 = 1 << 21;

/// `constant + Σ coefficient · column >= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) terms: BTreeMap<usize, i128>,
    pub(super) constant: i128,
}

/// Inequalities that all hold. Every variable, quotient and remainder is a column; a quotient or a remainder brings along the
/// inequalities that define it, so that the system is implied by the conditions.
#[derive(Clone, Debug)]
pub(super) struct System<'a> {
    ranges: &'a Ranges,
    budget: &'a Budget,
    pub(super) columns: Vec<QuasiAtom>,
    pub(super) rows: Vec<Row>,
}

impl<'a> System<'a> {
    /// The system of some conditions; `None` past the limits.
    pub(super) fn new(conditions: &[Constraint], ranges: &'a Ranges, budget: &'a Budget) -> Option<Self> {
        let mut system = Self { ranges, budget, columns: Vec::new(), rows: Vec::new() };
        for condition in conditions {
            system.add(condition)?;
        }
        Some(system)
    }

    /// Adds a condition.
    pub(super) fn add(&mut self, condition: &Constraint) -> Option<()> {
        self.natural(condition.affine())?;
        if let Constraint::Zero(affine) = condition {
            self.natural(&affine.times(-1)?)?;
        }
        Some(())
    }

    /// Adds that a sum is at least 0.
    fn natural(&mut self, affine: &Affine) -> Option<()> {
        self.budget.take(affine.size() * (1 + self.columns.len())).ok()?;
        let mut terms = BTreeMap::new();
        for &(ref atom, coefficient) in affine.terms() {
            terms.insert(self.column(atom)?, coefficient);
        }
        self.push(Row { terms, constant: affine.constant })
    }

    /// The column of an atom.
    fn column(&mut self, atom: &QuasiAtom) -> Option<usize> {
        if let Some(column) = self.columns.iter().position(|other| other == atom) {
            return Some(column);
        }
        let column = self.columns.len();
        self.columns.push(atom.clone());
        let own = Affine::atom(atom.clone());
        let (low, high) = self.ranges.of(&own);
        if low > -FAR {
            self.natural(&own.plus(&Affine::constant(low), -1)?)?;
        }
        if high < FAR {
            self.natural(&Affine::constant(high).plus(&own, -1)?)?;
        }
        match atom {
            QuasiAtom::Variable(_) => {}
            QuasiAtom::Floor(inner, divisor) => {
                // divisor · q <= inner <= divisor · q + divisor - 1
                let rest = inner.plus(&own, -*divisor)?;
                self.natural(&rest)?;
                self.natural(&Affine::constant(divisor - 1).plus(&rest, -1)?)?;
            }
            QuasiAtom::Mod(inner, divisor) => {
                // inner - r is divisor times the quotient.
                let quotient = Affine::atom(QuasiAtom::Floor(inner.clone(), *divisor));
                let rest = inner.plus(&quotient, -*divisor)?;
                self.add(&Constraint::Zero(rest.plus(&own, -1)?))?;
            }
        }
        Some(column)
    }

    /// Keeps an inequality, with the coefficients divided by what they have in common.
    fn push(&mut self, mut row: Row) -> Option<()> {
        // It is compared with each one; most differ in their first terms.
        self.budget.take(1 + row.terms.len() + self.rows.len()).ok()?;
        row.terms.retain(|_, coefficient| *coefficient != 0);
        let common = row.terms.values().fold(0, |common, &coefficient| num_integer::gcd(common, coefficient));
        if common > 1 {
            row.terms.values_mut().for_each(|coefficient| *coefficient /= common);
            row.constant = row.constant.div_euclid(common);
        }
        // What holds for all numbers says nothing; of two with the same coefficients the narrower one says all.
        if row.terms.is_empty() && row.constant >= 0 {
            return Some(());
        }
        if let Some(same) = self.rows.iter_mut().find(|other| other.terms == row.terms) {
            same.constant = same.constant.min(row.constant);
            return Some(());
        }
        self.rows.push(row);
        (self.rows.len() <= MOST_ROWS).then_some(())
    }

    /// Eliminates a column.
    fn eliminate(&mut self, column: usize) -> Option<()> {
        let (with, without): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.rows).into_iter().partition(|row| row.terms.contains_key(&column));
        self.rows = without;
        let (above, below): (Vec<Row>, Vec<Row>) = with.into_iter().partition(|row| row.terms[&column] > 0);
        for (one, other) in above.iter().flat_map(|one| below.iter().map(move |other| (one, other))) {
            self.budget.take(one.terms.len() + other.terms.len()).ok()?;
            let (p, q) = (one.terms[&column], -other.terms[&column]);
            let common = num_integer::gcd(p, q);
            let (p, q) = (p / common, q / common);
            let mut sum = Row { terms: BTreeMap::new(), constant: 0 };
            for (row, factor) in [(one, q), (other, p)] {
                sum.constant = small(sum.constant.checked_add(row.constant.checked_mul(factor)?)?)?;
                for (&at, &coefficient) in &row.terms {
                    let entry = sum.terms.entry(at).or_insert(0);
                    *entry = small(entry.checked_add(coefficient.checked_mul(factor)?)?)?;
                }
            }
            self.push(sum)?;
        }
        Some(())
    }

    /// Eliminates columns, the one that makes the fewest inequalities first.
    fn eliminate_all(&mut self, mut columns: Vec<usize>) -> Option<()> {
        while !columns.is_empty() {
            // Each column is looked for in each inequality.
            self.budget.take(columns.len() * (1 + self.rows.len())).ok()?;
            let cost = |column: usize| {
                let signs = self.rows.iter().filter_map(|row| row.terms.get(&column));
                let (above, below): (Vec<i128>, Vec<i128>) = signs.partition(|coefficient| **coefficient > 0);
                above.len() * below.len()
            };
            let k = (0..columns.len()).min_by_key(|&k| cost(columns[k])).unwrap_or(0);
            let column = columns.swap_remove(k);
            self.eliminate(column)?;
        }
        Some(())
    }

    /// Whether no numbers satisfy the conditions; false too where that is not found.
    pub(super) fn excludes_all(mut self) -> bool {
        let all = (0..self.columns.len()).collect();
        self.eliminate_all(all).is_some() && self.rows.iter().any(|row| row.terms.is_empty() && row.constant < 0)
    }

    /// An inequality that bounds a column from above by columns that are kept: `coefficient · column <= rest`.
    pub(super) fn bound_from_above(
        mut self,
        column: &QuasiAtom,
        is_kept: impl Fn(&QuasiAtom) -> bool,
    ) -> Option<(i128, Affine)> {
        let own = self.columns.iter().position(|other| other == column)?;
        let others: Vec<usize> =
            (0..self.columns.len()).filter(|&other| other != own && !is_kept(&self.columns[other])).collect();
        self.eliminate_all(others)?;
        let row = self.rows.iter().find(|row| row.terms.get(&own).is_some_and(|coefficient| *coefficient < 0))?;
        let mut rest = Affine::constant(row.constant);
        for (&at, &coefficient) in row.terms.iter().filter(|(at, _)| **at != own) {
            rest = rest.plus(&Affine::atom(self.columns[at].clone()), coefficient)?;
        }
        Some((-row.terms[&own], rest))
    }
}

/// Conditions of which one holds where a condition does not.
pub(super) fn opposites(constraint: &Constraint) -> Option<Vec<Constraint>> {
    let less =
        |affine: &Affine, factor: i128| affine.times(factor)?.plus(&Affine::constant(-1), 1).map(Constraint::Natural);
    Some(match constraint {
        Constraint::Natural(affine) => vec![less(affine, -1)?],
        Constraint::Zero(affine) => vec![less(affine, 1)?, less(affine, -1)?],
    })
}

fn small(value: i128) -> Option<i128> {
    (value.abs() < FAR).then_some(value)
}
