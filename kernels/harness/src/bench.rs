//! Times of kernels: between events, the second cache flushed before each launch, the median.
//!
//! One row a kernel and size, in the form of `benches/peers/peers.py`: what a user would pick instead is timed by that
//! file and by `peers.cu`, in the same call.

use lego_cuda::launch::{Backend, Buffer, Device, Error, Module, Tuner};

/// What overwrites the second cache.
const FLUSH_BYTES: usize = 256 << 20;

/// What takes a row as soon as it is there.
pub type Emit<'a> = dyn FnMut(Row) + 'a;

/// A benchmark by its name.
pub struct Bench<B: Backend> {
    /// Its name, which is that of the peers' rows too.
    pub name: &'static str,
    /// Times it, and gives each row as it is there.
    pub run: fn(&Timer<B>, &mut Emit<'_>) -> Result<(), Error>,
}

/// A time.
#[derive(Clone, Debug)]
pub struct Row {
    /// The benchmark.
    pub bench: &'static str,
    /// The type and the size.
    pub case: String,
    /// The kernel, as the PTX has it.
    pub kernel: &'static str,
    /// The median of the milliseconds.
    pub milliseconds: f32,
    /// The fewest bytes that the job must move: each input read once, each output written once.
    pub bytes: f64,
    /// Whether the output was compared with a reference after the timing, and was right.
    pub checked: Option<bool>,
}

impl Row {
    /// Billions of bytes a second.
    pub fn gigabytes(&self) -> f64 {
        self.bytes / f64::from(self.milliseconds) / 1e6
    }
}

/// What times launches.
pub struct Timer<B: Backend> {
    /// The kernels.
    pub module: Module<B>,
    /// What chooses among the ways of a kernel that has several.
    pub tuner: Tuner,
    flush: std::cell::RefCell<Buffer<u8, B>>,
}

impl<B: Backend> Timer<B> {
    /// Takes the memory that the flush needs.
    ///
    /// # Errors
    /// Out of memory, or the driver's words.
    pub fn new(module: Module<B>, tuner: Tuner) -> Result<Self, Error> {
        let flush = module.device().zeroed(FLUSH_BYTES)?.into();
        Ok(Self { module, tuner, flush })
    }

    /// The device.
    pub fn device(&self) -> &Device<B> {
        self.module.device()
    }

    /// The median of the milliseconds that some work takes.
    ///
    /// # Errors
    /// The work's.
    pub fn median(&self, warm: usize, runs: usize, mut work: impl FnMut() -> Result<(), Error>) -> Result<f32, Error> {
        for _ in 0..warm {
            work()?;
        }
        self.device().synchronize()?;
        let mut times = Vec::with_capacity(runs);
        for run in 0..runs {
            self.flush.borrow_mut().fill_bytes(run as u8)?;
            times.push(self.device().time(&mut work)?);
        }
        times.sort_by(f32::total_cmp);
        Ok(times[runs / 2])
    }

    /// The median time in milliseconds of what is done again and again for 200 ms, after 50 ms of the same: as Triton's `do_bench` times
    /// the peers. What keeps the tensor cores busy takes more power than a GPU may have for long, and is slower then: a product of
    /// 8192³ by an eighth (seen on an H100).
    ///
    /// # Errors
    /// The work's.
    pub fn sustained(&self, mut work: impl FnMut() -> Result<(), Error>) -> Result<f32, Error> {
        let first = self.median(1, 5, &mut work)?;
        let runs = |milliseconds: f32| ((milliseconds / first) as usize).clamp(1, 10_000);
        self.median(runs(50.0), runs(200.0), work)
    }
}
