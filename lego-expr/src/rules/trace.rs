//! Derivations: which rules made an expression what it is, and what allowed them.

use crate::graph::node::Op;
use crate::normal::form::{Form, Truth};
use crate::normal::normalizer::Normalizer;
use crate::normal::polynomial::{Atom, Monomial, Polynomial};
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

/// How some expressions came to their form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The rules in the order in which they were applied: to the parts before the whole.
    pub steps: Vec<Step>,
    /// Whether the result of the rules costs more than what was written, or took too long, and so was not taken.
    pub kept: bool,
}

/// A term of a sum: its sign is the caller's.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const FACTOR: u8 = 3;

impl Normalizer<'_> {
    /// Starts recording, from nothing: what was simplified before is simplified anew, with its steps.
    pub(crate) fn record(&mut self) {
        self.trace = Some(Vec::new());
        self.forget();
    }

    /// What was recorded, if it was.
    pub(crate) fn recorded(&mut self) -> Option<Vec<Step>> {
        self.trace.take()
    }

    /// Notes a step; `step` is asked only while steps are recorded.
    pub(crate) fn note(&mut self, rule: &'static Rule, step: impl FnOnce(&mut Self) -> Noted) {
        // While a step is described nothing is recorded, and no budget is spent.
        let Some(mut steps) = self.trace.take() else { return };
        let budget = self.steps;
        let Noted { equations, because } = step(self);
        self.steps = budget;
        let equations: Vec<(String, String)> =
            equations.into_iter().filter(|(before, after)| before != after).collect();
        let step = Step { rule, equations, because };
        if !step.equations.is_empty() && !steps.contains(&step) {
            steps.push(step);
        }
        self.trace = Some(steps);
    }

    /// Notes a division by a rule.
    pub(crate) fn note_division(
        &mut self,
        rule: &'static Rule,
        (x, d): (&Polynomial, &Polynomial),
        (quotient, remainder): &(Polynomial, Polynomial),
        because: impl FnOnce(&mut Self) -> Vec<String>,
    ) {
        if x.is_zero() {
            return;
        }
        self.note(rule, |normal| {
            let (x_text, d_text) = (normal.operand(x), normal.operand(d));
            let equations = vec![
                (format!("{x_text} / {d_text}"), normal.text(quotient)),
                (format!("{x_text} % {d_text}"), normal.text(remainder)),
            ];
            let mut because = because(normal);
            normal.exact_parts(&[x, d], &mut because);
            Noted { equations, because }
        });
    }

    /// The facts by which sizes in some expressions stand for products.
    fn exact_parts(&self, polynomials: &[&Polynomial], because: &mut Vec<String>) {
        let atoms = polynomials.iter().flat_map(|p| &p.0).flat_map(|(monomial, _)| &monomial.0);
        for &atom in atoms {
            if let Form::Share { size, divisor } = self.form(atom) {
                let fact = format!("{} divides {}", self.text(divisor), self.factor(*size));
                if !because.contains(&fact) {
                    because.push(fact);
                }
            }
        }
    }

    /// Why `0 <= x < d`.
    pub(crate) fn why_below(&mut self, x: &Polynomial, d: &Polynomial) -> Vec<String> {
        let range = self.range(x);
        let most = if range.is_bounded() {
            Some(range.high.to_string())
        } else {
            self.upper_bound(x).ok().flatten().map(|upper| self.text(&upper))
        };
        let gap = d.minus(x).and_then(|gap| gap.minus(&Polynomial::constant(1)));
        let mut asserted = gap.ok().and_then(|gap| self.asserted_for(&gap).ok()).unwrap_or_default();
        let (x, d) = (self.text(x), self.text(d));
        let mut because = match most {
            Some(most) if most != x => vec![format!("0 <= {x} <= {most} < {d}")],
            _ => vec![format!("0 <= {x} < {d}")],
        };
        because.append(&mut asserted);
        because
    }

    /// A fact about sizes, in words.
    pub(crate) fn inequality_text(&self, difference: &Polynomial) -> String {
        let (more, less): (Vec<_>, Vec<_>) =
            difference.0.iter().cloned().partition(|(_, coefficient)| *coefficient > 0);
        let less = Polynomial(less.into_iter().map(|(monomial, c)| (monomial, -c)).collect());
        format!("{} <= {} is asserted", self.text(&less), self.text(&Polynomial(more.into_iter().collect())))
    }

    /// Why a value is not below zero.
    pub(crate) fn why_natural(&mut self, x: &Polynomial) -> Vec<String> {
        let text = self.text(x);
        if x.is_zero() {
            return Vec::new();
        }
        if x.0.iter().all(|(monomial, c)| *c > 0 && self.monomial_range(monomial).low >= 0) {
            return vec![format!("0 <= {text}, as is every term")];
        }
        let asserted = self.asserted_for(x).unwrap_or_default();
        [format!("0 <= {text}")].into_iter().chain(asserted).collect()
    }

    /// Text of a sum.
    pub(crate) fn text(&self, polynomial: &Polynomial) -> String {
        self.written(polynomial, 0)
    }

    /// Text of a sum as an operand of a quotient.
    pub(crate) fn operand(&self, polynomial: &Polynomial) -> String {
        self.written(polynomial, FACTOR)
    }

    fn written(&self, polynomial: &Polynomial, context: u8) -> String {
        let folded = self.fold_shares(polynomial).unwrap_or_else(|_| polynomial.clone());
        let mut terms: Vec<&(Monomial, i128)> = folded.0.iter().collect();
        // Large strides first, what is subtracted and the number last.
        terms.sort_by(|a, b| (a.1 < 0, a.0.is_one(), -a.1, &a.0).cmp(&(b.1 < 0, b.0.is_one(), -b.1, &b.0)));
        let mut text = String::new();
        for (monomial, coefficient) in &terms {
            let sign = match (text.is_empty(), *coefficient < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            text.push_str(&self.term_text(monomial, coefficient.unsigned_abs()));
        }
        let own = match terms.as_slice() {
            [] => return "0".to_owned(),
            [(monomial, 1)] if monomial.0.len() == 1 => {
                return if self.is_quotient(monomial.0[0]) && context >= FACTOR { format!("({text})") } else { text };
            }
            [(monomial, coefficient)] if monomial.is_one() && *coefficient > 0 => FACTOR,
            [(_, coefficient)] if *coefficient > 0 => PRODUCT,
            _ => SUM,
        };
        if own < context { format!("({text})") } else { text }
    }

    fn is_quotient(&self, atom: Atom) -> bool {
        !matches!(self.form(atom), Form::Variable(_) | Form::Isqrt(_) | Form::Call { .. })
    }

    fn term_text(&self, monomial: &Monomial, number: u128) -> String {
        let mut factors: Vec<String> = Vec::new();
        if number != 1 || monomial.is_one() {
            factors.push(number.to_string());
        }
        let alone = factors.is_empty() && monomial.0.len() == 1;
        for &atom in &monomial.0 {
            let text = self.factor(atom);
            factors.push(if !alone && self.is_quotient(atom) { format!("({text})") } else { text });
        }
        factors.join(" * ")
    }

    fn factor(&self, atom: Atom) -> String {
        match self.form(atom) {
            Form::Variable(number) => self.arena.variable_of(*number).name,
            Form::Share { size, divisor } => format!("{} / {}", self.factor(*size), self.operand(divisor)),
            Form::Quotient(a, b) => format!("{} / {}", self.operand(a), self.operand(b)),
            Form::Remainder(a, b) => format!("{} % {}", self.operand(a), self.operand(b)),
            Form::Product(a, b) => format!("{} * {}", self.operand(a), self.operand(b)),
            Form::Binary(op @ (Op::Min | Op::Max), a, b) => {
                let name = if *op == Op::Min { "min" } else { "max" };
                format!("{name}({}, {})", self.text(a), self.text(b))
            }
            Form::Binary(op, a, b) => {
                format!("{} {} {}", self.operand(a), op.sign(), self.operand(b))
            }
            Form::Choice(truth, a, b) => {
                format!("if {} {{ {} }} else {{ {} }}", self.truth_text(truth), self.text(a), self.text(b))
            }
            Form::Isqrt(a) => format!("isqrt({})", self.text(a)),
            Form::Within(a, _) => self.written(a, FACTOR),
            Form::Call { function, part, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.text(argument)).collect();
                format!("{}({})[{part}]", self.arena.function_of(*function).path, arguments.join(", "))
            }
        }
    }

    pub(crate) fn truth_text(&self, truth: &Truth) -> String {
        match truth {
            Truth::Known(truth) => truth.to_string(),
            Truth::Compare(comparison, a, b) => {
                format!("{} {} {}", self.text(a), comparison.sign(), self.text(b))
            }
            Truth::And(a, b) => format!("({}) & ({})", self.truth_text(a), self.truth_text(b)),
            Truth::Or(a, b) => format!("({}) | ({})", self.truth_text(a), self.truth_text(b)),
        }
    }
}

/// What is noted of a step.
pub(crate) struct Noted {
    pub(crate) equations: Vec<(String, String)>,
    pub(crate) because: Vec<String>,
}

impl Noted {
    /// One equation that needs no reason.
    pub(crate) fn equation(before: String, after: String) -> Self {
        Self { equations: vec![(before, after)], because: Vec::new() }
    }
}
