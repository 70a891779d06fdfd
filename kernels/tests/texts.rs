//! Kernels whose operands lie by rows or by columns by type alone: every instance is one text.

use half::{bf16, f16};
use lego_cuda::kernel::{Instance, Kernel};
use lego_kernels::matrix_product::{AcrossK, AlongK, MatrixProduct, Programs};
use lego_kernels::matrix_product_group::MatrixProductGroup;
use lego_kernels::matrix_product_hopper::{Across, Along, MatrixProductHopper, Plain, Whole};

/// The name of the function whose body an instance has, and its own.
fn names<K: Instance>() -> (&'static str, &'static str) {
    (<K as Kernel>::NAME, K::ENTRY)
}

/// NN, NT, TN and TT of a type with these arguments before and behind those of the operands.
macro_rules! four {
    ($kernel:ident <$element:ty, $output:ty, [$along_a:ty, $across_a:ty], [$along_b:ty, $across_b:ty] $(, $more:tt)*>) => {
        [
            ("nn", names::<$kernel<$element, $output, $along_a, $across_b $(, $more)*>>()),
            ("nt", names::<$kernel<$element, $output, $along_a, $along_b $(, $more)*>>()),
            ("tn", names::<$kernel<$element, $output, $across_a, $across_b $(, $more)*>>()),
            ("tt", names::<$kernel<$element, $output, $across_a, $along_b $(, $more)*>>()),
        ]
    };
}

#[test]
fn operands_by_rows_and_by_columns_are_one_text() {
    let is_one = |text: &str, prefix: &str, suffix: &str, four: [(&str, (&str, &str)); 4]| {
        for (major, (name, entry)) in four {
            assert_eq!((name, entry), (text, &*format!("{text}_{prefix}_{major}{suffix}")));
        }
    };
    is_one(
        "matrix_product",
        "f16_f16",
        "",
        four!(MatrixProduct<f16, f16, [AlongK<2>, AcrossK<2>], [AlongK<4>, AcrossK<4>], 8>),
    );
    macro_rules! sizes {
        ($($suffix:literal = $g:literal, $s:literal, $r:literal;)*) => {$(
            is_one(
                "matrix_product_hopper",
                "f16_f16",
                $suffix,
                four!(MatrixProductHopper<f16, f16, [Along, Across], [Along, Across], Programs, Plain, Whole, $g, $s, $r>),
            );
            is_one(
                "matrix_product_group",
                "f16_f16",
                $suffix,
                four!(MatrixProductGroup<f16, f16, [Along, Across], [Along, Across], $g, $s, $r>),
            );
            is_one(
                "matrix_product_group",
                "bf16_bf16",
                $suffix,
                four!(MatrixProductGroup<bf16, bf16, [Along, Across], [Along, Across], $g, $s, $r>),
            );
        )*};
    }
    sizes! {
        "" = 2, 4, 128;
        "_medium" = 2, 3, 96;
        "_narrow" = 2, 2, 64;
        "_slim" = 2, 1, 32;
        "_small" = 1, 1, 32;
    }
}
