//! Names, places and lints of generated tokens.

use crate::kernel::function::Function;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Visibility;

/// What the generated items allow: what the user allows, and that a private kernel is used by the GPU alone.
pub(super) fn lints(function: &Function) -> TokenStream {
    // A launch takes a module and a grid besides what the user's function takes.
    let mut lints = quote!(#[allow(clippy::too_many_arguments)]);
    for attribute in &function.attributes {
        if attribute.path().is_ident("allow") {
            attribute.to_tokens(&mut lints);
        }
    }
    if matches!(function.visibility, Visibility::Inherited) {
        lints.extend(quote!(#[allow(dead_code)]));
    }
    lints
}

/// The place of what the macro invents. Variables of this place are nobody else's, whatever they are called.
pub(super) fn mixed() -> Span {
    Span::mixed_site()
}

/// What makes a function a part of the entry on the GPU.
pub(super) fn inline() -> TokenStream {
    quote_spanned!(mixed()=> #[cfg_attr(target_arch = "nvptx64", inline(always))])
}

/// The name of a variable that is nobody else's. Where it is hidden it begins with two underscores: a constant of the same
/// name would be a pattern, of whatever place.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, mixed())
}

/// Tokens at another place.
pub(super) fn at(tokens: TokenStream, place: Span) -> TokenStream {
    let moved = |mut tree: TokenTree| {
        tree.set_span(place);
        tree
    };
    tokens.into_iter().map(moved).collect()
}

/// The first and the last place of a type, for tokens that are not the user's.
pub(super) fn ends(ty: &syn::Type) -> (Span, Span) {
    let mut trees = ty.to_token_stream().into_iter();
    let first = trees.next().map_or_else(Span::call_site, |tree| tree.span());
    let last = trees.last().map_or(first, |tree| tree.span());
    (first.resolved_at(mixed()), last.resolved_at(mixed()))
}
