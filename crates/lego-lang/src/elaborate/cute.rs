//! The elaboration of CuTe's layouts: the order of their strides, and whether they are bijections.

use super::elaborator::Elaborator;
use super::piece::Permuted;
use crate::polynomial::{Polynomial, variable};
use crate::syntax::{Cute as Syntax, Expr, ExprKind, IntTuple, IntTupleKind, Operator};
use crate::text_range::TextRange;
use crate::world::World;
use lego_core::LayoutError;
use lego_core::chain::Scalar;
use lego_core::chain::pieces::{Cute, CuteLeaf};

/// A size and a stride, by their values and as polynomials of the names in them.
pub(super) struct Leaf<V> {
    pub(super) mode: usize,
    pub(super) place: usize,
    pub(super) size: V,
    pub(super) stride: V,
    /// Size and stride as polynomials.
    pub(super) products: Option<[Polynomial; 2]>,
    /// Where the stride stands, and how an error names what it steps over.
    pub(super) range: TextRange,
    pub(super) what: String,
}

impl<'w, W: World + Clone + 'w> Elaborator<'_, W> {
    /// A layout of CuTe's as a piece, if it is a bijection.
    pub(super) fn cute(&mut self, cute: &Syntax, range: TextRange) -> Option<Permuted<'w, W::Value>> {
        let leaves = match cute {
            Syntax::Given(shape, stride) => self.given(shape, stride, range)?,
            #[cfg(feature = "cute")]
            Syntax::Algebra(algebra) => {
                let layout = self.algebra(algebra)?;
                self.computed(&layout, algebra.range)?
            }
        };
        let sizes: Vec<W::Value> = leaves.iter().map(|leaf| leaf.size).collect();
        // Products of sizes are known to fit before they are compared.
        self.countable(&sizes, "Cute", range).then_some(())?;
        let order = self.order(&leaves)?;
        let order = order.into_iter().map(|k| (leaves[k].mode, leaves[k].place)).collect();
        let mut modes: Vec<Vec<CuteLeaf<W::Value>>> = Vec::new();
        for Leaf { place, size, stride, what, .. } in leaves {
            if place == 0 {
                modes.push(Vec::new());
            }
            if let Some(mode) = modes.last_mut() {
                mode.push(CuteLeaf { size, stride, what });
            }
        }
        Some(Box::new(Cute::new(modes, order)))
    }

    /// The leaves of a layout that is written out.
    fn given(&mut self, shape: &IntTuple, stride: &IntTuple, range: TextRange) -> Option<Vec<Leaf<W::Value>>> {
        self.congruent(shape, stride)?;
        let modes: Vec<(&IntTuple, &IntTuple)> = match (&shape.node, &stride.node) {
            (IntTupleKind::Tuple(sizes), IntTupleKind::Tuple(strides)) => sizes.iter().zip(strides).collect(),
            _ => vec![(shape, stride)],
        };
        self.rank("Cute", modes.len(), range)?;
        let pairs: Vec<(usize, usize, &Expr, &Expr)> = modes
            .iter()
            .enumerate()
            .flat_map(|(mode, (sizes, strides))| {
                let leaves = sizes.leaves().into_iter().zip(strides.leaves()).enumerate();
                leaves.map(move |(place, (size, stride))| (mode, place, size, stride))
            })
            .collect();
        // As many as an index may have: a digit each.
        self.rank("Cute with all modes in modes", pairs.len(), range)?;
        let mut atoms = Vec::new();
        let leaves: Vec<Option<Leaf<W::Value>>> = pairs
            .iter()
            .map(|&(mode, place, size, expr)| {
                let (own, stride) = (self.size(size), self.natural(expr, "a stride of Cute"));
                let products = self.product(size, &mut atoms).zip(self.product(expr, &mut atoms)).map(<[_; 2]>::from);
                let what = format!("what stride {} of Cute steps over", self.at(expr.range));
                Some(Leaf { mode, place, size: own?, stride: stride?, products, range: expr.range, what })
            })
            .collect();
        leaves.into_iter().collect()
    }

    /// Whether strides are nested as the sizes are.
    fn congruent(&mut self, shape: &IntTuple, stride: &IntTuple) -> Option<()> {
        let wrong =
            |expected: String| LayoutError::ArgumentKind { what: "Cute".into(), expected: expected.as_str().into() };
        match (&shape.node, &stride.node) {
            (IntTupleKind::Leaf(_), IntTupleKind::Leaf(_)) => Some(()),
            (IntTupleKind::Tuple(sizes), IntTupleKind::Tuple(strides)) if sizes.len() == strides.len() => {
                let congruent: Vec<Option<()>> =
                    sizes.iter().zip(strides).map(|(size, stride)| self.congruent(size, stride)).collect();
                congruent.into_iter().collect()
            }
            (IntTupleKind::Tuple(sizes), _) => {
                let plural = if sizes.len() == 1 { "" } else { "s" };
                let expected = format!("{} stride{plural} in parentheses, one for each size", sizes.len());
                self.error(wrong(expected), stride.range);
                None
            }
            (IntTupleKind::Leaf(_), IntTupleKind::Tuple(_)) => {
                self.error(wrong("one stride for the one size".into()), stride.range);
                None
            }
        }
    }

    /// The leaves from the smallest stride on, by their numbers.
    fn order(&mut self, leaves: &[Leaf<W::Value>]) -> Option<Vec<usize>> {
        let (mut order, mut rest): (Vec<usize>, Vec<usize>) =
            (0..leaves.len()).partition(|&k| leaves[k].size.number() == Some(1));
        let mut below = Some(Polynomial::constant(1));
        while let Some(&first) = rest.first() {
            let is_next = |k: &usize| {
                let products = leaves[*k].products.as_ref().zip(below.as_ref());
                products.is_some_and(|([_, stride], below)| stride == below)
            };
            let next = match rest.iter().position(is_next) {
                Some(next) => next,
                // Where a size is 0 no coordinates meet: what each stride has to be is demanded of it.
                None if leaves.iter().any(|leaf| leaf.size.number() == Some(0)) => 0,
                None if leaves.iter().all(|leaf| numbers(leaf).is_some()) => {
                    return self.no_bijection(leaves, &order, &rest);
                }
                // Of one there is nothing to choose: what it has to be is demanded of it.
                None if rest.len() == 1 => 0,
                None => {
                    let expected = "each stride as a product of sizes, such as 4*M".into();
                    self.error(LayoutError::ArgumentKind { what: "Cute".into(), expected }, leaves[first].range);
                    return None;
                }
            };
            let next = rest.remove(next);
            below = below.zip(leaves[next].products.as_ref()).and_then(|(below, [size, _])| below.times(size).ok());
            order.push(next);
        }
        Some(order)
    }

    /// Says why a layout of numbers is no bijection: two coordinates that meet, or a position that none has.
    fn no_bijection(&mut self, leaves: &[Leaf<W::Value>], order: &[usize], rest: &[usize]) -> Option<Vec<usize>> {
        let known = |k: usize| numbers(&leaves[k]).unwrap_or((1, 0));
        let below = order.iter().fold(1_u64, |below, &k| below.saturating_mul(known(k).0));
        let &least = rest.iter().min_by_key(|&&k| known(k).1)?;
        let (position, range) = (known(least).1, leaves[least].range);
        if position > below {
            let count = (0..leaves.len()).fold(1_u128, |count, k| count.saturating_mul(known(k).0.into()));
            self.error(LayoutError::ModesSkip { position: below.into(), count }, range);
            return None;
        }
        // The leaves in order reach every position below their volume: this one too.
        let mut digits = vec![0; leaves.len()];
        let mut left = position;
        for &k in order {
            let size = known(k).0;
            (digits[k], left) = (left % size, left / size);
        }
        let mut other = vec![0; leaves.len()];
        other[least] = 1;
        let [first, second] = [digits, other].map(|digits| coordinates(leaves, &digits));
        let (first, second) = if first < second { (first, second) } else { (second, first) };
        let text = |index: &[usize]| format!("{index:?}").as_str().into();
        let (first, second) = (text(&first), text(&second));
        self.error(LayoutError::ModesCollide { first, second, position: position.into() }, range);
        None
    }

    /// A size expression as a polynomial of its names; what is no sum of products is an atom by itself.
    fn product<'e>(&self, expr: &'e Expr, atoms: &mut Vec<&'e ExprKind>) -> Option<Polynomial> {
        match &expr.node {
            ExprKind::Integer(number) => Some(Polynomial::constant(*number)),
            ExprKind::Name(name) => match self.parameter(name).and_then(|value| self.world.as_constant(value)) {
                Some(number) => Some(Polynomial::constant(number)),
                None => atom(&expr.node, atoms),
            },
            ExprKind::Binary(operator @ (Operator::Add | Operator::Sub | Operator::Mul | Operator::Div), a, b) => {
                let (x, y) = (self.product(a, atoms)?, self.product(b, atoms)?);
                match operator {
                    Operator::Add => x.plus(&y).ok(),
                    Operator::Sub => x.minus(&y).ok(),
                    Operator::Mul => x.times(&y).ok(),
                    _ => x.exact_quotient(&y).or_else(|| atom(&expr.node, atoms)),
                }
            }
            node => atom(node, atoms),
        }
    }
}

/// The variable that stands for an expression; equal expressions are one.
fn atom<'e>(node: &'e ExprKind, atoms: &mut Vec<&'e ExprKind>) -> Option<Polynomial> {
    let place = atoms.iter().position(|known| *known == node).unwrap_or_else(|| {
        atoms.push(node);
        atoms.len() - 1
    });
    u16::try_from(place).ok().map(variable)
}

/// Size and stride, if both are numbers.
fn numbers<V: Scalar>(leaf: &Leaf<V>) -> Option<(u64, u64)> {
    leaf.size.number().zip(leaf.stride.number())
}

/// The index of digits: those of a mode joined, the first fastest.
fn coordinates<V: Scalar>(leaves: &[Leaf<V>], digits: &[u64]) -> Vec<usize> {
    let mut index: Vec<usize> = Vec::new();
    let mut below = 1;
    for (leaf, digit) in leaves.iter().zip(digits) {
        if leaf.place == 0 {
            index.push(0);
            below = 1;
        }
        if let Some(component) = index.last_mut() {
            *component += (digit * below) as usize;
        }
        below *= leaf.size.number().unwrap_or(1);
    }
    index
}
