//! Entries of lists for targets without lists: by halves, a comparison for each.

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id};

/// The entry of a list at a place: the arithmetic that the list is, or else choices.
///
/// Law: it has the value of the entry wherever the place is inside of the list.
pub(crate) fn spelt(arena: &Arena, list: u32, place: Id) -> Id {
    let entries = arena.entries(list);
    // One that was kept because it is less as a list has its arithmetic still.
    match arena.pattern(arena.list(&entries, false)) {
        Some(pattern) => arena.written(&pattern, place),
        None => chosen(arena, &entries, 0, place),
    }
}

/// The entry of a part of a list that begins at `first`.
fn chosen(arena: &Arena, entries: &[u64], first: usize, place: Id) -> Id {
    match entries {
        [] => arena.constant(0),
        [entry] => arena.constant((*entry).into()),
        _ => {
            let half = entries.len().next_power_of_two() / 2;
            let (low, high) = entries.split_at(half);
            let truth = arena.compare(Comparison::Less, place, arena.constant((first + half) as i128));
            arena.choose(truth, chosen(arena, low, first, place), chosen(arena, high, first + half, place))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Program};

    #[test]
    fn every_entry_is_chosen() {
        let arena = Arena::new();
        for entries in [&[7][..], &[3, 1], &[5, 0, 2], &[3, 1, 4, 0, 5, 2, 6], &[0, 2, 1, 3]] {
            let extent = arena.constant(entries.len() as i128);
            let place = arena.variable("x", Kind::Index { extent });
            let program = Program::new(&arena, &[spelt(&arena, arena.list(entries, true), place)]);
            for (at, &entry) in (0..).zip(entries) {
                assert_eq!(program.run(|_| at), [Some(entry.into())]);
            }
        }
    }
}
