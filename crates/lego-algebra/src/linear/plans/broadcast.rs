//! Elements that several threads or registers hold: which ones, and who of them counts.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;

/// The bits of register, lane, warp and block that lead to an element that is held already with that bit 0.
///
/// A sum over the elements adds each once if only those take part whose bits under the masks are all 0: every element has exactly
/// one such holder.
///
/// ```
/// use lego_algebra::linear::{Dim, LinearLayout, plans::BroadcastMasks};
/// let x = Dim::named("x");
/// // Lanes 0 and 1 hold the same element, 2 and 3 too.
/// let layout = LinearLayout::from_bases(&[(Dim::LANE, &[&[0], &[1]])], &[(x, 2)]).unwrap();
/// let masks = BroadcastMasks::of(&layout);
/// assert_eq!(masks.mask(Dim::LANE), 0b01);
/// assert_eq!(masks.holders(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadcastMasks {
    ins: super::super::Space,
    flat: u64,
}

impl BroadcastMasks {
    /// Of a layout; it need not be distributed.
    #[must_use]
    pub fn of(layout: &LinearLayout) -> Self {
        let pivots = super::super::Echelon::of(layout.matrix().columns()).pivots();
        let all = lego_core::f2::ones(layout.ins().total_bits() as u32);
        Self { ins: *layout.ins(), flat: !pivots & all }
    }

    /// The bits of a dim; none of a name that is none.
    #[must_use]
    pub fn mask(&self, dim: Dim) -> u64 {
        self.ins.position(dim).map_or(0, |place| self.ins.part(self.flat, place))
    }

    /// How many hold each element.
    #[must_use]
    pub fn holders(&self) -> u128 {
        1 << self.flat.count_ones()
    }

    /// Whether the holder at a flat point is the one that counts.
    #[must_use]
    pub fn counts(&self, point: u64) -> bool {
        point & self.flat == 0
    }
}

impl LinearLayout {
    /// Without the bits of a thread's registers that lead to an element that the thread holds already.
    ///
    /// # Errors
    /// If there is no in dim `register`.
    pub fn without_broadcast_registers(&self) -> Result<Self, Error> {
        self.ins().find(Dim::REGISTER, super::super::Side::In)?;
        let mut own = super::super::Echelon::EMPTY;
        let mut columns = [0; super::super::BITS];
        let mut width = 0;
        let mut kept = 0;
        for (dim, ..) in self.ins().iter() {
            for &image in self.basis(dim) {
                if dim != Dim::REGISTER || own.add(image) {
                    columns[width] = image;
                    width += 1;
                    kept += u32::from(dim == Dim::REGISTER);
                }
            }
        }
        let ins = self.ins().resized(Dim::REGISTER, kept, super::super::Side::In)?;
        Ok(Self::of_parts(ins, *self.outs(), columns))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::random_layout::{any_distributed, any_layout, any_space};
    use super::*;
    use random::Random;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn every_element_has_one_holder_that_counts() {
        let mut random = Random::fresh();
        for round in 0..400 {
            let outs = any_space(&mut random, &["x", "y"], 8);
            let layout = if round % 2 == 0 {
                any_distributed(&mut random, outs)
            } else {
                let ins = any_space(&mut random, &["register", "lane", "warp"], 9);
                any_layout(&mut random, ins, outs)
            };
            let masks = BroadcastMasks::of(&layout);
            let mut held: HashMap<u64, (u128, usize)> = HashMap::new();
            for point in 0..1 << layout.ins().total_bits() {
                let entry = held.entry(layout.apply_flat(point)).or_default();
                entry.0 += 1;
                entry.1 += usize::from(masks.counts(point));
            }
            assert!(held.values().all(|&(holders, count)| holders == masks.holders() && count == 1));
            // A sum over those that count is the sum over the elements.
            let sum: u64 = (0..1u64 << layout.ins().total_bits())
                .filter(|&point| masks.counts(point))
                .map(|point| layout.apply_flat(point) * 3 + 1)
                .sum();
            assert_eq!(sum, held.keys().map(|element| element * 3 + 1).sum::<u64>());
        }
    }

    #[test]
    fn registers_that_hold_an_element_twice_are_removed_and_no_others() {
        let mut random = Random::fresh();
        for _ in 0..300 {
            let outs = any_space(&mut random, &["x", "y"], 8);
            let layout = any_distributed(&mut random, outs);
            let reduced = layout.without_broadcast_registers().unwrap();
            let elements = |layout: &LinearLayout, thread: u64| {
                let registers = layout.ins().bits(Dim::REGISTER).unwrap();
                (0..1u64 << registers).map(|r| layout.apply_flat(thread << registers | r)).collect::<std::vec::Vec<_>>()
            };
            let threads = layout.ins().total_bits() as u32 - layout.ins().bits(Dim::REGISTER).unwrap();
            for thread in 0..1 << threads {
                let (old, new) = (elements(&layout, thread), elements(&reduced, thread));
                let (old, unique): (HashSet<u64>, HashSet<u64>) =
                    (old.into_iter().collect(), new.iter().copied().collect());
                assert_eq!(unique.len(), new.len());
                assert_eq!(old, unique);
            }
        }
    }
}
