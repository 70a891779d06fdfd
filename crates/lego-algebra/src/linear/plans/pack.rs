//! Elements that stay together: what two layouts of registers both keep in one thread, side by side.

use super::span::{ALL, common, extend};
use super::vectors::Vectors;
use lego_core::f2::{BITS, Echelon, Matrix, ones};

/// What two layouts have in common in the registers of a thread, in the same order in every thread.
///
/// The *vector* are independent elements that are sums of registers in both; the *complement* completes them and has all threads of
/// both. So whatever the thread, its elements lie in one order along the vector.
pub(super) struct Together {
    pub(super) vector: Vectors,
    pub(super) complement: Vectors,
}

impl Together {
    /// Of two bijections from places to elements: register bits first, then those of the thread; a vector of so many bits at most.
    pub(super) const fn new(from: &Matrix, to: &Matrix, registers: usize, most: usize) -> Self {
        let ((own, threads), (own_after, threads_after)) =
            (from.columns().split_at(registers), to.columns().split_at(registers));
        let (mut space, mut vector, mut complement) = (Echelon::EMPTY, Vectors::EMPTY, Vectors::EMPTY);
        extend(&mut space, &mut complement, threads, ALL);
        extend(&mut space, &mut complement, threads_after, ALL);
        extend(&mut space, &mut vector, common(own, own_after).as_slice(), most);
        if let Some(units) = Matrix::identity(from.width()) {
            extend(&mut space, &mut complement, units.columns(), ALL);
        }
        Self { vector, complement }
    }
}

/// The map from elements to offsets of which the images of some vectors are the units, in order; if they are a basis.
pub(super) const fn offsets(lists: [&Vectors; 3]) -> Option<Matrix> {
    let (mut columns, mut list) = (Vectors::EMPTY, 0);
    while list < lists.len() {
        let (vectors, mut k) = (lists[list].as_slice(), 0);
        while k < vectors.len() {
            columns.push(vectors[k]);
            k += 1;
        }
        list += 1;
    }
    match Matrix::new(columns.count(), columns.as_slice()) {
        Some(elements) => elements.inverse(),
        None => None,
    }
}

/// The registers of a layout by slots, given where its places lie along a vector (the lowest bits of the offset) and beside it: the
/// lowest bits of a slot count along the vector, and the rest counts vectors. `None` if a vector is not in one thread's
/// registers.
pub(super) const fn slots(map: &Matrix, registers: usize, vector: usize) -> Option<Matrix> {
    let Some(places) = map.inverse() else { return None };
    let elements = places.first(vector);
    let (mut span, mut units, mut images) = (Echelon::of(elements.columns()), Vectors::EMPTY, [0; BITS]);
    if let Some(all) = Matrix::identity(registers) {
        extend(&mut span, &mut units, all.columns(), ALL);
    }
    let mut slot = 0;
    while slot < registers {
        images[slot] = if slot < vector {
            elements.column(slot)
        } else {
            // With the element that makes its offset that of the first element of an access.
            let unit = units.as_slice()[slot - vector];
            unit ^ elements.apply(map.apply(unit) & ones(vector as u32))
        };
        slot += 1;
    }
    Matrix::new(registers, images.split_at(registers).0)
}

/// Two layouts of registers whose elements are packed into words: the elements that both keep together, as many as fit.
///
/// Law: word w of a thread has, in order of the [slots](Packing::from_slots) `w << vector | k`, the registers that move together; and
/// [`words`](Packing::words) is a bijection from the place of a word after the conversion to its place before.
///
/// ```
/// use lego_algebra::linear::{Matrix, plans::Packing};
/// // Four elements a thread, two threads; one layout has neighbours in a thread, the other pairs of neighbours.
/// const FROM: Matrix = Matrix::new(3, &[1, 2, 4]).unwrap();
/// const TO: Matrix = Matrix::new(3, &[1, 4, 2]).unwrap();
/// const PACKING: Packing = Packing::new(&FROM, &TO, 2, 2).unwrap();
/// assert_eq!((PACKING.vector(), PACKING.registers()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    vector: u32,
    registers: u32,
    from_slots: Matrix,
    to_slots: Matrix,
    words: Matrix,
}

impl Packing {
    /// The packing of two bijections from places to elements, register bits first, as many as said; of at most `2^most` elements.
    ///
    /// `None` if they are no bijections of as many bits.
    #[must_use]
    pub const fn new(from: &Matrix, to: &Matrix, registers: u32, most: u32) -> Option<Self> {
        let registers = registers as usize;
        if from.width() < registers || to.width() < registers {
            return None;
        }
        let (Some(place), Some(_)) = (from.inverse(), to.inverse()) else { return None };
        let Some(conversion) = place.product(to) else { return None };
        let Together { vector, complement } = Together::new(from, to, registers, most as usize);
        let Some(offsets) = offsets([&vector, &complement, &Vectors::EMPTY]) else { return None };
        let vector = vector.count();
        let (Some(before), Some(after)) = (offsets.product(from), offsets.product(to)) else { return None };
        let (Some(from_slots), Some(to_slots)) = (slots(&before, registers, vector), slots(&after, registers, vector))
        else {
            return None;
        };
        let Some(slot) = from_slots.inverse() else { return None };
        // A word's place after, the place of its first element, where that was, and the place of that word.
        let (mut words, mut bit) = ([0; BITS], 0);
        while bit < from.width() - vector {
            let number = bit + vector;
            let after = if number < registers { to_slots.column(number) } else { 1 << number };
            let before = conversion.apply(after);
            let register = before & ones(registers as u32);
            words[bit] = (before ^ register ^ slot.apply(register)) >> vector;
            bit += 1;
        }
        let words = Matrix::fitting(bit, bit, words);
        Some(Self { vector: vector as u32, registers: (registers - vector) as u32, from_slots, to_slots, words })
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
    pub const fn from_slots(&self) -> &Matrix {
        &self.from_slots
    }

    /// Slot to register, of the layout after.
    #[must_use]
    pub const fn to_slots(&self) -> &Matrix {
        &self.to_slots
    }

    /// The conversion of the words: place after to place before.
    #[must_use]
    pub const fn words(&self) -> &Matrix {
        &self.words
    }
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
            let threads = |place: u64, registers: u32| (place >> registers, place & ((1 << registers) - 1));
            for word in 0..1_u64 << (bits - vector) {
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
        let refused = |from: &[u64], to: &[u64], registers| {
            let matrix = |images: &[u64]| Matrix::new(images.len(), images).unwrap();
            assert_eq!(Packing::new(&matrix(from), &matrix(to), registers, 2), None);
        };
        refused(&[1], &[1, 2], 0);
        refused(&[1], &[1], 2);
        refused(&[1, 1], &[1, 2], 1);
    }
}
