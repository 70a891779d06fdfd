//! What must hold between the arguments of a launch: `where a.k == b.k, n % 4 == 0` at the end of the attribute.
//!
//! A fact compares two sums of products of numbers, constants, number parameters and sizes: `a.k` is the run-time size `k` of the
//! layout of the parameter `a`. The launch computes both sides on the host and refuses where they disagree.

use super::parameters::{Kind, Parameter};
use proc_macro2::{Group, Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Token;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};

/// A fact.
pub(super) struct Fact {
    /// As it was written, without spaces but around operators.
    pub(super) text: String,
    pub(super) left: Sum,
    pub(super) right: Sum,
    /// The method of `i128` that compares.
    pub(super) comparison: &'static str,
}

/// A sum, or what it is made of.
pub(super) enum Sum {
    Number(Literal),
    /// A constant, or a parameter that is a number.
    Name(Ident),
    /// A parameter and a size of its layout.
    Size(Ident, Ident),
    /// A function of `lego_cuda::__private::facts` and its operands.
    Of(&'static str, Span, Box<[Sum; 2]>),
}

/// The comparisons there are: as they are written, and as methods.
const COMPARISONS: [(&str, &str); 6] =
    [("==", "eq"), ("!=", "ne"), ("<=", "le"), (">=", "ge"), ("<", "lt"), (">", "gt")];

/// Reads facts to the end of the attribute.
///
/// # Errors
/// Where one is not of the form.
pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Vec<Fact>> {
    let mut facts = Vec::new();
    while !input.is_empty() {
        let left = sum(input)?;
        let comparison = comparison(input, left.end())?;
        let right = sum(input)?;
        let sign = COMPARISONS.iter().find(|(_, method)| *method == comparison).map_or("", |(sign, _)| sign);
        let text = format!("{} {sign} {}", left.text(), right.text());
        facts.push(Fact { text, left, right, comparison });
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(facts)
}

fn comparison(input: ParseStream<'_>, after: Span) -> syn::Result<&'static str> {
    if input.parse::<Option<Token![==]>>()?.is_some() {
        Ok("eq")
    } else if input.parse::<Option<Token![!=]>>()?.is_some() {
        Ok("ne")
    } else if input.parse::<Option<Token![<=]>>()?.is_some() {
        Ok("le")
    } else if input.parse::<Option<Token![>=]>>()?.is_some() {
        Ok("ge")
    } else if input.parse::<Option<Token![<]>>()?.is_some() {
        Ok("lt")
    } else if input.parse::<Option<Token![>]>>()?.is_some() {
        Ok("gt")
    } else {
        Err(syn::Error::new(after, "expected a comparison after this: `where a.k == b.k`"))
    }
}

fn sum(input: ParseStream<'_>) -> syn::Result<Sum> {
    let mut left = product(input)?;
    loop {
        let (name, span) = if let Some(plus) = input.parse::<Option<Token![+]>>()? {
            ("add", plus.span)
        } else if let Some(minus) = input.parse::<Option<Token![-]>>()? {
            ("sub", minus.span)
        } else {
            return Ok(left);
        };
        left = Sum::Of(name, span, Box::new([left, product(input)?]));
    }
}

fn product(input: ParseStream<'_>) -> syn::Result<Sum> {
    let mut left = atom(input)?;
    loop {
        let (name, span) = if let Some(star) = input.parse::<Option<Token![*]>>()? {
            ("mul", star.span)
        } else if let Some(slash) = input.parse::<Option<Token![/]>>()? {
            ("div", slash.span)
        } else if let Some(percent) = input.parse::<Option<Token![%]>>()? {
            ("rem", percent.span)
        } else {
            return Ok(left);
        };
        left = Sum::Of(name, span, Box::new([left, atom(input)?]));
    }
}

fn atom(input: ParseStream<'_>) -> syn::Result<Sum> {
    if input.peek(syn::token::Paren) {
        let group: Group = input.parse()?;
        let inside = |input: ParseStream<'_>| {
            let sum = sum(input)?;
            if input.is_empty() { Ok(sum) } else { Err(input.error("expected `)`")) }
        };
        return inside.parse2(group.stream());
    }
    if input.peek(syn::LitInt) {
        let number: syn::LitInt = input.parse()?;
        let value: u64 = number.base10_parse()?;
        let mut literal = Literal::u64_unsuffixed(value);
        literal.set_span(number.span());
        return Ok(Sum::Number(literal));
    }
    if !input.peek(Ident::peek_any) {
        let words =
            "a fact is made of integers, constants, number parameters, sizes like `a.k`, `+ - * / %` and parentheses";
        return Err(input.error(words));
    }
    let name: Ident = input.parse()?;
    if input.parse::<Option<Token![.]>>()?.is_some() {
        return Ok(Sum::Size(name, input.parse()?));
    }
    Ok(Sum::Name(name))
}

impl Sum {
    /// As it was written; products in sums need no parentheses.
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => name.unraw().to_string(),
            Self::Size(parameter, size) => format!("{}.{}", parameter.unraw(), size.unraw()),
            Self::Of(name, _, operands) => {
                let [left, right] = &**operands;
                let sign = match *name {
                    "add" => "+",
                    "sub" => "-",
                    "mul" => "*",
                    "div" => "/",
                    _ => "%",
                };
                let is_sum = |of: &Self| matches!(of, Self::Of("add" | "sub", ..));
                let binds = !matches!(*name, "add" | "sub");
                let wrapped = |of: &Self, always: bool| {
                    let text = of.text();
                    if (binds && is_sum(of)) || always { format!("({text})") } else { text }
                };
                let is_compound = matches!(right, Self::Of(..));
                format!("{} {sign} {}", wrapped(left, false), wrapped(right, is_compound && (binds || is_sum(right))))
            }
        }
    }

    /// Where it ends.
    fn end(&self) -> Span {
        match self {
            Self::Number(number) => number.span(),
            Self::Name(name) | Self::Size(_, name) => name.span(),
            Self::Of(_, _, operands) => operands[1].end(),
        }
    }

    /// What is wrong with the names in it: `a` of `a.k` is a parameter that is passed, and a name alone is none but a number.
    pub(super) fn check(&self, parameters: &[Parameter], errors: &mut Vec<syn::Error>) {
        match self {
            Self::Number(_) => {}
            Self::Name(name) => {
                if let Some(found) = find(parameters, name)
                    && !found.is_number()
                {
                    let words =
                        format!("`{name}` is no number: a fact speaks of a size of its layout, like `{name}.k`");
                    errors.push(syn::Error::new(name.span(), words));
                }
            }
            Self::Size(name, size) => match find(parameters, name) {
                Some(found) if found.kind != Kind::Passed => {
                    let words = format!("`{name}` is a tile, whose sizes are part of its type");
                    errors.push(syn::Error::new(name.span(), words));
                }
                Some(found) if found.is_number() => {
                    errors.push(syn::Error::new(size.span(), format!("`{name}` is a number, which has no sizes")));
                }
                Some(_) => {}
                None => errors.push(syn::Error::new(name.span(), format!("the kernel has no parameter `{name}`"))),
            },
            Self::Of(_, _, operands) => operands.iter().for_each(|operand| operand.check(parameters, errors)),
        }
    }

    /// The value, an `Option<i128>`; `of` gives the host's value of a parameter.
    pub(super) fn value(&self, lego_cuda: &TokenStream, of: &dyn Fn(&Ident) -> Option<Host>) -> TokenStream {
        let some = |value: TokenStream| quote!(::core::option::Option::Some(#value as ::core::primitive::i128));
        match self {
            Self::Number(number) => some(quote!(#number)),
            Self::Name(name) => match of(name) {
                Some(Host { local, .. }) => some(quote!(#local)),
                None => some(quote!(#name)),
            },
            Self::Size(name, size) => match of(name) {
                Some(Host { local, is_slice: true }) => some(quote_spanned!(size.span()=> #local.#size())),
                Some(Host { local, is_slice: false }) => some(quote_spanned!(size.span()=> #local.layout().#size())),
                None => some(quote!(0)),
            },
            Self::Of(function, span, operands) => {
                let [left, right] = &**operands;
                let (left, right) = (left.value(lego_cuda, of), right.value(lego_cuda, of));
                let function = Ident::new(function, *span);
                quote!(#lego_cuda::__private::facts::#function(#left, #right))
            }
        }
    }

    /// The names and sizes in it, each with its value.
    pub(super) fn operands<'a>(&'a self, all: &mut Vec<&'a Self>) {
        match self {
            Self::Number(_) => {}
            Self::Name(_) | Self::Size(..) => {
                if !all.iter().any(|other| other.text() == self.text()) {
                    all.push(self);
                }
            }
            Self::Of(_, _, operands) => operands.iter().for_each(|operand| operand.operands(all)),
        }
    }

    pub(super) fn name(&self) -> String {
        self.text()
    }
}

/// The variable of a launch that has what the host passes for a parameter.
pub(super) struct Host {
    pub(super) local: Ident,
    /// Whether that is a buffer, and no view with a layout.
    pub(super) is_slice: bool,
}

fn find<'a>(parameters: &'a [Parameter], name: &Ident) -> Option<&'a Parameter> {
    parameters.iter().find(|parameter| parameter.name == *name)
}
