//! What a thread owns of a block of the matrix.

use super::layout::{Matrix, Sums, Threads};
use lego_cuda::device::{Element, global, linear_thread_idx};
use lego_cuda::unroll;
use lego_cuda::view::GlobalMut;

/// The row and the column of this thread among 16×16.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
pub(super) fn place() -> [u32; 2] {
    Threads::inv_u32(linear_thread_idx())
}

/// How many rows and columns the matrix has.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
pub(super) fn extent<const H: usize, const V: usize>(matrix: &GlobalMut<'_, f32, Matrix<H, V>>) -> u32 {
    matrix.layout().n() as u32
}

/// The elements of this thread in a block of the matrix, those that the matrix has.
pub(super) struct Own<'v, 'a, const H: usize, const V: usize> {
    matrix: &'v GlobalMut<'a, f32, Matrix<H, V>>,
    block: [u32; 2],
    place: [u32; 2],
    /// The whole block is in the matrix, and its vectors begin where those of memory do.
    has_vectors: bool,
}

impl<'v, 'a, const H: usize, const V: usize> Own<'v, 'a, H, V>
where
    [f32; V]: Element,
{
    /// Those of a block, of the thread of a place among 16×16.
    ///
    /// # Safety
    /// The block is one of the matrix, no other block of threads uses it during the launch, and no other thread has that place.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(super) unsafe fn new(matrix: &'v GlobalMut<'a, f32, Matrix<H, V>>, block: [u32; 2], place: [u32; 2]) -> Self {
        let (n, side) = (extent(matrix), (16 * H * V) as u32);
        let is_whole = block[0].max(block[1]) * side + side <= n;
        Self { matrix, block, place, has_vectors: is_whole && n.is_multiple_of(V as u32) }
    }

    /// The index of an element.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn index(&self, [p, i, q, j]: [u32; 4]) -> [u32; 8] {
        [self.block[0], self.block[1], p, q, self.place[0], self.place[1], i, j]
    }

    /// Sets an element, if the matrix has it.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn set(&self, element: [u32; 4], value: f32) {
        // SAFETY: the element is this thread's.
        unsafe { self.matrix.try_set(self.index(element), value) };
    }

    /// The elements whose first coordinate is `first` or one of the next `P` - 1; 0 where the matrix has none.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn load<const P: usize>(&self, first: u32) -> Sums<P, H, V> {
        let mut elements = [[[[0.0; V]; H]; V]; P];
        unroll!(for p in 0..P {
            unroll!(for i in 0..V {
                unroll!(for q in 0..H {
                    let at = |j: usize| self.index([first + p as u32, i as u32, q as u32, j as u32]);
                    if self.has_vectors {
                        // SAFETY: the block has all its elements, which are this thread's and lie side by side from a multiple of
                        // their number on.
                        let vector: [f32; V] =
                            unsafe { global::load(self.matrix.at_unchecked(at(0)).cast_const().cast()) };
                        unroll!(for j in 0..V {
                            elements[p][i][q][j] = vector[j];
                        });
                    } else {
                        unroll!(for j in 0..V {
                            if self.matrix.contains(at(j)) {
                                // SAFETY: the element is there and this thread's.
                                elements[p][i][q][j] = unsafe { self.matrix.get_unchecked(at(j)) };
                            }
                        });
                    }
                });
            });
        });
        elements
    }

    /// Stores what [`load`](Own::load) loads.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    pub(super) fn store<const P: usize>(&self, first: u32, elements: Sums<P, H, V>) {
        unroll!(for p in 0..P {
            unroll!(for i in 0..V {
                unroll!(for q in 0..H {
                    let at = |j: usize| [first + p as u32, i as u32, q as u32, j as u32];
                    if self.has_vectors {
                        // SAFETY: as for `load`.
                        unsafe { global::store(self.matrix.at_unchecked(self.index(at(0))).cast(), elements[p][i][q]) };
                    } else {
                        unroll!(for j in 0..V {
                            self.set(at(j), elements[p][i][q][j]);
                        });
                    }
                });
            });
        });
    }
}
