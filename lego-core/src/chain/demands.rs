//! The conditions on its sizes under which a chain is a map.

use super::flat::volume;
use super::requirement::{Demand, Requirement, Site};
use super::scalar::Scalar;
use super::stage::{Stage, tiled_array};
use super::tiling::fits;
use alloc::format;
use alloc::vec::Vec;

/// The demands of all stages, from left to right.
pub(super) fn demands<I: Scalar>(stages: &[Stage<'_, I>], arrays: &[Option<Vec<I>>]) -> Vec<Demand<I>> {
    let mut demands = Vec::new();
    for (k, (stage, array)) in stages.iter().zip(arrays).enumerate() {
        let at = Site { stage: k, ..Site::default() };
        match stage {
            Stage::OrderBy(order) | Stage::TileOrderBy(order) => {
                for (p, piece) in order.pieces().iter().enumerate() {
                    demands.extend(piece.requirements().into_iter().map(|(argument, element, requirement)| Demand {
                        site: Site { piece: Some(p), argument: Some(argument), element, ..at },
                        requirement,
                    }));
                }
                if let Some(array) = array.as_ref().filter(|array| fits(order, array)) {
                    let cut = tiled_array(&order.levels());
                    demands.extend(cut.iter().zip(array).enumerate().filter(|(_, (a, b))| a != b).map(
                        |(axis, (&left_size, &right_size))| Demand {
                            site: Site { element: Some(axis), ..at },
                            requirement: Requirement::Equal {
                                left: format!("axis {axis} of {}", stage.name()),
                                left_size,
                                right: format!("axis {axis} of the tiled array"),
                                right_size,
                            },
                        },
                    ));
                }
            }
            Stage::GroupBy(_) | Stage::TileBy(_) => {}
            Stage::Packed(packing) => {
                demands.extend(packing.requirements().into_iter().map(|(argument, element, requirement)| Demand {
                    site: Site { piece: Some(0), argument: Some(argument), element, ..at },
                    requirement,
                }));
            }
            Stage::ExpandBy { stored: left, extended: right } | Stage::PadBy { logical: left, stored: right } => {
                demands.extend(left.iter().zip(right).enumerate().map(|(axis, (&value, &most))| Demand {
                    site: Site { argument: Some(0), element: Some(axis), ..at },
                    requirement: Requirement::AtMost { what: format!("axis {axis} of {}", stage.name()), value, most },
                }));
            }
        }
        if let Some(next) = stages.get(k + 1) {
            let (incoming, outgoing) = (volume(&stage.dims()), volume(&next.outgoing()));
            match (incoming, outgoing) {
                (Some(left_size), Some(right_size)) if left_size != right_size => demands.push(Demand {
                    site: Site { stage: k + 1, ..Site::default() },
                    requirement: Requirement::Equal {
                        left: next.name().into(),
                        left_size: right_size,
                        right: format!("the {} before it", stage.name()),
                        right_size: left_size,
                    },
                }),
                _ => {}
            }
        }
    }
    demands
}
