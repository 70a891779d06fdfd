//! Generated expressions as tokens. What a token is made from keeps its place: the user's identifiers their own, everything
//! else is the macro's.

use lego_expr::Output;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// A part of an expression.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens(pub(crate) Vec<TokenTree>);

impl Tokens {
    /// Tokens in a group of their own.
    pub(crate) fn group(self, delimiter: Delimiter) -> Self {
        let mut group = Group::new(delimiter, self.0.into_iter().collect());
        group.set_span(Span::mixed_site());
        Self(vec![group.into()])
    }

    /// An operator or other punctuation.
    fn mark(&mut self, sign: &str) {
        let mut characters = sign.chars().peekable();
        while let Some(character) = characters.next() {
            let spacing = if characters.peek().is_some() { Spacing::Joint } else { Spacing::Alone };
            let mut punct = Punct::new(character, spacing);
            punct.set_span(Span::mixed_site());
            self.0.push(punct.into());
        }
    }

    /// `(value as integer)`, where `integer` is a type of Rust's own, whatever the user calls so.
    pub(crate) fn cast(self, integer: &str) -> Self {
        let integer = primitive(integer);
        Self::from(quote!((#self as #integer)))
    }
}

/// A type of Rust's own.
pub(crate) fn primitive(integer: &str) -> TokenStream {
    let integer = Ident::new(integer, Span::mixed_site());
    quote!(::core::primitive::#integer)
}

impl From<TokenStream> for Tokens {
    fn from(tokens: TokenStream) -> Self {
        Self(tokens.into_iter().collect())
    }
}

impl From<Ident> for Tokens {
    fn from(ident: Ident) -> Self {
        Self(vec![ident.into()])
    }
}

impl ToTokens for Tokens {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}

impl Output for Tokens {
    fn word(word: &str) -> Self {
        Ident::new(word, Span::mixed_site()).into()
    }

    fn number(value: i128) -> Self {
        let mut tokens = Self::default();
        if value < 0 {
            tokens.mark("-");
        }
        let mut literal = Literal::u128_unsuffixed(value.unsigned_abs());
        literal.set_span(Span::mixed_site());
        tokens.0.push(literal.into());
        tokens
    }

    fn infix(mut left: Self, sign: &str, right: Self) -> Self {
        left.mark(sign);
        left.0.extend(right.0);
        left
    }

    fn call(function: &str, arguments: Vec<Self>) -> Self {
        let mut inside = Self::default();
        for (k, argument) in arguments.into_iter().enumerate() {
            if k > 0 {
                inside.mark(",");
            }
            inside.0.extend(argument.0);
        }
        let mut call = Self::word(function);
        call.0.extend(inside.group(Delimiter::Parenthesis).0);
        call
    }

    fn bracketed(inner: Self) -> Self {
        inner.group(Delimiter::Parenthesis)
    }

    fn sequence(parts: Vec<Self>) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }
}
