//! The times of factoring.

use super::check::{ROUNDING, dominant};
use super::host::{Blocking, Coarsening, Lud};
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer, repeating};

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "lud", run }
}

/// Whether L·(U·x) is A·x: what is wrong in any element shows, and n² products are few enough for the host.
fn is_right(matrix: &[f32], factors: &[f32], n: usize) -> bool {
    let x: Vec<f64> = (0..n).map(|i| ((i * 40503) >> 3 & 255) as f64 / 128.0 - 1.0).collect();
    let times = |row: &[f32], x: &[f64]| {
        let products = row.iter().zip(x).map(|(&a, x)| f64::from(a) * x);
        products.fold((0.0, 0.0), |(sum, size): (f64, f64), x| (sum + x, size + x.abs()))
    };
    let of_u: Vec<_> = (0..n).map(|i| times(&factors[i * n + i..][..n - i], &x[i..])).collect();
    let (values, sizes): (Vec<_>, Vec<_>) = of_u.into_iter().unzip();
    (0..n).all(|i| {
        let (lower, row) = (&factors[i * n..][..i], &matrix[i * n..][..n]);
        let found = values[i] + times(lower, &values).0;
        let size = sizes[i] + times(lower, &sizes).1;
        // Of these matrices the inverses of diagonal blocks make errors at most a few times larger.
        (found - times(row, &x).0).abs() <= 4.0 * n as f64 * ROUNDING * size
    })
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for n in [2048, 4093, 4096, 8192, 16_384] {
        let numbers = dominant(repeating::<f32>(n * n, 10_007), n);
        let mut matrix = timer.device().buffer_from(&numbers)?;
        let by = |coarsening, group| Blocking { coarsening, group };
        for (kernel, blocking) in [
            ("lud", Blocking::fastest(n)),
            ("lud_2", by(Coarsening::Two, 4)),
            ("lud_4", by(Coarsening::Four, 4)),
            ("lud_8", by(Coarsening::Eight, 2)),
            ("lud_16", by(Coarsening::Sixteen, 4)),
        ] {
            let mut lud = Lud::new(&timer.module, n, blocking)?;
            matrix.write(&numbers)?;
            lud.factor(&timer.module, &mut matrix)?;
            let right = is_right(&numbers, &matrix.read()?, n);
            // Factors are factored again: of these matrices they are as good to time as the matrix.
            let milliseconds = timer.median(1, 5, || lud.factor(&timer.module, &mut matrix))?;
            let (case, bytes) = (format!("float32 {n}x{n}"), 8.0 * (n * n) as f64);
            emit(Row { bench: "lud", case, kernel, milliseconds, bytes, checked: Some(right) });
        }
    }
    Ok(())
}
