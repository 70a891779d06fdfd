//! Tokens as text for the language's parser, with the way back to their places.

use crate::spacing::Spaced;
use lego_lang::TextRange;
use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
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

    /// The identifiers before a parenthesis, in the order of the text, with their places: pieces and stages, if they
    /// are no functions of the user's.
    pub(crate) fn called(&self) -> impl Iterator<Item = (&str, Span)> {
        let text = |range: TextRange| &self.text()[range.start..range.end];
        let called = self.places.windows(2).filter(move |pair| text(pair[1].0) == "(");
        called.map(move |pair| (text(pair[0].0), pair[0].1))
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

    /// Takes over the identifiers of a text whose layout this one names; its own go first.
    pub(crate) fn adopt(&mut self, other: &Self) {
        for (name, ident) in &other.idents {
            self.idents.entry(name.clone()).or_insert_with(|| ident.clone());
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

    /// An identifier by its name: the user's own, or else one of the macro's.
    pub(crate) fn ident(&self, name: &str) -> Ident {
        self.idents.get(name).cloned().unwrap_or_else(|| Ident::new(name, Span::mixed_site()))
    }

    /// A path as the user wrote it.
    pub(crate) fn path(&self, path: &str) -> TokenStream {
        if let Some(ident) = self.idents.get(path) {
            return TokenTree::from(ident.clone()).into();
        }
        // The language has read it: it is made of names, numbers and punctuation.
        let tokens: TokenStream = path.parse().unwrap_or_default();
        let own = |tree: TokenTree| match tree {
            TokenTree::Ident(ident) => self.ident(&ident.to_string()).into(),
            mut other => {
                other.set_span(Span::mixed_site());
                other
            }
        };
        tokens.into_iter().map(own).collect()
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
