//! `gemm` of matrices in one memory, and on a device without the kernels for Hopper.
// Memory that is seen twice is what the caller vouches for.
#![allow(unsafe_code)]

use half::f16;
use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::{Device, Error, Module};
use lego_kernels::gemm::{Columns, GemmMemory, PitchedRows, Rows, gemm};
use lego_kernels::matrix_product::ByRows;
use lego_kernels::matrix_product_group::{Problem, ProductGroup};
use random::Random;

/// An executor that says it is a GPU of this capability.
fn module(capability: (u32, u32)) -> Module<Executor> {
    Device::new(Executor::with(Options::new().capability(capability))).without_program().unwrap()
}

/// Both kinds of GPUs.
const CAPABILITIES: [(u32, u32); 2] = [(9, 0), (8, 0)];

fn numbers(count: usize) -> Vec<f16> {
    let random = &mut Random::fresh();
    (0..count).map(|_| f16::from_f32(random.unit())).collect()
}

#[test]
fn a_device_without_the_kernels_for_hopper_says_so() {
    let group = |capability| {
        let (module, problem) = (module(capability), Problem::dense([1, 1, 1], 0));
        let device = module.device();
        let (a, b) = ([device.zeroed::<f16>(1).unwrap()], [device.zeroed(1).unwrap()]);
        let c = &mut [device.zeroed(1).unwrap()];
        ProductGroup::<f16, f16, ByRows, ByRows, _>::new(&module, &a, &b, c, &[problem]).map(drop)
    };
    assert_eq!(group((9, 0)), Ok(()));
    for capability in [(8, 0), (8, 9), (10, 0)] {
        assert!(matches!(group(capability), Err(Error::NoKernel { .. })), "{capability:?}");
    }
}

#[test]
fn a_matrix_may_lie_between_the_lines_of_another_and_not_on_them() {
    for module in CAPABILITIES.map(module) {
        let device = module.device();
        // Eight rows of 16 elements, of which the first eight are an operand.
        let all = numbers(128);
        let memory = device.buffer_from(&all).unwrap();
        let unit: Vec<f16> = (0..64).map(|at| f16::from_f32(f32::from(at % 9 == 0))).collect();
        let (unit, of_unit) = (device.buffer_from(&unit).unwrap(), Rows::new(8, 8).unwrap());
        let of = PitchedRows::new(8, 8, 16).unwrap();
        // SAFETY: what is named lies in the memory, which lives longer, and all work has one order.
        let (a, mut beside, mut over) = unsafe {
            let at = |first: u64, len| device.foreign::<f16>(memory.address() + 2 * first, len).unwrap();
            (at(0, 120), at(8, 120), at(112, 8))
        };
        let kept = &mut GemmMemory::new();
        gemm(&module, (&a, of), (&unit, of_unit), (&mut beside, of), [1.0, 0.0], kept).unwrap();
        let right: Vec<f16> = (0..128).map(|at| all[16 * (at / 16) + at % 8]).collect();
        assert_eq!(memory.read().unwrap(), right);
        let of_row = Rows::new(1, 8).unwrap();
        let result = gemm(&module, (&unit, of_row), (&a, of), (&mut over, of_row), [1.0, 0.0], kept);
        let words = result.unwrap_err().to_string();
        assert!(words.contains(&format!("{:#x}", over.address())), "{words}");
    }
}

#[test]
fn a_part_of_a_matrix_is_multiplied_where_it_lies() {
    for module in CAPABILITIES.map(module) {
        let device = module.device();
        // Rows 2 to 6 and columns 8 to 19 of a matrix of seven rows of 24; behind them there is nothing.
        let (whole, vector) = (numbers(7 * 24), numbers(12));
        let memory = device.buffer_from(&whole).unwrap();
        let x = device.buffer_from(&vector).unwrap();
        // SAFETY: the part ends with its last element, in the memory, which lives longer, and all work has one order.
        let part = unsafe { device.foreign::<f16>(memory.address() + 2 * (2 * 24 + 8), 3 * 24 + 12).unwrap() };
        let (of_part, of_x) = (PitchedRows::new(4, 12, 24).unwrap(), Columns::new(12, 1).unwrap());
        let mut y = device.poisoned::<f16>(4).unwrap();
        let of_y = Rows::new(4, 1).unwrap();
        gemm(&module, (&part, of_part), (&x, of_x), (&mut y, of_y), [1.0, 0.0], &mut GemmMemory::new()).unwrap();
        for (i, found) in y.read().unwrap().into_iter().enumerate() {
            let row = &whole[24 * (i + 2) + 8..][..12];
            let right: f64 = row.iter().zip(&vector).map(|(a, b)| a.to_f64() * b.to_f64()).sum();
            assert!((found.to_f64() - right).abs() < 2e-3 * (1.0 + right.abs()), "{i}: {found} and not {right}");
        }
    }
}
