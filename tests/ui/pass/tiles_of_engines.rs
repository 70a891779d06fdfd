//! Tiles that the tensor cores and the copy engine know, in kernels: what is wrong in `fail/built` is the tile alone.
use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::E4m3;
use lego_cuda::device::mbarrier::Mbarrier;
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::wgmma::{self, Matrix, Sums};
use lego_cuda::lego_kernel;
use lego_cuda::view::Shared;

layout! {
    type Word = Row(1);
    type Rows = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]);
}

#[lego_kernel(threads = 128, instances(product_of_rows = <Rows>))]
fn product<L>(#[shared] left: Shared<'_, E4m3, Rows>, #[shared] right: Shared<'_, E4m3, L>)
where
    L: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
{
    let mut sums = Sums::<32>::zero();
    wgmma::fence();
    sums.multiply(Matrix::of(left, [0, 0]), Matrix::of(right, [0, 0]), true);
    wgmma::commit();
    sums.wait::<0>();
}

#[lego_kernel(threads = 32, instances(load_of_rows = <Rows>))]
unsafe fn load<L>(
    from: TensorMap<'_, E4m3, L>,
    #[shared] tile: Shared<'_, E4m3, L>,
    #[shared] barrier: Shared<'_, u64, Word>,
) where
    L: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
{
    // SAFETY: the tile has the bytes of a box, and nothing else uses it.
    unsafe { from.load(tile.slice().at(0), [0, 0], Mbarrier::at(barrier.slice().at(0))) };
}

fn main() {
    let _ = (product::<Rows> as fn(_, _), load::<Rows> as unsafe fn(_, _, _));
}
