//! What a launch passes has a name, and a type that means the same on the GPU.
use lego_cuda::lego_kernel;

#[lego_kernel]
fn closure(f: impl Fn(f32) -> f32) {
    let _ = f;
}

#[lego_kernel]
fn pointer_to_function(f: fn(f32) -> f32) {
    let _ = f;
}

#[lego_kernel]
fn exclusive(data: &mut [f32]) {
    let _ = data;
}

#[lego_kernel]
fn without_a_type(n: impl Copy) {
    let _ = n;
}

#[lego_kernel]
fn for_ever(data: &'static [f32]) {
    let _ = data;
}

#[lego_kernel]
fn pattern((a, b): (u32, u32), [c, ..]: [u32; 2], _: u32) {
    let _ = (a, b, c);
}

#[lego_kernel]
fn conditional(#[cfg(unix)] n: u32) {
    let _ = n;
}

fn main() {}
