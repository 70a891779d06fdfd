//! Integers as a host has them, where a launch takes 32 bits.
//!
//! The length of a `Vec` and the extents of a layout are `usize`, a literal without a suffix is an `i32`, and a kernel counts
//! in `u32`. So a launch takes any of them, and what does not fit is an error that says which and what it was.

use super::error::Error;

/// An integer of any type, which a launch takes for a parameter that is one, or for an extent.
///
/// ```
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::view::{BlockX, Split, ThreadX};
///
/// lego::layout!(pub type Line(n) = Row(n).ExpandBy([n] => [ceil_div(n, 32)*32]).GroupBy([ceil_div(n, 32), 32]););
///
/// /// Sets every element to the number of elements.
/// #[lego_cuda::lego_kernel(threads = 32)]
/// pub fn count(output: Split<'_, u32, Line, (BlockX, ThreadX)>, n: u32) {
///     output.try_set([], n);
/// }
///
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let values = vec![0; 50];
/// let mut output = device.buffer_from(&values)?;
/// let line = Line::new(values.len()).map_err(Error::layout("output"))?;
/// Count::launch(&module, Launch::grid(values.len().div_ceil(32)), output.view_mut(line), values.len())?;
/// assert_eq!(output.read()?, [50; 50]);
///
/// let error = Count::launch(&module, Launch::covering(), output.view_mut(line), 1_usize << 32).unwrap_err();
/// assert_eq!(error.to_string(), "`count` takes `n` as a `u32`, which 4294967296 does not fit");
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no integer",
    label = "this is to be an integer, of any type",
    note = "a launch takes `usize`, `u32`, `i32` and all the others, and refuses what does not fit the kernel's parameter"
)]
pub trait Integer: Copy {
    /// Its value.
    fn value(self) -> i128;
}

macro_rules! integers {
    ($($integer:ty)*) => {
        $(
            impl Integer for $integer {
                fn value(self) -> i128 {
                    self as i128
                }
            }
        )*
    };
}
integers!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize);

/// The integer that crosses for a parameter.
///
/// # Errors
/// [`Error::Number`] where the parameter's type has no such value.
pub fn crossing<T: TryFrom<i128>>(
    kernel: &'static str,
    given: impl Integer,
    parameter: &'static str,
) -> Result<T, Error> {
    let value = given.value();
    let wrong = |_| Error::Number { kernel, parameter, value, ty: std::any::type_name::<T>() };
    T::try_from(value).map_err(wrong)
}
