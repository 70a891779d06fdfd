//! Blocked layouts: a rectangle of elements a thread, a rectangle of threads a warp, a rectangle of warps a block.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::tile::{Cluster, Order, identity_nd, over_shape};

/// What suits loads and stores of a row-major tensor: neighbours along the fastest axis with one thread, neighbouring threads
/// beside each other.
///
/// A tensor larger than the tile repeats it over more registers; of a smaller one several threads hold the same elements.
///
/// ```
/// use lego_algebra::linear::families::Blocked;
/// // Layout A of figure 1 of the paper: 16×16 over two warps, 2×2 elements a thread.
/// let blocked = Blocked {
///     size_per_thread: &[2, 2], threads_per_warp: &[4, 8], warps_per_cta: &[2, 1], order: &[1, 0], cluster: None,
/// };
/// let layout = blocked.to_linear_layout(&[16, 16]).unwrap();
/// // Register 2 of thread 9 of warp 0 holds element (3, 2).
/// assert_eq!(*layout.apply(&[2, 9, 0, 0]).unwrap(), [3, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked<'a> {
    /// Elements of a thread in each axis.
    pub size_per_thread: &'a [u64],
    /// Threads of a warp in each axis.
    pub threads_per_warp: &'a [u64],
    /// Warps of a block in each axis.
    pub warps_per_cta: &'a [u64],
    /// The axes from the fastest to the slowest.
    pub order: &'a [usize],
    /// The blocks of a cluster, if there are several.
    pub cluster: Option<Cluster<'a>>,
}

impl Blocked<'_> {
    /// The layout of a tensor: register, lane, warp, block to its coordinates.
    ///
    /// # Errors
    /// If a number is no power of two, the order has not each axis once, or there are too many bits.
    pub fn to_linear_layout(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        let order = Order::new(self.order, shape.len())?;
        let registers = identity_nd(Dim::REGISTER, self.size_per_thread, &order, None)?;
        let lanes = identity_nd(Dim::LANE, self.threads_per_warp, &order, None)?;
        let warps = identity_nd(Dim::WARP, self.warps_per_cta, &order, None)?;
        over_shape(&LinearLayout::product(&[registers, lanes, warps])?, self.cluster.as_ref(), shape)
    }

    /// The layout of an operand of a matrix product by plain multiplications: all of the axis that is summed over with every
    /// thread.
    pub(super) fn operand(&self, shape: &[u64], summed: usize) -> Result<LinearLayout, Error> {
        let order = Order::new(self.order, shape.len())?;
        let mut sizes = [1; super::super::space::DIMS];
        sizes[..shape.len()].copy_from_slice(super::tile::counted(self.size_per_thread, shape.len())?);
        sizes[summed] = shape[summed];
        let registers = identity_nd(Dim::REGISTER, &sizes[..shape.len()], &order, None)?;
        let lanes = identity_nd(Dim::LANE, self.threads_per_warp, &order, Some(summed))?;
        let warps = identity_nd(Dim::WARP, self.warps_per_cta, &order, Some(summed))?;
        over_shape(&LinearLayout::product(&[registers, lanes, warps])?, self.cluster.as_ref(), shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;

    #[test]
    fn every_element_is_where_division_says() {
        let mut random = Random::fresh();
        for _ in 0..100 {
            let power = |random: &mut Random, most| 1u64 << random.below(most);
            let pair = |random: &mut Random| [power(random, 3), power(random, 3)];
            let (size, threads, warps) = (pair(&mut random), pair(&mut random), pair(&mut random));
            let order = if random.one_in(2) { [1, 0] } else { [0, 1] };
            // A tensor of one or more whole tiles.
            let repeats = pair(&mut random);
            let tile: [u64; 2] = core::array::from_fn(|axis| size[axis] * threads[axis] * warps[axis]);
            let shape: [u64; 2] = core::array::from_fn(|axis| tile[axis] * repeats[axis]);
            let layout = Blocked {
                size_per_thread: &size,
                threads_per_warp: &threads,
                warps_per_cta: &warps,
                order: &order,
                cluster: None,
            }
            .to_linear_layout(&shape)
            .unwrap();
            assert!(layout.is_invertible());
            for _ in 0..200 {
                let [register, lane, warp] =
                    [size[0] * size[1] * repeats[0] * repeats[1], threads[0] * threads[1], warps[0] * warps[1]]
                        .map(|count| random.below(count));
                let element = layout.apply(&[register, lane, warp, 0]).unwrap();
                // Split by the fastest axis first, each number in its own box.
                let split = |index: u64, sizes: [u64; 2]| {
                    let fast = index % sizes[order[0]];
                    let slow = index / sizes[order[0]];
                    let mut at = [0; 2];
                    (at[order[0]], at[order[1]]) = (fast, slow);
                    at
                };
                let own = split(register % (size[0] * size[1]), size);
                let repeat = split(register / (size[0] * size[1]), repeats);
                let (lane, warp) = (split(lane, threads), split(warp, warps));
                let wanted: [u64; 2] = core::array::from_fn(|a| {
                    own[a] + size[a] * (lane[a] + threads[a] * (warp[a] + warps[a] * repeat[a]))
                });
                assert_eq!(*element, wanted);
            }
        }
    }

    #[test]
    fn parameters_that_do_not_fit_are_named() {
        let blocked = |size: &'static [u64], order: &'static [usize]| Blocked {
            size_per_thread: size,
            threads_per_warp: &[4, 8],
            warps_per_cta: &[2, 1],
            order,
            cluster: None,
        };
        let error = |size, order, shape: &[u64]| blocked(size, order).to_linear_layout(shape).unwrap_err();
        assert_eq!(error(&[3, 1], &[1, 0], &[16, 16]), Error::PowerOfTwo { dim: Dim::REGISTER, size: 3 });
        assert_eq!(
            error(&[1, 1], &[1, 1], &[16, 16]),
            Error::Parameter { name: "order", value: 1, wanted: "each axis once" }
        );
        assert_eq!(error(&[1, 1], &[1, 0], &[16]), Error::Count { wanted: 1, found: 2 });
        assert_eq!(error(&[1, 1], &[1, 0], &[24, 16]), Error::PowerOfTwo { dim: Dim::tensor(0), size: 24 });
    }
}
