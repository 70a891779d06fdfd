//! The neighbours of a stencil, by what they are multiplied by.
//!
//! Neighbours with the same coefficient are added before they are multiplied. In a cube sums are shared too: between the results of
//! neighbouring rows, and between the planes above and below.

use lego_cuda::device::math;
use lego_cuda::unroll;

/// The sums of `V` columns in each of `Y` rows that are not complete yet: element j is for the plane `RADIUS - j` below the next one.
pub type Sums<const V: usize, const Y: usize> = [[[f32; V]; Y]; 8];

/// The first of a thread's own columns among those that it sees.
const OWN: usize = 4;

/// What a thread sees of a plane. Its rows are counted from `RADIUS` before the first of its own, its columns from four before.
pub trait Plane<const V: usize> {
    /// `V` elements of a row, from a column on: 4 and multiples of `V` from there.
    fn read(&self, row: usize, column: usize) -> [f32; V];

    /// The elements of a row from column 0 to 11, at least those no farther than the radius from the thread's own.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn line(&self, row: usize, radius: usize) -> [f32; 12] {
        let mut line = [0.0; 12];
        unroll!(for column in 0..12 {
            let column: usize = column;
            let has_some = column + V + radius > OWN && column < OWN + V + radius;
            if column.is_multiple_of(V) && has_some {
                let elements = self.read(row, column);
                unroll!(for k in 0..V {
                    line[column + k] = elements[k];
                });
            }
        });
        line
    }
}

/// A stencil: `K` coefficients, and which neighbours each belongs to.
pub trait Shape<const K: usize>: Copy {
    /// How far along an axis the farthest neighbour is, at most 4.
    const RADIUS: usize;

    /// The stencil of these coefficients.
    fn of(coefficients: [f32; K]) -> Self;

    /// Adds what a plane gives to all results that it takes part in; those that are complete with it.
    fn advance<const V: usize, const Y: usize>(self, plane: &impl Plane<V>, sums: &mut Sums<V, Y>) -> [[f32; V]; Y];
}

/// The element and its neighbours along the axes, `K - 1` of them each way: coefficient d is that of the distance d.
///
/// `Star([centre, side])` has 7 points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Star<const K: usize>(pub [f32; K]);

/// All elements of a cube around the element: 27 for 4 coefficients, 125 for 10.
///
/// Law: of a neighbour whose distances along the axes are a ≥ b ≥ c in some order, the coefficient is number
/// `a(a+1)(a+2)/6 + b(b+1)/2 + c`. So the first four are those of the element itself, of the sides, of the edges, and of the corners of
/// a cube of 3×3×3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cube<const K: usize>(pub [f32; K]);

/// The coefficient of a neighbour in a cube.
pub(super) const fn class([x, y, z]: [usize; 3]) -> usize {
    let (low, high) = if x < y { (x, y) } else { (y, x) };
    let (a, rest) = if high < z { (z, high) } else { (high, z) };
    let (b, c) = if low < rest { (rest, low) } else { (low, rest) };
    a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c
}

/// The element `distance` columns to the left of column `k`, and that to the right, added.
#[inline(always)]
fn both(line: &[f32; 12], k: usize, distance: usize) -> f32 {
    line[OWN + k - distance] + line[OWN + k + distance]
}

/// Adds a plane's share to the sums by `add(distance, row, column, sum)`, and moves each to the place below.
#[inline(always)]
fn shifted<const V: usize, const Y: usize>(
    radius: usize,
    sums: &mut Sums<V, Y>,
    add: impl Fn(usize, usize, usize, f32) -> f32,
) -> [[f32; V]; Y] {
    let mut complete = [[0.0; V]; Y];
    unroll!(for y in 0..Y {
        unroll!(for k in 0..V {
            complete[y][k] = add(radius, y, k, sums[0][y][k]);
            unroll!(for j in 0..7 {
                let j: usize = j;
                if j + 1 < 2 * radius {
                    sums[j][y][k] = add((radius - 1).abs_diff(j), y, k, sums[j + 1][y][k]);
                }
            });
            sums[2 * radius - 1][y][k] = add(radius, y, k, 0.0);
        });
    });
    complete
}

impl<const K: usize> Shape<K> for Star<K> {
    const RADIUS: usize = K - 1;

    #[inline(always)]
    fn of(coefficients: [f32; K]) -> Self {
        Self(coefficients)
    }

    #[inline(always)]
    fn advance<const V: usize, const Y: usize>(self, plane: &impl Plane<V>, sums: &mut Sums<V, Y>) -> [[f32; V]; Y] {
        let (Self(coefficients), radius) = (self, K - 1);
        let (mut here, mut flat) = ([[0.0; V]; Y], [[0.0; V]; Y]);
        unroll!(for row in 0..16 {
            let row: usize = row;
            if row < Y + 2 * radius {
                let mut vector = [0.0; V];
                if row >= radius && row < radius + Y {
                    let line = plane.line(row, radius);
                    unroll!(for k in 0..V {
                        vector[k] = line[OWN + k];
                        let sum = &mut flat[row - radius][k];
                        *sum = math::mul_add(coefficients[0], line[OWN + k], *sum);
                        unroll!(for d in 1..=4 {
                            if d <= radius {
                                *sum = math::mul_add(coefficients[d], both(&line, k, d), *sum);
                            }
                        });
                    });
                    here[row - radius] = vector;
                } else {
                    vector = plane.read(row, OWN);
                }
                unroll!(for y in 0..Y {
                    let distance = (y + radius).abs_diff(row);
                    if distance > 0 && distance <= radius {
                        unroll!(for k in 0..V {
                            flat[y][k] = math::mul_add(coefficients[distance], vector[k], flat[y][k]);
                        });
                    }
                });
            }
        });
        shifted(radius, sums, |distance, y, k, sum| {
            if distance == 0 { sum + flat[y][k] } else { math::mul_add(coefficients[distance], here[y][k], sum) }
        })
    }
}

impl<const K: usize> Shape<K> for Cube<K> {
    const RADIUS: usize = match K {
        4 => 1,
        10 => 2,
        _ => panic!("a cube has 4 or 10 coefficients"),
    };

    #[inline(always)]
    fn of(coefficients: [f32; K]) -> Self {
        Self(coefficients)
    }

    #[inline(always)]
    fn advance<const V: usize, const Y: usize>(self, plane: &impl Plane<V>, sums: &mut Sums<V, Y>) -> [[f32; V]; Y] {
        let (Self(coefficients), radius) = (self, <Self as Shape<K>>::RADIUS);
        // Of each row, by the distance from the column.
        let mut rows = [[[0.0; V]; 3]; 12];
        unroll!(for row in 0..12 {
            let row: usize = row;
            if row < Y + 2 * radius {
                let line = plane.line(row, radius);
                unroll!(for k in 0..V {
                    rows[row][0][k] = line[OWN + k];
                    rows[row][1][k] = both(&line, k, 1);
                    if radius == 2 {
                        rows[row][2][k] = both(&line, k, 2);
                    }
                });
            }
        });
        // What the plane gives to the results in it, one and two planes away.
        let mut shares = [[[0.0; V]; Y]; 3];
        unroll!(for y in 0..Y {
            unroll!(for k in 0..V {
                let at = |x: usize, distance: usize| {
                    let row = y + radius;
                    if distance == 0 {
                        rows[row][x][k]
                    } else {
                        rows[row - distance][x][k] + rows[row + distance][x][k]
                    }
                };
                unroll!(for a in 0..3 {
                    unroll!(for b in 0..3 {
                        let (a, b): (usize, usize) = (a, b);
                        if b <= a && a <= radius {
                            let sum = if a == b { at(a, a) } else { at(a, b) + at(b, a) };
                            unroll!(for z in 0..3 {
                                let z: usize = z;
                                if z <= radius {
                                    let coefficient = coefficients[class([a, b, z])];
                                    shares[z][y][k] = math::mul_add(coefficient, sum, shares[z][y][k]);
                                }
                            });
                        }
                    });
                });
            });
        });
        shifted(radius, sums, |distance, y, k, sum| sum + shares[distance][y][k])
    }
}
