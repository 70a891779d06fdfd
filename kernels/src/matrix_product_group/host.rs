//! Groups of products, and batches: what is launched once a list is there.

use super::entry::{BOXED, FEW, FEW_VECTORS, MOVES, STEPS, VECTORS, few_vector, halves};
use super::kernel::MatrixProductGroup;
use super::layouts::{BOX, Boxed, Grouped};
use super::overlap::{self, Region};
use super::problem::{Placed, Problem, lines};
use super::slabs::Slabs;
use crate::matrix_product::{ByColumns, ByRows, Major};
use crate::matrix_product_hopper::{Across, Along, BlockSize, Output, StoredLeft, has_entry, running};
use alloc::vec::Vec;
use core::marker::PhantomData;
use lego::LayoutError;
use lego_cuda::device::Element;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{
    Argument, Backend, Buffer, Error, Launch, Module, Owner, TensorView, TensorViewArray, TensorViews,
};

/// Blocks of a group are fewer, so that the number behind the last of a block of threads fits 32 bits.
const MOST_NUMBERS: u32 = 1 << 31;

/// How a matrix is stored, for a group of products.
pub trait MajorGroup: Major {
    /// The layout of a left operand.
    type LeftGroup: Grouped<2> + Grouped<1> + StoredLeft<2> + StoredLeft<1>;
    /// The layout of a right operand, for blocks of 256 columns, of 192, of 128 and of 64.
    type RightGroup: Grouped<4> + Grouped<3> + Grouped<2> + Grouped<1>;
}

impl MajorGroup for ByRows {
    type LeftGroup = Along;
    type RightGroup = Across;
}

impl MajorGroup for ByColumns {
    type LeftGroup = Across;
    type RightGroup = Along;
}

/// The boxes of an operand.
type Boxes<L> = <L as Boxed>::Boxes;
/// The maps of left operands, and of right ones.
type Maps<'h, T, A, B, D> = (
    TensorViews<'h, T, Boxes<<A as MajorGroup>::LeftGroup>, D>,
    TensorViews<'h, T, Boxes<<B as MajorGroup>::RightGroup>, D>,
);
/// The same of few, as parameters.
type FewMaps<'h, T, A, B, D> = (
    TensorViewArray<'h, T, Boxes<<A as MajorGroup>::LeftGroup>, D, FEW>,
    TensorViewArray<'h, T, Boxes<<B as MajorGroup>::RightGroup>, D, FEW>,
);

/// Products of different sizes in one launch: `c = alpha·a·b + beta·c` of each, of `f16` or `bf16` on compute capability 9.0.
///
/// A list of problems is looked at once, when the group is made, which writes what the kernel reads of it to the device; then it is launched
/// as often as wanted. Up to 16 problems, each of however many equal products, go with each launch, and nothing is written.
///
/// Law: that of [`matrix_product`](crate::matrix_product::matrix_product()) for each product of each problem, in any order: what is computed of one
/// does not depend on the others. Where k is 0, `c` is multiplied by beta, and where beta is 0 too, set to 0. A product without rows or columns
/// is none.
///
/// Problems with long sums are begun first, whatever their place in the list, so that what is left at the end is short; those of equal length
/// as the list has them.
///
/// Matrices may begin at any element and have any pitch and stride. Those of which all lines begin at multiples of 16 bytes come by the copy
/// engine; the others are read element by element, which is much slower.
///
/// There are kernels of `f16` and of `bf16`, whose products are of the same type or of `f32`, with each operand by rows or by columns.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::ByRows;
/// use lego_kernels::matrix_product_group::{Problem, ProductGroup};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let numbers = |count, x| device.buffer_from(&vec![f16::from_f32(x); count]);
/// // 2×8 times 8×1, and 1×3 times 3×3.
/// let (a, b) = ([numbers(16, 1.0)?, numbers(3, 2.0)?], [numbers(8, 0.5)?, numbers(9, 1.0)?]);
/// let mut c = [device.poisoned::<f16>(2)?, device.poisoned::<f16>(3)?];
/// let problems = [Problem::dense([2, 1, 8], 0), Problem::dense([1, 3, 3], 1)];
/// let mut group = ProductGroup::<f16, f16, ByRows, ByRows, _>::new(&module, &a, &b, &mut c, &problems)?;
/// group.launch(&module, [1.0, 0.0])?;
/// assert_eq!((c[0].read()?, c[1].read()?), (vec![f16::from_f32(4.0); 2], vec![f16::from_f32(6.0); 3]));
/// # Ok(())
/// # }
/// ```
pub struct ProductGroup<'h, T, O, A, B, D>
where
    T: Element,
    A: MajorGroup,
    B: MajorGroup,
    D: Backend,
{
    /// None of nothing to compute.
    plan: Option<Plan<'h, T, A, B, D>>,
    written: PhantomData<&'h mut [O]>,
}

/// What a launch passes.
struct Plan<'h, T: Element, A: MajorGroup, B: MajorGroup, D: Backend> {
    few: [[u32; 4]; FEW_VECTORS],
    few_maps: FewMaps<'h, T, A, B, D>,
    maps: Maps<'h, T, A, B, D>,
    list: Option<Buffer<[u32; 4], D>>,
    entries: u32,
    numbers: u32,
    size: BlockSize,
}

impl<'h, T, O, A, B, D> ProductGroup<'h, T, O, A, B, D>
where
    T: Operand<Sum = f32>,
    O: Output,
    A: MajorGroup,
    B: MajorGroup,
    D: Backend,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    /// The group of these problems, whose matrices are in these buffers: problems name them by their numbers.
    ///
    /// # Errors
    /// [`Error::NoKernel`] where the device or the program has no kernels for Hopper; [`Error::Length`] if a problem names a buffer that is not there, or
    /// one is shorter than its matrices; [`Error::Layout`] if a pitch is less than a line, if the matrices of an operand of a problem reach 2^32 elements,
    /// if there are 2^31 blocks or more, or if a `c` shares memory with another matrix that is written or read; [`Error::OtherDevice`],
    /// [`Error::OutOfMemory`]; the driver's words.
    pub fn new(
        module: &Module<D>,
        a: &'h [Buffer<T, D>],
        b: &'h [Buffer<T, D>],
        c: &'h mut [Buffer<O, D>],
        problems: &[Problem],
    ) -> Result<Self, Error> {
        Self::of(module, &a.iter().collect::<Vec<_>>(), &b.iter().collect::<Vec<_>>(), c.iter_mut().collect(), problems)
    }

    /// As [`new`](ProductGroup::new), of buffers that are anywhere.
    ///
    /// # Errors
    /// Those of [`new`](ProductGroup::new).
    pub fn of(
        module: &Module<D>,
        a: &[&'h Buffer<T, D>],
        b: &[&'h Buffer<T, D>],
        c: Vec<&'h mut Buffer<O, D>>,
        problems: &[Problem],
    ) -> Result<Self, Error> {
        Self::by(module, a, b, c, problems, None)
    }

    /// As [`of`](ProductGroup::of), by blocks of this size, or of that which the rule says.
    ///
    /// # Errors
    /// Those of [`new`](ProductGroup::new).
    pub(super) fn by(
        module: &Module<D>,
        a: &[&'h Buffer<T, D>],
        b: &[&'h Buffer<T, D>],
        c: Vec<&'h mut Buffer<O, D>>,
        problems: &[Problem],
        size: Option<BlockSize>,
    ) -> Result<Self, Error> {
        has_entry(module, <MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 4, 128> as Instance>::ENTRY)?;
        let lists = Lists { a, b, c };
        lists.check_devices(module)?;
        let plan = lists.plan::<A, B>(module, problems, size)?;
        Ok(Self { plan, written: PhantomData })
    }

    /// Computes all products, with these alpha and beta. It need not have ended at return.
    ///
    /// # Errors
    /// The launch's.
    pub fn launch(&mut self, module: &Module<D>, factors: [f32; 2]) -> Result<(), Error> {
        let Some(plan) = &self.plan else { return Ok(()) };
        match plan.size {
            BlockSize::Wide => self.launch_of::<2, 4, 128>(module, plan, factors),
            BlockSize::Medium => self.launch_of::<2, 3, 96>(module, plan, factors),
            BlockSize::Narrow => self.launch_of::<2, 2, 64>(module, plan, factors),
            BlockSize::Slim => self.launch_of::<2, 1, 32>(module, plan, factors),
            BlockSize::Small => self.launch_of::<1, 1, 32>(module, plan, factors),
        }
    }

    fn launch_of<const G: usize, const S: usize, const N: usize>(
        &self,
        module: &Module<D>,
        plan: &Plan<'h, T, A, B, D>,
        [alpha, beta]: [f32; 2],
    ) -> Result<(), Error>
    where
        A::LeftGroup: Grouped<G> + StoredLeft<G>,
        B::RightGroup: Grouped<S>,
        [u32; N]: lego_cuda::device::wgmma::Registers,
        MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, G, S, N>: Instance,
    {
        let Plan { few, few_maps: (few_lefts, few_rights), maps: (lefts, rights), list, entries, numbers, .. } = plan;
        let grid = running(module).min(*numbers as usize);
        // SAFETY: the entries are those of matrices that were looked at, which the group borrows.
        unsafe {
            MatrixProductGroup::<T, O, A::LeftGroup, B::RightGroup, G, S, N>::launch(
                module,
                Launch::grid(grid),
                few_lefts,
                few_rights,
                lefts,
                rights,
                *few,
                list.as_ref(),
                *entries,
                *numbers,
                alpha,
                beta,
            )
        }
    }
}

/// Sets each of the matrices of a problem to `alpha·a·b + beta·c`: of so many products of equal sizes, whose matrices lie in three buffers
/// with any distance. The numbers of buffers in the problem are 0.
///
/// Law: that of a [`ProductGroup`] of the one problem.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_group::{Matrices, Problem, matrix_product_batched};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let a: Vec<f16> = (0..24).map(|i| f16::from_f32((i / 8) as f32)).collect();
/// let (a, b) = (device.buffer_from(&a)?, device.buffer_from(&[f16::ONE; 16])?);
/// let mut c = device.poisoned::<f16>(6)?;
/// // Three products of 1×8 and 8×2, with one `b` for all.
/// let places = [Matrices::of(0), Matrices::of(0).stride(0), Matrices::of(0)];
/// let problem = Problem::new([1, 2, 8], places).times(3);
/// matrix_product_batched::<f16, f16, ByRows, ByColumns, _>(&module, &a, &b, &mut c, problem, [1.0, 0.0])?;
/// assert_eq!(c.read()?, [0.0, 0.0, 8.0, 8.0, 16.0, 16.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`ProductGroup::new`], and of its launch.
pub fn matrix_product_batched<T, O, A, B, D>(
    module: &Module<D>,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    problem: Problem,
    factors: [f32; 2],
) -> Result<(), Error>
where
    T: Operand<Sum = f32>,
    O: Output,
    A: MajorGroup,
    B: MajorGroup,
    D: Backend,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    let mut group = ProductGroup::<T, O, A, B, D>::of(module, &[a], &[b], alloc::vec![c], &[problem])?;
    group.launch(module, factors)
}

/// The buffers of a group.
struct Lists<'l, 'h, T: Element, O: Element, D: Backend> {
    a: &'l [&'h Buffer<T, D>],
    b: &'l [&'h Buffer<T, D>],
    c: Vec<&'h mut Buffer<O, D>>,
}

/// What is known of a problem whose matrices were looked at: where they are, and how far each reaches in its buffer.
struct Known {
    problem: Problem,
    places: [Placed; 3],
    ends: [usize; 3],
}

impl<'h, T, O, D> Lists<'_, 'h, T, O, D>
where
    T: Operand<Sum = f32>,
    O: Output,
    D: Backend,
{
    fn check_devices(&self, module: &Module<D>) -> Result<(), Error> {
        let device = module.device();
        let other = |what| Error::OtherDevice { what };
        if !self.a.iter().all(|a| a.device().same(device)) {
            return Err(other("a"));
        }
        if !self.b.iter().all(|b| b.device().same(device)) {
            return Err(other("b"));
        }
        if self.c.iter().all(|c| c.device().same(device)) { Ok(()) } else { Err(other("c")) }
    }

    /// Where the matrices of a problem are, if they are there.
    fn look_at<A: MajorGroup, B: MajorGroup>(&self, problem: &Problem) -> Result<Known, Error> {
        let ([m, n, k], [a, b, c]) = (problem.sizes, problem.places);
        let left = lines(<A::LeftGroup as Boxed>::ALONG_K, m, k);
        let right = lines(<B::RightGroup as Boxed>::ALONG_K, n, k);
        let place = |matrices, lines, name| Placed::new(matrices, lines, problem.count, name);
        let [a, b, c] = [place(a, left, "a")?, place(b, right, "b")?, place(c, [m, n], "c")?];
        let (places, ends) = ([a.0, b.0, c.0], [a.1, b.1, c.1]);
        let lengths = [
            ("a", "the list of `a`", self.a.len(), self.a.get(a.0.buffer).map(|buffer| buffer.len())),
            ("b", "the list of `b`", self.b.len(), self.b.get(b.0.buffer).map(|buffer| buffer.len())),
            ("c", "the list of `c`", self.c.len(), self.c.get(c.0.buffer).map(|buffer| buffer.len())),
        ];
        for ((what, list, count, len), (place, end)) in lengths.into_iter().zip(places.iter().zip(ends)) {
            let Some(elements) = len else {
                let needed = place.buffer.saturating_add(1);
                return Err(Error::Length { what: list, elements: count, needed });
            };
            if elements < end {
                return Err(Error::Length { what, elements, needed: end });
            }
        }
        Ok(Known { problem: *problem, places, ends })
    }

    /// The address of the buffer of an operand.
    fn address(&self, which: usize, buffer: usize) -> u64 {
        match which {
            0 => self.a[buffer].address(),
            1 => self.b[buffer].address(),
            _ => self.c[buffer].address(),
        }
    }

    /// The bytes of an element of an operand.
    fn bytes(which: usize) -> u64 {
        if which < 2 { T::BYTES as u64 } else { O::BYTES as u64 }
    }

    /// The matrices of problems in bytes, those that have elements.
    fn regions(&self, known: &[Known]) -> Vec<Region> {
        let of = |(problem, known): (usize, &Known)| {
            let region = |(which, place): (usize, &Placed)| {
                let [lines, len] = place.lines.map(|extent| extent as u64);
                let (bytes, has_any) = (Self::bytes(which), lines > 0 && len > 0);
                has_any.then(|| Region {
                    start: self.address(which, place.buffer) + bytes * place.first as u64,
                    lines,
                    len: bytes * len,
                    pitch: bytes * place.pitch as u64,
                    count: if place.stride == 0 && which < 2 { 1 } else { place.count as u64 },
                    stride: bytes * place.stride as u64,
                    problem,
                    which,
                })
            };
            known.places.iter().enumerate().filter_map(region).collect::<Vec<_>>()
        };
        known.iter().enumerate().flat_map(of).collect()
    }

    /// Looks at all problems, and makes what a launch passes; `None` of nothing to compute.
    fn plan<A: MajorGroup, B: MajorGroup>(
        mut self,
        module: &Module<D>,
        problems: &[Problem],
        size: Option<BlockSize>,
    ) -> Result<Option<Plan<'h, T, A, B, D>>, Error> {
        let known = problems.iter().filter(|problem| !problem.is_empty()).map(|problem| self.look_at::<A, B>(problem));
        let mut known: Vec<Known> = known.collect::<Result<_, _>>()?;
        if known.is_empty() {
            return Ok(None);
        }
        overlap::check(&self.regions(&known)).map_err(Error::layout("c"))?;
        // Long blocks first: those of a round are alike, and what is left at the end is short. Those of one length keep the order of the list.
        known.sort_by_key(|known| core::cmp::Reverse(known.problem.sizes[2].div_ceil(BOX as usize)));
        let list: Vec<_> = known.iter().map(|known| (known.problem.sizes, known.problem.count)).collect();
        let size = size.unwrap_or_else(|| BlockSize::of(&list, running(module)));
        let device = module.device();
        let (mut entries, mut lefts, mut rights) = (Vec::new(), Vec::new(), Vec::new());
        let mut numbers = 0_u32;
        for known in &known {
            let [a, b, _] = known.places;
            let left = map::<T, A::LeftGroup, D>(self.a[a.buffer], &a, known.ends[0])?;
            let right = map::<T, B::RightGroup, D>(self.b[b.buffer], &b, known.ends[1])?;
            let flags = [left.is_some(), right.is_some()].map(u32::from);
            let (words, next) = self.entry(known, numbers, flags, size).ok_or_else(|| {
                let (value, most) = (MOST_NUMBERS.into(), u128::from(MOST_NUMBERS - 1));
                Error::layout("c")(LayoutError::TooLarge { what: "the number of blocks".into(), value, most })
            })?;
            numbers = next;
            entries.push(words);
            lefts.push(left.unwrap_or_else(|| TensorView::unused(device)));
            rights.push(right.unwrap_or_else(|| TensorView::unused(device)));
        }
        let is_few = entries.len() <= FEW;
        let (in_few, in_list) = if is_few { (entries.len(), 0) } else { (0, entries.len()) };
        let mut few = [[0; 4]; FEW_VECTORS];
        for (entry, vectors) in (0..).zip(&entries[..in_few]) {
            for (number, vector) in vectors.iter().enumerate() {
                few[few_vector(entry, number) as usize] = *vector;
            }
        }
        let few_maps = (
            device.tensor_map_array(&lefts[..in_few])?.keeping(self.owners()),
            device.tensor_map_array(&rights[..in_few])?,
        );
        let list = if is_few { None } else { Some(device.buffer_from(entries.as_flattened())?) };
        let maps = (device.tensor_maps(&lefts[..in_list])?, device.tensor_maps(&rights[..in_list])?);
        // No more than the numbers of their blocks.
        let entries = known.len() as u32;
        Ok(Some(Plan { few, few_maps, maps, list, entries, numbers, size }))
    }

    /// What keeps the memory of all buffers alive.
    fn owners(&mut self) -> Vec<Owner> {
        let operands = self.a.iter().chain(self.b).map(|buffer| <&[T]>::owner(buffer));
        let products = self.c.iter().map(|buffer| <&[O]>::owner(&&**buffer));
        operands.chain(products).flatten().collect()
    }

    /// The words of a problem whose blocks have numbers from one on, and the number behind them; `None` where there are too many.
    fn entry(&self, known: &Known, first: u32, boxed: [u32; 2], size: BlockSize) -> Option<([[u32; 4]; VECTORS], u32)> {
        let Known { problem: Problem { sizes: [m, n, k], count, .. }, places, .. } = known;
        let word = |number: usize| u32::try_from(number).ok();
        let (rows, columns) = (m.div_ceil(size.rows()), n.div_ceil(size.columns()));
        let blocks = word(rows)?.checked_mul(word(columns)?)?.checked_mul(word(*count)?)?;
        // Of no products there is one step of zeros, which threads put there.
        let steps = word(k.div_ceil(BOX as usize).max(1)).filter(|steps| *steps <= STEPS)?;
        let moves = [0, 1].map(|which| u32::from(places[which].stride > 0));
        let flags = boxed[0] << BOXED | boxed[1] << (BOXED + 1) | moves[0] << MOVES | moves[1] << (MOVES + 1);
        let place = |which: usize| {
            let (place, bytes) = (places[which], Self::bytes(which));
            let start = self.address(which, place.buffer) + bytes * place.first as u64;
            let ([a, b], [c, d]) = (halves(start), halves(bytes * place.stride as u64));
            [a, b, c, d]
        };
        let [a, b, c] = places.map(|place| word(place.pitch).unwrap_or(u32::MAX));
        let vectors = [
            [first, word(rows)?, word(columns)?, steps | flags],
            place(2),
            [word(*m)?, word(*n)?, c, word(*k)?],
            place(0),
            place(1),
            [a, b, 0, 0],
        ];
        Some((vectors, first.checked_add(blocks).filter(|next| *next < MOST_NUMBERS)?))
    }
}

/// The map of an operand; `None` if the copy engine cannot bring it.
fn map<'h, T, L, D>(
    buffer: &'h Buffer<T, D>,
    placed: &Placed,
    end: usize,
) -> Result<Option<TensorView<'h, T, Boxes<L>, D>>, Error>
where
    T: Element,
    L: Boxed,
    D: Backend,
{
    if end == 0 {
        return Ok(None);
    }
    match buffer.tensor_map(Slabs::of(placed, L::ALONG_K, end)) {
        Ok(map) => Ok(Some(map)),
        Err(Error::TensorMap { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
