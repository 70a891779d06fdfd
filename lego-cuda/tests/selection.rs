//! `select`: instances that are chosen when the program runs.
#![allow(unsafe_code)]

use lego::layout;
use lego_cuda::device::{Element, block_idx, thread_idx};
use lego_cuda::executor::Executor;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut};

layout! {
    /// Element i of n.
    pub type Line(n) = Row(n) where n >= 1;
}

/// A number that counts.
pub trait Counted: Element {
    /// The number.
    fn of(count: u32) -> Self;
}

impl Counted for f32 {
    fn of(count: u32) -> Self {
        count as Self
    }
}

impl Counted for u64 {
    fn of(count: u32) -> Self {
        count.into()
    }
}

/// Adds to each element how many steps its thread takes for it.
#[lego_kernel(
    threads = THREADS,
    grid = x,
    select,
    name = CountedKernel,
    instances(
        for T in [f32, u64], (THREADS, STEPS) in [(32, 1), (64, 2), (128, 4)] if T == f32 || STEPS > 1 {
            counted_{T}_{THREADS} = <T, THREADS, STEPS>
        },
    ),
    where input.n == output.n,
)]
pub fn counted<T: Counted, const THREADS: u32, const STEPS: usize>(
    input: Global<'_, T, Line>,
    output: GlobalMut<'_, T, Line>,
    more: u32,
) where
    [T; STEPS]: Sized,
{
    let _ = input;
    for step in 0..STEPS {
        let index = (block_idx().x * STEPS as u32 + step as u32) * THREADS + thread_idx().x;
        // SAFETY: an index belongs to one step of one thread of one block.
        unsafe { output.try_set([index], T::of(STEPS as u32 + more)) };
    }
}

/// A kernel without types.
#[lego_kernel(threads = 1, select, instances(for N in [1, 2] { told_{N} = <N, { N == 2 }> }))]
pub fn told<const N: u32, const IN: bool>(output: GlobalMut<'_, u32>) {
    // SAFETY: there is one thread.
    unsafe { output.try_set([0], if IN { N } else { 100 }) };
}

/// A launch of any type that has instances: that with the most threads of which a few blocks are enough.
fn count<T: CountedKernelTypes + Clone + Default, B: Backend>(
    module: &Module<B>,
    [input, output]: [&mut Buffer<T, B>; 2],
    n: usize,
) -> Result<CountedKernelSizes, Error> {
    let line = Line::new(n).map_err(Error::layout("output"))?;
    let per_block = |sizes: &CountedKernelSizes| sizes.threads as usize * sizes.steps;
    let chosen = CountedKernelInstance::<T>::select(module, |sizes| {
        (per_block(sizes) <= n).then(|| n.div_ceil(per_block(sizes)))
    })?;
    let grid = Launch::grid(n.div_ceil(per_block(&chosen.sizes())));
    chosen.launch(module, grid, input.view(line), output.view_mut(line), 7)?;
    Ok(chosen.sizes())
}

#[test]
fn the_cheapest_instance_is_chosen_and_launched() {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    for (n, threads, steps) in [(32, 32, 1), (127, 32, 1), (128, 64, 2), (511, 64, 2), (512, 128, 4), (2000, 128, 4)] {
        let (mut input, mut output) = (device.zeroed::<f32>(n).unwrap(), device.buffer_from(&vec![-1.0; n]).unwrap());
        let sizes = count(&module, [&mut input, &mut output], n).unwrap();
        assert_eq!(sizes, CountedKernelSizes { threads, steps }, "{n}");
        assert_eq!(output.read().unwrap(), vec![(steps + 7) as f32; n], "{n}");
    }
    // Of another type there are other instances.
    let (mut input, mut output) = (device.zeroed::<u64>(130).unwrap(), device.zeroed::<u64>(130).unwrap());
    assert_eq!(count(&module, [&mut input, &mut output], 130).unwrap(), CountedKernelSizes { threads: 64, steps: 2 });
    assert_eq!(output.read().unwrap(), [9; 130]);
}

#[test]
fn an_instance_that_is_chosen_is_the_one_that_is_listed() {
    let all: Vec<&str> = CountedKernelInstance::<f32>::all().map(|one| one.entry().symbol).collect();
    assert_eq!(all, ["counted_f32_32", "counted_f32_64", "counted_f32_128"]);
    let all: Vec<(&str, CountedKernelSizes)> =
        CountedKernelInstance::<u64>::all().map(|one| (one.entry().symbol, one.sizes())).collect();
    assert_eq!(
        all,
        [
            ("counted_u64_64", CountedKernelSizes { threads: 64, steps: 2 }),
            ("counted_u64_128", CountedKernelSizes { threads: 128, steps: 4 })
        ]
    );
    for one in CountedKernelInstance::<f32>::all() {
        let expected = match one.sizes().threads {
            32 => <CountedKernel<f32, 32, 1>>::ENTRY,
            64 => <CountedKernel<f32, 64, 2>>::ENTRY,
            _ => <CountedKernel<f32, 128, 4>>::ENTRY,
        };
        assert_eq!(
            (one.entry().symbol, one.entry().bounds.required_threads),
            (expected, Some([one.sizes().threads, 1, 1]))
        );
    }
}

#[test]
fn what_no_instance_is_for_is_refused() {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    let (mut input, mut output) = (device.zeroed::<u64>(31).unwrap(), device.zeroed::<u64>(31).unwrap());
    let error = count(&module, [&mut input, &mut output], 31).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no instance of `counted` is for this; of these types there are counted_u64_64, counted_u64_128"
    );
    // What a launch of the kernel's own type refuses, this refuses too.
    let chosen = CountedKernelInstance::<u64>::select(&module, |sizes| Some(sizes.steps)).unwrap();
    let [short, long] = [5, 31].map(|n| Line::new(n).unwrap());
    let launch = chosen.launch(&module, Launch::grid(1), input.view(long), output.view_mut(short), 0);
    assert!(matches!(launch, Err(Error::Fact { kernel: "counted", .. })), "{launch:?}");
    let launch = chosen.launch(&module, Launch::grid(1).block(3), input.view(long), output.view_mut(long), 0);
    assert!(matches!(launch, Err(Error::Block { kernel: "counted_u64_64", .. })), "{launch:?}");
}

#[test]
fn kernels_without_types_have_instances_too() {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    let mut output = device.zeroed(1).unwrap();
    // The first of those that cost the same.
    for (wanted, expected) in [(None, 100), (Some(true), 2), (Some(false), 100)] {
        let chosen =
            ToldInstance::select(&module, |sizes| wanted.is_none_or(|wanted| wanted == sizes.r#in).then_some(0));
        chosen.unwrap().launch(&module, Launch::grid(1), &mut output).unwrap();
        assert_eq!(output.read().unwrap(), [expected]);
    }
}
