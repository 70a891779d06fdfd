//! What a parameter's accesses may take: `#[access(pattern = Column, vector = 4, extra_wavefronts = 0)]`.
//!
//! The threads of a block access the tile, or the view, in the order of the pattern. More wavefronts of shared memory, or sectors of
//! global memory, above ideal than it says are a compile error of each instance of the kernel whose layout takes more.

use lego_core::access::Pattern;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Meta, Token, TypePath};

/// What stands in the parentheses.
const KEYS: [&str; 4] = ["pattern", "vector", "extra_wavefronts", "extra_sectors"];

const FORM: &str =
    "`#[access(pattern = Column, vector = 1, extra_wavefronts = 0)]` says how the threads of a block access a tile";

/// An access of a parameter.
pub(super) struct Access {
    /// Where it stands.
    pub(super) place: Span,
    pattern: TypePath,
    vector: Option<Expr>,
    /// The most wavefronts above ideal, and the most sectors.
    wavefronts: Option<Expr>,
    sectors: Option<Expr>,
}

/// The accesses among the attributes of a parameter, a shared tile or one that a launch passes.
pub(super) fn parse(attributes: &[Attribute], is_shared: bool, errors: &mut Vec<syn::Error>) -> Vec<Access> {
    let of_access = attributes.iter().filter(|attribute| attribute.path().is_ident("access"));
    of_access.filter_map(|attribute| one(attribute, is_shared).map_err(|error| errors.push(error)).ok()).collect()
}

fn one(attribute: &Attribute, is_shared: bool) -> syn::Result<Access> {
    let Meta::List(list) = &attribute.meta else { return Err(syn::Error::new_spanned(&attribute.meta, FORM)) };
    let place = attribute.path().span();
    let access = list.parse_args_with(|input: ParseStream<'_>| options(input, place))?;
    match (&access.wavefronts, &access.sectors) {
        (Some(most), _) if !is_shared => Err(syn::Error::new_spanned(
            most,
            "wavefronts are of shared memory, and a launch passes this parameter: of global memory it is `extra_sectors`",
        )),
        (_, Some(most)) if is_shared => Err(syn::Error::new_spanned(
            most,
            "sectors are of global memory, and this parameter is a shared tile: of shared memory it is `extra_wavefronts`",
        )),
        (None, None) => {
            let key = if is_shared { "extra_wavefronts" } else { "extra_sectors" };
            Err(syn::Error::new(place, format!("how much more than ideal may it take? `{key} = 0` for nothing")))
        }
        _ => Ok(access),
    }
}

/// What stands in the parentheses of an attribute at a place.
fn options(input: ParseStream<'_>, place: Span) -> syn::Result<Access> {
    let (mut pattern, mut numbers) = (None, [None, None, None]);
    while !input.is_empty() {
        let key: Ident = input.parse()?;
        let Some(number) = KEYS.iter().position(|known| key == known) else {
            let words = format!("`{key}` is none of {}", KEYS.map(|key| format!("`{key}`")).join(", "));
            return Err(syn::Error::new(key.span(), words));
        };
        input.parse::<Token![=]>()?;
        let is_given = match number.checked_sub(1) {
            None => pattern.replace(input.parse::<TypePath>()?).is_some(),
            Some(number) => numbers[number].replace(input.parse::<Expr>()?).is_some(),
        };
        if is_given {
            return Err(syn::Error::new(key.span(), format!("`{key}` is given twice")));
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    let Some(pattern) = pattern else {
        let names = Pattern::NAMED.map(|(name, _)| format!("`{name}`")).join(", ");
        let words =
            format!("an access has a pattern: `pattern = Column`; it is one of {names}, or the type of a layout");
        return Err(syn::Error::new(place, words));
    };
    let [vector, wavefronts, sectors] = numbers;
    Ok(Access { place, pattern, vector, wavefronts, sectors })
}

impl Access {
    /// The name of the pattern, if it is one of those that have one.
    fn name(&self) -> Option<&'static str> {
        Pattern::NAMED.iter().map(|(name, _)| *name).find(|name| self.pattern.path.is_ident(name))
    }

    /// The pattern in words: its name, or its type.
    pub(super) fn words(&self) -> String {
        self.name().map_or_else(|| self.pattern.to_token_stream().to_string().replace(' ', ""), str::to_owned)
    }

    /// The access as arguments of the command.
    pub(super) fn arguments(&self) -> String {
        let pattern = self.name().map_or_else(|| format!("'<the chain of {}>'", self.words()), str::to_owned);
        let vector = self.vector.as_ref().map_or_else(|| "1".to_owned(), |vector| vector.to_token_stream().to_string());
        format!("--access {pattern} --vector {vector}")
    }

    /// The pattern as a value of `lego_core::access`, whose path is `access`.
    pub(super) fn pattern(&self, access: &TokenStream) -> TokenStream {
        let at = self.place.resolved_at(Span::mixed_site());
        if let Some(name) = self.name() {
            let name = Ident::new(name, at);
            return quote_spanned!(at=> #access::Pattern::#name);
        }
        let pattern = &self.pattern;
        quote_spanned! {at=> {
            const INDICES: &[::core::primitive::usize] = &{
                let (mut indices, mut position) = ([0; <#pattern>::SPAN], 0);
                while position < indices.len() {
                    indices[position] = #access::number(<#pattern>::DIMS, <#pattern>::inv(position));
                    position += 1;
                }
                indices
            };
            #access::Pattern::Listed { dims: &<#pattern>::DIMS, indices: INDICES }
        }}
    }

    /// The elements of a vector.
    pub(super) fn vector(&self) -> TokenStream {
        self.vector.as_ref().map_or_else(|| quote_spanned!(self.place=> 1), |vector| vector.to_token_stream())
    }

    /// The most wavefronts above ideal, and the most sectors, as options.
    pub(super) fn most(&self) -> [TokenStream; 2] {
        let at = self.place.resolved_at(Span::mixed_site());
        [&self.wavefronts, &self.sectors].map(|most| match most {
            Some(most) => quote_spanned!(at=> ::core::option::Option::Some(#most)),
            None => quote_spanned!(at=> ::core::option::Option::None),
        })
    }
}
