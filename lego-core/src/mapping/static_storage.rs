//! The array that a layout's elements need, as a type, where the span is a number that stands in the layout's text.

use super::mapping::StaticMapping;

/// A mapping of static sizes whose elements fit an array that has a name: `[T; SPAN]`.
///
/// In a generic function `[T; L::SPAN]` is no type, because a span need not be known there. `layout!` names the array for
/// every layout without parameters and with a span of at most 256, which is what a thread can hold in registers.
///
/// Law: `Elements<T>` has [`SPAN`](StaticMapping::SPAN) elements.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::StaticStorage;
///
/// impl StaticStorage for Row<2, 3> {
///     type Elements<T: Copy> = [T; 6];
///     fn filled<T: Copy>(value: T) -> [T; 6] {
///         [value; 6]
///     }
/// }
/// let ones = Row::<2, 3>::filled(1.0);
/// assert_eq!(ones, [1.0; 6]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the span of `{Self}` is no number that stands in its text",
    note = "a layout without const generics and sizes given at run time, whose span is at most 256, has an array of its own"
)]
pub trait StaticStorage: StaticMapping {
    /// `[T; SPAN]`.
    type Elements<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]>;

    /// The array with one value everywhere.
    fn filled<T: Copy>(value: T) -> Self::Elements<T>;
}
