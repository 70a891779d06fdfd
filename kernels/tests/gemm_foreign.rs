//! Products of matrices that another library has: every way to lie, and what is refused.
// The memory is what the caller vouches for.
#![allow(unsafe_code)]

use half::{bf16, f16};
use lego_cuda::executor::{Executor, Options};
use lego_cuda::launch::foreign::{DlElement, ForeignMatrix, MatrixDescription};
use lego_cuda::launch::{Buffer, Device, Error, Module};
use lego_kernels::gemm::{GemmMemory, gemm_foreign};
use random::Random;

/// Memory of another library, and a matrix in it.
struct Theirs {
    memory: Buffer<f16, Executor>,
    values: Vec<f16>,
    /// Where the first element is.
    first: usize,
    shape: [usize; 2],
    strides: [usize; 2],
}

impl Theirs {
    /// Random numbers, which lie anyhow: by rows or by columns, in whatever pitch, from an element on whose address is a multiple of so many bytes.
    fn some(device: &Device<Executor>, random: &mut Random, shape: [usize; 2], multiple: usize) -> Self {
        let is_by_rows = random.index(2) == 0;
        let [lines, length] = if is_by_rows { shape } else { [shape[1], shape[0]] };
        let pitch = length + [0, 8, random.index(9)][random.index(3)];
        let first = multiple / 2 * random.index(4);
        let count = first + lines * pitch;
        let values: Vec<f16> = (0..count).map(|_| f16::from_f32(random.unit())).collect();
        // Along an axis of one index a stride may be anything.
        let mut strides = if is_by_rows { [pitch, 1] } else { [1, pitch] };
        for axis in 0..2 {
            if shape[axis] == 1 && random.index(2) == 0 {
                strides[axis] = random.index(1 << 20);
            }
        }
        Self { memory: device.buffer_from(&values).unwrap(), values, first, shape, strides }
    }

    fn description(&self) -> MatrixDescription {
        MatrixDescription {
            address: self.memory.address() + 2 * self.first as u64,
            device: self.memory.device().described().unwrap(),
            dtype: f16::DATA_TYPE,
            shape: self.shape.map(|extent| extent as i64),
            strides: self.strides.map(|stride| stride as i64),
        }
    }

    fn place(&self, i: usize, j: usize) -> usize {
        self.first + i * self.strides[0] + j * self.strides[1]
    }

    /// The matrix where it lies, or a copy of it where it begins at no multiple of 16 bytes.
    fn matrix(&self) -> ForeignMatrix<f16, Executor> {
        let (device, description) = (self.memory.device(), self.description());
        // SAFETY: the memory is that of the description, lives as long as the test, and all work has one order.
        unsafe {
            match device.foreign_matrix(&description) {
                Err(Error::Address { address, multiple: 16 }) => {
                    assert_eq!(address, description.address);
                    assert!(!address.is_multiple_of(16));
                    device.foreign_matrix_copied(&description).unwrap()
                }
                matrix => matrix.unwrap(),
            }
        }
    }
}

fn module(capability: (u32, u32)) -> Module<Executor> {
    Device::new(Executor::with(Options::new().capability(capability))).without_program().unwrap()
}

/// A product of these sizes, compared with the same in `f64`; nothing else of the product's memory has changed.
fn multiply(
    module: &Module<Executor>,
    random: &mut Random,
    [m, n, k]: [usize; 3],
    memory: &mut GemmMemory<f16, Executor>,
) {
    let device = module.device();
    let (a, b) = (Theirs::some(device, random, [m, k], 2), Theirs::some(device, random, [k, n], 2));
    let c = Theirs::some(device, random, [m, n], 16);
    let [alpha, beta] = [[1.0, 0.0], [0.5, -1.5]][random.index(2)];
    gemm_foreign(module, &a.matrix(), &b.matrix(), &mut c.matrix(), [alpha, beta], memory).unwrap();
    let (found, mut right) = (c.memory.read().unwrap(), c.values.clone());
    let of = |one: &Theirs, i, j| one.values[one.place(i, j)].to_f64();
    let what = format!("{m}x{n}x{k}: {:?} {:?} {:?}", a.description(), b.description(), c.description());
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let sum: f64 = (0..k).map(|p| of(&a, i, p) * of(&b, p, j)).sum();
        let (value, at) = (f64::from(alpha) * sum + f64::from(beta) * of(&c, i, j), c.place(i, j));
        let near = value.abs() / 512.0 + 2e-3 * (1.0 + k as f64).sqrt();
        assert!((found[at].to_f64() - value).abs() <= near, "{what}: [{i}, {j}] is {} and not {value}", found[at]);
        right[at] = found[at];
    }
    assert_eq!(found, right, "{what}: what is between the lines has changed");
}

#[test]
fn matrices_are_multiplied_however_they_lie() {
    let seed = random::seed();
    println!("seed {seed}");
    let random = &mut Random::new(seed);
    for module in [module((9, 0)), module((8, 0))] {
        let memory = &mut GemmMemory::new();
        for [m, n, k] in [[1, 1, 1], [1, 7, 9], [7, 1, 9], [7, 9, 1], [64, 48, 32], [31, 37, 41]] {
            for _ in 0..3 {
                multiply(&module, random, [m, n, k], memory);
            }
        }
        for _ in 0..12 {
            let sizes = std::array::from_fn(|_| 1 + random.index(50));
            multiply(&module, random, sizes, memory);
        }
        for sizes in [[3, 5, 0], [9, 2, 0], [1, 1, 0], [0, 5, 7], [3, 0, 7], [0, 0, 0]] {
            multiply(&module, random, sizes, memory);
        }
    }
}

#[test]
fn what_does_not_fit_is_said_with_its_numbers() {
    let device = Device::new(Executor::new());
    let theirs = device.buffer_from(&[f16::ONE; 64]).unwrap();
    let right = MatrixDescription {
        address: theirs.address(),
        device: device.described().unwrap(),
        dtype: f16::DATA_TYPE,
        shape: [4, 8],
        strides: [16, 1],
    };
    // SAFETY: nothing is done with a matrix that is refused, and the one that is not lies in the memory.
    let take = |description: MatrixDescription| unsafe { device.foreign_matrix::<f16>(&description) };
    assert!(take(right).is_ok());
    let words = |description| take(description).unwrap_err().to_string();
    let mut other = right.device;
    other.device_id = 3;
    for (description, part) in [
        (MatrixDescription { dtype: bf16::DATA_TYPE, ..right }, "its elements are bfloat16, and float16 are wanted"),
        (MatrixDescription { device: other, ..right }, "its memory is that of the host's memory"),
        (MatrixDescription { shape: [4, -8], ..right }, "its extent along axis 1 is -8"),
        (MatrixDescription { strides: [0, 1], ..right }, "its stride along axis 0 is 0"),
        (MatrixDescription { strides: [16, -1], ..right }, "its stride along axis 1 is -1"),
        (MatrixDescription { strides: [16, 2], ..right }, "its strides are 16 and 2"),
        (MatrixDescription { strides: [7, 1], ..right }, "its rows overlap: each has 8 elements and begins 7 behind"),
        (MatrixDescription { address: right.address + 6, ..right }, "multiple of 16"),
        (MatrixDescription { address: 0, ..right }, "multiple of 16"),
        // Of the executor it is known what there is.
        (MatrixDescription { shape: [5, 8], ..right }, "has 144 bytes"),
    ] {
        let words = words(description);
        assert!(words.contains(part), "{words}, and not {part}");
    }
    let at_byte = MatrixDescription { address: right.address + 1, ..right };
    // SAFETY: it is refused.
    let error = unsafe { device.foreign_matrix_copied::<f16>(&at_byte) }.unwrap_err();
    assert_eq!(error, Error::Address { address: at_byte.address, multiple: 2 });
}

#[test]
fn extents_that_do_not_agree_are_refused() {
    let module = module((9, 0));
    let (device, random) = (module.device(), &mut Random::fresh());
    let mut make = |shape| Theirs::some(device, random, shape, 16);
    let (a, b, c) = (make([4, 8]), make([7, 3]), make([4, 3]));
    let memory = &mut GemmMemory::new();
    let result = gemm_foreign(&module, &a.matrix(), &b.matrix(), &mut c.matrix(), [1.0, 0.0], memory);
    let words = result.unwrap_err().to_string();
    assert!(words.contains("a row of `a` has 8 elements, but a column of `b` has 7"), "{words}");
}
