//! Packed domains: parts of a square that are stored row after row without the rest, one file each.
//!
//! A domain is a [stage](super::Stage) of a chain. What stands to its right describes the whole square, what stands to its left
//! the stored positions. To add one: write its file, and a line in the list below.

use super::argument::{Argument, Arguments};
use super::named::Named;
use super::requirement::Requirement;
use super::scalar::Scalar;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

/// A part of a box with positions of its own.
///
/// Laws, with the span as the product of [`stored`](Packing::stored): where `contains(i)`, `apply(i) < span` and
/// `is_filled(apply(i))`; there, if
/// [`is_injective`](Packing::is_injective), `inv(apply(i)) == i`. Where `is_filled(p)`, `contains(inv(p))` and
/// `apply(inv(p)) == p`.
pub trait Packing<I: Scalar>: Debug {
    /// The name in the language.
    fn name(&self) -> &'static str;

    /// The extents of the box.
    fn dims(&self) -> &[I];

    /// Extents whose product is the number of positions; it does not fit where that does not.
    fn stored(&self) -> Vec<I>;

    /// Whether some indices of the box have no position.
    fn is_partial(&self) -> bool;

    /// Whether some positions have no index.
    fn has_holes(&self) -> bool;

    /// Whether an index of the box has a position; `None` where all have.
    fn contains(&self, index: &[I]) -> Option<I::Truth>;

    /// The position of an index that has one.
    fn apply(&self, index: &[I]) -> I;

    /// Whether a position below the span has an index; `None` where all have.
    fn is_filled(&self, position: I) -> Option<I::Truth>;

    /// An index at a position that has one.
    fn inv(&self, position: I) -> Vec<I>;

    /// Whether no two indices share a position.
    fn is_injective(&self) -> bool {
        true
    }

    /// What must hold of the arguments, beside being sizes; as [`Permutation::requirements`](super::Permutation::requirements).
    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        Vec::new()
    }
}

/// One line a domain: its file.
macro_rules! packed_domains {
    ($($file:ident;)*) => {
        $(mod $file;)*

        /// Every packed domain, in the order of the documentation.
        pub const PACKED: &[Named] = &[$($file::NAMED),*];

        /// Makes a packed domain; `None` if there is none of this name or the arguments are not of its
        /// [`Parameters`](super::Parameters).
        pub fn packed<'a, I: Scalar + 'a>(name: &str, arguments: &[Argument<I>]) -> Option<Box<dyn Packing<I> + 'a>> {
            let arguments = Arguments::new(arguments);
            match name {
                $(_ if name == $file::NAMED.name => $file::build(&arguments),)*
                _ => None,
            }
        }
    };
}

packed_domains! {
    lower;
    upper;
    band;
    symmetric;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{Signed, volume};
    use alloc::vec;

    fn numbers(numbers: &[u64]) -> Vec<Argument<u64>> {
        let number = |&magnitude| Argument::Number(Signed { negative: false, magnitude });
        numbers.iter().map(number).collect()
    }

    /// Checks a domain on every index and position: `position` counts the elements of the part in the order of the rows.
    fn check(name: &str, arguments: &[u64], contains: impl Fn(u64, u64) -> bool, position: impl Fn(u64, u64) -> u64) {
        let n = arguments[0];
        let domain = packed::<u64>(name, &numbers(arguments)).unwrap();
        let span: u64 = domain.stored().iter().product();
        let mut owners = vec![None; span as usize];
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let is_inside = domain.contains(&[i, j]).unwrap_or(true);
            assert_eq!(is_inside, contains(i, j), "{name}{arguments:?} at [{i}, {j}]");
            if is_inside {
                let p = domain.apply(&[i, j]);
                assert_eq!(p, position(i, j), "{name}{arguments:?} at [{i}, {j}]");
                if domain.is_injective() {
                    assert_eq!(owners[p as usize], None, "{name}{arguments:?} at [{i}, {j}]");
                }
                if domain.is_injective() || i >= j {
                    owners[p as usize] = Some(vec![i, j]);
                }
            }
        }
        for (p, owner) in (0..span).zip(owners) {
            let is_filled = domain.is_filled(p).unwrap_or(true);
            assert_eq!(is_filled.then(|| domain.inv(p)), owner, "{name}{arguments:?} at {p}");
        }
    }

    #[test]
    fn triangles_are_counted_row_by_row() {
        for n in (0..=17).chain([31, 32, 33]) {
            let count = |contains: fn(u64, u64) -> bool, i: u64, j: u64| {
                let all = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
                all.filter(|&(a, b)| contains(a, b) && (a, b) < (i, j)).count() as u64
            };
            check("Lower", &[n], |i, j| i >= j, |i, j| count(|a, b| a >= b, i, j));
            check("Upper", &[n], |i, j| i <= j, |i, j| count(|a, b| a <= b, i, j));
            check("Symmetric", &[n], |_, _| true, |i, j| count(|a, b| a >= b, i.max(j), i.min(j)));
        }
    }

    #[test]
    fn bands_have_rows_of_one_length() {
        for (n, below, above) in
            (0..=9).flat_map(|n| (0..=4).flat_map(move |below| (0..=11).map(move |above| (n, below, above))))
        {
            let contains = |i: u64, j: u64| i <= j + below && j <= i + above;
            check("Band", &[n, below, above], contains, |i, j| i * (below + above + 1) + j + below - i);
        }
    }

    #[test]
    fn what_does_not_fit_is_known_not_to_fit() {
        for (name, arguments) in [
            ("Lower", &[1 << 33][..]),
            ("Upper", &[u64::MAX]),
            ("Band", &[2, u64::MAX, 0]),
            ("Band", &[2, 1 << 63, 1 << 63]),
            ("Band", &[1 << 40, 1 << 30, 0]),
        ] {
            let domain = packed::<u64>(name, &numbers(arguments)).unwrap();
            assert_eq!(volume(&domain.stored()), None, "{name}{arguments:?}");
        }
    }

    #[test]
    fn large_triangles_are_exact() {
        // The largest square whose indices can be counted in 64 bits.
        for n in [1 << 16, (1 << 30) + 1, (1 << 31) - 1, u64::from(u32::MAX)] {
            for name in ["Lower", "Upper", "Symmetric"] {
                let domain = packed::<u64>(name, &numbers(&[n])).unwrap();
                let rows = [0, 1, n / 3, n / 2, n - 2, n - 1];
                for (i, j) in rows.into_iter().flat_map(|i| rows.map(|j| (i, j))) {
                    let is_lower = name != "Upper";
                    if domain.contains(&[i, j]) == Some(false) || is_lower && i < j {
                        continue;
                    }
                    let (wide_i, wide_j, wide_n) = (u128::from(i), u128::from(j), u128::from(n));
                    let wanted = match is_lower {
                        true => wide_i * (wide_i + 1) / 2 + wide_j,
                        false => wide_i * wide_n + wide_j - wide_i * (wide_i + 1) / 2,
                    };
                    let position = domain.apply(&[i, j]);
                    assert_eq!(u128::from(position), wanted, "{name}({n}) at [{i}, {j}]");
                    assert_eq!(domain.inv(position), [i, j], "{name}({n}) at {position}");
                }
                assert_eq!(domain.inv(0), [0, 0]);
                assert_eq!(domain.inv(domain.stored()[0] - 1), [n - 1, n - 1]);
            }
        }
    }
}
