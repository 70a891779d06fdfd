//! Products of a warpgroup: those of `f64`, whatever the tiles' layouts; and what a GPU would not say is said.

use half::{bf16, f16};
use lego::layout;
use lego_core::{Mapping32, StaticMapping};
use lego_cuda::device::matrix::{Left, Operand};
use lego_cuda::device::wgmma::{self, Matrix, OperandLayout, Registers, Sums};
use lego_cuda::device::{E4m3, E5m2, Swizzle, linear_thread_idx, sync_threads, tensor};
use lego_cuda::executor::Executor;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};
use random::Random;

layout! {
    /// `[row, k]`, k side by side, by the length of the rows that are swizzled.
    type Along128<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 3, 3)).GroupBy([64*S, 64]);
    type Along64 = OrderBy(Row(8), Swizzle(2, 3, 3)).GroupBy([64, 32]);
    type Along32 = OrderBy(Row(8), Swizzle(1, 3, 3)).GroupBy([64, 16]);
    type AlongPlain = OrderBy(RegP([8, 8, 4, 8], [1, 3, 2, 4])).GroupBy([64, 32]);
    /// `[row, k]`, rows side by side.
    type Across128<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 3, 3)).OrderBy(RegP([S, 64, 64], [1, 3, 2])).GroupBy([64*S, 64]);
    type Across64 = OrderBy(Row(8), Swizzle(2, 3, 3)).OrderBy(RegP([2, 32, 32], [1, 3, 2])).GroupBy([64, 32]);
    type Across32 = OrderBy(Row(8), Swizzle(1, 3, 3)).OrderBy(RegP([4, 16, 16], [1, 3, 2])).GroupBy([64, 16]);
    /// The same of elements of one byte, which lie along k.
    type Bytes128<const S: usize> = OrderBy(Row(8*S), Swizzle(3, 4, 3)).GroupBy([64*S, 128]);
    type Bytes64 = OrderBy(Row(8), Swizzle(2, 4, 3)).GroupBy([64, 64]);
    type Bytes32 = OrderBy(Row(8), Swizzle(1, 4, 3)).GroupBy([64, 32]);
    type BytesPlain = OrderBy(RegP([8, 8, 4, 16], [1, 3, 2, 4])).GroupBy([64, 64]);
    /// As `AlongPlain`, but the second eight elements along k lie 16 rows further too, unless the row is one of these: no distance is added.
    type AlongJoined = Linear([64, 32], [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0], [16, 8], [0, 16], [8, 0], [16, 0], [32, 0]]);
    /// Strips of 64 rows, of which each begins 8 rows behind the end of the one before; and rows of three strips in turn.
    type Apart = OrderBy(Row(27), Swizzle(3, 3, 3)).PadBy([3, 64, 64] => [3, 72, 64]).GroupBy([192, 64]);
    type InTurn = OrderBy(RegP([3, 64, 64], [2, 1, 3])).GroupBy([192, 64]);
    /// Rows of 32 bytes as they are swizzled, but the second eight have their units exchanged.
    type Joined = Linear([16, 16], [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [8, 8]]);
    /// Strips of four rows, and eight elements along k.
    type ShortStrips = OrderBy(RegP([5, 4, 2, 8], [1, 3, 2, 4])).GroupBy([20, 16]);
    /// Strips of eight rows, rows side by side, of which each begins four elements behind the end of the one before.
    type Uneven = Row(396).PadBy([3, 128] => [3, 132]).OrderBy(RegP([3, 8, 16], [1, 3, 2])).GroupBy([24, 16]);
    type AlongShort = Row(64, 8);
    type AcrossPlain = OrderBy(RegP([8, 8, 4, 8], [1, 3, 4, 2])).GroupBy([64, 32]);
}

/// What a product does besides what is right: a bit each.
const NO_FENCE: u32 = 1;
const NO_WAIT: u32 = 2;
const EARLY_STORE: u32 = 4;
/// What is right too: the left operand in registers, and operands that are found from the first.
const FROM_REGISTERS: u32 = 8;
const FURTHER: u32 = 16;

/// `c = a·b` of 64 rows and 2·R columns, both operands as `[row, k]` and `[column, k]` row by row.
#[lego_kernel(threads = 128, instances(
    along_128_f16 = <f16, Along128<1>, Along128<2>, 64>,
    along_128_bf16 = <bf16, Along128<1>, Along128<1>, 32>,
    across_128_f16 = <f16, Across128<1>, Across128<4>, 128>,
    mixed_128_f16 = <f16, Along128<1>, Across128<2>, 64>,
    mixed_128_bf16 = <bf16, Across128<1>, Along128<4>, 128>,
    along_64 = <f16, Along64, Along64, 32>,
    along_32 = <f16, Along32, Along32, 32>,
    along_plain = <f16, AlongPlain, AlongPlain, 32>,
    across_64 = <f16, Across64, Across64, 32>,
    across_32 = <f16, Across32, Across32, 32>,
    across_plain = <f16, AcrossPlain, AcrossPlain, 32>,
    bytes_128_e4m3 = <E4m3, Bytes128<1>, Bytes128<4>, 128>,
    bytes_128_e5m2 = <E5m2, Bytes128<1>, Bytes128<2>, 64>,
    bytes_64 = <E4m3, Bytes64, Bytes64, 32>,
    bytes_32 = <E5m2, Bytes32, Bytes32, 32>,
    bytes_plain = <E4m3, BytesPlain, BytesPlain, 32>,
    along_strips = <f16, Along128<1>, Along128<3>, 96>,
    across_strips = <bf16, Across128<1>, Across128<3>, 96>,
    bytes_strips = <E4m3, Bytes128<1>, Bytes128<3>, 96>,
))]
unsafe fn multiply_tiles<T, A, B, const R: usize>(
    a: Global<'_, T>,
    b: Global<'_, T>,
    c: GlobalMut<'_, f32>,
    way: u32,
    #[shared(dynamic)] left: Shared<'_, T, A>,
    #[shared(dynamic)] right: Shared<'_, T, B>,
) where
    T: Operand<Sum = f32> + Default,
    A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    [u32; R]: Registers,
{
    let ([rows, depth], [columns, _], thread) = (left.dims(), right.dims(), linear_thread_idx());
    let mut at = thread;
    while at < rows * depth {
        left.set([at / depth, at % depth], a.get([at]));
        at += 128;
    }
    at = thread;
    while at < columns * depth {
        right.set([at / depth, at % depth], b.get([at]));
        at += 128;
    }
    tensor::fence_proxy();
    sync_threads();
    let mut sums = Sums::<R>::zero();
    if way & NO_FENCE == 0 {
        wgmma::fence();
    }
    let mut k = 0;
    while k < depth {
        if way & FROM_REGISTERS == 0 {
            let (a, b) = match way & FURTHER {
                0 => (Matrix::of(left, [0, k]), Matrix::of(right, [0, k])),
                _ => (Matrix::of(left, [0, 0]).further(k / T::K), Matrix::of(right, [0, 0]).further(k / T::K)),
            };
            sums.multiply(a, b, k > 0);
        } else {
            let of_warp = Left::from_fn(thread % 32, |[row, at]| left.get([16 * (thread / 32) + row, k + at]));
            sums.multiply_registers(of_warp, Matrix::of(right, [0, k]), k > 0);
        }
        k += T::K;
    }
    wgmma::commit();
    if way & EARLY_STORE != 0 {
        sync_threads();
        left.set([thread / 2, 0], T::default());
    }
    if way & NO_WAIT == 0 {
        sums.wait::<0>();
    }
    let (row, column) = (16 * (thread / 32) + thread % 32 / 4, 2 * (thread % 4));
    unroll!(for v in 0..R {
        let index = columns * (row + 8 * (v as u32 / 2 % 2)) + column + 8 * (v as u32 / 4) + v as u32 % 2;
        // SAFETY: each element is one thread's.
        unsafe { c.set_unchecked([index], sums.get(v)) };
    });
}

trait Number: Operand<Sum = f32> + Default {
    fn of(value: f32) -> Self;
    fn wide(self) -> f64;
}

impl Number for f16 {
    fn of(value: f32) -> Self {
        Self::from_f32(value)
    }
    fn wide(self) -> f64 {
        self.to_f64()
    }
}

impl Number for bf16 {
    fn of(value: f32) -> Self {
        Self::from_f32(value)
    }
    fn wide(self) -> f64 {
        self.to_f64()
    }
}

impl Number for E4m3 {
    fn of(value: f32) -> Self {
        Self::from_f32(value)
    }
    fn wide(self) -> f64 {
        self.to_f32().into()
    }
}

impl Number for E5m2 {
    fn of(value: f32) -> Self {
        Self::from_f32(value)
    }
    fn wide(self) -> f64 {
        self.to_f32().into()
    }
}

fn product<T, A, B, const R: usize>(way: u32) -> Result<(), Error>
where
    T: Number,
    A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    [u32; R]: Registers,
    MultiplyTiles<T, A, B, R>: Instance,
{
    let random = &mut Random::new(0x96a);
    let depth = A::default().dims_u32()[1] as usize;
    let mut numbers = |count: usize| -> Vec<T> { (0..count).map(|_| T::of(random.unit())).collect() };
    let (a, b) = (numbers(64 * depth), numbers(2 * R * depth));
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let mut c = device.poisoned::<f32>(64 * 2 * R)?;
    // SAFETY: as the kernel asks.
    unsafe { MultiplyTiles::<T, A, B, R>::launch(&module, Launch::grid(1), &left, &right, &mut c, way) }?;
    for (at, found) in c.read()?.into_iter().enumerate() {
        let (i, j) = (at / (2 * R), at % (2 * R));
        let pairs = (0..depth).map(|k| a[i * depth + k].wide() * b[j * depth + k].wide());
        let (sum, size) = pairs.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        assert!((f64::from(found) - sum).abs() <= size * 1e-6, "[{i}, {j}]: {found} and not {sum}");
    }
    Ok(())
}

#[test]
fn products_are_those_of_wide_numbers_for_every_layout() {
    for way in [0, FURTHER] {
        product::<f16, Along128<1>, Along128<2>, 64>(way).unwrap();
        product::<bf16, Along128<1>, Along128<1>, 32>(way).unwrap();
        product::<f16, Across128<1>, Across128<4>, 128>(way).unwrap();
        product::<f16, Along128<1>, Across128<2>, 64>(way).unwrap();
        product::<bf16, Across128<1>, Along128<4>, 128>(way).unwrap();
        product::<f16, Along64, Along64, 32>(way).unwrap();
        product::<f16, Along32, Along32, 32>(way).unwrap();
        product::<f16, AlongPlain, AlongPlain, 32>(way).unwrap();
        product::<f16, Across64, Across64, 32>(way).unwrap();
        product::<f16, Across32, Across32, 32>(way).unwrap();
        product::<f16, AcrossPlain, AcrossPlain, 32>(way).unwrap();
    }
}

/// Sides of tiles that are odd numbers times a power of two: an operand reaches over several strips.
#[test]
fn products_of_tiles_of_strips_are_those_of_wide_numbers() {
    for way in [0, FURTHER] {
        product::<f16, Along128<1>, Along128<3>, 96>(way).unwrap();
        product::<bf16, Across128<1>, Across128<3>, 96>(way).unwrap();
        product::<E4m3, Bytes128<1>, Bytes128<3>, 96>(way).unwrap();
    }
}

/// Products of numbers of one byte have few digits: what the executor adds is exact as far as `f32` has digits.
#[test]
fn products_of_bytes_are_exact_sums_for_every_layout() {
    for way in [0, FURTHER] {
        product::<E4m3, Bytes128<1>, Bytes128<4>, 128>(way).unwrap();
        product::<E5m2, Bytes128<1>, Bytes128<2>, 64>(way).unwrap();
        product::<E4m3, Bytes64, Bytes64, 32>(way).unwrap();
        product::<E5m2, Bytes32, Bytes32, 32>(way).unwrap();
        product::<E4m3, BytesPlain, BytesPlain, 32>(way).unwrap();
    }
}

#[test]
fn a_left_operand_in_registers_is_multiplied_as_one_in_shared_memory() {
    product::<f16, Along128<1>, Along128<2>, 64>(FROM_REGISTERS).unwrap();
    product::<bf16, Across128<1>, Along128<4>, 128>(FROM_REGISTERS).unwrap();
    product::<f16, Along32, Along32, 32>(FROM_REGISTERS).unwrap();
    product::<E4m3, Bytes128<1>, Bytes128<4>, 128>(FROM_REGISTERS).unwrap();
    product::<E5m2, Bytes32, Bytes32, 32>(FROM_REGISTERS).unwrap();
    for (wrong, right) in [
        (NO_FENCE, "a product uses sums that the thread has used since its last `wgmma::fence`"),
        (NO_WAIT, "sums are read, and `Sums::wait` has not waited for their products"),
    ] {
        let words = product::<f16, Along128<1>, Along128<2>, 64>(FROM_REGISTERS | wrong).unwrap_err().to_string();
        assert!(words.contains(right), "{words}");
    }
}

/// The canonical layouts, by the numbers that the PTX ISA gives.
#[test]
fn descriptors_say_how_tiles_lie() {
    let of = |along_k, swizzle, leading, stride| OperandLayout { element: 2, along_k, swizzle, leading, stride };
    assert_eq!(OperandLayout::of::<f16, Along128<4>>(256), of(true, Swizzle::Bytes128, 16, 1024));
    assert_eq!(OperandLayout::of::<f16, Along64>(64), of(true, Swizzle::Bytes64, 16, 512));
    assert_eq!(OperandLayout::of::<f16, Along32>(64), of(true, Swizzle::Bytes32, 16, 256));
    assert_eq!(OperandLayout::of::<f16, AlongPlain>(64), of(true, Swizzle::None, 128, 512));
    assert_eq!(OperandLayout::of::<f16, Across128<1>>(64), of(false, Swizzle::Bytes128, 16, 1024));
    assert_eq!(OperandLayout::of::<f16, Across128<4>>(256), of(false, Swizzle::Bytes128, 8192, 1024));
    assert_eq!(OperandLayout::of::<f16, Across64>(64), of(false, Swizzle::Bytes64, 2048, 512));
    assert_eq!(OperandLayout::of::<f16, AcrossPlain>(64), of(false, Swizzle::None, 128, 512));
    let of_bytes = |swizzle, leading, stride| OperandLayout { element: 1, along_k: true, swizzle, leading, stride };
    assert_eq!(OperandLayout::of::<E4m3, Bytes128<4>>(256), of_bytes(Swizzle::Bytes128, 16, 1024));
    assert_eq!(OperandLayout::of::<E4m3, Bytes64>(64), of_bytes(Swizzle::Bytes64, 16, 512));
    assert_eq!(OperandLayout::of::<E5m2, Bytes32>(64), of_bytes(Swizzle::Bytes32, 16, 256));
    assert_eq!(OperandLayout::of::<E5m2, BytesPlain>(64), of_bytes(Swizzle::None, 128, 512));
    // Strips follow each other as groups do; what is shorter than a strip knows nothing of the others.
    assert_eq!(OperandLayout::of::<f16, Along128<3>>(192), of(true, Swizzle::Bytes128, 16, 1024));
    assert_eq!(OperandLayout::of::<f16, Across128<3>>(192), of(false, Swizzle::Bytes128, 8192, 1024));
    assert_eq!(OperandLayout::of::<f16, Across128<6>>(320), of(false, Swizzle::Bytes128, 8192, 1024));
    assert_eq!(OperandLayout::of::<f16, Across128<3>>(64), of(false, Swizzle::Bytes128, 16, 1024));
    assert_eq!(OperandLayout::of::<f16, Along128<4>>(192), of(true, Swizzle::Bytes128, 16, 1024));
    assert_eq!(OperandLayout::of::<E4m3, Bytes128<3>>(192), of_bytes(Swizzle::Bytes128, 16, 1024));
    let bits = OperandLayout::of::<f16, Across128<4>>(256).bits();
    assert_eq!(bits, 1 << 62 | 64 << 32 | 512 << 16);
}

#[test]
fn a_layout_that_no_descriptor_can_say_has_none() {
    assert_eq!(OperandLayout::of::<f16, AlongPlain>(64).leading, 128);
    let refused = |of: fn() -> OperandLayout, why: &str| {
        let error = std::panic::catch_unwind(of).unwrap_err();
        let words = error.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        assert!(words.contains(why), "{words}");
    };
    refused(|| OperandLayout::of::<f16, AlongJoined>(64), "index 8 of axis 1 would be at byte 16, and is at 1152");
    refused(
        || OperandLayout::of::<f16, Joined>(16),
        "index 8 of axis 0, 272 bytes, has a bit that another axis has too",
    );
    // Strips that are further apart than groups are, or at distances of their own, or shorter than a group.
    refused(|| OperandLayout::of::<f16, Apart>(192), "index 64 of axis 0 would be at byte 8192, and is at 9216");
    assert_eq!(OperandLayout::of::<f16, Apart>(64).stride, 1024);
    refused(|| OperandLayout::of::<f16, InTurn>(192), "or its rows are equal strips of so many");
    refused(|| OperandLayout::of::<f16, ShortStrips>(8), "groups have 8 rows, and the tile comes in strips of 4");
    // Groups that begin within a unit.
    refused(
        || OperandLayout::of::<f16, Uneven>(16),
        "along axis 0 does so after a multiple of 16 bytes, fewer than 262144, and here after 264",
    );
    // More rows than the tile has, or a number of them that no strips are, and too little along k.
    refused(|| OperandLayout::of::<f16, Along128<3>>(256), "has 256 rows, and its tile 192");
    refused(|| OperandLayout::of::<f16, Along128<4>>(100), "has 100 rows, which are no multiple of 8 from 8 on");
    refused(|| OperandLayout::of::<f16, AlongShort>(64), "has 16 elements along k, 32 bytes, and its tile 8");
}

#[test]
fn sums_that_are_read_before_they_are_waited_for_are_found() {
    let words = product::<f16, Along128<1>, Along128<2>, 64>(NO_WAIT).unwrap_err().to_string();
    assert!(words.contains("sums are read, and `Sums::wait` has not waited for their products"), "{words}");
}

#[test]
fn a_product_without_a_fence_is_found() {
    let words = product::<f16, Along128<1>, Along128<2>, 64>(NO_FENCE).unwrap_err().to_string();
    assert!(words.contains("a product uses sums that the thread has used since its last `wgmma::fence`"), "{words}");
}

#[test]
fn an_operand_that_changes_before_its_product_has_ended_is_found() {
    let words = product::<f16, Along128<1>, Along128<2>, 64>(EARLY_STORE).unwrap_err().to_string();
    assert!(words.contains("the copy was not waited for"), "{words}");
}
