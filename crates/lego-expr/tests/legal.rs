//! Forms that a target can say: what it lacks is not in them, and on every point they have the values of what they were made
//! from, by an evaluation that refuses what the target refuses.

use lego_expr::{
    Abilities, Arena, Choices, Comparison, Engine, Id, Kind, Knowledge, Legal, Node, Op, Program, Shifts, all_hold,
    legal, operate, plain, reachable,
};
use random::Random;
use std::collections::HashMap;

/// A random expression with all that a target may lack.
fn expression(arena: &Arena, random: &mut Random, leaves: &[Id], depth: u64) -> Id {
    if depth == 0 || random.below(8) == 0 {
        return if random.below(4) == 0 { arena.constant(random.below(9).into()) } else { *random.pick(leaves) };
    }
    let sub = |random: &mut Random| expression(arena, random, leaves, depth - 1);
    match random.below(13) {
        0 | 1 => arena.binary(Op::Add, sub(random), sub(random)),
        2 | 3 => arena.binary(Op::Sub, sub(random), sub(random)),
        4 => arena.binary(Op::Mul, sub(random), sub(random)),
        5 => arena.binary(*random.pick(&[Op::Div, Op::Rem]), sub(random), sub(random)),
        6 => arena.binary(*random.pick(&[Op::Min, Op::Max]), sub(random), sub(random)),
        7 => arena.isqrt(sub(random)),
        8 => arena.binary(*random.pick(&[Op::Shl, Op::Shr]), sub(random), sub(random)),
        9 => arena.binary(*random.pick(&[Op::And, Op::Or, Op::Xor]), sub(random), sub(random)),
        10 => {
            let place = sub(random);
            entry(arena, random, place)
        }
        _ => {
            let truth = comparison(arena, random, leaves, depth);
            arena.choose(truth, sub(random), sub(random))
        }
    }
}

/// An entry of a list at a random place inside of it: some numbers, or one of the lists that are arithmetic.
fn entry(arena: &Arena, random: &mut Random, place: Id) -> Id {
    let count = *random.pick(&[2, 3, 5, 8, 12, 16]);
    let (step, mask) = (random.below(9), random.below(count));
    let kind = random.below(5);
    let entries: Vec<u64> = (0..count)
        .map(|i| match kind {
            0 => (step * i + mask) % count,
            1 => i ^ mask,
            2 => i % 2 * (count / 2) + i / 2,
            3 => i ^ (i >> 1),
            _ => random.below(20),
        })
        .collect();
    let inside = arena.binary(Op::Rem, place, arena.constant(count.into()));
    arena.look_up(&entries, inside)
}

fn comparison(arena: &Arena, random: &mut Random, leaves: &[Id], depth: u64) -> Id {
    let comparison = *random.pick(&[Comparison::Less, Comparison::LessEqual, Comparison::Equal, Comparison::NotEqual]);
    let [a, b] = [(); 2].map(|()| expression(arena, random, leaves, depth - 1));
    arena.compare(comparison, a, b)
}

/// Variables below small extents, and every point of their box.
fn leaves(arena: &Arena, random: &mut Random) -> (Vec<Id>, Vec<[i128; 2]>) {
    let extents = [*random.pick(&[2, 3, 5, 9]), *random.pick(&[1, 4, 7])];
    let leaf = |k: usize| arena.variable(&format!("i{k}"), Kind::Index { extent: arena.constant(extents[k]) });
    let points = (0..extents[0]).flat_map(|a| (0..extents[1]).map(move |b| [a, b])).collect();
    ((0..2).map(leaf).collect(), points)
}

/// Every combination of what a target may have.
fn targets() -> impl Iterator<Item = Abilities> {
    (0..128).map(|bits: u32| Abilities {
        look_up: bits & 64 == 0,
        isqrt: bits & 1 == 0,
        min_max: bits & 2 == 0,
        negative: bits & 4 == 0,
        merges: bits & 8 == 0,
        shifts: if bits & 16 == 0 { Shifts::Endless } else { Shifts::BelowWidth },
        choices: if bits & 32 == 0 { Choices::Lazy } else { Choices::Eager },
    })
}

/// Computes as code of a target does: what is used twice and may be computed ahead first, then the roots.
struct Target<'a> {
    arena: &'a Arena,
    abilities: Abilities,
    point: [i128; 2],
    values: HashMap<Id, i128>,
}

impl Target<'_> {
    /// The value of a node, or what the target refuses.
    fn value(&mut self, id: Id) -> Result<i128, String> {
        if let Some(&value) = self.values.get(&id) {
            return Ok(value);
        }
        let value = match self.arena.get(id) {
            Node::Constant(number) => number,
            Node::Variable(number) => self.point[number as usize],
            Node::Within(a, _) => self.value(a)?,
            Node::Compare(comparison, a, b) => comparison.holds(self.value(a)?, self.value(b)?).into(),
            Node::Isqrt(a) => {
                let a = self.value(a)?;
                if a < 0 { Err(format!("the root of {a}"))? } else { a.isqrt() }
            }
            Node::LookUp(list, place) => {
                let (place, entries) = (self.value(place)?, self.arena.entries(list));
                let entry = usize::try_from(place).ok().and_then(|place| entries.get(place));
                (*entry.ok_or_else(|| format!("entry {place} of {}", entries.len()))?).into()
            }
            Node::Choose(c, a, b) => {
                let taken = self.value(c)? != 0;
                if self.abilities.choices == Choices::Eager {
                    self.value(if taken { b } else { a })?;
                }
                self.value(if taken { a } else { b })?
            }
            Node::Binary(op, a, b) => {
                let (x, y) = (self.value(a)?, self.value(b)?);
                // What comes of a choice not taken is thrown away, and need only be something.
                let is_eager = self.abilities.choices == Choices::Eager && !(matches!(op, Op::Div | Op::Rem) && y == 0);
                let lost = is_eager.then_some(0);
                operate(op, x, y).or(lost).ok_or_else(|| format!("{x} {} {y}", op.sign()))?
            }
            Node::Call { .. } => Err("a call")?,
        };
        if !self.abilities.negative && value < 0 {
            return Err(format!("{value} from {}", plain(self.arena, id)));
        }
        self.values.insert(id, value);
        Ok(value)
    }
}

/// What code computes ahead: what is used more than once and may be.
fn ahead(arena: &Arena, roots: &[Id], known: &dyn Knowledge) -> Vec<Id> {
    let order = reachable(arena, roots);
    let mut uses: HashMap<Id, usize> = HashMap::new();
    for &id in &order {
        let operands = match arena.get(id) {
            Node::Binary(_, a, b) | Node::Compare(_, a, b) => vec![a, b],
            Node::Choose(c, a, b) => vec![c, a, b],
            Node::Isqrt(a) | Node::LookUp(_, a) | Node::Within(a, _) => vec![a],
            Node::Constant(_) | Node::Variable(_) | Node::Call { .. } => Vec::new(),
        };
        operands
            .iter()
            .chain(roots.iter().filter(|root| **root == id))
            .for_each(|id| *uses.entry(*id).or_default() += 1);
    }
    order.into_iter().filter(|id| uses.get(id).is_some_and(|&count| count > 1) && known.may_hoist(*id)).collect()
}

/// A form has the values that are expected at every point, and what is known of its nodes holds of what is computed.
fn check_values(arena: &Arena, form: &Legal<'_>, abilities: Abilities, raw: &[Id], asked: &[([i128; 2], Vec<i128>)]) {
    let ahead = ahead(arena, &form.roots, form);
    for (point, values) in asked {
        let mut target = Target { arena, abilities, point: *point, values: HashMap::new() };
        let computed =
            ahead.iter().chain(&form.roots).map(|&id| target.value(id)).collect::<Result<Vec<i128>, String>>();
        let computed = computed.map(|values| values[ahead.len()..].to_vec());
        let texts = |ids: &[Id]| ids.iter().map(|&id| plain(arena, id)).collect::<Vec<String>>();
        assert_eq!(
            computed.as_ref(),
            Ok(values),
            "{abilities:?} {point:?} {:?} became {:?}",
            texts(raw),
            texts(&form.roots)
        );
        for id in reachable(arena, &form.roots) {
            let (known, found) = (form.range(id), target.values.get(&id));
            assert!(found.is_none_or(|&value| known.low <= value && value <= known.high) || !form.may_hoist(id));
        }
    }
}

#[test]
fn forms_have_what_the_target_has_and_the_values_they_had() {
    let mut random = Random::new(0x5EED_1234_ABCD_0010);
    let mut changed = [0; 7];
    for _ in 0..400 {
        let arena = Arena::new();
        let (leaves, points) = leaves(&arena, &mut random);
        let raw = [(); 2].map(|()| expression(&arena, &mut random, &leaves, 4));
        let before = Program::new(&arena, &raw);
        // Where all have a value that an index may have.
        let value = |point: [i128; 2]| move |number: u32| point[number as usize];
        let values = |&point: &[i128; 2]| before.run(value(point)).into_iter().collect::<Option<Vec<i128>>>();
        let asked: Vec<([i128; 2], Vec<i128>)> = points
            .iter()
            .filter_map(|point| Some((*point, values(point)?)))
            .filter(|(_, values)| values.iter().all(|&value| value >= 0))
            .collect();
        if asked.len() < points.len() {
            continue;
        }
        let simplified = Engine::new(&arena).simplify(&[], &raw);
        for abilities in targets() {
            let form = legal(&arena, &simplified.roots, &[], abilities, &simplified);
            let order = reachable(&arena, &form.roots);
            let has = |node: &dyn Fn(&Node) -> bool| order.iter().any(|&id| node(&arena.get(id)));
            assert!(abilities.isqrt || !has(&|node| matches!(node, Node::Isqrt(_))));
            assert!(abilities.look_up || !has(&|node| matches!(node, Node::LookUp(..))));
            let is_extreme = |node: &Node| matches!(node, Node::Binary(Op::Min | Op::Max, ..));
            assert!(abilities.min_max || !has(&is_extreme), "{abilities:?}");
            let kinds = [
                !abilities.isqrt,
                !abilities.look_up,
                !abilities.min_max,
                !abilities.negative,
                !abilities.merges,
                abilities.shifts == Shifts::Endless,
                abilities.choices == Choices::Eager,
            ];
            if form.roots != simplified.roots {
                changed.iter_mut().zip(kinds).for_each(|(count, kind)| *count += usize::from(kind));
            }
            check_values(&arena, &form, abilities, &raw, &asked);
        }
    }
    assert!(changed.iter().all(|&count| count > 100), "{changed:?}");
}

#[test]
fn guards_have_an_answer_everywhere() {
    let mut random = Random::new(0x5EED_1234_ABCD_0011);
    let mut partial = 0;
    for _ in 0..2000 {
        let arena = Arena::new();
        let (leaves, points) = leaves(&arena, &mut random);
        let first = arena.compare(Comparison::Less, *random.pick(&leaves), arena.constant(random.below(4).into()));
        let second = comparison(&arena, &mut random, &leaves, 3);
        let program = Program::new(&arena, &[first, second]);
        let value = |point: [i128; 2]| move |number: u32| point[number as usize];
        let natural = |id: &Id| arena.number(*id).is_none_or(|number| number >= 0);
        let order = reachable(&arena, &[second]);
        // Shifts by variables have been limited by the engine, and numbers below zero are differences.
        let is_shift = |id: &Id| matches!(arena.get(*id), Node::Binary(Op::Shl, _, by) if arena.number(by).is_none());
        if order.iter().any(|id| is_shift(id) || !natural(id)) {
            continue;
        }
        // Values below zero are differences, and each guard has a value where the one before it holds.
        let answers = |&point: &[i128; 2]| match program.run(value(point))[..] {
            [Some(0), _] => Some(false),
            [Some(_), Some(second)] => {
                let steps = Program::new(&arena, &order).run(value(point));
                steps.iter().all(|step| step.is_some_and(|step| step >= 0)).then_some(second != 0)
            }
            _ => None,
        };
        let Some(expected) = points.iter().map(answers).collect::<Option<Vec<bool>>>() else { continue };
        let abilities = Abilities { negative: false, ..Abilities::ALL };
        let Some(guard) = all_hold(&arena, &[first, second], abilities) else {
            assert!(expected.iter().all(|&holds| holds));
            continue;
        };
        assert!(natural(&guard.roots[0]));
        let alone = Program::new(&arena, &[second]);
        partial += usize::from(points.iter().any(|&point| alone.run(value(point))[0].is_none()));
        for (&point, &expected) in points.iter().zip(&expected) {
            let mut target = Target { arena: &arena, abilities, point, values: HashMap::new() };
            assert_eq!(target.value(guard.roots[0]), Ok(expected.into()), "{}", plain(&arena, guard.roots[0]));
        }
    }
    assert!(partial > 10, "{partial}");
}

/// Branches that share so much that the engine completes their differences, some of which are below zero where they are
/// asked for.
#[test]
fn what_branches_share_may_be_below_zero() {
    for levels in 2..9 {
        let arena = Arena::new();
        let variable = |name, n| arena.variable(name, Kind::Index { extent: arena.constant(n) });
        let (x, y) = (variable("i0", 9), variable("i1", 7));
        let mut shared = arena.binary(Op::Sub, x, y);
        for level in 0..levels {
            let square = arena.binary(Op::Mul, shared, shared);
            let rest = arena.binary(Op::Rem, square, arena.constant(11 + level));
            shared = arena.binary(Op::Sub, rest, arena.binary(Op::Mul, shared, arena.constant(1 + level % 2)));
        }
        let truth = arena.compare(Comparison::Less, y, arena.constant(5));
        let raw = [arena.choose(truth, arena.binary(Op::Mul, shared, shared), x)];
        let simplified = Engine::new(&arena).simplify(&[], &raw);
        let before = Program::new(&arena, &raw);
        let points = (0..9).flat_map(|a| (0..7).map(move |b| [a, b]));
        let value = |point: [i128; 2]| before.run(|number| point[number as usize]).into_iter().collect();
        let asked: Vec<([i128; 2], Vec<i128>)> = points.map(|point| (point, Option::unwrap(value(point)))).collect();
        for abilities in targets() {
            let form = legal(&arena, &simplified.roots, &[], abilities, &simplified);
            check_values(&arena, &form, abilities, &raw, &asked);
        }
    }
}
