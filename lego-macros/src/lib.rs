//! `layout!` and `layout_eq!`: thin. Tokens become text, `lego-lang` checks and simplifies it, and the result becomes Rust.
//! `#[lego_kernel]`: a function becomes a kernel.
//!
//! ```text
//! input    items or one chain
//! source   tokens → text with places, for the language's parser
//! tokens   generated expressions as tokens
//! expand   one layout → its type, functions and trait implementations
//! equal    two layouts → an assertion
//! kernel   one function → the entries, the launch and the body of a kernel (feature `kernel`)
//! ```
#![forbid(unsafe_code)]

mod callers;
mod constant;
mod equal;
mod errors;
mod expand;
mod input;
#[cfg(feature = "kernel")]
mod kernel;
#[cfg(all(test, feature = "kernel"))]
mod random_tokens;
mod source;
mod spacing;
#[cfg(test)]
mod tests;
mod tokens;

use proc_macro::TokenStream;

/// Declares layouts as types, or makes one as a value.
///
/// See the documentation of the crate `lego`, which re-exports it.
/// Its input is the crate that generated code refers to, in parentheses, and what the user wrote.
#[proc_macro]
pub fn layout(input: TokenStream) -> TokenStream {
    let (lego, input) = callers::split(input.into());
    match syn::parse2(input) {
        Ok(input) => expand::expand(input, &lego).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// Asserts at compile time that two layouts are the same map: `layout_eq!(A, B)`.
///
/// Each side is a chain, or the name of a layout type that `layout!` made.
#[proc_macro]
pub fn layout_eq(input: TokenStream) -> TokenStream {
    let (lego, input) = callers::split(input.into());
    equal::expand(input, &lego).into()
}

/// Makes a kernel of a function.
///
/// See the documentation of the crate `lego-cuda`, which re-exports it.
#[cfg(feature = "kernel")]
#[proc_macro_attribute]
pub fn lego_kernel(options: TokenStream, item: TokenStream) -> TokenStream {
    kernel::expand(options.into(), item.into()).into()
}
