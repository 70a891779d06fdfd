//! The inverse of an affine map: whole elimination gives each component of the index as a sum of the values.

use crate::relation::{Relation, unguarded};
use lego_expr::{Arena, Comparison, Engine, Id, Map, Op, polynomial};

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

/// `constant + Σ factor · value`; the constant is that of no value.
type Sum = polynomial::Sum<Option<Id>>;

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

/// What a sum adds and what it takes away.
fn sides(sum: &Sum, arena: &Arena) -> [Id; 2] {
    let side = |sign: i128| {
        let terms = sum.terms().iter().filter(|(_, factor)| factor.signum() == sign);
        terms.fold(arena.constant(0), |sum, (value, factor)| {
            let factor = arena.constant(factor.abs());
            arena.binary(Op::Add, sum, value.map_or(factor, |value| arena.binary(Op::Mul, factor, value)))
        })
    };
    [side(1), side(-1)]
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
            let mut terms = Vec::new();
            for ((&factor, &value), &offset) in step.iter().zip(values).zip(&matrix.offsets) {
                let (offset, number) = arena.number(offset).map_or((Some(offset), 1), |number| (None, number));
                terms.extend([(Some(value), factor), (offset, factor.checked_mul(number)?.checked_neg()?)]);
            }
            Sum::of(terms).ok()
        };
        let mut guards = Vec::new();
        let mut index = vec![zero; self.rank()];
        let columns = matrix.components.len();
        let mut solved: Vec<Sum> = vec![Sum::default(); columns];
        for column in (0..columns).rev() {
            let mut sum = added(&steps[column])?;
            for later in column + 1..columns {
                sum = sum.plus_times(&solved[later], reduced[column][later].checked_neg()?).ok()?;
            }
            let [above, below] = sides(&sum, arena);
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
                sum = Sum::term(Some(component), 1);
            } else {
                let end = if below == zero { extent } else { arena.binary(Op::Add, below, extent) };
                guards.push(arena.compare(Comparison::Less, above, end));
            }
            index[matrix.components[column]] = component;
            solved[column] = sum;
        }
        for step in &steps[columns..] {
            let [above, below] = sides(&added(step)?, arena);
            guards.push(arena.compare(Comparison::Equal, above, below));
        }
        let domain = Map { values: vec![], ..self.map.clone() }.over(arena, &index);
        guards.extend(domain.guards);
        guards.retain(|&guard| arena.number(guard) != Some(1));
        Some(Self::back(index, guards))
    }
}
