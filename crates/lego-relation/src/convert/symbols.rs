//! Affine relations of sizes without a value in CuTe's notation.

use crate::relation::Relation;
use lego_expr::{Engine, Map, plain};

impl Relation<'_> {
    /// `(dims):(strides)` of a relation with sizes without a value, where its value is proved to be the sum of its components
    /// times strides; `None` where it is not, or not by the engine.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let cute = |text| Relation::of_chain(&arena, text, &Options::default()).unwrap().to_symbolic_cute();
    /// assert_eq!(cute("Row(M, K)").as_deref(), Some("(M,K):(K,1)"));
    /// assert_eq!(cute("Row(M, K).TileBy([M/8, K/4], [8, 4])").as_deref(), Some("(M / 8,K / 4,8,4):(8 * K,4,K,1)"));
    /// assert_eq!(cute("Row(M, K).ExpandBy([M, K] => [2*M, K])"), None);
    /// ```
    #[must_use]
    pub fn to_symbolic_cute(&self) -> Option<String> {
        let [value] = self.map.values[..] else { return None };
        if !self.is_total() || self.map.calls(self.arena) {
            return None;
        }
        let arena = self.arena;
        let mut engine = Engine::new(arena);
        let zeros = vec![arena.constant(0); self.rank()];
        let at_zero = Map { guards: vec![], ..self.map.clone() }.over(arena, &zeros).values[0];
        if !engine.is_equal(at_zero, arena.constant(0)) {
            return None;
        }
        let mut strides = Vec::new();
        for (&component, &extent) in self.map.index.iter().zip(&self.map.dims) {
            let of_one = arena.number(extent) == Some(1);
            strides.push(if of_one { arena.constant(0) } else { engine.slope(value, component)? });
        }
        let strides = engine.simplify(&[], &strides).roots;
        let dims = engine.simplify(&[], &self.map.dims).roots;
        let tuple = |ids: &[lego_expr::Id]| match ids {
            [one] => plain(arena, *one),
            _ => format!("({})", ids.iter().map(|&id| plain(arena, id)).collect::<Vec<_>>().join(",")),
        };
        Some(format!("{}:{}", tuple(&dims), tuple(&strides)))
    }
}
