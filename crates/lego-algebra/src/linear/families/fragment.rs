//! Fragments of matrix instructions by name: which element of the tile each register element of each thread is.
//!
//! Each is given three ways, which a test holds against each other on every element: as a linear layout, as a thread-value
//! layout of CuTe, and by the formula of the PTX ISA.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::mma::mma_tile;
use super::tile::Order;
use crate::cute::{IntTuple, Layout, ThreadValue};

/// What part of a product a fragment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The left operand, M×K.
    A,
    /// The right operand, K×N.
    B,
    /// The accumulator, M×N.
    C,
}

/// The registers of the threads of a matrix instruction.
///
/// ```
/// use lego_algebra::linear::families::Fragment;
/// let a = Fragment::named("mma_m16n8k16_f16_A").unwrap();
/// // Element 5 of thread 6: row 6 / 4, column 2 · (6 mod 4) + 1 + 8.
/// assert_eq!(a.element(6, 5), [1, 13]);
/// assert_eq!(*a.linear().unwrap().apply(&[5, 6]).unwrap(), [1, 13]);
/// assert_eq!(a.thread_value().unwrap().to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
/// // No power of two: there is the thread-value layout alone.
/// let odd = Fragment::named("wgmma_m64n24_D").unwrap();
/// assert!(odd.linear().is_err() && odd.thread_value().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    role: Role,
    /// Of the tile that the threads hold together: rows, columns.
    tile: [u64; 2],
    /// Neighbours along the inner axis in one thread.
    k_width: u64,
    warps: u64,
}

impl Fragment {
    /// A fragment by its name: `mma_m16n8k16_f16_A` and `_B` for operands of `mma.sync` (k 8 or 16 for `f16` and `bf16`, 4 or 8
    /// for `tf32`, 16 or 32 for `s8`, `u8`, `e4m3` and `e5m2`), `mma_m16n8_f32_C` for accumulators of 16×8, `wgmma_m64n32_D`
    /// for those of wgmma (n a multiple of 8 up to 256), and `wgmma_m64k16_f16_A_reg` for its left operand in registers.
    ///
    /// # Errors
    /// If there is no such fragment.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::parse(name).ok_or(Error::Form {
            wanted: "no such fragment: they are named mma_m16n8kK_TYPE_A, mma_m16n8kK_TYPE_B, mma_m16n8_TYPE_C, \
                     wgmma_m64nN_D and wgmma_m64kK_TYPE_A_reg",
        })
    }

    fn parse(name: &str) -> Option<Self> {
        if let Some(rest) = name.strip_prefix("wgmma_m64n") {
            let n = number(rest.strip_suffix("_D")?)?;
            let fits = n % 8 == 0 && (8..=256).contains(&n);
            return fits.then_some(Self { role: Role::C, tile: [64, n], k_width: 2, warps: 4 });
        }
        if let Some(rest) = name.strip_prefix("wgmma_m64k") {
            let (k, element) = rest.strip_suffix("_A_reg")?.split_once('_')?;
            let (k, k_width) = (number(k)?, k_width(element)?);
            return (k == 8 * k_width).then_some(Self { role: Role::A, tile: [64, k], k_width, warps: 4 });
        }
        let rest = name.strip_prefix("mma_m16n8")?;
        if let Some(element) = rest.strip_prefix('_').and_then(|rest| rest.strip_suffix("_C")) {
            let fits = matches!(element, "f16" | "f32" | "s32");
            return fits.then_some(Self { role: Role::C, tile: [16, 8], k_width: 2, warps: 1 });
        }
        let (k, rest) = rest.strip_prefix('k')?.split_once('_')?;
        let (element, role) = rest.split_once('_')?;
        let (k, k_width) = (number(k)?, k_width(element)?);
        // An instruction has one or two runs of k_width along the summed axis.
        if k != 4 * k_width && k != 8 * k_width {
            return None;
        }
        match role {
            "A" => Some(Self { role: Role::A, tile: [16, k], k_width, warps: 1 }),
            "B" => Some(Self { role: Role::B, tile: [k, 8], k_width, warps: 1 }),
            _ => None,
        }
    }

    /// What part of the product it is.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Rows and columns of the tile: M×K, K×N or M×N.
    #[must_use]
    pub fn tile(&self) -> [u64; 2] {
        self.tile
    }

    /// 32 threads, or 128 of wgmma.
    #[must_use]
    pub fn threads(&self) -> u64 {
        32 * self.warps
    }

    /// Register elements of a thread.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.tile[0] * self.tile[1] / self.threads()
    }

    /// Rows of a warp along the outer axis: 16, or the 8 columns of B.
    fn outer(&self) -> u64 {
        if self.role == Role::B { 8 } else { 16 }
    }

    /// Row and column of a register element, by the formula of the PTX ISA (9.2, sections 9.7.14 and 9.7.15): with g = lane / 4
    /// and t = lane mod 4, the element `value` is in run `value / k_width`; the runs go along the outer axis first.
    #[must_use]
    pub fn element(&self, thread: u64, value: u64) -> [u64; 2] {
        let (warp, g, t) = (thread / 32, thread / 4 % 8, thread % 4);
        let halves = self.outer() / 8;
        let run = value / self.k_width;
        let outer = 16 * warp + g + 8 * (run % halves);
        let inner = self.k_width * t + value % self.k_width + 4 * self.k_width * (run / halves);
        if self.role == Role::B { [inner, outer] } else { [outer, inner] }
    }

    /// CuTe's thread-value layout with the shape of its tile, M×K, M×N, or N×K of B.
    ///
    /// # Errors
    /// None that happens: the numbers are small.
    ///
    /// ```
    /// use lego_algebra::linear::families::Fragment;
    /// let b = Fragment::named("mma_m16n8k16_f16_B").unwrap().held().unwrap();
    /// assert_eq!((b.tile().to_string().as_str(), b.threads(), b.values()), ("(8,16)", 32, 4));
    /// ```
    pub fn held(&self) -> Result<ThreadValue, crate::cute::Error> {
        let [rows, columns] = self.tile.map(|side| side as i64);
        let sides = if self.role == Role::B { [columns, rows] } else { [rows, columns] };
        ThreadValue::new(&self.thread_value()?, &IntTuple::flat(&sides)?)
    }

    /// Register, lane (and warp, of wgmma) to row and column.
    ///
    /// # Errors
    /// If the tile has a side that is no power of two.
    pub fn linear(&self) -> Result<LinearLayout, Error> {
        let inner = if self.role == Role::B { 0 } else { 1 };
        let order = Order::of_matrices(2, inner == 1)?;
        let mut warp = self.tile;
        warp[1 - inner] = self.outer();
        let mut layout = mma_tile(&warp, self.k_width, &order, &order)?;
        if self.warps > 1 {
            layout = layout.mul(&LinearLayout::identity_1d(self.warps, Dim::WARP, Dim::tensor(1 - inner))?)?;
        }
        layout.transpose_outs(&[Dim::tensor(0), Dim::tensor(1)])
    }

    /// CuTe's thread-value layout: (thread, value) to row + rows · column of the tile; of B, which CuTe has as N×K, to
    /// column + columns · row.
    ///
    /// # Errors
    /// None that happens: the numbers are small.
    pub fn thread_value(&self) -> Result<Layout, crate::cute::Error> {
        let (outer_size, inner_size) = match self.role {
            Role::B => (self.tile[1], self.tile[0]),
            _ => (self.tile[0], self.tile[1]),
        };
        let [outer, inner, run] = [outer_size, inner_size, self.k_width].map(|n| n as i64);
        let (halves, warps) = (self.outer() as i64 / 8, self.warps as i64);
        let runs = inner / (4 * run);
        let mode = |pairs: &[(i64, i64)]| -> Result<(IntTuple, IntTuple), crate::cute::Error> {
            let shape = pairs.iter().map(|&(size, _)| IntTuple::int(size));
            let stride = pairs.iter().map(|&(_, stride)| IntTuple::int(stride));
            Ok((collect(shape)?, collect(stride)?))
        };
        let threads = [(4, outer * run), (8, 1), (warps, 16)];
        let (thread_shape, thread_stride) = mode(if warps > 1 { &threads } else { &threads[..2] })?;
        let mut values = [(0, 0); 3];
        let mut count = 0;
        // CuTe writes the repeats of an accumulator's columns also where there is one.
        for (pair, kept) in [
            ((run, outer), run > 1),
            ((halves, 8), halves > 1),
            ((runs, 4 * run * outer), runs > 1 || (warps > 1 && self.role == Role::C)),
        ] {
            if kept {
                values[count] = pair;
                count += 1;
            }
        }
        let (value_shape, value_stride) = match &values[..count] {
            [] => (IntTuple::int(1), IntTuple::int(0)),
            [(size, stride)] => (IntTuple::int(*size), IntTuple::int(*stride)),
            pairs => mode(pairs)?,
        };
        let shape = IntTuple::tuple(&[thread_shape, value_shape])?;
        Layout::new(&shape, &IntTuple::tuple(&[thread_stride, value_stride])?)
    }
}

/// A tuple of at most three leaves.
fn collect(leaves: impl Iterator<Item = IntTuple>) -> Result<IntTuple, crate::cute::Error> {
    let mut held = [const { None }; 3];
    held.iter_mut().zip(leaves).for_each(|(slot, leaf)| *slot = Some(leaf));
    match held {
        [Some(a), Some(b), Some(c)] => IntTuple::tuple(&[a, b, c]),
        [Some(a), Some(b), None] => IntTuple::tuple(&[a, b]),
        [Some(a), ..] => Ok(a),
        [None, ..] => Err(crate::cute::Error::Empty),
    }
}

/// A number without signs or leading zeros.
fn number(text: &str) -> Option<u64> {
    let plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// Elements in 32 bits.
fn k_width(element: &str) -> Option<u64> {
    match element {
        "tf32" => Some(1),
        "f16" | "bf16" => Some(2),
        "s8" | "u8" | "e4m3" | "e5m2" => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    fn all() -> Vec<String> {
        let mut names = Vec::new();
        for (element, k) in [("tf32", 4), ("f16", 8), ("bf16", 8), ("s8", 16), ("u8", 16), ("e4m3", 16), ("e5m2", 16)] {
            for (k, role) in [(k, "A"), (k, "B"), (2 * k, "A"), (2 * k, "B")] {
                names.push(format!("mma_m16n8k{k}_{element}_{role}"));
            }
            names.push(format!("wgmma_m64k{}_{element}_A_reg", 2 * k));
        }
        names.extend(["f16", "f32", "s32"].map(|element| format!("mma_m16n8_{element}_C")));
        names.extend((1..=32).map(|n| format!("wgmma_m64n{}_D", 8 * n)));
        names
    }

    #[test]
    fn three_notations_name_the_same_elements() {
        for name in all() {
            let fragment = Fragment::named(&name).unwrap();
            let [rows, columns] = fragment.tile();
            let thread_value = fragment.thread_value().unwrap();
            let held = fragment.held().unwrap();
            assert_eq!((held.layout(), held.threads() as u64), (thread_value, fragment.threads()), "{name}");
            let linear = fragment.linear();
            let powers = rows.is_power_of_two() && columns.is_power_of_two();
            assert_eq!(linear.is_ok(), powers, "{name}");
            let mut held = std::vec![0; (rows * columns) as usize];
            for thread in 0..fragment.threads() {
                for value in 0..fragment.values() {
                    let [row, column] = fragment.element(thread, value);
                    held[(row * columns + column) as usize] += 1;
                    let at = thread_value.eval((thread + fragment.threads() * value) as i64).unwrap() as u64;
                    let wanted = if fragment.role() == Role::B { column + columns * row } else { row + rows * column };
                    assert_eq!(at, wanted, "{name} {thread} {value}");
                    if let Ok(linear) = &linear {
                        let coordinates = [value, thread % 32, thread / 32];
                        let element = linear.apply(&coordinates[..linear.ins().len()]).unwrap();
                        assert_eq!(*element, [row, column], "{name} {thread} {value}");
                    }
                }
            }
            assert!(held.iter().all(|&count| count == 1), "{name}");
        }
    }

    #[test]
    fn other_names_are_none() {
        for name in [
            "",
            "mma",
            "mma_m16n8k16_f16",
            "mma_m16n8k16_f16_D",
            "mma_m16n8k12_f16_A",
            "mma_m16n8k016_f16_A",
            "wgmma_m64n12_D",
            "wgmma_m64n264_D",
            "wgmma_m64n0_D",
            "mma_m16n8_f64_C",
            "wgmma_m64k8_f16_A_reg",
            "wgmma_m64n99999999999999999999_D",
        ] {
            assert!(Fragment::named(name).is_err(), "{name}");
        }
    }
}
