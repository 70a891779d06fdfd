//! Closures whose values pass below zero on the way.

use lego::layout;

layout! {
    type Branches = GenP(
        [3],
        |i| (if i - 1 < 0 { 0 - 2 } else { i - 3 }) + (if i < 1 { 2 } else { 3 }),
        |p| p
    );
    type Turned = GenP([5, 7], |i, j| i*7 + (j - i + 7) % 7, |p| (p / 7, (p % 7 + p / 7) % 7));
    type Smaller = GenP([6], |i| (i - 3).min(2).max(0 - 3) + 3, |p| p, unchecked);
}

#[test]
fn every_index() {
    for i in 0..3 {
        assert_eq!((Branches::apply([i]), Branches::inv(i)), (i, [i]));
        assert_eq!((Branches::apply_u32([i as u32]), Branches::inv_u32(i as u32)), (i as u32, [i as u32]));
    }
    for i in 0..5 {
        for j in 0..7 {
            let p = i * 7 + (j + 7 - i) % 7;
            assert_eq!((Turned::apply([i, j]), Turned::inv(p)), (p, [i, j]));
        }
    }
    for i in 0..6 {
        assert_eq!(Smaller::apply([i]), i.min(5));
    }
}
