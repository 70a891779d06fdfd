//! The answer of an expression over symbols: the result for sizes of at least 1, and which of them may be 0.

use super::answer::Answer;
use super::search::{COMPARED, search_for};
use super::zero;
use crate::expression::{Expression, Fault, parse};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;

/// The most symbols.
const SYMBOLS: usize = 16;

/// The steps that [`evaluate`] allows for all walks together: factors of products that are multiplied, divided or
/// compared.
pub const STEPS: u64 = 1 << 22;

/// The value of an expression for all values of its names for which the conditions hold.
///
/// # Errors
/// What is wrong with the expression whatever the sizes are: its form, a function that there is none of, an operation
/// that is for numbers only.
///
/// ```
/// use lego_algebra::symbolic::{Answer, evaluate};
/// let Ok(Answer::Holds(result)) = evaluate("composition((M,N):(1,K), 8:1)") else { panic!() };
/// assert_eq!(result.to_string(), "8:1");
/// // With N = 0 the first layout would be empty; K may be 0.
/// assert_eq!(result.assumes(), ["N >= 1", "M >= 8"]);
/// ```
pub fn evaluate(text: &str) -> Result<Answer, Fault> {
    evaluate_expression(&parse(text)?)
}

/// The value of an expression whose form is known; see [`evaluate`].
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_expression(expression: &Expression) -> Result<Answer, Fault> {
    evaluate_within(expression, Some(STEPS))
}

/// The value of an expression within a number of steps, without an end where there is none; see [`evaluate`].
///
/// A step is a factor of a product that is multiplied, divided or compared.
///
/// # Errors
/// As [`evaluate`].
///
/// ```
/// use lego_algebra::expression::parse;
/// use lego_algebra::symbolic::{Answer, evaluate_within};
/// let expression = parse("composition((M,N):(1,K), 8:1)").unwrap();
/// assert!(matches!(evaluate_within(&expression, Some(10)), Ok(Answer::OutOfBudget { steps: 10 })));
/// assert!(matches!(evaluate_within(&expression, None), Ok(Answer::Holds(_))));
/// ```
pub fn evaluate_within(expression: &Expression, steps: Option<u64>) -> Result<Answer, Fault> {
    let names: Vec<String> = expression.names().iter().map(ToString::to_string).collect();
    if names.len() > SYMBOLS {
        return Err(Fault::at(
            &expression.root,
            format!("{} sizes without a value; the most are {SYMBOLS}", names.len()),
        ));
    }
    let answer = search_for(expression, &names, steps, Cell::new(steps.unwrap_or(u64::MAX)), COMPARED)?;
    Ok(match answer {
        (Answer::Holds(mut result), left) => {
            zero::find(&mut result, expression, steps, left);
            Answer::Holds(result)
        }
        (answer, _) => answer,
    })
}
