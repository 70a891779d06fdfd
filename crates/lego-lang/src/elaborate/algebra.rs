//! The evaluation of CuTe's algebra in a text: `Cute(composition(A, (4, 3):(3, 1)))`, of numbers and of layouts declared before.

use super::cute::Leaf;
use super::elaborator::Elaborator;
use super::scope::Scope;
use crate::declaration::Declaration;
use crate::diagnostic::Errors;
use crate::polynomial::Polynomial;
use crate::syntax::{Algebra, Cute, IntTuple, IntTupleKind, Piece, Stage};
use crate::text_range::{Located, TextRange};
use crate::world::World;
use lego_algebra::cute::Layout;
use lego_algebra::expression::{Node, Syntax, Value, evaluate_syntax};
use lego_core::LayoutError;

/// What a number of the algebra has to be.
const KNOWN: &str = "a number known here, such as 3 or a const";

impl<W: World + Clone> Elaborator<'_, W> {
    /// The layout that an expression gives.
    pub(super) fn algebra(&mut self, algebra: &Algebra) -> Option<Layout> {
        let mut root = algebra.root.clone();
        self.replace_names(&mut root, algebra)?;
        let wrong = match evaluate_syntax(&root, &|_| None).map(Value::plain) {
            Ok(Value::Layout(layout)) if layout.is_empty() => {
                (LayoutError::algebra("an extent of the layout is 0; here sizes start at 1"), algebra.range)
            }
            Ok(Value::Layout(layout)) => return Some(layout),
            Ok(Value::Composed(_)) => {
                let words = "this is a swizzle after a layout; write OrderBy(Swizzle(b, m, s)).OrderBy(Cute(…))";
                (LayoutError::algebra(words), algebra.range)
            }
            Ok(other) => {
                (LayoutError::algebra(&format!("a layout is needed, and this is {}", other.kind())), algebra.range)
            }
            Err(fault) => {
                let order = if fault.of_modes { "; CuTe's first mode is the fastest" } else { "" };
                let words = format!("{}{order}", fault.message);
                (LayoutError::algebra(&words), algebra.place(fault.start, fault.end))
            }
        };
        self.error(wrong.0, wrong.1);
        None
    }

    /// The leaves of a layout that the algebra gives; all of them stand where the expression does.
    pub(super) fn computed(&mut self, layout: &Layout, range: TextRange) -> Option<Vec<Leaf<W::Value>>> {
        let modes: Vec<Layout> = match layout.profile().is_leaf() {
            true => vec![*layout],
            false => (0..layout.rank()).filter_map(|mode| layout.mode(mode)).collect(),
        };
        let mut leaves = Vec::new();
        for (mode, part) in modes.iter().enumerate() {
            let (sizes, strides) = (part.shape(), part.stride());
            for (place, (&size, &stride)) in sizes.leaves().iter().zip(strides.leaves()).enumerate() {
                if stride < 0 {
                    let words = format!("no bijection: {layout} has a stride below zero");
                    self.error(LayoutError::algebra(&words), range);
                    return None;
                }
                let [size, stride] = [size, stride].map(i128::from);
                leaves.push(Leaf {
                    mode,
                    place,
                    size: self.world.constant(size),
                    stride: self.world.constant(stride),
                    products: Some([size, stride].map(Polynomial::constant)),
                    range,
                    what: format!("what stride {stride} of {layout} steps over"),
                });
            }
        }
        Some(leaves)
    }

    /// Puts numbers and layouts in the places of their names.
    fn replace_names(&mut self, root: &mut Node, algebra: &Algebra) -> Option<()> {
        let names: Vec<String> = root.names().into_iter().map(str::to_owned).collect();
        let mut open = vec![root];
        let mut found = Some(());
        while let Some(node) = open.pop() {
            let place = algebra.place(node.start, node.end);
            if let Syntax::Name(name) = &node.syntax {
                let syntax = match algebra.layouts.iter().find(|layout| layout.name() == name) {
                    Some(layout) => self.declared(layout, place),
                    None if names.contains(name) => self.number_of(name, place).map(Syntax::Number),
                    // A word of the algebra, such as LayoutRight.
                    None => continue,
                };
                match syntax {
                    Some(syntax) => node.syntax = syntax,
                    None => found = None,
                }
                continue;
            }
            match &mut node.syntax {
                Syntax::Number(_) | Syntax::Keep | Syntax::Name(_) => {}
                Syntax::Tuple(parts) | Syntax::Tiler(parts) | Syntax::Call { arguments: parts, .. } => {
                    open.extend(parts.iter_mut().rev());
                }
                Syntax::Layout(one, two) | Syntax::Composition(one, two) | Syntax::Arithmetic(_, one, two) => {
                    open.extend([&mut **two, &mut **one]);
                }
                Syntax::Negative(one) => open.push(one),
            }
        }
        found
    }

    fn number_of(&mut self, name: &str, place: TextRange) -> Option<i64> {
        let error = match self.parameter(name) {
            None => self.world.unknown(name),
            Some(value) => match self.world.as_constant(value).map(i64::try_from) {
                Some(Ok(number)) => return Some(number),
                Some(Err(_)) => LayoutError::Overflow { what: name.into(), bits: 63 },
                None => LayoutError::ArgumentKind { what: "CuTe's algebra".into(), expected: KNOWN.into() },
            },
        };
        self.error(error, place);
        None
    }

    /// A layout that is declared as one of CuTe's.
    fn declared(&mut self, declaration: &Declaration, place: TextRange) -> Option<Syntax> {
        let layout = declaration.reading.partial();
        let cute = match layout.stages.as_slice() {
            [Located { node: Stage::Piece(Located { node: Piece::Cute(cute), .. }), .. }]
                if declaration.parameters.is_empty() =>
            {
                cute
            }
            _ => {
                let help = "it is no Cute(…) without parameters";
                self.error(LayoutError::Misplaced { what: declaration.name().into(), help: help.into() }, place);
                return None;
            }
        };
        let mut inner = Elaborator::new(declaration.reading.text(), self.world.clone(), Errors::default());
        inner.scope = Some(Scope::new(declaration, Vec::new(), Vec::new()));
        let syntax = match cute {
            Cute::Given(shape, stride) => inner
                .numbers(shape)
                .zip(inner.numbers(stride))
                .map(|(shape, stride)| Syntax::Layout(Box::new(shape), Box::new(stride))),
            Cute::Algebra(algebra) => inner.algebra(algebra).map(|layout| Node::from(&layout).syntax),
        };
        for diagnostic in inner.errors.into_vec() {
            self.error(diagnostic.error, place);
        }
        syntax
    }

    /// A tuple of known numbers, as the algebra has it.
    fn numbers(&mut self, tuple: &IntTuple) -> Option<Node> {
        let syntax = match &tuple.node {
            IntTupleKind::Leaf(leaf) => match i64::try_from(self.literal(leaf, "CuTe's algebra", KNOWN)?) {
                Ok(number) => Syntax::Number(number),
                Err(_) => {
                    self.error(
                        LayoutError::Overflow { what: self.at(leaf.range).as_str().into(), bits: 63 },
                        leaf.range,
                    );
                    return None;
                }
            },
            IntTupleKind::Tuple(modes) => {
                let modes: Vec<Option<Node>> = modes.iter().map(|mode| self.numbers(mode)).collect();
                Syntax::Tuple(modes.into_iter().collect::<Option<Vec<_>>>()?)
            }
        };
        Some(Node { start: tuple.range.start, end: tuple.range.end, syntax })
    }
}
