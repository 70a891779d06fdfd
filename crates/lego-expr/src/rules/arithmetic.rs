//! Arithmetic on normal forms: what the rules work on, and the record of those that were applied.

use crate::graph::arena::Arena;
use crate::normal::atoms::Atoms;
use crate::normal::budget::Stop;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::Polynomial;
use crate::normal::text::Text;
use crate::rules::derivation::{Reason, Trace};
use crate::rules::divisions::Divisions;
use crate::rules::rule::Rule;

/// The atoms that expressions of one arena are made of, and the divisions done with them.
///
/// Each operation is a method in the file of the rules that simplify it.
#[derive(Debug)]
pub(crate) struct Arithmetic<'a> {
    /// Knows the names that a derivation shows.
    pub(crate) arena: &'a Arena,
    pub(crate) atoms: Atoms,
    pub(crate) divisions: Divisions,
    /// The rules applied so far, if they are recorded.
    pub(crate) trace: Option<Trace>,
}

impl<'a> Arithmetic<'a> {
    /// Arithmetic with no atoms yet.
    pub(crate) fn new(arena: &'a Arena) -> Self {
        Self { arena, atoms: Atoms::default(), divisions: Divisions::default(), trace: None }
    }

    /// The value of a form whose bounds follow from its parts.
    pub(crate) fn atom(&mut self, form: Form) -> Result<Polynomial, Stop> {
        Ok(Polynomial::atom(self.atoms.intern(form)?))
    }

    /// Records a step; `reason` is asked only while steps are recorded.
    pub(crate) fn note(&mut self, rule: &'static Rule, reason: impl FnOnce(&mut Self) -> Reason) {
        // While a step is described nothing is recorded, and no budget is spent.
        let Some(mut trace) = self.trace.take_if(|trace| !trace.is_full()) else { return };
        let budget = self.atoms.budget;
        let reason = reason(self);
        self.atoms.budget = budget;
        trace.push(rule, reason);
        self.trace = Some(trace);
    }

    fn writer(&self) -> Text<'_> {
        Text::new(self.arena, &self.atoms)
    }

    /// Text of a sum.
    pub(crate) fn text(&self, polynomial: &Polynomial) -> String {
        self.writer().sum(polynomial)
    }

    /// Text of a sum as an operand of a quotient.
    pub(crate) fn operand(&self, polynomial: &Polynomial) -> String {
        self.writer().operand(polynomial)
    }

    /// Text of a condition.
    pub(crate) fn condition(&self, truth: &Predicate) -> String {
        self.writer().condition(truth)
    }
}
