//! The book: which pages it has, and what stands on them. It knows the texts, and nothing of layouts.
//!
//! ```text
//! page      a text of the repository: its links, its anchors, its blocks of code
//! program   the documentation of a Rust module as a page
//! summary   the pages in their order, and every file that they lead to
//! studio    links that open the Studio on a chain
//! html      what was made of all that: links that lead nowhere
//! ```
//!
//! Below stand the pages themselves, whose Rust code runs as tests.
#![forbid(unsafe_code)]

pub mod html;
pub mod page;
pub mod program;
pub mod studio;
pub mod summary;

use std::path::PathBuf;

/// The folder of the repository.
#[must_use]
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).map_or(here.clone(), PathBuf::from)
}

/// The pages whose Rust code runs. That of the first kernel runs with the kernels that it is about, in `examples/kernels`; a crate
/// with kernels is built by a test of `lego-cuda-build`.
#[cfg(doctest)]
mod pages {
    macro_rules! pages {
        ($($name:ident $file:literal)*) => { $(#[doc = include_str!(concat!("../../src/", $file))] mod $name {})* };
    }

    pages! {
        arrays_on_a_cpu "arrays-on-a-cpu.md"
        bank_conflicts "bank-conflicts.md"
        engine "engine.md"
        extending "extending.md"
        for_mdspan_users "for-mdspan-users.md"
        for_ndarray_users "for-ndarray-users.md"
        layouts "layouts.md"
        recipes "recipes.md"
        start "start.md"
        threads "threads.md"
    }
}
