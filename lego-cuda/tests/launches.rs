//! Kernels of every kind that `#[lego_kernel]` takes, launched on the executor: what the body is given is what the launch
//! was given.
#![cfg(feature = "executor")]
// An unsafe kernel has an unsafe launch.
#![allow(unsafe_code)]

#[allow(dead_code, unreachable_pub)]
#[path = "entries/src/kernels.rs"]
mod kernels;

use kernels::{Blocks, Large, Matrix, Numbers, PaddedTile, RowTile, Sizes, Slices, Stated, Tile, Tiles, Unchecked};
use lego_cuda::device::Element;
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Buffer, Device, Error, Integer, Launch, Module};
use lego_kernels::vector_add::VectorAdd;
use random::Random;

fn module() -> Module<Executor> {
    Device::new(Executor::new()).without_program().unwrap()
}

/// Numbers that are other ones in each run; where they come from is shown where a test fails.
struct Values(Random);

impl Values {
    fn new() -> Self {
        Self(Random::fresh())
    }

    fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A whole number that f32 has exactly, also the sum of a few of them.
    fn whole(&mut self) -> f32 {
        (self.next() % (1 << 20)) as f32 - (1 << 19) as f32
    }

    fn vector<T>(&mut self, len: usize, element: impl Fn(f32) -> T) -> Vec<T> {
        (0..len).map(|_| element(self.whole())).collect()
    }
}

fn read<T: Element>(buffer: &Buffer<T, Executor>) -> Vec<T> {
    buffer.read().unwrap()
}

#[test]
fn numbers_of_all_kinds_cross() -> Result<(), Error> {
    let (module, mut random) = (module(), Values::new());
    for _ in 0..20 {
        let [a, b, c, d, e, f, g, h] = std::array::from_fn(|_| random.next());
        let (g, h) = (g >> 12, h as i64 >> 12);
        let (i, j) = (random.whole(), f64::from(random.whole()));
        let mut sum = module.device().poisoned::<f64>(1)?;
        let (a, b, c, d, e, f) = (a as u8, b as i8, c as u16, d as i16, e as u32, f as i32);
        Numbers::launch(&module, Launch::grid(1), a, b, c, d, e, f, g, h, i, j, &mut sum)?;
        let expected = a as f64 + b as f64 + c as f64 + d as f64 + e as f64 + f as f64 + g as f64 + h as f64;
        assert_eq!(read(&sum), [expected + i as f64 + j]);
    }
    Ok(())
}

#[test]
fn slices_cross_with_their_lengths() -> Result<(), Error> {
    let (module, mut random) = (module(), Values::new());
    let values = random.vector(64, |x| x as i32 as u16);
    let vectors = random.vector(64, |x| [x, 0.0, 1.0, 2.0 * x]);
    let mut output = module.device().poisoned::<f32>(64)?;
    let buffers = (module.device().buffer_from(&values)?, module.device().buffer_from(&vectors)?);
    Slices::launch(&module, Launch::grid(1), &buffers.0, &buffers.1, &mut output)?;
    let expected: Vec<f32> = values.iter().zip(&vectors).map(|(value, vector)| *value as f32 + vector[3]).collect();
    assert_eq!(read(&output), expected);

    // A slice that is too short is found where it is indexed.
    let short = module.device().buffer_from(&values[..63])?;
    Slices::launch(&module, Launch::grid(1), &short, &buffers.1, &mut output)
        .and_then(|()| module.device().synchronize())
        .expect_err("an index past the end");
    Ok(())
}

#[test]
fn a_tile_has_the_layout_of_its_instance() -> Result<(), Error> {
    let (module, mut random) = (module(), Values::new());
    let input = random.vector(1024, |x| x);
    let wide = random.vector(1024, f64::from);
    let (from, mut to) = (module.device().buffer_from(&input)?, module.device().poisoned::<f32>(1024)?);
    let (wide_from, mut wide_to) = (module.device().buffer_from(&wide)?, module.device().poisoned::<f64>(1024)?);
    fn transposed<T: Copy>(values: &[T]) -> Vec<T> {
        (0..1024).map(|i| values[i % 32 * 32 + i / 32]).collect()
    }
    Tile::<f32, RowTile>::launch(&module, Launch::grid(1), &from, &mut to)?;
    assert_eq!(read(&to), transposed(&input));
    to.fill_bytes(0xff)?;
    Tile::<f32, PaddedTile>::launch(&module, Launch::grid(1), &from, &mut to)?;
    assert_eq!(read(&to), transposed(&input));
    Tile::<f64, PaddedTile>::launch(&module, Launch::grid(1), &wide_from, &mut wide_to)?;
    assert_eq!(read(&wide_to), transposed(&wide));
    Ok(())
}

#[test]
fn tiles_of_both_kinds_do_not_overlap() -> Result<(), Error> {
    const { assert!(Large::SPAN * size_of::<f32>() > 48 * 1024) };
    let module = module();
    let mut output = module.device().poisoned::<f32>(1)?;
    Tiles::launch(&module, Launch::grid(2).block(128), &mut output)?;
    assert_eq!(read(&output), [10.0]);
    Ok(())
}

#[test]
fn sizes_given_at_run_time_cross_with_the_view() -> Result<(), Error> {
    let (module, mut random) = (module(), Values::new());
    let layout = Error::layout("");
    for (rows, columns, blocks) in [(1, 1, 1), (5, 2, 3), (2, 7, 4)] {
        let values = random.vector(rows * columns, |x| x);
        let matrix = module.device().buffer_from(&values)?;
        let mut output = module.device().poisoned::<f32>(blocks * 128)?;
        let (of_matrix, of_output) = (Matrix::new(rows, columns), Blocks::new(blocks));
        let of_output = output.view_mut(of_output.map_err(layout)?);
        Sizes::launch(&module, Launch::grid(blocks), matrix.view(of_matrix.map_err(layout)?), of_output)?;
        let expected = |i: usize| {
            let (row, column) = (i / 128, i / 64 % 2);
            if row < rows && column < columns { values[column * rows + row] } else { 0.0 }
        };
        assert_eq!(read(&output), (0..blocks * 128).map(expected).collect::<Vec<_>>());
    }
    Ok(())
}

#[test]
fn sizes_of_an_instance_reach_the_body() -> Result<(), Error> {
    let module = module();
    let mut output = module.device().poisoned::<u32>(1)?;
    Stated::<32, 4>::launch(&module, Launch::grid(1).block([8, 4]), &mut output)?;
    assert_eq!(read(&output), [128]);
    Stated::<128, 2>::launch(&module, Launch::grid(1).block(1), &mut output)?;
    assert_eq!(read(&output), [256]);
    Ok(())
}

#[test]
fn an_unsafe_kernel_has_an_unsafe_launch() -> Result<(), Error> {
    let (module, mut random) = (module(), Values::new());
    let value = random.whole();
    let mut output = module.device().poisoned::<f32>(32)?;
    // SAFETY: there is an element for each of the 32 threads.
    unsafe { Unchecked::<f32>::launch(&module, Launch::grid(1), value, &mut output)? };
    assert_eq!(read(&output), [value; 32]);
    Ok(())
}

#[test]
fn vectors_of_any_lengths_are_added() -> Result<(), Error> {
    let (module, mut random) = (module(), Values::new());
    for (n, more) in [(1, 0), (4, 3), (1023, 0), (1024, 1), (1025, 2), (2500, 0)] {
        let (a, b) = (random.vector(n + more, |x| x), random.vector(n, |x| x));
        let (from, other) = (module.device().buffer_from(&a)?, module.device().buffer_from(&b)?);
        let mut sum = module.device().zeroed::<f32>(n + 5)?;
        // Not poisoned: what the kernel is not to write is read too.
        sum.fill_bytes(0xff)?;
        VectorAdd::launch(&module, Launch::grid(n.div_ceil(1024) + 1), &from, &other, &mut sum)?;
        let sum = read(&sum);
        for i in 0..n {
            assert_eq!(sum[i], a[i] + b[i], "{i} of {n}");
        }
        assert!(sum[n..].iter().all(|x| x.is_nan()), "written past {n}");
    }
    Ok(())
}

#[test]
fn extents_that_a_split_does_not_name_are_refused_before_the_launch() -> Result<(), Error> {
    let module = module();
    let mut output = module.device().poisoned::<f32>(128)?;
    let one = || Blocks::new(1).map_err(Error::layout("output"));
    let (matrix, sizes) =
        (module.device().buffer_from(&[1.0_f32])?, Matrix::new(1, 1).map_err(Error::layout("matrix"))?);
    let launch = |output: &mut _, launch| {
        let view = Buffer::view_mut(output, one()?);
        Sizes::launch(&module, launch, matrix.view(sizes), view)
    };
    let refused = launch(&mut output, Launch::grid([1, 3])).unwrap_err();
    assert_eq!(refused, Error::Axes { parameter: "output", axis: "BlockY", extent: 3 });
    assert!(refused.to_string().contains("do not name `BlockY`, which has an extent of 3"), "{refused}");
    launch(&mut output, Launch::grid(1))
}

#[test]
fn integers_of_any_type_cross_where_they_fit() -> Result<(), Error> {
    let module = module();
    let mut sum = module.device().poisoned::<f64>(1)?;
    let values = [0_u8; 200];
    Numbers::launch(
        &module,
        Launch::grid(values.len() / 200).block(32_u64),
        values.len(),
        -128_isize,
        0xffff,
        i64::from(i16::MIN),
        u64::from(u32::MAX),
        i32::MIN,
        usize::MAX >> 12,
        u8::MAX,
        1.0,
        0.5,
        &mut sum,
    )?;
    let integers = 200.0 - 128.0 + 65535.0 - 32768.0 + 4294967295.0 - 2147483648.0 + (u64::MAX >> 12) as f64 + 255.0;
    assert_eq!(read(&sum), [integers + 1.0 + 0.5]);

    // One below and one above what each parameter holds.
    let wrong: [(&str, &str, [i128; 2]); 8] = [
        ("a", "u8", [-1, 1 << 8]),
        ("b", "i8", [-129, 128]),
        ("c", "u16", [-1, 1 << 16]),
        ("d", "i16", [-32769, 32768]),
        ("e", "u32", [-1, 1 << 32]),
        ("f", "i32", [-(1 << 31) - 1, 1 << 31]),
        ("g", "u64", [-1, -1]),
        ("h", "i64", [1 << 63, u64::MAX.into()]),
    ];
    for (at, (parameter, ty, values)) in wrong.into_iter().enumerate() {
        for value in values {
            let mut given = [Given(1); 8];
            given[at] = Given(value);
            let [a, b, c, d, e, f, g, h] = given;
            let launched = Numbers::launch(&module, Launch::grid(1), a, b, c, d, e, f, g, h, 1.0, 0.5, &mut sum);
            let error = Error::Number { kernel: "numbers", parameter, value, ty };
            assert_eq!(launched, Err(error.clone()));
            let words = format!("`numbers` takes `{parameter}` as a `{ty}`, which {value} does not fit");
            assert_eq!(error.to_string(), words);
        }
    }
    assert_eq!(read(&sum), [integers + 1.0 + 0.5], "nothing ran");
    Ok(())
}

/// An integer of any type.
#[derive(Clone, Copy)]
struct Given(i128);

impl Integer for Given {
    fn value(self) -> i128 {
        self.0
    }
}

#[test]
fn extents_beyond_32_bits_are_refused_by_their_numbers() -> Result<(), Error> {
    let module = module();
    let mut output = module.device().poisoned::<f32>(128)?;
    let (blocks, sizes) = (Blocks::new(1).unwrap(), Matrix::new(1, 1).unwrap());
    let matrix = module.device().buffer_from(&[1.0_f32])?;
    let many = 1_usize << 32;
    for (launch, what, value) in [
        (Launch::grid(many), "blocks in x", 1_i128 << 32),
        (Launch::grid((1, many)).partial(), "blocks in y", 1 << 32),
        (Launch::grid(1).block([64, 1, -5]), "threads in z", -5),
        (Launch::covering().dynamic_shared(many + 7), "bytes of shared memory", (1 << 32) + 7),
    ] {
        let launched = Sizes::launch(&module, launch, matrix.view(sizes), output.view_mut(blocks));
        assert_eq!(launched, Err(Error::Extent { kernel: "sizes", what, value }));
        assert_eq!(module.resident_blocks::<Sizes>(launch), Err(Error::Extent { kernel: "sizes", what, value }),);
    }
    Ok(())
}
