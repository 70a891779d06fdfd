//! Tokens with others in the place of names.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// Tokens with others in the place of names. A name behind `::` belongs to what stands before it.
pub(super) fn exchanged(tokens: TokenStream, other: &dyn Fn(&Ident) -> Option<TokenStream>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut colons = 0;
    for tree in tokens {
        let is_member = colons == 2;
        colons = match &tree {
            TokenTree::Punct(mark) if mark.as_char() == ':' => colons + 1,
            _ => 0,
        };
        match tree {
            TokenTree::Ident(name) if !is_member => match other(&name) {
                Some(tokens) => out.extend(tokens),
                None => out.extend([TokenTree::Ident(name)]),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), exchanged(group.stream(), other));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            tree => out.extend([tree]),
        }
    }
    out
}
