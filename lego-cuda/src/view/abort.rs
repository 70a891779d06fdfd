//! Aborts: the end of a launch whose kernel goes outside, with words on the host, by a trap on the GPU.

/// An index lies outside of the extents, or has no position.
#[cold]
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn outside(index: &[u32], dims: &[u32]) -> ! {
    #[cfg(target_arch = "nvptx64")]
    {
        let _ = (index, dims);
        crate::device::trap()
    }
    #[cfg(not(target_arch = "nvptx64"))]
    if index.iter().zip(dims).all(|(i, n)| i < n) {
        panic!("the layout has no position inside the buffer for the index {index:?} of the dims {dims:?}")
    } else {
        panic!("the index {index:?} lies outside of the dims {dims:?}")
    }
}

/// Elements do not lie side by side.
#[cold]
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn scattered(index: &[u32], dims: &[u32], count: usize) -> ! {
    #[cfg(target_arch = "nvptx64")]
    {
        let _ = (index, dims, count);
        crate::device::trap()
    }
    #[cfg(not(target_arch = "nvptx64"))]
    panic!(
        "the {count} elements from the index {index:?} of the dims {dims:?} on lie outside, not side by side, or not at a \
         multiple of {count}"
    )
}
