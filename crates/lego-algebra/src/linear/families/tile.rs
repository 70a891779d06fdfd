//! What the families are made of: identities over several dims, and a tile spread over a tensor of any size.

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::layout::LinearLayout;
use super::super::space::{DIMS, Space};

/// The blocks of a cluster over a tensor: how many there are in each dim, and into how many parts they split it; where there
/// are more blocks than parts, several hold the same part. The first dim of `order` is the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster<'a> {
    /// Blocks in each dim.
    pub ctas_per_cga: &'a [u64],
    /// Parts in each dim.
    pub cta_split: &'a [u64],
    /// The dims from the fastest to the slowest.
    pub cta_order: &'a [usize],
}

impl Cluster<'_> {
    fn layout(&self, rank: usize) -> Result<LinearLayout, Error> {
        let order = Order::new(self.cta_order, rank)?;
        let (ctas, split) = (counted(self.ctas_per_cga, rank)?, counted(self.cta_split, rank)?);
        let mut layout = LinearLayout::EMPTY;
        for &axis in order.axes() {
            let (parts, blocks) = (split[axis], ctas[axis]);
            if parts == 0 || blocks % parts != 0 {
                let value = i64::try_from(parts).unwrap_or(i64::MAX);
                return Err(Error::Parameter { name: "cta_split", value, wanted: "a divisor of ctas_per_cga" });
            }
            let to = Dim::tensor(axis);
            layout = layout.mul(&LinearLayout::identity_1d(parts, Dim::BLOCK, to)?)?;
            layout = layout.mul(&LinearLayout::zeros_1d(blocks / parts, Dim::BLOCK, to, 1)?)?;
        }
        Ok(layout)
    }

    /// How many parts a dim is split into, without a cluster 1.
    pub(super) fn split_of(cluster: Option<&Self>, axis: usize) -> u64 {
        cluster.and_then(|cluster| cluster.cta_split.get(axis)).copied().unwrap_or(1).max(1)
    }
}

/// An order of the axes of a tensor, the fastest first: each once.
#[derive(Clone, Copy)]
pub(super) struct Order {
    axes: [usize; DIMS],
    rank: usize,
}

impl Order {
    pub(super) fn new(order: &[usize], rank: usize) -> Result<Self, Error> {
        if order.len() != rank {
            return Err(Error::Count { wanted: rank, found: order.len() });
        }
        if rank > DIMS {
            return Err(Error::Dims);
        }
        let mut axes = [0; DIMS];
        for (k, &axis) in order.iter().enumerate() {
            if axis >= rank || order[..k].contains(&axis) {
                let value = i64::try_from(axis).unwrap_or(i64::MAX);
                return Err(Error::Parameter { name: "order", value, wanted: "each axis once" });
            }
            axes[k] = axis;
        }
        Ok(Self { axes, rank })
    }

    /// The last axis the fastest, as in a row-major matrix, or the last two the other way round.
    pub(super) fn of_matrices(rank: usize, row_major: bool) -> Result<Self, Error> {
        if !(2..=DIMS).contains(&rank) {
            return Err(Error::Count { wanted: 2, found: rank });
        }
        let mut axes = [0; DIMS];
        (0..rank).for_each(|k| axes[k] = rank - 1 - k);
        if !row_major {
            axes.swap(0, 1);
        }
        Ok(Self { axes, rank })
    }

    pub(super) fn axes(&self) -> &[usize] {
        &self.axes[..self.rank]
    }
}

/// Numbers, one for each axis.
pub(super) fn counted(numbers: &[u64], rank: usize) -> Result<&[u64], Error> {
    if numbers.len() == rank { Ok(numbers) } else { Err(Error::Count { wanted: rank, found: numbers.len() }) }
}

/// One in dim over several axes, each in its size, the fastest first; an axis that is `kept` is not walked, but all hold it.
pub(super) fn identity_nd(from: Dim, sizes: &[u64], order: &Order, kept: Option<usize>) -> Result<LinearLayout, Error> {
    let sizes = counted(sizes, order.rank)?;
    let mut layout = LinearLayout::EMPTY;
    for &axis in order.axes() {
        let (size, to) = (sizes[axis], Dim::tensor(axis));
        let factor = match kept == Some(axis) {
            true => LinearLayout::zeros_1d(size, from, to, 1)?,
            false => LinearLayout::identity_1d(size, from, to)?,
        };
        layout = layout.mul(&factor)?;
    }
    Ok(layout)
}

/// A tile with its out dims in the order of another, so that their product exists.
pub(super) fn repeated(tile: &LinearLayout, by: &LinearLayout) -> Result<LinearLayout, Error> {
    tile.mul(&by.transpose_outs(tile.outs().dims())?)
}

/// A layout repeated by its first in dim until no out dim is smaller than wanted.
pub(super) fn not_smaller_than(layout: &LinearLayout, shape: &[u64]) -> Result<LinearLayout, Error> {
    let mut grown = *layout;
    let Some(&from) = layout.ins().dims().first() else { return Ok(grown) };
    for (dim, bits, _) in layout.outs().iter() {
        let wanted = super::super::space::log2(dim, size_of(shape, dim)?)?;
        grown = grown.mul(&LinearLayout::identity_1d(1 << wanted.saturating_sub(bits), from, dim)?)?;
    }
    Ok(grown)
}

/// A layout whose images beyond a wanted size are 0, so that several hold the same element.
pub(super) fn not_larger_than(layout: &LinearLayout, shape: &[u64]) -> Result<LinearLayout, Error> {
    let mut cut = *layout;
    for (dim, bits, _) in layout.outs().iter() {
        let size = size_of(shape, dim)?;
        if super::super::space::log2(dim, size)? < bits {
            cut = cut.resize_out_dim(dim, size)?;
        }
    }
    Ok(cut)
}

/// The size of an axis by its name.
fn size_of(shape: &[u64], dim: Dim) -> Result<u64, Error> {
    let axis = (0..shape.len()).find(|&axis| Dim::tensor(axis) == dim);
    axis.map(|axis| shape[axis]).ok_or(Error::Unknown { dim, side: Side::Out })
}

/// A block's layout over a whole tensor: repeated or cut to the part that a block has, then spread over the cluster.
pub(super) fn over_shape(
    block: &LinearLayout,
    cluster: Option<&Cluster<'_>>,
    shape: &[u64],
) -> Result<LinearLayout, Error> {
    let rank = shape.len();
    if rank == 0 || rank > DIMS {
        return Err(Error::Count { wanted: block.outs().len(), found: rank });
    }
    let standard: [Dim; DIMS] = core::array::from_fn(Dim::tensor);
    let cluster = match cluster {
        Some(cluster) => not_larger_than(&cluster.layout(rank)?, shape)?,
        None => standard[..rank].iter().try_fold(LinearLayout::EMPTY, |layout, &dim| {
            layout.mul(&LinearLayout::identity_1d(1, Dim::BLOCK, dim)?)
        })?,
    };
    let mut part = [1; DIMS];
    for (axis, size) in part.iter_mut().enumerate().take(rank) {
        let blocks = cluster.outs().bits(Dim::tensor(axis)).unwrap_or(0);
        *size = (shape[axis] >> blocks).max(1);
    }
    let part = &part[..rank];
    let block = not_larger_than(&not_smaller_than(block, part)?, part)?;
    repeated(&block, &cluster)?.transpose_outs(&standard[..rank])
}

/// The space of some axes with their sizes, the first axis first.
pub(super) fn tensor_space(shape: &[u64]) -> Result<Space, Error> {
    let mut space = Space::EMPTY;
    for (axis, &size) in shape.iter().enumerate().take(DIMS + 1) {
        let dim = Dim::tensor(axis);
        space.push(dim, super::super::space::log2(dim, size)?)?;
    }
    Ok(space)
}
