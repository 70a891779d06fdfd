//! The productions of chains: stages, pieces and facts.

use super::cursor::{Group, Parser};
use super::expression::Mode;
use super::renamed;
use crate::lexer::Kind;
use crate::nearest::nearest;
use crate::syntax::{Argument, Comparison, Expr, Fact, Function, GenP, List, Piece, Stage};
use crate::text_range::{Located, TextRange};
use lego_core::LayoutError;
use lego_core::chain::pieces::NAMED;
use lego_core::chain::{Named, Parameter, Parameters};

/// An argument of a piece before its kind is checked.
enum Item {
    Number(Expr),
    List(List),
    Function(Located<Function>),
}

impl Item {
    fn range(&self) -> TextRange {
        match self {
            Self::Number(number) => number.range,
            Self::List(list) => list.range,
            Self::Function(function) => function.range,
        }
    }
}

/// The names of all pieces.
fn piece_names() -> impl Iterator<Item = &'static str> {
    NAMED.iter().map(|named| named.name).chain(["RegP", "GenP"])
}

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
        if piece_names().any(|piece| piece == name) {
            let piece = self.piece()?;
            if first {
                let range = piece.range;
                return Some(Located::new(Stage::Piece(piece), range));
            }
            self.error(LayoutError::Misplaced { what: name.into(), help: "wrap it in OrderBy( )".into() }, start);
            return None;
        }
        self.bump();
        let stage = match name {
            "OrderBy" => {
                let group = self.group("(", ")", |parser| parser.inner_piece())?;
                let range = start.to(group.range);
                Located::new(Stage::OrderBy(self.at_least_one(group, name, "one or more pieces", range)?), range)
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
            _ => {
                self.unknown(name, start, first);
                self.pass_arguments();
                return None;
            }
        };
        Some(stage)
    }

    /// An error for a name that is neither a stage nor, at the start of a chain, a piece.
    fn unknown(&mut self, name: &str, range: TextRange, first: bool) {
        if let Some(error) = renamed::renamed(name).filter(|_| first) {
            self.error(error, range);
            return;
        }
        let pieces = piece_names().filter(|_| first);
        let nearest = nearest(name, Stage::NAMES.into_iter().chain(pieces)).unwrap_or_default();
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

    /// A piece of an `OrderBy`.
    fn inner_piece(&mut self) -> Option<Located<Piece>> {
        let Some(name) = self.name() else {
            return self.fail("a piece such as Row(4, 8)");
        };
        if piece_names().any(|piece| piece == name) {
            return self.piece();
        }
        let range = self.bump().range;
        if Stage::NAMES.contains(&name) {
            let help = "only pieces such as Row(4, 8) stand in OrderBy";
            self.error(LayoutError::Misplaced { what: name.into(), help: help.into() }, range);
        } else {
            let unknown = || LayoutError::UnknownPiece {
                name: name.into(),
                nearest: nearest(name, piece_names()).unwrap_or_default().into(),
            };
            self.error(renamed::renamed(name).unwrap_or_else(unknown), range);
        }
        self.pass_arguments();
        None
    }

    /// Goes over the arguments of something unknown.
    fn pass_arguments(&mut self) {
        if self.eat("(").is_some() {
            self.closers.push(")");
            self.skip(&[]);
            self.closers.pop();
            self.eat(")");
        }
    }

    /// A piece whose name is known.
    fn piece(&mut self) -> Option<Located<Piece>> {
        let token = self.bump();
        let name = token.range.of(self.text);
        let mut number = 0;
        let group = self.group("(", ")", |parser| {
            number += 1;
            parser.item(name == "GenP" && number > 1)
        })?;
        let range = token.range.to(group.range);
        let items = group.all()?;
        let piece = match name {
            "RegP" => self.reg_p(items, range)?,
            "GenP" => self.gen_p(items, range)?,
            _ => {
                let named = NAMED.iter().find(|named| named.name == name)?;
                if let ("Swizzle", [Item::List(_), Item::Number(_)]) = (name, items.as_slice()) {
                    self.error(renamed::rows_are_swizzled(), token.range);
                    return None;
                }
                self.named(named, items, range)?
            }
        };
        Some(Located::new(piece, range))
    }

    fn reg_p(&mut self, items: Vec<Item>, range: TextRange) -> Option<Piece> {
        let found = items.len();
        let Ok([sizes, s]) = <[Item; 2]>::try_from(items) else {
            return self.wrong_count("RegP", "2 arguments ([n1, …, nd], [s1, …, sd])", found, range);
        };
        let sizes = self.want_list("RegP", sizes, "a list of sizes such as [4, 8]");
        let s = self.want_list("RegP", s, "a list of axes such as [2, 1]");
        Some(Piece::RegP(sizes?, s?))
    }

    fn gen_p(&mut self, items: Vec<Item>, range: TextRange) -> Option<Piece> {
        let found = items.len();
        let mut items = items.into_iter();
        let (3 | 4, Some(sizes), Some(apply), Some(inverse)) = (found, items.next(), items.next(), items.next()) else {
            return self.wrong_count("GenP", "3 arguments, or 4 with unchecked", found, range);
        };
        let sizes = self.want_list("GenP", sizes, "a list of sizes such as [4, 8]");
        let apply = self.want_function(apply);
        let inverse = self.want_function(inverse);
        let unchecked = match items.next() {
            None => false,
            Some(Item::Function(Located { node: Function::Path(word), .. })) if word == "unchecked" => true,
            Some(other) => return self.wrong_kind("GenP", "the word unchecked or nothing", other.range()),
        };
        Some(Piece::GenP(GenP { sizes: sizes?, apply: apply?, inverse: inverse?, unchecked }))
    }

    fn named(&mut self, named: &'static Named, items: Vec<Item>, range: TextRange) -> Option<Piece> {
        let found = items.len();
        let arguments: Vec<Option<Argument>> = match named.parameters {
            Parameters::Sizes => {
                if items.is_empty() {
                    return self.wrong_count(named.name, "one or more sizes", 0, range);
                }
                items.into_iter().map(|item| self.want_number(named.name, item, "sizes without brackets")).collect()
            }
            Parameters::Exactly(parameters) => {
                if found != parameters.len() {
                    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name()).collect();
                    let plural = if parameters.len() == 1 { "" } else { "s" };
                    let expected = format!("{} argument{plural} ({})", parameters.len(), names.join(", "));
                    return self.wrong_count(named.name, &expected, found, range);
                }
                let argument = |(parameter, item): (&Parameter, Item)| match parameter {
                    Parameter::Pair(pair) => {
                        let expected = format!("a list {pair}");
                        let range = item.range();
                        let list = self.want_list(named.name, item, &expected)?;
                        if list.len() == 2 {
                            Some(Argument::List(list))
                        } else {
                            self.wrong_kind(named.name, &expected, range)
                        }
                    }
                    other => self.want_number(named.name, item, &format!("a number {}", other.name())),
                };
                parameters.iter().zip(items).map(argument).collect()
            }
        };
        Some(Piece::Named(named, arguments.into_iter().collect::<Option<_>>()?))
    }

    fn want_number(&mut self, what: &str, item: Item, expected: &str) -> Option<Argument> {
        match item {
            Item::Number(number) => Some(Argument::Number(number)),
            other => self.wrong_kind(what, expected, other.range()),
        }
    }

    fn want_list(&mut self, what: &str, item: Item, expected: &str) -> Option<List> {
        match item {
            Item::List(list) => Some(list),
            other => self.wrong_kind(what, expected, other.range()),
        }
    }

    fn want_function(&mut self, item: Item) -> Option<Located<Function>> {
        match item {
            Item::Function(function) => Some(function),
            other => self.wrong_kind("GenP", "a path or a closure such as |i, j| i + j", other.range()),
        }
    }

    fn wrong_kind<T>(&mut self, what: &str, expected: &str, range: TextRange) -> Option<T> {
        self.error(LayoutError::ArgumentKind { what: what.into(), expected: expected.into() }, range);
        None
    }

    fn wrong_count<T>(&mut self, what: &str, expected: &str, found: usize, range: TextRange) -> Option<T> {
        let found = found as u128;
        self.error(LayoutError::ArgumentCount { what: what.into(), expected: expected.into(), found }, range);
        None
    }

    fn at_least_one<T>(&mut self, group: Group<T>, what: &str, expected: &str, range: TextRange) -> Option<Vec<T>> {
        if group.items.is_empty() {
            return self.wrong_count(what, expected, 0, range);
        }
        group.all()
    }

    /// An argument: a list, a closure, or a size; where a function may stand, a name is one.
    fn item(&mut self, function: bool) -> Option<Item> {
        match self.kind() {
            Kind::Mark("[") => self.list().map(Item::List),
            Kind::Mark("|" | "||") => self.closure().map(Item::Function),
            Kind::Mark("::") | Kind::Name if function => self.function_path().map(Item::Function),
            _ => self.expression(Mode::Size).map(Item::Number),
        }
    }

    /// `[n1, …, nd]`.
    fn list(&mut self) -> Option<List> {
        let group = self.group("[", "]", |parser| parser.expression(Mode::Size))?;
        let range = group.range;
        if group.items.is_empty() {
            let error = LayoutError::Syntax { expected: "a size".into(), found: "`[]`".into() };
            self.error(error, range);
            return None;
        }
        Some(Located::new(group.all()?, range))
    }

    fn function_path(&mut self) -> Option<Located<Function>> {
        let path = self.path(true)?;
        Some(Located::new(Function::Path(path.node), path.range))
    }
}
