//! A map as texts: what is computed ahead, the condition under which there are values, the values.

use super::{Unit, too_long};
use crate::error::Error;
use lego_expr::{Abilities, Choices, Dialect, Id, Node, Printed, Shared, all_hold, legal, print, reachable};
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
                Node::Binary(lego_expr::Op::Min, ..) => helpers.min = true,
                Node::Binary(lego_expr::Op::Max, ..) => helpers.max = true,
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
        // Where everything is computed in any case, it has to exist where a guard fails.
        let guards = if abilities.choices == Choices::Eager { &[][..] } else { map.guards() };
        let form = legal(arena, map.values(), guards, abilities, &map.form);
        let printed = print(arena, &form.roots, &dialect, &form).map_err(too_long)?;
        let operations = lego_expr::cost::operations(arena, &form.roots);
        roots.extend(&form.roots);
        let helpers = Helpers::of(unit, &roots);
        Ok(Self { guard, shared: printed.shared, values: printed.values, operations, helpers })
    }
}
