//! No tokens make the macro panic. `LEGO_ROUNDS` sets how many random invocations are tried.

use crate::{equal, expand, kernel};
use lego_lang::NAMED;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use random::Random;

/// What an invocation is written with, beside the named permutations.
const WORDS: [&str; 25] = [
    "OrderBy",
    "TileOrderBy",
    "A",
    "B",
    "GroupBy",
    "TileBy",
    "ExpandBy",
    "PadBy",
    "RegP",
    "GenP",
    "unchecked",
    "where",
    "type",
    "pub",
    "const",
    "usize",
    "self",
    "Self",
    "if",
    "else",
    "let",
    "ceil_div",
    "N",
    "i",
    "antidiag",
];

fn word(random: &mut Random) -> &'static str {
    let k = random.index(WORDS.len() + NAMED.len());
    WORDS.get(k).copied().unwrap_or_else(|| NAMED[k - WORDS.len()].name)
}

/// Any tokens, more often such as an invocation has.
fn tokens(random: &mut Random, depth: usize) -> TokenStream {
    let length = random.index(9);
    (0..length)
        .map(|_| match random.index(if depth == 0 { 6 } else { 9 }) {
            0 | 1 => TokenTree::Ident(Ident::new(word(random), Span::call_site())),
            2 => TokenTree::Literal(Literal::usize_unsuffixed(random.index(70))),
            3 => TokenTree::Literal(match random.index(5) {
                0 => Literal::string("a"),
                1 => Literal::f64_unsuffixed(0.5),
                2 => Literal::u128_suffixed(u128::MAX),
                3 => Literal::byte_string(b"b"),
                _ => Literal::character('…'),
            }),
            4 | 5 => {
                let marks = ['.', ',', ';', '=', '>', '<', '|', '&', '+', '-', '*', '/', '%', '^', ':', '#', '$', '!'];
                let spacing = if random.index(2) == 0 { Spacing::Joint } else { Spacing::Alone };
                TokenTree::Punct(Punct::new(marks[random.index(marks.len())], spacing))
            }
            _ => {
                let delimiters = [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None];
                TokenTree::Group(Group::new(delimiters[random.index(4)], tokens(random, depth - 1)))
            }
        })
        .collect()
}

/// A valid invocation with one group or token exchanged for random ones.
fn mutated(random: &mut Random) -> TokenStream {
    let valid = [
        "pub type A<const M: usize> = Row(M, 64).TileBy([M/8, 8], [8, 8]) where M % 8 == 0;",
        "type B(m, k) = OrderBy(Col(m, k)).GroupBy([k, m]); const N: usize = 4;",
        "GenP([4, 4], |i, j| (3 - i) * 4 + j, |p| (3 - p / 4, p % 4))",
        "GenP([8, 4], |i, j| j * 8 + (i ^ j * 2 + (i & 1)) % 8)",
        "type A = Col(4, 4); type B<const N: usize> = TileOrderBy(A, Row(N, 2)); type C = OrderBy(B<2>, A).GroupBy([512]);",
        "Row(10, 10).ExpandBy([10, 10] => [12, 12]).TileBy([3, 3], [4, 4])",
    ];
    let valid = valid[random.index(valid.len())].parse().unwrap_or_default();
    with_one_exchanged(valid, random)
}

fn with_one_exchanged(valid: TokenStream, random: &mut Random) -> TokenStream {
    let mut trees: Vec<TokenTree> = valid.into_iter().collect();
    let at = random.index(trees.len());
    let with = tokens(random, 2);
    trees.splice(at..=at, with);
    trees.into_iter().collect()
}

/// Options and function of a kernel, in one of which a token is exchanged, or a parameter is.
fn mutated_kernel(random: &mut Random) -> (TokenStream, TokenStream) {
    let options = "threads = [32, 8], min_blocks = 2, instances(a = <f32, 64>, b = <f64, { 2 * N }>)";
    let options: TokenStream = options.parse().unwrap_or_default();
    let parameters = "x: Global<'_, T, Row>, mut y: &'a [T], n: u32, #[shared(dynamic)] t: Shared<'_, T, L>, #[shared(layout)] s: Shared<'_, T, L>";
    let parameters: TokenStream = parameters.parse().unwrap_or_default();
    let function = |parameters: &TokenStream| -> TokenStream {
        quote::quote!(pub fn f<'a, T: Element, const N: usize>(#parameters) where T: Copy { body(x, y, n, t) })
    };
    match random.index(3) {
        0 => (with_one_exchanged(options, random), function(&parameters)),
        1 => (options, function(&with_one_exchanged(parameters, random))),
        _ => (options, with_one_exchanged(function(&parameters), random)),
    }
}

#[test]
fn no_tokens_make_the_macro_panic() {
    let rounds = std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(4_000);
    let mut random = Random::new(0x1E60_5EED);
    let lego = quote::quote!(::lego);
    let mut right = 0_u32;
    for round in 0..rounds {
        if round % 4 == 3 {
            let (options, item) = mutated_kernel(&mut random);
            kernel::expand(options, item);
            continue;
        }
        let tokens = if round % 2 == 0 { tokens(&mut random, 4) } else { mutated(&mut random) };
        if round % 8 == 0 {
            equal::expand(tokens, &lego);
            continue;
        }
        match syn::parse2(tokens) {
            Ok(input) => {
                expand::expand(input, &lego);
                right += 1;
            }
            Err(error) => drop(error.into_compile_error()),
        }
    }
    assert!(right > 0, "nothing got past the first look");
}
