//! Matrix instructions: lanes that are not all there, rows that are not, and rows that another writes.

use super::{Bug, Group, bug};
use crate::harness::{ignore, shape, try_launch};
use lego_cuda::device::matrix::{Left, Right, ldmatrix, ldmatrix_trans, mma, stmatrix};
use lego_cuda::device::{SharedPtr, Warp, lane, linear_thread_idx, shared, sync_threads};

pub(super) const GROUP: Group = Group { title: "Matrix instructions", source: include_str!("matrices.rs"), bugs: BUGS };

fn ones() -> (Left<i8>, Right<i8>) {
    (Left::from_fn(lane(), |_| 1), Right::from_fn(lane(), |_| 1))
}

/// The row of 16 bytes of a thread, written.
fn row() -> SharedPtr<[u16; 8]> {
    let row = shared::dynamic::<[u16; 8]>(0, 64).at(linear_thread_idx());
    row.set([1; 8]);
    row
}

const BUGS: &[Bug] = &[
    bug("a product in a branch", "Lanes", "branch", "where others do not take part", |executor, wrong| {
        try_launch(executor, shape(1, 64), |_| {
            let (a, b) = ones();
            if !wrong || lane() != 9 {
                ignore(mma(a, b, [0; 4])); // @branch
            }
        })
    }),
    bug("a product by a warp that is not whole", "Misuse", "whole", "by a warp of 16 threads", |executor, wrong| {
        try_launch(executor, shape(1, if wrong { 48 } else { 64 }), |_| {
            let (a, b) = ones();
            ignore(mma(a, b, [0; 4])); // @whole
        })
    }),
    bug("lanes at different matrix instructions", "Misuse", "", "meets `ldmatrix_trans` of lane", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(1024), |_| {
            let row = row();
            Warp::ALL.sync();
            if wrong && lane() < 16 {
                ignore(ldmatrix::<4, _>(row));
            } else {
                ignore(ldmatrix_trans::<4, _>(row));
            }
            if !wrong {
                ignore(ldmatrix::<4, _>(row));
            }
        })
    }),
    bug("a row of a matrix that is not aligned", "Unaligned", "aligned", "16 bytes", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(1024), |_| {
            let row = row();
            Warp::ALL.sync();
            let offset = row.offset() + if wrong && lane() == 3 { 8 } else { 0 };
            // SAFETY: what is promised of it is what is wrong here.
            ignore(ldmatrix::<1, [u16; 8]>(unsafe { SharedPtr::from_offset(offset) })); // @aligned
        })
    }),
    bug("a row of a matrix behind the tile", "OutOfBounds", "behind", "", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(512), |_| {
            let row = shared::dynamic::<[u16; 8]>(0, 32).at(lane());
            row.set([1; 8]);
            Warp::ALL.sync();
            let offset = row.offset() + if wrong { 16 } else { 0 };
            // SAFETY: as above.
            ignore(ldmatrix::<4, [u16; 8]>(unsafe { SharedPtr::from_offset(offset) })); // @behind
        })
    }),
    bug("a row of a matrix that nobody wrote", "Uninitialized", "unwritten", "", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(1024), |_| {
            let row = shared::dynamic::<[u16; 8]>(0, 64).at(lane());
            if !wrong || lane() != 31 {
                row.set([1; 8]);
            }
            Warp::ALL.sync();
            ignore(ldmatrix::<4, _>(row)); // @unwritten
        })
    }),
    bug("rows of a matrix that another warp has just written", "Race", "race", "", |executor, wrong| {
        try_launch(executor, shape(1, 64).dynamic(1024), |_| {
            row();
            if !wrong {
                sync_threads();
            }
            let other = shared::dynamic::<[u16; 8]>(0, 64).at(linear_thread_idx() ^ 32);
            if !wrong || linear_thread_idx() >= 32 {
                ignore(ldmatrix::<4, _>(other)); // @race
            }
        })
    }),
    bug("a matrix stored over rows that others still read", "Race", "", "", |executor, wrong| {
        try_launch(executor, shape(1, 32).dynamic(1024), |_| {
            let row = row();
            Warp::ALL.sync();
            let words = ldmatrix_trans::<4, _>(row);
            if !wrong {
                Warp::ALL.sync();
            }
            stmatrix::<4, _>(shared::dynamic::<[u16; 8]>(0, 64).at(31 - lane()), words);
        })
    }),
];
