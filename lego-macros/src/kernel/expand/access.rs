//! That the accesses of a kernel's parameters take no more than they may, in every instance.

use super::kernel::Kernel;
use super::tokens::{at, lints, mixed};
use crate::kernel::instances::Instance;
use crate::kernel::parameters::Parameter;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Kernel<'_> {
    /// The parameters whose accesses are judged, numbered.
    fn accessed(&self) -> impl Iterator<Item = (usize, &Parameter)> {
        let parameters = self.function.parameters.iter().enumerate();
        parameters.filter(|(_, parameter)| !parameter.accesses.is_empty())
    }

    /// The types of these parameters, for whoever knows the kernel's types and sizes.
    pub(super) fn accessed_types(&self) -> TokenStream {
        let (attributes, lints) = (self.function.conditions(), lints(self.function));
        let (generics, handle, conditions) =
            (self.function.generics.bounded(), self.generic_handle(), self.conditions());
        self.accessed()
            .map(|(number, parameter)| {
                let (lego_cuda, ty) = (self.lego_cuda, self.outside(parameter));
                quote_spanned! {mixed()=>
                    #attributes
                    #lints
                    #[automatically_derived]
                    impl<#generics> #lego_cuda::kernel::ParameterType<#number> for #handle
                    where
                        #conditions
                    {
                        type Type = #ty;
                    }
                }
            })
            .collect()
    }

    /// That an instance takes no more, with its name in what is said otherwise.
    pub(super) fn accesses_of(&self, instance: &Instance) -> TokenStream {
        let (attributes, lints) = (self.conditions_of(instance), lints(self.function));
        let handle = instance.of(&self.handle());
        let mut checks = TokenStream::new();
        for (number, parameter) in self.accessed() {
            let arguments: Vec<String> = parameter.accesses.iter().map(|access| access.arguments()).collect();
            let arguments = arguments.join(" ");
            for access in &parameter.accesses {
                let place = access.place.resolved_at(mixed());
                let lego_cuda = at(self.lego_cuda.clone(), place);
                let path = quote!(#lego_cuda::__private::access);
                let (pattern, vector, [wavefronts, sectors]) = (access.pattern(&path), access.vector(), access.most());
                let (name, entry) = (parameter.plain_name(), instance.entry());
                let what = format!("`{name}` of `{entry}`, by {}", access.words());
                checks.extend(quote_spanned! {place=>
                    #attributes
                    #lints
                    const _: () = {
                        type __Viewed = <#handle as #lego_cuda::kernel::ParameterType<#number>>::Type;
                        #[allow(dead_code)]
                        struct __Access;
                        impl #path::Access for __Access {
                            const PATTERN: #path::Pattern = #pattern;
                            const BYTES: ::core::primitive::u32 = #lego_cuda::__private::element_bytes::<__Viewed>();
                            const VECTOR: ::core::primitive::u32 = #vector;
                        }
                        #path::enforce::<<__Viewed as #lego_cuda::view::Laid>::Layout, __Access>(
                            #wavefronts,
                            #sectors,
                            #path::Words { what: #what, arguments: #arguments },
                        );
                    };
                });
            }
        }
        checks
    }
}
