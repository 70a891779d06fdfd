//! Proofs of inequalities of sizes from facts `a <= b`, checked for all small sizes that meet the facts.

use lego_expr::{Arena, Comparison, Engine, Id, Kind, Op, Premise, Program, plain};
use random::Random;

/// A sum of a few products of sizes and quotients of sizes, with small factors.
fn polynomial(arena: &Arena, random: &mut Random, atoms: &[Id]) -> Id {
    let mut sum = arena.constant(random.below(4).into());
    for _ in 0..=random.below(2) {
        let mut term = atoms[random.below(atoms.len() as u64) as usize];
        if random.below(2) == 0 {
            term = arena.binary(Op::Mul, term, atoms[random.below(atoms.len() as u64) as usize]);
        }
        let factor = arena.constant((1 + random.below(3)).into());
        sum = arena.binary(Op::Add, sum, arena.binary(Op::Mul, factor, term));
    }
    sum
}

#[test]
fn what_is_proved_from_facts_holds_for_all_sizes_that_meet_them() {
    let mut random = Random::new(0x1EA5);
    let (mut by_facts, mut by_quotients) = (0, 0);
    for _ in 0..2_000 {
        let arena = Arena::new();
        let sizes = ["M", "B", "N"].map(|name| arena.variable(name, Kind::Size));
        let [m, b, n] = sizes;
        // ceil(M / B) and floor(N / 3), which need not be 1.
        let last = arena.binary(Op::Sub, arena.binary(Op::Add, m, b), arena.constant(1));
        let quotients = [arena.binary(Op::Div, last, b), arena.binary(Op::Div, n, arena.constant(3))];
        let atoms = [m, b, n, quotients[0], quotients[1]];
        let pair = |random: &mut Random| [(); 2].map(|()| polynomial(&arena, random, &atoms));
        let facts = [pair(&mut random), pair(&mut random)];
        // A claim that may follow from the facts, or from what a quotient is, or any.
        let claim = if random.one_in(3) {
            let (value, divisor, quotient) =
                *random.pick(&[(last, b, quotients[0]), (n, arena.constant(3), quotients[1])]);
            let multiple = arena.binary(Op::Mul, divisor, quotient);
            let some = arena.constant(random.below(3).into());
            if random.one_in(2) {
                [arena.binary(Op::Add, multiple, some), value]
            } else {
                [arena.binary(Op::Add, value, some), arena.binary(Op::Add, multiple, divisor)]
            }
        } else if random.one_in(2) {
            let factor = *random.pick(&atoms);
            [0, 1].map(|side| {
                let scaled = arena.binary(Op::Mul, facts[0][side], factor);
                let sum = arena.binary(Op::Add, scaled, facts[1][side]);
                arena.binary(Op::Add, sum, arena.constant(random.below(2).into()))
            })
        } else {
            pair(&mut random)
        };
        let without = Engine::new(&arena).is_at_most(claim[0], claim[1]);
        for [less, more] in facts {
            arena.state(Premise::AtMost(less, more));
        }
        let proved = Engine::new(&arena).is_at_most(claim[0], claim[1]);
        let all = [claim[0], claim[1], facts[0][0], facts[0][1], facts[1][0], facts[1][1]];
        let program = Program::new(&arena, &all);
        let mut meeting = 0;
        for flat in 0..8_i128.pow(3) {
            let values = program.run(|variable| flat / 8_i128.pow(variable) % 8 + 1);
            let at_most = |k: usize| values[k].zip(values[k + 1]).is_none_or(|(less, more)| less <= more);
            if at_most(2) && at_most(4) {
                meeting += 1;
                assert!(!proved || at_most(0), "{:?} for {flat}", all.map(|id| plain(&arena, id)));
            }
        }
        // From facts that no sizes meet anything follows, or nothing.
        if meeting > 0 {
            assert!(proved || !without, "a fact takes a proof away: {:?}", all.map(|id| plain(&arena, id)));
            by_facts += u32::from(proved && !without);
            by_quotients += u32::from(without && claim.iter().any(|id| plain(&arena, *id).contains('/')));
        }
    }
    assert!(by_facts > 100 && by_quotients > 50, "proved by facts {by_facts}, of quotients {by_quotients}");
}

/// `c·(x / d) + k <= f·x`, for an index x.
#[test]
fn a_quotient_is_compared_with_what_it_is_of() {
    for (d, c, f, k) in
        (1..5).flat_map(|d| (1..9).flat_map(move |c| (1..4).flat_map(move |f| (0..2).map(move |k| (d, c, f, k)))))
    {
        let arena = Arena::new();
        let x = arena.variable("x", Kind::Index { extent: arena.constant(40) });
        let quotient = arena.binary(Op::Div, x, arena.constant(d));
        let scaled = arena.binary(Op::Mul, arena.constant(c), quotient);
        let less = arena.binary(Op::Add, scaled, arena.constant(k));
        let more = arena.binary(Op::Mul, arena.constant(f), x);
        let holds = (0..40).all(|x| c * (x / d) + k <= f * x);
        // c·(x / d) <= f·x by f·d·(x / d) <= f·x, for multiples of d exactly.
        assert_eq!(Engine::new(&arena).is_at_most(less, more), holds, "{c}·(x / {d}) + {k} <= {f}·x");
    }
}

#[test]
fn a_choice_by_a_comparison_is_bounded_by_what_it_compares() {
    let arena = Arena::new();
    let k = arena.variable("k", Kind::Size);
    let times = |number| arena.binary(Op::Mul, arena.constant(number), k);
    let x = arena.variable("x", Kind::Index { extent: times(3) });
    // if x < k { x } else { 3·k - 1 - x }: from 2·k - 1 down to 0 where x is not below k.
    let last = arena.binary(Op::Sub, times(3), arena.constant(1));
    let left = arena.binary(Op::Sub, last, x);
    let choice = arena.choose(arena.compare(Comparison::Less, x, k), x, left);
    let mut engine = Engine::new(&arena);
    let most = arena.binary(Op::Sub, times(2), arena.constant(1));
    assert!(engine.is_at_most(choice, most));
    assert!(!engine.is_at_most(choice, arena.binary(Op::Sub, times(2), arena.constant(2))));
}
