//! Every kernel on the executor: the checks that a GPU gets, on smaller data.

use lego_cuda::executor::Executor;
use lego_cuda::launch::Device;
use lego_gpu::checks::{Scale, all};
use rand::SeedableRng;
use rand::rngs::StdRng;

#[test]
fn every_kernel_is_right_on_the_executor() {
    let seed = rand::random();
    println!("seed {seed}");
    let module = Device::new(Executor::new()).without_program().unwrap();
    let mut failed = Vec::new();
    for check in all::<Executor>() {
        let start = std::time::Instant::now();
        let result = (check.run)(&module, &mut StdRng::seed_from_u64(seed), Scale::Small);
        println!("{:28} {:6.2} s", check.name, start.elapsed().as_secs_f64());
        if let Err(failure) = result {
            failed.push(format!("{}: {failure}", check.name));
        }
    }
    assert!(failed.is_empty(), "seed {seed}\n{}", failed.join("\n"));
}
