//! Terms, layouts and conditions as text: sizes as one writes them in a layout.

use super::condition::Condition;
use super::context::{Context, Unknown};
use super::layout::SymbolicLayout;
use super::term::{Atom, Term, gcd};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

impl Context {
    /// A term as text, as `64*N` and `M/64`.
    #[must_use]
    pub fn text(&self, term: &Term) -> String {
        let mut term = self.gathered(term);
        let mut parts = Vec::new();
        for &(atom, power) in &term.factors {
            for _ in 0..power {
                parts.push(match &self.atoms[atom] {
                    Unknown::Quotient { .. } => {
                        let (base, mut by) = self.base(atom);
                        // 2*(M/4) is M/2.
                        let common = gcd(term.coefficient, by.coefficient).max(1);
                        term.coefficient /= common;
                        by.coefficient /= common;
                        let base = self.name(base);
                        if by.is(1) {
                            base
                        } else if by.factors.is_empty()
                            || by.coefficient == 1 && by.factors.len() == 1 && by.factors[0].1 == 1
                        {
                            format!("{base}/{}", self.text(&by))
                        } else {
                            format!("{base}/({})", self.text(&by))
                        }
                    }
                    _ => self.name(atom),
                });
            }
        }
        match term.coefficient {
            number if parts.is_empty() => number.to_string(),
            1 => parts.join("*"),
            -1 => format!("-{}", parts.join("*")),
            number => format!("{number}*{}", parts.join("*")),
        }
    }

    /// The same with M for 64*(M/64).
    fn gathered(&self, term: &Term) -> Term {
        let mut term = term.clone();
        loop {
            let whole = term.factors.iter().find_map(|&(atom, _)| match &self.atoms[atom] {
                Unknown::Quotient { of, by } => {
                    let by = self.normal(by).ok()?;
                    let rest = term.exactly(&Term::atom(atom))?.exactly(&by)?;
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

    /// What a quotient of quotients is a quotient of, and by what.
    fn base(&self, atom: Atom) -> (Atom, Term) {
        match &self.atoms[atom] {
            Unknown::Quotient { of, by } => {
                let (base, before) = self.base(*of);
                (base, before.times(by).unwrap_or_else(|_| by.clone()))
            }
            _ => (atom, Term::number(1)),
        }
    }

    fn name(&self, atom: Atom) -> String {
        match &self.atoms[atom] {
            Unknown::Symbol(k) => self.names[*k].clone(),
            Unknown::Ceil { of, by } => format!("ceil_div({}, {})", self.text(of), self.text(by)),
            Unknown::Sum(terms) => {
                let terms: Vec<String> = terms.iter().map(|term| self.text(term)).collect();
                format!("({})", terms.join(" + ").replace("+ -", "- "))
            }
            Unknown::Quotient { .. } => self.text(&Term::atom(atom)),
        }
    }

    /// A condition as text, as `M % 64 == 0` and `M >= 8`.
    #[must_use]
    pub fn condition_text(&self, condition: &Condition) -> String {
        match condition {
            Condition::Divides { by, of } => {
                if let (1, [(atom, 1)]) = (of.coefficient, &of.factors[..]) {
                    let (base, before) = self.base(*atom);
                    if let Ok(by) = before.times(by) {
                        return self.divides(&by, &self.name(base));
                    }
                }
                self.divides(by, &self.text(of))
            }
            Condition::Equal { one, two } => format!("{} == {}", self.text(one), self.text(two)),
            Condition::AtMost { small, large } => format!("{} >= {}", self.text(large), self.text(small)),
        }
    }

    fn divides(&self, by: &Term, of: &str) -> String {
        let text = self.text(by);
        let of = if of.contains(['*', '/']) && !of.starts_with("ceil_div") { format!("({of})") } else { of.into() };
        if text.contains(['*', '/']) { format!("{of} % ({text}) == 0") } else { format!("{of} % {text} == 0") }
    }

    /// A layout as text.
    #[must_use]
    pub fn layout_text(&self, layout: &SymbolicLayout) -> String {
        let tree = |pick: fn(&(Term, Term)) -> &Term| {
            let mut text = String::new();
            for (leaf, mode) in layout.modes.iter().enumerate() {
                if leaf > 0 {
                    text.push(',');
                }
                (0..layout.profile.opens(leaf)).for_each(|_| text.push('('));
                text.push_str(&self.text(pick(mode)));
                (0..layout.profile.closes(leaf)).for_each(|_| text.push(')'));
            }
            text
        };
        format!("{}:{}", tree(|mode| &mode.0), tree(|mode| &mode.1))
    }
}
