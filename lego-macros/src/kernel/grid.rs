//! The extents of a grid that may be larger than 1, as the option has them: `x`, `[x, y]`.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::Token;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;

/// The coordinates of a grid.
const AXES: [&str; 3] = ["x", "y", "z"];

/// Which coordinates of a block's index a kernel reads.
pub(super) struct Grid {
    /// For x, y and z.
    pub(super) reads: [bool; 3],
}

impl Grid {
    /// Reads the value of the option; what is wrong goes to `errors`.
    pub(super) fn new(value: TokenStream, errors: &mut Vec<syn::Error>) -> Self {
        let mut reads = [false; 3];
        let named = names(&value).unwrap_or_default();
        if named.is_empty() {
            let words = "expected the coordinates of `block_idx()` that the kernel reads: `x`, or several, `[x, y]`";
            errors.push(syn::Error::new_spanned(&value, words));
        }
        for name in named {
            match AXES.iter().position(|axis| name == axis) {
                Some(axis) if reads[axis] => {
                    errors.push(syn::Error::new(name.span(), format!("`{name}` is named twice")))
                }
                Some(axis) => reads[axis] = true,
                None => {
                    let words = format!("a grid has x, y and z, and no `{name}`");
                    errors.push(syn::Error::new(name.span(), words));
                }
            }
        }
        Self { reads }
    }

    /// The extents that are to be 1, as documentation names them; `None` where there is none.
    pub(super) fn ones(&self) -> Option<String> {
        let ones: Vec<&str> = AXES.iter().zip(self.reads).filter(|(_, reads)| !reads).map(|(axis, _)| *axis).collect();
        (!ones.is_empty()).then(|| ones.join(" and "))
    }
}

/// The names in the value; `None` where it is something else.
fn names(value: &TokenStream) -> Option<Vec<Ident>> {
    let mut trees = value.clone().into_iter();
    let names = match (trees.next()?, trees.next()) {
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::Bracket => group.stream(),
        _ => value.clone(),
    };
    let list = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(names).ok()?;
    Some(list.into_iter().collect())
}
