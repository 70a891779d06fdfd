//! The generalized Hilbert curve of a box as look-ups, level by level: what a formula needs that knows no loops.
//!
//! At each level a point is in one of few different blocks. Their cuts are tables by the number of the block.

use super::curve::{Block, Curve};
use crate::chain::Scalar;
use alloc::vec;
use alloc::vec::Vec;

const AXES: usize = 3;

/// The parts that a block is cut into by the halves of its axes.
const PARTS: usize = 1 << AXES;

/// The most children of a block.
const CHILDREN: usize = 5;

/// The most blocks of all levels together: of each there are some 90 entries of tables.
pub(super) const MOST_BLOCKS: u64 = 1 << 11;

/// What leads from the blocks of a level to those of the next one.
#[derive(Clone, Debug)]
struct Level {
    /// By block, where the second part of each axis begins.
    halves: [Vec<u64>; AXES],
    /// By block, where each child but the last ends; beyond all positions where there is no other.
    ends: Vec<Vec<u64>>,
    /// By block and part.
    forward: Steps,
    /// By block and child.
    backward: Steps,
    /// By block and child, the axis of the child along each axis of the block.
    along: [Vec<u64>; AXES],
}

/// A step into a child, for each of some numbers.
#[derive(Clone, Debug, Default)]
struct Steps {
    /// The number of the child among the blocks of the next level.
    block: Vec<u64>,
    /// The number of elements of the children before it.
    before: Vec<u64>,
    /// The axis of the block along each axis of the child.
    of: [Vec<u64>; AXES],
    /// What a coordinate is counted from, by axis of the child.
    origin: [Vec<u64>; AXES],
    /// Twice whether it is counted backwards, by axis of the child.
    twice_backward: [Vec<u64>; AXES],
}

/// All levels, from the whole box to lines.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    levels: Vec<Level>,
    /// By line at the end, whether it lies along each axis.
    lines: [Vec<u64>; AXES],
    blocks: u64,
}

impl Levels {
    pub(super) fn new(curve: &Curve) -> Self {
        let mut levels = Vec::new();
        let mut blocks = vec![curve.root];
        let mut count = 1;
        while !blocks.iter().all(Block::is_line) {
            let mut next: Vec<Block> = Vec::new();
            for child in blocks.iter().flat_map(children) {
                if child.volume() > 0 && !next.contains(&child) {
                    next.push(child);
                }
            }
            levels.push(Level::new(&blocks, &next));
            count += next.len() as u64;
            blocks = next;
        }
        let lines = [0, 1, 2].map(|axis| blocks.iter().map(|line| u64::from(line.extents[axis] > 1)).collect());
        Self { levels, lines, blocks: count }
    }

    /// The number of blocks of all levels.
    pub(super) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The position of a point of the root.
    pub(super) fn position<I: Scalar>(&self, mut point: [I; AXES]) -> I {
        let [zero, one, two] = [0, 1, 2].map(|number| point[0].lift(number));
        let (mut block, mut position) = (zero, zero);
        for Level { halves, forward, .. } in &self.levels {
            let is_second = |axis: usize| I::choose(point[axis].less(entry(block, &halves[axis])), || zero, || one);
            let code = ((block * two + is_second(0)) * two + is_second(1)) * two + is_second(2);
            point = [0, 1, 2].map(|axis| {
                let coordinate = pick(code, &forward.of[axis], point);
                let origin = entry(code, &forward.origin[axis]);
                // Their distance: the origin is at an end.
                coordinate + origin - coordinate.smaller(origin) * two
            });
            position = position + entry(code, &forward.before);
            block = entry(code, &forward.block);
        }
        position + point[0] + point[1] + point[2]
    }

    /// The point of the root at a position.
    pub(super) fn point<I: Scalar>(&self, position: I) -> [I; AXES] {
        let (zero, one) = (position.lift(0), position.lift(1));
        let (mut block, mut rest) = (zero, position);
        let mut path = Vec::with_capacity(self.levels.len());
        for level in &self.levels {
            // The child is the number of those that end before the position.
            let mut child = zero;
            for ends in &level.ends {
                child = child + I::choose(rest.less(entry(block, ends)), || zero, || one);
            }
            let code = block * zero.lift(CHILDREN as u64) + child;
            rest = rest - entry(code, &level.backward.before);
            block = entry(code, &level.backward.block);
            path.push((code, level));
        }
        let mut point = [0, 1, 2].map(|axis| rest * entry(block, &self.lines[axis]));
        for (code, Level { backward, along, .. }) in path.into_iter().rev() {
            let outer = [0, 1, 2].map(|axis| {
                let twice_backward = entry(code, &backward.twice_backward[axis]);
                entry(code, &backward.origin[axis]) + point[axis] - point[axis] * twice_backward
            });
            point = [0, 1, 2].map(|axis| pick(code, &along[axis], outer));
        }
        point
    }
}

/// The children of a block; of a line, itself.
fn children(block: &Block) -> Vec<Block> {
    if block.is_line() {
        return vec![*block];
    }
    let cut = block.cut();
    cut.children.iter().map(|child| block.child(&cut, child)).collect()
}

impl Level {
    fn new(blocks: &[Block], next: &[Block]) -> Self {
        // A line has only first parts.
        let halves = |block: &Block| if block.is_line() { block.extents } else { block.cut().halves };
        let halves = [0, 1, 2].map(|axis| blocks.iter().map(|block| halves(block)[axis]).collect());
        let most = blocks.iter().map(|block| children(block).len()).max().unwrap_or(1);
        let end = |block: &Block, number: usize| {
            let children = children(block);
            match number + 1 < children.len() {
                true => children[..=number].iter().map(Block::volume).sum(),
                false => u64::MAX,
            }
        };
        let ends = (0..most - 1).map(|number| blocks.iter().map(|block| end(block, number)).collect()).collect();
        let forward = Steps::new(blocks, next, PARTS, |block, part| {
            let is_second = |axis: usize| part >> (AXES - 1 - axis) & 1 != 0;
            block.cut().child_of([is_second(0), is_second(1), is_second(2)])
        });
        let backward = Steps::new(blocks, next, CHILDREN, |block, child| child.min(block.cut().children.len() - 1));
        let place = |axis: u64, code: usize| (0..AXES).position(|k| backward.of[k][code] == axis).unwrap_or(0) as u64;
        let along = [0, 1, 2].map(|axis| (0..backward.block.len()).map(|code| place(axis, code)).collect());
        Self { halves, ends, forward, backward, along }
    }
}

impl Steps {
    /// The steps from blocks, from each for so many numbers; `taken` says which child each leads into.
    fn new(blocks: &[Block], next: &[Block], each: usize, taken: impl Fn(&Block, usize) -> usize) -> Self {
        let mut steps = Self::default();
        for (block, number) in blocks.iter().flat_map(|block| (0..each).map(move |number| (block, number))) {
            let (inner, before, axes) = if block.is_line() {
                (*block, 0, [0, 1, 2].map(|axis| (axis as u64, 0, 0)))
            } else {
                let (cut, taken) = (block.cut(), taken(block, number));
                let child = &cut.children[taken];
                let before = children(block)[..taken].iter().map(Block::volume).sum();
                let axis = |axis: usize| {
                    let (of, _, is_backward) = child[axis];
                    (of as u64, block.origin(&cut, child[axis]), 2 * u64::from(is_backward))
                };
                (block.child(&cut, child), before, [axis(0), axis(1), axis(2)])
            };
            // A child without elements is never taken.
            steps.block.push(next.iter().position(|other| *other == inner).unwrap_or(0) as u64);
            steps.before.push(before);
            for (axis, (of, origin, twice_backward)) in axes.into_iter().enumerate() {
                steps.of[axis].push(of);
                steps.origin[axis].push(origin);
                steps.twice_backward[axis].push(twice_backward);
            }
        }
        steps
    }
}

/// The entry of a table, which is a number where all entries are one.
fn entry<I: Scalar>(place: I, entries: &[u64]) -> I {
    match entries.split_first() {
        None => place.lift(0),
        Some((&first, rest)) if rest.iter().all(|&entry| entry == first) => place.lift(first),
        Some(_) => place.look_up(entries),
    }
}

/// The coordinate whose number stands in a table: a sum of products, in which nothing is chosen.
fn pick<I: Scalar>(place: I, numbers: &[u64], point: [I; AXES]) -> I {
    let part = |axis: usize| {
        let chosen: Vec<u64> = numbers.iter().map(|&number| u64::from(number == axis as u64)).collect();
        point[axis] * entry(place, &chosen)
    };
    let mut among = (0..AXES).filter(|&axis| numbers.contains(&(axis as u64)));
    match (among.next(), among.next()) {
        (Some(axis), None) => point[axis],
        (Some(one), Some(other)) => among.fold(part(one) + part(other), |sum, axis| sum + part(axis)),
        _ => point[0],
    }
}
