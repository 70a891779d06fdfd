//! What must hold between the arguments of a launch: it does, or the launch names what does not and the values.

#![cfg(feature = "executor")]
// A size may be called anything.
#![allow(non_snake_case)]

use lego::layout;
use lego_cuda::device::Element;
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    pub type Matrix(m, k) = Row(m, k);
    pub type Out(m, n) = Row(m, n);
    pub type Tall(M, span) = Col(M, span);
}

/// Row sums of a product's factors, so that all sizes matter.
#[lego_kernel(
    threads = 32,
    instances(product = <1>),
    where a.k == b.m, out.m == a.m, out.n == b.k, scale % 4 == 0, x.len >= 2 * (a.m + 1) - WIDE, a.k * b.m < LIMIT
)]
pub fn product<const WIDE: usize>(
    a: Global<'_, u32, Matrix>,
    b: Global<'_, u32, Matrix>,
    x: &[u32],
    scale: u32,
    out: Split<'_, u32, Out, (BlockX, ThreadX)>,
) {
    let [i, j] = out.index([]);
    if !out.contains([]) {
        return;
    }
    let mut sum = x[0] * scale;
    for k in 0..a.layout().k() as u32 {
        sum += a.get([i, k]) * b.get([k, j]);
    }
    out.try_set([], sum);
}

const LIMIT: u64 = 1000;

/// Nothing, of a chosen name.
#[lego_kernel(name = Chosen, threads = 1, instances(fragment = <1>), where n != 3, n <= 10, n > 0 - 5 + 1)]
pub fn fragment<const N: usize>(n: i32) {
    let _ = n;
}

fn launch([m, k, k2, n]: [usize; 4], len: usize, scale: u32) -> Result<Vec<u32>, Error> {
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    let (a, b) = (device.buffer_from(&vec![2; m * k])?, device.buffer_from(&vec![3; k2 * n])?);
    let (x, mut out) = (device.buffer_from(&vec![1; len])?, device.poisoned(m * 32)?);
    let of = Error::layout("a");
    Product::<1>::launch(
        &module,
        Launch::covering(),
        a.view(Matrix::new(m, k).map_err(of)?),
        b.view(Matrix::new(k2, n).map_err(of)?),
        &x,
        scale,
        out.view_mut(Out::new(m, 32).map_err(of)?),
    )?;
    out.read()
}

#[test]
fn facts_hold_or_are_named_with_their_values() {
    assert_eq!(launch([5, 7, 7, 32], 11, 4).unwrap(), [4 + 7 * 6; 160]);
    let refused = |sizes, len, scale| launch(sizes, len, scale).unwrap_err().to_string();
    let words = refused([5, 7, 6, 32], 11, 4);
    assert_eq!(words, "`product` takes arguments where a.k == b.m; here `a.k` is 7, `b.m` is 6");
    let words = refused([5, 7, 7, 31], 11, 4);
    assert_eq!(words, "`product` takes arguments where out.n == b.k; here `out.n` is 32, `b.k` is 31");
    let words = refused([5, 7, 7, 32], 11, 6);
    assert_eq!(words, "`product` takes arguments where scale % 4 == 0; here `scale` is 6");
    let words = refused([5, 7, 7, 32], 10, 4);
    let expected = "x.len >= 2 * (a.m + 1) - WIDE; here `x.len` is 10, `a.m` is 5, `WIDE` is 1";
    assert!(words.ends_with(expected), "{words}");
    let words = refused([1, 40, 40, 32], 3, 0);
    assert!(words.ends_with("a.k * b.m < LIMIT; here `a.k` is 40, `b.m` is 40, `LIMIT` is 1000"), "{words}");
}

#[test]
fn a_kernel_of_a_chosen_name_is_launched_by_it() {
    let module = Device::new(Executor::new()).without_program().unwrap();
    let launch = |n| Chosen::<1>::launch(&module, Launch::grid(1), n);
    for n in [-3, 0, 10] {
        launch(n).unwrap();
    }
    for n in [3, 11, -4] {
        assert!(matches!(launch(n), Err(Error::Fact { kernel: "fragment", .. })), "{n}");
    }
}

#[test]
fn sizes_at_run_time_are_read_back() {
    let tall = Tall::new(3, 1009).unwrap();
    // A size named like a function of every layout has none of its own.
    assert_eq!((tall.M(), tall.span(), tall.dims()), (3, 3 * 1009, [3, 1009]));
    let large = Matrix::new(1, u32::MAX as usize + 5).unwrap();
    assert_eq!((large.m(), large.k()), (1, u32::MAX as usize + 5));
}

layout! {
    pub type Vectors<const V: usize>(m, n) = Row(m, n).ExpandBy([m, n] => [m, ceil_div(n, V)*V]);
}

/// Facts of views whose elements and layouts are parameters of the kernel.
#[lego_kernel(threads = 32, instances(same_u32 = <u32, 4>), where to.m == from.m, to.n == from.n)]
pub fn same<T: Element, const V: usize>(
    from: Global<'_, T, Vectors<V>>,
    to: Split<'_, T, Vectors<V>, (BlockX, ThreadX)>,
) {
    if let Some(element) = from.try_get(to.index([])) {
        to.try_set([], element);
    }
}

#[test]
fn facts_of_generic_kernels_hold_or_are_named() {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    let from = device.buffer_from(&[7_u32; 6 * 30]).unwrap();
    let mut to = device.poisoned(6 * 30).unwrap();
    let mut launch = |m, n| {
        let from = from.view(Vectors::<4>::new(6, 30).unwrap());
        Same::<u32, 4>::launch(&module, Launch::covering(), from, to.view_mut(Vectors::<4>::new(m, n).unwrap()))
    };
    launch(6, 30).unwrap();
    let words = launch(5, 30).unwrap_err().to_string();
    assert_eq!(words, "`same` takes arguments where to.m == from.m; here `to.m` is 5, `from.m` is 6");
    assert_eq!(to.read().unwrap(), [7; 180]);
}
