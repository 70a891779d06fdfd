//! Elements are read through any mapping, and written through a layout, in which no two indices share a position.
use lego::{Mapping, View2D, ViewMut2D};

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
    let view = View2D::from_physical(Broadcast, &row[..]).unwrap();
    assert_eq!(view[[3, 1]], 2);

    let mut view = ViewMut2D::from_physical(Broadcast, &mut row[..]).unwrap();
    assert_eq!(view[[3, 1]], 2);
    view.get_mut([3, 1]);
    view.iter_physical();
}
