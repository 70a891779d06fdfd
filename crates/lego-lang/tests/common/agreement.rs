//! The maps of a layout of symbolic sizes, evaluated for values of these and compared with the run-time layout on every point.

use super::model::{flatten, indices};
use lego_expr::{Arena, Dialect, Expressions, Id, Node, Program, legal, plain, print, reachable};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Compiled, Condition, Requirement, SimplifiedMap};

/// The values of a map, of what may be computed ahead of its branches, and of the form that is printed.
pub struct Values<'a> {
    program: Program,
    guards: usize,
    roots: usize,
    ahead: usize,
    nodes: Vec<Id>,
    arena: &'a Arena,
}

impl<'a> Values<'a> {
    pub fn new(arena: &'a Arena, map: &SimplifiedMap) -> Self {
        let mut nodes: Vec<Id> = map.form.roots.clone();
        let roots = nodes.len();
        nodes.extend(reachable(arena, &map.form.roots).into_iter().filter(|&id| map.form.may_hoist(id)));
        let ahead = nodes.len();
        let dialect = Expressions::default();
        let legal = legal(arena, map.values(), map.guards(), dialect.abilities(), &map.form);
        nodes.extend(&legal.roots);
        // What is printed is as long as there are operations, and not as there are ways to them.
        let printed = print(arena, &legal.roots, &dialect, &legal).unwrap();
        let shared: usize = printed.shared.iter().map(|shared| shared.value.len()).sum();
        let length: usize = shared + printed.values.iter().map(String::len).sum::<usize>();
        let operations = reachable(arena, &legal.roots).len();
        assert!(length <= 20_000 + 200 * operations, "{length} characters for {operations} nodes");
        Self { program: Program::new(arena, &nodes), guards: map.guards().len(), roots, ahead, nodes, arena }
    }

    /// The values where there are some; what is computed ahead must have a value then, and what is printed the same.
    pub fn run(&self, text: &str, variable: impl Fn(u32) -> i128) -> Option<Vec<u64>> {
        let values = self.program.run(variable);
        if values[..self.guards].contains(&Some(0)) {
            return None;
        }
        for (value, node) in values[self.roots..self.ahead].iter().zip(&self.nodes[self.roots..]) {
            // Closures may pass below zero.
            let exists = value.is_some_and(|value| value >= 0 || text.contains("GenP"));
            assert!(exists, "{text}: {} is computed ahead and has no value: {value:?}", plain(self.arena, *node));
        }
        assert_eq!(values[self.guards..self.roots], values[self.ahead..], "{text}: what is printed differs");
        values[self.guards..self.roots].iter().map(|v| v.and_then(|v| u64::try_from(v).ok())).collect()
    }
}

/// Every form of both maps of a layout.
pub struct Maps<'a>(Vec<[Values<'a>; 2]>);

impl<'a> Maps<'a> {
    pub fn of(compiled: &'a Compiled) -> Self {
        let for_u32 = compiled.for_u32.iter().map(|(apply, inv)| [apply, inv]);
        let forms = for_u32.chain([[&compiled.apply, &compiled.inv]]);
        Self(forms.map(|maps| maps.map(|map| Values::new(&compiled.arena, map))).collect())
    }
}

fn number_of(arena: &Arena, id: Id) -> u32 {
    match arena.get(id) {
        Node::Variable(number) => number,
        other => panic!("{other:?} is no variable"),
    }
}

/// Compares for one choice of the sizes.
pub fn agrees(text: &str, compiled: &Compiled, maps: &Maps<'_>, sizes: &[(&str, u64)]) {
    let layout = RuntimeLayout::parse(text, sizes).unwrap_or_else(|errors| panic!("{text} {sizes:?}: {errors:?}"));
    agrees_with(&layout, text, compiled, maps, sizes);
}

/// Compares with the layout for one choice of the sizes.
pub fn agrees_with(
    layout: &RuntimeLayout,
    text: &str,
    compiled: &Compiled,
    Maps(maps): &Maps<'_>,
    sizes: &[(&str, u64)],
) {
    let arena = &compiled.arena;
    let size = |number: u32| {
        let name = arena.variable_of(number).name;
        sizes.iter().find(|(known, _)| *known == name).map(|(_, value)| i128::from(*value))
    };
    // Extents, count and span are there also where no index is.
    let totals = [&compiled.dims[..], &[compiled.count, compiled.span]].concat();
    let numbers = Program::new(arena, &totals).run(|number| size(number).unwrap_or(0));
    let known = [layout.dims(), &[layout.count(), layout.span()]].concat();
    assert!(
        numbers.iter().eq(&known.iter().map(|&n| Some(n.into())).collect::<Vec<_>>()),
        "{text} {sizes:?}: {numbers:?}"
    );
    let places: Vec<u32> = compiled.index.iter().map(|&id| number_of(arena, id)).collect();
    for index in indices(layout.dims()) {
        let variable = |number: u32| {
            size(number).or_else(|| places.iter().position(|&p| p == number).map(|k| index[k].into())).unwrap_or(0)
        };
        for [apply, _] in maps {
            let position = apply.run(text, variable).map(|values| values[0]);
            assert_eq!(position, layout.apply(&index), "{text} {sizes:?} at {index:?}");
        }
    }
    let place = number_of(arena, compiled.position);
    for position in 0..layout.span() {
        let variable = |number: u32| size(number).unwrap_or(if number == place { position.into() } else { 0 });
        for [_, inv] in maps {
            let index = inv.run(text, variable);
            let flat = |index: Vec<u64>| flatten(layout.dims(), &index);
            assert_eq!(index.map(flat), layout.inv(position).map(flat), "{text} {sizes:?} at position {position}");
        }
    }
}

/// Whether what a layout of symbols assumes of them holds of some values.
///
/// A difference of sizes that is below zero, as in `max(A - B, C)`, is one where sizes are numbers, but none that symbols have.
pub fn is_assumed(compiled: &Compiled, sizes: &[(&str, u64)]) -> bool {
    let arena = &compiled.arena;
    let value = |id: Id| {
        let variable = |number: u32| {
            let name = arena.variable_of(number).name;
            sizes.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| i128::from(*value))
        };
        Program::new(arena, &[id]).run(variable)[0]
    };
    compiled.assertions.iter().all(|assertion| match &assertion.condition {
        Condition::Requirement(Requirement::AtMost { value: one, most, .. }) => {
            value(*one).zip(value(*most)).is_some_and(|(one, most)| one <= most)
        }
        Condition::Requirement(Requirement::Positive { value: one, .. }) => value(*one).is_some_and(|one| one >= 1),
        // Of other sizes, and of unequal ones, a layout of numbers may be another: the generalized Hilbert curve.
        Condition::Requirement(Requirement::PowerOfTwo { value: one, .. }) => {
            value(*one).is_some_and(|one| one == 0 || one > 0 && one.unsigned_abs().is_power_of_two())
        }
        Condition::Requirement(Requirement::Equal { left_size, right_size, .. }) => {
            value(*left_size).zip(value(*right_size)).is_some_and(|(left, right)| left == right)
        }
        Condition::Fact(_, truth) => value(*truth) == Some(1),
        _ => true,
    })
}
