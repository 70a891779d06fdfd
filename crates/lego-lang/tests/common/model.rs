//! Layouts by the definitions of the language: positions only, written as directly as possible.

use std::fmt;

/// The position of an index.
pub type Position = Box<dyn Fn(&[u64]) -> u64>;

/// A permutation of a box.
pub struct Piece {
    pub text: String,
    pub dims: Vec<u64>,
    pub position: Position,
}

/// A link of a chain.
#[allow(clippy::enum_variant_names)] // the names of the language
pub enum Stage {
    OrderBy(Vec<Piece>),
    TileOrderBy(Vec<Piece>),
    GroupBy(Vec<Vec<u64>>),
    TileBy(Vec<Vec<u64>>),
    ExpandBy(Vec<u64>, Vec<u64>),
    PadBy(Vec<u64>, Vec<u64>),
    Packed(Packed),
}

/// A packed domain of an n×n square.
pub struct Packed {
    pub text: String,
    pub n: u64,
    pub span: u64,
    pub position: Box<dyn Fn(u64, u64) -> Option<u64>>,
}

/// A chain; it prints as the language writes it.
pub struct Chain {
    pub stages: Vec<Stage>,
}

pub fn flatten(dims: &[u64], index: &[u64]) -> u64 {
    dims.iter().zip(index).fold(0, |flat, (n, i)| flat * n + i)
}

pub fn unflatten(dims: &[u64], flat: u64) -> Vec<u64> {
    let mut rest = flat;
    let mut index: Vec<u64> = dims
        .iter()
        .rev()
        .map(|n| {
            let i = rest % n;
            rest /= n;
            i
        })
        .collect();
    index.reverse();
    index
}

/// Every index of a box in row-major order.
pub fn indices(dims: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    let dims = dims.to_vec();
    (0..dims.iter().product()).map(move |flat| unflatten(&dims, flat))
}

impl Stage {
    pub fn dims(&self) -> Vec<u64> {
        match self {
            Self::OrderBy(pieces) => pieces.iter().flat_map(|piece| piece.dims.clone()).collect(),
            Self::TileOrderBy(pieces) => cut(&tiles(pieces)),
            Self::GroupBy(levels) | Self::TileBy(levels) => levels.concat(),
            Self::ExpandBy(_, extended) => extended.clone(),
            Self::PadBy(logical, _) => logical.clone(),
            Self::Packed(packed) => vec![packed.n, packed.n],
        }
    }
}

fn nested(pieces: &[Piece], index: &[u64]) -> u64 {
    let (mut flat, mut rest) = (0, index);
    for piece in pieces {
        let (own, later) = rest.split_at(piece.dims.len());
        flat = flat * piece.dims.iter().product::<u64>() + (piece.position)(own);
        rest = later;
    }
    flat
}

fn tiles(pieces: &[Piece]) -> Vec<Vec<u64>> {
    pieces.iter().map(|piece| piece.dims.clone()).collect()
}

/// The extents of the array that levels cut.
fn cut(levels: &[Vec<u64>]) -> Vec<u64> {
    (0..levels[0].len()).map(|k| levels.iter().map(|level| level[k]).product()).collect()
}

impl Chain {
    pub fn dims(&self) -> Vec<u64> {
        self.stages.last().unwrap().dims()
    }

    /// The positions of the buffer.
    pub fn span(&self) -> u64 {
        match &self.stages[0] {
            Stage::ExpandBy(stored, _) => stored.iter().product(),
            Stage::PadBy(_, stored) => stored.iter().product(),
            Stage::Packed(packed) => packed.span,
            other => other.dims().iter().product(),
        }
    }

    /// The position of an index; `None` where an `ExpandBy` or a packed domain stores nothing.
    pub fn apply(&self, index: &[u64]) -> Option<u64> {
        let mut flat = flatten(&self.dims(), index);
        // The array of a TileBy to the right.
        let mut array: Option<Vec<u64>> = None;
        for stage in self.stages.iter().rev() {
            match stage {
                Stage::GroupBy(_) => array = None,
                Stage::TileBy(levels) => {
                    let rank = levels[0].len();
                    let digits = unflatten(&levels.concat(), flat);
                    let coordinates: Vec<u64> = (0..rank)
                        .map(|k| (0..levels.len()).fold(0, |x, l| x * levels[l][k] + digits[l * rank + k]))
                        .collect();
                    flat = flatten(&cut(levels), &coordinates);
                    array = Some(cut(levels));
                }
                Stage::OrderBy(pieces) | Stage::TileOrderBy(pieces) => {
                    let own = match stage {
                        Stage::TileOrderBy(_) => Some(cut(&tiles(pieces))),
                        _ => array.clone(),
                    };
                    let index = match &own {
                        None => unflatten(&stage.dims(), flat),
                        Some(array) => {
                            let coordinates = unflatten(array, flat);
                            let mut index = Vec::new();
                            for p in 0..pieces.len() {
                                for (k, x) in coordinates.iter().enumerate() {
                                    let inner: u64 = pieces[p + 1..].iter().map(|piece| piece.dims[k]).product();
                                    index.push(x / inner % pieces[p].dims[k]);
                                }
                            }
                            index
                        }
                    };
                    flat = nested(pieces, &index);
                }
                Stage::ExpandBy(stored, extended) => {
                    let index = unflatten(extended, flat);
                    if index.iter().zip(stored).any(|(i, n)| i >= n) {
                        return None;
                    }
                    flat = flatten(stored, &index);
                    array = array.map(|_| stored.clone());
                }
                Stage::Packed(packed) => {
                    flat = (packed.position)(flat / packed.n, flat % packed.n)?;
                    array = None;
                }
                Stage::PadBy(logical, stored) => {
                    flat = flatten(stored, &unflatten(logical, flat));
                    array = array.map(|_| stored.clone());
                }
            }
        }
        Some(flat)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, stage) in self.stages.iter().enumerate() {
            let dot = if k == 0 { "" } else { "." };
            let lists =
                |levels: &[Vec<u64>]| levels.iter().map(|level| format!("{level:?}")).collect::<Vec<_>>().join(", ");
            match stage {
                Stage::OrderBy(pieces) | Stage::TileOrderBy(pieces) => {
                    let name = if matches!(stage, Stage::OrderBy(_)) { "OrderBy" } else { "TileOrderBy" };
                    let pieces: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
                    write!(f, "{dot}{name}({})", pieces.join(", "))?;
                }
                Stage::GroupBy(levels) => write!(f, "{dot}GroupBy({})", lists(levels))?,
                Stage::TileBy(levels) => write!(f, "{dot}TileBy({})", lists(levels))?,
                Stage::ExpandBy(left, right) => write!(f, "{dot}ExpandBy({left:?} => {right:?})")?,
                Stage::Packed(packed) => write!(f, "{dot}{}", packed.text)?,
                Stage::PadBy(left, right) => write!(f, "{dot}PadBy({left:?} => {right:?})")?,
            }
        }
        Ok(())
    }
}
