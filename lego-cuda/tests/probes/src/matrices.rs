//! Kernels of matrix instructions.

use half::{bf16, f16};
use lego_cuda::device::matrix::{Left, Operand, Right, ldmatrix, ldmatrix_trans, mma};
use lego_cuda::device::{SharedPtr, Warp, linear_thread_idx, shared};

#[inline(always)]
unsafe fn product<T: Operand>(words: *const [u32; 4], sums: *mut [T::Sum; 4]) {
    unsafe {
        let i = linear_thread_idx() as usize;
        let [a, [b, c, ..]] = [*words.add(2 * i), *words.add(2 * i + 1)];
        *sums.add(i) = mma(Left::<T>::from_words(a), Right::from_words([b, c]), *sums.add(i));
    }
}

macro_rules! products {
    ($($(#[$only:meta])* $name:ident: $type:ty;)*) => {
        $(
            $(#[$only])*
            #[unsafe(no_mangle)]
            unsafe extern "ptx-kernel" fn $name(words: *const [u32; 4], sums: *mut [<$type as Operand>::Sum; 4]) {
                unsafe { product::<$type>(words, sums) }
            }
        )*
    };
}
products! {
    product_f16: f16;
    product_bf16: bf16;
    product_i8: i8;
    #[cfg(feature = "bytes")]
    product_e4m3: lego_cuda::device::E4m3;
    #[cfg(feature = "bytes")]
    product_e5m2: lego_cuda::device::E5m2;
}

/// The row of a lane.
#[inline(always)]
fn row() -> SharedPtr<[f16; 8]> {
    unsafe { shared::dynamic_unchecked::<[f16; 8]>(0, 32).at_unchecked(linear_thread_idx()) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn rows_loaded(out: *mut u32) {
    let row = row();
    let one: [u32; 1] = ldmatrix(row);
    let two: [u32; 2] = ldmatrix(row);
    let four: [u32; 4] = ldmatrix(row);
    let (one_turned, two_turned, four_turned) =
        (ldmatrix_trans::<1, _>(row), ldmatrix_trans::<2, _>(row), ldmatrix_trans::<4, _>(row));
    let plain = one.iter().chain(&two).chain(&four);
    let all = plain.chain(&one_turned).chain(&two_turned).chain(&four_turned);
    unsafe { *out.add(linear_thread_idx() as usize) = all.fold(0, |all, word| all ^ word) }
}

/// Loads and a product between two branches of one condition that differs in a warp: with a barrier of the warp before them there is one
/// of each.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn product_between_branches(words: *mut u32, limit: u32) {
    unsafe {
        let mine = words.add(linear_thread_idx() as usize);
        let is_low = *mine < limit;
        let mut a = *mine;
        if is_low {
            *mine.add(64) = 1;
            a += 7;
        }
        Warp::ALL.sync();
        let left = Left::<f16>::from_words(ldmatrix(row()));
        let sums = mma(left, Right::from_words([a, limit]), [0.0; 4]);
        if is_low {
            *mine.add(128) = sums[0].to_bits();
        }
    }
}

/// The same of an intrinsic, which needs no barrier.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn intrinsic_between_branches(words: *mut u32, limit: u32) {
    unsafe {
        let mine = words.add(linear_thread_idx() as usize);
        let is_low = *mine < limit;
        let mut a = *mine;
        if is_low {
            *mine.add(64) = 1;
            a += 7;
        }
        let sums = mma(Left::<bf16>::from_words([a; 4]), Right::from_words([a, limit]), [0.0; 4]);
        if is_low {
            *mine.add(128) = sums[0].to_bits();
        }
    }
}
