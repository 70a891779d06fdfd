//! Tokens to a syntax tree.
//!
//! Recursive descent. A production that fails has pushed its error and returns `None`; the list around it goes on at the
//! next comma, so that several errors come together. Nesting and the height of expressions are bounded, so no input
//! exhausts the stack, here or in whoever walks the tree later.

mod chain;
mod expression;
mod renamed;

use crate::diagnostic::{Diagnostic, Errors};
use crate::lexer::{self, Kind, Token};
use crate::syntax::{Fact, Layout, Stage};
use crate::text_range::{Located, TextRange};
use lego_core::LayoutError;

/// Reads a chain, optionally with facts.
///
/// ```
/// let layout = lego_lang::parse("Row(M,K).TileBy([M/64,K/32], [64,32]) where M >= 64")?;
/// assert_eq!(layout.to_string(), "Row(M, K).TileBy([M / 64, K / 32], [64, 32]) where M >= 64");
/// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
/// ```
///
/// # Errors
/// Everything that is not of the language, from left to right.
pub fn parse(text: &str) -> Result<Layout, Vec<Diagnostic>> {
    let read = Reading::new(text);
    if !read.errors.is_empty() {
        return Err(read.errors.into_vec());
    }
    let stages = read.stages.into_iter().flatten().collect();
    Ok(Layout { stages, facts: read.facts, text: text.to_owned() })
}

/// What could be read of a text: the stages with `None` where one is wrong.
pub(crate) struct Reading {
    pub(crate) stages: Vec<Option<Located<Stage>>>,
    pub(crate) facts: Vec<Located<Fact>>,
    pub(crate) errors: Errors,
}

impl Reading {
    pub(crate) fn new(text: &str) -> Self {
        let mut errors = Errors::default();
        let tokens = lexer::tokens(text, &mut errors);
        let mut parser = Parser { text, tokens, at: 0, errors, closers: Vec::new(), depth: 0 };
        let (stages, facts) = parser.layout();
        Self { stages, facts, errors: parser.errors }
    }
}

/// A cursor in the tokens.
struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    errors: Errors,
    /// The marks that close the groups around the cursor.
    closers: Vec<&'static str>,
    /// How deeply the productions are nested.
    depth: usize,
}

/// A list in brackets: its items, `None` where one is wrong, and its place with the brackets.
struct Group<T> {
    items: Vec<Option<T>>,
    range: TextRange,
}

impl<T> Group<T> {
    /// The items, if all are right.
    fn all(self) -> Option<Vec<T>> {
        self.items.into_iter().collect()
    }
}

impl<'t> Parser<'t> {
    /// How deeply brackets, signs and branches may be nested.
    const NESTING: usize = 64;

    fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> Kind {
        self.peek().kind
    }

    /// Takes a token; the end stays.
    fn bump(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn at_mark(&self, mark: &str) -> bool {
        matches!(self.kind(), Kind::Mark(here) if here == mark)
    }

    fn eat(&mut self, mark: &str) -> Option<TextRange> {
        self.at_mark(mark).then(|| self.bump().range)
    }

    fn expect(&mut self, mark: &'static str) -> Option<TextRange> {
        let eaten = self.eat(mark);
        if eaten.is_none() {
            return self.fail(&format!("`{mark}`"));
        }
        eaten
    }

    /// The name at the cursor.
    fn name(&self) -> Option<&'t str> {
        (self.kind() == Kind::Name).then(|| self.peek().range.of(self.text))
    }

    fn eat_name(&mut self, name: &str) -> Option<TextRange> {
        (self.name() == Some(name)).then(|| self.bump().range)
    }

    fn error(&mut self, error: LayoutError, range: TextRange) {
        self.errors.push(Diagnostic { error, range });
    }

    /// The token at the cursor is not what belongs here.
    fn fail<T>(&mut self, expected: &str) -> Option<T> {
        let Token { kind, range } = self.peek();
        if kind == Kind::Wrong {
            return None;
        }
        let found = if kind == Kind::End { "the end".into() } else { lexer::quoted(range.of(self.text)) };
        self.error(LayoutError::Syntax { expected: expected.into(), found }, range);
        None
    }

    /// One level deeper, if there may be one.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= Self::NESTING {
            self.too_deep(Self::NESTING);
            return None;
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&mut self, most: usize) {
        let (value, most) = (most as u128 + 1, most as u128);
        self.error(LayoutError::TooLarge { what: "the depth of nesting".into(), value, most }, self.peek().range);
    }

    /// `open item, item, … close`, with a comma after the last item or not.
    fn group<T>(
        &mut self,
        open: &'static str,
        close: &'static str,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Group<T>> {
        let start = self.expect(open)?;
        self.closers.push(close);
        let group = self.nested(|parser| {
            let mut items = Vec::new();
            let mut failed = false;
            loop {
                if let Some(end) = parser.eat(close) {
                    return Some(Group { items, range: start.to(end) });
                }
                if parser.ends(close) {
                    if !failed {
                        parser.fail::<()>(&if items.is_empty() { format!("`{close}`") } else { separators(close) });
                    }
                    return None;
                }
                let mut read = item(parser);
                if !parser.at_mark(",") && !parser.at_mark(close) {
                    if read.take().is_some() {
                        parser.fail::<()>(&separators(close));
                    }
                    parser.skip(&[","]);
                }
                failed = read.is_none();
                items.push(read);
                parser.eat(",");
            }
        });
        self.closers.pop();
        if group.is_none() {
            // What is left of the group would only be read wrongly.
            self.skip(&[]);
            self.eat(close);
        }
        group
    }

    /// `open … close` around a production.
    fn enclosed<T>(
        &mut self,
        open: &'static str,
        close: &'static str,
        production: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<(T, TextRange)> {
        let start = self.expect(open)?;
        self.closers.push(close);
        let inner = self.nested(production);
        if inner.is_none() {
            self.skip(&[]);
        }
        let closed = self.at_mark(close);
        if inner.is_some() && !closed {
            self.fail::<()>(&format!("`{close}`"));
            self.skip(&[]);
        }
        self.closers.pop();
        let end = self.eat(close);
        let range = start.to(end?);
        if closed { Some((inner?, range)) } else { None }
    }

    /// Whether a group ends here without being closed: at the end, or where a group around it is closed.
    fn ends(&self, close: &str) -> bool {
        match self.kind() {
            Kind::End => true,
            Kind::Mark(mark) => mark != close && self.closers.contains(&mark),
            _ => false,
        }
    }

    /// Goes on to one of the marks, to the close of a group around the cursor, or to the end; over groups as a whole.
    fn skip(&mut self, marks: &[&str]) {
        let mut open = 0_usize;
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::Mark(mark) => match mark {
                    "(" | "[" | "{" => open += 1,
                    ")" | "]" | "}" if open > 0 => open -= 1,
                    _ if open == 0 && (marks.contains(&mark) || self.closers.contains(&mark)) => return,
                    _ => {}
                },
                _ => {}
            }
            self.bump();
        }
    }
}

fn separators(close: &str) -> String {
    format!("`,` or `{close}`")
}
