//! Routines: closures with their names resolved, as straight-line code that every world can run.

use super::bounds::Bounds;
use super::elaborator::Elaborator;
use crate::exact::Exact;
use crate::syntax::{Call, Closure, Expr, ExprKind, Operator};
use crate::text_range::TextRange;
use crate::world::{Truth, World};
use lego_core::LayoutError;
use lego_core::chain::Scalar;

/// A step; it uses the results of earlier ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instruction<V> {
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

/// Straight-line code on registers, one for each instruction: every one is done, also in a branch that is not taken. A value that does not exist there is not
/// needed.
#[derive(Clone, Debug)]
pub(crate) struct Routine<V> {
    pub(crate) instructions: Vec<Instruction<V>>,
    /// The steps whose results are the value.
    pub(crate) outputs: Vec<usize>,
}

/// The result of a step.
#[derive(Clone, Copy)]
enum Register<V, T> {
    Number(V),
    Condition(T),
}

impl<V: Copy> Routine<V> {
    /// The steps that a register needs, with it as the only output; `None` where it depends on an input.
    pub(crate) fn part(&self, register: usize) -> Option<Self> {
        let mut is_needed = vec![false; register + 1];
        is_needed[register] = true;
        for k in (0..=register).rev() {
            if !is_needed[k] {
                continue;
            }
            match self.instructions[k] {
                Instruction::Input(_) => return None,
                Instruction::Constant(_) | Instruction::Symbol(_) | Instruction::Settled(_) => {}
                Instruction::Binary(_, a, b) | Instruction::Call(_, a, b) => {
                    (is_needed[a], is_needed[b]) = (true, true);
                }
                Instruction::Not(a) => is_needed[a] = true,
                Instruction::Choose(c, a, b) => {
                    (is_needed[c], is_needed[a], is_needed[b]) = (true, true, true);
                }
            }
        }
        let mut places = vec![0; register + 1];
        let mut instructions = Vec::new();
        for k in (0..=register).filter(|&k| is_needed[k]) {
            places[k] = instructions.len();
            instructions.push(match self.instructions[k] {
                Instruction::Binary(operator, a, b) => Instruction::Binary(operator, places[a], places[b]),
                Instruction::Call(call, a, b) => Instruction::Call(call, places[a], places[b]),
                Instruction::Not(a) => Instruction::Not(places[a]),
                Instruction::Choose(c, a, b) => Instruction::Choose(places[c], places[a], places[b]),
                other => other,
            });
        }
        Some(Self { outputs: vec![places[register]], instructions })
    }
}

impl<V: Scalar> Routine<V> {
    /// The value in a world.
    pub(crate) fn run<W: World<Value = V>>(&self, world: &W, inputs: &[V]) -> Vec<V> {
        let mut registers: Vec<Register<V, Truth<W>>> = Vec::with_capacity(self.instructions.len());
        for node in &self.instructions {
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
    node: &Instruction<W::Value>,
) -> Register<W::Value, Truth<W>> {
    let number = |k: usize| number(world, registers, k);
    let condition = |k: usize| condition(world, registers, k);
    Register::Number(match *node {
        Instruction::Constant(value) => world.constant(value),
        Instruction::Symbol(value) => value,
        Instruction::Input(k) => inputs[k],
        Instruction::Settled(holds) => {
            let (zero, one) = (world.constant(0), world.constant(i128::from(holds)));
            return Register::Condition(world.compare(crate::syntax::Comparison::Less, zero, one));
        }
        Instruction::Binary(operator, a, b) => match operator {
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
        Instruction::Call(Call::Min, a, b) => world.minimum(number(a), number(b)),
        Instruction::Call(Call::Max, a, b) => world.maximum(number(a), number(b)),
        Instruction::Call(Call::CeilDiv, a, b) => world.ceil_div(number(a), number(b)),
        Instruction::Not(a) => return Register::Condition(world.not(condition(a))),
        Instruction::Choose(c, a, b) => W::Value::choose(condition(c), || number(a), || number(b)),
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
    fn description(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Condition(_) => "a condition",
            Self::Tuple(_) => "a tuple",
        }
    }
}

/// A closure on its way to a routine.
struct Builder<'c, V> {
    instructions: Vec<Instruction<V>>,
    scope: Vec<(&'c str, Typed)>,
    /// The divisions, as the steps that do them, and where their divisors stand.
    divisions: Vec<(usize, TextRange)>,
}

impl<W: World + Clone> Elaborator<'_, W> {
    /// Resolves a closure of indices between bounds that gives a value, or for an inverse a tuple of `rank` values.
    pub(super) fn routine(
        &mut self,
        closure: &Closure,
        range: TextRange,
        inputs: Vec<Bounds>,
        rank: Option<usize>,
        is_empty: bool,
    ) -> Option<Routine<W::Value>> {
        let wrong_rank = |what: &str, expected: usize, found: usize| LayoutError::WrongRank {
            what: what.into(),
            expected: expected as u128,
            found: found as u128,
        };
        if closure.parameters.len() != inputs.len() {
            let first = closure.parameters.first().map_or(range, |name| name.range);
            let place = closure.parameters.last().map_or(range, |name| first.to(name.range));
            self.error(wrong_rank("the closure", inputs.len(), closure.parameters.len()), place);
            return None;
        }
        let mut builder = Builder { instructions: Vec::new(), scope: Vec::new(), divisions: Vec::new() };
        for (k, name) in closure.parameters.iter().enumerate() {
            builder.instructions.push(Instruction::Input(k));
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
        let routine = Routine { instructions: builder.instructions, outputs };
        if !is_empty {
            self.divisors(&routine, &inputs, &builder.divisions)?;
        }
        Some(routine)
    }

    fn wrong_type<T>(&mut self, expected: &str, found: &Typed, range: TextRange) -> Option<T> {
        self.error(LayoutError::Syntax { expected: expected.into(), found: found.description().into() }, range);
        None
    }

    fn number_register<'c>(&mut self, builder: &mut Builder<'c, W::Value>, expr: &'c Expr) -> Option<usize> {
        match self.typed(builder, expr)? {
            Typed::Number(node) => Some(node),
            other => self.wrong_type("a number", &other, expr.range),
        }
    }

    fn condition_register<'c>(&mut self, builder: &mut Builder<'c, W::Value>, expr: &'c Expr) -> Option<usize> {
        match self.typed(builder, expr)? {
            Typed::Condition(node) => Some(node),
            other => self.wrong_type("a condition", &other, expr.range),
        }
    }

    fn typed<'c>(&mut self, builder: &mut Builder<'c, W::Value>, expr: &'c Expr) -> Option<Typed> {
        Some(match &expr.node {
            ExprKind::Integer(value) => Typed::Number(builder.push(Instruction::Constant(*value))),
            ExprKind::Name(name) => return self.resolved(builder, name, expr.range),
            ExprKind::Negative(inner) => {
                let zero = builder.push(Instruction::Constant(0));
                let inner = self.number_register(builder, inner)?;
                Typed::Number(builder.push(Instruction::Binary(Operator::Sub, zero, inner)))
            }
            ExprKind::Not(inner) => {
                let inner = self.condition_register(builder, inner)?;
                Typed::Condition(builder.push(Instruction::Not(inner)))
            }
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let (a, b) = (self.condition_register(builder, left), self.condition_register(builder, right));
                Typed::Condition(builder.push(Instruction::Binary(*operator, a?, b?)))
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.number_register(builder, left), self.number_register(builder, right));
                let node = builder.push(Instruction::Binary(*operator, a?, b?));
                if matches!(operator, Operator::Div | Operator::Rem) {
                    builder.divisions.push((node, right.range));
                }
                if matches!(operator, Operator::Compare(_)) { Typed::Condition(node) } else { Typed::Number(node) }
            }
            ExprKind::Call(call, left, right) => {
                let (a, b) = (self.number_register(builder, left), self.number_register(builder, right));
                let node = builder.push(Instruction::Call(*call, a?, b?));
                if *call == Call::CeilDiv {
                    builder.divisions.push((node, right.range));
                }
                Typed::Number(node)
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.condition_register(builder, condition);
                let (then_value, else_value) = (self.typed(builder, then), self.typed(builder, otherwise));
                let (condition, then_value, else_value) = (condition?, then_value?, else_value?);
                match (then_value, else_value) {
                    (Typed::Number(a), Typed::Number(b)) => Typed::Number(builder.choose(condition, a, b)),
                    (Typed::Tuple(a), Typed::Tuple(b)) if a.len() == b.len() => {
                        Typed::Tuple(a.into_iter().zip(b).map(|(a, b)| builder.choose(condition, a, b)).collect())
                    }
                    (Typed::Condition(a), Typed::Condition(b)) => {
                        // c && a || !c && b
                        let not = builder.push(Instruction::Not(condition));
                        let one = builder.push(Instruction::Binary(Operator::And, condition, a));
                        let other = builder.push(Instruction::Binary(Operator::And, not, b));
                        Typed::Condition(builder.push(Instruction::Binary(Operator::Or, one, other)))
                    }
                    (first, second) => return self.wrong_type(first.description(), &second, otherwise.range),
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
                let parts: Vec<Option<usize>> = parts.iter().map(|part| self.number_register(builder, part)).collect();
                Typed::Tuple(parts.into_iter().collect::<Option<_>>()?)
            }
        })
    }

    fn resolved(&mut self, builder: &mut Builder<'_, W::Value>, name: &str, range: TextRange) -> Option<Typed> {
        if let Some((_, bound)) = builder.scope.iter().rev().find(|(bound, _)| *bound == name) {
            return Some(bound.clone());
        }
        let Some(value) = self.parameter(name) else {
            let error = self.world.unknown(name);
            self.error(error, range);
            return None;
        };
        let node = self.world.as_constant(value).map_or(Instruction::Symbol(value), Instruction::Constant);
        Some(Typed::Number(builder.push(node)))
    }
}

impl<V> Builder<'_, V> {
    /// Adds a step, done at once where its inputs are numbers.
    fn push(&mut self, node: Instruction<V>) -> usize {
        self.instructions.push(self.folded(&node).unwrap_or(node));
        self.instructions.len() - 1
    }

    fn choose(&mut self, condition: usize, then: usize, otherwise: usize) -> usize {
        match self.instructions[condition] {
            Instruction::Settled(true) => then,
            Instruction::Settled(false) => otherwise,
            _ => self.push(Instruction::Choose(condition, then, otherwise)),
        }
    }

    fn folded(&self, node: &Instruction<V>) -> Option<Instruction<V>> {
        let number = |k: usize| match self.instructions[k] {
            Instruction::Constant(value) => Some(Exact::from(value)),
            _ => None,
        };
        let value = match *node {
            Instruction::Binary(operator, a, b) => {
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
                    Operator::Compare(comparison) => return a.compare(comparison, b).ok().map(Instruction::Settled),
                    Operator::And | Operator::Or => return None,
                }
            }
            Instruction::Call(call, a, b) => {
                let (a, b) = (number(a)?, number(b)?);
                match call {
                    Call::Min => a.smaller(b),
                    Call::Max => Exact::choose(a.less(b), || b, || a),
                    Call::CeilDiv => a.ceil_div(b),
                }
            }
            _ => return None,
        };
        value.value().ok().map(Instruction::Constant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bijection::{Code, LANES};
    use crate::diagnostic::Errors;
    use crate::syntax::arbitrary;
    use crate::text_range::Located;
    use crate::world::Numbers;
    use proptest::prelude::*;

    /// The closure of a text on i and j, or of a tree.
    fn routine(body: Expr) -> Option<Routine<Exact>> {
        let name = |name: &str| Located::new(name.to_owned(), TextRange::default());
        let closure = Closure { parameters: vec![name("i"), name("j")], body };
        let world: Numbers = ["M", "N", "p", "min", "crate::B", "Self::N", "r#type", "größe", "_x"]
            .map(|name| (name.to_owned(), 5))
            .into_iter()
            .collect();
        Elaborator::new("", world, Errors::default()).routine(
            &closure,
            TextRange::default(),
            vec![Bounds::NATURAL; 2],
            None,
            false,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

        #[test]
        fn columns_agree_with_exact_integers(body in arbitrary::expression(), i in 0..70_u64, j in 0..70_u64) {
            if let Some(routine) = routine(body) {
                let mut code = Code::new(&routine).unwrap();
                for lane in 0..LANES {
                    code.set(0, lane, i + lane as u64);
                    code.set(1, lane, j + lane as u64 / 3);
                }
                code.run();
                for lane in 0..LANES {
                    let inputs = [i + lane as u64, j + lane as u64 / 3];
                    let exact = routine.run(&Numbers::default(), &inputs.map(Exact::from))[0].value();
                    let mut output = [0];
                    let result = code.outputs(lane, &inputs, &mut output);
                    prop_assert_eq!(result.map(|()| output[0]), exact);
                }
            }
        }
    }
}
