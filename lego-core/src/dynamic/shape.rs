//! The shape of values: whether they are sums, or exclusive ors, of functions of one input each.
//!
//! A map of this shape needs one small table for each axis instead of one for all indices. That it has the shape is read off
//! its formula, so it holds for every index without looking at any.

use super::bits::Weights;
use super::formula::{Formula, Node, Op, Value};
use alloc::vec;
use alloc::vec::Vec;

/// What is known of a value, in two's complement.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// A bit for each input that it depends on.
    inputs: u64,
    /// Whether it is a number plus a multiple of each input.
    pub(super) is_affine: bool,
    /// Whether it is a sum of functions of one input each.
    pub(super) is_sum: bool,
    /// Where it is the exclusive or of functions of one input each, and perhaps a number, the bits that each may have.
    xor: Option<Bits>,
    /// Where it is a sum of bits of the inputs, their weights.
    weights: Option<Weights>,
    /// Every bit that may be 1.
    bits: u64,
    /// The largest it may be; of a value that may lie below zero, or has more than 64 bits, the largest of 64 bits.
    pub(super) largest: u64,
}

/// The bits that the parts of an exclusive or may have.
#[derive(Clone, Debug)]
struct Bits {
    of_inputs: Vec<u64>,
    constant: u64,
}

impl Bits {
    fn map(&self, f: impl Fn(u64) -> u64) -> Self {
        Self { of_inputs: self.of_inputs.iter().map(|&bits| f(bits)).collect(), constant: f(self.constant) }
    }

    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let of_inputs = self.of_inputs.iter().zip(&other.of_inputs).map(|(&a, &b)| f(a, b)).collect();
        Self { of_inputs, constant: f(self.constant, other.constant) }
    }

    fn joined(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The parts of the sum of two sums, if they share no bits either.
    fn added(&self, other: &Self) -> Option<Self> {
        let sums = self.zip(other, |a, b| bits_from(a | b, a.saturating_add(b)));
        (self.are_apart() && other.are_apart() && sums.are_apart()).then_some(sums)
    }

    /// The parts of a multiple of a sum, if they share no bits either.
    fn multiplied(&self, factor: u64) -> Option<Self> {
        let products = self.map(|bits| bits_from(bits, bits.saturating_mul(factor)));
        (self.are_apart() && products.are_apart()).then_some(products)
    }

    /// Whether no two parts share a bit: their exclusive or is their sum then.
    fn are_apart(&self) -> bool {
        let mut taken = self.constant;
        self.of_inputs.iter().all(|&bits| {
            let is_free = taken & bits == 0;
            taken |= bits;
            is_free
        })
    }
}

impl Shape {
    /// The shapes of all values of a formula whose inputs are below some extents.
    ///
    /// They hold where all guards do. Without `ranges`, what is a sum is one for any inputs, in wrapping arithmetic.
    pub(super) fn all(formula: &Formula, extents: &[u64], ranges: bool) -> Vec<Self> {
        let natural = ranges && !formula.is_signed() && formula.is_narrow();
        let mut shapes: Vec<Self> = Vec::with_capacity(formula.nodes.len());
        for node in &formula.nodes {
            let mut shape = Self::of(node, formula, extents, &shapes, natural);
            if !natural {
                shape.forget_ranges();
            }
            shapes.push(shape);
        }
        shapes
    }

    /// Of values that may lie below zero or beyond 64 bits nothing is known of their bits.
    fn forget_ranges(&mut self) {
        (self.bits, self.largest) = (u64::MAX, u64::MAX);
        self.weights = None;
        if let Some(xor) = &mut self.xor {
            *xor = xor.map(|_| u64::MAX);
        }
    }

    /// Whether it is an exclusive or of functions of one input each.
    pub(super) fn is_xor(&self) -> bool {
        self.xor.is_some()
    }

    /// Whether it depends on one input at most.
    pub(super) fn is_of_one(&self) -> bool {
        self.inputs.count_ones() <= 1
    }

    fn of(node: &Node, formula: &Formula, extents: &[u64], shapes: &[Self], natural: bool) -> Self {
        let rank = formula.inputs;
        let shape = |value: Value| &shapes[value.place()];
        match *node {
            Node::Input(k) => {
                let largest = extents[k].saturating_sub(1);
                let weights = Some(Weights::of_input(k, largest, rank));
                Self { is_affine: true, weights, ..Self::any(1 << k, rank, largest) }
            }
            Node::Constant(number) => {
                let largest = u64::try_from(number).unwrap_or(u64::MAX);
                let bits = number as u64;
                let xor = Some(Bits { of_inputs: vec![0; rank], constant: bits });
                let weights = Some(Weights::of_number(bits, rank));
                Self { inputs: 0, is_affine: true, is_sum: true, xor, weights, bits, largest }
            }
            Node::Isqrt(a) => Self::any(shape(a).inputs, rank, shape(a).largest.isqrt()),
            Node::LookUp(list, place) => {
                let largest = formula.lists[list].iter().max().copied().unwrap_or(0);
                Self::any(shape(place).inputs, rank, largest)
            }
            Node::Choose(c, a, b) => {
                let (a, b) = (shape(a), shape(b));
                let mut chosen = Self::any(shape(c).inputs | a.inputs | b.inputs, rank, a.largest.max(b.largest));
                chosen.narrow_bits(a.bits | b.bits);
                chosen
            }
            Node::Binary(op, a, b) => {
                let (a, b, right) = (shape(a), shape(b), formula.constant_at(b));
                let mut made = Self::binary(op, a, b, right, rank, natural);
                made.weights = if natural { Self::weights(op, a, b, right) } else { None };
                made.by_parts(natural)
            }
        }
    }

    /// The weights of a value that is natural.
    fn weights(op: Op, a: &Self, b: &Self, right: Option<i128>) -> Option<Weights> {
        let (left, number) = (a.weights.as_ref()?, right.and_then(|right| u64::try_from(right).ok()));
        match (op, number) {
            (Op::Add, _) => Some(left.added(b.weights.as_ref()?)),
            (Op::Or | Op::Xor, _) => {
                let other = b.weights.as_ref()?;
                (left.bits()? & other.bits()? == 0).then(|| left.added(other))
            }
            (Op::Mul, Some(factor)) => Some(left.multiplied(factor)),
            (Op::Shl, Some(places @ 0..64)) => Some(left.multiplied(1 << places)),
            (Op::Shr, Some(places @ 0..64)) => left.shifted(places as u32),
            (Op::Div, Some(size)) if size.is_power_of_two() => left.shifted(size.trailing_zeros()),
            (Op::Rem, Some(size)) if size.is_power_of_two() => left.masked(size - 1),
            (Op::And, Some(mask)) => left.masked(mask),
            _ => None,
        }
    }

    fn binary(op: Op, a: &Self, b: &Self, right: Option<i128>, rank: usize, natural: bool) -> Self {
        let inputs = a.inputs | b.inputs;
        let any = |largest| Self::any(inputs, rank, largest);
        let power = right.filter(|&n| n > 0 && n & (n - 1) == 0).map(i128::trailing_zeros);
        match (op, right, power) {
            (Op::Add, ..) => {
                let apart = a.bits & b.bits == 0;
                let mut sum = any(a.largest.saturating_add(b.largest));
                sum.is_affine = a.is_affine && b.is_affine;
                sum.is_sum |= a.is_sum && b.is_sum;
                if apart {
                    sum.narrow_bits(a.bits | b.bits);
                    sum.join(a, b);
                } else if let (true, Some(a), Some(b)) = (natural && sum.xor.is_none(), &a.xor, &b.xor) {
                    sum.xor = a.added(b);
                }
                sum
            }
            (Op::Sub, ..) => {
                let mut difference = any(if natural { a.largest } else { u64::MAX });
                difference.is_affine = a.is_affine && b.is_affine;
                difference.is_sum |= a.is_sum && b.is_sum;
                difference
            }
            // By a number; one below zero is a factor like any other in two's complement.
            (Op::Mul, Some(factor), _) => {
                let largest = u64::try_from(factor).ok().and_then(|factor| a.largest.checked_mul(factor));
                let mut product = match power {
                    Some(places) => a.moved(largest.unwrap_or(u64::MAX), |bits| shifted(bits, places)),
                    None => any(largest.unwrap_or(u64::MAX)),
                };
                product.is_affine = a.is_affine;
                product.is_sum |= a.is_sum;
                if let (true, Ok(factor), Some(xor)) = (natural && product.xor.is_none(), u64::try_from(factor), &a.xor)
                {
                    product.xor = xor.multiplied(factor);
                }
                product
            }
            (Op::Shl, Some(places), _) if (0..64).contains(&places) => {
                let largest = a.largest.saturating_mul(1 << places);
                let mut product = a.moved(largest, |bits| shifted(bits, places as u32));
                (product.is_affine, product.is_sum) = (a.is_affine, a.is_sum);
                product
            }
            (Op::Div, _, Some(places)) if places < 64 => a.moved(a.largest >> places, |bits| bits >> places),
            (Op::Shr, Some(places), _) if (0..64).contains(&places) => {
                a.moved(a.largest >> places, |bits| bits >> places)
            }
            (Op::Rem, Some(size), Some(_)) if size <= 1 << 63 => a.masked((size - 1) as u64),
            (Op::And, Some(mask), _) => a.masked(mask as u64),
            (Op::Or, ..) | (Op::Xor, ..) => {
                let mut joined = any(mask_of(a.largest | b.largest));
                joined.narrow_bits(a.bits | b.bits);
                if op == Op::Xor || a.bits & b.bits == 0 {
                    joined.join(a, b);
                    let apart = a.bits & b.bits == 0;
                    joined.is_sum |= apart && a.is_sum && b.is_sum;
                    joined.is_affine = apart && a.is_affine && b.is_affine;
                }
                joined
            }
            (Op::Div, ..) => any(right.and_then(|d| u64::try_from(d).ok()).map_or(a.largest, |d| a.largest / d.max(1))),
            (Op::Rem, ..) => any(a.largest.min(b.largest.saturating_sub(1))),
            (Op::And, ..) => any(a.largest.min(b.largest)),
            (Op::Min, ..) => any(a.largest.min(b.largest)),
            (Op::Max, ..) => any(a.largest.max(b.largest)),
            (Op::Shr, ..) => any(a.largest),
            (Op::Less | Op::LessEqual | Op::Equal | Op::NotEqual, ..) => any(1),
            (Op::Mul, ..) => any(a.largest.saturating_mul(b.largest)),
            (Op::Shl, ..) => any(u64::MAX),
        }
    }

    /// Some function of some inputs, at most so large.
    fn any(inputs: u64, rank: usize, largest: u64) -> Self {
        let bits = mask_of(largest);
        let of_one = inputs.count_ones() <= 1;
        let xor = of_one.then(|| Bits {
            of_inputs: (0..rank).map(|k| if inputs >> k & 1 == 1 { bits } else { 0 }).collect(),
            constant: if inputs == 0 { bits } else { 0 },
        });
        Self { inputs, is_affine: inputs == 0, is_sum: of_one, xor, weights: None, bits, largest }
    }

    /// The bits that may be 1 are among these.
    fn narrow_bits(&mut self, mask: u64) {
        self.bits &= mask;
        self.largest = self.largest.min(self.bits);
        if let (true, Some(xor)) = (self.is_of_one(), &mut self.xor) {
            *xor = xor.map(|bits| bits & mask);
        }
    }

    /// It is the exclusive or of two values.
    fn join(&mut self, a: &Self, b: &Self) {
        if let (Some(a), Some(b)) = (&a.xor, &b.xor) {
            self.xor = Some(a.joined(b));
        }
    }

    /// The value with its bits at other places: what is done to an exclusive or is done to its parts.
    fn moved(&self, largest: u64, f: impl Fn(u64) -> u64) -> Self {
        let of_one = self.is_of_one();
        let bits = f(self.bits) & mask_of(largest);
        Self {
            inputs: self.inputs,
            is_affine: self.inputs == 0,
            is_sum: of_one,
            xor: self.xor.as_ref().map(|xor| xor.map(&f)),
            weights: None,
            bits,
            largest: largest.min(bits),
        }
    }

    fn masked(&self, mask: u64) -> Self {
        self.moved(self.largest.min(mask), |bits| bits & mask)
    }

    /// An exclusive or whose parts share no bits is a sum, and so is a sum of bits.
    fn by_parts(mut self, natural: bool) -> Self {
        self.is_sum |= self.weights.is_some();
        if let Some(bits) = self.weights.as_ref().and_then(Weights::bits) {
            self.bits &= bits;
            self.largest = self.largest.min(bits);
        }
        self.is_sum |= natural && self.xor.as_ref().is_some_and(Bits::are_apart);
        self
    }
}

/// All bits of the numbers up to one.
fn mask_of(largest: u64) -> u64 {
    if largest == 0 { 0 } else { u64::MAX >> largest.leading_zeros() }
}

/// The bits of numbers up to one that are multiples of the lowest of some bits.
fn bits_from(lowest: u64, largest: u64) -> u64 {
    mask_of(largest) & u64::MAX.checked_shl(lowest.trailing_zeros()).unwrap_or(0)
}

fn shifted(bits: u64, places: u32) -> u64 {
    bits.checked_shl(places).unwrap_or(0)
}
