//! The types and sizes of a kernel, as declarations and as arguments.

use super::lifetimes;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse::ParseStream;
use syn::{GenericParam, WherePredicate};

/// The generic parameters of a kernel.
pub(super) struct Generics {
    parsed: syn::Generics,
    /// The names of its lifetimes.
    lifetimes: Vec<Ident>,
}

impl Generics {
    /// Reads `<'a, T: Element, const N: usize>`, or nothing.
    ///
    /// # Errors
    /// Those of the grammar.
    pub(super) fn parse(input: ParseStream<'_>, errors: &mut Vec<syn::Error>) -> syn::Result<Self> {
        let parsed: syn::Generics = input.parse()?;
        for parameter in &parsed.params {
            let attributes = match parameter {
                GenericParam::Lifetime(one) => &one.attrs,
                GenericParam::Type(one) => &one.attrs,
                GenericParam::Const(one) => &one.attrs,
            };
            let error = "a generic parameter of a kernel has no attributes";
            errors.extend(attributes.iter().map(|attribute| syn::Error::new_spanned(attribute, error)));
        }
        let lifetimes = parsed.lifetimes().map(|one| one.lifetime.ident.clone()).collect();
        Ok(Self { parsed, lifetimes })
    }

    /// Reads the `where` after the parameters, or nothing.
    ///
    /// # Errors
    /// Those of the grammar.
    pub(super) fn parse_where(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        self.parsed.where_clause = input.parse()?;
        Ok(())
    }

    /// Whether there is nothing to choose: no types and no sizes.
    pub(super) fn is_empty(&self) -> bool {
        self.names().next().is_none()
    }

    /// The names of types and sizes, in their order.
    pub(super) fn names(&self) -> impl Iterator<Item = &Ident> {
        self.parsed.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(one) => Some(&one.ident),
            GenericParam::Const(one) => Some(&one.ident),
        })
    }

    /// The names of the sizes.
    pub(super) fn sizes(&self) -> impl Iterator<Item = &Ident> {
        self.parsed.const_params().map(|one| &one.ident)
    }

    /// The names of the lifetimes.
    pub(super) fn lifetimes(&self) -> &[Ident] {
        &self.lifetimes
    }

    /// An error at the list.
    pub(super) fn error(&self, message: &str) -> syn::Error {
        syn::Error::new_spanned(&self.parsed.params, message)
    }

    /// Whether tokens name one of the types or sizes.
    pub(super) fn mentioned(&self, tokens: &TokenStream) -> bool {
        tokens.clone().into_iter().any(|tree| match tree {
            TokenTree::Ident(name) => self.names().any(|parameter| *parameter == name),
            TokenTree::Group(group) => self.mentioned(&group.stream()),
            _ => false,
        })
    }

    /// The first size that tokens name.
    pub(super) fn size_in(&self, tokens: &TokenStream) -> Option<Ident> {
        tokens.clone().into_iter().find_map(|tree| match tree {
            TokenTree::Ident(name) => self.sizes().any(|size| *size == name).then_some(name),
            TokenTree::Group(group) => self.size_in(&group.stream()),
            _ => None,
        })
    }

    /// The types with their bounds.
    pub(super) fn bounded_types(&self) -> impl Iterator<Item = (&Ident, TokenStream)> {
        self.parsed.type_params().map(|one| (&one.ident, self.outside(one.bounds.to_token_stream())))
    }

    /// The sizes with their types.
    pub(super) fn typed_sizes(&self) -> impl Iterator<Item = (&Ident, &syn::Type)> {
        self.parsed.const_params().map(|one| (&one.ident, &one.ty))
    }

    /// Whether the parameter of a number, from 0 and without lifetimes, is a type.
    pub(super) fn are_types(&self) -> impl Iterator<Item = bool> {
        self.parsed.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            parameter => Some(matches!(parameter, GenericParam::Type(_))),
        })
    }

    /// Whether a name is that of a type.
    pub(super) fn is_type(&self, name: &Ident) -> bool {
        self.parsed.type_params().any(|one| one.ident == *name)
    }

    /// `T, const N: usize`: what a type declares.
    pub(super) fn declared(&self) -> TokenStream {
        let parameters = self.parsed.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(one) => Some(one.ident.to_token_stream()),
            GenericParam::Const(one) => Some(self.constant(one)),
        });
        quote!(#(#parameters),*)
    }

    /// `T: Element, const N: usize`: what an implementation declares.
    pub(super) fn bounded(&self) -> TokenStream {
        let parameters = self.parsed.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(one) => {
                let (name, bounds) = (&one.ident, self.outside(one.bounds.to_token_stream()));
                Some(quote!(#name: #bounds))
            }
            GenericParam::Const(one) => Some(self.constant(one)),
        });
        quote!(#(#parameters),*)
    }

    fn constant(&self, parameter: &syn::ConstParam) -> TokenStream {
        let (name, ty) = (&parameter.ident, &parameter.ty);
        quote!(const #name: #ty)
    }

    /// `T, N`: the arguments that are the parameters themselves.
    pub(super) fn arguments(&self) -> TokenStream {
        let names = self.names();
        quote!(#(#names),*)
    }

    /// The conditions of an implementation, each with a comma: those of the function, and that no type borrows.
    pub(super) fn conditions(&self) -> TokenStream {
        self.conditions_if(|_| true)
    }

    /// Those of them that name no size.
    pub(super) fn conditions_of_types(&self) -> TokenStream {
        self.conditions_if(|predicate| self.size_in(predicate).is_none())
    }

    fn conditions_if(&self, is_one: impl Fn(&TokenStream) -> bool) -> TokenStream {
        let mut conditions = TokenStream::new();
        let predicates = self.parsed.where_clause.iter().flat_map(|clause| &clause.predicates);
        for predicate in predicates {
            // What lifetimes have to do with each other is settled outside: there all are one.
            if !matches!(predicate, WherePredicate::Lifetime(_)) && is_one(&predicate.to_token_stream()) {
                let predicate = self.outside(predicate.to_token_stream());
                conditions.extend(quote!(#predicate,));
            }
        }
        let outside = lifetimes::outside();
        for one in self.parsed.type_params() {
            let name = &one.ident;
            conditions.extend(quote!(#name: #outside,));
        }
        conditions
    }

    /// The types, for a type that has to use them.
    pub(super) fn types(&self) -> impl Iterator<Item = &Ident> {
        self.parsed.type_params().map(|one| &one.ident)
    }

    fn outside(&self, tokens: TokenStream) -> TokenStream {
        lifetimes::in_bound(&lifetimes::outside(), tokens, &self.lifetimes)
    }
}
