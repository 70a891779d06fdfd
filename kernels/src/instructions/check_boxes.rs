//! Boxes of random indices, some of which reach beyond the tensor: on any side where they are loaded, behind its end where they are stored. They come
//! to where the tile has them, with zeros where the tensor has nothing, and are stored where the tensor has them, and nowhere else.

use super::presence::is_there;
use super::{Five, Four, Four64, InstructionBoxLoad, InstructionBoxStore, One, Rows32, Rows64, Three};
use crate::numbers::Pattern;
use lego::{Coord32, Mapping32, StaticMapping, layout};
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Launch, Module};
use lego_kernels_harness::{Failure, Random, Scale, compare};

layout! {
    /// Tensors of one to five axes.
    type OneAxis(n) = Row(n);
    type TwoAxes(m, n) = Row(m, n);
    /// By columns.
    type ThreeAxes(l, m, n) = Col(l, m, n);
    type FourAxes(k, l, m, n) = Row(k, l, m, n);
    type FiveAxes(j, k, l, m, n) = Row(j, k, l, m, n);
}

/// All indices below some extents, the last axis the fastest.
fn indices(extents: &[u32]) -> Vec<Vec<u32>> {
    extents.iter().fold(vec![Vec::new()], |all, extent| {
        all.iter().flat_map(|index| (0..*extent).map(move |at| [&index[..], &[at]].concat())).collect()
    })
}

/// The position of an index.
fn position<M: Mapping32<Position32 = u32>>(layout: M, index: &[u32]) -> usize {
    let mut at = M::Index32::zero();
    at.as_mut().copy_from_slice(index);
    layout.apply_u32(at) as usize
}

/// Where the tensor has the element at an index of a box, if it is inside.
fn there<M: Mapping32<Position32 = u32>>(layout: M, first: &[i64], index: &[u32]) -> Option<usize> {
    let dims = layout.dims_u32();
    let at = first
        .iter()
        .zip(index)
        .zip(dims.as_ref())
        .map(|((first, index), extent)| u32::try_from(first + i64::from(*index)).ok().filter(|at| at < extent));
    let at: Option<Vec<u32>> = at.collect();
    at.map(|at| position(layout, &at))
}

/// The index of the first element of a box that reaches into the tensor, or at least near to it.
fn any_first<T: Pattern, L: StaticMapping + Mapping32>(random: &mut Random, extents: &[u32]) -> Vec<i64> {
    let sides = L::default().dims_u32();
    let mut first: Vec<i64> = extents
        .iter()
        .zip(sides.as_ref())
        .map(|(extent, side)| random.below(u64::from(extent + side - 1)) as i64 + 1 - i64::from(*side))
        .collect();
    // Along the innermost axis at a multiple of 16 bytes.
    let innermost = TensorMap::<T, L>::BOX.axes[0];
    first[innermost] -= first[innermost].rem_euclid(16 / T::BYTES as i64);
    first
}

/// Indices as a kernel takes them.
fn words(first: &[i64]) -> Vec<u32> {
    first.iter().map(|at| *at as i32 as u32).collect()
}

fn any<T: Pattern>(random: &mut Random, count: usize) -> Vec<T> {
    (0..count).map(|_| T::of(random.bits() as u16)).collect()
}

fn check_loads<T, L, M, B>(module: &Module<B>, random: &mut Random, layout: M) -> Result<(), Failure>
where
    T: Pattern + Default,
    L: StaticMapping + Mapping32<Position32 = u32>,
    M: Mapping32<Position32 = u32>,
    InstructionBoxLoad<T, L>: Instance,
    B: Backend,
{
    let (device, entry) = (module.device(), <InstructionBoxLoad<T, L> as Instance>::ENTRY);
    let (tile, extents) = (L::default(), layout.dims_u32());
    let values = any::<T>(random, layout.span_u32() as usize);
    let from = device.buffer_from(&values)?;
    for round in 0..10 {
        let any = any_first::<T, L>(random, extents.as_ref());
        let first = if round == 0 { vec![0; any.len()] } else { any };
        let index = device.buffer_from(&words(&first))?;
        let mut to = device.poisoned::<T>(L::SPAN)?;
        let map = from.tensor_map::<L, M>(layout)?;
        // SAFETY: the output has the elements of the tile, the index its axes, and the box begins at a multiple of 16 bytes.
        unsafe { InstructionBoxLoad::<T, L>::launch(module, Launch::grid(1), map, &index, &mut to) }?;
        let mut right = vec![T::default(); L::SPAN];
        for index in indices(tile.dims_u32().as_ref()) {
            if let Some(at) = there(layout, &first, &index) {
                right[position(tile, &index)] = values[at];
            }
        }
        compare(&format!("the tile of {entry}, whose box begins at {first:?}"), &to.read()?, |at| right[at])?;
    }
    Ok(())
}

fn check_stores<T, L, M, B>(module: &Module<B>, random: &mut Random, layout: M) -> Result<(), Failure>
where
    T: Pattern,
    L: StaticMapping + Mapping32<Position32 = u32>,
    M: Mapping32<Position32 = u32>,
    InstructionBoxStore<T, L>: Instance,
    B: Backend,
{
    let (device, entry) = (module.device(), <InstructionBoxStore<T, L> as Instance>::ENTRY);
    let (tile, extents) = (L::default(), layout.dims_u32());
    let sides = tile.dims_u32();
    for _ in 0..10 {
        let (old, values) = (any::<T>(random, layout.span_u32() as usize), any::<T>(random, 2 * L::SPAN));
        // The second box is the neighbour along some axis, on this side or on that; both begin where there is no index below 0, and may lie behind the end.
        let (first, second) = loop {
            let first = any_first::<T, L>(random, extents.as_ref());
            let (axis, mut second) = (random.index(first.len()), first.clone());
            let side = i64::from(sides.as_ref()[axis]);
            second[axis] += if random.one_in(2) { side } else { -side };
            if first.iter().chain(&second).all(|at| *at >= 0) {
                break (first, second);
            }
        };
        let index = device.buffer_from(&words(&[&first[..], &second].concat()))?;
        let (from, mut to) = (device.buffer_from(&values)?, device.buffer_from(&old)?);
        let map = to.tensor_map_mut::<L, M>(layout)?;
        // SAFETY: the input has the elements of two tiles, the index their axes; boxes begin at multiples of 16 bytes, a side apart.
        unsafe { InstructionBoxStore::<T, L>::launch(module, Launch::grid(1), &from, &index, map) }?;
        let mut right = old;
        for (first, values) in [&first, &second].into_iter().zip(values.chunks(L::SPAN)) {
            for index in indices(sides.as_ref()) {
                if let Some(at) = there(layout, first, &index) {
                    right[at] = values[position(tile, &index)];
                }
            }
        }
        let what = format!("the tensor of {entry}, whose boxes begin at {first:?} and {second:?}");
        compare(&what, &to.read()?, |at| right[at])?;
    }
    Ok(())
}

/// The same tensors for loads and for stores.
macro_rules! checks {
    ($($name:ident, $check:ident, $kernel:ident;)*) => {
        $(
            pub(super) fn $name<B: Backend>(module: &Module<B>, random: &mut Random, _: Scale) -> Result<(), Failure> {
                if !is_there::<$kernel<u64, One>, B>(module) {
                    return Ok(());
                }
                let wrong = Error::layout("a tensor");
                $check::<u64, One, _, B>(module, random, OneAxis::new(200).map_err(wrong)?)?;
                $check::<u32, Three, _, B>(module, random, ThreeAxes::new(20, 9, 5).map_err(wrong)?)?;
                $check::<u16, Four, _, B>(module, random, FourAxes::new(3, 9, 5, 24).map_err(wrong)?)?;
                $check::<u8, Five, _, B>(module, random, FiveAxes::new(3, 5, 2, 7, 48).map_err(wrong)?)?;
                $check::<u16, Rows32, _, B>(module, random, TwoAxes::new(37, 40).map_err(wrong)?)?;
                $check::<u16, Rows64, _, B>(module, random, TwoAxes::new(70, 72).map_err(wrong)?)?;
                $check::<u16, Four64, _, B>(module, random, FourAxes::new(3, 5, 9, 72).map_err(wrong)?)
            }
        )*
    };
}
checks! {
    check_all_loads, check_loads, InstructionBoxLoad;
    check_all_stores, check_stores, InstructionBoxStore;
}
