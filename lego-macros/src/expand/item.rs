//! One layout as a type: its declaration, its sizes, its documentation.

use super::docs::Docs;
use super::form::Form;
use super::names::OwnNames;
use super::rust::Rust;
use super::saturating::Saturating;
use crate::input::LayoutItem;
use crate::source::Source;
use crate::tokens::Tokens;
use lego_expr::{Dialect, Id, Node, Premise, Stop, Unknown, write};
use lego_lang::compile::Compiled;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use std::cell::Cell;
use syn::ext::IdentExt;

/// Makes the Rust of one layout.
pub(super) struct Generator<'a> {
    pub(super) item: &'a LayoutItem,
    pub(super) source: &'a Source,
    pub(super) compiled: &'a Compiled,
    pub(super) lego: &'a TokenStream,
    pub(super) own: OwnNames,
    pub(super) rank: Rank,
    pub(super) expands: bool,
    pub(super) pads: bool,
    /// Whether facts say of every size given at run time that it is at least 1: then fields are `NonZero`, and the
    /// compiler of the generated code knows that no divisor is 0.
    pub(super) positive: bool,
    pub(super) docs: Docs,
    form: Form,
    /// Whether an expression could not be written, because it is too long.
    stopped: Cell<bool>,
}

/// A rank, written into types without a suffix.
#[derive(Clone, Copy)]
pub(super) struct Rank(pub(super) usize);

impl ToTokens for Rank {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        Literal::usize_unsuffixed(self.0).to_tokens(tokens);
    }
}

/// Whether a fact says of a size that it is at least 1.
fn is_positive(compiled: &Compiled, size: &Ident) -> bool {
    let (arena, name) = (&compiled.arena, size.unraw().to_string());
    let is_named = |id| matches!(arena.get(id), Node::Variable(number) if arena.variable_of(number).name == name);
    arena.premises().iter().any(|fact| match *fact {
        Premise::AtMost(least, size) => arena.number(least).is_some_and(|least| least >= 1) && is_named(size),
        Premise::Divides(..) => false,
    })
}

/// `<const M: usize, const K: usize>`
pub(super) fn generic_parameters(names: &[Ident]) -> TokenStream {
    if names.is_empty() { TokenStream::new() } else { quote!(<#(const #names: ::core::primitive::usize),*>) }
}

impl<'a> Generator<'a> {
    pub(super) fn new(
        item: &'a LayoutItem,
        source: &'a Source,
        compiled: &'a Compiled,
        form: Form,
        lego: &'a TokenStream,
    ) -> Self {
        Self {
            item,
            source,
            compiled,
            lego,
            own: OwnNames::new(item, &compiled.parameters, form),
            rank: Rank(compiled.dims.len()),
            expands: !compiled.apply.guards().is_empty(),
            pads: !compiled.inv.guards().is_empty(),
            positive: !item.runtime.is_empty() && item.runtime.iter().all(|size| is_positive(compiled, size)),
            docs: Docs::new(compiled),
            form,
            stopped: Cell::new(false),
        }
    }

    /// The type and what belongs to it.
    ///
    /// # Errors
    /// [`Stop`] where an expression is too long to be written.
    pub(super) fn generate(&self) -> Result<TokenStream, Stop> {
        let tokens = self.tokens();
        if self.stopped.get() { Err(Stop::TooLong) } else { Ok(tokens) }
    }

    /// What is written, or nothing, where it is too long: then no tokens are of any use.
    pub(super) fn unless_stopped<T: Default>(&self, written: Result<T, Stop>) -> T {
        written.unwrap_or_else(|_| {
            self.stopped.set(true);
            T::default()
        })
    }

    fn tokens(&self) -> TokenStream {
        let conditions = self.item.conditions();
        let outside = if self.form == Form::Expression { self.size_constants() } else { TokenStream::new() };
        let declaration = self.declaration();
        let items = [
            self.inherent(),
            self.mapping_impl(),
            self.static_impl(),
            self.storage_impl(),
            self.access_cost_impl(),
            self.layout_impl(),
            self.mapping32_impl(),
            self.layout32_impl(),
            self.eager_check(),
        ];
        let items = items.iter().filter(|item| !item.is_empty());
        quote!(#outside #declaration #(#conditions #items)*)
    }

    /// Paths to constants as constants of the macro's own, so that each is written once: what is wrong with one is then one
    /// error. Those of an expression stand outside of its type, where they mean what they mean to the user.
    fn size_constants(&self) -> TokenStream {
        let constants = self.own.sizes().map(|(name, path)| {
            let path = self.source.path(path);
            quote!(const #name: ::core::primitive::usize = #path;)
        });
        quote!(#(#constants)*)
    }

    /// A name of the macro's own.
    pub(super) fn local(&self, name: &str) -> Ident {
        Ident::new(&self.own.local(name), Span::mixed_site())
    }

    /// Code in an integer type; run-time sizes are fields of `self`, or else arguments.
    pub(super) fn rust(&self, width: &'static str, fields: bool) -> Rust<'_> {
        Rust { source: self.source, width, fields, positive: self.positive, own: &self.own, lego: self.lego }
    }

    /// An expression in a dialect. Nothing is shared, unless it would be far longer so: then it is a block.
    pub(super) fn written<D: Dialect<Output = Tokens>>(&self, id: Id, dialect: &D) -> Tokens {
        let printed = write(&self.compiled.arena, &[id], &[], dialect, &Unknown);
        let (lets, value) = self.unless_stopped(printed.map(|mut printed| {
            let lets: Vec<Tokens> = printed.shared.iter().map(|shared| dialect.statement(shared)).collect();
            (lets, printed.values.remove(0))
        }));
        if lets.is_empty() { value } else { quote!({ #(#lets)* #value }).into() }
    }

    /// A value made of sizes that saturates, in an unsigned type of 64 bits or more.
    pub(super) fn saturating(&self, id: Id, fields: bool, integer: &'static str) -> TokenStream {
        self.written(id, &Saturating { rust: self.rust("usize", fields), integer }).into_token_stream()
    }

    /// A size; run-time sizes are fields of `self`, or else arguments.
    pub(super) fn size_tokens(&self, id: Id, fields: bool) -> TokenStream {
        let tokens = self.written(id, &self.rust("usize", fields));
        // A number, a path or a field needs no parentheses, and an error about it then stands at its own place.
        let is_single = matches!(self.compiled.arena.get(id), Node::Constant(_) | Node::Variable(_));
        if is_single { quote!(#tokens) } else { quote!((#tokens)) }
    }

    /// Whether functions take `self`.
    pub(super) fn has_methods(&self) -> bool {
        self.form == Form::Expression || self.is_runtime()
    }

    pub(super) fn receiver(&self) -> TokenStream {
        if self.has_methods() { quote!(&self,) } else { TokenStream::new() }
    }

    /// What stands behind a field to make a number of it.
    pub(super) fn get(&self) -> TokenStream {
        if self.positive { quote!(.get()) } else { TokenStream::new() }
    }

    pub(super) fn is_runtime(&self) -> bool {
        !self.item.runtime.is_empty()
    }

    pub(super) fn optional_if(&self, optional: bool, inner: &TokenStream) -> TokenStream {
        if optional { quote!(::core::option::Option<#inner>) } else { inner.clone() }
    }

    /// The name with its arguments: `Tiled<M, K>`.
    pub(super) fn type_name(&self) -> TokenStream {
        let (name, generics) = (&self.item.name, &self.item.generics);
        if generics.is_empty() { quote!(#name) } else { quote!(#name<#(#generics),*>) }
    }

    /// What the implementations are let to do: what the user lets the type do; and for a deprecated type they are no use of
    /// it. More is not allowed, since a crate may forbid what is: the compiler applies lints of style to no macro of another
    /// crate.
    pub(super) fn lints(&self) -> TokenStream {
        let attributes = &self.item.attributes;
        let allowed = attributes.iter().filter(|attribute| attribute.path().is_ident("allow"));
        let deprecated = attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"));
        let deprecated = if deprecated { quote!(#[allow(deprecated)]) } else { TokenStream::new() };
        quote!(#(#allowed)* #deprecated)
    }

    fn declaration(&self) -> TokenStream {
        let LayoutItem { attributes, visibility, name, generics, runtime, .. } = self.item;
        let generics = generic_parameters(generics);
        let default = if self.is_runtime() { TokenStream::new() } else { quote!(::core::default::Default,) };
        let fields = match (self.is_runtime(), self.positive) {
            (false, _) => quote!(;),
            (true, false) => quote!({ #(#runtime: ::core::primitive::usize),* }),
            (true, true) => quote!({ #(#runtime: ::core::num::NonZero<::core::primitive::usize>),* }),
        };
        let doc = self.type_doc(attributes.iter().any(|attribute| attribute.path().is_ident("doc")));
        let words = self.words();
        quote! {
            #words
            #(#attributes)*
            #[doc = #doc]
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

    /// A reference to the word of each piece and stage, at its place: there an editor shows what it does.
    fn words(&self) -> TokenStream {
        let lego = self.lego;
        let known = |name: &str| lego_core::words::ALL.iter().any(|(word, ..)| *word == name);
        let words = self.source.called().filter(|(name, _)| known(name)).map(|(name, place)| {
            let word = Ident::new(name, place.resolved_at(Span::mixed_site()));
            quote!(#lego::words::#word)
        });
        let words: Vec<TokenStream> = words.collect();
        if words.is_empty() {
            return TokenStream::new();
        }
        quote!(const _: ::core::option::Option<(#(#words,)*)> = ::core::option::Option::None;)
    }

    fn inherent(&self) -> TokenStream {
        let (name, generics, rank) = (self.type_name(), generic_parameters(&self.item.generics), self.rank);
        let sizes = if self.is_runtime() { self.runtime_sizes() } else { self.constant_sizes() };
        let (functions, slice, lints) = (self.functions(), self.slice(), self.lints());
        let inside = if self.form == Form::Item { self.size_constants() } else { TokenStream::new() };
        quote! {
            #lints
            impl #generics #name {
                #inside
                /// The number of logical dimensions.
                pub const RANK: ::core::primitive::usize = #rank;
                #sizes
                #functions
                #slice
            }
        }
    }

    fn constant_sizes(&self) -> TokenStream {
        let rank = self.rank;
        let dims: Vec<TokenStream> = self.compiled.dims.iter().map(|&n| self.size_tokens(n, false)).collect();
        let assumed = self.assumed();
        let assuming = |value| if assumed.is_empty() { value } else { quote!({ #assumed #value }) };
        let dims = assuming(quote!([#(#dims),*]));
        let count = assuming(self.size_tokens(self.compiled.count, false));
        let span = assuming(self.size_tokens(self.compiled.span, false));
        let checked = if self.asserts() {
            let checks = self.compile_time_checks();
            // A function of the user's is called for every index.
            let long = if self.compiled.unproved.is_empty() {
                TokenStream::new()
            } else {
                quote!(#[allow(long_running_const_eval)])
            };
            quote!(#long const CHECKED: () = { #checks };)
        } else if self.form == Form::Expression && !self.item.generics.is_empty() {
            // The expression names it, whether or not there is anything to be checked.
            quote!(
                const CHECKED: () = ();
            )
        } else {
            TokenStream::new()
        };
        let narrow = if self.asserts_narrow() {
            let checks = self.narrow_checks();
            quote!(const CHECKED_U32: () = { #assumed #checks };)
        } else {
            TokenStream::new()
        };
        quote! {
            #checked
            #narrow
            /// The logical extents.
            pub const DIMS: [::core::primitive::usize; #rank] = #dims;
            /// The number of logical indices.
            pub const COUNT: ::core::primitive::usize = #count;
            /// The number of positions that a buffer must hold.
            pub const SPAN: ::core::primitive::usize = #span;
        }
    }

    fn runtime_sizes(&self) -> TokenStream {
        let (lego, rank, runtime) = (self.lego, self.rank, &self.item.runtime);
        let dims: Vec<TokenStream> = self.compiled.dims.iter().map(|&n| self.size_tokens(n, true)).collect();
        let (count, span) = (self.size_tokens(self.compiled.count, true), self.size_tokens(self.compiled.span, true));
        let conditions = self.conditions().into_iter().map(|(_, condition)| condition);
        let error = self.local("error");
        let arguments: Vec<Ident> =
            runtime.iter().filter_map(|name| self.own.argument(&name.unraw().to_string())).collect();
        let names = runtime.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let doc = format!(" The layout for given sizes {names}.");
        let readable = runtime.iter().filter(|name| !METHODS.contains(&name.unraw().to_string().as_str()));
        let get = self.get();
        let accessors = readable.map(|name| {
            let doc = format!(" The size {name} that the layout was made for.");
            quote! {
                #[doc = #doc]
                #[inline]
                #[must_use]
                #[allow(non_snake_case)]
                pub const fn #name(&self) -> ::core::primitive::usize {
                    self.#name #get
                }
            }
        });
        let stored = match self.positive {
            false => quote!(#(#runtime: #arguments),*),
            true => {
                let (size, names) = (self.local("size"), runtime.iter().map(|name| name.unraw().to_string()));
                quote! {
                    #(#runtime: match #lego::check::size(#names, #arguments) {
                        ::core::result::Result::Ok(#size) => #size,
                        ::core::result::Result::Err(#error) => return ::core::result::Result::Err(#error),
                    }),*
                }
            }
        };
        quote! {
            #[doc = #doc]
            ///
            /// # Errors
            /// The first condition that the sizes do not meet.
            pub const fn new(
                #(#arguments: ::core::primitive::usize),*
            ) -> ::core::result::Result<Self, #lego::LayoutError> {
                #(if let ::core::result::Result::Err(#error) = #conditions {
                    return ::core::result::Result::Err(#error);
                })*
                ::core::result::Result::Ok(Self { #stored })
            }

            /// The logical extents.
            #[inline]
            #[must_use]
            pub const fn dims(&self) -> [::core::primitive::usize; #rank] {
                [#(#dims),*]
            }

            /// The number of logical indices.
            #[inline]
            #[must_use]
            pub const fn count(&self) -> ::core::primitive::usize {
                #count
            }

            /// The number of positions that a buffer must hold.
            #[inline]
            #[must_use]
            pub const fn span(&self) -> ::core::primitive::usize {
                #span
            }

            #(#accessors)*
        }
    }
}

/// The methods of layouts: a size of such a name has no method that gives it, which would hide them.
const METHODS: [&str; 33] = [
    "anti_diagonal_stride",
    "apply",
    "apply_u32",
    "check",
    "check_u32",
    "clone",
    "cmp",
    "contains",
    "contains_u32",
    "count",
    "dims",
    "dims_u32",
    "eq",
    "fmt",
    "from_sizes_u32",
    "hash",
    "inv",
    "inv_u32",
    "is_exhaustive",
    "is_strided",
    "is_unique",
    "ne",
    "new",
    "preimage",
    "run",
    "runs",
    "sizes_u32",
    "slice",
    "span",
    "span_u32",
    "stride",
    "try_apply",
    "try_inv",
];
