//! The texts of the rules, read: terms over integers, as trees.
//!
//! This is the one reader of these texts. Enumeration evaluates its trees (`crates/lego-expr/tests/rules.rs`), a theorem prover
//! gets them translated (`tests/proof`); it uses nothing of the crate under test.
#![allow(dead_code, unreachable_pub)] // each test binary uses its part

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What stands between two operands, or before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Or,
    Xor,
    And,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Minimum,
    Maximum,
}

/// The binary operators by how tightly they bind, loosest first, as in Rust.
const LEVELS: [&[(&str, Operator)]; 7] = [
    &[("==", Operator::Equal), ("!=", Operator::NotEqual), ("<", Operator::Less), ("<=", Operator::LessEqual)],
    &[("|", Operator::Or)],
    &[("^", Operator::Xor)],
    &[("&", Operator::And)],
    &[("<<", Operator::ShiftLeft), (">>", Operator::ShiftRight)],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

impl Operator {
    /// Whether it looks at the bits of its operands.
    pub fn is_bitwise(self) -> bool {
        matches!(self, Self::Or | Self::Xor | Self::And | Self::ShiftLeft | Self::ShiftRight)
    }

    /// Its value: `None` for a bit operation, a quotient or a remainder with an operand below zero, for a divisor of zero
    /// and for what leaves 128 bits.
    pub fn value(self, a: i128, b: i128) -> Option<i128> {
        let natural = a >= 0 && b >= 0;
        match self {
            Self::Equal => Some((a == b).into()),
            Self::NotEqual => Some((a != b).into()),
            Self::Less => Some((a < b).into()),
            Self::LessEqual => Some((a <= b).into()),
            Self::Or => natural.then_some(a | b),
            Self::Xor => natural.then_some(a ^ b),
            Self::And => natural.then_some(a & b),
            Self::ShiftLeft if !natural => None,
            Self::ShiftLeft if a == 0 => Some(0),
            Self::ShiftLeft => power(b).and_then(|power| a.checked_mul(power)),
            Self::ShiftRight => natural.then(|| power(b).map_or(0, |power| a / power)),
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => (a >= 0 && b > 0).then(|| a / b),
            Self::Remainder => (a >= 0 && b > 0).then(|| a % b),
            Self::Minimum => Some(a.min(b)),
            Self::Maximum => Some(a.max(b)),
        }
    }
}

/// 2 to the power of a natural number.
fn power(exponent: i128) -> Option<i128> {
    (0..127).contains(&exponent).then(|| 1 << exponent)
}

/// A term over integers. A comparison is 1 where it holds and 0 where it does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    Number(i128),
    Letter(char),
    Binary(Operator, Box<Term>, Box<Term>),
    /// The second where the first is not zero, else the third.
    Choice(Box<[Term; 3]>),
}

impl Term {
    /// Reads a term; `=` is no operator.
    pub fn read(text: &str) -> Result<Self, String> {
        let tokens = tokens(text);
        let mut reader = Reader { tokens: &tokens, at: 0 };
        let term = reader.level(0)?;
        match reader.tokens.get(reader.at) {
            None => Ok(term),
            Some(token) => Err(format!("`{text}` goes on after its end with `{token}`")),
        }
    }

    /// Its value for values of the letters; `None` where it has none.
    pub fn value(&self, letters: &BTreeMap<char, i128>) -> Option<i128> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Letter(letter) => letters.get(letter).copied(),
            Self::Binary(operator, a, b) => operator.value(a.value(letters)?, b.value(letters)?),
            Self::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                if condition.value(letters)? != 0 { then.value(letters) } else { otherwise.value(letters) }
            }
        }
    }

    /// Itself with terms in the places of letters.
    pub fn with(&self, terms: &BTreeMap<char, Self>) -> Self {
        let boxed = |term: &Self| Box::new(term.with(terms));
        match self {
            Self::Number(_) => self.clone(),
            Self::Letter(letter) => terms.get(letter).unwrap_or(self).clone(),
            Self::Binary(operator, a, b) => Self::Binary(*operator, boxed(a), boxed(b)),
            Self::Choice(parts) => Self::Choice(Box::new([0, 1, 2].map(|k| parts[k].with(terms)))),
        }
    }

    /// Whether its operation lacks a value for some operands.
    pub fn is_partial(&self) -> bool {
        use Operator::{Divide, Remainder};
        matches!(self, Self::Binary(operator, ..) if operator.is_bitwise() || [Divide, Remainder].contains(operator))
    }

    /// Itself and every term in it.
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        match self {
            Self::Number(_) | Self::Letter(_) => {}
            Self::Binary(_, a, b) => parts.extend(a.parts().into_iter().chain(b.parts())),
            Self::Choice(inner) => parts.extend(inner.iter().flat_map(Self::parts)),
        }
        parts
    }
}

/// What a rule says: equations, and the terms that must hold for them.
#[derive(Clone, Debug)]
pub struct Statement {
    pub laws: Vec<Law>,
    pub conditions: Vec<Term>,
}

/// An equation: where the left side has a value, the right side has the same one.
#[derive(Clone, Debug)]
pub struct Law {
    pub left: Term,
    pub right: Term,
}

impl Statement {
    /// Reads laws and conditions, each separated by `; `.
    pub fn read(law: &str, condition: &str) -> Result<Self, String> {
        let laws = law.split("; ").map(|law| {
            let (left, right) = law.split_once(" = ").ok_or_else(|| format!("`{law}` is no equation"))?;
            Ok(Law { left: Term::read(left)?, right: Term::read(right)? })
        });
        Ok(Self { laws: laws.collect::<Result<_, String>>()?, conditions: conditions(condition)? })
    }

    /// The same laws with fewer conditions: those of which `keep` says so, by their number.
    pub fn under(&self, keep: impl Fn(usize) -> bool) -> Self {
        let conditions = self.conditions.iter().enumerate().filter(|(number, _)| keep(*number));
        Self { laws: self.laws.clone(), conditions: conditions.map(|(_, term)| term.clone()).collect() }
    }

    /// Every term of the laws and the conditions.
    pub fn terms(&self) -> Vec<&Term> {
        let laws = self.laws.iter().flat_map(|law| [&law.left, &law.right]);
        laws.chain(&self.conditions).flat_map(Term::parts).collect()
    }

    /// The letters of the laws and the conditions.
    pub fn letters(&self) -> BTreeSet<char> {
        let letters = self.terms().into_iter();
        letters.filter_map(|term| if let Term::Letter(letter) = term { Some(*letter) } else { None }).collect()
    }

    /// Whether the conditions hold.
    pub fn applies(&self, letters: &BTreeMap<char, i128>) -> bool {
        self.conditions.iter().all(|condition| condition.value(letters).is_some_and(|truth| truth != 0))
    }
}

/// Reads terms that have to hold, separated by `; `; among them `=` compares.
pub fn conditions(text: &str) -> Result<Vec<Term>, String> {
    let parts = text.split("; ").filter(|part| !part.is_empty());
    parts.map(|part| Term::read(&part.replace(" = ", " == "))).collect()
}

impl Law {
    /// Whether both sides have a value, the same one; `None` where the left side has none.
    pub fn holds(&self, letters: &BTreeMap<char, i128>) -> Option<bool> {
        self.left.value(letters).map(|left| self.right.value(letters) == Some(left))
    }
}

/// Words, pairs and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.chars().take_while(char::is_ascii_alphanumeric).count();
        let pair = rest.get(..2).filter(|pair| LEVELS.iter().any(|level| level.iter().any(|(sign, _)| sign == pair)));
        let length = if word > 0 { word } else { pair.map_or(first.len_utf8(), str::len) };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

struct Reader<'t> {
    tokens: &'t [&'t str],
    at: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<&'t str, String> {
        let token = self.tokens.get(self.at).ok_or_else(|| format!("`{}` has no end", self.tokens.join(" ")))?;
        self.at += 1;
        Ok(token)
    }

    fn expect(&mut self, what: &str) -> Result<(), String> {
        let token = self.next()?;
        if token == what {
            Ok(())
        } else {
            Err(format!("`{}`: `{token}` stands where `{what}` should", self.tokens.join(" ")))
        }
    }

    fn level(&mut self, level: usize) -> Result<Term, String> {
        let Some(operators) = LEVELS.get(level) else { return self.primary() };
        let mut left = self.level(level + 1)?;
        while let Some((_, operator)) =
            self.tokens.get(self.at).and_then(|token| operators.iter().find(|(sign, _)| sign == token))
        {
            self.at += 1;
            left = Term::Binary(*operator, Box::new(left), Box::new(self.level(level + 1)?));
        }
        Ok(left)
    }

    fn between(&mut self, open: &str, close: &str) -> Result<Term, String> {
        self.expect(open)?;
        let term = self.level(0)?;
        self.expect(close)?;
        Ok(term)
    }

    fn primary(&mut self) -> Result<Term, String> {
        match self.next()? {
            "(" => {
                self.at -= 1;
                self.between("(", ")")
            }
            "if" => {
                let condition = self.level(0)?;
                let then = self.between("{", "}")?;
                self.expect("else")?;
                Ok(Term::Choice(Box::new([condition, then, self.between("{", "}")?])))
            }
            name @ ("min" | "max") => {
                let operator = if name == "min" { Operator::Minimum } else { Operator::Maximum };
                let a = self.between("(", ",")?;
                self.at -= 1;
                Ok(Term::Binary(operator, Box::new(a), Box::new(self.between(",", ")")?)))
            }
            token => {
                let mut letters = token.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) if letter.is_ascii_lowercase() => Ok(Term::Letter(letter)),
                    _ => token.parse().map(Term::Number).map_err(|_| format!("`{token}` is no operand")),
                }
            }
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Letter(letter) => write!(f, "{letter}"),
            Self::Binary(Operator::Minimum, a, b) => write!(f, "min({a}, {b})"),
            Self::Binary(Operator::Maximum, a, b) => write!(f, "max({a}, {b})"),
            Self::Binary(operator, a, b) => {
                let sign = LEVELS.iter().flat_map(|level| level.iter()).find(|(_, own)| own == operator);
                write!(f, "({a} {} {b})", sign.map_or("?", |(sign, _)| sign))
            }
            Self::Choice(parts) => write!(f, "(if {} {{ {} }} else {{ {} }})", parts[0], parts[1], parts[2]),
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.left, self.right)
    }
}
