//! Kernels of what a thread does alone: indices, mathematics, conversions.

use lego_cuda::device::{self, atomic, barrier, bounds, math};
use lego_cuda::device::{Dim3, Scope, linear_thread_idx};

unsafe fn put<T: Copy>(out: *mut T, value: T) {
    unsafe { out.add(linear_thread_idx() as usize).write(value) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn indices(out: *mut u32) {
    let all = [device::thread_idx(), device::block_idx(), device::block_dim(), device::grid_dim()];
    let sum = all.iter().fold(0, |sum, Dim3 { x, y, z }| sum + x + 3 * y + 5 * z);
    unsafe { put(out, sum + device::lane()) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn mathematics(out: *mut f32, x: f32, y: f64) {
    use math::{exp2, log2, mul_add, recip, rsqrt, sqrt};
    unsafe { put(out, mul_add(exp2(x), log2(x), rsqrt(x) + recip(x) + sqrt(x)) + mul_add(y, y, 1.0) as f32) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn fences() {
    barrier::fence(Scope::Block);
    barrier::fence(Scope::Gpu);
    barrier::fence(Scope::System);
    device::sleep(100);
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn atomics(u: *mut u32, i: *mut i32, f: *mut f32, l: *mut u64, d: *mut f64) {
    unsafe {
        let x = atomic::add(u, 1, Scope::Gpu);
        let x = atomic::min(u, x, Scope::Block);
        let x = atomic::max(u, x, Scope::System);
        let x = atomic::or(u, x, Scope::Gpu);
        let x = atomic::compare_exchange(u, x, 7, Scope::Gpu);
        atomic::store_release(u, x, Scope::Gpu);
        let x = atomic::min(i, -1, Scope::Gpu);
        let x = atomic::exchange(f, x as f32, Scope::Gpu);
        let x = atomic::add(f, x, Scope::Gpu);
        atomic::add(d, x as f64, Scope::Gpu);
        let x = atomic::load_acquire(l, Scope::System);
        atomic::add(l, x, Scope::Gpu);
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn grid_barrier(counter: *mut u32) {
    unsafe { barrier::sync_grid(counter) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn bounded(out: *mut u32) {
    bounds::max_threads::<128, 2, 1>();
    bounds::min_blocks::<4>();
    bounds::max_registers::<{ 8 * 8 }>();
    bounds::spills::<16>();
    unsafe { put(out, 1) }
}

/// What may panic: an index, a division, an `expect`, a formatted message.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn panics(values: *const u32, len: u32, out: *mut u32) {
    let values = unsafe { core::slice::from_raw_parts(values, len as usize) };
    let i = linear_thread_idx();
    let quotient = values[i as usize] / values[i as usize + 1];
    let first = values.iter().position(|&value| value == i).expect("a value that is the index");
    assert!(quotient < 1000, "{quotient} of {i} is too large: {:?}", values.get(3));
    if quotient == 17 {
        device::trap();
    }
    unsafe { put(out, quotient + first as u32) }
}

/// Functions of more than one instruction: none of them goes to memory or calls anything.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn functions(out: *mut f32, x: f32, y: f32) {
    let (sine, cosine) = math::sin_cos(x);
    unsafe { put(out, sine + cosine + math::tanh(x) + math::erf(y) + math::pow(x, y)) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn approximations(out: *mut f32, x: f32, y: f32) {
    use math::{cos_approx, div_approx, sin_approx, sqrt_approx, tanh_approx};
    unsafe { put(out, sin_approx(x) + cos_approx(y) + tanh_approx(x) + sqrt_approx(y) + div_approx(x, y)) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn roundings(out: *mut [f32; 4], x: f32) {
    use math::{ceil, floor, round, round_even};
    unsafe { put(out, [floor(x), ceil(x), round_even(x), round(x)]) }
}

/// What has a method of the name compiles, whatever the standard library calls so.
struct Own(f32);

impl Own {
    fn exp(&self) -> f32 {
        self.0 + 1.0
    }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn own_method(out: *mut f32, x: f32) {
    unsafe { put(out, Own(x).exp()) }
}
