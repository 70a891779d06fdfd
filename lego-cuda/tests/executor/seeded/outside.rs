//! Accesses outside of memory, and at wrong addresses.

use super::{Bug, Group, bug, device};
use crate::harness::{Buffer, ignore, shape, try_launch};
use lego::layout;
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::shared::{self, SharedPtr, Tile};
use lego_cuda::device::{block_idx, copy_async, global, linear_thread_idx};
use lego_cuda::kernel::TileSpec;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Block, Global, GlobalMut, Register, Shared, Split, Thread};

pub(super) const GROUP: Group =
    Group { title: "Outside of memory, or not aligned", source: include_str!("outside.rs"), bugs: BUGS };

layout! {
    type Rows = Row(4, 32);
    type Tiles = Row(32, 32);
    type Lines = Row(33, 32);
    type Run(n) = Row(n);
}

/// Doubles the elements up to a number, the last of which is one too many.
#[lego_kernel(instances(doubled))]
unsafe fn doubled(n: u32, numbers: Global<'_, f32>, doubles: GlobalMut<'_, f32>) {
    for i in (linear_thread_idx()..=n).step_by(32) {
        // SAFETY: wrong for the last of them.
        unsafe {
            let number = numbers.get_unchecked([i]); // @unchecked load
            doubles.set_unchecked([i], 2.0 * number);
        }
    }
}

/// Fills rows, of which a thread has some.
#[lego_kernel(instances(filled))]
fn filled(rows: u32, output: Split<'_, f32, Rows, (Register, Thread)>) {
    for row in 0..rows {
        // SAFETY: wrong for a fifth row.
        unsafe { output.set_unchecked([row], 1.0) } // @unchecked store
    }
}

/// Reads an element of a matrix where it is.
#[lego_kernel(instances(looked_at))]
fn looked_at(row: u32, column: u32, numbers: Global<'_, f32, Tiles>) {
    // SAFETY: wrong where the column is no column.
    let place = unsafe { numbers.at_unchecked([row, column]) }; // @unchecked place
    // SAFETY: as above.
    ignore(unsafe { global::load(place) });
}

/// Reads a neighbour of each element.
#[lego_kernel(instances(neighbours))]
fn neighbours(left: u32, numbers: Global<'_, f32>, output: Split<'_, f32, Rows, (Block, Thread)>) {
    let i = 32 * block_idx().x + linear_thread_idx();
    output.set([], numbers.get([i.wrapping_sub(left)])); // @checked load
}

/// Stores a tile by columns, of which there is one too many.
#[lego_kernel(instances(columns))]
fn columns(end: u32, #[shared] tile: Shared<'_, f32, Tiles>) {
    for column in 0..end {
        tile.set([linear_thread_idx(), column], 1.0); // @checked tile
    }
}

/// Loads four elements at once.
#[lego_kernel(instances(vectors))]
fn vectors(first: u32, numbers: Global<'_, f32, Tiles>) {
    ignore(numbers.get_vector::<4>([0, first])); // @vector
}

/// Stores to a tile at an index that is said to be inside.
#[lego_kernel(instances(said_to_be_inside))]
fn said_to_be_inside(row: u32, #[shared] tile: Shared<'_, f32, Lines>) {
    // SAFETY: wrong for a row that is none.
    unsafe { tile.set_unchecked([row, linear_thread_idx()], 1.0) } // @unchecked tile
}

/// Fills the first of two tiles whose layouts are passed, element by element.
#[lego_kernel(instances(fill_left))]
fn fill_left(len: u32, #[shared(layout)] left: Shared<'_, u32, Run>, #[shared(layout)] right: Shared<'_, u32, Run>) {
    right.set([0], 1);
    for i in 0..len {
        // SAFETY: wrong for what is not of the tile.
        unsafe { SharedPtr::from_offset(left.at([0]).offset() + 4 * i) }.set(i); // @next placed
    }
}

lego_cuda::shared_tile! {
    fn first() -> [u32; 8];
    fn second() -> [u32; 8];
}

/// Two tiles of a launch, one after the other.
const TILES: &[TileSpec] = &[
    TileSpec { tile: Tile { name: "left", bytes: 64, align: 16 }, dynamic: false },
    TileSpec { tile: Tile { name: "right", bytes: 64, align: 16 }, dynamic: false },
];

const BUGS: &[Bug] = &[
    bug("a load past the end of a buffer", "OutOfBounds", "past", "at byte 128 of the nearest", |executor, wrong| {
        let buffer = Buffer::of(executor, &[1u32; 32]);
        let at = buffer.at();
        try_launch(executor, shape(1, 32), |_| ignore(at.load(linear_thread_idx() + u32::from(wrong)))) // @past
    }),
    bug("a store before the beginning of a buffer", "OutOfBounds", "before", "4 bytes before", |executor, wrong| {
        let buffer = Buffer::of(executor, &[1u32; 32]);
        let at = buffer.at();
        try_launch(executor, shape(1, 32), |_| {
            let place = at.get(linear_thread_idx() as usize).wrapping_sub(usize::from(wrong));
            // SAFETY: wrong for the first thread.
            unsafe { global::store(place, 7) }; // @before
        })
    }),
    bug(
        "a vector of 16 bytes over the end of a buffer",
        "OutOfBounds",
        "wide",
        "a load of 16 bytes",
        |executor, wrong| {
            let buffer = Buffer::of(executor, &[1u32; 33]);
            let at = buffer.at();
            let body = |_: &[u32]| {
                let quad = 4 * if wrong { linear_thread_idx() } else { linear_thread_idx() % 8 };
                // SAFETY: wrong, which is what is looked for.
                ignore(unsafe { global::load(at.get(quad as usize).cast::<[u32; 4]>().cast_const()) }); // @wide
            };
            try_launch(executor, shape(1, 9), body)
        },
    ),
    bug("an atomic outside of a buffer", "OutOfBounds", "atomic", "an atomic update of 4 bytes", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32; 8]);
        let at = buffer.at();
        let body = |_: &[u32]| {
            let bin = linear_thread_idx() as usize % if wrong { 9 } else { 8 };
            // SAFETY: wrong, which is what is looked for.
            unsafe { atomic::add(at.get(bin), 1, Scope::Gpu) }; // @atomic
        };
        try_launch(executor, shape(1, 32), body)
    }),
    bug("a null pointer", "OutOfBounds", "null", "the address is null", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32; 8]);
        let at = buffer.at();
        let body = |_: &[u32]| {
            let place = if wrong { std::ptr::null_mut() } else { at.get(0) };
            // SAFETY: wrong, which is what is looked for.
            unsafe { global::store(place, 1) }; // @null
        };
        try_launch(executor, shape(1, 1), body)
    }),
    bug("a buffer that was dropped", "OutOfBounds", "dropped", "no memory is allocated", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32; 8]);
        let at = buffer.at();
        let kept = (!wrong).then_some(buffer);
        let run = try_launch(executor, shape(1, 8), |_| ignore(at.load(linear_thread_idx()))); // @dropped
        drop(kept);
        run
    }),
    bug(
        "`first..=n`, unchecked, in a view",
        "Panic",
        "unchecked load",
        "outside of the dims [100]",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let numbers = device.buffer_from(&[1.0; 100])?;
            let mut doubles = device.zeroed(100)?;
            let last = if wrong { 100 } else { 99 };
            // SAFETY: wrong, which is what is looked for.
            unsafe { Doubled::launch(&module, Launch::grid(1).block(32), last, &numbers, &mut doubles) }
        },
    ),
    bug(
        "one row too many, unchecked, of a `Split`",
        "Panic",
        "unchecked store",
        "the index [4, 0]",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let mut output = device.poisoned(Rows::SPAN)?;
            Filled::launch(&module, Launch::grid(1).block(32), 4 + u32::from(wrong), &mut output)
        },
    ),
    bug(
        "an index outside of the extents, at a position inside",
        "Panic",
        "unchecked place",
        "the index [3, 33]",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let numbers = device.buffer_from(&vec![1.0; Tiles::SPAN])?;
            let (row, column) = if wrong { (3, 33) } else { (4, 1) };
            LookedAt::launch(&module, Launch::grid(1).block(1), row, column, &numbers)
        },
    ),
    bug("an index that wraps below zero", "Panic", "checked load", "outside of the dims [128]", |executor, wrong| {
        let (device, module) = device(executor)?;
        let numbers = device.buffer_from(&vec![1.0; Rows::SPAN])?;
        let mut output = device.poisoned(Rows::SPAN)?;
        Neighbours::launch(&module, Launch::grid(4).block(32), u32::from(wrong), &numbers, &mut output)
    }),
    bug("a column too many of a tile", "Panic", "checked tile", "the index [0, 32]", |executor, wrong| {
        let (_, module) = device(executor)?;
        Columns::launch(&module, Launch::grid(2).block(32), 32 + u32::from(wrong))
    }),
    bug(
        "a vector that is not whole, or not aligned",
        "Panic",
        "vector",
        "the 4 elements from the index [0, 2]",
        |executor, wrong| {
            let (device, module) = device(executor)?;
            let numbers = device.buffer_from(&vec![1.0; Tiles::SPAN])?;
            Vectors::launch(&module, Launch::grid(1).block(1), if wrong { 2 } else { 4 }, &numbers)
        },
    ),
    bug(
        "a row too many, unchecked, of a tile",
        "Panic",
        "unchecked tile",
        "outside of the dims [33, 32]",
        |executor, wrong| {
            let (_, module) = device(executor)?;
            SaidToBeInside::launch(&module, Launch::grid(1).block(32), if wrong { 33 } else { 32 })
        },
    ),
    bug(
        "a step from one tile into the next",
        "OutOfBounds",
        "next tile",
        "at byte 64 of `left`, of 64 bytes",
        |executor, wrong| {
            let of = crate::harness::Shape { tiles: TILES, ..shape(1, 16) };
            try_launch(executor, of, |tiles| {
                let mine = tiles[0] + 4 * (linear_thread_idx() + u32::from(wrong));
                // SAFETY: wrong for the last thread.
                unsafe { SharedPtr::from_offset(mine) }.set(1u32); // @next tile
            })
        },
    ),
    bug(
        "a step out of a tile whose layout is passed",
        "OutOfBounds",
        "next placed",
        "at byte 128 of `left`, of 128 bytes",
        |executor, wrong| {
            let (left, right) =
                (Run::new(32).map_err(Error::layout("left"))?, Run::new(1).map_err(Error::layout("right"))?);
            let (_, module) = device(executor)?;
            FillLeft::launch(&module, Launch::grid(1).block(1), 32 + u32::from(wrong), left, right)
        },
    ),
    bug(
        "an element too many of a `shared_tile!`",
        "Panic",
        "past a tile",
        "index 8 of 8 elements",
        |executor, wrong| {
            try_launch(executor, shape(1, 8), |_| {
                second().set(linear_thread_idx(), 1);
                // SAFETY: wrong for the last thread.
                unsafe { first().set_unchecked(linear_thread_idx() + u32::from(wrong), 1) }; // @past a tile
            })
        },
    ),
    bug(
        "more dynamic shared memory than the launch gives",
        "Panic",
        "dynamic",
        "bytes of dynamic shared memory",
        |executor, wrong| {
            let tile = || shared::dynamic::<u32>(0, 32); // @dynamic
            try_launch(executor, shape(1, 32).dynamic(if wrong { 96 } else { 128 }), |_| {
                tile().set(linear_thread_idx(), 1)
            })
        },
    ),
    bug(
        "an element past a part of the dynamic memory",
        "Panic",
        "past a part",
        "index 8 of 8 elements",
        |executor, wrong| {
            try_launch(executor, shape(1, 8).dynamic(128), |_| {
                let part = shared::dynamic::<u32>(0, 8);
                // SAFETY: wrong for the last thread.
                unsafe { part.set_unchecked(linear_thread_idx() + u32::from(wrong), 1) }; // @past a part
            })
        },
    ),
    bug(
        "a shared offset of another block, or made up",
        "OutOfBounds",
        "made up",
        "outside of shared memory",
        |executor, wrong| {
            try_launch(executor, shape(1, 1).dynamic(16), |_| {
                let offset = shared::dynamic::<u32>(0, 1).at(0).offset() + if wrong { 1 << 20 } else { 0 };
                // SAFETY: wrong, which is what is looked for.
                unsafe { SharedPtr::from_offset(offset) }.set(1u32); // @made up
            })
        },
    ),
    bug(
        "an asynchronous copy into what is no tile",
        "OutOfBounds",
        "copy into",
        "an asynchronous copy of 4 bytes outside of shared",
        |executor, wrong| {
            let buffer = Buffer::of(executor, &[1u32; 8]);
            let at = buffer.at();
            try_launch(executor, shape(1, 8).dynamic(32), |_| {
                let mine = linear_thread_idx();
                let offset = shared::dynamic::<u32>(0, 8).at(0).offset() + 4 * (mine + u32::from(wrong));
                // SAFETY: wrong for the last thread.
                unsafe { copy_async::copy(SharedPtr::from_offset(offset), at.get(mine as usize).cast_const()) }; // @copy into
                copy_async::commit();
                copy_async::wait::<0>();
            })
        },
    ),
    bug(
        "an asynchronous copy from outside of a buffer",
        "OutOfBounds",
        "copy from",
        "an asynchronous copy of 4 bytes outside of global",
        |executor, wrong| {
            let buffer = Buffer::of(executor, &[1u32; 8]);
            let at = buffer.at();
            try_launch(executor, shape(1, 8).dynamic(32), |_| {
                let mine = linear_thread_idx();
                let from = at.get(mine as usize + usize::from(wrong)).cast_const();
                // SAFETY: wrong for the last thread.
                unsafe { copy_async::copy(shared::dynamic::<u32>(0, 8).at(mine), from) }; // @copy from
                copy_async::commit();
                copy_async::wait::<0>();
            })
        },
    ),
    bug(
        "a vector at an address that is no multiple of its size",
        "Unaligned",
        "unaligned",
        "no multiple of 16",
        |executor, wrong| {
            let buffer = Buffer::of(executor, &[1u32; 8]);
            let at = buffer.at();
            try_launch(executor, shape(1, 1), |_| {
                // SAFETY: wrong, which is what is looked for.
                ignore(unsafe { global::load(at.get(if wrong { 2 } else { 4 }).cast::<[u32; 4]>().cast_const()) }); // @unaligned
            })
        },
    ),
    bug("a shared vector that is not aligned", "Unaligned", "unaligned tile", "no multiple of 8", |executor, wrong| {
        try_launch(executor, shape(1, 1).dynamic(64), |_| {
            let offset = shared::dynamic::<u32>(0, 16).at(if wrong { 1 } else { 2 }).offset();
            // SAFETY: wrong, which is what is looked for.
            unsafe { SharedPtr::from_offset(offset) }.set(1u64); // @unaligned tile
        })
    }),
    bug("an atomic that is not aligned", "Unaligned", "unaligned atomic", "no multiple of 8", |executor, wrong| {
        let buffer = Buffer::of(executor, &[0u32; 8]);
        let at = buffer.at();
        try_launch(executor, shape(1, 1), |_| {
            // SAFETY: wrong, which is what is looked for.
            unsafe { atomic::add(at.get(if wrong { 1 } else { 2 }).cast::<u64>(), 1, Scope::Gpu) }; // @unaligned atomic
        })
    }),
    bug("a cast of shared memory that is not aligned", "Panic", "cast", "is not aligned to 16", |executor, wrong| {
        try_launch(executor, shape(1, 1).dynamic(64), |_| {
            let part = shared::dynamic::<u32>(if wrong { 4 } else { 16 }, 8);
            part.cast::<[u32; 4]>().set(0, [0; 4]); // @cast
        })
    }),
];
