//! The variables of a `for` among instances, with the values of a choice.

use super::condition;
use crate::kernel::names::exchanged;
use proc_macro2::{Delimiter, Ident, Literal, TokenStream, TokenTree};
use std::fmt::Write as _;
use syn::LitStr;

/// Names with their values.
#[derive(Clone, Default)]
pub(super) struct Variables(Vec<(Ident, TokenStream)>);

impl Variables {
    /// Gives a name its value.
    pub(super) fn set(&mut self, name: &Ident, value: &TokenStream) {
        self.0.push((name.clone(), value.clone()));
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &Ident> {
        self.0.iter().map(|(name, _)| name)
    }

    /// The value of a name; `None` where it is none of the variables.
    pub(super) fn value(&self, name: &Ident) -> Option<&TokenStream> {
        self.0.iter().find(|(variable, _)| variable == name).map(|(_, value)| value)
    }

    /// Tokens with values in the place of names.
    pub(super) fn replaced(&self, tokens: TokenStream) -> TokenStream {
        exchanged(tokens, &|name| self.value(name).cloned())
    }

    /// Replaces names by their values, and braces by the number or the truth value that they are. So two instances are
    /// the same whether their numbers are computed or written.
    pub(super) fn computed(&self, tokens: TokenStream) -> TokenStream {
        if self.0.is_empty() { tokens } else { numbers(self.replaced(tokens)) }
    }
}

/// Replaces braces by the number or the truth value that they are; others stay.
fn numbers(tokens: TokenStream) -> TokenStream {
    let computed = |tree: TokenTree| match &tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            condition::computed(&tree.clone().into(), group.span()).unwrap_or(tree)
        }
        _ => tree,
    };
    tokens.into_iter().map(computed).collect()
}

/// Returns how a value is written in the name of an instance; `None` if it cannot be a part of one.
///
/// | value | written |
/// |---|---|
/// | a number, or braces that are one | its digits |
/// | a type | its name without the path in lower case, then its arguments: `f16`, `by_columns_32` of `ByColumns<32>` |
/// | a text in quotes | as it is |
pub(super) fn word(value: &TokenStream) -> Option<String> {
    if let Ok(text) = syn::parse2::<LitStr>(value.clone()) {
        return Some(text.value());
    }
    if let Some(number) = condition::number(value) {
        return u128::try_from(number).ok().map(|number| number.to_string());
    }
    let mut word = String::new();
    add_words(value, &mut word)?;
    (!word.is_empty()).then_some(word)
}

fn add_words(value: &TokenStream, word: &mut String) -> Option<()> {
    let mut trees = value.clone().into_iter().peekable();
    while let Some(tree) = trees.next() {
        let next = match tree {
            TokenTree::Ident(name) => {
                let is_path = matches!(trees.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
                if is_path {
                    continue;
                }
                in_lower_case(&name.to_string())
            }
            TokenTree::Literal(number) => digits(&number)?,
            TokenTree::Punct(mark) if matches!(mark.as_char(), ':' | '<' | '>' | ',') => continue,
            TokenTree::Punct(_) => return None,
            TokenTree::Group(group) => {
                add_words(&group.stream(), word)?;
                continue;
            }
        };
        let between = if word.is_empty() { "" } else { "_" };
        // Writing to a string cannot fail.
        let _ = write!(word, "{between}{next}");
    }
    Some(())
}

/// The digits of an integer, without what says its type.
fn digits(literal: &Literal) -> Option<String> {
    let number: syn::LitInt = syn::parse_str(&literal.to_string()).ok()?;
    Some(number.base10_digits().to_owned())
}

/// `by_columns` of `ByColumns`.
fn in_lower_case(name: &str) -> String {
    let mut lower = String::new();
    let mut before = None;
    for character in name.chars() {
        if character.is_ascii_uppercase()
            && before.is_some_and(|before: char| !before.is_ascii_uppercase() && before != '_')
        {
            lower.push('_');
        }
        lower.extend(character.to_lowercase());
        before = Some(character);
    }
    lower
}
