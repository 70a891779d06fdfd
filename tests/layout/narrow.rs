//! `Layout32`: the same map in 32 bits.

use lego::{Layout, Layout32, Mapping32, layout};

/// At most so many indices are tried, evenly spread.
const MOST: usize = 1 << 14;

/// Compares each method with that of `Layout`.
#[track_caller]
pub(crate) fn check<L, const R: usize>(layout: L, proved: bool)
where
    L: Layout32 + Layout<Index = [usize; R]>,
    L: Layout32<Index32 = [u32; R]>,
{
    assert_eq!(layout.check_u32(), Ok(()));
    let dims = layout.dims();
    assert_eq!(layout.dims_u32(), dims.map(|extent| extent as u32));
    assert_eq!(layout.span_u32() as usize, layout.span());
    assert_eq!((L::INJECTIVE.is_some(), L::INJECTIVE_32.is_some()), (proved, proved));
    // A step without small divisors meets every residue of every axis.
    let step = |count: usize| if count <= MOST { 1 } else { (count / MOST) | 1 };
    for flat in (0..layout.count()).step_by(step(layout.count())) {
        let (mut index, mut rest) = ([0; R], flat);
        for axis in (0..R).rev() {
            index[axis] = rest % dims[axis];
            rest /= dims[axis];
        }
        let narrow = index.map(|i| i as u32);
        assert!(layout.contains_u32(&narrow));
        let position: Option<usize> = layout.apply(index).into();
        assert_eq!(layout.apply_u32(narrow).into(), position.map(|position| position as u32), "at {index:?}");
    }
    for position in (0..layout.span()).step_by(step(layout.span())) {
        let index: Option<[usize; R]> = layout.inv(position).into();
        let narrow: Option<[u32; R]> = layout.inv_u32(position as u32).into();
        assert_eq!(narrow, index.map(|index| index.map(|i| i as u32)), "at position {position}");
    }
    for axis in 0..R {
        for outside in [dims[axis] as u32, u32::MAX] {
            let mut index = [0; R];
            index[axis] = outside;
            assert!(!layout.contains_u32(&index));
        }
    }
}

const fn turn([i]: [usize; 1]) -> usize {
    (i + 1) % 5
}
const fn turn_back(p: usize) -> [usize; 1] {
    [(p + 4) % 5]
}

layout! {
    type Matrix(m, k) = Col(m, k);
    type Tiled(m, k) = Row(m, k).TileBy([m/4, k/2], [4, 2]);
    type Four(m) = Row(m) where m % 4 == 0;
    type Mixed<const B: usize>(n) = OrderBy(Row(n/B), Reverse(B)).GroupBy([n]);
    type Stored(n, m) = Row(n).ExpandBy([n] => [m]);
    type Holes(n, m) = Row(m).PadBy([n] => [m]);
    type Walk(n, a) = Fan(n, a, 1);
    type Difference(m, n) = Row(m - n, n);

    type Generic<const M: usize, const K: usize> = Row(M, K).TileBy([M/64, K/32], [64, 32]);
    type Both = Row(5, 8).PadBy([5, 7] => [5, 8]).ExpandBy([5, 7] => [6, 8]).TileBy([3, 2], [2, 4]);
    type Extended<const N: usize, const M: usize> = Col(N, N).ExpandBy([N, N] => [M, M]).TileBy([M/4, M/4], [4, 4]);
    /// The largest size whose indices and size fit.
    type Largest = Row(4294967295);
    type Whole = Row(4294967296);
    type Wide = Row(4294967296, 2);
    type Diagonals = AntiDiag(65535);

    type Closed = GenP([6, 5], |i, j| (5 - i) * 5 + (4 - j), |p| (5 - p / 5, 4 - p % 5));
    type Vouched = GenP([8], |i| (i + 3) % 8, |p| (p + 5) % 8, unchecked);
    type Called = GenP([5], turn, turn_back);
    type Symbolic<const N: usize> = GenP([N, N], |i, j| j * N + i, |p| (p % N, p / N));
    type Turned<const N: usize> = GenP([N], |i| (i + 1) % N, |p| (p + N - 1) % N);
    type Known = GenP([5, 5], antidiag, antidiag_inv);
    type Beside = OrderBy(Row(4), GenP([8], |i| (i + 3) % 8, |p| (p + 5) % 8, unchecked)).GroupBy([32]);
}

#[test]
fn sizes_given_at_run_time() {
    check(Matrix::new(13, 8).unwrap(), true);
    check(Tiled::new(12, 8).unwrap(), true);
    check(Four::new(12).unwrap(), true);
    check(Mixed::<3>::new(12).unwrap(), true);
    check(Stored::new(5, 8).unwrap(), true);
    check(Holes::new(5, 8).unwrap(), true);
    check(Walk::new(9, 5).unwrap(), true);
    check(Difference::new(9, 5).unwrap(), true);
}

#[test]
fn partial_layouts_give_options_in_one_direction() {
    check(Both, true);
    check(Extended::<6, 8>, true);
    let stored: Option<u32> = Extended::<6, 8>.apply_u32([1, 1, 3, 3]);
    let hole: Option<[u32; 1]> = Holes::new(5, 8).unwrap().inv_u32(6);
    assert_eq!((stored, hole), (None, None));
}

#[test]
fn generics_and_limits() {
    check(Generic::<128, 64>, true);
    check(Diagonals, true);
    assert_eq!((Largest.dims_u32(), Largest.span_u32()), ([u32::MAX], u32::MAX));
    assert_eq!(Largest.apply_u32([u32::MAX - 1]), u32::MAX - 1);
}

#[test]
fn only_what_is_proved_is_injective() {
    check(Closed, true);
    check(Known, true);
    check(Vouched, false);
    check(Beside, false);
    check(Called, false);
    // A structure that proves itself for all sizes, and one that does not.
    check(Symbolic::<7>, true);
    check(Turned::<7>, false);
}

/// A trait's method would be found for any layout, unless another has its name: `None` where the type has no `Layout32`.
macro_rules! has_layout32 {
    ($type:ty) => {{
        #[allow(dead_code)] // found only where the type has none of its own
        trait Otherwise {
            const HAS: bool = false;
        }
        impl<T> Otherwise for T {}
        struct Asked<T>(std::marker::PhantomData<T>);
        #[allow(dead_code)]
        impl<T: Layout32> Asked<T> {
            const HAS: bool = true;
        }
        <Asked<$type>>::HAS
    }};
}

#[test]
fn what_cannot_fit_has_no_implementation() {
    assert!(has_layout32!(Largest) && has_layout32!(Matrix));
    // Its last position fits; its size and its extent do not.
    assert!(!has_layout32!(Whole) && !has_layout32!(Wide));
    assert_eq!(Whole::apply_u32([u32::MAX]), u32::MAX);
}

#[test]
fn sizes_that_do_not_fit_are_refused_with_words() {
    let says = |result: Result<(), lego::LayoutError>, words: &str| {
        assert_eq!(result.map_err(|error| error.to_string()), Err(words.to_owned()));
    };
    const BIG: usize = 1 << 32;
    says(
        Matrix::new(1 << 20, 1 << 20).unwrap().check_u32(),
        "the number of indices (1099511627776) does not fit an index of 32 bits",
    );
    says(Matrix::new(BIG, 1).unwrap().check_u32(), "m (4294967296) does not fit an index of 32 bits");
    says(Stored::new(5, BIG).unwrap().check_u32(), "m (4294967296) does not fit an index of 32 bits");
    says(Walk::new(9, BIG + 1).unwrap().check_u32(), "a (4294967297) does not fit an index of 32 bits");
    says(Difference::new(BIG + 4, BIG).unwrap().check_u32(), "m (4294967300) does not fit an index of 32 bits");
    // What `new` would not have made.
    says(Four { m: 6 }.check_u32(), "the fact m % 4 == 0 does not hold");
}

#[test]
fn twins_refuse_a_factor_that_does_not_fit() {
    // A size as such fits an index; in 32 bits it is asked.
    let factor: usize = (1 << 32) + 1;
    let walk = Walk::new(9, factor).unwrap();
    assert_eq!(walk.apply([1]), (factor % 9 + 1) % 9);
    assert!(std::panic::catch_unwind(|| walk.apply_u32([1])).is_err());
}
