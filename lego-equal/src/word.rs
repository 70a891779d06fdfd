//! Numbers that depend on bits by exclusive or alone, and what operations make of them.
//!
//! An exclusive or, a mask and a shift of such numbers are such numbers; so are sums in which no digit carries, differences in
//! which none borrows, and quotients, remainders and products by powers of two. What else may be one is not known here.

use lego_expr::{Arena, Comparison, Id, Node, Op};
use std::collections::HashMap;

/// A number of 64 bits: `constant` xor the exclusive or of the columns of those bits that are 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) constant: u64,
    pub(crate) columns: Vec<u64>,
}

impl Word {
    /// The number that some of the bits spell.
    pub(crate) fn input(count: usize, bits: std::ops::Range<usize>) -> Self {
        let mut columns = vec![0; count];
        for (place, column) in columns[bits].iter_mut().enumerate() {
            *column = 1 << place;
        }
        Self { constant: 0, columns }
    }

    fn number(value: u64, count: usize) -> Self {
        Self { constant: value, columns: vec![0; count] }
    }

    /// What a node is, given its operands; `None` where that is no exclusive or of bits as far as is known here.
    pub(crate) fn of(arena: &Arena, node: &Node, count: usize, words: &HashMap<Id, Self>) -> Option<Self> {
        let word = |id: &Id| words.get(id);
        match node {
            Node::Constant(value) => Some(Self::number(u64::try_from(*value).ok()?, count)),
            Node::Binary(op, a, b) => Self::operation(*op, word(a)?, word(b)?),
            Node::Compare(comparison, a, b) => Self::comparison(*comparison, word(a)?, word(b)?),
            Node::Choose(condition, a, b) => word(condition)?.choice(word(a)?, word(b)?),
            Node::LookUp(list, place) => word(place)?.entry(&arena.entries(*list)),
            // The extent is not what it is made of.
            Node::Within(a, _) => word(a).cloned(),
            Node::Variable(_) | Node::Isqrt(_) | Node::Call { .. } => None,
        }
    }

    fn operation(op: Op, a: &Self, b: &Self) -> Option<Self> {
        match op {
            Op::Add => a.disjoint(b).then(|| a.xor(b)),
            Op::Sub => a.without(b),
            Op::Mul => match (a.as_number(), b.as_number()) {
                (_, Some(factor)) => a.times(factor),
                (Some(factor), _) => b.times(factor),
                _ => None,
            },
            Op::Div => match b.as_number()? {
                divisor if divisor.is_power_of_two() => Some(a.map(|bits| bits >> divisor.trailing_zeros())),
                divisor => (a.most() < divisor).then(|| a.map(|_| 0)),
            },
            Op::Rem => match b.as_number()? {
                divisor if divisor.is_power_of_two() => Some(a.map(|bits| bits & (divisor - 1))),
                divisor => (a.most() < divisor).then(|| a.clone()),
            },
            Op::And => match (a.as_number(), b.as_number()) {
                (_, Some(mask)) => Some(a.map(|bits| bits & mask)),
                (Some(mask), _) => Some(b.map(|bits| bits & mask)),
                _ => (a == b).then(|| a.clone()),
            },
            Op::Or => match (a.as_number(), b.as_number()) {
                (_, Some(ones)) => Some(a.map(|bits| bits & !ones).xor(b)),
                (Some(ones), _) => Some(b.map(|bits| bits & !ones).xor(a)),
                _ if a.disjoint(b) => Some(a.xor(b)),
                _ => (a == b).then(|| a.clone()),
            },
            Op::Xor => Some(a.xor(b)),
            Op::Shl => a.shifted(b.as_number()?),
            Op::Shr => {
                let places = u32::try_from(b.as_number()?).unwrap_or(u32::MAX);
                Some(a.map(|bits| bits.checked_shr(places).unwrap_or(0)))
            }
            Op::Min => match (a.as_number(), b.as_number()) {
                (_, Some(bound)) if a.most() <= bound => Some(a.clone()),
                (Some(bound), _) if b.most() <= bound => Some(b.clone()),
                _ => (a == b).then(|| a.clone()),
            },
            Op::Max => match (a.as_number(), b.as_number()) {
                (_, Some(bound)) if a.most() <= bound => Some(b.clone()),
                (Some(bound), _) if b.most() <= bound => Some(a.clone()),
                _ => (a == b).then(|| a.clone()),
            },
        }
    }

    /// The truth of a comparison: 1 or 0.
    fn comparison(comparison: Comparison, a: &Self, b: &Self) -> Option<Self> {
        match comparison {
            Comparison::Less => a.is_below(b),
            Comparison::LessEqual => b.is_below(a).map(|truth| truth.negated()),
            Comparison::Equal => a.xor(b).is_zero(),
            Comparison::NotEqual => a.xor(b).is_zero().map(|truth| truth.negated()),
        }
    }

    /// Whether it is below another one, of which one is a number.
    fn is_below(&self, other: &Self) -> Option<Self> {
        match (self.as_number(), other.as_number()) {
            (_, Some(bound)) => self.is_below_number(bound),
            (Some(u64::MAX), _) => Some(other.map(|_| 0)),
            (Some(bound), _) => other.is_below_number(bound + 1).map(|truth| truth.negated()),
            _ => None,
        }
    }

    fn is_below_number(&self, bound: u64) -> Option<Self> {
        if self.most() < bound {
            return Some(Self::number(1, self.columns.len()));
        }
        if bound == 0 {
            return Some(self.map(|_| 0));
        }
        // Below 2^k where no higher bit may be 1: where bit k is 0.
        let is_top = bound.is_power_of_two() && self.ones() >> bound.trailing_zeros() <= 1;
        is_top.then(|| self.map(|bits| bits >> bound.trailing_zeros()).negated())
    }

    /// Whether it is 0, of one bit.
    fn is_zero(&self) -> Option<Self> {
        let ones = self.ones();
        if ones == 0 || self.columns.iter().all(|&column| column == 0) {
            return Some(Self::number(u64::from(self.constant == 0), self.columns.len()));
        }
        ones.is_power_of_two().then(|| self.map(|bits| bits >> ones.trailing_zeros()).negated())
    }

    /// One of two that differ by a number, as it is a truth that is 1 or 0.
    fn choice(&self, yes: &Self, no: &Self) -> Option<Self> {
        if let Some(number) = self.as_number() {
            return Some(if number != 0 { yes } else { no }.clone());
        }
        let difference = yes.xor(no).as_number()?;
        let condition = self.is_zero()?.negated();
        Some(no.xor(&condition.map(|bits| if bits != 0 { difference } else { 0 })))
    }

    /// The entry of a list at this place, if the list is affine over the bits of its places.
    fn entry(&self, entries: &[u64]) -> Option<Self> {
        if usize::try_from(self.most()).ok()? >= entries.len() {
            return None;
        }
        let (ones, first) = (self.ones(), entries[0]);
        let places = |word: u64| (0..u64::BITS).filter(move |bit| word >> bit & 1 != 0);
        let mut images = [0; u64::BITS as usize];
        for bit in places(ones) {
            images[bit as usize] = entries[1 << bit] ^ first;
        }
        // What the lowest bit adds to the place without it, which was looked at before.
        let fits = |place: u64| {
            entries[place as usize] == entries[(place & (place - 1)) as usize] ^ images[place.trailing_zeros() as usize]
        };
        if !(1..=ones).filter(|place| place & !ones == 0).all(fits) {
            return None;
        }
        let word = self.map(|word| places(word).fold(0, |image, bit| image ^ images[bit as usize]));
        Some(Self { constant: word.constant ^ first, ..word })
    }

    /// Every part by itself; the law of the caller: it keeps exclusive ors.
    fn map(&self, part: impl Fn(u64) -> u64) -> Self {
        Self { constant: part(self.constant), columns: self.columns.iter().map(|&column| part(column)).collect() }
    }

    fn xor(&self, other: &Self) -> Self {
        let columns = self.columns.iter().zip(&other.columns).map(|(a, b)| a ^ b).collect();
        Self { constant: self.constant ^ other.constant, columns }
    }

    /// The other way round, of a truth.
    fn negated(&self) -> Self {
        Self { constant: self.constant ^ 1, ..self.clone() }
    }

    fn as_number(&self) -> Option<u64> {
        self.columns.iter().all(|&column| column == 0).then_some(self.constant)
    }

    /// The bits that may be 1.
    fn ones(&self) -> u64 {
        self.columns.iter().fold(self.constant, |ones, column| ones | column)
    }

    /// No value is above this.
    fn most(&self) -> u64 {
        self.ones()
    }

    /// Whether no bit may be 1 in both.
    fn disjoint(&self, other: &Self) -> bool {
        self.ones() & other.ones() == 0
    }

    fn shifted(&self, places: u64) -> Option<Self> {
        let fits = self.ones() == 0 || places <= u64::from(self.ones().leading_zeros());
        let places = u32::try_from(places).unwrap_or(u32::MAX);
        fits.then(|| self.map(|bits| bits.checked_shl(places).unwrap_or(0)))
    }

    /// The product with a number, if no digit of it carries.
    fn times(&self, factor: u64) -> Option<Self> {
        let ones = self.ones();
        if ones == 0 || factor == 0 {
            return Some(self.map(|_| 0));
        }
        if ones.is_power_of_two() {
            let product = ones.checked_mul(factor)?;
            return Some(self.map(|bits| if bits != 0 { product } else { 0 }));
        }
        let mut sum = self.map(|_| 0);
        for place in (0..u64::BITS).filter(|place| factor >> place & 1 != 0) {
            let part = self.shifted(place.into())?;
            if !sum.disjoint(&part) {
                return None;
            }
            sum = sum.xor(&part);
        }
        Some(sum)
    }

    /// The difference, where every bit of the other one is a bit of this one at the same indices: nothing is borrowed.
    fn without(&self, other: &Self) -> Option<Self> {
        let taken = other.ones();
        let fixed = self.constant & !self.columns.iter().fold(0, |all, column| all | column);
        let is_part = self.map(|bits| bits & taken) == *other;
        (taken & !fixed == 0 || is_part).then(|| self.xor(other))
    }
}
