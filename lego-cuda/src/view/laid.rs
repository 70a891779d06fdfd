//! What every view of memory by a layout has: elements and a layout.

use super::{Atomic, Global, GlobalMut, Placed, Shared, Split};
use crate::device::Element;

/// A view of elements by a layout, so that an access of it can be judged when a kernel is compiled.
///
/// ```
/// use lego_cuda::device::Element;
/// use lego_cuda::view::{Laid, Shared};
/// fn bytes<V: Laid>() -> usize {
///     <V::Element as Element>::BYTES
/// }
/// lego::layout!(type Tile = Row(32, 32););
/// assert_eq!(bytes::<Shared<'static, f32, Tile>>(), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no view by a layout, of which an access could be judged",
    note = "`#[access(…)]` stands before a parameter that is a `Shared`, a `Global`, a `GlobalMut`, a `Split` or an `Atomic`"
)]
pub trait Laid {
    /// What an element is.
    type Element: Element;
    /// Where it lies.
    type Layout;
}

impl<T: Element, L> Laid for Shared<'_, T, L> {
    type Element = T;
    type Layout = L;
}

impl<T: Element, L> Laid for Placed<Shared<'_, T, L>> {
    type Element = T;
    type Layout = L;
}

impl<T: Element, L> Laid for Global<'_, T, L> {
    type Element = T;
    type Layout = L;
}

impl<T: Element, L> Laid for GlobalMut<'_, T, L> {
    type Element = T;
    type Layout = L;
}

impl<T: Element, L> Laid for Atomic<'_, T, L> {
    type Element = T;
    type Layout = L;
}

impl<T: Element, L, A> Laid for Split<'_, T, L, A> {
    type Element = T;
    type Layout = L;
}
