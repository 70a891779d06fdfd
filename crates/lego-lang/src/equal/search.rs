//! The search for small values of the symbols for which two layouts differ that could not be proved equal.

use crate::elaborate::elaborate_in;
use crate::exact::Exact;
use crate::parser::Reading;
use crate::world::Numbers;
use lego_core::chain::{Chain, Scalar, unflatten};
use lego_equal::{Difference, Differs, Equality};
use std::collections::BTreeMap;

/// At most so many choices of values are tried.
const CHOICES: usize = 40_000;

/// At most so many indices are looked at, over all choices.
const POINTS: u64 = 1 << 18;

/// At most so many bytes are read, over all choices.
const WORK: u64 = 1 << 24;

/// At most so many of one choice.
const POINTS_EACH: u64 = 1 << 14;

/// Looks for values for which both layouts are right and differ.
pub(super) fn search(chains: [&Reading; 2], symbols: &[String], values: &BTreeMap<String, i128>) -> Equality {
    let mut candidates = candidates(chains);
    let mut each = candidates.len();
    while each > 2 && each.checked_pow(symbols.len() as u32).is_none_or(|choices| choices > CHOICES) {
        each -= 1;
    }
    candidates.truncate(each);
    candidates.sort_unstable();
    let mut budget = POINTS;
    let mut choice = vec![0; symbols.len()];
    // Each choice reads the texts anew, and each index goes through all that they say.
    let length = chains.iter().map(|chain| chain.text().len()).sum::<usize>();
    budget = budget.min(WORK * 16 / length.max(1) as u64);
    for _ in 0..CHOICES.min(WORK as usize / length.max(1)) {
        let parameters: Vec<(String, i128)> =
            symbols.iter().zip(&choice).map(|(name, &k)| (name.clone(), candidates[k])).collect();
        if let Some(what) = differs(chains, &parameters, values, &mut budget) {
            return Equality::Different(Difference { parameters, what });
        }
        // Odometer: the first symbol fastest.
        let Some(wheel) = choice.iter().position(|&k| k + 1 < candidates.len()) else { break };
        choice[wheel] += 1;
        choice[..wheel].fill(0);
        if budget == 0 {
            break;
        }
    }
    Equality::Undecided
}

/// Values worth trying, the most telling first: small ones, and the numbers of the texts with a few multiples.
fn candidates(chains: [&Reading; 2]) -> Vec<i128> {
    let mut numbers: Vec<i128> = chains
        .iter()
        .flat_map(|chain| chain.text().split(|c: char| !c.is_ascii_digit()))
        .filter_map(|digits| digits.parse().ok())
        .filter(|number| (2..=1 << 12).contains(number))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let doubled: Vec<i128> = numbers.iter().take(4).map(|number| 2 * number).collect();
    let mut candidates = Vec::new();
    for candidate in [2, 4].into_iter().chain(numbers).chain([1, 3]).chain(doubled).chain([6, 8, 5, 12, 16, 7, 9, 0]) {
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// How the layouts differ for some values; `None` also where the values are wrong for one of them.
fn differs(
    chains: [&Reading; 2],
    parameters: &[(String, i128)],
    values: &BTreeMap<String, i128>,
    budget: &mut u64,
) -> Option<Differs> {
    let all = values.iter().map(|(name, &value)| (name.clone(), value)).chain(parameters.iter().cloned());
    let world: Numbers = all.collect();
    let left = elaborate_in(chains[0], world.clone()).ok()?;
    let right = elaborate_in(chains[1], world).ok()?;
    if !left.demands.is_empty() || !right.demands.is_empty() {
        return None;
    }
    let (left, right) = (left.chain, right.chain);
    let dims = left.dims().into_iter().map(Scalar::number).collect::<Option<Vec<u64>>>()?;
    let others = right.dims().into_iter().map(Scalar::number).collect::<Option<Vec<u64>>>()?;
    if dims != others {
        return Some(Differs::Dims(dims, others));
    }
    let (span, other) = (left.span().number()?, right.span().number()?);
    if span != other {
        return Some(Differs::Span(span, other));
    }
    let count = dims.iter().try_fold(1_u64, |product, &n| product.checked_mul(n))?;
    for flat in 0..count.min(POINTS_EACH).min(*budget) {
        let index = unflatten(&dims, flat);
        *budget -= 1;
        let (left, right) = (position(&left, &index), position(&right, &index));
        if left != right {
            return Some(Differs::Position { index, left, right });
        }
    }
    None
}

/// A position of a chain of numbers.
fn position(chain: &Chain<'_, Exact>, index: &[u64]) -> Option<u64> {
    let index: Vec<Exact> = index.iter().map(|&i| Exact::from(i)).collect();
    let mapped = chain.apply(&index);
    if mapped.guards.iter().all(|&holds| holds == Ok(true)) { mapped.value.number() } else { None }
}
