//! The cases: a layout of the zoo, the same by hand, and the sizes they are tried with.

use crate::index_map::{IndexMap, Narrow, Wide, Widened};
use crate::layouts as ours;
use crate::probes::{Calls, Counted};
use crate::{cpu, gpu};
use std::fmt::Debug;
use std::num::NonZero;

/// For which machine a side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Machine {
    /// `apply` and `inv`.
    Cpu,
    /// `apply_u32` and `inv_u32`.
    Gpu,
}

/// What is done with every case.
pub(crate) trait Visitor {
    /// One case: its name in the zoo, the values of its sizes, both sides.
    fn visit<A, B, const R: usize>(&mut self, name: &'static str, sizes: &[(&str, u64)], ours: &A, by_hand: &B)
    where
        A: IndexMap<usize, R>,
        B: IndexMap<usize, R, Position = A::Position, Preimage = A::Preimage>,
        A::Position: Copy + Debug + PartialEq + Into<Option<usize>>,
        A::Preimage: Copy + Debug + PartialEq + Into<Option<[usize; R]>>,
        Counted: Calls<R>;
}

/// Shows every case to a visitor.
pub(crate) fn visit(machine: Machine, with: &mut impl Visitor) {
    macro_rules! fixed {
        ($($name:literal $layout:ident;)*) => {
            $(match machine {
                Machine::Cpu => with.visit($name, &[], &Wide(ours::$layout), &cpu::$layout),
                Machine::Gpu => {
                    with.visit($name, &[], &Widened(Narrow(ours::$layout)), &Widened(gpu::$layout));
                }
            })*
        };
    }
    fixed! {
        "tile_2d" Tile2d;
        "blocked_2d" Blocked2d;
        "bricks_seen_flat" BricksSeenFlat;
        "morton_1024" Morton1024;
        "swizzle_64x128" Swizzle64x128;
        "skew_33" Skew33;
        "block_cyclic_2_powers" BlockCyclic2Powers;
        "fig9" Fig9;
        "nw_65" Nw65;
        "partial_tiles" PartialTiles;
        "nchw_to_nchw32" NchwToNchw32;
        "gemm_panel_a_6" GemmPanelA6;
        "im2col" Im2col;
    }
    macro_rules! sized {
        ($name:literal $layout:ident($($size:ident = $value:literal as $symbol:literal),*), by hand $($own:ident),*) => {
            let sizes = [$(($symbol, $value)),*];
            if let Ok(layout) = ours::$layout::new($($value),*) {
                match machine {
                    Machine::Cpu => {
                        $(#[allow(unused_variables)] // by hand not every size is needed
                        let $size = NonZero::<usize>::MIN.saturating_add($value - 1);)*
                        with.visit($name, &sizes, &Wide(layout), &cpu::$layout { $($own),* });
                    }
                    Machine::Gpu => {
                        $(#[allow(unused_variables)] // by hand not every size is needed
                        let $size = NonZero::<u32>::MIN.saturating_add($value - 1);)*
                        let by_hand = gpu::$layout { $($own),* };
                        with.visit($name, &sizes, &Widened(Narrow(layout)), &Widened(by_hand));
                    }
                }
            }
        };
    }
    sized!("tile_symbolic" TileSymbolic(m = 96 as "M", k = 160 as "K", bm = 12 as "BM", bk = 40 as "BK"), by hand k, bm, bk);
    sized!("grouped_symbolic" GroupedSymbolic(m = 75 as "m", n = 40 as "n", g = 8 as "g"), by hand m, n, g);
}
