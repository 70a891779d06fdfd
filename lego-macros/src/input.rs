//! The input of an invocation: items, or one chain.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Ident, Token, Visibility};

/// The body of `layout! { … }`.
pub(crate) enum Input {
    /// `pub type A = …;` and `const B: usize = …;`.
    Items(Items),
    /// `layout!(Col(4, 8))`.
    Expression(TokenStream),
}

/// The items that could be read, and what is wrong with the others.
#[derive(Default)]
pub(crate) struct Items {
    pub(crate) items: Vec<Item>,
    pub(crate) errors: Vec<syn::Error>,
}

/// One item.
pub(crate) enum Item {
    /// `const B: usize = 16;`
    Constant(Constant),
    /// `pub type A<const M: usize>(m, k) = chain where facts;`
    Layout(LayoutItem),
}

/// A number that the chains of the invocation may name.
pub(crate) struct Constant {
    /// The item as it was written, which the expansion repeats.
    pub(crate) tokens: TokenStream,
    /// Its name.
    pub(crate) name: Ident,
    /// Its value.
    pub(crate) value: TokenStream,
    /// Whether there is this item only under a condition, so that its value is not known here.
    pub(crate) conditional: bool,
}

/// A layout type.
pub(crate) struct LayoutItem {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    /// The names of the const generics.
    pub(crate) generics: Vec<Ident>,
    /// The names of the sizes given at run time.
    pub(crate) runtime: Vec<Ident>,
    pub(crate) chain: TokenStream,
}

impl LayoutItem {
    /// The attributes under which there is this item at all: everything generated for it needs them.
    pub(crate) fn conditions(&self) -> TokenStream {
        let conditions = self.attributes.iter().filter(|attribute| is_condition(attribute));
        quote::quote!(#(#conditions)*)
    }
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !starts_items(input) {
            return Ok(Self::Expression(input.parse()?));
        }
        let mut items = Items::default();
        while !input.is_empty() {
            match item(input, &mut items.errors) {
                Ok(item) => items.items.push(item),
                Err(error) => {
                    items.errors.push(error);
                    // The next item begins after the next semicolon.
                    while !input.is_empty() && input.parse::<Option<Token![;]>>()?.is_none() {
                        input.parse::<TokenTree>()?;
                    }
                }
            }
        }
        Ok(Self::Items(items))
    }
}

/// Whether a keyword of Rust's items comes first: also one that is wrong here gets the errors of items.
fn starts_items(input: ParseStream<'_>) -> bool {
    input.is_empty()
        || input.peek(Token![#])
        || input.peek(Token![pub])
        || input.peek(Token![type])
        || input.peek(Token![const])
        || input.peek(Token![static])
        || input.peek(Token![struct])
        || input.peek(Token![enum])
        || input.peek(Token![fn])
        || input.peek(Token![use])
        || input.peek(Token![let])
}

fn item(input: ParseStream<'_>, errors: &mut Vec<syn::Error>) -> syn::Result<Item> {
    let attributes = input.call(Attribute::parse_outer)?;
    let visibility: Visibility = input.parse()?;
    if input.peek(Token![const]) {
        return constant(attributes, &visibility, input, errors);
    }
    if !input.peek(Token![type]) {
        return Err(input.error("expected `type NAME = chain;` or `const NAME: usize = …;`"));
    }
    input.parse::<Token![type]>()?;
    let name: Ident = input.parse()?;
    let generics = if input.peek(Token![<]) { generics(input)? } else { Vec::new() };
    let runtime = if input.peek(syn::token::Paren) { runtime(input)? } else { Vec::new() };
    let equals: Token![=] = input.parse()?;
    let (chain, _) = until_semicolon(input, errors, equals.span, |input| {
        input.peek(Token![pub]) || input.peek(Token![type]) || input.peek(Token![const]) || input.peek(Token![#])
    });
    if chain.is_empty() {
        return Err(syn::Error::new(equals.span, "expected a chain after this, such as `Row(4, 8)`"));
    }
    Ok(Item::Layout(LayoutItem { attributes, visibility, name, generics, runtime, chain }))
}

/// `const B: usize = 16;`
fn constant(
    attributes: Vec<Attribute>,
    visibility: &Visibility,
    input: ParseStream<'_>,
    errors: &mut Vec<syn::Error>,
) -> syn::Result<Item> {
    let keyword: Token![const] = input.parse()?;
    let name: Ident = input.parse()?;
    let colon: Token![:] = input.parse()?;
    let kind: Ident = input.parse()?;
    if kind != "usize" {
        return Err(syn::Error::new(kind.span(), "a size is a usize: write `const N: usize = …;`"));
    }
    let equals: Token![=] = input.parse()?;
    let (value, end) =
        until_semicolon(input, errors, equals.span, |input| input.peek(Token![pub]) || input.peek(Token![type]));
    if value.is_empty() {
        return Err(syn::Error::new(equals.span, "expected a size after this, such as `16`"));
    }
    let conditional = attributes.iter().any(is_condition);
    let tokens = quote::quote!(#(#attributes)* #visibility #keyword #name #colon #kind #equals #value #end);
    Ok(Item::Constant(Constant { tokens, name, value, conditional }))
}

/// `<const M: usize, const K: usize>`
fn generics(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    input.parse::<Token![<]>()?;
    let mut names: Vec<Ident> = Vec::new();
    while !input.peek(Token![>]) {
        if !input.peek(Token![const]) {
            return Err(input.error("a layout is generic over sizes only: write `const N: usize`"));
        }
        input.parse::<Token![const]>()?;
        let name: Ident = input.parse()?;
        refuse_twice(&names, &name)?;
        names.push(name);
        input.parse::<Token![:]>()?;
        let kind: Ident = input.parse()?;
        if kind != "usize" {
            return Err(syn::Error::new(kind.span(), "a size is a usize: write `const N: usize`"));
        }
        if input.peek(Token![=]) {
            return Err(input.error("a layout's const generics have no default values"));
        }
        if !input.peek(Token![>]) {
            input.parse::<Token![,]>()?;
        }
    }
    input.parse::<Token![>]>()?;
    Ok(names)
}

/// `(m, k)`
fn runtime(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let group: Group = input.parse()?;
    let names = |content: ParseStream<'_>| {
        let mut names: Vec<Ident> = Vec::new();
        while !content.is_empty() {
            let name: Ident = content.parse()?;
            refuse_twice(&names, &name)?;
            names.push(name);
            if content.peek(Token![:]) {
                return Err(content.error("a run-time size is a usize: only its name stands here, as in `(m, k)`"));
            }
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(names)
    };
    let names = names.parse2(group.stream())?;
    if names.is_empty() {
        return Err(syn::Error::new(group.span(), "expected the names of sizes, such as `(m, k)`"));
    }
    Ok(names)
}

fn refuse_twice(names: &[Ident], name: &Ident) -> syn::Result<()> {
    if names.contains(name) {
        return Err(syn::Error::new(name.span(), format!("the size {name} is named twice")));
    }
    Ok(())
}

/// The tokens up to a semicolon, and that semicolon. Where it is missing, that is one more error and what was read counts.
fn until_semicolon(
    input: ParseStream<'_>,
    errors: &mut Vec<syn::Error>,
    before: Span,
    next_item: fn(ParseStream<'_>) -> bool,
) -> (TokenStream, Token![;]) {
    let mut tokens = TokenStream::new();
    let mut last = before;
    while !input.is_empty() && !next_item(input) {
        if let Ok(Some(end)) = input.parse() {
            return (tokens, end);
        }
        let Ok(tree) = input.parse::<TokenTree>() else { break };
        last = tree.span();
        tokens.extend([tree]);
    }
    errors.push(syn::Error::new(last, "expected `;` after this"));
    (tokens, Token![;](last))
}
