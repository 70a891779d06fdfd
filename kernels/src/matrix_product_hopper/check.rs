//! Products of many sizes, compared with those of the same numbers computed in `f64`.

use super::bytes::Turned;
use super::copied::matrix_product_hopper_copied;
use super::epilogue::Plain;
use super::host::{MajorHopper, matrix_product_hopper_ordered};
use super::launch::{Kernels, Multiplies, has_entry};
use super::layouts::{Across, Along, Curve, Order, StripAcross, TileAcross, TileAlong};
use super::output::Output;
use super::probe::{HopperBox, HopperNeighbours, HopperPair, HopperProduct, PlainRows};
use crate::matrix_product::MatrixProduct;
use crate::matrix_product::check::{Stride, check_products};
use crate::matrix_product::{ByColumns, ByRows, Programs};
use half::{bf16, f16};
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Launch, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

pub(super) fn sizes(random: &mut Random, scale: Scale) -> Vec<[usize; 3]> {
    if scale == Scale::Small {
        // More steps than stages, and blocks at both edges, of every size of blocks, and of narrow ones more than run at once; each block of a product is
        // many instructions. The copy engine takes all of them, whichever operand lies by columns.
        return vec![
            [144, 496, 272],
            [144, 368, 272],
            [144, 144, 432],
            [848, 112, 208],
            [144, 112, 592],
            [80, 80, 832],
        ];
    }
    let mut sizes = vec![
        [8, 8, 8],
        [128, 256, 64],
        [16, 512, 1024],
        [512, 64, 512],
        [136, 264, 8],
        [1000, 776, 520],
        [1000, 777, 515],
        // More blocks than run at once, medium ones and narrow ones.
        [2056, 4104, 72],
        [2048, 4096, 64],
        // As many wide ones as fill a GPU, as many medium ones, and as many narrow ones.
        [2048, 2000, 272],
        [1536, 1528, 80],
        [2048, 1000, 72],
    ];
    sizes.extend((0..16).map(|_| std::array::from_fn(|_| 8 * (1 + random.index(60)))));
    // Of rows of any length, some for the copy engine and some not.
    sizes.extend((0..6).map(|_| std::array::from_fn(|_| 1 + random.index(300))));
    sizes
}

fn check<T, O, A, B, P, D, const DIGITS: i32>(
    module: &Module<D>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    O: Output,
    A: MajorHopper + Stride,
    B: MajorHopper + Stride,
    P: Order + 'static,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<T, O, A::LeftHopper, B::RightHopper, P, Plain, D>,
{
    let sizes = sizes(random, scale);
    check_products::<T, O, A, B, D>(module, random, &sizes, DIGITS, &mut |number, a, b, c, sizes, factors| {
        let group = [8, 1, 3][number % 3];
        matrix_product_hopper_ordered::<T, O, A, B, P, D>(module, a, b, c, sizes, factors, group)
    })
}

/// Products of matrices whose rows begin anywhere, by way of copies, one memory for all.
fn check_copied<T, A, B, D, const DIGITS: i32>(
    module: &Module<D>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored + Output,
    A: MajorHopper + Stride,
    B: MajorHopper + Stride,
    D: Backend,
    MatrixProduct<T, T, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, T, A::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<T, T, A::LeftHopper, B::RightHopper, Programs, Plain, D>,
{
    let mut sizes = vec![[131, 137, 75], [1, 5, 9], [67, 64, 3], [5, 1, 1], [64, 33, 65]];
    if scale == Scale::Full {
        sizes.extend([[1000, 777, 515], [2051, 1999, 77], [513, 4099, 129]]);
        sizes.extend((0..24).map(|_| std::array::from_fn(|_| 1 + random.index(400))));
    }
    let copies = &mut Turned::new();
    check_products::<T, T, A, B, D>(module, random, &sizes, DIGITS, &mut |_, a, b, c, sizes, factors| {
        matrix_product_hopper_copied::<T, T, A, B, D>(module, a, b, c, sizes, factors, copies)
    })
}

/// Boxes of random indices come to where their tiles have them; beyond the tensor there are zeros.
fn check_boxes<L, M, D>(module: &Module<D>, random: &mut Random, layout: M) -> Result<(), Failure>
where
    L: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    M: Mapping32<Index32 = [u32; 2], Position32 = u32>,
    HopperBox<L>: Instance,
    D: Backend,
{
    let device = module.device();
    let (extents, sides) = (layout.dims_u32(), L::default().dims_u32());
    let values: Vec<u16> = (0..layout.span_u32()).map(|_| random.below(1 << 16) as u16).collect();
    let from = device.buffer_from(&values)?;
    for round in 0..6 {
        // Some begin before the tensor, and some end behind it; where elements lie side by side they begin at multiples of 16 bytes.
        let mut first =
            extents.map(|extent| if round == 0 { 0 } else { random.below(u64::from(extent) + 20) as i64 - 20 });
        first[usize::from(L::default().apply_u32([0, 1]) == 1)] &= !7;
        let mut to = device.poisoned::<u16>(L::SPAN)?;
        let [row, column] = first.map(|at| at as i32 as u32);
        // SAFETY: the output has the elements of the tile.
        unsafe {
            HopperBox::<L>::launch(module, Launch::grid(1), from.tensor_map::<L, M>(layout)?, row, column, &mut to)
        }?;
        let found = to.read()?;
        for index in (0..sides[0]).flat_map(|i| (0..sides[1]).map(move |j| [i, j])) {
            let at = [0, 1].map(|axis| first[axis] + i64::from(index[axis]));
            let is_inside = (0..2).all(|axis| (0..i64::from(extents[axis])).contains(&at[axis]));
            let right = if is_inside { values[layout.apply_u32(at.map(|x| x as u32)) as usize] } else { 0 };
            let found = found[L::default().apply_u32(index) as usize];
            if found != right {
                let words =
                    format!("{index:?} of the box at {first:?} of {extents:?} is {found}, and {right} is right");
                return Err(Failure::Wrong(words));
            }
        }
    }
    Ok(())
}

fn check_all_boxes<D: Backend>(module: &Module<D>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let wrong = Error::layout("a tensor");
    check_boxes::<TileAlong<2>, _, D>(module, random, Along::new(150, 80).map_err(wrong)?)?;
    check_boxes::<StripAcross, _, D>(module, random, Across::new(88, 70).map_err(wrong)?)?;
    check_boxes::<PlainRows, _, D>(module, random, Along::new(33, 24).map_err(wrong)?)
}

/// Each block of a cluster has the whole tile, of which it brought a part.
fn check_pairs<D: Backend>(module: &Module<D>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let (device, layout) = (module.device(), Along::new(300, 64).map_err(Error::layout("a tensor"))?);
    let values: Vec<u16> = (0..300 * 64).map(|_| random.below(1 << 16) as u16).collect();
    let from = device.buffer_from(&values)?;
    let (first, blocks) = (20, 6);
    let mut to = device.poisoned::<u16>(blocks * TileAlong::<2>::SPAN)?;
    // SAFETY: the output has the elements of as many tiles.
    unsafe { HopperPair::launch(module, Launch::grid(blocks), from.tensor_map(layout)?, first, &mut to) }?;
    let found = to.read()?;
    for (block, found) in found.chunks(TileAlong::<2>::SPAN).enumerate() {
        for [i, k] in (0..128).flat_map(|i| (0..64).map(move |k| [i, k])) {
            let at = [first + 128 + i, k];
            let right = if at[0] < 300 { values[layout.apply_u32(at) as usize] } else { 0 };
            let found = found[TileAlong::<2>::apply_u32([i, k]) as usize];
            if found != right {
                let words = format!("[{i}, {k}] of the tile of block {block} is {found}, and {right} is right");
                return Err(Failure::Wrong(words));
            }
        }
    }
    // Blocks that make no whole clusters are refused.
    // SAFETY: nothing is launched.
    match unsafe { HopperPair::launch(module, Launch::grid(3), from.tensor_map(layout)?, first, &mut to) } {
        Err(Error::Cluster { extent: 3, cluster: 2, .. }) => Ok(()),
        other => Err(Failure::Wrong(format!("a grid of three blocks in clusters of two gives {other:?}"))),
    }
}

/// Blocks of a cluster read each other's tiles, and write them.
fn check_neighbours<D: Backend>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let clusters = if scale == Scale::Small { 3 } else { 500 };
    let (device, values) = (module.device(), (0..clusters * 4 * 512).map(|_| random.bits() as u32).collect::<Vec<_>>());
    let (from, mut to) = (device.buffer_from(&values)?, device.poisoned::<u32>(values.len())?);
    // SAFETY: the buffers have 512 elements for each block.
    unsafe { HopperNeighbours::launch(module, Launch::grid(4 * clusters as u32), &from, &mut to) }?;
    let right = |at: usize| {
        let (cluster, at) = (&values[at / 2048 * 2048..][..2048], at % 512);
        let tiles = (1..).zip(cluster.chunks(512));
        tiles.fold(0_u32, |sum, (weight, tile)| {
            sum.wrapping_add(tile[at].wrapping_add(tile[511 - at]).wrapping_mul(weight))
        })
    };
    compare("sums of a cluster", &to.read()?, right)
}

/// Products of tiles that threads stored.
fn check_product<T, A, B, D, const FROM_REGISTERS: bool>(module: &Module<D>, random: &mut Random) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    HopperProduct<T, A, B, FROM_REGISTERS>: Instance,
    D: Backend,
{
    let device = module.device();
    let mut numbers = |count: usize| -> Vec<T> { (0..count).map(|_| T::narrow(random.unit())).collect() };
    let (a, b) = (numbers(64 * 64), numbers(256 * 64));
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let mut c = device.poisoned::<f32>(64 * 256)?;
    // SAFETY: the buffers have these elements.
    unsafe { HopperProduct::<T, A, B, FROM_REGISTERS>::launch(module, Launch::grid(1), &left, &right, &mut c) }?;
    for (at, found) in c.read()?.into_iter().enumerate() {
        let (i, j) = (at / 256, at % 256);
        let pairs = (0..64).map(|k| f64::from(a[64 * i + k].widen()) * f64::from(b[64 * j + k].widen()));
        let (sum, size) = pairs.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        // Not the other way round: what is no number is not near.
        let is_near = (f64::from(found) - sum).abs() <= size * 1e-5;
        if !is_near {
            return Err(Failure::Wrong(format!("[{i}, {j}] is {found}, and {sum} is right")));
        }
    }
    Ok(())
}

fn check_all_tiles<D: Backend>(module: &Module<D>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    check_product::<f16, TileAlong<1>, TileAlong<4>, D, false>(module, random)?;
    check_product::<f16, TileAcross<1>, TileAcross<4>, D, false>(module, random)?;
    check_product::<bf16, TileAlong<1>, TileAcross<4>, D, false>(module, random)?;
    check_product::<f16, TileAcross<1>, TileAlong<4>, D, true>(module, random)?;
    check_product::<bf16, TileAlong<1>, TileAcross<4>, D, true>(module, random)
}

/// Whether there are the kernels for it.
pub(super) fn is_hopper<D: Backend>(module: &Module<D>) -> bool {
    has_entry(module, <HopperBox<PlainRows> as Instance>::ENTRY).is_ok()
}

macro_rules! checks {
    ($($name:literal: $from:ident, $to:ident, $a:ident, $b:ident, $order:ident, $digits:literal;)*) => {
        pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
            vec![
                Check { name: "hopper_box", run: check_all_boxes::<D> },
                Check { name: "hopper_pair", run: check_pairs::<D> },
                Check { name: "hopper_neighbours", run: check_neighbours::<D> },
                Check { name: "hopper_product", run: check_all_tiles::<D> },
                $(Check { name: $name, run: check::<$from, $to, $a, $b, $order, D, $digits> },)*
                Check { name: "matrix_product_hopper_f16_f16_nn_copied", run: check_copied::<f16, ByRows, ByRows, D, 10> },
                Check { name: "matrix_product_hopper_f16_f16_nt_copied", run: check_copied::<f16, ByRows, ByColumns, D, 10> },
                Check { name: "matrix_product_hopper_f16_f16_tn_copied", run: check_copied::<f16, ByColumns, ByRows, D, 10> },
                Check { name: "matrix_product_hopper_f16_f16_tt_copied", run: check_copied::<f16, ByColumns, ByColumns, D, 10> },
            ]
        }
    };
}
checks! {
    "matrix_product_hopper_f16_f16_nn": f16, f16, ByRows, ByRows, Programs, 10;
    "matrix_product_hopper_f16_f16_nt": f16, f16, ByRows, ByColumns, Programs, 10;
    "matrix_product_hopper_f16_f16_tn": f16, f16, ByColumns, ByRows, Programs, 10;
    "matrix_product_hopper_f16_f16_tt": f16, f16, ByColumns, ByColumns, Programs, 10;
    "matrix_product_hopper_f16_f16_nt_curve": f16, f16, ByRows, ByColumns, Curve, 10;
    "matrix_product_hopper_bf16_f32_nt": bf16, f32, ByRows, ByColumns, Programs, 23;
}
