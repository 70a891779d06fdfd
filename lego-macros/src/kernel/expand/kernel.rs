//! A kernel to be expanded, and what every part of its expansion asks of it.

use super::tokens::{at, ends, mixed};
use crate::kernel::function::Function;
use crate::kernel::instances::Instance;
use crate::kernel::options::Options;
use crate::kernel::parameters::{Kind, Parameter};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Lifetime;

/// A kernel that is right as far as its text shows.
pub(in crate::kernel) struct Kernel<'a> {
    pub(in crate::kernel) lego_cuda: &'a TokenStream,
    pub(in crate::kernel) function: &'a Function,
    /// With the instances that there are.
    pub(in crate::kernel) options: &'a Options,
    /// A number of the function's text.
    pub(in crate::kernel) text: u64,
}

impl Kernel<'_> {
    pub(super) fn instances(&self) -> &[Instance] {
        &self.options.instances
    }

    /// The name of the kernel's type. It was checked to be one.
    pub(super) fn handle(&self) -> Ident {
        self.function.handle().unwrap_or_else(|| self.function.name.clone())
    }

    /// The kernel's type with its own parameters.
    pub(super) fn generic_handle(&self) -> TokenStream {
        let (name, arguments) = (self.handle(), self.function.generics.arguments());
        quote!(#name<#arguments>)
    }

    /// The parameters that a launch passes, numbered.
    pub(super) fn passed(&self) -> impl Iterator<Item = (Ident, &Parameter)> {
        let passed = self.function.parameters.iter().filter(|parameter| parameter.kind.is_passed());
        passed.enumerate().map(|(number, parameter)| (format_ident!("__argument_{number}", span = mixed()), parameter))
    }

    /// The parameters that are shared memory, numbered.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (usize, &Parameter)> {
        self.function.parameters.iter().filter(|parameter| !parameter.kind.is_passed()).enumerate()
    }

    /// `<Type as lego_cuda::path::Trait>::member`, all of it at the place of the type: what the compiler says about the
    /// trait is said there, and once.
    pub(super) fn member(&self, parameter: &Parameter, path: &[&str], member: &str) -> TokenStream {
        let ty = self.outside(parameter);
        let (first, last) = ends(&parameter.ty);
        let lego_cuda = at(self.lego_cuda.clone(), last);
        let path = path.iter().map(|name| Ident::new(name, last));
        let member = Ident::new(member, last);
        let (open, close) = (quote_spanned!(first=> <), quote_spanned!(last=> as #lego_cuda #(::#path)*>::#member));
        quote!(#open #ty #close)
    }

    /// `<Type as Parameter>::member`.
    pub(super) fn parameter(&self, parameter: &Parameter, member: &str) -> TokenStream {
        self.member(parameter, &["kernel", "Parameter"], member)
    }

    /// The type of a parameter where the function's lifetimes are not there: of a tile whose layout is passed, what stands for
    /// it in a launch and an entry.
    pub(super) fn outside(&self, parameter: &Parameter) -> TokenStream {
        let ty = parameter.outside(self.function.generics.lifetimes());
        if parameter.kind != Kind::Laid {
            return ty;
        }
        let (first, last) = ends(&parameter.ty);
        let lego_cuda = at(self.lego_cuda.clone(), first);
        let (open, close) = (quote_spanned!(first=> #lego_cuda::view::Placed<), quote_spanned!(last=> >));
        quote!(#open #ty #close)
    }

    /// The conditions of every implementation: those of the function, and what its generic parameters have to be.
    pub(super) fn conditions(&self) -> TokenStream {
        let mut conditions = self.function.generics.conditions();
        for parameter in self.function.parameters.iter().filter(|parameter| parameter.is_generic) {
            conditions.extend(self.condition(parameter));
        }
        conditions
    }

    /// That parameters cross of which the text leaves that open, as conditions of what makes use of it. Where one does not
    /// hold, this is what the compiler says it of, and no place of use.
    pub(super) fn doubts(&self) -> TokenStream {
        self.passed().filter(|(_, parameter)| parameter.is_doubtful()).map(|(_, one)| self.condition(one)).collect()
    }

    /// What the type of a parameter has to be.
    pub(super) fn condition(&self, parameter: &Parameter) -> TokenStream {
        let ty = self.outside(parameter);
        let place = ends(&parameter.ty).0;
        let lego_cuda = at(self.lego_cuda.clone(), place);
        match parameter.kind {
            Kind::Passed | Kind::Laid => {
                let lifetime = Lifetime::new("'__any", mixed());
                let during =
                    crate::kernel::lifetimes::with(&lifetime, &parameter.ty, self.function.generics.lifetimes());
                quote_spanned!(place=> #ty: for<#lifetime> #lego_cuda::kernel::Parameter<During<#lifetime> = #during>,)
            }
            Kind::Static | Kind::Dynamic => quote_spanned!(place=> #ty: #lego_cuda::kernel::SharedTile,),
        }
    }
}
