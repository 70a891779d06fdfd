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

/// What an attribute with these instances gives for a function of types and sizes.
fn listed(instances: TokenStream) -> String {
    let item = quote!(
        fn copy<T: Element, const N: usize>(input: Global<'_, T>) {}
    );
    expand(quote!(threads = 32, instances(#instances)), item).to_string()
}

/// A product is what one would list by hand, in the order of a loop.
#[test]
fn products_are_the_lists_that_they_stand_for() {
    let pairs = [
        (
            quote!(for T in [half::f16, f32], N in [32, 64] { copy_{T}_{N} = <T, N> }),
            quote!(
                copy_f16_32 = <half::f16, 32>, copy_f16_64 = <half::f16, 64>,
                copy_f32_32 = <f32, 32>, copy_f32_64 = <f32, 64>
            ),
        ),
        // Tuples go together; a value may serve for the name alone, and one may compute with it.
        (
            quote!(first = <u8, 1>, for (w, T, N) in [(wide, E4m3, 8), (slim, By<f32, 2>, 4u32)] { a_{w}_{T}2 = <T, { N * 2 }>, }),
            quote!(first = <u8, 1>, a_wide_e4m32 = <E4m3, 16>, a_slim_by_f32_22 = <By<f32, 2>, 8>),
        ),
        // A text in quotes is for the name alone.
        (
            quote!(for (SIZE, N) in [("", 4), ("_small", 1)], (M, T) in [("nn", f16), ("nt", f32)] if SIZE == "" || M == "nn" {
                p_{M}{SIZE} = <T, N>
            }),
            quote!(p_nn = <f16, 4>, p_nt = <f32, 4>, p_nn_small = <f16, 1>),
        ),
        (quote!(for N in [1, 2] { b_{N} = <f32, { N == 2 }> }), quote!(b_1 = <f32, false>, b_2 = <f32, true>)),
        // What is always there is not there again under a condition; another condition is another instance.
        (
            quote!(a_2 = <f32, 2>, #[cfg(a)] for N in [1, 2, 3] { a_{N} = <f32, N> }, #[cfg(b)] { a_1 = <f32, 1> }),
            quote!(a_2 = <f32, 2>, #[cfg(a)] a_1 = <f32, 1>, #[cfg(a)] a_3 = <f32, 3>, #[cfg(b)] a_1 = <f32, 1>),
        ),
        // Conditions of several, of one, and of the compiler.
        (
            quote!(for T in [f16, f32], N in [1, 2, 3] if T == f16 && N != 2 || (N + 1) % 4 == 0 {
                #[cfg(a)] { c_{T}_{N} = <T, N>, if N > 2 { d_{T} = <T, 0> } }
            }),
            quote!(
                #[cfg(a)] c_f16_1 = <f16, 1>, #[cfg(a)] c_f16_3 = <f16, 3>, #[cfg(a)] d_f16 = <f16, 0>,
                #[cfg(a)] c_f32_3 = <f32, 3>, #[cfg(a)] d_f32 = <f32, 0>
            ),
        ),
        // Lists in lists see what is around them; what stands behind `::` is no variable.
        (
            quote!(for N in [1, 2] { for M in [N, { N * 3 }] if M >= N && !(M == 1) { e_{N}_{M} = <f32::N, M> } }),
            quote!(e_1_3 = <f32::N, 3>, e_2_2 = <f32::N, 2>, e_2_6 = <f32::N, 6>),
        ),
    ];
    for (product, list) in pairs {
        let listed_so = listed(list);
        assert!(!listed_so.contains("compile_error"), "{listed_so}");
        assert_eq!(listed(product.clone()), listed_so, "{product}");
    }
}

#[test]
fn products_that_are_wrong_say_what() {
    let wrong = [
        (quote!(for T in [] { a_{T} = <T, 1> }), "a list without values gives no instances"),
        (quote!(for T in [f32 f32] { a_{T} = <T, 1> }), "an expression stands in braces"),
        (quote!(for N in [1 + 2] { a_{N} = <f32, N> }), "an expression stands in braces"),
        (quote!(for (T, N) in [(f32, 1, 2)] { a_{N} = <T, N> }), "there are 2 names before `in`, and 3 values here"),
        (quote!(for T in [f32], T in [f32] { a_{T} = <T, 1> }), "there is a variable `T` already"),
        (quote!(for T in [f32] { for T in [f16] { a_{T} = <T, 1> } }), "there is a variable `T` already"),
        (quote!(for (T, T) in [(f32, f16)] { a_{T} = <T, 1> }), "there is a variable `T` already"),
        (quote!(for T in [f32] { a_{U} = <T, 1> }), "`U` is no variable of a `for`; here they are: `T`"),
        (quote!(a_{U} = <f32, 1>), "`U` is no variable of a `for`; here they are: none"),
        (quote!(for T in [f32] { a_{2} = <T, 1> }), "expected a variable of a `for`"),
        (quote!(for N in [-1] { a_{N} = <f32, N> }), "the value `- 1` of `N` cannot be a part of a name"),
        (quote!(for S in ["-x"] { a{S} = <f32, 1> }), "`a-x` is no name"),
        (quote!(for N in [1, 2] { a = <f32, N> }), "a name takes up a variable as `a_{N}`"),
        (quote!(for N in [1, 2] if N > 2 { a_{N} = <f32, N> }), "no choice of the variables makes this true"),
        (quote!(for N in [1, 2] if N { a_{N} = <f32, N> }), "expected what is true or false"),
        (quote!(for N in [1, 2] if N == f32 { a_{N} = <f32, N> }), "a number, a type and a truth are never the same"),
        (quote!(for N in [0, 2] if 2 / N > 0 { a_{N} = <f32, N> }), "a condition compares types, and computes"),
        (quote!(for N in [1, 2] if { a_{N} = <f32, N> }), "expected a condition after this"),
        (quote!(for N in [1, 2] a_{N} = <f32, N>), "expected the instances in braces"),
        (quote!(for N in [f32] { {N}_a = <N, 1> }), "a name begins with a letter"),
    ];
    for (instances, words) in wrong {
        let text = listed(instances.clone());
        assert!(text.contains(words), "{instances}: {text}");
    }
}

#[test]
fn selections_that_cannot_be_say_why() {
    let of = |options: TokenStream, item: TokenStream| expand(options, item).to_string();
    let no_sizes = of(
        quote!(select, instances(a = <f32>)),
        quote!(
            fn k<T: Element>(input: Global<'_, T>) {}
        ),
    );
    assert!(no_sizes.contains("this kernel has no const parameters"), "{no_sizes}");
    let item = quote!(
        fn k<const N: usize>(input: Global<'_, f32, Matrix<{ N + 1 }>>, #[shared] t: Shared<'_, f32, Row<N>>) {}
    );
    let passed = of(quote!(select, instances(a = <1>)), item);
    assert!(passed.contains("the type of `input` has the size `N` in it"), "{passed}");
    assert!(!passed.contains("the type of `t`"), "{passed}");
    let fact = of(
        quote!(select, instances(a = <1>), where n % N == 0),
        quote!(
            fn k<const N: usize>(n: u32) {}
        ),
    );
    assert!(fact.contains("cannot depend on `N`"), "{fact}");
}

/// The limit holds before memory is spent, and for nested products too.
#[test]
fn products_have_a_limit() {
    let numbers: Vec<usize> = (0..64).collect();
    let at_most = |product: TokenStream| !listed(product).contains("there are too many choices");
    assert!(at_most(
        quote!(for A in [#(#numbers),*], B in [#(#numbers),*] if A == 0 && B == 0 { a_{A}_{B} = <f32, A> })
    ));
    assert!(!at_most(quote!(for A in [#(#numbers),*], B in [#(#numbers),*], C in [1, 2] { a_{A}_{B} = <f32, C> })));
    let nested = quote!(for A in [#(#numbers),*] { for B in [#(#numbers),*] { if B == A { a_{A}_{B} = <f32, A> } } });
    assert!(!at_most(nested));
    let terms = vec![quote!(1); 100];
    let long = listed(quote!(for A in [1] if A == #(#terms +)* 1 { a_{A} = <f32, A> }));
    assert!(long.contains("a condition has at most 128 words and signs"), "{long}");
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
