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
