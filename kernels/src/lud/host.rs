//! The launches.

use super::diagonal::LudDiagonal;
use super::layout::{Inverses, Matrix, Panels};
use super::panels::LudPanels;
use super::product::DEPTH;
use super::update::{LudUpdate, LudUpdateByParts, Part};
use lego::Mapping32;
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// How many numbers along each axis a thread has of a block, which has 16 times as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coarsening {
    /// 2×2: blocks of 32.
    Two,
    /// 4×4: blocks of 64.
    Four,
    /// 8×8: blocks of 128.
    Eight,
    /// 16×16, of which 8 rows at a time: blocks of 256, but diagonal ones of 128.
    Sixteen,
}

impl Coarsening {
    /// The rows and columns of a diagonal block.
    pub(super) fn side(self) -> usize {
        match self {
            Self::Two => 32,
            Self::Four => 64,
            Self::Eight | Self::Sixteen => 128,
        }
    }
}

/// The blocks by which a matrix is factored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocking {
    /// How large blocks are.
    pub coarsening: Coarsening,
    /// How many diagonal blocks are factored, each with its row and column of blocks brought up to date, before all that is
    /// behind is updated for them at once: then that is read and written as much less often. At least one, and an even number
    /// for [`Coarsening::Sixteen`], as is made of other numbers.
    pub group: usize,
}

impl Blocking {
    /// The fastest for n×n matrices, as measured on an H200: small blocks where the chain of diagonal ones takes the time,
    /// large ones where the product does.
    pub fn fastest(n: usize) -> Self {
        let (coarsening, group) = match n {
            0..3072 => (Coarsening::Four, 1),
            3072..6144 => (Coarsening::Four, 2),
            6144..12_288 => (Coarsening::Eight, 2),
            _ => (Coarsening::Eight, 4),
        };
        Self { coarsening, group }
    }
}

/// What factoring n×n matrices needs besides them: room for the panels of a step and for the inverses of its diagonal block.
///
/// ```
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error};
/// use lego_kernels::lud::{Blocking, Lud};
///
/// # fn main() -> Result<(), Error> {
/// let module = Device::new(Executor::new()).without_program()?;
/// let mut matrix = module.device().buffer_from(&[4.0, 2.0, 2.0, 5.0_f32])?;
/// Lud::new(&module, 2, Blocking::fastest(2))?.factor(&module, &mut matrix)?;
/// // L is 1, 0, 0.5, 1 and U is 4, 2, 0, 4.
/// assert_eq!(matrix.read()?, [4.0, 2.0, 0.5, 4.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Lud<B: Backend> {
    n: usize,
    coarsening: Coarsening,
    group: usize,
    panels: Buffer<f32, B>,
    inverses: Buffer<f32, B>,
}

impl<B: Backend> Lud<B> {
    /// For n×n matrices.
    ///
    /// # Errors
    /// [`Error::Layout`] if n is 0 or a matrix, in whole blocks of 256, has 2^32 elements or more; out of memory, or what the
    /// driver says.
    pub fn new(module: &Module<B>, n: usize, Blocking { coarsening, group }: Blocking) -> Result<Self, Error> {
        let side = coarsening.side();
        let even = if coarsening == Coarsening::Sixteen { 2 } else { 1 };
        // No more than the matrix has.
        let group = group.clamp(1, n.div_ceil(side).max(1)).next_multiple_of(even);
        Matrix::<4, 4>::new(n).and_then(|layout| layout.check_u32()).map_err(Error::layout("matrix"))?;
        let columns = n.next_multiple_of(side * group);
        // Panels are read beyond the end of the matrix, and the inverses beside their triangle, where nothing writes: zeros.
        let panels = module.device().zeroed(2 * side * group * columns)?;
        let inverses = module.device().zeroed(2 * side * side)?;
        Ok(Self { n, coarsening, group, panels, inverses })
    }

    /// Factors a matrix by rows in place, without pivoting: L below the diagonal, whose own is of ones, and U.
    ///
    /// Law: L·U is the matrix, but for roundings: with `u = 2^-24` and `X` for the computed inverse of a diagonal block, the
    /// error of an element is at most about `n·u` times that of `|L|·|U|`, and in a panel beside a diagonal block that times
    /// `|X|·|U|` or `|L|·|X|` of that block (Higham, Accuracy and Stability of Numerical Algorithms, 9.3 and 13.1): small for
    /// matrices that need no pivoting, as diagonally dominant and positive definite ones.
    ///
    /// A pivot that is 0 gives infinities and what comes of them, as in Rodinia. That is no error, since the host does not wait
    /// for the launches; whoever cannot exclude it looks whether the last element, which all others lead to, is finite.
    ///
    /// # Errors
    /// [`Error::Length`] if the buffer has fewer than n² elements; the launches'.
    pub fn factor(&mut self, module: &Module<B>, matrix: &mut Buffer<f32, B>) -> Result<(), Error> {
        if matrix.len() < self.n * self.n {
            return Err(Error::Length { what: "matrix", elements: matrix.len(), needed: self.n * self.n });
        }
        match self.coarsening {
            Coarsening::Two => self.steps::<1, 2>(module, matrix),
            Coarsening::Four => self.steps::<1, 4>(module, matrix),
            _ => self.steps::<2, 4>(module, matrix),
        }
    }

    /// The launches, with diagonal blocks of `16·H·V`.
    fn steps<const H: usize, const V: usize>(
        &mut self,
        module: &Module<B>,
        matrix: &mut Buffer<f32, B>,
    ) -> Result<(), Error>
    where
        [f32; V]: Element,
        LudDiagonal<H, V>: Instance,
        LudPanels<H, V>: Instance,
        LudUpdate<H, V>: Instance,
    {
        let (side, group) = (self.coarsening.side(), self.group);
        let layout = Matrix::<H, V>::new(self.n).map_err(Error::layout("matrix"))?;
        let (blocks, rows) = (self.n.div_ceil(side), side * group);
        let panels = Panels::<H>::new(rows, blocks.next_multiple_of(group)).map_err(Error::layout("panels"))?;
        // SAFETY: of all launches: the blocks are those from a diagonal one on or behind it, of which there are as many in the
        // matrix; the panels have all blocks and as many rows as a group, and the inverses are of one diagonal block.
        unsafe {
            let inverses = self.inverses.view_vectors_mut(Inverses::<H, V>);
            LudDiagonal::<H, V>::launch(module, Launch::grid(1), matrix.view_mut(layout), inverses, 0)?;
            for diagonal in 0..blocks - 1 {
                let (behind, row) = (blocks - diagonal - 1, diagonal % group * side);
                let inverses = self.inverses.view_vectors(Inverses::<H, V>);
                let of_panels = self.panels.view_vectors_mut(panels);
                let grid = Launch::grid([behind, 2]);
                LudPanels::<H, V>::launch(module, grid, matrix.view_mut(layout), inverses, of_panels, diagonal, row)?;
                let (corner, depth) = (diagonal + 1, (row + side) / DEPTH as usize);
                let is_last = corner % group == 0;
                if is_last && self.coarsening == Coarsening::Sixteen {
                    self.update_by_parts(module, matrix, corner)?;
                    let inverses = self.inverses.view_vectors_mut(Inverses::<H, V>);
                    LudDiagonal::<H, V>::launch(module, Launch::grid(1), matrix.view_mut(layout), inverses, corner)?;
                } else {
                    let (part, grid) =
                        if is_last { (Part::Square, [behind, behind]) } else { (Part::Cross, [2 * behind - 1, 1]) };
                    let inverses = self.inverses.view_vectors_mut(Inverses::<H, V>);
                    let (matrix, panels) = (matrix.view_mut(layout), self.panels.view_vectors(panels));
                    let (grid, part) = (Launch::grid(grid), part as u32);
                    LudUpdate::<H, V>::launch(module, grid, matrix, panels, inverses, corner, depth, part)?;
                }
            }
        }
        Ok(())
    }

    /// The update of what is not before a diagonal block of 128, by blocks of 256.
    fn update_by_parts(&self, module: &Module<B>, matrix: &mut Buffer<f32, B>, corner: usize) -> Result<(), Error> {
        let (rows, blocks) = (self.group * self.coarsening.side(), self.n.div_ceil(256));
        let layout = Matrix::<4, 4>::new(self.n).map_err(Error::layout("matrix"))?;
        let panels = Panels::<4>::new(rows, self.panels.len() / (2 * rows * 256)).map_err(Error::layout("panels"))?;
        let (corner, depth) = (corner / 2, rows / DEPTH as usize);
        let grid = Launch::grid([blocks - corner; 2]);
        let (matrix, panels) = (matrix.view_mut(layout), self.panels.view_vectors(panels));
        // SAFETY: the blocks are those of the matrix, and the panels have them, two of 128 for each.
        unsafe { LudUpdateByParts::<2, 4, 4>::launch(module, grid, matrix, panels, corner, depth) }
    }
}
