//! From words to the form of an expression.
//!
//! ```text
//! expression   composed [where fact, …]
//! composed     layout [o composed]
//! layout       sum [: sum]
//! sum          product {(+ | -) product}
//! product      factor {(* | / | %) factor}
//! factor       - factor | number | _ | name | name(…) | name<…>{} | (…) | <…>
//! ```

use super::Fault;
use super::lexer::{Token, Word, words};
use super::syntax::{Expression, Fact, Node, Relation, Syntax};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// So deep may parts stand inside each other.
const DEPTH: usize = 200;

/// So many signs of arithmetic are in an expression at most: each puts what is before it inside of it.
const SIGNS: usize = 1000;

/// The form of an expression.
///
/// # Errors
/// The first thing that is wrong, and where.
///
/// ```
/// use lego_algebra::expression::parse;
/// assert_eq!(parse("coalesce((M,N):(1,M)) where M % 4 == 0").unwrap().root.names(), ["M", "N"]);
/// assert_eq!(parse("size((2,4)").unwrap_err().message, "expected `,` or `)`, and here the text ends");
/// ```
pub fn parse(text: &str) -> Result<Expression, Fault> {
    let mut parser = Parser { tokens: words(text)?, at: 0, depth: 0, signs: 0 };
    let root = parser.composed()?;
    let mut facts = Vec::new();
    if parser.peek().word == Word::Name("where") {
        parser.at += 1;
        loop {
            facts.push(parser.fact()?);
            if !parser.take(",") {
                break;
            }
        }
    }
    match parser.peek().word {
        Word::End => Ok(Expression { root, facts }),
        _ => parser.expected("the end"),
    }
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: usize,
    /// The signs of arithmetic so far.
    signs: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        // The last word is the end, which nothing goes beyond.
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn look(&self, ahead: usize) -> Token<'a> {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    fn is(&self, sign: &str) -> bool {
        self.peek().word == Word::Sign(sign)
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn expected<T>(&self, what: &str) -> Result<T, Fault> {
        let Token { start, end, word, .. } = self.peek();
        let message = match word {
            Word::End => format!("expected {what}, and here the text ends"),
            _ => format!("expected {what}"),
        };
        Err(Fault { start, end, message, of_modes: false })
    }

    fn too_many<T>(&self, message: String) -> Result<T, Fault> {
        let Token { start, end, .. } = self.peek();
        Err(Fault { start, end, message, of_modes: false })
    }

    /// From a place to before the next word.
    fn node(&self, start: usize, syntax: Syntax) -> Node {
        let end = self.tokens[..self.at].last().map_or(start, |token| token.end);
        Node { start, end, syntax }
    }

    fn fact(&mut self) -> Result<Fact, Fault> {
        let left = self.sum()?;
        let relations = [
            ("==", Relation::Equal),
            ("!=", Relation::Differs),
            (">=", Relation::AtLeast),
            ("<=", Relation::AtMost),
            (">", Relation::Above),
            ("<", Relation::Below),
        ];
        let Some((_, relation)) = relations.into_iter().find(|(sign, _)| self.take(sign)) else {
            return self.expected("`==`, `!=`, `>=`, `<=`, `>` or `<`: a fact, as M % 64 == 0");
        };
        Ok(Fact { left, relation, right: self.sum()? })
    }

    fn composed(&mut self) -> Result<Node, Fault> {
        if self.depth == DEPTH {
            return self.too_many(format!("more than {DEPTH} parts inside each other"));
        }
        self.depth += 1;
        let left = self.layout()?;
        let ring = self.peek().word == Word::Name("o") || self.is("∘");
        let node = if ring {
            self.at += 1;
            let right = self.composed()?;
            self.node(left.start, Syntax::Composition(Box::new(left), Box::new(right)))
        } else {
            left
        };
        self.depth -= 1;
        Ok(node)
    }

    fn layout(&mut self) -> Result<Node, Fault> {
        let shape = self.sum()?;
        if !self.take(":") {
            return Ok(shape);
        }
        let (mut shape, mut stride) = (shape, self.sum()?);
        match_brackets(&mut shape, &mut stride);
        Ok(self.node(shape.start, Syntax::Layout(Box::new(shape), Box::new(stride))))
    }

    fn sum(&mut self) -> Result<Node, Fault> {
        let mut node = self.product()?;
        while let Some(operator) = self.operator(&["+", "-"])? {
            let right = self.product()?;
            node = self.node(node.start, Syntax::Arithmetic(operator, Box::new(node), Box::new(right)));
        }
        Ok(node)
    }

    fn product(&mut self) -> Result<Node, Fault> {
        let mut node = self.factor()?;
        while let Some(operator) = self.operator(&["*", "/", "%"])? {
            let right = self.factor()?;
            node = self.node(node.start, Syntax::Arithmetic(operator, Box::new(node), Box::new(right)));
        }
        Ok(node)
    }

    fn operator(&mut self, operators: &[&str]) -> Result<Option<char>, Fault> {
        let Some(operator) = operators.iter().find(|sign| self.is(sign)) else { return Ok(None) };
        if self.signs == SIGNS {
            return self.too_many(format!("more than {SIGNS} signs of arithmetic"));
        }
        self.signs += 1;
        self.at += 1;
        Ok(operator.chars().next())
    }

    fn factor(&mut self) -> Result<Node, Fault> {
        // cute::size is size.
        while matches!(self.peek().word, Word::Name(_)) && self.look(1).word == Word::Sign("::") {
            self.at += 2;
        }
        let token = self.peek();
        let start = token.start;
        match token.word {
            Word::Number(number) => {
                self.at += 1;
                self.braces();
                match i64::try_from(number) {
                    Ok(number) => Ok(self.node(start, Syntax::Number(number))),
                    Err(_) => {
                        let message = format!("{number} goes beyond 64 bits");
                        Err(Fault { start, end: token.end, message, of_modes: false })
                    }
                }
            }
            Word::Name("_" | "None") => {
                self.at += 1;
                Ok(self.node(start, Syntax::Keep))
            }
            Word::Name(name) => {
                self.at += 1;
                let arguments = if self.take("(") {
                    Some(self.list(")")?)
                } else if self.is("<") && self.peek().joined {
                    self.at += 1;
                    let arguments = self.list(">")?;
                    self.braces();
                    Some(arguments)
                } else {
                    None
                };
                match arguments {
                    Some(arguments) => Ok(self.node(start, Syntax::Call { name: name.to_owned(), arguments })),
                    None => {
                        self.braces();
                        Ok(self.node(start, Syntax::Name(name.to_owned())))
                    }
                }
            }
            Word::Sign("-") => {
                self.at += 1;
                if self.peek().word == Word::Number(1 << 63) {
                    self.at += 1;
                    return Ok(self.node(start, Syntax::Number(i64::MIN)));
                }
                if self.depth == DEPTH {
                    return self.composed();
                }
                self.depth += 1;
                let inner = self.factor()?;
                self.depth -= 1;
                Ok(self.node(start, Syntax::Negative(Box::new(inner))))
            }
            Word::Sign("(") => {
                let is_operator = |token: Token<'_>| matches!(token.word, Word::Sign("+" | "-" | "*" | "/" | "%"));
                let follows = self.at.checked_sub(1).is_some_and(|before| is_operator(self.tokens[before]));
                self.at += 1;
                let comma = |parser: &Self| parser.tokens[parser.at - 2].word == Word::Sign(",");
                let mut elements = self.list(")")?;
                let single = elements.len() == 1 && !comma(self);
                let is_computed_with = follows || is_operator(self.peek());
                match elements.pop() {
                    // Brackets around arithmetic or a layout are brackets, and so are those of an operand, as in (M) /
                    // 4; (4) and (4,) alone are tuples of one, as CuTe prints them.
                    Some(inner) if single && (is_computed_with || !is_element(&inner)) => {
                        Ok(Node { syntax: inner.syntax, ..self.node(start, Syntax::Keep) })
                    }
                    Some(last) => {
                        elements.push(last);
                        Ok(self.node(start, Syntax::Tuple(elements)))
                    }
                    None => {
                        let end = self.node(start, Syntax::Keep).end;
                        Err(Fault {
                            start,
                            end,
                            message: "a tuple needs an element: () has no size".into(),
                            of_modes: false,
                        })
                    }
                }
            }
            Word::Sign("<") => {
                self.at += 1;
                let elements = self.list(">")?;
                Ok(self.node(start, Syntax::Tiler(elements)))
            }
            _ => self.expected("a layout, a tuple, a number or a function"),
        }
    }

    /// `{}` after a type makes a value of it.
    fn braces(&mut self) {
        if self.is("{") && self.look(1).word == Word::Sign("}") {
            self.at += 2;
        }
    }

    /// Up to a bracket.
    fn list(&mut self, close: &str) -> Result<Vec<Node>, Fault> {
        let mut elements = Vec::new();
        while !self.take(close) {
            elements.push(self.composed()?);
            if !self.take(",") && !self.is(close) {
                return self.expected(&format!("`,` or `{close}`"));
            }
        }
        Ok(elements)
    }
}

/// Whether a part in brackets by itself is a tuple of one.
fn is_element(node: &Node) -> bool {
    matches!(node.syntax, Syntax::Number(_) | Syntax::Tuple(_) | Syntax::Name(_) | Syntax::Negative(_) | Syntax::Keep)
}

/// Brackets around arithmetic are brackets, around a number a tuple: of a shape and a stride that differ by that alone, as
/// `(8):(4*M)`, both are tuples.
fn match_brackets(one: &mut Node, two: &mut Node) {
    match (&mut one.syntax, &mut two.syntax) {
        (Syntax::Tuple(ones), Syntax::Tuple(twos)) => {
            ones.iter_mut().zip(twos).for_each(|(one, two)| match_brackets(one, two));
        }
        (Syntax::Tuple(ones), _) if ones.len() == 1 && !matches!(ones[0].syntax, Syntax::Tuple(_)) => wrap(two),
        (_, Syntax::Tuple(twos)) if twos.len() == 1 && !matches!(twos[0].syntax, Syntax::Tuple(_)) => wrap(one),
        _ => {}
    }
}

fn wrap(node: &mut Node) {
    node.syntax = Syntax::Tuple(alloc::vec![node.clone()]);
}
