//! `lego-gpu`: tests and benchmarks of the kernels on a GPU, with their PTX inside.
#![deny(unsafe_code)]

#[cfg(feature = "cudarc")]
mod captures;
#[cfg(feature = "cudarc")]
mod slices;

use clap::{Parser, Subcommand, ValueEnum};
use launch_suite_program::KERNELS as LAUNCH;
use lego_cuda::executor::{Executor, Options};
use lego_cuda::image::Kernels;
use lego_cuda::launch::{Backend, Copies, Device, Error, Graphs, Module, Tuner};
use lego_kernels_harness::{Counts, METRICS, Problem, Random, Row, Scale, Subject, Timer};
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Instant;

/// The test of what launches the kernels: the suite that every back end must pass, on device 0.
const LAUNCHING: &str = "launching";

/// Kernels that are one program, with the problems that they solve.
struct Collection<B: Backend> {
    program: &'static Kernels,
    problems: fn() -> Vec<Problem<B>>,
}

/// All there are.
fn collections<B: Backend>() -> [Collection<B>; 2] {
    [
        Collection { program: &lego_kernels_program::KERNELS, problems: lego_kernels::problems },
        Collection { program: &lego_example_kernels_program::KERNELS, problems: lego_example_kernels::problems },
    ]
}

/// Tests and benchmarks of the kernels on a GPU.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// What speaks with the driver.
    #[arg(long, global = true, value_enum, default_value_t = Driver::default())]
    backend: Driver,
    /// The device, counted from 0.
    #[arg(long, global = true, default_value_t = 0)]
    device: usize,
}

#[derive(Subcommand)]
enum Command {
    /// Runs every kernel, or those whose name contains a word, on fresh random data, and compares with a reference.
    Test {
        /// Words; a kernel is tested whose name contains one.
        names: Vec<String>,
        /// The seed of the data, to repeat a run.
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Runs a kernel that fails, which must be an error and no panic; the device is of no use to the process afterwards.
    Fail,
    /// Times the kernels, or the benchmarks named.
    Bench {
        /// Words; a benchmark is run whose name contains one.
        names: Vec<String>,
        /// One JSON object a line, the first about the device.
        #[arg(long)]
        json: bool,
        /// Takes the first of several ways by its rule; else the fastest is measured and kept in LEGO_TUNE_DIR or the user's folder for
        /// caches.
        #[arg(long)]
        no_tune: bool,
    },
    /// Launches some kernels once, for a profiler; by the executor, prints what each line of them costs.
    Profile {
        /// Words; a kernel is launched whose name contains one.
        names: Vec<String>,
        /// By the executor: the rows as JSON, as `lego_cuda::executor::Profile::to_json` documents it.
        #[arg(long, conflicts_with = "metrics")]
        json: bool,
        /// By the executor: the sums of each kernel, by the names that Nsight Compute has for them.
        #[arg(long)]
        metrics: bool,
    },
    /// Lists tests, benchmarks and what the PTX holds.
    List,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Driver {
    /// The driver's library, loaded now.
    #[cfg(feature = "cudarc")]
    #[cfg_attr(feature = "cudarc", default)]
    Cudarc,
    /// The driver's library, linked.
    #[cfg(feature = "cust")]
    #[cfg_attr(not(feature = "cudarc"), default)]
    Cust,
    /// No GPU: the executor, far slower.
    #[cfg_attr(not(any(feature = "cudarc", feature = "cust")), default)]
    Executor,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_right = match arguments.backend {
        #[cfg(feature = "cudarc")]
        Driver::Cudarc => run::<lego_cuda::launch::Cudarc>(&arguments, Scale::Full) & of_cudarc(&arguments),
        #[cfg(feature = "cust")]
        Driver::Cust => run::<lego_cuda::launch::Cust>(&arguments, Scale::Full),
        Driver::Executor => {
            if matches!(arguments.command, Command::Test { .. }) {
                println!(
                    "NOT TESTED: slices and streams of cudarc, streams that are captured: without a GPU there are none"
                );
            }
            run::<lego_cuda::executor::Executor>(&arguments, Scale::Small)
        }
    };
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What only `cudarc` has; it belongs to the test of what launches the kernels.
#[cfg(feature = "cudarc")]
fn of_cudarc(arguments: &Arguments) -> bool {
    let Command::Test { names, seed } = &arguments.command else { return true };
    if !is_named(LAUNCHING, names) {
        return true;
    }
    let seed = seed.unwrap_or_else(random::seed);
    let results = [
        ("slices and streams of cudarc", slices::check(arguments.device, seed)),
        ("a stream that the program captures", captures::check(arguments.device)),
    ];
    for (what, result) in &results {
        match result {
            Ok(()) => println!("ok     {what}"),
            Err(words) => println!("FAILED {what}, seed {seed}: {words}"),
        }
    }
    results.iter().all(|(_, result)| result.is_ok())
}

/// Does what was asked for; whether it went well.
fn run<B: Copies + Graphs>(arguments: &Arguments, scale: Scale) -> bool {
    let result = match &arguments.command {
        Command::List => {
            list::<B>();
            Ok(true)
        }
        Command::Fail => launch_suite::suite::run_failing::<B>(Some(&LAUNCH), 1).map(|report| {
            println!("{report}");
            report.is_right()
        }),
        Command::Test { names, seed } => open(arguments).and_then(|device| test::<B>(&device, names, *seed, scale)),
        Command::Profile { names, json, metrics } if B::RUNS_BODIES => count(names, *json, *metrics),
        Command::Profile { names, .. } => launch::<B>(arguments, names),
        Command::Bench { names, json, no_tune } => {
            let tuner = || if *no_tune { Tuner::untuned() } else { Tuner::new() };
            open(arguments).and_then(|device| bench::<B>(&device, names, *json, tuner))
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("lego-gpu: {error}");
        false
    })
}

fn open<B: Backend>(arguments: &Arguments) -> Result<Device<B>, Error> {
    Device::open(arguments.device)
}

/// What kernels cost on the executor, line by line, or their sums by the names that Nsight Compute has for them.
fn count(names: &[String], json: bool, metrics: bool) -> Result<bool, Error> {
    let executor = Executor::with(Options::new().profile(true));
    let module = Device::new(executor.clone()).without_program()?;
    let subjects = problems().flat_map(|problem| problem.subjects);
    for subject in subjects.filter(|subject| is_named(subject.name, names)) {
        (subject.run)(&module)?;
        if metrics {
            let Counts { shared_loads, shared_stores, global_loads, global_stores } =
                Counts::of(&executor.take_profile());
            for (metric, count) in METRICS.iter().zip([shared_loads, shared_stores, global_loads, global_stores]) {
                println!("{:24} {metric:54} {count:>10}", subject.name);
            }
        }
    }
    match (metrics, json) {
        (true, _) => {}
        (false, true) => println!("{}", executor.profile().to_json()),
        (false, false) => print!("{}", executor.profile()),
    }
    Ok(true)
}

/// Launches kernels once, for a profiler.
fn launch<B: Backend>(arguments: &Arguments, names: &[String]) -> Result<bool, Error> {
    let device: Device<B> = open(arguments)?;
    for Collection { program, problems } in collections() {
        let module = device.load(program)?;
        let subjects = problems().into_iter().flat_map(|problem| problem.subjects);
        for subject in subjects.filter(|subject: &Subject<B>| is_named(subject.name, names)) {
            (subject.run)(&module)?;
            println!("{}", subject.name);
        }
    }
    Ok(true)
}

fn problems<B: Backend>() -> impl Iterator<Item = Problem<B>> {
    collections().into_iter().flat_map(|collection| (collection.problems)())
}

/// A time as `benches/peers/peers.py` prints it.
fn object(row: &Row) -> Value {
    json!({
        "bench": row.bench,
        "case": row.case,
        "peer": format!("lego {}", row.kernel),
        "ms": (f64::from(row.milliseconds) * 1e5).round() / 1e5,
        "gbps": (row.gigabytes() * 10.0).round() / 10.0,
        "checked": row.checked,
    })
}

fn is_named(name: &str, words: &[String]) -> bool {
    words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
}

fn list<B: Backend>() {
    println!("tests:");
    problems::<B>().flat_map(|problem| problem.checks).for_each(|check| println!("  {}", check.name));
    println!("  {LAUNCHING}");
    println!("benchmarks:");
    problems::<B>().flat_map(|problem| problem.benches).for_each(|bench| println!("  {}", bench.name));
    for Collection { program, .. } in collections::<B>() {
        if let Some(why) = program.missing() {
            println!("no PTX: {why}");
        }
        for module in program.modules() {
            println!("kernels for {}:", module.architecture.name);
            for kernel in module.kernels {
                match kernel.resources {
                    Some(used) => {
                        println!("  {:28} {} registers, {} bytes shared", kernel.name, used.registers, used.shared)
                    }
                    None => println!("  {}", kernel.name),
                }
            }
        }
    }
}

fn test<B: Copies + Graphs>(
    device: &Device<B>,
    names: &[String],
    seed: Option<u64>,
    scale: Scale,
) -> Result<bool, Error> {
    let seed = seed.unwrap_or_else(random::seed);
    println!("{} by {}, seed {seed}", device.limits().name, B::NAME);
    let (mut passed, mut failed) = (0, 0);
    for Collection { program, problems } in collections() {
        let module = device.load(program)?;
        let checks = problems().into_iter().flat_map(|problem| problem.checks);
        for check in checks.filter(|check| is_named(check.name, names)) {
            let start = Instant::now();
            let result = (check.run)(&module, &mut Random::new(seed), scale);
            let seconds = start.elapsed().as_secs_f64();
            match result {
                Ok(()) => {
                    passed += 1;
                    println!("ok     {:28} {seconds:6.2} s", check.name);
                }
                Err(failure) => {
                    failed += 1;
                    println!("FAILED {:28} {seconds:6.2} s  {failure}", check.name);
                }
            }
        }
    }
    if is_named(LAUNCHING, names) {
        let report = launch_suite::suite::run::<B>(Some(&LAUNCH), seed)?;
        println!("{report}");
        if report.is_right() { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed");
    Ok(failed == 0 && passed > 0)
}

fn bench<B: Backend>(
    device: &Device<B>,
    names: &[String],
    json: bool,
    tuner: impl Fn() -> Tuner,
) -> Result<bool, Error> {
    let load = |Collection { program, problems }| Ok((device.load(program)?, problems));
    let loaded = collections().into_iter().map(load).collect::<Result<Vec<(Module<B>, _)>, Error>>()?;
    print_heading(device, loaded.first().map(|(module, _)| module), json);
    let mut right = true;
    for (module, problems) in loaded {
        let timer = Timer::new(module, tuner())?;
        let benches = problems().into_iter().flat_map(|problem| problem.benches);
        for bench in benches.filter(|bench| is_named(bench.name, names)) {
            (bench.run)(&timer, &mut |row| {
                right &= row.checked != Some(false);
                print(&row, json);
            })?;
        }
    }
    Ok(right)
}

fn print_heading<B: Backend>(device: &Device<B>, module: Option<&Module<B>>, json: bool) {
    let limits = device.limits();
    let architecture = module.and_then(|module| module.image()).map(|image| image.architecture.name);
    if json {
        let mut about =
            json!({"device": limits.name, "driver": limits.driver, "backend": B::NAME, "architecture": architecture});
        // Kernels that the driver did not compile may be slower or faster.
        if module.is_some_and(Module::is_assembled) {
            about["assembled"] = true.into();
        }
        return println!("{about}");
    }
    println!("{}, driver {}, {} for {}", limits.name, limits.driver, B::NAME, architecture.unwrap_or("no GPU"));
    println!("{:12} {:24} {:24} {:>10} {:>8}", "benchmark", "case", "kernel", "ms", "GB/s");
}

fn print(row: &Row, json: bool) {
    if json {
        return println!("{}", object(row));
    }
    let word = if row.checked == Some(false) { "  WRONG" } else { "" };
    let (ms, gigabytes) = (row.milliseconds, row.gigabytes());
    println!("{:12} {:24} {:24} {ms:>10.5} {gigabytes:>8.1}{word}", row.bench, row.case, row.kernel);
}
