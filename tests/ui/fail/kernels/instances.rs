//! Code of a GPU has its types and sizes chosen, and each choice a name.
use lego_cuda::device::Element;
use lego_cuda::lego_kernel;

#[lego_kernel]
fn missing<T: Element, const N: usize>() {}

#[lego_kernel(instances())]
fn empty<const N: usize>() {}

#[lego_kernel(instances(a = <32>, a = <64>))]
fn same_name<const N: usize>() {}

#[lego_kernel(instances(a))]
fn without_arguments<const N: usize>() {}

#[lego_kernel(instances(a <32>))]
fn without_equals<const N: usize>() {}

#[lego_kernel(instances(a = 32))]
fn without_brackets<const N: usize>() {}

#[lego_kernel(instances(a = <32>))]
fn nothing_to_choose() {}

#[lego_kernel(instances(a, b))]
fn one_is_enough() {}

#[lego_kernel(instances(größe = <32>))]
fn ascii<const N: usize>() {}

#[lego_kernel(instances = <32>)]
fn no_list<const N: usize>() {}

#[lego_kernel(instances(#[inline] a = <32>))]
fn attribute<const N: usize>() {}

fn main() {}
