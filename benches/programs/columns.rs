//! A query over a table of records that needs three of sixteen fields.

use super::{Bench, near};
use lego::{Arr2D, Array, Layout, Storage, layout};
use std::hint::black_box;

const RECORDS: usize = 1_000_000;
const FIELDS: usize = 16;
const LANES: usize = 16;

layout! {
    /// Record after record.
    type Records = Row(RECORDS, FIELDS);
    /// Field after field.
    type Columns = Col(RECORDS, FIELDS);
}

/// The sum of price times quantity of the records with a discount above one half.
#[inline(never)]
fn query(table: &Array<impl Storage<Elem = f32>, impl Layout<Index = [usize; 2]>, 2>) -> f32 {
    let mut sums = [0.0; LANES];
    for first in (0..RECORDS).step_by(LANES) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let i = first + lane;
            let value = table[[i, 3]] * table[[i, 7]];
            *sum += if table[[i, 5]] > 0.5 { value } else { 0.0 };
        }
    }
    sums.iter().sum()
}

#[inline(never)]
fn by_records<const N: usize>(records: &[f32]) -> f32 {
    let mut sums = [0.0; N];
    for some in records.chunks_exact(N * FIELDS) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let record = &some[lane * FIELDS..][..FIELDS];
            let value = record[3] * record[7];
            *sum += if record[5] > 0.5 { value } else { 0.0 };
        }
    }
    sums.iter().sum()
}

pub(crate) fn run(bench: &mut Bench) {
    let words = ["records, 3 of 16 fields", "1,000,000×16 f32", "`Col(n, 16)`"];
    if !bench.is_wanted(words[0]) {
        return;
    }
    let elements = bench.numbers(RECORDS * FIELDS);
    let rows = Arr2D::from_row_major(Records, &elements).unwrap();
    let columns = Arr2D::from_row_major(Columns, &elements).unwrap();
    let mut sums = [0.0; 5];
    let [a, b, c, d, e] = &mut sums;
    bench.time(
        words,
        &mut [
            ("rows", Box::new(|| *a = query(black_box(&rows)))),
            ("columns", Box::new(|| *b = query(black_box(&columns)))),
            ("4 sums", Box::new(|| *c = by_records::<4>(black_box(&elements)))),
            ("8 sums", Box::new(|| *d = by_records::<8>(black_box(&elements)))),
            ("16 sums", Box::new(|| *e = by_records::<16>(black_box(&elements)))),
        ],
    );
    let right = elements.chunks(FIELDS).filter(|record| record[5] > 0.5).map(|record| f64::from(record[3] * record[7]));
    let right = right.sum::<f64>() as f32;
    near(sums.map(|sum| sum / right), [1.0; 5]);
}
