//! A map as texts: what is computed ahead, the condition under which there are values, the values.

use super::layout::Unit;
use super::printing::too_long;
use crate::error::Error;
use crate::extra::Extra;
use lego_expr::{
    Abilities, Choices, Dialect, Id, Kind, Knowledge, Legal, Node, Op, Printed, Range, Shared, all_hold, legal, print,
    reachable,
};
use lego_lang::compile::SimplifiedMap;

/// A map in a dialect.
pub(crate) struct Formula<T = String> {
    /// Where there are values; `None` if everywhere.
    pub(crate) guard: Option<Printed<T>>,
    /// What is computed ahead of the values.
    pub(crate) shared: Vec<Shared<T>>,
    /// The values.
    pub(crate) values: Vec<T>,
    /// The operations of the values.
    pub(crate) operations: usize,
    /// Whether a square root is among the operations, a minimum, a maximum.
    pub(crate) helpers: Helpers,
    /// The lists that are looked into, by their numbers in the arena.
    pub(crate) lists: Vec<u32>,
}

/// Operations for which a language may need a function of the file's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Helpers {
    pub(crate) isqrt: bool,
    pub(crate) min: bool,
    pub(crate) max: bool,
    pub(crate) gcd: bool,
}

impl Helpers {
    /// What nodes need.
    pub(crate) fn of(unit: &Unit<'_>, roots: &[Id]) -> Self {
        let arena = &unit.compiled.arena;
        let mut helpers = Self::default();
        for id in reachable(arena, roots) {
            match arena.get(id) {
                Node::Isqrt(_) => helpers.isqrt = true,
                Node::Binary(Op::Min, ..) => helpers.min = true,
                Node::Binary(Op::Max, ..) => helpers.max = true,
                Node::Call { .. } => helpers.gcd = true,
                _ => {}
            }
        }
        helpers
    }

    /// What one or the other needs.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            isqrt: self.isqrt || other.isqrt,
            min: self.min || other.min,
            max: self.max || other.max,
            gcd: self.gcd || other.gcd,
        }
    }
}

impl Unit<'_> {
    /// What the extents, the span, the strides and the ends of loops need, as far as they are written.
    pub(crate) fn helpers_of_sizes(&self) -> Helpers {
        let mut sizes: Vec<Id> = self.compiled.dims.iter().copied().chain([self.compiled.span]).collect();
        if self.has(Extra::Strides) {
            sizes.extend(self.compiled.strides.iter().flatten());
        }
        if self.has(Extra::Loops) {
            sizes.extend(self.ends().axes.into_iter().flat_map(|axis| axis.ends));
        }
        Helpers::of(self, &sizes)
    }
}

impl<T> Formula<T> {
    /// A map of a unit. `named` makes a dialect whose names for what is shared begin at a number.
    ///
    /// # Errors
    /// Texts that would be far longer than there are operations.
    pub(crate) fn new<D: Dialect<Output = T>>(
        unit: &Unit<'_>,
        map: &SimplifiedMap,
        named: impl Fn(usize) -> D,
    ) -> Result<Self, Error> {
        Self::after(unit, map, &named(0), |guard| named(guard.map_or(0, |guard| guard.shared.len())))
    }

    /// A map of a unit whose guard is in a dialect; `then` is given the guard once it is written, and makes the dialect of
    /// the values.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn after<D: Dialect<Output = T>>(
        unit: &Unit<'_>,
        map: &SimplifiedMap,
        first: &D,
        then: impl FnOnce(Option<&Printed<T>>) -> D,
    ) -> Result<Self, Error> {
        let arena = &unit.compiled.arena;
        let abilities: Abilities = first.abilities();
        let guard = all_hold(arena, map.guards(), abilities);
        let mut roots: Vec<Id> = guard.iter().flat_map(|guard| guard.roots.clone()).collect();
        let guard = guard.map(|guard| print(arena, &guard.roots, first, &guard)).transpose().map_err(too_long)?;
        let dialect = then(guard.as_ref());
        let everything = abilities.choices == Choices::Eager;
        let branches = Abilities { choices: Choices::Lazy, ..abilities };
        let lazy = legal(arena, map.values(), if everything { &[] } else { map.guards() }, branches, &map.form);
        let (roots_of_values, printed) = if !everything {
            (lazy.roots.clone(), print(arena, &lazy.roots, &dialect, &lazy))
        } else if divides_by_sizes(unit, map, &lazy) {
            let known = Anywhere(&lazy);
            (lazy.roots.clone(), print(arena, &lazy.roots, &dialect, &known))
        } else {
            // Everything has a value, whatever is chosen.
            let form = legal(arena, map.values(), &[], abilities, &map.form);
            (form.roots.clone(), print(arena, &form.roots, &dialect, &form))
        };
        let printed = printed.map_err(too_long)?;
        let operations = lego_expr::cost::operations(arena, &roots_of_values);
        roots.extend(&roots_of_values);
        let helpers = Helpers::of(unit, &roots);
        let list = |id: Id| match arena.get(id) {
            Node::LookUp(list, _) => Some(list),
            _ => None,
        };
        let lists = reachable(arena, &roots).into_iter().filter_map(list).collect();
        Ok(Self { guard, shared: printed.shared, values: printed.values, operations, helpers, lists })
    }
}

/// Values that are computed whatever is chosen: they may be computed ahead, and mean nothing where they are not chosen.
struct Anywhere<'k>(&'k dyn Knowledge);

impl Knowledge for Anywhere<'_> {
    fn range(&self, id: Id) -> Range {
        self.0.range(id)
    }

    fn may_hoist(&self, _: Id) -> bool {
        true
    }
}

/// Whether nothing fails where everything is computed, whatever is chosen: no divisor is zero. A root of what is below zero, a
/// shift by too many places and what overflows have some value, which is not chosen.
fn divides_by_sizes(unit: &Unit<'_>, map: &SimplifiedMap, form: &Legal<'_>) -> bool {
    let arena = &unit.compiled.arena;
    let is_size = |id: Id| match arena.get(id) {
        Node::Variable(number) => arena.variable_of(number).kind == Kind::Size,
        _ => true,
    };
    reachable(arena, &form.roots).into_iter().all(|id| match arena.get(id) {
        Node::Binary(Op::Div | Op::Rem, _, divisor) => {
            let of_sizes = || reachable(arena, &[divisor]).into_iter().all(is_size);
            // What is computed in any case is so where the guards hold.
            let in_any_case = form.may_hoist(id) && (map.guards().is_empty() || of_sizes());
            in_any_case || form.may_hoist(divisor) && form.range(divisor).low >= 1
        }
        _ => true,
    })
}
