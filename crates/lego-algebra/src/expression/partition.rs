//! What one thread or one block has of a tensor: CuTe's partitions and local tiles, under their names.
//!
//! Each divides the tensor's layout by a tile. A partition fixes the thread, `local_partition` the place in the tile, and `local_tile`
//! the tile; the rest stays open, and where it begins is an offset, under a swizzle if there is one.

use super::Fault;
use super::argument::Arguments;
use super::value::Value;
use crate::cute::{ComposedLayout, Error, IntTuple, Layout, Slice, ThreadValue, Tiler};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// `thread_value(LAYOUT, TILE)`: a layout of rank 2 as one from (thread, value) to a tile of this shape.
pub(super) fn thread_value(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(2, 2)?;
    let held = a.said(ThreadValue::new(&a.layout(0)?, &a.tuple(1)?))?;
    Ok(Value::ThreadValue(Box::new(held)))
}

/// `partition(TV, L)`: the tensor as (thread, value, rests). `partition(TV, L, thread)`: what a thread has, (value, rests).
pub(super) fn partition(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(2, 3)?;
    let (held, tensor) = (a.held(0)?, a.composed(1)?);
    if a.len() == 2 {
        let layout = a.said(held.partition(&tensor.layout))?;
        return Ok(placed(&tensor, 0, layout));
    }
    let thread = a.number(2)?;
    a.within(2, "thread", held.threads())?;
    a.said(held.of_thread_swizzled(&tensor, thread)).map(plain)
}

/// `partition_S(TV, L, thread)` and `partition_D(TV, L, thread)`: what a thread reads, and what it writes.
pub(super) fn partition_of_copy(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(3, 3)?;
    partition(a)
}

/// `local_partition(L, THREADS, thread)`: the elements at the thread's place of every tile of the threads' shape.
pub(super) fn local_partition(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(3, 3)?;
    let (tensor, threads, thread) = (a.composed(0)?, a.layout(1)?, a.number(2)?);
    a.within(2, "thread", threads.size())?;
    let tile = a.at(1, threads.shape().product_each())?;
    let place = a.at(1, threads.inverse().and_then(|inverse| inverse.eval(thread)))?;
    let (places, rests) = divided(a, &tensor.layout, &a.said(Tiler::shape_of(&tile))?)?;
    let offset = a.said(places.eval(place))?;
    let modes: Vec<Layout> = (0..rests.rank()).filter_map(|k| rests.mode(k)).collect();
    // A tile of a mode alone has its rest alone.
    let rests = if modes.len() == 1 { modes[0] } else { rests };
    moved(a, &tensor, offset, rests)
}

/// `local_tile(L, TILE, coordinate)`: the tile at a coordinate among the tiles; modes of the coordinate that are `_` stay open.
pub(super) fn local_tile(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(3, 3)?;
    let (tensor, tiler) = (a.composed(0)?, a.tiler(1)?);
    let (tile, rests) = divided(a, &tensor.layout, &tiler)?;
    let wanted = a.at(2, whole(&a.slice(2)?, rests.rank()))?;
    let mut modes: Vec<Layout> = (0..tile.rank()).filter_map(|k| tile.mode(k)).collect();
    a.at(2, inside(&rests, &wanted.at))?;
    let offset = match wanted.open {
        0 => a.at(2, rests.crd2idx(&wanted.at))?,
        _ => {
            let (offset, open) = a.at(2, rests.slice(&wanted))?;
            modes.extend((0..open.rank()).filter_map(|k| open.mode(k)));
            offset
        }
    };
    let layout = if modes.len() == 1 { modes[0] } else { a.said(Layout::join(&modes))? };
    moved(a, &tensor, offset, layout)
}

/// A coordinate of so many modes: those that it does not speak of stay open.
fn whole(slice: &Slice, rank: usize) -> Result<Slice, Error> {
    if slice.at.depth() == 0 || slice.at.rank() >= rank {
        return Ok(*slice);
    }
    let mut elements: Vec<IntTuple> = (0..slice.at.rank()).filter_map(|k| slice.at.element(k)).collect();
    let mut open = slice.open;
    for leaf in slice.at.leaves().len().. {
        if elements.len() == rank {
            break;
        }
        elements.push(IntTuple::int(0));
        open |= 1_u32.checked_shl(leaf as u32).unwrap_or(0);
    }
    Ok(Slice { at: IntTuple::tuple(&elements)?, open })
}

/// Whether each number of a coordinate is below the size of its mode: beyond it the last mode would go on, where no tile is.
fn inside(layout: &Layout, at: &IntTuple) -> Result<(), Error> {
    if at.depth() > 0 {
        let mut parts = (0..at.rank()).filter_map(|k| Some((layout.mode(k)?, at.element(k)?)));
        return parts.try_for_each(|(mode, at)| inside(&mode, &at));
    }
    let (at, size) = (at.leaves()[0], layout.size());
    if (0..size).contains(&at) { Ok(()) } else { Err(Error::Coordinate { mode: 0, at, size: Some(size) }) }
}

/// Within a tile, and where the tiles are.
fn divided(a: &Arguments<'_>, tensor: &Layout, tiler: &Tiler) -> Result<(Layout, Layout), Fault> {
    let divided = a.said(tensor.zipped_divide(tiler))?;
    match (divided.mode(0), divided.mode(1)) {
        (Some(tile), Some(rests)) => Ok((tile, rests)),
        _ => Err(Fault::at(a.call, format!("{tensor} has no tiles and rests"))),
    }
}

/// A layout that begins so far into a tensor.
fn moved(a: &Arguments<'_>, tensor: &ComposedLayout, offset: i64, layout: Layout) -> Result<Value, Fault> {
    match tensor.offset.checked_add(offset) {
        Some(_) => Ok(placed(tensor, offset, layout)),
        None => Err(Fault::at(a.call, "a number goes beyond 64 bits")),
    }
}

fn placed(tensor: &ComposedLayout, offset: i64, layout: Layout) -> Value {
    plain(ComposedLayout { swizzle: tensor.swizzle, offset: tensor.offset + offset, layout })
}

/// Without a swizzle and an offset it is a layout.
fn plain(composed: ComposedLayout) -> Value {
    match composed.swizzle.bits() == 0 && composed.offset == 0 {
        true => Value::Layout(composed.layout),
        false => Value::Composed(composed),
    }
}
