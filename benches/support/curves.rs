//! Positions along curves at random points and back, by layouts and by what one writes by hand.

use std::hint::black_box;

lego::layout! {
    pub(crate) type Octree63 = Morton(2097152, 2097152, 2097152);
    pub(crate) type Morton62 = Morton(2147483648, 2147483648);
    pub(crate) type Hilbert20 = Hilbert(1024, 1024);
    pub(crate) type Hilbert32 = Hilbert(65536, 65536);
}

/// The number of points.
pub(crate) const POINTS: usize = 4096;

/// The curves.
pub(crate) const CURVES: [&str; 4] = ["Morton 2^21 3-D", "Morton 2^31 2-D", "Hilbert 1024", "Hilbert 65536"];
/// What is computed: positions of random indices, indices at random positions.
pub(crate) const WAYS: [&str; 2] = ["apply", "inv"];
/// The forms: the layout; shifts and masks by hand for Morton, the textbook's loops for Hilbert.
pub(crate) const FORMS: [&str; 2] = ["layout", "by hand"];

/// The bits of a number, each with a 0 above.
fn spread2(x: usize) -> usize {
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

fn gathered2(x: usize) -> usize {
    let x = x & 0x5555_5555_5555_5555;
    let x = (x | x >> 1) & 0x3333_3333_3333_3333;
    let x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) & 0xffff_ffff
}

/// The bits of a number, each with two 0 above.
fn spread3(x: usize) -> usize {
    let x = (x | x << 32) & 0x001f_0000_0000_ffff;
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

fn gathered3(x: usize) -> usize {
    let x = x & 0x1249_2492_4924_9249;
    let x = (x | x >> 2) & 0x10c3_0c30_c30c_30c3;
    let x = (x | x >> 4) & 0x100f_00f0_0f00_f00f;
    let x = (x | x >> 8) & 0x001f_0000_ff00_00ff;
    let x = (x | x >> 16) & 0x001f_0000_0000_ffff;
    (x | x >> 32) & 0x001f_ffff
}

/// The loop of textbooks from a point to its distance along the curve, level by level.
fn xy2d(n: usize, [mut x, mut y]: [usize; 2]) -> usize {
    let (mut d, mut s) = (0, n / 2);
    while s > 0 {
        let (rx, ry) = (usize::from(x & s > 0), usize::from(y & s > 0));
        d += s * s * ((3 * rx) ^ ry);
        if ry == 0 {
            if rx == 1 {
                (x, y) = (n - 1 - x, n - 1 - y);
            }
            (x, y) = (y, x);
        }
        s /= 2;
    }
    d
}

/// Its inverse.
fn d2xy(n: usize, d: usize) -> [usize; 2] {
    let (mut x, mut y, mut rest, mut s) = (0, 0, d, 1);
    while s < n {
        let rx = (rest / 2) & 1;
        let ry = (rest ^ rx) & 1;
        if ry == 0 {
            if rx == 1 {
                (x, y) = (s - 1 - x, s - 1 - y);
            }
            (x, y) = (y, x);
        }
        (x, y) = (x + s * rx, y + s * ry);
        rest /= 4;
        s *= 2;
    }
    [x, y]
}

/// Calls `with` with a function that computes all positions, or all indices, once; returns what it computed.
///
/// # Panics
/// If there is no such case.
pub(crate) fn case(curve: &str, way: &str, form: &str, with: impl FnOnce(&mut dyn FnMut())) -> usize {
    let by_hand = form != "layout";
    match (curve, by_hand) {
        ("Morton 2^21 3-D", false) => run(1 << 21, way, Octree63::apply, Octree63::inv, with),
        ("Morton 2^21 3-D", true) => run(
            1 << 21,
            way,
            |[i, j, k]| spread3(i) << 2 | spread3(j) << 1 | spread3(k),
            |p| [gathered3(p >> 2), gathered3(p >> 1), gathered3(p)],
            with,
        ),
        ("Morton 2^31 2-D", false) => run(1 << 31, way, Morton62::apply, Morton62::inv, with),
        ("Morton 2^31 2-D", true) => {
            run(1 << 31, way, |[i, j]| spread2(i) << 1 | spread2(j), |p| [gathered2(p >> 1), gathered2(p)], with)
        }
        ("Hilbert 1024", false) => run(1024, way, Hilbert20::apply, Hilbert20::inv, with),
        ("Hilbert 1024", true) => run(1024, way, |index| xy2d(1024, index), |p| d2xy(1024, p), with),
        ("Hilbert 65536", false) => run(65536, way, Hilbert32::apply, Hilbert32::inv, with),
        ("Hilbert 65536", true) => run(65536, way, |index| xy2d(65536, index), |p| d2xy(65536, p), with),
        _ => panic!("no curve is called {curve}; there are {CURVES:?}"),
    }
}

fn run<const R: usize>(
    side: usize,
    way: &str,
    apply: impl Fn([usize; R]) -> usize,
    inv: impl Fn(usize) -> [usize; R],
    with: impl FnOnce(&mut dyn FnMut()),
) -> usize {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % side
    };
    let indices: Vec<[usize; R]> = (0..POINTS).map(|_| [0; R].map(|_| random())).collect();
    let positions: Vec<usize> = indices.iter().map(|&index| apply(index)).collect();
    let mut sum = 0;
    match way {
        "apply" => with(&mut || sum = black_box(&indices).iter().fold(0, |sum, &index| sum ^ apply(index))),
        _ => with(&mut || {
            let folded = |index: [usize; R]| index.into_iter().fold(0, |all, i| all * 3 + i);
            sum = black_box(&positions).iter().fold(0, |sum, &position| sum ^ folded(inv(position)));
        }),
    }
    sum
}

/// Both forms of every case compute the same.
///
/// # Panics
/// If they do not.
pub(crate) fn check() {
    for curve in CURVES {
        for way in WAYS {
            let [layout, by_hand] = FORMS.map(|form| case(curve, way, form, |run| run()));
            assert!(layout == by_hand && layout != 0, "{way} of {curve} differs by hand");
        }
    }
}
