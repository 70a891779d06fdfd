//! Layouts that stand beside a text under a name, so that the text may have them as pieces.

use crate::parser::Reading;
use crate::syntax::{Piece, Role};
use lego_core::LayoutError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A layout with a name.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub(crate) name: String,
    /// The names of the sizes that whoever uses it gives.
    pub(crate) parameters: Vec<String>,
    /// The values of other names in it.
    pub(crate) values: BTreeMap<String, i128>,
    pub(crate) reading: Reading,
    /// The names in it that are neither.
    pub(crate) free: BTreeSet<String>,
    /// How many pieces it has, those of layouts in it written out.
    pub(crate) pieces: usize,
    /// How deeply layouts are nested in it.
    pub(crate) depth: usize,
}

impl Declaration {
    /// The layout of a text: some names in it are parameters, some have values, the others mean what they mean where the
    /// layout is used.
    #[must_use]
    pub fn new(name: &str, parameters: &[&str], values: BTreeMap<String, i128>, reading: Reading) -> Self {
        let layout = reading.partial();
        let mut free = BTreeSet::new();
        for used in layout.free_names() {
            // A path to a function has its names as they are, also of what has a value here.
            let is_value = |word: &str| matches!(used.role, Role::Parameter) && values.contains_key(word);
            let names = heads(&used.path).into_iter().map(|(_, name)| name);
            free.extend(names.filter(|name| !parameters.contains(name) && !is_value(name)).map(str::to_owned));
        }
        let (mut pieces, mut depth) = (0_usize, 0);
        for piece in layout.pieces() {
            match &piece.node {
                Piece::Layout(inner, _) => {
                    free.extend(inner.free.iter().cloned());
                    pieces = pieces.saturating_add(inner.pieces);
                    depth = depth.max(inner.depth + 1);
                }
                _ => pieces = pieces.saturating_add(1),
            }
        }
        let parameters = parameters.iter().map(|&name| name.to_owned()).collect();
        Self { name: name.to_owned(), parameters, values, reading, free, pieces, depth }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl PartialEq for Declaration {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.reading.text() == other.reading.text()
    }
}

/// The names with which a path and the paths among its generic arguments begin, and where: what else may have these names
/// matters, and nothing else of a path.
pub(crate) fn heads(path: &str) -> Vec<(usize, &str)> {
    let mut heads = Vec::new();
    let mut start = None;
    for (at, c) in path.char_indices().chain([(path.len(), ' ')]) {
        match (start, c == '_' || c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                if !path[..from].ends_with("::") {
                    heads.push((from, &path[from..at]));
                }
                start = None;
            }
            _ => {}
        }
    }
    heads
}

/// Why a name that is known cannot stand as a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is declared behind the text.
    Later,
    /// It is the layout whose text this is.
    Itself,
    /// Its sizes are given at run time.
    RunTime,
    /// Whether it is there depends on a condition.
    Conditional,
    /// It is wrong, which has been said where it stands: nothing more is said.
    Wrong,
}

impl Refusal {
    /// The error, if one is to be shown.
    pub(crate) fn error(self, name: &str) -> Option<LayoutError> {
        let help = match self {
            Self::Later => "it is declared later; move it before this",
            Self::Itself => "a layout cannot be a part of itself",
            Self::RunTime => "it has run-time sizes; use const generics",
            Self::Conditional => "it is declared under another #[cfg]",
            Self::Wrong => return None,
        };
        Some(LayoutError::Misplaced { what: name.into(), help: help.into() })
    }
}

/// The layouts that a text may name as pieces.
///
/// ```
/// use lego_lang::{Declaration, Declarations, Numbers, Reading, elaborate_reading};
/// let tile = Reading::new("Col(n, n)");
/// let mut beside = Declarations::default();
/// beside.declare(Declaration::new("Tile", &["n"], Default::default(), tile));
/// let text = Reading::beside("OrderBy(Row(2, 2), Tile<4>).GroupBy([64])", &beside);
/// let world = Numbers::default();
/// let layout = elaborate_reading(&text, &world).unwrap();
/// assert_eq!(layout.chain.apply(&[17_u64.into()]).value, 20_u64.into());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    names: BTreeMap<String, Result<Arc<Declaration>, Refusal>>,
    /// The parameters of the text itself.
    own: Vec<String>,
    /// Names that are proposed where none is known.
    proposed: Arc<[String]>,
}

impl Declarations {
    /// Nothing yet, for a text with these parameters: a layout that means something else by one of them is refused. The other
    /// names are proposed where the text has one that is not known.
    #[must_use]
    pub fn new(own: Vec<String>, proposed: Arc<[String]>) -> Self {
        Self { names: BTreeMap::new(), own, proposed }
    }

    /// Lets the text name a layout.
    pub fn declare(&mut self, declaration: impl Into<Arc<Declaration>>) {
        let declaration = declaration.into();
        self.names.insert(declaration.name.clone(), Ok(declaration));
    }

    /// Lets the text know of a name that it cannot use.
    pub fn refuse(&mut self, name: &str, refusal: Refusal) {
        self.names.insert(name.to_owned(), Err(refusal));
    }

    /// The names that may be meant by one that is not known.
    pub(crate) fn proposed(&self) -> impl Iterator<Item = &str> {
        self.proposed.iter().map(String::as_str)
    }

    /// What stands under a name; where it cannot be used, the error to show, if any.
    pub(crate) fn find(&self, name: &str) -> Option<Result<&Arc<Declaration>, Option<LayoutError>>> {
        Some(match self.names.get(name)? {
            Err(refusal) => Err(refusal.error(name)),
            Ok(declaration) => match self.own.iter().find(|own| declaration.free.contains(*own)) {
                None => Ok(declaration),
                Some(own) => {
                    let help = format!("its {own} is another than here; rename one");
                    Err(Some(LayoutError::Misplaced { what: name.into(), help: help.as_str().into() }))
                }
            },
        })
    }
}
