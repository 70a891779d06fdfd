//! A parameter is a number, a slice, or a view.
use lego_cuda::lego_kernel;

#[lego_kernel]
fn letter(text: String) {
    let _ = text;
}

#[lego_kernel]
fn address(data: *const f32) {
    let _ = data;
}

#[lego_kernel]
fn reference(data: &f32) {
    let _ = data;
}

#[lego_kernel]
fn pair(pair: (u32, u32)) {
    let _ = pair;
}

#[lego_kernel(instances(vector_f32 = <f32>))]
fn vector<T: Copy>(data: Vec<T>) {
    let _ = data;
}

fn main() {}
