//! The reference that both sides are checked against: the layouts of the zoo, evaluated at run time.

use crate::cases::{Machine, Visitor, visit};
use crate::index_map::IndexMap;
use crate::probes::{self, Calls, Counted};
use lego_lang::RuntimeLayout;
use std::fmt::Debug;

/// No more indices than these are compared with the zoo's chain, which is evaluated as it is written, without the engine;
/// of more, every so many-th. Both sides are compared with each other on all.
const MOST_EVALUATED: usize = 1 << 18;

/// The chain of a layout of the zoo.
fn layout(name: &str, sizes: &[(&str, u64)]) -> RuntimeLayout {
    let zoo = include_str!("../../tests/zoo/layouts.txt");
    let chain = zoo.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let chain = chain.unwrap_or_else(|| panic!("the zoo has no {name}"));
    RuntimeLayout::parse(chain, sizes).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// The extents of a layout of the zoo.
pub(crate) fn dims(name: &str, sizes: &[(&str, u64)]) -> Vec<usize> {
    layout(name, sizes).dims().iter().map(|&extent| extent as usize).collect()
}

/// How many positions a layout of the zoo has.
pub(crate) fn size(name: &str, sizes: &[(&str, u64)]) -> usize {
    layout(name, sizes).span() as usize
}

/// An index by its number in lexicographic order.
pub(crate) fn index<const R: usize>(mut number: usize, dims: [usize; R]) -> [usize; R] {
    let mut index = [0; R];
    for (at, extent) in index.iter_mut().zip(dims).rev() {
        (*at, number) = (number % extent, number / extent);
    }
    index
}

struct Names(Vec<&'static str>);

impl Visitor for Names {
    fn visit<A, B, const R: usize>(&mut self, name: &'static str, _: &[(&str, u64)], _: &A, _: &B)
    where
        A: IndexMap<usize, R>,
    {
        self.0.push(name);
    }
}

/// The names of the cases.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names = Names(Vec::new());
    visit(Machine::Cpu, &mut names);
    names.0
}

struct Check;

impl Visitor for Check {
    fn visit<A, B, const R: usize>(&mut self, name: &'static str, sizes: &[(&str, u64)], ours: &A, by_hand: &B)
    where
        A: IndexMap<usize, R>,
        B: IndexMap<usize, R, Position = A::Position, Preimage = A::Preimage>,
        A::Position: Copy + Debug + PartialEq + Into<Option<usize>>,
        A::Preimage: Copy + Debug + PartialEq + Into<Option<[usize; R]>>,
        Counted: Calls<R>,
    {
        let layout = layout(name, sizes);
        assert_eq!(layout.dims().len(), R, "{name}");
        let dims: [usize; R] = std::array::from_fn(|k| layout.dims()[k] as usize);
        let count: usize = dims.iter().product();
        let evaluated = count.div_ceil(MOST_EVALUATED) | 1;
        for number in 0..count {
            let at = index(number, dims);
            let position = Counted::apply(ours, at);
            assert_eq!(position, Counted::apply(by_hand, at), "{name} at {at:?}");
            if number % evaluated == 0 {
                let meant = layout.apply(&at.map(|i| i as u64)).map(|position| position as usize);
                assert_eq!(position.into(), meant, "{name} at {at:?}");
            }
        }
        for position in 0..layout.span() as usize {
            let at = probes::inv(ours, position);
            assert_eq!(at, probes::inv(by_hand, position), "{name}, the inverse at {position}");
            if position % evaluated == 0 {
                let meant = layout.inv(position as u64).map(|at| std::array::from_fn(|k| at[k] as usize));
                assert_eq!(at.into(), meant, "{name}, the inverse at {position}");
            }
        }
    }
}

/// Compares both sides of every case with each other and with the zoo's chain.
pub(crate) fn check() {
    visit(Machine::Cpu, &mut Check);
    visit(Machine::Gpu, &mut Check);
}
