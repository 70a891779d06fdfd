//! Derivations: which rules made an expression what it is, and what allowed them.

use crate::rules::rule::Rule;

/// A rule applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule.
    pub rule: &'static Rule,
    /// What became what.
    pub equations: Vec<(String, String)>,
    /// What its condition follows from.
    pub because: Vec<String>,
}

impl Step {
    /// A rule applied, without more to say about it.
    pub(crate) fn of(rule: &'static Rule) -> Self {
        Self { rule, equations: Vec::new(), because: Vec::new() }
    }
}

/// How some expressions came to their form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The rules in the order in which they were applied: to the parts before the whole.
    pub steps: Vec<Step>,
    /// Whether there were more steps than are kept.
    pub is_cut: bool,
    /// Whether the result of the rules costs more than what was given, or took too long, and so was not taken.
    pub is_discarded: bool,
}

/// The most steps of a derivation: nobody reads more.
const MOST_STEPS: usize = 500;

/// The steps of a derivation while it is being made.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    steps: Vec<Step>,
}

impl Trace {
    /// Adds a step that changes something and is not among the steps yet.
    pub(crate) fn push(&mut self, rule: &'static Rule, reason: Reason) {
        let Reason { equations, because } = reason;
        let equations: Vec<(String, String)> =
            equations.into_iter().filter(|(before, after)| before != after).collect();
        let step = Step { rule, equations, because };
        if !step.equations.is_empty() && !self.steps.contains(&step) {
            self.steps.push(step);
        }
    }

    /// Whether no more steps are taken.
    pub(crate) fn is_full(&self) -> bool {
        self.steps.len() >= MOST_STEPS
    }

    /// The steps, and whether there may have been more.
    pub(crate) fn into_steps(self) -> (Vec<Step>, bool) {
        let is_cut = self.is_full();
        (self.steps, is_cut)
    }
}

/// What a step did, and what allowed it.
pub(crate) struct Reason {
    pub(crate) equations: Vec<(String, String)>,
    pub(crate) because: Vec<String>,
}

impl Reason {
    /// One equation that needs no reason.
    pub(crate) fn equation(before: String, after: String) -> Self {
        Self { equations: vec![(before, after)], because: Vec::new() }
    }
}
