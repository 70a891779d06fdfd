//! `f16` and `bf16` on the host: all their bit patterns, by integers.

use half::{bf16, f16};
use lego_cuda::device::Stored;
use lego_cuda::device::math::{Fused, add, max, min, mul, mul_add, sub};
use random::Random;

/// A format of 16 bits, as its definition has it.
trait Half: Stored + Fused {
    const DIGITS: u32;
    const BIAS: i32;
    fn of(bits: u16) -> Self;
    fn bits(self) -> u16;

    /// Sign, integer and exponent of 2; `None` of an infinity and what is no number.
    fn parts(self) -> Option<(bool, i128, i32)> {
        let (field, rest) = (i32::from(self.bits() & 0x7fff) >> Self::DIGITS, self.bits() & ((1 << Self::DIGITS) - 1));
        let most = 0x7fff >> Self::DIGITS;
        let digits = i128::from(rest) + if field > 0 { 1 << Self::DIGITS } else { 0 };
        (field < most).then_some((self.bits() >> 15 == 1, digits, field.max(1) - Self::BIAS - Self::DIGITS as i32))
    }

    fn is_nan(self) -> bool {
        self.bits() & 0x7fff > Self::INFINITE
    }

    const INFINITE: u16 = (0x7fff >> Self::DIGITS) << Self::DIGITS;

    fn value(self) -> f64 {
        match self.parts() {
            Some((sign, digits, exponent)) => {
                let size = digits as f64 * 2f64.powi(exponent);
                if sign { -size } else { size }
            }
            None if self.is_nan() => f64::NAN,
            None if self.bits() >> 15 == 1 => f64::NEG_INFINITY,
            None => f64::INFINITY,
        }
    }
}

impl Half for f16 {
    const DIGITS: u32 = 10;
    const BIAS: i32 = 15;
    fn of(bits: u16) -> Self {
        Self::from_bits(bits)
    }
    fn bits(self) -> u16 {
        self.to_bits()
    }
}

impl Half for bf16 {
    const DIGITS: u32 = 7;
    const BIAS: i32 = 127;
    fn of(bits: u16) -> Self {
        Self::from_bits(bits)
    }
    fn bits(self) -> u16 {
        self.to_bits()
    }
}

fn all<H: Half>() -> impl Iterator<Item = H> {
    (0..=u16::MAX).map(H::of)
}

/// The bits of `digits` times 2^exponent: of all numbers the nearest one, of two the even one, found by walking.
///
/// `more` says whether the number is a little larger in size than its digits.
fn nearest<H: Half>(negative: bool, digits: i128, exponent: i32, more: bool) -> u16 {
    // In units of a quarter of the last digit of the smallest number with all digits.
    let least = 1 - H::BIAS - H::DIGITS as i32;
    let (mut digits, mut exponent, mut more) = (digits, exponent, more);
    while digits >= 1 << (H::DIGITS + 3) || exponent < least - 2 && digits != 0 {
        more |= digits & 1 == 1;
        digits >>= 1;
        exponent += 1;
    }
    while digits != 0 && exponent > least - 2 && digits < 1 << (H::DIGITS + 2) {
        digits <<= 1;
        exponent -= 1;
    }
    // Two digits too many.
    let (kept, rest) = (digits >> 2, digits & 3);
    let up = rest > 2 || rest == 2 && (more || kept & 1 == 1);
    let size = kept + i128::from(up);
    let bits = if digits == 0 { 0 } else { size + (i128::from(exponent + 2 - least) << H::DIGITS) };
    bits.min(i128::from(H::INFINITE)) as u16 | u16::from(negative) << 15
}

fn conversions<H: Half>() {
    for half in all::<H>() {
        let wide = half.widen();
        if half.is_nan() {
            assert!(wide.is_nan());
            assert_eq!(H::narrow(wide).bits(), 0x7fff);
            continue;
        }
        assert_eq!(f64::from(wide).to_bits(), half.value().to_bits(), "{:#x}", half.bits());
        assert_eq!(H::narrow(wide).bits(), half.bits());
    }
    // Every number in the middle of two, the numbers beside it, and many others.
    let finite =
        (0..H::INFINITE).map(|bits| (H::of(bits).value(), H::of(bits + 1).value().min(H::of(bits).value() * 2.0)));
    let middles = finite.map(|(a, b)| ((a + b) / 2.0) as f32);
    let beside =
        middles.flat_map(|middle| [-1, 0, 1].map(|step| f32::from_bits(middle.to_bits().wrapping_add_signed(step))));
    let others = (0..=u32::MAX).step_by(4099).map(f32::from_bits);
    for wide in beside.flat_map(|wide| [wide, -wide]).chain(others) {
        let found = H::narrow(wide).bits();
        let expected = if wide.is_nan() {
            0x7fff
        } else if wide.is_infinite() {
            H::INFINITE | u16::from(wide < 0.0) << 15
        } else {
            let field = (wide.to_bits() >> 23 & 0xff) as i32;
            let digits = i128::from(wide.to_bits() & 0x7f_ffff | u32::from(field > 0) << 23);
            nearest::<H>(wide.is_sign_negative(), digits, field.max(1) - 150, false)
        };
        assert_eq!(found, expected, "{wide:e}");
    }
}

#[test]
fn conversions_are_exact_or_to_the_nearest() {
    conversions::<f16>();
    conversions::<bf16>();
}

#[test]
fn conversions_of_arrays_are_those_of_their_elements() {
    fn arrays<H: Half, const N: usize>() {
        let mut random = Random::new(N as u64);
        for _ in 0..1000 {
            let wide: [f32; N] = std::array::from_fn(|_| (random.bits() as u32 >> 8) as f32 / 1000.0);
            let narrow = H::narrow_all(wide);
            assert_eq!(narrow.map(H::bits), wide.map(|x| H::narrow(x).bits()));
            assert_eq!(H::widen_all(narrow), narrow.map(H::widen));
        }
    }
    arrays::<f16, 1>();
    arrays::<f16, 2>();
    arrays::<f16, 7>();
    arrays::<bf16, 8>();
    assert_eq!(f32::narrow_all([0.1, 0.2, 0.3]), [0.1, 0.2, 0.3]);
}

/// The bits of a·b + c by integers.
fn exact<H: Half>(a: H, b: H, c: H) -> u16 {
    let (Some((sa, da, ea)), Some((sb, db, eb)), Some((sc, dc, ec))) = (a.parts(), b.parts(), c.parts()) else {
        // Infinities and what is no number are as in f64.
        let sum = a.value() * b.value() + c.value();
        return match sum {
            sum if sum.is_nan() => 0x7fff,
            sum => H::INFINITE | u16::from(sum < 0.0) << 15,
        };
    };
    let (sign, digits, exponent) = (sa ^ sb, da * db, ea + eb);
    if digits == 0 && dc == 0 {
        // A sum of zeros is -0 if both are.
        return u16::from(sign && sc) << 15;
    }
    if digits == 0 || dc == 0 {
        let (sign, digits, exponent) = if digits == 0 { (sc, dc, ec) } else { (sign, digits, exponent) };
        return nearest::<H>(sign, digits, exponent, false);
    }
    let signed = |sign: bool, digits: i128| if sign { -digits } else { digits };
    // Where one is far below the other it counts as a very small number of its sign.
    let (high, low) =
        if exponent > ec { ((sign, digits, exponent), (sc, dc, ec)) } else { ((sc, dc, ec), (sign, digits, exponent)) };
    let apart = (high.2 - low.2) as u32;
    let (sum, exponent) = if apart > 90 {
        let small = signed(low.0, 1);
        (signed(high.0, high.1 << 60) + small, high.2 - 60)
    } else {
        (signed(high.0, high.1 << apart) + signed(low.0, low.1), low.2)
    };
    nearest::<H>(sum < 0, sum.abs(), exponent, false)
}

fn fused<H: Half>() {
    let mut random = Random::fresh();
    for round in 0..500_000 {
        let [a, b, mut c] = [(); 3].map(|()| H::of(random.bits() as u16));
        // Sums that nearly vanish, or lie in the middle of two numbers.
        if round % 2 == 0 {
            let product = H::narrow((-a.value() * b.value()) as f32).bits();
            c = H::of(product.wrapping_add(random.below(5) as u16).wrapping_sub((random.below(3) as u16) << H::DIGITS));
        }
        let found = mul_add(a, b, c).bits();
        assert_eq!(found, exact(a, b, c), "{:#x} * {:#x} + {:#x}", a.bits(), b.bits(), c.bits());
    }
}

#[test]
fn fused_products_and_sums_are_rounded_once() {
    fused::<f16>();
    fused::<bf16>();
}

fn operations<H: Half>() {
    let mut random = Random::fresh();
    let (one, minus, zero) = (H::narrow(1.0), H::narrow(-1.0), H::narrow(-0.0));
    for round in 0..500_000u32 {
        let (a, b) = (H::of(random.bits() as u16), H::of(random.bits() as u16));
        // All of one beside its like, too.
        let b = if round % 2 == 0 { H::of(a.bits() ^ (1 << random.below(16))) } else { b };
        let text = || format!("{:#x}, {:#x}", a.bits(), b.bits());
        assert_eq!(add(a, b).bits(), exact(a, one, b), "{}", text());
        assert_eq!(sub(a, b).bits(), exact(b, minus, a), "{}", text());
        assert_eq!(mul(a, b).bits(), exact(a, b, zero), "{}", text());
        // Integers of the order of the numbers, -0 before +0.
        let order = |x: H| if x.bits() >> 15 == 1 { -i32::from(x.bits() & 0x7fff) - 1 } else { i32::from(x.bits()) };
        let (smaller, larger) = match (a.is_nan(), b.is_nan()) {
            (true, true) => (0x7fff, 0x7fff),
            (true, false) => (b.bits(), b.bits()),
            (false, true) => (a.bits(), a.bits()),
            _ if order(a) < order(b) => (a.bits(), b.bits()),
            _ => (b.bits(), a.bits()),
        };
        assert_eq!((min(a, b).bits(), max(a, b).bits()), (smaller, larger), "{}", text());
        let (pair, other) = ([a, b], [b, one]);
        assert_eq!(add(pair, other).map(H::bits), [add(a, b).bits(), add(b, one).bits()]);
        assert_eq!(mul_add(pair, other, pair).map(H::bits), [mul_add(a, b, a).bits(), mul_add(b, one, b).bits()]);
    }
}

#[test]
fn operations_are_rounded_once() {
    operations::<f16>();
    operations::<bf16>();
}
