//! The implementations of `Mapping`, `StaticMapping` and `Layout`, and the assertions that need no use.

use super::item::{Generator, generic_parameters};
use lego_expr::Id;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The most elements of which a layout's array has a name: a thread has 255 registers.
const MOST_IN_REGISTERS: usize = 256;

impl Generator<'_> {
    /// The implementation of `Mapping`: the sizes, the positions, and what is known of how positions lie.
    pub(super) fn mapping_impl(&self) -> TokenStream {
        let (lego, rank) = (self.lego, self.rank);
        let (name, generics) = (self.type_name(), generic_parameters(&self.item.generics));
        let position_type = self.optional_if(self.expands, &quote!(::core::primitive::usize));
        // The inherent functions have the same names, and are found first.
        let (dims, count, span) = if self.is_runtime() {
            (quote!(<#name>::dims(self)), quote!(<#name>::count(self)), quote!(<#name>::span(self)))
        } else {
            (quote!(<#name>::DIMS), quote!(<#name>::COUNT), quote!(<#name>::SPAN))
        };
        let receiver = if self.has_methods() { quote!(self,) } else { TokenStream::new() };
        let (index, axis) = (self.local("index"), self.local("axis"));
        let (stride, run, anti_diagonal) = (self.stride(&axis), self.run(&axis), self.anti_diagonal_stride());
        let unique = !self.compiled.shares;
        let (exhaustive, lints) = (self.is_exhaustive(), self.lints());
        let injective = if self.is_proved() {
            // SAFETY, of what is written: the compile proved it, under assertions that `check` and every function make; the
            // type is plain numbers, which nothing changes behind a reference. The same holds of each stride and run that
            // `stride` and `run` tell.
            let has_runs =
                self.compiled.strides.iter().any(Option::is_some) || self.compiled.runs.iter().any(Option::is_some);
            let runs = has_runs.then(|| {
                quote! {
                    const RUNS: ::core::option::Option<#lego::mapping::ProvedRuns<Self>> =
                        ::core::option::Option::Some(unsafe { #lego::mapping::ProvedRuns::proved() });
                }
            });
            quote! {
                const INJECTIVE: ::core::option::Option<#lego::Injective<Self>> =
                    ::core::option::Option::Some(unsafe { #lego::Injective::proved() });
                #runs
            }
        } else {
            TokenStream::new()
        };
        // The fields are open to the module of the type, so that `new` need not have seen these sizes.
        let check = if self.is_runtime() {
            let (runtime, error, get) = (&self.item.runtime, self.local("error"), self.get());
            quote! {
                #[inline]
                fn check(&self) -> ::core::result::Result<(), #lego::LayoutError> {
                    match <#name>::new(#(self.#runtime #get),*) {
                        ::core::result::Result::Ok(_) => ::core::result::Result::Ok(()),
                        ::core::result::Result::Err(#error) => ::core::result::Result::Err(#error),
                    }
                }
            }
        } else {
            TokenStream::new()
        };
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #lego::Mapping for #name {
                type Index = [::core::primitive::usize; #rank];
                type Position = #position_type;
                #injective
                #check

                #[inline]
                fn dims(&self) -> [::core::primitive::usize; #rank] {
                    #dims
                }

                #[inline]
                fn count(&self) -> ::core::primitive::usize {
                    #count
                }

                #[inline]
                fn span(&self) -> ::core::primitive::usize {
                    #span
                }

                #[inline]
                fn apply(&self, #index: [::core::primitive::usize; #rank]) -> #position_type {
                    <#name>::apply(#receiver #index)
                }

                #stride
                #run
                #anti_diagonal

                #[inline]
                fn is_unique(&self) -> ::core::primitive::bool {
                    #unique
                }

                #exhaustive
            }
        }
    }

    /// `is_exhaustive`, unless it is not known, which is what the trait says.
    fn is_exhaustive(&self) -> TokenStream {
        let lego = self.lego;
        let answer = match (self.pads, self.expands) {
            // Without a `PadBy` every position has an index.
            (false, _) => quote!(true),
            // Each index has a position of its own.
            (true, false) => quote!(#lego::Mapping::count(self) == #lego::Mapping::span(self)),
            (true, true) => return TokenStream::new(),
        };
        quote! {
            #[inline]
            fn is_exhaustive(&self) -> ::core::primitive::bool {
                #answer
            }
        }
    }

    /// The implementation of `Layout`: the inverse.
    pub(super) fn layout_impl(&self) -> TokenStream {
        if self.compiled.shares {
            return TokenStream::new();
        }
        let (lego, rank, lints) = (self.lego, self.rank, self.lints());
        let (name, generics) = (self.type_name(), generic_parameters(&self.item.generics));
        let preimage_type = self.optional_if(self.pads, &quote!([::core::primitive::usize; #rank]));
        let receiver = if self.has_methods() { quote!(self,) } else { TokenStream::new() };
        let position = self.local("position");
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #lego::Layout for #name {
                type Preimage = #preimage_type;

                #[inline]
                fn inv(&self, #position: ::core::primitive::usize) -> #preimage_type {
                    <#name>::inv(#receiver #position)
                }
            }
        }
    }

    /// `stride`, unless there is none along any axis, which is what the trait says.
    fn stride(&self, axis: &Ident) -> TokenStream {
        let strides = self.compiled.strides.iter().enumerate();
        let arms: Vec<TokenStream> = strides
            .filter_map(|(axis, &stride)| {
                let (axis, stride) = (Literal::usize_unsuffixed(axis), self.step(stride?));
                Some(quote!(#axis => ::core::option::Option::Some(#stride),))
            })
            .collect();
        if arms.is_empty() {
            return TokenStream::new();
        }
        quote! {
            #[inline]
            fn stride(&self, #axis: ::core::primitive::usize) -> ::core::option::Option<::core::primitive::isize> {
                match #axis {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    }

    /// `run`, unless there is none beyond the strides, which is what the trait says.
    fn run(&self, axis: &Ident) -> TokenStream {
        let runs = self.compiled.runs.iter().enumerate();
        let arms: Vec<TokenStream> = runs
            .filter_map(|(axis, &run)| {
                let (len, step) = run?;
                let (axis, len, step) = (Literal::usize_unsuffixed(axis), self.size_tokens(len, true), self.step(step));
                Some(quote!(#axis => ::core::option::Option::Some((#len, #step)),))
            })
            .collect();
        if arms.is_empty() {
            return TokenStream::new();
        }
        // An axis without a run of its own has that of its stride, if any axis has one.
        let is_left = arms.len() < self.rank.0 && self.compiled.strides.iter().any(Option::is_some);
        let lego = self.lego;
        let otherwise =
            if is_left { quote!(#lego::mapping::whole_run(self, #axis)) } else { quote!(::core::option::Option::None) };
        quote! {
            #[inline]
            fn run(
                &self,
                #axis: ::core::primitive::usize,
            ) -> ::core::option::Option<(::core::primitive::usize, ::core::primitive::isize)> {
                match #axis {
                    #(#arms)*
                    _ => #otherwise,
                }
            }
        }
    }

    fn anti_diagonal_stride(&self) -> TokenStream {
        let Some(stride) = self.compiled.anti_diagonal else { return TokenStream::new() };
        let stride = self.step(stride);
        quote! {
            #[inline]
            fn anti_diagonal_stride(&self) -> ::core::option::Option<::core::primitive::isize> {
                ::core::option::Option::Some(#stride)
            }
        }
    }

    /// A stride in the integer type of strides.
    fn step(&self, stride: Id) -> TokenStream {
        self.written(stride, &self.rust("isize", true)).into_token_stream()
    }

    /// The implementation of `StaticMapping`, where no size is given at run time.
    pub(super) fn static_impl(&self) -> TokenStream {
        if self.is_runtime() {
            return TokenStream::new();
        }
        let lego = self.lego;
        let (name, generics, lints) = (self.type_name(), generic_parameters(&self.item.generics), self.lints());
        // What fails is noted at the name of the layout. Only the values stand there: an editor shows what each name at a
        // place is, and would show the traits before the layout.
        let at = self.at_name();
        let [dims, count, span] = [
            quote_spanned!(at=> <#name>::DIMS),
            quote_spanned!(at=> <#name>::COUNT),
            quote_spanned!(at=> <#name>::SPAN),
        ];
        let bits = if self.has_methods() { TokenStream::new() } else { self.bits() };
        quote! {
            #[automatically_derived]
            #lints
            #[allow(long_running_const_eval)]
            impl #generics #lego::StaticMapping for #name {
                const DIMS: <Self as #lego::Mapping>::Index = #dims;
                const COUNT: ::core::primitive::usize = #count;
                const SPAN: ::core::primitive::usize = #span;
                #bits
            }
        }
    }

    /// The columns of the map, where it is linear over bits, and its strips: computed where they are used, by asking for every index.
    fn bits(&self) -> TokenStream {
        let (lego, name) = (self.lego, self.type_name());
        let (search, index) = (self.local("search"), self.local("index"));
        let position = self.position_if_any(&index);
        quote! {
            const BITS: ::core::option::Option<#lego::mapping::BitColumns> = {
                let mut #search = #lego::mapping::BitSearch::new(<#name>::DIMS);
                while let ::core::option::Option::Some(#index) = #search.next() {
                    #search.found(#position);
                }
                #search.columns()
            };
            const STRIPS: ::core::option::Option<#lego::mapping::BitStrips> = {
                let mut #search = #lego::mapping::StripSearch::new(<#name>::DIMS);
                while let ::core::option::Option::Some(#index) = #search.next() {
                    #search.found(#position);
                }
                #search.strips()
            };
        }
    }

    /// The position of an index of a type whose functions are no methods, as an option.
    fn position_if_any(&self, index: &Ident) -> TokenStream {
        let name = self.type_name();
        let position = quote!(<#name>::apply(#index));
        if self.expands { position } else { quote!(::core::option::Option::Some(#position)) }
    }

    /// The implementation of `HasAccessCost`, where no size is given at run time: the cost of any access, as a constant
    /// that is computed where it is asked for.
    pub(super) fn access_cost_impl(&self) -> TokenStream {
        if self.has_methods() {
            return TokenStream::new();
        }
        let (lego, rank, lints, generics) = (self.lego, self.rank, self.lints(), &self.item.generics);
        let name = self.type_name();
        let (access, walk, index) = (self.local("A"), self.local("walk"), self.local("index"));
        let position = self.position_if_any(&index);
        quote! {
            #[automatically_derived]
            #lints
            #[allow(long_running_const_eval)]
            impl<#access: #lego::access::Access, #(const #generics: ::core::primitive::usize),*>
                #lego::access::HasAccessCost<#access> for #name
            {
                const ACCESS_COST: #lego::access::ConstantCost = {
                    let mut #walk = #lego::access::CostWalk::<#rank>::new::<#access>(<#name>::DIMS);
                    while let ::core::option::Option::Some(#index) = #walk.next() {
                        #walk.add(#position);
                    }
                    #walk.cost()
                };
            }
        }
    }

    /// The implementation of `StaticStorage`, where the span is a number and a thread's registers may hold the elements.
    pub(super) fn storage_impl(&self) -> TokenStream {
        if self.is_runtime() {
            return TokenStream::new();
        }
        let span = self.compiled.arena.number(self.compiled.span).and_then(|span| usize::try_from(span).ok());
        let span = span.filter(|span| self.item.generics.is_empty() && *span <= MOST_IN_REGISTERS);
        let Some(span) = span.map(Literal::usize_unsuffixed) else { return TokenStream::new() };
        let (lego, name, lints) = (self.lego, self.type_name(), self.lints());
        let (element, value) = (self.local("T"), self.local("value"));
        quote! {
            #[automatically_derived]
            #lints
            impl #lego::StaticStorage for #name {
                type Elements<#element: ::core::marker::Copy> = [#element; #span];

                #[inline(always)]
                fn filled<#element: ::core::marker::Copy>(#value: #element) -> [#element; #span] {
                    [#value; #span]
                }
            }
        }
    }

    /// Where nothing is generic, the assertions need not wait for a use.
    pub(super) fn eager_check(&self) -> TokenStream {
        if !self.asserts() || !self.item.generics.is_empty() {
            return TokenStream::new();
        }
        let (name, lints) = (self.type_name(), self.lints());
        let checked = quote_spanned!(self.at_name()=> <#name>::CHECKED);
        quote!(#lints const _: () = #checked;)
    }
}
