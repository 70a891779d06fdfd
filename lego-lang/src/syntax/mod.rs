//! The syntax tree of a chain, and its canonical text.
//!
//! ```text
//! Layout ── Stage ── Piece ── Argument ── Expr     sizes and numbers
//!    │                 └── Function ── Closure ── Expr
//!    └── Fact ── Expr
//! ```
//!
//! `Display` prints canonical text: parsing it gives an equal tree (places aside).

mod print;

use crate::span::{Span, Spanned};
use lego_core::algebra::Named;

/// A chain and its facts, as written.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The stages from left to right; at least one.
    pub stages: Vec<Spanned<Stage>>,
    /// The facts after `where`.
    pub facts: Vec<Spanned<Fact>>,
    pub(crate) text: String,
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.stages == other.stages && self.facts == other.facts
    }
}

/// A link of a chain.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// `OrderBy(P1, …, Pq)`.
    OrderBy(Vec<Spanned<Piece>>),
    /// A piece that starts a chain without `OrderBy( )` around it.
    Piece(Spanned<Piece>),
    /// `GroupBy([lvl1], [lvl2], …)`.
    GroupBy(Vec<List>),
    /// `TileBy([lvl1], …, [lvlq])`.
    TileBy(Vec<List>),
    /// `ExpandBy([n1, …] => [m1, …])`.
    ExpandBy(List, List),
    /// `PadBy([n1, …] => [m1, …])`.
    PadBy(List, List),
}

impl Stage {
    /// The names of all stages.
    pub const NAMES: [&'static str; 5] = ["OrderBy", "GroupBy", "TileBy", "ExpandBy", "PadBy"];

    /// The pieces of an `OrderBy`, or the single piece.
    #[must_use]
    pub fn pieces(&self) -> &[Spanned<Piece>] {
        match self {
            Self::OrderBy(pieces) => pieces,
            Self::Piece(piece) => std::slice::from_ref(piece),
            _ => &[],
        }
    }

    /// The lists of sizes of a view, `ExpandBy` or `PadBy`.
    #[must_use]
    pub fn lists(&self) -> Vec<&List> {
        match self {
            Self::GroupBy(levels) | Self::TileBy(levels) => levels.iter().collect(),
            Self::ExpandBy(left, right) | Self::PadBy(left, right) => vec![left, right],
            Self::OrderBy(_) | Self::Piece(_) => Vec::new(),
        }
    }

    /// The name in the language: of a single piece, the piece's.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::OrderBy(_) => "OrderBy",
            Self::Piece(piece) => piece.name(),
            Self::GroupBy(_) => "GroupBy",
            Self::TileBy(_) => "TileBy",
            Self::ExpandBy(..) => "ExpandBy",
            Self::PadBy(..) => "PadBy",
        }
    }
}

/// `[n1, …, nd]`; at least one element.
pub type List = Spanned<Vec<Expr>>;

/// A permutation.
#[derive(Clone, Debug)]
pub enum Piece {
    /// One of [`lego_core::algebra::pieces::NAMED`], with as many arguments and of such kinds as it takes.
    Named(&'static Named, Vec<Argument>),
    /// `RegP([n1, …, nd], [s1, …, sd])`.
    RegP(List, List),
    /// `GenP([n1, …, nd], f, f_inv)`.
    GenP(GenP),
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Named(one, own), Self::Named(two, others)) => one.name == two.name && own == others,
            (Self::RegP(sizes, s), Self::RegP(other_sizes, other_s)) => sizes == other_sizes && s == other_s,
            (Self::GenP(one), Self::GenP(two)) => one == two,
            _ => false,
        }
    }
}

impl Piece {
    /// The name in the language.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Named(named, _) => named.name,
            Self::RegP(..) => "RegP",
            Self::GenP(_) => "GenP",
        }
    }
}

/// An argument of a named piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A size or another number.
    Number(Expr),
    /// Sizes in brackets.
    List(List),
}

impl Argument {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Number(number) => number.span,
            Self::List(list) => list.span,
        }
    }
}

/// `GenP([n1, …, nd], f, f_inv)` or `GenP([n1, …, nd], f, f_inv, unchecked)`.
#[derive(Clone, Debug, PartialEq)]
pub struct GenP {
    /// The extents.
    pub sizes: List,
    /// From the index to the position.
    pub apply: Spanned<Function>,
    /// From the position to the index.
    pub inverse: Spanned<Function>,
    /// Whether the author vouches for it.
    pub unchecked: bool,
}

/// A function of a `GenP`.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// A path to a `const fn`, without blanks.
    Path(String),
    /// A closure in the language.
    Closure(Closure),
}

/// `|i, j| body`.
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// The names of the indices.
    pub parameters: Vec<Spanned<String>>,
    /// The value, or a tuple of values.
    pub body: Expr,
}

/// An expression and where it stands. Sizes use a part of it: [`ExprKind::Integer`], [`ExprKind::Name`],
/// [`ExprKind::Negative`], the four operators and calls; facts add `%`.
pub type Expr = Spanned<ExprKind>;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal, not below zero.
    Integer(i128),
    /// A name, or a path without blanks such as `crate::B`.
    Name(String),
    /// `-a`.
    Negative(Box<Expr>),
    /// `!c` of a condition.
    Not(Box<Expr>),
    /// `a + b` and its kin.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `min(a, b)` and its kin; the method form `a.min(b)` is the same.
    Call(Call, Box<Expr>, Box<Expr>),
    /// `if c { a } else { b }`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `{ let x = a; …; b }` with at least one `let`.
    Block(Vec<Let>, Box<Expr>),
    /// `(a, b)`, also `(a,)`.
    Tuple(Vec<Expr>),
}

/// `let x = a;`.
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// The name.
    pub name: Spanned<String>,
    /// Its value.
    pub value: Expr,
}

/// An operator between two expressions; they bind as in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `*`.
    Mul,
    /// `/`, rounding down.
    Div,
    /// `%`.
    Rem,
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `==` and its kin.
    Compare(Comparison),
    /// `&&`.
    And,
    /// `||`.
    Or,
}

impl Operator {
    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Add => "+",
            Self::Sub => "-",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::BitAnd => "&",
            Self::BitXor => "^",
            Self::BitOr => "|",
            Self::Compare(comparison) => comparison.symbol(),
            Self::And => "&&",
            Self::Or => "||",
        }
    }

    /// How tightly it binds; more is tighter. Operators of one strength group from the left; comparisons do not group.
    #[must_use]
    pub const fn strength(self) -> u8 {
        match self {
            Self::Mul | Self::Div | Self::Rem => 8,
            Self::Add | Self::Sub => 7,
            Self::Shl | Self::Shr => 6,
            Self::BitAnd => 5,
            Self::BitXor => 4,
            Self::BitOr => 3,
            Self::Compare(_) => 2,
            Self::And => 1,
            Self::Or => 0,
        }
    }
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Equal, Self::NotEqual, Self::Less, Self::LessEqual, Self::Greater, Self::GreaterEqual];

    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }

    /// The answer for two numbers.
    #[must_use]
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }
}

/// A function of two numbers that the language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
    /// The quotient, rounded up.
    CeilDiv,
}

impl Call {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Min, Self::Max, Self::CeilDiv];

    /// The name in the language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::CeilDiv => "ceil_div",
        }
    }
}

/// A comparison of two sizes after `where`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The left side.
    pub left: Expr,
    /// How they compare.
    pub comparison: Comparison,
    /// The right side.
    pub right: Expr,
}

/// What a free name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A parameter: a number.
    Parameter,
    /// The function of a `GenP`.
    Function,
}

/// A name that the text uses but does not bind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeName {
    /// The name, or a path without blanks.
    pub path: String,
    /// Where.
    pub span: Span,
    /// What it stands for.
    pub role: Role,
}

impl Layout {
    /// The text that was parsed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands at a place, its blanks and comments replaced by single blanks.
    #[must_use]
    pub fn at(&self, span: Span) -> String {
        crate::lexer::squeeze(span.of(&self.text))
    }

    /// Every use of a name that the text does not bind, in order of appearance.
    ///
    /// ```
    /// let layout = lego_lang::parse("GenP([N], |i| N - 1 - i, back).GroupBy([N / B, B])")?;
    /// let names: Vec<&str> = layout.free_names().iter().map(|name| layout.text().get(name.span.start..name.span.end).unwrap()).collect();
    /// assert_eq!(names, ["N", "N", "back", "N", "B", "B"]);
    /// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
    /// ```
    #[must_use]
    pub fn free_names(&self) -> Vec<FreeName> {
        let mut search = Search { bound: Vec::new(), found: Vec::new() };
        for stage in &self.stages {
            for list in stage.lists() {
                search.list(list);
            }
            for piece in stage.pieces() {
                search.piece(piece);
            }
        }
        for fact in &self.facts {
            search.expr(&fact.left);
            search.expr(&fact.right);
        }
        search.found
    }
}

/// A walk that collects free names.
struct Search<'a> {
    bound: Vec<&'a str>,
    found: Vec<FreeName>,
}

impl<'a> Search<'a> {
    fn piece(&mut self, piece: &'a Piece) {
        match piece {
            Piece::Named(_, arguments) => {
                for argument in arguments {
                    match argument {
                        Argument::Number(number) => self.expr(number),
                        Argument::List(list) => self.list(list),
                    }
                }
            }
            Piece::RegP(sizes, s) => {
                self.list(sizes);
                self.list(s);
            }
            Piece::GenP(genp) => {
                self.list(&genp.sizes);
                self.function(&genp.apply);
                self.function(&genp.inverse);
            }
        }
    }

    fn function(&mut self, function: &'a Spanned<Function>) {
        match &function.node {
            Function::Path(path) => {
                self.found.push(FreeName { path: path.clone(), span: function.span, role: Role::Function });
            }
            Function::Closure(closure) => {
                self.bound.extend(closure.parameters.iter().map(|name| name.as_str()));
                self.expr(&closure.body);
                self.bound.clear();
            }
        }
    }

    fn list(&mut self, list: &'a List) {
        for element in &list.node {
            self.expr(element);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.node {
            ExprKind::Integer(_) => {}
            ExprKind::Name(name) => {
                if !self.bound.contains(&name.as_str()) {
                    self.found.push(FreeName { path: name.clone(), span: expr.span, role: Role::Parameter });
                }
            }
            ExprKind::Negative(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Call(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Block(lets, value) => {
                let outside = self.bound.len();
                for binding in lets {
                    self.expr(&binding.value);
                    self.bound.push(&binding.name);
                }
                self.expr(value);
                self.bound.truncate(outside);
            }
            ExprKind::Tuple(parts) => parts.iter().for_each(|part| self.expr(part)),
        }
    }
}
