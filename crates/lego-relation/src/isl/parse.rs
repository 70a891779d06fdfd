//! The parser of isl's notation: maps, and conditions alone.

use super::cursor::Cursor;
use super::error::Result;
use super::lexer::Word;
use super::syntax::{Case, Expression, Formula, Sign, Text};

/// A map: `[N] -> { [i] -> [o] : …; … }`.
pub(super) fn map(text: &str) -> Result<Text> {
    let mut cursor = Cursor::new(text)?;
    let map = cursor.text()?;
    cursor.end()?;
    Ok(map)
}

/// A condition alone.
pub(super) fn formula(text: &str) -> Result<Formula> {
    let mut cursor = Cursor::new(text)?;
    let formula = cursor.formula()?;
    cursor.end()?;
    Ok(formula)
}

impl Cursor {
    fn text(&mut self) -> Result<Text> {
        let mut parameters = Vec::new();
        if self.take("[") {
            while !self.take("]") {
                let place = self.place();
                let Some(Word::Name(name)) = self.peek().cloned() else { return Err(self.wrong("a parameter")) };
                self.at += 1;
                parameters.push((name, place));
                if !self.is("]") {
                    self.expect(",")?;
                }
            }
            self.expect("->")?;
        }
        self.expect("{")?;
        let mut cases = Vec::new();
        while !self.is("}") {
            cases.push(self.case()?);
            if !self.take(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Text { parameters, cases })
    }

    fn case(&mut self) -> Result<Case> {
        let start = self.place().start;
        let mut equations = Vec::new();
        let from = self.tuple(&mut equations)?;
        if !self.is("->") {
            return Err(self.wrong("`->` of a map"));
        }
        self.at += 1;
        let to = self.tuple(&mut equations)?;
        let mut when = if self.take(":") { self.formula()? } else { Formula::Truth(true) };
        if !equations.is_empty() {
            equations.push(when);
            when = Formula::And(equations);
        }
        Ok(Case { from, to, when, place: start..self.before() })
    }

    /// The components of a tuple; `[i = 0, j]` says that i is 0.
    fn tuple(&mut self, equations: &mut Vec<Formula>) -> Result<Vec<Expression>> {
        // A name of the tuple says nothing about its points.
        if matches!(self.peek(), Some(Word::Name(_))) {
            self.at += 1;
        }
        self.expect("[")?;
        let mut all = Vec::new();
        while !self.take("]") {
            let component = self.expression()?;
            if self.take("=") {
                equations.push(Formula::Compare(Sign::Equal, component.clone(), self.expression()?));
            }
            all.push(component);
            if !self.is("]") {
                self.expect(",")?;
            }
        }
        Ok(all)
    }
}
