//! A `Split` names each axis of its layout: what is missing is said once, at the axes.
use lego::layout;
use lego_cuda::device::Element;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, KernelLayout, Register, Split, ThreadX};

layout! {
    type Tiles = Row(8, 4, 32);
    type Line = Row(256);
}

#[lego_kernel(threads = 32)]
fn too_few(output: Split<'_, f32, Tiles, (BlockX, Register)>, value: f32) {
    output.set([0], value);
    output.try_set([1], output.get([2]) + value);
}

#[lego_kernel(threads = 32)]
fn no_register(output: Split<'_, f32, Tiles, (BlockX, ThreadX)>, value: f32) {
    for k in 0..4 {
        output.set([k], value);
        output.try_set([k], output.get([k]) + value);
    }
    output.set_vector([0], [value; 4]);
}

#[lego_kernel]
fn too_many(output: Split<'_, f32, Line, (BlockY, BlockX, ThreadX)>) {
    output.update([], |x| 2.0 * x);
}

#[lego_kernel(instances(generic_f32 = <f32, Tiles>))]
fn generic<T: Element, L: KernelLayout<3>>(output: Split<'_, T, L, (BlockX, ThreadX)>) {
    let _ = output;
}

fn main() {}
