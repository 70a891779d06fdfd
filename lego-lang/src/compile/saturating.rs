//! Sizes as Rust text that cannot overflow: for the checks that come before anything is known of the sizes.

use crate::expr::print::Names;
use crate::expr::{Arena, Id, Node, Op};

/// The text of an expression on `u128` values in which sums, differences and products saturate and a division by zero
/// gives zero.
pub(super) fn saturating(arena: &Arena, id: Id, names: &dyn Names) -> String {
    let text = |id: Id| saturating(arena, id, names);
    match arena.get(id) {
        Node::Constant(value) => format!("{}u128", value.max(0)),
        Node::Variable(number) => format!("({} as u128)", names.variable(arena, number)),
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
                    "(if ({b}) < 127 {{ ({a}).saturating_mul(1u128 << ({b})) }} else {{ ::core::primitive::u128::MAX }})"
                ),
                Op::Shr => format!("(if ({b}) < 128 {{ ({a}) >> ({b}) }} else {{ 0 }})"),
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
        Node::Call { .. } => "::core::primitive::u128::MAX".to_owned(),
    }
}
