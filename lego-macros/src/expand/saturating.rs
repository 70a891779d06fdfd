//! Rust that cannot overflow, as a target: sizes in the checks that come before anything is known of them.

use super::rust::{Rust, list};
use crate::tokens::{Tokens, primitive};
use lego_expr::{ATOM, Abilities, Comparison, Dialect, Function, Op, Operator, Output, Range, Shared, Variable};
use proc_macro2::{Literal, Span};
use quote::quote;

/// Values of an unsigned type of 64 bits or more in which sums, differences and products saturate and a division by zero
/// gives zero. Every operation stands by itself.
pub(super) struct Saturating<'a> {
    /// The names: sizes are of the index type.
    pub(super) rust: Rust<'a>,
    /// The type, `u64` or `u128`.
    pub(super) integer: &'static str,
}

impl Saturating<'_> {
    fn is_long(&self) -> bool {
        self.integer == "u128"
    }
}

impl Dialect for Saturating<'_> {
    type Output = Tokens;

    fn abilities(&self) -> Abilities {
        Abilities::ALL
    }

    fn variable(&self, variable: &Variable) -> Tokens {
        self.rust.variable(variable).cast(self.integer)
    }

    fn shared(&self, number: usize) -> Tokens {
        self.rust.shared(number)
    }

    fn statement(&self, shared: &Shared<Tokens>) -> Tokens {
        self.rust.statement(shared)
    }

    fn block(&self) -> Option<fn(Vec<Tokens>, Tokens) -> Tokens> {
        Some(|mut statements, value| {
            statements.push(value);
            Tokens::sequence(statements)
        })
    }

    fn repeats(&self, op: Op) -> u8 {
        match op {
            Op::Div | Op::Rem | Op::Shr => 2,
            Op::Shl | Op::Min | Op::Max => 3,
            _ => 0,
        }
    }

    fn precedence(&self, _: Operator) -> u8 {
        ATOM
    }

    fn number(&self, value: i128) -> Tokens {
        let value = value.max(0).unsigned_abs();
        let mut literal = match (self.is_long(), u64::try_from(value)) {
            (true, _) => Literal::u128_suffixed(value),
            (false, Ok(value)) => Literal::u64_suffixed(value),
            (false, Err(_)) => {
                let integer = primitive(self.integer);
                return quote!(#integer::MAX).into();
            }
        };
        literal.set_span(Span::mixed_site());
        Tokens(vec![literal.into()])
    }

    fn choice(&self, truth: Tokens, then: Tokens, otherwise: Tokens) -> Tokens {
        Tokens::bracketed(self.rust.choice(truth, then, otherwise))
    }

    fn binary(&self, op: Op, a: Tokens, b: Tokens) -> Tokens {
        // No names of Rust's but its methods: the tokens stand where the user may have items of any name.
        let (integer, one) = (primitive(self.integer), self.number(1));
        let bits = Tokens::number(if self.is_long() { 128 } else { 64 });
        match op {
            Op::Add => quote!(#a.saturating_add(#b)),
            Op::Sub => quote!(#a.saturating_sub(#b)),
            Op::Mul => quote!(#a.saturating_mul(#b)),
            Op::Div => quote!((if #b == 0 { 0 } else { #a / #b })),
            Op::Rem => quote!((if #b == 0 { 0 } else { #a % #b })),
            Op::And => quote!((#a & #b)),
            Op::Or => quote!((#a | #b)),
            Op::Xor => quote!((#a ^ #b)),
            Op::Shl => quote!(
                (if #b < #bits {
                    #a.saturating_mul(#one << #b)
                } else if #a == 0 {
                    0
                } else {
                    #integer::MAX
                })
            ),
            Op::Shr => quote!((if #b < #bits { #a >> #b } else { 0 })),
            Op::Min => quote!((if #a < #b { #a } else { #b })),
            Op::Max => quote!((if #a < #b { #b } else { #a })),
        }
        .into()
    }

    fn compare(&self, comparison: Comparison, left: Tokens, right: Tokens) -> Tokens {
        Tokens::bracketed(Tokens::infix(left, comparison.sign(), right))
    }

    fn isqrt(&self, argument: Tokens, _: Range) -> Tokens {
        quote!((#argument).isqrt()).into()
    }

    fn look_up(&self, _: u32, entries: &[u64], place: Tokens) -> Tokens {
        list(entries, &place).cast(self.integer)
    }

    /// A function of the user's may give anything.
    fn call(&self, _: &Function, _: u32, _: Vec<Tokens>) -> Tokens {
        let integer = primitive(self.integer);
        quote!(#integer::MAX).into()
    }
}
