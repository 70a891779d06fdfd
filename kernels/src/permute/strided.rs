//! Arrays of five axes by how far apart neighbours along each axis are: one type for all orders of axes, which are chosen at run time.

use lego::{LayoutError, Mapping, Mapping32};

/// Index `[a, b, c, row, column]` of an array at position `a*s₀ + b*s₁ + c*s₂ + row*s₃ + column*s₄`, for extents and steps `s`
/// given at run time.
///
/// Whether two indices share a position is not known to the type: who makes one to write by sees to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strided {
    extents: [u32; 5],
    steps: [u32; 5],
}

impl Strided {
    /// The array of these extents and steps.
    ///
    /// # Errors
    /// [`LayoutError::TooLarge`] if a position or the number of indices does not fit 32 bits.
    pub(super) fn new(extents: [u32; 5], steps: [u32; 5]) -> Result<Self, LayoutError> {
        let last = (0..5).map(|k| u128::from(extents[k].saturating_sub(1)) * u128::from(steps[k])).sum::<u128>();
        let count = extents.iter().fold(1_u128, |count, &extent| count.saturating_mul(u128::from(extent)));
        let most = u128::from(u32::MAX);
        match last.max(count) {
            value if value >= most => Err(LayoutError::TooLarge {
                what: "the last position or the number of elements".into(),
                value,
                most: most - 1,
            }),
            _ => Ok(Self { extents, steps }),
        }
    }

    /// How many matrices `[row, column]` the array has.
    #[inline(always)]
    pub(super) fn matrices(&self) -> u32 {
        let [a, b, c, ..] = self.extents;
        a * b * c
    }

    /// The rows and columns of a matrix.
    #[inline(always)]
    pub(super) fn sides(&self) -> [u32; 2] {
        let [.., rows, columns] = self.extents;
        [rows, columns]
    }

    /// How far apart neighbouring rows are.
    #[inline(always)]
    pub(super) fn row_step(&self) -> u32 {
        self.steps[3]
    }

    /// The array with rows and columns exchanged.
    #[cfg(not(target_arch = "nvptx64"))]
    #[must_use]
    pub(super) fn turned(&self) -> Self {
        let swapped = |[a, b, c, row, column]: [u32; 5]| [a, b, c, column, row];
        Self { extents: swapped(self.extents), steps: swapped(self.steps) }
    }

    /// The array whose elements are vectors of `n` elements along the columns; `None` where a row does not begin or end with one.
    #[cfg(not(target_arch = "nvptx64"))]
    pub(super) fn by_vectors_of(&self, n: u32) -> Option<Self> {
        let ([extents @ .., columns], [steps @ .., step]) = (self.extents, self.steps);
        let fits = step == 1 && columns.is_multiple_of(n) && self.begins_at_multiples_of(n);
        let [a, b, c, row] = extents;
        let [s0, s1, s2, s3] = steps.map(|step| step / n);
        fits.then_some(Self { extents: [a, b, c, row, columns / n], steps: [s0, s1, s2, s3, 1] })
    }

    /// Element `[row, column]` of a matrix, by the number of the matrix: the index of all five axes.
    #[inline(always)]
    pub(super) fn in_matrix(&self, matrix: u32) -> impl Fn(u32, u32) -> [u32; 5] + Copy + use<> {
        let [extents @ .., _, _] = self.extents;
        let [a, b, c] = outer(extents, matrix);
        move |row, column| [a, b, c, row, column]
    }

    /// Whether all rows begin at multiples of `unit` positions.
    #[inline(always)]
    pub(super) fn begins_at_multiples_of(&self, unit: u32) -> bool {
        let [a, b, c, row, _] = self.steps;
        [a, b, c, row].iter().all(|step| step.is_multiple_of(unit))
    }
}

/// The index of the outer axes of a number.
#[inline(always)]
fn outer([a, b, c]: [u32; 3], number: u32) -> [u32; 3] {
    // What most arrays have needs no division.
    if a == 1 && b == 1 {
        return [0, 0, number];
    }
    let rest = number / c;
    [rest / b, rest % b, number % c]
}

impl Mapping for Strided {
    type Index = [usize; 5];
    type Position = usize;

    fn dims(&self) -> [usize; 5] {
        self.extents.map(|extent| extent as usize)
    }

    fn span(&self) -> usize {
        if self.extents.contains(&0) { 0 } else { self.apply(self.dims().map(|extent| extent - 1)) + 1 }
    }

    fn apply(&self, index: [usize; 5]) -> usize {
        (0..5).map(|k| index[k] * self.steps[k] as usize).sum()
    }

    fn stride(&self, axis: usize) -> Option<isize> {
        self.steps.get(axis).map(|&step| step as isize)
    }
}

impl Mapping32 for Strided {
    type Index32 = [u32; 5];
    type Position32 = u32;
    type Sizes32 = [u32; 10];

    fn check_u32(&self) -> Result<(), LayoutError> {
        Self::new(self.extents, self.steps).map(|_| ())
    }

    #[inline(always)]
    fn dims_u32(&self) -> [u32; 5] {
        self.extents
    }

    fn span_u32(&self) -> u32 {
        self.span() as u32
    }

    #[inline(always)]
    fn apply_u32(&self, [a, b, c, row, column]: [u32; 5]) -> u32 {
        // Of a row before the first, whose number wraps, what is left by a power of two is right too.
        let [s0, s1, s2, s3, s4] = self.steps;
        let outer = a * s0 + b * s1 + c * s2;
        outer.wrapping_add(row.wrapping_mul(s3)).wrapping_add(column * s4)
    }

    #[inline(always)]
    fn sizes_u32(&self) -> [u32; 10] {
        let ([a, b, c, d, e], [s0, s1, s2, s3, s4]) = (self.extents, self.steps);
        [a, b, c, d, e, s0, s1, s2, s3, s4]
    }

    #[inline(always)]
    fn from_sizes_u32([a, b, c, d, e, s0, s1, s2, s3, s4]: [u32; 10]) -> Self {
        Self { extents: [a, b, c, d, e], steps: [s0, s1, s2, s3, s4] }
    }
}
