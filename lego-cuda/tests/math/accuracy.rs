//! Functions that are the same arithmetic on host and GPU: how far they are from the truth, and where they are special.
//!
//! A million of the `f32` there are is looked at, or as many as `LEGO_ROUNDS` says.

use lego_cuda::device::math::{ceil, cos, erf, floor, pow, round, round_even, sin, sin_cos, tanh, trunc};
use random::Random;
use std::f64::consts::FRAC_2_SQRT_PI;

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").map_or(1_000_000, |rounds| rounds.parse().unwrap())
}

/// As many `f32` as there are rounds, at equal distances; infinities and what is no number too.
fn all() -> impl Iterator<Item = f32> {
    // An odd step takes all last digits in turns.
    let step = ((1 << 32) / rounds()).max(1) as usize | 1;
    let special = [0.0, -0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE];
    (0..=u32::MAX).step_by(step).map(f32::from_bits).chain(special)
}

/// The distance from the truth in units in the last place of the number that is nearest to it.
fn units(found: f32, truth: f64) -> f64 {
    let nearest = truth as f32;
    if found.is_nan() && truth.is_nan() || found == nearest && nearest.is_infinite() {
        return 0.0;
    }
    let size = nearest.abs().min(f32::MAX);
    let unit = f64::from(f32::from_bits(size.to_bits() + 1)) - f64::from(size);
    let unit = if size == f32::MAX { f64::from(size - f32::from_bits(size.to_bits() - 1)) } else { unit };
    // Beyond the largest number the next one would be one unit farther.
    let found = if found.is_infinite() {
        f64::from(f32::MAX.copysign(found)) + unit.copysign(found.into())
    } else {
        found.into()
    };
    ((found - truth) / unit).abs()
}

#[track_caller]
fn within(name: &str, most: f64, function: impl Fn(f32) -> f32, truth: impl Fn(f64) -> f64) {
    let mut worst = (0.0, 0.0);
    for x in all() {
        let (found, truth) = (function(x), truth(x.into()));
        let error = units(found, truth);
        assert!(error <= most, "{name}({x:e}) is {found:e} instead of {truth:e}: {error} units");
        assert_eq!(
            found.is_sign_negative() && !found.is_nan(),
            truth.is_sign_negative() && !truth.is_nan(),
            "{name}({x:e})"
        );
        if error > worst.1 {
            worst = (x, error);
        }
    }
    println!("{name}: at most {} units, at {:e}", worst.1, worst.0);
}

#[test]
fn sines_and_cosines_are_within_two_units() {
    within("sin", 2.0, sin, f64::sin);
    within("cos", 2.0, cos, f64::cos);
    for x in all() {
        let (sine, cosine) = sin_cos(x);
        assert_eq!((sine.to_bits(), cosine.to_bits()), (sin(x).to_bits(), cos(x).to_bits()), "{x:e}");
    }
}

#[test]
fn hyperbolic_tangents_are_within_two_units() {
    within("tanh", 2.0, tanh, f64::tanh);
}

/// The series of positive terms of the error function (Abramowitz and Stegun, 7.1.6).
fn error_function(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 7.0 {
        return if x.is_nan() { x } else { x.signum() };
    }
    let (mut term, mut sum, mut n) = (x, x, 0.0);
    while term.abs() > sum.abs() * 1e-18 {
        n += 1.0;
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
    }
    FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

#[test]
fn the_error_function_is_within_two_units() {
    within("erf", 2.0, erf, error_function);
}

#[test]
fn powers_are_within_two_units() {
    let mut random = Random::fresh();
    let mut worst = (0.0, 0.0, 0.0);
    for round in 0..rounds() {
        let x = match round % 3 {
            0 => f32::from_bits(random.bits() as u32),
            1 => (random.bits() >> 40) as f32 / (1 << 23) as f32,
            _ => 1.0 + ((random.bits() >> 40) as f32 - (1 << 23) as f32) * 2f32.powi(-(random.below(20) as i32) - 24),
        };
        // Where the power is neither 0 nor infinite, most often.
        let most = (130.0 / f64::from(x.abs()).log2().abs()).min(1e30);
        let y = match round % 4 {
            0 => f32::from_bits(random.bits() as u32),
            1 => (random.bits() % 64) as f32 - 32.0,
            _ => (most * (2.0 * (random.bits() >> 11) as f64 / (1u64 << 53) as f64 - 1.0)) as f32,
        };
        let (found, truth) = (pow(x, y), f64::from(x).powf(y.into()));
        let error = units(found, truth);
        assert!(error <= 2.0, "pow({x:e}, {y:e}) is {found:e} instead of {truth:e}: {error} units");
        if error > worst.2 {
            worst = (x, y, error);
        }
    }
    println!("pow: at most {} units, at {:e}, {:e}", worst.2, worst.0, worst.1);
}

#[test]
fn powers_are_special_where_those_of_rust_are() {
    let special = [
        0.0,
        0.3,
        0.5,
        1.0,
        1.5,
        2.0,
        3.0,
        16777215.0,
        16777216.0,
        2147483648.0,
        1e30,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-45,
        f32::INFINITY,
        f32::NAN,
    ];
    let all = || special.into_iter().chain(special.map(|x| -x));
    for x in all() {
        for y in all() {
            let (found, truth) = (pow(x, y), f64::from(x).powf(y.into()) as f32);
            let same = found.to_bits() == truth.to_bits() || found.is_nan() && truth.is_nan();
            assert!(
                same || units(found, truth.into()) <= 2.0 && found.signum() == truth.signum(),
                "pow({x:e}, {y:e}): {found:e}, {truth:e}"
            );
        }
    }
}

#[test]
fn roundings_are_those_of_rust() {
    type Function = fn(f32) -> f32;
    let functions: [(Function, Function); 5] = [
        (floor, f32::floor),
        (ceil, f32::ceil),
        (trunc, f32::trunc),
        (round_even, f32::round_ties_even),
        (round, f32::round),
    ];
    let halves = (-100..100).map(|k| k as f32 / 2.0);
    let near = [0.49999997, 0.50000006, 8388607.5, 8388606.5, 4194303.8].into_iter().flat_map(|x: f32| [x, -x]);
    for x in all().chain(halves).chain(near) {
        for (ours, theirs) in functions {
            let (found, truth) = (ours(x), theirs(x));
            assert!(
                found.to_bits() == truth.to_bits() || found.is_nan() && truth.is_nan(),
                "{x:e}: {found:e}, {truth:e}"
            );
        }
    }
}
