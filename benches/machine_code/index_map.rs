//! The interface of both sides of a comparison: a position of an index, and back.

/// A map of indices of rank `R` in integers `W`, both ways.
pub(crate) trait IndexMap<W, const R: usize> {
    /// The position of an index.
    type Position;
    /// The index at a position.
    type Preimage;

    /// The position of an index.
    fn apply(&self, index: [W; R]) -> Self::Position;
    /// The index at a position.
    fn inv(&self, position: W) -> Self::Preimage;
}

/// A layout, computed in `usize`.
pub(crate) struct Wide<L>(pub(crate) L);

impl<L: lego::Layout<Index = [usize; R]>, const R: usize> IndexMap<usize, R> for Wide<L> {
    type Position = L::Position;
    type Preimage = L::Preimage;

    #[inline(always)]
    fn apply(&self, index: [usize; R]) -> L::Position {
        self.0.apply(index)
    }

    #[inline(always)]
    fn inv(&self, position: usize) -> L::Preimage {
        self.0.inv(position)
    }
}

/// A layout, computed in `u32`.
pub(crate) struct Narrow<L>(pub(crate) L);

impl<L: lego::Layout32<Index32 = [u32; R]>, const R: usize> IndexMap<u32, R> for Narrow<L> {
    type Position = L::Position32;
    type Preimage = L::Preimage32;

    #[inline(always)]
    fn apply(&self, index: [u32; R]) -> L::Position32 {
        self.0.apply_u32(index)
    }

    #[inline(always)]
    fn inv(&self, position: u32) -> L::Preimage32 {
        self.0.inv_u32(position)
    }
}

/// A map in `u32` as one in `usize`, to be checked like one.
pub(crate) struct Widened<M>(pub(crate) M);

/// What a result in `u32` is in `usize`.
pub(crate) trait Widen {
    /// The same in `usize`.
    type Wide;

    /// The same in `usize`.
    fn widen(self) -> Self::Wide;
}

impl Widen for u32 {
    type Wide = usize;

    fn widen(self) -> usize {
        self as usize
    }
}

impl Widen for Option<u32> {
    type Wide = Option<usize>;

    fn widen(self) -> Option<usize> {
        self.map(|value| value as usize)
    }
}

impl<const R: usize> Widen for [u32; R] {
    type Wide = [usize; R];

    fn widen(self) -> [usize; R] {
        self.map(|value| value as usize)
    }
}

impl<M: IndexMap<u32, R, Position: Widen, Preimage: Widen>, const R: usize> IndexMap<usize, R> for Widened<M> {
    type Position = <M::Position as Widen>::Wide;
    type Preimage = <M::Preimage as Widen>::Wide;

    fn apply(&self, index: [usize; R]) -> Self::Position {
        self.0.apply(index.map(|i| i as u32)).widen()
    }

    fn inv(&self, position: usize) -> Self::Preimage {
        self.0.inv(position as u32).widen()
    }
}
