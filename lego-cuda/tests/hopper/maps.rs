//! Tensor maps in global memory: each block acquires a map before it copies by it, and who does not is found.

use lego::layout;
use lego_cuda::device::tensor::{TensorMap, TensorMaps};
use lego_cuda::device::{Mbarrier, block_idx, linear_thread_idx, mbarrier, sync_threads};
use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Shared, Split, ThreadX};

layout! {
    type Word = Row(1);
    type Line = Row(32);
    type Lines(n) = Row(n, 32);
    type Vector(n) = Row(n);
}

/// Who acquires the map of a block, and when.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Acquire {
    /// Who copies.
    Copier,
    /// Another thread, before a barrier of the block.
    Other,
    /// Another thread, behind it.
    Behind,
    /// Who copies, of the other map.
    OtherMap,
    /// Who copies, behind the copy.
    Late,
    /// The first block alone.
    FirstBlock,
    Nobody,
}

/// Each block copies the beginning of the vector of its number, modulo 2.
#[lego_kernel(threads = 32, grid = x)]
fn beginnings(
    vectors: TensorMaps<'_, u32, Line>,
    acquire: u32,
    output: Split<'_, u32, Lines, (BlockX, ThreadX)>,
    #[shared(dynamic)] line: Shared<'_, u32, Line>,
    #[shared] barrier: Shared<'_, u64, Word>,
) {
    let (thread, block) = (linear_thread_idx(), block_idx().x);
    let (arrived, vector) = (Mbarrier::at(barrier.slice().at(0)), vectors.get(block % 2));
    let acquires = |thread_of: u32, here: Acquire| {
        if thread == thread_of && acquire == here as u32 {
            vector.acquire();
        }
    };
    if thread == 0 {
        arrived.init(1);
        mbarrier::fence_init();
    }
    acquires(31, Acquire::Other);
    sync_threads();
    acquires(31, Acquire::Behind);
    // Thread 31 was there before: what is looked at is what orders both.
    if thread == 0 {
        acquires(0, Acquire::Copier);
        if acquire == Acquire::OtherMap as u32 {
            vectors.get((block + 1) % 2).acquire();
        }
        if acquire == Acquire::FirstBlock as u32 && block == 0 {
            vector.acquire();
        }
        arrived.arrive_expecting(TensorMap::<u32, Line>::BYTES);
        // SAFETY: the line is a box's, and nobody uses it before the bytes have come.
        unsafe { vector.load(line.slice().at(0), [0], arrived) };
        acquires(0, Acquire::Late);
    }
    arrived.wait(0);
    output.set([], line.get([thread]));
}

fn copied(acquire: Acquire) -> Result<(), Error> {
    let device = Device::new(Executor::with(Options::new().workers(1)));
    let buffers = [device.buffer_from(&[1; 40])?, device.buffer_from(&[2; 8])?];
    let vector = |n| Vector::new(n).map_err(Error::layout("vector"));
    let views = [buffers[0].tensor_map(vector(40)?)?, buffers[1].tensor_map(vector(8)?)?];
    let mut output = device.poisoned(128)?;
    let lines = output.view_mut(Lines::new(4).map_err(Error::layout("output"))?);
    let module = device.without_program()?;
    Beginnings::launch(&module, Launch::grid(4), &device.tensor_maps(&views)?, acquire as u32, lines)?;
    let two = [[1; 32].as_slice(), &[2; 8], &[0; 24]].concat();
    assert_eq!(output.read()?, [two.as_slice(), &two].concat());
    Ok(())
}

#[test]
fn a_map_that_the_block_has_acquired_is_copied_by() {
    copied(Acquire::Copier).unwrap();
    copied(Acquire::Other).unwrap();
}

#[test]
fn a_map_that_the_block_has_not_acquired_is_found() {
    let nobody = "a box is copied by a map in global memory that the copy engine may have another of: nobody of the block has called its \
                  `acquire`";
    for (acquire, block, expected) in [
        (Acquire::Nobody, 0, nobody),
        (Acquire::OtherMap, 0, nobody),
        (Acquire::Late, 0, nobody),
        (Acquire::FirstBlock, 1, nobody),
        (Acquire::Behind, 0, "thread (31, 0, 0) has called its `acquire`, and this one has not met it since"),
    ] {
        let words = copied(acquire).unwrap_err().to_string();
        assert!(words.contains(expected) && words.contains(&format!("block ({block}, 0, 0)")), "{words}");
    }
}
