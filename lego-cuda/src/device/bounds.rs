//! Launch bounds as a kernel states them, for the builder to write into the PTX.
//!
//! Called at the top of a kernel. On the GPU each leaves a comment in the body and no instruction; `lego-cuda-build`
//! makes the directive of it and takes the comment out. On the host they do nothing.

/// A statement of the kernel.
macro_rules! statements {
    ($($(#[$meta:meta])* $name:ident<$($number:ident),*> = $text:literal;)*) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            pub fn $name<$(const $number: u32),*>() {
                #[cfg(target_arch = "nvptx64")]
                // SAFETY: a comment executes nothing.
                unsafe {
                    core::arch::asm!($text, $(const $number,)* options(nomem, nostack, preserves_flags))
                }
            }
        )*
    };
}

statements! {
    /// A block has at most `X * Y * Z` threads (`.maxntid`): the compiler may give each as many registers as then fit.
    max_threads<X, Y, Z> = "//lego maxntid {}, {}, {}";
    /// So many blocks are to fit on a multiprocessor at once (`.minnctapersm`); needs one of the two above.
    min_blocks<COUNT> = "//lego minnctapersm {}";
    /// A thread uses at most so many registers (`.maxnreg`).
    max_registers<COUNT> = "//lego maxnreg {}";
    /// So many blocks, neighbours in x, are a cluster (`.reqnctapercluster`).
    cluster<BLOCKS> = "//lego reqnctapercluster {}";
    /// It is meant that up to so many bytes of registers are spilled to memory.
    spills<BYTES> = "//lego spills {}";
    /// It is meant that up to so many bytes of arrays are kept in memory.
    stack<BYTES> = "//lego stack {}";
}

/// A block has exactly these extents (`.reqntid`); any other launch fails.
///
/// The compiler then knows them, and that the index of a thread is below.
#[inline(always)]
pub fn required_threads<const X: u32, const Y: u32, const Z: u32>() {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: a comment executes nothing. The driver refuses any other launch of an entry that requires these extents, and
    // a thread's index is inside of its block.
    unsafe {
        use super::nvptx;
        core::arch::asm!(
            "//lego reqntid {}, {}, {}", const X, const Y, const Z, options(nomem, nostack, preserves_flags)
        );
        core::hint::assert_unchecked(nvptx::ntid_x() == X && nvptx::ntid_y() == Y && nvptx::ntid_z() == Z);
        core::hint::assert_unchecked(nvptx::tid_x() < X && nvptx::tid_y() < Y && nvptx::tid_z() < Z);
    }
}
