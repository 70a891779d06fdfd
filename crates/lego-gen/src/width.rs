//! How wide the integers of a file are.

/// How many bits an index, a position and a size have, one of them for the sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Width {
    /// 32 bits: what GPUs are fast at.
    Bits32,
    /// 64 bits.
    #[default]
    Bits64,
}

impl Width {
    /// The number of bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::Bits32 => 32,
            Self::Bits64 => 64,
        }
    }

    /// The largest number.
    #[must_use]
    pub fn most(self) -> u128 {
        (1 << (self.bits() - 1)) - 1
    }
}
