//! The productions of pieces and their arguments.

use super::cursor::Parser;
use super::expression::Mode;
use super::renamed;
use crate::declaration::Declarations;
use crate::lexer::Kind;
use crate::nearest::nearest;
use crate::syntax::{Argument, Expr, Function, GenP, List, Piece, Stage};
use crate::text_range::{Located, TextRange};
use lego_core::LayoutError;
use lego_core::chain::pieces::NAMED;
use lego_core::chain::{Named, PACKED, Parameter};
use std::sync::Arc;

/// An argument of a piece before its kind is checked.
pub(super) enum Item {
    Number(Expr),
    List(List),
    Function(Located<Function>),
}

impl Item {
    pub(super) fn range(&self) -> TextRange {
        match self {
            Self::Number(number) => number.range,
            Self::List(list) => list.range,
            Self::Function(function) => function.range,
        }
    }
}

/// The names of all pieces.
fn piece_names() -> impl Iterator<Item = &'static str> {
    NAMED.iter().chain(PACKED).map(|named| named.name).chain(["RegP", "GenP", "Cute", "Linear"])
}

impl<'t> Parser<'t> {
    /// A piece of an `OrderBy`.
    pub(super) fn inner_piece(&mut self) -> Option<Located<Piece>> {
        let Some(name) = self.name() else {
            return self.fail("a piece such as Row(4, 8)");
        };
        if self.is_piece(name) {
            return self.any_piece(name);
        }
        let range = self.bump().range;
        if Stage::NAMES.contains(&name) {
            let help = "only pieces such as Row(4, 8) stand in OrderBy";
            self.error(LayoutError::Misplaced { what: name.into(), help: help.into() }, range);
        } else {
            let unknown = || LayoutError::UnknownPiece {
                name: name.into(),
                nearest: nearest(name, self.known_pieces()).unwrap_or_default().into(),
            };
            self.error(renamed::renamed(name).unwrap_or_else(unknown), range);
        }
        self.pass_arguments();
        None
    }

    /// The names of all pieces, of the language and beside the text.
    pub(super) fn known_pieces(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let own: &'t Declarations = self.declarations;
        piece_names().map(|name| -> &'t str { name }).chain(own.proposed())
    }

    /// Whether the name at the cursor is that of a piece. A layout may be called as something of the language is, which has
    /// parentheses behind it.
    pub(super) fn is_piece(&self, name: &str) -> bool {
        let is_named = || self.declarations.find(name).is_some();
        let is_of_language = || Stage::NAMES.contains(&name) && self.is_followed_by("(");
        piece_names().any(|piece| piece == name) || is_named() && !is_of_language()
    }

    pub(super) fn any_piece(&mut self, name: &str) -> Option<Located<Piece>> {
        let is_of_language = piece_names().any(|piece| piece == name);
        if !is_of_language || !self.is_followed_by("(") && self.declarations.find(name).is_some() {
            self.layout_piece(name)
        } else {
            self.piece()
        }
    }

    /// `Inner` or `Inner<n1, …>`, a layout that stands beside the text.
    fn layout_piece(&mut self, name: &str) -> Option<Located<Piece>> {
        /// So many pieces may be written out, and layouts be nested so deeply.
        const PIECES: usize = 4096;
        let token = self.bump();
        let found = self.declarations.find(name)?;
        let sizes = self.layout_sizes();
        let declaration = match found {
            Ok(declaration) => declaration,
            Err(error) => {
                match error {
                    Some(error) => self.error(error, token.range),
                    None => self.is_broken = true,
                }
                self.pass_arguments();
                return None;
            }
        };
        let parameters = declaration.parameters.join(", ");
        if self.at_mark("(") {
            let expected = match parameters.as_str() {
                "" => "no sizes behind the layout".to_owned(),
                names => format!("the sizes as {name}<{names}>"),
            };
            self.fail::<()>(&expected);
            self.pass_arguments();
            return None;
        }
        let (sizes, range) = sizes?;
        let range = range.map_or(token.range, |range| token.range.to(range));
        if sizes.len() != declaration.parameters.len() {
            let expected = match declaration.parameters.len() {
                0 => "no sizes".to_owned(),
                1 => format!("1 size <{parameters}>"),
                count => format!("{count} sizes <{parameters}>"),
            };
            return self.wrong_count(name, &expected, sizes.len(), range);
        }
        self.pieces = self.pieces.saturating_add(declaration.pieces);
        for (what, value, most) in [
            ("the depth of nesting", declaration.depth + 1, Self::NESTING),
            ("the number of pieces written out", self.pieces, PIECES),
        ] {
            if value > most {
                let (value, most) = (value as u128, most as u128);
                let help = "use fewer layouts as pieces, or smaller ones".into();
                self.error(LayoutError::Limit { what: what.into(), value, most, help }, range);
                return None;
            }
        }
        Some(Located::new(Piece::Layout(Arc::clone(declaration), sizes), range))
    }

    /// `<n1, …>` and where it stands, or nothing; a size may stand in braces, as in Rust.
    fn layout_sizes(&mut self) -> Option<(Vec<Expr>, Option<TextRange>)> {
        let Some(start) = self.eat("<") else { return Some((Vec::new(), None)) };
        let mut sizes = Vec::new();
        loop {
            if let Some(end) = self.eat(">") {
                return Some((sizes, Some(start.to(end))));
            }
            let size = match self.at_mark("{") {
                true => self.enclosed("{", "}", |parser| parser.expression(Mode::Size)).map(|(size, _)| size),
                false => self.expression(Mode::Size),
            };
            if size.is_some() && !self.at_mark(",") && !self.at_mark(">") {
                self.fail::<()>("`,` or `>`");
            } else if let Some(size) = size {
                sizes.push(size);
                self.eat(",");
                continue;
            }
            self.skip(&[",", ">", "."]);
            return None;
        }
    }

    /// Goes over the arguments of something unknown.
    pub(super) fn pass_arguments(&mut self) {
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
        if name == "Cute" {
            return self.cute(token.range);
        }
        if name == "Linear" {
            return self.linear(token.range);
        }
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
                let named = NAMED.iter().chain(PACKED).find(|named| named.name == name)?;
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
        let (2..=4, Some(sizes), Some(apply)) = (found, items.next(), items.next()) else {
            return self.wrong_count("GenP", "2 or 3 arguments, or 4 with unchecked", found, range);
        };
        let inverse = items.next();
        match &inverse {
            Some(Item::Function(Located { node: Function::Path(word), range }))
                if word == "unchecked" && found == 3 =>
            {
                return self.wrong_kind("GenP", "an inverse before unchecked", *range);
            }
            _ => {}
        }
        let sizes = self.want_list("GenP", sizes, "a list of sizes such as [4, 8]");
        let apply = self.want_function(apply);
        let inverse = match inverse {
            Some(inverse) => self.want_function(inverse).map(Some),
            None => Some(None),
        };
        let unchecked = match items.next() {
            None => false,
            Some(Item::Function(Located { node: Function::Path(word), .. })) if word == "unchecked" => true,
            Some(other) => return self.wrong_kind("GenP", "the word unchecked or nothing", other.range()),
        };
        Some(Piece::GenP(GenP { sizes: sizes?, apply: apply?, inverse: inverse?, unchecked }))
    }

    fn named(&mut self, named: &'static Named, items: Vec<Item>, range: TextRange) -> Option<Piece> {
        let found = items.len();
        let arguments: Vec<Option<Argument>> = match named.parameters.listed() {
            None => {
                if items.is_empty() {
                    return self.wrong_count(named.name, "one or more sizes", 0, range);
                }
                items.into_iter().map(|item| self.want_number(named.name, item, "sizes without brackets")).collect()
            }
            Some((least, parameters)) => {
                let most = parameters.len();
                if found < least || found > most {
                    let plural = if most == 1 { "" } else { "s" };
                    let count = if least == most { most.to_string() } else { format!("{least} to {most}") };
                    let expected = format!("{count} argument{plural} ({})", named.parameters.names());
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
                    Parameter::Entries(_) => {
                        self.want_list(named.name, item, "a list of positions such as [2, 0, 1]").map(Argument::List)
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

    pub(super) fn want_list(&mut self, what: &str, item: Item, expected: &str) -> Option<List> {
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

    pub(super) fn wrong_kind<T>(&mut self, what: &str, expected: &str, range: TextRange) -> Option<T> {
        self.error(LayoutError::ArgumentKind { what: what.into(), expected: expected.into() }, range);
        None
    }

    pub(super) fn wrong_count<T>(&mut self, what: &str, expected: &str, found: usize, range: TextRange) -> Option<T> {
        let found = found as u128;
        self.error(LayoutError::ArgumentCount { what: what.into(), expected: expected.into(), found }, range);
        None
    }

    /// An argument: a list, a closure, or a size; where a function may stand, a name is one.
    pub(super) fn item(&mut self, function: bool) -> Option<Item> {
        match self.kind() {
            Kind::Mark("[") => self.list().map(Item::List),
            Kind::Mark("|" | "||") => self.closure().map(Item::Function),
            Kind::Mark("::") | Kind::Name if function => self.function_path().map(Item::Function),
            _ => self.expression(Mode::Size).map(Item::Number),
        }
    }

    /// `[n1, …, nd]`.
    pub(super) fn list(&mut self) -> Option<List> {
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
