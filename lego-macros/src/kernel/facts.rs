//! What must hold between the arguments of a launch: `where a.k == b.k, n % 4 == 0` at the end of the attribute.
//!
//! A fact compares two sums of products of numbers, constants, number parameters and sizes: `a.k` is the run-time size `k` of the
//! layout of the parameter `a`. The launch computes both sides on the host and refuses where they disagree.

use super::parameters::Parameter;
use proc_macro2::{Group, Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{BinOp, Token};

/// A fact.
pub(super) struct Fact {
    /// As it was written, without spaces but around operators.
    pub(super) text: String,
    pub(super) left: Sum,
    pub(super) right: Sum,
    /// The method of `i128` that compares.
    pub(super) comparison: &'static str,
}

impl Fact {
    /// The names and sizes in it, each once.
    pub(super) fn operands<'a>(&'a self, all: &mut Vec<&'a Sum>) {
        self.left.operands(all);
        self.right.operands(all);
    }
}

/// A sum, or what it is made of.
pub(super) enum Sum {
    Number(Literal),
    /// A constant, or a parameter that is a number.
    Name(Ident),
    /// A parameter and a size of its layout.
    Size(Ident, Ident),
    /// An operator, where it stands, and its operands.
    Of(&'static Operator, Span, Box<[Sum; 2]>),
}

/// An operator: as it is written, and the function that computes it.
#[derive(PartialEq)]
pub(super) struct Operator {
    sign: &'static str,
    function: &'static str,
}

const fn operator(sign: &'static str, function: &'static str) -> Operator {
    Operator { sign, function }
}

/// The comparisons, by methods of `i128`.
static COMPARISONS: [Operator; 6] = [
    operator("==", "eq"),
    operator("!=", "ne"),
    operator("<=", "le"),
    operator(">=", "ge"),
    operator("<", "lt"),
    operator(">", "gt"),
];

/// What binds least, by functions of `lego_cuda::__private::facts`, as the products.
static SUMS: [Operator; 2] = [operator("+", "add"), operator("-", "sub")];

static PRODUCTS: [Operator; 3] = [operator("*", "mul"), operator("/", "div"), operator("%", "rem")];

/// Takes the operator that comes next, if it is one of these, and where it stands.
fn next(input: ParseStream<'_>, among: &'static [Operator]) -> syn::Result<Option<(&'static Operator, Span)>> {
    let Ok(ahead) = input.fork().parse::<BinOp>() else { return Ok(None) };
    let sign = ahead.to_token_stream().to_string();
    let Some(operator) = among.iter().find(|operator| operator.sign == sign) else { return Ok(None) };
    Ok(Some((operator, input.parse::<BinOp>()?.span())))
}

/// Reads facts to the end of the attribute.
///
/// # Errors
/// Where one is not of the form.
pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Vec<Fact>> {
    let mut facts = Vec::new();
    while !input.is_empty() {
        let left = sum(input)?;
        let missing = || syn::Error::new(left.end(), "expected a comparison after this: `where a.k == b.k`");
        let (comparison, _) = next(input, &COMPARISONS)?.ok_or_else(missing)?;
        let right = sum(input)?;
        let text = format!("{} {} {}", left.text(), comparison.sign, right.text());
        facts.push(Fact { text, left, right, comparison: comparison.function });
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(facts)
}

fn sum(input: ParseStream<'_>) -> syn::Result<Sum> {
    of_operators(input, &SUMS, product)
}

fn product(input: ParseStream<'_>) -> syn::Result<Sum> {
    of_operators(input, &PRODUCTS, atom)
}

/// Operands with operators between them, from left to right.
fn of_operators(
    input: ParseStream<'_>,
    among: &'static [Operator],
    operand: fn(ParseStream<'_>) -> syn::Result<Sum>,
) -> syn::Result<Sum> {
    let mut left = operand(input)?;
    while let Some((operator, span)) = next(input, among)? {
        left = Sum::Of(operator, span, Box::new([left, operand(input)?]));
    }
    Ok(left)
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
            Self::Of(operator, _, operands) => {
                let [left, right] = &**operands;
                let is_sum = |of: &Self| matches!(of, Self::Of(operator, ..) if SUMS.contains(operator));
                let is_product = PRODUCTS.contains(operator);
                let wrapped = |of: &Self, is_wrapped: bool| {
                    let text = of.text();
                    if is_wrapped { format!("({text})") } else { text }
                };
                let is_compound = matches!(right, Self::Of(..));
                let right = wrapped(right, is_sum(right) || (is_product && is_compound));
                format!("{} {} {right}", wrapped(left, is_product && is_sum(left)), operator.sign)
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
                if find(parameters, name).is_some_and(|found| !found.is_number()) {
                    let words =
                        format!("`{name}` is no number: a fact speaks of a size of its layout, like `{name}.k`");
                    errors.push(syn::Error::new(name.span(), words));
                }
            }
            Self::Size(name, size) => match find(parameters, name) {
                Some(found) if !found.kind.is_passed() => {
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
            Self::Of(operator, span, operands) => {
                let [left, right] = &**operands;
                let (left, right) = (left.value(lego_cuda, of), right.value(lego_cuda, of));
                let function = Ident::new(operator.function, *span);
                quote!(#lego_cuda::__private::facts::#function(#left, #right))
            }
        }
    }

    /// The names and sizes in it, each with its value.
    fn operands<'a>(&'a self, all: &mut Vec<&'a Self>) {
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

    /// The parameter that a name or a size speaks of, if it is no constant.
    pub(super) fn parameter(&self) -> Option<&Ident> {
        match self {
            Self::Name(name) | Self::Size(name, _) => Some(name),
            Self::Number(_) | Self::Of(..) => None,
        }
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
