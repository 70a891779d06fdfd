//! The price of a form: its cost, and more where its values need more than a word.

use crate::forms::cost::Cost;
use crate::graph::arena::Arena;
use crate::graph::node::Id;
use crate::ranges::reach::Reach;

/// By what forms are compared.
#[derive(Debug, Default)]
pub(crate) struct Price {
    pub(crate) cost: Cost,
    /// How large values get, by their operands alone.
    reach: Reach,
}

impl Price {
    /// Prices by a cost.
    pub(crate) fn new(cost: Cost) -> Self {
        Self { cost, reach: Reach::default() }
    }

    /// What some expressions cost together.
    pub(crate) fn of(&mut self, arena: &Arena, roots: &[Id]) -> u64 {
        let price = self.cost.price(arena, roots);
        let Some(word) = self.cost.word() else { return price };
        if self.reach.exceeds(arena, roots, word) { self.cost.wide(price) } else { price }
    }
}
