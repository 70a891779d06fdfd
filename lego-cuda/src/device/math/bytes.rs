//! Bytes of words, rearranged by one instruction.

/// Four of the eight bytes of two words, by their numbers (`prmt`).
///
/// Law: byte i of the result is byte `s % 8` of the eight, those of `a` first, where s is digit i of the selector in base 16,
/// from the lowest; with `s >= 8`, the sign of that byte in all of its bits.
///
/// ```
/// use lego_cuda::device::math::permute_bytes;
/// assert_eq!(permute_bytes(0x44332211, 0x88776655, 0x7410), 0x88552211);
/// // A byte and its sign: 16 bits with the same value.
/// assert_eq!(permute_bytes(0xf0, 0x05, 0xc480), 0x0005_fff0);
/// ```
#[inline(always)]
pub fn permute_bytes(a: u32, b: u32, selector: u32) -> u32 {
    #[cfg(target_arch = "nvptx64")]
    // SAFETY: the instruction computes a register from registers.
    unsafe {
        let result: u32;
        core::arch::asm!(
            "prmt.b32 {}, {}, {}, {};",
            out(reg32) result,
            in(reg32) a,
            in(reg32) b,
            in(reg32) selector,
            options(pure, nomem, nostack, preserves_flags)
        );
        result
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        let eight = (u64::from(b) << 32 | u64::from(a)).to_le_bytes();
        u32::from_le_bytes(core::array::from_fn(|i| {
            let digit = selector >> (4 * i) & 15;
            let byte = eight[digit as usize % 8];
            if digit < 8 { byte } else { (byte as i8 >> 7) as u8 }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::permute_bytes;

    #[test]
    fn every_digit_of_a_selector_takes_its_byte() {
        let (a, b) = (0x8000_7f01, 0xff12_80fe);
        let bytes: [i8; 8] = [0x01, 0x7f, 0x00, -128, -2, -128, 0x12, -1];
        for selector in 0..1 << 16 {
            let expected = (0..4).fold(0, |word, i| {
                let digit = selector >> (4 * i) & 15;
                let byte = bytes[digit as usize & 7];
                let byte = if digit & 8 == 0 {
                    byte as u8
                } else if byte < 0 {
                    0xff
                } else {
                    0
                };
                word | u32::from(byte) << (8 * i)
            });
            assert_eq!(permute_bytes(a, b, selector), expected, "{selector:04x}");
        }
    }
}
