//! Terms written in another arithmetic, by whoever has one.

use super::context::{Context, Unknown};
use super::term::{Term, UnknownId};

/// An arithmetic in which terms are written.
///
/// ```
/// use lego_algebra::symbolic::{Answer, Value, Writer, evaluate};
///
/// /// Plain numbers, every symbol 12.
/// struct Twelve;
///
/// impl Writer for Twelve {
///     type Value = i64;
///     fn number(&mut self, number: i64) -> i64 { number }
///     fn symbol(&mut self, _: &str) -> i64 { 12 }
///     fn sum(&mut self, a: i64, b: i64) -> i64 { a + b }
///     fn product(&mut self, a: i64, b: i64) -> i64 { a * b }
///     fn quotient(&mut self, a: i64, b: i64) -> i64 { a / b }
///     fn ceil_div(&mut self, a: i64, b: i64) -> i64 { (a + b - 1) / b }
///     fn smaller(&mut self, a: i64, b: i64) -> i64 { a.min(b) }
///     fn larger(&mut self, a: i64, b: i64) -> i64 { a.max(b) }
/// }
///
/// let Ok(Answer::Holds(result)) = evaluate("logical_divide(M:1, 4:1) where M % 4 == 0") else { panic!() };
/// let Value::Layout(layout) = &result.value else { panic!() };
/// let extents: Vec<i64> = layout.modes().iter().map(|(extent, _)| result.context.write(extent, &mut Twelve)).collect();
/// assert_eq!(extents, [4, 3]);
/// ```
pub trait Writer {
    /// What an expression is. A part that stands in several places is written once.
    type Value: Clone;

    /// A number.
    fn number(&mut self, number: i64) -> Self::Value;

    /// A size that has no value, by its name.
    fn symbol(&mut self, name: &str) -> Self::Value;

    /// The sum of two.
    fn sum(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// The product of two.
    fn product(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// The quotient of two of which the second divides the first.
    fn quotient(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// The quotient rounded up.
    fn ceil_div(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// The smaller of two.
    fn smaller(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;

    /// The larger of two.
    fn larger(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
}

impl Context {
    /// Writes a term of this context.
    pub fn write<W: Writer>(&self, term: &Term, writer: &mut W) -> W::Value {
        let mut written = alloc::vec![None; self.atoms.len()];
        self.write_term(term, &mut written, writer)
    }

    fn write_term<W: Writer>(&self, term: &Term, written: &mut [Option<W::Value>], writer: &mut W) -> W::Value {
        let mut product = None;
        if term.coefficient != 1 || term.factors.is_empty() {
            product = Some(writer.number(term.coefficient));
        }
        for &(atom, power) in &term.factors {
            let factor = self.write_atom(atom, written, writer);
            for _ in 0..power {
                product = Some(match product {
                    Some(product) => writer.product(product, factor.clone()),
                    None => factor.clone(),
                });
            }
        }
        product.unwrap_or_else(|| writer.number(1))
    }

    fn write_atom<W: Writer>(&self, atom: UnknownId, written: &mut [Option<W::Value>], writer: &mut W) -> W::Value {
        if let Some(value) = &written[atom] {
            return value.clone();
        }
        let value = match &self.atoms[atom] {
            Unknown::Symbol(k) => writer.symbol(&self.names[*k]),
            Unknown::Quotient { of, by } => {
                let (of, by) = (self.write_atom(*of, written, writer), self.write_term(by, written, writer));
                writer.quotient(of, by)
            }
            Unknown::Ceil { of, by } => {
                let (of, by) = (self.write_term(of, written, writer), self.write_term(by, written, writer));
                writer.ceil_div(of, by)
            }
            Unknown::Min(a, b) => {
                let (a, b) = (self.write_term(a, written, writer), self.write_term(b, written, writer));
                writer.smaller(a, b)
            }
            Unknown::Max(a, b) => {
                let (a, b) = (self.write_term(a, written, writer), self.write_term(b, written, writer));
                writer.larger(a, b)
            }
            Unknown::Sum(terms) => {
                let mut sum = None;
                for term in terms {
                    let term = self.write_term(term, written, writer);
                    sum = Some(match sum {
                        Some(sum) => writer.sum(sum, term),
                        None => term,
                    });
                }
                sum.unwrap_or_else(|| writer.number(0))
            }
        };
        written[atom] = Some(value.clone());
        value
    }
}

impl super::answer::Result {
    /// Every condition on the sizes: what the expression says, and what is needed besides.
    pub fn all_conditions(&self) -> impl Iterator<Item = &super::condition::Condition> {
        self.context.given.iter().chain(&self.conditions)
    }
}
