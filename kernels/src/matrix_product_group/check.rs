//! Groups of many sizes and places, compared with products of the same numbers computed in `f64`; and what is refused.

use super::entry::FEW;
use super::host::{MajorGroup, ProductGroup, matrix_product_batched};
use super::kernel::MatrixProductGroup;
use super::layouts::Boxed;
use super::problem::{Matrices, Problem, lines};
use crate::matrix_product::check::{Stride, compare, element, numbers, values};
use crate::matrix_product::{ByColumns, ByRows};
use crate::matrix_product_hopper::{BlockSize, Output, has_entry};
use half::{bf16, f16};
use lego_cuda::device::Stored;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// Whether there are the kernels for it.
fn is_hopper<D: Backend>(module: &Module<D>) -> bool {
    let entry = <MatrixProductGroup<
        f16,
        f16,
        <ByRows as MajorGroup>::LeftGroup,
        <ByRows as MajorGroup>::RightGroup,
        2,
        4,
        128,
    > as Instance>::ENTRY;
    has_entry(module, entry).is_ok()
}

/// Where a matrix of a check is: elements of a row or column, lines, and how they lie.
#[derive(Clone, Copy)]
struct Place {
    first: usize,
    pitch: usize,
    stride: usize,
    lines: [usize; 2],
}

impl Place {
    /// Behind what was placed before, wherever chance has it; for the copy engine, at multiples of 16 bytes.
    fn some(random: &mut Random, behind: usize, lines: [usize; 2], count: usize, is_aligned: bool) -> Self {
        let multiple = if is_aligned { 8 } else { 1 };
        let more = |random: &mut Random, number: usize| (number + random.index(9)).next_multiple_of(multiple);
        let first = more(random, behind);
        let pitch = more(random, lines[1]);
        let stride = more(random, lines[0] * pitch);
        Self { first, pitch, stride: if count == 1 { 0 } else { stride }, lines }
    }

    fn position(&self, matrix: usize, [line, at]: [usize; 2]) -> usize {
        self.first + matrix * self.stride + line * self.pitch + at
    }

    fn end(&self, count: usize) -> usize {
        let last = self.lines.map(|extent| extent.saturating_sub(1));
        if self.lines.contains(&0) { self.first } else { self.position(count - 1, last) + 1 }
    }

    /// The elements of a matrix, line after line.
    fn of<T: Copy>(&self, all: &[T], matrix: usize) -> Vec<T> {
        let [lines, len] = self.lines;
        (0..lines).flat_map(|line| (0..len).map(move |at| all[self.position(matrix, [line, at])])).collect()
    }

    fn matrices(&self, count: usize) -> Matrices {
        let matrices = Matrices::of(0).behind(self.first).pitch(self.pitch);
        if count == 1 { matrices } else { matrices.stride(self.stride) }
    }
}

/// Groups of these products, each of a count, in three buffers, at places of chance; by blocks of a size, or as the rule says.
fn check_list<T, O, A, B, D>(
    module: &Module<D>,
    random: &mut Random,
    list: &[([usize; 3], usize)],
    ([alpha, beta], size): ([f32; 2], Option<BlockSize>),
    digits: i32,
) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    O: Output,
    A: MajorGroup + Stride,
    B: MajorGroup + Stride,
    D: Backend,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    let device = module.device();
    let (mut ends, mut places) = ([0; 3], Vec::new());
    for &([m, n, k], count) in list {
        let of =
            [lines(<A::LeftGroup as Boxed>::ALONG_K, m, k), lines(<B::RightGroup as Boxed>::ALONG_K, n, k), [m, n]];
        let all: [Place; 3] = std::array::from_fn(|which| {
            let is_aligned = random.below(3) > 0;
            let place = Place::some(random, ends[which], of[which], count, is_aligned);
            ends[which] = place.end(count);
            place
        });
        places.push(all);
    }
    let problem = |(of, all): (&([usize; 3], usize), &[Place; 3])| {
        Problem::new(of.0, all.map(|place| place.matrices(of.1))).times(of.1)
    };
    let problems: Vec<Problem> = list.iter().zip(&places).map(problem).collect();
    let (a, b): (Vec<T>, Vec<T>) = (numbers(random, ends[0]), numbers(random, ends[1]));
    let before: Vec<O> = numbers(random, ends[2]);
    let (left, right) = (device.buffer_from(&a)?, device.buffer_from(&b)?);
    let mut output = if beta == 0.0 { device.poisoned(ends[2])? } else { device.buffer_from(&before)? };
    let initial = output.read()?;
    if let ([problem], None) = (&problems[..], size) {
        matrix_product_batched::<T, O, A, B, D>(module, &left, &right, &mut output, *problem, [alpha, beta])?;
    } else {
        let outputs = vec![&mut output];
        let mut group = ProductGroup::<T, O, A, B, D>::by(module, &[&left], &[&right], outputs, &problems, size)?;
        group.launch(module, [alpha, beta])?;
    }
    let found = output.read()?;
    let mut is_written = vec![false; ends[2]];
    for (&([m, n, k], count), [of_a, of_b, of_c]) in list.iter().zip(&places) {
        for matrix in 0..count {
            let (x, y) = (values(&of_a.of(&a, matrix)), values(&of_b.of(&b, matrix)));
            let old = values(&of_c.of(&before, matrix));
            let product = |at: usize| {
                let sum = element::<A, B>(&x, &y, [m, n, k], [at / n, at % n]);
                f64::from(alpha) * sum + if beta == 0.0 { 0.0 } else { f64::from(beta) * old[at] }
            };
            let correct: Vec<f64> = (0..m * n).map(product).collect();
            compare(
                &format!("{m}x{n}x{k}, number {matrix} of {count}"),
                &values(&of_c.of(&found, matrix)),
                &correct,
                digits,
            )?;
            let positions: Vec<usize> = (0..ends[2]).collect();
            of_c.of(&positions, matrix).into_iter().for_each(|at| is_written[at] = true);
        }
    }
    // What lies between matrices is as it was.
    let is_old = |at: usize| found[at].widen().to_bits() == initial[at].widen().to_bits();
    match (0..ends[2]).find(|&at| !is_written[at] && !is_old(at)) {
        Some(at) => Err(Failure::Wrong(format!("element {at} is {}, and is no product's", found[at].widen()))),
        None => Ok(()),
    }
}

fn check<T, O, A, B, D, const DIGITS: i32>(module: &Module<D>, random: &mut Random, scale: Scale) -> Result<(), Failure>
where
    T: Operand<Sum = f32> + Stored,
    O: Output,
    A: MajorGroup + Stride,
    B: MajorGroup + Stride,
    D: Backend,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 4, 128>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 3, 96>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 2, 64>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 2, 1, 32>: Instance,
    MatrixProductGroup<T, O, A::LeftGroup, B::RightGroup, 1, 1, 32>: Instance,
{
    if !is_hopper(module) {
        return Ok(());
    }
    let mut run_by = |list: &[([usize; 3], usize)], factors, size| {
        check_list::<T, O, A, B, D>(module, random, list, (factors, size), DIGITS)
    };
    if scale == Scale::Small {
        // Each block of a product is many instructions.
        let list = [([130, 40, 72], 1), ([1, 1, 1], 2), ([7, 13, 0], 1), ([8, 70, 16], 1)];
        for size in BlockSize::ALL {
            run_by(&list, [-0.75, 0.5], Some(size))?;
        }
        run_by(&[([130, 264, 72], 1)], [1.0, 0.0], None)?;
        // More than are parameters.
        let listed: Vec<_> = (0..1 + FEW).map(|at| ([1 + at, 8 + at % 2, 1 + at % 9], 1)).collect();
        run_by(&listed, [1.0, 0.5], None)?;
        // Whole blocks of several products, more than run at once: each is stored while the next is multiplied.
        run_by(&[([128, 192, 264], 3), ([256, 192, 200], 2)], [0.5, 0.0], Some(BlockSize::Medium))?;
        run_by(&[([128, 256, 40], 2), ([256, 256, 200], 2)], [0.5, 0.0], Some(BlockSize::Wide))?;
        // More blocks than run at once, of more steps than there are stages.
        return run_by(&[([33, 24, 280], 5)], [1.0, 0.0], None);
    }
    let mixed: Vec<_> = [1, 2, 3, 5, 8, 13, 64, 97, 128, 131, 256, 257]
        .into_iter()
        .map(|side| ([side, 263 - side.min(260), side * 3 / 2 + 1], 1 + side % 3))
        .collect();
    for size in BlockSize::ALL {
        run_by(&mixed, [1.0, 0.0], Some(size))?;
        run_by(&mixed, [-0.75, 0.5], Some(size))?;
    }
    let mut run = |list: &[([usize; 3], usize)], factors| run_by(list, factors, None);
    run(&[([128, 128, 128], 4)], [1.0, 0.0])?;
    run(&[([100, 200, 0], 3)], [1.0, 0.5])?;
    run(&[([100, 200, 0], 3)], [1.0, 0.0])?;
    run(&[([512, 1024, 72], 9), ([640, 1024, 256], 3), ([128; 3], 17)], [1.0, 0.0])?;
    run(&[([513, 1023, 111], 2), ([1024, 2048, 40], 5)], [1.0, 1.0])?;
    // As many as are parameters, and one more.
    for count in [FEW, FEW + 1] {
        let listed: Vec<_> = (0..count).map(|at| ([1 + 13 * at, 8 * (1 + at % 9), 8 + at], 1 + at % 2)).collect();
        run(&listed, [1.0, 0.5])?;
    }
    // More than are kept in shared memory.
    let many: Vec<_> = (0..300).map(|at| ([1 + at % 150, 8 * (1 + at % 9), 8 * (1 + at % 13)], 1)).collect();
    run(&many, [1.0, 0.0])?;
    for _ in 0..3 {
        run(&[([200, 136, 72], 6), ([64, 8, 8], 1)], [0.5, 0.0])?;
    }
    Ok(())
}

/// Lists of nothing, and what does not fit: refused with words, and nothing is launched.
fn check_refusals<D: Backend>(module: &Module<D>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    if !is_hopper(module) {
        return Ok(());
    }
    let device = module.device();
    let operands = [device.zeroed::<f16>(128)?];
    let mut products = [device.zeroed::<f16>(128)?];
    let mut launch = |problems: &[Problem]| -> Result<(), Error> {
        ProductGroup::<f16, f16, ByRows, ByColumns, D>::new(module, &operands, &operands, &mut products, problems)?
            .launch(module, [1.0, 0.0])
    };
    let at = |first: usize| Matrices::of(0).behind(first);
    let small = |place: Matrices| Problem::new([4, 8, 8], [at(0), at(0), place]);
    let nothing = [
        launch(&[]),
        launch(&[Problem::dense([0, 8, 8], 0)]),
        launch(&[Problem::dense([8, 0, 8], 0), Problem::dense([8, 8, 8], 0).times(0)]),
    ];
    if let Some(error) = nothing.into_iter().find_map(Result::err) {
        return Err(Failure::Wrong(format!("what computes nothing is refused: {error}")));
    }
    let refused: [(&str, Result<(), Error>); 13] = [
        ("a buffer that is not there", launch(&[Problem::dense([4, 4, 4], 1)])),
        ("an operand that is longer than its buffer", launch(&[Problem::dense([8, 4, 32], 0)])),
        ("a product that is longer than its buffer", launch(&[Problem::dense([16, 16, 4], 0)])),
        ("a product behind the end", launch(&[small(at(97))])),
        ("more products than there are", launch(&[small(at(0)).times(5)])),
        ("a pitch that is less than a line", launch(&[small(at(0).pitch(7))])),
        ("one product twice", launch(&[small(at(0)), small(at(0))])),
        ("one product within another", launch(&[small(at(0).pitch(20)), small(at(40).pitch(8))])),
        ("products of one stride", launch(&[small(at(0).stride(31)).times(2)])),
        ("one product for all", launch(&[small(at(0).stride(0)).times(2)])),
        ("products that are columns of others", launch(&[small(at(0).pitch(16).stride(7)).times(2)])),
        ("too long a sum", launch(&[Problem::dense([1 << 16, 1, 1 << 16], 0)])),
        ("numbers beyond any", launch(&[small(at(usize::MAX).pitch(usize::MAX).stride(usize::MAX)).times(usize::MAX)])),
    ];
    for (what, result) in refused {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("{what} gives {result:?}")));
        }
    }
    // Columns of one matrix.
    let beside = [small(at(0).pitch(16)), small(at(8).pitch(16))];
    launch(&beside)?;
    Ok(launch(&[small(at(0).pitch(16).stride(8)).times(2)])?)
}

macro_rules! checks {
    ($($name:literal: $element:ident, $a:ident, $b:ident, $digits:literal;)*) => {
        pub(super) fn checks<D: Backend>() -> Vec<Check<D>> {
            vec![
                $(Check { name: $name, run: check::<$element, $element, $a, $b, D, $digits> },)*
                Check { name: "matrix_product_group_refusals", run: check_refusals::<D> },
            ]
        }
    };
}
checks! {
    "matrix_product_group_f16_f16_nn": f16, ByRows, ByRows, 10;
    "matrix_product_group_f16_f16_nt": f16, ByRows, ByColumns, 10;
    "matrix_product_group_f16_f16_tn": f16, ByColumns, ByRows, 10;
    "matrix_product_group_f16_f16_tt": f16, ByColumns, ByColumns, 10;
    "matrix_product_group_bf16_bf16_nn": bf16, ByRows, ByRows, 7;
    "matrix_product_group_bf16_bf16_nt": bf16, ByRows, ByColumns, 7;
    "matrix_product_group_bf16_bf16_tn": bf16, ByColumns, ByRows, 7;
    "matrix_product_group_bf16_bf16_tt": bf16, ByColumns, ByColumns, 7;
}
