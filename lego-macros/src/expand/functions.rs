//! `apply`, `inv`, the same for `u32`, and their checked forms.

use super::item::Generator;
use crate::tokens::Tokens;
use lego_expr::{Dialect, Id, Simplified, write};
use lego_lang::compile::{SimplifiedMap, Width};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

impl Generator<'_> {
    /// The integer type in which a map is computed.
    pub(super) fn width(&self, map: &SimplifiedMap, narrow: bool) -> Width {
        if narrow { Width::of_u32(&map.extremes) } else { Width::of_index(&map.extremes) }
    }

    /// Both maps in the form for the index type or for 32 bits.
    pub(super) fn maps(&self, narrow: bool) -> (&SimplifiedMap, &SimplifiedMap) {
        match &self.compiled.for_u32 {
            Some((apply, inv)) if narrow => (apply, inv),
            _ => (&self.compiled.apply, &self.compiled.inv),
        }
    }

    /// An index or the position.
    fn variable(&self, id: Id) -> Tokens {
        self.written(id, &self.rust("usize", true))
    }

    fn index_variables(&self) -> Vec<Tokens> {
        self.compiled.index.iter().map(|&id| self.variable(id)).collect()
    }

    /// Statements and values of a map, computed in `width`: first the guards, each leaving the function where it fails.
    fn body(&self, map: &SimplifiedMap, width: &'static str) -> (TokenStream, Vec<TokenStream>) {
        let arena = &self.compiled.arena;
        let mut statements = TokenStream::new();
        let write_roots = |roots: &[Id]| self.values(roots, &map.form, width);
        for &guard in map.guards() {
            // One that always holds, as where the sizes of an ExpandBy are equal.
            if arena.number(guard).is_some_and(|truth| truth != 0) {
                continue;
            }
            let (lets, values) = write_roots(&[guard]);
            statements.extend(quote! {
                #lets
                if !(#(#values)*) {
                    return ::core::option::Option::None;
                }
            });
        }
        let (lets, values) = write_roots(map.values());
        statements.extend(lets);
        (statements, values.into_iter().map(|value| quote!(#value)).collect())
    }

    /// Statements, and after them the values of nodes of a form, computed in `width`.
    pub(super) fn values(&self, roots: &[Id], form: &Simplified, width: &'static str) -> (TokenStream, Vec<Tokens>) {
        let rust = self.rust(width, true);
        self.unless_stopped(write(&self.compiled.arena, roots, &[], &rust, form).map(|printed| {
            let lets = printed.shared.iter().map(|shared| rust.statement(shared));
            (quote!(#(#lets)*), printed.values)
        }))
    }

    /// `apply`, `try_apply`, `inv`, `try_inv` and the same for `u32`.
    pub(super) fn functions(&self) -> TokenStream {
        let plain = self.function_pair("usize", "apply", "inv");
        let checked = self.checked_functions();
        let narrow =
            if self.has_u32() { self.function_pair("u32", "apply_u32", "inv_u32") } else { TokenStream::new() };
        quote!(#plain #checked #narrow)
    }

    fn function_pair(&self, outer: &'static str, apply: &str, inv: &str) -> TokenStream {
        let narrow = outer != "usize";
        let integer = format_ident!("{outer}");
        let integer = quote!(::core::primitive::#integer);
        let (index, position) = (self.argument(&self.own.index), self.argument(&self.own.position));
        let (lego, rank) = (self.lego, self.rank);
        let (receiver, checked) = (self.receiver(), if narrow { self.assumed_narrow() } else { self.assumed() });
        let (position_type, place_type) = (self.optional_if(self.expands, &quote!(#integer)), {
            let index = quote!([#integer; #rank]);
            self.optional_if(self.pads, &index)
        });
        let variables = self.index_variables();
        let p = self.variable(self.compiled.position);
        let in_box = self.in_box(narrow);
        let dims = if self.is_runtime() { quote!(&self.dims()) } else { quote!(&Self::DIMS) };
        let span = self.size_tokens(self.compiled.span, true);
        let widened = if narrow { quote!(as ::core::primitive::usize) } else { TokenStream::new() };
        let in_buffer = self.below(&p, self.compiled.span, narrow);
        let (apply_map, inv_map) = self.maps(narrow);
        let some_if =
            |optional: bool, value| if optional { quote!(::core::option::Option::Some(#value)) } else { value };
        let apply_body = self.converted(apply_map, outer, &variables, |values| {
            let value = &values[0];
            some_if(self.expands, quote!(#value))
        });
        let inv_body = self.converted(inv_map, outer, std::slice::from_ref(&p), |values| {
            // The parentheses keep Clippy from suspecting that a comma is missing before an operator.
            some_if(self.pads, quote!([#((#values)),*]))
        });
        let (apply_doc, inv_doc) = if narrow {
            (
                format!(" As [`apply`](Self::apply), computed in {}.", self.width_text(apply_map, true)),
                format!(" As [`inv`](Self::inv), computed in {}.", self.width_text(inv_map, true)),
            )
        } else {
            (self.docs.of_apply(), self.docs.of_inv())
        };
        let outside_dims = format_ident!("{}", if narrow { "outside_dims_u32" } else { "outside_dims" });
        let apply_body = quote! {
            let [#(#variables),*] = #index;
            if ::core::cfg!(debug_assertions) && !(#in_box) {
                #lego::check::#outside_dims(&#index, #dims);
            }
            #apply_body
        };
        let inv_body = quote! {
            let #p = #position;
            if ::core::cfg!(debug_assertions) && !(#in_buffer) {
                #lego::check::outside_span(#p #widened, #span);
            }
            #inv_body
        };
        // In a kernel, arithmetic is never a call.
        let inline = if narrow { quote!(#[inline(always)]) } else { quote!(#[inline]) };
        // Sizes given at run time are checked, but for `Layout32`, whose caller has checked them.
        let parts_here = narrow && self.is_runtime();
        let function = |name: &str, doc: &str, argument: &Ident, takes: &TokenStream, gives: &TokenStream, body| {
            let public = Ident::new(name, Span::mixed_site());
            let own = self.narrow_name(name);
            let (body, unchecked) = if parts_here {
                let unchecked = quote! {
                    #inline
                    #[cfg_attr(debug_assertions, track_caller)]
                    const fn #own(#receiver #argument: #takes) -> #gives {
                        #body
                    }
                };
                (quote!(self.#own(#argument)), unchecked)
            } else {
                (body, TokenStream::new())
            };
            quote! {
                #[doc = #doc]
                #inline
                #[must_use]
                #[cfg_attr(debug_assertions, track_caller)]
                pub const fn #public(#receiver #argument: #takes) -> #gives {
                    #checked
                    #body
                }

                #unchecked
            }
        };
        let apply = function(apply, &apply_doc, &index, &quote!([#integer; #rank]), &position_type, apply_body);
        if self.compiled.shares {
            return apply;
        }
        let inv = function(inv, &inv_doc, &position, &integer, &place_type, inv_body);
        quote!(#apply #inv)
    }

    /// The body in the width it needs, with conversions where that is not the interface's; where it depends on the sizes, in
    /// both.
    fn converted(
        &self,
        map: &SimplifiedMap,
        outer: &'static str,
        variables: &[Tokens],
        result: impl Fn(&[TokenStream]) -> TokenStream,
    ) -> TokenStream {
        let width = self.width(map, outer != "usize");
        let computed = |inner: &'static str| {
            let (mut statements, mut values) = self.body(map, inner);
            if inner != outer {
                let (inner, outer) = (format_ident!("{inner}"), format_ident!("{outer}"));
                statements = quote!(#(let #variables = #variables as ::core::primitive::#inner;)* #statements);
                values = values.into_iter().map(|value| quote!((#value) as ::core::primitive::#outer)).collect();
            }
            let value = result(&values);
            quote!(#statements #value)
        };
        let narrow = computed(width.integer);
        match self.fits(&width) {
            Some(fits) => {
                let wide = computed(width.wide);
                quote!(if #fits { #narrow } else { #wide })
            }
            None => narrow,
        }
    }

    /// The values that decide between two types where the function is called. Of sizes given at run time the index type has
    /// been checked for all of them, and 32 bits for those that are made of sizes alone.
    pub(super) fn open_peaks(&self, width: &Width) -> Vec<Id> {
        let is_checked = |peak: &Id| self.is_runtime() && (width.integer == "usize" || width.of_sizes.contains(peak));
        width.peaks.iter().copied().filter(|peak| !is_checked(peak)).collect()
    }

    /// Whether the narrower type of two does for the sizes; `None` where there is but one. Sizes given at run time have been
    /// checked for the index type, not for 32 bits.
    fn fits(&self, width: &Width) -> Option<TokenStream> {
        let peaks = self.open_peaks(width);
        if peaks.is_empty() {
            return None;
        }
        // A GPU has no 128 bits, and for sizes of 32 the half of them says enough.
        let integer = if self.is_runtime() { "u64" } else { "u128" };
        let integer_type = format_ident!("{integer}");
        let most = match width.integer {
            "usize" => quote!(::core::primitive::usize::MAX as ::core::primitive::#integer_type),
            _ => {
                let most = Literal::u128_unsuffixed(width.most);
                quote!(#most)
            }
        };
        let peaks = peaks.into_iter().map(|peak| self.saturating(peak, true, integer));
        let fits = quote!(#(#peaks <= #most)&&*);
        Some(if self.is_runtime() { fits } else { quote!(const { #fits }) })
    }

    /// Whether the index variables lie inside the extents.
    fn in_box(&self, narrow: bool) -> TokenStream {
        let variables = self.index_variables();
        let inside =
            variables.iter().zip(&self.compiled.dims).map(|(variable, &size)| self.below(variable, size, narrow));
        quote!(#(#inside)&&*)
    }

    /// Whether a variable, of 32 bits if `narrow`, is below a size, which is an index.
    fn below(&self, variable: &Tokens, size: Id, narrow: bool) -> TokenStream {
        let tokens = self.size_tokens(size, true);
        // A number that fits 32 bits is one of them.
        let fits = self.compiled.arena.number(size).is_some_and(|size| u32::try_from(size).is_ok());
        if narrow && !fits {
            quote!((#variable as ::core::primitive::usize) < #tokens)
        } else {
            quote!(#variable < #tokens)
        }
    }

    /// An argument whose name the documentation shows.
    fn argument(&self, name: &str) -> Ident {
        Ident::new(name, Span::mixed_site())
    }

    fn checked_functions(&self) -> TokenStream {
        let rank = self.rank;
        let receiver = self.receiver();
        let (index, position) = (self.argument(&self.own.index), self.argument(&self.own.position));
        let in_box = self.in_box(false);
        let variables = self.index_variables();
        let span = self.size_tokens(self.compiled.span, true);
        let call = if self.has_methods() { quote!(self.) } else { quote!(Self::) };
        let wrap = |optional: bool, value: TokenStream| {
            if optional { value } else { quote!(::core::option::Option::Some(#value)) }
        };
        let apply = wrap(self.expands, quote!(#call apply(#index)));
        let inv = wrap(self.pads, quote!(#call inv(#position)));
        let assumed = self.assumed();
        let try_inv = quote! {
            /// The index at a position, `None` where it has none.
            #[inline]
            #[must_use]
            pub const fn try_inv(
                #receiver #position: ::core::primitive::usize
            ) -> ::core::option::Option<[::core::primitive::usize; #rank]> {
                #assumed
                if #position < #span { #inv } else { ::core::option::Option::None }
            }
        };
        // Of several indices that share a position there is no one to give.
        let try_inv = if self.compiled.shares { TokenStream::new() } else { try_inv };
        quote! {
            /// The position of an index, `None` where it has none.
            #[inline]
            #[must_use]
            pub const fn try_apply(
                #receiver #index: [::core::primitive::usize; #rank]
            ) -> ::core::option::Option<::core::primitive::usize> {
                #assumed
                let [#(#variables),*] = #index;
                if #in_box { #apply } else { ::core::option::Option::None }
            }

            #try_inv
        }
    }

    /// `slice`: some indices fixed, others ranging.
    pub(super) fn slice(&self) -> TokenStream {
        let (lego, rank, receiver) = (self.lego, self.rank, self.receiver());
        let (axes, spec) = (self.local("axes"), self.argument(&self.own.spec));
        let value = if self.has_methods() { quote!(*self) } else { quote!(Self {}) };
        quote! {
            /// Fixes some indices and leaves those given as `..` or `a..b` ranging: a layout of its own over the same positions.
            ///
            /// # Errors
            /// An index or a range outside its extent.
            #[inline]
            pub fn slice<#spec>(
                #receiver #axes: #spec,
            ) -> ::core::result::Result<
                #lego::array::SubLayout<Self, <#spec as #lego::array::SliceSpec<[::core::primitive::usize; #rank]>>::Free>,
                #lego::LayoutError,
            >
            where
                #spec: #lego::array::SliceSpec<[::core::primitive::usize; #rank]>,
            {
                #lego::array::slice(#value, #axes)
            }
        }
    }
}
