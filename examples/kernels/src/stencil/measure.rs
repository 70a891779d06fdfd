//! Checks and times.

use super::host::{Coefficients, Field, apply_stencil};
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Check, Emit, Failure, Row, Scale, Timer, random};

const COEFFICIENTS: Coefficients = Coefficients { centre: 0.4, side: 0.1 };

/// The result at an index, by a function that gives the elements.
fn expected([z, y, x]: [usize; 3], extents: [usize; 3], element: impl Fn([usize; 3]) -> f32) -> f32 {
    let read = |index: [usize; 3]| if index.iter().zip(extents).all(|(&i, extent)| i < extent) { element(index) } else { 0.0 };
    let sides = (read([z.wrapping_sub(1), y, x]) + read([z + 1, y, x]))
        + (read([z, y, x.wrapping_sub(1)]) + read([z, y, x + 1]))
        + (read([z, y.wrapping_sub(1), x]) + read([z, y + 1, x]));
    COEFFICIENTS.centre.mul_add(read([z, y, x]), COEFFICIENTS.side * sides)
}

/// The first index where a result is not what it must be, row by row; and every element beyond the field must be 0.
fn wrong(field: Field, extents: [usize; 3], input: &[f32], found: &[f32]) -> Option<String> {
    let [l, m, n] = extents;
    let mut beyond = found.to_vec();
    for (z, y, x) in (0..l).flat_map(|z| (0..m).flat_map(move |y| (0..n).map(move |x| (z, y, x)))) {
        let position = field.apply([z, y, x]);
        let (found, right) = (found[position], expected([z, y, x], extents, |index| input[field.apply(index)]));
        if found != right {
            return Some(format!("{l}x{m}x{n}: element [{z}, {y}, {x}] is {found} and not {right}"));
        }
        beyond[position] = 0.0;
    }
    beyond.iter().position(|&value| value != 0.0).map(|at| format!("{l}x{m}x{n}: position {at} is not in the field, nor 0"))
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![Check {
        name: "stencil_f32",
        run: |module, source, scale| {
            let sizes: &[[usize; 3]] = match scale {
                Scale::Small => &[[1, 1, 1], [8, 8, 8], [3, 9, 17], [16, 8, 33], [9, 7, 40]],
                Scale::Full => &[[1, 1, 1], [64, 64, 64], [127, 61, 33], [3, 500, 257]],
            };
            for &extents in sizes {
                let field = Field::new(extents[0], extents[1], extents[2]).map_err(Error::layout("the field"))?;
                let mut input = vec![0.0; field.span()];
                let numbers = random::<f32>(source, extents.iter().product());
                let [l, m, n] = extents;
                for (number, value) in numbers.into_iter().enumerate() {
                    input[field.apply([number / (m * n) % l, number / n % m, number % n])] = value;
                }
                let from = module.device().buffer_from(&input)?;
                let mut to = module.device().poisoned(input.len())?;
                apply_stencil(module, &from, &mut to, COEFFICIENTS, extents)?;
                if let Some(words) = wrong(field, extents, &input, &to.read()?) {
                    return Err(Failure::Wrong(words));
                }
            }
            Ok(())
        },
    }]
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "stencil", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    for extents in [[256; 3], [509, 503, 499], [512; 3]] {
        let [l, m, n] = extents;
        let field = Field::new(l, m, n).map_err(Error::layout("the field"))?;
        let mut input = vec![0.0; field.span()];
        for (z, y, x) in (0..l).flat_map(|z| (0..m).flat_map(move |y| (0..n).map(move |x| (z, y, x)))) {
            input[field.apply([z, y, x])] = ((z * 31 + y * 17 + x * 5) % 1021) as f32;
        }
        let from = timer.device().buffer_from(&input)?;
        let mut to = timer.device().poisoned(input.len())?;
        let milliseconds = timer.median(3, 25, || apply_stencil(&timer.module, &from, &mut to, COEFFICIENTS, extents))?;
        let right = wrong(field, extents, &input, &to.read()?).is_none();
        let (case, bytes) = (format!("float32 {l}x{m}x{n}"), 8.0 * (l * m * n) as f64);
        emit(Row { bench: "stencil", case, kernel: "stencil_f32", milliseconds, bytes, checked: Some(right) });
    }
    Ok(())
}
