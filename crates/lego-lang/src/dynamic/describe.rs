//! The description of a compiled layout whose sizes are all numbers.

use super::error::ParseError;
use crate::compile::{Compiled, Condition, Options, SimplifiedMap, compile_reading, without_values};
use crate::diagnostic::Diagnostic;
use crate::parser::Reading;
use crate::syntax::Role;
use crate::text_range::TextRange;
use lego_core::LayoutError;
use lego_core::dynamic::{Description, DynLayout, Formula, LayoutText, Op as FormulaOp, Value};
use lego_expr::{Arena, Comparison, Id, Node, Op, reachable};
use std::collections::{BTreeMap, HashMap};

/// The description of a text with a value for each of its parameters.
pub(super) fn describe(text: &LayoutText) -> Result<Description, ParseError> {
    let reading = Reading::new(&text.layout);
    let fail = |diagnostics| match ParseError::new(&text.layout, diagnostics) {
        Some(error) => error,
        None => ParseError::whole(&text.layout, too_wide("a value of the layout", 128)),
    };
    let values: BTreeMap<String, i128> =
        text.values.iter().map(|(name, &value)| (name.clone(), i128::from(value))).collect();
    let options = Options { values, ..Options::default() };
    let compiled = compile_reading(&reading, &options).map_err(fail)?;
    // A name without a value became a symbol. With numbers it is an error, with its place.
    if !compiled.parameters.is_empty() {
        return Err(fail(without_values(&reading, &options)));
    }
    let names = reading.partial().free_names();
    let is_used = |name: &str| names.iter().any(|free| free.role == Role::Parameter && free.path == name);
    if let Some(name) = text.values.keys().find(|name| !is_used(name)) {
        return Err(ParseError::whole(&text.layout, LayoutError::UnknownName { name: name.as_str().into() }));
    }
    // With numbers everything is decided, but for values that no index holds.
    let undecided: Vec<Diagnostic> = compiled
        .assertions
        .iter()
        .map(|assertion| Diagnostic {
            error: too_wide(&of(&assertion.condition, &compiled), 64),
            range: assertion.range,
        })
        .collect();
    if let Some(error) = ParseError::new(&text.layout, undecided) {
        return Err(error);
    }
    let whole = TextRange::all(&text.layout);
    let at_whole = |error| fail(vec![Diagnostic { error, range: whole }]);
    description(text.clone(), &compiled).map_err(at_whole)
}

impl Compiled {
    /// The layout with a value for each parameter that has none yet, as a value of lego-core.
    ///
    /// It is compiled again with these numbers, which decides every check and gives the form that is best for them.
    ///
    /// ```
    /// use lego_core::Mapping;
    /// use lego_lang::compile::{Options, compile};
    /// let compiled = compile("Row(M, K).TileBy([M/2, K/4], [2, 4])", &Options::default()).unwrap();
    /// let layout = compiled.instantiate::<4>(&[("M", 6), ("K", 8)])?;
    /// assert_eq!(layout.try_apply([1, 1, 0, 2]), Some(22));
    /// let error = compiled.instantiate::<4>(&[("M", 5), ("K", 8)]).unwrap_err();
    /// assert_eq!(error.to_string(), "M/2: 2 does not divide 5; divisors near it: 1, 5");
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// What the values make wrong; [`LayoutError::ValueNeeded`] for a parameter without a value,
    /// [`LayoutError::UnknownName`] for a value without a parameter, [`LayoutError::Misplaced`] for a second value;
    /// [`LayoutError::WrongRank`] where the layout is not of rank `R`; [`LayoutError::PathAtRunTime`] for a function named
    /// by its path.
    pub fn instantiate<const R: usize>(&self, values: &[(&str, u64)]) -> Result<DynLayout<R>, LayoutError> {
        let mut all = BTreeMap::new();
        for (name, &value) in &self.values {
            let size = u64::try_from(value);
            let what = name.as_str().into();
            all.insert(name.as_str(), size.map_err(|_| LayoutError::SizeNotPositive { what, value })?);
        }
        for &(name, value) in values {
            if all.insert(name, value).is_some_and(|before| before != value) {
                return Err(LayoutError::Misplaced { what: name.into(), help: "it has another value already".into() });
            }
        }
        let values: Vec<(&str, u64)> = all.into_iter().collect();
        DynLayout::new(describe(&LayoutText::new(&self.text, &values))?)
    }
}

fn too_wide(what: &str, bits: u128) -> LayoutError {
    LayoutError::Overflow { what: what.into(), bits }
}

fn of(condition: &Condition, compiled: &Compiled) -> String {
    condition.describe(&compiled.arena)
}

fn description(text: LayoutText, compiled: &Compiled) -> Result<Description, LayoutError> {
    let arena = &compiled.arena;
    let size = |id: &Id, what: &str| {
        let number = arena.number(*id).and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| too_wide(what, 64))
    };
    let step = |id: Id| arena.number(id).and_then(|step| isize::try_from(step).ok());
    let run = |run: &Option<(Id, Id)>| {
        let (len, by) = (*run)?;
        Some((usize::try_from(arena.number(len)?).ok()?, step(by)?))
    };
    Ok(Description {
        text,
        dims: compiled.dims.iter().map(|id| size(id, "an extent")).collect::<Result<_, _>>()?,
        span: size(&compiled.span, "the span")?,
        apply: formula(arena, &compiled.apply)?,
        inv: formula(arena, &compiled.inv)?,
        strides: compiled.strides.iter().map(|stride| stride.and_then(step)).collect(),
        runs: compiled.runs.iter().map(run).collect(),
        anti_diagonal: compiled.anti_diagonal.and_then(step),
        is_vouched_for: compiled.unchecked,
        shares: compiled.shares,
    })
}

/// A simplified map without symbols as a formula.
fn formula(arena: &Arena, map: &SimplifiedMap) -> Result<Formula, LayoutError> {
    let (Some(least), Some(largest)) = (map.extremes.least, map.extremes.largest) else {
        return Err(too_wide("a value on the way to the position or the index", 128));
    };
    let mut formula = Formula::new(map.map.index.len(), least, largest);
    let inputs = map.map.index.iter().enumerate().map(|(k, &id)| (id, formula.input(k)));
    let mut made: HashMap<Id, Value> = inputs.collect();
    for id in reachable(arena, &map.form.roots) {
        if made.contains_key(&id) {
            continue;
        }
        let at = |id: &Id| made[id];
        let value = match arena.get(id) {
            Node::Constant(number) => formula.constant(number),
            Node::Binary(op, a, b) => formula.binary(operation(op), at(&a), at(&b)),
            Node::Compare(comparison, a, b) => formula.binary(compared(comparison), at(&a), at(&b)),
            Node::Choose(c, a, b) => formula.choose(at(&c), at(&a), at(&b)),
            Node::Isqrt(a) => formula.isqrt(at(&a)),
            Node::LookUp(list, place) => formula.look_up(arena.entries(list), at(&place)),
            Node::Within(a, _) => at(&a),
            // Every other name has a value by now, and a function that would be called here is an error before.
            Node::Variable(_) | Node::Call { .. } => formula.constant(0),
        };
        made.insert(id, value);
    }
    map.guards().iter().for_each(|guard| formula.guard(made[guard]));
    map.values().iter().for_each(|value| formula.result(made[value]));
    Ok(formula)
}

fn operation(op: Op) -> FormulaOp {
    match op {
        Op::Add => FormulaOp::Add,
        Op::Sub => FormulaOp::Sub,
        Op::Mul => FormulaOp::Mul,
        Op::Div => FormulaOp::Div,
        Op::Rem => FormulaOp::Rem,
        Op::And => FormulaOp::And,
        Op::Or => FormulaOp::Or,
        Op::Xor => FormulaOp::Xor,
        Op::Shl => FormulaOp::Shl,
        Op::Shr => FormulaOp::Shr,
        Op::Min => FormulaOp::Min,
        Op::Max => FormulaOp::Max,
    }
}

fn compared(comparison: Comparison) -> FormulaOp {
    match comparison {
        Comparison::Less => FormulaOp::Less,
        Comparison::LessEqual => FormulaOp::LessEqual,
        Comparison::Equal => FormulaOp::Equal,
        Comparison::NotEqual => FormulaOp::NotEqual,
    }
}
