//! Products of types and sizes: `for T in [f16, f32], (V, N) in [(8, 64), (4, 32)] if N > 32 { … }`.

use super::condition;
use super::variables::Variables;
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, GenericArgument, Token};

/// The longest condition. Reading and computing it calls itself for each of its parts.
const LONGEST: usize = 128;

/// What stands between `for` and the braces.
pub(super) struct Product {
    /// Where it begins.
    word: Token![for],
    /// One part each, as they stand in the text.
    factors: Vec<Factor>,
}

/// A part of a product: `(V, N) in [(8, 64), (4, 32)]`.
struct Factor {
    names: Vec<Ident>,
    /// The values of these names, one choice after the other.
    choices: Vec<Vec<TokenStream>>,
}

impl Product {
    /// Reads it up to what follows the last list; the values may name variables that are known already.
    ///
    /// # Errors
    /// Those of the grammar; a name that is taken; a list without values; a tuple with more or fewer values than names.
    pub(super) fn parse(input: ParseStream<'_>, known: &Variables) -> syn::Result<Self> {
        let word = input.parse()?;
        let mut product = Self { word, factors: Vec::new() };
        loop {
            let factor = Factor::parse(input, known)?;
            let before = product.factors.iter().flat_map(|factor| &factor.names).chain(known.names());
            let before: Vec<&Ident> = before.collect();
            for (number, name) in factor.names.iter().enumerate() {
                if before.contains(&name) || factor.names[..number].contains(name) {
                    return Err(syn::Error::new(name.span(), format!("there is a variable `{name}` already")));
                }
            }
            product.factors.push(factor);
            if input.parse::<Option<Token![,]>>()?.is_none() {
                return Ok(product);
            }
        }
    }

    /// How many choices there are, at most `usize::MAX`.
    pub(super) fn count(&self) -> usize {
        self.factors.iter().fold(1, |count, factor| count.saturating_mul(factor.choices.len()))
    }

    /// The variables known before, and those of a choice; with the number of the choice the last list runs fastest.
    pub(super) fn choice(&self, number: usize, known: &Variables) -> Variables {
        let (mut variables, mut rest) = (known.clone(), number);
        for factor in self.factors.iter().rev() {
            let values = &factor.choices[rest % factor.choices.len()];
            rest /= factor.choices.len();
            factor.names.iter().zip(values).for_each(|(name, value)| variables.set(name, value));
        }
        variables
    }

    /// An error at its beginning.
    pub(super) fn error(&self, message: &str) -> syn::Error {
        syn::Error::new(self.word.span, message)
    }
}

impl Factor {
    fn parse(input: ParseStream<'_>, known: &Variables) -> syn::Result<Self> {
        let is_tuple = input.peek(syn::token::Paren);
        let names = if is_tuple {
            let inner;
            syn::parenthesized!(inner in input);
            Punctuated::<Ident, Token![,]>::parse_terminated(&inner)?.into_iter().collect()
        } else {
            vec![input.parse()?]
        };
        input.parse::<Token![in]>()?;
        let list;
        let bracket = syn::bracketed!(list in input);
        let mut choices = Vec::new();
        while !list.is_empty() {
            choices.push(if is_tuple { tuple(&list, &names, known)? } else { vec![value(&list, known)?] });
            if !list.is_empty() {
                list.parse::<Token![,]>()?;
            }
        }
        if choices.is_empty() {
            return Err(syn::Error::new(bracket.span.join(), "a list without values gives no instances"));
        }
        Ok(Self { names, choices })
    }
}

/// A type, a number, or an expression in braces, as arguments of a kernel are.
fn value(input: ParseStream<'_>, known: &Variables) -> syn::Result<TokenStream> {
    let begins = input.fork();
    let words = "expected a type or a number; an expression stands in braces: `{ 2 * N }`";
    let value: GenericArgument = input.parse().map_err(|_| begins.error(words))?;
    if !(input.is_empty() || input.peek(Token![,])) {
        return Err(input.error(words));
    }
    Ok(known.replaced(quote::ToTokens::into_token_stream(value)))
}

/// The values of a tuple, one for each name.
fn tuple(input: ParseStream<'_>, names: &[Ident], known: &Variables) -> syn::Result<Vec<TokenStream>> {
    let inner;
    let parenthesis = syn::parenthesized!(inner in input);
    let mut values = Vec::new();
    while !inner.is_empty() {
        values.push(value(&inner, known)?);
        if !inner.is_empty() {
            inner.parse::<Token![,]>()?;
        }
    }
    if values.len() != names.len() {
        let words = format!("there are {} names before `in`, and {} values here", names.len(), values.len());
        return Err(syn::Error::new(parenthesis.span.join(), words));
    }
    Ok(values)
}

/// The condition after `if`.
pub(super) struct Condition(Expr);

impl Condition {
    /// Reads what stands between `if` and a brace.
    ///
    /// # Errors
    /// Those of the grammar.
    pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word: Token![if] = input.parse()?;
        let mut tokens = TokenStream::new();
        let mut count = 0;
        while !(input.is_empty() || input.peek(syn::token::Brace)) {
            tokens.extend([input.parse::<TokenTree>()?]);
            count += 1;
        }
        if count > LONGEST {
            return Err(syn::Error::new(word.span, format!("a condition has at most {LONGEST} words and signs")));
        }
        if count == 0 {
            return Err(syn::Error::new(word.span, "expected a condition after this, like `N <= 64`"));
        }
        syn::parse2(tokens).map(Self)
    }

    /// Whether it holds for some values.
    ///
    /// # Errors
    /// What of it has no value.
    pub(super) fn holds(&self, variables: &Variables) -> syn::Result<bool> {
        condition::holds(&self.0, &|name| variables.value(name).cloned())
    }

    /// An error at the condition.
    pub(super) fn error(&self, message: &str) -> syn::Error {
        syn::Error::new_spanned(&self.0, message)
    }
}
