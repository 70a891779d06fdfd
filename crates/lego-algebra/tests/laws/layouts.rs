//! Random layouts, and the plainest reading of what a layout is.

use lego_algebra::cute::{IntTuple, Layout, Tiler};
use random::Random;

/// Numbers in random brackets.
pub(crate) fn brackets(random: &mut Random, numbers: &[i64]) -> IntTuple {
    match numbers {
        [number] if random.one_in(2) => IntTuple::int(*number),
        [number] => IntTuple::flat(&[*number]).unwrap(),
        numbers => {
            let (mut parts, mut rest) = (Vec::new(), numbers);
            while !rest.is_empty() {
                let (part, after) = rest.split_at(1 + random.index(rest.len().min(3)));
                // A part that is the whole would go on for ever.
                parts.push(if part.len() == numbers.len() { flat(part) } else { brackets(random, part) });
                rest = after;
            }
            IntTuple::tuple(&parts).unwrap()
        }
    }
}

fn flat(numbers: &[i64]) -> IntTuple {
    IntTuple::flat(numbers).unwrap()
}

/// The same brackets around other numbers.
pub(crate) fn like(tuple: &IntTuple, numbers: &mut impl Iterator<Item = i64>) -> IntTuple {
    if tuple.depth() == 0 {
        return IntTuple::int(numbers.next().unwrap());
    }
    let elements: Vec<IntTuple> = (0..tuple.rank()).map(|k| like(&tuple.element(k).unwrap(), numbers)).collect();
    IntTuple::tuple(&elements).unwrap()
}

/// A layout of up to `modes` modes. One in three is compact in some order, one in three has strides that are products of
/// extents, and the others have any, also 0 and, if `negative`, below.
pub(crate) fn layout(random: &mut Random, modes: usize, extents: &[i64], negative: bool) -> Layout {
    let shape: Vec<i64> = (0..1 + random.index(modes)).map(|_| *random.pick(extents)).collect();
    let mut order: Vec<usize> = (0..shape.len()).collect();
    random.shuffle(&mut order);
    let (mut stride, mut product) = (vec![0; shape.len()], 1);
    let kind = random.below(3);
    for &k in &order {
        stride[k] = match kind {
            0 => product,
            1 if random.one_in(6) => 0,
            1 => {
                product *= *random.pick(&[1, 1, 2, 3]);
                product
            }
            _ => *random.pick(&[0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 20, 24, 59]),
        };
        product *= shape[k];
        if negative && random.one_in(5) {
            stride[k] = -stride[k];
        }
    }
    let shape = brackets(random, &shape);
    let stride = like(&shape, &mut stride.into_iter());
    Layout::new(&shape, &stride).unwrap()
}

/// Extents of usual layouts.
pub(crate) const EXTENTS: [i64; 9] = [1, 2, 2, 3, 4, 4, 5, 6, 8];

/// A tiler of up to as many modes as the layout has.
pub(crate) fn tiler(random: &mut Random, layout: &Layout) -> Tiler {
    if random.one_in(4) {
        return Tiler::layout(&self::layout(random, 2, &EXTENTS, false)).unwrap();
    }
    let elements: Vec<Tiler> = (0..1 + random.index(layout.rank()))
        .map(|_| match random.below(5) {
            0 => Tiler::KEEP,
            1 => Tiler::shape_of(&IntTuple::int(*random.pick(&EXTENTS))).unwrap(),
            _ => Tiler::layout(&self::layout(random, 1, &[1, 2, 2, 3, 4], false)).unwrap(),
        })
        .collect();
    Tiler::tuple(&elements).unwrap()
}

/// The value at an integer coordinate, by a recursion over the brackets: the last element is not reduced.
pub(crate) fn value(layout: &Layout, coordinate: i64) -> i64 {
    if layout.depth() == 0 {
        return coordinate * layout.stride().leaves()[0];
    }
    let (mut rest, mut sum) = (coordinate, 0);
    for k in 0..layout.rank() {
        let mode = layout.mode(k).unwrap();
        let digit = if k + 1 == layout.rank() { rest } else { rest % mode.size() };
        rest /= mode.size();
        sum += value(&mode, digit);
    }
    sum
}

/// All values.
pub(crate) fn values(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|c| value(layout, c)).collect()
}
