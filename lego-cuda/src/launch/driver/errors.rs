//! Errors of the NVIDIA driver in words of our own, and what is checked before it is called.

use crate::launch::error::Error;
use std::ffi::CString;

/// How to come by a driver.
const INSTALL: &str = "install the NVIDIA driver (Debian and Ubuntu: `apt-get install nvidia-driver`, or the packages \
                       that NVIDIA offers; in a container, start it with the NVIDIA container toolkit: `--gpus all`); the \
                       CUDA toolkit is not needed";

/// The driver's library is not there.
#[cfg(feature = "cudarc")]
pub(super) fn no_library() -> Error {
    Error::NoDriver { why: format!("its library, libcuda.so.1 (nvcuda.dll on Windows), cannot be loaded; {INSTALL}") }
}

/// The driver is older than a function of it that is needed.
#[cfg(feature = "cudarc")]
pub(super) fn too_old(missing: &str) -> Error {
    Error::NoDriver {
        why: format!(
            "the one here is too old, it has no `{missing}`: version 570 (CUDA 12.8) or a newer one is needed; {INSTALL}"
        ),
    }
}

/// The driver could not be started.
pub(super) fn not_started(words: &str) -> Error {
    Error::NoDriver { why: format!("it cannot be started: {words}; {INSTALL}") }
}

/// What the driver is doing that loads PTX.
pub(super) const LOADING_PTX: &str = "loading PTX";

/// PTX as the driver takes it.
pub(super) fn terminated(ptx: &str) -> Result<CString, Error> {
    let refused = |_| Error::Driver { doing: LOADING_PTX, words: "there is a zero byte in it".to_owned() };
    CString::new(ptx).map_err(refused)
}

/// The error of what could not be loaded: the driver's words, and below them those of its compiler, which end with a
/// zero byte.
pub(super) fn not_loaded(doing: &'static str, words: &str, log: &[u8]) -> Error {
    let log = log.split(|byte| *byte == 0).next().unwrap_or_default();
    let words = format!("{words}\n{}", String::from_utf8_lossy(log)).trim_end().to_owned();
    Error::Driver { doing, words }
}

/// An object, which may begin anywhere in a program, where the driver can read its tables in place.
pub(super) fn aligned(object: &[u8]) -> Vec<u128> {
    let word = |part: &[u8]| {
        let mut bytes = [0; size_of::<u128>()];
        bytes[..part.len()].copy_from_slice(part);
        u128::from_ne_bytes(bytes)
    };
    object.chunks(size_of::<u128>()).map(word).collect()
}

/// Where bytes of memory begin, if they lie inside.
pub(super) fn place(address: u64, length: usize, offset: usize, bytes: usize) -> Result<u64, Error> {
    match offset.checked_add(bytes) {
        Some(end) if end <= length => Ok(address + offset as u64),
        end => Err(Error::Length { what: "memory in bytes", elements: length, needed: end.unwrap_or(usize::MAX) }),
    }
}

#[cfg(test)]
mod tests {
    use super::{aligned, place};

    #[test]
    fn an_object_keeps_its_bytes() {
        let object: Vec<u8> = (1..=33).collect();
        let words = aligned(&object);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        assert_eq!((&bytes[..33], &bytes[33..]), (&object[..], &[0; 15][..]));
    }

    #[test]
    fn bytes_outside_have_no_place() {
        assert_eq!(place(1000, 10, 3, 7), Ok(1003));
        assert_eq!(place(1000, 10, 10, 0), Ok(1010));
        assert!(place(1000, 10, 3, 8).is_err());
        assert!(place(1000, 10, 11, 0).is_err());
        let error = place(1000, 10, usize::MAX, 2).unwrap_err();
        assert_eq!(error.to_string(), format!("memory in bytes has 10 elements, and {} are needed", usize::MAX));
    }
}
