//! The inverse of an affine map: whole elimination gives each component of the index as a sum of the values.

use crate::relation::{Relation, unguarded};
use lego_expr::{Arena, Comparison, Engine, Id, Map, Op};

/// `offsets + rows · index`.
struct Matrix {
    rows: Vec<Vec<i128>>,
    offsets: Vec<Id>,
    /// The components of the index that are not 0 everywhere, one for each column.
    components: Vec<usize>,
}

/// Rows that whole elimination gives: `steps · rows = reduced`, where the first rows of `reduced` are triangular with
/// numbers above 0 on the diagonal, and all others are 0.
struct Reduced {
    steps: Vec<Vec<i128>>,
    reduced: Vec<Vec<i128>>,
}

/// `constant + Σ factor · atom`.
#[derive(Clone, Debug, Default)]
struct Sum {
    constant: i128,
    terms: Vec<(i128, Id)>,
}

impl Matrix {
    /// The map as one of numbers for strides, if it is proved to be one; its offsets may have sizes without a value.
    fn new(relation: &Relation<'_>) -> Option<Self> {
        let arena = relation.arena;
        if relation.map.calls(arena) || relation.map.index.is_empty() || relation.map.values.len() < relation.rank() {
            return None;
        }
        let mut engine = Engine::new(arena);
        let components: Vec<usize> =
            (0..relation.rank()).filter(|&k| arena.number(relation.map.dims[k]) != Some(1)).collect();
        let mut rows = Vec::new();
        for &value in &relation.map.values {
            let mut slope = |&k: &usize| {
                let slope = engine.slope(value, relation.map.index[k])?;
                arena.number(slope)
            };
            rows.push(components.iter().map(&mut slope).collect::<Option<Vec<i128>>>()?);
        }
        let zeros = vec![arena.constant(0); relation.rank()];
        let at_zero = unguarded(&relation.map).over(arena, &zeros).values;
        let offsets = engine.simplify(&[], &at_zero).roots;
        Some(Self { rows, offsets, components })
    }

    /// Whole elimination; `None` where the columns depend on each other, and of numbers beyond 128 bits.
    fn reduced(&self) -> Option<Reduced> {
        let (count, columns) = (self.rows.len(), self.components.len());
        let one = |k: usize| (0..count).map(|j| i128::from(j == k)).collect::<Vec<i128>>();
        let mut all: Vec<(Vec<i128>, Vec<i128>)> =
            self.rows.iter().enumerate().map(|(k, row)| (row.clone(), one(k))).collect();
        let subtract = |from: &mut (Vec<i128>, Vec<i128>), row: &(Vec<i128>, Vec<i128>), factor: i128| {
            let parts = from.0.iter_mut().zip(&row.0).chain(from.1.iter_mut().zip(&row.1));
            for (a, b) in parts {
                *a = a.checked_sub(b.checked_mul(factor)?)?;
            }
            Some(())
        };
        for column in 0..columns {
            // Euclid's algorithm on the numbers of a column, until one is left.
            loop {
                let least =
                    (column..count).filter(|&k| all[k].0[column] != 0).min_by_key(|&k| all[k].0[column].abs())?;
                all.swap(column, least);
                let pivot = all[column].clone();
                for row in &mut all[column + 1..] {
                    subtract(row, &pivot, row.0[column] / pivot.0[column])?;
                }
                if all[column + 1..].iter().all(|row| row.0[column] == 0) {
                    break;
                }
            }
            if all[column].0[column] < 0 {
                let (row, step) = &mut all[column];
                row.iter_mut().chain(step).for_each(|number| *number = -*number);
            }
            let pivot = all[column].clone();
            for row in &mut all[..column] {
                subtract(row, &pivot, row.0[column].div_euclid(pivot.0[column]))?;
            }
        }
        let (reduced, steps) = all.into_iter().unzip();
        Some(Reduced { steps, reduced })
    }
}

impl Sum {
    fn add(&mut self, factor: i128, atom: Id) -> Option<()> {
        match self.terms.iter_mut().find(|(_, other)| *other == atom) {
            Some((sum, _)) => *sum = sum.checked_add(factor)?,
            None => self.terms.push((factor, atom)),
        }
        Some(())
    }

    fn plus(&mut self, other: &Self, factor: i128) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(coefficient, atom) in &other.terms {
            self.add(coefficient.checked_mul(factor)?, atom)?;
        }
        Some(())
    }

    /// What is added and what is taken away.
    fn sides(&self, arena: &Arena) -> [Id; 2] {
        let side = |sign: i128| {
            let first = arena.constant((self.constant * sign).max(0));
            let terms = self.terms.iter().filter(|(factor, _)| factor * sign > 0);
            terms.fold(first, |sum, &(factor, atom)| {
                arena.binary(Op::Add, sum, arena.binary(Op::Mul, arena.constant(factor.abs()), atom))
            })
        };
        [side(1), side(-1)]
    }
}

impl Relation<'_> {
    /// Whether the map is proved to be affine with columns that do not depend on each other, so that it is one to one
    /// everywhere.
    pub(super) fn is_independent(&self) -> bool {
        Matrix::new(self).and_then(|matrix| matrix.reduced()).is_some()
    }

    /// The way back of an affine map whose columns do not depend on each other.
    ///
    /// Each component is a sum of the values, or the quotient of one where the map leaves values out; the guards say
    /// that the quotients are whole, that values which say the same agree, and that the index is in the domain.
    pub(super) fn by_matrix(&self, values: &[Id]) -> Option<Map> {
        let arena = self.arena;
        let matrix = Matrix::new(self)?;
        let Reduced { steps, reduced } = matrix.reduced()?;
        let zero = arena.constant(0);
        // The values without the offsets, as elimination adds them.
        let added = |step: &Vec<i128>| {
            let mut sum = Sum::default();
            for ((&factor, &value), &offset) in step.iter().zip(values).zip(&matrix.offsets) {
                sum.add(factor, value)?;
                match arena.number(offset) {
                    Some(number) => sum.constant = sum.constant.checked_sub(factor.checked_mul(number)?)?,
                    None => sum.add(factor.checked_neg()?, offset)?,
                }
            }
            Some(sum)
        };
        let mut guards = Vec::new();
        let mut index = vec![zero; self.rank()];
        let columns = matrix.components.len();
        let mut solved: Vec<Sum> = vec![Sum::default(); columns];
        for column in (0..columns).rev() {
            let mut sum = added(&steps[column])?;
            for later in column + 1..columns {
                sum.plus(&solved[later], reduced[column][later].checked_neg()?)?;
            }
            let [above, below] = sum.sides(arena);
            let mut component = arena.binary(Op::Sub, above, below);
            if below != zero {
                guards.push(arena.compare(Comparison::LessEqual, below, above));
            }
            let extent = self.map.dims[matrix.components[column]];
            let divisor = reduced[column][column];
            if divisor > 1 {
                let divisor = arena.constant(divisor);
                guards.push(arena.compare(Comparison::Equal, arena.binary(Op::Rem, component, divisor), zero));
                component = arena.binary(Op::Div, component, divisor);
                guards.push(arena.compare(Comparison::Less, component, extent));
                sum = Sum { constant: 0, terms: vec![(1, component)] };
            } else {
                let end = if below == zero { extent } else { arena.binary(Op::Add, below, extent) };
                guards.push(arena.compare(Comparison::Less, above, end));
            }
            index[matrix.components[column]] = component;
            solved[column] = sum;
        }
        for step in &steps[columns..] {
            let [above, below] = added(step)?.sides(arena);
            guards.push(arena.compare(Comparison::Equal, above, below));
        }
        let domain = Map { values: vec![], ..self.map.clone() }.over(arena, &index);
        guards.extend(domain.guards);
        guards.retain(|&guard| arena.number(guard) != Some(1));
        Some(Self::back(index, guards))
    }
}
