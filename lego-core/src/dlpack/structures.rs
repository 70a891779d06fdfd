//! The C structures of DLPack 1.1 (`include/dlpack/dlpack.h` of github.com/dmlc/dlpack).

// A trait and its implementations are `unsafe`; there is no such block here.
#![allow(unsafe_code)]

use core::ffi::c_void;
use core::fmt;

/// `DLDevice`: which device the memory is of.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DlDevice {
    /// `DLDeviceType`: [`CPU`](DlDevice::CPU), [`CUDA`](DlDevice::CUDA) or another one.
    pub device_type: i32,
    /// Its number among those of the type, from 0; of memory of the host 0.
    pub device_id: i32,
}

impl DlDevice {
    /// `kDLCPU`.
    pub const CPU: i32 = 1;
    /// `kDLCUDA`.
    pub const CUDA: i32 = 2;
}

impl fmt::Display for DlDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { device_type, device_id } = self;
        match *device_type {
            Self::CPU => write!(f, "the host's memory (device type {device_type})"),
            Self::CUDA => write!(f, "CUDA device {device_id} (device type {device_type})"),
            _ => write!(f, "device {device_id} of type {device_type}"),
        }
    }
}

/// `DLDataType`: what an element is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DlDataType {
    /// `DLDataTypeCode`: [`INT`](DlDataType::INT) or another one.
    pub code: u8,
    /// The bits of a number.
    pub bits: u8,
    /// The numbers of an element: 1, or more in a vector.
    pub lanes: u16,
}

impl DlDataType {
    /// `kDLInt`.
    pub const INT: u8 = 0;
    /// `kDLUInt`.
    pub const UINT: u8 = 1;
    /// `kDLFloat`: of IEEE 754.
    pub const FLOAT: u8 = 2;
    /// `kDLBfloat`.
    pub const BFLOAT: u8 = 4;
    /// `kDLFloat8_e4m3fn`.
    pub const FLOAT8_E4M3FN: u8 = 10;
    /// `kDLFloat8_e5m2`.
    pub const FLOAT8_E5M2: u8 = 12;

    /// One number of so many bits.
    #[must_use]
    pub const fn number(code: u8, bits: u8) -> Self {
        Self { code, bits, lanes: 1 }
    }
}

impl fmt::Display for DlDataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, bits, lanes } = self;
        match *code {
            Self::INT => write!(f, "int{bits}")?,
            Self::UINT => write!(f, "uint{bits}")?,
            Self::FLOAT => write!(f, "float{bits}")?,
            Self::BFLOAT => write!(f, "bfloat{bits}")?,
            Self::FLOAT8_E4M3FN => write!(f, "float8_e4m3fn of {bits} bits")?,
            Self::FLOAT8_E5M2 => write!(f, "float8_e5m2 of {bits} bits")?,
            _ => write!(f, "numbers of {bits} bits with type code {code}")?,
        }
        if *lanes == 1 { Ok(()) } else { write!(f, " in vectors of {lanes}") }
    }
}

/// An element that DLPack has a name for. A name of another number of bits is a compile error where it is used.
///
/// # Safety
/// Every pattern of its bits is a value, it has no padding, and the name is that of its numbers.
pub unsafe trait DlElement: Copy + 'static {
    /// The name.
    const DATA_TYPE: DlDataType;
}

macro_rules! elements {
    ($($element:ty: $code:ident, $bits:literal;)*) => {
        $(
            // SAFETY: a number of Rust, or of the crate `half`, every pattern of whose bits is one.
            unsafe impl DlElement for $element {
                const DATA_TYPE: DlDataType = {
                    assert!(size_of::<$element>() * 8 == $bits);
                    DlDataType::number(DlDataType::$code, $bits)
                };
            }
        )*
    };
}
elements! {
    i8: INT, 8;
    i16: INT, 16;
    i32: INT, 32;
    i64: INT, 64;
    u8: UINT, 8;
    u16: UINT, 16;
    u32: UINT, 32;
    u64: UINT, 64;
    f32: FLOAT, 32;
    f64: FLOAT, 64;
}
#[cfg(feature = "half")]
elements! {
    half::f16: FLOAT, 16;
    half::bf16: BFLOAT, 16;
}

/// `DLTensor`: where the elements of a tensor are. It owns nothing.
///
/// It is the field `dl_tensor` of a `DLManagedTensor` and of a [`DlManagedTensorVersioned`], whose deleter is called once
/// the tensor is no longer used.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DlTensor {
    /// Where the memory begins, as the device has it.
    pub data: *mut c_void,
    /// Whose memory it is.
    pub device: DlDevice,
    /// How many axes there are.
    pub ndim: i32,
    /// What an element is.
    pub dtype: DlDataType,
    /// As many extents as axes.
    pub shape: *mut i64,
    /// As many strides as axes, in elements; null where rows follow each other, in tensors of before DLPack 1.2.
    pub strides: *mut i64,
    /// The bytes from where the memory begins to the first element.
    pub byte_offset: u64,
}

/// `DLPackVersion`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DlPackVersion {
    /// Structures of another number lie otherwise.
    pub major: u32,
    /// Names of a higher number are more than those here.
    pub minor: u32,
}

/// `DLManagedTensorVersioned`: a tensor, and how it is given back.
#[repr(C)]
#[derive(Debug)]
pub struct DlManagedTensorVersioned {
    /// The version of what follows.
    pub version: DlPackVersion,
    /// What the owner of the memory keeps.
    pub manager_ctx: *mut c_void,
    /// Gives the tensor back, with this structure; null if there is nothing to give back.
    pub deleter: Option<unsafe extern "C" fn(*mut Self)>,
    /// [`READ_ONLY`](Self::READ_ONLY) and others.
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DlTensor,
}

impl DlManagedTensorVersioned {
    /// `DLPACK_FLAG_BITMASK_READ_ONLY`: nobody may change the elements.
    pub const READ_ONLY: u64 = 1;
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::{DlDataType, DlDevice, DlElement, DlManagedTensorVersioned, DlTensor};
    use std::mem::{offset_of, size_of};
    use std::string::ToString;

    /// As a C compiler for x86-64 or AArch64 lays out the structures of the header.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn fields_lie_where_c_has_them() {
        assert_eq!((size_of::<DlDevice>(), size_of::<DlDataType>(), size_of::<DlTensor>()), (8, 4, 48));
        let offsets = [
            offset_of!(DlTensor, data),
            offset_of!(DlTensor, device),
            offset_of!(DlTensor, ndim),
            offset_of!(DlTensor, dtype),
            offset_of!(DlTensor, shape),
            offset_of!(DlTensor, strides),
            offset_of!(DlTensor, byte_offset),
        ];
        assert_eq!(offsets, [0, 8, 16, 20, 24, 32, 40]);
        assert_eq!((offset_of!(DlDataType, bits), offset_of!(DlDataType, lanes)), (1, 2));
        let offsets = [
            offset_of!(DlManagedTensorVersioned, version),
            offset_of!(DlManagedTensorVersioned, manager_ctx),
            offset_of!(DlManagedTensorVersioned, deleter),
            offset_of!(DlManagedTensorVersioned, flags),
            offset_of!(DlManagedTensorVersioned, dl_tensor),
        ];
        assert_eq!((offsets, size_of::<DlManagedTensorVersioned>()), ([0, 8, 16, 24, 32], 80));
    }

    #[test]
    fn elements_have_the_names_that_other_libraries_give_them() {
        let names = [
            i8::DATA_TYPE.to_string(),
            u64::DATA_TYPE.to_string(),
            f64::DATA_TYPE.to_string(),
            DlDataType { lanes: 4, ..f32::DATA_TYPE }.to_string(),
            DlDataType::number(5, 64).to_string(),
        ];
        assert_eq!(
            names,
            ["int8", "uint64", "float64", "float32 in vectors of 4", "numbers of 64 bits with type code 5"]
        );
        #[cfg(feature = "half")]
        assert_eq!([half::f16::DATA_TYPE, half::bf16::DATA_TYPE].map(|one| one.to_string()), ["float16", "bfloat16"]);
    }
}
