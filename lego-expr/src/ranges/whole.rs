//! What is no larger than a layout's size, without looking at how it is computed.

use crate::graph::arena::Arena;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::{Program, reachable};
use crate::ranges::range::Range;

/// What some values are made of and is therefore no larger.
///
/// Law: of natural numbers, a and b are at most a + b and at most a | b; a is at most a·b where b is at least 1, and at most
/// a << b. So if a value is below a size, so is every part of it that is reached by these alone. A branch of a choice is not,
/// since it may be computed where it is not the value.
pub(crate) struct Whole(Vec<bool>);

impl Whole {
    /// Looks at nodes, operands before what they are operands of.
    pub(crate) fn new(arena: &Arena, order: &[Id], values: &[Id], range: &dyn Fn(Id) -> Range) -> Self {
        let mut whole = vec![false; order.last().map_or(0, |id| id.0 as usize + 1)];
        for value in values {
            whole[value.0 as usize] = true;
        }
        let least = |id: Id| range(id).low;
        for &id in order.iter().rev() {
            if !whole[id.0 as usize] {
                continue;
            }
            match arena.get(id) {
                Node::Binary(Op::Add | Op::Or, a, b) => {
                    whole[a.0 as usize] |= least(b) >= 0;
                    whole[b.0 as usize] |= least(a) >= 0;
                }
                Node::Binary(Op::Mul, a, b) => {
                    whole[a.0 as usize] |= least(a) >= 0 && least(b) >= 1;
                    whole[b.0 as usize] |= least(b) >= 0 && least(a) >= 1;
                }
                Node::Binary(Op::Shl, a, _) => whole[a.0 as usize] |= least(a) >= 0,
                Node::Within(a, _) => whole[a.0 as usize] = true,
                _ => {}
            }
        }
        Self(whole)
    }

    /// Whether a node is no larger than one of the values.
    pub(crate) fn has(&self, id: Id) -> bool {
        self.0[id.0 as usize]
    }
}

/// Whether a value is made of sizes alone.
pub(crate) fn is_of_sizes(arena: &Arena, id: Id) -> bool {
    reachable(arena, &[id]).into_iter().all(|part| match arena.get(part) {
        Node::Variable(number) => matches!(arena.kind_of(number), Kind::Size),
        Node::Call { .. } => false,
        _ => true,
    })
}

/// Whether a sum of products of one size fits every word of a machine that the limits fit, as n·(n + 1) fits 32 bits where
/// n·n does.
///
/// Both grow with the size, so that the largest size with which the limits fit decides.
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
        // The limits fit with `low`, or with no size; with `high` they do not.
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
