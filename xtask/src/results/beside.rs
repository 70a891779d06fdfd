//! The tables of kernels beside what a user would pick instead.

use super::plots::Plot;
use super::{Measurements, Row, shown, write_plots};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A benchmark, and what its heading says.
const BENCHES: [(&str, &str); 26] = [
    ("vector_add", "Sum of two vectors"),
    ("array_copy", "Copy"),
    ("permute", "Transposes and other orders of axes"),
    ("relayout", "A matrix from one layout to another"),
    ("saxpy", "y = a·x + y"),
    ("scan", "Sums up to each element"),
    ("reduce", "Sum and largest element of each row and of each column"),
    ("argmax", "Place of the largest element of each row and of each column"),
    ("largest", "Largest element and its place, of each row and of each column"),
    ("cumsum", "Sums up to each element, along rows and along columns"),
    ("histogram", "Histogram of bytes"),
    ("softmax", "Softmax of each row"),
    ("layer_norm", "Layer norm of each row"),
    ("rms_norm", "Root-mean-square norm of each row"),
    ("layer_norm_backward", "Gradients of a layer norm"),
    ("row_statistics", "Mean and variance of each row"),
    ("gemv", "Matrix times vector"),
    ("gemv_gathered", "Some rows of a matrix times a vector"),
    ("embedding", "Rows of a table, by their numbers"),
    ("rotary", "Rotary embedding"),
    ("stencil", "7-point stencil over bricks of 8×8×8"),
    ("stencils", "Stencils of a star and a cube, row by row and in bricks of 4×8×32"),
    ("matmul", "Matrix product"),
    ("group_gemm", "Matrix products of many sizes in one launch"),
    ("convert_layout", "A tile of registers from one layout to another and back, 32 times"),
    ("lud", "L·U of a matrix, without pivoting"),
];

/// The times of a case.
#[derive(Default)]
struct Times<'r> {
    ours: Vec<&'r Row>,
    peers: Vec<&'r Row>,
    copy: Option<&'r Row>,
}

pub(super) fn write(text: &mut String, run: &Measurements, plots: &[Plot]) {
    for (bench, title) in BENCHES {
        let mut order = Vec::new();
        let mut cases: BTreeMap<&str, Times<'_>> = BTreeMap::new();
        for row in run.all.iter().filter(|row| row.bench == bench) {
            if !cases.contains_key(row.case.as_str()) {
                order.push(row.case.as_str());
            }
            let times = cases.entry(&row.case).or_default();
            match row.peer.as_str() {
                "copy" => times.copy = Some(row),
                peer if peer.starts_with("lego ") => times.ours.push(row),
                _ => times.peers.push(row),
            }
        }
        order.retain(|case| !cases[case].ours.is_empty());
        if order.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n### {title}\n");
        text.push_str("| case | ms | GB/s | peer, ms | the best peer / ours | a copy of as many bytes / ours |\n");
        text.push_str("|---|---|---|---|---|---|\n");
        for case in order {
            let times = &cases[case];
            for ours in &times.ours {
                // Several kernels may do the same.
                let kernel = ours.peer.strip_prefix("lego ").filter(|_| times.ours.len() > 1);
                let case = kernel.map_or_else(|| case.to_owned(), |kernel| format!("{case}, {kernel}"));
                write_case(text, &case, ours, times);
            }
        }
        write_plots(text, plots, bench);
    }
}

fn write_case(text: &mut String, case: &str, ours: &Row, times: &Times<'_>) {
    let over = |milliseconds: f64| milliseconds / ours.time.milliseconds;
    let named = |peer: &&Row| format!("{} {:.4}", peer.peer, peer.time.milliseconds);
    let peers: Vec<String> = times.peers.iter().map(named).collect();
    let peers = if peers.is_empty() { "-".to_owned() } else { peers.join(", ") };
    let best = times.peers.iter().map(|peer| peer.time.milliseconds).min_by(f64::total_cmp);
    let copied = times.copy.map(|copy| over(copy.time.milliseconds));
    let _ = writeln!(
        text,
        "| {case} | {:.4} | {} | {peers} | {} | {} |",
        ours.time.milliseconds,
        shown(ours.time.gigabytes, 0),
        shown(best.map(over), 2),
        shown(copied, 2)
    );
}
