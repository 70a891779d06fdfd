//! The names that a text uses but does not bind: its parameters and functions.

use super::{Argument, Cute, Expr, ExprKind, Function, Layout, List, Piece, Stage};
use crate::text_range::{Located, TextRange};

/// What a free name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A parameter: a number.
    Parameter,
    /// The function of a `GenP`.
    Function,
}

/// A name that the text uses but does not bind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeName {
    /// The name, or a path without blanks.
    pub path: String,
    /// Where.
    pub range: TextRange,
    /// What it stands for.
    pub role: Role,
}

impl Layout {
    /// Every use of a name that the text does not bind, in order of appearance.
    ///
    /// ```
    /// let layout = lego_lang::parse("GenP([N], |i| N - 1 - i, back).GroupBy([N / B, B])")?;
    /// let names: Vec<&str> = layout.free_names().iter().map(|name| layout.text().get(name.range.start..name.range.end).unwrap()).collect();
    /// assert_eq!(names, ["N", "N", "back", "N", "B", "B"]);
    /// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
    /// ```
    #[must_use]
    pub fn free_names(&self) -> Vec<FreeName> {
        let mut search = Search { bound: Vec::new(), found: Vec::new() };
        search.stages(&self.stages);
        for fact in &self.facts {
            search.expr(&fact.left);
            search.expr(&fact.right);
        }
        search.found
    }
}

/// A walk that collects free names.
struct Search<'a> {
    bound: Vec<&'a str>,
    found: Vec<FreeName>,
}

impl<'a> Search<'a> {
    fn stages(&mut self, stages: &'a [Located<Stage>]) {
        for stage in stages {
            for part in stage.parts() {
                self.stages(part);
            }
            for list in stage.lists() {
                self.list(list);
            }
            for piece in stage.pieces() {
                self.piece(piece);
            }
        }
    }

    fn piece(&mut self, piece: &'a Piece) {
        match piece {
            Piece::Named(_, arguments) => {
                for argument in arguments {
                    match argument {
                        Argument::Number(number) => self.expr(number),
                        Argument::List(list) => self.list(list),
                    }
                }
            }
            Piece::RegP(sizes, s) => {
                self.list(sizes);
                self.list(s);
            }
            Piece::GenP(genp) => {
                self.list(&genp.sizes);
                self.function(&genp.apply);
                genp.inverse.iter().for_each(|inverse| self.function(inverse));
            }
            Piece::Cute(cute) => {
                self.cute(cute);
            }
            Piece::Linear(dims, images) => {
                self.list(dims);
                images.iter().for_each(|image| self.list(image));
            }
            Piece::Layout(_, sizes) => sizes.iter().for_each(|size| self.expr(size)),
        }
    }

    fn cute(&mut self, cute: &'a Cute) {
        match cute {
            Cute::Given(shape, stride) => {
                shape.leaves().into_iter().chain(stride.leaves()).for_each(|leaf| self.expr(leaf));
            }
            #[cfg(feature = "cute")]
            Cute::Algebra(algebra) => self.found.extend(algebra.numbers().into_iter().map(|(name, range)| FreeName {
                path: name.to_owned(),
                range,
                role: Role::Parameter,
            })),
        }
    }

    fn function(&mut self, function: &'a Located<Function>) {
        match &function.node {
            Function::Path(path) => {
                self.found.push(FreeName { path: path.clone(), range: function.range, role: Role::Function });
            }
            Function::Closure(closure) => {
                self.bound.extend(closure.parameters.iter().map(|name| name.as_str()));
                self.expr(&closure.body);
                self.bound.clear();
            }
        }
    }

    fn list(&mut self, list: &'a List) {
        for element in &list.node {
            self.expr(element);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.node {
            ExprKind::Integer(_) => {}
            ExprKind::Name(name) => {
                if !self.bound.contains(&name.as_str()) {
                    self.found.push(FreeName { path: name.clone(), range: expr.range, role: Role::Parameter });
                }
            }
            ExprKind::Negative(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Call(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Block(lets, value) => {
                let outside = self.bound.len();
                for binding in lets {
                    self.expr(&binding.value);
                    self.bound.push(&binding.name);
                }
                self.expr(value);
                self.bound.truncate(outside);
            }
            ExprKind::Tuple(parts) => parts.iter().for_each(|part| self.expr(part)),
        }
    }
}
