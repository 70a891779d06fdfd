//! What must hold of sizes that come at run time, as tests that no size makes overflow.
//!
//! A test is computed in an integer type with an end. So ahead of every sum and product stands a test that it has a value
//! there: `M <= most / K` before `M * K`. Who asks the tests in their order and ends at the first that fails never computes
//! what overflows. A layout some of whose totals do not fit is refused, which is what has to be.

use super::formula::Helpers;
use super::layout::Unit;
use super::printing::too_long;
use crate::error::Error;
use crate::extra::Extra;
use lego_expr::{
    Abilities, Choices, Comparison, Dialect, Id, Knowledge, Node, Op, Printed, Range, Shifts, Unknown, legal, plain,
    print, reachable,
};
use lego_lang::compile::{Assertion, Condition, Requirement};
use std::collections::{HashMap, HashSet};

/// The function of two numbers that the dialect is asked for: their greatest common divisor.
pub(crate) const GCD: &str = "gcd";

/// What numbers fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The largest size, position and value on the way to one; `None` where integers have no end.
    pub(crate) most: Option<u128>,
    /// The largest number that a test is given and may compute; `None` where integers have no end.
    pub(crate) computed: Option<u128>,
}

/// A condition on the sizes.
pub(crate) struct Test {
    /// A truth that can be computed where all tests before it hold.
    truth: Id,
    /// What it says, in the language of layouts.
    pub(crate) words: String,
}

impl Unit<'_> {
    /// The tests of the sizes, in the order in which they have to be asked; none where all sizes are numbers. They have
    /// only operations that `abilities` have: a minimum of a language without one is a choice.
    ///
    /// # Errors
    /// A map through which values go that no limit can be given for; a test that holds for no sizes.
    pub(crate) fn tests(&self, limits: Limits, abilities: Abilities) -> Result<Vec<Test>, Error> {
        if !self.has_sizes() {
            return Ok(Vec::new());
        }
        let mut tests = Tests {
            unit: self,
            limits,
            abilities: Abilities {
                negative: false,
                merges: false,
                shifts: Shifts::BelowWidth,
                choices: Choices::Eager,
                ..abilities
            },
            existing: HashSet::new(),
            held: HashSet::new(),
            most: HashMap::new(),
            tests: Vec::new(),
        };
        let arena = &self.compiled.arena;
        for (size, _) in &self.names.sizes {
            let id = arena.variable(size, lego_expr::Kind::Size);
            // Compilations know of no size that it is below 0, and would fold this away.
            tests.push(arena.node(Node::Compare(Comparison::LessEqual, arena.constant(0), id)), format!("{size} >= 0"));
            if let Some(most) = limits.most.filter(|most| limits.computed.is_none_or(|computed| *most < computed)) {
                let most = arena.constant(i128::try_from(most).unwrap_or(i128::MAX));
                let words = format!("{size} <= {}", plain(arena, most));
                tests.push(arena.node(Node::Compare(Comparison::LessEqual, id, most)), words);
            }
        }
        for assertion in &self.compiled.assertions {
            tests.assertion(assertion)?;
        }
        if let Some(most) = limits.most {
            let mut totals = vec![("the number of indices", self.compiled.count), ("the span", self.compiled.span)];
            for map in [&self.compiled.apply, &self.compiled.inv] {
                let peaks = map.extremes.peaks.as_ref();
                let is_wide = map.extremes.least.is_none_or(|least| least < -(most as i128));
                let Some(peaks) = peaks.filter(|_| !is_wide) else {
                    let sizes: Vec<&str> = self.compiled.parameters.iter().map(String::as_str).collect();
                    return Err(Error::new(format!(
                        "no bound is known for what is computed on the way to a position: give sizes a value with \
                         --let {}=…",
                        sizes.join("=…,")
                    )));
                };
                totals.extend(peaks.iter().map(|&peak| ("a value on the way", peak)));
            }
            for (what, total) in totals {
                tests.fits(what, total, most)?;
            }
            // Where one size is 0 the totals are, however much the others multiply to.
            let strides = self.compiled.strides.iter().flatten().filter(|_| self.has(Extra::Strides));
            for &size in self.compiled.dims.iter().chain(strides) {
                tests.has_value(size);
            }
        }
        Ok(tests.tests)
    }

    /// A test as text, in a dialect with the abilities that it was made for: what it computes ahead, and the truth.
    ///
    /// # Errors
    /// Texts that would be far longer than there are operations.
    pub(crate) fn test<D: Dialect>(&self, test: &Test, dialect: &D) -> Result<Printed<D::Output>, Error> {
        print(&self.compiled.arena, &[test.truth], dialect, &Unknown).map_err(too_long)
    }

    /// The helpers that tests need.
    pub(crate) fn helpers_of(&self, tests: &[Test]) -> Helpers {
        let truths: Vec<Id> = tests.iter().map(|test| test.truth).collect();
        Helpers::of(self, &truths)
    }
}

/// Tests that are being collected.
struct Tests<'u, 'a> {
    unit: &'u Unit<'a>,
    limits: Limits,
    /// What tests are made of: everything in them is computed in any case, so that what a branch computes is tested
    /// where it is.
    abilities: Abilities,
    /// The nodes that have a value where the tests so far hold.
    existing: HashSet<Id>,
    /// The truths that have been tested.
    held: HashSet<Id>,
    /// What values are at most, where sizes are at most what they can be.
    most: HashMap<Id, u128>,
    tests: Vec<Test>,
}

impl Tests<'_, '_> {
    fn push(&mut self, truth: Id, words: String) {
        // What is asked has a value already.
        let spelt = Abilities { negative: true, choices: Choices::Lazy, ..self.abilities };
        let truth = legal(&self.unit.compiled.arena, &[truth], &[], spelt, &Unknown).roots[0];
        let holds = self.unit.number(truth).is_some_and(|truth| truth != 0);
        if !holds && self.held.insert(truth) && self.tests.iter().all(|test| test.words != words) {
            self.tests.push(Test { truth, words });
        }
    }

    fn assertion(&mut self, assertion: &Assertion) -> Result<(), Error> {
        let arena = &self.unit.compiled.arena;
        let (zero, one) = (arena.constant(0), arena.constant(1));
        let words = assertion.condition.describe(arena);
        let at_least_one = |id: Id| format!("{} >= 1", plain(arena, id));
        let truth = match &assertion.condition {
            Condition::Requirement(requirement) => match requirement {
                Requirement::Positive { value, .. } => arena.compare(Comparison::LessEqual, one, *value),
                Requirement::Divides { value, divisor, .. } => {
                    self.holds(arena.compare(Comparison::LessEqual, one, *divisor), &at_least_one(*divisor))?;
                    arena.compare(Comparison::Equal, arena.binary(Op::Rem, *value, *divisor), zero)
                }
                Requirement::AtMost { value, most, .. } => arena.compare(Comparison::LessEqual, *value, *most),
                // 0 is as good: of an empty layout no index asks for more.
                Requirement::PowerOfTwo { value, .. } => {
                    let below = arena.binary(Op::Sub, arena.binary(Op::Max, *value, one), one);
                    arena.compare(Comparison::Equal, arena.binary(Op::And, *value, below), zero)
                }
                Requirement::Coprime { factor, size, .. } => {
                    // Of the size 0 no index asks for more.
                    let size = arena.binary(Op::Max, *size, one);
                    let gcd = arena.function(GCD, size);
                    let call = Node::Call { function: gcd, part: 0, arguments: vec![*factor, size] };
                    arena.compare(Comparison::Equal, arena.node(call), one)
                }
                Requirement::Equal { left_size, right_size, .. } => {
                    arena.compare(Comparison::Equal, *left_size, *right_size)
                }
            },
            Condition::Fact(_, truth) => *truth,
            Condition::Fits { what, value, .. } => {
                return match self.limits.most {
                    Some(most) => self.fits(what, *value, most),
                    None => Ok(()),
                };
            }
        };
        self.holds(truth, &words)
    }

    fn fits(&mut self, what: &str, value: Id, most: u128) -> Result<(), Error> {
        let arena = &self.unit.compiled.arena;
        let below = |id: Id| matches!(arena.get(id), Node::Variable(_));
        if below(value) {
            return Ok(());
        }
        let most = i128::try_from(most).unwrap_or(i128::MAX);
        let words = format!("{what}, {}, is at most {most}", plain(arena, value));
        self.holds(arena.node(Node::Compare(Comparison::LessEqual, value, arena.constant(most))), &words)
    }

    /// A truth, after tests that what it is made of has a value.
    fn holds(&mut self, truth: Id, words: &str) -> Result<(), Error> {
        match self.unit.number(truth) {
            Some(0) => return Err(Error::new(format!("no sizes make it a layout: {words} does not hold"))),
            Some(_) => return Ok(()),
            None => {}
        }
        let truth = self.has_value(truth);
        self.push(truth, words.to_owned());
        Ok(())
    }

    /// Tests that what a value is made of has a value; the form of it that is computed.
    fn has_value(&mut self, value: Id) -> Id {
        let arena = &self.unit.compiled.arena;
        let form = legal(arena, &[value], &[], self.abilities, &Unknown);
        for id in reachable(arena, &form.roots) {
            self.exists(id, form.range(id));
        }
        form.roots[0]
    }

    /// Tests that a node has a value, where its operands have.
    fn exists(&mut self, id: Id, range: Range) {
        let arena = &self.unit.compiled.arena;
        if !self.existing.insert(id) {
            return;
        }
        let one = arena.constant(1);
        let known = self.most_of(id).min(if range.is_bounded() { range.high as u128 } else { u128::MAX });
        self.most.insert(id, known);
        let fits = self.limits.computed.is_none_or(|most| known <= most);
        let is_truth = |id: Id| matches!(arena.get(id), Node::Compare(..));
        let less = |a, b| arena.node(Node::Compare(Comparison::LessEqual, a, b));
        let most = self.limits.computed.map(|most| arena.constant(i128::try_from(most).unwrap_or(i128::MAX)));
        let test = match (arena.get(id), most) {
            (Node::Binary(Op::Add, a, b), Some(most)) if !fits => {
                // The rest is written with the number, if there is one.
                let (a, b) = if arena.number(a).is_some() { (b, a) } else { (a, b) };
                Some(less(a, arena.binary(Op::Sub, most, b)))
            }
            (Node::Binary(Op::Mul, a, b), Some(most)) if !fits => {
                let (a, b) = if arena.number(a).is_some() { (b, a) } else { (a, b) };
                Some(less(a, arena.binary(Op::Div, most, arena.binary(Op::Max, b, one))))
            }
            (Node::Binary(Op::Shl, a, b), Some(most)) if !fits => {
                let bits = 127 - self.limits.computed.map_or(0, |most| most.leading_zeros());
                self.push(less(b, arena.constant(bits.into())), format!("{} has a value", plain(arena, id)));
                Some(less(a, arena.binary(Op::Shr, most, b)))
            }
            (Node::Binary(Op::Sub, a, b), _) if !is_truth(a) => Some(less(b, a)),
            (Node::Binary(Op::Div | Op::Rem, _, b), _) if arena.number(b).is_none() => Some(less(one, b)),
            _ => None,
        };
        if let Some(test) = test {
            self.push(test, format!("{} has a value", plain(arena, id)));
        }
    }

    /// What a value is at most, from its operands.
    fn most_of(&self, id: Id) -> u128 {
        let arena = &self.unit.compiled.arena;
        let of = |id: Id| self.most.get(&id).copied().unwrap_or(u128::MAX);
        match arena.get(id) {
            Node::Constant(number) => u128::try_from(number).unwrap_or(0),
            Node::Variable(_) => self.limits.most.unwrap_or(u128::MAX),
            Node::Binary(Op::Add, a, b) => of(a).saturating_add(of(b)),
            Node::Binary(Op::Mul, a, b) => of(a).saturating_mul(of(b)),
            Node::Binary(Op::Sub | Op::Div | Op::Shr, a, _) => of(a),
            Node::Binary(Op::Rem, a, b) | Node::Binary(Op::Min | Op::And, a, b) => of(a).min(of(b)),
            Node::Binary(Op::Max, a, b) | Node::Choose(_, a, b) => of(a).max(of(b)),
            Node::Isqrt(a) | Node::Within(a, _) => of(a),
            Node::Compare(..) => 1,
            Node::LookUp(list, _) => arena.entries(list).iter().max().map_or(0, |&most| most.into()),
            Node::Binary(Op::Or | Op::Xor | Op::Shl, ..) | Node::Call { .. } => u128::MAX,
        }
    }
}

#[cfg(test)]
mod spelt {
    use super::*;
    use crate::request::Request;
    use crate::target::Target;
    use lego_expr::{Shared, Variable};
    use lego_lang::compile::{Options, compile};

    /// A language without a minimum and a maximum.
    struct Plain;

    impl Dialect for Plain {
        type Output = String;

        fn abilities(&self) -> Abilities {
            Abilities { min_max: false, ..Abilities::ALL }
        }

        fn variable(&self, variable: &Variable) -> String {
            variable.name.clone()
        }

        fn shared(&self, number: usize) -> String {
            format!("t{number}")
        }

        fn statement(&self, shared: &Shared<String>) -> String {
            format!("{} = {}", shared.name, shared.value)
        }

        fn choice(&self, truth: String, then: String, otherwise: String) -> String {
            format!("{truth} ? {then} : {otherwise}")
        }
    }

    /// What is computed ahead of all tests, and the tests.
    fn texts(chain: &str) -> Vec<String> {
        let (compiled, request) = (compile(chain, &Options::default()).unwrap(), Request::new(Target::C));
        let unit = Unit::new(&compiled, &request, &Target::C.language().reserved()).unwrap();
        let most = Some(i64::MAX as u128);
        let tests = unit.tests(Limits { most, computed: most }, Plain.abilities()).unwrap();
        assert_eq!(unit.helpers_of(&tests), Helpers { gcd: chain.contains("Fan"), ..Helpers::default() }, "{chain}");
        let printed = tests.iter().map(|test| unit.test(test, &Plain).unwrap());
        printed
            .flat_map(|test| test.shared.into_iter().map(|shared| Plain.statement(&shared)).chain(test.values))
            .collect()
    }

    #[test]
    fn tests_have_only_what_the_language_has() {
        for (chain, expected) in [
            ("Row(M, N) where max(M, 3) == min(N, 100)", "(M < 3 ? 3 : M) == (N < 100 ? N : 100)"),
            ("Row(M, N)", "M <= 9223372036854775807 / (N < 1 ? 1 : N)"),
            ("Fan(N, 5, 3)", "gcd(5, N < 1 ? 1 : N) == 1"),
        ] {
            let texts = texts(chain);
            assert!(texts.iter().any(|text| text == expected), "{chain}: {texts:#?}");
            assert!(texts.iter().all(|text| !text.contains("min(") && !text.contains("max(")), "{chain}: {texts:#?}");
        }
    }
}
