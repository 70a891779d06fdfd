//! The checks that generated code makes: at compile time through [`enforce`], in constructors through `?`.
//!
//! Each states one fact that the simplifier was allowed to use.

use crate::error::LayoutError;
use crate::text::Text;
use core::num::NonZero;

#[doc(hidden)]
pub use crate::error::Message;

/// Generated code does not know what may be written instead.
const NO_REMEDY: [Text; 2] = [Text::new(""); 2];

/// Turns a failed check into a compile error (in a `const`) or a panic.
///
/// # Panics
/// If the check failed, with the error's words.
#[track_caller]
pub const fn enforce(result: Result<(), LayoutError>) {
    if let Err(error) = result {
        panic!("{}", error.message().as_str());
    }
}

/// `value` is at least 1.
///
/// # Errors
/// [`LayoutError::SizeNotPositive`] with the value.
pub const fn positive(what: &str, value: u128) -> Result<(), LayoutError> {
    if value > 0 { Ok(()) } else { Err(LayoutError::SizeNotPositive { what: Text::new(what), value: 0 }) }
}

/// A size, which is at least 1.
///
/// # Errors
/// [`LayoutError::SizeNotPositive`] for 0.
pub const fn size(what: &str, value: usize) -> Result<NonZero<usize>, LayoutError> {
    match NonZero::new(value) {
        Some(size) => Ok(size),
        None => Err(LayoutError::SizeNotPositive { what: Text::new(what), value: 0 }),
    }
}

/// A number of a text and of numbers (FNV-1a): two that differ are of different texts or numbers.
///
/// ```
/// use lego_core::check::fingerprint;
/// const ROW: u64 = fingerprint("Row(M, 8)", &[4]);
/// assert_eq!(ROW, fingerprint("Row(M, 8)", &[4]));
/// assert!(ROW != fingerprint("Row(M, 8)", &[5]) && ROW != fingerprint("Col(M, 8)", &[4]));
/// ```
pub const fn fingerprint(text: &str, numbers: &[u64]) -> u64 {
    const fn add(hash: u64, byte: u8) -> u64 {
        (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
    }
    let (mut hash, bytes) = (0xcbf2_9ce4_8422_2325, text.as_bytes());
    let mut i = 0;
    while i < bytes.len() {
        hash = add(hash, bytes[i]);
        i += 1;
    }
    i = 0;
    while i < numbers.len() {
        let (bytes, mut k) = (numbers[i].to_le_bytes(), 0);
        while k < bytes.len() {
            hash = add(hash, bytes[k]);
            k += 1;
        }
        i += 1;
    }
    hash
}

/// A size in 32 bits; 1 for one that does not fit, which `check_u32` refuses.
#[inline(always)]
pub const fn narrowed(size: NonZero<usize>) -> NonZero<u32> {
    match NonZero::new(size.get() as u32) {
        Some(narrow) if narrow.get() as usize == size.get() => narrow,
        _ => NonZero::<u32>::MIN,
    }
}

/// A size of 32 bits as one of a layout.
#[inline(always)]
pub const fn widened(size: NonZero<u32>) -> NonZero<usize> {
    match NonZero::new(size.get() as usize) {
        Some(wide) => wide,
        None => NonZero::<usize>::MIN,
    }
}

/// `divisor` divides `value`.
///
/// # Errors
/// [`LayoutError::DoesNotDivide`] with both; [`LayoutError::SizeNotPositive`] for the divisor 0.
pub const fn divides(what: &str, value: u128, divisor: u128) -> Result<(), LayoutError> {
    if divisor == 0 {
        Err(LayoutError::SizeNotPositive { what: Text::new(what), value: 0 })
    } else if value % divisor == 0 {
        Ok(())
    } else {
        Err(LayoutError::DoesNotDivide { what: Text::new(what), value, divisor, remedy: NO_REMEDY })
    }
}

/// Two sizes are equal.
///
/// # Errors
/// [`LayoutError::SizeMismatch`] with both.
pub const fn equal(left: &str, left_size: u128, right: &str, right_size: u128) -> Result<(), LayoutError> {
    if left_size == right_size {
        Ok(())
    } else {
        Err(LayoutError::SizeMismatch { left: Text::new(left), left_size, right: Text::new(right), right_size })
    }
}

/// `value` is at most `most`.
///
/// # Errors
/// [`LayoutError::TooLarge`] with both.
pub const fn at_most(what: &str, value: u128, most: u128) -> Result<(), LayoutError> {
    if value <= most { Ok(()) } else { Err(LayoutError::TooLarge { what: Text::new(what), value, most }) }
}

/// `value` is a power of two, or 0: of an empty layout no index asks for more.
///
/// # Errors
/// [`LayoutError::NotPowerOfTwo`] with the value.
pub const fn power_of_two(what: &str, value: u128) -> Result<(), LayoutError> {
    if value == 0 || value.is_power_of_two() {
        Ok(())
    } else {
        let power = (value - 1).ilog2() + 1;
        let padded = if power < 128 { 1 << power } else { u128::MAX };
        let remedy = Message::new().text("PadBy([").number(value).text("] => [").number(padded).text("])");
        let remedy = [Text::new(remedy.as_str()), Text::new("")];
        Err(LayoutError::NotPowerOfTwo { what: Text::new(what), value, remedy })
    }
}

/// `factor` and `size` have no common divisor but 1, or `size` is 0: of an empty layout no index asks for more.
///
/// # Errors
/// [`LayoutError::NotCoprime`] with both and the divisor.
pub const fn coprime(factor: i128, size: u128) -> Result<(), LayoutError> {
    let divisor = gcd(factor.unsigned_abs(), size);
    if divisor == 1 || size == 0 { Ok(()) } else { Err(LayoutError::NotCoprime { factor, size, divisor }) }
}

/// The greatest common divisor. That of num-integer is no `const fn`, and needs the feature `alloc` here.
pub(crate) const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // 64 bits, which nearly all have, divide several times as fast.
        let rest = if (a | b) >> 64 == 0 { (a as u64 % b as u64) as u128 } else { a % b };
        (a, b) = (b, rest);
    }
    a
}

/// A fact of a `where` clause holds.
///
/// # Errors
/// [`LayoutError::FactFails`] with the fact as written.
pub const fn fact(fact: &str, holds: bool) -> Result<(), LayoutError> {
    if holds { Ok(()) } else { Err(LayoutError::FactFails { fact: Text::new(fact) }) }
}

/// `value` is at most the largest number of an index type.
///
/// # Errors
/// [`LayoutError::Overflow`] with the width of the index type.
pub const fn fits(what: &str, value: u128, largest: u128) -> Result<(), LayoutError> {
    if value <= largest {
        Ok(())
    } else {
        // A value that left 128 bits stands at their end.
        let named = Message::new().text(what).text(" (").number(value).text(")");
        let what = if value == u128::MAX { Text::new(what) } else { Text::new(named.as_str()) };
        Err(LayoutError::Overflow { what, bits: largest.count_ones() as u128 })
    }
}

/// An index does not lie inside the extents: what `apply` says in a debug build.
///
/// # Panics
/// Always, with both.
#[cold]
#[track_caller]
pub const fn outside_dims(index: &[usize], dims: &[usize]) -> ! {
    let message = Message::new().text("the index ").list(index).text(" lies outside the dims ").list(dims);
    panic!("{}", message.as_str());
}

/// The same for an index in 32 bits.
///
/// # Panics
/// Always, with both.
#[cold]
#[track_caller]
pub const fn outside_dims_u32<const R: usize>(index: &[u32; R], dims: &[usize; R]) -> ! {
    let mut widened = [0; R];
    let mut k = 0;
    while k < R {
        widened[k] = index[k] as usize;
        k += 1;
    }
    outside_dims(&widened, dims)
}

/// A position does not lie inside the buffer: what `inv` says in a debug build.
///
/// # Panics
/// Always, with both.
#[cold]
#[track_caller]
pub const fn outside_span(position: usize, span: usize) -> ! {
    let message = Message::new().text("the position ").number(position as u128);
    let message = message.text(" lies outside the span ").number(span as u128);
    panic!("{}", message.as_str());
}

/// A function of the user's and its inverse agree at an index: it goes to a position inside, and comes back.
///
/// If that holds for every index of the box, the function is a bijection and the other its inverse: it cannot send two
/// indices to one position, for that position comes back as one index only.
///
/// # Errors
/// [`LayoutError::OutOfRange`] or [`LayoutError::InverseDisagrees`] with the index.
pub const fn function<const R: usize>(
    dims: [usize; R],
    index: [usize; R],
    position: usize,
    back: [usize; R],
) -> Result<(), LayoutError> {
    let mut volume = 1;
    let mut same = true;
    let mut k = 0;
    while k < R {
        volume *= dims[k];
        same &= index[k] == back[k];
        k += 1;
    }
    if position >= volume {
        let to = Message::new().text("position ").number(position as u128);
        let bound = Message::new().text("0..").number(volume as u128);
        return Err(LayoutError::OutOfRange {
            at: index_in_words(&index),
            to: Text::new(to.as_str()),
            bound: Text::new(bound.as_str()),
        });
    }
    if same {
        Ok(())
    } else {
        Err(LayoutError::InverseDisagrees {
            index: index_in_words(&index),
            position: position as u128,
            back: index_in_words(&back),
        })
    }
}

/// Two layouts have the same extents.
///
/// # Errors
/// [`LayoutError::Different`] with both.
pub const fn same_dims(left: &[usize], right: &[usize]) -> Result<(), LayoutError> {
    let mut same = left.len() == right.len();
    let mut k = 0;
    while same && k < left.len() {
        same = left[k] == right[k];
        k += 1;
    }
    if same {
        Ok(())
    } else {
        Err(LayoutError::Different {
            what: Text::new("the dims"),
            left: index_in_words(left),
            right: index_in_words(right),
        })
    }
}

/// Two layouts have the same span.
///
/// # Errors
/// [`LayoutError::Different`] with both.
pub const fn same_span(left: usize, right: usize) -> Result<(), LayoutError> {
    if left == right {
        Ok(())
    } else {
        let (left, right) = (position_in_words(Some(left)), position_in_words(Some(right)));
        Err(LayoutError::Different { what: Text::new("the spans"), left, right })
    }
}

/// Two layouts send an index to the same position, or neither has one for it.
///
/// # Errors
/// [`LayoutError::Different`] with the index and both positions.
pub const fn same_position(index: &[usize], left: Option<usize>, right: Option<usize>) -> Result<(), LayoutError> {
    let same = match (left, right) {
        (Some(left), Some(right)) => left == right,
        (None, None) => true,
        _ => false,
    };
    if same {
        return Ok(());
    }
    let what = Message::new().text("at ").list(index).text(" the positions");
    Err(LayoutError::Different {
        what: Text::new(what.as_str()),
        left: position_in_words(left),
        right: position_in_words(right),
    })
}

/// A position in words.
const fn position_in_words(position: Option<usize>) -> Text {
    match position {
        Some(position) => Text::new(Message::new().number(position as u128).as_str()),
        None => Text::new("none"),
    }
}

/// The index after another in row-major order; the first one after the last.
#[inline]
#[must_use]
pub const fn next<const R: usize>(dims: [usize; R], mut index: [usize; R]) -> [usize; R] {
    let mut k = R;
    while k > 0 {
        k -= 1;
        index[k] += 1;
        if index[k] < dims[k] {
            return index;
        }
        index[k] = 0;
    }
    index
}

/// An index in words: `[4, 2]`.
const fn index_in_words(index: &[usize]) -> Text {
    Text::new(Message::new().list(index).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_accepts_and_refuses() {
        assert!(positive("n", 1).is_ok() && positive("n", 0).is_err());
        assert!(divides("n", 12, 4).is_ok() && divides("n", 12, 5).is_err() && divides("n", 12, 0).is_err());
        assert!(equal("a", 3, "b", 3).is_ok() && equal("a", 3, "b", 4).is_err());
        assert!(at_most("a", 3, 3).is_ok() && at_most("a", 4, 3).is_err());
        assert!(power_of_two("n", 8).is_ok() && power_of_two("n", 0).is_ok() && power_of_two("n", 12).is_err());
        assert!(coprime(-3, 16).is_ok() && coprime(6, 16).is_err() && coprime(0, 1).is_ok());
        assert!(coprime(6, 0).is_ok() && divides("n", 0, 4).is_ok());
        assert!(fits("n", 255, 255).is_ok() && fits("n", 256, 255).is_err());
        assert!(same_dims(&[4, 8], &[4, 8]).is_ok() && same_dims(&[4, 8], &[4]).is_err());
        assert!(same_dims(&[4, 8], &[4, 9]).is_err());
        assert!(same_span(3, 3).is_ok() && same_span(3, 4).is_err());
        assert!(same_position(&[1], Some(3), Some(3)).is_ok() && same_position(&[1], None, None).is_ok());
        assert!(same_position(&[1], Some(3), None).is_err() && same_position(&[1], Some(3), Some(4)).is_err());
    }

    #[test]
    #[should_panic(expected = "12 has 3 elements, but the view has 4")]
    fn enforce_says_the_words() {
        enforce(equal("12", 3, "the view", 4));
    }
}
