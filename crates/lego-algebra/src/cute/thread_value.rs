//! Which thread holds which elements of a tile: layouts from (thread, value) to the tile.

use super::Error;
use super::composed::ComposedLayout;
use super::coordinate::Slice;
use super::int_tuple::IntTuple;
use super::layout::Layout;
use super::number::ok;
use super::tiler::Tiler;

/// A layout of rank 2 from (thread, value) to the integer coordinates of a tile, its first dimension fastest, with the shape
/// of the tile.
///
/// ```
/// use lego_algebra::cute::{Layout, ThreadValue};
/// let layout = |text| Layout::parse(text).unwrap();
/// // 2 rows of 3 threads, each with 2 rows and 2 columns of elements.
/// let tv = ThreadValue::of(&layout("(2,3):(3,1)"), &layout("(2,2):(2,1)")).unwrap();
/// assert_eq!(tv.tile().to_string(), "(4,6)");
/// assert_eq!(tv.layout().to_string(), "((3,2),(2,2)):((8,2),(4,1))");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThreadValue {
    layout: Layout,
    tile: IntTuple,
}

impl ThreadValue {
    /// A layout and the tile's shape.
    ///
    /// # Errors
    /// Of a layout of another rank than 2, and of values beyond the tile.
    pub const fn new(layout: &Layout, tile: &IntTuple) -> Result<Self, Error> {
        if layout.rank() != 2 {
            return Err(Error::Rank { wanted: 2, found: layout.rank() });
        }
        let (least, greatest) = layout.bounds();
        let size = ok!(tile.product());
        if least < 0 || greatest >= size {
            return Err(Error::BeyondTile { value: if least < 0 { least } else { greatest }, size });
        }
        Ok(Self { layout: *layout, tile: *tile })
    }

    /// Threads in the order of one layout, each with the values of another one, side by side in the tile: CuTe's
    /// `make_layout_tv`, the right inverse of the raked product.
    ///
    /// # Errors
    /// As [`Layout::raked_product`], and where threads or values share elements.
    pub const fn of(threads: &Layout, values: &Layout) -> Result<Self, Error> {
        // What is repeated are the values, by the threads; raked puts what is repeated behind.
        let tile = ok!(threads.raked_product(values));
        let inverse = ok!(tile.inverse());
        let counts = ok!(IntTuple::flat(&[threads.size(), values.size()]));
        Self::new(&ok!(inverse.with_shape(&counts)), &ok!(tile.shape().product_each()))
    }

    /// The layout from (thread, value) to the tile.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The tile's shape.
    #[must_use]
    pub const fn tile(&self) -> IntTuple {
        self.tile
    }

    /// How many threads there are.
    #[must_use]
    pub const fn threads(&self) -> i64 {
        match self.layout.mode(0) {
            Some(threads) => threads.size(),
            None => 1,
        }
    }

    /// How many values a thread has.
    #[must_use]
    pub const fn values(&self) -> i64 {
        match self.layout.mode(1) {
            Some(values) => values.size(),
            None => 1,
        }
    }

    /// The element of the tile, as its integer coordinate, that is a thread's value.
    ///
    /// # Errors
    /// Of a thread or a value that there is none of.
    pub const fn element(&self, thread: i64, value: i64) -> Result<i64, Error> {
        if thread < 0 || thread >= self.threads() {
            return Err(Error::Coordinate { mode: 0, at: thread, size: Some(self.threads()) });
        }
        if value < 0 || value >= self.values() {
            return Err(Error::Coordinate { mode: 1, at: value, size: Some(self.values()) });
        }
        Ok(self.layout.at(thread + self.threads() * value))
    }

    /// A tensor's layout as (thread, value, rests): the element of each thread's value in the first tile, and where the
    /// other tiles are.
    ///
    /// # Errors
    /// As [`Layout::zipped_divide`] by the tile and [`Layout::composition`].
    ///
    /// ```
    /// use lego_algebra::cute::{Layout, ThreadValue};
    /// let layout = |text| Layout::parse(text).unwrap();
    /// let tv = ThreadValue::of(&layout("(2,2):(2,1)"), &layout("(1,2):(2,1)")).unwrap();
    /// let parts = tv.partition(&layout("(4,8):(8,1)")).unwrap();
    /// assert_eq!(parts.to_string(), "((2,2),2,(2,2)):((2,8),1,(16,4))");
    /// ```
    pub const fn partition(&self, tensor: &Layout) -> Result<Layout, Error> {
        let divided = ok!(tensor.zipped_divide(&ok!(Tiler::shape_of(&self.tile))));
        let (Some(tile), Some(rests)) = (divided.mode(0), divided.mode(1)) else {
            return Err(Error::Rank { wanted: 2, found: divided.rank() });
        };
        let parts = ok!(tile.composition(&self.layout));
        match (parts.mode(0), parts.mode(1)) {
            (Some(threads), Some(values)) => Layout::join(&[threads, values, rests]),
            _ => Err(Error::Rank { wanted: 2, found: parts.rank() }),
        }
    }

    /// What one thread sees of a tensor: its first element, and the layout of (value, rests) from there.
    ///
    /// # Errors
    /// As [`partition`](Self::partition), and of a thread that there is none of.
    pub const fn of_thread(&self, tensor: &Layout, thread: i64) -> Result<(i64, Layout), Error> {
        ok!(self.partition(tensor)).slice(&ok!(thread_slice(thread)))
    }

    /// What one thread sees of a swizzled tensor. The thread's offset goes under the swizzle, beside what is there.
    ///
    /// # Errors
    /// As [`of_thread`](Self::of_thread).
    pub const fn of_thread_swizzled(&self, tensor: &ComposedLayout, thread: i64) -> Result<ComposedLayout, Error> {
        let layout = ok!(self.partition(&tensor.layout));
        ComposedLayout { layout, ..*tensor }.slice(&ok!(thread_slice(thread)))
    }
}

/// The coordinate (thread, _, _).
const fn thread_slice(thread: i64) -> Result<Slice, Error> {
    Ok(Slice { at: ok!(IntTuple::flat(&[thread, 0, 0])), open: 0b110 })
}

/// A copy of tiles by threads that hold what they read in the same order as what they write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TiledCopy {
    /// What each thread reads.
    pub source: ThreadValue,
    /// What each thread writes.
    pub target: ThreadValue,
}

impl TiledCopy {
    /// Threads in the order of one layout, each with the values of another one, on both sides: CuTe's `make_tiled_copy` of a
    /// copy that moves what each thread has by itself.
    ///
    /// # Errors
    /// As [`ThreadValue::of`].
    pub const fn of(threads: &Layout, values: &Layout) -> Result<Self, Error> {
        let tv = ok!(ThreadValue::of(threads, values));
        Ok(Self { source: tv, target: tv })
    }

    /// What a thread reads of a tensor: CuTe's `partition_S`.
    ///
    /// # Errors
    /// As [`ThreadValue::of_thread`].
    pub const fn partition_src(&self, tensor: &Layout, thread: i64) -> Result<(i64, Layout), Error> {
        self.source.of_thread(tensor, thread)
    }

    /// What a thread writes of a tensor: CuTe's `partition_D`.
    ///
    /// # Errors
    /// As [`ThreadValue::of_thread`].
    pub const fn partition_dst(&self, tensor: &Layout, thread: i64) -> Result<(i64, Layout), Error> {
        self.target.of_thread(tensor, thread)
    }
}
