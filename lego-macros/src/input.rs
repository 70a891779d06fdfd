//! What an invocation holds: items, or one chain.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, Token, Visibility};

/// The body of `layout! { … }`.
pub(crate) enum Input {
    /// `pub type A = …;` and `const B: usize = …;`.
    Items(Vec<Item>),
    /// `layout!(Col(4, 8))`.
    Expression(TokenStream),
}

/// One item.
pub(crate) enum Item {
    /// `const B: usize = 16;`
    Constant {
        /// The item as it was written, which the expansion repeats.
        tokens: TokenStream,
        /// Its name.
        name: Ident,
        /// Its value.
        value: TokenStream,
    },
    /// `pub type A<const M: usize>(m, k) = chain where facts;`
    Layout(LayoutItem),
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

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !starts_items(input) {
            return Ok(Self::Expression(input.parse()?));
        }
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse()?);
        }
        Ok(Self::Items(items))
    }
}

fn starts_items(input: ParseStream<'_>) -> bool {
    input.is_empty()
        || input.peek(Token![#])
        || input.peek(Token![pub])
        || input.peek(Token![type])
        || input.peek(Token![const])
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        if input.peek(Token![const]) {
            let keyword: Token![const] = input.parse()?;
            let name: Ident = input.parse()?;
            let colon: Token![:] = input.parse()?;
            let kind: Ident = input.parse()?;
            if kind != "usize" {
                return Err(syn::Error::new(kind.span(), "a size is a usize: write `const N: usize = …;`"));
            }
            let equals: Token![=] = input.parse()?;
            let value = until_semicolon(input)?;
            let end: Token![;] = input.parse()?;
            let tokens =
                quote::quote!(#(#attributes)* #visibility #keyword #name #colon #kind #equals #value #end);
            return Ok(Self::Constant { tokens, name, value });
        }
        if !input.peek(Token![type]) {
            return Err(input.error("expected `type NAME = chain;` or `const NAME: usize = …;`"));
        }
        input.parse::<Token![type]>()?;
        let name: Ident = input.parse()?;
        let generics = if input.peek(Token![<]) { generics(input)? } else { Vec::new() };
        let runtime = if input.peek(syn::token::Paren) { runtime(input)? } else { Vec::new() };
        input.parse::<Token![=]>()?;
        let chain = until_semicolon(input)?;
        if chain.is_empty() {
            return Err(input.error("expected a chain, such as `Row(4, 8)`"));
        }
        input.parse::<Token![;]>()?;
        Ok(Self::Layout(LayoutItem { attributes, visibility, name, generics, runtime, chain }))
    }
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
            return Err(syn::Error::new(kind.span(), "a size is a usize"));
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
    let content;
    syn::parenthesized!(content in input);
    let mut names: Vec<Ident> = Vec::new();
    while !content.is_empty() {
        let name: Ident = content.parse()?;
        refuse_twice(&names, &name)?;
        names.push(name);
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    if names.is_empty() {
        return Err(input.error("expected the names of sizes, such as `(m, k)`"));
    }
    Ok(names)
}

fn refuse_twice(names: &[Ident], name: &Ident) -> syn::Result<()> {
    if names.contains(name) {
        return Err(syn::Error::new(name.span(), format!("the size {name} is named twice")));
    }
    Ok(())
}

fn until_semicolon(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![;]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if input.is_empty() {
        return Err(input.error("expected `;`"));
    }
    Ok(tokens)
}
