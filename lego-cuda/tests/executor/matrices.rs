//! Matrix instructions: fragments are those of the algebra, products those of `f64`, rows go where the formula says.

use crate::harness::{block, launch, shape};
use half::{bf16, f16};
use lego_algebra::linear::families::Fragment;
use lego_cuda::device::matrix::{
    Left, Operand, Right, ldmatrix, ldmatrix_trans, mma, stmatrix, stmatrix_trans, sum_place,
};
use lego_cuda::device::{E4m3, E5m2, Element, Warp, lane, linear_thread_idx, shared};
use lego_cuda::executor::{Executor, Options, Space};
use random::Random;

/// An element that tests make and read.
trait Tested: Operand {
    const NAME: &'static str;
    fn of(random: &mut Random) -> Self;
    fn value(self) -> f64;
    fn sum(value: Self::Sum) -> f64;
    fn of_sum(value: f64) -> Self::Sum;
}

macro_rules! tested {
    ($($type:ident, $name:literal, $sum:ty, |$random:ident| $of:expr, |$value:ident| $number:expr;)*) => {
        $(
            impl Tested for $type {
                const NAME: &'static str = $name;
                fn of($random: &mut Random) -> Self {
                    $of
                }
                fn value(self) -> f64 {
                    let $value = self;
                    $number
                }
                fn sum(value: $sum) -> f64 {
                    f64::from(value)
                }
                fn of_sum(value: f64) -> $sum {
                    value as $sum
                }
            }
        )*
    };
}
tested! {
    f16, "f16", f32, |random| f16::from_f32(random.unit()), |x| x.to_f64();
    bf16, "bf16", f32, |random| bf16::from_f32(random.unit()), |x| x.to_f64();
    E4m3, "e4m3", f32, |random| E4m3::from_f32(4.0 * random.unit()), |x| x.to_f32().into();
    E5m2, "e5m2", f32, |random| E5m2::from_f32(4.0 * random.unit()), |x| x.to_f32().into();
    i8, "s8", i32, |random| random.bits() as i8, |x| x.into();
}

fn fragments<T: Tested>() {
    let named = |role: &str| Fragment::named(&format!("mma_m16n8k{}_{}_{role}", T::K, T::NAME)).unwrap();
    let (left, right) = (named("A"), named("B"));
    assert_eq!((left.values(), right.values()), (Left::<T>::VALUES.into(), Right::<T>::VALUES.into()));
    let is_place = |fragment: &Fragment, place: &dyn Fn(u32, u32) -> [u32; 2]| {
        let linear = fragment.linear().unwrap();
        for lane in 0..32 {
            for value in 0..fragment.values() as u32 {
                let found = place(lane, value).map(u64::from);
                assert_eq!(found, fragment.element(lane.into(), value.into()), "{} {lane} {value}", T::NAME);
                assert_eq!(found, *linear.apply(&[value.into(), lane.into()]).unwrap(), "{} {lane} {value}", T::NAME);
            }
        }
    };
    is_place(&left, &Left::<T>::place);
    is_place(&right, &Right::<T>::place);
    let sum = if T::NAME == "s8" { "mma_m16n8_s32_C" } else { "mma_m16n8_f32_C" };
    is_place(&Fragment::named(sum).unwrap(), &sum_place);
}

#[test]
fn fragments_are_those_of_the_algebra() {
    fragments::<f16>();
    fragments::<bf16>();
    fragments::<E4m3>();
    fragments::<E5m2>();
    fragments::<i8>();
}

/// A product by the instruction, of one warp of two, is that of `f64`.
fn products<T: Tested + Sync>()
where
    T::Sum: Sync + Send + PartialEq,
{
    let random = &mut Random::new(0x3a7);
    for round in 0..6 {
        let k = T::K as usize;
        let a: Vec<T> = (0..16 * k).map(|_| T::of(random)).collect();
        let b: Vec<T> = (0..k * 8).map(|_| T::of(random)).collect();
        let c: Vec<f64> = (0..128).map(|i| if round == 0 { 0.0 } else { f64::from(i % 7 - 3) }).collect();
        let found = block(shape(1, 64), || {
            let left = Left::from_fn(lane(), |[i, p]| a[i as usize * k + p as usize]);
            let right = Right::from_fn(lane(), |[p, j]| b[p as usize * 8 + j as usize]);
            let sums = [0, 1, 2, 3].map(|value| {
                let [i, j] = sum_place(lane(), value);
                T::of_sum(c[(8 * i + j) as usize])
            });
            mma(left, right, sums).map(T::sum)
        });
        for (thread, sums) in found.into_iter().enumerate() {
            for (value, found) in sums.into_iter().enumerate() {
                let [i, j] = sum_place(thread as u32 % 32, value as u32).map(|x| x as usize);
                let products = (0..k).map(|p| a[i * k + p].value() * b[p * 8 + j].value());
                let (sum, size) = products.fold((c[8 * i + j], 0.0), |(sum, size), x| (sum + x, size + x.abs()));
                let tolerance = if T::NAME == "s8" { 0.0 } else { (size + 3.0) * f64::from(f32::EPSILON) };
                assert!((found - sum).abs() <= tolerance, "{} [{i}, {j}]: {found} and not {sum}", T::NAME);
            }
        }
    }
}

#[test]
fn products_are_those_of_wide_numbers() {
    products::<f16>();
    products::<bf16>();
    products::<E4m3>();
    products::<E5m2>();
    products::<i8>();
}

#[test]
fn sums_of_integers_wrap() {
    let found = block(shape(1, 32), || {
        let ones = Left::<i8>::from_fn(lane(), |_| 1);
        mma(ones, Right::from_fn(lane(), |_| 1), [i32::MAX; 4])
    });
    assert!(found.iter().all(|sums| *sums == [i32::MAX.wrapping_add(32); 4]), "{found:?}");
}

/// What two products of one warp give to each other's lanes does not mix.
#[test]
fn products_after_each_other_are_apart() {
    let found = block(shape(1, 96), || {
        let mut sums = [0; 4];
        for round in 0..20 {
            let rows = Left::<i8>::from_fn(lane(), |[row, _]| row as i8 + round);
            sums = mma(rows, Right::from_fn(lane(), |_| 1), sums);
        }
        sums
    });
    for (thread, sums) in found.into_iter().enumerate() {
        for (value, sum) in sums.into_iter().enumerate() {
            let [row, _] = sum_place(thread as u32 % 32, value as u32);
            assert_eq!(sum, 32 * (20 * row as i32 + 190), "{thread} {value}");
        }
    }
}

/// The number of `u16` at which a matrix's row begins: not in order, and with a row between.
fn begin(row: u32) -> u32 {
    16 * (row * 5 % 32)
}

/// Fills the memory of each of two warps with the numbers of its places, and gives the row of a lane.
fn rows() -> lego_cuda::device::SharedPtr<[u16; 8]> {
    let warp = linear_thread_idx() / 32;
    let numbers = shared::dynamic::<u16>(warp * 1024, 512);
    for i in 0..16 {
        numbers.set(16 * lane() + i, (512 * warp + 16 * lane() + i) as u16);
    }
    Warp::ALL.sync();
    shared::dynamic::<[u16; 8]>(warp * 1024, 64).at(begin(lane()) / 8)
}

fn loads<const X: usize>() {
    let halves = |words: [u32; X]| {
        let mut numbers = [u32::MAX; 8];
        words
            .iter()
            .enumerate()
            .for_each(|(q, word)| (numbers[2 * q], numbers[2 * q + 1]) = (word & 0xffff, word >> 16));
        numbers
    };
    for transposed in [false, true] {
        let found = block(shape(1, 64).dynamic(2048), || {
            let row = rows();
            halves(if transposed { ldmatrix_trans::<X, _>(row) } else { ldmatrix::<X, _>(row) })
        });
        for (thread, numbers) in (0..64).zip(found) {
            let lane = thread % 32;
            for q in 0..X as u32 {
                for half in 0..2 {
                    let inner = 2 * (lane % 4) + half;
                    let [row, column] = if transposed { [inner, lane / 4] } else { [lane / 4, inner] };
                    let right = 512 * (thread / 32) + begin(8 * q + row) + column;
                    assert_eq!(numbers[(2 * q + half) as usize], right, "x{X} {transposed} {thread} {q} {half}");
                }
            }
        }
        // And back, to where it was in the order of the rows.
        let back = block(shape(1, 32).dynamic(2048), || {
            let row = rows();
            let to = shared::dynamic::<[u16; 8]>(1024, 64).at(lane());
            if transposed {
                stmatrix_trans::<X, _>(to, ldmatrix_trans::<X, _>(row));
            } else {
                stmatrix::<X, _>(to, ldmatrix::<X, _>(row));
            }
            Warp::ALL.sync();
            if lane() < 8 * X as u32 { to.get() } else { [0; 8] }
        });
        for (lane, row) in (0..8 * X as u32).zip(back) {
            let right = std::array::from_fn(|i| (begin(lane) + i as u32) as u16);
            assert_eq!(row, right, "x{X} {transposed} {lane}");
        }
    }
}

#[test]
fn rows_go_where_the_formula_says() {
    loads::<1>();
    loads::<2>();
    loads::<4>();
}

/// Four matrices whose rows are in eight different groups of four banks take four wavefronts; where they are all in one, 32.
#[test]
fn the_banks_of_rows_are_counted() {
    for (pitch, wavefronts) in [(16, 4), (128, 32)] {
        let executor = Executor::with(Options::new().profile(true));
        launch(&executor, shape(1, 32).dynamic(4096), || {
            let row = shared::dynamic::<[u16; 8]>(0, 256).at(lane() * pitch / 16);
            row.set([1; 8]);
            Warp::ALL.sync();
            ldmatrix::<4, _>(row);
        });
        let profile = executor.profile();
        let loads = profile.rows().iter().filter(|row| row.space == Space::Shared && row.measured > 0);
        assert!(loads.clone().count() == 2 && loads.clone().all(|row| row.measured == wavefronts), "{profile}");
    }
}

/// All codes are what the definition says, and each is what its number becomes.
fn codes<T: Copy + PartialEq + std::fmt::Debug>(
    [bits, digits, bias]: [i32; 3],
    largest: f64,
    of_bits: impl Fn(u8) -> T,
    to: impl Fn(T) -> f32,
    from: impl Fn(f32) -> T,
) {
    assert_eq!(bits + digits, 7);
    let mut numbers = Vec::new();
    for code in 0..=255_u8 {
        let (exponent, rest) = (i32::from(code & 0x7f) >> digits, i32::from(code) & ((1 << digits) - 1));
        let size = match exponent {
            0 => f64::from(rest) * 2_f64.powi(1 - bias - digits),
            _ => f64::from(rest + (1 << digits)) * 2_f64.powi(exponent - bias - digits),
        };
        let right = if code < 128 { size } else { -size };
        let found = to(of_bits(code));
        if size <= largest {
            assert_eq!(f64::from(found).to_bits(), right.to_bits(), "code {code:#x}");
            assert_eq!(from(found), of_bits(code), "code {code:#x}");
            numbers.push((right, code));
        } else if bits == 5 && code & 0x7f == 0x7c {
            assert_eq!(f64::from(found), if code < 128 { f64::INFINITY } else { f64::NEG_INFINITY });
            assert_eq!(to(from(found)), if code < 128 { largest as f32 } else { -largest as f32 });
        } else {
            assert!(found.is_nan(), "code {code:#x}");
        }
    }
    assert_eq!([f32::NAN, -f32::NAN].map(&from), [of_bits(0x7f); 2]);
    numbers.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    // Plain rounding: of all numbers of the sign the nearest, of two the even one.
    let nearest = |value: f32| {
        let of_sign = numbers.iter().filter(|(number, _)| number.is_sign_negative() == value.is_sign_negative());
        let clamped = f64::from(value).clamp(-largest, largest);
        let far = |&(number, code): &(f64, u8)| ((number - clamped).abs(), code & 1);
        let first = of_sign.map(|one| (far(one), one.1)).min_by(|a, b| a.partial_cmp(b).unwrap());
        of_bits(first.unwrap().1)
    };
    let random = &mut Random::new(0xf8);
    let mut values: Vec<f32> = (0..1000).map(|_| f32::from_bits(random.bits() as u32)).collect();
    values.extend((0..2000).map(|_| random.unit() * 2_f32.powi(random.below(40) as i32 - 22)));
    for pair in numbers.windows(2) {
        // The middle of neighbours, and the next numbers.
        let middle = ((pair[0].0 + pair[1].0) / 2.0) as f32;
        values.extend([middle, middle.next_up(), middle.next_down()]);
    }
    values.extend([0.0, -0.0, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, 464.0, 61440.0]);
    for value in values.into_iter().filter(|value| !value.is_nan()) {
        assert_eq!(from(value), nearest(value), "{value:e}");
    }
}

#[test]
fn numbers_of_a_byte_are_exact_and_round_to_the_nearest() {
    codes([4, 3, 7], 448.0, E4m3::from_bits, E4m3::to_f32, E4m3::from_f32);
    codes([5, 2, 15], 57344.0, E5m2::from_bits, E5m2::to_f32, E5m2::from_f32);
    assert_eq!((E4m3::BYTES, E5m2::BYTES), (1, 1));
}
