//! The name by which the user calls the crate `lego-cuda`.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The path of the crate `lego-cuda` where the attribute is used: an attribute has no `$crate`, the manifest says it.
pub(super) fn lego_cuda() -> TokenStream {
    let name = match crate_name("lego-cuda") {
        Ok(FoundCrate::Name(renamed)) => renamed,
        // In its own tests it is called by its name; in its library too, which declares itself as an extern crate.
        Ok(FoundCrate::Itself) | Err(_) => "lego_cuda".to_owned(),
    };
    let name = Ident::new(&name, Span::call_site());
    quote!(::#name)
}
