//! Modules: programs loaded to a device, and the launches of their kernels.

use super::argument::Value;
use super::backend::{Backend, Body, Invocation, Limits};
use super::config::Launch;
use super::device::Device;
use super::error::Error;
use super::owner::Owner;
use super::placement::Placement;
use crate::kernel::{Entry, Instance, PlacedTile, TileSpec};
use lego_machine::image::{self, Bounds, Kernels};
use std::collections::HashMap;
use std::collections::hash_map;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The kernels of a program on a device. Cheap to clone.
pub struct Module<B: Backend> {
    // Dropped before the device.
    loaded: Arc<Loaded<B>>,
    device: Device<B>,
    /// Where launches are noted, if they are not begun.
    recorder: Option<Arc<dyn Recorder<B>>>,
}

/// What takes the launches of a module that is recorded.
pub(super) trait Recorder<B: Backend>: Send + Sync {
    /// Notes a launch instead of beginning it.
    ///
    /// # Safety
    /// The function is of a module of the device, the arguments are what the kernel takes, and `owners` keep the memory
    /// alive that they point to.
    ///
    /// # Errors
    /// [`Error::Recorded`] once the recording has ended; the driver's words.
    unsafe fn note(
        &self,
        function: &B::Function,
        invocation: Invocation<'_>,
        body: Body,
        owners: Vec<Owner>,
    ) -> Result<(), Error>;
}

struct Loaded<B: Backend> {
    // The functions are dropped before their module.
    functions: Mutex<HashMap<&'static str, Function<B>>>,
    module: B::Module,
    image: Option<&'static image::KernelModule>,
    /// Whether the module is the image's object, and not its PTX.
    is_assembled: bool,
    /// What stands for the text of the program, once somebody asked.
    fingerprint: OnceLock<u64>,
}

/// A kernel that was launched before, and how much dynamic shared memory it is allowed.
struct Function<B: Backend> {
    function: B::Function,
    allowed: u32,
}

/// A launch whose shape is right.
#[derive(Clone, Copy)]
struct Shape {
    block: [u32; 3],
    dynamic_shared: u32,
}

impl<B: Backend> Device<B> {
    /// Loads the kernels that a build script embedded.
    ///
    /// A program is what `lego-cuda-build` wrote; one made by hand takes [`unsafe`](Kernels::new). A launch compares the number
    /// that the builder found in the kernel's PTX with the one of the kernel that the host program knows: of its text, its types,
    /// layouts, sizes, tiles and bounds. So a kernel of the same name from other sources, or built with other features, is
    /// [`Error::OtherKernel`].
    ///
    /// # Errors
    /// [`Error::NotBuilt`] where there is nothing embedded, [`Error::WrongArchitecture`] where no module of it runs on
    /// the device, or the driver's words. The executor needs none of it and always succeeds.
    pub fn load(&self, program: &'static Kernels) -> Result<Module<B>, Error> {
        if B::RUNS_BODIES {
            return self.without_program();
        }
        if program.modules().is_empty() {
            let why = program.missing().unwrap_or("the build made no modules");
            return Err(Error::NotBuilt { program: program.name(), why });
        }
        let Limits { name, capability, .. } = self.limits();
        let image = program.module_for(capability.0, capability.1).ok_or_else(|| Error::WrongArchitecture {
            device: name.clone(),
            capability: *capability,
            modules: program.modules().iter().map(|module| module.architecture.name).collect(),
        })?;
        let object = image.object.filter(|_| image.architecture.runs_object_on(capability.0, capability.1));
        // SAFETY: who made the program promises that it is all that ptxas wrote.
        let assembled = object.and_then(|object| unsafe { self.backend().load_object(object) }.ok());
        let is_assembled = assembled.is_some();
        // A driver that is older than ptxas takes no object of it, and compiles the PTX.
        let module = assembled.map_or_else(|| self.backend().load(image.ptx), Ok)?;
        Ok(Module::new(self, module, Some(image), is_assembled))
    }

    /// All kernels that are linked into the program, for the executor, which runs them without PTX.
    ///
    /// # Errors
    /// [`Error::NeedsProgram`] on a GPU.
    pub fn without_program(&self) -> Result<Module<B>, Error> {
        if !B::RUNS_BODIES {
            return Err(Error::NeedsProgram { backend: B::NAME });
        }
        Ok(Module::new(self, self.backend().load("")?, None, false))
    }
}

impl<B: Backend> Module<B> {
    fn new(
        device: &Device<B>,
        module: B::Module,
        image: Option<&'static image::KernelModule>,
        is_assembled: bool,
    ) -> Self {
        let loaded = Loaded { functions: Mutex::default(), module, image, is_assembled, fingerprint: OnceLock::new() };
        Self { loaded: Arc::new(loaded), device: device.clone(), recorder: None }
    }

    /// The same kernels, launched on a handle that shares memory with this one's.
    pub(super) fn moved_to(&self, device: &Device<B>) -> Self {
        Self { loaded: Arc::clone(&self.loaded), device: device.clone(), recorder: None }
    }

    /// The same kernels, whose launches are noted instead of begun.
    pub(super) fn recorded_by(&self, recorder: Arc<dyn Recorder<B>>) -> Self {
        Self { recorder: Some(recorder), ..self.clone() }
    }

    /// The device.
    pub fn device(&self) -> &Device<B> {
        &self.device
    }

    /// The module of the program that was chosen for the device; `None` where bodies are run.
    pub fn image(&self) -> Option<&'static image::KernelModule> {
        self.loaded.image
    }

    /// Whether what is loaded is the object that ptxas made when the program was built; else the driver compiled the PTX.
    pub fn is_assembled(&self) -> bool {
        self.loaded.is_assembled
    }

    /// Returns true if the program has a kernel of this symbol, and always where bodies run and there is no program.
    pub fn has(&self, symbol: &str) -> bool {
        self.image().is_none_or(|image| image.kernel(symbol).is_some())
    }

    /// Whether launches are noted for a graph instead of begun.
    pub(super) fn is_recorded(&self) -> bool {
        self.recorder.is_some()
    }

    /// A number that stands for what is loaded: another text has another one, and so has what another compiler made of it. 0 where bodies
    /// are run.
    pub(super) fn fingerprint(&self) -> u64 {
        let of = |image: &image::KernelModule| {
            let mut hasher = DefaultHasher::new();
            image.ptx.hash(&mut hasher);
            image.object.filter(|_| self.loaded.is_assembled).hash(&mut hasher);
            hasher.finish()
        };
        *self.loaded.fingerprint.get_or_init(|| self.loaded.image.map_or(0, of))
    }

    /// How many blocks of a launch run at once on the whole device; a cooperative launch can have no more.
    ///
    /// A kernel with tiles whose layouts a launch passes does not compile here: ask
    /// [`resident_blocks_with`](Module::resident_blocks_with).
    ///
    /// # Errors
    /// Those of a launch of this block and this shared memory.
    pub fn resident_blocks<K: Instance>(&self, launch: Launch) -> Result<u32, Error> {
        self.resident_blocks_with::<K, 0>(launch, [])
    }

    /// As [`resident_blocks`](Module::resident_blocks), of a kernel with tiles whose layouts a launch passes: the
    /// [bytes](super::TileLayout::bytes) of each, in the order of the parameters. They are placed as a launch places them.
    ///
    /// ```
    /// use lego::layout;
    /// use lego_cuda::device::thread_idx;
    /// use lego_cuda::executor::Executor;
    /// use lego_cuda::launch::{Device, Error, Launch, TileLayout};
    /// use lego_cuda::lego_kernel;
    /// use lego_cuda::view::Shared;
    ///
    /// layout!(pub type Line(n) = Row(n););
    ///
    /// #[lego_kernel(threads = 32)]
    /// pub fn mark(#[shared(layout)] marks: Shared<'_, u32, Line>) {
    ///     marks.try_set([thread_idx().x], 1);
    /// }
    ///
    /// # fn main() -> Result<(), Error> {
    /// let module = Device::new(Executor::new()).without_program()?;
    /// let at_once = |n| {
    ///     let marks = TileLayout::<u32, _>::from(Line::new(n).map_err(Error::layout("marks"))?);
    ///     let bytes = marks.bytes().map_err(Error::layout("marks"))?;
    ///     module.resident_blocks_with::<Mark, 1>(Launch::grid(1), [bytes])
    /// };
    /// assert!(at_once(1024)? > 0);
    /// assert!(matches!(at_once(1 << 20), Err(Error::SharedMemory { bytes: 0x40_0000, .. })));
    /// # Ok(())
    /// # }
    /// # main().unwrap();
    /// ```
    ///
    /// With another number of tiles it does not compile:
    ///
    /// ```compile_fail,E0080
    /// # use lego::layout;
    /// # use lego_cuda::executor::Executor;
    /// # use lego_cuda::launch::{Device, Launch};
    /// # use lego_cuda::view::Shared;
    /// # layout!(pub type Line(n) = Row(n););
    /// # #[lego_cuda::lego_kernel(threads = 32)]
    /// # pub fn mark(#[shared(layout)] marks: Shared<'_, u32, Line>) { marks.try_set([0], 1); }
    /// # let module = Device::new(Executor::new()).without_program().unwrap();
    /// module.resident_blocks::<Mark>(Launch::grid(1));
    /// ```
    ///
    /// # Errors
    /// Those of a launch of this block and this shared memory.
    pub fn resident_blocks_with<K: Instance, const TILES: usize>(
        &self,
        launch: Launch,
        tiles: [u64; TILES],
    ) -> Result<u32, Error> {
        const {
            assert!(
                TILES == K::LAID_TILES,
                "as many tiles are given as the kernel has whose layouts a launch passes: `resident_blocks_with` takes the bytes \
                 of each"
            )
        };
        let entry = const { &Entry::of::<K>() };
        let mut memory = Placement::of(entry);
        self.resident_blocks_of(entry, launch, &tiles.map(|bytes| memory.add("a tile", bytes)))
    }

    fn resident_blocks_of(&self, entry: &Entry, launch: Launch, placed: &[PlacedTile]) -> Result<u32, Error> {
        let shape = self.shape(entry, launch, placed)?;
        let function = self.function(entry.symbol, shape.dynamic_shared)?;
        self.device.backend().resident_blocks(&function, shape.block.iter().product(), shape.dynamic_shared)
    }

    /// Checks the shape of a launch and begins it. It need not have ended at return; what goes wrong in the kernel is
    /// said by the next call that waits for it.
    ///
    /// What `#[lego_kernel]` makes calls this, after it has checked the arguments.
    ///
    /// A grid without blocks, one with an extent of 0, is checked and starts nothing: no back end is called, and a graph records nothing.
    ///
    /// # Errors
    /// [`Error::Extent`], [`Error::Block`], [`Error::Grid`], [`Error::Cluster`], [`Error::UnreadGrid`], [`Error::SharedMemory`], [`Error::Cooperative`], [`Error::NoKernel`],
    /// [`Error::Parameters`], or the driver's words.
    ///
    /// # Safety
    /// `entry` is that of the kernel. `arguments` are the [`Parameter::Abi`](crate::kernel::Parameter::Abi) of its
    /// parameters in their order, each [checked](super::Argument::check) for this device, with its
    /// [owner](super::Argument::owner), and [placed](super::Argument::place) if it is a tile. `body` runs the kernel on
    /// the same arguments, for the offsets of its tiles.
    pub unsafe fn launch(
        &self,
        entry: &Entry,
        launch: Launch,
        arguments: &mut [Value<'_>],
        body: impl Fn(&[u32]) + Clone + Send + Sync + 'static,
    ) -> Result<(), Error> {
        // SAFETY: the arguments and the body are right by the caller's promise, which is the same.
        unsafe { self.launch_kept(entry, launch, arguments, &body, &|| Arc::new(body.clone())) }
    }

    /// The same of any body; `kept` gives it to a recorder, which keeps it.
    ///
    /// # Safety
    /// That of [`launch`](Self::launch).
    unsafe fn launch_kept(
        &self,
        entry: &Entry,
        launch: Launch,
        arguments: &mut [Value<'_>],
        body: &(dyn Fn(&[u32]) + Send + Sync),
        kept: &dyn Fn() -> Body,
    ) -> Result<(), Error> {
        let placed: Vec<_> = arguments.iter().filter_map(Value::placed).collect();
        let shape = self.shape(entry, launch, &placed)?;
        self.check_grid(entry, launch.grid)?;
        self.check_parameters(entry, arguments)?;
        let function = self.function(entry.symbol, shape.dynamic_shared)?;
        if launch.is_empty() {
            return Ok(());
        }
        if launch.cooperative {
            let threads = shape.block.iter().product();
            let most = self.device.backend().resident_blocks(&function, threads, shape.dynamic_shared)?;
            let blocks = launch.grid.iter().map(|extent| u64::from(*extent)).fold(1, u64::saturating_mul);
            if blocks > u64::from(most) {
                return Err(Error::Cooperative { kernel: entry.symbol, blocks, most });
            }
        }
        let mut pointers: Vec<_> = arguments.iter().map(Value::pointer).collect();
        let passed: Vec<_> = arguments.iter().filter_map(Value::passed).cloned().collect();
        let mut invocation = Invocation {
            cluster: entry.bounds.cluster.unwrap_or(1),
            registers: entry.bounds.registers(),
            entry: entry.symbol,
            grid: launch.grid,
            block: shape.block,
            dynamic_shared: shape.dynamic_shared,
            cooperative: launch.cooperative,
            tiles: entry.tiles,
            placed: &placed,
            arguments: &mut pointers,
            passed: &passed,
            body: &|_| (),
        };
        let Some(recorder) = &self.recorder else {
            invocation.body = body;
            // SAFETY: the arguments are right by the caller's promise. Memory they point to is borrowed until here; it is
            // given back only by a drop of its buffer, which the back end lets wait for this launch.
            return unsafe { self.device.backend().launch(&function, invocation) };
        };
        let owners = arguments.iter().filter_map(Value::owner).cloned().collect();
        // SAFETY: the arguments are right by the caller's promise; what they point to has these owners.
        unsafe { recorder.note(&function, invocation, kept(), owners) }
    }

    /// The block and the shared memory of a launch, checked against the kernel and the device.
    fn shape(&self, entry: &Entry, launch: Launch, placed: &[PlacedTile]) -> Result<Shape, Error> {
        let limits = self.device.limits();
        let kernel = entry.symbol;
        launch.check_fit(kernel)?;
        let wrong = || Error::Block { kernel, block: launch.block, allowed: allowed(&entry.bounds, limits) };
        let block = launch.block.or(entry.bounds.required_threads).ok_or_else(wrong)?;
        if !entry.bounds.allow(block) || !device_allows(block, limits) {
            return Err(Error::Block { kernel, block: Some(block), allowed: allowed(&entry.bounds, limits) });
        }
        let tiles = PlacedTile::end_of_all(placed, entry.dynamic_bytes);
        let dynamic = tiles.saturating_add(launch.dynamic_shared.into());
        let bytes = dynamic.saturating_add(self.static_bytes(entry));
        let most = limits.shared_per_block;
        match u32::try_from(dynamic) {
            Ok(dynamic_shared) if bytes <= u64::from(most) => Ok(Shape { block, dynamic_shared }),
            _ => Err(Error::SharedMemory { kernel, bytes, most }),
        }
    }

    /// The shared memory of a block that no launch adds: of the kernel's tiles, or all that ptxas counted.
    fn static_bytes(&self, entry: &Entry) -> u64 {
        let kernel = self.loaded.image.and_then(|image| image.kernel(entry.symbol));
        let counted = kernel.and_then(|kernel| kernel.resources).map_or(0, |used| u64::from(used.shared));
        let fixed = entry.tiles.iter().filter(|spec| !spec.dynamic);
        let declared = fixed.fold(0, |end: u64, TileSpec { tile, .. }| {
            end.next_multiple_of(u64::from(tile.align.max(1))) + u64::from(tile.bytes)
        });
        counted.max(declared)
    }

    fn check_grid(&self, entry: &Entry, grid: [u32; 3]) -> Result<(), Error> {
        let most = self.device.limits().grid;
        if grid.iter().zip(most).any(|(extent, most)| *extent > most) {
            return Err(Error::Grid { kernel: entry.symbol, grid, most });
        }
        let cluster = entry.bounds.cluster.unwrap_or(1);
        if !grid[0].is_multiple_of(cluster) {
            return Err(Error::Cluster { kernel: entry.symbol, extent: grid[0], cluster });
        }
        match (0..3).find(|&axis| grid[axis] > 1 && !entry.grid[axis]) {
            Some(axis) => {
                Err(Error::UnreadGrid { kernel: entry.symbol, axis: ["x", "y", "z"][axis], extent: grid[axis] })
            }
            None => Ok(()),
        }
    }

    /// That the program's kernel takes what is passed: one of this name may come from other kernels, or older ones.
    fn check_parameters(&self, entry: &Entry, arguments: &[Value<'_>]) -> Result<(), Error> {
        let Some(image) = self.loaded.image else { return Ok(()) };
        let kernel = image.kernel(entry.symbol).ok_or_else(|| Error::NoKernel { entry: entry.symbol.to_owned() })?;
        let program = kernel.parameters.iter().map(|parameter| parameter.bytes as usize);
        let launch = arguments.iter().map(Value::bytes);
        if !program.clone().eq(launch.clone()) {
            return Err(Error::Parameters {
                kernel: entry.symbol,
                program: program.collect(),
                launch: launch.collect(),
            });
        }
        // One without a number is none of `#[lego_kernel]`.
        if kernel.signature == Some(entry.signature) {
            Ok(())
        } else {
            Err(Error::OtherKernel { kernel: entry.symbol })
        }
    }

    /// The kernel, allowed at least so much dynamic shared memory.
    fn function(&self, entry: &'static str, dynamic_shared: u32) -> Result<B::Function, Error> {
        // Nothing that is half done is left behind by a panic of another thread.
        let mut functions = self.loaded.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let find = || self.device.backend().function(&self.loaded.module, entry, dynamic_shared);
        match functions.entry(entry) {
            hash_map::Entry::Occupied(mut found) => {
                if found.get().allowed < dynamic_shared {
                    found.insert(Function { function: find()?, allowed: dynamic_shared });
                }
                Ok(found.get().function.clone())
            }
            hash_map::Entry::Vacant(place) => {
                Ok(place.insert(Function { function: find()?, allowed: dynamic_shared }).function.clone())
            }
        }
    }
}

fn device_allows(block: [u32; 3], limits: &Limits) -> bool {
    let threads = block.iter().map(|extent| u64::from(*extent)).fold(1, u64::saturating_mul);
    let inside = block.iter().zip(limits.block).all(|(extent, most)| (1..=most).contains(extent));
    inside && threads <= u64::from(limits.threads_per_block)
}

/// What blocks a kernel and a device take, in words.
fn allowed(bounds: &Bounds, limits: &Limits) -> String {
    let [x, y, z] = limits.block;
    let device = format!("the device takes up to {} threads, and up to {x}x{y}x{z}", limits.threads_per_block);
    match (bounds.required_threads, bounds.max_threads) {
        (Some([x, y, z]), _) => format!("it takes {x}x{y}x{z} and nothing else; {device}"),
        (None, Some([x, y, z])) => {
            format!("it takes up to {} threads; {device}", u64::from(x) * u64::from(y) * u64::from(z))
        }
        (None, None) => device,
    }
}

impl<B: Backend> Clone for Module<B> {
    fn clone(&self) -> Self {
        let recorder = self.recorder.clone();
        Self { loaded: Arc::clone(&self.loaded), device: self.device.clone(), recorder }
    }
}

impl<B: Backend> fmt::Debug for Module<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let architecture = self.loaded.image.map(|image| image.architecture.name);
        f.debug_struct("Module").field("device", &self.device).field("architecture", &architecture).finish()
    }
}
