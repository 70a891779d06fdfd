//! The reasons why the condition of a rule holds, in words.

use crate::normal::form::Form;
use crate::normal::polynomial::Polynomial;
use crate::normal::text::Text;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Reason;
use crate::rules::divisions::Division;
use crate::rules::rule::Rule;

impl Arithmetic<'_> {
    /// Records a division by a rule.
    pub(crate) fn note_division(
        &mut self,
        rule: &'static Rule,
        (x, d): (&Polynomial, &Polynomial),
        (quotient, remainder): &Division,
        because: impl FnOnce(&mut Self) -> Vec<String>,
    ) {
        if x.is_zero() {
            return;
        }
        self.note(rule, |arithmetic| {
            let (x_text, d_text) = (arithmetic.operand(x), arithmetic.operand(d));
            let equations = vec![
                (format!("{x_text} / {d_text}"), arithmetic.text(quotient)),
                (format!("{x_text} % {d_text}"), arithmetic.text(remainder)),
            ];
            let mut because = because(arithmetic);
            arithmetic.exact_parts(&[x, d], &mut because);
            Reason { equations, because }
        });
    }

    /// The facts by which sizes in some expressions stand for products.
    fn exact_parts(&self, polynomials: &[&Polynomial], because: &mut Vec<String>) {
        let atoms = polynomials.iter().flat_map(|p| &p.0).flat_map(|(monomial, _)| &monomial.0);
        for &atom in atoms {
            if let Form::Share { size, divisor } = self.atoms.form(atom) {
                let text = Text::new(self.arena, &self.atoms);
                let fact = format!("{} divides {}", text.sum(divisor), text.factor(*size));
                if !because.contains(&fact) {
                    because.push(fact);
                }
            }
        }
    }

    /// Why `0 <= x < d`.
    pub(crate) fn why_below(&mut self, x: &Polynomial, d: &Polynomial) -> Vec<String> {
        let (range, divisor) = (self.atoms.range(x), self.atoms.range(d));
        // A number that is not below the divisor is no reason: then it is what sizes say.
        let most = if range.is_bounded() && range.high < divisor.low {
            Some(range.high.to_string())
        } else {
            self.atoms.upper_bound(x).ok().flatten().map(|upper| self.text(&upper))
        };
        let gap = d.minus(x).and_then(|gap| gap.minus(&Polynomial::constant(1)));
        let mut asserted = gap.map(|gap| self.asserted_for(&gap)).unwrap_or_default();
        let (x, d) = (self.text(x), self.text(d));
        let mut because = match most {
            Some(most) if most != x => vec![format!("0 <= {x} <= {most} < {d}")],
            _ => vec![format!("0 <= {x} < {d}")],
        };
        because.append(&mut asserted);
        because
    }

    /// Why a value is not below zero.
    pub(crate) fn why_natural(&mut self, x: &Polynomial) -> Vec<String> {
        let text = self.text(x);
        if x.is_zero() {
            return Vec::new();
        }
        if x.0.iter().all(|(monomial, c)| *c > 0 && self.atoms.monomial_range(monomial).low >= 0) {
            return vec![format!("0 <= {text}, as is every term")];
        }
        let asserted = self.asserted_for(x);
        [format!("0 <= {text}")].into_iter().chain(asserted).collect()
    }

    /// The facts about sizes that a proof of `0 <= polynomial` needs.
    fn asserted_for(&mut self, polynomial: &Polynomial) -> Vec<String> {
        let facts = self.atoms.facts_used(polynomial).unwrap_or_default();
        facts.iter().map(|difference| self.inequality_text(difference)).collect()
    }

    /// A fact about sizes: that a difference is not below zero.
    fn inequality_text(&self, difference: &Polynomial) -> String {
        let (more, less) = difference.signs().unwrap_or_default();
        format!("{} <= {} is asserted", self.text(&less), self.text(&more))
    }
}
