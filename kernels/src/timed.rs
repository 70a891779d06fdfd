//! Tiles in registers whose work is timed in the kernel.

use lego::StaticMapping;
use lego_cuda::device::{Element, Warp, lane, opaque};
use lego_cuda::unroll;
use lego_cuda::view::Distributed;

/// The same tile, whose registers are there: what loads them is waited for, before a branch that comes after. Else a clock that is read
/// next would count the time of the loads.
#[inline(always)]
pub(crate) fn settled<T: Element, L: StaticMapping, const R: usize>(
    tile: Distributed<T, L, R>,
) -> Distributed<T, L, R> {
    let (mut registers, lane) = (*tile.registers(), lane());
    unroll!(for k in 0..R {
        registers[k] = Warp::ALL.shuffle_idx(registers[k], lane);
    });
    Distributed::from_registers(registers)
}

/// The same tile, of whose elements the compiler knows nothing: work that is repeated is not put together.
#[inline(always)]
pub(crate) fn hidden<T: Element, L: StaticMapping, const R: usize>(tile: Distributed<T, L, R>) -> Distributed<T, L, R> {
    let mut registers = *tile.registers();
    unroll!(for k in 0..R {
        registers[k] = opaque(registers[k]);
    });
    Distributed::from_registers(registers)
}
