//! GPU kernels over LEGO layouts.
//!
//! ```text
//! the body of a kernel, by #[lego_kernel]
//!    │
//! view      its arrays and tiles: indices of a layout, checked; each thread its own elements
//!    │
//! device    indices, barriers, shuffles, atomics, memory
//!    ├──────────────────────────────────────────────┐
//! nvptx64   intrinsics and inline assembly        the host   calls of a Machine
//!    │                                              │
//! image     the PTX that lego-cuda-build embedded   │      (of lego-machine, with the limits that all go by)
//!    │                                              │
//! GPU       by cudarc or cust                     executor   the body itself, on the cores, every access looked at
//!    └──────────────────────┬───────────────────────┘
//! launch    devices, buffers, modules; a launch, checked before it begins
//!    │
//! kernel    what a launch and the executor know of a kernel: bounds, tiles, parameters, entry
//!    │
//! the host program
//! ```
//!
//! The same body compiles for the GPU, where each function of [`device`] is one or a few instructions, and for the host,
//! where each is a call of a [`Machine`](device::host::Machine). A program writes its launches once, for any
//! [`Backend`](launch::Backend): on a GPU in earnest, on the [`executor`] in tests.
//!
//! On the GPU the crate is `no_std` and supplies the panic handler: a panic is a trap.
#![cfg_attr(target_arch = "nvptx64", no_std)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(asm_experimental_arch, link_llvm_intrinsics, abi_unadjusted),
    allow(internal_features)
)]
// Registers, addresses and inline assembly; every block says why it is right.
#![allow(unsafe_code)]

// The macro names this crate `::lego_cuda`, in its own documentation and tests too.
#[allow(unused_extern_crates)]
extern crate self as lego_cuda;

#[doc(hidden)]
pub mod __private;
pub mod device;
#[cfg(all(feature = "executor", not(target_arch = "nvptx64")))]
pub mod executor;
#[cfg(not(target_arch = "nvptx64"))]
#[doc(hidden)]
pub mod facts;
pub mod kernel;
#[cfg(not(target_arch = "nvptx64"))]
pub mod launch;
#[cfg(doc)]
pub mod recipes;
pub mod view;

/// Makes a kernel of a function: the entries of its instances on the GPU, a checked launch on the host, and the same body
/// for the executor.
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{Element, block_idx, thread_idx};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};
/// use std::ops::Mul;
///
/// layout! {
///     /// Element `[block, k, thread]`: a block has 1024 of them, a thread every 256th.
///     pub type Strided = Row(16, 4, 256);
/// }
///
/// /// Multiplies a vector by a number.
/// #[lego_kernel(threads = 256, instances(scale_f32 = <f32>, scale_f64 = <f64>))]
/// pub fn scale<T: Element + Mul<Output = T>>(
///     input: Global<'_, T, Strided>,
///     output: Split<'_, T, Strided, (BlockX, Register, ThreadX)>,
///     factor: T,
/// ) {
///     for k in 0..4 {
///         output.set([k], factor * input.get([block_idx().x, k, thread_idx().x]));
///     }
/// }
///
/// # #[cfg(feature = "executor")] {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
///
/// # fn main() -> Result<(), Error> {
/// // The kernel's type is named like the function, in `CamelCase`.
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let input = device.buffer_from(&vec![3.0_f32; Strided::SPAN])?;
/// let mut output = device.poisoned::<f32>(Strided::SPAN)?;
/// Scale::<f32>::launch(&module, Launch::grid(16), &input, &mut output, 2.0)?;
/// assert_eq!(output.read()?, vec![6.0; Strided::SPAN]);
///
/// // What is wrong is an error before anything runs.
/// let short = device.zeroed::<f32>(100)?;
/// let launched = Scale::<f32>::launch(&module, Launch::grid(16), &short, &mut output, 2.0);
/// assert_eq!(launched, Err(Error::Length { what: "input", elements: 100, needed: 16384 }));
/// # Ok(())
/// # }
/// # main().unwrap();
/// # }
/// ```
///
/// # Parameters
///
/// | type | what the body has | what the launch takes |
/// |---|---|---|
/// | `u8` to `u64`, `i8` to `i64` | the number | an integer of any type, as `values.len()`; an error where it does not fit |
/// | `f32`, `f64` | the number | the number |
/// | `&[T]` | a slice of global memory | `&buffer` |
/// | [`Global<T, L>`](view::Global) | elements that are read, by a layout | `&buffer`, or `buffer.view(layout)` for sizes given at run time |
/// | [`Split<T, L, Axes>`](view::Split) | elements that are written, to each thread its own | `&mut buffer`, or `buffer.view_mut(layout)` |
/// | [`GlobalMut<T, L>`](view::GlobalMut) | elements that are written, by `unsafe` code | as for `Split` |
/// | [`Atomic<T, L>`](view::Atomic) | numbers that all threads update atomically | as for `Split` |
/// | [`GridWide<T>`](device::GridWide) | reductions and scans over the grid | `&mut words` |
/// | `#[shared]` [`Shared<T, L>`](view::Shared) | a tile of the block, all of these at most 48 KiB | nothing |
/// | `#[shared(dynamic)] Shared<T, L>` | a tile of the block, which may be as large as the device has | nothing: the launch adds the memory by itself |
/// | `#[shared(layout)] Shared<T, L>` | likewise, of sizes given at run time | the layout: the launch adds as much memory as that needs |
/// | `#[shared]` [`BlockWide<T>`](device::BlockWide) | reductions and scans over the block | nothing |
///
/// Before a tile, or a view of global memory, `#[access(pattern = Column, vector = 4, extra_wavefronts = 0)]` says in which order the threads of a block access
/// it, how many elements each moves at once (1 without), and how many wavefronts above ideal all warps may take together; of global memory it is
/// `extra_sectors`. Where the layout of an instance takes more, that is a compile error with two threads that collide and the `lego swizzle` command that
/// finds a better one. A pattern is `Row`, `Column`, `Diagonal`, `AntiDiagonal`, or a layout type of the same extents without holes. It may be given several times:
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{sync_threads, thread_idx};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{Global, Shared};
///
/// layout! {
///     type Tile = SwizzleRows([32, 32], 5);
///     type Matrix = Row(32, 32);
/// }
///
/// #[lego_kernel(threads = [32, 32])]
/// fn reads_columns(
///     #[shared]
///     #[access(pattern = Row, extra_wavefronts = 0)]
///     #[access(pattern = Column, extra_wavefronts = 0)]
///     tile: Shared<'_, f32, Tile>,
///     #[access(pattern = Row, extra_sectors = 0)] from: Global<'_, f32, Matrix>,
/// ) {
///     let thread = thread_idx();
///     tile.set([thread.y, thread.x], from.get([thread.y, thread.x]));
///     sync_threads();
///     let _ = tile.get([thread.x, thread.y]);
/// }
/// ```
///
/// `T` is an [`Element`](device::Element), `L` a layout type of `layout!`; both may be generic. An argument lives as long
/// as the launch: views and slices have an elided lifetime, or one that the function declares.
///
/// # Options
///
/// | option | what it states |
/// |---|---|
/// | `threads = 256`, `threads = [32, 8]` | a block has exactly these extents, x first; the launch need not give them |
/// | `max_threads = 256`, `max_threads = [..]` | a block has at most so many threads, or the product of these |
/// | `grid = x`, `grid = [x, y]` | the coordinates of a block's index that the kernel reads; a launch with several blocks in another one, which would all do the same, is refused |
/// | `min_blocks = 2` | so many blocks are to fit on a multiprocessor at once; with one of the two above. 0 asks for nothing, 1 lets a thread have all registers that one block leaves it |
/// | `max_registers = 64` | a thread uses at most so many registers |
/// | `cluster = 2` | so many blocks, neighbours in x, are a [cluster](device::cluster), from sm_90 on; a launch whose grid is no multiple of it in x is refused |
/// | `spills = 16` | it is meant that up to so many bytes of registers go to memory; more is a warning of the build, and an error of `refuse_local_memory` of its report |
/// | `stack = 64` | likewise for arrays, which stay in registers only where all indices are known at compile time; what [`trace!`] needs is allowed besides |
/// | `name = Scale` | what the kernel's type is called, where that is not to be the function's name in `CamelCase` |
/// | `instances(name = <f32, 64>, …)` | the types and sizes to compile for, each the entry of a name; `instances(name)` names the one entry of a function without any; `#[cfg(…)]` before one of them, or before several in braces, says under which conditions they are there; [products](#products-of-types-and-sizes) stand for long lists |
/// | `select` | an instance can be [chosen when the program runs](#choosing-an-instance) |
///
/// | `where a.k == b.k, n % 4 == 0` | last of all: what must hold between the arguments of a launch, which is refused else: comparisons of sums of products, of integers, constants, parameters that are numbers, and sizes at run time: `a.k` is the size `k` of the layout of the parameter `a`, a view or a tile whose layout is passed, `x.len` the length of a slice |
///
/// Values of `grid` are names, all other values constant expressions of type `u32`. All but `spills` and `stack` may name the function's const parameters: then each
/// instance has its own bounds. `#[cfg(…)]` may stand before an instance.
///
/// A kernel that finds its elements by `block_idx().x` says so. On a grid of two rows of blocks each element would be counted twice:
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::{block_idx, thread_idx};
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{Atomic, Global};
///
/// layout! {
///     pub type Line = Row(4, 32);
///     pub type One = Row(1);
/// }
///
/// #[lego_kernel(threads = 32, grid = x)]
/// pub fn sum(input: Global<'_, u32, Line>, sum: Atomic<'_, u32, One>) {
///     sum.fetch_add([0], input.get([block_idx().x, thread_idx().x]));
/// }
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (input, mut total) = (device.buffer_from(&[1; 128])?, device.zeroed(1)?);
/// Sum::launch(&module, Launch::grid(4), &input, &mut total)?;
/// assert_eq!(total.read()?, [128]);
/// let error = Sum::launch(&module, Launch::grid([4, 2]), &input, &mut total).unwrap_err();
/// assert_eq!(error, Error::UnreadGrid { kernel: "sum", axis: "y", extent: 2 });
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
///
/// # Products of types and sizes
///
/// `for` lists one instance for each choice of its variables; the last variable changes fastest. `{T}` in a name is the
/// value of a variable: the digits of a number, the name of a type in lower case. A tuple chooses several variables at
/// once. A text in quotes is for names only. `if` selects choices, by `== != < <= > >=`, `&& || !` and `+ - * / %`. A
/// product under `#[cfg(…)]` skips instances that are listed before it without a condition. There are at most 4096
/// choices.
///
/// ```
/// use lego::layout;
/// use lego_cuda::device::Element;
/// use lego_cuda::kernel::Instance;
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{BlockX, Split, ThreadX};
///
/// layout! {
///     /// Element `[block, thread]`.
///     pub type Blocks<const N: usize> = Row(16, N);
/// }
///
/// #[lego_kernel(
///     threads = N as u32,
///     instances(
///         for T in [u8, f32], N in [32, 64] { fill_{T}_{N} = <T, N> },
///         for (SIZE, N) in [("_short", 128), ("_long", 1024)] if N < 1024 { fill_u64{SIZE} = <u64, N> },
///     ),
/// )]
/// pub fn fill<T: Element, const N: usize>(value: T, output: Split<'_, T, Blocks<N>, (BlockX, ThreadX)>) {
///     output.set([], value);
/// }
///
/// assert_eq!(<Fill<f32, 64> as Instance>::ENTRY, "fill_f32_64");
/// assert_eq!(<Fill<u64, 128> as Instance>::ENTRY, "fill_u64_short");
/// ```
///
/// # Choosing an instance
///
/// For a kernel `copy` with types and const parameters, `select` makes three items. `CopyInstance<T>` is an instance
/// for these types, chosen at run time. `CopySizes` has the values of its const parameters, in fields of their names in
/// lower case. `CopyTypes` is the trait of the first type, with the other types as its parameters; types that have
/// instances implement it. The types of what a launch passes must not name a const parameter.
///
/// ```
/// # #[cfg(feature = "executor")] {
/// use lego::layout;
/// use lego_cuda::device::{Element, block_idx, thread_idx};
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::{BlockX, Global, Split, ThreadX};
///
/// layout! {
///     /// Element `[block, thread]`.
///     pub type Blocks(blocks, threads) = Row(blocks, threads);
/// }
///
/// #[lego_kernel(threads = N as u32, select, instances(for T in [u8, f32], N in [32, 64] { copy_{T}_{N} = <T, N> }))]
/// pub fn copy<T: Element, const N: usize>(
///     input: Global<'_, T, Blocks>,
///     output: Split<'_, T, Blocks, (BlockX, ThreadX)>,
/// ) {
///     output.set([], input.get([block_idx().x, thread_idx().x]));
/// }
///
/// /// Copies a buffer by as many threads a block as divide it: the number of threads.
/// fn copied<T: CopyTypes, B: Backend>(
///     module: &Module<B>,
///     input: &Buffer<T, B>,
///     output: &mut Buffer<T, B>,
/// ) -> Result<usize, Error> {
///     let len = output.len();
///     let blocks = |sizes: &CopySizes| len.is_multiple_of(sizes.n).then_some(len / sizes.n);
///     let instance = CopyInstance::<T>::select(module, blocks)?;
///     let n = instance.sizes().n;
///     let all = Blocks::new(len / n, n).map_err(Error::layout("output"))?;
///     instance.launch(module, Launch::grid(len / n), input.view(all), output.view_mut(all))?;
///     Ok(n)
/// }
///
/// # fn main() -> Result<(), Error> {
/// let module = Device::new(Executor::new()).without_program()?;
/// let (input, mut output) = (module.device().buffer_from(&[7_u8; 96])?, module.device().poisoned(96)?);
/// assert_eq!(copied(&module, &input, &mut output)?, 32);
/// assert_eq!(output.read()?, [7; 96]);
/// let (input, mut output) = (module.device().zeroed::<f32>(97)?, module.device().poisoned(97)?);
/// assert!(matches!(copied(&module, &input, &mut output), Err(Error::NoInstance { kernel: "copy", .. })));
/// # Ok(())
/// # }
/// # main().unwrap();
/// # }
/// ```
///
/// # What it makes
///
/// * The function, unchanged but for the marks `#[shared]`, `#[shared(…)]`, `#[access(…)]`, and for the type of each `Split`, which its body states
///   once more so that a missing axis is one error: other kernels, and tests, may call it.
/// * A type named like the function in `CamelCase`, with its generic parameters, its documentation and its visibility, and
///   the associated function `launch`: of a [`Module`](launch::Module), a [`Launch`](launch::Launch), and an argument for
///   each parameter that is no tile, and the layout of each tile that is `#[shared(layout)]`. It is `unsafe` if the function is, with the same contract. Before anything runs it
///   checks the block against the options and the device, the grid, the shared memory, and of each buffer its device and
///   its length against its layout.
/// * [`Kernel`](kernel::Kernel) for it, and [`Instance`](kernel::Instance) for the listed arguments.
/// * On `nvptx64` the entries, under the names of the instances; static tiles are variables of the PTX module.
///
/// The macro finds this crate also if it was renamed. A kernel crate needs `#![no_std]` and no features of the compiler: the
/// builder turns on what entries need.
///
/// # Compile errors
///
/// Each at the token that is wrong: a parameter that cannot cross, a pattern or `self` as a parameter, `&mut [T]`, a
/// closure, a function pointer, a return value, `async`, `const`, an ABI; too few or too many axes of a `Split`; types or sizes without instances, an instance
/// with too few of them, two of one name; an unknown option, a block of no or too many threads; `#[shared]` on what is no
/// tile, a tile without it, tiles of more than 48 KiB; an access that takes more than its `#[access(…)]` says.
pub use lego_macros::lego_kernel;

pub use lego_machine::image;

/// Not reached where the builder's flags are used, which turn every panic into a trap at its place.
#[cfg(target_arch = "nvptx64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    device::trap()
}
