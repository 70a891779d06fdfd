//! Global and shared memory.

use lego_cuda::device::shared::{self, SharedPtr};
use lego_cuda::device::{Element, Scope, atomic, copy_async, global, thread_idx};

#[inline(always)]
unsafe fn copy<T: Element>(from: *const u8, to: *mut u8) {
    let i = thread_idx().x as usize;
    unsafe { global::store(to.cast::<T>().add(i), global::load(from.cast::<T>().add(i))) }
}

macro_rules! copies {
    ($($name:ident: $type:ty;)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "ptx-kernel" fn $name(from: *const u8, to: *mut u8) {
                unsafe { copy::<$type>(from, to) }
            }
        )*
    };
}
copies! {
    copy_u8: u8;
    copy_i16: i16;
    copy_f32: f32;
    copy_u64: u64;
    copy_4_u8: [u8; 4];
    copy_2_f32: [f32; 2];
    copy_4_f32: [f32; 4];
    copy_8_u16: [u16; 8];
    copy_2_f64: [f64; 2];
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn caches(from: *const [f32; 4], to: *mut [f32; 4]) {
    unsafe {
        let i = thread_idx().x as usize;
        let [a, b, c] = [
            global::load_read_only(from.add(i)),
            global::load_streaming(from.add(i + 1)),
            global::load_read_only_once(from.add(i + 2)),
        ];
        global::store_streaming(to.add(i), [a[0] + b[0], b[1] + c[1], c[2] + a[2], a[3]]);
    }
}

lego_cuda::shared_tile! {
    fn floats() -> [f32; 1056];
    fn bytes() -> [u8; 128];
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn shared_static(out: *mut f32) {
    let i = thread_idx().x;
    floats().set(i, 1.0);
    bytes().set(i, 2);
    lego_cuda::device::sync_threads();
    let wide = floats().cast::<[f32; 4]>().get(i);
    unsafe { *out.add(i as usize) = wide[0] + wide[3] + f32::from(bytes().get(i ^ 1)) }
}

/// As far as a tile is used its bytes count, and no further.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn shared_bytes_only() {
    bytes().set(thread_idx().x, 2);
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn shared_dynamic(out: *mut f64) {
    let i = thread_idx().x;
    let tile = shared::dynamic::<f64>(64, 256);
    tile.set(i, 1.0);
    lego_cuda::device::sync_threads();
    unsafe {
        let same = shared::dynamic_unchecked::<f64>(64, 256);
        *out.add(i as usize) = same.get_unchecked(i ^ 1);
        atomic::add(shared::dynamic::<u32>(0, 1).at(0), 1, Scope::Block);
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn copies_beside(from: *const u8) {
    unsafe {
        let to = shared::dynamic::<u32>(0, 32).at(0).offset();
        copy_async::copy::<u32>(SharedPtr::from_offset(to), from.cast());
        copy_async::copy::<[f32; 2]>(SharedPtr::from_offset(to + 16), from.add(16).cast());
        copy_async::copy::<[f32; 4]>(SharedPtr::from_offset(to + 32), from.add(32).cast());
    }
    copy_async::commit();
    copy_async::wait::<1>();
    copy_async::wait::<0>();
}
