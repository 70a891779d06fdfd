//! The expansions of the attribute, as files to look at, which `cargo xtask bless` writes anew; and its errors.

use super::expand;
use crate::tests::compare;
use proc_macro2::TokenStream;
use quote::quote;

/// The expansion as formatted text.
fn formatted(options: TokenStream, item: TokenStream) -> String {
    let expansion = expand(options, item);
    let file: syn::File = syn::parse2(expansion).unwrap_or_else(|error| panic!("the expansion is no Rust: {error}"));
    prettyplease::unparse(&file)
}

fn snapshot(name: &str, options: TokenStream, item: TokenStream) {
    let header = "// What #[lego_kernel] writes for the function at the top. Made by: cargo xtask bless\n\n";
    compare(&format!("tests/kernels/{name}.rs"), &format!("{header}{}", formatted(options, item)));
}

#[test]
fn expansion_of_the_smallest_kernel() {
    snapshot(
        "smallest",
        quote!(),
        quote!(
            fn nothing() {}
        ),
    );
}

#[test]
fn expansion_with_everything() {
    snapshot(
        "everything",
        quote! {
            threads = [32, ROWS],
            min_blocks = 2,
            spills = 16,
            instances(
                transpose_row = <f32, RowTile, 8192, { 2 * 4096 }>,
                #[cfg(feature = "padded")]
                transpose_padded = <f32, PaddedTile, 8192, 8192>,
            ),
        },
        quote! {
            /// Transposes a matrix.
            #[cfg(feature = "transpose")]
            #[allow(clippy::type_complexity)]
            pub unsafe fn transpose<'a, T: Element, L: Layout32<Position32 = u32>, const M: usize, const N: usize>(
                input: Global<'_, T, Matrix<M, N>>,
                mut output: Split<T, ByBlocks<N, M>, (BlockY, BlockX, Register, ThreadY, ThreadX)>,
                table: &'a [u32],
                scale: f32,
                offset: T,
                #[shared] tile: Shared<'_, T, L>,
                #[shared(dynamic)] big: Shared<'_, f32, Big>,
                #[shared(layout)] rest: Shared<'_, T, Rest>,
            ) where
                L::Index32: Pair,
                'a: 'a,
            {
                body(input, &mut output, table, scale, offset, tile, big, rest);
            }
        },
    );
}

/// Instances in braces have the conditions before these and their own.
#[test]
fn conditions_of_several_instances() {
    let item = quote!(
        fn copy<const N: usize>(input: Global<'_, f32>) {}
    );
    let of = |text: TokenStream| expand(text, item.clone()).to_string();
    let together = of(quote!(
        threads = 32,
        instances(
            one = <1>,
            #[cfg(a)] { two = <2>, #[cfg(b)] three = <3> },
            four = <4>
        )
    ));
    let apart = of(quote!(
        threads = 32,
        instances(one = <1>, #[cfg(a)] two = <2>, #[cfg(a)] #[cfg(b)] three = <3>, four = <4>)
    ));
    assert_eq!(together, apart);
    assert!(together.contains("cfg (b)") && !together.contains("compile_error"), "{together}");
}

/// What comes out, without spaces.
fn dense(options: TokenStream, item: TokenStream) -> String {
    expand(options, item).to_string().replace([' ', '\n'], "")
}

#[test]
fn the_function_survives_what_is_wrong() {
    let wrong = dense(
        quote!(thread = 3),
        quote!(
            fn k(#[shared] tile: Shared<'_, f32, L>, n: u32) {
                body(n)
            }
        ),
    );
    assert!(wrong.contains("didyoumean`threads`?"), "{wrong}");
    assert!(wrong.contains("fnk(tile:Shared<'_,f32,L>,n:u32){body(n)}"), "{wrong}");
    let no_function = dense(
        quote!(),
        quote!(
            struct S {
                x: u32,
            }
        ),
    );
    assert!(no_function.contains("standsbeforeafunction"), "{no_function}");
    assert!(no_function.contains("structS{x:u32"), "{no_function}");
}

#[test]
fn a_cluster_has_as_many_blocks_as_every_gpu_takes() {
    let of = |options: TokenStream| {
        dense(
            options,
            quote!(
                fn k() {}
            ),
        )
    };
    for right in [quote!(cluster = 1), quote!(cluster = 8), quote!(cluster = if true { 2 } else { 1 })] {
        assert!(!of(right.clone()).contains("compile_error"), "{right}");
    }
    for wrong in [quote!(cluster = 0), quote!(cluster = 9)] {
        assert!(of(wrong.clone()).contains("aclusterhas1to8blocks"), "{wrong}");
    }
}

#[test]
fn no_tokens_make_the_macro_panic() {
    let options = [
        "",
        ",",
        "threads",
        "threads =",
        "threads = ,",
        "threads = []",
        "threads = [,]",
        "threads = [1, 2, 3, 4]",
        "threads = 99999999999999999999999999",
        "instances",
        "instances(",
        "instances = 3",
        "instances()",
        "instances(a)",
        "instances({)",
        "instances({})",
        "instances(#[cfg] { a = <f32>, })",
        "instances(#[cfg(x)] { #[inline] {{ a }} b })",
        "instances(a =)",
        "instances(a = <)",
        "instances(a = <>)",
        "instances(#[a] r#fn)",
        "\"\"",
        "'a",
        "threads = 0x",
        "max_registers = 0, spills = -1",
        "cluster = 99999999999",
        "cluster = [2]",
        "min_blocks = []",
        "instances(é)",
        "grid",
        "grid = []",
        "grid = [,]",
        "grid = (x)",
    ];
    let items = [
        "",
        "fn",
        "fn f",
        "fn f(",
        "fn f()",
        "fn f();",
        "fn f() {}",
        "fn f(x) {}",
        "fn f(: u32) {}",
        "fn f(x:) {}",
        "fn f(#[shared] x: u32) {}",
        "fn f(#[shared] #[shared(a)] self) {}",
        "fn f(...) {}",
        "fn f(x: ...) {}",
        "fn f<T(x: T) {}",
        "fn f<'a>(x: &'a) {}",
        "fn f() -> {}",
        "fn f() where {}",
        "const fn _() {}",
        "fn _1() {}",
        "fn é() {}",
        "const C: u32 = 1;",
        "extern fn f() {}",
        "async unsafe extern \"C\" fn self() {}",
        "fn Self() {}",
        "#[unsafe(no_mangle)] #[inline] fn f() {}",
        "#![a] fn f() {}",
        "fn r#fn(r#type: u32) {}",
        "impl fn() {}",
        "fn f(&'a mut self: X, mut x: u32, (a, b): (u8, u8)) {}",
        "fn f(x: &'static [f32], y: &mut [f32]) {}",
    ];
    for options in options {
        for item in items {
            let (Ok(options), Ok(item)) = (options.parse(), item.parse()) else { continue };
            expand(options, item);
        }
    }
}
