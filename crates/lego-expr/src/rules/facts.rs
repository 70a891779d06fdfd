//! Facts about sizes, taken in before anything is brought into normal form: ranges, products that sizes stand for, and
//! inequalities that proofs may use.

use crate::graph::node::{Id, Kind, Node, Premise};
use crate::normal::budget::Stop;
use crate::normal::form::Form;
use crate::normal::polynomial::{Monomial, Polynomial, common_divisor};
use crate::ranges::range::Range;
use crate::rules::normalizer::Normalizer;

/// More facts of the kind `a <= b` than this are asserted but not used.
const MOST_INEQUALITIES: usize = 16;

impl Normalizer<'_> {
    /// Takes in the arena's facts.
    ///
    /// # Errors
    /// [`Stop`] where the facts themselves exceed the limits.
    pub(crate) fn learn(&mut self) -> Result<(), Stop> {
        // Ranges first: a share's range comes from that of its size. Inequalities last, written with the shares.
        let mut facts = self.arithmetic.arena.premises();
        if !self.arithmetic.atoms.may_be_empty {
            facts.extend(self.arithmetic.arena.premises_of_inhabited());
            // That a size is at least 1 its kind says.
            let arena = self.arithmetic.arena;
            let is_known = |fact: &Premise| match *fact {
                Premise::AtMost(one, size) => {
                    arena.number(one).is_some_and(|number| number <= 1)
                        && matches!(arena.get(size), Node::Variable(number) if arena.kind_of(number) == Kind::Size)
                }
                Premise::Divides(..) => false,
            };
            facts.retain(|fact| !is_known(fact));
        }
        let (divisions, limits): (Vec<Premise>, Vec<Premise>) =
            facts.into_iter().partition(|fact| matches!(fact, Premise::Divides(..)));
        let mut inequalities = Vec::new();
        for limit in limits {
            if let Premise::AtMost(a, b) = limit {
                if !self.learn_range(a, b)? {
                    inequalities.push((a, b));
                }
            }
        }
        for division in divisions {
            if let Premise::Divides(value, divisor) = division {
                self.learn_division(value, divisor)?;
            }
        }
        for (a, b) in inequalities {
            self.learn_inequality(a, b)?;
        }
        Ok(())
    }

    /// Narrows the range of a size by `a <= b`, where the other side is a number. Whether the fact is of that kind.
    fn learn_range(&mut self, a: Id, b: Id) -> Result<bool, Stop> {
        let (size, range) = match (self.arithmetic.arena.number(a), self.arithmetic.arena.number(b)) {
            (Some(least), None) => (b, Range::new(least, i128::MAX)),
            (None, Some(most)) => (a, Range::new(i128::MIN, most)),
            _ => return Ok(false),
        };
        let Some(atom) = self.without_shares(size)?.single_atom() else { return Ok(false) };
        self.arithmetic.atoms.narrow(atom, range);
        Ok(true)
    }

    /// Takes in that a divisor divides a value: a size stands for the divisor times a share of its own.
    fn learn_division(&mut self, value: Id, divisor: Id) -> Result<(), Stop> {
        let divisor = self.value(divisor)?;
        let Some(size) = self.without_shares(value)?.single_atom() else { return Ok(()) };
        // Nothing to do where the shares so far say that it divides; and the size must not be part of its own divisor.
        let now = self.value(value)?;
        let [term] = divisor.0.as_slice() else { return Ok(()) };
        if !now.split(term).1.is_zero()
            && now.single_atom() == Some(size)
            && !self.arithmetic.atoms.shares.leads_to(&divisor, size)
        {
            let share = self.arithmetic.atoms.intern(Form::Share { size, divisor: divisor.clone() })?;
            let product = Polynomial::atom(share).times(&divisor)?;
            self.arithmetic.atoms.shares.insert(size, divisor, product);
            self.forget();
        } else if !now.split(term).1.is_zero() {
            // M stands for d'·share already: d divides it only if a part of d divides the share.
            self.share_further(&now, term)?;
        }
        Ok(())
    }

    /// Takes in that `a <= b` for values made of sizes.
    fn learn_inequality(&mut self, a: Id, b: Id) -> Result<(), Stop> {
        let difference = self.value(b)?.minus(&self.value(a)?)?;
        let atoms = &mut self.arithmetic.atoms;
        if atoms.inequalities.len() < MOST_INEQUALITIES
            && atoms.is_size(&difference)
            && !atoms.is_natural(&difference)?
        {
            atoms.inequalities.push(difference);
            // A proof that failed before may succeed with it.
            self.forget();
        }
        Ok(())
    }

    /// Takes in that d divides `M == c·s` with a number c and a share s: then d / gcd(d, c), which is coprime to c / gcd(d, c),
    /// divides s, and s stands for it times another share. Of symbols it is not known what is coprime.
    fn share_further(&mut self, now: &Polynomial, divisor: &(Monomial, i128)) -> Result<(), Stop> {
        let [(monomial, coefficient)] = now.0.as_slice() else { return Ok(()) };
        let common = monomial.common(&divisor.0);
        let left = (divisor.0.over(&common).unwrap_or_default(), divisor.1 / common_divisor(divisor.1, *coefficient));
        // As 64 | 32·s gives 2 | s.
        if !left.0.is_one() || left.1 <= 1 || !common.is_one() {
            return Ok(());
        }
        let share = monomial.single().filter(|a| matches!(self.arithmetic.atoms.form(*a), Form::Share { .. }));
        if let Some(share) = share {
            let divisor = Polynomial::constant(left.1);
            let finer = self.arithmetic.atoms.intern(Form::Share { size: share, divisor: divisor.clone() })?;
            let product = Polynomial::atom(finer).times(&divisor)?;
            self.arithmetic.atoms.shares.insert(share, divisor, product);
            self.forget();
        }
        Ok(())
    }

    /// The normal form of a node, where a variable is itself and not the product that it stands for.
    fn without_shares(&mut self, id: Id) -> Result<Polynomial, Stop> {
        match self.arithmetic.arena.get(id) {
            Node::Variable(number) => Ok(Polynomial::atom(self.variable_atom(number)?)),
            _ => self.value(id),
        }
    }
}
