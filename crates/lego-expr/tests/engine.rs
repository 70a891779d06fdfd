//! The expression engine against plain evaluation, and its operation counts on small layouts.

use lego_core::chain::{Argument, Chain, OrderBy, Permutation, RegP, Signed, Stage, pieces};
use lego_expr::{Arena, Engine, Expressions, Id, Kind, Program, Simplified, Symbol, cost, print, reachable};

type Piece<'a> = Box<dyn Permutation<Symbol<'a>> + 'a>;

fn number(arena: &Arena, value: i128) -> Symbol<'_> {
    Symbol::new(arena, arena.constant(value))
}

fn named<'a>(arena: &'a Arena, name: &str, arguments: &[i128]) -> Piece<'a> {
    let arguments: Vec<Argument<Symbol<'a>>> = arguments
        .iter()
        .map(|&a| Argument::Number(Signed { negative: a < 0, magnitude: number(arena, a.abs()) }))
        .collect();
    pieces::named(name, &arguments).unwrap()
}

fn reg_p<'a>(arena: &'a Arena, dims: &[i128], s: &[i128]) -> Piece<'a> {
    Box::new(RegP::new(dims.iter().map(|&n| number(arena, n)).collect(), s).unwrap())
}

fn level<'a>(arena: &'a Arena, dims: &[i128]) -> Vec<Symbol<'a>> {
    dims.iter().map(|&n| number(arena, n)).collect()
}

fn order<'a>(pieces: Vec<Piece<'a>>) -> Stage<'a, Symbol<'a>> {
    Stage::OrderBy(OrderBy::new(pieces))
}

struct Counts {
    apply: usize,
    inv: usize,
}

/// Simplifies a static bijection both ways and compares with plain evaluation on every point.
fn check<'a>(arena: &'a Arena, name: &str, stages: Vec<Stage<'a, Symbol<'a>>>) -> Counts {
    let chain = Chain::new(stages).unwrap();
    let dims = chain.dims();
    let variables: Vec<Symbol<'a>> = dims
        .iter()
        .enumerate()
        .map(|(k, n)| Symbol::new(arena, arena.variable(&format!("i{k}"), Kind::Index { extent: n.id() })))
        .collect();
    let p = Symbol::new(arena, arena.variable("p", Kind::Index { extent: chain.span().id() }));
    let raw_apply = vec![chain.apply(&variables).value.id()];
    let raw_inv: Vec<Id> = chain.inv(p).value.iter().map(|s| s.id()).collect();
    let mut engine = Engine::new(arena);
    let start = std::time::Instant::now();
    let apply = engine.simplify(&[], &raw_apply);
    let inv = engine.simplify(&[], &raw_inv);
    let time = start.elapsed();
    let text = |s: &Simplified| print(arena, &s.roots, &Expressions::default(), s);
    println!("{name} {time:?}");
    for (raw, new) in [(&raw_apply, &apply), (&raw_inv, &inv)] {
        let (before, after) = (cost::operations(arena, raw), cost::operations(arena, &new.roots));
        println!("  ops {before} -> {after}: {:?}", text(new));
    }
    let sizes: Vec<i128> = dims.iter().map(|n| arena.number(n.id()).unwrap()).collect();
    let count: i128 = sizes.iter().product();
    let (a0, a1) = (Program::new(arena, &raw_apply), Program::new(arena, &apply.roots));
    let (i0, i1) = (Program::new(arena, &raw_inv), Program::new(arena, &inv.roots));
    // What may be computed ahead has a value at every point, and the range that is claimed for it.
    let hoisted = [&apply, &inv].map(|form| {
        let nodes: Vec<Id> = reachable(arena, &form.roots).into_iter().filter(|&id| form.may_hoist(id)).collect();
        let program = Program::new(arena, &nodes);
        (nodes, program, form)
    });
    for flat in 0..count {
        let mut index = vec![0; sizes.len()];
        let mut rest = flat;
        for k in (0..sizes.len()).rev() {
            index[k] = rest % sizes[k];
            rest /= sizes[k];
        }
        let value = |number: u32| index.get(number as usize).copied().unwrap_or(flat);
        assert!(a0.run(value)[0].is_some());
        assert_eq!(a0.run(value), a1.run(value), "{name} apply at {index:?}");
        assert_eq!(i0.run(value), i1.run(value), "{name} inv at {flat}");
        for (nodes, program, form) in &hoisted {
            for (id, node) in nodes.iter().zip(program.run(value)) {
                let node = node.unwrap_or(-1);
                let range = form.range(*id);
                assert!((0.max(range.low)..=range.high).contains(&node), "{name}: {id:?} is {node} at {flat}");
            }
        }
    }
    Counts { apply: cost::operations(arena, &apply.roots), inv: cost::operations(arena, &inv.roots) }
}

#[test]
fn figure_9() {
    let arena = Arena::new();
    let a = &arena;
    let counts = check(
        a,
        "fig9 O2",
        vec![order(vec![reg_p(a, &[2, 3, 2, 3], &[1, 3, 2, 4])]), Stage::GroupBy(vec![level(a, &[6, 6])])],
    );
    assert!(counts.apply <= 8 && counts.inv <= 10, "{} {}", counts.apply, counts.inv);
    let arena = Arena::new();
    let a = &arena;
    let counts = check(
        a,
        "fig9",
        vec![
            order(vec![reg_p(a, &[2, 2], &[2, 1]), named(a, "AntiDiag", &[3])]),
            order(vec![reg_p(a, &[2, 3, 2, 3], &[1, 3, 2, 4])]),
            Stage::GroupBy(vec![level(a, &[6, 6])]),
        ],
    );
    println!("{} {}", counts.apply, counts.inv);
}

#[test]
fn pieces_alone() {
    for (name, arguments) in [
        ("Row", &[4, 8][..]),
        ("Col", &[4, 8]),
        ("AntiDiag", &[5]),
        ("AntiDiag", &[65]),
        ("Reverse", &[6, 4]),
        ("Morton", &[8, 8]),
        ("Hilbert", &[8, 8]),
        ("Skew", &[5, 8]),
        ("Fan", &[17, -3, 2]),
        ("Grouped", &[7, 5, 2]),
        ("BlockCyclic", &[24, 3, 2]),
        ("Swizzle", &[2, 1, 3]),
    ] {
        let arena = Arena::new();
        check(&arena, name, vec![order(vec![named(&arena, name, arguments)])]);
    }
}

#[test]
fn tiles() {
    let arena = Arena::new();
    let a = &arena;
    check(
        a,
        "tileby",
        vec![order(vec![named(a, "Row", &[64, 32])]), Stage::TileBy(vec![level(a, &[4, 4]), level(a, &[16, 8])])],
    );
    let arena = Arena::new();
    let a = &arena;
    check(
        a,
        "bricks",
        vec![
            order(vec![named(a, "Row", &[4, 4, 4]), named(a, "Row", &[2, 2, 2])]),
            Stage::TileBy(vec![level(a, &[4, 4, 4]), level(a, &[2, 2, 2])]),
        ],
    );
    let arena = Arena::new();
    let a = &arena;
    check(
        a,
        "bricks seen flat",
        vec![
            order(vec![named(a, "Row", &[4, 4]), named(a, "Reverse", &[8, 8])]),
            Stage::TileBy(vec![level(a, &[32, 32])]),
        ],
    );
}
