//! From a kernel's function to Rust.
//!
//! ```text
//! mod       the function, the type that stands for the kernel, the traits of it
//! run       the function's call with what a launch hands over
//! launch    the launch on the host
//! entries   what the GPU begins with
//! docs      what the documentation of all that says
//! ```
//!
//! Everything is named by an absolute path; what is declared besides the kernel's type begins with two underscores.

mod docs;
mod entries;
mod launch;
mod run;

use super::extents::Extents;
use super::function::Function;
use super::instances::Instance;
use super::options::Options;
use super::parameters::{Kind, Parameter};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::{Lifetime, Visibility};

/// A kernel that is right as far as its text shows.
pub(super) struct Kernel<'a> {
    pub(super) lego_cuda: &'a TokenStream,
    pub(super) function: &'a Function,
    /// With the instances that there are.
    pub(super) options: &'a Options,
}

/// The type that stands for a kernel, without documentation; `None` where it has no name.
pub(super) fn handle(function: &Function) -> TokenStream {
    let Some(name) = function.handle() else { return TokenStream::new() };
    let (conditions, visibility) = (function.conditions(), &function.visibility);
    let lints = lints(function);
    let (generics, types) = (function.generics.declared(), function.generics.types());
    quote_spanned! {mixed()=>
        #conditions
        #lints
        #visibility struct #name<#generics> {
            __types: ::core::marker::PhantomData<fn() -> (#(#types,)*)>,
        }
    }
}

/// What the generated items allow: what the user allows, and that a private kernel is used by the GPU alone.
fn lints(function: &Function) -> TokenStream {
    let mut lints = TokenStream::new();
    for attribute in &function.attributes {
        if attribute.path().is_ident("allow") {
            attribute.to_tokens(&mut lints);
        }
    }
    if matches!(function.visibility, Visibility::Inherited) {
        lints.extend(quote!(#[allow(dead_code)]));
    }
    lints
}

impl Kernel<'_> {
    /// The function, as it came, and all that belongs to it.
    pub(super) fn expand(&self, item: &TokenStream) -> TokenStream {
        let inline = self.inline();
        let docs = docs::handle(self);
        let handle = handle(self.function);
        let (kernel, run, launch, entries) = (self.kernel(), self.run(), self.launch(), self.entries());
        let instances: TokenStream = self.instances().iter().map(|instance| self.instance(instance)).collect();
        quote!(#inline #item #docs #handle #kernel #run #launch #instances #entries)
    }

    /// On the GPU a kernel's body becomes a part of each entry, unless the user wants it otherwise.
    fn inline(&self) -> Option<TokenStream> {
        let is_given = self.function.attributes.iter().any(|attribute| attribute.path().is_ident("inline"));
        (!is_given).then(inline)
    }

    fn instances(&self) -> &[Instance] {
        &self.options.instances
    }

    /// The name of the kernel's type. It was checked to be one.
    fn handle(&self) -> Ident {
        self.function.handle().unwrap_or_else(|| self.function.name.clone())
    }

    /// The kernel's type with its own parameters.
    fn generic_handle(&self) -> TokenStream {
        let (name, arguments) = (self.handle(), self.function.generics.arguments());
        quote!(#name<#arguments>)
    }

    /// The parameters that a launch passes, numbered.
    fn passed(&self) -> impl Iterator<Item = (Ident, &Parameter)> {
        let passed = self.function.parameters.iter().filter(|parameter| parameter.kind == Kind::Passed);
        passed.enumerate().map(|(number, parameter)| (format_ident!("__argument_{number}", span = mixed()), parameter))
    }

    /// The parameters that are shared memory, numbered.
    fn tiles(&self) -> impl Iterator<Item = (usize, &Parameter)> {
        self.function.parameters.iter().filter(|parameter| parameter.kind != Kind::Passed).enumerate()
    }

    /// `<Type as lego_cuda::path::Trait>::member`, all of it at the place of the type: what the compiler says about the
    /// trait is said there, and once.
    fn member(&self, parameter: &Parameter, path: &[&str], member: &str) -> TokenStream {
        let ty = self.outside(parameter);
        let (first, last) = ends(&parameter.ty);
        let lego_cuda = at(self.lego_cuda.clone(), last);
        let path = path.iter().map(|name| Ident::new(name, last));
        let member = Ident::new(member, last);
        let (open, close) = (quote_spanned!(first=> <), quote_spanned!(last=> as #lego_cuda #(::#path)*>::#member));
        quote!(#open #ty #close)
    }

    /// `<Type as Parameter>::member`.
    fn parameter(&self, parameter: &Parameter, member: &str) -> TokenStream {
        self.member(parameter, &["kernel", "Parameter"], member)
    }

    /// The type of a parameter where the function's lifetimes are not there.
    fn outside(&self, parameter: &Parameter) -> TokenStream {
        parameter.outside(self.function.generics.lifetimes())
    }

    /// The conditions of every implementation: those of the function, and what its generic parameters have to be.
    fn conditions(&self) -> TokenStream {
        let mut conditions = self.function.generics.conditions();
        for parameter in self.function.parameters.iter().filter(|parameter| parameter.is_generic) {
            conditions.extend(self.condition(parameter));
        }
        conditions
    }

    /// That parameters cross of which the text leaves that open, as conditions of what makes use of it. Where one does not
    /// hold, this is what the compiler says it of, and no place of use.
    fn doubts(&self) -> TokenStream {
        self.passed().filter(|(_, parameter)| parameter.is_doubtful()).map(|(_, one)| self.condition(one)).collect()
    }

    /// What the type of a parameter has to be.
    fn condition(&self, parameter: &Parameter) -> TokenStream {
        let ty = self.outside(parameter);
        let place = ends(&parameter.ty).0;
        let lego_cuda = at(self.lego_cuda.clone(), place);
        match parameter.kind {
            Kind::Passed => {
                let lifetime = Lifetime::new("'__any", mixed());
                let during = super::lifetimes::with(&lifetime, &parameter.ty, self.function.generics.lifetimes());
                quote_spanned!(place=> #ty: for<#lifetime> #lego_cuda::kernel::Parameter<During<#lifetime> = #during>,)
            }
            Kind::Static | Kind::Dynamic => quote_spanned!(place=> #ty: #lego_cuda::kernel::SharedTile,),
        }
    }

    /// What a launch and the executor know of the kernel.
    fn kernel(&self) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let (attributes, lints) = (self.function.conditions(), lints(self.function));
        let (generics, handle, conditions) =
            (self.function.generics.bounded(), self.generic_handle(), self.conditions());
        let name = self.function.plain_name();
        let bounds = self.bounds();
        let tiles = self.tiles().map(|(_, parameter)| {
            let (name, ty) = (parameter.plain_name(), self.outside(parameter));
            let dynamic = parameter.kind == Kind::Dynamic;
            quote!(#lego_cuda::__private::tile::<#ty>(#name, #dynamic))
        });
        quote_spanned! {mixed()=>
            #attributes
            #lints
            #[automatically_derived]
            impl<#generics> #lego_cuda::kernel::Kernel for #handle
            where
                #conditions
            {
                const NAME: &'static ::core::primitive::str = #name;
                const BOUNDS: #lego_cuda::image::Bounds = #bounds;
                const TILES: &'static [#lego_cuda::kernel::TileSpec] = &[#(#tiles),*];
            }
        }
    }

    /// The launch bounds as a value.
    fn bounds(&self) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let option = |value: Option<TokenStream>| match value {
            Some(value) => quote!(::core::option::Option::Some(#value)),
            None => quote!(::core::option::Option::None),
        };
        let most = option(self.options.max_threads.as_ref().map(Extents::three));
        let required = option(self.options.threads.as_ref().map(Extents::three));
        let blocks = option(self.options.min_blocks.clone());
        let registers = option(self.options.max_registers.clone());
        quote! {
            #lego_cuda::image::Bounds {
                max_threads: #most,
                required_threads: #required,
                min_blocks: #blocks,
                max_registers: #registers,
            }
        }
    }

    /// One of the instances, and that its bounds and tiles can be.
    fn instance(&self, instance: &Instance) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let (attributes, lints) = (self.conditions_of(instance), lints(self.function));
        let (handle, entry) = (instance.of(&self.handle()), instance.entry());
        let place = instance.name.span().resolved_at(mixed());
        let lego_cuda = at(lego_cuda.clone(), place);
        quote_spanned! {place=>
            #attributes
            #lints
            #[automatically_derived]
            impl #lego_cuda::kernel::Instance for #handle {
                const ENTRY: &'static ::core::primitive::str = #entry;
            }

            #attributes
            #lints
            const _: () = #lego_cuda::__private::check::<#handle>();
        }
    }

    /// The attributes under which there is an instance.
    fn conditions_of(&self, instance: &Instance) -> TokenStream {
        let mut conditions = self.function.conditions();
        conditions.extend(instance.conditions.clone());
        conditions
    }
}

/// The place of what the macro invents. Variables of this place are nobody else's, whatever they are called.
fn mixed() -> Span {
    Span::mixed_site()
}

/// What makes a function a part of the entry on the GPU.
fn inline() -> TokenStream {
    quote_spanned!(mixed()=> #[cfg_attr(target_arch = "nvptx64", inline(always))])
}

/// The name of a variable that is nobody else's. Where it is hidden it begins with two underscores: a constant of the same
/// name would be a pattern, of whatever place.
fn local(name: &str) -> Ident {
    Ident::new(name, mixed())
}

/// Tokens at another place.
fn at(tokens: TokenStream, place: Span) -> TokenStream {
    let moved = |mut tree: TokenTree| {
        tree.set_span(place);
        tree
    };
    tokens.into_iter().map(moved).collect()
}

/// The first and the last place of a type, for tokens that are not the user's.
fn ends(ty: &syn::Type) -> (Span, Span) {
    let mut trees = ty.to_token_stream().into_iter();
    let first = trees.next().map_or_else(Span::call_site, |tree| tree.span());
    let last = trees.last().map_or(first, |tree| tree.span());
    (first.resolved_at(mixed()), last.resolved_at(mixed()))
}
