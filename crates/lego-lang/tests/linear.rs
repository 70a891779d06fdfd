//! Linear layouts: every recorded matrix and random ones, on every point in both directions, with no more operations than bit by bit.

mod common;

use common::agreement::{Maps, agrees};
use common::{Random, indices, invertible, unflatten};
use lego_core::chain::XorMap;
use lego_expr::cost::operations;
use lego_expr::{Arena, Engine, Id, Kind, Node, Op, Program};
use lego_lang::RuntimeLayout;
use lego_lang::compile::{Options, compile};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A recorded layout: for each in-dim, the images of its bits; a value has a component for each out-dim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Recorded {
    images: Vec<Vec<Vec<u64>>>,
    sizes: Vec<u64>,
}

impl Recorded {
    fn read(value: &Value) -> Option<Self> {
        let names =
            |field: &str| -> Option<Vec<&str>> { value.get(field)?.as_array()?.iter().map(Value::as_str).collect() };
        let (ins, outs) = (names("in_dim_order")?, names("out_dim_order")?);
        let numbers = |list: &Value| -> Option<Vec<u64>> { list.as_array()?.iter().map(Value::as_u64).collect() };
        let bases = |name: &&str| -> Option<Vec<Vec<u64>>> {
            value["in_dims"][*name].as_array()?.iter().map(numbers).collect()
        };
        let sizes: Option<Vec<u64>> = outs.iter().map(|name| value["out_dims"][*name].as_u64()).collect();
        Some(Self { images: ins.iter().map(bases).collect::<Option<_>>()?, sizes: sizes? })
    }

    /// All that stand anywhere in the recorded vectors.
    fn all() -> BTreeSet<Self> {
        fn find(value: &Value, found: &mut BTreeSet<Recorded>) {
            found.extend(Recorded::read(value));
            match value {
                Value::Array(parts) => parts.iter().for_each(|part| find(part, found)),
                Value::Object(parts) => parts.values().for_each(|part| find(part, found)),
                _ => {}
            }
        }
        let vectors: Value = serde_json::from_str(include_str!("../../../tests/conformance/linear.json")).unwrap();
        let mut found = BTreeSet::new();
        vectors.as_array().unwrap().iter().for_each(|vector| find(&vector["args"], &mut found));
        vectors.as_array().unwrap().iter().for_each(|vector| find(&vector["result"], &mut found));
        found
    }

    fn bits(&self) -> usize {
        self.images.iter().map(Vec::len).sum()
    }

    /// The matrix of one component of the value.
    fn component(&self, k: usize) -> XorMap {
        XorMap::linear(self.images.iter().map(|images| images.iter().map(|image| image[k]).collect()).collect())
    }
}

/// The exclusive or of a number for each bit that is 1, bit by bit.
fn bit_by_bit(arena: &Arena, map: &XorMap, index: &[Id]) -> Id {
    let mut value = arena.constant(0);
    for (images, &component) in map.columns.iter().zip(index) {
        for (bit, &image) in images.iter().enumerate() {
            let shifted = arena.binary(Op::Div, component, arena.constant(1 << bit));
            let is_top = bit + 1 == images.len();
            let digit = if is_top { shifted } else { arena.binary(Op::Rem, shifted, arena.constant(2)) };
            value = arena.binary(Op::Xor, value, arena.binary(Op::Mul, digit, arena.constant(image.into())));
        }
    }
    value
}

/// The operations of the maps bit by bit and simplified, which are compared on points: all where they are not too many.
fn simplified(maps: &[XorMap]) -> [usize; 2] {
    let arena = Arena::new();
    let extents: Vec<u64> = maps[0].columns.iter().map(|images| 1 << images.len()).collect();
    let variable = |(k, &extent): (usize, &u64)| {
        arena.variable(&format!("i{k}"), Kind::Index { extent: arena.constant(extent.into()) })
    };
    let index: Vec<Id> = extents.iter().enumerate().map(variable).collect();
    let given: Vec<Id> = maps.iter().map(|map| bit_by_bit(&arena, map, &index)).collect();
    let roots = Engine::new(&arena).simplify(&[], &given).roots;
    let program = Program::new(&arena, &roots);
    let count: u64 = extents.iter().product();
    let mut random = Random::new(count);
    let points: Vec<u64> = match count {
        ..=4096 => (0..count).collect(),
        _ => (0..64 - count.leading_zeros() - 1)
            .map(|bit| 1 << bit)
            .chain((0..2000).map(|_| random.below(count)))
            .collect(),
    };
    for point in points {
        let at = unflatten(&extents, point);
        let component = |number: u32| index.iter().position(|&id| arena.get(id) == Node::Variable(number));
        let values = program.run(|number| component(number).map_or(0, |k| at[k].into()));
        let expected: Vec<Option<i128>> = maps.iter().map(|map| Some(map.apply(&at).into())).collect();
        assert_eq!(values, expected, "{maps:?} at {at:?}");
    }
    [&given, &roots].map(|roots| operations(&arena, roots))
}

#[test]
fn every_recorded_matrix_takes_no_more_operations_than_bit_by_bit() {
    let (mut fewer, mut other, mut sums) = (0, 0, [0; 2]);
    let recorded = Recorded::all();
    assert_eq!(recorded.len(), RECORDED);
    for layout in recorded.iter().filter(|layout| !layout.sizes.is_empty() && layout.bits() > 0) {
        let maps: Vec<XorMap> = (0..layout.sizes.len()).map(|k| layout.component(k)).collect();
        let [given, found] = simplified(&maps);
        assert!(found <= given, "{layout:?}: {found} operations instead of {given}");
        sums = [sums[0] + given, sums[1] + found];
        // One that is an index, or a few bits that stay, is as short bit by bit.
        fewer += usize::from(found < given);
        other += usize::from(found == given && given > 0);
    }
    assert!(fewer > 4 * other, "{fewer} with fewer operations, {other} with as many");
    assert!(2 * sums[1] < sums[0], "{sums:?} operations");
}

/// How many different layouts are in the vectors.
const RECORDED: usize = 438;

/// `Linear(dims, images)` and its operations in both directions bit by bit.
fn text(dims: &[u64], images: &[Vec<u64>]) -> (String, [usize; 2]) {
    let bits = images.len() as u32;
    let inverse = inverse(dims, images);
    let mut columns: Vec<Vec<u64>> = Vec::new();
    let mut below = bits;
    for dim in dims {
        below -= dim.ilog2();
        columns.push((below..below + dim.ilog2()).map(|bit| inverse[bit as usize]).collect());
    }
    let arena = Arena::new();
    let variable = |(k, &extent): (usize, &u64)| {
        arena.variable(&format!("i{k}"), Kind::Index { extent: arena.constant(extent.into()) })
    };
    let index: Vec<Id> = dims.iter().enumerate().map(variable).collect();
    let p = arena.variable("p", Kind::Index { extent: arena.constant(1 << bits) });
    let apply = bit_by_bit(&arena, &XorMap::linear(columns), &index);
    let component = |k: usize| XorMap::linear(vec![images.iter().map(|image| image[k]).collect()]);
    let inv: Vec<Id> = (0..dims.len()).map(|k| bit_by_bit(&arena, &component(k), &[p])).collect();
    (format!("Linear({dims:?}, {images:?})"), [operations(&arena, &[apply]), operations(&arena, &inv)])
}

/// For each bit of the row-major number of an index its position, by search over all of them.
fn inverse(dims: &[u64], images: &[Vec<u64>]) -> Vec<u64> {
    let bits = images.len();
    let component = |k: usize| XorMap::linear(vec![images.iter().map(|image| image[k]).collect()]);
    let components: Vec<XorMap> = (0..dims.len()).map(component).collect();
    let mut columns = vec![None; bits];
    for position in 0..1_u64 << bits {
        let index: Vec<u64> = components.iter().map(|map| map.apply(&[position])).collect();
        let flat = common::flatten(dims, &index);
        if flat.is_power_of_two() {
            columns[flat.ilog2() as usize] = Some(position);
        }
    }
    columns.into_iter().map(Option::unwrap).collect()
}

/// Looks at a layout: the run-time one and the simplified maps on every point, and the operations.
fn check(dims: &[u64], images: &[Vec<u64>]) -> [[usize; 2]; 2] {
    let (text, given) = text(dims, images);
    let layout = RuntimeLayout::parse(&text, &[]).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    assert_eq!((layout.dims(), layout.span()), (dims, dims.iter().product::<u64>()));
    let component = |k: usize| XorMap::linear(vec![images.iter().map(|image| image[k]).collect()]);
    let components: Vec<XorMap> = (0..dims.len()).map(component).collect();
    for position in 0..layout.span() {
        let index: Vec<u64> = components.iter().map(|map| map.apply(&[position])).collect();
        assert_eq!(
            (layout.inv(position), layout.apply(&index)),
            (Some(index), Some(position)),
            "{text} from {position}"
        );
    }
    let compiled = compile(&text, &Options::default()).unwrap();
    agrees(&text, &compiled, &Maps::of(&compiled), &[]);
    let found = [&compiled.apply, &compiled.inv].map(|map| map.operations(&compiled.arena).1);
    for (found, given) in found.iter().zip(given) {
        assert!(*found <= given, "{text}: {found} operations instead of {given}");
    }
    [given, found]
}

/// The dims and the images of the recorded layouts of up to 10 bits that are square. The position is all in-dims side by side, the
/// first lowest.
fn square() -> BTreeSet<(Vec<u64>, Vec<Vec<u64>>)> {
    let of = |layout: Recorded| (layout.sizes, layout.images.into_iter().flatten().collect::<Vec<_>>());
    let is_square = |(dims, images): &(Vec<u64>, Vec<Vec<u64>>)| {
        let bits: u32 = dims.iter().map(|dim| dim.ilog2()).sum();
        !dims.is_empty() && images.len() == bits as usize && bits <= 10
    };
    Recorded::all().into_iter().map(of).filter(is_square).collect()
}

/// The same layouts by `layout!`, so that a compiler sees them: what the file has to be.
#[test]
fn the_layouts_for_the_compiler_are_the_recorded_ones() {
    let (mut types, mut checks, mut consts) = (String::new(), String::new(), String::new());
    let texts = square().into_iter().map(|(dims, images)| (format!("Linear({dims:?}, {images:?})"), dims, images));
    let right = texts.filter(|(text, ..)| RuntimeLayout::parse(text, &[]).is_ok());
    for (number, (text, dims, images)) in right.enumerate() {
        let last = (1_u64 << images.len()) - 1;
        let index = images.iter().fold(vec![0; dims.len()], |index: Vec<u64>, image| {
            index.iter().zip(image).map(|(one, other)| one ^ other).collect()
        });
        let rank = dims.len();
        writeln!(types, "    type L{number} = {text};").unwrap();
        writeln!(
            consts,
            "const _: () = assert!(L{number}::apply({index:?}) == {last} && L{number}::inv({last})[0] == {});",
            index[0]
        )
        .unwrap();
        writeln!(checks, "    is::<_, {rank}>(&L{number}, &{images:?});").unwrap();
    }
    let file = format!(
        "// Made by: cargo xtask bless\n#![cfg_attr(rustfmt, rustfmt_skip)]\n//! The recorded linear layouts that are bijections of up \
         to 10 bits, by `layout!`.\n\nuse super::is;\n\nlego::layout! {{\n{types}}}\n\n{consts}\n#[test]\n\
         fn every_recorded_bijection_is_right_on_every_point() {{\n{checks}}}\n"
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/layout/linear/recorded.rs");
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(path, &file).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == file, "tests/layout/linear/recorded.rs is not what the vectors give: run `cargo xtask bless`");
}

#[test]
fn every_recorded_bijection_is_a_piece() {
    let (mut count, mut sums) = (0, [[0; 2]; 2]);
    for (dims, images) in square() {
        let (dims, bits) = (&dims, images.len());
        let text = format!("Linear({dims:?}, {images:?})");
        if RuntimeLayout::parse(&text, &[]).is_err() {
            let flat: BTreeSet<u64> = (0..1_u64 << bits)
                .map(|position| {
                    let component = |k: usize| XorMap::linear(vec![images.iter().map(|image| image[k]).collect()]);
                    common::flatten(dims, &(0..dims.len()).map(|k| component(k).apply(&[position])).collect::<Vec<_>>())
                })
                .collect();
            assert!(flat.len() < 1 << bits, "{text} is refused, though it is a bijection");
            continue;
        }
        let [given, found] = check(dims, &images);
        for way in 0..2 {
            sums[way] = [sums[way][0] + given[way], sums[way][1] + found[way]];
        }
        count += 1;
    }
    assert!(count > 100, "{count}");
    assert!(sums.iter().all(|[given, found]| 2 * found < *given), "{sums:?} operations");
}

#[test]
fn random_matrices_are_pieces() {
    let mut random = Random::fresh();
    for round in 0..60 {
        let bits = 1 + (round % 9);
        let rank = 1 + random.index(3);
        let dims = random.factors(1 << bits, rank);
        let images: Vec<Vec<u64>> =
            invertible(&mut random, bits).into_iter().map(|flat| unflatten(&dims, flat)).collect();
        check(&dims, &images);
    }
}

#[test]
fn matrices_of_many_bits_cost_no_more_either() {
    let mut random = Random::fresh();
    for bits in [20, 40, 63] {
        let columns = invertible(&mut random, bits);
        let low = bits / 2;
        let part =
            |mask: u64, down: u32| XorMap::linear(vec![columns.iter().map(|image| (image & mask) >> down).collect()]);
        for maps in [vec![part(u64::MAX, 0)], vec![part((1 << low) - 1, 0), part(u64::MAX << low, low)]] {
            let [given, found] = simplified(&maps);
            assert!(found <= given, "{bits} bits: {found} operations instead of {given}");
        }
        let images: Vec<Vec<u64>> = columns.iter().map(|&image| vec![image]).collect();
        let text = format!("Linear([{}], {images:?})", 1_u64 << bits);
        let layout = RuntimeLayout::parse(&text, &[]).unwrap();
        let compiled = compile(&text, &Options::default()).unwrap();
        let [apply, inv] = [&compiled.apply, &compiled.inv].map(|map| Program::new(&compiled.arena, map.values()));
        for _ in 0..200 {
            let position = random.below(1 << bits);
            let index = layout.inv(position).unwrap();
            assert_eq!(layout.apply(&index), Some(position), "{text}");
            assert_eq!(apply.run(|_| index[0].into()), [Some(i128::from(position))], "{text}");
            assert_eq!(inv.run(|_| position.into()), [Some(i128::from(index[0]))], "{text}");
        }
    }
}

#[test]
fn within_chains_they_are_pieces_like_others() {
    let same = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|text| RuntimeLayout::parse(text, &[("M", 3)]).unwrap());
        assert_eq!((one.dims(), one.span()), (other.dims(), other.span()));
        for index in indices(one.dims()) {
            assert_eq!(one.apply(&index), other.apply(&index), "{index:?}");
        }
    };
    let swizzled = "Linear([4, 4], [[0, 1], [0, 2], [1, 1], [2, 2]])";
    same(swizzled, "SwizzleRows([4, 4], 2)");
    same(
        &format!("OrderBy(Row(M), {swizzled}).GroupBy([4 * M, 4])"),
        "OrderBy(Row(M), SwizzleRows([4, 4], 2)).GroupBy([4 * M, 4])",
    );
    same("Linear([8], [[1], [2], [4]])", "Row(8)");
    same("Linear([2, 4], [[1, 0], [0, 1], [0, 2]])", "Col(2, 4)");
    same("Linear([1], [])", "Row(1)");
    // What is a plain order is written as one: the engine sees through the matrix.
    for (text, plain) in [
        ("Linear([4, 8], [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]])", "Row(4, 8)"),
        ("Linear([4, 8], [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]])", "Col(4, 8)"),
        (
            "OrderBy(Linear([8, 8], [[0, 1], [0, 2], [0, 4], [1, 1], [2, 2], [4, 4]])).OrderBy(SwizzleRows([8, 8], 3))",
            "Row(8, 8)",
        ),
    ] {
        let [found, wanted] = [text, plain].map(|text| compile(text, &Options::default()).unwrap());
        let counts = [&found, &wanted].map(|one| [&one.apply, &one.inv].map(|map| map.operations(&one.arena).1));
        assert_eq!(counts[0], counts[1], "{text}");
    }
}
