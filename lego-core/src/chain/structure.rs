//! The errors in the structure of a chain: ranks that differ, and stages that stand where they may not.

use super::requirement::Site;
use super::scalar::Scalar;
use super::stage::Stage;
use crate::error::LayoutError;
use crate::mapping::Coord;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Every stage of a wrong rank or at a wrong place, from left to right.
pub(super) fn structure<I: Scalar>(stages: &[Stage<'_, I>], arrays: &[Option<Vec<I>>]) -> Vec<(Site, LayoutError)> {
    let mut errors = Vec::new();
    if stages.is_empty() {
        let help = "write at least one, such as GroupBy([4, 8])".into();
        errors.push((Site::default(), LayoutError::Misplaced { what: "a chain without stages".into(), help }));
    }
    let mut viewed: Option<&'static str> = None;
    for (k, (stage, array)) in stages.iter().zip(arrays).enumerate() {
        let at = Site { stage: k, ..Site::default() };
        let mut wrong = |site: Site, what: String, expected: usize, found: usize| {
            errors.push((
                site,
                LayoutError::WrongRank { what: what.as_str().into(), expected: expected as u128, found: found as u128 },
            ));
        };
        match stage {
            Stage::OrderBy(order) | Stage::TileOrderBy(order) => {
                if let Some(array) = array {
                    let viewed_by_tiles = stages[k..].iter().any(|stage| matches!(stage, Stage::TileBy(_)));
                    for (p, piece) in order.pieces().iter().enumerate() {
                        if piece.dims().len() != array.len() {
                            let site = Site { piece: Some(p), ..at };
                            let what = match viewed_by_tiles {
                                true => "a piece under TileBy".into(),
                                false => format!("piece {} of TileOrderBy", p + 1),
                            };
                            wrong(site, what, array.len(), piece.dims().len());
                        }
                    }
                }
            }
            Stage::GroupBy(_) | Stage::Packed(_) => {}
            Stage::TileBy(levels) => {
                for (l, level) in levels.iter().enumerate().skip(1) {
                    if level.len() != levels[0].len() {
                        let site = Site { argument: Some(l), ..at };
                        wrong(site, format!("level {} of TileBy", l + 1), levels[0].len(), level.len());
                    }
                }
            }
            Stage::ExpandBy { stored: left, extended: right } | Stage::PadBy { logical: left, stored: right } => {
                if left.len() != right.len() {
                    let site = Site { argument: Some(1), ..at };
                    wrong(site, format!("the right side of {}", stage.name()), left.len(), right.len());
                }
            }
        }
        let dims = stage.dims().len();
        if dims > <[usize; 0] as Coord>::MAX_RANK {
            errors.push((
                at,
                LayoutError::RankTooLarge {
                    what: stage.name().into(),
                    found: dims as u128,
                    most: <[usize; 0] as Coord>::MAX_RANK as u128,
                },
            ));
        }
        let view = matches!(stage, Stage::GroupBy(_) | Stage::TileBy(_));
        if let Some(before) =
            viewed.filter(|_| view || matches!(stage, Stage::OrderBy(_) | Stage::TileOrderBy(_) | Stage::Packed(_)))
        {
            errors.push((
                at,
                LayoutError::Misplaced {
                    what: format!("{} after {before}", stage.name()).as_str().into(),
                    help: "the view comes last, after every OrderBy".into(),
                },
            ));
        } else if view {
            viewed = Some(stage.name());
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use crate::chain::{Chain, Site, Stage};
    use std::string::ToString;
    use std::vec;

    #[test]
    fn a_chain_without_stages_is_an_error() {
        let (site, error) = Chain::<u64>::new(vec![]).unwrap_err();
        assert_eq!(site, Site::default());
        let words = "a chain without stages may not stand here: write at least one, such as GroupBy([4, 8])";
        assert_eq!(error.to_string(), words);
        assert_eq!(Chain::new(vec![Stage::GroupBy(vec![vec![4_u64, 8]])]).unwrap().span(), 32);
    }
}
