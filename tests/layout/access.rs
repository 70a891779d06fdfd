//! What accesses of layouts take, at compile time: the constant, the function over the same layout, and an obvious count agree.

use lego::access::{Access, By, HasAccessCost, Pattern, access_cost};
use lego::{Mapping, assert_access, extra_wavefronts, layout};

layout! {
    type Plain = Row(32, 32);
    type Swizzled = SwizzleRows([32, 32], 5);
    type Padded<const N: usize> = Row(N, N + 1).PadBy([N, N] => [N, N + 1]);
    type Tiles = TileOrderBy(Row(3, 5), Col(7, 4));
    type Odd = Col(13, 29);
    type Edge = Row(20, 30).ExpandBy([20, 30] => [24, 32]);
    type Skewed = Skew(24, 48);
    type Columns = Col(32, 32);
    type Cube = RegP([4, 6, 8], [2, 3, 1]);
}

const _: () = assert_access!(extra_wavefronts!(Swizzled, Column, 4) == 0);
const _: () = assert_access!(extra_wavefronts!(Padded<32>, Column, 4, 1) == 0);
const _: () = assert_access!(extra_wavefronts!(Swizzled, Columns, 4) == 0);
const _: () = assert_access!(extra_wavefronts!(Plain, Column, 4) <= 32 * 31);
const _: () = assert!(extra_wavefronts!(Plain, Row, 4, 4) == 0);

/// The wavefronts of 4-byte elements, counted bank by bank.
fn wavefronts(positions: &[Option<usize>]) -> u64 {
    let warp = |warp: &[Option<usize>]| {
        let of_bank = |bank| {
            let mut words: Vec<usize> = warp.iter().flatten().copied().filter(|word| word % 32 == bank).collect();
            words.sort_unstable();
            words.dedup();
            words.len()
        };
        (0..32).map(of_bank).max().unwrap_or(0) as u64
    };
    positions.chunks(32).map(warp).sum()
}

fn agrees<const R: usize, A: Access, L>(layout: L)
where
    L: Mapping<Index = [usize; R]> + HasAccessCost<A>,
{
    let cost = access_cost(&layout, A::PATTERN, A::BYTES, A::VECTOR);
    let constant = <L as HasAccessCost<A>>::ACCESS_COST;
    assert_eq!(constant.cost, cost);
    assert_eq!(constant.extents(), layout.dims());
    if (A::BYTES, A::VECTOR) == (4, 1) && A::PATTERN.suits(&layout.dims()) {
        let (mut walk, mut positions) = (A::PATTERN.walk(layout.dims()), Vec::new());
        while let Some(index) = walk.next() {
            positions.push(layout.try_apply(index));
        }
        assert_eq!(cost.unwrap().wavefronts.taken, wavefronts(&positions));
    }
    assert_eq!(constant.pair.is_some(), cost.is_ok_and(|cost| cost.extra_wavefronts() > 0));
}

macro_rules! agree {
    ($($layout:ty),* ; $($access:ty),*) => {
        agree!(@ [$($layout)*] [$($access)*]);
    };
    (@ [$($layout:ty)*] $accesses:tt) => { $(agree!(@one $layout, $accesses);)* };
    (@one $layout:ty, [$($access:ty)*]) => { $(agrees::<_, $access, $layout>(<$layout>::default());)* };
}

#[test]
fn constants_functions_and_a_count_by_banks_agree() {
    agree!(
        Plain, Swizzled, Padded<32>, Padded<17>, Tiles, Odd, Edge, Skewed, Cube;
        By<0, 4, 1>, By<1, 4, 1>, By<2, 4, 1>, By<3, 4, 1>, By<0, 4, 4>, By<1, 2, 2>, By<0, 1, 1>, By<1, 1, 1>, By<3, 2, 1>,
        By<1, 8, 1>, By<2, 16, 1>
    );
}

#[test]
fn a_pattern_may_be_a_layout() {
    assert_eq!(extra_wavefronts!(Plain, Columns, 4), extra_wavefronts!(Plain, Column, 4));
    assert_eq!(extra_wavefronts!(Plain, Plain, 4), 0);
    fn both<const N: usize>() -> u64 {
        extra_wavefronts!(Padded<N>, Column, 4)
    }
    // 33 rows of 34 words: two rows are in the same bank at times.
    let expected = access_cost(&Padded::<33>, Pattern::Column, 4, 1).unwrap().extra_wavefronts();
    assert_eq!((both::<32>(), both::<33>()), (0, expected));
    assert!(expected > 0);
}
