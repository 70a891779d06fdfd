//! Proofs of laws, and searches for a point where one fails.

use crate::bits::{AMOUNTS, Bits};
use crate::domain::{Domain, assignments, shift_amounts};
use crate::integers::Integers;
use crate::law::{Law, Statement, Term, conditions};
use crate::lemmas::{Lemma, lemma_of};
use lego_expr::Instance;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use z3::ast::Bool;
use z3::{Params, SatResult, Solver, Tactic};

/// What Z3 may spend on one question, in its own units: the same on every machine, unlike seconds.
const RESOURCES: u32 = 20_000_000;

/// Milliseconds after which a question is given up, which fails like any other: for what Z3 does not count as spent. What
/// passes takes less than one second.
const PATIENCE: u32 = 60_000;

/// A search looks at letters in these ranges, one after the other: a counterexample is one wherever it lies, and small ones
/// are found and read with ease.
const SEARCHED: [(i64, i64); 2] = [(-3, 6), (-8, 64)];

/// A search tries shifts by less than this.
const SEARCHED_AMOUNTS: u32 = 6;

/// Values of letters.
pub(crate) type Point = BTreeMap<char, i128>;

/// For which values of its letters a law is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Range {
    /// All integers.
    Integers,
    /// All of `i128`, where the letters named are shifted by: then every amount of which 1 << k is an `i128`.
    Bits(Vec<char>),
}

impl Range {
    /// The range for a rule: integers, unless it is about bits.
    pub(crate) fn of(statement: &Statement) -> Self {
        let terms = statement.terms();
        let bits = |term: &&Term| matches!(term, Term::Binary(operator, ..) if operator.is_bitwise());
        if terms.iter().any(bits) { Self::Bits(shift_amounts(terms)) } else { Self::Integers }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integers => write!(f, "all integers"),
            Self::Bits(amounts) => {
                write!(f, "all of i128")?;
                amounts.iter().try_for_each(|letter| write!(f, ", {letter} from 0 to {}", AMOUNTS - 1))
            }
        }
    }
}

/// What Z3 says of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// It gave up, for this reason.
    Unknown(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => write!(f, "is proved"),
            Self::No => write!(f, "does not follow"),
            Self::Unknown(reason) => write!(f, "is not proved: Z3 gave up: {reason}"),
        }
    }
}

/// Proves a law of a statement under the statement's conditions, by instances of lemmas.
///
/// # Errors
/// Why it is not proved: wrong, or given up.
pub(crate) fn prove(statement: &Statement, law: &Law, lemmas: &[Instance]) -> Result<(), String> {
    match Range::of(statement) {
        Range::Integers => prove_in(&mut Integers::default(), &linear(), statement, law, lemmas),
        Range::Bits(letters) => assignments(&letters, AMOUNTS).into_iter().try_for_each(|amounts| {
            let proved = prove_in(&mut Bits::new(amounts.clone()), &circuits(), statement, law, lemmas);
            proved.map_err(|error| format!("{error}, shifting by {amounts:?}"))
        }),
    }
}

fn prove_in<D: Domain>(
    domain: &mut D,
    solver: &Solver,
    statement: &Statement,
    law: &Law,
    lemmas: &[Instance],
) -> Result<(), String> {
    let mut premises = premises(domain, statement, law)?;
    for lemma in lemmas {
        premises.push(holds(domain, *lemma)?);
    }
    let claim = domain.agrees(&law.left, &law.right)?;
    match follows(solver, &premises, domain.facts(), &claim) {
        Answer::Yes => Ok(()),
        answer => Err(format!("{law} {answer}")),
    }
}

/// Proves a lemma for all integers: by nonlinear arithmetic where no others lead to it.
///
/// # Errors
/// Why it is not proved.
pub(crate) fn prove_lemma(lemma: &Lemma) -> Result<(), String> {
    let mut domain = Integers::default();
    let mut premises = Vec::new();
    for condition in conditions(lemma.conditions)? {
        premises.push(domain.holds(&condition)?);
    }
    for instance in lemma.lemmas {
        premises.push(holds(&mut domain, *instance)?);
    }
    let solver = || if lemma.lemmas.is_empty() { nonlinear() } else { linear() };
    conditions(lemma.claims)?.iter().try_for_each(|claim| {
        let holds = domain.holds(claim)?;
        match follows(&solver(), &premises, domain.facts(), &holds) {
            Answer::Yes => Ok(()),
            answer => Err(format!("{claim} {answer}")),
        }
    })
}

/// That the claims of a lemma hold where its conditions do, with terms for its letters.
///
/// A term without a value is some number to Z3, and the lemma is true of all numbers; so its own operations must be such as
/// always have a value.
fn holds<D: Domain>(domain: &mut D, instance: Instance) -> Result<Bool, String> {
    let (lemma, terms) = lemma_of(instance);
    let terms = terms.iter().map(|text| Term::read(text)).collect::<Result<Vec<_>, _>>()?;
    let terms: BTreeMap<char, Term> = lemma.letters.chars().zip(terms).collect();
    let mut all = |text: &str| {
        conditions(text)?.iter().try_fold(Bool::from_bool(true), |all, term| {
            if term.parts().iter().any(|part| part.is_partial()) {
                return Err(format!("{term} is no claim about all integers"));
            }
            Ok(all & domain.is_true(&term.with(&terms))?)
        })
    };
    Ok(all(lemma.conditions)?.implies(all(lemma.claims)?))
}

/// What is searched for, of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A point where the conditions hold and the left side has a value.
    Case,
    /// Such a point where the right side has none, or another.
    Counterexample,
}

/// A point of a law.
///
/// # Errors
/// Where there is no such point in the ranges searched, or Z3 does not know.
pub(crate) fn find(statement: &Statement, law: &Law, wanted: Wanted) -> Result<Point, String> {
    let range = Range::of(statement);
    let searched = |(least, most)| match &range {
        Range::Integers => find_in(&mut Integers::default(), statement, law, wanted, least..=most),
        Range::Bits(letters) => {
            let mut outcome = Err(format!("{law}: shifted by nothing"));
            for amounts in assignments(letters, SEARCHED_AMOUNTS) {
                outcome = find_in(&mut Bits::new(amounts), statement, law, wanted, least..=most);
                if outcome.is_ok() {
                    break;
                }
            }
            outcome
        }
    };
    searched(SEARCHED[0]).or_else(|_| searched(SEARCHED[1]))
}

fn find_in<D: Domain>(
    domain: &mut D,
    statement: &Statement,
    law: &Law,
    wanted: Wanted,
    searched: RangeInclusive<i64>,
) -> Result<Point, String> {
    let solver = nonlinear();
    for premise in premises(domain, statement, law)? {
        solver.assert(premise);
    }
    if wanted == Wanted::Counterexample {
        solver.assert(!domain.agrees(&law.left, &law.right)?);
    }
    for fact in domain.facts() {
        solver.assert(fact);
    }
    let letters = statement.letters();
    for letter in &letters {
        solver.assert(domain.lies_between(*letter, *searched.start(), *searched.end()));
    }
    match solver.check() {
        SatResult::Sat => {
            let model = solver.get_model().ok_or("Z3 has found a point, but gives none")?;
            let value = |letter: &char| domain.letter_in(&model, *letter).map(|value| (*letter, value));
            letters.iter().map(value).collect::<Option<_>>().ok_or_else(|| "a letter without a value".into())
        }
        SatResult::Unsat => Err(format!("{law}: nowhere between {} and {}", searched.start(), searched.end())),
        SatResult::Unknown => Err(format!("{law}: Z3 does not know: {}", reason(&solver))),
    }
}

/// That the conditions hold, and that the left side has a value.
fn premises<D: Domain>(domain: &mut D, statement: &Statement, law: &Law) -> Result<Vec<Bool>, String> {
    let conditions = statement.conditions.iter().map(|condition| domain.holds(condition));
    let mut premises = conditions.collect::<Result<Vec<_>, _>>()?;
    premises.push(domain.has_value(&law.left)?);
    Ok(premises)
}

/// Whether a claim follows from premises and facts: whether they contradict its opposite.
fn follows(solver: &Solver, premises: &[Bool], facts: &[Bool], claim: &Bool) -> Answer {
    for known in premises.iter().chain(facts) {
        solver.assert(known);
    }
    solver.assert(!claim);
    match solver.check() {
        SatResult::Unsat => Answer::Yes,
        SatResult::Sat => Answer::No,
        SatResult::Unknown => Answer::Unknown(reason(solver)),
    }
}

/// A solver to which a product of letters is an unknown number.
fn linear() -> Solver {
    let mut expanded = Params::new();
    expanded.set_bool("som", true);
    let mut linear = Params::new();
    linear.set_bool("arith.nl", false);
    limited(Tactic::new("simplify").with(&expanded).and_then(&Tactic::new("smt").with(&linear)).solver())
}

/// A solver of bits: it turns terms into circuits and compares these. A product with a power of two is wires only.
fn circuits() -> Solver {
    let mut wired = Params::new();
    wired.set_bool("mul2concat", true);
    limited(Tactic::new("simplify").with(&wired).and_then(&Tactic::new("qfbv")).solver())
}

/// A solver that searches what it can.
fn nonlinear() -> Solver {
    limited(Solver::new())
}

fn limited(solver: Solver) -> Solver {
    let mut parameters = Params::new();
    parameters.set_u32("rlimit", RESOURCES);
    parameters.set_u32("timeout", PATIENCE);
    solver.set_params(&parameters);
    solver
}

fn reason(solver: &Solver) -> String {
    solver.get_reason_unknown().unwrap_or_else(|| "without a reason".into())
}

/// Whether the translation of a term has, at a point, that value, or none.
///
/// # Errors
/// Where the term has no translation.
pub(crate) fn has_value(range: &Range, term: &Term, point: &Point, value: Option<i128>) -> Result<Answer, String> {
    match range {
        Range::Integers => has_value_in(&mut Integers::default(), term, point, value),
        Range::Bits(letters) => {
            let amount = |letter: &char| {
                let amount = point.get(letter).and_then(|&amount| u32::try_from(amount).ok());
                amount.map(|amount| (*letter, amount)).ok_or_else(|| format!("{letter} is no amount of a shift"))
            };
            let amounts = letters.iter().map(amount).collect::<Result<_, _>>()?;
            has_value_in(&mut Bits::new(amounts), term, point, value)
        }
    }
}

fn has_value_in<D: Domain>(domain: &mut D, term: &Term, point: &Point, value: Option<i128>) -> Result<Answer, String> {
    let translated = domain.term(term)?;
    let small = |number: i128| i64::try_from(number).map_err(|_| format!("{number} is not small"));
    let claim = match value {
        Some(value) => &translated.defined & domain.is(&translated.number, small(value)?),
        None => !&translated.defined,
    };
    let at = point.iter().map(|(letter, value)| Ok(domain.lies_between(*letter, small(*value)?, small(*value)?)));
    Ok(follows(&nonlinear(), &at.collect::<Result<Vec<_>, String>>()?, domain.facts(), &claim))
}
