//! Kernels of what threads do together: barriers, shuffles, votes.

use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::{Warp, linear_thread_idx, sync_threads, warp};

unsafe fn put<T: Copy>(out: *mut T, value: T) {
    unsafe { out.add(linear_thread_idx() as usize).write(value) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn barriers() {
    sync_threads();
    NamedBarrier::new(3, 64).sync();
    NamedBarrier::new(4, 96).arrive();
    Warp::lanes(0xff).sync();
}

/// A barrier between two branches of the same condition: there must be one.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn barrier_between_branches(out: *mut u32, limit: u32) {
    unsafe {
        let mine = out.add(linear_thread_idx() as usize);
        let is_low = *mine < limit;
        if is_low {
            *mine.add(64) = 1;
        }
        sync_threads();
        if is_low {
            *mine.add(128) = 2;
        }
        let other = Warp::ALL.shuffle_idx(limit + *mine, 3);
        if !is_low {
            *mine.add(256) = other;
        }
    }
}

/// The same where rustc itself sees that the conditions are one.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn barrier_between_equal_tests(out: *mut u32, n: u32) {
    let mut x = linear_thread_idx();
    if n & 1 == 0 {
        x *= n;
    }
    sync_threads();
    if n & 1 == 0 {
        x ^= 17;
    }
    unsafe { put(out, x) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn shuffles(out: *mut f64, n: u32, i: i32, f: f32, d: f64) {
    let n = Warp::ALL.shuffle_idx(n, 3);
    let i = Warp::ALL.shuffle_up(i, 1);
    let f = Warp::ALL.segments(16).shuffle_down(f, 2);
    let d = Warp::ALL.shuffle_xor(d, 16);
    unsafe { put(out, d + f as f64 + i as f64 + n as f64) }
}

#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn votes(out: *mut u32, n: u32) {
    let x = linear_thread_idx();
    let all = Warp::ALL.all(x < n) as u32;
    let any = Warp::ALL.any(x == n) as u32;
    let ballot = Warp::ALL.ballot(x > n);
    let equal = Warp::ALL.match_any(x / n);
    unsafe { put(out, ballot + equal + 2 * all + any + warp::active_mask()) }
}
