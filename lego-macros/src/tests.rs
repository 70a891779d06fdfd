//! The expansions of the macro, as files to look at, which `cargo xtask bless` writes anew.

use crate::{equal, expand};
use proc_macro2::TokenStream;
use quote::quote;
use std::path::Path;

/// The expansion of items as formatted text.
fn formatted(tokens: TokenStream) -> String {
    let expansion = expand::expand(syn::parse2(tokens).unwrap(), &quote!(::lego));
    let file: syn::File = syn::parse2(expansion).unwrap_or_else(|error| panic!("the expansion is no Rust: {error}"));
    prettyplease::unparse(&file)
}

/// Compares with the file that was looked at, or writes it where `LEGO_BLESS` is set.
pub(crate) fn compare(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        recorded == text,
        "{} is not what the macro writes now; look at the difference after `cargo xtask bless`",
        path.display()
    );
}

fn snapshot(name: &str, tokens: TokenStream) {
    let header =
        "// What layout! writes for the layout at the end of its documentation. Made by: cargo xtask bless\n\n";
    compare(&format!("tests/expanded/{name}.rs"), &format!("{header}{}", formatted(tokens)));
}

fn fig9() -> TokenStream {
    quote! {
        /// 6×6 in 3×3 anti-diagonal blocks (LEGO, fig. 9).
        pub type Fig9 = OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3))
            .OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4]))
            .GroupBy([6, 6]);
    }
}

#[test]
fn expansion_with_const_generics() {
    snapshot(
        "tiled",
        quote! {
            pub type Tiled<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
        },
    );
}

#[test]
fn expansion_with_run_time_sizes() {
    snapshot("matrix", quote!(pub(crate) type Matrix(m, k) = Col(m, k) where k % 4 == 0;));
}

#[test]
fn expansion_with_holes() {
    snapshot(
        "padded",
        quote!(#[cfg(unix)] #[derive(PartialOrd, Ord)] type Padded = Row(65, 66).PadBy([65, 65] => [65, 66]);),
    );
}

#[test]
fn expansion_with_a_part_stored() {
    snapshot(
        "extended",
        quote!(type Extended = Row(10, crate::N).ExpandBy([10, crate::N] => [12, 12]).TileBy([3, 3], [4, 4]);),
    );
}

/// The expansion of figure 9 is the module `lego::expanded`, which the compiler and the documentation read.
#[test]
fn the_documented_expansion_is_what_the_macro_writes() {
    let header = include_str!("../tests/expanded/module.txt");
    compare("../src/expanded.rs", &format!("{header}\n{}", formatted(fig9())));
}

#[test]
fn no_tokens_make_the_macro_panic() {
    let texts = [
        "",
        ";",
        "pub",
        "pub type",
        "type A",
        "type A =",
        "type A = ;",
        "type A<",
        "type A<const",
        "type A(",
        "#",
        "#[a]",
        "const",
        "const A: usize",
        "const A: usize =",
        "Row",
        "Row(",
        "type A = Row(4) where",
        "Row(1)..",
        "'a",
        "\"\"",
    ];
    for text in texts {
        let Ok(tokens) = text.parse::<TokenStream>() else { continue };
        if let Ok(input) = syn::parse2(tokens.clone()) {
            expand::expand(input, &quote!(::lego));
        }
        equal::expand(tokens, &quote!(::lego));
    }
}

#[test]
fn sources_are_written_as_one_would() {
    for text in [
        "OrderBy(Row(4, 8), RegP([2, 3], [2, 1])).TileBy([M / 4, -2], [4, 4 * (B + 1)])",
        "Row(65, 66).PadBy([65, 65] => [65, 66]) where M % 64 == 0, K >= crate::a::B",
        "GenP([4, 4], |i, j| { let k = i; if i < 2 && j != 1 { k } else { j << 1 | 2 } }, |p| (p / 4, -p))",
        "Fan(12, -5, 0)",
        "GenP([4], || -1, f::g, unchecked)",
    ] {
        let source = crate::source::Source::new(text.parse().unwrap());
        assert_eq!(source.text(), text);
    }
}
