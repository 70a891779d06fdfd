//! The assertions of what the simplifier was allowed to assume.

use super::item::{Generator, Rank};
use lego_lang::compile::Unproved;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// How many elements of a user's function are checked at compile time.
const MOST_CHECKED: usize = 1 << 16;

impl Generator<'_> {
    /// The conditions as calls that give a `Result`, each at the tokens that it is about.
    pub(super) fn conditions(&self) -> Vec<TokenStream> {
        let lego = &self.lego;
        self.compiled
            .assertions
            .iter()
            .map(|assertion| {
                let call = assertion.condition.call(&self.compiled.arena, &self.names("usize", false));
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
        let rank = Rank(unproved.dims.len());
        let dims: Vec<TokenStream> = unproved.dims.iter().map(|&n| self.size_text(n, false)).collect();
        let (first, _) = self.source.places(unproved.span);
        let at = first.resolved_at(Span::mixed_site());
        let local = |name| {
            let mut name = self.local(name);
            name.set_span(at);
            name
        };
        let (extents, count, axis) = (local("dims"), local("count"), local("axis"));
        let (index, step, position, back) = (local("index"), local("step"), local("position"), local("back"));
        Some(quote_spanned! {at=>
            {
                let #extents: [::core::primitive::usize; #rank] = [#(#dims),*];
                let mut #count: ::core::primitive::usize = 1;
                let mut #axis = 0;
                while #axis < #rank {
                    #count = #count.saturating_mul(#extents[#axis]);
                    #axis += 1;
                }
                if #count <= #MOST_CHECKED {
                    let mut #index: [::core::primitive::usize; #rank] = [0; #rank];
                    let mut #step = 0;
                    while #step < #count {
                        let #position: ::core::primitive::usize = #apply(#index);
                        let #back: [::core::primitive::usize; #rank] =
                            if #position < #count { #inverse(#position) } else { #index };
                        #lego::check::enforce(#lego::check::function(#extents, #index, #position, #back));
                        #index = #lego::check::next(#extents, #index);
                        #step += 1;
                    }
                }
            }
        })
    }
}
