//! The productions of chains: stages and facts.

use super::cursor::{Group, Parser};
use super::expression::Mode;
use super::renamed;
use crate::lexer::Kind;
use crate::nearest::nearest;
use crate::syntax::{Comparison, Fact, List, Piece, Stage};
use crate::text_range::{Located, TextRange};
use lego_core::LayoutError;
use lego_core::chain::PACKED;

impl Parser<'_> {
    pub(super) fn layout(&mut self) -> (Vec<Option<Located<Stage>>>, Vec<Located<Fact>>) {
        let mut stages = Vec::new();
        loop {
            let stage = self.stage(stages.is_empty());
            let whole = stage.is_some();
            stages.push(stage);
            if !self.at_mark(".") && !self.ends_chain() {
                if whole {
                    self.fail::<()>("`.`, `where` or the end");
                }
                while !self.at_mark(".") && !self.ends_chain() {
                    self.bump();
                    self.skip(&[".", ",", ")", "]", "}"]);
                }
            }
            if self.eat(".").is_none() {
                break;
            }
        }
        let mut facts = Vec::new();
        if self.eat_name("where").is_some() {
            loop {
                facts.extend(self.fact());
                if self.kind() == Kind::End || self.eat(",").is_some() && self.kind() == Kind::End {
                    break;
                }
            }
        }
        (stages, facts)
    }

    fn ends_chain(&self) -> bool {
        self.kind() == Kind::End || self.name() == Some("where")
    }

    /// One fact and what follows it up to its comma.
    fn fact(&mut self) -> Option<Located<Fact>> {
        let fact = self.comparison();
        if !self.at_mark(",") && self.kind() != Kind::End {
            if fact.is_some() {
                self.fail::<()>("`,` or the end");
            }
            self.skip(&[","]);
            return None;
        }
        fact
    }

    fn comparison(&mut self) -> Option<Located<Fact>> {
        let left = self.expression(Mode::Fact)?;
        let Some(comparison) = Comparison::ALL.into_iter().find(|comparison| self.at_mark(comparison.symbol())) else {
            return self.fail("a comparison such as `==`");
        };
        self.bump();
        let right = self.expression(Mode::Fact)?;
        let range = left.range.to(right.range);
        Some(Located::new(Fact { left, comparison, right }, range))
    }

    fn stage(&mut self, first: bool) -> Option<Located<Stage>> {
        let start = self.peek().range;
        let name = match self.name() {
            Some(name) if name != "where" => name,
            _ => {
                return self.fail(if first { "a layout such as Row(4, 8)" } else { "a stage such as GroupBy([4, 8])" });
            }
        };
        if self.is_piece(name) {
            let piece = self.any_piece(name)?;
            let is_packed =
                matches!(&piece.node, Piece::Named(named, _) if PACKED.iter().any(|p| p.name == named.name));
            if first || is_packed {
                let range = piece.range;
                return Some(Located::new(Stage::Piece(piece), range));
            }
            self.error(LayoutError::Misplaced { what: name.into(), help: "wrap it in OrderBy( )".into() }, start);
            return None;
        }
        self.bump();
        let stage = match name {
            "OrderBy" | "TileOrderBy" => {
                let group = self.group("(", ")", |parser| parser.inner_piece())?;
                let range = start.to(group.range);
                let pieces = self.at_least_one(group, name, "one or more pieces", range)?;
                Located::new(if name == "OrderBy" { Stage::OrderBy(pieces) } else { Stage::TileOrderBy(pieces) }, range)
            }
            "GroupBy" | "TileBy" => {
                let group = self.group("(", ")", |parser| parser.item(false))?;
                let range = start.to(group.range);
                let items = self.at_least_one(group, name, "one or more lists", range)?;
                let levels: Vec<Option<List>> =
                    items.into_iter().map(|item| self.want_list(name, item, "a list such as [4, 8]")).collect();
                let levels = levels.into_iter().collect::<Option<_>>()?;
                Located::new(if name == "GroupBy" { Stage::GroupBy(levels) } else { Stage::TileBy(levels) }, range)
            }
            "ExpandBy" | "PadBy" => {
                let group = self.group("(", ")", |parser| parser.extents())?;
                let range = start.to(group.range);
                let found = group.items.len();
                let pairs = group.all()?;
                let Ok([(left, right)]) = <[_; 1]>::try_from(pairs) else {
                    return self.wrong_count(name, "one argument, [n, …] => [m, …]", found, range);
                };
                Located::new(
                    if name == "ExpandBy" { Stage::ExpandBy(left, right) } else { Stage::PadBy(left, right) },
                    range,
                )
            }
            "compose" if first => {
                let group = self.group("(", ")", |parser| parser.part())?;
                let range = start.to(group.range);
                let found = group.items.len();
                let Ok([outer, inner]) = <[_; 2]>::try_from(group.all()?) else {
                    return self.wrong_count(name, "2 layouts (A, B), for A after B", found, range);
                };
                Located::new(Stage::Compose(outer, inner), range)
            }
            "compose" => {
                let help = "it begins a layout: compose(A, B).GroupBy([4])";
                self.error(LayoutError::Misplaced { what: name.into(), help: help.into() }, start);
                self.pass_arguments();
                return None;
            }
            _ => {
                self.unknown(name, start, first);
                self.pass_arguments();
                return None;
            }
        };
        Some(stage)
    }

    /// A chain that a `compose` has.
    fn part(&mut self) -> Option<Vec<Located<Stage>>> {
        let mut stages = vec![self.stage(true)?];
        while self.eat(".").is_some() {
            stages.push(self.stage(false)?);
        }
        Some(stages)
    }

    /// An error for a name that is neither a stage nor, at the start of a chain, a piece.
    fn unknown(&mut self, name: &str, range: TextRange, first: bool) {
        if let Some(error) = renamed::renamed(name).filter(|_| first) {
            self.error(error, range);
            return;
        }
        let pieces = self.known_pieces().filter(|_| first);
        let stages: [&str; Stage::NAMES.len()] = Stage::NAMES;
        let nearest = nearest(name, stages.into_iter().chain(pieces)).unwrap_or_default();
        let (name, found) = (name.into(), nearest.into());
        let error = if Stage::NAMES.contains(&nearest) {
            LayoutError::UnknownStage { name, nearest: found }
        } else {
            LayoutError::UnknownPiece { name, nearest: found }
        };
        self.error(error, range);
    }

    /// `[n1, …] => [m1, …]`.
    fn extents(&mut self) -> Option<(List, List)> {
        let left = self.list()?;
        self.expect("=>")?;
        Some((left, self.list()?))
    }

    fn at_least_one<T>(&mut self, group: Group<T>, what: &str, expected: &str, range: TextRange) -> Option<Vec<T>> {
        if group.items.is_empty() {
            return self.wrong_count(what, expected, 0, range);
        }
        group.all()
    }
}
