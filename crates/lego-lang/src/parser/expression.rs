//! The productions of expressions: in sizes, in facts and in closures.

use super::cursor::Parser;
use crate::lexer::Kind;
use crate::syntax::{Call, Closure, Comparison, Expr, ExprKind, Function, Let, Operator};
use crate::text_range::{Located, TextRange};
use lego_core::{Coord, LayoutError};

/// What an expression may consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Integers, names, `+ - * /` and calls.
    Size,
    /// The same and `%`.
    Fact,
    /// Everything.
    Closure,
}

impl Mode {
    fn allows(self, operator: Operator) -> bool {
        use Operator::{Add, Div, Mul, Rem, Sub};
        match self {
            Self::Size => matches!(operator, Add | Sub | Mul | Div),
            Self::Fact => matches!(operator, Add | Sub | Mul | Div | Rem),
            Self::Closure => true,
        }
    }
}

/// An expression, the height of its tree, and its place with the parentheses around it.
struct Tree {
    expr: Expr,
    height: usize,
    outer: TextRange,
}

/// The words that are no names.
const KEYWORDS: [&str; 5] = ["if", "else", "let", "where", "_"];

impl Parser<'_> {
    /// The tallest expression: a sum of so many terms, for one.
    const HEIGHT: usize = 256;
    /// The most indices of a closure.
    const RANK: usize = <[usize; 0] as Coord>::MAX_RANK;

    pub(super) fn expression(&mut self, mode: Mode) -> Option<Expr> {
        self.binary(mode, 0).map(|tree| tree.expr)
    }

    /// Operands with operators of at least a strength between them.
    fn binary(&mut self, mode: Mode, weakest: u8) -> Option<Tree> {
        let mut left = self.unary(mode)?;
        let mut compared = false;
        while let Some(operator) = self.operator().filter(|&operator| mode.allows(operator)) {
            let strength = operator.strength();
            if strength < weakest {
                break;
            }
            if matches!(operator, Operator::Compare(_)) {
                if compared {
                    return self.fail("`&&` between comparisons");
                }
                compared = true;
            }
            self.bump();
            let right = self.binary(mode, strength + 1)?;
            left = self.joined(left, right, |a, b| ExprKind::Binary(operator, a, b))?;
        }
        Some(left)
    }

    fn operator(&self) -> Option<Operator> {
        use Operator::{Add, And, BitAnd, BitOr, BitXor, Div, Mul, Or, Rem, Shl, Shr, Sub};
        let Kind::Mark(mark) = self.kind() else { return None };
        [Mul, Div, Rem, Add, Sub, Shl, Shr, BitAnd, BitXor, BitOr, And, Or]
            .into_iter()
            .chain(Comparison::ALL.into_iter().map(Operator::Compare))
            .find(|operator| operator.symbol() == mark)
    }

    /// One node above two others.
    fn joined(&mut self, left: Tree, right: Tree, node: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Option<Tree> {
        let range = left.outer.to(right.outer);
        let height = left.height.max(right.height) + 1;
        self.raised(node(Box::new(left.expr), Box::new(right.expr)), range, height)
    }

    /// A node, unless its tree is too high.
    fn raised(&mut self, node: ExprKind, range: TextRange, height: usize) -> Option<Tree> {
        if height > Self::HEIGHT {
            self.too_deep("the number of joined or nested terms", height, Self::HEIGHT);
            return None;
        }
        Some(Tree { expr: Located::new(node, range), height, outer: range })
    }

    fn unary(&mut self, mode: Mode) -> Option<Tree> {
        let sign = self.peek().range;
        let node: fn(Box<Expr>) -> ExprKind = match self.kind() {
            Kind::Mark("-") => ExprKind::Negative,
            Kind::Mark("!") if mode == Mode::Closure => ExprKind::Not,
            _ => return self.postfix(mode),
        };
        self.bump();
        let inner = self.nested(|parser| parser.unary(mode))?;
        let range = sign.to(inner.outer);
        self.raised(node(Box::new(inner.expr)), range, inner.height + 1)
    }

    /// A primary expression and the method calls after it.
    fn postfix(&mut self, mode: Mode) -> Option<Tree> {
        let mut left = self.primary(mode)?;
        while mode == Mode::Closure && self.eat(".").is_some() {
            let Some(call) = [Call::Min, Call::Max].into_iter().find(|call| self.name() == Some(call.name())) else {
                return self.fail("`min` or `max`");
            };
            let name = self.bump().range;
            let arguments = self.group("(", ")", |parser| parser.binary(mode, 0))?;
            let range = left.outer.to(arguments.range);
            let found = arguments.items.len();
            let Ok([right]) = <[Tree; 1]>::try_from(arguments.all()?) else {
                return self.wrong_call(call, "1 argument after a value", found, name.to(range));
            };
            left = self.joined(left, right, |a, b| ExprKind::Call(call, a, b))?;
            (left.expr.range, left.outer) = (range, range);
        }
        Some(left)
    }

    fn wrong_call<T>(&mut self, call: Call, expected: &str, found: usize, range: TextRange) -> Option<T> {
        let (what, found) = (call.name().into(), found as u128);
        self.error(LayoutError::ArgumentCount { what, expected: expected.into(), found }, range);
        None
    }

    fn primary(&mut self, mode: Mode) -> Option<Tree> {
        let expected = if mode == Mode::Closure { "an expression" } else { "a size" };
        let token = self.peek();
        match token.kind {
            Kind::Integer(value) => {
                self.bump();
                self.raised(ExprKind::Integer(value), token.range, 1)
            }
            Kind::Mark("(") => self.parenthesised(mode),
            Kind::Mark("{") if mode == Mode::Closure => self.block(),
            Kind::Name if mode == Mode::Closure && self.name() == Some("if") => self.branch(),
            Kind::Name if self.name().is_some_and(|name| KEYWORDS.contains(&name)) => self.fail(expected),
            Kind::Name | Kind::Mark("::") => self.name_or_call(mode),
            _ => self.fail(expected),
        }
    }

    fn name_or_call(&mut self, mode: Mode) -> Option<Tree> {
        let path = self.path(false)?;
        if !self.at_mark("(") {
            return self.raised(ExprKind::Name(path.node), path.range, 1);
        }
        let call = Call::ALL.into_iter().find(|call| call.name() == path.node);
        let arguments = self.group("(", ")", |parser| parser.binary(mode, 0));
        let Some(call) = call else {
            self.error(LayoutError::UnknownName { name: path.as_str().into() }, path.range);
            return None;
        };
        let arguments = arguments?;
        let range = path.range.to(arguments.range);
        let found = arguments.items.len();
        let Ok([left, right]) = <[Tree; 2]>::try_from(arguments.all()?) else {
            return self.wrong_call(call, "2 arguments", found, range);
        };
        let mut tree = self.joined(left, right, |a, b| ExprKind::Call(call, a, b))?;
        (tree.expr.range, tree.outer) = (range, range);
        Some(tree)
    }

    /// `(a)`, and in closures `(a, b)` and `(a,)`.
    fn parenthesised(&mut self, mode: Mode) -> Option<Tree> {
        let ((mut parts, tuple), range) = self.enclosed("(", ")", |parser| {
            let mut parts = vec![parser.binary(mode, 0)?];
            let tuple = mode == Mode::Closure && parser.at_mark(",");
            while tuple && parser.eat(",").is_some() && !parser.at_mark(")") {
                parts.push(parser.binary(mode, 0)?);
            }
            Some((parts, tuple))
        })?;
        if tuple {
            let height = parts.iter().map(|part| part.height).max().unwrap_or(0) + 1;
            let parts = parts.into_iter().map(|part| part.expr).collect();
            return self.raised(ExprKind::Tuple(parts), range, height);
        }
        let mut tree = parts.pop()?;
        tree.outer = range;
        Some(tree)
    }

    /// `{ let x = a; …; b }`.
    fn block(&mut self) -> Option<Tree> {
        let ((lets, value, height), range) = self.enclosed("{", "}", |parser| {
            let mut lets = Vec::new();
            let mut height = 0;
            while parser.eat_name("let").is_some() {
                let name = parser.binding()?;
                parser.expect("=")?;
                let value = parser.binary(Mode::Closure, 0)?;
                parser.expect(";")?;
                height = value.height.max(height);
                lets.push(Let { name, value: value.expr });
            }
            Some((lets, parser.binary(Mode::Closure, 0)?, height))
        })?;
        if lets.is_empty() {
            return Some(Tree { outer: range, ..value });
        }
        let height = value.height.max(height) + 1;
        self.raised(ExprKind::Block(lets, Box::new(value.expr)), range, height)
    }

    /// `if c { a } else { b }`.
    fn branch(&mut self) -> Option<Tree> {
        let start = self.bump().range;
        self.nested(|parser| {
            let condition = parser.binary(Mode::Closure, 0)?;
            let then = parser.braces()?;
            if parser.eat_name("else").is_none() {
                return parser.fail("`else`");
            }
            let otherwise = if parser.name() == Some("if") { parser.branch()? } else { parser.braces()? };
            let range = start.to(otherwise.outer);
            let height = condition.height.max(then.height).max(otherwise.height) + 1;
            let parts = [condition, then, otherwise].map(|tree| Box::new(tree.expr));
            let [condition, then, otherwise] = parts;
            parser.raised(ExprKind::If(condition, then, otherwise), range, height)
        })
    }

    fn braces(&mut self) -> Option<Tree> {
        if self.at_mark("{") { self.block() } else { self.fail("`{`") }
    }

    /// A name that is being bound.
    fn binding(&mut self) -> Option<Located<String>> {
        match self.name() {
            Some(name) if name == "_" || !KEYWORDS.contains(&name) => {
                let range = self.bump().range;
                Some(Located::new(name.to_owned(), range))
            }
            _ => self.fail("a name"),
        }
    }

    /// `|i, j| body`.
    pub(super) fn closure(&mut self) -> Option<Located<Function>> {
        let start = self.peek().range;
        if self.at_mark("||") {
            return self.fail("indices such as `|i, j|`");
        }
        self.bump();
        let mut parameters: Vec<Located<String>> = Vec::new();
        loop {
            let name = self.binding()?;
            if name.as_str() != "_" && parameters.contains(&name) {
                let found = crate::lexer::quoted(&name);
                self.error(LayoutError::Syntax { expected: "another name".into(), found }, name.range);
                return None;
            }
            if parameters.len() == Self::RANK {
                let (what, found, most) = ("the closure".into(), Self::RANK as u128 + 1, Self::RANK as u128);
                self.error(LayoutError::RankTooLarge { what, found, most }, name.range);
                return None;
            }
            parameters.push(name);
            let comma = self.eat(",").is_some();
            if self.eat("|").is_some() {
                break;
            }
            if !comma {
                return self.fail("`,` or `|`");
            }
        }
        let body = self.binary(Mode::Closure, 0)?;
        let range = start.to(body.outer);
        let body = body.expr;
        Some(Located::new(Function::Closure(Closure { parameters, body }), range))
    }

    /// `a::b::c`, without blanks; with generic arguments where it names a function.
    pub(super) fn path(&mut self, generic: bool) -> Option<Located<String>> {
        let start = self.peek().range;
        let mut end = start;
        let mut path = String::new();
        if self.eat("::").is_some() {
            path.push_str("::");
        }
        loop {
            let Some(name) = self.name().filter(|name| !KEYWORDS.contains(name)) else {
                return self.fail("a name");
            };
            path.push_str(name);
            end = end.to(self.bump().range);
            if self.eat("::").is_none() {
                return Some(Located::new(path, start.to(end)));
            }
            path.push_str("::");
            if generic && self.at_mark("<") {
                end = self.generic_arguments(&mut path)?;
                if self.eat("::").is_none() {
                    return Some(Located::new(path, start.to(end)));
                }
                path.push_str("::");
            }
        }
    }

    /// `<A, 3, B<C>>` after `::`.
    fn generic_arguments(&mut self, path: &mut String) -> Option<TextRange> {
        let mut open = 0_usize;
        loop {
            let token = self.peek();
            match token.kind {
                Kind::Mark("<") => open += 1,
                Kind::Mark(">") => open -= 1,
                Kind::Mark(">>") if open >= 2 => open -= 2,
                Kind::Mark("," | "::" | "-") | Kind::Name | Kind::Integer(_) => {}
                _ => return self.fail("generic arguments"),
            }
            path.push_str(token.range.of(self.text));
            self.bump();
            if open == 0 {
                return Some(token.range);
            }
        }
    }
}
