//! Values made of sizes alone, and whether they fit the words of a machine that the limits fit.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::{Program, reachable};
use std::collections::HashSet;

/// The nodes that are made of sizes alone, among nodes in an order with operands first.
pub(crate) fn of_sizes_alone(arena: &Arena, order: &[Id]) -> HashSet<Id, FastHash> {
    let mut sizes: HashSet<Id, FastHash> = HashSet::default();
    for &id in order {
        let is_size = match arena.get(id) {
            Node::Variable(number) => matches!(arena.kind_of(number), Kind::Size),
            Node::Call { .. } => false,
            _ => arena.operands(id).iter().all(|operand| sizes.contains(operand)),
        };
        if is_size {
            sizes.insert(id);
        }
    }
    sizes
}

/// Whether a sum of products of one size fits 16, 32 and 64 bits whenever the limits do, as n·(n + 1) fits 32 bits where
/// n·n does.
///
/// Both grow with the size, so that the largest size for which the limits fit decides.
pub(crate) fn fits_with(arena: &Arena, peak: Id, limits: &[Id]) -> bool {
    let roots: Vec<Id> = limits.iter().chain([&peak]).copied().collect();
    let mut size = None;
    let grows = reachable(arena, &roots).into_iter().all(|id| match arena.get(id) {
        Node::Constant(value) => value >= 0,
        Node::Variable(number) => matches!(arena.kind_of(number), Kind::Size) && *size.get_or_insert(number) == number,
        Node::Binary(Op::Add | Op::Mul, ..) => true,
        _ => false,
    });
    if !grows || size.is_none() {
        return false;
    }
    let program = Program::new(arena, &roots);
    [16, 32, 64].into_iter().all(|bits| {
        let most = (1_i128 << bits) - 1;
        let fit = |size: i128| {
            let values = program.run(|_| size);
            let fits = |value: &Option<i128>| value.is_some_and(|value| value <= most);
            [values[..limits.len()].iter().all(fits), values[limits.len()..].iter().all(fits)]
        };
        // By bisection: the limits fit for the size `low`, unless it is 0, and not for `high`.
        let (mut low, mut high) = (0, most + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if fit(middle)[0] {
                low = middle;
            } else {
                high = middle;
            }
        }
        low == 0 || fit(low)[1]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_neighbours_fits_where_the_square_does() {
        let arena = Arena::new();
        let n = arena.variable("n", Kind::Size);
        let m = arena.variable("m", Kind::Size);
        let number = |value| arena.constant(value);
        let times = |a, b| arena.binary(Op::Mul, a, b);
        let plus = |a, b| arena.binary(Op::Add, a, b);
        let square = times(n, n);
        for (peak, fits) in [
            (times(n, plus(n, number(1))), true),
            (times(n, plus(n, number(2))), true),
            (times(n, plus(n, number(3))), false),
            (times(number(4), n), true),
            (times(number(2), square), false),
            (plus(n, m), false),
        ] {
            assert_eq!(fits_with(&arena, peak, &[square]), fits, "{}", crate::emit::expressions::plain(&arena, peak));
        }
    }
}
