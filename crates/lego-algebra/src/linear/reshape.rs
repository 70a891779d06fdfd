//! The sides of a layout seen otherwise: other dims over the same bits, another order, other names, other sizes.
//!
//! The first dim of a side has the lowest bits: flattening `(x: 4, y: 2)` gives x + 4 · y.

use super::dim::Dim;
use super::error::{Error, Side};
use super::layout::LinearLayout;
use super::space::Space;
use lego_core::f2::BITS;

impl LinearLayout {
    /// The in dims cut anew, over the same flat bits.
    ///
    /// # Errors
    /// If the new dims have another number of bits, or as [`Space::of_sizes`].
    pub fn reshape_ins(&self, dims: &[(Dim, u64)]) -> Result<Self, Error> {
        let ins = reshaped(self.ins(), Space::of_sizes(dims)?)?;
        Ok(Self::of_matrix(ins, *self.outs(), *self.matrix()))
    }

    /// The out dims cut anew, over the same flat bits.
    ///
    /// # Errors
    /// If the new dims have another number of bits, or as [`Space::of_sizes`].
    pub fn reshape_outs(&self, dims: &[(Dim, u64)]) -> Result<Self, Error> {
        let outs = reshaped(self.outs(), Space::of_sizes(dims)?)?;
        Ok(Self::of_matrix(*self.ins(), outs, *self.matrix()))
    }

    /// All in dims as one, of the name of the first; no dims stay none.
    #[must_use]
    pub fn flatten_ins(&self) -> Self {
        Self::of_matrix(flattened(self.ins()), *self.outs(), *self.matrix())
    }

    /// All out dims as one, of the name of the first; no dims stay none.
    #[must_use]
    pub fn flatten_outs(&self) -> Self {
        Self::of_matrix(*self.ins(), flattened(self.outs()), *self.matrix())
    }

    /// The in dims in another order.
    ///
    /// # Errors
    /// If the order has not each of the dims once.
    pub fn transpose_ins(&self, order: &[Dim]) -> Result<Self, Error> {
        let ins = self.ins().permuted(order, Side::In)?;
        let mut columns = [0; BITS];
        let mut bit = 0;
        for &dim in order {
            for &image in self.basis(dim) {
                columns[bit] = image;
                bit += 1;
            }
        }
        Ok(Self::of_parts(ins, *self.outs(), columns))
    }

    /// The out dims in another order.
    ///
    /// # Errors
    /// If the order has not each of the dims once.
    pub fn transpose_outs(&self, order: &[Dim]) -> Result<Self, Error> {
        let outs = self.outs().permuted(order, Side::Out)?;
        Ok(self.with_outs(outs))
    }

    /// The images carried over to another space of the same names; what it lacks is left out.
    pub(super) fn with_outs(&self, outs: Space) -> Self {
        let mut columns = [0; BITS];
        for (column, &image) in columns.iter_mut().zip(self.matrix().columns()) {
            *column = self.outs().carried(image, &outs);
        }
        Self::of_parts(*self.ins(), outs, columns)
    }

    /// An in dim of another size: bits more are mapped to 0 (broadcast), of fewer the last are cut off.
    ///
    /// # Errors
    /// If there is no such dim, or the side would have too many bits.
    pub fn resize_in_dim(&self, dim: Dim, size: u64) -> Result<Self, Error> {
        let bits = super::space::log2(dim, size)?;
        let ins = self.ins().resized(dim, bits, Side::In)?;
        let mut columns = [0; BITS];
        for (other, bits, start) in ins.iter() {
            let basis = self.basis(other).iter().take(bits as usize).enumerate();
            basis.for_each(|(k, &image)| columns[start as usize + k] = image);
        }
        Ok(Self::of_parts(ins, *self.outs(), columns))
    }

    /// An out dim of another size; coordinates of images that are not below it become 0.
    ///
    /// # Errors
    /// If there is no such dim, or the side would have too many bits.
    pub fn resize_out_dim(&self, dim: Dim, size: u64) -> Result<Self, Error> {
        let bits = super::space::log2(dim, size)?;
        let outs = self.outs().resized(dim, bits, Side::Out)?;
        let place = self.outs().find(dim, Side::Out)?;
        let mut columns = [0; BITS];
        for (column, &image) in columns.iter_mut().zip(self.matrix().columns()) {
            let fits = self.outs().part(image, place) < size;
            let image = if fits { image } else { image & !self.outs().mask(place) };
            *column = self.outs().carried(image, &outs);
        }
        Ok(Self::of_parts(*self.ins(), outs, columns))
    }

    /// An in dim of another name.
    ///
    /// # Errors
    /// If there is no such dim, or one of the new name already.
    pub fn rename_in(&self, dim: Dim, name: Dim) -> Result<Self, Error> {
        Ok(Self::of_matrix(self.ins().renamed(dim, name, Side::In)?, *self.outs(), *self.matrix()))
    }

    /// An out dim of another name.
    ///
    /// # Errors
    /// If there is no such dim, or one of the new name already.
    pub fn rename_out(&self, dim: Dim, name: Dim) -> Result<Self, Error> {
        Ok(Self::of_matrix(*self.ins(), self.outs().renamed(dim, name, Side::Out)?, *self.matrix()))
    }

    /// Without the bits of an in dim that are mapped to 0.
    ///
    /// # Errors
    /// If there is no such dim.
    pub fn remove_zero_bases_along_dim(&self, dim: Dim) -> Result<Self, Error> {
        let place = self.ins().find(dim, Side::In)?;
        let first = self.ins().start_at(place) as usize;
        let last = first + self.ins().bits_at(place) as usize;
        let mut columns = [0; BITS];
        let mut width = 0;
        for (bit, &image) in self.matrix().columns().iter().enumerate() {
            if image != 0 || bit < first || bit >= last {
                columns[width] = image;
                width += 1;
            }
        }
        let removed = self.ins().total_bits() - width;
        let ins = self.ins().resized(dim, (last - first - removed) as u32, Side::In)?;
        Ok(Self::of_parts(ins, *self.outs(), columns))
    }
}

fn reshaped(old: &Space, new: Space) -> Result<Space, Error> {
    let (from, to) = (old.total_bits(), new.total_bits());
    if from == to { Ok(new) } else { Err(Error::Reshape { from, to }) }
}

fn flattened(space: &Space) -> Space {
    let first = space.dims().first().map(|&dim| (dim, space.total_bits() as u32));
    first.and_then(|first| Space::new(&[first]).ok()).unwrap_or(Space::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::super::random_layout::{any_layout, any_space};
    use super::*;
    use random::Random;

    fn dim(name: &str) -> Dim {
        Dim::new(name).unwrap()
    }

    #[test]
    fn seen_otherwise_every_point_has_the_value_it_had() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let (ins, outs) = (any_space(&mut random, &["a", "b", "c"], 8), any_space(&mut random, &["x", "y"], 9));
            let layout = any_layout(&mut random, ins, outs);
            let (flat, order) = (layout.flatten_ins().flatten_outs(), [dim("c"), dim("a"), dim("b")]);
            let (moved, swapped) =
                (layout.transpose_ins(&order).unwrap(), layout.transpose_outs(&[dim("y"), dim("x")]));
            let swapped = swapped.unwrap();
            for point in 0..1 << ins.total_bits() {
                let [a, b, c] = core::array::from_fn(|k| ins.part(point, k));
                let image = layout.apply(&[a, b, c]).unwrap();
                assert_eq!(flat.apply_flat(point), layout.apply_flat(point));
                assert_eq!(moved.apply(&[c, a, b]), Ok(image));
                assert_eq!(*swapped.apply(&[a, b, c]).unwrap(), [image[1], image[0]]);
            }
            let back = flat.reshape_ins(&[
                (dim("a"), 1 << ins.bits(dim("a")).unwrap()),
                (dim("b"), 1 << ins.bits(dim("b")).unwrap()),
                (dim("c"), 1 << ins.bits(dim("c")).unwrap()),
            ]);
            assert_eq!(back.unwrap().transpose_ins(&order), Ok(moved.flatten_outs()));
        }
        assert_eq!(LinearLayout::EMPTY.flatten_ins().flatten_outs(), LinearLayout::EMPTY);
    }

    #[test]
    fn sizes_grow_by_zeros_and_shrink_by_cutting() {
        let (a, x, y) = (dim("a"), dim("x"), dim("y"));
        let layout = LinearLayout::from_bases(&[(a, &[&[1, 1], &[2, 0], &[4, 1]])], &[(x, 8), (y, 2)]).unwrap();
        let smaller = layout.resize_out_dim(x, 4).unwrap();
        let wanted = LinearLayout::from_bases(&[(a, &[&[1, 1], &[2, 0], &[0, 1]])], &[(x, 4), (y, 2)]);
        assert_eq!(Ok(smaller), wanted);
        let larger = layout.resize_in_dim(a, 16).unwrap();
        assert_eq!(larger.basis(a), [9, 2, 12, 0]);
        assert_eq!(larger.remove_zero_bases_along_dim(a), Ok(layout));
        assert_eq!(layout.resize_in_dim(a, 2).unwrap().basis(a), [9]);
        assert_eq!(layout.resize_in_dim(a, 3), Err(Error::PowerOfTwo { dim: a, size: 3 }));
        assert_eq!(layout.reshape_outs(&[(x, 8)]), Err(Error::Reshape { from: 4, to: 3 }));
        assert_eq!(layout.rename_out(x, y), Err(Error::Twice { dim: y }));
        assert_eq!(layout.rename_in(a, x).unwrap().basis(x), layout.basis(a));
    }
}
