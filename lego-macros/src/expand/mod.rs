//! From items to Rust.

mod checks;
mod functions;
mod item;
mod names;

use crate::errors::compile_errors;
use crate::input::{Input, Item, LayoutItem};
use crate::source::Source;
use lego_lang::compile::{Compiled, Options, compile};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, HashSet};

/// How a layout comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A type whose functions take no `self`.
    Static,
    /// A type with run-time sizes, or the type of an expression: functions are methods.
    Value,
}

pub(crate) fn expand(input: Input) -> TokenStream {
    match input {
        Input::Items(items) => expand_items(items),
        Input::Expression(chain) => expand_expression(chain),
    }
}

fn expand_items(items: Vec<Item>) -> TokenStream {
    let mut values: BTreeMap<String, i128> = BTreeMap::new();
    let mut expanded = TokenStream::new();
    let mut types: HashSet<String> = HashSet::new();
    // Constants hold for the whole invocation, wherever they stand.
    for item in &items {
        if let Item::Constant { name, value, .. } = item {
            if let Some(value) = constant(value.clone(), &values) {
                values.insert(name.to_string(), value);
            }
        }
    }
    for item in items {
        match item {
            Item::Constant { tokens, .. } => expanded.extend(tokens),
            Item::Layout(layout) => {
                if !types.insert(layout.name.to_string()) {
                    let error = format!("the layout {} is declared twice", layout.name);
                    expanded.extend(syn::Error::new(layout.name.span(), error).into_compile_error());
                    continue;
                }
                expanded.extend(expand_layout(&layout, &values, Form::Static));
            }
        }
    }
    expanded
}

/// The value of a constant, where the language can compute it; another one stays a path.
fn constant(tokens: TokenStream, values: &BTreeMap<String, i128>) -> Option<i128> {
    let source = Source::new(tokens);
    // A constant is what a size may be; reading it as one keeps to one grammar.
    let options = Options { values: values.clone(), calls: false };
    let compiled = compile(&format!("Row({})", source.text()), &options).ok()?;
    compiled.arena.number(compiled.dims[0])
}

fn expand_layout(layout: &LayoutItem, values: &BTreeMap<String, i128>, form: Form) -> TokenStream {
    let source = Source::new(layout.chain.clone());
    // Parameters of the item hide constants of the invocation.
    let mut values = values.clone();
    for parameter in layout.generics.iter().chain(&layout.runtime) {
        values.remove(&parameter.to_string());
    }
    match compile(source.text(), &Options { values, calls: true }) {
        Ok(compiled) => item::Generator::new(layout, &source, &compiled, form).generate(),
        Err(diagnostics) => {
            let errors = compile_errors(&source, &diagnostics);
            // The type itself, so that its uses do not add errors of their own.
            let (visibility, name) = (&layout.visibility, &layout.name);
            let generics = item::generic_parameters(&layout.generics);
            quote!(#errors #[allow(missing_docs)] #visibility struct #name #generics;)
        }
    }
}

/// `layout!(Col(4, 8))`: a value of a type that has no name outside.
fn expand_expression(chain: TokenStream) -> TokenStream {
    let name = Ident::new("Anonymous", Span::mixed_site());
    let layout = LayoutItem {
        attributes: Vec::new(),
        visibility: syn::Visibility::Inherited,
        name: name.clone(),
        generics: Vec::new(),
        runtime: Vec::new(),
        chain,
    };
    let source = Source::new(layout.chain.clone());
    match compile(source.text(), &Options { values: BTreeMap::new(), calls: true }) {
        Ok(compiled) => {
            let compiled: Compiled = compiled;
            let item = item::Generator::new(&layout, &source, &compiled, Form::Value).generate();
            quote!({ #item #name })
        }
        Err(diagnostics) => {
            let errors = compile_errors(&source, &diagnostics);
            quote!({ #errors })
        }
    }
}
