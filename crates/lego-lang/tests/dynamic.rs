//! Layouts chosen at run time: every point in both directions against the interpreter, the forms, and what is wrong.

mod common;

use common::{chain, flatten, indices};
use lego_core::dynamic::{DynBijection, DynLayout, DynMapping, LayoutText};
use lego_core::mapping::Indices;
use lego_core::{Coord, ErasedLayout, Layout, LayoutError, Mapping};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Options, compile};
use lego_lang::dynamic::ParseLayout;

type Any = Box<dyn ErasedLayout + Send + Sync>;

/// The layout and the interpreter's.
fn both<L: ParseLayout>(text: &str, values: &[(&str, u64)]) -> (L, RuntimeLayout) {
    let layout = L::parse(text, values).unwrap_or_else(|error| panic!("{text} {values:?}:\n{error}"));
    (layout, RuntimeLayout::parse(text, values).unwrap_or_else(|errors| panic!("{text} {values:?}: {errors:?}")))
}

fn wide(index: &[usize]) -> Vec<u64> {
    index.iter().map(|&i| i as u64).collect()
}

/// Every point, in both directions.
fn agrees(text: &str, values: &[(&str, u64)]) {
    let (layout, oracle) = both::<Any>(text, values);
    assert_eq!(
        (wide(&layout.extents()), layout.required_span() as u64),
        (oracle.dims().to_vec(), oracle.span()),
        "{text}"
    );
    for (index, position) in indices(oracle.dims()).zip(layout.positions()) {
        assert_eq!(position.map(|p| p as u64), oracle.apply(&index), "{text} {values:?} at {index:?}");
    }
    for position in 0..oracle.span() + 2 {
        let index = layout.index_of(position as usize);
        assert_eq!(index.map(|i| wide(&i)), oracle.inv(position), "{text} {values:?} at position {position}");
    }
}

/// Every point of a layout of known rank, and the laws of its strides and runs.
fn keeps_its_laws<const R: usize>(text: &str) -> DynLayout<R>
where
    [usize; R]: Coord,
{
    let (layout, oracle) = both::<DynLayout<R>>(text, &[]);
    let dims = layout.dims();
    let mut owner = vec![None; layout.span()];
    for index in Indices::new(dims) {
        let position = layout.apply(index);
        assert_eq!(position.map(|p| p as u64), oracle.apply(&wide(&index)), "{text} at {index:?}");
        if let Some(position) = position {
            assert_eq!(owner[position].replace(index), None, "{text} at {index:?}");
        }
        for axis in 0..R {
            let mut next = index;
            next[axis] += 1;
            if next[axis] == dims[axis] {
                continue;
            }
            let step = || layout.apply(next).unwrap() as isize - position.unwrap() as isize;
            if let Some(stride) = layout.stride(axis) {
                assert_eq!(step(), stride, "{text} at {index:?}, axis {axis}");
            }
            if let Some((len, by)) = layout.run(axis) {
                // Where `ExpandBy` stores nothing, nothing follows in the run.
                let holds = match (position, layout.apply(next)) {
                    (Some(a), Some(b)) => b as isize - a as isize == by,
                    (position, next) => next.is_none() || position.is_some(),
                };
                assert!(next[axis] % len == 0 || holds, "{text} at {index:?}, axis {axis}: runs of {len} by {by}");
            }
        }
        if let (Some(along), [i, j]) = (layout.anti_diagonal_stride(), &index[..])
            && i + 1 < dims[0]
            && *j > 0
        {
            let mut next = index;
            (next[0], next[1]) = (i + 1, j - 1);
            assert_eq!(layout.apply(next).unwrap() as isize - position.unwrap() as isize, along, "{text}");
        }
    }
    for (position, index) in owner.iter().enumerate() {
        assert_eq!(layout.inv(position), *index, "{text} at position {position}");
    }
    if layout.is_exhaustive() {
        assert!(owner.iter().all(Option::is_some), "{text}");
    }
    layout
}

/// Also as a bijection.
fn is_bijection<const R: usize>(text: &str)
where
    [usize; R]: Coord,
{
    let layout = keeps_its_laws::<R>(text);
    let bijection = DynBijection::try_from(layout.clone()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(bijection.is_checked() && bijection.is_unique() && bijection.is_exhaustive());
    for index in Indices::new(layout.dims()) {
        let position = bijection.apply(index);
        assert_eq!((Some(position), bijection.inv(position)), (layout.apply(index), index), "{text}");
    }
    for axis in 0..R {
        assert_eq!((bijection.stride(axis), bijection.run(axis)), (layout.stride(axis), layout.run(axis)), "{text}");
    }
    assert_eq!(DynLayout::from(bijection), layout);
}

#[test]
fn every_named_permutation() {
    for n in [1, 2, 3, 5, 7, 12, 16, 17] {
        is_bijection::<2>(&format!("AntiDiag({n})"));
        is_bijection::<2>(&format!("Skew({n}, 5)"));
        is_bijection::<2>(&format!("Skew(3, {n})"));
        is_bijection::<1>(&format!("Fan({n}, -1, -3)"));
        is_bijection::<1>(&format!("Fan({n}, 121, 4)").replace("121", if n % 11 == 0 { "13" } else { "121" }));
        is_bijection::<3>(&format!("Row({n}, 3, {n})"));
        is_bijection::<3>(&format!("Col({n}, 1, 5)"));
        is_bijection::<3>(&format!("RegP([2, {n}, 5], [2, 3, 1])"));
        is_bijection::<2>(&format!("Reverse({n}, 7)"));
        is_bijection::<1>(&format!("BlockCyclic(30*{n}, 5, 3)"));
        for g in [1, 2, 3, 20] {
            is_bijection::<2>(&format!("Grouped({n}, 5, {g})"));
        }
        is_bijection::<2>(
            &format!("GenP([{n}, 4], |i, j| (n-1-i)*4 + (3-j), |p| (n-1-p/4, 3-p%4))").replace("n-", &format!("{n}-")),
        );
    }
    for n in [1, 2, 4, 8, 32] {
        is_bijection::<2>(&format!("Hilbert({n}, {n})"));
        is_bijection::<2>(&format!("Morton({n}, 8)"));
        is_bijection::<3>(&format!("Morton(2, {n}, 4)"));
        is_bijection::<2>(&format!("SwizzleRows([7, {n}], {})", u64::from(n.min(4) as u32 / 2)));
    }
    for text in ["Swizzle(3, 4, 3)", "Swizzle(2, 1, -4)", "Swizzle(0, 3, 0)", "GenP([64], |i| i ^ 21, |p| p ^ 21)"] {
        is_bijection::<1>(text);
    }
    is_bijection::<2>("GenP([9, 9], antidiag, antidiag_inv)");
}

#[test]
fn chains_of_every_kind() {
    is_bijection::<4>("Row(130, 42).TileBy([10, 6], [13, 7])");
    is_bijection::<2>("OrderBy(Row(10, 6), Row(13, 7)).TileBy([130, 42])");
    is_bijection::<2>("OrderBy(Morton(4, 4), Row(8, 8)).TileBy([32, 32])");
    is_bijection::<2>("OrderBy(Hilbert(4, 4), Col(5, 3)).TileBy([20, 12])");
    is_bijection::<2>(
        "OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])",
    );
    is_bijection::<2>("OrderBy(SwizzleRows([64, 8], 3), Row(1, 8)).TileBy([64, 64])");
    is_bijection::<4>("RegP([2, 4, 32, 14, 14], [1, 2, 4, 5, 3]).GroupBy([2, 128, 14, 14])");
    is_bijection::<2>("OrderBy(Row(3, 5)).OrderBy(Fan(15, 4, 2)).OrderBy(Reverse(5, 3)).GroupBy([3, 5])");
    is_bijection::<1>("Row(1)");
    is_bijection::<5>("Row(1, 1, 1, 1, 1)");
    keeps_its_laws::<2>("Row(65, 66).PadBy([65, 65] => [65, 66])");
    keeps_its_laws::<2>("Row(7, 5).ExpandBy([7, 5] => [8, 8])");
    keeps_its_laws::<4>("Row(50, 47).ExpandBy([50, 47] => [64, 48]).TileBy([4, 3], [16, 16])");
    keeps_its_laws::<4>("Col(50, 47).ExpandBy([50, 47] => [64, 48]).TileBy([4, 3], [16, 16])");
    keeps_its_laws::<3>("Row(5, 6, 7).ExpandBy([5, 6, 7] => [6, 6, 8])");
    keeps_its_laws::<6>("Row(5, 6, 7).ExpandBy([5, 6, 7] => [6, 6, 8]).TileBy([3, 3, 2], [2, 2, 4])");
    keeps_its_laws::<2>("Reverse(7, 5).ExpandBy([7, 5] => [8, 8])");
    keeps_its_laws::<2>("Row(7, 5).ExpandBy([7, 5] => [8, 8]).OrderBy(Reverse(8, 8))");
    keeps_its_laws::<2>("Row(7, 5).ExpandBy([7, 5] => [8, 8]).OrderBy(Morton(8, 8))");
    keeps_its_laws::<2>("Row(3, 5).ExpandBy([3, 5] => [4, 8]).OrderBy(Col(4, 8)).ExpandBy([4, 8] => [5, 9])");
    keeps_its_laws::<2>("OrderBy(Row(3, 2), Row(4, 5)).TileBy([12, 10]).PadBy([11, 9] => [12, 10])");
    keeps_its_laws::<2>("Row(6, 6).ExpandBy([6, 6] => [8, 8]).PadBy([7, 5] => [8, 8])");
    keeps_its_laws::<2>("Row(4, 6).ExpandBy([4, 6] => [4, 8]).OrderBy(Col(4, 8)).PadBy([3, 8] => [4, 8])");
    keeps_its_laws::<2>("AntiDiag(8).ExpandBy([8, 8] => [9, 8])");
    keeps_its_laws::<2>("SwizzleRows([8, 8], 3).ExpandBy([8, 8] => [9, 8])");
}

#[test]
fn every_point_of_random_chains() {
    let rounds = std::env::var("LEGO_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    for seed in 1000..1000 + rounds {
        let model = chain(seed);
        let text = model.to_string();
        agrees(&text, &[]);
        let layout = Any::parse(&text, &[]).unwrap();
        for (index, position) in indices(&model.dims()).zip(layout.positions()) {
            assert_eq!(position.map(|p| p as u64), model.apply(&index), "{seed}: {text} at {index:?}");
        }
    }
}

#[test]
fn symbols_get_values_once_or_many_times() {
    let text = "OrderBy(Row(M/BM, K/BK), Col(BM, BK)).TileBy([M, K]) where M % BM == 0";
    let compiled = compile(text, &Options::default()).unwrap();
    for values in [[12_u64, 8, 4, 2], [6, 9, 1, 9], [5, 7, 5, 1], [1, 1, 1, 1]] {
        let values: Vec<(&str, u64)> = ["M", "K", "BM", "BK"].into_iter().zip(values).collect();
        agrees(text, &values);
        let layout: DynLayout<2> = compiled.instantiate(&values).unwrap();
        assert_eq!(layout, DynLayout::parse(text, &values).unwrap());
        assert_eq!(layout.text(), &LayoutText::new(text, &values));
    }
    let partly = compile(text, &Options { values: [("M".to_owned(), 12)].into(), ..Options::default() }).unwrap();
    let others = [("K", 8), ("BM", 4), ("BK", 2)];
    assert_eq!(partly.instantiate::<2>(&others).unwrap().dims(), [12, 8]);
    assert!(partly.instantiate::<2>(&[&others[..], &[("M", 12)]].concat()).is_ok());
    let error = partly.instantiate::<2>(&[&others[..], &[("M", 8)]].concat()).unwrap_err();
    assert_eq!(error.to_string(), "M may not stand here: it has another value already");
}

/// The form that is expected of a map, so that a change of the simplifier that spoils one is seen.
#[test]
fn the_form_is_the_fastest() {
    fn form<const R: usize>(text: &str) -> [&'static str; 2] {
        DynLayout::<R>::parse(text, &[]).unwrap().form()
    }
    assert_eq!(form::<2>("Row(64, 48)"), ["strides", "table"]);
    assert_eq!(form::<2>("Col(100000, 100000)"), ["strides", "tables of parts"]);
    assert_eq!(form::<4>("Row(130, 42).TileBy([10, 6], [13, 7])"), ["strides", "table"]);
    assert_eq!(form::<2>("Row(65, 66).PadBy([65, 65] => [65, 66])"), ["strides", "table"]);
    // More indices than a table of all positions holds: it is the formula that shows it.
    for text in [
        "OrderBy(Row(100, 60), Row(130, 70)).TileBy([13000, 4200])",
        "OrderBy(Row(100, 60), Col(130, 70)).TileBy([13000, 4200])",
        "Morton(65536, 65536)",
        "Morton(4096, 65536)",
        "OrderBy(Morton(512, 512), Row(8, 8)).TileBy([4096, 4096])",
        "SwizzleRows([4096, 4096], 5)",
        "OrderBy(Row(64, 64), SwizzleRows([64, 64], 3)).TileBy([4096, 4096])",
        "OrderBy(RegP([256, 16, 256, 16], [1, 3, 2, 4])).GroupBy([4096, 4096])",
        "OrderBy(Row(64, 64), Row(64, 64)).TileBy([4096, 4096]).PadBy([4001, 4003] => [4096, 4096])",
        "OrderBy(BlockCyclic(4096, 16, 4), BlockCyclic(4096, 8, 2)).GroupBy([4096, 4096])",
        "OrderBy(Fan(4099, 17, 5), Reverse(4096)).GroupBy([4099, 4096])",
    ] {
        assert_eq!(form::<2>(text), ["axis tables", "tables of parts"], "{text}");
        agrees_at_samples::<2>(text);
    }
    assert_eq!(form::<2>("Reverse(4096, 4096)")[0], "strides");
    let partial = "Row(10000, 10000).ExpandBy([10000, 10000] => [10048, 10048]).TileBy([157, 157], [64, 64])";
    assert_eq!(form::<4>(partial), ["guarded axis tables", "tables of parts"]);
    for text in ["AntiDiag(65)", "Skew(33, 33)", "Hilbert(64, 64)", "Grouped(17, 5, 3)"] {
        assert_eq!(form::<2>(text), ["table", "table"], "{text}");
    }
    for text in [
        "AntiDiag(4099)",
        "Skew(4099, 4096)",
        "Skew(4099, 5003)",
        "OrderBy(Row(256, 256), AntiDiag(16)).TileBy([4096, 4096])",
        "OrderBy(Row(100, 100), Skew(33, 35)).TileBy([3300, 3500])",
    ] {
        assert_eq!(form::<2>(text)[0], "diagonal tables", "{text}");
        agrees_at_samples::<2>(text);
    }
    for text in ["AntiDiag(4099)", "AntiDiag(5003)"] {
        assert_eq!(form::<2>(text)[1], "diagonals", "{text}");
        agrees_at_samples::<2>(text);
    }
    for text in [
        "Row(509, 499).ExpandBy([509, 499] => [512, 512])",
        "Row(5009, 4999).ExpandBy([5009, 4999] => [5120, 5120])",
        "Col(5009, 4999).ExpandBy([5009, 4999] => [5009, 5120])",
    ] {
        assert_eq!(form::<2>(text)[0], "axis tables", "{text}");
        agrees_at_samples::<2>(text);
    }
    assert_eq!(form::<2>("Hilbert(4096, 4096)"), ["steps", "steps"]);
}

/// Points spread over a layout that is too large to look at whole.
fn agrees_at_samples<const R: usize>(text: &str)
where
    [usize; R]: Coord,
{
    let (layout, oracle) = both::<DynLayout<R>>(text, &[]);
    let mut random = common::Random::new(7);
    let mut at = |n: u64| match random.below(6) {
        0 => 0,
        1 => n - 1,
        2 => n / 2,
        _ => random.below(n),
    };
    for _ in 0..2000 {
        let index: [usize; R] = layout.dims().map(|n| at(n as u64) as usize);
        let position = layout.try_apply(index);
        assert_eq!(position.map(|p| p as u64), oracle.apply(&wide(&index)), "{text} at {index:?}");
        if let Some(position) = position {
            assert_eq!(layout.try_inv(position), Some(index), "{text} at {index:?}");
        }
        let position = at(oracle.span());
        let index = layout.try_inv(position as usize);
        assert_eq!(index.map(|i| wide(&i)), oracle.inv(position), "{text} at position {position}");
    }
}

#[test]
fn spans_near_the_limits() {
    for side in [65535_u64, 65536, 65537] {
        agrees_at_samples::<2>(&format!("Row({side}, {side})"));
        agrees_at_samples::<2>(&format!("Col({side}, {side})"));
        agrees_at_samples::<2>(&format!("Reverse({side}, {side})"));
        agrees_at_samples::<2>(&format!("AntiDiag({side})"));
        agrees_at_samples::<2>(&format!("Skew({side}, {side})"));
        agrees_at_samples::<2>(&format!("Grouped({side}, {side}, 7)"));
        agrees_at_samples::<2>(&format!("OrderBy(Row({side}, 3), Row(1, 5)).TileBy([{side}, 15])"));
        agrees_at_samples::<1>(
            &format!("Fan({side}*{side}, -2, -7)").replace("-2", if side == 65536 { "-3" } else { "-2" }),
        );
        agrees_at_samples::<2>(&format!("OrderBy(Row({side}, 1), Col(2, {side})).TileBy([2*{side}, {side}])"));
    }
    agrees_at_samples::<2>("Morton(65536, 65536)");
    agrees_at_samples::<2>("Hilbert(65536, 65536)");
    agrees_at_samples::<2>("Morton(1 * 2147483648, 2147483648)");
    agrees_at_samples::<2>("OrderBy(Morton(65536, 65536), Row(8, 8)).TileBy([524288, 524288])");
    agrees_at_samples::<2>("SwizzleRows([65536, 65536], 5)");
    agrees_at_samples::<2>("AntiDiag(3037000499)");
    agrees_at_samples::<2>("Row(3037000499, 3037000499)");
    agrees_at_samples::<2>("Reverse(4294967295, 2147483647)");
    agrees_at_samples::<1>("Fan(9223372036854775783, 4611686018427387905, -9)");
    agrees_at_samples::<1>("Fan(18446744073709551557, 4611686018427387905, 9)");
    agrees_at_samples::<2>("Row(4294967296, 4294967295)");
    agrees_at_samples::<2>("Skew(4294967291, 4294967295)");
    agrees_at_samples::<4>("Row(10000, 10000).ExpandBy([10000, 10000] => [10048, 10048]).TileBy([157, 157], [64, 64])");
    agrees_at_samples::<2>("Row(3, 4294967296).PadBy([3, 5] => [3, 4294967296])");
    agrees_at_samples::<2>("Row(3000000000, 3).ExpandBy([3000000000, 3] => [4000000000, 4])");
}

#[test]
fn what_is_wrong_is_an_error() {
    fn of<const R: usize>(text: &str, values: &[(&str, u64)]) -> LayoutError {
        DynLayout::<R>::parse(text, values).expect_err(text).into()
    }
    let words = |text: &str, values: &[(&str, u64)]| of::<2>(text, values).to_string();
    assert_eq!(words("Row(M, 8)", &[]), "M needs a value here");
    assert_eq!(words("Row(8/M, 8)", &[("M", 0)]), "M is 0, but a size is at least 1");
    assert_eq!(words("Row(M, 8)", &[("M", 4), ("N", 8)]), "nothing is called N here");
    assert_eq!(words("Row(M, 8)", &[("M", 4), ("M", 5)]), "M may not stand here: it has the values 4 and 5");
    assert!(DynLayout::<2>::parse("Row(M, 8)", &[("M", 4), ("M", 4)]).is_ok());
    assert_eq!(words("Row(4, 8, 2)", &[]), "the layout has rank 3, but rank 2 is needed");
    assert_eq!(words("Row(M, 8) where M > 4", &[("M", 4)]), "the fact M > 4 does not hold");
    assert_eq!(
        words("Row(M, 8).TileBy([M/3, 4], [3, 2])", &[("M", 4)]).split(';').next(),
        Some("M/3: 3 does not divide 4")
    );
    assert_eq!(
        words("Morton(M, 8)", &[("M", 6)]),
        "a size of Morton is 6, which is no power of two; the nearest are 4 and 8; or write Morton(8, 8).PadBy([M, 8] => [8, 8])"
    );
    assert_eq!(words("GenP([2, 2], crate::f, crate::g)", &[]).split(" can be").next(), Some("the function crate::f"));
    for text in ["Row(M, M)", "Row(M, 1).PadBy([1, 1] => [M, M])", "AntiDiag(M)", "Row(M, M).TileBy([M, M])"] {
        let error = of::<2>(text, &[("M", 1 << 32)]);
        assert!(matches!(error, LayoutError::Overflow { bits: 64, .. }), "{text}: {error}");
    }
    for (text, value) in [("Row(M, 2)", u64::MAX), ("Row(M + 1, 1)", u64::MAX), ("Row(M * M, 1)", 1 << 33)] {
        assert!(matches!(of::<2>(text, &[("M", value)]), LayoutError::Overflow { .. }), "{text}");
    }
    // As much as an index holds is right.
    agrees_at_samples::<1>("Row(18446744073709551615)");
    let error = DynLayout::<2>::parse("Row(M,\n  N)", &[("M", 4)]).unwrap_err();
    assert_eq!(error.diagnostics().len(), 1);
    assert_eq!(error.to_string(), "error: N needs a value here\n --> line 2, column 3\n  |\n2 |   N)\n  |   ^\n");
    assert_eq!(
        DynLayout::<1>::parse("Row(4, 4)", &[]).unwrap_err().to_string(),
        "Row(4, 4): the layout has rank 2, but rank 1 is needed"
    );
}

#[test]
fn what_is_no_bijection_is_an_error() {
    fn of<const R: usize>(text: &str) -> String
    where
        [usize; R]: Coord,
    {
        DynBijection::<R>::try_from(DynLayout::parse(text, &[]).unwrap()).expect_err(text).to_string()
    }
    assert_eq!(of::<2>("Row(4, 4).PadBy([4, 3] => [4, 4])"), "the index space has 12 elements, but the memory has 16");
    assert_eq!(
        of::<2>("Row(4, 4).ExpandBy([4, 4] => [4, 5])"),
        "the index space has 20 elements, but the memory has 16"
    );
    let text = "Row(4, 4).ExpandBy([4, 4] => [4, 5]).OrderBy(Col(4, 5)).PadBy([4, 4] => [4, 5])";
    assert_eq!(of::<2>(text), "[0, 1] goes to no position, outside 0..16");
}

fn shared<T: Send + Sync + Clone + 'static>() {}

#[test]
fn threads_may_share_them() {
    shared::<DynLayout<2>>();
    shared::<DynBijection<3>>();
    shared::<lego_core::PermutationTable>();
    let layout = DynBijection::<2>::parse("OrderBy(Morton(8, 8), Row(4, 4)).TileBy([32, 32])", &[]).unwrap();
    let sums: Vec<usize> = std::thread::scope(|scope| {
        let sum = |layout: DynBijection<2>| Indices::new([32, 32]).map(|index| layout.apply(index)).sum();
        let threads: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn({
                    let layout = layout.clone();
                    move || sum(layout)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(sums, [1024 * 1023 / 2; 3]);
}

#[test]
fn an_array_takes_them() {
    use lego_core::array::{Arr2D, Rows};
    let layout = DynBijection::<2>::parse("OrderBy(Row(3, 2), Col(5, 7)).TileBy([15, 14])", &[]).unwrap();
    let mut a: Arr2D<usize, DynBijection<2>> = Arr2D::from_fn(layout, |[i, j]| 100 * i + j);
    a[[14, 13]] += 1;
    assert_eq!((a[[3, 9]], a[[14, 13]], a.get([15, 0])), (309, 1414, None));
    let row = DynLayout::<2>::parse("Row(15, 16).PadBy([15, 14] => [15, 16])", &[]).unwrap();
    let b = a.relayout_to(row.clone()).unwrap();
    a.lines(Rows).iter().enumerate().for_each(|(i, _line)| assert!(i < 15));
    assert_eq!(b.to_row_major(), a.to_row_major());
    assert!(b.iter().all(|(index, &element)| element == a[index]));
    assert!(b.iter_physical().all(|(index, &element)| element == a[index]));
    assert_eq!(flatten(&[15, 14], &[3, 9]), 51);
    assert!(Arr2D::from_physical(row, vec![0; 210]).is_err());
}

#[cfg(feature = "serde")]
#[test]
fn they_are_written_as_their_text_and_read_again() {
    let text = r#"{"layout":"Row(M, K).TileBy([M/2, K/2], [2, 2])","values":{"K":8,"M":6}}"#;
    let mut json = serde_json::Deserializer::from_str(text);
    let layout: DynLayout<4> = lego_lang::dynamic::deserialize(&mut json).unwrap();
    assert_eq!(layout.dims(), [3, 4, 2, 2]);
    assert_eq!(serde_json::to_string(&layout).unwrap(), text);
    let bijection = DynBijection::try_from(layout).unwrap();
    assert_eq!(serde_json::to_string(&bijection).unwrap(), text);
    let plain: LayoutText = serde_json::from_str(r#"{"layout":"Row(4)"}"#).unwrap();
    assert_eq!(DynLayout::<1>::from_text(&plain).unwrap().dims(), [4]);
    let wrong = text.replace("\"M\":6", "\"M\":7");
    let error = lego_lang::dynamic::deserialize::<_, DynLayout<4>>(&mut serde_json::Deserializer::from_str(&wrong));
    assert!(error.unwrap_err().to_string().contains("M/2: 2 does not divide 7"));
}

#[test]
fn indices_that_share_a_position_are_for_reading() {
    for n in [1, 2, 7, 65] {
        let map = DynMapping::<2>::parse("Symmetric(n)", &[("n", n as u64)]).unwrap();
        assert_eq!((map.dims(), map.span(), map.is_unique()), ([n, n], n * (n + 1) / 2, false));
        for index in indices(&[n as u64, n as u64]) {
            let (i, j) = (index[0] as usize, index[1] as usize);
            let (row, column) = (i.max(j), i.min(j));
            assert_eq!(map.try_apply([i, j]), Some(row * (row + 1) / 2 + column));
        }
    }
    let words = "Symmetric may not stand here: two indices share a position: take a DynMapping";
    let refused = [
        DynLayout::<2>::parse("Symmetric(4)", &[]).map(|_| ()),
        DynBijection::<2>::parse("Symmetric(4)", &[]).map(|_| ()),
        DynLayout::<4>::parse("Symmetric(4).TileBy([2, 2], [2, 2])", &[]).map(|_| ()),
        Box::<dyn ErasedLayout + Send + Sync>::parse("Symmetric(4)", &[]).map(|_| ()),
    ];
    for error in refused.map(Result::unwrap_err) {
        assert!(error.to_string().contains(words), "{error}");
    }
    // What is a layout is a mapping too.
    let lower = DynMapping::<2>::parse("Lower(4)", &[]).unwrap();
    assert_eq!((lower.try_apply([3, 1]), lower.try_apply([1, 3])), (Some(7), None));
}

#[test]
fn generalized_hilbert_curves() {
    // Tables up to 4,096 elements, look-ups by levels beyond.
    for text in [
        "Hilbert(1, 1)",
        "Hilbert(1, 9)",
        "Hilbert(5, 4)",
        "Hilbert(48, 48)",
        "Hilbert(64, 65)",
        "Hilbert(97, 61)",
        "Hilbert(3, 2000)",
        "Hilbert(6, 5, 4)",
        "Hilbert(20, 17, 13)",
        "Hilbert(3, 5, 300)",
        "OrderBy(Hilbert(3, 5), Row(4, 4)).TileBy([3, 5], [4, 4])",
        "OrderBy(Hilbert(70, 60)).OrderBy(Col(70, 60)).GroupBy([42, 100])",
    ] {
        agrees(text, &[]);
    }
    agrees("Hilbert(m, n)", &[("m", 12), ("n", 7)]);
    agrees_at_samples::<2>("Hilbert(65535, 40001)");
    let words = "error: k needs a value here";
    let error = compile("Hilbert(8, 4, k)", &Options::default()).unwrap_err();
    assert_eq!(format!("error: {}", error[0]), words);
}
