//! The one place that knows how the user calls this crate.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The path of the crate `lego` (or of `lego-core` alone) where the macro is used, also if the user renamed it.
pub(crate) fn lego() -> TokenStream {
    for name in ["lego", "lego-core"] {
        match crate_name(name) {
            // The crate's own examples, tests and benches use it by its name; in its library this is the name too, since
            // the library declares itself as an extern crate.
            Ok(FoundCrate::Itself) => return path(&name.replace('-', "_")),
            Ok(FoundCrate::Name(renamed)) => return path(&renamed),
            Err(_) => {}
        }
    }
    path("lego")
}

fn path(name: &str) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    quote!(::#name)
}
