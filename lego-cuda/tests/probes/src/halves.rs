//! Numbers of two bytes.

use half::{bf16, f16};
use lego_cuda::device::math::{add, max, min, mul, mul_add, sub};
use lego_cuda::device::{Stored, global, linear_thread_idx};

/// Eight numbers at once, computed with in `f32`.
#[inline(always)]
unsafe fn doubled<T: Stored>(memory: *mut T) {
    unsafe {
        let place = memory.add(8 * linear_thread_idx() as usize).cast::<[T; 8]>();
        let wide = T::widen_all(global::load(place.cast_const()));
        global::store(place, T::narrow_all(wide.map(|x| x * 3.0)));
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn doubled_f16(memory: *mut f16) {
    unsafe { doubled(memory) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn doubled_bf16(memory: *mut bf16) {
    unsafe { doubled(memory) }
}

macro_rules! arithmetic {
    ($($name:ident: $type:ty;)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "ptx-kernel" fn $name(memory: *mut $type) {
                unsafe {
                    let place = memory.add(linear_thread_idx() as usize);
                    let [a, b, c] = [0, 1, 2].map(|k| global::load(place.add(k).cast_const()));
                    let x = mul_add(add(a, b), sub(a, b), c);
                    global::store(place, max(min(x, a), mul(b, c)));
                }
            }
        )*
    };
}
arithmetic! {
    arithmetic_f16: f16;
    arithmetic_bf16: bf16;
    arithmetic_2_f16: [f16; 2];
    arithmetic_8_bf16: [bf16; 8];
}
