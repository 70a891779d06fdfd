//! Attributes and visibility.

use layouts::layout;

layout! {
    /// Gone: what is wrong with it does not matter.
    #[cfg(any())]
    pub type Never = Row(0).GroupBy([1]);

    /// A number under a condition is not known to the macro.
    #[cfg(feature = "narrow")]
    pub const WIDTH: usize = 4;
    /// The other one.
    #[cfg(not(feature = "narrow"))]
    pub const WIDTH: usize = 8;
    /// What holds is what the compiler keeps.
    pub type Wide = Row(2, WIDTH);

    /// Chosen by a condition.
    #[cfg(feature = "narrow")]
    pub type Chosen = Row(2, 2);
    /// Chosen by a condition.
    #[cfg(not(feature = "narrow"))]
    pub type Chosen = Row(2, 2, 2);

    /// In use elsewhere no more.
    #[deprecated(note = "a test")]
    pub type Old<const N: usize> = Row(N, 4).TileBy([N/2, 2], [2, 2]);

    #[doc(hidden)]
    pub type Hidden = Row(4);

    /// With traits of the user's choice.
    #[derive(PartialOrd, Ord)]
    #[cfg_attr(all(), must_use)]
    pub type Ordered = Row(4);

    /// The same at run time.
    #[derive(PartialOrd, Ord)]
    #[allow(clippy::module_name_repetitions)]
    pub type OrderedToo(m) = Row(m);

    pub(crate) type InCrate = Row(5);
    pub(in crate::attributes) type Inside = Row(6);
    type Private = Row(7);
}

/// All sizes that can be seen from here.
#[must_use]
#[expect(deprecated)]
pub const fn sizes() -> [usize; 5] {
    [Hidden::SPAN, InCrate::SPAN, Inside::SPAN, Private::SPAN, Old::<4>::SPAN]
}
