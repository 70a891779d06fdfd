//! The assertions of what the simplifier was allowed to assume.

use super::item::{Generator, Rank};
use crate::source::Source;
use lego_expr::Id;
use lego_lang::compile::{Assertion, Condition, Requirement, Unproved};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

/// How many elements of a user's function are checked at compile time.
const MOST_CHECKED: usize = 1 << 16;

impl Generator<'_> {
    /// Whether assumptions are asserted at compile time.
    pub(super) fn asserts(&self) -> bool {
        let is_open = !self.compiled.assertions.is_empty() || !self.compiled.unproved.is_empty();
        is_open && !self.is_runtime()
    }

    /// What fails is noted at the name of the layout.
    pub(super) fn at_name(&self) -> Span {
        self.item.name.span().resolved_at(Span::mixed_site())
    }

    /// What a function relies on: naming the constant makes the compiler evaluate it.
    pub(super) fn assumed(&self) -> TokenStream {
        let at = self.at_name();
        if self.asserts() { quote_spanned!(at=> let () = Self::CHECKED;) } else { TokenStream::new() }
    }

    /// The conditions as calls that give a `Result`, each with the place that it is about.
    pub(super) fn conditions(&self) -> Vec<(Span, TokenStream)> {
        let lego = self.lego;
        let condition = |assertion: &Assertion| {
            let call = self.check(&assertion.condition);
            let named = match &assertion.condition {
                // A parameter as such stands where it is first used.
                Condition::Requirement(Requirement::Positive { what, .. }) => self.source.place_of(what),
                _ => None,
            };
            let at = named.unwrap_or_else(|| self.source.places(assertion.range).0).resolved_at(Span::mixed_site());
            (at, quote!(#lego::check::#call))
        };
        let assertions = self.compiled.assertions.iter().map(condition);
        // Sizes given at run time are checked once, so that no index is checked for what they make of it.
        let peaks = if self.is_runtime() {
            let (apply, inv) = self.maps(false);
            self.peak_conditions([apply, inv].map(|map| self.width(map, false)), "usize")
        } else {
            Vec::new()
        };
        assertions.chain(peaks.into_iter().map(|check| (self.at_name(), check))).collect()
    }

    /// The call of the function of `lego_core::check` that checks a condition, on `u128` values: `divides("M / 64", M, 64)`.
    ///
    /// Sums and products saturate, so that no size makes the check itself overflow.
    fn check(&self, condition: &Condition) -> TokenStream {
        let value = |id: &Id| self.saturating(*id, false, "u128");
        let shown = |text: &str| Source::shown(text);
        match condition {
            Condition::Requirement(Requirement::Positive { what, value: v }) => {
                let (what, v) = (shown(what), value(v));
                quote!(positive(#what, #v))
            }
            Condition::Requirement(Requirement::Divides { what, value: v, divisor }) => {
                let (what, v, divisor) = (shown(what), value(v), value(divisor));
                quote!(divides(#what, #v, #divisor))
            }
            Condition::Requirement(Requirement::AtMost { what, value: v, most }) => {
                let (what, v, most) = (shown(what), value(v), value(most));
                quote!(at_most(#what, #v, #most))
            }
            Condition::Requirement(Requirement::PowerOfTwo { what, value: v }) => {
                let (what, v) = (shown(what), value(v));
                quote!(power_of_two(#what, #v))
            }
            Condition::Requirement(Requirement::Coprime { negative, factor, size }) => {
                let (factor, size) = (value(factor), value(size));
                let sign = if *negative { quote!(-) } else { TokenStream::new() };
                quote!(coprime(#sign ((#factor) as ::core::primitive::i128), #size))
            }
            Condition::Requirement(Requirement::Equal { left, left_size, right, right_size }) => {
                let (left, left_size) = (shown(left), value(left_size));
                let (right, right_size) = (shown(right), value(right_size));
                quote!(equal(#left, #left_size, #right, #right_size))
            }
            Condition::Fact(text, truth) => {
                let text = shown(text);
                match self.compiled.arena.number(*truth) {
                    Some(settled) => {
                        let holds = settled != 0;
                        quote!(fact(#text, #holds))
                    }
                    None => {
                        let holds = value(truth);
                        quote!(fact(#text, #holds))
                    }
                }
            }
            Condition::Fits { what, bound, .. } => {
                let (what, v) = (shown(what), value(bound));
                quote!(fits(#what, #v, ::core::primitive::usize::MAX as ::core::primitive::u128))
            }
        }
    }

    /// Statements that fail to compile where an assumption does not hold.
    pub(super) fn compile_time_checks(&self) -> TokenStream {
        let lego = self.lego;
        // The compiler shows the place of the call that panics.
        let conditions = self.conditions().into_iter().map(|(at, condition)| {
            let enforce = respanned(quote!(#lego::check::enforce), at);
            quote_spanned!(at=> #enforce(#condition);)
        });
        let functions = self.compiled.unproved.iter().filter_map(|unproved| self.function_check(unproved));
        quote!(#(#conditions)* #(#functions)*)
    }

    /// A loop over every index of a function of the user's.
    fn function_check(&self, unproved: &Unproved) -> Option<TokenStream> {
        let (apply, inverse) = unproved.paths.as_ref()?;
        let (apply, inverse) = (self.source.path(apply), self.source.path(inverse));
        let rank = Rank(unproved.dims.len());
        let dims: Vec<TokenStream> = unproved.dims.iter().map(|&n| self.size_tokens(n, false)).collect();
        let (first, _) = self.source.places(unproved.range);
        let at = first.resolved_at(Span::mixed_site());
        let check = respanned(self.lego.clone(), at);
        let check = quote_spanned!(at=> #check::check);
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
                        #check::enforce(#check::function(#extents, #index, #position, #back));
                        #index = #check::next(#extents, #index);
                        #step += 1;
                    }
                }
            }
        })
    }
}

/// Tokens without groups, at another place. They name what they named: `$crate` is found by where it was written.
pub(super) fn respanned(tokens: TokenStream, at: Span) -> TokenStream {
    let move_to = |mut tree: TokenTree| {
        tree.set_span(at.resolved_at(tree.span()));
        tree
    };
    tokens.into_iter().map(move_to).collect()
}
