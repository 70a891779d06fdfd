//! `GenP` with functions by path and by closure.

use crate::laws::check;
use lego::layout;

pub(crate) const fn mirror([i, j]: [usize; 2]) -> usize {
    (3 - i) * 4 + j
}
pub(crate) const fn mirror_inv(p: usize) -> [usize; 2] {
    [3 - p / 4, p % 4]
}

pub(crate) const fn rotate<const N: usize>([i]: [usize; 1]) -> usize {
    (i + 1) % N
}

pub(crate) const fn large([i, j]: [usize; 2]) -> usize {
    j * 1024 + i
}
pub(crate) const fn large_inv(p: usize) -> [usize; 2] {
    [p % 1024, p / 1024]
}

const SHIFT: usize = 3;

layout! {
    type Mirror = GenP([4, 4], mirror, self::mirror_inv);
    type Among = OrderBy(Row(3), GenP([4, 4], crate::functions::mirror, mirror_inv)).GroupBy([12, 4]);
    // More than the compiler checks.
    type Large = GenP([1024, 128], large, large_inv);
    type Vouched = GenP([1024, 1024], large, large_inv, unchecked);
    type Closed = GenP([6, 5], |i, j| (5 - i) * 5 + (4 - j), |p| (5 - p / 5, 4 - p % 5));
    type Known = GenP([5, 5], antidiag, antidiag_inv);
    type Snake = GenP(
        [4, 6],
        |i, j| { let row = i * 6; if i % 2 == 0 { row + j } else { row + 5 - j } },
        |p| { let i = p / 6; let j = p % 6; (i, if i % 2 == 0 { j } else { 5 - j }) }
    );
    type Bits = GenP([8, 8], |i, j| i << 3 | (i ^ j), |p| (p >> 3, (p >> 3) ^ p & 7));
    type Shifted = GenP([8], |i| (i + SHIFT) % 8, |p| (p + 8 - SHIFT) % 8, unchecked);
    type Generic<const N: usize> = GenP([N, N], |i, j| j * N + i, |p| (p % N, p / N));
    type Runtime(n) = GenP([n], |i| n - 1 - i, |p| n - 1 - p);
}

#[test]
fn by_path() {
    check(Mirror, |[i, j]| Some((3 - i) * 4 + j));
    check(Among, |[i, j]| Some(i / 4 * 16 + (3 - i % 4) * 4 + j));
    check(Large, |[i, j]| Some(j * 1024 + i));
    assert_eq!(Vouched::inv(Vouched::apply([1023, 1022])), [1023, 1022]);
    assert_eq!(Mirror::apply_u32([1, 2]), 10);
}

#[test]
fn by_closure() {
    check(Closed, |[i, j]| Some(29 - i * 5 - j));
    check(Known, |[i, j]| lego::layout!(AntiDiag(5)).try_apply([i, j]));
    check(Snake, |[i, j]| Some(i * 6 + if i % 2 == 0 { j } else { 5 - j }));
    check(Bits, |[i, j]| Some(i * 8 + (i ^ j)));
    check(Shifted, |[i]| Some((i + 3) % 8));
    check(Generic::<7>, |[i, j]| Some(j * 7 + i));
    check(Runtime::new(9).unwrap(), |[i]| Some(8 - i));
}

#[test]
fn a_function_with_generics_has_a_name_of_its_own() {
    const fn turn(i: [usize; 1]) -> usize {
        rotate::<5>(i)
    }
    const fn turn_back(p: usize) -> [usize; 1] {
        [(p + 4) % 5]
    }
    layout!(type Turned = GenP([5], turn, turn_back););
    check(Turned, |[i]| Some((i + 1) % 5));
}
