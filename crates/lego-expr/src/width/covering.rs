//! Bounds of values by their normal forms: a limit that is as large, or a value made of sizes.

use crate::forms::goal::Goal;
use crate::forms::search::Forms;
use crate::graph::node::Id;
use crate::normal::budget::Stop;
use crate::normal::polynomial::Polynomial;
use crate::rules::normalizer::Normalizer;

/// What a value is known to be at most.
pub(crate) enum Covering {
    /// One of the limits, or a number that fits every type.
    Limit,
    /// A node made of sizes.
    Bound(Id),
    /// Nothing that its normal form shows.
    Open,
}

/// Brings values into normal form, and bounds of them back into the cheapest form.
pub(crate) struct Prover<'p, 'a> {
    pub(crate) normalizer: &'p mut Normalizer<'a>,
    pub(crate) forms: &'p mut Forms,
}

impl Prover<'_, '_> {
    /// What the value of a node is at most, by its normal form.
    pub(crate) fn covering(&mut self, id: Id, limits: &[Id]) -> Result<Covering, Stop> {
        let value = self.normalizer.value(id)?;
        let range = self.normalizer.arithmetic.atoms.range(&value);
        if range.is_bounded() && range.high <= i128::from(u32::MAX) {
            return Ok(Covering::Limit);
        }
        let Some(upper) = self.normalizer.arithmetic.atoms.upper_bound(&value)? else {
            return Ok(Covering::Open);
        };
        for &limit in limits {
            let limit = self.normalizer.value(limit)?;
            if self.normalizer.arithmetic.atoms.is_natural(&limit.minus(&upper)?)? {
                return Ok(Covering::Limit);
            }
        }
        let bound: Polynomial = self.normalizer.arithmetic.atoms.shares.fold(&upper)?.signs()?.0;
        Ok(self.lower(bound)?.map_or(Covering::Open, Covering::Bound))
    }

    /// Drops the bounds that are proved to be at most another.
    pub(crate) fn drop_smaller(&mut self, bounds: &mut Vec<Id>) {
        let all = bounds.clone();
        bounds.retain(|&bound| {
            !all.iter().any(|&other| other != bound && self.is_smaller(bound, other).unwrap_or(false))
        });
    }

    /// Whether `a < b` is proved for values made of sizes.
    fn is_smaller(&mut self, a: Id, b: Id) -> Result<bool, Stop> {
        let gap = self.normalizer.value(b)?.minus(&self.normalizer.value(a)?)?.minus(&Polynomial::constant(1))?;
        self.normalizer.arithmetic.atoms.is_natural(&gap)
    }

    /// The cheapest form of a bound.
    pub(crate) fn tidied(&mut self, bound: Id) -> Result<Id, Stop> {
        let value = self.normalizer.value(bound)?;
        Ok(self.lower(value)?.unwrap_or(bound))
    }

    fn lower(&mut self, value: Polynomial) -> Result<Option<Id>, Stop> {
        let lowered = self.forms.lower(&mut self.normalizer.arithmetic, &[Goal::Integer(value)], None)?;
        Ok(lowered.roots.first().copied())
    }
}
