//! Closures with their names resolved: straight-line code that every world can run.

use super::Elaborator;
use crate::exact::Exact;
use crate::syntax::{Call, Closure, Expr, ExprKind, Operator};
use crate::text_range::TextRange;
use crate::world::{Truth, World};
use lego_core::LayoutError;
use lego_core::chain::Scalar;

/// A step; it uses the results of earlier ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<V> {
    /// A number.
    Constant(i128),
    /// A value of the world.
    Symbol(V),
    /// A component of the input.
    Input(usize),
    /// A condition that is settled.
    Settled(bool),
    /// A number or a condition from two of them.
    Binary(Operator, usize, usize),
    /// A number from two numbers.
    Call(Call, usize, usize),
    /// The opposite of a condition.
    Not(usize),
    /// The second where the first holds, else the third.
    Choose(usize, usize, usize),
}

/// Straight-line code: every step is done, also in a branch that is not taken. A value that does not exist there is not
/// needed.
#[derive(Clone, Debug)]
pub(crate) struct Program<V> {
    pub(crate) nodes: Vec<Node<V>>,
    /// The steps whose results are the value.
    pub(crate) outputs: Vec<usize>,
}

/// The result of a step.
#[derive(Clone, Copy)]
enum Register<V, T> {
    Number(V),
    Condition(T),
}

impl<V: Scalar> Program<V> {
    /// The value in a world.
    pub(crate) fn run<W: World<Value = V>>(&self, world: &W, inputs: &[V]) -> Vec<V> {
        let mut registers: Vec<Register<V, Truth<W>>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let register = step(world, inputs, &registers, node);
            registers.push(register);
        }
        self.outputs.iter().map(|&k| number(world, &registers, k)).collect()
    }
}

/// The number that a step gave. The types of all steps have been checked.
fn number<W: World>(world: &W, registers: &[Register<W::Value, Truth<W>>], k: usize) -> W::Value {
    match registers[k] {
        Register::Number(value) => value,
        Register::Condition(_) => world.constant(0),
    }
}

fn condition<W: World>(world: &W, registers: &[Register<W::Value, Truth<W>>], k: usize) -> Truth<W> {
    match registers[k] {
        Register::Condition(truth) => truth,
        Register::Number(value) => world.compare(crate::syntax::Comparison::NotEqual, value, world.constant(0)),
    }
}

fn step<W: World>(
    world: &W,
    inputs: &[W::Value],
    registers: &[Register<W::Value, Truth<W>>],
    node: &Node<W::Value>,
) -> Register<W::Value, Truth<W>> {
    let number = |k: usize| number(world, registers, k);
    let condition = |k: usize| condition(world, registers, k);
    Register::Number(match *node {
        Node::Constant(value) => world.constant(value),
        Node::Symbol(value) => value,
        Node::Input(k) => inputs[k],
        Node::Settled(holds) => {
            let (zero, one) = (world.constant(0), world.constant(i128::from(holds)));
            return Register::Condition(world.compare(crate::syntax::Comparison::Less, zero, one));
        }
        Node::Binary(operator, a, b) => match operator {
            Operator::Mul => number(a) * number(b),
            Operator::Div => number(a) / number(b),
            Operator::Rem => number(a) % number(b),
            Operator::Add => number(a) + number(b),
            Operator::Sub => number(a) - number(b),
            Operator::Shl => number(a) << number(b),
            Operator::Shr => number(a) >> number(b),
            Operator::BitAnd => number(a) & number(b),
            Operator::BitXor => number(a) ^ number(b),
            Operator::BitOr => world.bit_or(number(a), number(b)),
            Operator::Compare(comparison) => {
                return Register::Condition(world.compare(comparison, number(a), number(b)));
            }
            Operator::And => return Register::Condition(W::Value::both(condition(a), condition(b))),
            Operator::Or => return Register::Condition(world.or(condition(a), condition(b))),
        },
        Node::Call(Call::Min, a, b) => world.minimum(number(a), number(b)),
        Node::Call(Call::Max, a, b) => world.maximum(number(a), number(b)),
        Node::Call(Call::CeilDiv, a, b) => world.ceil_div(number(a), number(b)),
        Node::Not(a) => return Register::Condition(world.not(condition(a))),
        Node::Choose(c, a, b) => W::Value::choose(condition(c), || number(a), || number(b)),
    })
}

/// What an expression is.
#[derive(Clone)]
enum Typed {
    Number(usize),
    Condition(usize),
    Tuple(Vec<usize>),
}

impl Typed {
    fn words(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Condition(_) => "a condition",
            Self::Tuple(_) => "a tuple",
        }
    }
}

/// A closure on its way to a program.
struct Builder<'c, V> {
    nodes: Vec<Node<V>>,
    scope: Vec<(&'c str, Typed)>,
}

impl<W: World + Clone> Elaborator<'_, W> {
    /// Resolves a closure of so many indices that gives a value, or for an inverse a tuple of `rank` values.
    pub(super) fn program(
        &mut self,
        closure: &Closure,
        range: TextRange,
        inputs: usize,
        rank: Option<usize>,
    ) -> Option<Program<W::Value>> {
        let wrong_rank = |what: &str, expected: usize, found: usize| LayoutError::WrongRank {
            what: what.into(),
            expected: expected as u128,
            found: found as u128,
        };
        if closure.parameters.len() != inputs {
            let first = closure.parameters.first().map_or(range, |name| name.range);
            let place = closure.parameters.last().map_or(range, |name| first.to(name.range));
            self.error(wrong_rank("the closure", inputs, closure.parameters.len()), place);
            return None;
        }
        let mut builder = Builder { nodes: Vec::new(), scope: Vec::new() };
        for (k, name) in closure.parameters.iter().enumerate() {
            builder.nodes.push(Node::Input(k));
            builder.scope.push((name, Typed::Number(k)));
        }
        let value = self.typed(&mut builder, &closure.body)?;
        let outputs = match (value, rank) {
            (Typed::Number(value), None | Some(1)) => vec![value],
            (Typed::Tuple(values), Some(rank)) if values.len() == rank => values,
            (Typed::Tuple(values), Some(rank)) => {
                self.error(wrong_rank("the index of the inverse", rank, values.len()), closure.body.range);
                return None;
            }
            (Typed::Number(_), Some(rank)) => {
                self.error(wrong_rank("the index of the inverse", rank, 1), closure.body.range);
                return None;
            }
            (other, _) => return self.wrong_type("a number", &other, closure.body.range),
        };
        Some(Program { nodes: builder.nodes, outputs })
    }

    fn wrong_type<T>(&mut self, expected: &str, found: &Typed, range: TextRange) -> Option<T> {
        self.error(LayoutError::Syntax { expected: expected.into(), found: found.words().into() }, range);
        None
    }

    fn number_node<'c>(&mut self, builder: &mut Builder<'c, W::Value>, expr: &'c Expr) -> Option<usize> {
        match self.typed(builder, expr)? {
            Typed::Number(node) => Some(node),
            other => self.wrong_type("a number", &other, expr.range),
        }
    }

    fn condition_node<'c>(&mut self, builder: &mut Builder<'c, W::Value>, expr: &'c Expr) -> Option<usize> {
        match self.typed(builder, expr)? {
            Typed::Condition(node) => Some(node),
            other => self.wrong_type("a condition", &other, expr.range),
        }
    }

    fn typed<'c>(&mut self, builder: &mut Builder<'c, W::Value>, expr: &'c Expr) -> Option<Typed> {
        Some(match &expr.node {
            ExprKind::Integer(value) => Typed::Number(builder.push(Node::Constant(*value))),
            ExprKind::Name(name) => return self.resolved(builder, name, expr.range),
            ExprKind::Negative(inner) => {
                let zero = builder.push(Node::Constant(0));
                let inner = self.number_node(builder, inner)?;
                Typed::Number(builder.push(Node::Binary(Operator::Sub, zero, inner)))
            }
            ExprKind::Not(inner) => {
                let inner = self.condition_node(builder, inner)?;
                Typed::Condition(builder.push(Node::Not(inner)))
            }
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let (a, b) = (self.condition_node(builder, left), self.condition_node(builder, right));
                Typed::Condition(builder.push(Node::Binary(*operator, a?, b?)))
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.number_node(builder, left), self.number_node(builder, right));
                let node = builder.push(Node::Binary(*operator, a?, b?));
                if matches!(operator, Operator::Compare(_)) { Typed::Condition(node) } else { Typed::Number(node) }
            }
            ExprKind::Call(call, left, right) => {
                let (a, b) = (self.number_node(builder, left), self.number_node(builder, right));
                Typed::Number(builder.push(Node::Call(*call, a?, b?)))
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.condition_node(builder, condition);
                let (then_value, else_value) = (self.typed(builder, then), self.typed(builder, otherwise));
                let (condition, then_value, else_value) = (condition?, then_value?, else_value?);
                match (then_value, else_value) {
                    (Typed::Number(a), Typed::Number(b)) => Typed::Number(builder.choose(condition, a, b)),
                    (Typed::Tuple(a), Typed::Tuple(b)) if a.len() == b.len() => {
                        Typed::Tuple(a.into_iter().zip(b).map(|(a, b)| builder.choose(condition, a, b)).collect())
                    }
                    (Typed::Condition(a), Typed::Condition(b)) => {
                        // c && a || !c && b
                        let not = builder.push(Node::Not(condition));
                        let one = builder.push(Node::Binary(Operator::And, condition, a));
                        let other = builder.push(Node::Binary(Operator::And, not, b));
                        Typed::Condition(builder.push(Node::Binary(Operator::Or, one, other)))
                    }
                    (first, second) => return self.wrong_type(first.words(), &second, otherwise.range),
                }
            }
            ExprKind::Block(lets, value) => {
                let outside = builder.scope.len();
                for binding in lets {
                    let bound = self.typed(builder, &binding.value)?;
                    builder.scope.push((&binding.name.node, bound));
                }
                let value = self.typed(builder, value);
                builder.scope.truncate(outside);
                value?
            }
            ExprKind::Tuple(parts) => {
                let parts: Vec<Option<usize>> = parts.iter().map(|part| self.number_node(builder, part)).collect();
                Typed::Tuple(parts.into_iter().collect::<Option<_>>()?)
            }
        })
    }

    fn resolved(&mut self, builder: &mut Builder<'_, W::Value>, name: &str, range: TextRange) -> Option<Typed> {
        if let Some((_, bound)) = builder.scope.iter().rev().find(|(bound, _)| *bound == name) {
            return Some(bound.clone());
        }
        let Some(value) = self.world.parameter(name) else {
            let error = self.world.unknown(name);
            self.error(error, range);
            return None;
        };
        let node = self.world.as_constant(value).map_or(Node::Symbol(value), Node::Constant);
        Some(Typed::Number(builder.push(node)))
    }
}

impl<V> Builder<'_, V> {
    /// Adds a step, done at once where its inputs are numbers.
    fn push(&mut self, node: Node<V>) -> usize {
        self.nodes.push(self.folded(&node).unwrap_or(node));
        self.nodes.len() - 1
    }

    fn choose(&mut self, condition: usize, then: usize, otherwise: usize) -> usize {
        match self.nodes[condition] {
            Node::Settled(true) => then,
            Node::Settled(false) => otherwise,
            _ => self.push(Node::Choose(condition, then, otherwise)),
        }
    }

    fn folded(&self, node: &Node<V>) -> Option<Node<V>> {
        let number = |k: usize| match self.nodes[k] {
            Node::Constant(value) => Some(Exact::from(value)),
            _ => None,
        };
        let value = match *node {
            Node::Binary(operator, a, b) => {
                let (a, b) = (number(a)?, number(b)?);
                match operator {
                    Operator::Mul => a * b,
                    Operator::Div => a / b,
                    Operator::Rem => a % b,
                    Operator::Add => a + b,
                    Operator::Sub => a - b,
                    Operator::Shl => a << b,
                    Operator::Shr => a >> b,
                    Operator::BitAnd => a & b,
                    Operator::BitXor => a ^ b,
                    Operator::BitOr => a.bit_or(b),
                    Operator::Compare(comparison) => return a.compare(comparison, b).ok().map(Node::Settled),
                    Operator::And | Operator::Or => return None,
                }
            }
            Node::Call(call, a, b) => {
                let (a, b) = (number(a)?, number(b)?);
                match call {
                    Call::Min => a.smaller(b),
                    Call::Max => Exact::choose(a.less(b), || b, || a),
                    Call::CeilDiv => a.ceil_div(b),
                }
            }
            _ => return None,
        };
        value.value().ok().map(Node::Constant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bijection::Code;
    use crate::diagnostic::Errors;
    use crate::syntax::arbitrary;
    use crate::text_range::Located;
    use crate::world::Numbers;
    use proptest::prelude::*;

    /// The closure of a text on i and j, or of a tree.
    fn program(body: Expr) -> Option<Program<Exact>> {
        let name = |name: &str| Located::new(name.to_owned(), TextRange::default());
        let closure = Closure { parameters: vec![name("i"), name("j")], body };
        let world: Numbers = ["M", "N", "p", "min", "crate::B", "Self::N", "r#type", "größe", "_x"]
            .map(|name| (name.to_owned(), 5))
            .into_iter()
            .collect();
        Elaborator::new("", world, Errors::default()).program(&closure, TextRange::default(), 2, None)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

        #[test]
        fn registers_agree_with_exact_integers(body in arbitrary::expression(), i in 0..70_i64, j in 0..70_i64) {
            if let Some(program) = program(body) {
                let inputs = [i, j].map(|input| Exact::from(i128::from(input)));
                let exact = program.run(&Numbers::default(), &inputs)[0].value();
                let mut output = [0];
                let result = Code::new(&program).unwrap().run(&[i, j], &mut output);
                prop_assert_eq!(result.map(|()| output[0]), exact);
            }
        }
    }
}
