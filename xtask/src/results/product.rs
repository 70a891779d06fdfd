//! What the name of a case says of a product of matrices: `f16 4096 NT`, `e4m3 4096x2112x7168 NT, blocks of 128x256`.

/// What is in the names of kernels of products with a scale for each block of numbers.
pub(super) const SCALED: &str = "_scaled_";
/// What is in the names of kernels of products with MX scales, one for each 32 numbers.
pub(super) const MX: &str = "_mx_";

/// The numbers that are multiplied, by their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Numbers {
    /// `f16` and `bf16`.
    Half,
    /// `e4m3` and `e5m2`, whose products are stored as `f16`.
    Byte,
    /// `float32`.
    Single,
}

/// A product of an m×k and a k×n matrix.
#[derive(Debug, PartialEq)]
pub(super) struct Product {
    /// What is multiplied.
    pub(super) numbers: Numbers,
    /// m, n and k.
    pub(super) sizes: [u32; 3],
    /// Whether the name says more than the product: a division into blocks, an order of blocks, scales.
    pub(super) variant: bool,
}

impl Numbers {
    /// All, in the order of a legend.
    pub(super) const ALL: [Self; 3] = [Self::Half, Self::Byte, Self::Single];

    /// What a legend calls them.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Half => "16-bit",
            Self::Byte => "8-bit",
            Self::Single => "f32",
        }
    }

    /// The bytes of a number that is multiplied, and of one of the result.
    fn bytes(self) -> [f64; 2] {
        match self {
            Self::Half => [2.0, 2.0],
            Self::Byte => [1.0, 2.0],
            Self::Single => [4.0, 4.0],
        }
    }
}

impl Product {
    /// The product of a case, if it is one product whose sizes the name says.
    pub(super) fn read(case: &str) -> Option<Self> {
        let (product, variant) = case.split_once(", ").map_or((case, false), |(product, _)| (product, true));
        let mut words = product.split(' ');
        let numbers = match words.next()? {
            "f16" | "bf16" => Numbers::Half,
            "e4m3" | "e5m2" => Numbers::Byte,
            "float32" => Numbers::Single,
            _ => return None,
        };
        let sizes = words.next()?.split('x').map(str::parse).collect::<Result<Vec<u32>, _>>().ok()?;
        let sizes = match sizes[..] {
            [side] => [side; 3],
            [m, n, k] => [m, n, k],
            _ => return None,
        };
        // A group, `16 of 512`, has another word here.
        let storage = words.next().is_none_or(|word| matches!(word, "NN" | "NT" | "TN" | "TT"));
        (storage && words.next().is_none() && !sizes.contains(&0)).then_some(Self { numbers, sizes, variant })
    }

    /// Multiplications and additions.
    pub(super) fn operations(&self) -> f64 {
        2.0 * self.sizes.map(f64::from).iter().product::<f64>()
    }

    /// Operations for each byte that is moved if every number is moved once. Scales are not counted: at most a byte for 32.
    pub(super) fn intensity(&self) -> f64 {
        let ([m, n, k], [of_operands, of_result]) = (self.sizes.map(f64::from), self.numbers.bytes());
        self.operations() / (of_operands * (m * k + k * n) + of_result * m * n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_a_product_of_its_sizes() {
        for (case, numbers, sizes, variant) in [
            ("f16 4096 NT", Numbers::Half, [4096; 3], false),
            ("bf16 512 NN", Numbers::Half, [512; 3], false),
            ("f16 12288x3072x768 NN", Numbers::Half, [12288, 3072, 768], false),
            ("float32 4093x4091x4099", Numbers::Single, [4093, 4091, 4099], false),
            ("e5m2 8192 TT", Numbers::Byte, [8192; 3], false),
            (
                "e4m3 4096x2112x7168 NT, blocks of 128x128, the last 16 in 4 parts",
                Numbers::Byte,
                [4096, 2112, 7168],
                true,
            ),
        ] {
            assert_eq!(Product::read(case), Some(Product { numbers, sizes, variant }), "{case}");
        }
    }

    #[test]
    fn a_case_without_sizes_of_one_product_is_none() {
        for case in [
            "",
            "f16",
            "f16 ",
            "f16 NT",
            "f16 NT 4096",
            "f16 16 of 512",
            "f16 16 of 512, batched",
            "f16 64 mixed",
            "f16 64 mixed NT",
            "f16 4096x4096 NN",
            "f16 1x2x3x4 NN",
            "f16 4096x4096x NN",
            "f16 0x16x16 NN",
            "f16 -16 NN",
            "f16 99999999999999999999 NN",
            "f16 4096 NT 7",
            "f16  4096 NT",
            "int8 4096 NT",
            "4096 nn",
        ] {
            assert_eq!(Product::read(case), None, "{case}");
        }
    }

    #[test]
    fn numbers_move_once() {
        let intensity = |case: &str| Product::read(case).unwrap().intensity();
        // 2·4·8·16 operations; 4·16 + 16·8 numbers in and 4·8 out.
        for (case, right) in [
            ("f16 4x8x16 NN", 1024.0 / 448.0),
            ("e4m3 4x8x16 NT", 1024.0 / 256.0),
            ("float32 4x8x16", 1024.0 / 896.0),
            ("f16 4x8x16 NN, shared", 1024.0 / 448.0),
        ] {
            assert!((intensity(case) - right).abs() < 1e-9, "{case}");
        }
    }
}
