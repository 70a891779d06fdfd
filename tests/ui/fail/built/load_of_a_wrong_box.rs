//! A copy to a tile that no box is, is an error where the instance of the kernel is compiled.
use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::E4m3;
use lego_cuda::device::mbarrier::Mbarrier;
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::lego_kernel;
use lego_cuda::view::Shared;

layout! {
    type Word = Row(1);
    type Rows = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]);
    type LongRows = OrderBy(Row(16), Swizzle(3, 4, 3)).GroupBy([64, 256]);
}

#[lego_kernel(threads = 32, instances(load_of_rows = <Rows>, load_of_long_rows = <LongRows>))]
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
    let _ = (load::<Rows> as unsafe fn(_, _, _), load::<LongRows> as unsafe fn(_, _, _));
}
