//! Types as they are outside of the function: where a launch or an entry names the type of a parameter, the function's
//! lifetimes are not there.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, Lifetime, PathArguments, PathSegment, Type};

/// The views of `lego_cuda::view` and the like, whose first argument is a lifetime.
const VIEWS: [&str; 12] = [
    "Global",
    "GlobalMut",
    "Split",
    "Atomic",
    "GridWide",
    "Shared",
    "BlockWide",
    "TensorMap",
    "TensorMapMut",
    "TensorMaps",
    "TensorMapArray",
    "InPlace",
];

/// Those of them that a GPU uses at the address of the parameter.
const IN_PLACE: [&str; 4] = ["TensorMap", "TensorMapMut", "TensorMapArray", "InPlace"];

/// The tokens of a type with one lifetime for all that are elided or declared by the function.
///
/// A view without a lifetime, `Global<f32, L>`, is taken for one whose lifetime is elided.
pub(super) fn with(lifetime: &Lifetime, ty: &Type, declared: &[Ident]) -> TokenStream {
    let tokens = ty.to_token_stream();
    let tokens = if hides_lifetime(ty) { insert_first_argument(tokens, lifetime) } else { tokens };
    replace(tokens, &Lifetimes { lifetime, declared, elided: true })
}

/// The tokens of a bound with one lifetime for those declared by the function. An elided one is the bound's own there:
/// that of `Fn(&T)`.
pub(super) fn in_bound(lifetime: &Lifetime, bound: TokenStream, declared: &[Ident]) -> TokenStream {
    replace(bound, &Lifetimes { lifetime, declared, elided: false })
}

/// `'static`, which is what a type has outside.
pub(super) fn outside() -> Lifetime {
    Lifetime::new("'static", Span::mixed_site())
}

/// Whether a type names the lifetime of what lives for ever.
pub(super) fn names_static(ty: &Type) -> bool {
    fn inside(tokens: TokenStream) -> bool {
        let mut after_quote = false;
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Punct(punct) => {
                after_quote = punct.as_char() == '\'';
                false
            }
            TokenTree::Ident(name) => std::mem::take(&mut after_quote) && name == "static",
            TokenTree::Group(group) => inside(group.stream()),
            TokenTree::Literal(_) => false,
        })
    }
    inside(ty.to_token_stream())
}

/// Whether a type is by its text none that a GPU uses at the address of the parameter: a slice, an array, or a view of memory.
pub(super) fn is_surely_a_value(ty: &Type) -> bool {
    let name = |path: &syn::TypePath| path.path.segments.last().map(|last| last.ident.to_string());
    match ty {
        Type::Path(path) => is_view(ty) && !name(path).is_some_and(|name| IN_PLACE.contains(&name.as_str())),
        Type::Reference(_) | Type::Array(_) => true,
        _ => false,
    }
}

/// Whether a type is a view by its name.
pub(super) fn is_view(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(is_name_of_view))
}

fn is_name_of_view(last: &PathSegment) -> bool {
    VIEWS.iter().any(|view| last.ident == view)
}

/// Whether a type is a view without a lifetime.
fn hides_lifetime(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
    let is_lifetime = |argument: &GenericArgument| matches!(argument, GenericArgument::Lifetime(_));
    is_name_of_view(last) && !arguments.args.iter().any(is_lifetime)
}

/// The last segment's arguments with one more in front: the segment's `<` is the first one outside of all others.
fn insert_first_argument(tokens: TokenStream, lifetime: &Lifetime) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut depth = 0_i32;
    let mut open = None;
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Punct(punct) if punct.as_char() == '<' => {
                if depth == 0 {
                    open = Some(at);
                }
                depth += 1;
            }
            // An arrow is no bracket, but a view has none outside of a group.
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
            _ => {}
        }
    }
    if let Some(open) = open {
        trees.splice(open + 1..open + 1, quote!(#lifetime,));
    }
    trees.into_iter().collect()
}

/// One lifetime for others.
struct Lifetimes<'a> {
    lifetime: &'a Lifetime,
    /// The names it stands for.
    declared: &'a [Ident],
    /// Whether it stands for those without a name: `'_`, `&T`.
    elided: bool,
}

impl Lifetimes<'_> {
    fn replaces(&self, name: &Ident) -> bool {
        self.elided && name == "_" || self.declared.contains(name)
    }
}

fn replace(tokens: TokenStream, with: &Lifetimes<'_>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let name = trees.next();
                match name {
                    Some(TokenTree::Ident(name)) if with.replaces(&name) => with.lifetime.to_tokens(&mut out),
                    name => {
                        punct.to_tokens(&mut out);
                        out.extend(name);
                    }
                }
            }
            TokenTree::Punct(punct) if with.elided && punct.as_char() == '&' => {
                // Of `&&T` each is one.
                let mut alone = Punct::new('&', Spacing::Alone);
                alone.set_span(punct.span());
                alone.to_tokens(&mut out);
                if !matches!(trees.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '\'') {
                    with.lifetime.to_tokens(&mut out);
                }
            }
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                let inside = if group.delimiter() == Delimiter::Bracket {
                    array(group.stream(), with)
                } else {
                    replace(group.stream(), with)
                };
                let mut same = Group::new(group.delimiter(), inside);
                same.set_span(group.span());
                same.to_tokens(&mut out);
            }
            // Braces hold an expression: a `&` there is no type's.
            other => other.to_tokens(&mut out),
        }
    }
    out
}

/// What stands in brackets: a type, and after a semicolon a length, in which a `&` is no type's.
fn array(tokens: TokenStream, with: &Lifetimes<'_>) -> TokenStream {
    let mut trees = tokens.into_iter();
    let is_semicolon = |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ';');
    let (mut element, mut length) = (TokenStream::new(), TokenStream::new());
    for tree in trees.by_ref() {
        if is_semicolon(&tree) {
            length.extend([tree]);
            break;
        }
        element.extend([tree]);
    }
    length.extend(trees);
    let mut element = replace(element, with);
    element.extend(length);
    element
}

#[cfg(test)]
mod tests {
    use super::{in_bound, outside, with};
    use proc_macro2::{Ident, Span, TokenStream};

    fn dense(tokens: &TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    #[test]
    fn lifetimes_become_static() {
        let declared = [Ident::new("a", Span::call_site())];
        for (ty, expected) in [
            ("f32", "f32"),
            ("&[T]", "&'static[T]"),
            ("&'a [T]", "&'static[T]"),
            ("Global<'_, T, L>", "Global<'static, T, L>"),
            ("view::Global<'a, T, Matrix<M, {N & 1}>>", "view::Global<'static, T, Matrix<M, {N & 1}>>"),
            (
                "lego_cuda::view::Split<T, L, (BlockX, Register)>",
                "lego_cuda::view::Split<'static, T, L, (BlockX, Register)>",
            ),
            ("<X<A> as Y<B>>::Global<T>", "<X<A> as Y<B>>::Global<'static, T>"),
            ("Pair<&&u8, [&u8; 3 & 1]>", "Pair<&'static &'static u8, [&'static u8; 3 & 1]>"),
            ("Other<T>", "Other<T>"),
            ("Global<'b, T>", "Global<'b, T>"),
        ] {
            let parsed = syn::parse_str(ty).unwrap();
            assert_eq!(dense(&with(&outside(), &parsed, &declared)), expected.replace(' ', ""), "{ty}");
        }
    }

    #[test]
    fn bounds_keep_what_is_their_own() {
        let declared = [Ident::new("a", Span::call_site())];
        let bound = "for<'b> Fn(&'a T, &'b T, &T) + 'a".parse().unwrap();
        assert_eq!(dense(&in_bound(&outside(), bound, &declared)), "for<'b>Fn(&'staticT,&'bT,&T)+'static");
    }
}
