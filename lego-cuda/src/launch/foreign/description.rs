//! What another library says of a matrix, and whether it lies as matrices do here.

use crate::launch::Error;
use lego_core::dlpack::{DlDataType, DlDevice, DlTensor};

/// Where a matrix is that another library has: plain numbers, of which none has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixDescription {
    /// The address of the first element on the device, in bytes.
    pub address: u64,
    /// Whose memory it is.
    pub device: DlDevice,
    /// What an element is.
    pub dtype: DlDataType,
    /// How many rows there are, and columns.
    pub shape: [i64; 2],
    /// By how many elements a row begins behind the one before, and a column.
    pub strides: [i64; 2],
}

impl MatrixDescription {
    /// What a tensor says, if it has two axes. An axis is not made up: a vector is a matrix as its owner turns it into one.
    ///
    /// ```
    /// use lego_cuda::launch::foreign::{DlDataType, DlDevice, DlTensor, MatrixDescription};
    /// let (mut shape, mut strides) = ([2_i64, 3], [8_i64, 1]);
    /// let tensor = DlTensor {
    ///     data: core::ptr::without_provenance_mut(0x7000),
    ///     device: DlDevice { device_type: DlDevice::CUDA, device_id: 0 },
    ///     ndim: 2,
    ///     dtype: DlDataType::number(DlDataType::FLOAT, 32),
    ///     shape: shape.as_mut_ptr(),
    ///     strides: strides.as_mut_ptr(),
    ///     byte_offset: 64,
    /// };
    /// // SAFETY: there are two extents and two strides.
    /// let matrix = unsafe { MatrixDescription::of(&tensor) }?;
    /// assert_eq!((matrix.address, matrix.shape, matrix.strides), (0x7040, [2, 3], [8, 1]));
    /// # Ok::<(), lego_cuda::launch::Error>(())
    /// ```
    ///
    /// # Safety
    /// `shape` and `strides` of the tensor are null, or there are `ndim` numbers.
    ///
    /// # Errors
    /// [`Error::Foreign`] where there are not two axes, or no extents.
    pub unsafe fn of(tensor: &DlTensor) -> Result<Self, Error> {
        let refused = |why: String| Err(Error::Foreign { why });
        if tensor.ndim != 2 {
            return refused(format!("it has {} axes, and a matrix has 2", tensor.ndim));
        }
        if tensor.shape.is_null() {
            return refused("it has no extents: `shape` is null".to_owned());
        }
        // SAFETY: there are two extents, as the caller promises.
        let shape: [i64; 2] = unsafe { tensor.shape.cast::<[i64; 2]>().read() };
        let strides = if tensor.strides.is_null() {
            [shape[1], 1]
        } else {
            // SAFETY: there are two strides, as the caller promises.
            unsafe { tensor.strides.cast::<[i64; 2]>().read() }
        };
        let Some(address) = (tensor.data.addr() as u64).checked_add(tensor.byte_offset) else {
            return refused(format!(
                "{} bytes behind {:#x} there is no address",
                tensor.byte_offset,
                tensor.data.addr()
            ));
        };
        Ok(Self { address, device: tensor.device, dtype: tensor.dtype, shape, strides })
    }
}

/// How a matrix lies: lines of elements side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lying {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether the lines are rows.
    pub(super) is_by_rows: bool,
    /// By how many elements a line begins behind the one before.
    pub(super) pitch: usize,
    /// The elements from the first to the last, with those between lines.
    pub(super) span: usize,
}

impl Lying {
    /// Of a matrix of these extents and strides.
    ///
    /// # Errors
    /// In words: an extent below 0, no stride of 1, a stride that is 0 or below, lines that overlap, more elements than there are addresses.
    pub(super) fn of(shape: [i64; 2], strides: [i64; 2]) -> Result<Self, String> {
        let extent = |axis: usize| {
            usize::try_from(shape[axis])
                .map_err(|_| format!("its extent along axis {axis} is {}, and none is below 0", shape[axis]))
        };
        let [rows, columns] = [extent(0)?, extent(1)?];
        if rows == 0 || columns == 0 {
            return Ok(Self { rows, columns, is_by_rows: true, pitch: columns, span: 0 });
        }
        for axis in 0..2 {
            // Along an axis of one index no step is made.
            if shape[axis] > 1 && strides[axis] <= 0 {
                return Err(match strides[axis] {
                    0 => format!("its stride along axis {axis} is 0: all {} are one and the same", shape[axis]),
                    stride => format!("its stride along axis {axis} is {stride}, and none is below 0"),
                });
            }
        }
        let is_line = |axis: usize| shape[axis] == 1 || strides[axis] == 1;
        // Where both are, the longer one is: its elements lie side by side.
        let is_by_rows = match [is_line(0), is_line(1)] {
            [false, false] => {
                let [down, right] = strides;
                return Err(format!(
                    "neither its rows nor its columns lie side by side: its strides are {down} and {right}, and one is to be 1"
                ));
            }
            [along_columns, along_rows] => along_rows && (!along_columns || shape[1] > 1),
        };
        let (across, length, lines) = if is_by_rows { (0, columns, rows) } else { (1, rows, columns) };
        let pitch = match lines {
            1 => length,
            // It is above 0, as was looked at.
            _ => strides[across].unsigned_abs() as usize,
        };
        if pitch < length {
            let [line, each] = if is_by_rows { ["rows", "row"] } else { ["columns", "column"] };
            return Err(format!(
                "its {line} overlap: each has {length} elements and begins {pitch} behind the {each} before"
            ));
        }
        let span = (lines - 1).checked_mul(pitch).and_then(|last| last.checked_add(length));
        let span = span.ok_or_else(|| format!("{lines} times {pitch} elements are more than there are addresses"))?;
        Ok(Self { rows, columns, is_by_rows, pitch, span })
    }
}

#[cfg(test)]
mod tests {
    use super::Lying;
    use crate::launch::foreign::MatrixDescription;
    use lego_core::dlpack::{DlDevice, DlElement, DlTensor};
    use std::ptr;

    /// Where the elements are, by the strides and by what was found of them.
    fn positions([rows, columns]: [i64; 2], [down, right]: [i64; 2]) -> Vec<i64> {
        (0..rows).flat_map(|i| (0..columns).map(move |j| i * down + j * right)).collect()
    }

    #[test]
    fn lines_are_those_of_the_strides_wherever_there_are_any() {
        let (mut taken, mut refused) = (0, 0);
        for m in 0..5 {
            for n in 0..5 {
                for down in -2..9 {
                    for right in -2..9 {
                        let (shape, strides) = ([m, n], [down, right]);
                        let right_ones = positions(shape, strides);
                        let mut each = right_ones.clone();
                        each.sort_unstable();
                        each.dedup();
                        let is_apart = each.len() == right_ones.len() && right_ones.iter().all(|at| *at >= 0);
                        match Lying::of(shape, strides) {
                            Ok(lying) => {
                                let pitch = lying.pitch as i64;
                                let found = if lying.is_by_rows { [pitch, 1] } else { [1, pitch] };
                                assert_eq!(positions(shape, found), right_ones, "{shape:?} {strides:?}");
                                assert!(is_apart, "{shape:?} {strides:?}");
                                let end = right_ones.iter().max().map_or(0, |last| last + 1);
                                assert_eq!(lying.span as i64, end, "{shape:?} {strides:?}");
                                taken += 1;
                            }
                            Err(why) => {
                                let is_strided = m > 1 && n > 1 && down != 1 && right != 1;
                                assert!(!is_apart || is_strided, "{shape:?} {strides:?}: {why}");
                                refused += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(taken > 500 && refused > 500, "{taken} and {refused}");
    }

    #[test]
    fn a_refusal_has_the_numbers() {
        let words = |shape, strides| Lying::of(shape, strides).unwrap_err();
        assert!(words([3, -4], [4, 1]).contains("along axis 1 is -4"));
        assert!(words([3, 4], [0, 1]).contains("along axis 0 is 0: all 3 are one"));
        assert!(words([3, 4], [-4, 1]).contains("along axis 0 is -4"));
        assert!(words([3, 4], [8, 2]).contains("strides are 8 and 2"));
        assert!(words([3, 4], [3, 1]).contains("rows overlap: each has 4 elements and begins 3 behind"));
        assert!(words([3, 4], [1, 2]).contains("columns overlap: each has 3 elements and begins 2 behind"));
        assert!(words([i64::MAX, 2], [i64::MAX, 1]).contains("more than there are addresses"));
    }

    #[test]
    fn what_is_no_matrix_is_refused() {
        let (mut shape, mut strides) = ([2, 3, 4], [12, 4, 1]);
        let tensor = DlTensor {
            data: ptr::without_provenance_mut(0x100),
            device: DlDevice { device_type: DlDevice::CPU, device_id: 0 },
            ndim: 2,
            dtype: f32::DATA_TYPE,
            shape: shape.as_mut_ptr(),
            strides: strides.as_mut_ptr(),
            byte_offset: 16,
        };
        // SAFETY: no more numbers are read than there are.
        let words = |tensor: DlTensor| unsafe { MatrixDescription::of(&tensor) }.unwrap_err().to_string();
        assert!(words(DlTensor { ndim: 3, ..tensor }).contains("3 axes"));
        assert!(words(DlTensor { ndim: 1, ..tensor }).contains("1 axes"));
        assert!(words(DlTensor { shape: ptr::null_mut(), ..tensor }).contains("no extents"));
        assert!(words(DlTensor { byte_offset: u64::MAX, ..tensor }).contains("no address"));
        // SAFETY: as above.
        let rows = unsafe { MatrixDescription::of(&DlTensor { strides: ptr::null_mut(), ..tensor }) }.unwrap();
        assert_eq!((rows.address, rows.shape, rows.strides), (0x110, [2, 3], [3, 1]));
    }
}
