//! The suite on a back end that takes PTX as a GPU does, and on such back ends with a defect each: it finds them all.
#![allow(unsafe_code)]

mod fake;
mod hollow;
mod joining;
mod objects;
mod others;
mod program;
mod words;

use fake::{Fake, defect};
use launch_suite::suite::{Report, run};
use program::PROGRAM;

fn seed() -> u64 {
    std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64)
}

fn report<const DEFECT: u32>() -> Report {
    run::<Fake<DEFECT>>(Some(&PROGRAM), seed()).unwrap()
}

/// Every back end with a defect, from one on.
fn all_defects() -> Vec<Report> {
    macro_rules! reports {
        ($($defect:ident)*) => {{
            let reports = vec![$(report::<{ defect::$defect }>()),*];
            assert_eq!(reports.len(), defect::END as usize - 1, "a defect is not tried");
            reports
        }};
    }
    reports! {
        FILLS_TOO_LITTLE UPLOADS_TO_THE_BEGINNING DOWNLOADS_NOTHING HAS_NO_TIME LAUNCHES_NOTHING LEAVES_OUT_ADDED_MEMORY
        TURNS_BLOCKS_AROUND HAS_ANY_DEVICE LOADS_ANYTHING HAS_LITTLE_SHARED_MEMORY COUNTS_NO_BLOCKS
        HAS_ONE_STREAM REACHES_NOTHING COUNTS_NO_DEVICES COPIES_FROM_THE_BEGINNING COPIES_FOREIGN_MEMORY BEGINS_NO_UPLOAD
        BEGINS_NO_DOWNLOAD LAUNCHES_WHAT_IT_RECORDS RECORDS_THE_LAST_LAUNCH COUNTS_ITSELF_FROM_ONE IS_ALWAYS_CAPTURED
    }
}

#[test]
fn a_right_back_end_passes() {
    let report = report::<{ defect::NONE }>();
    assert!(report.is_right(), "{report}");
}

#[test]
fn each_defect_is_found() {
    for (i, report) in all_defects().iter().enumerate() {
        assert!(!report.is_right(), "defect {} is not found\n{report}", i + 1);
    }
}
