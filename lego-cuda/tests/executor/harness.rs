//! Launches of closures: a kernel without parameters, whose addresses are captured.

use lego_cuda::device::{Element, global, linear_thread_idx};
use lego_cuda::executor::{Executor, Fault, Options};
use lego_cuda::kernel::TileSpec;
use lego_cuda::launch::backend::Invocation;
use lego_cuda::launch::{Backend, Error};
use std::sync::Mutex;

/// The shape of a launch.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) cluster: u32,
    pub(crate) registers: Option<u32>,
    pub(crate) dynamic: u32,
    pub(crate) cooperative: bool,
    pub(crate) tiles: &'static [TileSpec],
}

/// So many blocks of so many threads.
pub(crate) fn shape(blocks: u32, threads: u32) -> Shape {
    let (grid, block) = ([blocks, 1, 1], [threads, 1, 1]);
    Shape { grid, block, cluster: 1, registers: None, dynamic: 0, cooperative: false, tiles: &[] }
}

impl Shape {
    pub(crate) fn dynamic(self, dynamic: u32) -> Self {
        Self { dynamic, ..self }
    }

    /// So many blocks are a cluster.
    #[allow(dead_code)] // not all tests that share this file have clusters
    pub(crate) fn cluster(self, cluster: u32) -> Self {
        Self { cluster, ..self }
    }

    /// A thread begins with so many registers.
    #[allow(dead_code)] // not all tests that share this file count registers
    pub(crate) fn registers(self, registers: u32) -> Self {
        Self { registers: Some(registers), ..self }
    }

    pub(crate) fn cooperative(self) -> Self {
        Self { cooperative: true, ..self }
    }
}

/// Runs a body; gives what the executor says.
pub(crate) fn try_launch(executor: &Executor, shape: Shape, body: impl Fn(&[u32]) + Sync) -> Result<(), Error> {
    let Shape { grid, block, cluster, registers, dynamic, cooperative, tiles } = shape;
    let invocation = Invocation {
        entry: "kernel",
        grid,
        block,
        cluster,
        registers,
        dynamic_shared: dynamic,
        cooperative,
        tiles,
        placed: &[],
        arguments: &mut [],
        passed: &[],
        body: &body,
    };
    // SAFETY: there are no arguments; what the body captures outlives the launch.
    unsafe { executor.launch(&(), invocation) }
}

/// Runs a body that is right.
#[track_caller]
pub(crate) fn launch(executor: &Executor, shape: Shape, body: impl Fn() + Sync) {
    if let Err(error) = try_launch(executor, shape, |_| body()) {
        panic!("{error}");
    }
}

/// Runs a body that is wrong; gives the faults and the words.
#[track_caller]
pub(crate) fn faults(executor: &Executor, shape: Shape, body: impl Fn() + Sync) -> (Vec<Fault>, String) {
    let error = try_launch(executor, shape, |_| body()).expect_err("the kernel is wrong");
    assert!(matches!(error, Error::Kernel { kernel: "kernel", .. }), "{error}");
    (executor.faults(), error.to_string())
}

/// As [`faults`], where just one is expected.
#[track_caller]
pub(crate) fn fault(executor: &Executor, shape: Shape, body: impl Fn() + Sync) -> (Fault, String) {
    let (faults, words) = faults(executor, shape, body);
    let [fault] = faults.try_into().unwrap_or_else(|faults| panic!("one fault expected: {faults:#?}"));
    (fault, words)
}

/// What each thread of one block gives, in order.
#[track_caller]
pub(crate) fn block<R: Copy + Default + Send>(shape: Shape, body: impl Fn() -> R + Sync) -> Vec<R> {
    let count = shape.block.iter().product::<u32>() as usize;
    let results = Mutex::new(vec![R::default(); count]);
    launch(&Executor::new(), shape, || {
        let result = body();
        results.lock().unwrap()[linear_thread_idx() as usize] = result;
    });
    results.into_inner().unwrap()
}

/// Memory of an executor, whose address kernels get.
pub(crate) struct Buffer<'a, T> {
    executor: &'a Executor,
    memory: <Executor as Backend>::Memory,
    len: usize,
    element: std::marker::PhantomData<T>,
}

impl<'a, T: Element + Default> Buffer<'a, T> {
    /// Elements that nobody wrote.
    pub(crate) fn raw(executor: &'a Executor, len: usize) -> Self {
        let memory = executor.allocate(len * size_of::<T>()).unwrap();
        Self { executor, memory, len, element: std::marker::PhantomData }
    }

    pub(crate) fn of(executor: &'a Executor, values: &[T]) -> Self {
        let buffer = Self::raw(executor, values.len());
        // SAFETY: an element has no padding.
        let bytes = unsafe { std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values)) };
        executor.upload(&buffer.memory, 0, bytes).unwrap();
        buffer
    }

    /// Elements whose bytes are all ones.
    pub(crate) fn poisoned(executor: &'a Executor, len: usize) -> Self {
        let buffer = Self::raw(executor, len);
        executor.fill(&buffer.memory, 0, len * size_of::<T>(), 0xff).unwrap();
        buffer
    }

    pub(crate) fn at(&self) -> At<T> {
        At(std::ptr::with_exposed_provenance_mut(self.executor.address(&self.memory) as usize))
    }

    pub(crate) fn read(&self) -> Vec<T> {
        let mut values = vec![T::default(); self.len];
        // SAFETY: every pattern of bytes is an element.
        let bytes =
            unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast::<u8>(), size_of_val(values.as_slice())) };
        self.executor.download(&self.memory, 0, bytes).unwrap();
        values
    }
}

/// An address that threads share.
#[derive(Clone, Copy)]
pub(crate) struct At<T>(*mut T);
// SAFETY: an address alone does nothing.
unsafe impl<T> Send for At<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for At<T> {}

impl<T> At<T> {
    pub(crate) fn get(self, index: usize) -> *mut T {
        self.0.wrapping_add(index)
    }

    /// The same address, of elements of another type.
    pub(crate) fn of<U>(self) -> At<U> {
        At(self.0.cast())
    }
}

/// Accesses that are right or are what is looked for: the executor checks each before it touches memory.
impl<T: Element> At<T> {
    #[track_caller]
    pub(crate) fn load(self, index: u32) -> T {
        // SAFETY: as said above.
        unsafe { global::load(self.get(index as usize).cast_const()) }
    }

    #[track_caller]
    pub(crate) fn store(self, index: u32, value: T) {
        // SAFETY: as said above.
        unsafe { global::store(self.get(index as usize), value) }
    }
}

/// One worker: everything in the same order each time.
pub(crate) fn alone() -> Executor {
    Executor::with(Options::new().workers(1))
}

/// Nothing is to be done with a value: what counts is how it was got.
pub(crate) fn ignore<T>(_: T) {}

/// The line of a source file that ends with `// @` and a mark.
#[track_caller]
pub(crate) fn marked(source: &str, mark: &str) -> u32 {
    let mut lines = (1..).zip(source.lines()).filter(|(_, line)| line.ends_with(&format!("// @{mark}")));
    let (line, _) = lines.next().unwrap_or_else(|| panic!("no line is marked `{mark}`"));
    assert!(lines.next().is_none(), "two lines are marked `{mark}`");
    line
}
