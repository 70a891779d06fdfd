//! The production of linear layouts: `Linear([n1, …, nd], [[x, y, …], …])`.

use super::cursor::Parser;
use crate::syntax::{List, Piece};
use crate::text_range::{Located, TextRange};

/// What stands in the parentheses.
enum Part {
    Dims(List),
    Images(Option<Located<Vec<List>>>),
    Other(TextRange),
}

const IMAGES: &str = "a list of indices such as [[0, 1], [1, 0]]";

impl Parser<'_> {
    /// `Linear(dims, images)` behind its name.
    pub(super) fn linear(&mut self, name: TextRange) -> Option<Located<Piece>> {
        let mut number = 0;
        let group = self.group("(", ")", |parser| {
            number += 1;
            match number {
                1 if parser.at_mark("[") => parser.list().map(Part::Dims),
                2 if parser.at_mark("[") => Some(Part::Images(parser.images())),
                _ => parser.item(false).map(|item| Part::Other(item.range())),
            }
        })?;
        let range = name.to(group.range);
        let mut parts = group.all()?.into_iter();
        match (parts.len(), parts.next(), parts.next()) {
            (2, Some(Part::Dims(dims)), Some(Part::Images(images))) => {
                Some(Located::new(Piece::Linear(dims, images?), range))
            }
            (2, Some(Part::Other(place)), _) => self.wrong_kind("Linear", "a list of sizes such as [4, 8]", place),
            (2, _, Some(Part::Other(place))) => self.wrong_kind("Linear", IMAGES, place),
            (found, ..) => self.wrong_count("Linear", "2 arguments ([n1, …, nd], [[x, y, …], …])", found, range),
        }
    }

    /// `[[x, y, …], …]`, possibly of none.
    fn images(&mut self) -> Option<Located<Vec<List>>> {
        let group = self.group("[", "]", |parser| {
            if parser.at_mark("[") {
                return parser.list();
            }
            let range = parser.item(false)?.range();
            parser.wrong_kind("Linear", "an image in brackets, an index, such as [0, 1]", range)
        })?;
        let range = group.range;
        Some(Located::new(group.all()?, range))
    }
}
