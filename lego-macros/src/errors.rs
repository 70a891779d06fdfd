//! Errors as compile errors at the tokens that are wrong.

use crate::source::Source;
use lego_lang::Diagnostic;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// All errors of a text, each as a `compile_error!` that spans its tokens.
pub(crate) fn compile_errors(source: &Source, diagnostics: &[Diagnostic]) -> TokenStream {
    let mut tokens = TokenStream::new();
    for diagnostic in diagnostics {
        let (first, last) = source.places(diagnostic.span);
        // The compiler underlines from the first to the last token that an error is made of.
        let (from, to) = (Ident::new("from", first), Ident::new("to", last));
        let error = syn::Error::new_spanned(quote!(#from #to), diagnostic.error.to_string());
        tokens.extend(error.into_compile_error());
    }
    tokens
}
