//! Comparisons, choices and minima: `a < b` is read as `0 < b - a`, settled where one side is proved, and written with no
//! term below zero.

use crate::graph::node::{Comparison, Op};
use crate::normal::budget::Stop;
use crate::normal::form::{Form, Predicate};
use crate::normal::polynomial::Polynomial;
use crate::rules::arithmetic::Arithmetic;
use crate::rules::derivation::Reason;
use crate::rules::rule::rules;

rules! {
    COMPARISON_SETTLED = "comparison settled":
        "(x < y) = 1; (y <= x) = 0; (x <= y - 1) = 1; (y - 1 < x) = 0; (x == y) = 0; (x != y) = 1; (x == x) = 1; (x != x) = 0"
        if "0 <= y - x - 1";
    COMPARISON_REDUCED = "comparison divided":
        "(c*x < c*y) = (x < y); (c*x <= c*y) = (x <= y); (c*x == c*y) = (x == y); (c*x != c*y) = (x != y)" if "0 < c"
        by [Product("c", "y - x - 1"), Product("c", "x - y - 1"), Equals("c", "x", "y")];
    CHOICE_SETTLED = "choice of the same": "(if c < d { x } else { x }) = x";
    MINIMUM_SETTLED = "minimum settled": "min(x, y) = x; max(x, y) = y" if "x <= y";
}

impl Arithmetic<'_> {
    /// The truth of a comparison.
    pub(crate) fn comparison(
        &mut self,
        comparison: Comparison,
        a: &Polynomial,
        b: &Polynomial,
    ) -> Result<Predicate, Stop> {
        let gap = b.minus(a)?;
        let one = Polynomial::constant(1);
        let less = gap.minus(&one)?;
        let more = gap.negated()?.minus(&one)?;
        let settled = match comparison {
            Comparison::Less if self.atoms.is_natural(&less)? => Some(true),
            Comparison::Less if self.atoms.is_natural(&gap.negated()?)? => Some(false),
            Comparison::LessEqual if self.atoms.is_natural(&gap)? => Some(true),
            Comparison::LessEqual if self.atoms.is_natural(&more)? => Some(false),
            Comparison::Equal | Comparison::NotEqual if gap.is_zero() => Some(comparison == Comparison::Equal),
            Comparison::Equal | Comparison::NotEqual
                if self.atoms.is_natural(&less)? || self.atoms.is_natural(&more)? =>
            {
                Some(comparison == Comparison::NotEqual)
            }
            _ => None,
        };
        if let Some(truth) = settled {
            self.note(&COMPARISON_SETTLED, |arithmetic| {
                let before = format!("{} {} {}", arithmetic.text(a), comparison.sign(), arithmetic.text(b));
                Reason { equations: vec![(before, truth.to_string())], because: arithmetic.why_settled(&gap) }
            });
            return Ok(Predicate::Settled(truth));
        }
        let content = gap.content().max(1);
        if content > 1 {
            self.note(&COMPARISON_REDUCED, |arithmetic| Reason {
                equations: vec![(
                    format!("{} {} {}", arithmetic.text(a), comparison.sign(), arithmetic.text(b)),
                    format!("both sides divided by {content}"),
                )],
                because: vec![format!("{content} divides every term")],
            });
        }
        let gap = gap.div_rem(content).0;
        let (mut right, mut left) = gap.signs()?;
        let mut comparison = comparison;
        if comparison == Comparison::Less && right.constant_term() == 1 && right.0.len() > 1 {
            (comparison, right) = (Comparison::LessEqual, right.minus(&one)?);
        } else if comparison == Comparison::LessEqual && left.constant_term() == 1 {
            (comparison, left) = (Comparison::Less, left.minus(&one)?);
        } else if comparison == Comparison::LessEqual && left.number() == Some(0) && right.is_zero() {
            return Ok(Predicate::Settled(true));
        }
        Ok(Predicate::Compare(comparison, left, right))
    }

    /// `if truth { a } else { b }`
    pub(crate) fn choice(&mut self, truth: Predicate, a: Polynomial, b: Polynomial) -> Result<Polynomial, Stop> {
        match truth {
            Predicate::Settled(true) => Ok(a),
            Predicate::Settled(false) => Ok(b),
            truth if a == b => {
                self.note(&CHOICE_SETTLED, |arithmetic| {
                    let (condition, branch) = (arithmetic.condition(&truth), arithmetic.text(&a));
                    Reason::equation(format!("if {condition} {{ {branch} }} else {{ {branch} }}"), branch)
                });
                Ok(a)
            }
            truth => self.atom(Form::Choice(truth, a, b)),
        }
    }

    /// A minimum or a maximum.
    pub(crate) fn minimum(&mut self, op: Op, a: &Polynomial, b: &Polynomial) -> Result<Polynomial, Stop> {
        let gap = b.minus(a)?;
        let (smaller, larger) = if self.atoms.is_natural(&gap)? {
            (a, b)
        } else if self.atoms.is_natural(&gap.negated()?)? {
            (b, a)
        } else {
            let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            return self.atom(Form::Binary(op, a.clone(), b.clone()));
        };
        let result = if op == Op::Min { smaller } else { larger };
        self.note(&MINIMUM_SETTLED, |arithmetic| {
            let name = if op == Op::Min { "min" } else { "max" };
            let before = format!("{name}({}, {})", arithmetic.text(a), arithmetic.text(b));
            let because = vec![format!("{} <= {}", arithmetic.text(smaller), arithmetic.text(larger))];
            Reason { equations: vec![(before, arithmetic.text(result))], because }
        });
        Ok(result.clone())
    }

    /// What settled a comparison: the sign of the difference of its sides.
    fn why_settled(&mut self, gap: &Polynomial) -> Vec<String> {
        let (range, text) = (self.atoms.range(gap), self.text(gap));
        if range.low > 0 {
            vec![format!("{text} >= {}", range.low)]
        } else if range.is_bounded() && range.high <= 0 {
            vec![format!("{text} <= {}", range.high)]
        } else {
            vec![format!("the sign of {text} is the same for all sizes")]
        }
    }
}
