//! The parser of isl's notation: maps, and conditions alone.

use super::error::ReadError;
use super::lexer::{Word, words};
use super::syntax::{Case, Expression, ExpressionNode, Formula, Place, Sign, Text};

type Result<T> = std::result::Result<T, ReadError>;

/// So deep may expressions and conditions stand in each other.
const DEEPEST: usize = 100;

/// A map: `[N] -> { [i] -> [o] : …; … }`.
pub(super) fn map(text: &str) -> Result<Text> {
    let mut parser = Parser::new(text)?;
    let map = parser.text()?;
    parser.end()?;
    Ok(map)
}

/// A condition alone.
pub(super) fn formula(text: &str) -> Result<Formula> {
    let mut parser = Parser::new(text)?;
    let formula = parser.formula()?;
    parser.end()?;
    Ok(formula)
}

struct Parser {
    words: Vec<(Word, Place)>,
    at: usize,
    end: usize,
    depth: usize,
}

impl Parser {
    fn new(text: &str) -> Result<Self> {
        Ok(Self { words: words(text)?, at: 0, end: text.trim_end().len(), depth: 0 })
    }

    fn peek(&self) -> Option<&Word> {
        self.words.get(self.at).map(|(word, _)| word)
    }

    fn is(&self, sign: &str) -> bool {
        match self.peek() {
            Some(Word::Sign(other)) => *other == sign,
            Some(Word::Name(name)) => name == sign,
            _ => false,
        }
    }

    fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        self.at += usize::from(is);
        is
    }

    fn place(&self) -> Place {
        self.words.get(self.at).map_or(self.end..self.end, |(_, place)| place.clone())
    }

    /// The end of the word before.
    fn before(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |at| self.words[at].1.end)
    }

    fn expect(&mut self, sign: &str) -> Result<()> {
        if self.take(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}`"))) }
    }

    fn wrong(&self, expected: &str) -> ReadError {
        let found = match self.peek() {
            None => "the text ends".to_owned(),
            Some(Word::Number(number)) => format!("`{number}` stands"),
            Some(Word::Name(name)) => format!("`{name}` stands"),
            Some(Word::Sign(sign)) => format!("`{sign}` stands"),
        };
        ReadError::new(self.place(), format!("{found} where {expected} was expected"))
    }

    fn end(&self) -> Result<()> {
        if self.at == self.words.len() { Ok(()) } else { Err(self.wrong("the end")) }
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return Err(ReadError::new(self.place(), format!("more than {DEEPEST} levels of parentheses")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn text(&mut self) -> Result<Text> {
        let mut parameters = Vec::new();
        if self.take("[") {
            while !self.take("]") {
                let place = self.place();
                let Some(Word::Name(name)) = self.peek().cloned() else { return Err(self.wrong("a parameter")) };
                self.at += 1;
                parameters.push((name, place));
                if !self.is("]") {
                    self.expect(",")?;
                }
            }
            self.expect("->")?;
        }
        self.expect("{")?;
        let mut cases = Vec::new();
        while !self.is("}") {
            cases.push(self.case()?);
            if !self.take(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Text { parameters, cases })
    }

    fn case(&mut self) -> Result<Case> {
        let start = self.place().start;
        let mut equations = Vec::new();
        let from = self.tuple(&mut equations)?;
        if !self.is("->") {
            return Err(self.wrong("`->` of a map"));
        }
        self.at += 1;
        let to = self.tuple(&mut equations)?;
        let mut when = if self.take(":") { self.formula()? } else { Formula::Truth(true) };
        if !equations.is_empty() {
            equations.push(when);
            when = Formula::And(equations);
        }
        Ok(Case { from, to, when, place: start..self.before() })
    }

    /// The components of a tuple; `[i = 0, j]` says that i is 0.
    fn tuple(&mut self, equations: &mut Vec<Formula>) -> Result<Vec<Expression>> {
        // A name of the tuple says nothing about its points.
        if matches!(self.peek(), Some(Word::Name(_))) {
            self.at += 1;
        }
        self.expect("[")?;
        let mut all = Vec::new();
        while !self.take("]") {
            let component = self.expression()?;
            if self.take("=") {
                equations.push(Formula::Compare(Sign::Equal, component.clone(), self.expression()?));
            }
            all.push(component);
            if !self.is("]") {
                self.expect(",")?;
            }
        }
        Ok(all)
    }

    fn formula(&mut self) -> Result<Formula> {
        self.deeper(|parser| {
            let mut all = vec![parser.conjunction()?];
            while parser.take("or") || parser.take("||") {
                all.push(parser.conjunction()?);
            }
            Ok(if all.len() == 1 { all.swap_remove(0) } else { Formula::Or(all) })
        })
    }

    fn conjunction(&mut self) -> Result<Formula> {
        let mut all = vec![self.condition()?];
        while self.take("and") || self.take("&&") {
            all.push(self.condition()?);
        }
        Ok(if all.len() == 1 { all.swap_remove(0) } else { Formula::And(all) })
    }

    fn condition(&mut self) -> Result<Formula> {
        if self.take("not") || self.take("!") {
            return Ok(Formula::Not(Box::new(self.deeper(Self::condition)?)));
        }
        if self.take("true") {
            return Ok(Formula::Truth(true));
        }
        if self.take("false") {
            return Ok(Formula::Truth(false));
        }
        if self.take("exists") || self.take("∃") {
            return self.exists();
        }
        // A parenthesis opens a condition or an expression: what gets further is meant.
        let start = self.at;
        let compared = self.comparison();
        let Err(error) = compared else { return compared };
        let reached = self.at;
        self.at = start;
        if !self.take("(") {
            return Err(error);
        }
        let inner = self.formula().and_then(|formula| self.expect(")").map(|()| formula));
        if inner.is_err() && self.at < reached { Err(error) } else { inner }
    }

    /// `exists (e = floor(i/2), …: condition)`.
    fn exists(&mut self) -> Result<Formula> {
        let open = self.take("(");
        let mut names = Vec::new();
        loop {
            let place = self.place();
            let Some(Word::Name(name)) = self.peek().cloned() else { return Err(self.wrong("a name")) };
            self.at += 1;
            if !self.take("=") {
                let message =
                    format!("`{name}` has no definition: write `{name} = floor(…)`, or the condition with mod");
                return Err(ReadError::new(place, message));
            }
            names.push((name, self.expression()?));
            if !self.take(",") {
                break;
            }
        }
        self.expect(":")?;
        let inner = self.formula()?;
        if open {
            self.expect(")")?;
        }
        Ok(Formula::Let(names, Box::new(inner)))
    }

    /// `0 <= i, j < 8`: every expression of a list compared with every one of the next.
    fn comparison(&mut self) -> Result<Formula> {
        let mut left = self.list()?;
        let mut all = Vec::new();
        while let Some(sign) = self.sign() {
            self.at += 1;
            let right = self.list()?;
            for one in &left {
                all.extend(right.iter().map(|other| Formula::Compare(sign, one.clone(), other.clone())));
            }
            left = right;
        }
        match all.len() {
            0 => Err(self.wrong("a comparison")),
            1 => Ok(all.swap_remove(0)),
            _ => Ok(Formula::And(all)),
        }
    }

    fn sign(&self) -> Option<Sign> {
        let Some(Word::Sign(sign)) = self.peek() else { return None };
        Some(match *sign {
            "<" => Sign::Less,
            "<=" => Sign::LessEqual,
            ">" => Sign::Greater,
            ">=" => Sign::GreaterEqual,
            "=" | "==" => Sign::Equal,
            "!=" => Sign::NotEqual,
            _ => return None,
        })
    }

    fn list(&mut self) -> Result<Vec<Expression>> {
        let mut all = vec![self.expression()?];
        while self.take(",") {
            all.push(self.expression()?);
        }
        Ok(all)
    }

    fn made(start: usize, end: usize, node: ExpressionNode) -> Expression {
        Expression { node: Box::new(node), place: start..end }
    }

    fn expression(&mut self) -> Result<Expression> {
        self.deeper(|parser| {
            let start = parser.place().start;
            let mut sum = if parser.take("-") {
                let zero = Self::made(start, start, ExpressionNode::Number(0));
                let term = parser.term()?;
                Self::made(start, term.place.end, ExpressionNode::Difference(zero, term))
            } else {
                parser.term()?
            };
            loop {
                let difference = parser.is("-");
                if !difference && !parser.is("+") {
                    return Ok(sum);
                }
                parser.at += 1;
                let term = parser.term()?;
                let end = term.place.end;
                let node =
                    if difference { ExpressionNode::Difference(sum, term) } else { ExpressionNode::Sum(sum, term) };
                sum = Self::made(start, end, node);
            }
        })
    }

    /// A term that nothing divides.
    fn term(&mut self) -> Result<Expression> {
        let term = self.undivided()?;
        if self.is("/") {
            return Err(ReadError::new(self.place(), "a division stands in floor(…), as in floor(i/8)"));
        }
        Ok(term)
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
                Ok(Self::made(start, self.before(), ExpressionNode::Number(number)))
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
                Ok(Self::made(start, self.before(), node))
            }
            Some(Word::Name(name)) if !RESERVED.contains(&name.as_str()) => {
                self.at += 1;
                Ok(Self::made(start, self.before(), ExpressionNode::Name(name)))
            }
            Some(Word::Sign("-")) => {
                self.at += 1;
                let zero = Self::made(start, start, ExpressionNode::Number(0));
                let factor = self.deeper(Self::factor)?;
                Ok(Self::made(start, self.before(), ExpressionNode::Difference(zero, factor)))
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
                Ok(Self::made(start, self.before(), ExpressionNode::Floor(inner, divisor)))
            }
            _ => Err(self.wrong("an expression")),
        }
    }

    /// `expression / number`, of which the division may be left out; with a comma for floord.
    fn quotient(&mut self, comma: bool) -> Result<(Expression, i128)> {
        // Only the last division is this one's: the sum before it stands in parentheses or is one term.
        let inner = self.dividend()?;
        let divides = if comma { self.take(",") } else { self.take("/") };
        let divisor = if divides { self.divisor()? } else { 1 };
        Ok((inner, divisor))
    }

    /// An expression that a division may follow.
    fn dividend(&mut self) -> Result<Expression> {
        self.deeper(|parser| {
            let start = parser.place().start;
            let mut sum = parser.signed_term(start)?;
            while parser.is("+") || parser.is("-") {
                let difference = parser.take("-") || !parser.take("+");
                let term = parser.undivided()?;
                let end = term.place.end;
                let node =
                    if difference { ExpressionNode::Difference(sum, term) } else { ExpressionNode::Sum(sum, term) };
                sum = Self::made(start, end, node);
            }
            Ok(sum)
        })
    }

    fn signed_term(&mut self, start: usize) -> Result<Expression> {
        if self.take("-") {
            let zero = Self::made(start, start, ExpressionNode::Number(0));
            let term = self.undivided()?;
            return Ok(Self::made(start, self.before(), ExpressionNode::Difference(zero, term)));
        }
        self.undivided()
    }

    /// Factors, one after the other; `mod` and `%` bind as multiplication does.
    fn undivided(&mut self) -> Result<Expression> {
        let start = self.place().start;
        let mut term = self.factor()?;
        loop {
            let adjacent = matches!(*term.node, ExpressionNode::Number(_))
                && (self.is("(")
                    || matches!(self.peek(), Some(Word::Name(name)) if !RESERVED.contains(&name.as_str())));
            if adjacent || self.take("*") {
                let factor = self.factor()?;
                term = Self::made(start, self.before(), ExpressionNode::Product(term, factor));
            } else if self.take("mod") || self.take("%") {
                let divisor = self.divisor()?;
                term = Self::made(start, self.before(), ExpressionNode::Mod(term, divisor));
            } else if self.take("//") {
                let divisor = self.divisor()?;
                term = Self::made(start, self.before(), ExpressionNode::Floor(term, divisor));
            } else {
                return Ok(term);
            }
        }
    }
}

/// Words that are no names.
const RESERVED: [&str; 8] = ["and", "or", "not", "mod", "exists", "true", "false", "implies"];
