//! The types and sizes that a kernel is compiled for: `instances(copy_f32 = <f32, 64>, copy_f64 = <f64, 64>)`.

use super::function::Function;
use proc_macro2::{Group, Ident, TokenStream};
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{AngleBracketedGenericArguments, Attribute, Token};

/// One instance.
pub(super) struct Instance {
    /// Under which conditions there is this instance: `#[cfg(…)]`.
    pub(super) conditions: TokenStream,
    /// The name of its entry.
    pub(super) name: Ident,
    /// `<f32, 64>`, or nothing.
    pub(super) arguments: Option<AngleBracketedGenericArguments>,
}

impl Instance {
    /// The one instance of a kernel without generic parameters.
    pub(super) fn only(name: Ident) -> Self {
        Self { conditions: TokenStream::new(), name, arguments: None }
    }

    /// The symbol of its entry.
    pub(super) fn entry(&self) -> String {
        self.name.unraw().to_string()
    }

    /// The kernel's type with the arguments.
    pub(super) fn of(&self, handle: &Ident) -> TokenStream {
        // An error about the arguments belongs to the instance.
        let handle = Ident::new(&handle.to_string(), handle.span().located_at(self.name.span()));
        let arguments = self.arguments.as_ref().map(|arguments| arguments.to_token_stream());
        quote!(#handle #arguments)
    }
}

/// Reads what stands in the parentheses; what is wrong with an instance goes to `errors`.
///
/// # Errors
/// Where the list cannot be read to its end.
pub(super) fn parse(
    tokens: TokenStream,
    instances: &mut Vec<Instance>,
    errors: &mut Vec<syn::Error>,
) -> syn::Result<()> {
    under(&TokenStream::new(), tokens, instances, errors)
}

/// Reads a list of instances that all have some conditions.
fn under(
    shared: &TokenStream,
    tokens: TokenStream,
    instances: &mut Vec<Instance>,
    errors: &mut Vec<syn::Error>,
) -> syn::Result<()> {
    let all = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let conditions = conditions(shared, input, errors)?;
            // Several of the same conditions stand in braces.
            if input.peek(syn::token::Brace) {
                let list: Group = input.parse()?;
                under(&conditions, list.stream(), instances, errors)?;
            } else {
                let instance = instance(conditions, input, errors)?;
                // Under conditions there may be several of one name.
                if instance.conditions.is_empty() && instances.iter().any(|other| other.name == instance.name) {
                    let words = format!("two instances are named `{}`: each is an entry of its own", instance.name);
                    errors.push(syn::Error::new(instance.name.span(), words));
                }
                instances.push(instance);
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    all.parse2(tokens)
}

/// The conditions that stand before an instance, or before several in braces, behind those that it shares with others.
fn conditions(shared: &TokenStream, input: ParseStream<'_>, errors: &mut Vec<syn::Error>) -> syn::Result<TokenStream> {
    let mut conditions = shared.clone();
    for attribute in input.call(Attribute::parse_outer)? {
        if attribute.path().is_ident("cfg") {
            attribute.to_tokens(&mut conditions);
        } else {
            errors.push(syn::Error::new_spanned(attribute, "an instance has no attributes but `#[cfg(…)]`"));
        }
    }
    Ok(conditions)
}

fn instance(conditions: TokenStream, input: ParseStream<'_>, errors: &mut Vec<syn::Error>) -> syn::Result<Instance> {
    let name: Ident = input.parse()?;
    if !name.unraw().to_string().is_ascii() {
        errors.push(syn::Error::new(name.span(), "PTX knows only names of ASCII letters, digits and `_`"));
    }
    let arguments = if input.parse::<Option<Token![=]>>()?.is_some() {
        if !input.peek(Token![<]) {
            return Err(input.error("expected the types and sizes in angle brackets: `name = <f32, 64>`"));
        }
        Some(input.parse()?)
    } else {
        if input.peek(Token![<]) {
            return Err(input.error("expected `=` between name and arguments: `name = <f32, 64>`"));
        }
        None
    };
    Ok(Instance { conditions, name, arguments })
}

/// Whether the instances suit the function.
pub(super) fn check(instances: &[Instance], function: &Function, errors: &mut Vec<syn::Error>) {
    let generics = &function.generics;
    let names: Vec<String> = generics.names().map(ToString::to_string).collect();
    let names = names.join(", ");
    if instances.is_empty() && !generics.is_empty() {
        let example = format!("instances({} = <{names}>)", function.plain_name());
        let words = format!(
            "a GPU's code has its types and sizes chosen: list those to compile for, each with a name, as `{example}` in \
             the attribute"
        );
        errors.push(generics.error(&words));
    }
    for instance in instances {
        match &instance.arguments {
            None if !generics.is_empty() => {
                let words = format!("of which types and sizes? Write `{} = <{names}>`", instance.name);
                errors.push(syn::Error::new(instance.name.span(), words));
            }
            Some(arguments) if generics.is_empty() => {
                let words = format!("`{}` has no types or sizes to choose", function.name);
                errors.push(syn::Error::new_spanned(arguments, words));
            }
            _ => {}
        }
    }
    if generics.is_empty() {
        for more in instances.iter().filter(|instance| instance.conditions.is_empty()).skip(1) {
            let words = format!("`{}` has no types or sizes, so there is one instance of it", function.name);
            errors.push(syn::Error::new(more.name.span(), words));
        }
    }
}
