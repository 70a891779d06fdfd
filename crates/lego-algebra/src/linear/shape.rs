//! Operations on the shape of a tensor, carried over to its layout so that no element moves.
//!
//! Forwards, the layout of the operand becomes one of the result; backwards, the layout of the result one of the operand. Both
//! ways a distributed layout stays distributed (theorem 9.3 of the paper).
//!
//! A tensor's elements follow each other as in a row-major array: its last axis is the fastest. Axes are `dim0`, `dim1`, ….

use super::dim::Dim;
use super::error::{Error, Side};
use super::layout::LinearLayout;
use super::space::{DIMS, Space};

impl LinearLayout {
    /// The number of axes, `dim0` and on in their order.
    fn axes(&self) -> Result<usize, Error> {
        for (axis, &dim) in self.outs().dims().iter().enumerate() {
            if dim != Dim::tensor(axis) {
                return Err(Error::Unknown { dim: Dim::tensor(axis), side: Side::Out });
            }
        }
        Ok(self.outs().len())
    }

    /// The axes renamed in their order to `dim0`, `dim1`, ….
    fn numbered(&self) -> Result<Self, Error> {
        let mut outs = Space::EMPTY;
        for (axis, (_, bits, _)) in self.outs().iter().enumerate() {
            outs.push(Dim::tensor(axis), bits)?;
        }
        Ok(Self::of_matrix(*self.ins(), outs, *self.matrix()))
    }

    /// The layout after `trans`: axis k of the result is axis `order[k]` of the operand.
    ///
    /// # Errors
    /// If the order has not each axis once.
    pub fn trans(&self, order: &[usize]) -> Result<Self, Error> {
        let rank = self.axes()?;
        if order.len() != rank {
            return Err(Error::Count { wanted: rank, found: order.len() });
        }
        let mut dims = [Dim::OFFSET; DIMS];
        for (dim, &axis) in dims.iter_mut().zip(order) {
            *dim = self.axis(axis)?;
        }
        self.transpose_outs(&dims[..rank])?.numbered()
    }

    /// The layout before `trans` of what has this layout after it: the inverse of [`trans`](Self::trans).
    ///
    /// # Errors
    /// If the order has not each axis once.
    pub fn trans_backward(&self, order: &[usize]) -> Result<Self, Error> {
        let mut back = [0; DIMS];
        for (k, &axis) in order.iter().enumerate() {
            self.axis(axis)?;
            back[axis] = k;
        }
        if order.len() > DIMS {
            return Err(Error::Dims);
        }
        self.trans(&back[..order.len()])
    }

    fn axis(&self, axis: usize) -> Result<Dim, Error> {
        let dim = Dim::tensor(axis.min(DIMS));
        if axis >= DIMS {
            return Err(Error::Unknown { dim, side: Side::Out });
        }
        self.outs().find(dim, Side::Out).map(|_| dim)
    }

    /// The layout after `reshape`: element k in row-major order stays element k.
    ///
    /// Backwards it is a reshape to the old shape.
    ///
    /// # Errors
    /// If the new shape has another number of elements, or a size that is no power of two.
    pub fn reshape(&self, shape: &[u64]) -> Result<Self, Error> {
        let rank = self.axes()?;
        // The fastest axis has the lowest bits of a flat point, so it stands first.
        let mut reversed = [Dim::OFFSET; DIMS];
        (0..rank).for_each(|k| reversed[k] = Dim::tensor(rank - 1 - k));
        let flat = self.transpose_outs(&reversed[..rank])?;
        if shape.len() > DIMS {
            return Err(Error::Dims);
        }
        let mut dims = [(Dim::OFFSET, 1); DIMS];
        for (k, &size) in shape.iter().rev().enumerate() {
            dims[k] = (Dim::tensor(shape.len() - 1 - k), size);
        }
        let cut = flat.reshape_outs(&dims[..shape.len()])?;
        let mut ordered = [Dim::OFFSET; DIMS];
        (0..shape.len()).for_each(|k| ordered[k] = Dim::tensor(k));
        cut.transpose_outs(&ordered[..shape.len()])
    }

    /// The layout after `join` of two tensors with this one: a last axis of size 2 says which; a thread holds both elements side
    /// by side, in the lowest bit of its registers.
    ///
    /// # Errors
    /// If there is no in dim `register`, or too many bits or dims.
    pub fn join(&self) -> Result<Self, Error> {
        let rank = self.axes()?;
        self.ins().find(Dim::REGISTER, Side::In)?;
        let pair = Self::identity_1d(2, Dim::REGISTER, Dim::tensor(rank))?;
        let joined = pair.mul(&self.transpose_ins_first(Dim::REGISTER)?)?;
        let mut ordered = [Dim::OFFSET; DIMS];
        (0..=rank).for_each(|k| ordered[k.min(DIMS - 1)] = Dim::tensor(k));
        joined.transpose_outs(&ordered[..=rank])?.transpose_ins(self.ins().dims())
    }

    fn transpose_ins_first(&self, dim: Dim) -> Result<Self, Error> {
        let mut order = [dim; DIMS];
        let others = self.ins().dims().iter().filter(|&&other| other != dim);
        others.zip(1..).for_each(|(&other, k)| order[k] = other);
        self.transpose_ins(&order[..self.ins().len()])
    }

    /// The layout of each half after `split` along the last axis, which has size 2: the inverse of [`join`](Self::join), and so
    /// its backward.
    ///
    /// # Errors
    /// If the last axis has another size, or not both elements of a pair are with one thread: then they have to be moved
    /// together first.
    pub fn split(&self) -> Result<Self, Error> {
        let rank = self.axes()?;
        let last = rank.checked_sub(1).ok_or(Error::Count { wanted: 1, found: 0 })?;
        let (dim, bits) = (Dim::tensor(last), self.outs().bits_at(last));
        if bits != 1 {
            return Err(Error::Sizes { dim, one: 1, other: bits });
        }
        let pair = 1 << self.outs().start_at(last);
        let place = self.ins().find(Dim::REGISTER, Side::In)?;
        let first = self.ins().start_at(place) as usize;
        let own = self.basis(Dim::REGISTER).iter().position(|&image| image == pair);
        let apart = Error::Form {
            wanted: "the two elements of a pair along the last axis are not with one thread, or not only there: convert the \
                     layout first",
        };
        let Some(own) = own else { return Err(apart) };
        let mut columns = [0; lego_core::f2::BITS];
        let mut width = 0;
        for (bit, &image) in self.matrix().columns().iter().enumerate() {
            if bit != first + own {
                if image & pair != 0 {
                    return Err(apart);
                }
                columns[width] = image;
                width += 1;
            }
        }
        let ins = self.ins().resized(Dim::REGISTER, self.ins().bits_at(place) - 1, Side::In)?;
        let mut outs = Space::EMPTY;
        self.outs().iter().take(last).try_for_each(|(dim, bits, _)| outs.push(dim, bits))?;
        Ok(Self::of_parts(ins, outs, columns))
    }

    /// The layout after `expand_dims`: a new axis of size 1 before axis `axis`.
    ///
    /// # Errors
    /// If there are fewer axes, or 16 already.
    pub fn expand_dims(&self, axis: usize) -> Result<Self, Error> {
        let rank = self.axes()?;
        if axis > rank {
            return Err(Error::Count { wanted: rank, found: axis });
        }
        let mut outs = Space::EMPTY;
        for (k, (_, bits, _)) in self.outs().iter().enumerate() {
            if k == axis {
                outs.push(Dim::tensor(outs.len()), 0)?;
            }
            outs.push(Dim::tensor(outs.len()), bits)?;
        }
        if axis == rank {
            outs.push(Dim::tensor(rank), 0)?;
        }
        Ok(Self::of_matrix(*self.ins(), outs, *self.matrix()))
    }

    /// The layout before `expand_dims` of what has this one after it: without the axis, which has size 1.
    ///
    /// # Errors
    /// If the axis has another size, or there is none.
    pub fn expand_dims_backward(&self, axis: usize) -> Result<Self, Error> {
        self.axes()?;
        self.squeeze_out(self.axis(axis)?)?.numbered()
    }

    /// The layout after `broadcast` to a shape: along each axis of size 1 that grows, threads hold all copies in more registers,
    /// so that nothing moves.
    ///
    /// # Errors
    /// If an axis of another size than 1 would change.
    pub fn broadcast(&self, shape: &[u64]) -> Result<Self, Error> {
        self.stretched(shape)?;
        let mut grown = *self;
        for (axis, &size) in shape.iter().enumerate() {
            if self.outs().bits_at(axis) == 0 {
                let more = Self::identity_1d(size, Dim::REGISTER, Dim::tensor(axis))?;
                grown = grown.mul(&more)?;
            }
        }
        Ok(grown)
    }

    /// A layout before `broadcast` of what has this one after it: along the axes that grew, all hold the one element.
    ///
    /// # Errors
    /// If an axis of another size than 1 would change.
    pub fn broadcast_backward(&self, shape: &[u64]) -> Result<Self, Error> {
        let rank = self.axes()?;
        if shape.len() != rank {
            return Err(Error::Count { wanted: rank, found: shape.len() });
        }
        let mut small = *self;
        for (axis, &size) in shape.iter().enumerate() {
            let dim = Dim::tensor(axis);
            let (one, other) = (super::space::log2(dim, size)?, self.outs().bits_at(axis));
            if one != other {
                if one != 0 {
                    return Err(Error::Sizes { dim, one, other });
                }
                small = small.resize_out_dim(dim, 1)?;
            }
        }
        Ok(small)
    }

    fn stretched(&self, shape: &[u64]) -> Result<(), Error> {
        let rank = self.axes()?;
        if shape.len() != rank {
            return Err(Error::Count { wanted: rank, found: shape.len() });
        }
        for (axis, &size) in shape.iter().enumerate() {
            let dim = Dim::tensor(axis);
            let (one, other) = (self.outs().bits_at(axis), super::space::log2(dim, size)?);
            if one != 0 && one != other {
                return Err(Error::Sizes { dim, one, other });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::random_layout::any_distributed;
    use super::*;
    use random::Random;
    use std::vec::Vec;

    /// A tensor of up to four axes, and a distributed layout of it.
    fn any(random: &mut Random) -> (Vec<u64>, LinearLayout) {
        let rank = 1 + random.index(4);
        let shape: Vec<u64> = (0..rank).map(|_| 1 << random.below(4)).collect();
        let mut outs = Space::EMPTY;
        shape.iter().enumerate().for_each(|(axis, &size)| outs.push(Dim::tensor(axis), size.ilog2()).unwrap());
        (shape, any_distributed(random, outs))
    }

    fn row_major(shape: &[u64], at: &[u64]) -> u64 {
        shape.iter().zip(at).fold(0, |flat, (&size, &at)| flat * size + at)
    }

    /// Each point with its element in both layouts.
    fn each(a: &LinearLayout, b: &LinearLayout, mut check: impl FnMut(&[u64], &[u64])) {
        assert_eq!(a.ins(), b.ins());
        for point in 0..1 << a.ins().total_bits() {
            let of = |layout: &LinearLayout| {
                let image = layout.apply_flat(point);
                (0..layout.outs().len()).map(|k| layout.outs().part(image, k)).collect::<Vec<_>>()
            };
            check(&of(a), &of(b));
        }
    }

    #[test]
    fn distributed_layouts_stay_distributed_and_no_element_moves() {
        let mut random = Random::fresh();
        for _ in 0..1000 {
            let (shape, layout) = any(&mut random);
            let rank = shape.len();
            assert!(layout.is_distributed());

            let mut order: Vec<usize> = (0..rank).collect();
            random.shuffle(&mut order);
            let after = layout.trans(&order).unwrap();
            each(&layout, &after, |old, new| order.iter().zip(new).for_each(|(&axis, &at)| assert_eq!(at, old[axis])));
            assert!(after.is_distributed());
            assert_eq!(after.trans_backward(&order), Ok(layout));

            let bits = shape.iter().product::<u64>().ilog2();
            let cut = random.below(u64::from(bits) + 1) as u32;
            let other = [1 << cut, 1u64 << (bits - cut)];
            let after = layout.reshape(&other).unwrap();
            each(&layout, &after, |old, new| assert_eq!(row_major(&shape, old), row_major(&other, new)));
            assert!(after.is_distributed());
            assert_eq!(after.reshape(&shape), Ok(layout));

            let after = layout.join().unwrap();
            assert!(after.is_distributed());
            assert_eq!(after.split(), Ok(layout));
            for point in 0..1u64 << layout.ins().total_bits() {
                let place = layout.ins().position(Dim::REGISTER).unwrap();
                assert_eq!(place, 0);
                for which in 0..2 {
                    let image = after.apply_flat(point << 1 | which);
                    assert_eq!(after.outs().part(image, rank), which);
                    let old = layout.apply_flat(point);
                    assert!((0..rank).all(|k| after.outs().part(image, k) == layout.outs().part(old, k)));
                }
            }

            let axis = random.index(rank + 1);
            let after = layout.expand_dims(axis).unwrap();
            each(&layout, &after, |old, new| {
                let mut new = new.to_vec();
                assert_eq!(new.remove(axis), 0);
                assert_eq!(new, old);
            });
            assert!(after.is_distributed());
            assert_eq!(after.expand_dims_backward(axis), Ok(layout));

            let mut wide = shape.clone();
            for (size, &old) in wide.iter_mut().zip(&shape) {
                if old == 1 {
                    *size = 1 << random.below(3);
                }
            }
            let after = layout.broadcast(&wide).unwrap();
            assert!(after.is_distributed());
            let back = after.broadcast_backward(&shape).unwrap();
            assert!(back.is_distributed());
            // Back again the copies hold the one element.
            assert_eq!(
                back.remove_zero_bases_along_dim(Dim::REGISTER),
                layout.remove_zero_bases_along_dim(Dim::REGISTER)
            );
            each(&after, &back, |new, old| {
                old.iter().zip(new).zip(&shape).for_each(|((&old, &new), &size)| {
                    assert_eq!(old, if size == 1 { 0 } else { new });
                })
            });
        }
    }

    #[test]
    fn a_pair_that_is_apart_is_not_split() {
        let lanes = LinearLayout::from_bases(
            &[(Dim::REGISTER, &[&[1, 0]]), (Dim::LANE, &[&[0, 1]])],
            &[(Dim::tensor(0), 2), (Dim::tensor(1), 2)],
        )
        .unwrap();
        assert!(matches!(lanes.split(), Err(Error::Form { .. })));
        assert!(matches!(lanes.trans(&[0, 0]), Err(Error::Twice { .. })));
        assert!(lanes.trans_backward(&[0, 2]).is_err() && lanes.trans_backward(&[0]).is_err());
        assert_eq!(lanes.reshape(&[8]), Err(Error::Reshape { from: 2, to: 3 }));
        assert!(lanes.broadcast(&[2, 4]).is_err() && lanes.expand_dims(3).is_err());
        let none = LinearLayout::identity_1d(2, Dim::LANE, Dim::OFFSET).unwrap();
        assert_eq!(none.trans(&[0]), Err(Error::Unknown { dim: Dim::tensor(0), side: Side::Out }));
    }
}
