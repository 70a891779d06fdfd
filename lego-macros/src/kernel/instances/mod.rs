//! The types and sizes that a kernel is compiled for: `instances(copy_f32 = <f32, 64>, copy_f64 = <f64, 64>)`, or as a
//! product, `instances(for T in [f32, f64] { copy_{T} = <T, 64> })`.
//!
//! ```text
//! product     `for`: the choices of some types and sizes
//! condition   `if`: which of them there are
//! variables   the values of a choice, in arguments and in names
//! ```

mod condition;
mod product;
mod variables;

use super::function::Function;
use proc_macro2::{Group, Ident, TokenStream};
use product::{Condition, Product};
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{AngleBracketedGenericArguments, Attribute, LitInt, Token};
use variables::Variables;

/// Limit of the number of choices in the products of a kernel: each takes time and memory, here and in the compiler.
const MOST_CHOICES: usize = 1 << 12;

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

    /// True if this instance has no conditions, and the other one has some but the same name and arguments.
    fn is_always_there_as(&self, other: &Self) -> bool {
        let arguments = |one: &Self| one.arguments.to_token_stream().to_string();
        self.conditions.is_empty()
            && !other.conditions.is_empty()
            && self.name == other.name
            && arguments(self) == arguments(other)
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
    let mut list = List { instances, errors, choices_left: MOST_CHOICES };
    list.under(&TokenStream::new(), &Variables::default(), tokens)
}

/// The instances so far.
struct List<'a> {
    instances: &'a mut Vec<Instance>,
    errors: &'a mut Vec<syn::Error>,
    /// How many choices there may still be.
    choices_left: usize,
}

impl List<'_> {
    /// Reads a list of instances that all have some conditions, where variables have values.
    fn under(&mut self, shared: &TokenStream, variables: &Variables, tokens: TokenStream) -> syn::Result<()> {
        let all = |input: ParseStream<'_>| {
            while !input.is_empty() {
                self.item(shared, variables, input)?;
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        };
        all.parse2(tokens)
    }

    /// Reads an instance, or several in braces.
    fn item(&mut self, shared: &TokenStream, variables: &Variables, input: ParseStream<'_>) -> syn::Result<()> {
        let conditions = conditions(shared, input, self.errors)?;
        if input.peek(Token![for]) {
            let product = Product::parse(input, variables)?;
            let condition = if input.peek(Token![if]) { Some(Condition::parse(input)?) } else { None };
            let list = braces(input)?;
            let count = product.count();
            if count > self.choices_left {
                let words = format!("there are too many choices: a kernel has instances for at most {MOST_CHOICES}");
                return Err(product.error(&words));
            }
            self.choices_left -= count;
            let mut is_ever = condition.is_none();
            for number in 0..count {
                let variables = product.choice(number, variables);
                if condition.as_ref().map_or(Ok(true), |condition| condition.holds(&variables))? {
                    is_ever = true;
                    self.under(&conditions, &variables, list.clone())?;
                }
            }
            return match condition {
                Some(condition) if !is_ever => Err(condition.error("no choice of the variables makes this true")),
                _ => Ok(()),
            };
        }
        if input.peek(Token![if]) {
            let condition = Condition::parse(input)?;
            let list = braces(input)?;
            return if condition.holds(variables)? { self.under(&conditions, variables, list) } else { Ok(()) };
        }
        // Several of the same conditions stand in braces.
        if input.peek(syn::token::Brace) {
            let list = braces(input)?;
            if !(input.is_empty() || input.peek(Token![,])) {
                return Err(input.error("expected `,` after instances in braces; a name begins with a letter"));
            }
            return self.under(&conditions, variables, list);
        }
        let instance = instance(conditions, variables, input, self.errors)?;
        // A short list may stand before a product that has the same ones under a condition.
        if self.instances.iter().any(|other| other.is_always_there_as(&instance)) {
            return Ok(());
        }
        // Under conditions there may be several of one name.
        if instance.conditions.is_empty() && self.instances.iter().any(|other| other.name == instance.name) {
            let name = &instance.name;
            let advice = match variables.names().next() {
                Some(variable) => format!("; a name takes up a variable as `{name}_{{{variable}}}`"),
                None => String::new(),
            };
            let words = format!("two instances are named `{name}`: each is an entry of its own{advice}");
            self.errors.push(syn::Error::new(name.span(), words));
        }
        self.instances.push(instance);
        Ok(())
    }
}

/// The list in braces that follows.
fn braces(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    if !input.peek(syn::token::Brace) {
        return Err(input.error("expected the instances in braces: `{ copy_{T} = <T, 64> }`"));
    }
    Ok(input.parse::<Group>()?.stream())
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

fn instance(
    conditions: TokenStream,
    variables: &Variables,
    input: ParseStream<'_>,
    errors: &mut Vec<syn::Error>,
) -> syn::Result<Instance> {
    let name = name(variables, input)?;
    if !name.unraw().to_string().is_ascii() {
        errors.push(syn::Error::new(name.span(), "PTX knows only names of ASCII letters, digits and `_`"));
    }
    let arguments = if input.parse::<Option<Token![=]>>()?.is_some() {
        if !input.peek(Token![<]) {
            return Err(input.error("expected the types and sizes in angle brackets: `name = <f32, 64>`"));
        }
        let arguments: AngleBracketedGenericArguments = input.parse()?;
        Some(syn::parse2(variables.computed(arguments.into_token_stream()))?)
    } else {
        if input.peek(Token![<]) {
            return Err(input.error("expected `=` between name and arguments: `name = <f32, 64>`"));
        }
        None
    };
    Ok(Instance { conditions, name, arguments })
}

/// Reads a name, with the values of variables in it: `copy_{T}_{N}`.
fn name(variables: &Variables, input: ParseStream<'_>) -> syn::Result<Ident> {
    let first: Ident = input.parse()?;
    let mut name = first.to_string();
    let mut is_whole = true;
    loop {
        if input.peek(syn::token::Brace) {
            let group: Group = input.parse()?;
            let variable: Ident = syn::parse2(group.stream())
                .map_err(|_| syn::Error::new(group.span(), "expected a variable of a `for`: `copy_{T} = <T, 64>`"))?;
            let value = variables.value(&variable).ok_or_else(|| {
                let known: Vec<String> = variables.names().map(|name| format!("`{name}`")).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                syn::Error::new(
                    variable.span(),
                    format!("`{variable}` is no variable of a `for`; here they are: {known}"),
                )
            })?;
            let word = variables::word(value).ok_or_else(|| {
                let words = format!("the value `{value}` of `{variable}` cannot be a part of a name");
                syn::Error::new(variable.span(), words)
            })?;
            name.push_str(&word);
        } else if input.peek(Ident::peek_any) {
            name.push_str(&input.call(Ident::parse_any)?.to_string());
        } else if !is_whole && input.peek(LitInt) {
            name.push_str(&input.parse::<LitInt>()?.to_string());
        } else {
            break;
        }
        is_whole = false;
    }
    if is_whole {
        return Ok(first);
    }
    // What was put together is no raw name: all of it but the first part may be a word of Rust.
    match syn::parse_str::<Ident>(&name) {
        Ok(_) => Ok(Ident::new(&name, first.span())),
        Err(_) => Err(syn::Error::new(first.span(), format!("`{name}` is no name"))),
    }
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
