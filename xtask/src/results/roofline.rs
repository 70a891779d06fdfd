//! Products under the roof of their GPU: how fast what does as many operations for each byte could be at most.

use super::plots::Plot;
use super::product::{MX, Numbers, Product, SCALED};
use super::roof::{OURS, Point, Roof};
use super::{Measurements, PLOTS};
use std::fmt::Write as _;

/// The benchmarks of single products.
const BENCHES: [&str; 2] = ["matmul", "matmul_f8"];
/// What the names of our kernels begin with.
const KERNEL: &str = "lego ";

/// What a data sheet says of a GPU.
struct Gpu {
    /// What the driver calls it.
    device: &'static str,
    /// 10^12 bytes a second.
    bandwidth: f64,
    /// 10^12 operations a second, without sparsity: of 16 bits and of 8 by tensor cores, of 32 by the others.
    throughputs: [(Numbers, f64); 3],
}

/// H100 SXM and H200 differ in their memory only.
const THROUGHPUTS: [(Numbers, f64); 3] = [(Numbers::Half, 989.0), (Numbers::Byte, 1979.0), (Numbers::Single, 67.0)];
const GPUS: [Gpu; 2] = [
    Gpu { device: "NVIDIA H100 80GB HBM3", bandwidth: 3.35, throughputs: THROUGHPUTS },
    Gpu { device: "NVIDIA H200", bandwidth: 4.8, throughputs: THROUGHPUTS },
];

/// The plot of a run that has products, on a GPU whose data sheet is known.
pub(super) fn of(run: &Measurements) -> Option<Plot> {
    let device = run.about["device"].as_str()?;
    let gpu = GPUS.iter().find(|gpu| gpu.device == device)?;
    let points: Vec<Point> = run
        .all
        .iter()
        .filter(|row| BENCHES.contains(&row.bench.as_str()))
        .filter_map(|row| {
            let product = Product::read(&row.case)?;
            Some(Point {
                name: name(&row.peer),
                case: row.case.clone(),
                numbers: product.numbers,
                // What is said of MX scales is no variant of the kernel.
                small: product.variant && !row.peer.contains(MX),
                intensity: product.intensity(),
                // Operations a millisecond, by 10^9.
                teraflops: product.operations() / row.time.milliseconds / 1e9,
            })
        })
        .collect();
    if points.is_empty() {
        return None;
    }
    let throughputs = gpu.throughputs.iter().copied();
    let roofs = throughputs.filter(|(numbers, _)| points.iter().any(|point| point.numbers == *numbers)).collect();
    let title = format!("Matrix products under the roof of an {}", device.trim_start_matches("NVIDIA "));
    let file = format!("{}-roofline.svg", run.name.trim_end_matches(".jsonl"));
    let svg = Roof { title: title.clone(), bandwidth: gpu.bandwidth, roofs, points }.svg();
    Some(Plot { bench: "roofline", title, file, svg })
}

/// What the legend calls a kernel or peer.
fn name(peer: &str) -> String {
    match peer.strip_prefix(KERNEL) {
        None => peer.to_owned(),
        Some(kernel) if kernel.contains(SCALED) => format!("{OURS} with block scales"),
        Some(kernel) if kernel.contains(MX) => format!("{OURS} with MX scales"),
        Some(_) => OURS.to_owned(),
    }
}

/// The plot, and what it shows.
pub(super) fn write(text: &mut String, plot: &Plot) {
    let _ = write!(
        text,
        "\n### Matrix products under the roof of the GPU\n\n\
         Each mark is one time: 2·m·n·k operations, by the bytes of both operands and of the result (not of scales), each\n\
         number moved once. The roof is what the GPU's data sheet says of its memory and of its multiplications of numbers of that\n\
         size. Small marks are ours with a division or an order that is said behind a comma in the tables. Groups of products are left\n\
         out: their names do not say all sizes.\n\n\
         ![{}: operations a second against operations a byte]({PLOTS}/{})\n",
        plot.title, plot.file
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::parsed;

    fn run(device: &str, rows: &[(&str, &str, &str)]) -> Measurements {
        let mut text = format!("{{\"device\":\"{device}\"}}\n");
        for (bench, case, peer) in rows {
            let _ = writeln!(text, "{{\"bench\":\"{bench}\",\"case\":\"{case}\",\"ms\":0.2,\"peer\":\"{peer}\"}}");
        }
        parsed("h100-some.jsonl", &text).unwrap()
    }

    const ROWS: [(&str, &str, &str); 10] = [
        ("matmul", "f16 4096 NT", "lego matrix_product_hopper_f16_f16_nt"),
        ("matmul", "f16 4096 NT", "cublas"),
        ("matmul", "f16 16x8192x8192 NN", "lego matrix_product_hopper_f16_f16_nn"),
        ("matmul", "f16 4096 NT, Hilbert", "lego matrix_product_hopper_f16_f16_nt_curve"),
        ("matmul_f8", "e4m3 4096x2112x7168 NT", "lego matrix_product_scaled_e4m3_f16"),
        ("matmul_f8", "e4m3 4096 TT", "triton"),
        ("matmul_f8", "e4m3 4096 NT, a scale for each 32", "lego matrix_product_mx_e4m3_f16"),
        ("matmul", "f16 of a size that nobody knows", "lego matrix_product_hopper_f16_f16_nn"),
        ("group_gemm", "f16 16 of 512, batched", "cublas batched"),
        ("permute", "float16 [4096,4096] 10", "torch"),
    ];

    #[test]
    fn a_row_with_sizes_is_a_point() {
        let plot = of(&run("NVIDIA H100 80GB HBM3", &ROWS)).unwrap();
        assert_eq!(plot.file, "h100-some-roofline.svg");
        assert_eq!(plot.svg.matches("class=\"point\"").count(), 7, "{}", plot.svg);
        // Kernels with scales are told apart; a mark of Hilbert's order is small, one of MX scales is not.
        for words in ["ours, 16-bit", "ours with block scales, 8-bit", "ours with MX scales, 8-bit", "triton, 8-bit"] {
            assert!(plot.svg.contains(&format!(">{words}</text>")), "{words}: {}", plot.svg);
        }
        assert_eq!(plot.svg.matches("a2.5 2.5 0 1 0 5 0a").count(), 2, "one point and its sample: {}", plot.svg);
        // Only what was multiplied has a roof.
        assert!(plot.svg.contains("1979 TFLOP/s") && plot.svg.contains("989 TFLOP/s"), "{}", plot.svg);
        assert!(plot.svg.contains("3.35 TB/s") && !plot.svg.contains("67 TFLOP/s"), "{}", plot.svg);
        let place = |device: &str| of(&run(device, &ROWS)).map(|plot| plot.svg.contains("4.8 TB/s"));
        assert_eq!(place("NVIDIA H200"), Some(true));
        // The H200 of a superchip is another.
        assert_eq!(place("NVIDIA GH200 480GB"), None);
    }

    #[test]
    fn a_run_without_single_products_has_no_roofline() {
        assert!(of(&run("NVIDIA H200", &ROWS[7..])).is_none());
    }
}
