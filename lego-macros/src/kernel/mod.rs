//! `#[lego_kernel]`: a function becomes a kernel for the GPU, a typed launch for the host, and a body for the executor.
//!
//! ```text
//! function     the item: what a kernel is as a function
//! parameters   its parameters: what is passed, what is shared memory
//! access       what the accesses of a parameter may take
//! options      the attribute: bounds of a launch
//! extents      the extents of a block, as options have them
//! grid         the extents of a grid that may be larger than 1
//! facts        the attribute: what must hold between the arguments of a launch
//! instances    the attribute: the types and sizes it is compiled for
//! names        tokens with others in the place of names
//! lifetimes    types as they are outside of the function
//! generics     its types and sizes, as declarations and as arguments
//! crates       the name of lego-cuda
//! expand       all of it → Rust
//! ```

mod access;
mod crates;
mod expand;
mod extents;
mod facts;
mod function;
mod generics;
mod grid;
mod instances;
mod lifetimes;
mod names;
mod options;
mod parameters;

use crate::source::Source;
use function::Function;
use lego_core::check::fingerprint;
use options::Options;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;

/// The expansion of `#[lego_kernel(options)] item`.
///
/// The function comes out also where something is wrong with it, so that an editor knows it.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let lego_cuda = crates::lego_cuda();
    let mut errors = Vec::new();
    let mut options = Options::parse(options, &mut errors);
    let function = match Function::parse.parse2(item.clone()) {
        Ok((mut function, wrong)) => {
            errors.extend(wrong);
            function.check_handle(options.name.clone(), &mut errors);
            Some(function)
        }
        Err(error) => {
            errors.push(error);
            None
        }
    };
    if let Some(function) = &function {
        options.complete(function, &mut errors);
    }
    let item = parameters::without_markers(item);
    match function {
        Some(function) if errors.is_empty() => {
            // Made of words and marks, since compilers differ in how they space them.
            let text = fingerprint(Source::new(item.clone()).text(), &[]);
            let kernel = expand::Kernel { lego_cuda: &lego_cuda, function: &function, options: &options, text };
            kernel.expand(&item)
        }
        function => {
            let errors = errors.iter().map(syn::Error::to_compile_error);
            // The type, so that it is not missing besides.
            let handle = function.filter(|function| !function.is_method).map(|function| expand::handle(&function));
            quote!(#(#errors)* #item #handle)
        }
    }
}

#[cfg(test)]
mod tests;
