//! Errors: why a device, a buffer or a launch is not to be had.

use crate::view::Uncovered;
use std::fmt;

/// Why a device, a buffer or a launch is not to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no driver, or it cannot be used.
    NoDriver {
        /// What was tried, and what to install.
        why: String,
    },
    /// There is no device of this number.
    NoDevice {
        /// The number asked for.
        ordinal: usize,
        /// How many there are.
        count: usize,
    },
    /// The build embedded no kernels.
    NotBuilt {
        /// The name of the program.
        program: &'static str,
        /// Why.
        why: &'static str,
    },
    /// There is no PTX, and the back end runs nothing else.
    NeedsProgram {
        /// The back end.
        backend: &'static str,
    },
    /// No module of the program runs on the device.
    WrongArchitecture {
        /// The device.
        device: String,
        /// Its compute capability.
        capability: (u32, u32),
        /// What the program has.
        modules: Vec<&'static str>,
    },
    /// The program has no kernel of this name.
    NoKernel {
        /// The symbol looked for.
        entry: String,
    },
    /// No instance of a kernel is for what is asked.
    NoInstance {
        /// The kernel.
        kernel: &'static str,
        /// The instances that there are of these types.
        listed: Vec<&'static str>,
    },
    /// The program's kernel takes other parameters than the launch passes.
    Parameters {
        /// The kernel.
        kernel: &'static str,
        /// The bytes of each parameter in the program.
        program: Vec<usize>,
        /// The bytes of each argument of the launch.
        launch: Vec<usize>,
    },
    /// The program's kernel has the name and the parameters, and was compiled from another text, or for other types.
    OtherKernel {
        /// The kernel.
        kernel: &'static str,
    },
    /// The device has not so much memory.
    OutOfMemory {
        /// The bytes asked for.
        bytes: usize,
    },
    /// There are too few or too many elements.
    Length {
        /// What has the wrong length: a parameter of a kernel, or a copy.
        what: &'static str,
        /// The elements there are.
        elements: usize,
        /// The elements needed.
        needed: usize,
    },
    /// A layout of run-time sizes is wrong for a kernel.
    Layout {
        /// The parameter.
        parameter: &'static str,
        /// What is wrong.
        error: Box<lego_core::LayoutError>,
    },
    /// A view is split among threads by axes that do not name all in which the threads of the launch differ.
    Axes {
        /// The parameter.
        parameter: &'static str,
        /// The axis that is not named.
        axis: &'static str,
        /// Its extent in the launch.
        extent: u32,
    },
    /// A view is split among threads, and no thread has some of its elements.
    Uncovered {
        /// The parameter.
        parameter: &'static str,
        /// The axis that the launch does not reach to its end.
        uncovered: Uncovered,
    },
    /// What the kernel says of its arguments does not hold.
    Fact {
        /// The kernel.
        kernel: &'static str,
        /// What it says, as `where` has it.
        fact: &'static str,
        /// The sizes and numbers in it, with their values.
        values: Vec<(&'static str, i128)>,
    },
    /// A launch was to cover what is split among its threads, and the kernel takes nothing of that kind.
    NothingToCover {
        /// The kernel.
        kernel: &'static str,
    },
    /// The block is not one the kernel or the device takes.
    Block {
        /// The kernel.
        kernel: &'static str,
        /// The extents asked for; `None` if none were given and the kernel requires none.
        block: Option<[u32; 3]>,
        /// What is allowed.
        allowed: String,
    },
    /// An integer was passed that the type of the kernel's parameter does not have.
    Number {
        /// The kernel.
        kernel: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What was passed.
        value: i128,
        /// The parameter's type.
        ty: &'static str,
    },
    /// An extent or a number of bytes was given that does not fit 32 bits.
    Extent {
        /// The kernel.
        kernel: &'static str,
        /// What it counts.
        what: &'static str,
        /// What was given.
        value: i128,
    },
    /// The grid is not one the device takes.
    Grid {
        /// The kernel.
        kernel: &'static str,
        /// The extents asked for.
        grid: [u32; 3],
        /// The most there can be.
        most: [u32; 3],
    },
    /// The blocks of the grid make no whole clusters.
    Cluster {
        /// The kernel.
        kernel: &'static str,
        /// The grid's extent in x.
        extent: u32,
        /// The blocks of a cluster.
        cluster: u32,
    },
    /// The grid has several blocks in a coordinate that the kernel does not read: they would do the same, and write the same
    /// places.
    UnreadGrid {
        /// The kernel.
        kernel: &'static str,
        /// The coordinate: `y`.
        axis: &'static str,
        /// The grid's extent there.
        extent: u32,
    },
    /// The device has not so much shared memory for a block.
    SharedMemory {
        /// The kernel.
        kernel: &'static str,
        /// The bytes needed, of static and dynamic tiles.
        bytes: u64,
        /// The most there can be.
        most: u32,
    },
    /// All blocks were to run at once, and the device cannot hold so many.
    Cooperative {
        /// The kernel.
        kernel: &'static str,
        /// The blocks asked for.
        blocks: u64,
        /// The most there can be, with as many threads and as much shared memory.
        most: u32,
    },
    /// A buffer or an event belongs to another device, or to another stream of this one.
    OtherDevice {
        /// The parameter of the kernel, or what else it is.
        what: &'static str,
    },
    /// A graph uses it, which nothing can change any more.
    Recorded {
        /// What it uses.
        what: &'static str,
    },
    /// Foreign memory begins where no buffer can.
    Address {
        /// The address.
        address: u64,
        /// What it has to be a multiple of.
        multiple: u64,
    },
    /// A tensor of another library is none that can be taken for a matrix here.
    Foreign {
        /// What does not fit, with its numbers.
        why: String,
    },
    /// The copy engine cannot copy boxes of a tensor.
    TensorMap {
        /// Why.
        why: String,
    },
    /// The driver said no.
    Driver {
        /// What was being done.
        doing: &'static str,
        /// The driver's words.
        words: String,
    },
    /// A tuner is to choose among no ways, or among two of one name.
    NothingToChoose {
        /// The problem.
        problem: String,
        /// The names of the ways.
        ways: Vec<String>,
    },
    /// The executor found faults in a kernel.
    Kernel {
        /// The kernel.
        kernel: &'static str,
        /// Each fault with block, thread and source line.
        faults: String,
    },
}

impl Error {
    /// What is wrong with a layout, for a parameter of a kernel: to be used in `map_err`.
    ///
    /// ```
    /// use lego_cuda::launch::Error;
    /// lego::layout!(type Table(m, n) = Row(m, n) where m % 8 == 0;);
    /// let table = Table::new(12, 8).map_err(Error::layout("score"));
    /// assert!(table.unwrap_err().to_string().starts_with("the layout of `score`: "));
    /// ```
    pub fn layout(parameter: &'static str) -> impl Fn(lego_core::LayoutError) -> Self + Copy {
        move |error| Self::Layout { parameter, error: Box::new(error) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
        match self {
            Self::NoDriver { why } => write!(f, "there is no CUDA driver: {why}"),
            Self::NoDevice { ordinal, count } => {
                write!(f, "there is no device {ordinal}: the driver knows {count}, counted from 0")
            }
            Self::NotBuilt { program, why } => write!(f, "the kernels of `{program}` were not built: {why}"),
            Self::NeedsProgram { backend } => write!(
                f,
                "{backend} runs PTX and nothing else: load the program that `lego-cuda-build` embedded, by `Device::load`"
            ),
            Self::WrongArchitecture { device, capability: (major, minor), modules } => write!(
                f,
                "{device} has compute capability {major}.{minor}, and the kernels were built for {}: name its \
                 architecture, `sm_{major}{minor}` or one below, in the build script",
                modules.join(", ")
            ),
            Self::NoKernel { entry } => write!(f, "the program has no kernel `{entry}`"),
            Self::NoInstance { kernel, listed } if listed.is_empty() => {
                write!(f, "`{kernel}` has no instance of these types: list one in its `instances(…)`")
            }
            Self::NoInstance { kernel, listed } => {
                write!(f, "no instance of `{kernel}` is for this; of these types there are {}", listed.join(", "))
            }
            Self::Parameters { kernel, program, launch } => write!(
                f,
                "`{kernel}` takes parameters of {program:?} bytes in the program, and the launch passes {launch:?}: the \
                 program was built from other kernels than these"
            ),
            Self::OtherKernel { kernel } => write!(
                f,
                "the program's `{kernel}` was compiled from another text, or for other types, layouts or sizes, than this \
                 launch was: build both from the same source, with the same features; no two kernels may have one name"
            ),
            Self::OutOfMemory { bytes } => write!(f, "the device has no {bytes} bytes of memory left"),
            Self::Length { what, elements, needed } => {
                write!(f, "{what} has {elements} elements, and {needed} are needed")
            }
            Self::Layout { parameter, error } => write!(f, "the layout of `{parameter}`: {error}"),
            Self::Axes { parameter, axis: "Block", .. } => {
                write!(f, "`{parameter}` is split by the number of the block, and the grid has more than 2^32 blocks")
            }
            Self::Axes { parameter, axis, extent } => write!(
                f,
                "`{parameter}` is split among threads by axes that do not name `{axis}`, which has an extent of {extent}: \
                 threads that differ in it alone would share elements"
            ),
            Self::Uncovered { parameter, uncovered: Uncovered { axis, name, extent, reach } } => write!(
                f,
                "`{parameter}` has an extent of {extent} along axis {axis}, and `{name}` goes up to {reach} in this launch: \
                 no thread has the elements beyond. `Launch::covering()` has the extents it takes, and `partial()` says that \
                 this is meant"
            ),
            Self::Fact { kernel, fact, values } => {
                let values: Vec<_> = values.iter().map(|(name, value)| format!("`{name}` is {value}")).collect();
                write!(f, "`{kernel}` takes arguments where {fact}; here {}", values.join(", "))
            }
            Self::NothingToCover { kernel } => write!(
                f,
                "`{kernel}` takes no `Split`, so nothing says how many blocks cover what it writes: give them, by \
                 `Launch::grid`"
            ),
            Self::Block { kernel, block: Some(block), allowed } => {
                write!(f, "`{kernel}` with blocks of {} threads: {allowed}", of(*block))
            }
            Self::Block { kernel, block: None, allowed } => {
                write!(f, "`{kernel}` needs the extents of a block, by `Launch::block`: {allowed}")
            }
            Self::Number { kernel, parameter, value, ty } => {
                write!(f, "`{kernel}` takes `{parameter}` as a `{ty}`, which {value} does not fit")
            }
            Self::Extent { kernel, what, value } => {
                write!(f, "`{kernel}` with {value} {what}: what does not fit 32 bits no launch takes")
            }
            Self::Grid { kernel, grid, most } => {
                write!(f, "`{kernel}` on a grid of {} blocks: up to {} are possible", of(*grid), of(*most))
            }
            Self::Cluster { kernel, extent, cluster } => {
                write!(
                    f,
                    "`{kernel}` on a grid of {extent} blocks in x: {cluster} are a cluster, and the grid is a multiple of that"
                )
            }
            Self::UnreadGrid { kernel, axis, extent } => write!(
                f,
                "`{kernel}` on a grid of {extent} blocks in {axis}, a coordinate that it does not read: they would all do the same. \
                 The grid's extent in {axis} is to be 1"
            ),
            Self::SharedMemory { kernel, bytes, most } => {
                write!(f, "`{kernel}` needs {bytes} bytes of shared memory a block, and the device has {most}")
            }
            Self::Cooperative { kernel, blocks, most } => {
                write!(f, "`{kernel}` with all of {blocks} blocks at once: the device holds {most} of this size")
            }
            Self::OtherDevice { what } => write!(
                f,
                "`{what}` belongs to another device, or to another stream of this one: `Buffer::move_to` and `Module::on` \
                 hand over from stream to stream, `Buffer::copy_from` copies"
            ),
            Self::Recorded { what } => {
                write!(f, "{what} cannot be changed any more: a graph was recorded that uses it; drop the graph first")
            }
            Self::Address { address, multiple } => {
                write!(f, "a buffer begins at a multiple of {multiple} bytes that is not 0, and {address:#x} is none")
            }
            Self::Foreign { why } => write!(f, "the tensor of another library cannot be taken: {why}"),
            Self::TensorMap { why } => write!(f, "the copy engine cannot copy boxes of this tensor: {why}"),
            Self::Driver { doing, words } => write!(f, "{doing}: the driver says: {words}"),
            Self::NothingToChoose { problem, ways } if ways.is_empty() => {
                write!(f, "there is no way to choose for `{problem}`: the list is empty")
            }
            Self::NothingToChoose { problem, ways } => {
                write!(
                    f,
                    "of the ways for `{problem}` two have one name, and a choice is kept by its name: {}",
                    ways.join(", ")
                )
            }
            Self::Kernel { kernel, faults } => write!(f, "`{kernel}`: {faults}"),
        }
    }
}

impl std::error::Error for Error {}
