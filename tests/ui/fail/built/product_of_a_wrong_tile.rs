//! A product of a tile that no descriptor says is an error where the instance of the kernel is compiled.
use lego::{Mapping32, StaticMapping, layout};
use lego_cuda::device::E4m3;
use lego_cuda::device::wgmma::{self, Matrix, Sums};
use lego_cuda::lego_kernel;
use lego_cuda::view::Shared;

layout! {
    type Rows = OrderBy(Row(8), Swizzle(3, 4, 3)).GroupBy([64, 128]);
    type Plain = Row(64, 128);
}

#[lego_kernel(threads = 128, instances(product_of_rows = <Rows>, product_of_plain = <Plain>))]
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

fn main() {
    let _ = (product::<Rows> as fn(_, _), product::<Plain> as fn(_, _));
}
