//! The launch of a relayout.

use super::kernel::RelayoutTile;
use super::tiled::Tiled;
use lego::LayoutError;
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Stores the m×n matrix that `input` has in the layout `from` in the layout `to`.
///
/// Law: position `to.apply(i)` of the output is position `from.apply(i)` of the input, for every index i of the matrix. Holes of the
/// output, which its layout has where it stores whole tiles, stay as they are.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::relayout::{AntiDiagonals, Columns, Rows, relayout};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let input = device.buffer_from(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0])?;
/// let mut output = device.poisoned(9)?;
/// relayout(&module, Rows::new(3, 3)?, &input, AntiDiagonals::new(3, 3)?, &mut output)?;
/// assert_eq!(output.read()?, [1.0, 2.0, 4.0, 3.0, 5.0, 7.0, 6.0, 8.0, 9.0]);
/// assert!(relayout(&module, Rows::new(3, 2)?, &input, Columns::new(3, 3)?, &mut output).is_err());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if the layouts are of different extents or have 2^32 - 128 positions or more, [`Error::Length`] if a buffer is shorter than
/// the span of its layout, and the launch's.
pub fn relayout<T: Element + Default, S: Tiled, D: Tiled, B: Backend>(
    module: &Module<B>,
    from: S,
    input: &Buffer<T, B>,
    to: D,
    output: &mut Buffer<T, B>,
) -> Result<(), Error>
where
    RelayoutTile<T, S, D>: Instance,
{
    const { assert!(D::INJECTIVE_32.is_some(), "no two indices of the output share a position") };
    from.check_u32().map_err(Error::layout("input"))?;
    to.check_u32().map_err(Error::layout("output"))?;
    let (expected, found) = (from.extents(), to.extents());
    if expected != found {
        let [expected, found] = [expected, found].map(|extents| extents.map(|extent| extent as usize));
        return Err(Error::layout("output")(LayoutError::shape_mismatch(&expected, &found)));
    }
    // What a block asks for beyond the end of a line must have a number, too.
    let (value, most) = (to.span() as u128, u128::from(u32::MAX - 128));
    if value > most {
        return Err(Error::layout("output")(LayoutError::TooLarge { what: "the span".into(), value, most }));
    }
    let [down, across, ..] = from.dims_u32();
    let launch = Launch::grid(u64::from(down) * u64::from(across));
    // SAFETY: the extents are the same, and the type is proved to be injective.
    unsafe { RelayoutTile::<T, S, D>::launch(module, launch, input.view(from), output.view_mut(to)) }
}
