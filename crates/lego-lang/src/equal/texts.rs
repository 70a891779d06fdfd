//! The questions about two texts, which become maps of one arena.

use super::search;
use crate::compile::{Maps, Options, maps_in};
use crate::diagnostic::Diagnostic;
use crate::parser::Reading;
use lego_equal::{Effort, Equality, is_proved};
use lego_expr::Arena;

/// Whether two texts describe the same map, with the effort of [`Effort::default`].
///
/// A name means the same in both. With symbols the layouts are compared for all values that are right for both: for which the
/// facts after `where` hold, and what each chain demands of its sizes, such as N <= M of an `ExpandBy` from N to M.
///
/// ```
/// use lego_lang::compile::Options;
/// use lego_lang::equal::{Equality, equal};
/// let same = |a, b| equal(a, b, &Options::default()).map(|answer| answer == Equality::Equal);
/// assert_eq!(same("Row(M, K).TileBy([M/8, K/4], [8, 4])", "OrderBy(Row(M, K)).TileBy([M/8, K/4], [8, 4])"), Ok(true));
/// assert_eq!(same("Row(4, 8)", "Col(4, 8)"), Ok(false));
/// ```
///
/// # Errors
/// Everything that is wrong with the first text, and with the second one.
pub fn equal(left: &str, right: &str, options: &Options) -> Result<Equality, [Vec<Diagnostic>; 2]> {
    equal_readings(&Reading::new(left), &Reading::new(right), options, &Effort::default())
}

/// Whether two texts that have been read describe the same map.
///
/// # Errors
/// Everything that is wrong with the first text, and with the second one.
pub fn equal_readings(
    left: &Reading,
    right: &Reading,
    options: &Options,
    effort: &Effort<'_>,
) -> Result<Equality, [Vec<Diagnostic>; 2]> {
    let arena = Arena::new();
    let Maps { maps: [one, other], parameters } = maps_in(&arena, [left, right], options)?;
    if parameters.is_empty() {
        return Ok(lego_equal::equal(&arena, &one, &other, effort));
    }
    Ok(match is_proved(&arena, &one, &other) {
        true => Equality::Equal,
        false if arena.overflowed() || one.calls(&arena) || other.calls(&arena) => Equality::Undecided,
        false => search::search([left, right], &parameters, &options.values),
    })
}
