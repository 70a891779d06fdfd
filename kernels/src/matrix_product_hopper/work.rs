//! What the loop of every product on Hopper asks: which blocks a launch has, of which products, how their tiles come, and how they are multiplied.

use super::layouts::Stored;
use super::left::StoredLeft;
use super::multiplying::Multiplying;
use super::output::Output;
use super::target::Target;
use lego_cuda::device::grid_dim;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::mbarrier::Mbarrier;
use lego_cuda::device::wgmma::{Registers, Sums};
use lego_cuda::view::Shared;

/// A block of a product, or a part of its sums.
#[derive(Clone, Copy)]
pub(crate) struct Job<Of> {
    /// The block, `[row, column]`.
    pub(crate) block: [u32; 2],
    /// Of a block whose sums are shared the number among these, and the part.
    pub(crate) shared: Option<[u32; 2]>,
    /// The first step along k, and the one behind the last; there is at least one.
    pub(crate) steps: [u32; 2],
    /// Of which product it is, and what else its finder knows.
    pub(crate) of: Of,
}

/// The blocks of a launch, of 64·G rows and 64·S columns, how their tiles come, and how they are multiplied.
pub(crate) trait Work<const G: usize, const S: usize>: Sized {
    /// An element of the operands.
    type T: Operand<Sum = f32>;
    /// An element of the products.
    type O: Output;
    /// How a left operand lies.
    type A: StoredLeft<G>;
    /// How a right operand lies.
    type B: Stored<S>;
    /// Of which product a block is.
    type Of: Copy;
    /// Where the elements of a block go.
    type To<'t>: Target<Self::O>
    where
        Self: 't;

    /// Whether there may be tiles that all threads of the first warpgroup bring, and not the copy engine by the first thread alone.
    const BY_ALL: bool = false;

    /// Whether finding a block, or bringing its tiles, takes the registers in which all of a wide block could wait to be stored.
    const IS_CROWDED: bool = false;

    /// Whether sums are what the tensor cores have added up, as [`multiply`](Work::multiply) does it where it is not another.
    const ADDS_UP: bool = true;

    /// What all threads do before the first barrier of the block.
    fn begin(&self);

    /// How many numbers there are: 2^31 at most.
    fn numbers(&self) -> u32;

    /// The number of the next round that the block of threads has that had this one.
    #[inline(always)]
    fn after(&self, number: u32) -> u32 {
        number + grid_dim().x
    }

    /// The block with a number; some numbers may be none's.
    fn job(&self, number: u32) -> Option<Job<Self::Of>>;

    /// Lets the tiles of a step come, whose stage is free once `empty` has ended its phase of `parity`: by the first thread.
    ///
    /// # Safety
    /// The tiles are those of the stage, which nothing uses from then on until the phase of `full` has ended.
    unsafe fn bring(
        &self,
        job: &Job<Self::Of>,
        step: u32,
        stage: Stage<Self::T, <Self::A as Stored<G>>::Tile, <Self::B as Stored<S>>::Tile>,
    );

    /// Whether all threads of the first warpgroup bring the tiles of a block.
    fn is_by_all(&self, job: &Job<Self::Of>) -> bool {
        let _ = job;
        false
    }

    /// As [`bring`](Work::bring), by all of them.
    ///
    /// # Safety
    /// That of [`bring`](Work::bring).
    unsafe fn bring_by_all(
        &self,
        job: &Job<Self::Of>,
        step: u32,
        stage: Stage<Self::T, <Self::A as Stored<G>>::Tile, <Self::B as Stored<S>>::Tile>,
    ) {
        let _ = (job, step, stage);
    }

    /// Sets the sums to those of a block, and frees the stages of all its steps: by all threads of a warpgroup that multiplies.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn multiply<const R: usize>(
        &self,
        job: &Job<Self::Of>,
        sums: &mut Sums<R>,
        multiplying: &mut Multiplying<'_, Self::T, <Self::A as Stored<G>>::Tile, <Self::B as Stored<S>>::Tile, G, S>,
    ) where
        [u32; R]: Registers,
    {
        Self::A::multiply(job.steps, sums, multiplying);
    }

    /// Where the elements of the block go.
    fn to(&self, job: &Job<Self::Of>) -> Self::To<'_>;
}

/// Both tiles of a step, the barrier that says when they are there, and the one that says when they are free, with the parity of that.
pub(crate) struct Stage<T: 'static, A, B> {
    pub(crate) left: Shared<'static, T, A>,
    pub(crate) right: Shared<'static, T, B>,
    pub(crate) full: Mbarrier,
    pub(crate) empty: Mbarrier,
    pub(crate) parity: u32,
}
