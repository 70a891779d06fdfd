//! The syntax tree: a chain and its facts as written, each part with its place in the text.

use super::cute::Cute;
use super::operator::{Call, Comparison, Operator};
use crate::declaration::Declaration;
use crate::text_range::{Located, TextRange};
use lego_core::chain::Named;
use std::sync::Arc;

/// A chain and its facts, as written.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The stages from left to right; at least one.
    pub stages: Vec<Located<Stage>>,
    /// The facts after `where`.
    pub facts: Vec<Located<Fact>>,
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
    OrderBy(Vec<Located<Piece>>),
    /// `TileOrderBy(P1, …, Pq)`.
    TileOrderBy(Vec<Located<Piece>>),
    /// A piece that starts a chain without `OrderBy( )` around it, or a packed domain anywhere.
    Piece(Located<Piece>),
    /// `compose(A, B)`, which begins a chain: A after B, each a chain.
    Compose(Vec<Located<Stage>>, Vec<Located<Stage>>),
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
    pub const NAMES: [&'static str; 7] =
        ["OrderBy", "TileOrderBy", "GroupBy", "TileBy", "ExpandBy", "PadBy", "compose"];

    /// The pieces of an `OrderBy` or a `TileOrderBy`, or the single piece.
    #[must_use]
    pub fn pieces(&self) -> &[Located<Piece>] {
        match self {
            Self::OrderBy(pieces) | Self::TileOrderBy(pieces) => pieces,
            Self::Piece(piece) => std::slice::from_ref(piece),
            _ => &[],
        }
    }

    /// The layouts that a `compose` has.
    #[must_use]
    pub fn parts(&self) -> [&[Located<Stage>]; 2] {
        match self {
            Self::Compose(outer, inner) => [outer, inner],
            _ => [&[], &[]],
        }
    }

    /// The lists of sizes of a view, `ExpandBy` or `PadBy`.
    #[must_use]
    pub fn lists(&self) -> Vec<&List> {
        match self {
            Self::GroupBy(levels) | Self::TileBy(levels) => levels.iter().collect(),
            Self::ExpandBy(left, right) | Self::PadBy(left, right) => vec![left, right],
            Self::OrderBy(_) | Self::TileOrderBy(_) | Self::Piece(_) | Self::Compose(..) => Vec::new(),
        }
    }

    /// The name in the language: of a single piece, the piece's.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::OrderBy(_) => "OrderBy",
            Self::TileOrderBy(_) => "TileOrderBy",
            Self::Piece(piece) => piece.name(),
            Self::Compose(..) => "compose",
            Self::GroupBy(_) => "GroupBy",
            Self::TileBy(_) => "TileBy",
            Self::ExpandBy(..) => "ExpandBy",
            Self::PadBy(..) => "PadBy",
        }
    }
}

/// `[n1, …, nd]`; at least one element.
pub type List = Located<Vec<Expr>>;

/// A permutation.
#[derive(Clone, Debug)]
pub enum Piece {
    /// One of [`lego_core::chain::pieces::NAMED`] or of [`lego_core::chain::PACKED`], with as many arguments and of such kinds as it takes.
    Named(&'static Named, Vec<Argument>),
    /// `RegP([n1, …, nd], [s1, …, sd])`.
    RegP(List, List),
    /// `GenP([n1, …, nd], f, f_inv)`.
    GenP(GenP),
    /// `Cute(shape:stride)`.
    Cute(Cute),
    /// `Linear([n1, …, nd], [[x, y, …], …])`: the dims, and an image for each bit of the position, which may be none.
    Linear(List, Located<Vec<List>>),
    /// `Inner` or `Inner<n1, …>`: a layout that is declared beside the text, with as many sizes as it has parameters.
    Layout(Arc<Declaration>, Vec<Expr>),
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Named(one, own), Self::Named(two, others)) => one.name == two.name && own == others,
            (Self::RegP(sizes, s), Self::RegP(other_sizes, other_s)) => sizes == other_sizes && s == other_s,
            (Self::GenP(one), Self::GenP(two)) => one == two,
            (Self::Cute(one), Self::Cute(two)) => one == two,
            (Self::Linear(dims, own), Self::Linear(other_dims, others)) => dims == other_dims && own == others,
            (Self::Layout(one, own), Self::Layout(two, others)) => one == two && own == others,
            _ => false,
        }
    }
}

impl Piece {
    /// The name in the language.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Named(named, _) => named.name,
            Self::RegP(..) => "RegP",
            Self::GenP(_) => "GenP",
            Self::Cute(_) => "Cute",
            Self::Linear(..) => "Linear",
            Self::Layout(declaration, _) => declaration.name(),
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
    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<&Expr> {
        match self {
            Self::Number(number) => Some(number),
            Self::List(_) => None,
        }
    }

    /// Where it stands.
    #[must_use]
    pub fn range(&self) -> TextRange {
        match self {
            Self::Number(number) => number.range,
            Self::List(list) => list.range,
        }
    }
}

/// `GenP([n1, …, nd], f)`, `GenP([n1, …, nd], f, f_inv)` or `GenP([n1, …, nd], f, f_inv, unchecked)`.
#[derive(Clone, Debug, PartialEq)]
pub struct GenP {
    /// The extents.
    pub sizes: List,
    /// From the index to the position.
    pub apply: Located<Function>,
    /// From the position to the index; derived from the other one where it is not written.
    pub inverse: Option<Located<Function>>,
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
    pub parameters: Vec<Located<String>>,
    /// The value, or a tuple of values.
    pub body: Expr,
}

/// An expression and where it stands. Sizes use a part of it: [`ExprKind::Integer`], [`ExprKind::Name`],
/// [`ExprKind::Negative`], the four operators and calls; facts add `%`.
pub type Expr = Located<ExprKind>;

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
    pub name: Located<String>,
    /// Its value.
    pub value: Expr,
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

impl Layout {
    /// The text that was parsed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All pieces, those of composed layouts too.
    #[must_use]
    pub fn pieces(&self) -> Vec<&Located<Piece>> {
        fn of<'a>(stages: &'a [Located<Stage>], pieces: &mut Vec<&'a Located<Piece>>) {
            for stage in stages {
                stage.parts().into_iter().for_each(|part| of(part, pieces));
                pieces.extend(stage.pieces());
            }
        }
        let mut pieces = Vec::new();
        of(&self.stages, &mut pieces);
        pieces
    }

    /// What stands at a place, its blanks and comments replaced by single blanks.
    #[must_use]
    pub fn at(&self, range: TextRange) -> String {
        crate::lexer::squeeze(range.of(&self.text))
    }
}
