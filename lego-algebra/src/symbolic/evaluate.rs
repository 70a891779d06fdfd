//! From an expression over symbols to its answer.

use super::answer::{Answer, Refusal, Result as Holds, Value};
use super::condition::Condition;
use super::context::{Context, Stop};
use super::inverse::Gaps;
use super::layout::SymbolicLayout;
use super::operation::{Form, Operation};
use super::sample::{samples, small};
use super::term::Term;
use super::tiler::SymbolicTiler;
use crate::cute::Profile;
use crate::expression::Value as Number;
use crate::expression::{Expression, Fact, Fault, Node, Relation, Syntax, evaluate_syntax, parse};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// So many samples that lead to a result are compared: the one with the fewest conditions is taken.
const COMPARED: usize = 4;

/// So often a walk begins anew.
const ROUNDS: usize = 128;

/// The most symbols.
const SYMBOLS: usize = 16;

/// The value of an expression for all values of its names for which the conditions hold.
///
/// # Errors
/// What is wrong with the expression whatever the sizes are: its form, a function that there is none of, an operation that is
/// for numbers only.
///
/// ```
/// use lego_algebra::symbolic::{Answer, evaluate};
/// let Ok(Answer::Holds(result)) = evaluate("composition((M,N):(1,K), 8:1)") else { panic!() };
/// assert_eq!(result.to_string(), "8:1");
/// assert_eq!(result.assumes(), ["M >= 1", "N >= 1", "K >= 1", "M >= 8"]);
/// ```
pub fn evaluate(text: &str) -> Result<Answer, Fault> {
    evaluate_expression(&parse(text)?)
}

/// The value of an expression whose form is known; see [`evaluate`].
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_expression(expression: &Expression) -> Result<Answer, Fault> {
    let names: Vec<String> = expression.names().iter().map(ToString::to_string).collect();
    if names.len() > SYMBOLS {
        return Err(Fault::at(
            &expression.root,
            format!("{} sizes without a value; the most are {SYMBOLS}", names.len()),
        ));
    }
    Search { expression, names: &names }.answer()
}

struct Search<'a> {
    expression: &'a Expression,
    names: &'a [String],
}

impl Search<'_> {
    /// The value for numbers.
    fn number(&self, node: &Node, values: &[i64]) -> Result<Number, Fault> {
        let value = |name: &str| self.names.iter().position(|other| other == name).map(|k| values[k]);
        evaluate_syntax(node, &value)
    }

    /// Whether the facts hold for numbers.
    fn facts_hold(&self, values: &[i64]) -> bool {
        self.expression.facts.iter().all(|Fact { left, relation, right }| {
            match (self.number(left, values), self.number(right, values)) {
                (Ok(Number::Number(left)), Ok(Number::Number(right))) => match relation {
                    Relation::Equal => left == right,
                    Relation::AtLeast => left >= right,
                    Relation::AtMost => left <= right,
                    Relation::Above => left > right,
                    Relation::Below => left < right,
                },
                _ => false,
            }
        })
    }

    /// Values near others for which the facts of single names hold: `K == 4*N`, `M % 64 == 0`, `N >= 32`.
    fn fitted(&self, mut values: Vec<i64>) -> Vec<i64> {
        let place = |node: &Node| match &node.syntax {
            Syntax::Name(name) => self.names.iter().position(|other| other == name),
            _ => None,
        };
        // A fact may come before one that it depends on.
        for Fact { left, relation, right } in self.expression.facts.iter().chain(&self.expression.facts) {
            let at_least = |k: usize, values: &[i64], least: &Node| match self.number(least, values) {
                Ok(Number::Number(least)) => values[k].max(least),
                _ => values[k],
            };
            match (&left.syntax, relation) {
                (Syntax::Arithmetic('%', of, by), Relation::Equal) => {
                    if let (Some(k), Ok(Number::Number(by))) = (place(of), self.number(by, &values)) {
                        if by > 0 {
                            values[k] = values[k].saturating_add(by - 1) / by * by;
                        }
                    }
                }
                (_, Relation::Equal) => {
                    for (one, other) in [(left, right), (right, left)] {
                        if let (Some(k), Ok(Number::Number(value))) = (place(one), self.number(other, &values)) {
                            values[k] = value.max(1);
                            break;
                        }
                    }
                }
                (_, Relation::AtLeast | Relation::Above) => {
                    if let Some(k) = place(left) {
                        values[k] = at_least(k, &values, right);
                    }
                }
                (_, Relation::AtMost | Relation::Below) => {
                    if let (Some(k), Ok(Number::Number(most))) = (place(left), self.number(right, &values)) {
                        values[k] = values[k].min(most).max(1);
                    }
                }
            }
        }
        values
    }

    fn answer(&self) -> Result<Answer, Fault> {
        let (mut best, mut found, mut reason) = (None::<Holds>, 0, None);
        let mut is_first = true;
        for sample in samples(self.names.len()) {
            if found == COMPARED {
                break;
            }
            let sample = self.fitted(sample);
            if core::mem::take(&mut is_first) {
                // What is wrong whatever the sizes are.
                if let Err(Halt::Fault(fault)) = value(&mut Context::new(self.names, &sample), &self.expression.root) {
                    return Err(fault);
                }
            }
            if !self.facts_hold(&sample) || self.number(&self.expression.root, &sample).is_err() {
                continue;
            }
            match self.follow(&sample)? {
                Ok(result) => {
                    found += 1;
                    if best.as_ref().is_none_or(|best| result.conditions.len() < best.conditions.len()) {
                        best = Some(result);
                    }
                }
                Err(why) => {
                    reason.get_or_insert(why);
                }
            }
        }
        if let Some(result) = best {
            return Ok(Answer::Holds(Box::new(result)));
        }
        let values = small(self.names.len()).map(|values| self.fitted(values));
        for values in values.filter(|values| self.facts_hold(values)) {
            if let Err(fault) = self.number(&self.expression.root, &values) {
                let values = self.names.iter().cloned().zip(values).collect();
                return Ok(Answer::Refused(Refusal { values, fault }));
            }
        }
        let none = "no values of the sizes were found for which the facts hold and there is a value";
        Ok(Answer::Undecided(reason.unwrap_or_else(|| none.into())))
    }

    /// The walk that a sample leads, or why it leads nowhere.
    fn follow(&self, sample: &[i64]) -> Result<Result<Holds, String>, Fault> {
        let mut context = Context::new(self.names, sample);
        for fact in &self.expression.facts {
            if let Err(why) = know(&mut context, fact)? {
                return Ok(Err(why));
            }
        }
        for _ in 0..ROUNDS {
            match value(&mut context, &self.expression.root) {
                Ok(value) => {
                    let conditions = context.conditions();
                    return Ok(Ok(Holds { context, value, conditions }));
                }
                Err(Halt::Stop(Stop::Anew)) => {}
                Err(Halt::Stop(Stop::Undecided(why))) => return Ok(Err(why)),
                Err(Halt::Fault(fault)) => return Err(fault),
            }
        }
        Ok(Err("too many conditions".into()))
    }
}

/// Why the evaluation of a part ends.
enum Halt {
    Stop(Stop),
    Fault(Fault),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Puts a fact to use.
fn know(context: &mut Context, fact: &Fact) -> Result<Result<(), String>, Fault> {
    let Fact { left, relation, right } = fact;
    let wrong = || Fault::at(left, "a fact is of products of sizes, as M % 64 == 0, N >= 32, K == 4*N");
    let mut term = |node: &Node| match value(context, node) {
        Ok(Value::Term(term)) => Ok(term),
        Err(Halt::Fault(fault)) => Err(fault),
        _ => Err(wrong()),
    };
    let known = match (&left.syntax, relation, &right.syntax) {
        (Syntax::Arithmetic('%', of, by), Relation::Equal, Syntax::Number(0)) => {
            let (of, by) = (term(of)?, term(by)?);
            if by.as_number().is_some_and(|by| by < 1) {
                return Err(wrong());
            }
            context.give(Condition::Divides { by, of })
        }
        (_, Relation::Equal, _) => {
            let (left, right) = (term(left)?, term(right)?);
            context.give(Condition::Equal { one: left, two: right })
        }
        _ => {
            let (left, right) = (term(left)?, term(right)?);
            let (small, large) = match relation {
                Relation::AtLeast | Relation::Above => (right, left),
                _ => (left, right),
            };
            context.give(Condition::AtMost { small, large })
        }
    };
    Ok(match known {
        Ok(()) | Err(Stop::Anew) => Ok(()),
        Err(Stop::Undecided(why)) => Err(why),
    })
}

fn value(context: &mut Context, node: &Node) -> Result<Value, Halt> {
    let fault = |message: String| Halt::Fault(Fault::at(node, message));
    match &node.syntax {
        Syntax::Number(number) => Ok(Value::Term(Term::number(*number))),
        Syntax::Keep => Ok(Value::Keep),
        Syntax::Name(name) => match (context.symbol(name), name.as_str()) {
            (Some(term), _) => Ok(Value::Term(context.normal(&term)?)),
            (None, "LayoutLeft" | "GenColMajor") => Ok(Value::Order(false)),
            (None, "LayoutRight" | "GenRowMajor") => Ok(Value::Order(true)),
            (None, "X" | "Underscore") => Ok(Value::Keep),
            _ => Err(fault(format!("{name} is for numbers only, not for sizes that are symbols"))),
        },
        Syntax::Tuple(elements) | Syntax::Tiler(elements) => {
            let elements = elements.iter().map(|node| value(context, node)).collect::<Result<_, _>>()?;
            Ok(Value::Tuple(elements))
        }
        Syntax::Negative(inner) => {
            let term = number(context, inner)?;
            Ok(Value::Term(context.times(&Term::number(-1), &term)?))
        }
        Syntax::Arithmetic(operator, left, right) => {
            let (one, two) = (number(context, left)?, number(context, right)?);
            arithmetic(context, node, *operator, &one, &two).map(Value::Term)
        }
        Syntax::Layout(shape, stride) => {
            let (shape, stride) = (value(context, shape)?, value(context, stride)?);
            let (mut profile, mut shapes) = (Profile::start(), Vec::new());
            let (mut other, mut strides) = (Profile::start(), Vec::new());
            let is_tree = leaves(&shape, &mut profile, &mut shapes)? && leaves(&stride, &mut other, &mut strides)?;
            let (profile, other) = (profile.finish(), other.finish());
            if !is_tree || !profile.is_congruent(&other) {
                return Err(fault("shape and stride need the same brackets, around sizes".into()));
            }
            if shapes.iter().any(|shape| shape.coefficient < 1) {
                return Err(fault("extents start at 1".into()));
            }
            Ok(Value::Layout(SymbolicLayout { profile, modes: shapes.into_iter().zip(strides).collect() }))
        }
        Syntax::Composition(left, right) => {
            let (a, b) = (layout(context, left)?, layout(context, right)?);
            Ok(Value::Layout(a.composition(context, &b)?))
        }
        Syntax::Call { name, arguments } => call(context, node, name, arguments),
    }
}

/// The numbers and brackets of a tuple; whether it is one of numbers.
fn leaves(value: &Value, profile: &mut crate::cute::Builder, terms: &mut Vec<Term>) -> Result<bool, Stop> {
    match value {
        Value::Term(term) => {
            profile.leaf()?;
            terms.push(term.clone());
            Ok(true)
        }
        Value::Tuple(elements) => {
            profile.open();
            for element in elements {
                if !leaves(element, profile, terms)? {
                    return Ok(false);
                }
            }
            profile.close()?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn number(context: &mut Context, node: &Node) -> Result<Term, Halt> {
    match value(context, node)? {
        Value::Term(term) => Ok(term),
        _ => Err(Halt::Fault(Fault::at(node, "a number is asked for here"))),
    }
}

fn layout(context: &mut Context, node: &Node) -> Result<SymbolicLayout, Halt> {
    match value(context, node)? {
        Value::Layout(layout) => Ok(layout),
        _ => Err(Halt::Fault(Fault::at(node, "a layout is asked for here, as (M,N):(N,1)"))),
    }
}

/// The product of the numbers of a tuple.
fn product(context: &mut Context, node: &Node) -> Result<Term, Halt> {
    let (mut profile, mut terms) = (Profile::start(), Vec::new());
    let value = value(context, node)?;
    if !leaves(&value, &mut profile, &mut terms)? {
        return Err(Halt::Fault(Fault::at(node, "a number or a tuple of numbers is asked for here")));
    }
    Ok(terms.iter().try_fold(Term::number(1), |product, term| context.times(&product, term))?)
}

fn tiler(value: &Value) -> Option<Result<SymbolicTiler, Stop>> {
    match value {
        Value::Keep => Some(Ok(SymbolicTiler::Keep)),
        Value::Layout(layout) => Some(Ok(SymbolicTiler::Layout(layout.clone()))),
        Value::Term(extent) => {
            let stride = Term::number(i64::from(!extent.is(1)));
            Some(SymbolicLayout::of_modes(alloc::vec![(extent.clone(), stride)]).map(SymbolicTiler::Layout))
        }
        Value::Tuple(elements) => {
            let tilers: Option<Result<Vec<_>, _>> = elements.iter().map(tiler).collect();
            Some(tilers?.map(SymbolicTiler::Modes))
        }
        Value::Order(_) => None,
    }
}

fn arithmetic(context: &mut Context, node: &Node, operator: char, one: &Term, two: &Term) -> Result<Term, Halt> {
    Ok(match operator {
        '*' => context.times(one, two)?,
        '+' => context.sum(&[one.clone(), two.clone()])?,
        '-' => {
            let negative = context.times(&Term::number(-1), two)?;
            context.sum(&[one.clone(), negative])?
        }
        '/' => match context.exactly(one, two)? {
            Some(quotient) => quotient,
            None => return Ok(context.assume(Condition::Divides { by: two.clone(), of: one.clone() })?),
        },
        _ => return Err(Halt::Fault(Fault::at(node, "a remainder is for facts: … where M % 64 == 0"))),
    })
}

/// The divides and products that take a tiler.
const TILED: [(&str, Operation, Form); 9] = [
    ("composition", Operation::Compose, Form::Logical),
    ("logical_divide", Operation::Divide, Form::Logical),
    ("zipped_divide", Operation::Divide, Form::Zipped),
    ("tiled_divide", Operation::Divide, Form::Tiled),
    ("flat_divide", Operation::Divide, Form::Flat),
    ("logical_product", Operation::Product, Form::Logical),
    ("zipped_product", Operation::Product, Form::Zipped),
    ("tiled_product", Operation::Product, Form::Tiled),
    ("flat_product", Operation::Product, Form::Flat),
];

fn call(context: &mut Context, node: &Node, name: &str, arguments: &[Node]) -> Result<Value, Halt> {
    let fault = |message: String| Err(Halt::Fault(Fault::at(node, message)));
    if let Some((_, operation, form)) = TILED.iter().find(|(other, ..)| *other == name) {
        let [a, b] = arguments else {
            return fault(format!("{name} takes 2 arguments, and here are {}", arguments.len()));
        };
        let (layout, by) = (layout(context, a)?, value(context, b)?);
        let Some(tiler) = tiler(&by) else {
            return Err(Halt::Fault(Fault::at(b, "a layout or a tiler is asked for here")));
        };
        return Ok(Value::Layout(layout.by(context, *operation, *form, &tiler?)?));
    }
    match (name, arguments) {
        ("size" | "product", [one]) => match value(context, one)? {
            Value::Layout(layout) => Ok(Value::Term(layout.size(context)?)),
            _ => product(context, one).map(Value::Term),
        },
        ("cosize", [one]) => {
            let layout = layout(context, one)?;
            Ok(Value::Term(layout.cosize(context)?))
        }
        ("ceil_div", [one, two]) => {
            let (one, two) = (number(context, one)?, number(context, two)?);
            Ok(Value::Term(context.ceil_div(&one, &two)?))
        }
        ("coalesce", [one]) => Ok(Value::Layout(layout(context, one)?.coalesce(context)?)),
        ("right_inverse", [one]) => Ok(Value::Layout(layout(context, one)?.right_inverse(context)?)),
        ("left_inverse", [one]) => Ok(Value::Layout(layout(context, one)?.left_inverse(context)?)),
        ("inverse", [one]) => Ok(Value::Layout(layout(context, one)?.inverse(context)?)),
        ("complement", [one]) => {
            Ok(Value::Layout(layout(context, one)?.complement(context, &Term::number(1), Gaps::Checked)?))
        }
        ("complement", [one, cotarget]) => {
            let (layout, cotarget) = (layout(context, one)?, product(context, cotarget)?);
            Ok(Value::Layout(layout.complement(context, &cotarget, Gaps::Checked)?))
        }
        ("blocked_product" | "raked_product", [one, two]) => {
            let (tile, order) = (layout(context, one)?, layout(context, two)?);
            Ok(Value::Layout(tile.paired(context, &order, name == "raked_product")?))
        }
        ("get" | "layout", [one, index]) => {
            let (whole, index) = (value(context, one)?, number(context, index)?);
            let k = index.as_number().and_then(|k| usize::try_from(k).ok()).unwrap_or(usize::MAX);
            let part = match &whole {
                Value::Layout(layout) => layout.mode(k).map(Value::Layout),
                Value::Tuple(elements) => elements.get(k).cloned(),
                _ => None,
            };
            match part {
                Some(part) => Ok(part),
                None => fault("there is no such element".into()),
            }
        }
        ("make_shape" | "make_stride" | "make_tile" | "make_tuple" | "Shape" | "Stride" | "Tile", elements) => {
            let elements = elements.iter().map(|node| value(context, node)).collect::<Result<_, _>>()?;
            Ok(Value::Tuple(elements))
        }
        ("Int", [one]) => number(context, one).map(Value::Term),
        ("make_layout" | "Layout", arguments) => make_layout(context, node, arguments),
        _ if crate::expression::names().any(|other| other == name) => fault(format!(
            "{name} is for numbers here: give each size a value, as --let M=64; over symbols there are composition, coalesce, \
             complement, the inverses, divides and products"
        )),
        _ => fault(match crate::expression::nearest(name) {
            Some(near) => format!("no function {name}; the nearest is {near}"),
            None => format!("no function {name}"),
        }),
    }
}

/// Of layouts, or of a shape and an order.
fn make_layout(context: &mut Context, node: &Node, arguments: &[Node]) -> Result<Value, Halt> {
    let values = arguments.iter().map(|node| value(context, node)).collect::<Result<Vec<_>, _>>()?;
    let layouts: Option<Vec<SymbolicLayout>> = values
        .iter()
        .map(|value| match value {
            Value::Layout(layout) => Some(layout.clone()),
            _ => None,
        })
        .collect();
    if let Some(layouts) = layouts {
        return Ok(Value::Layout(SymbolicLayout::join(&layouts)?));
    }
    let right = match &values[..] {
        [_] | [_, Value::Order(false)] => false,
        [_, Value::Order(true)] => true,
        _ => {
            return Err(Halt::Fault(Fault::at(
                node,
                "layouts, or a shape and LayoutLeft or LayoutRight, are asked for here",
            )));
        }
    };
    let (mut profile, mut shapes) = (Profile::start(), Vec::new());
    if !leaves(&values[0], &mut profile, &mut shapes)? {
        return Err(Halt::Fault(Fault::at(node, "a shape is asked for here")));
    }
    let (mut strides, mut stride) = (alloc::vec![Term::number(0); shapes.len()], Term::number(1));
    let order: Vec<usize> = if right { (0..shapes.len()).rev().collect() } else { (0..shapes.len()).collect() };
    for k in order {
        strides[k] = stride.clone();
        stride = context.times(&stride, &shapes[k])?;
    }
    let modes = shapes.into_iter().zip(strides).collect();
    Ok(Value::Layout(SymbolicLayout { profile: profile.finish(), modes }))
}
