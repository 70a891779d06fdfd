//! The conditions of a text of isl: comparisons, `and`, `or`, `not`, and `exists` with definitions.

use super::cursor::Cursor;
use super::error::{ReadError, Result};
use super::lexer::Word;
use super::syntax::{Expression, Formula, Sign};

impl Cursor {
    /// Conditions of which one holds.
    pub(super) fn formula(&mut self) -> Result<Formula> {
        self.deeper(|cursor| {
            let mut all = vec![cursor.conjunction()?];
            while cursor.take("or") || cursor.take("||") {
                all.push(cursor.conjunction()?);
            }
            Ok(if all.len() == 1 { all.swap_remove(0) } else { Formula::Or(all) })
        })
    }

    fn conjunction(&mut self) -> Result<Formula> {
        let mut all = vec![self.condition()?];
        while self.take("and") || self.take("&&") {
            all.push(self.condition()?);
        }
        Ok(if all.len() == 1 { all.swap_remove(0) } else { Formula::And(all) })
    }

    fn condition(&mut self) -> Result<Formula> {
        if self.take("not") || self.take("!") {
            return Ok(Formula::Not(Box::new(self.deeper(Self::condition)?)));
        }
        if self.take("true") {
            return Ok(Formula::Truth(true));
        }
        if self.take("false") {
            return Ok(Formula::Truth(false));
        }
        if self.take("exists") || self.take("∃") {
            return self.exists();
        }
        // A parenthesis opens a condition or an expression: what gets further is meant.
        let start = self.at;
        let compared = self.comparison();
        let Err(error) = compared else { return compared };
        let reached = self.at;
        self.at = start;
        if !self.take("(") {
            return Err(error);
        }
        let inner = self.formula().and_then(|formula| self.expect(")").map(|()| formula));
        if inner.is_err() && self.at < reached { Err(error) } else { inner }
    }

    /// `exists (e = floor(i/2), …: condition)`.
    fn exists(&mut self) -> Result<Formula> {
        let open = self.take("(");
        let mut names = Vec::new();
        loop {
            let place = self.place();
            let Some(Word::Name(name)) = self.peek().cloned() else { return Err(self.wrong("a name")) };
            self.at += 1;
            if !self.take("=") {
                let message =
                    format!("`{name}` has no definition: write `{name} = floor(…)`, or the condition with mod");
                return Err(ReadError::new(place, message));
            }
            names.push((name, self.expression()?));
            if !self.take(",") {
                break;
            }
        }
        self.expect(":")?;
        let inner = self.formula()?;
        if open {
            self.expect(")")?;
        }
        Ok(Formula::Let(names, Box::new(inner)))
    }

    /// `0 <= i, j < 8`: every expression of a list compared with every one of the next.
    fn comparison(&mut self) -> Result<Formula> {
        let mut left = self.list()?;
        let mut all = Vec::new();
        while let Some(sign) = self.sign() {
            self.at += 1;
            let right = self.list()?;
            for one in &left {
                all.extend(right.iter().map(|other| Formula::Compare(sign, one.clone(), other.clone())));
            }
            left = right;
        }
        match all.len() {
            0 => Err(self.wrong("a comparison")),
            1 => Ok(all.swap_remove(0)),
            _ => Ok(Formula::And(all)),
        }
    }

    fn sign(&self) -> Option<Sign> {
        let Some(Word::Sign(sign)) = self.peek() else { return None };
        Some(match *sign {
            "<" => Sign::Less,
            "<=" => Sign::LessEqual,
            ">" => Sign::Greater,
            ">=" => Sign::GreaterEqual,
            "=" | "==" => Sign::Equal,
            "!=" => Sign::NotEqual,
            _ => return None,
        })
    }

    fn list(&mut self) -> Result<Vec<Expression>> {
        let mut all = vec![self.expression()?];
        while self.take(",") {
            all.push(self.expression()?);
        }
        Ok(all)
    }
}
