//! Terms, layouts and conditions as text: sizes as one writes them in a layout.
//!
//! What is printed reads back as the same value under the same conditions, in a layout and in a fact behind `where`:
//!
//! | value | text | why |
//! |---|---|---|
//! | K by M/4 | `K/(M/4)` | `K/M/4` is K by 4\*M |
//! | K times M/4 | `K*(M/4)` | `K*M/4` asks for a divisor of K\*M |
//! | a tuple of the one number 2\*M | `(2*M,)` | `(2*M)` is the number |

use super::answer::{Result as Holds, Value};
use super::condition::Condition;
use super::context::{Context, Unknown};
use super::layout::SymbolicLayout;
use super::term::{Term, UnknownId, gcd};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

impl Context {
    /// A term as text, as `64*N` and `M/64`.
    #[must_use]
    pub fn text(&self, term: &Term) -> String {
        text(|out| self.write_text(out, term))
    }

    /// A condition as text, as `M % 64 == 0` and `M >= 8`.
    #[must_use]
    pub fn condition_text(&self, condition: &Condition) -> String {
        text(|out| self.write_condition(out, condition))
    }

    /// A layout as text.
    #[must_use]
    pub fn layout_text(&self, layout: &SymbolicLayout) -> String {
        text(|out| self.write_layout(out, layout))
    }

    fn write_text(&self, out: &mut dyn Write, term: &Term) -> fmt::Result {
        let term = self.gathered(term);
        // Each factor, and what it is divided by.
        let (mut coefficient, mut factors) = (term.coefficient, Vec::new());
        for &(atom, power) in &term.factors {
            for _ in 0..power {
                let (base, by) = self.base(atom);
                let mut by = self.gathered(&by);
                // 2*(M/4) is M/2.
                let common = gcd(coefficient, by.coefficient).max(1);
                coefficient /= common;
                by.coefficient /= common;
                factors.push((base, by));
            }
        }
        let mut is_first = true;
        match coefficient {
            number if factors.is_empty() => return write!(out, "{number}"),
            1 => {}
            -1 => out.write_char('-')?,
            number => {
                write!(out, "{number}")?;
                is_first = false;
            }
        }
        for (base, by) in factors {
            if !is_first {
                out.write_char('*')?;
            }
            // Behind a product the quotient would be that of the whole product.
            let in_brackets = !by.is(1) && !is_first;
            if in_brackets {
                out.write_char('(')?;
            }
            self.write_base(out, base)?;
            if !by.is(1) {
                out.write_char('/')?;
                self.write_divisor(out, &by)?;
            }
            if in_brackets {
                out.write_char(')')?;
            }
            is_first = false;
        }
        Ok(())
    }

    /// The same with M for 64*(M/64).
    pub(super) fn gathered(&self, term: &Term) -> Term {
        let mut term = term.clone();
        loop {
            let whole = term.factors.iter().find_map(|&(atom, _)| match &self.atoms[atom] {
                Unknown::Quotient { of, by } => {
                    let others = term.exactly(&Term::atom(atom))?;
                    // The divisor may have been gathered already.
                    let divided = self.substituted(by).ok().and_then(|by| others.exactly(&by));
                    let rest = divided.or_else(|| others.exactly(&self.gathered(by)))?;
                    rest.times(&Term::atom(*of)).ok()
                }
                _ => None,
            });
            match whole {
                Some(whole) => term = whole,
                None => return term,
            }
        }
    }

    /// What a quotient of quotients is a quotient of, and by what; the unknown itself where the divisor goes beyond 64 bits.
    fn base(&self, atom: UnknownId) -> (UnknownId, Term) {
        if let Unknown::Quotient { of, by } = &self.atoms[atom] {
            let (base, before) = self.base(*of);
            if let Ok(by) = before.times(by) {
                return (base, by);
            }
        }
        (atom, Term::number(1))
    }

    fn write_base(&self, out: &mut dyn Write, atom: UnknownId) -> fmt::Result {
        match &self.atoms[atom] {
            Unknown::Symbol(k) => out.write_str(&self.names[*k]),
            Unknown::Ceil { of, by } => {
                out.write_str("ceil_div(")?;
                self.write_text(out, of)?;
                out.write_str(", ")?;
                self.write_text(out, by)?;
                out.write_char(')')
            }
            Unknown::Sum(terms) => {
                out.write_char('(')?;
                for (k, term) in terms.iter().enumerate() {
                    match (k, term.coefficient.checked_neg()) {
                        (0, _) => self.write_text(out, term)?,
                        (_, Some(positive)) if positive > 0 => {
                            out.write_str(" - ")?;
                            self.write_text(out, &Term { coefficient: positive, factors: term.factors.clone() })?;
                        }
                        _ => {
                            out.write_str(" + ")?;
                            self.write_text(out, term)?;
                        }
                    }
                }
                out.write_char(')')
            }
            Unknown::Min(a, b) | Unknown::Max(a, b) => {
                let is_smaller = matches!(self.atoms[atom], Unknown::Min(..));
                out.write_str(if is_smaller { "min(" } else { "max(" })?;
                self.write_text(out, a)?;
                out.write_str(", ")?;
                self.write_text(out, b)?;
                out.write_char(')')
            }
            // Only of divisors whose product goes beyond 64 bits.
            Unknown::Quotient { of, by } => {
                out.write_char('(')?;
                self.write_text(out, &Term::atom(*of))?;
                out.write_char('/')?;
                self.write_divisor(out, by)?;
                out.write_char(')')
            }
        }
    }

    /// A divisor, in brackets where `/` or `%` before it would take a part of it only.
    fn write_divisor(&self, out: &mut dyn Write, by: &Term) -> fmt::Result {
        let by = self.gathered(by);
        let is_one_word = match (by.coefficient, &by.factors[..]) {
            (number, []) => number >= 0,
            (1, [(atom, 1)]) => !matches!(self.atoms[*atom], Unknown::Quotient { .. }),
            _ => false,
        };
        if is_one_word {
            return self.write_text(out, &by);
        }
        out.write_char('(')?;
        self.write_text(out, &by)?;
        out.write_char(')')
    }

    fn write_condition(&self, out: &mut dyn Write, condition: &Condition) -> fmt::Result {
        match condition {
            Condition::Divides { by, of } => {
                let by = match (of.coefficient, &of.factors[..]) {
                    // That B divides M/A is that A*B divides M.
                    (1, [(atom, 1)]) => {
                        let (base, before) = self.base(*atom);
                        match before.times(by) {
                            Ok(by) => {
                                self.write_base(out, base)?;
                                by
                            }
                            Err(_) => {
                                self.write_text(out, of)?;
                                by.clone()
                            }
                        }
                    }
                    _ => {
                        self.write_divisor(out, of)?;
                        by.clone()
                    }
                };
                out.write_str(" % ")?;
                self.write_divisor(out, &by)?;
                out.write_str(" == 0")
            }
            Condition::Equal { one, two } => self.write_compared(out, one, " == ", two),
            Condition::Differs { one, two } => self.write_compared(out, one, " != ", two),
            Condition::AtMost { small, large } => self.write_compared(out, large, " >= ", small),
        }
    }

    fn write_compared(&self, out: &mut dyn Write, one: &Term, sign: &str, two: &Term) -> fmt::Result {
        self.write_text(out, one)?;
        out.write_str(sign)?;
        self.write_text(out, two)
    }

    fn write_layout(&self, out: &mut dyn Write, layout: &SymbolicLayout) -> fmt::Result {
        self.write_tree(out, layout, |mode| &mode.0)?;
        out.write_char(':')?;
        self.write_tree(out, layout, |mode| &mode.1)
    }

    fn write_tree(
        &self,
        out: &mut dyn Write,
        layout: &SymbolicLayout,
        pick: fn(&(Term, Term)) -> &Term,
    ) -> fmt::Result {
        for (leaf, mode) in layout.modes.iter().enumerate() {
            if leaf > 0 {
                out.write_char(',')?;
            }
            let (opens, closes) = (layout.profile.opens(leaf), layout.profile.closes(leaf));
            (0..opens).try_for_each(|_| out.write_char('('))?;
            self.write_text(out, pick(mode))?;
            // Brackets around arithmetic alone are brackets; where the other side shows a tuple, a reader takes both for tuples.
            let alone = opens.min(closes);
            let shown = alone == 1 && [&mode.0, &mode.1].into_iter().any(|term| self.is_word(term));
            if alone > 0 && !shown && !self.is_word(pick(mode)) {
                out.write_char(',')?;
            }
            (0..closes).try_for_each(|_| out.write_char(')'))?;
        }
        Ok(())
    }

    /// Whether a term is a number or a name, which brackets make a tuple of.
    fn is_word(&self, term: &Term) -> bool {
        let term = self.gathered(term);
        match (term.coefficient, &term.factors[..]) {
            (_, []) => true,
            (1 | -1, [(atom, 1)]) => matches!(self.atoms[*atom], Unknown::Symbol(_)),
            _ => false,
        }
    }

    pub(super) fn write_value(&self, out: &mut dyn Write, value: &Value) -> fmt::Result {
        match value {
            Value::Term(term) => self.write_text(out, term),
            Value::Layout(layout) => self.write_layout(out, layout),
            Value::Keep => out.write_char('_'),
            Value::Order(right) => out.write_str(if *right { "LayoutRight" } else { "LayoutLeft" }),
            Value::Tuple(elements) => {
                out.write_char('(')?;
                for (k, element) in elements.iter().enumerate() {
                    if k > 0 {
                        out.write_char(',')?;
                    }
                    self.write_value(out, element)?;
                }
                let is_shown = |element: &Value| match element {
                    Value::Term(term) => self.is_word(term),
                    Value::Layout(_) => false,
                    _ => true,
                };
                // What brackets alone make no tuple of.
                if let [element] = &elements[..] {
                    if !is_shown(element) {
                        out.write_char(',')?;
                    }
                }
                out.write_char(')')
            }
        }
    }
}

impl Holds {
    /// Whether the value and each condition have at most so many characters as text.
    pub(super) fn has_text_within(&self, characters: usize) -> bool {
        let context = &self.context;
        let conditions = context.given.iter().chain(&self.conditions);
        context.write_value(&mut Bounded { left: characters }, &self.value).is_ok()
            && conditions
                .into_iter()
                .all(|condition| context.write_condition(&mut Bounded { left: characters }, condition).is_ok())
    }
}

/// Takes a number of characters, keeps none, and fails beyond.
struct Bounded {
    left: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.left = self.left.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

fn text(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut out = String::new();
    // A string takes everything.
    let _ = write(&mut out);
    out
}
