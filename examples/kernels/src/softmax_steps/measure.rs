//! Checks, times and launches for a profile.

use super::host::{STEPS, Step, softmax_step};
use crate::softmax::measure::expected;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Bench, Check, Emit, Failure, Random, Row, Scale, Subject, Timer, near, random};

/// What some operations of f32 round, thousands of them where a thread adds up a row.
const TOLERANCE: f64 = 1e-4;

fn check<B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
    step: Step,
) -> Result<(), Failure> {
    let sizes: &[[usize; 2]] = match scale {
        Scale::Small => &[[1, 1], [3, 5], [2, 64], [257, 12], [2, 1023], [1, 4096], [1, 5000]],
        Scale::Full => &[[1, 1], [4099, 777], [1000, 1024], [4096, 4096], [513, 4092], [300, 40_001]],
    };
    for &[m, n] in sizes.iter().filter(|[_, n]| step.takes(*n)) {
        let matrix: Vec<f32> = random::<f32>(source, m * n).into_iter().map(|x| 10.0 * x).collect();
        let input = module.device().buffer_from(&matrix)?;
        let mut output = module.device().poisoned(m * n)?;
        softmax_step(module, step, &input, &mut output, [m, n])?;
        near(&format!("{m}x{n}"), &output.read()?, expected(&matrix, n, TOLERANCE))?;
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "softmax_step_1", run: |module, source, scale| check(module, source, scale, Step::Threads) },
        Check { name: "softmax_step_2", run: |module, source, scale| check(module, source, scale, Step::Blocks) },
        Check { name: "softmax_step_3", run: |module, source, scale| check(module, source, scale, Step::Online) },
        Check { name: "softmax_step_4", run: |module, source, scale| check(module, source, scale, Step::Registers) },
        Check { name: "softmax_step_5", run: |module, source, scale| check(module, source, scale, Step::Vectors) },
    ]
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "softmax_steps", run: times }
}

fn times<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    const SIZES: [usize; 2] = [4096, 4096];
    let [m, n] = SIZES;
    let matrix: Vec<f32> = (0..m * n).map(|i| ((i * 40503) >> 3 & 1023) as f32 / 128.0).collect();
    let input = timer.device().buffer_from(&matrix)?;
    for step in STEPS {
        let mut output = timer.device().poisoned(m * n)?;
        let milliseconds = timer.median(3, 25, || softmax_step(&timer.module, step, &input, &mut output, SIZES))?;
        let right = near("times", &output.read()?, expected(&matrix, n, TOLERANCE)).is_ok();
        let (case, bytes) = (format!("float32 {m}x{n}"), 2.0 * size_of_val(matrix.as_slice()) as f64);
        emit(Row {
            bench: "softmax_steps",
            case,
            kernel: step.kernel(),
            milliseconds,
            bytes,
            checked: Some(right),
        });
    }
    Ok(())
}

pub(super) fn subjects<B: Backend>() -> Vec<Subject<B>> {
    vec![
        Subject { name: "softmax_step_1", run: |module| launch(module, Step::Threads) },
        Subject { name: "softmax_step_2", run: |module| launch(module, Step::Blocks) },
        Subject { name: "softmax_step_3", run: |module| launch(module, Step::Online) },
        Subject { name: "softmax_step_4", run: |module| launch(module, Step::Registers) },
        Subject { name: "softmax_step_5", run: |module| launch(module, Step::Vectors) },
    ]
}

fn launch<B: Backend>(module: &Module<B>, step: Step) -> Result<(), Error> {
    let [m, n] = [32, 4096];
    let input = module.device().buffer_from(&vec![1.0; m * n])?;
    let mut output = module.device().poisoned(m * n)?;
    softmax_step(module, step, &input, &mut output, [m, n])?;
    module.device().synchronize()
}
