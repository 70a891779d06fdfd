//! The matrix of an expression: for each bit of what it is made of, the bits of its value that change with it.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::reachable;
use lego_core::f2::{first_difference, image, ones};
use std::collections::{BTreeMap, HashMap};

/// Values of more bits are not looked at.
const MOST_BITS: u32 = 63;

/// A value as the exclusive or of a number and of one number for each bit that is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    /// By the value that has the bits, a variable or a remainder by a power of two: a column for each bit, the lowest first.
    pub columns: BTreeMap<Id, Vec<u64>>,
    /// The value where all bits are 0.
    pub constant: u64,
}

impl Bits {
    /// What an expression is by the way in which it is written; `None` where that tells no such thing, which says nothing of
    /// its values.
    ///
    /// ```
    /// use lego_expr::{Arena, Bits, Kind, Op};
    /// let arena = Arena::new();
    /// let i = arena.variable("i", Kind::Index { extent: arena.constant(8) });
    /// let swizzled = arena.binary(Op::Xor, i, arena.binary(Op::Div, i, arena.constant(4)));
    /// let bits = Bits::of(&arena, swizzled).unwrap();
    /// assert_eq!((bits.constant, &bits.columns[&i][..]), (0, &[1, 2, 5][..]));
    /// let tripled = arena.binary(Op::Mul, i, arena.constant(3));
    /// assert_eq!(Bits::of(&arena, tripled), None);
    /// let parity = Bits::of(&arena, arena.binary(Op::Rem, tripled, arena.constant(2))).unwrap();
    /// assert_eq!(parity.columns[&i], [1, 0, 0]);
    /// ```
    #[must_use]
    pub fn of(arena: &Arena, value: Id) -> Option<Self> {
        let mut reader = Reader { parities: Some(HashMap::default()), ..Reader::new(arena) };
        for id in reachable(arena, &[value]) {
            reader.read(id);
        }
        reader.read.remove(&value)?
    }

    /// The bits that may be 1.
    pub(crate) fn mask(&self) -> u64 {
        self.constant | self.map_mask()
    }

    /// The bits that change.
    pub(crate) fn map_mask(&self) -> u64 {
        self.columns.values().flatten().fold(0, |mask, column| mask | column)
    }

    fn map(&self, with: impl Fn(u64) -> u64) -> Self {
        let columns =
            self.columns.iter().map(|(&base, images)| (base, images.iter().map(|&image| with(image)).collect()));
        Self { columns: columns.collect(), constant: with(self.constant) }
    }

    fn xor(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.constant ^= other.constant;
        for (&base, images) in &other.columns {
            let own = sum.columns.entry(base).or_insert_with(|| vec![0; images.len()]);
            own.iter_mut().zip(images).for_each(|(own, image)| *own ^= image);
        }
        sum
    }
}

/// The exponent of a power of two.
fn exponent(number: i128) -> Option<u32> {
    (number > 0 && number & (number - 1) == 0).then(|| number.trailing_zeros())
}

/// Reads the matrices of nodes, operands first.
pub(crate) struct Reader<'a> {
    arena: &'a Arena,
    read: HashMap<Id, Option<Bits>, FastHash>,
    /// The lowest bits of sums that are no map of bits, where they are wanted: a form of the engine's keeps such a sum as it is.
    parities: Option<HashMap<Id, Bits, FastHash>>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(arena: &'a Arena) -> Self {
        Self { arena, read: HashMap::default(), parities: None }
    }

    pub(crate) fn of(&self, id: Id) -> Option<&Bits> {
        self.read.get(&id).and_then(Option::as_ref)
    }

    /// Whether a node is what matrices are of: a variable, or a remainder of something else.
    pub(crate) fn is_base(&self, id: Id) -> bool {
        self.of(id).is_some_and(|bits| bits.columns.contains_key(&id))
    }

    /// Reads a node.
    pub(crate) fn read(&mut self, id: Id) {
        let bits = self.matrix(id).filter(|bits| bits.mask() <= ones(MOST_BITS));
        if bits.is_none() {
            if let Some(parity) = self.parity_of_sum(id) {
                self.parities.get_or_insert_default().insert(id, parity);
            }
        }
        self.read.insert(id, bits);
    }

    /// The lowest bit of a node; `None` where it is not known.
    fn parity(&self, id: Id) -> Option<Bits> {
        match self.of(id) {
            Some(bits) => Some(bits.map(|image| image & 1)),
            None => self.parities.as_ref()?.get(&id).cloned(),
        }
    }

    /// The lowest bit of a sum or a multiple: nothing is carried to it.
    fn parity_of_sum(&self, id: Id) -> Option<Bits> {
        self.parities.as_ref()?;
        match self.arena.get(id) {
            Node::Within(a, _) => self.parity(a),
            Node::Binary(Op::Add, a, b) => Some(self.parity(a)?.xor(&self.parity(b)?)),
            Node::Binary(Op::Mul, a, b) => {
                let (factor, a) = match self.arena.number(a) {
                    Some(factor) => (factor, b),
                    None => (self.arena.number(b)?, a),
                };
                let parity = self.parity(a).filter(|_| factor >= 0)?;
                Some(if factor % 2 == 0 { Bits::default() } else { parity })
            }
            _ => None,
        }
    }

    fn base(id: Id, width: u32) -> Option<Bits> {
        let images = (0..width).map(|bit| 1 << bit).collect();
        (width <= MOST_BITS).then(|| Bits { columns: BTreeMap::from([(id, images)]), constant: 0 })
    }

    fn matrix(&self, id: Id) -> Option<Bits> {
        let number = |id| self.arena.number(id);
        match self.arena.get(id) {
            Node::Constant(value) => Some(Bits { constant: u64::try_from(value).ok()?, ..Bits::default() }),
            Node::Variable(variable) => {
                let Kind::Index { extent } = self.arena.variable_of(variable).kind else { return None };
                let last = number(extent)?.checked_sub(1)?;
                Self::base(id, i128::BITS - last.max(0).leading_zeros())
            }
            Node::Within(a, _) => self.of(a).cloned(),
            Node::Binary(Op::Mul, a, b) => match number(a) {
                Some(factor) => self.multiple(self.of(b)?, factor),
                None => self.multiple(self.of(a)?, number(b)?),
            },
            Node::Binary(Op::Shl, a, places) => self.multiple(self.of(a)?, 1 << places_of(number(places)?)?),
            Node::Binary(Op::Div, x, d) => {
                let down = exponent(number(d)?)?;
                Some(self.of(x)?.map(|image| image.checked_shr(down).unwrap_or(0)))
            }
            Node::Binary(Op::Shr, x, places) => {
                let down = places_of(number(places)?)?;
                Some(self.of(x)?.map(|image| image.checked_shr(down).unwrap_or(0)))
            }
            Node::Binary(Op::Rem, x, d) => {
                let width = exponent(number(d)?)?;
                match self.of(x) {
                    Some(bits) => Some(bits.map(|image| image & ones(width))),
                    None if width == 1 => self.parity(x).or_else(|| Self::base(id, width)),
                    None => Self::base(id, width),
                }
            }
            Node::Binary(Op::And, a, b) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                match (a.columns.is_empty(), b.columns.is_empty()) {
                    (_, true) => Some(a.map(|image| image & b.constant)),
                    (true, _) => Some(b.map(|image| image & a.constant)),
                    _ => (a.mask() & b.mask() == 0).then(Bits::default),
                }
            }
            Node::Binary(Op::Xor, a, b) => Some(self.of(a)?.xor(self.of(b)?)),
            Node::Binary(Op::Add | Op::Or, a, b) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                (a.mask() & b.mask() == 0).then(|| a.xor(b))
            }
            Node::Binary(Op::Sub, a, b) => {
                // Nothing is borrowed where each bit of b is 0 or that bit of a.
                let (a, b) = (self.of(a)?, self.of(b)?);
                let kept = b.mask();
                (a.map(|image| image & kept).xor(b).mask() == 0).then(|| a.xor(b))
            }
            Node::LookUp(list, place) => self.entries(&self.arena.entries(list), self.of(place)?),
            _ => None,
        }
    }

    /// A multiple, where no copies of a bit meet.
    fn multiple(&self, bits: &Bits, factor: i128) -> Option<Bits> {
        let factor = u64::try_from(factor).ok()?;
        let (mut taken, mut sum) = (0_u64, Bits::default());
        let mask = bits.mask();
        for up in (0..u64::BITS).filter(|up| factor >> up & 1 != 0) {
            let copy = mask.checked_shl(up)?;
            if copy >> up != mask || copy & taken != 0 {
                return None;
            }
            taken |= copy;
            sum = sum.xor(&bits.map(|image| image << up));
        }
        Some(sum)
    }

    /// The entry of a list at a place, where the entries are a map of the bits of their place.
    fn entries(&self, entries: &[u64], place: &Bits) -> Option<Bits> {
        let width = exponent(entries.len() as i128)?;
        if place.mask() > ones(width) {
            return None;
        }
        let first = *entries.first()?;
        let columns: Vec<u64> = (0..width).map(|bit| entries[1 << bit] ^ first).collect();
        first_difference(first, &columns, entries).is_none().then(|| {
            let mut bits = place.map(|flat| image(&columns, flat));
            bits.constant ^= first;
            bits
        })
    }
}

fn places_of(places: i128) -> Option<u32> {
    u32::try_from(places).ok().filter(|&places| places < MOST_BITS)
}
