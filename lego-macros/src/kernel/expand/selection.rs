//! `select`: an instance that is chosen when the program runs, among those of the same types.
//!
//! Of a kernel `gemv` with a type `T` and sizes, these are made:
//!
//! ```text
//! GemvSizes        the values of the sizes, a field each
//! GemvTypes        the trait of the types that have instances, with their list
//! GemvInstance<T>  one of them: `select`, `all`, `sizes`, `launch`
//! ```

use super::kernel::Kernel;
use super::launch::Launched;
use super::tokens::{lints, mixed};
use crate::kernel::instances::Instance;
use crate::kernel::names::exchanged;
use crate::kernel::parameters::Kind;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};

/// The instances of the same types.
struct SameTypes<'a> {
    types: Vec<TokenStream>,
    /// Each with the values of its sizes.
    instances: Vec<(&'a Instance, Vec<TokenStream>)>,
}

impl Kernel<'_> {
    /// What `select` makes; nothing where it is not there.
    pub(super) fn selection(&self) -> TokenStream {
        if self.options.select.is_none() {
            return TokenStream::new();
        }
        let lego_cuda = self.lego_cuda;
        let (attributes, lints) = (self.function.conditions(), lints(self.function));
        let (visibility, handle) = (&self.function.visibility, self.handle());
        let kernel = self.function.plain_name();
        let [sizes, types, instance] =
            ["Sizes", "Types", "Instance"].map(|end| format_ident!("{handle}{end}", span = handle.span()));
        let named: Vec<(&Ident, TokenStream)> = self.function.generics.bounded_types().collect();
        let (names, bounds): (Vec<_>, Vec<_>) = named.iter().map(|(name, bounds)| (*name, bounds)).unzip();
        // The trait is one of the first type, or of none.
        let first = names.first().map(|name| (*name).clone());
        let this = first.as_ref().map_or_else(|| quote!(()), |first| first.to_token_stream());
        let (rest, rest_bounds) = (names.get(1..).unwrap_or_default(), bounds.get(1..).unwrap_or_default());
        let own_bounds = bounds.first().filter(|bounds| !bounds.is_empty()).map(|bounds| quote!(#bounds +));
        let conditions = self.conditions_of_types();
        let of_self = |tokens: TokenStream| match &first {
            Some(first) => with_self(tokens, first),
            None => tokens,
        };
        let (own_conditions, own_rest_bounds) =
            (of_self(conditions.clone()), rest_bounds.iter().map(|bounds| of_self(bounds.to_token_stream())));
        let run = self.run_type();
        let own_run = of_self(run.clone());
        let fields: Vec<_> = self.function.generics.typed_sizes().map(|(name, ty)| (field(name), name, ty)).collect();
        let declared = fields.iter().map(|(field, name, ty)| {
            let docs = format!(" `{name}`.");
            quote!(#[doc = #docs] pub #field: #ty)
        });
        let groups = self.same_types();
        let lists = groups.iter().map(|group| {
            let (this, rest) = match group.types.split_first() {
                Some((first, rest)) => (first.clone(), rest),
                None => (quote!(()), &[][..]),
            };
            let members = group.instances.iter().map(|(one, values)| {
                let (conditions, of) = (&one.conditions, one.of(&handle));
                let values = fields.iter().zip(values).map(|((field, ..), value)| quote!(#field: #value));
                quote! {
                    #conditions
                    #lego_cuda::launch::Member {
                        entry: #lego_cuda::kernel::Entry::of::<#of>(),
                        sizes: #sizes { #(#values),* },
                        run: <#of>::__run,
                    }
                }
            });
            let run = with_types(run.clone(), &names, &group.types);
            quote! {
                #attributes
                #[cfg(not(target_arch = "nvptx64"))]
                #lints
                // SAFETY: each member is made of one instance of this kernel for these types.
                unsafe impl #types<#(#rest),*> for #this {
                    const __INSTANCES: &'static [#lego_cuda::launch::Member<#sizes, #run>] = &[#(#members),*];
                }
            }
        });
        let docs = [
            format!(" The sizes of an instance of [`{kernel}`]."),
            format!(" The types of which [`{kernel}`] has instances."),
            format!(" An instance of [`{kernel}`], chosen when the program runs."),
        ];
        let [sizes_docs, types_docs, instance_docs] = &docs;
        let functions = self.launch_functions(&Launched {
            receiver: quote!(&self,),
            condition: TokenStream::new(),
            entry: quote!(&self.__member.entry),
            run: quote!(self.__member.run),
        });
        let list = quote!(<#this as #types<#(#rest),*>>::__INSTANCES);
        let backend = Ident::new("__B", mixed());
        quote_spanned! {mixed()=>
            #attributes
            #[cfg(not(target_arch = "nvptx64"))]
            #[doc = #sizes_docs]
            #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq)]
            #[allow(dead_code)]
            #visibility struct #sizes {
                #(#declared,)*
            }

            #attributes
            #[cfg(not(target_arch = "nvptx64"))]
            #lints
            // Clippy does not read documentation that a macro writes.
            #[allow(clippy::missing_safety_doc)]
            #[doc = #types_docs]
            ///
            /// # Safety
            /// Each member of the list has the entry, the sizes and the body of one instance for these types.
            #visibility unsafe trait #types<#(#rest: #own_rest_bounds),*>: #own_bounds 'static
            where
                #own_conditions
            {
                #[doc(hidden)]
                const __INSTANCES: &'static [#lego_cuda::launch::Member<#sizes, #own_run>];
            }

            #(#lists)*

            #attributes
            #[cfg(not(target_arch = "nvptx64"))]
            #lints
            #[doc = #instance_docs]
            #visibility struct #instance<#(#names: #bounds),*>
            where
                #conditions
            {
                __member: &'static #lego_cuda::launch::Member<#sizes, #run>,
            }

            #attributes
            #[cfg(not(target_arch = "nvptx64"))]
            #lints
            impl<#(#names: #bounds),*> #instance<#(#names),*>
            where
                #this: #types<#(#rest),*>,
                #conditions
            {
                /// Returns the cheapest instance that the module's program has; the first one listed on a tie. A cost
                /// of `None` excludes an instance.
                ///
                /// # Errors
                /// `Error::NoInstance` if every cost is `None`, `Error::NoKernel` if the program has no instance with a
                /// cost.
                #visibility fn select<#backend: #lego_cuda::launch::Backend, __C: ::core::cmp::Ord>(
                    module: &#lego_cuda::launch::Module<#backend>,
                    cost: impl ::core::ops::FnMut(&#sizes) -> ::core::option::Option<__C>,
                ) -> ::core::result::Result<Self, #lego_cuda::launch::Error> {
                    let __member = #lego_cuda::launch::Member::select(#list, #kernel, module, cost)?;
                    ::core::result::Result::Ok(Self { __member })
                }

                /// Returns all instances for these types, in the order in which they are listed.
                #visibility fn all() -> impl ::core::iter::Iterator<Item = Self> {
                    ::core::iter::Iterator::map(#list.iter(), |__member| Self { __member })
                }

                /// Returns the values of the const parameters.
                #visibility fn sizes(&self) -> #sizes {
                    self.__member.sizes
                }

                /// Returns what a launch knows of the instance.
                #visibility fn entry(&self) -> &'static #lego_cuda::kernel::Entry {
                    &self.__member.entry
                }

                #functions
            }
        }
    }

    /// The type of the function that runs a body.
    fn run_type(&self) -> TokenStream {
        let arguments = self.passed().map(|(_, parameter)| self.parameter(parameter, "Abi"));
        let count = self.tiles().count();
        let tiles = (count > 0).then(|| quote!([::core::primitive::u32; #count]));
        quote!(unsafe fn(#(#arguments,)* #tiles))
    }

    /// What must hold of the types so that an instance can be launched.
    fn conditions_of_types(&self) -> TokenStream {
        let mut conditions = self.function.generics.conditions_of_types();
        let is_passed = |kind: Kind| kind.is_passed();
        for parameter in self.function.parameters.iter().filter(|one| one.is_generic && is_passed(one.kind)) {
            conditions.extend(self.condition(parameter));
        }
        conditions
    }

    /// The instances by their types, in the order of the first of each.
    fn same_types(&self) -> Vec<SameTypes<'_>> {
        let mut groups: Vec<SameTypes<'_>> = Vec::new();
        for instance in self.instances() {
            let (mut types, mut values) = (Vec::new(), Vec::new());
            let arguments = instance.arguments.iter().flat_map(|list| &list.args);
            for (argument, is_type) in arguments.zip(self.function.generics.are_types()) {
                if is_type { &mut types } else { &mut values }.push(argument.to_token_stream());
            }
            let text = |types: &[TokenStream]| types.iter().map(ToString::to_string).collect::<Vec<_>>();
            match groups.iter_mut().find(|group| text(&group.types) == text(&types)) {
                Some(group) => group.instances.push((instance, values)),
                None => groups.push(SameTypes { types, instances: vec![(instance, values)] }),
            }
        }
        groups
    }
}

/// The field of a size: its name in lower case.
fn field(size: &Ident) -> Ident {
    let name = size.to_string().to_lowercase();
    let span = size.span();
    match syn::parse_str::<Ident>(&name) {
        Ok(_) => Ident::new(&name, span),
        Err(_) => Ident::new_raw(&name, span),
    }
}

/// Tokens with `Self` in the place of a type's name.
fn with_self(tokens: TokenStream, name: &Ident) -> TokenStream {
    let this = |span: Span| TokenStream::from(TokenTree::Ident(Ident::new("Self", span)));
    exchanged(tokens, &|found| (found == name).then(|| this(found.span())))
}

/// Tokens with types in the place of the kernel's names for them.
fn with_types(tokens: TokenStream, names: &[&Ident], types: &[TokenStream]) -> TokenStream {
    exchanged(tokens, &|found| names.iter().position(|name| *name == found).map(|place| types[place].clone()))
}
