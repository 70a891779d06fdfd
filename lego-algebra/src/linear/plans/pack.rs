//! Elements that stay together: what two layouts of registers both keep in one thread, side by side.

use super::bit_map::BitMap;
use super::span::{Span, WORDS, common, extend, extend_by_units, take};

/// What two layouts have in common in the registers of a thread, in the same order in every thread.
///
/// The *vector* are independent elements that are sums of registers in both; the *complement* completes them and has all threads of
/// both. So whatever the thread, its elements lie in one order along the vector.
#[derive(Clone, Copy)]
pub(super) struct Together {
    pub(super) vector: Span,
    pub(super) complement: Span,
}

impl Together {
    /// Of two bijections from places to elements: register bits first, then those of the thread; a vector of so many bits at most.
    pub(super) const fn new(from: &BitMap, to: &BitMap, registers: u32, most: u32) -> Self {
        let bits = from.bits();
        let threads = images(from, registers, bits - registers);
        let (mut space, mut complement) = (threads, threads);
        extend(&mut space, &mut complement, &images(to, registers, bits - registers));
        let mut vector = Span::EMPTY;
        take(&mut space, &mut vector, &common(&images(from, 0, registers), &images(to, 0, registers)), most);
        extend_by_units(&mut space, &mut complement, bits);
        Self { vector, complement }
    }
}

/// The images of some bits.
pub(super) const fn images(map: &BitMap, from: u32, count: u32) -> Span {
    let mut span = Span::EMPTY;
    let mut bit = from;
    while bit < from + count {
        span.add(map.image(bit));
        bit += 1;
    }
    span
}

/// The registers of a layout by slots, given where its places lie along a vector (the lowest bits of the offset) and beside it: the
/// lowest bits of a slot count along the vector, and the rest counts vectors.
pub(super) const fn slots(map: &BitMap, registers: u32, vector: u32) -> Option<BitMap> {
    let places = match map.inverse() {
        Some(places) => places,
        None => return None,
    };
    let (mut images, mut span) = ([0; WORDS], Span::EMPTY);
    let mut bit = 0;
    while bit < vector {
        images[bit as usize] = places.image(bit);
        span.add(places.image(bit));
        bit += 1;
    }
    let elements = BitMap::new(&images);
    let (mut count, mut unit) = (vector, 0);
    while unit < registers {
        if span.add(1 << unit) {
            // With the element that makes its offset that of the first element of an access.
            let inside = map.image(unit) & ((1 << vector) - 1);
            images[count as usize] = 1 << unit ^ elements.apply(inside);
            count += 1;
        }
        unit += 1;
    }
    let (images, _) = images.split_at(count as usize);
    Some(BitMap::new(images))
}

/// Two layouts of registers whose elements are packed into words: the elements that both keep together, as many as fit.
///
/// Law: word w of a thread has, in order of the [slots](Packing::from_slots) `w << vector | k`, the registers that move together; and
/// [`words`](Packing::words) is a bijection from the place of a word after the conversion to its place before.
///
/// ```
/// use lego_algebra::linear::plans::{BitMap, Packing};
/// // Four elements a thread, two threads; one layout has neighbours in a thread, the other pairs of neighbours.
/// const FROM: BitMap = BitMap::new(&[1, 2, 4]);
/// const TO: BitMap = BitMap::new(&[1, 4, 2]);
/// const PACKING: Packing = Packing::new(&FROM, &TO, 2, 2).unwrap();
/// assert_eq!((PACKING.vector(), PACKING.registers()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    vector: u32,
    registers: u32,
    from_slots: BitMap,
    to_slots: BitMap,
    words: BitMap,
}

impl Packing {
    /// The packing of two bijections from places to elements, register bits first, as many as said; of at most `2^most` elements.
    ///
    /// `None` if they are no bijections of as many bits.
    #[must_use]
    pub const fn new(from: &BitMap, to: &BitMap, registers: u32, most: u32) -> Option<Self> {
        if from.bits() != to.bits() || from.bits() < registers {
            return None;
        }
        let Together { vector, complement } = Together::new(from, to, registers, most);
        let (mut columns, mut count) = ([0; WORDS], 0);
        count = put(&mut columns, count, &vector);
        count = put(&mut columns, count, &complement);
        let (columns, _) = columns.split_at(count);
        let (Some(offsets), Some(place), Some(_)) = (BitMap::new(columns).inverse(), from.inverse(), to.inverse())
        else {
            return None;
        };
        let vector = vector.count();
        let slots_of = (slots(&offsets.after(from), registers, vector), slots(&offsets.after(to), registers, vector));
        let (Some(from_slots), Some(to_slots)) = slots_of else { return None };
        let Some(slot) = from_slots.inverse() else { return None };
        // A word's place after, the place of its first element, where that was, and the place of that word.
        let conversion = place.after(to);
        let (mut words, mut bit) = ([0; WORDS], 0);
        while bit < from.bits() - vector {
            let number = bit + vector;
            let after = if number < registers { to_slots.image(number) } else { 1 << number };
            let before = conversion.apply(after);
            let register = before & ((1 << registers) - 1);
            words[bit as usize] = (before ^ register ^ slot.apply(register)) >> vector;
            bit += 1;
        }
        let (words, _) = words.split_at(bit as usize);
        Some(Self { vector, registers: registers - vector, from_slots, to_slots, words: BitMap::new(words) })
    }

    /// The logarithm of the elements of a word.
    #[must_use]
    pub const fn vector(&self) -> u32 {
        self.vector
    }

    /// The logarithm of the words of a thread.
    #[must_use]
    pub const fn registers(&self) -> u32 {
        self.registers
    }

    /// Slot to register, of the layout before.
    #[must_use]
    pub const fn from_slots(&self) -> &BitMap {
        &self.from_slots
    }

    /// Slot to register, of the layout after.
    #[must_use]
    pub const fn to_slots(&self) -> &BitMap {
        &self.to_slots
    }

    /// The conversion of the words: place after to place before.
    #[must_use]
    pub const fn words(&self) -> &BitMap {
        &self.words
    }
}

/// Appends words to a list; how many there are then.
pub(super) const fn put(list: &mut [u32; WORDS], count: usize, words: &Span) -> usize {
    let mut k = 0;
    while k < words.count() {
        list[count + k as usize] = words.word(k);
        k += 1;
    }
    count + k as usize
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::random_map::bijection;
    use super::*;
    use random::Random;

    #[test]
    fn the_elements_of_a_word_move_together() {
        let mut random = Random::fresh();
        let mut packed = 0;
        for case in 0..2000 {
            let registers = random.below(6) as u32;
            let bits = registers + random.below(7) as u32;
            let [from, to] = [(); 2].map(|()| bijection(&mut random, bits, case % 3 > 0));
            let packing = Packing::new(&from, &to, registers, 2).unwrap();
            let vector = packing.vector();
            assert!(vector <= 2 && packing.registers() + vector == registers);
            packed += u32::from(vector > 0);
            let threads = |place: u32, registers: u32| (place >> registers, place & ((1 << registers) - 1));
            for word in 0..1_u32 << (bits - vector) {
                let (thread, own) = threads(word, packing.registers());
                let (source, sent) = threads(packing.words().apply(word), packing.registers());
                for k in 0..1 << vector {
                    let after = thread << registers | packing.to_slots().apply(own << vector | k);
                    let before = source << registers | packing.from_slots().apply(sent << vector | k);
                    assert_eq!(to.apply(after), from.apply(before), "{packing:?}");
                }
            }
        }
        assert!(packed > 500, "{packed}");
        assert_eq!(Packing::new(&BitMap::new(&[1]), &BitMap::new(&[1, 2]), 0, 2), None);
        assert_eq!(Packing::new(&BitMap::new(&[1]), &BitMap::new(&[1]), 2, 2), None);
        assert_eq!(Packing::new(&BitMap::new(&[1, 1]), &BitMap::new(&[1, 2]), 1, 2), None);
    }
}
