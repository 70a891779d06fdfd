//! Canonical text: `Display` of the syntax tree.

use super::{Argument, Closure, Expr, ExprKind, Fact, Function, GenP, Layout, Let, Operator, Piece, Stage};
use crate::text_range::Located;
use std::fmt::{Display, Formatter, Result};

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Chained(&self.stages).fmt(f)?;
        for (k, fact) in self.facts.iter().enumerate() {
            write!(f, "{}{}", if k == 0 { " where " } else { ", " }, fact.node)?;
        }
        Ok(())
    }
}

impl<T: Display> Display for Located<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.node.fmt(f)
    }
}

impl Display for Stage {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::OrderBy(pieces) | Self::TileOrderBy(pieces) => write!(f, "{}({})", self.name(), Listed(pieces)),
            Self::Piece(piece) => piece.fmt(f),
            Self::Compose(outer, inner) => write!(f, "compose({}, {})", Chained(outer), Chained(inner)),
            Self::GroupBy(levels) | Self::TileBy(levels) => {
                write!(f, "{}({})", self.name(), Listed(&levels.iter().map(|level| Sizes(level)).collect::<Vec<_>>()))
            }
            Self::ExpandBy(left, right) | Self::PadBy(left, right) => {
                write!(f, "{}({} => {})", self.name(), Sizes(left), Sizes(right))
            }
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Named(named, arguments) => {
                write!(f, "{}({})", named.name, Listed(arguments))
            }
            Self::RegP(dims, s) => write!(f, "RegP({}, {})", Sizes(dims), Sizes(s)),
            Self::GenP(GenP { sizes, apply, inverse, unchecked }) => {
                let end = if *unchecked { ", unchecked" } else { "" };
                write!(f, "GenP({}, {}", Sizes(sizes), apply.node)?;
                if let Some(inverse) = inverse {
                    write!(f, ", {}", inverse.node)?;
                }
                write!(f, "{end})")
            }
            Self::Cute(cute) => write!(f, "Cute({cute})"),
            Self::Linear(dims, images) => {
                let images: Vec<Sizes<'_>> = images.iter().map(|image| Sizes(image)).collect();
                write!(f, "Linear({}, [{}])", Sizes(dims), Listed(&images))
            }
            Self::Layout(declaration, sizes) if sizes.is_empty() => f.write_str(declaration.name()),
            Self::Layout(declaration, sizes) => write!(f, "{}<{}>", declaration.name(), Listed(sizes)),
        }
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::List(list) => Sizes(list).fmt(f),
        }
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Path(path) => f.write_str(path),
            Self::Closure(Closure { parameters, body }) => {
                write!(f, "|{}| {}", Listed(parameters), body.node)
            }
        }
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} {} {}", self.left.node, self.comparison.symbol(), self.right.node)
    }
}

impl Display for Let {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "let {} = {};", self.name.node, self.value.node)
    }
}

impl Display for ExprKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Name(name) => f.write_str(name),
            Self::Negative(inner) => {
                f.write_str("-")?;
                operand(inner, UNARY, f)
            }
            Self::Not(inner) => {
                f.write_str("!")?;
                operand(inner, UNARY, f)
            }
            Self::Binary(operator, left, right) => {
                let strength = operator.strength();
                // A left operand of equal strength groups by itself, but comparisons do not group at all.
                let left_strength = strength + u8::from(matches!(operator, Operator::Compare(_)));
                operand(left, left_strength, f)?;
                write!(f, " {} ", operator.symbol())?;
                operand(right, strength + 1, f)
            }
            Self::Call(call, left, right) => write!(f, "{}({}, {})", call.name(), left.node, right.node),
            Self::If(condition, then, otherwise) => {
                write!(f, "if {} ", condition.node)?;
                braced(then, f)?;
                f.write_str(" else ")?;
                braced(otherwise, f)
            }
            Self::Block(lets, value) => {
                f.write_str("{ ")?;
                for binding in lets {
                    write!(f, "{binding} ")?;
                }
                write!(f, "{} }}", value.node)
            }
            Self::Tuple(parts) => match parts.as_slice() {
                [one] => write!(f, "({},)", one.node),
                _ => write!(f, "({})", Listed(parts)),
            },
        }
    }
}

/// The strength of a unary operator's operand.
const UNARY: u8 = 9;

/// An operand, in parentheses where it binds less tightly than its place asks.
fn operand(expr: &Expr, wanted: u8, f: &mut Formatter<'_>) -> Result {
    let bare = match &expr.node {
        ExprKind::Binary(operator, ..) => operator.strength() >= wanted,
        ExprKind::If(..) | ExprKind::Block(..) => false,
        _ => true,
    };
    if bare { expr.node.fmt(f) } else { write!(f, "({})", expr.node) }
}

/// A branch of an `if`: its braces are its own unless it is a block already.
fn braced(branch: &Expr, f: &mut Formatter<'_>) -> Result {
    match &branch.node {
        ExprKind::Block(..) => branch.node.fmt(f),
        other => write!(f, "{{ {other} }}"),
    }
}

/// Stages with dots between them.
struct Chained<'a>(&'a [Located<Stage>]);

impl Display for Chained<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (k, stage) in self.0.iter().enumerate() {
            write!(f, "{}{}", if k == 0 { "" } else { "." }, stage.node)?;
        }
        Ok(())
    }
}

/// A list of sizes in brackets.
struct Sizes<'a>(&'a [Expr]);

impl Display for Sizes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "[{}]", Listed(self.0))
    }
}

/// Items with commas between them.
struct Listed<'a, T>(&'a [T]);

impl<T: Display> Display for Listed<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (k, item) in self.0.iter().enumerate() {
            if k > 0 {
                f.write_str(", ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::parser::parse;
    use crate::syntax::arbitrary;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn canonical_text_parses_to_the_same_tree(layout in arbitrary::layout()) {
            let text = layout.to_string();
            let parsed = parse(&text).map_err(|errors| TestCaseError::fail(format!("{text}: {errors:?}")))?;
            prop_assert_eq!(parsed.to_string(), text);
            prop_assert_eq!(parsed, layout);
        }
    }

    #[test]
    fn parentheses_only_where_needed() {
        for text in [
            "GenP([3], |i| (i + 1) * 2 - (3 - i), |p| -(p + 1) % 2)",
            "GenP([3], |i| i & 1 << 2 | i ^ 3 & i, |p| p)",
            "GenP([3], |i| if i < 2 && (i == 1 || !(i > 3)) { 1 } else { 2 } , |p| p)",
            "GenP([3], |i| (if i < 2 { 1 } else { 2 }) + 1, |p| (p,))",
            "GenP([3], |i| (i < 2) == 1, |p| { let a = p; a + 1 })",
            "Row(M / (N * 2), M / N * 2, ceil_div(M, N + 1) - (1 - 2)).ExpandBy([1] => [2]) where M + 1 >= N % 2, 1 != 2",
        ] {
            let printed = parse(text).unwrap().to_string();
            assert_eq!(printed.replace(' ', ""), text.replace(' ', ""));
        }
    }
}
