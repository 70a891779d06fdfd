//! Invocations wherever one may stand.

use layouts::{Layout, layout, layout_eq};

/// In a trait's implementation, a function, a block, beside an item of the same name.
pub trait Sized3 {
    /// A size.
    const SPAN: usize;
    /// A position.
    fn position(&self) -> usize;
}

/// A user's type.
#[derive(Debug)]
pub struct User;

impl Sized3 for User {
    const SPAN: usize = layout!(Row(3, 3)).apply([2, 2]) + 1;

    fn position(&self) -> usize {
        layout! {
            type Local = Col(3, 3);
        }
        layout_eq!(Local, RegP([3, 3], [2, 1]));
        layout_eq!(Local, Col(3, 3),);
        Local::apply([1, 2])
    }
}

/// A layout as a field, an argument, a result and a type argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holder<L: Layout> {
    /// The layout.
    pub layout: L,
}

/// The layout of a holder.
pub fn first_position<L: Layout<Position = usize>>(holder: &Holder<L>, index: L::Index) -> usize {
    holder.layout.apply(index)
}

/// An expression whose type only the compiler knows.
#[must_use]
pub fn unnamed() -> impl Layout<Index = [usize; 2], Position = usize> {
    layout!(Col(4, 8))
}

/// In an array's length and a const generic's value.
#[must_use]
pub const fn length() -> [u8; layout!(Row(2, 3)).apply([1, 2])] {
    [0; layout!(Row(2, 3)).apply([1, 2])]
}

/// In a closure and a loop.
#[must_use]
pub fn sum() -> usize {
    let position = |i| layout!(Row(4)).apply([i]);
    let mut sum = 0;
    for i in 0..4 {
        sum += position(i) + layout!(Reverse(4)).apply([i]);
    }
    sum
}
