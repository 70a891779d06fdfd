//! What an `if` among instances says of types and sizes: `N <= 64 && T == f16`.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{BinOp, Expr, Lit, UnOp};

/// What a part of a condition is worth.
enum Value {
    Number(i128),
    Truth(bool),
    /// A type, as it is written, or a text.
    Type(String),
}

/// Gives the value of a variable; `None` if a name is not a variable.
type Lookup<'a> = &'a dyn Fn(&Ident) -> Option<TokenStream>;

/// Whether a condition holds.
///
/// # Errors
/// What of it has no value, at its place.
pub(super) fn holds(condition: &Expr, variable: Lookup<'_>) -> syn::Result<bool> {
    match value(condition, variable)? {
        Value::Truth(is_so) => Ok(is_so),
        _ => Err(syn::Error::new_spanned(condition, "expected what is true or false, like `N <= 64` or `T == f16`")),
    }
}

fn value(expression: &Expr, variable: Lookup<'_>) -> syn::Result<Value> {
    let unknown = || {
        let words = "a condition compares types, and computes with numbers by `+ - * / %`, `&&`, `||` and `!`";
        syn::Error::new_spanned(expression, words)
    };
    match expression {
        Expr::Paren(inner) => value(&inner.expr, variable),
        Expr::Group(inner) => value(&inner.expr, variable),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().map(Value::Number),
            Lit::Bool(truth) => Ok(Value::Truth(truth.value)),
            Lit::Str(text) => Ok(Value::Type(text.value())),
            _ => Err(unknown()),
        },
        Expr::Path(path) => {
            let name = path.path.get_ident();
            match name.and_then(variable) {
                Some(value) => Ok(of(&value)),
                None => Ok(Value::Type(text(expression.to_token_stream()))),
            }
        }
        Expr::Unary(unary) => match (&unary.op, value(&unary.expr, variable)?) {
            (UnOp::Not(_), Value::Truth(is_so)) => Ok(Value::Truth(!is_so)),
            (UnOp::Neg(_), Value::Number(number)) => number.checked_neg().map(Value::Number).ok_or_else(unknown),
            _ => Err(unknown()),
        },
        Expr::Binary(binary) => {
            let left = value(&binary.left, variable)?;
            // What cannot change the outcome has no need to have a value: `N != 0 && 64 % N == 0`.
            match (&binary.op, &left) {
                (BinOp::And(_), Value::Truth(false)) => return Ok(Value::Truth(false)),
                (BinOp::Or(_), Value::Truth(true)) => return Ok(Value::Truth(true)),
                _ => {}
            }
            match (left, value(&binary.right, variable)?) {
                (Value::Number(a), Value::Number(b)) => of_numbers(&binary.op, a, b).ok_or_else(unknown),
                (Value::Truth(a), Value::Truth(b)) => match binary.op {
                    BinOp::And(_) => Ok(Value::Truth(a && b)),
                    BinOp::Or(_) => Ok(Value::Truth(a || b)),
                    BinOp::Eq(_) => Ok(Value::Truth(a == b)),
                    BinOp::Ne(_) => Ok(Value::Truth(a != b)),
                    _ => Err(unknown()),
                },
                (Value::Type(a), Value::Type(b)) => match binary.op {
                    BinOp::Eq(_) => Ok(Value::Truth(a == b)),
                    BinOp::Ne(_) => Ok(Value::Truth(a != b)),
                    _ => Err(unknown()),
                },
                _ => Err(syn::Error::new_spanned(expression, "a number, a type and a truth are never the same")),
            }
        }
        _ => Err(unknown()),
    }
}

/// The number that a value without variables is; `None` where it is none.
pub(super) fn number(value: &TokenStream) -> Option<i128> {
    match of(value) {
        Value::Number(number) => Some(number),
        _ => None,
    }
}

/// Returns the number or the truth value that tokens without variables are, with a span; `None` for anything else and
/// for numbers below 0.
pub(super) fn computed(value: &TokenStream, place: Span) -> Option<TokenTree> {
    match of(value) {
        Value::Number(number) => {
            let mut literal = Literal::u128_unsuffixed(u128::try_from(number).ok()?);
            literal.set_span(place);
            Some(literal.into())
        }
        Value::Truth(is_so) => Some(Ident::new(if is_so { "true" } else { "false" }, place).into()),
        Value::Type(_) => None,
    }
}

/// The value of a variable, which has no variables in it any more. What is a type may be no expression.
fn of(tokens: &TokenStream) -> Value {
    let mut trees = tokens.clone().into_iter();
    let expression = match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) => group.stream(),
        _ => tokens.clone(),
    };
    let expression: Option<Expr> = syn::parse2(expression).ok();
    let known = expression.and_then(|expression| value(&expression, &|_| None).ok());
    known.unwrap_or_else(|| Value::Type(text(tokens.clone())))
}

fn of_numbers(operation: &BinOp, a: i128, b: i128) -> Option<Value> {
    let number = match operation {
        BinOp::Add(_) => a.checked_add(b),
        BinOp::Sub(_) => a.checked_sub(b),
        BinOp::Mul(_) => a.checked_mul(b),
        BinOp::Div(_) => a.checked_div(b),
        BinOp::Rem(_) => a.checked_rem(b),
        _ => None,
    };
    let truth = match operation {
        BinOp::Eq(_) => Some(a == b),
        BinOp::Ne(_) => Some(a != b),
        BinOp::Lt(_) => Some(a < b),
        BinOp::Le(_) => Some(a <= b),
        BinOp::Gt(_) => Some(a > b),
        BinOp::Ge(_) => Some(a >= b),
        _ => None,
    };
    number.map(Value::Number).or(truth.map(Value::Truth))
}

fn text(tokens: TokenStream) -> String {
    tokens.to_string()
}
