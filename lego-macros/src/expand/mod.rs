//! The expansion of `layout!`, from items to Rust.
//!
//! ```text
//! item         the type and its sizes
//! docs         the map as a grid, sizes, formulas, as documentation
//! type_docs    the documentation of the type, put together of these
//! functions    apply, inv, the same for u32, checked forms, slice
//! traits       Mapping, StaticMapping and Layout
//! narrow       Mapping32 and Layout32, and what it takes to compute in 32 bits
//! checks       the assertions of what was assumed
//! beside       the layouts of the invocation, as pieces of each other
//! names        the names of what generated code declares
//! rust         expressions in Rust
//! saturating   the same where nothing is known yet of the sizes
//! ```

mod beside;
mod checks;
mod docs;
mod form;
mod functions;
mod item;
mod names;
mod narrow;
mod rust;
mod saturating;
mod traits;
mod type_docs;

use crate::constant;
use crate::errors::{errors_of, spanning};
use crate::input::{Constant, Input, Item, Items, LayoutItem};
use lego_expr::Cost;
use lego_lang::compile::{Options, compile_reading, unwritable};
use lego_lang::syntax::{FreeName, Role};
use lego_lang::{Diagnostic, TextRange};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::{BTreeMap, HashSet};
use syn::ext::IdentExt;

use beside::{Beside, Text};
pub(crate) use form::Form;

/// The expansion of an invocation of `layout!`.
///
/// `lego` is the path by which it refers to that crate.
pub(crate) fn expand(input: Input, lego: &TokenStream) -> TokenStream {
    match input {
        Input::Items(items) => expand_items(items, lego),
        Input::Expression(chain) => expand_expression(chain, lego),
    }
}

fn expand_items(Items { items, errors }: Items, lego: &TokenStream) -> TokenStream {
    let mut expanded: TokenStream = errors.iter().map(syn::Error::to_compile_error).collect();
    let values = constants(&items);
    let mut types: HashSet<String> = HashSet::new();
    let mut beside = Beside::new(&items);
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
                expanded.extend(expand_layout(&layout, &values, &mut beside, lego));
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

fn expand_layout(
    layout: &LayoutItem,
    values: &BTreeMap<String, i128>,
    beside: &mut Beside,
    lego: &TokenStream,
) -> TokenStream {
    // Parameters of the item hide constants of the invocation.
    let mut values = values.clone();
    for parameter in layout.generics.iter().chain(&layout.runtime) {
        values.remove(&parameter.unraw().to_string());
    }
    let text = beside.text(layout);
    let generated = generate_from(layout, &text, values.clone(), Form::Item, lego);
    let uses = text.uses(&layout.conditions());
    beside.declare(layout, text, &values, generated.is_ok());
    match generated {
        Ok(tokens) => {
            let conditions = layout.conditions();
            // The chain holds the value of a constant, not its name: say that it is used. Before Rust 1.90 what stands in a
            // `const _` counts as a use only where dead code is allowed.
            let used = values
                .keys()
                .filter_map(|name| mentioned(&layout.chain, name))
                .map(|constant| quote!(#conditions #[allow(dead_code)] const _: ::core::primitive::usize = #constant;));
            quote!(#tokens #(#used)* #uses)
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
fn expand_expression(chain: TokenStream, lego: &TokenStream) -> TokenStream {
    let mut layout = anonymous("__LayoutValue", chain);
    let text = Text::alone(&layout.chain);
    let variables = variables(&text);
    layout.generics = names_of_constants(&text);
    let generated = if variables.is_empty() {
        generate_from(&layout, &text, BTreeMap::new(), Form::Expression, lego)
    } else {
        Err(variables)
    };
    match generated {
        Ok(item) => {
            let (name, sizes) = (&layout.name, &layout.generics);
            if sizes.is_empty() {
                quote!({ #item #name })
            } else {
                let value = quote!(#name::<#({ #sizes }),*>);
                // The sizes are checked also where no function of the value is called.
                quote!({ #item const { <#value>::CHECKED } #value })
            }
        }
        Err(errors) => {
            let errors = errors.iter().map(syn::Error::to_compile_error);
            quote!({ #(#errors)* })
        }
    }
}

/// The sizes of an expression that are a single name: a constant, or a generic parameter of the function around it. An item
/// knows no generic parameters but its own; so the layout has them all as its own, and gets their values.
fn names_of_constants(text: &Text) -> Vec<Ident> {
    let mut names: Vec<Ident> = Vec::new();
    for name in text.reading.free_names().iter().filter(|name| name.role == Role::Parameter) {
        if !name.path.contains("::") && names.iter().all(|known| known.unraw() != name.path.as_str()) {
            names.push(text.source.ident(&name.path));
        }
    }
    names
}

/// An error for each size of an expression whose name is not in capitals. Such a name is a variable, for all that Rust's
/// habits say, and the compiler would only say that a variable is no constant.
fn variables(text: &Text) -> Vec<syn::Error> {
    let is_variable = |name: &FreeName| {
        name.role == Role::Parameter && !name.path.contains("::") && name.path.starts_with(char::is_lowercase)
    };
    let mut names: Vec<FreeName> = Vec::new();
    for name in text.reading.free_names().into_iter().filter(is_variable) {
        if names.iter().all(|known| known.path != name.path) {
            names.push(name);
        }
    }
    let sizes: Vec<&str> = names.iter().map(|name| name.path.as_str()).collect();
    let list = sizes.join(", ");
    const LONG: usize = 60;
    let chain = text.source.text();
    let chain = if chain.len() > LONG { "…" } else { chain };
    let error = |name: &FreeName| {
        let message = format!(
            "the sizes of an expression are constants, with names in capitals, and {} is none; for sizes known at run time \
             write `layout! {{ type A({list}) = {chain}; }}` and `A::new({list})`",
            name.path
        );
        spanning(text.source.places(name.range), &message)
    };
    names.iter().map(error).collect()
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
    lego: &TokenStream,
) -> Result<TokenStream, Vec<syn::Error>> {
    generate_from(layout, &Text::alone(&layout.chain), values, form, lego)
}

/// [`generate`] of a layout that may name others.
fn generate_from(
    layout: &LayoutItem,
    text: &Text,
    values: BTreeMap<String, i128>,
    form: Form,
    lego: &TokenStream,
) -> Result<TokenStream, Vec<syn::Error>> {
    if let Some(own) = mentioned(&layout.chain, "Self") {
        let error = "a layout cannot name Self: give the size a constant of its own";
        return Err(vec![syn::Error::new(own.span(), error)]);
    }
    let source = &text.source;
    // Positions of the CPU's width are computed on CPUs, those of 32 bits on GPUs.
    let options = Options {
        values,
        constants: true,
        calls: true,
        cost: Cost::Cpu,
        cost_u32: Some(Cost::Gpu),
        sizes_u32: !layout.runtime.is_empty(),
        ..Options::default()
    };
    match compile_reading(&text.reading, &options) {
        Ok(compiled) => item::Generator::new(layout, source, &compiled, form, lego).generate().map_err(|_| {
            let range = TextRange::all(source.text());
            errors_of(source, &[Diagnostic { error: unwritable(), range }])
        }),
        Err(diagnostics) => Err(errors_of(source, &diagnostics)),
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
