//! Layouts of symbolic sizes: simplified once, compared with the run-time layout for many sizes on every point.

mod common;

use common::{Random, chain, flatten, indices};
use lego_expr::{Arena, Id, Node, Program, reachable};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Compiled, Options, SimplifiedMap, compile};

/// The values of a map and of what may be computed ahead of its branches.
struct Values {
    program: Program,
    guards: usize,
    roots: usize,
}

impl Values {
    fn new(arena: &Arena, map: &SimplifiedMap) -> Self {
        let mut nodes: Vec<Id> = map.form.roots.clone();
        let roots = nodes.len();
        nodes.extend(reachable(arena, &map.form.roots).into_iter().filter(|&id| map.form.may_hoist(id)));
        Self { program: Program::new(arena, &nodes), guards: map.guards().len(), roots }
    }

    /// The values where there are some; what is computed ahead must have a value then.
    fn run(&self, text: &str, variable: impl Fn(u32) -> i128) -> Option<Vec<u64>> {
        let values = self.program.run(variable);
        if values[..self.guards].contains(&Some(0)) {
            return None;
        }
        assert!(values[self.roots..].iter().all(|v| v.is_some_and(|v| v >= 0)), "{text}: a value ahead is missing");
        values[self.guards..self.roots].iter().map(|v| v.and_then(|v| u64::try_from(v).ok())).collect()
    }
}

fn number_of(arena: &Arena, id: Id) -> u32 {
    match arena.get(id) {
        Node::Variable(number) => number,
        other => panic!("{other:?} is no variable"),
    }
}

/// Compares for one choice of the sizes.
fn agrees(text: &str, compiled: &Compiled, maps: (&Values, &Values), sizes: &[(&str, u64)]) {
    let layout = RuntimeLayout::parse(text, sizes).unwrap_or_else(|errors| panic!("{text} {sizes:?}: {errors:?}"));
    let arena = &compiled.arena;
    let size = |number: u32| {
        let name = arena.variable_of(number).name;
        sizes.iter().find(|(known, _)| *known == name).map(|(_, value)| i128::from(*value))
    };
    let places: Vec<u32> = compiled.index.iter().map(|&id| number_of(arena, id)).collect();
    for index in indices(layout.dims()) {
        let variable = |number: u32| {
            size(number).or_else(|| places.iter().position(|&p| p == number).map(|k| index[k].into())).unwrap_or(0)
        };
        let position = maps.0.run(text, variable).map(|values| values[0]);
        assert_eq!(position, layout.apply(&index), "{text} {sizes:?} at {index:?}");
    }
    let place = number_of(arena, compiled.position);
    for position in 0..layout.span() {
        let variable = |number: u32| size(number).unwrap_or(if number == place { position.into() } else { 0 });
        let index = maps.1.run(text, variable);
        let flat = |index: Vec<u64>| flatten(layout.dims(), &index);
        assert_eq!(index.map(flat), layout.inv(position).map(flat), "{text} {sizes:?} at position {position}");
    }
}

fn check(text: &str, choices: &[&[(&str, u64)]]) {
    let compiled = compile(text, &Options::default()).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let maps = (Values::new(&compiled.arena, &compiled.apply), Values::new(&compiled.arena, &compiled.inv));
    for sizes in choices {
        agrees(text, &compiled, (&maps.0, &maps.1), sizes);
    }
}

#[test]
fn tiles() {
    let sizes: [&[(&str, u64)]; 3] = [
        &[("M", 12), ("K", 8), ("BM", 4), ("BK", 2)],
        &[("M", 6), ("K", 9), ("BM", 1), ("BK", 9)],
        &[("M", 5), ("K", 7), ("BM", 5), ("BK", 1)],
    ];
    check("Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", &sizes);
    check("Col(M, K).TileBy([M/BM, K/BK], [BM, BK])", &sizes);
    check("OrderBy(Row(M/BM, K/BK), Col(BM, BK)).TileBy([M, K])", &sizes);
    check("OrderBy(Col(M/BM, K/BK), Row(BM, BK)).GroupBy([M*K])", &sizes);
    check("Row(m, n).TileBy([m/4, n/2], [4/2, 2], [2, 1])", &[&[("m", 8), ("n", 6)], &[("m", 4), ("n", 2)]]);
    check("Row(N/4, 4).GroupBy([N/8, 8]) where N % 8 == 0", &[&[("N", 8)], &[("N", 40)]]);
}

#[test]
fn holes() {
    let sizes: [&[(&str, u64)]; 2] = [&[("n", 5), ("m", 7)], &[("n", 3), ("m", 3)]];
    check("Row(n, n).ExpandBy([n, n] => [m, m])", &sizes);
    check("Row(n, m).PadBy([n, n] => [n, m])", &sizes);
}

#[test]
fn named_pieces() {
    let powers: [&[(&str, u64)]; 5] = [
        &[("n", 1), ("m", 8)],
        &[("n", 2), ("m", 2)],
        &[("n", 8), ("m", 2)],
        &[("n", 16), ("m", 1)],
        &[("n", 4), ("m", 16)],
    ];
    check("Morton(n, m)", &powers);
    check("Hilbert(n, n)", &powers);
    check("SwizzleRows([m, n], b)", &[&[("m", 5), ("n", 8), ("b", 3)], &[("m", 8), ("n", 8), ("b", 1)]]);
    check("Swizzle(b, m, s)", &[&[("b", 2), ("m", 1), ("s", 3)], &[("b", 1), ("m", 2), ("s", 1)]]);
    let sizes: [&[(&str, u64)]; 4] =
        [&[("n", 1), ("m", 1)], &[("n", 7), ("m", 4)], &[("n", 4), ("m", 9)], &[("n", 12), ("m", 5)]];
    check("AntiDiag(n)", &sizes);
    check("Reverse(n, m)", &sizes);
    check("Skew(n, m)", &sizes);
    check("OrderBy(Col(n, m)).OrderBy(Row(m, n)).GroupBy([n*m])", &sizes);
    check(
        "Grouped(m, n, g)",
        &[&[("m", 8), ("n", 4), ("g", 2)], &[("m", 7), ("n", 3), ("g", 2)], &[("m", 3), ("n", 5), ("g", 8)]],
    );
    check(
        "Fan(n, a, b)",
        &[&[("n", 16), ("a", 5), ("b", 3)], &[("n", 17), ("a", 40), ("b", 60)], &[("n", 1), ("a", 1), ("b", 1)]],
    );
    check("Fan(n, -5, -13)", &[&[("n", 16)], &[("n", 7)]]);
    check("BlockCyclic(n, b, q)", &[&[("n", 24), ("b", 3), ("q", 4)], &[("n", 6), ("b", 1), ("q", 6)]]);
    check("GenP([n, m], |i, j| (n-1-i)*m + (m-1-j), |p| (n-1 - p/m, m-1 - p%m))", &sizes);
}

/// What branches share is not written again in each: text and work stay in proportion to the graph.
#[test]
fn nested_branches_do_not_double_the_text() {
    for text in
        ["Hilbert(n, n)", "Fan(n, a, b)", "OrderBy(Fan(n, -5, -13), Row(1, 2, 1)).OrderBy(Reverse(2*n)).GroupBy([2*n])"]
    {
        let compiled = compile(text, &Options::default()).unwrap();
        for map in [&compiled.apply, &compiled.inv] {
            let form = &map.form;
            let printed = lego_expr::print(&compiled.arena, &form.roots, &lego_expr::Expressions::default(), form);
            let length: usize = printed
                .shared
                .iter()
                .map(|shared| shared.value.len())
                .chain(printed.values.iter().map(String::len))
                .sum();
            let nodes = reachable(&compiled.arena, &form.roots).len();
            assert!(length < 100 * nodes, "{text}: {length} characters for {nodes} nodes");
        }
    }
}

/// A chain with some of its sizes made symbols: the text, and the symbols' values.
///
/// A size stays what it is; only how it is written changes, each place by itself. So sizes that have to agree become
/// polynomials of which the simplifier cannot know it, and facts that it may use once they are asserted.
fn with_symbols(text: &str, random: &mut Random) -> (String, Vec<(&'static str, u64)>) {
    let values: Vec<u64> = (0..3).map(|_| *random.pick(&[2, 3, 4, 5, 6, 8, 12])).collect();
    let symbols: Vec<(&str, u64)> = ["A", "B", "C"].into_iter().zip(values).collect();
    let (mut written, mut rest) = (String::new(), text);
    // The names of the calls that are open, and how many lists each has had.
    let mut open: Vec<(&str, usize)> = Vec::new();
    while let Some(first) = rest.chars().next() {
        let word = rest.chars().take_while(char::is_ascii_alphanumeric).count();
        if word == 0 {
            match first {
                '(' => open.push((
                    written.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().map_or("", |name| {
                        ["GroupBy", "TileBy", "ExpandBy", "PadBy", "RegP", "Row", "Col", "Reverse"]
                            .into_iter()
                            .find(|known| *known == name)
                            .unwrap_or("")
                    }),
                    0,
                )),
                ')' => drop(open.pop()),
                '[' => open.last_mut().into_iter().for_each(|call| call.1 += 1),
                _ => {}
            }
            written.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (token, later) = rest.split_at(word);
        rest = later;
        let is_size = match open.last() {
            Some(&("RegP", lists)) => lists == 1,
            Some(&(name, _)) => !name.is_empty(),
            None => false,
        };
        let fitting = token.parse::<u64>().ok().filter(|_| is_size && random.one_in(2)).and_then(|size| {
            let (name, value) = *symbols.iter().find(|(_, value)| size > 0 && size % value == 0)?;
            Some((name, size / value))
        });
        match fitting {
            Some((name, 1)) => written.push_str(name),
            Some((name, factor)) => written.push_str(&format!("{name} * {factor}")),
            None => written.push_str(token),
        }
    }
    (written, symbols)
}

/// Rounds by default; `LEGO_ROUNDS` for a longer run.
const ROUNDS: u64 = 500;

#[test]
fn random_chains_of_symbols_keep_every_point() {
    let rounds = std::env::var("LEGO_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(ROUNDS);
    let (mut symbolic, mut symbols_used) = (0, 0);
    for seed in 0..rounds {
        let model = chain(seed);
        let mut random = Random::new(seed ^ 0x9e37_79b9);
        let (text, sizes) = with_symbols(&model.to_string(), &mut random);
        let sizes: Vec<(&str, u64)> = sizes.into_iter().filter(|(name, _)| text.contains(name)).collect();
        let compiled =
            compile(&text, &Options::default()).unwrap_or_else(|errors| panic!("{seed}: {text}: {errors:?}"));
        let maps = (Values::new(&compiled.arena, &compiled.apply), Values::new(&compiled.arena, &compiled.inv));
        agrees(&text, &compiled, (&maps.0, &maps.1), &sizes);
        // The run-time layout that it agrees with is the model's.
        let layout = RuntimeLayout::parse(&text, &sizes).unwrap_or_else(|errors| panic!("{seed}: {text}: {errors:?}"));
        for index in indices(layout.dims()) {
            assert_eq!(layout.apply(&index), model.apply(&index), "{seed}: {text} at {index:?}");
        }
        symbolic += u64::from(!sizes.is_empty());
        symbols_used += sizes.len() as u64;
    }
    assert!(symbolic * 2 > rounds && symbols_used > symbolic, "{symbolic} of {rounds} chains, {symbols_used} symbols");
}
