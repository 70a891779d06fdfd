//! `layout_eq!`: two layouts as one assertion.
//!
//! Two chains without symbols are compared while the macro runs: by their form, at any size, and index by index where that
//! does not settle it.
//! Whatever else a side is, the compiler compares: each side becomes a type, and a constant walks over all indices.

use crate::errors::{errors_of, spanning};
use crate::expand::{Form, anonymous, generate};
use crate::source::Source;
use lego_lang::Reading;
use lego_lang::compile::Options;
use lego_lang::equal::{Effort, Equality, equal_readings};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use std::collections::BTreeMap;
use syn::parse::{Parse, ParseStream};
use syn::{Token, TypePath};

/// Of so many indices every one is looked at: while the macro runs, and by the compiler, which takes some seconds for them.
const MOST_POINTS: u64 = 1 << 20;
const MOST_CONSTANT: usize = 1 << 16;

/// So many steps are taken to decide by the form of the chains: some seconds in a macro without optimisation.
const MOST_STEPS: u64 = 1 << 22;

/// Two layouts.
struct Sides([Side; 2]);

/// A layout to compare.
enum Side {
    /// A chain of the language.
    Chain(TokenStream),
    /// The type of a layout.
    Type(TypePath),
}

impl Side {
    fn tokens(&self) -> TokenStream {
        match self {
            Self::Chain(tokens) => tokens.clone(),
            Self::Type(path) => quote!(#path),
        }
    }
}

impl Parse for Sides {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let left = side(input)?;
        if input.parse::<Option<Token![,]>>()?.is_none() {
            return Err(syn::Error::new(input.span(), "layout_eq! takes two layouts: `layout_eq!(A, B)`"));
        }
        let right = side(input)?;
        input.parse::<Option<Token![,]>>()?;
        if !input.is_empty() {
            return Err(input.error("layout_eq! takes two layouts: `layout_eq!(A, B)`"));
        }
        Ok(Self([left, right]))
    }
}

fn side(input: ParseStream<'_>) -> syn::Result<Side> {
    if input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new(input.span(), "expected a chain such as `Row(4, 8)`, or the type of a layout"));
    }
    if !is_chain(input) {
        return Ok(Side::Type(input.parse()?));
    }
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(Side::Chain(tokens))
}

/// Whether a name and parentheses come first: nothing else begins a chain, and no path to a type begins so.
fn is_chain(input: ParseStream<'_>) -> bool {
    let Ok(rest) = input.fork().parse::<TokenStream>() else { return false };
    begins_chain(rest)
}

fn begins_chain(tokens: TokenStream) -> bool {
    let mut trees = tokens.into_iter();
    match (trees.next(), trees.next()) {
        // What `$chain:expr` of a macro brings.
        (Some(TokenTree::Group(group)), _) if group.delimiter() == Delimiter::None => begins_chain(group.stream()),
        (Some(TokenTree::Ident(_)), Some(TokenTree::Group(group))) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    }
}

/// The expansion of an invocation of `layout_eq!`.
///
/// `lego` is the path by which it refers to that crate.
pub(crate) fn expand(input: TokenStream, lego: &TokenStream) -> TokenStream {
    match syn::parse2(input).map_err(|error| vec![error]).and_then(|Sides(sides)| compare(&sides, lego)) {
        Ok(tokens) => tokens,
        Err(errors) => errors.iter().map(syn::Error::to_compile_error).collect(),
    }
}

fn compare(sides: &[Side; 2], lego: &TokenStream) -> Result<TokenStream, Vec<syn::Error>> {
    let [left, right] = sides;
    if let (Side::Chain(left), Side::Chain(right)) = (left, right) {
        let sources = [Source::new(left.clone()), Source::new(right.clone())];
        let effort = Effort { points: MOST_POINTS, steps: MOST_STEPS, ..Effort::default() };
        let options = Options { constants: true, calls: true, ..Options::default() };
        let [one, other] = sources.each_ref().map(|source| Reading::new(source.text()));
        match equal_readings(&one, &other, &options, &effort) {
            // With symbols, equal where both are layouts: which remains to be asserted.
            Ok(Equality::Equal) => {
                let items = asserted(sides, lego)?.0;
                return Ok(quote!(const _: () = { #items };));
            }
            // With symbols, the difference is one of values that the symbols may not have.
            Ok(Equality::Different(difference)) if difference.parameters.is_empty() => {
                return Err(vec![spanning(ends(&sides[1].tokens()), &format!("the layouts differ: {difference}"))]);
            }
            Ok(_) => {}
            Err(diagnostics) => {
                let errors = sources.iter().zip(&diagnostics);
                return Err(errors.flat_map(|(source, diagnostics)| errors_of(source, diagnostics)).collect());
            }
        }
    }
    assertion(sides, lego)
}

/// The first and the last place of tokens.
fn ends(tokens: &TokenStream) -> (Span, Span) {
    let mut trees = tokens.clone().into_iter();
    let first = trees.next().map_or_else(Span::call_site, |tree| tree.span());
    (first, trees.last().map_or(first, |tree| tree.span()))
}

/// The types of the sides, with the items that declare those of chains: what these assume is asserted.
fn asserted(sides: &[Side; 2], lego: &TokenStream) -> Result<(TokenStream, [TokenStream; 2]), Vec<syn::Error>> {
    let mut items = TokenStream::new();
    let mut types = [TokenStream::new(), TokenStream::new()];
    let mut errors = Vec::new();
    for ((side, name), own) in sides.iter().zip(["__Left", "__Right"]).zip(&mut types) {
        match side {
            Side::Type(path) => *own = quote!(#path),
            Side::Chain(chain) => match generate(&anonymous(name, chain.clone()), BTreeMap::new(), Form::Item, lego) {
                Ok(tokens) => {
                    items.extend(tokens);
                    let name = Ident::new(name, Span::mixed_site());
                    *own = quote!(#name);
                }
                Err(wrong) => errors.extend(wrong),
            },
        }
    }
    if errors.is_empty() { Ok((items, types)) } else { Err(errors) }
}

/// A constant that has a value only if the sides agree at every index.
fn assertion(sides: &[Side; 2], lego: &TokenStream) -> Result<TokenStream, Vec<syn::Error>> {
    let (items, [left, right]) = asserted(sides, lego)?;
    // The compiler shows this place for a difference.
    let at = ends(&sides[1].tokens()).0.resolved_at(Span::mixed_site());
    let check = Ident::new("check", at);
    let local = |name| format_ident!("__{name}", span = at);
    let (one, other, step) = (local("one"), local("other"), local("step"));
    let too_many = format!(
        "these layouts have more than {MOST_CONSTANT} indices, too many to compare one by one at compile time; \
         `lego equal` decides chains of numbers of any size"
    );
    Ok(quote_spanned! {at=>
        #[allow(long_running_const_eval)]
        const _: () = {
            #items
            type __One = #left;
            type __Other = #right;
            // Through the trait as far as a constant can: a type that is no such layout is one error then.
            const __DIMS: (<__One as #lego::Mapping>::Index, <__Other as #lego::Mapping>::Index) =
                (<__One as #lego::StaticMapping>::DIMS, <__Other as #lego::StaticMapping>::DIMS);
            #lego::#check::enforce(#lego::#check::same_dims(&__DIMS.0, &__DIMS.1));
            #lego::#check::enforce(#lego::#check::same_span(
                <__One as #lego::StaticMapping>::SPAN,
                <__Other as #lego::StaticMapping>::SPAN,
            ));
            const __COUNT: ::core::primitive::usize = <__One as #lego::StaticMapping>::COUNT;
            ::core::assert!(__COUNT <= #MOST_CONSTANT, #too_many);
            let mut #one = [0; <__One as #lego::Mapping>::RANK];
            let mut #other = [0; <__Other as #lego::Mapping>::RANK];
            let mut #step: ::core::primitive::usize = 0;
            while #step < __COUNT {
                #lego::#check::enforce(#lego::#check::same_position(
                    &#one,
                    __One::try_apply(#one),
                    __Other::try_apply(#other),
                ));
                #one = #lego::#check::next(__DIMS.0, #one);
                #other = #lego::#check::next(__DIMS.1, #other);
                #step += 1;
            }
        };
    })
}
