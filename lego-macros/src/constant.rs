//! The values of `const` items that stand beside layouts, by Rust's rules.

use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use syn::{BinOp, Expr, Lit};

/// The value of a constant expression of literals, known names and operators; `None` for anything else, which then stays
/// the symbol that it is, and where Rust reports an error.
pub(crate) fn value(tokens: &TokenStream, known: &BTreeMap<String, i128>) -> Option<i128> {
    evaluate(&syn::parse2(tokens.clone()).ok()?, known)
}

fn evaluate(expr: &Expr, known: &BTreeMap<String, i128>) -> Option<i128> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) if matches!(number.suffix(), "" | "usize") => in_range(number.base10_parse().ok()?),
            _ => None,
        },
        Expr::Path(path) => known.get(&path.path.get_ident()?.to_string()).copied(),
        Expr::Paren(inner) => evaluate(&inner.expr, known),
        Expr::Group(inner) => evaluate(&inner.expr, known),
        Expr::Binary(binary) => {
            let (a, b) = (evaluate(&binary.left, known)?, evaluate(&binary.right, known)?);
            in_range(match binary.op {
                BinOp::Add(_) => a + b,
                BinOp::Sub(_) => a - b,
                BinOp::Mul(_) => a.checked_mul(b)?,
                BinOp::Div(_) => a.checked_div(b)?,
                BinOp::Rem(_) => a.checked_rem(b)?,
                BinOp::BitAnd(_) => a & b,
                BinOp::BitOr(_) => a | b,
                BinOp::BitXor(_) => a ^ b,
                BinOp::Shl(_) => shift(a, b, |a, b| a << b)?,
                BinOp::Shr(_) => shift(a, b, |a, b| a >> b)?,
                _ => return None,
            })
        }
        _ => None,
    }
}

/// A value that a `usize` has on every platform for which the layout can be meant.
fn in_range(value: i128) -> Option<i128> {
    u64::try_from(value).ok().map(i128::from)
}

/// A shift within the 32 bits that a `usize` has at least; bits that leave 64 are lost on no platform only if there are none.
fn shift(value: i128, by: i128, operation: impl Fn(i128, i128) -> i128) -> Option<i128> {
    (0..32).contains(&by).then(|| operation(value, by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn known(tokens: TokenStream) -> Option<i128> {
        value(&tokens, &BTreeMap::from([("B".to_owned(), 16)]))
    }

    #[test]
    fn rusts_rules() {
        assert_eq!(known(quote!(16)), Some(16));
        assert_eq!(known(quote!(0x10_usize)), Some(16));
        assert_eq!(known(quote!(B * (B + 1) - 2)), Some(270));
        assert_eq!(known(quote!(7 / 2)), Some(3));
        assert_eq!(known(quote!(1 << 10 | 3)), Some(1027));
        assert_eq!(known(quote!(B >> 2 ^ 1 & 3)), Some(5));
    }

    #[test]
    fn what_is_not_known_stays_a_symbol() {
        for tokens in [
            quote!(core::mem::size_of::<u64>()),
            quote!(C),
            quote!(crate::B),
            quote!(1 - 2),
            quote!(1 / 0),
            quote!(1 << 64),
            quote!(18446744073709551615 * 2),
            quote!(-1),
            quote!("16"),
            quote!({ 16 }),
        ] {
            assert_eq!(known(tokens), None);
        }
    }
}
