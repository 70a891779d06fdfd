//! Relations of tables: a list of values, one for each number from 0 on.

use super::relation::{Order, Relation};
use lego_expr::{Arena, Map};

impl<'a> Relation<'a> {
    /// The relation of a list: from k to its entry k. Its span is one more than the greatest entry; 0 without entries.
    ///
    /// A list whose entries are linear over bits, or strided, has that form as any other map has.
    ///
    /// ```
    /// use lego_relation::{Answer, Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let table = Relation::of_table(&arena, &[0, 2, 1, 3]);
    /// assert_eq!((table.at(&[2]), table.at(&[4])), (Some(vec![1]), None));
    /// assert_eq!(table.is_bijective(&Effort::default()), Answer::Yes);
    /// assert_eq!(table.to_chain().unwrap(), "BlockCyclic(4, 1, 2)");
    /// ```
    ///
    /// # Panics
    /// If an entry is 2^64 - 1.
    #[must_use]
    pub fn of_table(arena: &'a Arena, entries: &[u64]) -> Self {
        let dims = vec![arena.constant(entries.len() as i128)];
        let index = Map::index(arena, &dims);
        let most = entries.iter().copied().max().unwrap_or(0);
        assert!(most < u64::MAX, "an entry of 2^64 - 1");
        let value = if entries.is_empty() { arena.constant(0) } else { arena.look_up(entries, index[0]) };
        let span = if entries.is_empty() { 0 } else { i128::from(most) + 1 };
        let spans = vec![arena.constant(span)];
        Self::new(
            arena,
            Map { index, dims, spans, guards: vec![], values: vec![value], unchecked: false },
            Order::RowMajor,
        )
    }
}
