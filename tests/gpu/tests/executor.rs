//! Every kernel on the executor: the checks that a GPU gets, on smaller data.

use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::Device;
use lego_kernels_harness::{Random, Scale};
use std::io::Write as _;

/// All of them, or those that have a word of `LEGO_CHECKS` in their names.
#[test]
fn every_kernel_is_right_on_the_executor() {
    let words = std::env::var("LEGO_CHECKS").unwrap_or_default();
    let words: Vec<&str> = words.split_whitespace().collect();
    check(&Executor::new(), &|name| words.is_empty() || words.iter().any(|word| name.contains(word)));
}

/// A folder of kernels that has a problem is in the list of problems.
#[test]
fn every_problem_is_in_the_list() {
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels/src");
    let list = std::fs::read_to_string(sources.join("lib.rs")).unwrap();
    let (_, list) = list.rsplit_once("problems! {").unwrap();
    let listed: Vec<&str> = list.split(['}', ' ', '\n']).collect();
    let mut count = 0;
    for folder in std::fs::read_dir(&sources).unwrap() {
        let folder = folder.unwrap();
        let text = std::fs::read_to_string(folder.path().join("mod.rs")).unwrap_or_default();
        if text.contains("pub fn problem<") {
            let name = folder.file_name().into_string().unwrap();
            assert!(
                listed.contains(&&*name),
                "`{name}` is not among `problems!` in kernels/src/lib.rs: nothing checks it"
            );
            count += 1;
        }
    }
    assert!(count > 0, "no folder of kernels has a problem");
}

/// What has a way of its own on other GPUs, where the kernels for Hopper are not there.
#[test]
fn products_are_right_on_an_executor_without_the_kernels_for_hopper() {
    let other = Executor::with(Options::new().capability((8, 0)));
    check(&other, &|name| ["gemm_", "matrix_product_hopper_f16_f16_nt"].iter().any(|part| name.starts_with(part)));
}

/// Whether a check is left out of a short run: a product of types that are decoded in another way and multiplied in the
/// same.
fn is_left_out(name: &str) -> bool {
    name.starts_with("matrix_product_") && ["bf16_bf16", "_bf16_f32", "e5m2"].iter().any(|part| name.contains(part))
}

/// Runs the checks that are chosen by their names.
fn check(executor: &Executor, is_chosen: &dyn Fn(&str) -> bool) {
    let seed = random::seed();
    println!("seed {seed}");
    let module = Device::new(executor.clone()).without_program().unwrap();
    let (mut failed, mut count, mut left_out) = (Vec::new(), 0, 0);
    let is_short = std::env::var("LEGO_INSTANCES").is_ok_and(|instances| instances == "few");
    let problems = lego_kernels::problems::<Executor>().into_iter().chain(lego_example_kernels::problems());
    for check in problems.flat_map(|problem| problem.checks).filter(|check| is_chosen(check.name)) {
        if is_short && is_left_out(check.name) {
            left_out += 1;
            continue;
        }
        let start = std::time::Instant::now();
        let result = (check.run)(&module, &mut Random::new(seed), Scale::Small);
        println!("{:28} {:6.2} s", check.name, start.elapsed().as_secs_f64());
        count += 1;
        if let Err(failure) = result {
            failed.push(format!("{}: {failure}", check.name));
        }
    }
    if left_out > 0 {
        // Past the capture of the test runner, which shows only what failed.
        let _ = writeln!(
            std::io::stderr(),
            "NOT TESTED: {left_out} products of bf16 and e5m2 on the executor; without LEGO_INSTANCES=few all are"
        );
    }
    assert!(failed.is_empty(), "seed {seed}\n{}", failed.join("\n"));
    assert!(count > 0, "no check has a name that was asked for");
}
