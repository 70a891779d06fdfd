//! Tokens as text for the language's parser, with the way back to their places.

use crate::spacing::Spaced;
use lego_lang::TextRange;
use proc_macro2::{Delimiter, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use std::collections::HashMap;

/// How `$crate` is written in the text: the language has no `$`.
const DOLLAR_CRATE: &str = "__lego_dollar_crate";

/// The text of some tokens.
#[derive(Default)]
pub(crate) struct Source {
    text: Spaced,
    /// The place of each token, in the order of the text.
    places: Vec<(TextRange, Span)>,
    /// The user's identifiers: what is generated from them keeps their places and their hygiene.
    idents: HashMap<String, Ident>,
}

impl Source {
    pub(crate) fn new(tokens: TokenStream) -> Self {
        let mut source = Self::default();
        source.write(tokens);
        source
    }

    pub(crate) fn text(&self) -> &str {
        self.text.text()
    }

    /// Remembers the place of what was written from `start` on.
    fn place(&mut self, start: usize, span: Span) {
        self.places.push((TextRange { start, end: self.text().len() }, span));
    }

    fn write(&mut self, tokens: TokenStream) {
        for tree in tokens {
            match tree {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let name = if name == "$crate" { DOLLAR_CRATE } else { name.trim_start_matches("r#") };
                    let start = self.text.word(name);
                    self.place(start, ident.span());
                    self.idents.entry(name.to_owned()).or_insert(ident);
                }
                TokenTree::Literal(literal) => {
                    let start = self.text.word(&literal.to_string());
                    self.place(start, literal.span());
                }
                TokenTree::Punct(punct) => {
                    let start = self.text.punctuation(punct.as_char(), punct.spacing() == Spacing::Joint);
                    self.place(start, punct.span());
                }
                TokenTree::Group(group) => {
                    // What `$n:expr` of a macro brings stands in a group without delimiters.
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::Brace => ("{", "}"),
                    };
                    if group.delimiter() == Delimiter::None && !has_operators(&group.stream()) {
                        self.write(group.stream());
                        continue;
                    }
                    let start = self.text.open(open);
                    self.place(start, group.span_open());
                    self.write(group.stream());
                    let start = self.text.close(close);
                    self.place(start, group.span_close());
                }
            }
        }
    }

    /// The places of the first and the last token of a part of the text.
    pub(crate) fn places(&self, range: TextRange) -> (Span, Span) {
        let touched =
            |place: &&(TextRange, Span)| place.0.start < range.end.max(range.start + 1) && place.0.end > range.start;
        let first = self.places.iter().find(touched);
        let last = self.places.iter().rfind(touched);
        // Past the end, as where a token is missing: the last one there is.
        let fallback = self.places.last().map_or_else(Span::call_site, |place| place.1);
        (first.map_or(fallback, |place| place.1), last.map_or(fallback, |place| place.1))
    }

    /// The first place of a name.
    pub(crate) fn place_of(&self, name: &str) -> Option<Span> {
        self.idents.get(name).map(Ident::span)
    }

    /// A text of generated code or of an error as the user knows it.
    pub(crate) fn shown(text: &str) -> String {
        text.replace(DOLLAR_CRATE, "$crate")
    }

    /// Gives the user's identifiers in generated tokens back their places; everything else is the macro's own.
    pub(crate) fn restore(&self, tokens: TokenStream) -> TokenStream {
        let mut restored = TokenStream::new();
        let mut after_as = false;
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (k, tree) in trees.iter().cloned().enumerate() {
            let is_as = matches!(&tree, TokenTree::Ident(ident) if ident == "as");
            match tree {
                TokenTree::Ident(ident) if after_as => {
                    // The language has no casts: this is the macro's own, whatever the user calls `usize`.
                    let primitive = Ident::new(&ident.to_string(), Span::mixed_site());
                    restored.extend(quote::quote!(::core::primitive::#primitive));
                }
                TokenTree::Ident(ident) => restored.extend([TokenTree::Ident(self.restored(&ident))]),
                TokenTree::Group(group) => {
                    let mut content = self.restore(group.stream());
                    if let Some([TokenTree::Punct(mark), divisor]) = trees.get(k + 1..k + 3)
                        && mark.as_char() == '/'
                        && rounds_up(&group.stream(), divisor)
                    {
                        content = quote::quote!({ #content });
                    }
                    let mut inner = proc_macro2::Group::new(group.delimiter(), content);
                    inner.set_span(Span::mixed_site());
                    restored.extend([TokenTree::Group(inner)]);
                }
                TokenTree::Literal(literal) if literal.to_string().contains(DOLLAR_CRATE) => {
                    let text = Self::shown(literal.to_string().trim_matches('"'));
                    restored.extend([TokenTree::Literal(Literal::string(&text))]);
                }
                mut other => {
                    other.set_span(Span::mixed_site());
                    restored.extend([other]);
                }
            }
            after_as = is_as;
        }
        restored
    }

    fn restored(&self, ident: &Ident) -> Ident {
        match self.idents.get(&ident.to_string()) {
            Some(own) => own.clone(),
            // `self` is declared by the generated function's head.
            None if ident == "self" => Ident::new("self", Span::call_site()),
            None => Ident::new(&ident.to_string(), Span::mixed_site()),
        }
    }
}

/// Whether tokens are an expression that must be held together. A name, a path, a chain or a closure must not be: no
/// parentheses may stand around them.
fn has_operators(tokens: &TokenStream) -> bool {
    let mut marks = tokens.clone().into_iter().map(|tree| match tree {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    });
    let first = marks.next().flatten();
    let operator = |mark: char| !matches!(mark, '.' | ':');
    first != Some('|') && (first.is_some_and(operator) || marks.flatten().any(operator))
}

/// Whether a dividend looks as if the quotient were to be rounded up, as in `(n + 7) / 8` or `(n + m - 1) / m`. Clippy would
/// have `div_ceil` there, also in a macro's code, unless the dividend is a block.
fn rounds_up(dividend: &TokenStream, divisor: &TokenTree) -> bool {
    // What would be added: one less than the divisor.
    let (sign, added) = match divisor.to_string().parse::<u128>() {
        Ok(number) => ('+', number.saturating_sub(1)),
        Err(_) => ('-', 1),
    };
    let trees: Vec<TokenTree> = dividend.clone().into_iter().collect();
    let is_sign = |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Punct(mark)) if mark.as_char() == sign);
    trees.iter().enumerate().any(|(k, tree)| match tree {
        TokenTree::Literal(literal) if literal.to_string() == added.to_string() => {
            is_sign(k.checked_sub(1).and_then(|before| trees.get(before))) || k == 0 && is_sign(trees.get(1))
        }
        TokenTree::Group(group) => rounds_up(&group.stream(), divisor),
        _ => false,
    })
}
