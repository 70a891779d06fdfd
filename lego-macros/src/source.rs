//! Tokens as text for the language's parser, with the way back to their places.

use lego_lang::Span as Range;
use proc_macro2::{Delimiter, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use std::collections::HashMap;

/// How `$crate` is written in the text: the language has no `$`.
const DOLLAR_CRATE: &str = "__lego_dollar_crate";

/// The text of some tokens.
#[derive(Default)]
pub(crate) struct Source {
    text: String,
    /// The place of each token, in the order of the text.
    places: Vec<(Range, Span)>,
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
        &self.text
    }

    fn token(&mut self, text: &str, span: Span) {
        let start = self.text.len();
        self.text.push_str(text);
        self.places.push((Range { start, end: self.text.len() }, span));
    }

    fn write(&mut self, tokens: TokenStream) {
        for tree in tokens {
            match tree {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    let name = if name == "$crate" { DOLLAR_CRATE } else { name.trim_start_matches("r#") };
                    self.token(name, ident.span());
                    self.idents.entry(name.to_owned()).or_insert(ident);
                    self.text.push(' ');
                }
                TokenTree::Literal(literal) => {
                    self.token(&literal.to_string(), literal.span());
                    self.text.push(' ');
                }
                TokenTree::Punct(punct) => {
                    self.token(&punct.as_char().to_string(), punct.span());
                    // `=>` and `::` are read as one only where nothing stands between.
                    if punct.spacing() == Spacing::Alone {
                        self.text.push(' ');
                    }
                }
                TokenTree::Group(group) => {
                    // What `$n:expr` of a macro brings stands in a group without delimiters.
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::Brace => ("{", "}"),
                    };
                    // A single token needs no parentheses: a `$name:ident` must stay a name.
                    let bare = group.delimiter() == Delimiter::None && group.stream().into_iter().count() == 1;
                    if bare {
                        self.write(group.stream());
                        continue;
                    }
                    self.token(open, group.span_open());
                    self.text.push(' ');
                    self.write(group.stream());
                    self.token(close, group.span_close());
                    self.text.push(' ');
                }
            }
        }
    }

    /// The places of the first and the last token of a part of the text.
    pub(crate) fn places(&self, range: Range) -> (Span, Span) {
        let touched =
            |place: &&(Range, Span)| place.0.start < range.end.max(range.start + 1) && place.0.end > range.start;
        let first = self.places.iter().find(touched);
        let last = self.places.iter().rfind(touched);
        // Past the end, as where a token is missing: the last one there is.
        let fallback = self.places.last().map_or_else(Span::call_site, |place| place.1);
        (first.map_or(fallback, |place| place.1), last.map_or(fallback, |place| place.1))
    }

    /// A text of generated code or of an error as the user knows it.
    pub(crate) fn shown(text: &str) -> String {
        text.replace(DOLLAR_CRATE, "$crate")
    }

    /// Gives the user's identifiers in generated tokens back their places; everything else is the macro's own.
    pub(crate) fn restore(&self, tokens: TokenStream) -> TokenStream {
        let mut restored = TokenStream::new();
        let mut after_as = false;
        for tree in tokens {
            let is_as = matches!(&tree, TokenTree::Ident(ident) if ident == "as");
            match tree {
                TokenTree::Ident(ident) if after_as => {
                    // The language has no casts: this is the macro's own, whatever the user calls `usize`.
                    let primitive = Ident::new(&ident.to_string(), Span::mixed_site());
                    restored.extend(quote::quote!(::core::primitive::#primitive));
                }
                TokenTree::Ident(ident) => restored.extend([TokenTree::Ident(self.restored(&ident))]),
                TokenTree::Group(group) => {
                    let mut inner = proc_macro2::Group::new(group.delimiter(), self.restore(group.stream()));
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
