//! The extents of a block, as options have them: `256`, `[32, 8]`, `[N, 4, 1]`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser as _};
use syn::{LitInt, Token};

/// The most threads a block can have on any GPU so far, and the most of them in z.
const MOST_THREADS: u64 = 1024;
const MOST_IN_Z: u64 = 64;

/// Up to three extents, x first.
pub(super) struct Extents {
    /// As they are written.
    pub(super) value: TokenStream,
    given: Vec<TokenStream>,
}

impl Extents {
    /// Reads the value of an option; what is wrong with numbers that are known here goes to `errors`.
    pub(super) fn new(value: TokenStream, errors: &mut Vec<syn::Error>) -> Self {
        let given = list(&value).unwrap_or_else(|| vec![value.clone()]);
        let mut refuse = |words: &str| errors.push(syn::Error::new_spanned(&value, words));
        if given.is_empty() || given.len() > 3 || given.iter().any(TokenStream::is_empty) {
            refuse("a block has one to three extents: `256`, `[32, 8]`");
            return Self { value, given: Vec::new() };
        }
        let known: Option<Vec<u64>> = given.iter().map(number).collect();
        if let Some(known) = known {
            let threads = known.iter().try_fold(1_u64, |product, extent| product.checked_mul(*extent));
            match threads {
                Some(0) => refuse("a block has at least one thread"),
                Some(1..=MOST_THREADS) => {}
                Some(threads) => refuse(&format!("a block of {threads} threads: no GPU has more than {MOST_THREADS}")),
                None => refuse(&format!("a block has at most {MOST_THREADS} threads")),
            }
            if known.get(2).is_some_and(|z| *z > MOST_IN_Z) {
                refuse(&format!("a block has at most {MOST_IN_Z} threads in z"));
            }
        }
        Self { value, given }
    }

    /// `[x, y, z]`, those not given as 1.
    pub(super) fn three(&self) -> TokenStream {
        let given = &self.given;
        let rest = std::iter::repeat_n(quote!(1), 3_usize.saturating_sub(given.len()));
        quote!([#(#given,)* #(#rest),*])
    }

    /// How documentation writes them.
    pub(super) fn text(&self) -> String {
        self.given.iter().map(|extent| extent.to_string()).collect::<Vec<_>>().join(" × ")
    }
}

/// The elements of an array; `None` where the tokens are none.
fn list(value: &TokenStream) -> Option<Vec<TokenStream>> {
    let mut trees = value.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Bracket => {
            let elements = |input: ParseStream<'_>| {
                let mut elements = Vec::new();
                while !input.is_empty() {
                    elements.push(until_comma(input)?);
                }
                Ok(elements)
            };
            elements.parse2(group.stream()).ok()
        }
        _ => None,
    }
}

/// A number that is written as one.
pub(super) fn number(tokens: &TokenStream) -> Option<u64> {
    syn::parse2::<LitInt>(tokens.clone()).ok()?.base10_parse().ok()
}

/// The tokens up to a comma, which is read too, or the end.
fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() {
        if input.parse::<Option<Token![,]>>()?.is_some() {
            break;
        }
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}
