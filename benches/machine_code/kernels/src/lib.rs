//! An entry for each case, direction and side: `tile_2d_apply_ours` and the like.
//!
//! Indices come as parameters and results go to `out`, for both sides in the same way.
#![no_std]
#![cfg(target_arch = "nvptx64")]
// A layout of static sizes has no bytes, which is what a kernel needs to know of it.
#![allow(improper_ctypes_definitions)]

#[path = "../../gpu.rs"]
mod gpu;
#[path = "../../layouts.rs"]
mod layouts;
#[path = "../../index_map.rs"]
mod index_map;

use layouts as ours;
use index_map::{IndexMap, Narrow};

/// What an entry leaves in memory.
trait Left {
    /// Writes it to a place that it fits.
    unsafe fn leave(self, out: *mut u32);
}

impl Left for u32 {
    #[inline(always)]
    unsafe fn leave(self, out: *mut u32) {
        unsafe { out.write(self) }
    }
}

impl Left for Option<u32> {
    #[inline(always)]
    unsafe fn leave(self, out: *mut u32) {
        unsafe { out.write(self.unwrap_or(u32::MAX)) }
    }
}

impl<const R: usize> Left for [u32; R] {
    #[inline(always)]
    unsafe fn leave(self, out: *mut u32) {
        for (k, value) in self.into_iter().enumerate() {
            unsafe { out.add(k).write(value) }
        }
    }
}

macro_rules! entries {
    ($($name:literal $layout:ident $($i:ident)+;)*) => {
        $(const _: () = {
            entries!(@side $name "ours" ours::$layout, Narrow, $($i)+);
            entries!(@side $name "by_hand" gpu::$layout, core::convert::identity, $($i)+);
        };)*
    };
    (@side $name:literal $side:literal $map:ty, $side_of:path, $($i:ident)+) => {
        const _: () = {
            #[unsafe(export_name = concat!($name, "_apply_", $side))]
            unsafe extern "ptx-kernel" fn apply(out: *mut u32, map: $map, $($i: u32),+) {
                unsafe { $side_of(map).apply([$($i),+]).leave(out) }
            }

            #[unsafe(export_name = concat!($name, "_inv_", $side))]
            unsafe extern "ptx-kernel" fn inv(out: *mut u32, map: $map, position: u32) {
                unsafe { $side_of(map).inv(position).leave(out) }
            }
        };
    };
}

entries! {
    "tile_2d" Tile2d i j k l;
    "tile_symbolic" TileSymbolic i j k l;
    "blocked_2d" Blocked2d i j;
    "bricks_seen_flat" BricksSeenFlat i j k;
    "morton_1024" Morton1024 i j;
    "swizzle_64x128" Swizzle64x128 i j;
    "skew_33" Skew33 i j;
    "block_cyclic_2_powers" BlockCyclic2Powers i;
    "grouped_symbolic" GroupedSymbolic i j;
    "fig9" Fig9 i j;
    "nw_65" Nw65 i j;
    "partial_tiles" PartialTiles i j k l;
    "nchw_to_nchw32" NchwToNchw32 i j k l;
    "gemm_panel_a_6" GemmPanelA6 i j;
    "im2col" Im2col i j;
}
