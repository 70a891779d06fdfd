//! The function's call with what a launch hands over: the same for an entry and for the executor.

use super::kernel::Kernel;
use super::tokens::{inline, lints, local, mixed};
use crate::kernel::parameters::{Kind, Parameter};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

impl Kernel<'_> {
    /// `unsafe fn __run(arguments…, tiles)`. Its lifetime is any, so that a body cannot keep what it is given.
    pub(super) fn run(&self) -> TokenStream {
        let (attributes, lints) = (self.function.conditions(), lints(self.function));
        let (generics, handle, conditions) =
            (self.function.generics.bounded(), self.generic_handle(), self.conditions());
        let lifetime = Lifetime::new("'__launch", mixed());
        let arguments = self.passed().map(|(name, parameter)| {
            let abi = self.parameter(parameter, "Abi");
            quote!(#name: #abi)
        });
        let tiles = local("__tiles");
        let values = self.values(&lifetime, &tiles);
        let count = self.tiles().count();
        let tiles = (count > 0).then(|| quote!(#tiles: [::core::primitive::u32; #count],));
        let function = &self.function.name;
        let chosen = (!self.function.generics.is_empty()).then(|| {
            let arguments = self.function.generics.arguments();
            quote!(::<#arguments>)
        });
        let (inline, doubts) = (inline(), self.doubts());
        let lego_cuda = self.lego_cuda;
        let checks = self.passed().filter(|(_, parameter)| !parameter.is_number()).map(|(_, parameter)| {
            let names = self.parameter(parameter, "NAMES");
            quote!(const { #lego_cuda::__private::check_axes(#names, &<Self as #lego_cuda::kernel::Kernel>::BOUNDS) };)
        });
        quote_spanned! {mixed()=>
            #attributes
            #lints
            impl<#generics> #handle
            where
                #conditions
            {
                #[doc(hidden)]
                #inline
                unsafe fn __run<#lifetime>(#(#arguments,)* #tiles)
                where
                    #doubts
                {
                    #(#checks)*
                    // SAFETY: the caller hands over what a launch checked, and the tiles that the kernel asks for. What
                    // the function asks for besides, the caller of an unsafe launch promised.
                    unsafe { #function #chosen(#(#values),*) }
                }
            }
        }
    }

    /// The function's arguments, in its order.
    fn values(&self, lifetime: &Lifetime, tiles: &Ident) -> Vec<TokenStream> {
        let (mut passed, mut shared) = (self.passed(), self.tiles());
        let value = |parameter: &Parameter| match parameter.kind {
            Kind::Passed | Kind::Laid => {
                let name = passed.next().map(|(name, _)| name);
                let from_abi = self.parameter(parameter, "from_abi");
                quote!(#from_abi::<#lifetime>(#name))
            }
            Kind::Static | Kind::Dynamic => {
                let number = shared.next().map(|(number, _)| number);
                let from_offset = self.member(parameter, &["kernel", "SharedTile"], "from_offset");
                quote!(#from_offset(#tiles[#number]))
            }
        };
        self.function.parameters.iter().map(value).collect()
    }
}
