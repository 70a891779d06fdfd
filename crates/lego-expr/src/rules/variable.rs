//! Variables in normal form: indices below their extents, and sizes, for which a product may stand.

use crate::graph::node::Kind;
use crate::normal::atoms::Bounds;
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{AtomId, Polynomial};
use crate::ranges::range::Range;
use crate::rules::derivation::Reason;
use crate::rules::normalizer::Normalizer;
use crate::rules::rule::rules;

rules! {
    EXACT_PART = "exact part": "m = d*(m / d)" if "m % d = 0";
}

impl Normalizer<'_> {
    /// The normal form of a variable: where a fact says so, by [`EXACT_PART`].
    pub(crate) fn variable(&mut self, number: u32) -> Result<Polynomial, Stop> {
        let atom = self.variable_atom(number)?;
        let arithmetic = &mut self.arithmetic;
        let product = arithmetic.atoms.shares.unfold(atom, &mut arithmetic.atoms.budget)?;
        if let Some(divisor) = arithmetic.atoms.shares.divisor(atom).cloned() {
            arithmetic.note(&EXACT_PART, |arithmetic| {
                let (size, divisor) = (arithmetic.arena.variable_of(number).name, arithmetic.operand(&divisor));
                Reason {
                    equations: vec![(size.clone(), format!("{divisor} * ({size} / {divisor})"))],
                    because: vec![format!("{size} % {divisor} == 0 is asserted")],
                }
            });
        }
        Ok(product)
    }

    /// The atom of a variable.
    pub(crate) fn variable_atom(&mut self, number: u32) -> Result<AtomId, Stop> {
        let form = Form::Variable(number);
        let hash = match self.arithmetic.atoms.lookup(&form) {
            Ok(atom) => return Ok(atom),
            Err(hash) => hash,
        };
        self.arithmetic.atoms.budget.spend(1)?;
        let bounds = match self.arithmetic.arena.kind_of(number) {
            Kind::Size => {
                let least = i128::from(!self.arithmetic.atoms.may_be_empty);
                Bounds { range: Range::new(least, i128::MAX), upper: None, is_size: true }
            }
            Kind::Index { extent } => {
                let last = self.value(extent)?.minus(&Polynomial::constant(1))?;
                let atoms = &self.arithmetic.atoms;
                let range = Range::new(0, atoms.range(&last).high);
                Bounds { range, upper: atoms.is_size(&last).then_some(last), is_size: false }
            }
        };
        self.arithmetic.atoms.insert(hash, form, bounds)
    }
}
