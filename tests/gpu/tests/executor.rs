//! Every kernel on the executor: the checks that a GPU gets, on smaller data.

use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::Device;
use lego_kernels_harness::{Random, Scale};

#[test]
fn every_kernel_is_right_on_the_executor() {
    check(&Executor::new(), &|_| true);
}

/// What has a way of its own on other GPUs, where the kernels for Hopper are not there.
#[test]
fn products_are_right_on_an_executor_without_the_kernels_for_hopper() {
    let other = Executor::with(Options::new().capability((8, 0)));
    check(&other, &|name| ["gemm_", "matrix_product_hopper_f16_f16_nt"].iter().any(|part| name.starts_with(part)));
}

/// Runs the checks that are chosen by their names.
fn check(executor: &Executor, is_chosen: &dyn Fn(&str) -> bool) {
    let seed = random::seed();
    println!("seed {seed}");
    let module = Device::new(executor.clone()).without_program().unwrap();
    let (mut failed, mut count) = (Vec::new(), 0);
    let problems = lego_kernels::problems::<Executor>().into_iter().chain(lego_example_kernels::problems());
    for check in problems.flat_map(|problem| problem.checks).filter(|check| is_chosen(check.name)) {
        let start = std::time::Instant::now();
        let result = (check.run)(&module, &mut Random::new(seed), Scale::Small);
        println!("{:28} {:6.2} s", check.name, start.elapsed().as_secs_f64());
        count += 1;
        if let Err(failure) = result {
            failed.push(format!("{}: {failure}", check.name));
        }
    }
    assert!(failed.is_empty(), "seed {seed}\n{}", failed.join("\n"));
    assert!(count > 0, "no check has a name that was asked for");
}
