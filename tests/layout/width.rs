//! Sizes near the ends of the integer types: every map is what its formula says, whatever it passes through on the way.

use lego::{Layout, Layout32, Mapping32, layout};
use random::Random;

layout! {
    // Just below 2^8, 2^16, 2^32, 2^64.
    type Tiny = Row(15, 17).TileBy([5, 17], [3, 1]);
    type Small = Col(255, 257);
    type Tiles = Row(65280, 65792).TileBy([255, 257], [256, 256]);
    type Primes = Col(65521, 65537);
    type Largest = Row(4294967295, 4294967297).TileBy([65537, 641], [65535, 6700417]);
    type Triangle = AntiDiag(65535);
    type SmallTriangle = AntiDiag(255);
    type LargeTriangle = AntiDiag(4294967295);
    type Slanted = Skew(2, 2147483647);
    type Slope = Skew(65521, 65537);
    type Steep = Skew(4294967295, 4294967297);
    type Wheel = Fan(4294967291, 4294967290, 17);
    type Backwards = Fan(4294967291, -5, 4294967290);
    type LargeWheel = Fan(18446744073709551557, 1000003, 17);
    type LargestWheel = Fan(18446744073709551557, 18446744073709551556, 17);
    type Groups = Grouped(65521, 65537, 1000);
    type Dealt = BlockCyclic(4294967040, 255, 64);
    type Mirrored = Reverse(65535, 65537);
    type Turned = GenP([4294967295], |i| (i + 4294967294) % 4294967295, |p| (p + 1) % 4294967295, unchecked);
    type Scaled = GenP(
        [65536, 32767],
        |i, j| (i * 32767 + j) * 1000003 % 2147418112,
        |p| (p * 999201387 % 2147418112 / 32767, p * 999201387 % 2147418112 % 32767),
        unchecked
    );
    type Below = GenP([4294967291], |i| (i - 5 + 4294967291) % 4294967291, |p| (p + 5) % 4294967291, unchecked);
    type BelowZero = GenP(
        [65536, 65535],
        |i, j| i * 65535 + (j - i + 131070) % 65535,
        |p| (p / 65535, (p % 65535 + p / 65535) % 65535),
        unchecked
    );
}

layout! {
    type ConstTriangle<const N: usize> = AntiDiag(N);
    type ConstGroups<const M: usize, const N: usize, const G: usize> = Grouped(M, N, G);
    type ConstSlope<const R: usize, const C: usize> = Skew(R, C);
    type ConstTurn<const N: usize> = GenP([N], |i| (i + N - 1) % N, |p| (p + 1) % N, unchecked);
    type ConstBelow<const N: usize> = GenP([N], |i| (i - 5 + N) % N, |p| (p + 5) % N, unchecked);
    type GivenTriangle(n) = AntiDiag(n);
    type GivenGroups(m, n, g) = Grouped(m, n, g);
    type GivenSlope(r, c) = Skew(r, c);
    type GivenTurn(n) = GenP([n], |i| (i + n - 1) % n, |p| (p + 1) % n, unchecked);
    type GivenBelow(n) = GenP([n], |i| (i - 5 + n) % n, |p| (p + 5) % n, unchecked);
}

/// The corners of a box, their neighbours and points inside.
fn points<const R: usize>(dims: [usize; R]) -> Vec<[usize; R]> {
    let mut random = Random::new(1);
    let mut points = Vec::new();
    let ends = |n: usize| [0, 1, n / 2, n.saturating_sub(2), n - 1].map(|i| i.min(n - 1));
    for corner in 0..5_usize.pow(R as u32) {
        let mut corner = corner;
        points.push(dims.map(|n| {
            let end = ends(n)[corner % 5];
            corner /= 5;
            end
        }));
    }
    points.extend((0..2000).map(|_| dims.map(|n| random.index(n))));
    points
}

fn at<L, const R: usize>(layout: L, formula: impl Fn([u128; R]) -> u128)
where
    L: Layout<Index = [usize; R], Preimage = [usize; R], Position = usize>,
{
    for index in points(layout.dims()) {
        let position = layout.apply(index);
        assert_eq!(position as u128, formula(index.map(|i| i as u128)), "at {index:?}");
        assert_eq!(layout.inv(position), index, "at position {position}");
    }
}

fn at_both<L, const R: usize>(layout: L, formula: impl Fn([u128; R]) -> u128)
where
    L: Layout<Index = [usize; R], Preimage = [usize; R], Position = usize>,
    L: Layout32<Index32 = [u32; R], Position32 = u32, Preimage32 = [u32; R]>,
{
    assert_eq!(layout.check_u32(), Ok(()));
    for index in points(layout.dims()) {
        let narrow = index.map(|i| i as u32);
        let position = layout.apply_u32(narrow);
        assert_eq!(u128::from(position), formula(index.map(|i| i as u128)), "at {index:?}");
        assert_eq!(layout.inv_u32(position), narrow, "at position {position}");
    }
    at(layout, formula);
}

/// The law of an anti-diagonal, from the language's definition.
fn triangle(n: u128, [i, j]: [u128; 2]) -> u128 {
    let a = i + j + 1;
    if a <= n {
        i + a * (a - 1) / 2
    } else {
        let rest = 2 * n - a;
        n * n - n + i - rest * (rest - 1) / 2
    }
}

fn grouped(m: u128, n: u128, g: u128, [i, j]: [u128; 2]) -> u128 {
    let q = i / g;
    q * g * n + j * g.min(m - q * g) + i - q * g
}

fn fan(n: u128, a: i128, b: u128, [i]: [u128; 1]) -> u128 {
    let a = a.rem_euclid(n as i128) as u128;
    (a * i + b) % n
}

#[test]
fn static_sizes() {
    at_both(Tiny, |[a, b, c, d]| (3 * a + c) * 17 + b + d);
    at_both(Small, |[i, j]| j * 255 + i);
    at_both(Tiles, |[a, b, c, d]| (256 * a + c) * 65792 + 256 * b + d);
    at_both(Primes, |[i, j]| j * 65521 + i);
    at(Largest, |[a, b, c, d]| (65535 * a + c) * 4294967297 + 6700417 * b + d);
    at_both(Triangle, |index| triangle(65535, index));
    at_both(SmallTriangle, |index| triangle(255, index));
    at(LargeTriangle, |index| triangle(4294967295, index));
    at_both(Slanted, |[i, j]| i * 2147483647 + (i + j) % 2147483647);
    at_both(Slope, |[i, j]| i * 65537 + (i + j) % 65537);
    at(Steep, |[i, j]| i * 4294967297 + (i + j) % 4294967297);
    at_both(Wheel, |index| fan(4294967291, 4294967290, 17, index));
    at_both(Backwards, |index| fan(4294967291, -5, 4294967290, index));
    at(LargeWheel, |index| fan(18446744073709551557, 1000003, 17, index));
    at(LargestWheel, |[i]| (18446744073709551557 - i + 17) % 18446744073709551557);
    at_both(Groups, |index| grouped(65521, 65537, 1000, index));
    at_both(Dealt, |[i]| {
        let q = i / 255;
        (q % 64 * (4294967040 / 255 / 64) + q / 64) * 255 + i % 255
    });
    at_both(Mirrored, |[i, j]| (65534 - i) * 65537 + 65536 - j);
    at_both(Turned, |[i]| (i + 4294967294) % 4294967295);
    at_both(Scaled, |[i, j]| (i * 32767 + j) * 1000003 % 2147418112);
    at_both(Below, |[i]| (i + 4294967286) % 4294967291);
    at_both(BelowZero, |[i, j]| i * 65535 + (j + 131070 - i) % 65535);
}

#[test]
fn sizes_that_are_constants_of_the_type() {
    at_both(ConstTriangle::<65535>, |index| triangle(65535, index));
    at_both(ConstTriangle::<23169>, |index| triangle(23169, index));
    at_both(ConstTriangle::<23171>, |index| triangle(23171, index));
    at_both(ConstTriangle::<15>, |index| triangle(15, index));
    at(ConstTriangle::<4294967295>, |index| triangle(4294967295, index));
    at(ConstTriangle::<1518500250>, |index| triangle(1518500250, index));
    at_both(ConstGroups::<65521, 65537, 1000>, |index| grouped(65521, 65537, 1000, index));
    at_both(ConstGroups::<3, 5, 4294967295>, |index| grouped(3, 5, 4294967295, index));
    at(ConstGroups::<4294967295, 4294967296, 1000>, |index| grouped(4294967295, 4294967296, 1000, index));
    at(ConstGroups::<3, 5, 18446744073709551615>, |index| grouped(3, 5, 18446744073709551615, index));
    at_both(ConstSlope::<1, 4294967295>, |[_, j]| j);
    at_both(ConstSlope::<65521, 65537>, |[i, j]| i * 65537 + (i + j) % 65537);
    at(ConstSlope::<1, 18446744073709551615>, |[_, j]| j);
    at_both(ConstTurn::<4294967295>, |[i]| (i + 4294967294) % 4294967295);
    at(ConstTurn::<18446744073709551615>, |[i]| (i + 18446744073709551614) % 18446744073709551615);
    at_both(ConstBelow::<4294967295>, |[i]| (i + 4294967290) % 4294967295);
    at(ConstBelow::<18446744073709551615>, |[i]| (i + 18446744073709551610) % 18446744073709551615);
}

#[test]
fn sizes_given_at_run_time() {
    for n in [15, 23169, 23171, 65535] {
        at_both(GivenTriangle::new(n).unwrap(), |index| triangle(n as u128, index));
    }
    for (m, n, g) in [(65521, 65537, 1000), (3, 5, 858993459), (1000, 1, 7)] {
        at_both(GivenGroups::new(m, n, g).unwrap(), |index| grouped(m as u128, n as u128, g as u128, index));
    }
    // In 32 bits n·g must fit as well.
    let far = GivenGroups::new(3, 5, 858993460).unwrap();
    at(far, |index| grouped(3, 5, 858993460, index));
    let error = far.check_u32().unwrap_err().to_string();
    assert!(error.contains("an intermediate value") && error.contains("4294967300"), "{error}");
    for (r, c) in [(1, 4294967295), (65521, 65537)] {
        at_both(GivenSlope::new(r, c).unwrap(), |[i, j]| i * c as u128 + (i + j) % c as u128);
    }
    at_both(GivenTurn::new(4294967295).unwrap(), |[i]| (i + 4294967294) % 4294967295);
    at_both(GivenBelow::new(4294967295).unwrap(), |[i]| (i + 4294967290) % 4294967295);
    // What no index type of theirs holds on the way is refused when they are made.
    assert!(GivenTriangle::new(4294967295).is_err());
    assert!(GivenTurn::new(18446744073709551615).is_err());
}
