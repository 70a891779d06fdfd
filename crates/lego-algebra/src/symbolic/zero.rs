//! Which sizes may be 0 where a result holds: those for which the expression, with 0 in their place, is the result with 0 in their
//! place.
//!
//! All other sizes count as at least 1, so every set of sizes that are 0 together is looked at. Where that is not shown within the
//! limits, a size must be at least 1, which the result then says.

use super::answer::{Answer, Result as Holds, Value};
use super::condition::Condition;
use super::context::{Context, Unknown};
use super::search::search_for;
use super::term::Term;
use crate::expression::{Expression, Fault, parse};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;

/// Sets of more names are looked at only up to two names at once.
const NAMES: usize = 5;

/// Whether a term is 0 where some names are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Zero,
    Positive,
    /// It depends, or a quotient is none.
    Open,
}

/// Finds the names that may be 0, and leaves the others in `positive`.
pub(super) fn find(result: &mut Holds, expression: &Expression, limit: Option<u64>, steps: u64) {
    let names = result.context.names().to_vec();
    let steps = Cell::new(steps);
    let mut positive = Vec::new();
    // Sets as bits; those of one name first.
    let mut sets: Vec<u32> =
        (1..1u32 << names.len().min(16)).filter(|set| names.len() <= NAMES || set.count_ones() <= 2).collect();
    sets.sort_by_key(|set| set.count_ones());
    for set in sets {
        let zero: Vec<&String> =
            names.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).map(|(_, name)| name).collect();
        if zero.iter().any(|name| positive.contains(*name)) {
            continue;
        }
        if !is_right(result, expression, &zero, limit, &steps) {
            // Each of them may be 0 by itself, if there are several: the last one is not where the others are.
            positive.extend(zero.last().map(ToString::to_string));
        }
    }
    // In the order in which they stand in the expression.
    result.positive = names.into_iter().filter(|name| positive.contains(name)).collect();
}

/// Whether the result is right where some names are 0 and all others are at least 1, or its conditions do not hold there.
fn is_right(result: &Holds, expression: &Expression, zero: &[&String], limit: Option<u64>, steps: &Cell<u64>) -> bool {
    let sizes = sizes(&result.context, zero);
    if result.all_conditions().any(|condition| fails(condition, &sizes)) {
        return true;
    }
    let put_in = |name: &str| zero.iter().any(|other| *other == name).then_some(0);
    let mut at_zero = expression.clone();
    at_zero.put_in(&put_in);
    // A fact of numbers alone does not hold of symbols; that it holds, the conditions say.
    let names: Vec<String> = at_zero.names().iter().map(ToString::to_string).collect();
    let Some(there) = held(search_for(&at_zero, &names, limit, Cell::new(steps.get()), 1), steps) else { return false };
    let said: Vec<String> = result.all_conditions().map(|condition| result.context.condition_text(condition)).collect();
    let needed = there.conditions.iter().map(|condition| there.context.condition_text(condition));
    if needed.into_iter().any(|condition| !said.contains(&condition)) {
        return false;
    }
    match (is_empty(&result.value, &sizes), is_empty(&there.value, &self::sizes(&there.context, &[]))) {
        (Some(true), Some(true)) => true,
        (Some(_), Some(_)) => {
            let Some(mut own) = parse(&result.to_string()).ok() else { return false };
            own.put_in(&put_in);
            let names: Vec<String> = own.names().iter().map(ToString::to_string).collect();
            held(search_for(&own, &names, limit, Cell::new(steps.get()), 1), steps).is_some_and(|own| {
                own.conditions.iter().all(|condition| said.contains(&own.context.condition_text(condition)))
                    && own.to_string() == there.to_string()
            })
        }
        _ => false,
    }
}

fn held(answer: Result<(Answer, u64), Fault>, steps: &Cell<u64>) -> Option<Holds> {
    let (answer, left) = answer.ok()?;
    steps.set(left);
    match answer {
        Answer::Holds(result) => Some(*result),
        _ => None,
    }
}

/// For each unknown of a context, whether it is 0 where some names are.
fn sizes(context: &Context, zero: &[&String]) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for unknown in &context.atoms {
        let size = match unknown {
            Unknown::Symbol(k) if zero.contains(&&context.names[*k]) => Size::Zero,
            Unknown::Symbol(_) => Size::Positive,
            Unknown::Quotient { of, by } => quotient(sizes[*of], size_of(by, &sizes)),
            Unknown::Ceil { of, by } => quotient(size_of(of, &sizes), size_of(by, &sizes)),
            Unknown::Sum(terms) => sum(terms, &sizes),
            Unknown::Min(a, b) => match (size_of(a, &sizes), size_of(b, &sizes)) {
                (Size::Positive, Size::Positive) => Size::Positive,
                (Size::Zero, Size::Zero | Size::Positive) | (Size::Positive, Size::Zero) => Size::Zero,
                _ => Size::Open,
            },
            Unknown::Max(a, b) => match (size_of(a, &sizes), size_of(b, &sizes)) {
                (Size::Zero, Size::Zero) => Size::Zero,
                (Size::Positive, Size::Zero | Size::Positive) | (Size::Zero, Size::Positive) => Size::Positive,
                _ => Size::Open,
            },
        };
        sizes.push(size);
    }
    sizes
}

fn quotient(of: Size, by: Size) -> Size {
    if by == Size::Positive { of } else { Size::Open }
}

fn sum(terms: &[Term], sizes: &[Size]) -> Size {
    let mut all = Size::Zero;
    for term in terms {
        match (size_of(term, sizes), term.coefficient > 0) {
            (Size::Zero, _) => {}
            (Size::Positive, true) if all != Size::Open => all = Size::Positive,
            _ => all = Size::Open,
        }
    }
    all
}

/// Whether the size of a term is 0; its sign counts for nothing.
fn size_of(term: &Term, sizes: &[Size]) -> Size {
    if term.coefficient == 0 {
        return Size::Zero;
    }
    let mut all = Size::Positive;
    for &(atom, _) in &term.factors {
        match sizes[atom] {
            Size::Open => return Size::Open,
            Size::Zero => all = Size::Zero,
            Size::Positive => {}
        }
    }
    all
}

/// Whether a condition does not hold, whatever the other sizes are.
fn fails(condition: &Condition, sizes: &[Size]) -> bool {
    match condition {
        Condition::Divides { by, .. } => size_of(by, sizes) == Size::Zero,
        Condition::Equal { one, two } => matches!(
            (size_of(one, sizes), size_of(two, sizes)),
            (Size::Zero, Size::Positive) | (Size::Positive, Size::Zero)
        ),
        Condition::Differs { one, two } => size_of(one, sizes) == Size::Zero && size_of(two, sizes) == Size::Zero,
        Condition::AtMost { small, large } => {
            small.coefficient > 0 && size_of(small, sizes) == Size::Positive && size_of(large, sizes) == Size::Zero
        }
    }
}

/// Whether a layout is empty; none where that depends on sizes, or a size is none.
fn is_empty(value: &Value, sizes: &[Size]) -> Option<bool> {
    let is_known = |term: &Term| (size_of(term, sizes) != Size::Open).then_some(size_of(term, sizes) == Size::Zero);
    match value {
        Value::Layout(layout) => {
            let mut is_empty = false;
            for (shape, stride) in layout.modes() {
                is_known(stride)?;
                is_empty |= is_known(shape)?;
            }
            Some(is_empty)
        }
        Value::Term(term) => is_known(term).map(|_| false),
        Value::Tuple(elements) => {
            // Elements are compared one by one, as text.
            elements.iter().try_for_each(|element| is_empty(element, sizes).map(drop))?;
            Some(false)
        }
        Value::Keep | Value::Order(_) => Some(false),
    }
}
