//! The names of what generated code declares.

use super::form::Form;
use crate::input::LayoutItem;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::{HashMap, HashSet};
use syn::ext::IdentExt;

/// The names that the macro gives to what it declares.
///
/// A binding is hygienic against the user's variables but not against the user's constants: a pattern `i0` where a
/// constant of that name is in scope is that constant. Hence names that nobody has, and none of the item's own.
pub(super) struct OwnNames {
    prefix: String,
    /// The sizes that get a constant of the macro's own: paths.
    sizes: Vec<String>,
    form: Form,
    /// The run-time sizes, each with the name of the argument for it, which the documentation shows.
    arguments: HashMap<String, String>,
    /// The argument of `apply`, which the documentation shows.
    pub(super) index: String,
    /// The argument of `inv`.
    pub(super) position: String,
    /// The type of the argument of `slice`.
    pub(super) spec: String,
}

impl OwnNames {
    pub(super) fn new(item: &LayoutItem, parameters: &[String], form: Form) -> Self {
        let own: Vec<String> = item.generics.iter().chain(&item.runtime).map(|name| name.unraw().to_string()).collect();
        let known: HashSet<&String> = own.iter().collect();
        let sizes: Vec<String> = parameters.iter().filter(|name| !known.contains(name)).cloned().collect();
        let taken: HashSet<&String> = own.iter().chain(&sizes).collect();
        let free = |name: &str| {
            let mut name = name.to_owned();
            while taken.contains(&name) {
                name.push('_');
            }
            name
        };
        let mut prefix = "__".to_owned();
        while taken.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        let argument = |name: &Ident| (name.unraw().to_string(), free(&format!("{}_size", name.unraw())));
        Self {
            arguments: item.runtime.iter().map(argument).collect(),
            prefix,
            form,
            index: free("logical_index"),
            position: free("physical_position"),
            spec: free("Spec"),
            sizes,
        }
    }

    /// A variable of a generated function.
    pub(super) fn local(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// The argument for a run-time size: called like the size, it would be a constant of that name where there is one.
    pub(super) fn argument(&self, size: &str) -> Option<Ident> {
        self.arguments.get(size).map(|argument| Ident::new(argument, Span::mixed_site()))
    }

    /// Whether a size is given at run time.
    pub(super) fn is_argument(&self, size: &str) -> bool {
        self.arguments.contains_key(size)
    }

    /// The constant of the macro's own that holds a size, if there is one.
    pub(super) fn size(&self, name: &str) -> Option<TokenStream> {
        let constant = self.size_constant(self.sizes.iter().position(|size| size == name)?);
        Some(match self.form {
            Form::Item => quote!(Self::#constant),
            Form::Expression => quote!(#constant),
        })
    }

    fn size_constant(&self, number: usize) -> Ident {
        Ident::new(&format!("{}SIZE_{number}", self.prefix), Span::mixed_site())
    }

    /// The constants of sizes, with the paths that they stand for.
    pub(super) fn sizes(&self) -> impl Iterator<Item = (Ident, &str)> {
        self.sizes.iter().enumerate().map(|(number, path)| (self.size_constant(number), path.as_str()))
    }
}
