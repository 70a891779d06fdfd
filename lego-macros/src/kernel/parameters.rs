//! The parameters of a kernel: what a launch passes, and shared memory.

use super::access::{self, Access};
use super::lifetimes;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Meta, PathArguments, Token, Type};

/// What Rust calls numbers that a launch passes as they are.
const NUMBERS: [&str; 10] = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64"];

/// A parameter.
pub(super) struct Parameter {
    pub(super) name: Ident,
    /// Whether the body may change it.
    pub(super) is_mut: bool,
    pub(super) ty: Type,
    pub(super) kind: Kind,
    /// Whether the type names one of the function's types or sizes.
    pub(super) is_generic: bool,
    /// What its accesses may take.
    pub(super) accesses: Vec<Access>,
}

/// Where the value of a parameter comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// From the launch.
    Passed,
    /// Memory of the block, declared in the kernel.
    Static,
    /// Memory of the block that the launch adds.
    Dynamic,
    /// The same, of a layout that the launch passes.
    Laid,
}

impl Kind {
    /// Whether the launch has an argument for it.
    pub(super) fn is_passed(self) -> bool {
        matches!(self, Self::Passed | Self::Laid)
    }
}

impl Parameter {
    /// The name without `r#`.
    pub(super) fn plain_name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Whether the type is a number by its name.
    pub(super) fn is_number(&self) -> bool {
        if self.kind != Kind::Passed {
            return false;
        }
        let Type::Path(path) = &self.ty else { return false };
        NUMBERS.iter().any(|number| path.path.is_ident(number))
    }

    /// Whether the type is an integer by its name.
    pub(super) fn is_integer(&self) -> bool {
        let Type::Path(path) = &self.ty else { return false };
        self.is_number() && !path.path.is_ident("f32") && !path.path.is_ident("f64")
    }

    /// Where the axes stand, if the type is a `Split` by its name.
    pub(super) fn axes(&self) -> Option<Span> {
        let Type::Path(path) = &self.ty else { return None };
        let last = path.path.segments.last().filter(|last| last.ident == "Split")?;
        let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
        let axes = list.args.last()?.to_token_stream().into_iter().next()?;
        Some(axes.span().resolved_at(Span::mixed_site()))
    }

    /// Whether the text of the type leaves open that it cannot cross: it is no number, slice or view.
    pub(super) fn is_doubtful(&self) -> bool {
        let is_slice = matches!(&self.ty, Type::Reference(reference) if matches!(*reference.elem, Type::Slice(_)));
        !self.is_generic && !self.is_number() && !is_slice && !lifetimes::is_view(&self.ty)
    }

    /// Whether the text of the type leaves open that a GPU uses it at its address.
    pub(super) fn may_be_in_place(&self) -> bool {
        self.kind == Kind::Passed && !self.is_number() && !lifetimes::is_surely_a_value(&self.ty)
    }

    /// The type where the function's lifetimes are not there.
    pub(super) fn outside(&self, declared: &[Ident]) -> TokenStream {
        lifetimes::with(&lifetimes::outside(), &self.ty, declared)
    }
}

/// What stands in the parentheses of a function.
#[derive(Default)]
pub(super) struct List {
    pub(super) parameters: Vec<Parameter>,
    /// Whether `self` is among them.
    pub(super) is_method: bool,
    /// What no kernel can take.
    pub(super) errors: Vec<syn::Error>,
}

/// Reads the list of parameters.
///
/// # Errors
/// Where the list cannot be read to its end.
pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<List> {
    let mut list = List::default();
    while !input.is_empty() {
        list.one(input)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(list)
}

impl List {
    fn one(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let attributes = input.call(Attribute::parse_outer)?;
        let kind = kind(&attributes, &mut self.errors);
        let accesses = access::parse(&attributes, kind != Kind::Passed, &mut self.errors);
        if let Some(receiver) = receiver(input)? {
            self.is_method = true;
            self.errors.push(syn::Error::new(receiver, "a kernel is no method: a launch has no `self` to pass"));
            return Ok(());
        }
        if let Some(dots) = input.parse::<Option<Token![...]>>()? {
            self.errors.push(syn::Error::new_spanned(dots, "a kernel takes a fixed number of arguments"));
            return Ok(());
        }
        let Some((name, is_mut)) = name(input, &mut self.errors)? else {
            input.parse::<Type>()?;
            return Ok(());
        };
        let ty: Type = input.parse()?;
        self.errors.extend(refused_type(&ty, kind));
        self.parameters.push(Parameter { name, is_mut, ty, kind, is_generic: false, accesses });
        Ok(())
    }
}

/// What the attributes say of a parameter.
fn kind(attributes: &[Attribute], errors: &mut Vec<syn::Error>) -> Kind {
    let mut kind = Kind::Passed;
    for attribute in attributes {
        if !attribute.path().is_ident("shared") {
            // Lints stay on the function; whatever else there is may take the parameter away.
            if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                let error = "a kernel has the same parameters everywhere: put the condition on the kernel";
                errors.push(syn::Error::new_spanned(attribute, error));
            }
            continue;
        }
        if kind != Kind::Passed {
            errors.push(syn::Error::new_spanned(attribute, "`#[shared]` is given twice"));
        }
        match &attribute.meta {
            Meta::Path(_) => kind = Kind::Static,
            Meta::List(list) if list.tokens.to_string() == "dynamic" => kind = Kind::Dynamic,
            Meta::List(list) if list.tokens.to_string() == "layout" => kind = Kind::Laid,
            other => {
                kind = Kind::Static;
                let error = "a tile is `#[shared]`, `#[shared(dynamic)]` for memory that the launch adds, or `#[shared(layout)]` for a \
                             layout that the launch passes";
                errors.push(syn::Error::new_spanned(other, error));
            }
        }
    }
    kind
}

/// Reads `self` in any of its forms; gives where it stands.
fn receiver(input: ParseStream<'_>) -> syn::Result<Option<Span>> {
    let ahead = input.fork();
    if ahead.parse::<Option<Token![&]>>()?.is_some() {
        ahead.parse::<Option<syn::Lifetime>>()?;
    }
    ahead.parse::<Option<Token![mut]>>()?;
    let Ok(receiver) = ahead.parse::<Token![self]>() else { return Ok(None) };
    if ahead.parse::<Option<Token![:]>>()?.is_some() {
        ahead.parse::<Type>()?;
    }
    input.advance_to(&ahead);
    Ok(Some(receiver.span))
}

/// Reads a name, with `mut` or without, and the colon after it; `None` after the colon of any other pattern.
fn name(input: ParseStream<'_>, errors: &mut Vec<syn::Error>) -> syn::Result<Option<(Ident, bool)>> {
    let ahead = input.fork();
    let is_mut = ahead.parse::<Option<Token![mut]>>()?.is_some();
    if let (Ok(name), Ok(Some(_))) = (ahead.parse::<Ident>(), ahead.parse::<Option<Token![:]>>()) {
        input.advance_to(&ahead);
        return Ok(Some((name, is_mut)));
    }
    let mut pattern = TokenStream::new();
    while !input.is_empty() && (!input.peek(Token![:]) || input.peek(Token![::])) {
        input.parse::<TokenTree>()?.to_tokens(&mut pattern);
    }
    let colon = input.parse::<Token![:]>();
    if pattern.is_empty() {
        return Err(colon.err().unwrap_or_else(|| input.error("expected the name of a parameter")));
    }
    let error = "a kernel's parameter has a name, by which a launch speaks of it: take it apart in the body";
    errors.push(syn::Error::new_spanned(pattern, error));
    colon.map(|_| None)
}

/// What no kernel can take, as far as the text of a type shows it.
fn refused_type(ty: &Type, kind: Kind) -> Option<syn::Error> {
    let is_shared = match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Shared"),
        _ => false,
    };
    let words = match ty {
        _ if kind != Kind::Passed => return None,
        _ if is_shared => {
            "a shared tile is memory of the block, which a launch does not pass: write `#[shared]` before the parameter, \
             `#[shared(dynamic)]` for memory that the launch adds, or `#[shared(layout)]` for a layout that the launch \
             passes"
        }
        Type::Reference(reference) if reference.mutability.is_some() => {
            "all threads would have it at once: take a `Split<T, L, Axes>`, which gives each thread its own elements, or \
             a `GlobalMut<T, L>`"
        }
        Type::ImplTrait(of) if is_closure(&of.bounds.to_token_stream()) => {
            "a closure of the host cannot cross into a kernel: be generic over a trait with the function, and list the \
             types that implement it as instances"
        }
        Type::ImplTrait(_) => "a kernel's types are listed as instances: give this one a name, `<L: Mapping32>`",
        Type::FnPtr(_) => {
            "an address of a function of the host means nothing on the GPU: be generic over a trait with the function, \
             and list the types that implement it as instances"
        }
        _ if lifetimes::names_static(ty) => {
            "an argument lives as long as the launch, not longer: write `'_` instead of `'static`"
        }
        _ => return None,
    };
    Some(syn::Error::new_spanned(ty, words))
}

/// Whether one of the bounds is that of a closure.
fn is_closure(bounds: &TokenStream) -> bool {
    let names = ["Fn", "FnMut", "FnOnce", "AsyncFn", "AsyncFnMut", "AsyncFnOnce"];
    bounds
        .clone()
        .into_iter()
        .any(|tree| matches!(&tree, TokenTree::Ident(name) if names.iter().any(|one| name == one)))
}

/// The item without the markers of its parameters: as Rust knows it.
pub(super) fn without_markers(item: TokenStream) -> TokenStream {
    let mut after_fn = false;
    let tree = |tree| match tree {
        TokenTree::Ident(word) => {
            after_fn |= word == "fn";
            TokenTree::Ident(word)
        }
        // Besides the parameters only bounds have parentheses, and those no markers.
        TokenTree::Group(group) if after_fn && group.delimiter() == Delimiter::Parenthesis => {
            let mut list = Group::new(Delimiter::Parenthesis, without_attributes(group.stream()));
            list.set_span(group.span());
            TokenTree::Group(list)
        }
        other => other,
    };
    item.into_iter().map(tree).collect()
}

/// Tokens without `#[shared]`, `#[shared(…)]` and `#[access(…)]`.
fn without_attributes(list: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut trees = list.into_iter().peekable();
    while let Some(tree) = trees.next() {
        if matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '#') && trees.peek().is_some_and(is_marker) {
            trees.next();
        } else {
            out.extend([tree]);
        }
    }
    out
}

fn is_marker(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    let is_ours = |input: ParseStream<'_>| {
        let name = input.parse::<Ident>()?;
        input.parse::<TokenStream>()?;
        Ok(name == "shared" || name == "access")
    };
    group.delimiter() == Delimiter::Bracket && is_ours.parse2(group.stream()).unwrap_or_default()
}
