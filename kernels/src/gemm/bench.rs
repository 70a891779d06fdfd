//! The times of products by the function that chooses among kernels, under the names that `benches/peers/peers.py` has for its own.

use super::host::{GemmMemory, gemm};
use super::layouts::{PitchedRows, Rows};
use crate::matrix_product::ByRows;
use crate::matrix_product::bench::time_product;
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

/// Where blocks share the last round, where rows are copied before, and where neither is.
const SIZES: [[usize; 3]; 4] = [[512, 512, 4096], [1000, 777, 515], [4099, 4097, 4095], [4096, 4096, 4096]];

pub(super) fn bench<D: Backend>() -> Bench<D> {
    Bench { name: "gemm", run }
}

fn run<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for sizes @ [m, n, k] in SIZES {
        let (memory, wrong) = (&mut GemmMemory::new(), Error::layout("a matrix"));
        let [of_a, of_b, of_c] = [[m, k], [k, n], [m, n]].map(|[rows, columns]| Rows::new(rows, columns));
        let (of_a, of_b, of_c) = (of_a.map_err(&wrong)?, of_b.map_err(&wrong)?, of_c.map_err(&wrong)?);
        let case = if m == n && n == k { format!("f16 {m} NN, gemm") } else { format!("f16 {m}x{n}x{k} NN, gemm") };
        time_product::<f16, ByRows, ByRows, D>(timer, emit, ("gemm", &case), sizes, |a, b, c| {
            gemm(&timer.module, (a, of_a), (b, of_b), (c, of_c), [1.0, 0.0], memory)
        })?;
    }
    time_pitched(timer, emit, 4096, 4160)
}

/// The time of a square product whose rows begin so many elements behind each other: of zeros, which take less power than numbers.
fn time_pitched<D: Backend>(timer: &Timer<D>, emit: &mut Emit<'_>, side: usize, pitch: usize) -> Result<(), Error> {
    let (device, memory) = (timer.device(), &mut GemmMemory::new());
    let of = PitchedRows::new(side, side, pitch).map_err(Error::layout("a matrix"))?;
    let some: Vec<f16> =
        (0..side * pitch).map(|at| f16::from_f32(((at * 7919) % 2048) as f32 / 1024.0 - 1.0)).collect();
    let (a, b, mut c) = (device.buffer_from(&some)?, device.buffer_from(&some)?, device.poisoned::<f16>(side * pitch)?);
    let milliseconds = timer.sustained(|| gemm(&timer.module, (&a, of), (&b, of), (&mut c, of), [1.0, 0.0], memory))?;
    emit(Row {
        bench: "matmul",
        case: format!("f16 {side} NN, pitch {pitch}, gemm"),
        kernel: "gemm",
        milliseconds,
        bytes: (6 * side * side) as f64,
        checked: None,
    });
    Ok(())
}
