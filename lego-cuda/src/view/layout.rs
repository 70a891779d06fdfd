//! What kernels ask of a layout that they are generic over.

use lego_core::{Mapping, Mapping32};

/// A layout of `R` dimensions whose every index has a position: the bound of a kernel that is generic over layouts.
///
/// Every such [`Mapping32`] is one. A kernel that also takes layouts with an `ExpandBy`, some of whose indices have no position,
/// asks for `Mapping32<Index32 = [u32; R]>` and uses the functions that begin with `try_`.
///
/// ```
/// use lego::layout;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::view::{BlockX, Global, KernelLayout, Split, ThreadX};
///
/// layout! {
///     pub type ByRows = Row(3, 32);
///     pub type ByColumns = Col(3, 32);
/// }
///
/// /// Copies between any two layouts of a matrix.
/// #[lego_cuda::lego_kernel(threads = 32, instances(stored_by_columns = <ByRows, ByColumns>))]
/// pub fn stored<A: KernelLayout<2>, B: KernelLayout<2>>(
///     input: Global<'_, u32, A>,
///     output: Split<'_, u32, B, (BlockX, ThreadX)>,
/// ) {
///     output.set([], input.get(output.index([])));
/// }
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let input = device.buffer_from(&(0..96).collect::<Vec<_>>())?;
/// let mut output = device.poisoned::<u32>(96)?;
/// Stored::<ByRows, ByColumns>::launch(&module, Launch::covering(), &input, &mut output)?;
/// assert_eq!(output.read()?[..4], [0, 32, 64, 1]);
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
pub trait KernelLayout<const R: usize>:
    Mapping32<Index32 = [u32; R], Position32 = u32> + Mapping<Index = [usize; R]>
{
}

impl<const R: usize, L> KernelLayout<R> for L where
    L: Mapping32<Index32 = [u32; R], Position32 = u32> + Mapping<Index = [usize; R]>
{
}

/// What [`Mapping32::apply_u32`] gives where every index has a position: `u32`.
#[diagnostic::on_unimplemented(
    message = "an index of this layout may have no position, since it has an `ExpandBy`",
    label = "use the function that begins with `try_`: `try_set`, `try_get`, …",
    note = "a kernel that is generic over layouts says that each index has one by the bound `L: KernelLayout<R>`"
)]
pub trait Always: Into<Option<u32>> {}

impl Always for u32 {}
