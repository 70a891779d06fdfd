//! Random layouts for tests.

use super::dim::Dim;
use super::layout::LinearLayout;
use super::space::Space;
use lego_core::f2::{BITS, ones};
use random::Random;

/// A space with these dims, of so many bits at most.
pub(super) fn any_space(random: &mut Random, names: &[&str], most: u64) -> Space {
    let mut space = Space::EMPTY;
    for name in names {
        let left = most - space.total_bits() as u64;
        let bits = random.below(left / 2 + 2).min(left) as u32;
        space.push(Dim::new(name).unwrap(), bits).unwrap();
    }
    space
}

/// A layout with random images.
pub(super) fn any_layout(random: &mut Random, ins: Space, outs: Space) -> LinearLayout {
    let columns: [u64; BITS] = core::array::from_fn(|_| random.bits() & ones(outs.total_bits() as u32));
    LinearLayout::new(ins, outs, &columns[..ins.total_bits()]).unwrap()
}

/// A layout that is onto: random images, the first of them chosen to be independent.
pub(super) fn any_surjective(random: &mut Random, ins: Space, outs: Space) -> Option<LinearLayout> {
    (0..50).map(|_| any_layout(random, ins, outs)).find(LinearLayout::is_surjective)
}

/// A distributed layout: registers, lanes and warps in any order over the dims, some of them broadcast.
pub(super) fn any_distributed(random: &mut Random, outs: Space) -> LinearLayout {
    let total = outs.total_bits();
    let mut images: [u64; BITS] = core::array::from_fn(|k| if k < total { 1 << k } else { 0 });
    let width = (total + random.index(4)).min(BITS);
    random.shuffle(&mut images[..width]);
    let lane = random.index(width.min(5) + 1);
    let warp = random.index((width - lane).min(3) + 1);
    let register = width - lane - warp;
    let ins =
        Space::new(&[(Dim::REGISTER, register as u32), (Dim::LANE, lane as u32), (Dim::WARP, warp as u32)]).unwrap();
    LinearLayout::new(ins, outs, &images[..width]).unwrap()
}
