//! Operations on normal forms: sums and products at once, the others by their rules.

use crate::graph::node::Op;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;

impl Arithmetic<'_> {
    /// The normal form of an operation on normal forms.
    pub(crate) fn operate(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        match op {
            Op::Add => {
                let sum = a.plus(b)?;
                self.tidy(sum)
            }
            Op::Sub => {
                let difference = a.minus(b)?;
                self.tidy(difference)
            }
            Op::Mul => self.product(a, b),
            Op::Div => Ok(self.divide(a, b)?.0),
            Op::Rem => Ok(self.divide(a, b)?.1),
            Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr => self.bits(op, a, b),
            Op::Min | Op::Max => self.minimum(op, a, b),
        }
    }

    /// A product is multiplied out where one side has a single term or consists of sizes, as a stride times an index does. A
    /// product of two sums of indices, as in t·(t+1), is an atom.
    fn product(&mut self, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        let multiply = a.0.len() <= 1
            || b.0.len() <= 1
            || (a.0.len() * b.0.len() <= 64 && (self.atoms.is_size(a) || self.atoms.is_size(b)));
        if multiply {
            // A power has as many factors as its exponent says, and squares of squares double them.
            if degree(a) + degree(b) > MOST_FACTORS {
                return Err(Stop::TooLarge);
            }
            let product = a.times(b)?;
            return self.tidy(product);
        }
        let (a, b) = if is_in_order(a, b) { (a, b) } else { (b, a) };
        self.atom(Form::Product(a.clone(), b.clone()))
    }
}

/// The most factors of a product that is written out.
const MOST_FACTORS: usize = 256;

/// The most factors of a term.
fn degree(sum: &Polynomial) -> usize {
    sum.0.iter().map(|(monomial, _)| monomial.0.len()).max().unwrap_or(0)
}

/// Whether two factors are in the order that makes a·b and b·a one atom.
fn is_in_order(a: &Polynomial, b: &Polynomial) -> bool {
    (a.0.len(), &a.0) <= (b.0.len(), &b.0)
}
