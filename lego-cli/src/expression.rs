//! Maps as text of the contract's language of expressions: no square roots, no minima, nothing below zero.

use crate::natural::{passes_below_zero, without_negatives};
use crate::total::{Totals, monus, unguarded};
use lego_expr::print::{Bits, Plain, Printed, print};
use lego_expr::{Arena, Comparison, Id, Node, Op, cost, reachable, unroll_roots};
use lego_lang::compile::{Compiled, SimplifiedMap, Width};
use std::collections::{HashMap, HashSet};

/// A map as text.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The values together: what they share comes first.
    pub(crate) shared: Printed,
    /// Each value by itself.
    pub(crate) values: Vec<String>,
    /// Where there is a value; `None` if everywhere.
    pub(crate) guard: Option<Printed>,
    /// Operations of what the algebra wrote.
    pub(crate) before: usize,
    /// Operations of what is printed.
    pub(crate) after: usize,
}

impl Text {
    /// The text of a map of a layout; `variables` are what it is a map of, with their extents.
    pub(crate) fn new(compiled: &Compiled, map: &SimplifiedMap, variables: &[(Id, Id)]) -> Self {
        let arena = &compiled.arena;
        let prefix = prefix(&compiled.parameters);
        let mut rewriting = Rewriting::new(arena, map, true);
        let mut values: Vec<Id> = map.values().iter().map(|&id| rewriting.rewrite(id)).collect();
        if passes_below_zero(arena, map.guards(), &values, variables) {
            values = without_negatives(arena, &values, &rewriting.natural);
            rewriting.early.extend(values.iter().flat_map(|&id| unguarded(arena, id)));
        }
        let totals = Totals::knowing(arena, &values, &rewriting.early);
        let names = Bits(Width::of_index(&map.extremes).bits());
        let early = |id: Id| totals.contains(id);
        let before: Vec<Id> = {
            let mut rewriting = Rewriting::new(arena, map, true);
            map.written.values.iter().map(|&id| rewriting.rewrite(id)).collect()
        };
        Self {
            shared: print(arena, &values, &names, &prefix, &early),
            values: values.iter().map(|&id| print(arena, &[id], &names, &prefix, &early).text(0)).collect(),
            guard: guard(arena, map, &prefix),
            before: cost::operations(arena, &before),
            after: cost::operations(arena, &values),
        }
    }
}

/// Text of a size.
pub(crate) fn size(compiled: &Compiled, id: Id) -> String {
    let id = Rewriting::new(&compiled.arena, &compiled.apply, false).rewrite(id);
    print(&compiled.arena, &[id], &Plain, "t", &|_| false).text(0)
}

/// What the names of shared subexpressions begin with: no parameter is called so.
fn prefix(parameters: &[String]) -> String {
    let taken = |prefix: &str| {
        let digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        parameters.iter().any(|name| name.strip_prefix(prefix).is_some_and(digits))
    };
    let mut prefix = "t".to_owned();
    while taken(&prefix) {
        prefix.push('t');
    }
    prefix
}

/// The condition under which a map has a value: its guards, all asked.
fn guard(arena: &Arena, map: &SimplifiedMap, prefix: &str) -> Option<Printed> {
    let mut guards = map.guards().iter().map(|&guard| Rewriting::new(arena, map, false).rewrite(guard));
    let first = guards.next()?;
    let whole = guards.fold(first, |before, guard| {
        // A guard means something only where the ones before it hold, but needs an answer everywhere.
        let has_answer = Totals::new(arena, &[guard]).contains(guard);
        arena.binary(Op::And, before, if has_answer { guard } else { monus(arena, guard) })
    });
    match arena.number(whole) {
        Some(0) => Some(Printed { lets: Vec::new(), values: vec!["1 < 0".to_owned()] }),
        Some(_) => None,
        None => {
            let totals = Totals::knowing(arena, &[whole], &unguarded(arena, first));
            let early = |id| totals.contains(id);
            let names = Bits(Width::of_index(&map.extremes).bits());
            Some(print(arena, &[whole], &names, prefix, &early))
        }
    }
}

/// Replaces what the language of expressions does not have.
struct Rewriting<'a> {
    arena: &'a Arena,
    map: &'a SimplifiedMap,
    /// Whether the nodes are computed only where the map has a value.
    has_value: bool,
    new: HashMap<Id, Id>,
    /// New nodes that may be computed before it is known that they are needed.
    early: HashSet<Id>,
    /// New nodes that are known not to be below zero.
    natural: HashSet<Id>,
}

impl<'a> Rewriting<'a> {
    fn new(arena: &'a Arena, map: &'a SimplifiedMap, has_value: bool) -> Self {
        Self { arena, map, has_value, new: HashMap::new(), early: HashSet::new(), natural: HashSet::new() }
    }

    fn rewrite(&mut self, root: Id) -> Id {
        let order = reachable(self.arena, &[root]);
        for id in order {
            if !self.new.contains_key(&id) {
                let new = self.node(id);
                self.new.insert(id, new);
                if self.may_hoist(id) {
                    self.early.insert(new);
                }
                if self.map.form.range(id).low >= 0 {
                    self.natural.insert(new);
                }
            }
        }
        self.new[&root]
    }

    fn may_hoist(&self, id: Id) -> bool {
        self.has_value && self.map.form.may_hoist(id)
    }

    fn node(&mut self, id: Id) -> Id {
        let arena = self.arena;
        let at = |old: Id| self.new[&old];
        match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) => id,
            Node::Within(a, _) => at(a),
            Node::Binary(op @ (Op::Min | Op::Max), a, b) => {
                let (first, second) = if op == Op::Min { (at(a), at(b)) } else { (at(b), at(a)) };
                let less = arena.compare(Comparison::Less, at(a), at(b));
                if self.may_hoist(id) {
                    self.early.insert(less);
                }
                arena.choose(less, first, second)
            }
            Node::Binary(op, a, b) => arena.binary(op, at(a), at(b)),
            Node::Compare(comparison, a, b) => arena.compare(comparison, at(a), at(b)),
            Node::Choose(c, a, b) => arena.choose(at(c), at(a), at(b)),
            Node::Isqrt(a) => {
                let range = self.map.form.range(a);
                let hoisted = self.may_hoist(id);
                // Each bit uses the ones before it several times, so they must have names.
                let argument = if hoisted { at(a) } else { monus(arena, at(a)) };
                let root = unroll_roots(arena, &[arena.isqrt(argument)], &|_| range)[0];
                if hoisted {
                    let known = reachable(arena, &[argument]);
                    self.early.extend(reachable(arena, &[root]).into_iter().filter(|id| !known.contains(id)));
                }
                root
            }
            Node::Call { function, part, arguments } => {
                let arguments = arguments.into_iter().map(at).collect();
                arena.node(Node::Call { function, part, arguments })
            }
        }
    }
}
