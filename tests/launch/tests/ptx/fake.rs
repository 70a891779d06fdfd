//! A back end that takes PTX and runs bodies: what a GPU shows of itself, by the executor.
//!
//! With a defect it is wrong in one way, which the suite must find.

use lego_cuda::executor::{Event, Executor, Memory, Options};
use lego_cuda::launch::backend::{Backend, Invocation, Limits};
use lego_cuda::launch::{Device, Error};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// What is wrong with the back end.
pub(crate) mod defect {
    pub(crate) const NONE: u32 = 0;
    pub(crate) const FILLS_TOO_LITTLE: u32 = 1;
    pub(crate) const UPLOADS_TO_THE_BEGINNING: u32 = 2;
    pub(crate) const DOWNLOADS_NOTHING: u32 = 3;
    pub(crate) const HAS_NO_TIME: u32 = 4;
    pub(crate) const LAUNCHES_NOTHING: u32 = 5;
    pub(crate) const LEAVES_OUT_ADDED_MEMORY: u32 = 6;
    pub(crate) const TURNS_BLOCKS_AROUND: u32 = 7;
    pub(crate) const HAS_ANY_DEVICE: u32 = 8;
    pub(crate) const LOADS_ANYTHING: u32 = 9;
    pub(crate) const HAS_LITTLE_SHARED_MEMORY: u32 = 10;
    pub(crate) const COUNTS_NO_BLOCKS: u32 = 11;
    pub(crate) const HAS_ONE_STREAM: u32 = 12;
    pub(crate) const REACHES_NOTHING: u32 = 13;
    pub(crate) const COUNTS_NO_DEVICES: u32 = 14;
    pub(crate) const COPIES_FROM_THE_BEGINNING: u32 = 15;
    pub(crate) const COPIES_FOREIGN_MEMORY: u32 = 16;
    pub(crate) const BEGINS_NO_UPLOAD: u32 = 17;
    pub(crate) const BEGINS_NO_DOWNLOAD: u32 = 18;
    pub(crate) const LAUNCHES_WHAT_IT_RECORDS: u32 = 19;
    pub(crate) const RECORDS_THE_LAST_LAUNCH: u32 = 20;
    pub(crate) const COUNTS_ITSELF_FROM_ONE: u32 = 21;
    pub(crate) const IS_ALWAYS_CAPTURED: u32 = 22;
    /// One after the last.
    pub(crate) const END: u32 = 23;
}

/// What an object begins with that the back end takes, before the text from which it might have been made.
pub(crate) const OBJECT: &str = "object of ";

/// The back end, with a defect.
#[derive(Clone)]
pub(crate) struct Fake<const DEFECT: u32> {
    pub(crate) executor: Executor,
    pub(crate) limits: Limits,
}

/// Memory of the executor.
pub(crate) struct Block(pub(crate) Memory);

/// PTX, and how much dynamic shared memory each kernel is allowed that was found in it.
pub(crate) struct Loaded {
    ptx: String,
    allowed: Mutex<HashMap<String, u32>>,
}

/// A kernel of a module.
#[derive(Clone)]
pub(crate) struct Function {
    module: Arc<Loaded>,
    entry: String,
}

// SAFETY: what is right about it is the executor's; what is wrong reaches no other memory.
unsafe impl<const DEFECT: u32> Backend for Fake<DEFECT> {
    type Memory = Block;
    type Module = Arc<Loaded>;
    type Function = Function;
    type Event = Event;

    const NAME: &'static str = "fake";

    fn open(ordinal: usize) -> Result<Self, Error> {
        // As on a GPU, two handles are one device.
        static EXECUTOR: OnceLock<Executor> = OnceLock::new();
        if ordinal != 0 && DEFECT != defect::HAS_ANY_DEVICE {
            return Err(Error::NoDevice { ordinal, count: 1 });
        }
        let executor = EXECUTOR.get_or_init(|| Executor::with(Options::new())).clone();
        let mut limits = executor.limits().clone();
        limits.memory = 1 << 30;
        if DEFECT == defect::HAS_LITTLE_SHARED_MEMORY {
            limits.shared_per_block = limits.shared_per_block_default - 1;
        }
        Ok(Self { executor, limits })
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn same_device(&self, other: &Self) -> bool {
        self.executor.same_device(&other.executor)
    }

    fn allocate(&self, bytes: usize) -> Result<Block, Error> {
        // A driver keeps some for itself.
        if bytes as u64 > self.limits.memory - (1 << 20) {
            return Err(Error::OutOfMemory { bytes });
        }
        self.executor.allocate(bytes).map(Block)
    }

    fn address(&self, Block(memory): &Block) -> u64 {
        self.executor.address(memory)
    }

    fn upload(&self, Block(to): &Block, offset: usize, from: &[u8]) -> Result<(), Error> {
        let offset = if DEFECT == defect::UPLOADS_TO_THE_BEGINNING { 0 } else { offset };
        self.executor.upload(to, offset, from)
    }

    fn download(&self, Block(from): &Block, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        if DEFECT == defect::DOWNLOADS_NOTHING { Ok(()) } else { self.executor.download(from, offset, to) }
    }

    fn fill(&self, Block(memory): &Block, offset: usize, bytes: usize, value: u8) -> Result<(), Error> {
        let bytes = bytes - usize::from(DEFECT == defect::FILLS_TOO_LITTLE && bytes > 1);
        self.executor.fill(memory, offset, bytes, value)
    }

    fn load(&self, ptx: &str) -> Result<Arc<Loaded>, Error> {
        let refused = |words: String| Err(Error::Driver { doing: "loading PTX", words });
        if DEFECT != defect::LOADS_ANYTHING {
            if ptx.contains('\0') {
                return refused("there is a zero byte in it".to_owned());
            }
            if let Some(line) = ptx.lines().position(|line| line.starts_with("no such")) {
                return refused(format!("line {}: syntax error", line + 1));
            }
        }
        Ok(Arc::new(Loaded { ptx: ptx.to_owned(), allowed: Mutex::default() }))
    }

    unsafe fn load_object(&self, object: &[u8]) -> Result<Arc<Loaded>, Error> {
        let text = str::from_utf8(object).ok().and_then(|text| text.strip_prefix(OBJECT));
        let refused = || Error::Driver { doing: "loading an object", words: "it is no object".to_owned() };
        self.load(text.ok_or_else(refused)?)
    }

    fn function(&self, module: &Arc<Loaded>, entry: &str, dynamic_shared: u32) -> Result<Function, Error> {
        if !module.ptx.contains(&format!(".entry {entry}(")) {
            return Err(Error::NoKernel { entry: entry.to_owned() });
        }
        let mut allowed = module.allowed.lock().unwrap();
        let allowed = allowed.entry(entry.to_owned()).or_insert(self.limits.shared_per_block_default);
        *allowed = dynamic_shared.max(*allowed);
        Ok(Function { module: Arc::clone(module), entry: entry.to_owned() })
    }

    fn resident_blocks(&self, _: &Function, threads: u32, dynamic_shared: u32) -> Result<u32, Error> {
        let most = self.executor.resident_blocks(&(), threads, dynamic_shared)?;
        Ok(if DEFECT == defect::COUNTS_NO_BLOCKS { 0 } else { most })
    }

    unsafe fn launch(&self, function: &Function, mut invocation: Invocation<'_>) -> Result<(), Error> {
        let [x, y, z] = invocation.block;
        if invocation.dynamic_shared > function.module.allowed.lock().unwrap()[&function.entry] {
            return Err(Error::Driver { doing: "launching a kernel", words: "invalid argument".to_owned() });
        }
        match DEFECT {
            defect::LAUNCHES_NOTHING => return Ok(()),
            defect::LEAVES_OUT_ADDED_MEMORY => invocation.dynamic_shared = 0,
            defect::TURNS_BLOCKS_AROUND => invocation.block = [z, y, x],
            _ => {}
        }
        // SAFETY: as the caller promises; fewer threads or less memory reach no other places.
        unsafe { self.executor.launch(&(), invocation) }
    }

    fn synchronize(&self) -> Result<(), Error> {
        self.executor.synchronize()
    }

    fn is_captured(&self) -> Result<bool, Error> {
        Ok(DEFECT == defect::IS_ALWAYS_CAPTURED)
    }

    fn record(&self) -> Result<Event, Error> {
        self.executor.record()
    }

    fn elapsed(&self, from: &Event, to: &Event) -> Result<f32, Error> {
        if DEFECT == defect::HAS_NO_TIME { Ok(0.0) } else { self.executor.elapsed(from, to) }
    }
}

/// A device without a defect.
pub(crate) fn device() -> Device<Fake<{ defect::NONE }>> {
    Device::open(0).expect("the fake device is there")
}
