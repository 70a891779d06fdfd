//! `#[lego_kernel]` from both sides: the PTX of `tests/entries` is what the launches of the same kernels expect.
//!
//! Without a compiler that has the source of `core` there is no PTX, and the tests say so.
// Kernels write memory that all threads share, and the back end is one.
#![allow(unsafe_code)]

#[allow(dead_code, unreachable_pub)]
#[path = "entries/src/kernels.rs"]
mod kernels;
#[path = "entries/recorder.rs"]
mod recorder;

use kernels::{
    Large, Matrix, Nothing, Numbers, PaddedTile, Renamed, RowTile, Sizes, Slices, Stated, Tile, Tiles, Tracing,
    Unchecked,
};
use lego_cuda::image;
use lego_cuda::kernel::{Instance, Kernel, TileSpec, dynamic_bytes, dynamic_offset};
use lego_cuda::launch::{Device, Error, Launch, Module};
use lego_cuda_build::{Builder, Report};
use recorder::{Recorded, Recorder};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::sync::OnceLock;

/// Says what is not tested past the capture of the test runner, which shows only what failed.
fn not_tested(why: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {why}");
}

/// The kernels as PTX, for each architecture.
fn report() -> Option<&'static Report> {
    static REPORT: OnceLock<Option<Report>> = OnceLock::new();
    let build = || {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let builder = Builder::new(root.join("tests/entries")).out_dir(temporary.join("entries"));
        // The target folder of all tests that build kernels: they share one build of `core`.
        let builder = builder
            .target_dir(temporary.with_file_name("ptx").join("build"))
            .tools(root.parent().unwrap().join("target/tools"));
        match builder.build() {
            Ok(report) => Some(report),
            Err(error @ lego_cuda_build::Error::NoCompiler { .. }) => {
                not_tested(error);
                None
            }
            Err(error) => panic!("{error}"),
        }
    };
    REPORT.get_or_init(build).as_ref()
}

/// The kernels as a host program embeds them.
fn program() -> Option<&'static image::Kernels> {
    static PROGRAM: OnceLock<Option<image::Kernels>> = OnceLock::new();
    PROGRAM.get_or_init(|| report().map(embedded)).as_ref()
}

/// What the file that the builder writes says.
fn embedded(report: &'static Report) -> image::Kernels {
    let kernel = |kernel: &'static lego_cuda_build::Kernel| {
        let entry = kernel.entry();
        image::Kernel {
            name: entry.name(),
            parameters: entry.parameters(),
            bounds: *entry.bounds(),
            signature: entry.signature(),
            resources: kernel.resources().copied(),
        }
    };
    let modules = report.modules().iter().map(|module| image::KernelModule {
        architecture: image::Architecture { name: "sm_80", major: 8, minor: 0, reach: image::Reach::Newer },
        ptx: std::fs::read_to_string(module.ptx()).unwrap().leak(),
        object: None,
        kernels: module.kernels().iter().map(kernel).collect::<Vec<_>>().leak(),
    });
    // SAFETY: it is what a build made of kernels, and what it says of them.
    unsafe { image::Kernels::new("entries", None, modules.collect::<Vec<_>>().leak()) }
}

fn module() -> Option<Module<Recorder>> {
    Some(Device::<Recorder>::open(0).unwrap().load(program()?).unwrap())
}

/// An instance as the host knows it.
struct Known {
    entry: &'static str,
    bounds: image::Bounds,
    tiles: &'static [TileSpec],
}

fn known<K: Instance>() -> Known {
    Known { entry: K::ENTRY, bounds: K::BOUNDS, tiles: K::TILES }
}

fn all() -> Vec<Known> {
    vec![
        known::<Nothing>(),
        known::<Tracing>(),
        known::<Renamed>(),
        known::<Numbers>(),
        known::<Slices>(),
        known::<Tile<f32, RowTile>>(),
        known::<Tile<f32, PaddedTile>>(),
        known::<Tile<f64, PaddedTile>>(),
        known::<Tiles>(),
        known::<Sizes>(),
        known::<Stated<32, 4>>(),
        known::<Stated<128, 2>>(),
        known::<Unchecked<f32>>(),
        known::<Unchecked<u16>>(),
    ]
}

#[test]
fn each_instance_is_an_entry_with_its_bounds() {
    let Some(program) = program() else { return };
    for module in program.modules() {
        let mut names: BTreeSet<&str> = module.kernels.iter().map(|kernel| kernel.name).collect();
        for Known { entry, bounds, .. } in all() {
            assert!(names.remove(entry), "no entry {entry}");
            assert_eq!(module.kernel(entry).unwrap().bounds, bounds, "{entry}");
        }
        // The one has no launch that can be named here, the other one is there on the GPU only.
        assert_eq!(names, BTreeSet::from(["private", "stated_conditional"]));
    }
}

#[test]
fn bounds_are_those_of_the_instance() {
    let none = image::Bounds::default();
    assert_eq!(Nothing::BOUNDS, none);
    assert_eq!(Slices::BOUNDS, image::Bounds { required_threads: Some([64, 1, 1]), ..none });
    let stated = image::Bounds { max_threads: Some([128, 4, 1]), min_blocks: Some(4), max_registers: Some(40), ..none };
    assert_eq!(Stated::<128, 2>::BOUNDS, stated);
    let Some(report) = report() else { return };
    for module in report.modules() {
        for kernel in module.kernels() {
            let entry = kernel.entry();
            let spills = if entry.name().starts_with("stated") { 8 } else { 0 };
            assert_eq!(entry.declared_spills(), spills, "{}", entry.name());
        }
    }
}

#[test]
fn what_is_printed_goes_to_the_driver() {
    let Some(report) = report() else { return };
    for module in report.modules() {
        let ptx = std::fs::read_to_string(module.ptx()).unwrap();
        assert!(ptx.lines().any(|line| line.starts_with(".extern .func") && line.contains("vprintf")), "{ptx}");
        assert!(ptx.lines().any(|line| line.trim_start().starts_with("call") || line.trim() == "vprintf,"), "no call");
        let bytes = |text: &str| text.bytes().map(|byte| byte.to_string()).collect::<Vec<_>>().join(", ");
        let place = "block (%u, %u, %u), thread (%u, %u, %u): ";
        for line in [format!("{place}100 %% of %.02f: %e, %d %llx\n"), format!("{place}nothing, in a line")] {
            assert!(ptx.contains(&bytes(&line)), "{line}");
        }
        for kernel in module.kernels() {
            let entry = kernel.entry();
            // The numbers with block and thread before them, 24 bytes, each of the doubles from a multiple of 8 on.
            let traced = if entry.name() == "tracing" { (24 + 8 + 8 + 8 + 8) + 24 } else { 0 };
            assert_eq!(entry.traced(), traced, "{}", entry.name());
            if entry.name() == "tracing" {
                assert!((1..=traced).contains(&entry.frame()), "{} bytes", entry.frame());
            }
        }
    }
}

#[test]
fn tiles_are_as_large_as_their_layouts() {
    let bytes = |tiles: &[TileSpec]| tiles.iter().map(|spec| spec.tile.bytes).collect::<Vec<_>>();
    assert_eq!(bytes(Tile::<f32, RowTile>::TILES), [32 * 32 * 4]);
    assert_eq!(bytes(Tile::<f64, PaddedTile>::TILES), [32 * 33 * 8]);
    assert_eq!(bytes(Tiles::TILES), [5, size_of::<f32>() as u32 * Large::SPAN as u32, 24, 144]);
    let names: Vec<_> = Tiles::TILES.iter().map(|spec| (spec.tile.name, spec.dynamic)).collect();
    assert_eq!(names, [("first", false), ("large", true), ("second", false), ("last", true)]);
    assert_eq!((dynamic_offset(Tiles::TILES, 1), dynamic_offset(Tiles::TILES, 3)), (0, 65536));
    assert_eq!(dynamic_bytes(Tiles::TILES), 65536 + 144);

    let Some(report) = report() else { return };
    if report.assembler().is_none() {
        return not_tested("no ptxas");
    }
    for Known { entry, tiles, .. } in all() {
        let end_of = |end: u32, bytes: u32| end.next_multiple_of(16) + bytes;
        let fixed = tiles.iter().filter(|spec| !spec.dynamic).fold(0, |end, spec| end_of(end, spec.tile.bytes));
        // What the launch adds begins at a multiple of 128.
        let has_dynamic = tiles.iter().any(|spec| spec.dynamic);
        let fixed = if has_dynamic { fixed.next_multiple_of(128) } else { fixed };
        for module in report.modules() {
            let kernel = module.kernels().iter().find(|kernel| kernel.entry().name() == entry).unwrap();
            assert_eq!(kernel.resources().unwrap().shared, fixed, "{entry}");
        }
    }
}

/// Where an entry reads or writes shared memory: offsets of accesses from a tile's symbol, for all tiles.
#[test]
fn each_tile_is_a_variable_of_its_own() {
    let Some(program) = program() else { return };
    for module in program.modules() {
        let declared = |line: &str| module.ptx.lines().filter(|one| *one == line).count();
        for line in [
            ".shared .align 16 .b8 tile_row$tile[4096];",
            ".shared .align 16 .b8 tile_padded$tile[4224];",
            ".shared .align 16 .b8 tile_padded_f64$tile[8448];",
            ".shared .align 16 .b8 tiles$first[5];",
            ".shared .align 16 .b8 tiles$second[24];",
        ] {
            assert_eq!(declared(line), 1, "{line}");
        }
        assert_eq!(module.ptx.matches(".shared .align 16").count(), 5);
    }
}

/// A launch of each kernel: the parameters of the PTX have the sizes of what is passed, or it is an error.
#[test]
fn the_parameters_of_an_entry_are_what_a_launch_passes() -> Result<(), Error> {
    let Some(module) = module() else { return Ok(()) };
    let device = module.device();
    // The recorder runs nothing, so that one block is enough of each.
    let launch = Launch::grid(1).partial();
    let (input, mut output) = (device.zeroed::<f32>(1024)?, device.zeroed::<f32>(1024)?);
    let (wide, mut wide_output) = (device.zeroed::<f64>(1024)?, device.zeroed::<f64>(1024)?);
    let words = device.zeroed::<u16>(64)?;
    let vectors = device.zeroed::<[f32; 4]>(64)?;
    let mut numbers = device.zeroed::<u32>(1)?;
    let mut halves = device.zeroed::<u16>(32)?;

    Nothing::launch(&module, launch.block(7))?;
    Tracing::launch(&module, launch.block(7), 0.5, 0.25, -1, 7, &mut wide_output)?;
    Renamed::launch(&module, launch.block(7))?;
    Numbers::launch(&module, launch, 1, -1, 2, -2, 3, -3, 4, -4, 0.5, -0.5, &mut wide_output)?;
    Slices::launch(&module, launch, &words, &vectors, &mut output)?;
    Tile::<f32, RowTile>::launch(&module, launch, &input, &mut output)?;
    Tile::<f32, PaddedTile>::launch(&module, launch, &input, &mut output)?;
    Tile::<f64, PaddedTile>::launch(&module, launch, &wide, &mut wide_output)?;
    Tiles::launch(&module, launch.block([16, 16]), &mut output)?;
    let sizes = kernels::Blocks::new(8).map_err(Error::layout("output"))?;
    let matrix = Matrix::new(32, 32).map_err(Error::layout("matrix"))?;
    Sizes::launch(&module, launch, input.view(matrix), output.view_mut(sizes))?;
    Stated::<32, 4>::launch(&module, launch.block(256), &mut numbers)?;
    Stated::<128, 2>::launch(&module, launch.block([1, 512]), &mut numbers)?;
    // SAFETY: the recorder runs nothing.
    unsafe {
        Unchecked::<f32>::launch(&module, launch, 1.0, &mut output)?;
        Unchecked::<u16>::launch(&module, launch, 1, &mut halves)?;
    }

    let recorded: Vec<&str> = device.backend().recorded().iter().map(|one| one.entry).collect();
    let known: Vec<&str> = all().iter().map(|one| one.entry).collect();
    assert_eq!(recorded, known);
    Ok(())
}

#[test]
fn a_launch_adds_the_dynamic_tiles() -> Result<(), Error> {
    let Some(module) = module() else { return Ok(()) };
    let mut output = module.device().zeroed::<f32>(1)?;
    Tiles::launch(&module, Launch::grid([3, 4]).block(8), &mut output)?;
    Tiles::launch(&module, Launch::grid(1).block(8).dynamic_shared(100), &mut output)?;
    let expected = |grid, dynamic_shared| Recorded { entry: "tiles", grid, block: [8, 1, 1], dynamic_shared, tiles: 4 };
    assert_eq!(module.device().backend().recorded(), [expected([3, 4, 1], 65680), expected([1, 1, 1], 65780)]);
    Ok(())
}

#[test]
fn a_launch_says_what_is_wrong() -> Result<(), Error> {
    let Some(module) = module() else { return Ok(()) };
    let device = module.device();
    let (short, mut output) = (device.zeroed::<f32>(63)?, device.zeroed::<f32>(64)?);
    let launch = Launch::grid(1);
    let is_block = |result| matches!(result, Err(Error::Block { .. }));
    assert!(is_block(Tiles::launch(&module, launch, &mut output)), "no extents");
    assert!(is_block(Tiles::launch(&module, launch.block([16, 17]), &mut output)), "more than max_threads");
    assert!(is_block(Stated::<32, 4>::launch(&module, launch.block(257), &mut device.zeroed(1)?)));
    assert!(is_block(Numbers::launch(
        &module,
        launch.block(31),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0.0,
        0.0,
        &mut device.zeroed(1)?
    )));
    let matrix = Matrix::new(8, 8).map_err(Error::layout("matrix"))?;
    let blocks = kernels::Blocks::new(1).map_err(Error::layout("output"))?;
    let mut long = device.zeroed::<f32>(128)?;
    let length = |what, elements, needed| Err(Error::Length { what, elements, needed });
    assert_eq!(Sizes::launch(&module, launch, short.view(matrix), long.view_mut(blocks)), length("matrix", 63, 64));
    let whole = device.zeroed::<f32>(64)?;
    assert_eq!(Sizes::launch(&module, launch, whole.view(matrix), output.view_mut(blocks)), length("output", 64, 128));
    assert!(device.backend().recorded().is_empty(), "nothing was launched");
    Ok(())
}
