//! The item: what a kernel is as a function.

use super::generics::Generics;
use super::parameters::{self, List, Parameter};
use proc_macro2::{Group, Span, TokenStream};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, LitStr, Token, Type, Visibility};

/// A function that can be a kernel.
pub(super) struct Function {
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) is_unsafe: bool,
    pub(super) name: Ident,
    pub(super) generics: Generics,
    pub(super) parameters: Vec<Parameter>,
    /// Whether it stands among methods, where no type can be declared.
    pub(super) is_method: bool,
    /// What its type is called, where the attribute says it.
    chosen: Option<Ident>,
}

/// Types and variants that kernels use by these names: a kernel's type of the same name would hide them.
const USED: [&str; 35] = [
    "Arc",
    "Axes",
    "Backend",
    "Block",
    "BlockX",
    "BlockY",
    "BlockZ",
    "Box",
    "Buffer",
    "Device",
    "Element",
    "Err",
    "Error",
    "Executor",
    "Fragment",
    "Global",
    "GlobalMut",
    "Launch",
    "Linear",
    "Module",
    "None",
    "Ok",
    "Option",
    "Register",
    "Result",
    "Shared",
    "Some",
    "Split",
    "String",
    "Thread",
    "ThreadX",
    "ThreadY",
    "ThreadZ",
    "Vec",
    "View",
];

impl Function {
    /// Reads a function, and what about it no kernel can have.
    ///
    /// # Errors
    /// Where the item is no function, or cannot be read to its end.
    pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<(Self, Vec<syn::Error>)> {
        let mut errors = Vec::new();
        let attributes = input.call(Attribute::parse_outer)?;
        errors.extend(attributes.iter().filter_map(refused_attribute));
        let visibility = input.parse()?;
        let is_unsafe = qualifiers(input, &mut errors)?;
        let name: Ident = input.parse()?;
        let mut generics = Generics::parse(input, &mut errors)?;
        let list: Group = input.parse()?;
        let mut is_method = false;
        let mut parameters = match parameters::parse.parse2(list.stream()) {
            Ok(List { parameters, is_method: receiver, errors: wrong }) => {
                errors.extend(wrong);
                is_method = receiver;
                parameters
            }
            Err(error) => {
                errors.push(error);
                Vec::new()
            }
        };
        for parameter in &mut parameters {
            parameter.is_generic = generics.mentioned(&parameter.ty.to_token_stream());
        }
        if input.peek(Token![->]) {
            let arrow: Token![->] = input.parse()?;
            let result: Type = input.parse()?;
            if !matches!(&result, Type::Tuple(tuple) if tuple.elems.is_empty()) {
                let from_arrow = TokenStream::from_iter([arrow.into_token_stream(), result.into_token_stream()]);
                errors.push(syn::Error::new_spanned(
                    from_arrow,
                    "a kernel returns nothing: write what it computes through a `Split` or a `GlobalMut`",
                ));
            }
        }
        generics.parse_where(input)?;
        if !input.peek(syn::token::Brace) {
            return Err(input.error("expected the body of the kernel: `{ … }`"));
        }
        input.parse::<Group>()?;
        let chosen = None;
        let function = Self { attributes, visibility, is_unsafe, name, generics, parameters, is_method, chosen };
        if !function.plain_name().is_ascii() {
            errors.push(syn::Error::new(function.name.span(), "PTX knows only names of ASCII letters, digits and `_`"));
        }
        Ok((function, errors))
    }

    /// The name without `r#`.
    pub(super) fn plain_name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Takes the name that the attribute chooses for the type, and says what is wrong with the one there is else.
    pub(super) fn check_handle(&mut self, chosen: Option<Ident>, errors: &mut Vec<syn::Error>) {
        self.chosen = chosen;
        if self.chosen.is_some() {
            return;
        }
        let words = match self.handle() {
            None => "the kernel's type is named like the function in `CamelCase`: begin it with a letter, or choose another \
                     name by `#[lego_kernel(name = Scale)]`"
                .to_owned(),
            Some(handle) if USED.iter().any(|used| handle == used) => format!(
                "the kernel's type is named like the function in `CamelCase`, and `{handle}` would hide what kernels use by \
                 that name: choose another by `#[lego_kernel(name = {handle}Kernel)]`"
            ),
            Some(_) => return,
        };
        errors.push(syn::Error::new(self.name.span(), words));
    }

    /// The name of the type: the chosen one, or the function's in `CamelCase`; `None` where that is none.
    pub(super) fn handle(&self) -> Option<Ident> {
        if let Some(chosen) = &self.chosen {
            return Some(chosen.clone());
        }
        let mut name = String::new();
        for word in self.plain_name().split('_') {
            let mut letters = word.chars();
            name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            name.extend(letters);
        }
        // `Self` is a keyword, and the only one that begins with a capital.
        let is_name = name.starts_with(char::is_alphabetic) && name != "Self";
        is_name.then(|| Ident::new(&name, self.name.span()))
    }

    /// The attributes under which there is this item at all: everything generated for it needs them.
    pub(super) fn conditions(&self) -> TokenStream {
        self.attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
            .map(|one| quote::quote!(#one))
            .collect()
    }
}

/// The words before `fn`, and whether `unsafe` is one.
fn qualifiers(input: ParseStream<'_>, errors: &mut Vec<syn::Error>) -> syn::Result<bool> {
    let mut is_unsafe = false;
    let mut refuse = |span: Span, words: &str| errors.push(syn::Error::new(span, words));
    loop {
        if let Some(keyword) = input.parse::<Option<Token![const]>>()? {
            if !input.peek(Token![fn])
                && !input.peek(Token![async])
                && !input.peek(Token![unsafe])
                && !input.peek(Token![extern])
            {
                return Err(no_function(keyword.span));
            }
            refuse(keyword.span, "a kernel cannot be `const`: it runs on a GPU, not in the compiler");
        } else if let Some(keyword) = input.parse::<Option<Token![async]>>()? {
            refuse(
                keyword.span,
                "a kernel cannot be `async`: a launch only begins it, and `synchronize` waits for its end",
            );
        } else if input.parse::<Option<Token![unsafe]>>()?.is_some() {
            is_unsafe = true;
        } else if let Some(keyword) = input.parse::<Option<Token![extern]>>()? {
            let abi: Option<LitStr> = input.parse()?;
            let span = abi.map_or(keyword.span, |abi| abi.span());
            refuse(span, "a kernel has no ABI of its own: `#[lego_kernel]` writes the `ptx-kernel` entries");
        } else if input.parse::<Option<Token![fn]>>()?.is_some() {
            return Ok(is_unsafe);
        } else {
            return Err(no_function(input.span()));
        }
    }
}

fn no_function(at: Span) -> syn::Error {
    syn::Error::new(at, "`#[lego_kernel]` stands before a function")
}

/// Attributes that contradict what a kernel is.
fn refused_attribute(attribute: &Attribute) -> Option<syn::Error> {
    let named =
        |path: &syn::Path| ["no_mangle", "export_name", "link_section"].into_iter().find(|name| path.is_ident(name));
    let name = match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("unsafe") => named(
            &list
                .parse_args_with(|input: ParseStream<'_>| {
                    let path = input.parse()?;
                    input.parse::<TokenStream>()?;
                    Ok(path)
                })
                .ok()?,
        ),
        meta => named(meta.path()),
    }?;
    let words = format!("no `{name}`: the entries of a kernel are named by `instances(name = <…>)`");
    Some(syn::Error::new_spanned(attribute, words))
}
