//! Comparisons, choices and minima: `a < b` is read as `0 < b - a`, settled where one side is proved, and written with no
//! term below zero. The laws are in [`rule`].

use crate::graph::node::{Comparison, Op};
use crate::normal::form::{Form, Truth};
use crate::normal::polynomial::Polynomial;
use crate::rules::normalizer::{Normalizer, Stop, gcd};
use crate::rules::rule;
use crate::rules::trace::Noted;

impl Normalizer<'_> {
    pub(crate) fn comparison(&mut self, comparison: Comparison, a: &Polynomial, b: &Polynomial) -> Result<Truth, Stop> {
        let gap = b.minus(a)?;
        let one = Polynomial::constant(1);
        let less = gap.minus(&one)?;
        let more = gap.negated()?.minus(&one)?;
        let settled = match comparison {
            Comparison::Less if self.is_natural(&less)? => Some(true),
            Comparison::Less if self.is_natural(&gap.negated()?)? => Some(false),
            Comparison::LessEqual if self.is_natural(&gap)? => Some(true),
            Comparison::LessEqual if self.is_natural(&more)? => Some(false),
            Comparison::Equal | Comparison::NotEqual if gap.is_zero() => Some(comparison == Comparison::Equal),
            Comparison::Equal | Comparison::NotEqual if self.is_natural(&less)? || self.is_natural(&more)? => {
                Some(comparison == Comparison::NotEqual)
            }
            _ => None,
        };
        if let Some(truth) = settled {
            self.note(&rule::COMPARISON_SETTLED, |normal| {
                let before = format!("{} {} {}", normal.text(a), comparison.sign(), normal.text(b));
                Noted { equations: vec![(before, truth.to_string())], because: normal.why_settled(&gap) }
            });
            return Ok(Truth::Known(truth));
        }
        let content = gap.0.iter().fold(0, |content, (_, coefficient)| gcd(content, *coefficient)).max(1);
        if content > 1 {
            self.note(&rule::COMPARISON_REDUCED, |normal| Noted {
                equations: vec![(
                    format!("{} {} {}", normal.text(a), comparison.sign(), normal.text(b)),
                    format!("both sides divided by {content}"),
                )],
                because: vec![format!("{content} divides every term")],
            });
        }
        let gap = Polynomial(gap.0.iter().map(|(monomial, c)| (monomial.clone(), c / content)).collect());
        let (mut right, mut left) = gap.signs()?;
        let mut comparison = comparison;
        if comparison == Comparison::Less && right.constant_term() == 1 && right.0.len() > 1 {
            (comparison, right) = (Comparison::LessEqual, right.minus(&one)?);
        } else if comparison == Comparison::LessEqual && left.constant_term() == 1 {
            (comparison, left) = (Comparison::Less, left.minus(&one)?);
        } else if comparison == Comparison::LessEqual && left.number() == Some(0) && right.is_zero() {
            return Ok(Truth::Known(true));
        }
        Ok(Truth::Compare(comparison, left, right))
    }

    pub(crate) fn choice(&mut self, truth: Truth, a: Polynomial, b: Polynomial) -> Result<Polynomial, Stop> {
        match truth {
            Truth::Known(true) => Ok(a),
            Truth::Known(false) => Ok(b),
            truth if a == b => {
                self.note(&rule::CHOICE_SETTLED, |normal| {
                    let (condition, branch) = (normal.truth_text(&truth), normal.text(&a));
                    Noted::equation(format!("if {condition} {{ {branch} }} else {{ {branch} }}"), branch)
                });
                Ok(a)
            }
            truth => self.atom(Form::Choice(truth, a, b)),
        }
    }

    pub(crate) fn extreme(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        let gap = b.minus(a)?;
        let (smaller, larger) = if self.is_natural(&gap)? {
            (a, b)
        } else if self.is_natural(&gap.negated()?)? {
            (b, a)
        } else {
            let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            return self.atom(Form::Binary(op, a.clone(), b.clone()));
        };
        let result = if op == Op::Min { smaller } else { larger };
        self.note(&rule::EXTREME_SETTLED, |normal| {
            let name = if op == Op::Min { "min" } else { "max" };
            let before = format!("{name}({}, {})", normal.text(a), normal.text(b));
            let because = vec![format!("{} <= {}", normal.text(smaller), normal.text(larger))];
            Noted { equations: vec![(before, normal.text(result))], because }
        });
        Ok(result.clone())
    }

    /// What settled a comparison: the sign of the difference of its sides.
    fn why_settled(&mut self, gap: &Polynomial) -> Vec<String> {
        let (range, text) = (self.range(gap), self.text(gap));
        if range.low > 0 {
            vec![format!("{text} >= {}", range.low)]
        } else if range.is_bounded() && range.high <= 0 {
            vec![format!("{text} <= {}", range.high)]
        } else {
            vec![format!("the sign of {text} is the same for all sizes")]
        }
    }
}
