//! The tables of kernels beside what a user would pick instead.

use super::plots::Plot;
use super::product::{MX, SCALED};
use super::{Measurements, Row, shown, write_plots};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::iter::successors;

/// A benchmark, what is in the names of its kernels if they have a table of their own, and what its heading says.
type Table = (&'static str, &'static str, &'static str);

const TABLES: [Table; 29] = [
    ("vector_add", "", "Sum of two vectors"),
    ("array_copy", "", "Copy"),
    ("permute", "", "Transposes and other orders of axes"),
    ("relayout", "", "A matrix from one layout to another"),
    ("saxpy", "", "y = a·x + y"),
    ("scan", "", "Sums up to each element"),
    ("reduce", "", "Sum and largest element of each row and of each column"),
    ("argmax", "", "Place of the largest element of each row and of each column"),
    ("largest", "", "Largest element and its place, of each row and of each column"),
    ("cumsum", "", "Sums up to each element, along rows and along columns"),
    ("histogram", "", "Histogram of bytes"),
    ("softmax", "", "Softmax of each row"),
    ("layer_norm", "", "Layer norm of each row"),
    ("rms_norm", "", "Root-mean-square norm of each row"),
    ("layer_norm_backward", "", "Gradients of a layer norm"),
    ("row_statistics", "", "Mean and variance of each row"),
    ("gemv", "", "Matrix times vector"),
    ("gemv_gathered", "", "Some rows of a matrix times a vector"),
    ("embedding", "", "Rows of a table, by their numbers"),
    ("rotary", "", "Rotary embedding"),
    ("stencil", "", "7-point stencil over bricks of 8×8×8"),
    ("stencils", "", "Stencils of a star and a cube, row by row and in bricks of 4×8×32"),
    ("matmul", "", "Matrix product"),
    ("matmul_f8", "", "Matrix product of bytes"),
    ("matmul_f8", SCALED, "Matrix product of bytes with a scale for each block; peers have at most one for a matrix"),
    ("matmul_f8", MX, "Matrix product of bytes with a scale for each 32; peers have at most one for a matrix"),
    ("group_gemm", "", "Matrix products of many sizes in one launch"),
    ("convert_layout", "", "A tile of registers from one layout to another and back, 32 times"),
    ("lud", "", "L·U of a matrix, without pivoting"),
];

/// The times of a case.
#[derive(Default)]
struct Times<'r> {
    ours: Vec<&'r Row>,
    peers: Vec<&'r Row>,
    copy: Option<&'r Row>,
}

pub(super) fn write(text: &mut String, run: &Measurements, plots: &[Plot]) {
    for table @ (bench, _, title) in TABLES {
        let mut order = Vec::new();
        let mut cases: BTreeMap<&str, Times<'_>> = BTreeMap::new();
        for row in run.all.iter().filter(|row| row.bench == bench) {
            if !cases.contains_key(row.case.as_str()) {
                order.push(row.case.as_str());
            }
            let times = cases.entry(&row.case).or_default();
            match row.peer.as_str() {
                "copy" => times.copy = Some(row),
                peer if !peer.starts_with("lego ") => times.peers.push(row),
                kernel if has(table, kernel) => times.ours.push(row),
                _ => (),
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
            let ours = &cases[case].ours;
            let (peers, copy) = (peers(&cases, case), cases[case].copy);
            for row in ours {
                // Several kernels may do the same.
                let kernel = row.peer.strip_prefix("lego ").filter(|_| ours.len() > 1);
                let case = kernel.map_or_else(|| case.to_owned(), |kernel| format!("{case}, {kernel}"));
                write_case(text, &case, row, peers, copy);
            }
        }
        write_plots(text, plots, bench);
    }
}

/// Whether a table has the times of a kernel.
fn has((bench, part, _): Table, kernel: &str) -> bool {
    let own = |other: &Table| other.0 == bench && !other.1.is_empty() && kernel.contains(other.1);
    if part.is_empty() { !TABLES.iter().any(own) } else { kernel.contains(part) }
}

/// The peers of a case. Ours may do the same in several ways, each said behind a comma, where peers have one: `f16 4096 NT, Hilbert`.
fn peers<'t, 'r>(cases: &'t BTreeMap<&str, Times<'r>>, case: &str) -> &'t [&'r Row] {
    let mut names = successors(Some(case), |name| Some(name.rsplit_once(", ")?.0));
    names.find_map(|name| Some(&cases.get(name)?.peers).filter(|peers| !peers.is_empty())).map_or(&[], Vec::as_slice)
}

fn write_case(text: &mut String, case: &str, ours: &Row, peers: &[&Row], copy: Option<&Row>) {
    let over = |milliseconds: f64| milliseconds / ours.time.milliseconds;
    let named = |peer: &&Row| format!("{} {:.4}", peer.peer, peer.time.milliseconds);
    let names: Vec<String> = peers.iter().map(named).collect();
    let named = if names.is_empty() { "-".to_owned() } else { names.join(", ") };
    let best = peers.iter().map(|peer| peer.time.milliseconds).min_by(f64::total_cmp);
    let copied = copy.map(|copy| over(copy.time.milliseconds));
    let _ = writeln!(
        text,
        "| {case} | {:.4} | {} | {named} | {} | {} |",
        ours.time.milliseconds,
        shown(ours.time.gigabytes, 0),
        shown(best.map(over), 2),
        shown(copied, 2)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::parsed;

    fn table(rows: &[(&str, &str, f64, &str)]) -> String {
        let row = |(bench, case, ms, peer): &(&str, &str, f64, &str)| {
            format!("{{\"bench\":\"{bench}\",\"case\":\"{case}\",\"ms\":{ms},\"peer\":\"{peer}\"}}\n")
        };
        let mut text = String::new();
        write(&mut text, &parsed("h100.jsonl", &rows.iter().map(row).collect::<String>()).unwrap(), &[]);
        text
    }

    #[test]
    fn a_variant_stands_beside_the_peers_of_its_product() {
        let text = table(&[
            ("matmul_f8", "e4m3 4096 NT, blocks of 128x128, the last 16 in 4 parts", 0.5, "lego matrix_product_scaled"),
            ("matmul_f8", "e4m3 4096 NT", 0.25, "cublas"),
            ("matmul_f8", "e4m3 8192 NT, blocks of 128x128", 0.5, "lego matrix_product_scaled"),
        ]);
        assert!(text.contains("the last 16 in 4 parts | 0.5000 | - | cublas 0.2500 | 0.50 | - |\n"), "{text}");
        assert!(text.contains("| e4m3 8192 NT, blocks of 128x128 | 0.5000 | - | - | - | - |\n"), "{text}");
    }

    #[test]
    fn a_case_that_has_peers_keeps_them() {
        let text = table(&[
            ("rotary", "float16 4 tokens, 8 positions", 1.0, "lego rotary"),
            ("rotary", "float16 4 tokens, 8 positions", 2.0, "triton"),
            ("rotary", "float16 4 tokens", 9.0, "torch"),
        ]);
        assert!(text.contains("| float16 4 tokens, 8 positions | 1.0000 | - | triton 2.0000 | 2.00 | - |\n"), "{text}");
    }

    #[test]
    fn products_with_scales_have_tables_of_their_own() {
        let text = table(&[
            ("matmul_f8", "e4m3 4096 NT", 1.0, "lego matrix_product_hopper_e4m3_f16_nt"),
            ("matmul_f8", "e4m3 4096 NT", 2.0, "lego matrix_product_scaled_e4m3_f16"),
            ("matmul_f8", "e4m3 4096 NT, a scale for each 32", 4.0, "lego matrix_product_mx_e4m3_f16"),
            ("matmul_f8", "e4m3 4096 NT", 0.5, "cublas"),
        ]);
        for (heading, row) in [
            ("Matrix product of bytes\n", "| e4m3 4096 NT | 1.0000 | - | cublas 0.5000 | 0.50 | - |\n"),
            ("with a scale for each block;", "| e4m3 4096 NT | 2.0000 | - | cublas 0.5000 | 0.25 | - |\n"),
            (
                "with a scale for each 32;",
                "| e4m3 4096 NT, a scale for each 32 | 4.0000 | - | cublas 0.5000 | 0.12 | - |\n",
            ),
        ] {
            let part = text.split("### ").find(|part| part.contains(heading)).expect(heading);
            assert!(part.contains(row) && part.matches("\n| e4m3").count() == 1, "{part}");
        }
    }
}
