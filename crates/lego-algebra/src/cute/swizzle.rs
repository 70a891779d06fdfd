//! Swizzles: some bits of a position changed by others, so that rows and columns of a tile spread over all banks.
//!
//! ```text
//! Sw<2,3,4>   …xxxx yy xx zz xxx      the two bits z are xor-ed with the two bits y
//!                         ── ───
//!                  shift 4↑  ↑ base 3: the lowest bit of z
//! ```

use super::Error;

/// `Sw<b,m,s>`: c ↦ c xor ((c & Y) shifted right by s), Y = b ones from bit m + s on; for a negative s, Y from bit m on, and
/// left by -s (CUTLASS, `swizzle.hpp`).
///
/// It is its own inverse, bijective on 0..2^k for every k from b + m + |s| on, and linear over bits.
///
/// ```
/// use lego_algebra::cute::Swizzle;
/// const SWIZZLE: Swizzle = match Swizzle::new(3, 4, 3) {
///     Ok(swizzle) => swizzle,
///     Err(_) => panic!(),
/// };
/// const _: () = assert!(SWIZZLE.apply(0x80) == 0x90 && SWIZZLE.apply(0x90) == 0x80);
/// // Bits that would change themselves: no involution, whatever the ISL paper says.
/// assert!(Swizzle::new(2, 0, 1).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: i32,
    base: i32,
    shift: i32,
}

impl Swizzle {
    /// `Sw<0,4,3>`, which changes nothing, as CuTe writes it.
    pub const IDENTITY: Self = Self { bits: 0, base: 4, shift: 3 };

    /// `Sw<bits,base,shift>`.
    ///
    /// # Errors
    /// Of negative bits or base, of |shift| below bits, where it would be no involution, and of more than 62 bits together.
    pub const fn new(bits: i32, base: i32, shift: i32) -> Result<Self, Error> {
        let fits = bits >= 0 && bits <= 62 && base >= 0 && base <= 62 && shift >= -62 && shift <= 62;
        if !fits || shift.abs() < bits || bits + base + shift.abs() > 62 {
            return Err(Error::Swizzle { bits, base, shift });
        }
        Ok(Self { bits, base, shift })
    }

    /// How many bits are changed.
    #[must_use]
    pub const fn bits(&self) -> i32 {
        self.bits
    }

    /// The lowest bit of the lower group.
    #[must_use]
    pub const fn base(&self) -> i32 {
        self.base
    }

    /// How far above the changed bits those that change them are; below them if it is negative.
    #[must_use]
    pub const fn shift(&self) -> i32 {
        self.shift
    }

    /// The number of low bits outside of which nothing is read or changed.
    #[must_use]
    pub const fn width(&self) -> i32 {
        self.bits + self.base + self.shift.abs()
    }

    /// The lowest of the bits that change others.
    #[must_use]
    pub const fn source(&self) -> i32 {
        self.base + if self.shift > 0 { self.shift } else { 0 }
    }

    /// The lowest of the bits that are changed.
    #[must_use]
    pub const fn target(&self) -> i32 {
        self.source() - self.shift
    }

    /// The bits that change others.
    const fn mask(&self) -> i64 {
        ((1 << self.bits) - 1) << self.source()
    }

    /// The swizzled position.
    #[must_use]
    pub const fn apply(&self, position: i64) -> i64 {
        let changing = position & self.mask();
        position ^ if self.shift < 0 { changing << -self.shift } else { changing >> self.shift }
    }

    /// Whether both change every position in the same way: the same numbers, or both no bits.
    #[must_use]
    pub const fn eq_as_function(&self, other: &Self) -> bool {
        (self.bits == 0 && other.bits == 0)
            || (self.bits == other.bits && self.base == other.base && self.shift == other.shift)
    }

    /// The first position below the table's length at which the table has another value, if there is one.
    ///
    /// ```
    /// use lego_algebra::cute::Swizzle;
    /// let swizzle = Swizzle::new(1, 2, 1).unwrap();
    /// assert_eq!(swizzle.differs_from_table(&[0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 8, 9, 11, 10]), Some(14));
    /// ```
    #[must_use]
    pub const fn differs_from_table(&self, table: &[i64]) -> Option<usize> {
        let mut k = 0;
        while k < table.len() {
            if table[k] != self.apply(k as i64) {
                return Some(k);
            }
            k += 1;
        }
        None
    }

    /// The swizzle of a table of all positions below a power of two, if it is one.
    ///
    /// A swizzle is linear over bits and moves each unit 2^k to itself, or to itself and one other bit: those that move give
    /// its numbers, and all positions are compared.
    ///
    /// ```
    /// use lego_algebra::cute::Swizzle;
    /// let swizzle = Swizzle::new(2, 1, -3).unwrap();
    /// let table: Vec<i64> = (0..64).map(|c| swizzle.apply(c)).collect();
    /// assert_eq!(Swizzle::from_table(&table), Some(swizzle));
    /// ```
    #[must_use]
    pub const fn from_table(table: &[i64]) -> Option<Self> {
        if !table.len().is_power_of_two() {
            return None;
        }
        let (mut first, mut count, mut to, mut bit) = (0i32, 0i32, 0i32, 0i32);
        while 1 << bit < table.len() {
            let unit = 1i64 << bit;
            let more = table[1 << bit] ^ unit;
            if more != 0 {
                if more < 0 || !(more as u64).is_power_of_two() {
                    return None;
                }
                if count == 0 {
                    first = bit;
                    to = more.trailing_zeros() as i32;
                }
                count += 1;
            }
            bit += 1;
        }
        let swizzle = if count == 0 {
            Self::IDENTITY
        } else {
            match Self::new(count, if first > to { to } else { first }, first - to) {
                Ok(swizzle) => swizzle,
                Err(_) => return None,
            }
        };
        if swizzle.differs_from_table(table).is_some() { None } else { Some(swizzle) }
    }
}
