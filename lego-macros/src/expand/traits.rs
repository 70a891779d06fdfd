//! The implementations of `Layout` and `StaticLayout`, and of the assertions that need no use.

use super::item::{Generator, generic_parameters};
use lego_lang::expr::Id;
use lego_lang::expr::print::print;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

impl Generator<'_> {
    pub(super) fn layout_impl(&self) -> TokenStream {
        let (lego, rank) = (&self.lego, self.rank);
        let (name, generics) = (self.type_name(), generic_parameters(&self.item.generics));
        let position_type = self.optional_if(self.expands, &quote!(::core::primitive::usize));
        let place_type = self.optional_if(self.pads, &quote!([::core::primitive::usize; #rank]));
        // The inherent functions have the same names, and are found first.
        let (dims, count, size) = if self.is_runtime() {
            (quote!(<#name>::dims(self)), quote!(<#name>::count(self)), quote!(<#name>::size(self)))
        } else {
            (quote!(<#name>::DIMS), quote!(<#name>::COUNT), quote!(<#name>::SIZE))
        };
        let receiver = if self.has_methods() { quote!(self,) } else { TokenStream::new() };
        let (index, position, axis) = (self.local("index"), self.local("position"), self.local("axis"));
        let strides: Vec<TokenStream> = self.compiled.strides.iter().map(|&stride| self.stride(stride)).collect();
        let axes = (0..strides.len()).map(Literal::usize_unsuffixed);
        let anti_diagonal = self.stride(self.compiled.anti_diagonal);
        let lints = self.lints();
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #lego::Layout for #name {
                type Index = [::core::primitive::usize; #rank];
                type Position = #position_type;
                type Place = #place_type;

                #[inline]
                fn dims(&self) -> [::core::primitive::usize; #rank] {
                    #dims
                }

                #[inline]
                fn count(&self) -> ::core::primitive::usize {
                    #count
                }

                #[inline]
                fn size(&self) -> ::core::primitive::usize {
                    #size
                }

                #[inline]
                fn apply(&self, #index: [::core::primitive::usize; #rank]) -> #position_type {
                    <#name>::apply(#receiver #index)
                }

                #[inline]
                fn inv(&self, #position: ::core::primitive::usize) -> #place_type {
                    <#name>::inv(#receiver #position)
                }

                #[inline]
                fn stride(&self, #axis: ::core::primitive::usize) -> ::core::option::Option<::core::primitive::isize> {
                    match #axis {
                        #(#axes => #strides,)*
                        _ => ::core::option::Option::None,
                    }
                }

                #[inline]
                fn anti_diagonal_stride(&self) -> ::core::option::Option<::core::primitive::isize> {
                    #anti_diagonal
                }
            }
        }
    }

    fn stride(&self, stride: Option<Id>) -> TokenStream {
        let Some(stride) = stride else { return quote!(::core::option::Option::None) };
        let names = self.names("isize", true);
        let text = print(&self.compiled.arena, &[stride], &names, "t", &|_| false).values.remove(0);
        let value = self.tokens(&text);
        quote!(::core::option::Option::Some(#value))
    }

    pub(super) fn static_impl(&self) -> TokenStream {
        if self.is_runtime() {
            return TokenStream::new();
        }
        let lego = &self.lego;
        let (name, generics, lints) = (self.type_name(), generic_parameters(&self.item.generics), self.lints());
        quote! {
            #[automatically_derived]
            #lints
            impl #generics #lego::StaticLayout for #name {
                const DIMS: <Self as #lego::Layout>::Index = <#name>::DIMS;
                const COUNT: ::core::primitive::usize = <#name>::COUNT;
                const SIZE: ::core::primitive::usize = <#name>::SIZE;
            }
        }
    }

    /// Where nothing is generic, the assertions need not wait for a use.
    pub(super) fn eager_check(&self) -> TokenStream {
        if !self.asserts() || !self.item.generics.is_empty() {
            return TokenStream::new();
        }
        let (name, lints) = (self.type_name(), self.lints());
        quote!(#lints const _: () = <#name>::CHECKED;)
    }
}
