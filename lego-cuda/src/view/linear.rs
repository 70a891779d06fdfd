//! The layout of one axis, of a length given at run time.

use lego_core::check::fingerprint;
use lego_core::{Injective, Injective32, Layout, Layout32, LayoutError, Mapping, Mapping32};

/// Elements one after the other, as many as a launch says: `position == index[0]`.
///
/// The layout of a view that names none: `Global<'_, f32>` is an array of any length.
///
/// ```
/// use lego_core::Mapping32;
/// use lego_cuda::view::Linear;
/// let line = Linear::new(1000);
/// assert_eq!((line.apply_u32([7]), line.dims_u32()), (7, [1000]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    len: u32,
}

impl Linear {
    /// So many elements.
    #[inline(always)]
    pub const fn new(len: u32) -> Self {
        Self { len }
    }
}

impl Mapping for Linear {
    type Index = [usize; 1];
    type Position = usize;

    // SAFETY: a position is its index, and so below the span, which is the extent.
    const INJECTIVE: Option<Injective<Self>> = Some(unsafe { Injective::proved() });

    #[inline]
    fn dims(&self) -> [usize; 1] {
        [self.len as usize]
    }

    #[inline]
    fn span(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn apply(&self, [i]: [usize; 1]) -> usize {
        i
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        (axis == 0).then_some(1)
    }
}

impl Layout for Linear {
    type Preimage = [usize; 1];

    #[inline]
    fn inv(&self, position: usize) -> [usize; 1] {
        [position]
    }
}

impl Mapping32 for Linear {
    type Index32 = [u32; 1];
    type Position32 = u32;
    const FINGERPRINT: u64 = fingerprint("Linear", &[]);

    // SAFETY: a position is its index, and so below the span, which is the extent; the extent is the size that crosses.
    const INJECTIVE_32: Option<Injective32<Self>> = Some(unsafe { Injective32::proved() });

    #[inline(always)]
    fn check_u32(&self) -> Result<(), LayoutError> {
        Ok(())
    }

    #[inline(always)]
    fn dims_u32(&self) -> [u32; 1] {
        [self.len]
    }

    #[inline(always)]
    fn span_u32(&self) -> u32 {
        self.len
    }

    #[inline(always)]
    fn apply_u32(&self, [i]: [u32; 1]) -> u32 {
        i
    }

    type Sizes32 = [u32; 1];

    #[inline(always)]
    fn sizes_u32(&self) -> [u32; 1] {
        [self.len]
    }

    #[inline(always)]
    fn from_sizes_u32([len]: [u32; 1]) -> Self {
        Self { len }
    }
}

impl Layout32 for Linear {
    type Preimage32 = [u32; 1];

    #[inline(always)]
    fn inv_u32(&self, position: u32) -> [u32; 1] {
        [position]
    }
}
