//! The factors of a diagonal block, and their inverses, in the registers of a block of threads.

use super::layout::{Columns, Inverses, Matrix, Pivots, Rows, Side, Sums};
use super::own::place;
use lego_cuda::device::{Element, linear_thread_idx, math, sync_threads};
use lego_cuda::unroll;
use lego_cuda::view::{GlobalMut, Shared};

/// Where the threads of a block show each other the pivots' rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Shown<'s, const H: usize, const V: usize> {
    pub(super) rows: Shared<'s, f32, Rows<H, V>>,
    pub(super) columns: Shared<'s, f32, Columns<H, V>>,
    pub(super) pivots: Shared<'s, f32, Pivots<V>>,
}

/// Factors a block whose elements are in registers: stores L and U in place of it, and both inverses.
///
/// A step of the elimination in place (Gauss and Jordan) takes `V` pivots at once: a block P = L·U on the diagonal, of the
/// threads that have it. With the rows of the pivots, L⁻¹ times what they were, and their columns, which are times U⁻¹, every
/// other element loses the product of its column and its row. Before that rows and columns are shown to all and cleared, P
/// among them becoming the identity, so that what comes to stand there is what the same operations make of the identity: below
/// the diagonal the inverse of L grows, above it that of U, and each is complete in its rows and columns of the pivots when a
/// step shows them. So one update without any case serves all three; what it makes of places that are complete nobody reads.
///
/// # Safety
/// The diagonal block is one of the matrix, and no other block of threads uses it and the inverses at this time.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) unsafe fn factor<const H: usize, const V: usize>(
    mut sums: Sums<H, H, V>,
    matrix: &GlobalMut<'_, f32, Matrix<H, V>>,
    diagonal: u32,
    inverses: &GlobalMut<'_, [f32; V], Inverses<H, V>>,
    shown: Shown<'_, H, V>,
) where
    [f32; V]: Element,
{
    let ([y, x], side) = (place(), (16 * H * V) as u32);
    // What is complete is stored by a thread for each row of the columns, and one for each column of the rows.
    let (is_row, element) = (linear_thread_idx() / side, linear_thread_idx() % side);
    let [of_h, of_thread, of_v] = Side::<H, V>::inv_u32(element);
    unroll!(for h in 0..H {
        for thread in 0..16 {
            let parity = thread % 2;
            if y == thread {
                show_rows(&mut sums, shown, h, parity);
            }
            if x == thread {
                show_columns(&mut sums, shown, h, parity);
            }
            sync_threads();
            let Shown { rows, columns, pivots } = shown;
            let mut p = [[0.0; V]; V];
            unroll!(for v in 0..V {
                p[v] = pivots.get_vector::<V>([parity, v as u32, 0]);
            });
            let p = Pivot::of(p);
            let first = Side::<H, V>::apply_u32([h as u32, thread, 0]);
            let is_behind = element >= first + V as u32;
            // SAFETY: the block of threads has this block of the matrix. In it a thread stores its row of L or its column of U,
            // but for the pivots, which the thread stores that has them; and each has its own row of one of the inverses.
            unsafe {
                let complete = if is_row == 0 {
                    p.times_u(columns.get_vector::<V>([parity, of_h, of_thread, of_v, 0]))
                } else if is_row == 1 {
                    let mut row = [0.0; V];
                    unroll!(for v in 0..V {
                        row[v] = rows.get([parity, v as u32, of_h, of_thread, of_v]);
                    });
                    p.times_l(row)
                } else {
                    [0.0; V]
                };
                if is_row == 0 && is_behind {
                    let at = [diagonal, diagonal, of_h, h as u32, of_thread, thread, of_v, 0];
                    matrix.try_set_vector(at, complete);
                }
                if is_row == 1 && is_behind {
                    unroll!(for v in 0..V {
                        let at = [diagonal, diagonal, h as u32, of_h, thread, of_thread, v as u32, of_v];
                        matrix.try_set(at, complete[v]);
                    });
                }
                if y == thread && x == thread {
                    unroll!(for v in 0..V {
                        let at = [diagonal, diagonal, h as u32, h as u32, thread, thread, v as u32, 0];
                        matrix.try_set_vector(at, p.factors[v]);
                    });
                }
                if is_row < 2 && !is_behind {
                    inverses.set([is_row, element, h as u32, thread], complete);
                }
            }
            let mut below = [[[0.0; V]; H]; V];
            unroll!(for v in 0..V {
                unroll!(for q in 0..H {
                    below[v][q] = rows.get_vector::<V>([parity, v as u32, q as u32, x, 0]);
                });
            });
            unroll!(for q in 0..H {
                unroll!(for j in 0..V {
                    let mut row = [0.0; V];
                    unroll!(for v in 0..V {
                        row[v] = below[v][q][j];
                    });
                    let row = p.times_l(row);
                    unroll!(for v in 0..V {
                        below[v][q][j] = row[v];
                    });
                });
            });
            unroll!(for a in 0..H {
                unroll!(for i in 0..V {
                    let c = p.times_u(columns.get_vector::<V>([parity, a as u32, y, i as u32, 0]));
                    unroll!(for q in 0..H {
                        unroll!(for j in 0..V {
                            unroll!(for v in 0..V {
                                sums[a][i][q][j] = math::mul_add(-c[v], below[v][q][j], sums[a][i][q][j]);
                            });
                        });
                    });
                });
            });
        }
    });
}

/// The factors of a block of pivots, and the inverses of the pivots.
struct Pivot<const V: usize> {
    factors: [[f32; V]; V],
    inverses: [f32; V],
}

impl<const V: usize> Pivot<V> {
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn of(mut factors: [[f32; V]; V]) -> Self {
        let mut inverses = [0.0; V];
        unroll!(for k in 0..V {
            inverses[k] = 1.0 / factors[k][k];
            unroll!(for i in 0..V {
                if i > k {
                    factors[i][k] *= inverses[k];
                    unroll!(for j in 0..V {
                        if j > k {
                            factors[i][j] = math::mul_add(-factors[i][k], factors[k][j], factors[i][j]);
                        }
                    });
                }
            });
        });
        Self { factors, inverses }
    }

    /// L⁻¹ times a column.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn times_l(&self, mut column: [f32; V]) -> [f32; V] {
        unroll!(for i in 0..V {
            unroll!(for k in 0..V {
                if k < i {
                    column[i] = math::mul_add(-self.factors[i][k], column[k], column[i]);
                }
            });
        });
        column
    }

    /// A row times U⁻¹.
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    fn times_u(&self, mut row: [f32; V]) -> [f32; V] {
        unroll!(for j in 0..V {
            unroll!(for k in 0..V {
                if k < j {
                    row[j] = math::mul_add(-row[k], self.factors[k][j], row[j]);
                }
            });
            row[j] *= self.inverses[j];
        });
        row
    }
}

/// The identity's element.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
fn one_if(is_one: bool) -> f32 {
    if is_one { 1.0 } else { 0.0 }
}

/// Shows the rows of the pivots and the pivots themselves, and clears them.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn show_rows<const H: usize, const V: usize>(
    sums: &mut Sums<H, H, V>,
    Shown { rows, pivots, .. }: Shown<'_, H, V>,
    h: usize,
    parity: u32,
) where
    [f32; V]: Element,
{
    let [y, x] = place();
    unroll!(for v in 0..V {
        unroll!(for q in 0..H {
            let mut vector = sums[h][v][q];
            sums[h][v][q] = [0.0; V];
            if q == h && x == y {
                pivots.set_vector([parity, v as u32, 0], vector);
                unroll!(for j in 0..V {
                    vector[j] = one_if(j == v);
                });
            }
            rows.set_vector([parity, v as u32, q as u32, x, 0], vector);
        });
    });
}

/// Shows the columns of the pivots, and clears them.
#[cfg_attr(target_arch = "nvptx64", inline(always))]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn show_columns<const H: usize, const V: usize>(
    sums: &mut Sums<H, H, V>,
    Shown { columns, .. }: Shown<'_, H, V>,
    h: usize,
    parity: u32,
) where
    [f32; V]: Element,
{
    let [y, x] = place();
    unroll!(for p in 0..H {
        unroll!(for i in 0..V {
            let mut vector = sums[p][i][h];
            sums[p][i][h] = [0.0; V];
            if p == h && x == y {
                unroll!(for v in 0..V {
                    vector[v] = one_if(i == v);
                });
            }
            columns.set_vector([parity, p as u32, y, i as u32, 0], vector);
        });
    });
}
