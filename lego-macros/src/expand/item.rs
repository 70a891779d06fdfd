//! One layout as a type with its functions and its trait implementations.

use super::Form;
use super::names::{self, RustNames};
use crate::input::LayoutItem;
use crate::source::Source;
use lego_lang::compile::Compiled;
use lego_lang::expr::Id;
use lego_lang::expr::print::print;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Makes the Rust of one layout.
pub(super) struct Generator<'a> {
    pub(super) item: &'a LayoutItem,
    pub(super) source: &'a Source,
    pub(super) compiled: &'a Compiled,
    pub(super) lego: TokenStream,
    pub(super) prefix: String,
    /// The rank as a literal.
    pub(super) rank: Rank,
    pub(super) expands: bool,
    pub(super) pads: bool,
    /// Whether functions take `self`.
    methods: bool,
}

/// A rank, written into types without a suffix.
#[derive(Clone, Copy)]
pub(super) struct Rank(usize);

impl quote::ToTokens for Rank {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        Literal::usize_unsuffixed(self.0).to_tokens(tokens);
    }
}

impl std::ops::Sub<usize> for Rank {
    type Output = usize;
    fn sub(self, other: usize) -> usize {
        self.0 - other
    }
}

/// `<const M: usize, const K: usize>`
pub(super) fn generic_parameters(names: &[Ident]) -> TokenStream {
    if names.is_empty() { TokenStream::new() } else { quote!(<#(const #names: usize),*>) }
}

impl<'a> Generator<'a> {
    pub(super) fn new(item: &'a LayoutItem, source: &'a Source, compiled: &'a Compiled, form: Form) -> Self {
        Self {
            item,
            source,
            compiled,
            lego: crate::crates::lego(),
            prefix: names::prefix(item, &compiled.parameters),
            rank: Rank(compiled.dims.len()),
            expands: compiled.apply.guards > 0,
            pads: compiled.inv.guards > 0,
            methods: form == Form::Value || !item.runtime.is_empty(),
        }
    }

    /// Generated text as tokens; the user's identifiers get their places back.
    pub(super) fn tokens(&self, text: &str) -> TokenStream {
        // The text is ours: it is made of the printer's operators and the user's own tokens.
        self.source.restore(text.parse().unwrap_or_default())
    }

    /// A size; run-time sizes are fields of `self`, or else arguments.
    pub(super) fn size_text(&self, id: Id, fields: bool) -> TokenStream {
        let names = RustNames { item: self.item, width: "usize", fields, prefix: &self.prefix };
        let text = print(&self.compiled.arena, &[id], &names, "t", &|_| false).values.remove(0);
        let tokens = self.tokens(&text);
        if self.compiled.arena.number(id).is_some() { tokens } else { quote!((#tokens)) }
    }

    pub(super) fn receiver(&self) -> TokenStream {
        if self.methods { quote!(&self,) } else { TokenStream::new() }
    }

    /// How a function of the type calls another: `Self::` or `self.`.
    pub(super) fn call(&self) -> TokenStream {
        if self.methods { quote!(self.) } else { quote!(Self::) }
    }

    fn is_runtime(&self) -> bool {
        !self.item.runtime.is_empty()
    }

    /// Whether assumptions are asserted at compile time.
    fn asserts(&self) -> bool {
        !self.is_runtime() && !(self.compiled.assertions.is_empty() && self.compiled.unproved.is_empty())
    }

    /// What a function relies on: naming the constant makes the compiler evaluate it.
    pub(super) fn assumed(&self, outer: &str) -> TokenStream {
        let own = if self.asserts() { quote!(let () = Self::CHECKED;) } else { TokenStream::new() };
        if outer == "usize" || self.compiled.arena.number(self.compiled.size).is_some() {
            return own;
        }
        let lego = &self.lego;
        let size = self.size_text(self.compiled.size, true);
        let peaks = self.narrow_peaks(true);
        let limit = quote!(::core::primitive::u32::MAX as u128);
        let enforce = quote! {
            #lego::check::enforce(#lego::check::fits("the size", #size as u128, #limit));
            #(#lego::check::enforce(#lego::check::fits("an intermediate value", #peaks, #limit));)*
        };
        if self.is_runtime() { quote!(#own #enforce) } else { quote!(#own const { #enforce }) }
    }

    /// The largest intermediate values, as `u128`.
    fn narrow_peaks(&self, fields: bool) -> Vec<TokenStream> {
        use lego_lang::compile::Condition;
        let names = RustNames { item: self.item, width: "usize", fields, prefix: &self.prefix };
        self.compiled
            .assertions
            .iter()
            .filter_map(|assertion| match &assertion.condition {
                Condition::Fits(..) => assertion.condition.value(&self.compiled.arena, &names),
                _ => None,
            })
            .map(|text| self.tokens(&text))
            .collect()
    }

    pub(super) fn optional_if(&self, optional: bool, inner: &TokenStream) -> TokenStream {
        if optional { quote!(::core::option::Option<#inner>) } else { inner.clone() }
    }

    /// Generated arithmetic follows the simplifier, not the style guide.
    pub(super) fn lints(&self) -> TokenStream {
        quote!(#[allow(unused_parens, unused_variables, clippy::all, clippy::pedantic, clippy::nursery)])
    }

    pub(super) fn generate(&self) -> TokenStream {
        let declaration = self.declaration();
        let inherent = self.inherent();
        let layout = self.layout_impl();
        let fixed = self.static_impl();
        quote!(#declaration #inherent #layout #fixed)
    }

    fn type_name(&self) -> TokenStream {
        let (name, generics) = (&self.item.name, &self.item.generics);
        if generics.is_empty() { quote!(#name) } else { quote!(#name<#(#generics),*>) }
    }

    fn declaration(&self) -> TokenStream {
        let LayoutItem { attributes, visibility, name, generics, runtime, .. } = self.item;
        let generics = generic_parameters(generics);
        let default = if self.is_runtime() { TokenStream::new() } else { quote!(::core::default::Default,) };
        let fields = if self.is_runtime() { quote!({ #(#runtime: usize),* }) } else { quote!(;) };
        let text = self.source.text().trim().to_owned();
        let doc = format!("The layout `{}`.", tidy(&text));
        let has_doc = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
        let gap = if has_doc { quote!(#[doc = ""]) } else { TokenStream::new() };
        let width = self.width_doc();
        quote! {
            #(#attributes)*
            #gap
            #[doc = #doc]
            #[doc = ""]
            #[doc = #width]
            #[derive(
                ::core::clone::Clone,
                ::core::marker::Copy,
                ::core::fmt::Debug,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
                ::core::hash::Hash,
                #default
            )]
            #visibility struct #name #generics #fields
        }
    }

    fn width_doc(&self) -> String {
        let compiled = self.compiled;
        let largest = |map: &lego_lang::compile::Map| map.form.largest(&compiled.arena, &map.form.roots);
        match (largest(&compiled.apply), largest(&compiled.inv)) {
            (Some(apply), Some(inv)) => {
                let bits = [8, 16, 32, 64].into_iter().find(|&bits| apply.max(inv) >> bits == 0).unwrap_or(128);
                format!("Every intermediate value of its index arithmetic fits {bits} bits.")
            }
            _ => "That every intermediate value of its index arithmetic fits is asserted.".to_owned(),
        }
    }

    fn inherent(&self) -> TokenStream {
        let lego = &self.lego;
        let (name, generics, rank) = (self.type_name(), generic_parameters(&self.item.generics), self.rank);
        let functions = self.functions();
        let sizes = if self.is_runtime() { self.runtime_sizes() } else { self.constant_sizes() };
        let (receiver, value) = if self.methods { (quote!(&self,), quote!(*self)) } else { (quote!(), quote!(Self)) };
        let lints = self.lints();
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #name {
                /// The number of logical dimensions.
                pub const RANK: usize = #rank;
                #sizes
                #functions
            }
        }
    }

    fn constant_sizes(&self) -> TokenStream {
        let rank = self.rank;
        let dims: Vec<TokenStream> = self.compiled.dims.iter().map(|&n| self.size_text(n, false)).collect();
        let (count, size) = (self.size_text(self.compiled.count, false), self.size_text(self.compiled.size, false));
        let assumed = self.assumed("usize");
        let checked = if self.asserts() {
            let checks = self.compile_time_checks();
            quote! {
                #[allow(long_running_const_eval)]
                const CHECKED: () = { #checks };
            }
        } else {
            TokenStream::new()
        };
        quote! {
            #checked
            /// The logical extents.
            pub const DIMS: [usize; #rank] = { #assumed [#(#dims),*] };
            /// The number of logical indices.
            pub const COUNT: usize = { #assumed #count };
            /// The number of positions that a buffer must hold.
            pub const SIZE: usize = { #assumed #size };
        }
    }

    fn runtime_sizes(&self) -> TokenStream {
        let (lego, rank, runtime) = (&self.lego, self.rank, &self.item.runtime);
        let dims: Vec<TokenStream> = self.compiled.dims.iter().map(|&n| self.size_text(n, true)).collect();
        let (count, size) = (self.size_text(self.compiled.count, true), self.size_text(self.compiled.size, true));
        let conditions = self.conditions();
        let doc = self.item.runtime.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let doc = format!("The layout for given sizes {doc}.");
        quote! {
            #[doc = #doc]
            ///
            /// # Errors
            /// The first condition that the sizes do not meet.
            pub const fn new(#(#runtime: usize),*) -> ::core::result::Result<Self, #lego::LayoutError> {
                #(if let ::core::result::Result::Err(error) = #conditions {
                    return ::core::result::Result::Err(error);
                })*
                ::core::result::Result::Ok(Self { #(#runtime),* })
            }

            /// The logical extents.
            #[inline]
            #[must_use]
            pub const fn dims(&self) -> [usize; #rank] {
                [#(#dims),*]
            }

            /// The number of logical indices.
            #[inline]
            #[must_use]
            pub const fn count(&self) -> usize {
                #count
            }

            /// The number of positions that a buffer must hold.
            #[inline]
            #[must_use]
            pub const fn size(&self) -> usize {
                #size
            }
        }
    }

    fn layout_impl(&self) -> TokenStream {
        let (lego, rank) = (&self.lego, self.rank);
        let (name, generics) = (self.type_name(), generic_parameters(&self.item.generics));
        let position = self.optional_if(self.expands, &quote!(usize));
        let place = self.optional_if(self.pads, &quote!([usize; #rank]));
        let (dims, count, size) = if self.is_runtime() {
            (quote!(#name::dims(self)), quote!(#name::count(self)), quote!(#name::size(self)))
        } else {
            (quote!(#name::DIMS), quote!(#name::COUNT), quote!(#name::SIZE))
        };
        // The inherent functions have the same names, and are found first.
        let receiver = if self.methods { quote!(self,) } else { TokenStream::new() };
        let strides: Vec<TokenStream> = self.compiled.strides.iter().map(|&stride| self.stride(stride)).collect();
        let axes: Vec<Literal> = (0..strides.len()).map(Literal::usize_unsuffixed).collect();
        let anti_diagonal = self.stride(self.compiled.anti_diagonal);
        let turbofish = if self.item.generics.is_empty() {
            let name = &self.item.name;
            quote!(#name)
        } else {
            quote!(<#name>)
        };
        let (dims, count, size) = if self.item.generics.is_empty() {
            (dims, count, size)
        } else if self.is_runtime() {
            (quote!(#turbofish::dims(self)), quote!(#turbofish::count(self)), quote!(#turbofish::size(self)))
        } else {
            (quote!(#turbofish::DIMS), quote!(#turbofish::COUNT), quote!(#turbofish::SIZE))
        };
        let lints = self.lints();
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #lego::Layout for #name {
                type Index = [usize; #rank];
                type Position = #position;
                type Place = #place;

                #[inline]
                fn dims(&self) -> [usize; #rank] {
                    #dims
                }

                #[inline]
                fn count(&self) -> usize {
                    #count
                }

                #[inline]
                fn size(&self) -> usize {
                    #size
                }

                #[inline]
                fn apply(&self, index: [usize; #rank]) -> #position {
                    #turbofish::apply(#receiver index)
                }

                #[inline]
                fn inv(&self, position: usize) -> #place {
                    #turbofish::inv(#receiver position)
                }

                #[inline]
                fn stride(&self, axis: usize) -> ::core::option::Option<isize> {
                    match axis {
                        #(#axes => #strides,)*
                        _ => ::core::option::Option::None,
                    }
                }

                #[inline]
                fn anti_diagonal_stride(&self) -> ::core::option::Option<isize> {
                    #anti_diagonal
                }
            }
        }
    }

    fn stride(&self, stride: Option<Id>) -> TokenStream {
        let Some(stride) = stride else { return quote!(::core::option::Option::None) };
        let names = RustNames { item: self.item, width: "isize", fields: true, prefix: &self.prefix };
        let text = print(&self.compiled.arena, &[stride], &names, "t", &|_| false).values.remove(0);
        let value = self.tokens(&text);
        quote!(::core::option::Option::Some(#value))
    }

    fn static_impl(&self) -> TokenStream {
        if self.is_runtime() {
            return TokenStream::new();
        }
        let lego = &self.lego;
        let (name, generics) = (self.type_name(), generic_parameters(&self.item.generics));
        let eager = if self.asserts() && self.item.generics.is_empty() {
            // Nothing is generic: the assertions need not wait for a use.
            quote!(const _: () = #name::CHECKED;)
        } else {
            TokenStream::new()
        };
        quote! {
            #[automatically_derived]
            impl #generics #lego::StaticLayout for #name {
                const DIMS: <Self as #lego::Layout>::Index = <#name>::DIMS;
                const COUNT: usize = <#name>::COUNT;
                const SIZE: usize = <#name>::SIZE;
            }
            #eager
        }
    }
}

/// The chain as one would write it: the text between tokens has more blanks than a reader wants.
fn tidy(text: &str) -> String {
    let mut tidied: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (loose, tight) in
        [(" (", "("), ("( ", "("), (" )", ")"), (" ,", ","), (" .", "."), (". ", "."), ("[ ", "["), (" ]", "]")]
    {
        tidied = tidied.replace(loose, tight);
    }
    tidied
}
