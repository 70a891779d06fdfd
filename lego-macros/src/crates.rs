//! The one place that knows how the user calls the crates of this project.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The path of the crate `lego` (or of `lego-core` alone) where the macro is used, also if the user renamed it.
pub(crate) fn lego() -> TokenStream {
    find(&["lego", "lego-core"])
}

/// The path of the crate `lego-cuda` where the macro is used.
pub(crate) fn lego_cuda() -> TokenStream {
    find(&["lego-cuda"])
}

/// The path of the first of the crates that is there; of the first one if none is.
fn find(names: &[&str]) -> TokenStream {
    for name in names {
        match crate_name(name) {
            // The crate's own examples, tests and benches use it by its name; in its library this is the name too, since
            // the library declares itself as an extern crate.
            Ok(FoundCrate::Itself) => return path(&name.replace('-', "_")),
            Ok(FoundCrate::Name(renamed)) => return path(&renamed),
            Err(_) => {}
        }
    }
    path(&names.first().copied().unwrap_or_default().replace('-', "_"))
}

fn path(name: &str) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    quote!(::#name)
}
