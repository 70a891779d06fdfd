//! Buffers as a launch passes them: which parameter, where, and as which layout sees them.
//!
//! A GPU is told an address. The executor is told this too, so that a fault names the parameter and the logical index, and
//! so that it knows which elements a kernel was to write.

use crate::device::Element;
use lego_core::{Coord32, Mapping32};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A buffer that a launch passes for a parameter.
#[derive(Clone)]
#[non_exhaustive]
pub struct PassedBuffer {
    /// The name of the parameter.
    pub parameter: &'static str,
    /// Where the buffer begins.
    pub address: u64,
    /// Its size.
    pub bytes: u64,
    /// Whether the kernel may write it.
    pub writes: bool,
    /// Its elements, by the layout of the parameter.
    pub elements: Arc<dyn Elements>,
}

/// The elements of a buffer, by a layout.
pub trait Elements: Send + Sync {
    /// The layout's type, without the paths in it.
    fn layout(&self) -> String;

    /// The bytes of one element.
    fn bytes(&self) -> usize;

    /// Calls a function with every logical index that has a position, in row-major order, and its position.
    fn each(&self, visit: &mut dyn FnMut(&[u32], u32) -> ControlFlow<()>);
}

impl PassedBuffer {
    pub(super) fn new<T: Element, L: Mapping32>(
        parameter: &'static str,
        (address, len): (u64, usize),
        layout: L,
        writes: bool,
    ) -> Self {
        let elements = elements::<T, L>(layout);
        Self { parameter, address, bytes: (len * T::BYTES) as u64, writes, elements }
    }
}

impl fmt::Debug for PassedBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parameter, address, bytes, writes, elements } = self;
        let layout = elements.layout();
        let mut f = f.debug_struct("PassedBuffer");
        f.field("parameter", parameter).field("address", address).field("bytes", bytes);
        f.field("writes", writes).field("layout", &layout).finish()
    }
}

/// Elements of a type by a layout.
pub(crate) fn elements<T: Element, L: Mapping32>(layout: L) -> Arc<dyn Elements> {
    Arc::new(Laid { layout, bytes: T::BYTES })
}

/// Elements of a size, laid out.
struct Laid<L> {
    layout: L,
    bytes: usize,
}

impl<L: Mapping32> Elements for Laid<L> {
    fn layout(&self) -> String {
        without_paths(std::any::type_name::<L>())
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn each(&self, visit: &mut dyn FnMut(&[u32], u32) -> ControlFlow<()>) {
        let dims = self.layout.dims_u32();
        let dims = dims.as_ref();
        if dims.contains(&0) {
            return;
        }
        let mut index = L::Index32::zero();
        loop {
            if let Some(position) = self.layout.apply_u32(index).into()
                && visit(index.as_ref(), position).is_break()
            {
                return;
            }
            // The next index: the last axis that can go on does, and those after it begin again.
            let index = index.as_mut();
            let Some(axis) = (0..index.len()).rev().find(|&axis| index[axis] + 1 < dims[axis]) else { return };
            index[axis] += 1;
            index[axis + 1..].fill(0);
        }
    }
}

/// A type's name without the paths in it: `Row<4, 8>` of `a::b::Row<4, 8>`.
fn without_paths(name: &str) -> String {
    let mut short = String::new();
    for part in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        short.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Linear;

    lego::layout! {
        type Padded = Row(3, 5).PadBy([3, 4] => [3, 5]);
        type Partial = Row(5).ExpandBy([5] => [8]).TileBy([2], [4]);
    }

    fn all(elements: &dyn Elements) -> Vec<(Vec<u32>, u32)> {
        let mut all = Vec::new();
        elements.each(&mut |index, position| {
            all.push((index.to_vec(), position));
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn elements_are_the_indices_that_have_a_position() {
        let padded = Laid { layout: Padded, bytes: 4 };
        let expected: Vec<_> = (0..12).map(|i| (vec![i / 4, i % 4], i / 4 * 5 + i % 4)).collect();
        assert_eq!((all(&padded), padded.layout()), (expected, "Padded".to_owned()));
        let expected: Vec<_> = (0..5).map(|i| (vec![i / 4, i % 4], i)).collect();
        assert_eq!(all(&Laid { layout: Partial, bytes: 4 }), expected);
        assert_eq!(all(&Laid { layout: Linear::new(0), bytes: 1 }), []);
        assert_eq!(all(&Laid { layout: Linear::new(2), bytes: 1 }), [(vec![0], 0), (vec![1], 1)]);
    }

    #[test]
    fn names_lose_their_paths() {
        assert_eq!(without_paths("a::b::Row<4, c::D<8>, 3>"), "Row<4, D<8>, 3>");
        assert_eq!(without_paths("(a::B, [c_1::D; 3])"), "(B, [D; 3])");
    }
}
