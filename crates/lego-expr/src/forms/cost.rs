//! The costs by which forms are compared.
//!
//! A form is chosen by what a machine pays for it, or by the number of its operations. What a machine pays is a table,
//! [`Weights`], in units of an addition; each number has its reason beside it.

use crate::graph::arena::Arena;
use crate::graph::node::{Comparison, Id, Node, Op};
use crate::graph::program::reachable;

/// What forms are compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cost {
    /// The operations; of forms with equally many, the one with the cheaper divisions.
    #[default]
    Operations,
    /// What a CPU pays; of forms that cost the same, the operations.
    Cpu,
    /// What a GPU pays; of forms that cost the same, the operations.
    Gpu,
}

/// What a processor pays for each operation, in units of an addition.
///
/// | operation | [`CPU`] | [`GPU`] | why |
/// |---|--:|--:|---|
/// | `+ - & \| ^`, comparison | 1 | 1 | one instruction |
/// | `<< >>`, and `* / %` by a power of two | 1 | 1 | a shift or a mask |
/// | `*` | 3 | 1 | CPU: three to four cycles, and for 64 bits no vector instruction before AVX-512; GPU: as fast as an addition |
/// | `*` by 2^k ± 1 | 2 | 1 | CPU: a shift and a sum |
/// | a product that only a sum uses | | 0 | `IMAD` and `LEA` add for nothing; a CPU's `lea` is too narrow to count on |
/// | `/` by another number | 5 | 3 | the upper half of a product and a shift |
/// | `%` by another number | 9 | 4 | the quotient, a product, a difference |
/// | `/`, `%` by a symbol | 24 | 16 | CPU: a division takes that many cycles; GPU: that many instructions |
/// | `%` beside `/` of the same operands | 4, by a symbol 1 | 1 | compilers keep the quotient; a CPU's division gives both |
/// | choice | 1 | 1 | a conditional move, `SEL`: a choice of two values is no jump |
/// | minimum, maximum | 2 | 1 | CPU: a comparison and a move; GPU: `IMNMX` |
/// | square root | 76 | 20 | CPU: a loop, measured for 64 bits; GPU: `sqrt.rn.f32` and what it takes to get there and back |
/// | a number above 2^32 that masks or is added | 1 | | x86-64: a `movabs`; once, however often it is used. A GPU has 32 bits |
/// | a function of the user's | 8 | 8 | not known |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// `+ - & | ^` and a comparison.
    pub add: u32,
    /// A shift, and a product, a quotient or a remainder by a power of two.
    pub shift: u32,
    /// Another product.
    pub multiply: u32,
    /// A product by 2^k ± 1.
    pub multiply_near_power: u32,
    /// Whether a product costs nothing where only a sum uses it.
    pub fuses: bool,
    /// A quotient by a number that is no power of two.
    pub divide: u32,
    /// A remainder by such a number.
    pub remainder: u32,
    /// A remainder by such a number beside the quotient.
    pub remainder_beside: u32,
    /// A quotient or a remainder by a symbol.
    pub divide_by_symbol: u32,
    /// A remainder by a symbol beside the quotient.
    pub remainder_beside_by_symbol: u32,
    /// `if c { a } else { b }`, the comparison not counted.
    pub choose: u32,
    /// A minimum or a maximum.
    pub minimum: u32,
    /// An integer square root.
    pub isqrt: u32,
    /// The entry of a list at a place.
    pub look_up: u32,
    /// A number above 2^32 that is no operand of a shift or a product, once.
    pub long_number: u32,
    /// A function of the user's.
    pub call: u32,
}

/// A CPU on integers of 64 bits.
///
/// Cycles of dependent operations, measured on a Xeon with AVX-512: addition and shift 1, product 4, quotient by 1000003 10,
/// remainder 17, division by a variable 24, comparison and conditional move 2, square root 76. In a loop over 4,096
/// independent indices `x % 64 + 4096 * (x / 64)` takes 0.17 ns each, `x + 4032 * (x / 64)` 0.32 and `x + 63 * (x / 64)` 0.17;
/// with AVX-512 the first two take 0.18 and 0.20.
pub const CPU: Weights = Weights {
    add: 1,
    shift: 1,
    multiply: 3,
    multiply_near_power: 2,
    fuses: false,
    divide: 5,
    remainder: 9,
    remainder_beside: 4,
    divide_by_symbol: 24,
    remainder_beside_by_symbol: 1,
    choose: 1,
    minimum: 2,
    isqrt: 76,
    look_up: 5,
    long_number: 1,
    call: 8,
};

/// A GPU on integers of 32 bits.
///
/// Instructions that `ptxas` writes for sm_90: a product and a sum of it 1, a division by a variable 9 and about 8 more the
/// first time, its remainder beside it at most 3. LLVM writes a quotient by a number as `mul.hi` and a shift.
pub const GPU: Weights = Weights {
    add: 1,
    shift: 1,
    multiply: 1,
    multiply_near_power: 1,
    fuses: true,
    divide: 3,
    remainder: 4,
    remainder_beside: 1,
    divide_by_symbol: 16,
    remainder_beside_by_symbol: 1,
    choose: 1,
    minimum: 1,
    isqrt: 20,
    look_up: 8,
    long_number: 0,
    call: 8,
};

/// No machine: every operation costs one, but a division by what is no power of two costs more, so that of forms with equally
/// many operations the one with the cheaper divisions is chosen.
pub const EVEN: Weights = Weights {
    add: 1,
    shift: 1,
    multiply: 1,
    multiply_near_power: 1,
    fuses: false,
    divide: 3,
    remainder: 4,
    remainder_beside: 2,
    divide_by_symbol: 16,
    remainder_beside_by_symbol: 2,
    choose: 1,
    minimum: 2,
    isqrt: 20,
    look_up: 1,
    long_number: 0,
    call: 8,
};

/// The number of operators, comparisons and branches; a shared subexpression counts once.
///
/// A minimum or maximum counts as what it is printed as: a comparison and a branch.
#[must_use]
pub fn operations(arena: &Arena, roots: &[Id]) -> usize {
    operations_of(arena, &reachable(arena, roots))
}

fn operations_of(arena: &Arena, nodes: &[Id]) -> usize {
    nodes
        .iter()
        .map(|&id| match arena.get(id) {
            Node::Constant(_) | Node::Variable(_) | Node::Within(..) => 0,
            Node::Binary(Op::Min | Op::Max, ..) => 2,
            Node::Binary(..) | Node::Compare(..) | Node::Choose(..) => 1,
            Node::Isqrt(_) | Node::LookUp(..) | Node::Call { .. } => 1,
        })
        .sum()
}

/// What a processor pays for some expressions together; a shared subexpression counts once.
#[must_use]
pub fn weight(arena: &Arena, roots: &[Id], weights: &Weights) -> u64 {
    weight_of(arena, roots, &reachable(arena, roots), weights)
}

fn is_power_of_two(number: i128) -> bool {
    number > 0 && number & (number - 1) == 0
}

fn is_near_power_of_two(number: i128) -> bool {
    [number.checked_sub(1), number.checked_add(1)].into_iter().flatten().any(is_power_of_two)
}

fn weight_of(arena: &Arena, roots: &[Id], nodes: &[Id], weights: &Weights) -> u64 {
    let is_reachable = |node: &Node| arena.find(node).is_some_and(|id| nodes.binary_search(&id).is_ok());
    let weight = |&id: &Id| match arena.get(id) {
        Node::Constant(_) | Node::Variable(_) | Node::Within(..) => 0,
        Node::Binary(op @ (Op::Div | Op::Rem), a, b) => {
            let beside = || op == Op::Rem && is_reachable(&Node::Binary(Op::Div, a, b));
            match arena.number(b) {
                Some(number) if is_power_of_two(number) => weights.shift,
                Some(_) if beside() => weights.remainder_beside,
                Some(_) if op == Op::Div => weights.divide,
                Some(_) => weights.remainder,
                None if beside() => weights.remainder_beside_by_symbol,
                None => weights.divide_by_symbol,
            }
        }
        Node::Binary(Op::Mul, a, b) => match arena.number(a).or_else(|| arena.number(b)) {
            Some(number) if is_power_of_two(number) => weights.shift,
            Some(number) if is_near_power_of_two(number) => weights.multiply_near_power,
            _ => weights.multiply,
        },
        Node::Binary(Op::Shl | Op::Shr, ..) => weights.shift,
        Node::Binary(Op::Min | Op::Max, ..) => weights.minimum,
        Node::Binary(..) | Node::Compare(..) => weights.add,
        // A minimum that is written as a choice; its comparison is counted by itself.
        Node::Choose(c, a, b) if is_minimum(arena, c, a, b) => weights.minimum.saturating_sub(weights.add),
        // The minimum of x and x - d, where the second wraps around below zero.
        Node::Choose(c, a, b) if is_reduction(arena, c, a, b) => weights.minimum.saturating_sub(weights.add),
        Node::Choose(..) => weights.choose,
        Node::Isqrt(_) => weights.isqrt,
        Node::LookUp(..) => weights.look_up,
        Node::Call { .. } => weights.call,
    };
    let mut sum: u64 = nodes.iter().map(|id| u64::from(weight(id))).sum();
    if weights.long_number > 0 {
        sum += u64::from(weights.long_number) * long_numbers(arena, nodes);
    }
    if weights.fuses { sum - fused(arena, roots, nodes, &weight) } else { sum }
}

/// The number of different numbers above 2^32 that instructions on integers cannot have in themselves.
fn long_numbers(arena: &Arena, nodes: &[Id]) -> u64 {
    let is_long = |&id: &Id| arena.number(id).is_some_and(|number| number > u32::MAX.into());
    let mut long: Vec<Id> = nodes
        .iter()
        .filter_map(|&id| match arena.get(id) {
            Node::Binary(Op::And | Op::Or | Op::Xor | Op::Add | Op::Sub, a, b) => [a, b].into_iter().find(is_long),
            _ => None,
        })
        .collect();
    long.sort_unstable();
    long.dedup();
    long.len() as u64
}

/// Whether `if c { a } else { b }` is a minimum or a maximum.
fn is_minimum(arena: &Arena, c: Id, a: Id, b: Id) -> bool {
    matches!(arena.get(c), Node::Compare(_, x, y) if (x, y) == (a, b) || (y, x) == (a, b))
}

/// Whether a choice is `if x < d { x } else { x - d }`.
fn is_reduction(arena: &Arena, c: Id, a: Id, b: Id) -> bool {
    matches!(arena.get(c), Node::Compare(Comparison::Less, x, d)
        if x == a && matches!(arena.get(b), Node::Binary(Op::Sub, minuend, part) if (minuend, part) == (x, d)))
}

/// The weight of the products that cost nothing, because only a sum uses them: one product for each `+` of the sum, in
/// whatever order it is added up.
fn fused(arena: &Arena, roots: &[Id], nodes: &[Id], weight: &dyn Fn(&Id) -> u32) -> u64 {
    let most = nodes.last().map_or(0, |id| id.0 as usize + 1);
    let mut uses = vec![0_u32; most];
    for &root in roots {
        uses[root.0 as usize] += 1;
    }
    for &id in nodes {
        for &operand in arena.operands(id).iter() {
            uses[operand.0 as usize] += 1;
        }
    }
    // For each addition the number of the sum that it belongs to, from 1. Sums are seen before the additions within them.
    let mut belongs = vec![0_u32; most];
    let mut sums: Vec<(usize, Vec<u32>)> = Vec::new();
    for &id in nodes.iter().rev() {
        let Node::Binary(Op::Add | Op::Sub, a, b) = arena.get(id) else { continue };
        let mut own = belongs[id.0 as usize];
        if own == 0 {
            sums.push((0, Vec::new()));
            own = sums.len() as u32;
        }
        let (additions, products) = &mut sums[own as usize - 1];
        *additions += 1;
        for part in [a, b] {
            if uses[part.0 as usize] == 1 {
                match arena.get(part) {
                    Node::Binary(Op::Add | Op::Sub, ..) => belongs[part.0 as usize] = own,
                    Node::Binary(Op::Mul, ..) => products.push(weight(&part)),
                    _ => {}
                }
            }
        }
    }
    let saved = |(additions, mut products): (usize, Vec<u32>)| -> u64 {
        products.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
        products.iter().take(additions).map(|&weight| u64::from(weight)).sum()
    };
    sums.into_iter().map(saved).sum()
}

/// More than any form weighs.
const MOST: u64 = 1 << 32;

impl Cost {
    /// The table of what the machine pays.
    #[must_use]
    pub fn weights(self) -> &'static Weights {
        match self {
            Self::Operations => &EVEN,
            Self::Cpu => &CPU,
            Self::Gpu => &GPU,
        }
    }

    /// What some expressions cost together. The number means something only in comparison with others of the same cost.
    #[must_use]
    pub fn price(self, arena: &Arena, roots: &[Id]) -> u64 {
        let nodes = reachable(arena, roots);
        let operations = (operations_of(arena, &nodes) as u64).min(MOST - 1);
        let weight = weight_of(arena, roots, &nodes, self.weights()).min(MOST - 1);
        match self {
            Self::Operations => operations * MOST + weight,
            Self::Cpu | Self::Gpu => weight * MOST + operations,
        }
    }

    /// The largest number that the machine computes with at the cost of its table; `None` where no machine is meant.
    #[must_use]
    pub fn word(self) -> Option<u128> {
        match self {
            Self::Operations => None,
            Self::Cpu => Some(u64::MAX.into()),
            Self::Gpu => Some(u32::MAX.into()),
        }
    }

    /// The cost in integers of two words of what costs so much in words.
    ///
    /// Sums take twice the instructions, products four times, and divisions are calls: on an sm_90 a quotient of 64 bits by a
    /// variable takes about 70 instructions where one of 32 bits takes 17.
    #[must_use]
    pub fn wide(self, cost: u64) -> u64 {
        (cost / MOST).saturating_mul(4).min(MOST - 1) * MOST + cost % MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn weights_are_those_of_the_tables() {
        let arena = Arena::new();
        let number = |value| arena.constant(value);
        let [x, y] = ["x", "y"].map(|name| arena.variable(name, Kind::Index { extent: number(1000) }));
        let quotient = arena.binary(Op::Div, x, number(13));
        let remainder = arena.binary(Op::Rem, x, number(13));
        let scaled = arena.binary(Op::Mul, x, number(13));
        let shifted = arena.binary(Op::Mul, x, number(8));
        let sum = |a| arena.binary(Op::Add, a, y);
        for (roots, cpu, gpu) in [
            (vec![sum(x)], 1, 1),
            (vec![scaled], 3, 1),
            (vec![sum(scaled)], 4, 1),
            (vec![sum(scaled), scaled], 4, 2),
            (vec![sum(shifted)], 2, 1),
            (vec![arena.binary(Op::Mul, x, number(63))], 2, 1),
            (vec![arena.binary(Op::Sub, y, shifted)], 2, 1),
            (vec![sum(arena.binary(Op::Add, scaled, shifted))], 6, 2),
            (vec![arena.binary(Op::Add, sum(scaled), shifted)], 6, 2),
            (vec![arena.binary(Op::Rem, x, number(16))], 1, 1),
            (vec![quotient], 5, 3),
            (vec![remainder], 9, 4),
            (vec![quotient, remainder], 9, 4),
            (vec![arena.binary(Op::Div, x, y)], 24, 16),
            (vec![arena.binary(Op::Div, x, y), arena.binary(Op::Rem, x, y)], 25, 17),
            (vec![arena.binary(Op::Min, x, y)], 2, 1),
            (vec![arena.choose(arena.compare(crate::Comparison::Less, x, y), x, y)], 2, 1),
            (vec![arena.choose(arena.compare(crate::Comparison::Less, x, y), y, scaled)], 5, 3),
        ] {
            assert_eq!((weight(&arena, &roots, &CPU), weight(&arena, &roots, &GPU)), (cpu, gpu), "{roots:?}");
        }
    }

    #[test]
    fn operations_come_first_where_they_are_asked_for() {
        let arena = Arena::new();
        let x = arena.variable("x", Kind::Index { extent: arena.constant(1000) });
        let whole = arena.binary(Op::Div, x, arena.constant(64));
        // x % 64 + 4096·(x / 64) and x + 4032·(x / 64)
        let rest = arena.binary(Op::Rem, x, arena.constant(64));
        let plain = arena.binary(Op::Add, arena.binary(Op::Mul, arena.constant(4096), whole), rest);
        let merged = arena.binary(Op::Add, arena.binary(Op::Mul, arena.constant(4032), whole), x);
        for (cost, merged_is_cheaper) in [(Cost::Operations, true), (Cost::Cpu, false), (Cost::Gpu, true)] {
            assert_eq!(cost.price(&arena, &[merged]) < cost.price(&arena, &[plain]), merged_is_cheaper, "{cost:?}");
        }
    }
}
