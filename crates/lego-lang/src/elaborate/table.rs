//! The elaboration of tables: numbers that are known, each of 0 to n-1 once.

use super::elaborator::Elaborator;
use crate::syntax::List;
use crate::world::World;
use lego_core::LayoutError;
use lego_core::chain::pieces::{MOST_ENTRIES, Table, too_many_entries};

impl<W: World + Clone> Elaborator<'_, W> {
    /// The entries of a table, if they are a permutation and those of the whole chain are not too many.
    pub(super) fn entries(&mut self, list: &List) -> Option<Vec<W::Value>> {
        self.entries = self.entries.saturating_add(list.len());
        if self.entries > MOST_ENTRIES {
            self.error(too_many_entries(self.entries), list.range);
            return None;
        }
        let known = "a known number, such as 3 or a const";
        let numbers: Vec<Option<i128>> = list.iter().map(|entry| self.literal(entry, "Table", known)).collect();
        let numbers = numbers.into_iter().collect::<Option<Vec<i128>>>()?;
        let extent = self.world.constant(numbers.len() as i128);
        if let Err(error) = Table::new(extent, &numbers) {
            let element = match error {
                LayoutError::NotATable { wrong, repeats, .. } => {
                    // Of a number that repeats, the second one is too many.
                    numbers.iter().enumerate().filter(|&(_, &entry)| entry == wrong).nth(repeats.into())
                }
                _ => None,
            };
            self.error(error, element.map_or(list.range, |(k, _)| list[k].range));
            return None;
        }
        Some(numbers.into_iter().map(|number| self.world.constant(number)).collect())
    }
}
