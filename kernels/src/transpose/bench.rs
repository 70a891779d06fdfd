//! The time that transposes of large matrices take: of sides that vectors divide, of sides that they do not, and of many matrices.

use super::check::{Number, source};
use super::host::{Transpose, TransposeMany, naive, shifted_f16, shifted_f32, shifted_u8, tile, wide_f16, wide_f32};
use super::{PaddedTile, RowTile, SwizzledTile};
use half::f16;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

/// `[matrices, m, n]`; the last but one is a batch of 64 images of 56×56 pixels, of whose 128 channels those of a pixel are put side
/// by side.
const SIDES: [[usize; 3]; 9] = [
    [1, 256, 256],
    [1, 2048, 2048],
    [1, 4096, 4096],
    [1, 8192, 8192],
    [1, 16384, 16384],
    [1, 7777, 7777],
    [1, 5003, 9001],
    [64, 128, 56 * 56],
    [1, 8190, 8190],
];

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "transpose", run }
}

/// A kernel by its name: of one matrix, or of many.
enum Kernel<T: Number, B: Backend> {
    One(&'static str, Transpose<T, B>),
    Many(&'static str, TransposeMany<T, B>),
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    use Kernel::{Many, One};
    let of_f32: [Kernel<f32, B>; 6] = [
        One("transpose_naive_f32", naive::<f32, B>),
        One("transpose_row_f32", tile::<f32, RowTile, B>),
        One("transpose_padded_f32", tile::<f32, PaddedTile, B>),
        One("transpose_swizzled_f32", tile::<f32, SwizzledTile, B>),
        One("transpose_wide_f32", wide_f32::<B>),
        Many("transpose_shifted_f32", shifted_f32::<B>),
    ];
    let of_f16: [Kernel<f16, B>; 6] = [
        One("transpose_naive_f16", naive::<f16, B>),
        One("transpose_row_f16", tile::<f16, RowTile, B>),
        One("transpose_padded_f16", tile::<f16, PaddedTile, B>),
        One("transpose_swizzled_f16", tile::<f16, SwizzledTile, B>),
        One("transpose_wide_f16", wide_f16::<B>),
        Many("transpose_shifted_f16", shifted_f16::<B>),
    ];
    times("float32", timer, emit, &of_f32)?;
    times("float16", timer, emit, &of_f16)?;
    times("uint8", timer, emit, &[Many("transpose_shifted_u8", shifted_u8::<B>)])
}

fn times<T: Number, B: Backend>(
    number: &str,
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
    kernels: &[Kernel<T, B>],
) -> Result<(), Error> {
    for [matrices, m, n] in SIDES {
        // A step that is no divisor of a side, so that all elements near each other differ.
        let all: Vec<T> = (0..matrices * m * n).map(|i| T::of(((i * 40503) >> 3) as u16)).collect();
        let input = timer.device().buffer_from(&all)?;
        let mut output = timer.device().poisoned(all.len())?;
        let case = match matrices {
            1 => format!("{number} {m}x{n}"),
            _ => format!("{number} {matrices} of {m}x{n}"),
        };
        for kernel in kernels {
            output.fill_bytes(0xff)?;
            let (kernel, milliseconds) = match *kernel {
                Kernel::One(kernel, run) if matrices == 1 => {
                    (kernel, timer.median(5, 25, || run(&timer.module, &input, &mut output, m, n))?)
                }
                Kernel::One(..) => continue,
                Kernel::Many(kernel, run) => {
                    (kernel, timer.median(5, 25, || run(&timer.module, &input, &mut output, [matrices, m, n]))?)
                }
            };
            let read = output.read()?;
            let right = |place| all[source([matrices, m, n], place)];
            let checked = Some(read.iter().enumerate().all(|(place, made)| *made == right(place)));
            let bytes = 2.0 * size_of_val(all.as_slice()) as f64;
            emit(Row { bench: "transpose", case: case.clone(), kernel, milliseconds, bytes, checked });
        }
    }
    Ok(())
}
