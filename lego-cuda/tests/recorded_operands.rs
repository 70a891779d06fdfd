//! Operands and sums of products of a warpgroup beside what was recorded of CUTLASS: where elements lie in shared memory with each swizzle, the code of
//! the swizzle in a descriptor, and which thread has which sum.
//!
//! `tests/conformance/mma.json` has them: atoms as the row and column of every offset, sums as a layout of threads and values.

use lego_cuda::device::Swizzle;
use lego_cuda::device::wgmma::OperandLayout;
use serde_json::Value;

fn recorded() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/conformance/mma.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect()
}

/// The swizzle that is recorded by a name.
fn swizzle(name: &str) -> Swizzle {
    match name {
        "none/interleave" | "interleave" => Swizzle::None,
        "32B" => Swizzle::Bytes32,
        "64B" => Swizzle::Bytes64,
        "128B" => Swizzle::Bytes128,
        other => panic!("the swizzle {other}"),
    }
}

#[test]
fn elements_of_an_operand_lie_where_atoms_have_them() {
    let (recorded, mut compared) = (recorded(), 0);
    for mode in recorded["swizzle_modes"].as_array().unwrap() {
        let swizzle = swizzle(mode["mode"].as_str().unwrap());
        assert_eq!(u64::from(swizzle.row()), mode["row_bytes"].as_u64().unwrap());
        for (name, element, along_k) in
            [("K_major_8bit", 1, true), ("K_major_16bit", 2, true), ("MN_major_16bit", 2, false)]
        {
            let atom = &mode["atoms"][name]["linear_offset_to_rowcol"];
            let columns: Vec<_> = atom["in_dims"]["offset"].as_array().unwrap().iter().map(numbers).collect();
            let layout = OperandLayout { element, along_k, swizzle, leading: 16, stride: 8 * swizzle.row() };
            for offset in 0..1_u32 << columns.len() {
                let set = columns.iter().enumerate().filter(|(bit, _)| offset >> bit & 1 == 1);
                let index = set.fold([0, 0], |[row, k], (_, column)| [row ^ column[0], k ^ column[1]]);
                assert_eq!(swizzle.apply(layout.offset(index)), offset * element, "{swizzle:?}, {name}, {index:?}");
                compared += 1;
            }
        }
    }
    // Rows of 16, 32, 64 and 128 bytes, eight of each: of elements of one byte, and twice of two.
    assert_eq!(compared, 8 * (16 + 32 + 64 + 128) * 2);
}

#[test]
fn descriptors_have_the_code_of_the_swizzle() {
    let recorded = recorded();
    let codes = recorded["wgmma_smem"][0]["layout_type_code_in_descriptor"].as_object().unwrap();
    assert_eq!(codes.len(), 4);
    for (name, code) in codes {
        let layout = OperandLayout { element: 2, along_k: true, swizzle: swizzle(name), leading: 16, stride: 1024 };
        assert_eq!(layout.bits() >> 62, code.as_u64().unwrap(), "{name}");
    }
}

/// The row and the column of a sum, as the law of `Sums` says it.
fn place(warp: u32, lane: u32, sum: u32) -> [u32; 2] {
    [16 * warp + lane / 4 + 8 * (sum / 2 % 2), 8 * (sum / 4) + 2 * (lane % 4) + sum % 2]
}

#[test]
fn threads_have_the_sums_that_fragments_have() {
    let recorded = recorded();
    let fragments = recorded["fragments"].as_array().unwrap();
    for columns in [64, 128, 192, 256_u32] {
        let name = format!("wgmma_m64n{columns}_D");
        let of = &fragments.iter().find(|fragment| fragment["name"] == *name).unwrap()["cute_tv"];
        let modes = |which: &str, mode: usize| numbers(&of[which][mode]);
        // A layout of CuTe's: the digits of a number, the first the lowest, each times its distance, in a matrix by columns.
        let position = |mode: usize, mut number: u32| {
            modes("shape", mode).into_iter().zip(modes("stride", mode)).fold(0, |sum, (extent, distance)| {
                let digit = number % extent;
                number /= extent;
                sum + digit * distance
            })
        };
        assert_eq!(modes("shape", 1).iter().product::<u32>(), columns / 2);
        for thread in 0..128 {
            for sum in 0..columns / 2 {
                let [row, column] = place(thread / 32, thread % 32, sum);
                assert_eq!(row + 64 * column, position(0, thread) + position(1, sum), "{name}, {thread}, {sum}");
            }
        }
    }
}
