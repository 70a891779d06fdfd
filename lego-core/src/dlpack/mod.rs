//! Tensors as libraries hand them to each other: DLPack, by which CuPy, JAX, NumPy, PyTorch, TensorFlow and others say
//! where their numbers are.
//!
//! An array whose elements lie by strides becomes a [`ManagedTensor`] by
//! [`Array::into_dlpack`](crate::array::Array::into_dlpack), without a copy; one that comes from elsewhere is read and
//! changed through an array of strides. The structures themselves are those of C.

mod structures;
#[cfg(feature = "alloc")]
mod tensor;

pub use structures::{DlDataType, DlDevice, DlElement, DlManagedTensorVersioned, DlPackVersion, DlTensor};
#[cfg(feature = "alloc")]
pub use tensor::ManagedTensor;
