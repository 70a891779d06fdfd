//! Mathematics: on a GPU what it is on the host, bit for bit, or within the error that is stated.

use super::check::{Failure, Random, holds, same};
use super::{Case, Context};
use crate::kernels::{Halves, Mathematics, Values};
use half::{bf16, f16};
use lego_cuda::device::Stored;
use lego_cuda::device::math::{self, Fused};
use lego_cuda::launch::{Backend, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("functions of f32", functions::<B>),
        ("f16, all of them", halves::<B, f16>),
        ("bf16, all of them", halves::<B, bf16>),
    ]
}

/// The bits of a number, the same for all that is none.
fn bits(x: f32) -> u32 {
    if x.is_nan() { u32::MAX } else { x.to_bits() }
}

/// The relative error of a number that is not 0, or else 0 if both are the same.
fn relative(found: f32, truth: f64) -> f64 {
    let found = f64::from(found);
    if found == truth || found.is_nan() && truth.is_nan() { 0.0 } else { ((found - truth) / truth).abs() }
}

fn functions<B: Backend>(context: &Context<B>, random: &mut Random) -> Result<(), Failure> {
    let blocks = 64;
    let len = blocks * 128;
    // Any numbers, moderate ones, and what is special.
    let special = [0.0, -0.0, 1.0, -1.0, 2.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-45, f32::MAX];
    let mut draw = |first: usize| {
        let mut values: Vec<f32> = random.many(len, |bits| match bits % 2 {
            0 => f32::from_bits((bits >> 32) as u32),
            _ => ((bits >> 40) as f32 - (1 << 23) as f32) / (1 << 19) as f32,
        });
        (0..100).for_each(|i| values[i] = special[i / first % 10]);
        values
    };
    let (x, y) = (draw(1), draw(10));
    let (on_x, on_y) = (context.device.buffer_from(&x)?, context.device.buffer_from(&y)?);
    let mut output = context.device.poisoned::<f32>(21 * len)?;
    let launch = Launch::grid(blocks);
    Mathematics::launch(&context.module, launch, &on_x, &on_y, output.view_mut(Values::new(blocks)?))?;
    let output = output.read()?;
    let found = |k: usize| &output[k * len..(k + 1) * len];

    type Function = (&'static str, fn(f32, f32) -> f32);
    let exact: [Function; 14] = [
        ("sin", |x, _| math::sin(x)),
        ("cos", |x, _| math::cos(x)),
        ("tanh", |x, _| math::tanh(x)),
        ("erf", |x, _| math::erf(x)),
        ("pow", math::pow),
        ("floor", |x, _| math::floor(x)),
        ("ceil", |x, _| math::ceil(x)),
        ("round_even", |x, _| math::round_even(x)),
        ("round", |x, _| math::round(x)),
        ("min", math::min),
        ("max", math::max),
        ("/", |x, y| x / y),
        ("sqrt", |x, _| math::sqrt(x)),
        ("mul_add", |x, y| x.mul_add(y, x)),
    ];
    for (k, (name, function)) in exact.into_iter().enumerate() {
        let expected: Vec<u32> = x.iter().zip(&y).map(|(&x, &y)| bits(function(x, y))).collect();
        same(name, &found(k).iter().map(|&x| bits(x)).collect::<Vec<_>>(), &expected)?;
    }

    // Whether a result has no more than the error that the documentation states.
    type Check = (&'static str, fn(f32, f32, f32) -> bool);
    let near: [Check; 7] = [
        ("exp", |found, x, _| {
            let truth = f64::from(x).exp();
            let most = 2f64.powi(-22) + f64::from(x.abs()) * 2f64.powf(-23.7);
            // Of what is 0 or infinite, or nearly so, nothing is stated.
            !(1e-37..3e38).contains(&truth) || relative(found, truth) <= most
        }),
        ("log2", |found, x, _| {
            let truth = f64::from(x).log2();
            let error = (f64::from(found) - truth).abs();
            !(x.is_normal() && x > 0.0)
                || error <= 2f64.powi(-22) * if (0.5..=2.0).contains(&x) { 1.0 } else { truth.abs() }
        }),
        ("sin_approx", |found, x, _| {
            let turn = std::f32::consts::TAU;
            let most = if x.abs() <= turn { -20.5 } else { -14.7 };
            x.is_nan() || x.abs() > 50.0 * turn || (f64::from(found) - f64::from(x).sin()).abs() <= 2f64.powf(most)
        }),
        ("tanh_approx", |found, x, _| relative(found, f64::from(x).tanh()) <= 2f64.powi(-11) * 1.01),
        ("div_approx", |found, x, y| {
            let truth = f64::from(x) / f64::from(y);
            let is_in_range = (1.2e-38..8e37).contains(&y.abs()) && (1e-37..3e38).contains(&truth.abs());
            !is_in_range || relative(found, truth) <= 2f64.powi(-22)
        }),
        ("rsqrt", |found, x, _| {
            !(x.is_normal() && x > 0.0) || relative(found, f64::from(x).sqrt().recip()) <= 2f64.powf(-22.9)
        }),
        ("exp2_or_zero", |found, x, _| {
            // About -126 it is either.
            if x < -126.001 {
                found == 0.0
            } else {
                x < -125.999 || relative(found, f64::from(f64::from(x).exp2() as f32)) <= 2f64.powi(-22)
            }
        }),
    ];
    for (k, (name, is_near)) in near.into_iter().enumerate() {
        for ((&found, &x), &y) in found(exact.len() + k).iter().zip(&x).zip(&y) {
            holds(is_near(found, x, y), || format!("{name} of {x:e} and {y:e} is {found:e}"))?;
        }
    }
    Ok(())
}

/// A number as its bits.
trait Bits: Stored + Fused {
    fn of(bits: u16) -> Self;
    fn bits(self) -> u16;
}

impl Bits for f16 {
    fn of(bits: u16) -> Self {
        Self::from_bits(bits)
    }
    fn bits(self) -> u16 {
        self.to_bits()
    }
}

impl Bits for bf16 {
    fn of(bits: u16) -> Self {
        Self::from_bits(bits)
    }
    fn bits(self) -> u16 {
        self.to_bits()
    }
}

fn halves<B: Backend, T: Bits>(context: &Context<B>, random: &mut Random) -> Result<(), Failure>
where
    Halves<T>: lego_cuda::kernel::Instance,
{
    let x: Vec<[T; 2]> = (0..1 << 15).map(|i| [T::of(i), T::of(i | 0x8000)]).collect();
    let y: Vec<[T; 2]> = random.many(x.len(), |bits| [T::of(bits as u16), T::of((bits >> 16) as u16)]);
    let (on_x, on_y) = (context.device.buffer_from(&x)?, context.device.buffer_from(&y)?);
    let mut wide = context.device.poisoned::<[f32; 2]>(x.len())?;
    let mut output = context.device.poisoned::<[T; 8]>(x.len())?;
    let launch = Launch::grid(x.len() / 128);
    Halves::<T>::launch(&context.module, launch, &on_x, &on_y, &mut wide, &mut output)?;
    let expected: Vec<_> = x.iter().map(|x| x.map(|x| bits(x.widen()))).collect();
    same("the numbers as f32", &wide.read()?.iter().map(|x| x.map(bits)).collect::<Vec<_>>(), &expected)?;
    let expected = x.iter().zip(&y).map(|(&[a, b], &[e, f])| {
        let [c, d] = [a.widen() * 1.003, b.widen() * 0.9991];
        let products = [math::mul(a, e), math::mul(b, f)];
        [
            T::narrow(c),
            T::narrow(d),
            math::add(a, e),
            math::add(b, math::add(b, f)),
            math::mul_add(a, e, a),
            math::mul_add(b, f, b),
            math::min(math::max(a, products[0]), e),
            math::sub(math::max(b, products[1]), f),
        ]
        .map(T::bits)
    });
    let found: Vec<_> = output.read()?.into_iter().map(|numbers| numbers.map(T::bits)).collect();
    same("the numbers of two bytes", &found, &expected.collect::<Vec<_>>())
}
