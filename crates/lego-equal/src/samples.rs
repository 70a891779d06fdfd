//! Pseudo-random numbers, and the indices at which layouts tend to differ.

/// How many pseudo-random indices there are among the samples.
const SAMPLES: u64 = 1 << 20;

/// A sequence of pseudo-random numbers: SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// A number below another one.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

/// Indices at which layouts tend to differ: those near the origin and the powers of two along each axis, then a fixed
/// pseudo-random sequence.
pub(crate) fn samples(dims: &[u64]) -> impl Iterator<Item = Vec<u64>> + '_ {
    let along = (0..dims.len()).flat_map(move |axis| {
        let powers = (0..64).map(|k| 1_u64 << k).take_while(move |&i| i < dims[axis]);
        powers.chain([dims[axis] - 1]).map(move |i| {
            let mut index = vec![0; dims.len()];
            index[axis] = i;
            index
        })
    });
    let mut random = Random(Random::STEP);
    let scattered = (0..SAMPLES).map(move |_| dims.iter().map(|&n| random.below(n)).collect());
    along.chain(scattered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_indices() {
        let dims = [3, 1, 1 << 40];
        assert!(samples(&dims).take(10_000).all(|index| index.iter().zip(&dims).all(|(i, n)| i < n)));
        assert!(samples(&dims).any(|index| index == [0, 0, (1 << 40) - 1]));
    }
}
