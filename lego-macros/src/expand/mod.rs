//! The expansion of `layout!`, from items to Rust.
//!
//! ```text
//! item         the type, its sizes and its documentation
//! functions    apply, inv, the same for u32, checked forms, slice
//! traits       Mapping, StaticMapping and Layout
//! narrow       Mapping32 and Layout32, and what it takes to compute in 32 bits
//! checks       the assertions of what was assumed
//! names        the names of what generated code declares
//! rust         expressions in Rust
//! saturating   the same where nothing is known yet of the sizes
//! ```

mod checks;
mod form;
mod functions;
mod item;
mod names;
mod narrow;
mod rust;
mod saturating;
mod traits;

use crate::constant;
use crate::errors::errors_of;
use crate::input::{Constant, Input, Item, Items, LayoutItem};
use crate::source::Source;
use lego_expr::Cost;
use lego_lang::compile::{Options, compile};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::{BTreeMap, HashSet};
use syn::ext::IdentExt;

pub(crate) use form::Form;

/// The expansion of an invocation of `layout!`.
pub(crate) fn expand(input: Input) -> TokenStream {
    match input {
        Input::Items(items) => expand_items(items),
        Input::Expression(chain) => expand_expression(chain),
    }
}

fn expand_items(Items { items, errors }: Items) -> TokenStream {
    let mut expanded: TokenStream = errors.iter().map(syn::Error::to_compile_error).collect();
    let values = constants(&items);
    let mut types: HashSet<String> = HashSet::new();
    for item in items {
        match item {
            Item::Constant(constant) => expanded.extend(constant.tokens),
            Item::Layout(layout) => {
                // Under conditions there may be several of one name.
                if layout.conditions().is_empty() && !types.insert(layout.name.to_string()) {
                    let error = format!("the layout {} is declared twice", layout.name);
                    expanded.extend(syn::Error::new(layout.name.span(), error).into_compile_error());
                    continue;
                }
                expanded.extend(expand_layout(&layout, &values));
            }
        }
    }
    expanded
}

/// The values of the invocation's constants as far as they are known. They hold everywhere in it, wherever they stand.
fn constants(items: &[Item]) -> BTreeMap<String, i128> {
    let mut values = BTreeMap::new();
    let mut open: Vec<&Constant> = items
        .iter()
        .filter_map(|item| match item {
            Item::Constant(constant) if !constant.conditional => Some(constant),
            _ => None,
        })
        .collect();
    loop {
        let before = open.len();
        open.retain(|constant| match constant::value(&constant.value, &values) {
            Some(value) => {
                values.insert(constant.name.unraw().to_string(), value);
                false
            }
            None => true,
        });
        if open.len() == before {
            return values;
        }
    }
}

fn expand_layout(layout: &LayoutItem, values: &BTreeMap<String, i128>) -> TokenStream {
    // Parameters of the item hide constants of the invocation.
    let mut values = values.clone();
    for parameter in layout.generics.iter().chain(&layout.runtime) {
        values.remove(&parameter.unraw().to_string());
    }
    match generate(layout, values.clone(), Form::Item) {
        Ok(tokens) => {
            let conditions = layout.conditions();
            // The chain holds the value of a constant, not its name: say that it is used.
            let used = values.keys().filter_map(|name| Some((name, mentioned(&layout.chain, name)?)));
            let used = used.map(|(_, constant)| quote!(#conditions const _: ::core::primitive::usize = #constant;));
            quote!(#tokens #(#used)*)
        }
        Err(errors) => wrong_layout(layout, &errors),
    }
}

/// The errors, and a type of the name, so that it is not missing besides.
fn wrong_layout(layout: &LayoutItem, errors: &[syn::Error]) -> TokenStream {
    let conditions = layout.conditions();
    let (visibility, name) = (&layout.visibility, &layout.name);
    let generics = item::generic_parameters(&layout.generics);
    let errors = errors.iter().map(|error| {
        let error = error.to_compile_error();
        quote!(#conditions #error)
    });
    quote!(#(#errors)* #conditions #[allow(missing_docs)] #visibility struct #name #generics;)
}

/// `layout!(Col(4, 8))`: a value of a type that has no name outside.
fn expand_expression(chain: TokenStream) -> TokenStream {
    let layout = anonymous("__LayoutValue", chain);
    match generate(&layout, BTreeMap::new(), Form::Expression) {
        Ok(item) => {
            let name = &layout.name;
            quote!({ #item #name })
        }
        Err(errors) => {
            let errors = errors.iter().map(syn::Error::to_compile_error);
            quote!({ #(#errors)* })
        }
    }
}

/// A layout that the user gave no name.
pub(crate) fn anonymous(name: &str, chain: TokenStream) -> LayoutItem {
    LayoutItem {
        attributes: Vec::new(),
        visibility: syn::Visibility::Inherited,
        name: Ident::new(name, Span::mixed_site()),
        generics: Vec::new(),
        runtime: Vec::new(),
        chain,
    }
}

/// The type of a layout with all that belongs to it, or all that is wrong with it.
pub(crate) fn generate(
    layout: &LayoutItem,
    values: BTreeMap<String, i128>,
    form: Form,
) -> Result<TokenStream, Vec<syn::Error>> {
    if let Some(own) = mentioned(&layout.chain, "Self") {
        let error = "a layout cannot name Self: give the size a constant of its own";
        return Err(vec![syn::Error::new(own.span(), error)]);
    }
    let source = Source::new(layout.chain.clone());
    // Positions of the CPU's width are computed on CPUs, those of 32 bits on GPUs.
    let options = Options { values, calls: true, cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() };
    match compile(source.text(), &options) {
        Ok(compiled) => Ok(item::Generator::new(layout, &source, &compiled, form).generate()),
        Err(diagnostics) => Err(errors_of(&source, &diagnostics)),
    }
}

/// The first place where tokens name something by a single identifier.
fn mentioned(tokens: &TokenStream, name: &str) -> Option<Ident> {
    tokens.clone().into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) if ident.unraw() == name => Some(ident),
        TokenTree::Group(group) => mentioned(&group.stream(), name),
        _ => None,
    })
}
