//! Swizzles of shared memory that TMA and the tensor cores know.

use lego_algebra::cute;

/// Which 16-byte units of shared memory change places: units of rows of 32, 64 or 128 bytes, by bits of the address from bit 7 on.
///
/// Law: [`apply`](Swizzle::apply) is its own inverse, and moves nothing out of its 16·2^n-byte row. These are CuTe's
/// `Swizzle<n, 4, 3>` of byte addresses, with n from 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swizzle {
    /// Nothing changes places.
    None,
    /// Units of 32 bytes: two.
    Bytes32,
    /// Units of 64 bytes: four.
    Bytes64,
    /// Units of 128 bytes: eight.
    Bytes128,
}

impl Swizzle {
    /// All of them, by their rows.
    pub const ALL: [Self; 4] = [Self::None, Self::Bytes32, Self::Bytes64, Self::Bytes128];

    const fn bits(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Bytes32 => 1,
            Self::Bytes64 => 2,
            Self::Bytes128 => 3,
        }
    }

    /// The bytes of a row whose units change places: 16, 32, 64 or 128.
    #[must_use]
    pub const fn row(self) -> u32 {
        16 << self.bits()
    }

    /// What an address has to be a multiple of, so that what lies behind it changes places as it would from address 0 on.
    #[must_use]
    pub const fn period(self) -> u32 {
        match self {
            Self::None => 16,
            _ => 128 << self.bits(),
        }
    }

    /// The same as a swizzle of byte addresses: `Sw<n,4,3>`.
    #[must_use]
    pub const fn cute(self) -> cute::Swizzle {
        const OF_BITS: [cute::Swizzle; 4] = [of_bits(0), of_bits(1), of_bits(2), of_bits(3)];
        OF_BITS[self.bits() as usize]
    }

    /// Where a byte lies.
    ///
    /// ```
    /// use lego_cuda::device::Swizzle;
    /// // Row 3 of rows of 128 bytes: unit 1 is exchanged with unit 2.
    /// assert_eq!(Swizzle::Bytes128.apply(3 * 128 + 16 + 5), 3 * 128 + 2 * 16 + 5);
    /// assert_eq!(Swizzle::None.apply(401), 401);
    /// ```
    #[must_use]
    pub const fn apply(self, address: u32) -> u32 {
        self.cute().apply(address as i64) as u32
    }
}

const fn of_bits(bits: i32) -> cute::Swizzle {
    match cute::Swizzle::new(bits, 4, 3) {
        Ok(swizzle) => swizzle,
        Err(_) => panic!("up to three bits fit a shift of 3"),
    }
}

#[cfg(test)]
mod tests {
    use super::Swizzle;

    #[test]
    fn bits_from_4_on_change_by_those_from_7_on() {
        for (bits, swizzle) in (0..).zip(Swizzle::ALL) {
            for address in (5..4096).step_by(16) {
                let expected = address ^ ((address >> 7 & ((1 << bits) - 1)) << 4);
                assert_eq!(swizzle.apply(address), expected);
                assert_eq!(swizzle.apply(address + 0xFFFF_0000), expected + 0xFFFF_0000);
            }
        }
    }
}
