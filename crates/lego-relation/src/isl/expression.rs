//! The expressions of a text of isl: sums of terms, with `floor` and `mod` by numbers, `min` and `max`.

use super::cursor::Cursor;
use super::error::{ReadError, Result};
use super::lexer::Word;
use super::syntax::{Expression, ExpressionNode};

/// Words that are no names.
const RESERVED: [&str; 8] = ["and", "or", "not", "mod", "exists", "true", "false", "implies"];

fn made(start: usize, end: usize, node: ExpressionNode) -> Expression {
    Expression { node: Box::new(node), place: start..end }
}

/// A sum of so many terms is one term after the other; of more it is two sums, so that terms do not stand inside each other as deep
/// as the text is long.
const ROW: usize = 64;

/// So many factors and divisions follow each other at most: each stands inside the next.
const FACTORS: usize = 256;

/// A sum of at least one term, each with whether it is taken away.
fn sum(start: usize, mut terms: Vec<(bool, Expression)>) -> Expression {
    if terms.len() > ROW {
        let rest = terms.split_off(terms.len() / 2);
        let behind = rest[0].1.place.start;
        let (left, right) = (sum(start, terms), sum(behind, rest));
        let end = right.place.end;
        return made(start, end, ExpressionNode::Sum(left, right));
    }
    let add = |sum: Option<Expression>, (is_taken, term): (bool, Expression)| {
        let end = term.place.end;
        let node = match (sum, is_taken) {
            (None, false) => return Some(term),
            (None, true) => ExpressionNode::Difference(made(start, start, ExpressionNode::Number(0)), term),
            (Some(sum), false) => ExpressionNode::Sum(sum, term),
            (Some(sum), true) => ExpressionNode::Difference(sum, term),
        };
        Some(made(start, end, node))
    };
    terms.into_iter().fold(None, add).unwrap_or_else(|| made(start, start, ExpressionNode::Number(0)))
}

impl Cursor {
    /// A sum.
    pub(super) fn expression(&mut self) -> Result<Expression> {
        let start = self.place().start;
        let terms = self.deeper(Self::terms)?;
        if self.is("/") {
            return Err(ReadError::new(self.place(), "a division stands in floor(…), as in floor(i/8)"));
        }
        Ok(sum(start, terms))
    }

    /// Whether a parenthesis opens behind the next word.
    fn opens_next(&mut self) -> bool {
        self.at += 1;
        let opens = self.is("(");
        self.at -= 1;
        opens
    }

    /// A number above 0.
    fn divisor(&mut self) -> Result<i128> {
        match self.peek() {
            Some(&Word::Number(number)) if number > 0 => {
                self.at += 1;
                Ok(number)
            }
            _ => Err(self.wrong("a number above 0: isl divides by numbers only")),
        }
    }

    fn factor(&mut self) -> Result<Expression> {
        let start = self.place().start;
        match self.peek().cloned() {
            Some(Word::Number(number)) => {
                self.at += 1;
                Ok(made(start, self.before(), ExpressionNode::Number(number)))
            }
            Some(Word::Name(name)) if ["floor", "ceil", "floord", "ceild"].contains(&name.as_str()) => {
                self.at += 1;
                self.expect("(")?;
                let (inner, divisor) = self.quotient(name.ends_with('d'))?;
                self.expect(")")?;
                let node = match name.starts_with("floor") {
                    true => ExpressionNode::Floor(inner, divisor),
                    false => ExpressionNode::Ceil(inner, divisor),
                };
                Ok(made(start, self.before(), node))
            }
            Some(Word::Name(name)) if ["min", "max"].contains(&name.as_str()) && self.opens_next() => {
                self.at += 2;
                let mut extreme = self.expression()?;
                while !self.take(")") {
                    self.expect(",")?;
                    let (is_greatest, other) = (name == "max", self.expression()?);
                    extreme = made(start, self.before(), ExpressionNode::Extreme { is_greatest, one: extreme, other });
                }
                Ok(extreme)
            }
            Some(Word::Name(name)) if !RESERVED.contains(&name.as_str()) => {
                self.at += 1;
                Ok(made(start, self.before(), ExpressionNode::Name(name)))
            }
            Some(Word::Sign("-")) => {
                self.at += 1;
                let zero = made(start, start, ExpressionNode::Number(0));
                let factor = self.deeper(Self::factor)?;
                Ok(made(start, self.before(), ExpressionNode::Difference(zero, factor)))
            }
            Some(Word::Sign("(")) => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            // isl's older way to write floor.
            Some(Word::Sign("[")) => {
                self.at += 1;
                let (inner, divisor) = self.quotient(false)?;
                self.expect("]")?;
                Ok(made(start, self.before(), ExpressionNode::Floor(inner, divisor)))
            }
            _ => Err(self.wrong("an expression")),
        }
    }

    /// `expression / number`, of which the division may be left out, as a dividend and a divisor; with a comma for floord.
    ///
    /// A division is of the last term alone, as everywhere: `i + j/2` is `(2i + j)/2`, and `(i + j)/2` what it says.
    fn quotient(&mut self, comma: bool) -> Result<(Expression, i128)> {
        let start = self.place().start;
        let mut terms = self.deeper(Self::terms)?;
        let divides = if comma { self.take(",") } else { self.take("/") };
        let divisor = if divides { self.divisor()? } else { 1 };
        if comma || !divides || terms.len() == 1 {
            return Ok((sum(start, terms), divisor));
        }
        let last = terms.split_off(terms.len() - 1);
        let rest = sum(start, terms);
        let end = rest.place.end;
        let rest = made(start, end, ExpressionNode::Product(made(start, start, ExpressionNode::Number(divisor)), rest));
        Ok((sum(start, [vec![(false, rest)], last].concat()), divisor))
    }

    /// Terms of a sum that a division may follow, each with whether it is taken away.
    fn terms(&mut self) -> Result<Vec<(bool, Expression)>> {
        let mut terms = vec![(self.take("-"), self.undivided()?)];
        while self.is("+") || self.is("-") {
            let is_taken = self.take("-") || !self.take("+");
            terms.push((is_taken, self.undivided()?));
        }
        Ok(terms)
    }

    /// A product; `mod`, `%` and `//` are of the last factor alone, as in isl: `2i mod 4` is 2·(i mod 4), and `(2i) mod 4` what it
    /// says.
    fn undivided(&mut self) -> Result<Expression> {
        let start = self.place().start;
        // A number in front, and the factor behind it.
        let mut product: Option<Expression> = None;
        let mut factor = self.factor()?;
        let mut is_plain = true;
        let mut rounds = 0;
        loop {
            let place = self.place();
            rounds += 1;
            if rounds > FACTORS {
                return Err(ReadError::new(place, format!("more than {FACTORS} factors and divisions")));
            }
            let is_number = product.is_none() && matches!(*factor.node, ExpressionNode::Number(_));
            let adjacent = is_number
                && (self.is("(")
                    || matches!(self.peek(), Some(Word::Name(name)) if !RESERVED.contains(&name.as_str())));
            if adjacent || self.take("*") {
                is_plain = is_number;
                let before = match product.take() {
                    Some(product) => made(start, factor.place.end, ExpressionNode::Product(product, factor)),
                    None => factor,
                };
                product = Some(before);
                factor = self.factor()?;
            } else if self.is("mod") || self.is("%") || self.is("//") {
                if !is_plain {
                    let message = "a product before it stands in parentheses, as in (2i*3) mod 4";
                    return Err(ReadError::new(place, message));
                }
                let is_quotient = self.is("//");
                self.at += 1;
                let divisor = self.divisor()?;
                let from = factor.place.start;
                let node = match is_quotient {
                    true => ExpressionNode::Floor(factor, divisor),
                    false => ExpressionNode::Mod(factor, divisor),
                };
                factor = made(from, self.before(), node);
            } else {
                let end = factor.place.end;
                return Ok(match product {
                    Some(product) => made(start, end, ExpressionNode::Product(product, factor)),
                    None => factor,
                });
            }
        }
    }
}
