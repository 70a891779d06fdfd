//! A layout as expressions: its two maps, and what is known and assumed of it.

use super::assertion::Assertion;
use super::outline::Outline;
use crate::text_range::TextRange;
use lego_expr::{Arena, Extremes, Id, Map, Node, Simplified, cost, reachable};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A map as the algebra wrote it, and in its simplified form.
#[derive(Clone, Debug)]
pub struct SimplifiedMap {
    /// What the algebra wrote.
    pub written: Map,
    /// The same map simplified.
    pub map: Map,
    /// What is known of the nodes of the simplified map, whose guards and values are the roots.
    pub form: Simplified,
    /// What computing the simplified map passes through; below zero only closures go.
    pub extremes: Extremes,
}

impl SimplifiedMap {
    /// The conditions under which there is a value, simplified.
    #[must_use]
    pub fn guards(&self) -> &[Id] {
        &self.map.guards
    }

    /// The values, simplified.
    #[must_use]
    pub fn values(&self) -> &[Id] {
        &self.map.values
    }

    /// Operations before and after simplification, guards not counted.
    #[must_use]
    pub fn operations(&self, arena: &Arena) -> (usize, usize) {
        (cost::operations(arena, &self.written.values), cost::operations(arena, &self.map.values))
    }
}

/// The extents and at last the span, simplified.
#[derive(Clone, Debug)]
pub struct SimplifiedSizes {
    /// What is known of their nodes; they are the roots.
    pub form: Simplified,
    /// What computing them passes through.
    pub extremes: Extremes,
}

/// A function of the user's that must be a bijection: to be checked where it can be called.
#[derive(Clone, Debug)]
pub struct Unproved {
    /// The piece.
    pub range: TextRange,
    /// The extents.
    pub dims: Vec<Id>,
    /// The paths of the function and its inverse; `None` for closures on symbolic sizes.
    pub paths: Option<(String, String)>,
}

/// A layout as expressions.
///
/// A clone shares the arena.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The text.
    pub text: String,
    /// The values that names have been given.
    pub values: BTreeMap<String, i128>,
    /// Where the expressions are.
    pub arena: Rc<Arena>,
    /// The logical extents.
    pub dims: Vec<Id>,
    /// Their product.
    pub count: Id,
    /// The number of positions that a buffer must hold.
    pub span: Id,
    /// The variables `i0, i1, …`.
    pub index: Vec<Id>,
    /// The variable `p`.
    pub position: Id,
    /// From the index to the position: one value.
    pub apply: SimplifiedMap,
    /// From the position to the index: one value an axis.
    pub inv: SimplifiedMap,
    /// Both maps again, for 32 bits; `None` where they are the same or were not asked for.
    pub for_u32: Option<(SimplifiedMap, SimplifiedMap)>,
    /// Extents and span for 32 bits; `None` where no size is a symbol, or they were not asked for.
    pub sizes_u32: Option<SimplifiedSizes>,
    /// By how much the position grows along each axis, where that is the same everywhere.
    pub strides: Vec<Option<Id>>,
    /// Along each axis that has no such stride, the length of the runs in which it has one, and that stride.
    pub runs: Vec<Option<(Id, Id)>>,
    /// Whether the ends of a stretch along an axis tell of all that is between: where both have positions, which differ by as
    /// much as the indices, all have, and lie side by side.
    pub ends_tell: Vec<bool>,
    /// By how much it grows for a step `[+1, -1]` in rank 2, where that is the same everywhere; may be below zero.
    pub anti_diagonal: Option<Id>,
    /// What a drawing shows beside the map.
    pub outline: Outline,
    /// The symbols, in the order in which the text names them.
    pub parameters: Vec<String>,
    /// What was assumed of the symbols.
    pub assertions: Vec<Assertion>,
    /// Functions that remain to be checked.
    pub unproved: Vec<Unproved>,
    /// Whether a function is taken at its word: `unchecked`.
    pub unchecked: bool,
    /// Whether indices share positions, as those of a `Symmetric`: then it is a map for reading, and the index that `inv` gives is
    /// one of those at a position.
    pub shares: bool,
}

impl Compiled {
    /// Returns the number of entries of the longest list that `apply` or `inv` looks up; 0 if both are arithmetic
    /// alone.
    ///
    /// ```
    /// use lego_lang::compile::{Options, compile};
    /// let longest = |text| compile(text, &Options::default()).unwrap().longest_list();
    /// assert_eq!((longest("Row(4, 8)"), longest("Table([6, 0, 1, 4, 3, 5, 2])")), (0, 7));
    /// ```
    #[must_use]
    pub fn longest_list(&self) -> usize {
        let roots: Vec<Id> = [&self.apply, &self.inv].iter().flat_map(|map| &map.form.roots).copied().collect();
        let lists = reachable(&self.arena, &roots).into_iter().filter_map(|id| match self.arena.get(id) {
            Node::LookUp(list, _) => Some(self.arena.entries(list).len()),
            _ => None,
        });
        lists.max().unwrap_or(0)
    }
}
