//! A matrix that another library has, multiplied where it lies: that library says by DLPack where its numbers are, and nothing is copied.
//!
//! The example has such a library of its own, a table of measurements with views of it. Of some columns it wants to know how alike they are: the
//! product of these columns, transposed, with themselves. Each is a view with a stride of the whole table, the one by rows and the other by columns.
//!
//! On a GPU where there is one, else on the executor, which runs the same kernels on the CPU. All numbers are computed once more on the CPU in `f64`,
//! and the program fails where they differ.
//!
//! ```text
//! cargo run --release --package lego-kernels-program --example foreign_matrix
//! ```
// Memory of another library is what the program vouches for.
#![allow(unsafe_code)]

use half::f16;
use lego_cuda::executor::Executor;
use lego_cuda::launch::foreign::{ForeignMatrix, MatrixDescription};
use lego_cuda::launch::{Copies, Cudarc, Device, Error, Module};
use lego_kernels::gemm::{GemmMemory, gemm_foreign};
use lego_kernels_program::KERNELS;
use random::Random;
use std::process::ExitCode;
use table::{Table, View};

/// The other library: a table of numbers, which it owns, and views of it, which it hands over as C has them.
mod table {
    use half::f16;
    use lego_cuda::launch::foreign::{DlDataType, DlDevice, DlTensor};
    use lego_cuda::launch::{Buffer, Copies, Device, Error};
    use std::ffi::c_void;

    /// Numbers by rows in the memory of a device.
    pub(crate) struct Table<B: Copies> {
        numbers: Buffer<f16, B>,
        device: DlDevice,
        shape: [i64; 2],
    }

    /// Some rows and columns of a table, in any order: what `table[2:, 8:16].T` is in Python.
    #[derive(Clone, Copy)]
    pub(crate) struct View {
        data: *mut c_void,
        device: DlDevice,
        pub(crate) shape: [i64; 2],
        pub(crate) strides: [i64; 2],
    }

    impl<B: Copies> Table<B> {
        pub(crate) fn new(device: &Device<B>, numbers: &[f16], columns: usize) -> Result<Self, Error> {
            let shape = [(numbers.len() / columns) as i64, columns as i64];
            Ok(Self { numbers: device.buffer_from(numbers)?, device: device.described()?, shape })
        }

        /// The numbers as they are in memory.
        pub(crate) fn numbers(&self) -> Result<Vec<f16>, Error> {
            self.numbers.read()
        }

        /// All rows of the columns from one on to another.
        pub(crate) fn columns(&self, first: usize, behind: usize) -> View {
            let [rows, pitch] = self.shape;
            let address = self.numbers.address() + 2 * first as u64;
            View {
                data: core::ptr::with_exposed_provenance_mut(address as usize),
                device: self.device,
                shape: [rows, (behind - first) as i64],
                strides: [pitch, 1],
            }
        }
    }

    impl View {
        /// Its rows as columns.
        pub(crate) fn transposed(self) -> Self {
            let ([rows, columns], [down, right]) = (self.shape, self.strides);
            Self { shape: [columns, rows], strides: [right, down], ..self }
        }

        /// Every other column.
        pub(crate) fn every_other_column(self) -> Self {
            let ([rows, columns], [down, right]) = (self.shape, self.strides);
            Self { shape: [rows, columns / 2], strides: [down, 2 * right], ..self }
        }

        /// The tensor that is the first field of a `DLManagedTensor`; it points into the view.
        pub(crate) fn tensor(&mut self) -> DlTensor {
            DlTensor {
                data: self.data,
                device: self.device,
                ndim: 2,
                dtype: DlDataType::number(DlDataType::FLOAT, 16),
                shape: self.shape.as_mut_ptr(),
                strides: self.strides.as_mut_ptr(),
                byte_offset: 0,
            }
        }
    }
}

/// Measurements: how many, what each has, and which columns of it are compared.
#[derive(Clone, Copy)]
struct Sizes {
    rows: usize,
    columns: usize,
    first: usize,
    behind: usize,
}

fn main() -> ExitCode {
    let result = match Device::<Cudarc>::open(0) {
        Ok(device) => device.load(&KERNELS).and_then(|module| {
            println!("on {}", device.limits().name);
            run(&module, Sizes { rows: 3000, columns: 400, first: 16, behind: 316 })
        }),
        Err(why) => {
            println!("no GPU ({why}): by the executor, a small table");
            Device::new(Executor::new())
                .without_program()
                .and_then(|module| run(&module, Sizes { rows: 60, columns: 40, first: 8, behind: 31 }))
        }
    };
    match result {
        Ok(worst) if worst < 0.002 => {
            println!("the largest difference from f64 is {worst:.5}");
            ExitCode::SUCCESS
        }
        Ok(worst) => {
            eprintln!("a number differs by {worst} from that of the CPU");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A matrix where the other library has it.
///
/// # Safety
/// The table of the view lives longer than the matrix, and nobody writes it but in an order with the device's work.
unsafe fn taken<B: Copies>(device: &Device<B>, mut view: View) -> Result<ForeignMatrix<f16, B>, Error> {
    // SAFETY: the tensor has two extents and two strides, which are true, as the caller vouches for.
    unsafe { device.foreign_matrix(&MatrixDescription::of(&view.tensor())?) }
}

/// How alike some columns of a random table are; the largest difference from what the CPU finds in `f64`.
fn run<B: Copies>(module: &Module<B>, Sizes { rows, columns, first, behind }: Sizes) -> Result<f64, Error> {
    let (device, random) = (module.device(), &mut Random::fresh());
    let numbers: Vec<f16> = (0..rows * columns).map(|_| f16::from_f32(random.unit())).collect();
    let table = Table::new(device, &numbers, columns)?;
    let compared = behind - first;
    // The product goes to a table of theirs too.
    let alike = Table::new(device, &vec![f16::ZERO; compared * compared], compared)?;

    let (some, product) = (table.columns(first, behind), alike.columns(0, compared));
    println!("a table of {rows}x{columns} of another library, of which the columns {first} to {}", behind - 1);
    // SAFETY: both tables live to the end of this function, and are used by this thread alone, through one handle of the device.
    let (left, right, mut product) =
        unsafe { (taken(device, some.transposed())?, taken(device, some)?, taken(device, product)?) };
    for (name, matrix) in [("a", &left), ("b", &right), ("c", &product)] {
        let lines = if matrix.is_by_rows() { "rows" } else { "columns" };
        let [m, n] = [matrix.rows(), matrix.columns()];
        println!("  {name}: {m}x{n}, {lines} that begin {} elements behind each other", matrix.pitch());
    }
    // c = a·b / rows
    gemm_foreign(module, &left, &right, &mut product, [1.0 / rows as f32, 0.0], &mut GemmMemory::new())?;

    // What no kernel takes is said, with its numbers.
    // SAFETY: as above.
    if let Err(why) = unsafe { taken(device, some.every_other_column()) } {
        println!("every other column: {why}");
    }

    let found = alike.numbers()?;
    let of = |row: usize, column: usize| numbers[row * columns + first + column].to_f64();
    let right = |i: usize, j: usize| (0..rows).map(|row| of(row, i) * of(row, j)).sum::<f64>() / rows as f64;
    let far = |at: usize| (right(at / compared, at % compared) - found[at].to_f64()).abs();
    // What is no number is as far away as can be.
    Ok((0..found.len()).map(far).map(|far| if far.is_nan() { f64::INFINITY } else { far }).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::{Device, Executor, Sizes, Table, run, taken};
    use half::f16;
    use lego_cuda::executor::Options;

    #[test]
    fn the_executor_finds_what_the_cpu_finds() {
        for capability in [(9, 0), (8, 0)] {
            let executor = Executor::with(Options::new().capability(capability));
            let module = Device::new(executor).without_program().unwrap();
            for sizes in [
                Sizes { rows: 50, columns: 33, first: 8, behind: 33 },
                Sizes { rows: 64, columns: 64, first: 0, behind: 64 },
                Sizes { rows: 1, columns: 9, first: 0, behind: 1 },
            ] {
                let worst = run(&module, sizes).unwrap();
                assert!(worst < 0.002, "{worst}");
            }
        }
    }

    #[test]
    fn what_lies_otherwise_is_refused() {
        let device = Device::new(Executor::new());
        let table = Table::new(&device, &[f16::ONE; 64], 8).unwrap();
        // SAFETY: the table lives longer than what is made of it.
        let words = |view| unsafe { taken(&device, view) }.unwrap_err().to_string();
        assert!(words(table.columns(0, 8).every_other_column()).contains("strides are 8 and 2"));
        assert!(words(table.columns(1, 8)).contains("multiple of 16"));
    }
}
