//! Sizes as Rust text that cannot overflow: for the checks that come before anything is known of the sizes.

use lego_expr::print::Names;
use lego_expr::{Arena, Id, Node, Op};

/// The text of an expression on `u128` values in which sums, differences and products saturate and a division by zero
/// gives zero.
pub(super) fn saturating(arena: &Arena, id: Id, names: &dyn Names) -> String {
    bound(arena, id, names, "u128")
}

/// The same on values of an unsigned `integer` of 64 bits or more.
#[must_use]
pub fn bound(arena: &Arena, id: Id, names: &dyn Names, integer: &str) -> String {
    let text = |id: Id| bound(arena, id, names, integer);
    let bits = if integer == "u128" { 128 } else { 64 };
    match arena.get(id) {
        Node::Constant(value) if bits == 64 && value > i128::from(u64::MAX) => {
            format!("::core::primitive::{integer}::MAX")
        }
        Node::Constant(value) => format!("{}{integer}", value.max(0)),
        Node::Variable(number) => format!("({} as {integer})", names.variable(arena, number)),
        Node::Within(a, _) => text(a),
        Node::Binary(op, a, b) => {
            let (a, b) = (text(a), text(b));
            match op {
                Op::Add => format!("({a}).saturating_add({b})"),
                Op::Sub => format!("({a}).saturating_sub({b})"),
                Op::Mul => format!("({a}).saturating_mul({b})"),
                // No names of Rust's: the text stands where the user may have items of any name.
                Op::Div => format!("(if ({b}) == 0 {{ 0 }} else {{ ({a}) / ({b}) }})"),
                Op::Rem => format!("(if ({b}) == 0 {{ 0 }} else {{ ({a}) % ({b}) }})"),
                Op::And => format!("(({a}) & ({b}))"),
                Op::Or => format!("(({a}) | ({b}))"),
                Op::Xor => format!("(({a}) ^ ({b}))"),
                Op::Shl => format!(
                    "(if ({b}) < {bits} {{ ({a}).saturating_mul(1{integer} << ({b})) }} else if ({a}) == 0 {{ 0 }} else \
                     {{ ::core::primitive::{integer}::MAX }})"
                ),
                Op::Shr => format!("(if ({b}) < {bits} {{ ({a}) >> ({b}) }} else {{ 0 }})"),
                Op::Min => format!("(if ({a}) < ({b}) {{ {a} }} else {{ {b} }})"),
                Op::Max => format!("(if ({a}) < ({b}) {{ {b} }} else {{ {a} }})"),
            }
        }
        Node::Compare(comparison, a, b) => {
            let sign = comparison.sign();
            format!("(({}) {sign} ({}))", text(a), text(b))
        }
        Node::Choose(c, a, b) => format!("(if {} {{ {} }} else {{ {} }})", text(c), text(a), text(b)),
        Node::Isqrt(a) => format!("({}).isqrt()", text(a)),
        Node::Call { .. } => format!("::core::primitive::{integer}::MAX"),
    }
}
