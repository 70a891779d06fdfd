//! The assertions of what the simplifier was allowed to assume.

use super::item::Generator;
use super::names::RustNames;
use lego_lang::compile::Unproved;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// How many elements of a user's function are checked at compile time.
const MOST_CHECKED: usize = 1 << 16;

impl Generator<'_> {
    fn argument_names(&self) -> RustNames<'_> {
        RustNames { item: self.item, width: "usize", fields: false, prefix: &self.prefix }
    }

    /// The conditions as calls that give a `Result`, each at the tokens that it is about.
    pub(super) fn conditions(&self) -> Vec<TokenStream> {
        let lego = &self.lego;
        self.compiled
            .assertions
            .iter()
            .map(|assertion| {
                let call = assertion.condition.call(&self.compiled.arena, &self.argument_names());
                let call = self.tokens(&call);
                let (first, _) = self.source.places(assertion.span);
                let check = Ident::new("check", first.resolved_at(Span::mixed_site()));
                quote_spanned!(first.resolved_at(Span::mixed_site())=> #lego::#check::#call)
            })
            .collect()
    }

    /// Statements that fail to compile where an assumption does not hold.
    pub(super) fn compile_time_checks(&self) -> TokenStream {
        let lego = &self.lego;
        let conditions = self.conditions();
        let functions = self.compiled.unproved.iter().filter_map(|unproved| self.function_check(unproved));
        quote! {
            #(#lego::check::enforce(#conditions);)*
            #(#functions)*
        }
    }

    /// A loop over every index of a function of the user's.
    fn function_check(&self, unproved: &Unproved) -> Option<TokenStream> {
        let lego = &self.lego;
        let (apply, inverse) = unproved.paths.as_ref()?;
        let (apply, inverse) = (self.tokens(apply), self.tokens(inverse));
        let rank = unproved.dims.len();
        let dims: Vec<TokenStream> = unproved.dims.iter().map(|&n| self.size_text(n, false)).collect();
        let (first, _) = self.source.places(unproved.span);
        let at = first.resolved_at(Span::mixed_site());
        Some(quote_spanned! {at=>
            {
                let dims: [usize; #rank] = [#(#dims),*];
                let mut count = 1_usize;
                let mut axis = 0;
                while axis < #rank {
                    count = count.saturating_mul(dims[axis]);
                    axis += 1;
                }
                if count <= #MOST_CHECKED {
                    let mut index = [0_usize; #rank];
                    let mut step = 0;
                    while step < count {
                        let position = #apply(index);
                        let back: [usize; #rank] = if position < count { #inverse(position) } else { index };
                        #lego::check::enforce(#lego::check::function(dims, index, position, back));
                        index = #lego::check::next(dims, index);
                        step += 1;
                    }
                }
            }
        })
    }
}
