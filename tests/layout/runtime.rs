//! Sizes given at run time: a checked constructor, and methods.

use crate::laws::check;
use lego::{LayoutError, layout};

layout! {
    /// Column-major.
    pub type Matrix(m, k) = Col(m, k);
    pub type Tiled(m, k) = Row(m, k).TileBy([m/4, k/2], [4, 2]);
    pub type Facts(m, k) = Row(m, k) where m % 4 == 0, k >= 2, k < m * 2, m != 12;
    pub type Mixed<const B: usize>(n) = OrderBy(Row(n/B), Reverse(B)).GroupBy([n]);
    pub type Stored(n, m) = Row(n).ExpandBy([n] => [m]);
    pub type Holes(n, m) = Row(m).PadBy([n] => [m]);
    pub type Curve(n) = Morton(n, n);
    pub type Walk(n, a) = Fan(n, a, 1);
    pub type Programs(m, n, g) = Grouped(m, n, g);
    pub type Difference(m, n) = Row(m - n, n);
    pub type Volume(a, b, c) = Row(a, b, c);
}

const CONSTANT: usize = match Matrix::new(4, 8) {
    Ok(matrix) => matrix.apply([1, 2]),
    Err(_) => 0,
};

#[test]
fn methods_agree_with_the_formula() {
    check(Matrix::new(4, 8).unwrap(), |[i, j]| Some(j * 4 + i));
    check(Tiled::new(8, 6).unwrap(), |[i, j, k, l]| Some((i * 4 + k) * 6 + j * 2 + l));
    check(Mixed::<3>::new(12).unwrap(), |[i]| Some(i / 3 * 3 + 2 - i % 3));
    check(Stored::new(5, 8).unwrap(), |[i]| (i < 5).then_some(i));
    check(Holes::new(5, 8).unwrap(), |[i]| Some(i));
    for (n, a) in [(1, 1), (2, 1), (9, 5), (9, 4), (16, 7), (55, 34), (100, 201)] {
        check(Walk::new(n, a).unwrap(), |[i]| Some((a * i + 1) % n));
    }
    check(Programs::new(7, 3, 2).unwrap(), |[i, j]| {
        let q = i / 2;
        Some(q * 6 + j * (7 - q * 2).min(2) + i % 2)
    });
    assert_eq!(CONSTANT, 9);
    let matrix = Matrix::new(4, 8).unwrap();
    assert_eq!((matrix.dims(), matrix.count(), matrix.span(), Matrix::RANK), ([4, 8], 32, 32, 2));
    assert_eq!((matrix.apply_u32([1, 2]), matrix.inv_u32(9)), (9, [1, 2]));
    assert_eq!((matrix.try_apply([4, 0]), matrix.try_inv(32)), (None, None));
    assert_eq!(format!("{matrix:?}"), "Matrix { m: 4, k: 8 }");
}

#[test]
fn constructors_refuse_with_words() {
    let says = |result: Result<(), LayoutError>, words: &str| {
        assert_eq!(result.map_err(|error| error.to_string()), Err(words.to_owned()));
    };
    says(Programs::new(7, 3, 0).map(drop), "the group of Grouped is 0, but a size is at least 1");
    says(Mixed::<0>::new(12).map(drop), "B is 0, but a size is at least 1");
    says(Tiled::new(6, 2).map(drop), "m / 4: 4 does not divide 6; divisors near it: 3, 2, 6, 1");
    says(Tiled::new(8, 3).map(drop), "k / 2: 2 does not divide 3; divisors near it: 1, 3");
    says(Facts::new(6, 2).map(drop), "the fact m % 4 == 0 does not hold");
    says(Facts::new(8, 1).map(drop), "the fact k >= 2 does not hold");
    says(Facts::new(8, 16).map(drop), "the fact k < m * 2 does not hold");
    says(Facts::new(12, 2).map(drop), "the fact m != 12 does not hold");
    assert!(Facts::new(8, 15).is_ok());
    says(Mixed::<5>::new(12).map(drop), "n / B: 5 does not divide 12; divisors near it: 4, 6, 3, 2");
    says(Stored::new(9, 8).map(drop), "axis 0 of ExpandBy is 9, but may be at most 8");
    says(Holes::new(9, 8).map(drop), "axis 0 of PadBy is 9, but may be at most 8");
    says(
        Curve::new(12).map(drop),
        "a size of Morton is 12, which is no power of two; the nearest are 8 and 16; or write PadBy([12] => [16])",
    );
    says(Walk::new(9, 6).map(drop), "the factor 6 and the size 9 share the divisor 3; they must be coprime");
    says(Difference::new(4, 5).map(drop), "n is 5, but may be at most 4");
    assert_eq!(Difference::new(4, 4).map(|layout| layout.dims()), Ok([0, 4]));
}

#[test]
fn sizes_at_the_limits_overflow_with_an_error() {
    let overflows = |error: LayoutError| matches!(error, LayoutError::Overflow { .. });
    assert!(Matrix::new(1 << 32, (1 << 32) - 1).is_ok());
    assert!(Matrix::new(1 << 32, 1 << 32).is_err_and(overflows));
    assert!(Matrix::new(usize::MAX, 2).is_err_and(overflows));
    assert!(Matrix::new(usize::MAX, 1).is_ok());
    assert!(Volume::new(usize::MAX, usize::MAX, usize::MAX).is_err_and(overflows));
    assert!(Facts::new(usize::MAX - 3, usize::MAX).is_err());
    assert_eq!(Difference::new(usize::MAX, usize::MAX).map(|layout| layout.count()), Ok(0));
    let wide = Matrix::new(1 << 32, (1 << 32) - 1).unwrap();
    assert_eq!(wide.apply([(1 << 32) - 1, (1 << 32) - 2]), wide.span() - 1);
    assert_eq!(wide.inv(wide.span() - 1), [(1 << 32) - 1, (1 << 32) - 2]);
}

#[test]
#[should_panic = "does not fit an index of 32 bits"]
fn narrow_functions_refuse_wide_sizes() {
    let wide = Matrix::new(1 << 20, 1 << 20).unwrap();
    let _ = wide.apply_u32([0, 0]);
}
