//! Sums, products, the smaller and the larger of other numbers and of arrays.

use lego_cuda::device::math::{add, max, min, mul, mul_add, sub};

#[test]
fn integers_wrap() {
    assert_eq!((add(u8::MAX, 2), sub(0u64, 1), mul(1i32 << 30, 4), add(i64::MAX, 1)), (1, u64::MAX, 0, i64::MIN));
    assert_eq!((min(-3i8, 2), max(-3i16, 2)), (-3, 2));
}

#[test]
fn a_number_wins_over_what_is_none_and_zero_over_minus_zero() {
    let nan = f32::NAN;
    assert_eq!((min(nan, 1.0), max(1.0, nan), min(1.0f64, f64::NAN)), (1.0, 1.0, 1.0));
    assert!(max(nan, nan).is_nan());
    for (a, b) in [(0.0f32, -0.0f32), (-0.0, 0.0)] {
        assert_eq!((min(a, b).to_bits(), max(a, b).to_bits()), (1 << 31, 0));
    }
    assert_eq!((min(-0.0f64, -0.0).to_bits(), max(-1.0f64, -1.0)), (1 << 63, -1.0));
}

#[test]
fn arrays_are_computed_element_by_element() {
    assert_eq!(add([1, 2, 3], [10, 20, 30]), [11, 22, 33]);
    assert_eq!(mul([1.5, 2.0, 3.0, 4.0], [2.0; 4]), [3.0, 4.0, 6.0, 8.0]);
    assert_eq!(max([[1, 5], [7, 2]], [[3, 4], [0, 9]]), [[3, 5], [7, 9]]);
    assert_eq!(mul_add([1.0f32, 2.0, 3.0], [2.0; 3], [0.5; 3]), [2.5, 4.5, 6.5]);
}
