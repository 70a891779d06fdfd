//! Errors as compile errors at the tokens that are wrong.

use crate::source::Source;
use lego_lang::Diagnostic;
use proc_macro2::{Ident, Span};
use quote::quote;

/// All errors of a text, each at its tokens.
pub(crate) fn errors_of(source: &Source, diagnostics: &[Diagnostic]) -> Vec<syn::Error> {
    diagnostics
        .iter()
        .map(|diagnostic| spanning(source.places(diagnostic.range), &Source::shown(&diagnostic.error.to_string())))
        .collect()
}

/// An error at the tokens from one to another.
pub(crate) fn spanning((first, last): (Span, Span), message: &str) -> syn::Error {
    // The compiler underlines from the first to the last token that an error is made of.
    let (from, to) = (Ident::new("from", first), Ident::new("to", last));
    syn::Error::new_spanned(quote!(#from #to), message)
}
