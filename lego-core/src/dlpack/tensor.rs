//! Tensors that give themselves back, from arrays and as arrays.

#![allow(unsafe_code)]

use super::structures::{DlDataType, DlDevice, DlElement, DlManagedTensorVersioned, DlPackVersion, DlTensor};
use crate::array::{Array, StorageMut};
use crate::error::LayoutError;
use crate::mapping::by_strides::ByStrides;
use crate::mapping::{Coord, Mapping, Strided, StridedLayout};
use crate::text::Text;
use alloc::boxed::Box;
use core::ptr::NonNull;

/// A tensor of DLPack that is owned: dropped, it is given back to whoever made it.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::Arr2D;
/// let a: Arr2D<f32, Col<2, 3>> = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].into();
/// let mut tensor = a.into_dlpack().unwrap_or_else(|_| panic!("columns have strides"));
/// tensor.view_mut::<f32, 2>()?[[1, 0]] = 7.0;
/// let view = tensor.view::<f32, 2>()?;
/// assert_eq!((view[[1, 0]], view.layout().strides()), (7.0, [1, 2]));
/// let error = tensor.view::<f64, 2>().unwrap_err();
/// assert_eq!(error.to_string(), "the layouts differ: elements of the tensor and those wanted are float32 and float64");
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Debug)]
pub struct ManagedTensor(NonNull<DlManagedTensorVersioned>);

// SAFETY: `from_raw` asks for a tensor that any thread may use and give back; `into_dlpack` makes one of a storage that
// is `Send`.
unsafe impl Send for ManagedTensor {}

impl ManagedTensor {
    /// Takes over a tensor that another library has made.
    ///
    /// # Safety
    /// The structure is valid: of its version, with `ndim` extents and strides (or no strides, in row-major order).
    /// Memory of the CPU that it describes holds elements of its type at all indices. Until its deleter is called,
    /// which any thread may do, nobody else changes it, and nobody else reads it unless it is read only.
    #[must_use]
    pub unsafe fn from_raw(tensor: NonNull<DlManagedTensorVersioned>) -> Self {
        Self(tensor)
    }

    /// Hands the tensor to another library, which calls its deleter.
    #[must_use]
    pub fn into_raw(self) -> NonNull<DlManagedTensorVersioned> {
        core::mem::ManuallyDrop::new(self).0
    }

    fn managed(&self) -> &DlManagedTensorVersioned {
        // SAFETY: the structure is valid until it is given back, which `drop` does.
        unsafe { self.0.as_ref() }
    }

    /// The elements as an array, to be read.
    ///
    /// # Errors
    /// [`LayoutError::Different`] if the tensor is of another version, not in memory of the CPU, of another rank or of
    /// other elements; [`LayoutError::TooSmall`], [`LayoutError::Overflow`] or [`LayoutError::TooLarge`] for extents
    /// and strides that no memory has.
    pub fn view<T: DlElement, const R: usize>(&self) -> Result<Array<&[T], Strided<R>, R>, LayoutError>
    where
        [usize; R]: Coord,
    {
        let (map, lowest) = self.map::<T, R>()?;
        // SAFETY: `map` found the elements to be in memory of the CPU, of this type, aligned, and as many as the span
        // from the lowest one on; nobody changes them while the tensor is borrowed.
        let elements = unsafe { core::slice::from_raw_parts(lowest.as_ptr(), map.span()) };
        Array::from_physical(map, elements)
    }

    /// The elements as an array, to be changed.
    ///
    /// # Errors
    /// As [`view`](ManagedTensor::view); [`LayoutError::Different`] if the tensor is read only; what
    /// [`into_layout`](Strided::into_layout) says where two indices share an element.
    pub fn view_mut<T: DlElement, const R: usize>(
        &mut self,
    ) -> Result<Array<&mut [T], StridedLayout<R>, R>, LayoutError>
    where
        [usize; R]: Coord,
    {
        let (map, lowest) = self.map::<T, R>()?;
        if self.managed().flags & DlManagedTensorVersioned::READ_ONLY != 0 {
            return Err(different("use of the tensor", "to be read only", "to be changed"));
        }
        let layout = map.into_layout()?;
        // SAFETY: as in `view`; the tensor is borrowed mutably, and nobody else reads or changes one that is not read
        // only.
        let elements = unsafe { core::slice::from_raw_parts_mut(lowest.as_ptr(), map.span()) };
        Array::from_physical(layout, elements)
    }

    /// Where the elements lie, and the lowest of them.
    fn map<T: DlElement, const R: usize>(&self) -> Result<(Strided<R>, NonNull<T>), LayoutError>
    where
        [usize; R]: Coord,
    {
        let DlManagedTensorVersioned { version, dl_tensor: tensor, .. } = self.managed();
        if version.major != 1 {
            return Err(different("versions of DLPack", number(version.major as u128), "1"));
        }
        if tensor.device.device_type != DlDevice::CPU {
            return Err(different("devices", shown(&tensor.device), "the host's memory"));
        }
        let DlDataType { code, bits, lanes } = T::DATA_TYPE;
        if (code, bits, lanes) != (tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes) {
            let what = "elements of the tensor and those wanted";
            return Err(different(what, shown(&tensor.dtype), shown(&T::DATA_TYPE)));
        }
        if usize::try_from(tensor.ndim) != Ok(R) {
            return Err(different("ranks", number(tensor.ndim.max(0) as u128), number(R as u128)));
        }
        let (mut dims, mut strides) = ([0; R], [0; R]);
        let mut compact = 1_i64;
        for axis in (0..R).rev() {
            // SAFETY: there are `ndim` extents.
            let extent = unsafe { tensor.shape.add(axis).read() };
            let stride = match tensor.strides.is_null() {
                true => compact,
                // SAFETY: there are `ndim` strides, if there are any.
                false => unsafe { tensor.strides.add(axis).read() },
            };
            compact = compact.saturating_mul(extent);
            dims[axis] = usize::try_from(extent).map_err(|_| LayoutError::TooSmall {
                what: Text::new("an extent of a tensor"),
                value: extent.into(),
                least: 0,
            })?;
            strides[axis] = if dims[axis] == 1 { 0 } else { far(stride)? };
        }
        if dims.contains(&0) {
            return Ok((Strided::new(dims, [0; R])?, NonNull::dangling()));
        }
        // From the lowest element on, all positions are at least 0.
        let mut base = 0_usize;
        for (extent, stride) in dims.into_iter().zip(strides).filter(|&(_, stride)| stride < 0) {
            let reach = stride.unsigned_abs().checked_mul(extent - 1).and_then(|reach| base.checked_add(reach));
            base = reach.ok_or(OVERFLOW)?;
        }
        let map = Strided::from_base(base, dims, strides)?;
        let (value, most) = (map.span() as u128 * size_of::<T>() as u128, isize::MAX as u128);
        if value > most {
            return Err(LayoutError::TooLarge { what: Text::new("the bytes of a tensor"), value, most });
        }
        let offset = usize::try_from(tensor.byte_offset).map_err(|_| OVERFLOW)?;
        let first = tensor.data.cast::<u8>().wrapping_add(offset).cast::<T>();
        match NonNull::new(first.wrapping_sub(base)).filter(|lowest| lowest.is_aligned()) {
            Some(lowest) => Ok((map, lowest)),
            None => Err(different("addresses of elements", "without alignment", "with that of their type")),
        }
    }
}

const OVERFLOW: LayoutError =
    LayoutError::Overflow { what: Text::new("a position of a tensor"), bits: usize::BITS as u128 };

fn far(stride: i64) -> Result<isize, LayoutError> {
    isize::try_from(stride).map_err(|_| OVERFLOW)
}

#[cold]
fn different(what: &str, left: impl Into<Text>, right: impl Into<Text>) -> LayoutError {
    LayoutError::Different { what: Text::new(what), left: left.into(), right: right.into() }
}

fn shown(value: &dyn core::fmt::Display) -> Text {
    Text::from(format_args!("{value}"))
}

fn number(value: u128) -> Text {
    shown(&value)
}

impl Drop for ManagedTensor {
    fn drop(&mut self) {
        if let Some(deleter) = self.managed().deleter {
            // SAFETY: the structure is valid, and is not used after this.
            unsafe { deleter(self.0.as_ptr()) }
        }
    }
}

/// A tensor made of an array, and all that its structure points to.
struct Owned<S, const R: usize> {
    tensor: DlManagedTensorVersioned,
    shape: [i64; R],
    strides: [i64; R],
    storage: S,
}

unsafe extern "C" fn give_back<S, const R: usize>(tensor: *mut DlManagedTensorVersioned) {
    // SAFETY: `into_dlpack` put the address of the box there, which is taken back once.
    drop(unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Owned<S, R>>()) });
}

impl<S, L, const R: usize> Array<S, L, R>
where
    S: StorageMut<Elem: DlElement> + Send + 'static,
    L: Mapping<Index = [usize; R]>,
    [usize; R]: Coord,
{
    /// Hands the array over as a tensor of DLPack, without a copy, where its elements lie by strides.
    ///
    /// # Errors
    /// The array itself, if its layout has no strides; [`relayout`](Array::relayout) to rows or columns makes one that
    /// has.
    pub fn into_dlpack(self) -> Result<ManagedTensor, Self> {
        let Some(by) = ByStrides::of(self.layout(), self.as_physical().len()) else { return Err(self) };
        let (shape, strides) = (by.dims.map(|extent| extent as i64), by.strides.map(|stride| stride as i64));
        let owned = Box::new(Owned {
            tensor: DlManagedTensorVersioned {
                version: DlPackVersion { major: 1, minor: 1 },
                manager_ctx: core::ptr::null_mut(),
                deleter: Some(give_back::<S, R>),
                // What shares an element nobody can change one by one.
                flags: if by.are_unique() { 0 } else { DlManagedTensorVersioned::READ_ONLY },
                dl_tensor: DlTensor {
                    data: core::ptr::null_mut(),
                    device: DlDevice { device_type: DlDevice::CPU, device_id: 0 },
                    ndim: R as i32,
                    dtype: <S::Elem as DlElement>::DATA_TYPE,
                    shape: core::ptr::null_mut(),
                    strides: core::ptr::null_mut(),
                    byte_offset: (by.base * size_of::<S::Elem>()) as u64,
                },
            },
            shape,
            strides,
            storage: self.into_storage(),
        });
        let owned = Box::into_raw(owned);
        // SAFETY: the box is valid and this address the only way to it. Its storage stays in it until it is given back,
        // so that its elements stay where they are, also where it is the elements themselves.
        unsafe {
            (*owned).tensor.manager_ctx = owned.cast();
            let storage = &mut (*owned).storage;
            (*owned).tensor.dl_tensor.data = storage.as_mut_slice().as_mut_ptr().cast();
            (*owned).tensor.dl_tensor.shape = (&raw mut (*owned).shape).cast();
            (*owned).tensor.dl_tensor.strides = (&raw mut (*owned).strides).cast();
            Ok(ManagedTensor(NonNull::new_unchecked(&raw mut (*owned).tensor)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Arr2D;
    use crate::mapping::Layout;
    use crate::samples::{Col, Row, Strided as AnyStrides, Table, Tiled};
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::string::{String, ToString};

    fn there_and_back<L: Layout<Index = [usize; R]> + Copy, const R: usize>(layout: L)
    where
        [usize; R]: Coord,
    {
        let array = Array::from_physical(layout, (0..layout.span() as i32).collect::<Vec<_>>()).unwrap();
        let mut tensor = array.clone().into_dlpack().ok().unwrap();
        assert_eq!(tensor.view::<i32, R>().unwrap(), array);
        tensor.view_mut::<i32, R>().unwrap().for_each_mut(|_, x| *x += 1);
        // Through the hands of another library.
        // SAFETY: it is the tensor that was made above.
        let tensor = unsafe { ManagedTensor::from_raw(tensor.into_raw()) };
        assert_eq!(tensor.view::<i32, R>().unwrap(), array.map_positions(|x| x + 1));
        let moved = std::thread::spawn(move || tensor.view::<i32, R>().unwrap().count()).join().unwrap();
        assert_eq!(moved, array.count());
    }

    impl<L: Mapping<Index = [usize; R]> + Copy, const R: usize> Array<Vec<i32>, L, R> {
        fn map_positions(&self, f: impl Fn(i32) -> i32) -> Self {
            Array::from_physical(*self.layout(), self.as_physical().iter().map(|&x| f(x)).collect()).unwrap()
        }
    }

    #[test]
    fn arrays_with_strides_are_tensors_and_come_back() {
        there_and_back(Row::<3, 4>);
        there_and_back(Col::<3, 4>);
        there_and_back(Tiled::<4, 2, 2>);
        there_and_back(Table::padded([3, 4], [4, 6]));
        there_and_back(Table::shuffled([0, 4]));
        there_and_back(AnyStrides::new([2, 3, 4], [2, 0, 1], [true, false, true]));
        let tiled = Arr2D::<f32, Tiled<4, 4, 2>>::default();
        assert_eq!(tiled.clone().into_dlpack().unwrap_err(), tiled);
        let stack = Array::from_physical(Row::<2, 2>, [1_u8, 2, 3, 4]).unwrap();
        let boxed = [stack.into_dlpack().ok().unwrap()];
        assert_eq!(boxed[0].view::<u8, 2>().unwrap()[[1, 0]], 3);
    }

    static GIVEN_BACK: AtomicUsize = AtomicUsize::new(0);
    unsafe extern "C" fn count(_: *mut DlManagedTensorVersioned) {
        GIVEN_BACK.fetch_add(1, Relaxed);
    }

    #[test]
    fn tensors_of_others_are_looked_at() {
        // One more than six, for a tensor that begins at the second.
        let (mut elements, mut shape, mut strides) = ([1.0_f64, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [2_i64, 3], [3_i64, 1]);
        let mut managed = DlManagedTensorVersioned {
            version: DlPackVersion { major: 1, minor: 0 },
            manager_ctx: core::ptr::null_mut(),
            deleter: Some(count),
            flags: DlManagedTensorVersioned::READ_ONLY,
            dl_tensor: DlTensor {
                data: elements.as_mut_ptr().cast(),
                device: DlDevice { device_type: DlDevice::CPU, device_id: 0 },
                ndim: 2,
                dtype: f64::DATA_TYPE,
                shape: shape.as_mut_ptr(),
                strides: core::ptr::null_mut(),
                byte_offset: 0,
            },
        };
        let strides = strides.as_mut_ptr();
        let look = |change: &dyn Fn(&mut DlManagedTensorVersioned)| {
            let mut changed = DlManagedTensorVersioned { ..managed_copy(&managed) };
            change(&mut changed);
            // SAFETY: extents, strides and elements live longer; what is wrong with the changed ones is found before
            // they are used.
            let mut tensor = unsafe { ManagedTensor::from_raw(NonNull::from(&mut changed)) };
            let read = tensor.view::<f64, 2>().map(|view| view[[1, 0]]).map_err(|error| error.to_string());
            (read, tensor.view_mut::<f64, 2>().is_ok())
        };
        assert_eq!(look(&|_| ()), (Ok(4.0), false));
        assert_eq!(look(&|tensor| tensor.flags = 0), (Ok(4.0), true));
        assert_eq!(look(&|tensor| tensor.dl_tensor.strides = strides), (Ok(4.0), false));
        assert_eq!(look(&|tensor| tensor.dl_tensor.byte_offset = 8).0, Ok(5.0));
        let refused = |change: &dyn Fn(&mut DlManagedTensorVersioned)| {
            let (read, changed): (Result<f64, String>, bool) = look(change);
            assert!(read.is_err() && !changed, "{read:?}");
            read.unwrap_err()
        };
        assert!(refused(&|tensor| tensor.version.major = 2).contains("versions of DLPack are 2 and 1"));
        assert!(refused(&|tensor| tensor.dl_tensor.device.device_type = 2).contains("CUDA device 0"));
        assert!(refused(&|tensor| tensor.dl_tensor.dtype = f32::DATA_TYPE).contains("float32 and float64"));
        assert!(refused(&|tensor| tensor.dl_tensor.ndim = 1).contains("ranks are 1 and 2"));
        assert!(refused(&|tensor| tensor.dl_tensor.byte_offset = 4).contains("without alignment"));
        let given_back = GIVEN_BACK.load(Relaxed);
        assert_eq!(given_back, 9);
        managed.flags = 0;
        (shape[0], shape[1]) = (-1, 3);
        managed.dl_tensor.shape = shape.as_mut_ptr();
        let looked = |managed: &DlManagedTensorVersioned| {
            let mut copy = managed_copy(managed);
            // SAFETY: as above.
            let tensor = unsafe { ManagedTensor::from_raw(NonNull::from(&mut copy)) };
            tensor.view::<f64, 2>().map(|view| view.dims()).map_err(|error| error.to_string())
        };
        assert!(looked(&managed).unwrap_err().contains("an extent of a tensor is -1"));
        (shape[0], shape[1]) = (i64::MAX, i64::MAX);
        managed.dl_tensor.shape = shape.as_mut_ptr();
        assert!(looked(&managed).is_err());
        (shape[0], shape[1]) = (0, i64::MAX);
        managed.dl_tensor.shape = shape.as_mut_ptr();
        assert_eq!(looked(&managed), Ok([0, i64::MAX as usize]));
    }

    fn managed_copy(of: &DlManagedTensorVersioned) -> DlManagedTensorVersioned {
        let &DlManagedTensorVersioned { version, manager_ctx, deleter, flags, dl_tensor } = of;
        DlManagedTensorVersioned { version, manager_ctx, deleter, flags, dl_tensor }
    }
}
