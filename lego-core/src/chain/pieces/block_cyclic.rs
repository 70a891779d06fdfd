//! `BlockCyclic`: ScaLAPACK's one-dimensional distribution.

use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Requirement, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "BlockCyclic",
    parameters: Parameters::Exactly(&[Parameter::Size("n"), Parameter::Size("block"), Parameter::Size("procs")]),
    about: "ScaLAPACK's block-cyclic distribution, owner after owner; n a multiple of block·procs",
    position: "with q = i/block: ((q mod procs)·(n/block/procs) + q/procs)·block + i mod block",
    condition: "n a multiple of block·procs",
    example: "BlockCyclic(16, 2, 2)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(BlockCyclic::new(a.size(0)?, a.size(1)?, a.size(2)?)))
}

/// Blocks dealt to owners in turn, then stored owner after owner.
///
/// With q = i / block: ((q mod procs)·(n / block / procs) + q / procs)·block + i mod block.
#[derive(Clone, Debug)]
pub struct BlockCyclic<I> {
    dims: [I; 1],
    block: I,
    procs: I,
}

impl<I: Scalar> BlockCyclic<I> {
    /// n elements in blocks of `block`, dealt to `procs` owners.
    pub fn new(n: I, block: I, procs: I) -> Self {
        Self { dims: [n], block, procs }
    }

    fn rounds(&self) -> I {
        self.dims[0] / self.block / self.procs
    }
}

impl<I: Scalar> Permutation<I> for BlockCyclic<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let q = index[0] / self.block;
        (q % self.procs * self.rounds() + q / self.procs) * self.block + index[0] % self.block
    }

    fn inv(&self, position: I) -> Vec<I> {
        let q = position / self.block;
        let rounds = self.rounds();
        alloc::vec![(q % rounds * self.procs + q / rounds) * self.block + position % self.block]
    }

    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        let [n] = self.dims;
        let mut requirements = alloc::vec![
            (1, None, Requirement::Positive { what: "the block of BlockCyclic".into(), value: self.block }),
            (2, None, Requirement::Positive { what: "procs of BlockCyclic".into(), value: self.procs }),
        ];
        let divides =
            |divisor| Requirement::Divides { what: "n of BlockCyclic by block·procs".into(), value: n, divisor };
        match self.block.product(self.procs) {
            Some(dealt) => requirements.push((0, None, divides(dealt))),
            // A product beyond the index type is more than n: say which factor is too large.
            None if self.block.number() > n.number() => {
                requirements.push((
                    1,
                    None,
                    Requirement::AtMost { what: "the block of BlockCyclic".into(), value: self.block, most: n },
                ));
            }
            None => {
                let most = n / self.block;
                requirements.push((
                    2,
                    None,
                    Requirement::AtMost { what: "procs of BlockCyclic".into(), value: self.procs, most },
                ));
            }
        }
        requirements
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_index_is_where_dealing_puts_it() {
        for (n, block, procs) in [(16, 2, 2), (24, 3, 4), (12, 1, 3), (10, 5, 1), (8, 8, 1)] {
            // Deal blocks to owners, then lay the owners' hands end to end.
            let mut hands = alloc::vec![Vec::new(); procs as usize];
            for i in 0..n {
                hands[(i / block % procs) as usize].push(i);
            }
            let order: Vec<u64> = hands.concat();
            exhaustive(&BlockCyclic::new(n, block, procs), |i| order.iter().position(|&x| x == i[0]).unwrap() as u64);
        }
    }
}
