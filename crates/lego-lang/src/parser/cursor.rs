//! A cursor in the tokens, and what every production uses: expected marks, groups in brackets, and how the parser goes on
//! behind what is wrong.

use crate::declaration::Declarations;
use crate::diagnostic::{Diagnostic, Errors};
use crate::lexer::{self, Kind, Token};
use crate::text_range::TextRange;
use lego_core::LayoutError;

/// A cursor in the tokens.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    pub(super) errors: Errors,
    /// The marks that close the groups around the cursor.
    pub(super) closers: Vec<&'static str>,
    /// How deeply the productions are nested.
    depth: usize,
    /// The layouts that may be named.
    pub(super) declarations: &'t Declarations,
    /// How many pieces the layouts have that were named so far.
    pub(super) pieces: usize,
    /// Whether a layout was named that is known to be wrong.
    pub(super) is_broken: bool,
}

/// A list in brackets: its items, `None` where one is wrong, and its place with the brackets.
pub(super) struct Group<T> {
    pub(super) items: Vec<Option<T>>,
    pub(super) range: TextRange,
}

impl<T> Group<T> {
    /// The items, if all are right.
    pub(super) fn all(self) -> Option<Vec<T>> {
        self.items.into_iter().collect()
    }
}

impl<'t> Parser<'t> {
    /// How deeply brackets, signs and branches may be nested.
    pub(super) const NESTING: usize = 64;

    /// A cursor before the first token of a text.
    pub(super) fn new(text: &'t str, declarations: &'t Declarations) -> Self {
        let mut errors = Errors::default();
        let tokens = lexer::tokens(text, &mut errors);
        Self { text, tokens, at: 0, errors, closers: Vec::new(), depth: 0, declarations, pieces: 0, is_broken: false }
    }

    pub(super) fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    pub(super) fn kind(&self) -> Kind {
        self.peek().kind
    }

    /// Takes a token; the end stays.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn at_mark(&self, mark: &str) -> bool {
        matches!(self.kind(), Kind::Mark(here) if here == mark)
    }

    pub(super) fn eat(&mut self, mark: &str) -> Option<TextRange> {
        self.at_mark(mark).then(|| self.bump().range)
    }

    pub(super) fn expect(&mut self, mark: &'static str) -> Option<TextRange> {
        let eaten = self.eat(mark);
        if eaten.is_none() {
            return self.fail(&format!("`{mark}`"));
        }
        eaten
    }

    /// The name at the cursor.
    pub(super) fn name(&self) -> Option<&'t str> {
        (self.kind() == Kind::Name).then(|| self.peek().range.of(self.text))
    }

    /// Whether a mark follows the token at the cursor.
    pub(super) fn is_followed_by(&self, mark: &str) -> bool {
        matches!(self.tokens.get(self.at + 1), Some(Token { kind: Kind::Mark(next), .. }) if *next == mark)
    }

    /// Whether the group in parentheses at the cursor is an operand: an operator follows it.
    pub(super) fn is_operand(&self) -> bool {
        let mut open = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                Kind::Mark("(") => open += 1,
                Kind::Mark(")") if open > 1 => open -= 1,
                Kind::Mark(")") => {
                    let next = self.tokens.get(at + 1).map(|token| token.kind);
                    return matches!(next, Some(Kind::Mark("+" | "-" | "*" | "/")));
                }
                _ => {}
            }
        }
        false
    }

    pub(super) fn eat_name(&mut self, name: &str) -> Option<TextRange> {
        (self.name() == Some(name)).then(|| self.bump().range)
    }

    pub(super) fn error(&mut self, error: LayoutError, range: TextRange) {
        self.errors.push(Diagnostic { error, range });
    }

    /// The token at the cursor is not what belongs here.
    pub(super) fn fail<T>(&mut self, expected: &str) -> Option<T> {
        let Token { kind, range } = self.peek();
        if kind == Kind::Wrong {
            return None;
        }
        let found = if kind == Kind::End { "the end".into() } else { lexer::quoted(range.of(self.text)) };
        self.error(LayoutError::Syntax { expected: expected.into(), found }, range);
        None
    }

    /// One level deeper, if there may be one.
    pub(super) fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= Self::NESTING {
            self.too_deep("the depth of nesting", Self::NESTING + 1, Self::NESTING);
            return None;
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    pub(super) fn too_deep(&mut self, what: &str, value: usize, most: usize) {
        let help = "write it in parts, by `let` in a function".into();
        let (what, value, most) = (what.into(), value as u128, most as u128);
        self.error(LayoutError::Limit { what, value, most, help }, self.peek().range);
    }

    /// `open item, item, … close`, with a comma after the last item or not.
    pub(super) fn group<T>(
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
    pub(super) fn enclosed<T>(
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
    pub(super) fn ends(&self, close: &str) -> bool {
        match self.kind() {
            Kind::End => true,
            Kind::Mark(mark) => mark != close && self.closers.contains(&mark),
            _ => false,
        }
    }

    /// Goes on to one of the marks, to the close of a group around the cursor, or to the end; over groups as a whole.
    pub(super) fn skip(&mut self, marks: &[&str]) {
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
