//! The expansion of `#[lego_kernel]`, from a kernel's function to Rust.
//!
//! ```text
//! mod       the function, the type that stands for the kernel, the traits of it
//! kernel    what is known of the kernel
//! tokens    names, places and lints
//! run       the function's call with what a launch hands over
//! launch    the launch on the host
//! selection an instance that is chosen when the program runs
//! access    that accesses take no more than they may
//! entries   what the GPU begins with
//! docs      what the documentation of all that says
//! ```
//!
//! Everything is named by an absolute path; what is declared besides the kernel's type begins with two underscores.

mod access;
mod docs;
mod entries;
mod kernel;
mod launch;
mod run;
mod selection;
mod tokens;

pub(super) use kernel::Kernel;

use self::tokens::{at, inline, lints, mixed};
use super::extents::Extents;
use super::function::Function;
use super::instances::Instance;
use super::parameters::{Kind, Parameter};
use crate::source::Source;
use lego_core::check::fingerprint;
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};

fn is_mark(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
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

impl Kernel<'_> {
    /// The function, and all that belongs to it.
    pub(super) fn expand(&self, item: &TokenStream) -> TokenStream {
        let inline = self.inline();
        let docs = docs::handle(self);
        let handle = handle(self.function);
        let (kernel, run, launch, entries) = (self.kernel(), self.run(), self.launch(), self.entries());
        let instances: TokenStream = self.instances().iter().map(|instance| self.instance(instance)).collect();
        let accessed = self.accessed_types();
        let (item, ranks, selection) = (self.with_axes_counted(item), self.ranks(), self.selection());
        quote!(#inline #item #docs #handle #kernel #accessed #run #launch #instances #selection #ranks #entries)
    }

    /// On the GPU a kernel's body becomes a part of each entry, unless the user wants it otherwise.
    fn inline(&self) -> Option<TokenStream> {
        let is_given = self.function.attributes.iter().any(|attribute| attribute.path().is_ident("inline"));
        (!is_given).then(inline)
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
        let laid = self.function.parameters.iter().filter(|parameter| parameter.kind == Kind::Laid).count();
        let laid = (laid > 0).then(|| quote!(const LAID_TILES: ::core::primitive::usize = #laid;));
        let grid = self.options.grid.as_ref().map(|grid| {
            let reads = grid.reads;
            quote!(const GRID: [::core::primitive::bool; 3] = [#(#reads),*];)
        });
        let text = Literal::u64_suffixed(self.text);
        let fingerprints = self.function.parameters.iter().map(|parameter| self.fingerprint(parameter));
        let generic = self.passed().map(|(_, parameter)| parameter);
        let generic = generic.filter(|parameter| parameter.is_generic && parameter.axes().is_some());
        let ranks = generic.map(|parameter| self.parameter(parameter, "RANKS"));
        let sizes = self.function.generics.sizes().map(|size| quote!(#size as ::core::primitive::u64));
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
                #laid
                #grid
                const RANKS: &'static [[::core::primitive::usize; 2]] = &[#(#ranks),*];
                const FINGERPRINTS: &'static [::core::primitive::u64] = &[#text, #(#sizes,)* #(#fingerprints),*];
            }
        }
    }

    /// A number of the type of a parameter.
    fn fingerprint(&self, parameter: &Parameter) -> TokenStream {
        let is_passed = matches!(parameter.kind, Kind::Passed | Kind::Laid);
        if parameter.is_doubtful() {
            // What may not cross at all is said to be wrong elsewhere, and once.
            let (lego_cuda, ty) = (self.lego_cuda, self.outside(parameter));
            let of = if is_passed { quote!(OfParameter) } else { quote!(OfTile) };
            return quote_spanned! {mixed()=> {
                #[allow(unused_imports)]
                use #lego_cuda::__private::OfNothing as _;
                #lego_cuda::__private::#of::<#ty>::FINGERPRINT
            }};
        }
        if is_passed {
            self.parameter(parameter, "FINGERPRINT")
        } else {
            self.member(parameter, &["kernel", "SharedTile"], "FINGERPRINT")
        }
    }

    /// The parameters with axes, and where these stand, whose types are known without an instance. Of the others that says
    /// whether they name as many axes as their layouts have.
    fn with_axes(&self) -> impl Iterator<Item = (&Parameter, Span)> {
        let known = self.passed().filter(|(_, parameter)| !parameter.is_generic);
        known.filter_map(|(_, parameter)| Some((parameter, parameter.axes()?)))
    }

    /// The function, at the top of whose body each parameter gets a type that is none where it names too few or too many axes.
    /// Then the compiler says that, and of the registers in the body, which are too many or too few as well, it says nothing.
    fn with_axes_counted(&self, item: &TokenStream) -> TokenStream {
        let mut counted = TokenStream::new();
        for (parameter, place) in self.with_axes().filter(|(parameter, _)| !parameter.is_mut) {
            let (lego_cuda, ranks) = (at(self.lego_cuda.clone(), place), self.parameter(parameter, "RANKS"));
            let (name, ty) = (&parameter.name, &parameter.ty);
            counted.extend(quote_spanned! {place=>
                let #name: <#ty as #lego_cuda::__private::If<{ #lego_cuda::__private::check_ranks(#ranks); true }>>::Same = #name;
            });
        }
        let mut trees: Vec<TokenTree> = item.clone().into_iter().collect();
        if let Some(TokenTree::Group(body)) = trees.last_mut() {
            let (span, mut rest) = (body.span(), body.stream().into_iter().peekable());
            // What is said of the body as a whole stays in front: `#![allow(…)]`.
            let mut inside = TokenStream::new();
            while is_mark(rest.peek(), '#') {
                let mark = rest.next();
                let is_inner = is_mark(rest.peek(), '!');
                if !is_inner {
                    counted.extend(mark);
                    break;
                }
                inside.extend(mark.into_iter().chain(rest.by_ref().take(2)));
            }
            inside.extend(counted.into_iter().chain(rest));
            *body = Group::new(Delimiter::Brace, inside);
            body.set_span(span);
        }
        trees.into_iter().collect()
    }

    /// That parameters which the body may change name as many axes as their layouts have: a second one would not be changed.
    fn ranks(&self) -> TokenStream {
        let (attributes, lints) = (self.function.conditions(), lints(self.function));
        let check = |(parameter, place): (&Parameter, Span)| {
            let (lego_cuda, ranks) = (at(self.lego_cuda.clone(), place), self.parameter(parameter, "RANKS"));
            quote_spanned! {place=>
                #attributes
                #lints
                const _: () = #lego_cuda::__private::check_ranks(#ranks);
            }
        };
        self.with_axes().filter(|(parameter, _)| parameter.is_mut).map(check).collect()
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
        let cluster = option(self.options.cluster.clone());
        quote! {
            #lego_cuda::image::Bounds {
                max_threads: #most,
                required_threads: #required,
                min_blocks: #blocks,
                max_registers: #registers,
                cluster: #cluster,
            }
        }
    }

    /// One of the instances, and that its bounds and tiles can be.
    fn instance(&self, instance: &Instance) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let (attributes, lints) = (self.conditions_of(instance), lints(self.function));
        let (handle, entry) = (instance.of(&self.handle()), instance.entry());
        let arguments = instance.arguments.as_ref().map(|list| list.to_token_stream()).unwrap_or_default();
        let arguments = Literal::u64_suffixed(fingerprint(Source::new(arguments).text(), &[]));
        let place = instance.name.span().resolved_at(mixed());
        let lego_cuda = at(lego_cuda.clone(), place);
        let accesses = self.accesses_of(instance);
        quote_spanned! {place=>
            #attributes
            #lints
            #[automatically_derived]
            // SAFETY: the entry of this symbol is made beside it, for these arguments.
            unsafe impl #lego_cuda::kernel::Instance for #handle {
                const ENTRY: &'static ::core::primitive::str = #entry;
                const ARGUMENTS: ::core::primitive::u64 = #arguments;
            }

            #attributes
            #lints
            const _: () = #lego_cuda::__private::check::<#handle>();
            #accesses
        }
    }

    /// The attributes under which there is an instance.
    fn conditions_of(&self, instance: &Instance) -> TokenStream {
        let mut conditions = self.function.conditions();
        conditions.extend(instance.conditions.clone());
        conditions
    }
}
