//! Matrices that another library has, as it describes them.
//!
//! ```text
//! description  what is said of a matrix, and whether it lies as matrices do here
//! ```

mod description;

pub use description::MatrixDescription;
#[doc(no_inline)]
pub use lego_core::dlpack::{DlDataType, DlDevice, DlElement, DlTensor};

use super::backend::Backend;
use super::buffer::Buffer;
use super::copies::Copies;
use super::device::Device;
use super::error::Error;
use crate::device::Element;
use description::Lying;
use std::fmt;

/// A matrix in memory that another library gave, or in a copy of it: a buffer, and how the matrix lies there.
///
/// Law: element `[i, j]` is element `i·pitch + j` of the buffer where rows are lines, and `j·pitch + i` where columns are. The buffer ends with the last.
///
/// ```
/// # #[cfg(feature = "executor")] {
/// # use lego_cuda::executor::Executor;
/// use lego_cuda::launch::foreign::{DlDevice, DlElement, MatrixDescription};
/// use lego_cuda::launch::{Copies, Device, Error};
///
/// fn run<B: Copies>(device: &Device<B>) -> Result<(), Error> {
///     // Another library has this memory, and in it 2×3 numbers whose rows begin four behind each other.
///     let theirs = device.buffer_from(&[1.0_f32, 2.0, 3.0, 0.0, 4.0, 5.0, 6.0])?;
///     let description = MatrixDescription {
///         address: theirs.address(),
///         device: device.described()?,
///         dtype: f32::DATA_TYPE,
///         shape: [2, 3],
///         strides: [4, 1],
///     };
///     // SAFETY: the memory lives longer than the matrix, and all work has one order.
///     let matrix = unsafe { device.foreign_matrix::<f32>(&description) }?;
///     assert_eq!((matrix.rows(), matrix.columns(), matrix.pitch(), matrix.is_by_rows()), (2, 3, 4, true));
///     assert_eq!(matrix.buffer().read()?[matrix.pitch()..], [4.0, 5.0, 6.0]);
///
///     // What does not fit is said with its numbers.
///     let reversed = MatrixDescription { strides: [-4, 1], ..description };
///     // SAFETY: as above.
///     let why = unsafe { device.foreign_matrix::<f32>(&reversed) }.unwrap_err();
///     assert!(why.to_string().contains("its stride along axis 0 is -4"));
///     Ok(())
/// }
/// # run(&Device::new(Executor::new())).unwrap();
/// # }
/// ```
pub struct ForeignMatrix<T: Element + DlElement, B: Backend> {
    buffer: Buffer<T, B>,
    lying: Lying,
}

impl<B: Copies> Device<B> {
    /// What DLPack calls this device: `kDLCUDA` and its number, or of the executor `kDLCPU`.
    ///
    /// # Errors
    /// The driver's words.
    pub fn described(&self) -> Result<DlDevice, Error> {
        let device_type = if B::RUNS_BODIES { DlDevice::CPU } else { DlDevice::CUDA };
        // A driver counts its devices with a sign.
        let device_id = i32::try_from(self.backend().ordinal()?).unwrap_or(i32::MAX);
        Ok(DlDevice { device_type, device_id })
    }

    /// A matrix where another library has it: kernels read and write its memory.
    ///
    /// # Safety
    /// The description is true, and the memory of the matrix, from its first element to its last, is there as long as the matrix and the work that it was
    /// given to last. Meanwhile nobody else uses it but in an order with this handle's work: before it, after it, or on the same stream. What is
    /// handed over with a flag that it is read only is not written.
    ///
    /// # Errors
    /// [`Error::Foreign`] where elements are not `T`, the memory is of another device, or the matrix does not lie as lines side by side in whatever pitch:
    /// no stride is 1, one is 0 or below, lines overlap. [`Error::Address`] unless the first element is at a multiple of 16 bytes, the widest access of a
    /// kernel: such a matrix can be [copied](Device::foreign_matrix_copied). The driver's words.
    pub unsafe fn foreign_matrix<T: Element + DlElement>(
        &self,
        description: &MatrixDescription,
    ) -> Result<ForeignMatrix<T, B>, Error> {
        let lying = self.lying::<T>(description)?;
        let buffer = match lying.span {
            // Of no elements there need be no memory.
            0 => self.zeroed(0)?,
            // SAFETY: as the caller promises.
            span => unsafe { self.foreign(description.address, span)? },
        };
        Ok(ForeignMatrix { buffer, lying })
    }

    /// A copy of a matrix that another library has, in memory of this handle: of one that begins anywhere. It lies as there, with what is
    /// between its lines.
    ///
    /// # Safety
    /// That of [`foreign_matrix`](Device::foreign_matrix), until the copy has ended.
    ///
    /// # Errors
    /// Those of [`foreign_matrix`](Device::foreign_matrix), but for the address, which is to be a multiple of the bytes of an element and not 0;
    /// [`Error::OutOfMemory`].
    pub unsafe fn foreign_matrix_copied<T: Element + DlElement>(
        &self,
        description: &MatrixDescription,
    ) -> Result<ForeignMatrix<T, B>, Error> {
        let lying = self.lying::<T>(description)?;
        let (address, multiple) = (description.address, T::BYTES as u64);
        if lying.span == 0 {
            return Ok(ForeignMatrix { buffer: self.zeroed(0)?, lying });
        }
        if address == 0 || !address.is_multiple_of(multiple) {
            return Err(Error::Address { address, multiple });
        }
        let buffer = self.poisoned::<T>(lying.span)?;
        // There are so many bytes, as the buffer has them.
        let bytes = lying.span * T::BYTES;
        // SAFETY: as the caller promises.
        let theirs = unsafe { self.backend().foreign(address, bytes)? };
        self.backend().copy((buffer.raw(), 0), (&theirs, 0), bytes)?;
        Ok(ForeignMatrix { buffer, lying })
    }

    /// How a described matrix lies, if its elements are `T` and its memory is of this device.
    fn lying<T: Element + DlElement>(&self, description: &MatrixDescription) -> Result<Lying, Error> {
        const {
            let DlDataType { bits, lanes, .. } = T::DATA_TYPE;
            assert!(bits as usize * lanes as usize == 8 * T::BYTES, "the name of an element says how many bits it has");
        }
        let refused = |why: String| Error::Foreign { why };
        let MatrixDescription { device, dtype, shape, strides, .. } = *description;
        if dtype != T::DATA_TYPE {
            return Err(refused(format!("its elements are {dtype}, and {} are wanted", T::DATA_TYPE)));
        }
        let here = self.described()?;
        if device != here {
            return Err(refused(format!("its memory is that of {device}, and this device is {here}")));
        }
        Lying::of(shape, strides).map_err(refused)
    }
}

impl<T: Element + DlElement, B: Backend> ForeignMatrix<T, B> {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.lying.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.lying.columns
    }

    /// Whether the elements of a row lie side by side; else those of a column do.
    pub fn is_by_rows(&self) -> bool {
        self.lying.is_by_rows
    }

    /// By how many elements a row begins behind the one before, or a column; of one line the elements of it.
    pub fn pitch(&self) -> usize {
        self.lying.pitch
    }

    /// The elements, with what is between the lines.
    pub fn buffer(&self) -> &Buffer<T, B> {
        &self.buffer
    }

    /// As [`buffer`](ForeignMatrix::buffer), to be written.
    pub fn buffer_mut(&mut self) -> &mut Buffer<T, B> {
        &mut self.buffer
    }
}

impl<T: Element + DlElement, B: Backend> fmt::Debug for ForeignMatrix<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForeignMatrix").field("buffer", &self.buffer).field("lying", &self.lying).finish()
    }
}
