//! How generated code refers to this project's crates, whatever the user calls them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Splits what a wrapper passes, `[$crate] …`, into the path of its crate and what the user wrote.
///
/// `$crate` is the crate of the `macro_rules!` that wrote it, so that generated code finds it without a look at manifests:
/// also where the user renamed it, or calls the macro through a crate that exports it again.
pub(crate) fn split(input: TokenStream) -> (TokenStream, TokenStream) {
    let mut trees = input.into_iter();
    match trees.next() {
        Some(TokenTree::Group(home)) if home.delimiter() == Delimiter::Bracket => (home.stream(), trees.collect()),
        first => (quote::quote!(::lego), first.into_iter().chain(trees).collect()),
    }
}
