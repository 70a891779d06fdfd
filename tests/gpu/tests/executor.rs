//! Every kernel on the executor: the checks that a GPU gets, on smaller data.

use lego_cuda::executor::Executor;
use lego_cuda::launch::Device;
use lego_kernels_harness::{Random, Scale};

#[test]
fn every_kernel_is_right_on_the_executor() {
    let seed = random::seed();
    println!("seed {seed}");
    let module = Device::new(Executor::new()).without_program().unwrap();
    let mut failed = Vec::new();
    let problems = lego_kernels::problems::<Executor>().into_iter().chain(lego_example_kernels::problems());
    for check in problems.flat_map(|problem| problem.checks) {
        let start = std::time::Instant::now();
        let result = (check.run)(&module, &mut Random::new(seed), Scale::Small);
        println!("{:28} {:6.2} s", check.name, start.elapsed().as_secs_f64());
        if let Err(failure) = result {
            failed.push(format!("{}: {failure}", check.name));
        }
    }
    assert!(failed.is_empty(), "seed {seed}\n{}", failed.join("\n"));
}

/// A block that has no piece of a matrix writes nothing.
#[test]
fn a_transpose_of_any_sides_takes_any_number_of_blocks() {
    use lego_cuda::launch::Launch;
    use lego_kernels::transpose::{Matrices, TransposeShifted};
    let module = Device::new(Executor::new()).without_program().unwrap();
    let (m, n) = (31, 70);
    let matrix: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let input = module.device().buffer_from(&matrix).unwrap();
    let mut output = module.device().poisoned(m * n).unwrap();
    let (from, to) = (Matrices::new(1, m, n).unwrap(), Matrices::new(1, n, m).unwrap());
    let (read, written) = (input.view(from), output.view_mut(to));
    TransposeShifted::<f32, 4, 64, 5>::launch(&module, Launch::grid(9), read, &input, written).unwrap();
    let right: Vec<f32> = (0..m * n).map(|place| matrix[place % m * n + place / m]).collect();
    assert_eq!(output.read().unwrap(), right);
}
