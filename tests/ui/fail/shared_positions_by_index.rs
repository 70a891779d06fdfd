//! An element is not assigned to through a mapping that is no layout: two indices may share a position.
use lego::{Mapping, ViewMut2D};

/// One row, seen as four.
#[derive(Clone)]
struct Broadcast;

impl Mapping for Broadcast {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        [4, 3]
    }

    fn span(&self) -> usize {
        3
    }

    fn apply(&self, [_, j]: [usize; 2]) -> usize {
        j
    }
}

fn main() {
    let mut row = [1, 2, 3];
    let mut view = ViewMut2D::from_physical(Broadcast, &mut row[..]).unwrap();
    assert_eq!(view[[3, 1]], 2);
    view[[3, 1]] = 5;
}
