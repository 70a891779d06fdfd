//! The launch on the host.

use super::docs;
use super::kernel::Kernel;
use super::tokens::{at, ends, lints, local, mixed};
use crate::kernel::facts::{Fact, Host};
use crate::kernel::parameters::{Kind, Parameter};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// What differs between a launch of the kernel's type and one of an instance that was chosen.
pub(super) struct Launched {
    /// `&self,` or nothing.
    pub(super) receiver: TokenStream,
    /// What must hold.
    pub(super) condition: TokenStream,
    /// The entry that is launched, a `&Entry`.
    pub(super) entry: TokenStream,
    /// The function that runs the body.
    pub(super) run: TokenStream,
}

impl Kernel<'_> {
    /// `launch` of the kernel's type.
    pub(super) fn launch(&self) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let (attributes, lints) = (self.function.conditions(), lints(self.function));
        let (generics, handle, conditions) =
            (self.function.generics.bounded(), self.generic_handle(), self.conditions());
        let functions = self.launch_functions(&Launched {
            receiver: TokenStream::new(),
            condition: quote!(Self: #lego_cuda::kernel::Instance,),
            entry: quote!(const { &#lego_cuda::kernel::Entry::of::<Self>() }),
            run: quote!(Self::__run),
        });
        quote_spanned! {mixed()=>
            #attributes
            #[cfg(not(target_arch = "nvptx64"))]
            #lints
            impl<#generics> #handle
            where
                #conditions
            {
                #functions
            }
        }
    }

    /// `launch`, with a parameter for each of the function's that a launch passes, and the check of its facts.
    pub(super) fn launch_functions(&self, launched: &Launched) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let Launched { receiver, condition, entry: entry_of, run } = launched;
        let kernel = self.function.plain_name();
        let visibility = &self.function.visibility;
        let unsafety = self.function.is_unsafe.then(|| quote!(unsafe));
        let (docs, doubts) = (docs::launch(self), self.doubts());
        // The function's lifetimes are not there, so none has the same name. Numbers borrow nothing.
        let borrowed = self.passed().any(|(_, parameter)| !parameter.is_number()).then(|| quote!('h,));
        let backend = Ident::new("__B", mixed());
        let (module, config, body, tiles) = (local("module"), local("launch"), local("__body"), local("__tiles"));
        let parameters = self.passed().map(|(_, parameter)| {
            let (name, ty) = (&parameter.name, self.host_type(parameter, &backend));
            quote!(#name: #ty)
        });
        let converted = self.passed().map(|(local, parameter)| {
            let (host, name) = (self.argument(parameter, "Host"), &parameter.name);
            let value = if parameter.is_integer() {
                let (ty, text) = (self.outside(parameter), parameter.plain_name());
                quote!(#lego_cuda::__private::crossing::<#ty>(#kernel, #name, #text)?)
            } else if self.is_passed_as_it_is(parameter) {
                quote!(#name)
            } else {
                quote!(::core::convert::Into::into(#name))
            };
            quote!(let mut #local: #host<'_, #backend> = #value;)
        });
        let (grid, block, is_covered) = (local("__grid"), local("__block"), local("__is_covered"));
        let (entry, run_of) = (local("__entry"), local("__run_of"));
        let checks = self.passed().map(|(local, parameter)| {
            let (check, name) = (self.argument(parameter, "check"), parameter.plain_name());
            let extents = self.argument(parameter, "check_extents");
            // Where extents are those of one thread because the launch says none, it is refused for that later.
            quote! {
                #check::<#backend>(&#local, #module.device(), #name)?;
                #extents::<#backend>(&#local, &#config, #block, #name)?;
            }
        });
        let buffers: Vec<_> = self.passed().map(|(local, _)| quote::format_ident!("{local}_buffer")).collect();
        let passed = self.passed().zip(&buffers).map(|((local, parameter), buffer)| {
            let (passed, name) = (self.argument(parameter, "passed"), parameter.plain_name());
            quote!(let #buffer = #passed::<#backend>(&#local, #name);)
        });
        let owners: Vec<_> = self.passed().map(|(local, _)| quote::format_ident!("{local}_owner")).collect();
        let kept = self.passed().zip(&owners).map(|((local, parameter), owner)| {
            let of = self.argument(parameter, "owner");
            quote!(let #owner = #of::<#backend>(&#local);)
        });
        let covers = self.passed().map(|(local, parameter)| {
            let cover = self.argument(parameter, "cover");
            quote!(#is_covered |= #cover::<#backend>(&#local, &mut #grid, &mut #block);)
        });
        let (facts, ask_facts) = self.facts(&backend).unzip();
        let memory = local("__memory");
        let laid = |parameter: &Parameter| parameter.kind == Kind::Laid;
        let placed: Vec<_> = self
            .passed()
            .filter(|(_, parameter)| laid(parameter))
            .map(|(local, parameter)| {
                let (place, name) = (self.argument(parameter, "place"), parameter.plain_name());
                let tile = quote::format_ident!("{local}_tile");
                quote!(let #tile = #place::<#backend>(&mut #local, &mut #memory, #name)?;)
            })
            .collect();
        let memory = (!placed.is_empty()).then(|| quote!(let mut #memory = #lego_cuda::launch::Placement::of(#entry);));
        let abis = self.passed().map(|(local, parameter)| {
            let abi = self.argument(parameter, "abi");
            quote!(let mut #local = #abi::<#backend>(&mut #local);)
        });
        let names: Vec<_> = self.passed().map(|(local, _)| local).collect();
        let tiles_of = self.passed().map(|(local, parameter)| {
            laid(parameter).then(|| {
                let tile = quote::format_ident!("{local}_tile");
                quote!(.placed_at(#tile))
            })
        });
        let offsets: Vec<_> = self.tiles().map(|(number, _)| quote!(#tiles[#number])).collect();
        let (tiles, offsets) = match offsets.as_slice() {
            [] => (quote!(_), None),
            offsets => (quote!(#tiles), Some(quote!([#(#offsets),*]))),
        };
        let arguments = self.passed().filter(|(_, parameter)| parameter.is_generic || parameter.is_doubtful());
        let arguments = arguments.map(|(_, parameter)| {
            let (ty, place) = (self.outside(parameter), ends(&parameter.ty).0);
            let lego_cuda = at(lego_cuda.clone(), place);
            quote_spanned!(place=> #ty: #lego_cuda::launch::Argument,)
        });
        quote_spanned! {mixed()=>
            #docs
            #visibility #unsafety fn launch<#borrowed #backend: #lego_cuda::launch::Backend>(
                #receiver
                #module: &#lego_cuda::launch::Module<#backend>,
                #config: #lego_cuda::launch::Launch,
                #(#parameters,)*
            ) -> ::core::result::Result<(), #lego_cuda::launch::Error>
            where
                #condition
                #(#arguments)*
                #doubts
            {
                let #entry = #entry_of;
                #lego_cuda::__private::check_fit(#entry, &#config)?;
                #(#converted)*
                let mut #block = #config.block_of(&#entry.bounds);
                let mut #config = #lego_cuda::launch::Launch {
                    block: #config.block.or(#entry.bounds.required_threads),
                    ..#config
                };
                if #config.covering {
                    let (mut #grid, mut #is_covered) = (#config.grid, false);
                    #(#covers)*
                    #config = #lego_cuda::__private::covering(#entry, #config, #is_covered, #grid, &mut #block)?;
                }
                #(#checks)*
                #ask_facts
                #(#passed)*
                #(#kept)*
                #memory
                #(#placed)*
                #(#abis)*
                let #run_of = #run;
                let #body = move |#tiles: &[::core::primitive::u32]| {
                    // SAFETY: the values are those of arguments that were checked and are borrowed until the launch
                    // has ended; the tiles are laid out as the kernel has them.
                    unsafe { #run_of(#(#names,)* #offsets) }
                };
                // SAFETY: the values are those of the kernel's parameters in their order, checked for the device.
                unsafe {
                    #module.launch(
                        #entry,
                        #config,
                        &mut [#(#lego_cuda::launch::argument::Value::of(&mut #names).with(#buffers).kept(#owners) #tiles_of),*],
                        #body,
                    )
                }
            }

            #facts
        }
    }

    /// The parameters that facts speak of, each with the variable that has what the host passes for it.
    fn in_facts(&self) -> Vec<(Ident, &Parameter)> {
        let mut operands = Vec::new();
        self.options.facts.iter().for_each(|fact| fact.operands(&mut operands));
        let named = |parameter: &Parameter| operands.iter().any(|operand| operand.parameter() == Some(&parameter.name));
        self.passed().filter(|(_, parameter)| named(parameter)).collect()
    }

    /// A function that checks what must hold between the arguments, and its call.
    ///
    /// It is one of its own since `launch` demands that generic parameters are arguments; under that demand the compiler no longer
    /// looks at what a view's host is, and finds no layout in it.
    fn facts(&self, backend: &Ident) -> Option<(TokenStream, TokenStream)> {
        if self.options.facts.is_empty() {
            return None;
        }
        let (lego_cuda, kernel) = (self.lego_cuda, self.function.plain_name());
        let parameters = self.in_facts();
        let host = |name: &Ident| {
            let (local, parameter) = parameters.iter().find(|(_, parameter)| parameter.name == *name)?;
            Some(Host { local: local.clone(), is_slice: matches!(parameter.ty, syn::Type::Reference(_)) })
        };
        let fact = |fact: &Fact| {
            let (text, comparison) = (&fact.text, Ident::new(fact.comparison, mixed()));
            let (left, right) = (fact.left.value(lego_cuda, &host), fact.right.value(lego_cuda, &host));
            let mut operands = Vec::new();
            fact.operands(&mut operands);
            let names = operands.iter().map(|operand| operand.name());
            let values = operands.iter().map(|operand| operand.value(lego_cuda, &host));
            let compare = match fact.comparison {
                "eq" | "ne" => quote!(::core::cmp::PartialEq::#comparison),
                _ => quote!(::core::cmp::PartialOrd::#comparison),
            };
            quote! {
                #lego_cuda::__private::facts::holds(
                    #kernel,
                    #text,
                    [#left, #right],
                    #compare,
                    &[#((#names, #values)),*],
                )?;
            }
        };
        let facts = self.options.facts.iter().map(fact);
        let taken = parameters.iter().map(|(local, parameter)| {
            let host = self.argument(parameter, "Host");
            quote!(#local: &#host<'_, #backend>)
        });
        let numbers = parameters.iter().filter(|(_, parameter)| parameter.is_number());
        let numbers = numbers.map(|(local, _)| quote!(let #local = *#local;));
        let locals = parameters.iter().map(|(local, _)| local);
        let call = quote!(Self::__facts::<#backend>(#(&#locals),*)?;);
        let function = quote! {
            fn __facts<#backend: #lego_cuda::launch::Backend>(
                #(#taken),*
            ) -> ::core::result::Result<(), #lego_cuda::launch::Error> {
                #(#numbers)*
                #(#facts)*
                ::core::result::Result::Ok(())
            }
        };
        Some((function, call))
    }

    /// What the caller passes for a parameter.
    fn host_type(&self, parameter: &Parameter, backend: &Ident) -> TokenStream {
        if parameter.is_integer() {
            let lego_cuda = self.lego_cuda;
            return quote!(impl #lego_cuda::launch::Integer);
        }
        if parameter.is_number() {
            return self.outside(parameter);
        }
        let host = self.argument(parameter, "Host");
        if self.is_passed_as_it_is(parameter) {
            quote!(#host<'h, #backend>)
        } else {
            quote!(impl ::core::convert::Into<#host<'h, #backend>>)
        }
    }

    /// Whether a parameter is a number, also by the name of one of the function's types. Without a conversion the caller
    /// can write it as `2.0`.
    pub(super) fn is_passed_as_it_is(&self, parameter: &Parameter) -> bool {
        let is_type = match &parameter.ty {
            syn::Type::Path(path) => path.path.get_ident().is_some_and(|name| self.function.generics.is_type(name)),
            _ => false,
        };
        is_type || parameter.is_number()
    }

    /// `<Type as Argument>::member`.
    fn argument(&self, parameter: &Parameter, member: &str) -> TokenStream {
        self.member(parameter, &["launch", "Argument"], member)
    }
}
