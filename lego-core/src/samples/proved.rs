//! Layouts with a proof that they are injective, and such ones that lie about what is not proved.

use crate::mapping::{Indices, Injective, Layout, Mapping, of_field};

/// One of the layouts of this folder, with the proof that it is injective: every index of it has been looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proved<L> {
    layout: L,
}

impl<L: Layout<Index = [usize; R]> + Copy, const R: usize> Proved<L> {
    pub(crate) fn new(layout: L) -> Self {
        let mut reached = std::vec![false; layout.span()];
        for index in Indices::new(layout.dims()) {
            if let Some(position) = layout.apply(index).into() {
                assert!(!core::mem::replace(&mut reached[position], true), "{index:?} shares its position");
            }
        }
        Self { layout }
    }
}

#[allow(unsafe_code)]
impl<L: Layout + Copy> Mapping for Proved<L> {
    type Index = L::Index;
    type Position = L::Position;
    // SAFETY: `new` has looked at every index, and the layouts of this folder, which alone come here, but for the broken ones,
    // answer the same each time.
    const INJECTIVE: Option<Injective<Self>> = Some(unsafe { Injective::proved() });

    of_field!(layout: span, stride, run, runs);

    fn dims(&self) -> L::Index {
        self.layout.dims()
    }
    fn apply(&self, index: L::Index) -> L::Position {
        self.layout.apply(index)
    }
}

impl<L: Layout + Copy> Layout for Proved<L> {
    type Preimage = L::Preimage;

    fn inv(&self, position: usize) -> L::Preimage {
        self.layout.inv(position)
    }
}

/// A proved layout whose strides are a lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lying<L> {
    pub(crate) layout: L,
    /// What it says of each axis.
    pub(crate) stride: Option<isize>,
}

#[allow(unsafe_code)]
impl<L: Mapping + Copy> Mapping for Lying<L> {
    type Index = L::Index;
    type Position = L::Position;
    // SAFETY: as of the layout; a proof says nothing of strides.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    of_field!(layout: span);

    fn dims(&self) -> L::Index {
        self.layout.dims()
    }
    fn apply(&self, index: L::Index) -> L::Position {
        self.layout.apply(index)
    }
    fn stride(&self, _: usize) -> Option<isize> {
        self.stride
    }
}
