//! The implementations of `Mapping32` and `Layout32`, and what the arithmetic in 32 bits, which GPU code uses, relies on.

use super::checks::respanned;
use super::item::{Generator, Rank, generic_parameters};
use lego_core::check::fingerprint;
use lego_expr::Id;
use lego_lang::compile::{Assertion, Condition, Formulas, SimplifiedSizes, Width};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;

impl Generator<'_> {
    /// Whether positions and extents fit 32 bits: known, or to be asserted.
    pub(super) fn has_u32(&self) -> bool {
        self.is_at_most(i128::from(u32::MAX) + 1)
    }

    /// Whether the span and the number of indices, as far as they are known, are at most `limit`.
    fn is_at_most(&self, limit: i128) -> bool {
        let fits = |id| self.compiled.arena.number(id).is_none_or(|value| value <= limit);
        fits(self.compiled.span) && fits(self.compiled.count)
    }

    /// Whether it is asserted at compile time that 32 bits will do.
    pub(super) fn asserts_narrow(&self) -> bool {
        !self.is_runtime() && self.has_u32() && !self.compiled.parameters.is_empty()
    }

    /// What a function that computes in 32 bits relies on.
    pub(super) fn assumed_narrow(&self) -> TokenStream {
        let at = self.at_name();
        if self.asserts_narrow() {
            quote_spanned!(at=> let () = Self::CHECKED_U32;)
        } else if self.is_runtime() {
            self.narrow_checks()
        } else {
            self.assumed()
        }
    }

    /// Statements that fail where the span, the count or an intermediate value does not fit 32 bits.
    pub(super) fn narrow_checks(&self) -> TokenStream {
        let (lego, at) = (self.lego, self.at_name());
        let enforce = respanned(quote!(#lego::check::enforce), at);
        let checks = self.narrow_conditions().into_iter().map(|call| quote_spanned!(at=> #enforce(#call);));
        quote!(#(#checks)*)
    }

    /// Calls that give an error where the span, the count or an intermediate value does not fit 32 bits.
    fn narrow_conditions(&self) -> Vec<TokenStream> {
        let (lego, at) = (self.lego, self.at_name());
        let rust = self.rust("usize", true);
        let mut values: Vec<(&str, TokenStream)> = Vec::new();
        // A parameter fits an index anyhow, and so does what is left of one by a division: no assertion names it.
        let mut checks = Vec::new();
        for name in &self.compiled.parameters {
            let value = rust.parameter(name);
            let value = quote!(#value as ::core::primitive::u128);
            values.push((name, value));
        }
        for Assertion { condition, .. } in &self.compiled.assertions {
            if let Condition::Fits { what, bound, .. } = condition {
                values.push((what, self.saturating(*bound, true, "u128")));
            }
        }
        let most = quote_spanned!(at=> ::core::primitive::u32::MAX as ::core::primitive::u128);
        checks.extend(values.iter().map(|(what, value)| quote_spanned!(at=> #lego::check::fits(#what, #value, #most))));
        // What does not fit 32 bits on the way is computed in 64. But sizes given at run time that make up a value beyond
        // 32 bits by themselves, as a group of more rows than any grid has, are refused: else every call would pay for them.
        let (apply, inv) = self.maps(true);
        let widths = [apply, inv].map(|map| self.width(map, true));
        if self.is_runtime() {
            let sizes = self.compiled.sizes_u32.iter().map(|sizes| Width::of_u32(&sizes.extremes));
            let widths: Vec<Width> = widths.into_iter().chain(sizes).collect();
            let of_sizes =
                widths.iter().flat_map(|width| width.of_sizes.iter().copied().map(|peak| (peak, width.integer)));
            checks.extend(self.fitting(of_sizes.collect()));
            let open = widths.iter().flat_map(|width| self.open_peaks(width).into_iter().map(|peak| (peak, "u64")));
            checks.extend(self.fitting(open.collect()));
        } else {
            checks.extend(self.peak_conditions(widths, "u64"));
        }
        checks
    }

    /// Calls that give an error where an intermediate value does not fit the widest type in which it may be computed.
    pub(super) fn peak_conditions(&self, widths: [Width; 2], widest: &str) -> Vec<TokenStream> {
        self.fitting(widths.into_iter().flat_map(|width| width.peaks).map(|peak| (peak, widest)).collect())
    }

    /// Calls that give an error where a value made of sizes does not fit the type beside it.
    fn fitting(&self, mut values: Vec<(Id, &str)>) -> Vec<TokenStream> {
        let (lego, at) = (self.lego, self.at_name());
        values.sort_unstable();
        values.dedup();
        let check = |(peak, widest): (Id, &str)| {
            let most = Ident::new(widest, Span::mixed_site());
            let value = self.saturating(peak, widest != "usize", "u128");
            quote_spanned!(at=> #lego::check::fits(
                "an intermediate value", #value, ::core::primitive::#most::MAX as ::core::primitive::u128
            ))
        };
        values.into_iter().map(check).collect()
    }

    /// The implementation of `Mapping32`, where all that it has to say fits 32 bits.
    pub(super) fn mapping32_impl(&self) -> TokenStream {
        if !self.is_at_most(i128::from(u32::MAX)) {
            return TokenStream::new();
        }
        let (lego, rank, lints) = (self.lego, self.rank, self.lints());
        let (name, generics) = (self.type_name(), generic_parameters(&self.item.generics));
        let position_type = self.optional_if(self.expands, &quote!(::core::primitive::u32));
        let (dims, span) = self.totals_u32();
        let sizes = self.sizes_u32();
        let receiver = if self.has_methods() { quote!(self,) } else { TokenStream::new() };
        let index = self.local("index");
        let apply = self.narrow_name("apply_u32");
        let (check, ends_tell) = (self.check_u32(), self.ends_tell());
        let injective = if self.is_proved() {
            // SAFETY, of what is written: the compile proved it, under assertions that `check_u32` and every function in 32 bits
            // make; the functions of this trait are those of the same compile, and all that crosses are the sizes, which
            // are plain numbers.
            quote! {
                const INJECTIVE_32: ::core::option::Option<#lego::Injective32<Self>> =
                    ::core::option::Option::Some(unsafe { #lego::Injective32::proved() });
            }
        } else {
            TokenStream::new()
        };
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #lego::Mapping32 for #name {
                type Index32 = [::core::primitive::u32; #rank];
                type Position32 = #position_type;
                #injective

                #[inline]
                fn check_u32(&self) -> ::core::result::Result<(), #lego::LayoutError> {
                    #check
                    ::core::result::Result::Ok(())
                }

                #[inline(always)]
                fn dims_u32(&self) -> [::core::primitive::u32; #rank] {
                    #dims
                }

                #[inline(always)]
                fn span_u32(&self) -> ::core::primitive::u32 {
                    #span
                }

                #[inline(always)]
                #[cfg_attr(debug_assertions, track_caller)]
                fn apply_u32(&self, #index: [::core::primitive::u32; #rank]) -> #position_type {
                    <#name>::#apply(#receiver #index)
                }

                #ends_tell

                #sizes
            }
        }
    }

    /// `ends_tell_u32`, unless the ends tell of nothing along any axis, which is what the trait says.
    fn ends_tell(&self) -> TokenStream {
        let telling = self.compiled.ends_tell.iter().enumerate().filter(|(_, tells)| **tells);
        let axes: Vec<Literal> = telling.map(|(axis, _)| Literal::usize_unsuffixed(axis)).collect();
        if axes.is_empty() {
            return TokenStream::new();
        }
        let axis = self.local("axis");
        quote! {
            #[inline(always)]
            fn ends_tell_u32(#axis: ::core::primitive::usize) -> ::core::primitive::bool {
                ::core::matches!(#axis, #(#axes)|*)
            }
        }
    }

    /// Extents and span in 32 bits: constants, or made of sizes given at run time without a step through more bits.
    fn totals_u32(&self) -> (TokenStream, TokenStream) {
        let (name, rank) = (self.type_name(), self.rank.0);
        match &self.compiled.sizes_u32 {
            Some(SimplifiedSizes { form, extremes }) => {
                let (integer, roots) = (Width::of_u32(extremes).integer, form.roots.split_at(rank));
                let (lets, dims) = self.values(roots.0, form, integer);
                let (span_lets, span) = self.values(roots.1, form, integer);
                let narrow = |value| quote!((#value) as ::core::primitive::u32);
                let (dims, span) = (dims.iter().map(narrow), span.iter().map(narrow));
                (quote!(#lets [#(#dims),*]), quote!(#span_lets #(#span)*))
            }
            None => {
                let extents = (0..rank).map(|axis| self.local(&format!("n{axis}"))).collect::<Vec<_>>();
                let dims = quote! {
                    let [#(#extents),*] = <#name>::DIMS;
                    [#(#extents as ::core::primitive::u32),*]
                };
                (dims, quote!(<#name>::SPAN as ::core::primitive::u32))
            }
        }
    }

    /// A number of the map itself, its sizes and its formula: the text alone leaves open what the constants of the invocation
    /// are, and the layouts that it names.
    fn number_of_map(&self) -> u64 {
        let formula = Formulas::as_found(self.compiled, &self.compiled.apply);
        let formula = formula.map_or_else(|_| String::new(), |formula| format!("{formula:?}"));
        fingerprint(&self.docs.report, &[fingerprint(&formula, &[])])
    }

    /// What crosses to a GPU of the layout: its sizes given at run time.
    fn sizes_u32(&self) -> TokenStream {
        let (lego, runtime, count) = (self.lego, &self.item.runtime, Rank(self.item.runtime.len()));
        // A size may be called like a constant in scope, which a pattern would take it for.
        let sizes: Vec<_> = (0..count.0).map(|number| self.local(&format!("s{number}"))).collect();
        let (size, narrowed, widened) = if self.positive {
            let size = quote!(::core::num::NonZero<::core::primitive::u32>);
            (
                size,
                quote!(#(#lego::check::narrowed(self.#runtime)),*),
                quote!(#(#runtime: #lego::check::widened(#sizes)),*),
            )
        } else {
            let narrowed = quote!(#(self.#runtime as ::core::primitive::u32),*);
            (quote!(::core::primitive::u32), narrowed, quote!(#(#runtime: #sizes as ::core::primitive::usize),*))
        };
        let (text, map) = (self.source.text(), Literal::u64_unsuffixed(self.number_of_map()));
        // Of sizes given at run time the names, which stand in the text, are enough.
        let is_given = |name: &&String| self.item.runtime.iter().any(|size| size.unraw() == name.as_str());
        let constants = self.compiled.parameters.iter().filter(|name| !is_given(name));
        let rust = self.rust("usize", true);
        let constants = constants.map(|name| {
            let value = rust.parameter(name);
            quote!(#value as ::core::primitive::u64)
        });
        let span = self.compiled.arena.number(self.compiled.span).and_then(|span| u64::try_from(span).ok());
        let span = Literal::u64_unsuffixed(span.unwrap_or(0));
        quote! {
            const FINGERPRINT: ::core::primitive::u64 =
                #lego::check::fingerprint(#text, &[#map, #span, #(#constants),*]);

            type Sizes32 = [#size; #count];

            #[inline(always)]
            fn sizes_u32(&self) -> [#size; #count] {
                [#narrowed]
            }

            #[inline(always)]
            fn from_sizes_u32([#(#sizes),*]: [#size; #count]) -> Self {
                Self { #widened }
            }
        }
    }

    /// The implementation of `Layout32`, where all that it has to say fits 32 bits.
    pub(super) fn layout32_impl(&self) -> TokenStream {
        if self.compiled.shares || !self.is_at_most(i128::from(u32::MAX)) {
            return TokenStream::new();
        }
        let (lego, rank, lints) = (self.lego, self.rank, self.lints());
        let (name, generics) = (self.type_name(), generic_parameters(&self.item.generics));
        let preimage_type = self.optional_if(self.pads, &quote!([::core::primitive::u32; #rank]));
        let receiver = if self.has_methods() { quote!(self,) } else { TokenStream::new() };
        let (position, inv) = (self.local("position"), self.narrow_name("inv_u32"));
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #lego::Layout32 for #name {
                type Preimage32 = #preimage_type;

                #[inline(always)]
                #[cfg_attr(debug_assertions, track_caller)]
                fn inv_u32(&self, #position: ::core::primitive::u32) -> #preimage_type {
                    <#name>::#inv(#receiver #position)
                }
            }
        }
    }

    /// The function that computes in 32 bits and checks no sizes: of run-time sizes one of its own.
    pub(super) fn narrow_name(&self, name: &str) -> Ident {
        if self.is_runtime() { self.local(name) } else { Ident::new(name, Span::mixed_site()) }
    }

    /// Whether no two indices share a position, as far as the compile can know: it has read all functions of the user's and
    /// checked them. A function by path is called and not read; what it gives at compile time need not be what it gives
    /// later, as with the sign of a NaN.
    pub(super) fn is_proved(&self) -> bool {
        self.compiled.unproved.is_empty() && !self.compiled.unchecked && !self.compiled.shares
    }

    /// Statements that return an error where sizes given at run time do not meet their conditions or do not fit 32 bits.
    fn check_u32(&self) -> TokenStream {
        if !self.is_runtime() {
            return self.assumed_narrow();
        }
        let (name, runtime, error, get) = (self.type_name(), &self.item.runtime, self.local("error"), self.get());
        let conditions = self.narrow_conditions();
        // The fields are open to the module of the type, so that `new` need not have seen these sizes.
        quote! {
            if let ::core::result::Result::Err(#error) = <#name>::new(#(self.#runtime #get),*) {
                return ::core::result::Result::Err(#error);
            }
            #(if let ::core::result::Result::Err(#error) = #conditions {
                return ::core::result::Result::Err(#error);
            })*
        }
    }
}
