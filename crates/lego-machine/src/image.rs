//! Kernels as PTX in a host program, as plain data: what `lego-cuda-build` writes and `lego-cuda` loads.
//!
//! The builder writes a Rust file with one `static` [`Kernels`]; nothing here is made by hand. What a driver loads runs as it
//! stands, so that only `unsafe` code makes [`Kernels`].

use crate::limits;

/// The kernels of one crate, to be loaded: the builder's file has one.
///
/// Safe code makes none, for what is loaded reaches all of a device's memory:
///
/// ```compile_fail,E0451
/// use lego_machine::image::Kernels;
/// static PROGRAM: Kernels = Kernels { name: "mine", missing: None, modules: &[] };
/// ```
///
/// ```compile_fail,E0133
/// use lego_machine::image::Kernels;
/// static PROGRAM: Kernels = Kernels::new("mine", None, &[]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    name: &'static str,
    missing: Option<&'static str>,
    modules: &'static [KernelModule],
}

/// The kernels of one crate for one architecture.
#[derive(Clone, Copy, Debug)]
pub struct KernelModule {
    /// The GPUs that take it.
    pub architecture: Architecture,
    /// What the driver loads.
    pub ptx: &'static str,
    /// What ptxas made of the PTX, which a GPU of the architecture's own generation runs as it stands; `None` where the build embeds none.
    pub object: Option<&'static [u8]>,
    /// What is in it.
    pub kernels: &'static [Kernel],
}

/// A compute capability that PTX was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// As the compiler calls it: `sm_90a`.
    pub name: &'static str,
    /// The first number of the capability.
    pub major: u32,
    /// The second number of the capability.
    pub minor: u32,
    /// Which other capabilities take it.
    pub reach: Reach,
}

/// Which GPUs take the PTX of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This capability and everything newer.
    Newer,
    /// This capability and newer ones of the same first number.
    Family,
    /// This capability alone.
    Exact,
}

/// A kernel.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The symbol in the PTX.
    pub name: &'static str,
    /// The parameters in their order.
    pub parameters: &'static [Parameter],
    /// What the kernel demands of a launch.
    pub bounds: Bounds,
    /// A number of its text and types; `None` of one that `#[lego_kernel]` did not make.
    pub signature: Option<u64>,
    /// What it uses; `None` where the build had no ptxas.
    pub resources: Option<Resources>,
}

/// A parameter of a kernel, as the launch passes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its size.
    pub bytes: u32,
    /// Its alignment in bytes.
    pub align: u32,
    /// Whether it is a pointer (a structure that holds one is not).
    pub pointer: bool,
}

/// What a kernel demands of a launch, or states about it; `None` where it says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// A block has at most as many threads as the product of these (`.maxntid`).
    pub max_threads: Option<[u32; 3]>,
    /// A block has exactly these extents (`.reqntid`).
    pub required_threads: Option<[u32; 3]>,
    /// So many blocks are to fit on one multiprocessor (`.minnctapersm`); 0 asks for nothing.
    pub min_blocks: Option<u32>,
    /// A thread uses at most so many registers (`.maxnreg`).
    pub max_registers: Option<u32>,
    /// So many blocks, neighbours in x, are a cluster (`.reqnctapercluster`); 0 and 1 ask for nothing.
    pub cluster: Option<u32>,
}

/// What a kernel uses on one architecture, as ptxas says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// 32-bit registers of a thread.
    pub registers: u32,
    /// Bytes that a thread writes to memory because registers ran out.
    pub spill_stores: u32,
    /// Bytes that it reads back.
    pub spill_loads: u32,
    /// Bytes of shared memory that are declared in the kernel; what a launch adds is not counted.
    pub shared: u32,
    /// Bytes of a thread's stack frame, spills included.
    pub stack: u32,
    /// Barriers of the block in use.
    pub barriers: u32,
}

impl Kernels {
    /// A program: the name of the kernel crate's build, why there are no modules where the build had no compiler for them, and
    /// the same kernels, once for each architecture.
    ///
    /// # Safety
    /// The PTX of each module is what a compiler made of kernels of `#[lego_kernel]`, its object, if there is one, all that ptxas made of this PTX,
    /// and its `kernels` are what stands in it. An entry without a signature does nothing that safe code could not do, whatever arguments of the sizes of its
    /// parameters it is given. So it is in what `lego-cuda-build` writes.
    #[must_use]
    #[allow(unsafe_code)]
    pub const unsafe fn new(
        name: &'static str,
        missing: Option<&'static str>,
        modules: &'static [KernelModule],
    ) -> Self {
        Self { name, missing, modules }
    }

    /// The name of the kernel crate's build.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Why there are no modules, where the build had no compiler for them.
    #[must_use]
    pub const fn missing(&self) -> Option<&'static str> {
        self.missing
    }

    /// The same kernels, once for each architecture.
    #[must_use]
    pub const fn modules(&self) -> &'static [KernelModule] {
        self.modules
    }

    /// The module that suits a device best: of those it takes, the one for the newest capability, and of these the one
    /// with the shortest reach. `None` where it takes none.
    ///
    /// ```
    /// use lego_machine::image::{Architecture, KernelModule, Kernels, Reach};
    ///
    /// const fn module(name: &'static str, major: u32, minor: u32, reach: Reach) -> KernelModule {
    ///     KernelModule { architecture: Architecture { name, major, minor, reach }, ptx: "", object: None, kernels: &[] }
    /// }
    /// const MODULES: &[KernelModule] = &[module("sm_80", 8, 0, Reach::Newer), module("sm_90a", 9, 0, Reach::Exact)];
    /// // SAFETY: there is no PTX that could do anything.
    /// static PROGRAM: Kernels = unsafe { Kernels::new("kernels", None, MODULES) };
    /// let name = |major, minor| Some(PROGRAM.module_for(major, minor)?.architecture.name);
    /// assert_eq!(name(9, 0), Some("sm_90a"));
    /// assert_eq!(name(8, 6), Some("sm_80"));
    /// assert_eq!(name(12, 0), Some("sm_80"));
    /// assert_eq!(name(7, 5), None);
    /// ```
    pub fn module_for(&self, major: u32, minor: u32) -> Option<&'static KernelModule> {
        let fitting = self.modules.iter().filter(|module| module.architecture.runs_on(major, minor));
        fitting.max_by_key(|module| {
            let architecture = &module.architecture;
            (architecture.major, architecture.minor, architecture.reach != Reach::Newer)
        })
    }
}

impl KernelModule {
    /// The kernel of a name.
    pub fn kernel(&self, name: &str) -> Option<&'static Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}

impl Architecture {
    /// Whether a device of this compute capability takes what ptxas made of the PTX for this architecture: one that takes the PTX, of the same
    /// first number.
    ///
    /// Source: CUDA C++ Programming Guide, 3.1.2, “Binary Compatibility”.
    ///
    /// ```
    /// use lego_machine::image::{Architecture, Reach};
    /// let sm_80 = Architecture { name: "sm_80", major: 8, minor: 0, reach: Reach::Newer };
    /// assert!(sm_80.runs_object_on(8, 6) && sm_80.runs_on(9, 0) && !sm_80.runs_object_on(9, 0));
    /// ```
    pub const fn runs_object_on(&self, major: u32, minor: u32) -> bool {
        major == self.major && self.runs_on(major, minor)
    }

    /// Whether a device of this compute capability takes the PTX.
    pub const fn runs_on(&self, major: u32, minor: u32) -> bool {
        let same = major == self.major;
        match self.reach {
            Reach::Newer => major > self.major || same && minor >= self.minor,
            Reach::Family => same && minor >= self.minor,
            Reach::Exact => same && minor == self.minor,
        }
    }
}

impl Bounds {
    /// Whether a block of these extents may be launched.
    ///
    /// ```
    /// use lego_machine::image::Bounds;
    /// let bounds = Bounds { max_threads: Some([256, 1, 1]), ..Bounds::default() };
    /// assert!(bounds.allow([16, 16, 1]));
    /// assert!(!bounds.allow([16, 17, 1]));
    /// ```
    pub const fn allow(&self, block: [u32; 3]) -> bool {
        if let Some([x, y, z]) = self.required_threads {
            return block[0] == x && block[1] == y && block[2] == z;
        }
        match self.max_threads {
            Some(most) => limits::volume(block) <= limits::volume(most),
            None => true,
        }
    }

    /// The registers of each thread when a block begins: as many as the blocks that are to fit leave, and at most `max_registers`, in
    /// multiples of 8. `None` where the bounds do not say it: a compiler then takes as many as it likes, and `setmaxnreg` has no effect.
    ///
    /// ```
    /// use lego_machine::image::Bounds;
    /// let bounds = Bounds { required_threads: Some([384, 1, 1]), min_blocks: Some(1), ..Bounds::default() };
    /// assert_eq!(bounds.registers(), Some(168));
    /// assert_eq!(Bounds { max_registers: Some(100), ..bounds }.registers(), Some(96));
    /// assert_eq!(Bounds { min_blocks: None, ..bounds }.registers(), None);
    /// ```
    pub const fn registers(&self) -> Option<u32> {
        const UNIT: u128 = limits::REGISTER_UNIT as u128;
        // Those of a thread, in whole units.
        let mut most = (limits::REGISTERS_PER_THREAD as u128).div_ceil(UNIT) * UNIT;
        let mut is_said = false;
        let threads = match (self.required_threads, self.max_threads) {
            (Some(extents), _) | (None, Some(extents)) => limits::volume(extents),
            (None, None) => 0,
        };
        let blocks = match self.min_blocks {
            Some(blocks) => blocks as u128,
            None => 0,
        };
        if blocks > 0 && threads > 0 {
            let left = limits::REGISTERS_PER_MULTIPROCESSOR as u128 / (threads * blocks);
            most = if left < most { left } else { most };
            is_said = true;
        }
        if let Some(registers) = self.max_registers {
            most = if (registers as u128) < most { registers as u128 } else { most };
            is_said = true;
        }
        if is_said { Some((most / UNIT * UNIT) as u32) } else { None }
    }
}
