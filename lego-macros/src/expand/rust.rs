//! Rust as a target: expressions inside one generated function that computes in one integer type.

use super::names::OwnNames;
use crate::source::Source;
use crate::tokens::{Tokens, primitive};
use lego_expr::{
    Abilities, Dialect, Function, Kind, Op, Operator, Output, Range, Shared, Shifts, Variable, operands, precedence,
};
use lego_lang::compile::POSITION;
use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote;

/// Rust in an integer type, with the user's names and the macro's own.
pub(super) struct Rust<'a> {
    /// What the user wrote.
    pub(super) source: &'a Source,
    /// The integer type.
    pub(super) width: &'static str,
    /// Whether run-time sizes are fields, or else arguments.
    pub(super) fields: bool,
    /// Whether these fields are `NonZero`.
    pub(super) positive: bool,
    /// The macro's own names.
    pub(super) own: &'a OwnNames,
    /// The crate of what generated code calls.
    pub(super) lego: &'a TokenStream,
}

impl Rust<'_> {
    /// A size by the name that the layout gives it.
    pub(super) fn parameter(&self, name: &str) -> Tokens {
        if self.fields && self.own.is_argument(name) {
            // `self` is declared by the generated function's head.
            let (own, field) = (Ident::new("self", Span::call_site()), self.source.ident(name));
            return if self.positive { quote!(#own.#field.get()) } else { quote!(#own.#field) }.into();
        }
        if let Some(argument) = self.own.argument(name) {
            return argument.into();
        }
        match self.own.size(name) {
            Some(constant) => constant.into(),
            None => self.source.ident(name).into(),
        }
    }
}

impl Dialect for Rust<'_> {
    type Output = Tokens;

    fn abilities(&self) -> Abilities {
        Abilities { shifts: Shifts::BelowWidth, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> Tokens {
        match variable.kind {
            Kind::Index { .. } => Tokens::word(&self.own.local(&variable.name)),
            Kind::Size if self.width == "usize" => self.parameter(&variable.name),
            Kind::Size => self.parameter(&variable.name).cast(self.width),
        }
    }

    fn shared(&self, number: usize) -> Tokens {
        Tokens::word(&self.own.local(&format!("t{number}")))
    }

    fn statement(&self, Shared { name, value, .. }: &Shared<Tokens>) -> Tokens {
        quote!(let #name = #value;).into()
    }

    fn choice(&self, truth: Tokens, then: Tokens, otherwise: Tokens) -> Tokens {
        let mut choice = Tokens::word("if");
        choice.0.extend(truth.0);
        choice.0.extend(then.group(Delimiter::Brace).0);
        choice.0.extend(Tokens::word("else").0);
        choice.0.extend(otherwise.group(Delimiter::Brace).0);
        choice
    }

    fn block(&self) -> Option<fn(Vec<Tokens>, Tokens) -> Tokens> {
        Some(|mut statements, value| {
            statements.push(value);
            Tokens::sequence(statements)
        })
    }

    /// A minimum and a maximum are choices.
    fn repeats(&self, op: Op) -> u8 {
        if matches!(op, Op::Min | Op::Max) { 3 } else { 0 }
    }

    fn precedence(&self, operator: Operator) -> u8 {
        precedence(match operator {
            Operator::Binary(Op::Min | Op::Max) => Operator::Choice,
            other => other,
        })
    }

    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::Min | Op::Max) => precedence(Operator::Binary(Op::Add)),
            _ => operands(operator),
        }
    }

    /// The minimum of the standard library is no `const fn`: it is a choice, and compilers know what it is.
    fn binary(&self, op: Op, left: Tokens, right: Tokens) -> Tokens {
        if let Op::Min | Op::Max = op {
            let less = Tokens::infix(left.clone(), "<", right.clone());
            let (first, second) = if op == Op::Min { (left, right) } else { (right, left) };
            return self.choice(less, first, second);
        }
        let left = match left.0.as_slice() {
            [TokenTree::Group(dividend)] if op == Op::Div && rounds_up(&dividend.stream(), &right) => {
                left.group(Delimiter::Brace).group(Delimiter::Parenthesis)
            }
            _ => left,
        };
        Tokens::infix(left, op.sign(), right)
    }

    fn isqrt(&self, argument: Tokens, range: Range) -> Tokens {
        // The fewer bits, the fewer instructions; and a GPU has one for 32 bits.
        let is_known = range.low >= 0 && range.is_bounded();
        let bits = if is_known { 128 - range.high.leading_zeros() } else { 128 };
        let root = match bits {
            0..=16 => "isqrt_16",
            17..=24 => "isqrt_24",
            _ if bits <= 32 || self.width == "u32" => "isqrt_32",
            _ => return quote!((#argument).isqrt()).into(),
        };
        let (lego, root) = (self.lego, Ident::new(root, Span::mixed_site()));
        let root = quote!(#lego::isqrt::#root((#argument) as ::core::primitive::u32));
        Tokens::from(root).cast(self.width)
    }

    /// In the type of the fewest bits; where the length is a power of two, a mask in place of a check of bounds.
    fn look_up(&self, _: u32, entries: &[u64], place: Tokens) -> Tokens {
        list(entries, &place).cast(self.width)
    }

    fn call(&self, function: &Function, part: u32, arguments: Vec<Tokens>) -> Tokens {
        let path = self.source.path(&function.path);
        let arguments = arguments.into_iter().map(|argument| quote!((#argument) as ::core::primitive::usize));
        // A function of the user's takes the index as an array and gives a position, or the other way round.
        let call = if part == POSITION {
            quote!(#path([#(#arguments),*]))
        } else {
            let part = Tokens::number(part.into());
            quote!(#path(#(#arguments),*)[#part])
        };
        Tokens::from(call).cast(self.width)
    }

    fn divisor(&self, divisor: &Tokens) -> Option<Tokens> {
        // A size may be 0 for all that the compiler knows. It would write a branch to a panic for each division; a divisor
        // that is 1 instead costs a maximum, and nothing where the size is a constant or `NonZero`.
        let own = Tokens::word(&self.own.local("d"));
        Some(quote!((match #divisor { #own if #own > 1 => #own, _ => 1 })).into())
    }

    /// A compiler makes them the same, but the second of two quotients it first merges with the other, and divides twice.
    fn masks(&self) -> bool {
        true
    }

    fn width(&self) -> Option<Tokens> {
        let integer = primitive(self.width);
        // The width of `usize` is that of the target.
        Some(match self.width.trim_start_matches(['u', 'i']).parse() {
            Ok(bits) => Tokens::number(bits),
            Err(_) => quote!((#integer::BITS as #integer)).into(),
        })
    }
}

/// The entry of a list at a place: of the narrowest type, and with a number of entries that is a power of two.
pub(super) fn list(entries: &[u64], place: &Tokens) -> Tokens {
    let most = entries.iter().max().copied().unwrap_or(0);
    let of_type: fn(u64) -> Literal = match most {
        0..=0xFF => |entry| Literal::u8_suffixed(entry as u8),
        0x100..=0xFFFF => |entry| Literal::u16_suffixed(entry as u16),
        0x1_0000..=0xFFFF_FFFF => |entry| Literal::u32_suffixed(entry as u32),
        _ => Literal::u64_suffixed,
    };
    let filled = entries.iter().copied().chain(std::iter::repeat(0)).take(entries.len().next_power_of_two());
    let entries = filled.enumerate().map(|(at, entry)| {
        // The first literal has the type of all.
        let mut literal = if at == 0 { of_type(entry) } else { Literal::u64_unsuffixed(entry) };
        literal.set_span(Span::mixed_site());
        literal
    });
    let filled: Vec<Literal> = entries.collect();
    let last = Tokens::number(filled.len() as i128 - 1);
    // By reference it is memory of the program. A value would be written to the stack of a GPU's thread at each look-up.
    quote!((&[#(#filled),*])[(#place) as ::core::primitive::usize & #last]).into()
}

/// Whether a dividend looks as if the quotient were to be rounded up, as in `(n + 7) / 8` or `(n + m - 1) / m`. Clippy would
/// have `div_ceil` there, also in a macro's code, unless the dividend is a block.
fn rounds_up(dividend: &TokenStream, divisor: &Tokens) -> bool {
    // What would be added: one less than the divisor.
    let (sign, added) = match divisor.0.as_slice() {
        [TokenTree::Literal(number)] => {
            ('+', number.to_string().parse::<u128>().map_or(0, |number| number.saturating_sub(1)))
        }
        _ => ('-', 1),
    };
    let added = added.to_string();
    let trees: Vec<TokenTree> = dividend.clone().into_iter().collect();
    let is_sign = |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Punct(mark)) if mark.as_char() == sign);
    trees.iter().enumerate().any(|(k, tree)| match tree {
        TokenTree::Literal(literal) if literal.to_string() == added => {
            is_sign(k.checked_sub(1).and_then(|before| trees.get(before))) || k == 0 && is_sign(trees.get(1))
        }
        TokenTree::Group(group) => rounds_up(&group.stream(), divisor),
        _ => false,
    })
}
