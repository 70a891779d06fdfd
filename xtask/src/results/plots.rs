//! Plots of bandwidth against size: one for each run, benchmark and type of number that has several sizes.

use super::chart::{Chart, Line, MOST_LINES};
use super::{Measurements, Row};

/// The sizes of a benchmark that stand along one axis.
#[derive(Clone, Copy)]
enum Sizes {
    /// The columns of matrices of 4096 rows: `4096x8192`.
    Columns,
    /// The sides of square matrices, turned: `8192x8192`, `[8192,8192] 10`.
    Sides,
    /// The elements of vectors: `2^24`, `16777216`.
    Elements,
}

/// The benchmarks with several sizes, and what a plot's title says.
const PLOTS: [(&str, &str, Sizes); 9] = [
    ("vector_add", "Sum of two vectors", Sizes::Elements),
    ("array_copy", "Copy", Sizes::Elements),
    ("saxpy", "y = a·x + y", Sizes::Elements),
    ("transpose", "Transposes by layouts of a tile", Sizes::Sides),
    ("permute", "Transposes", Sizes::Sides),
    ("softmax", "Softmax of each row", Sizes::Columns),
    ("layer_norm", "Layer norm of each row", Sizes::Columns),
    ("rms_norm", "Root-mean-square norm of each row", Sizes::Columns),
    ("layer_norm_backward", "Gradients of a layer norm", Sizes::Columns),
];
/// What needs fewer sizes than these is no line.
const FEWEST: usize = 3;

/// A picture of one benchmark of a run.
pub(super) struct Plot {
    /// The benchmark.
    pub(super) bench: &'static str,
    /// What it shows, for readers who do not see it.
    pub(super) title: String,
    /// The name of its file.
    pub(super) file: String,
    /// The picture.
    pub(super) svg: String,
}

/// The plots of a run, those of a benchmark one behind the other.
pub(super) fn of(run: &Measurements) -> Vec<Plot> {
    let mut plots = Vec::new();
    for (bench, title, sizes) in PLOTS {
        let points: Vec<Point<'_>> =
            run.all.iter().filter(|row| row.bench == bench).filter_map(|row| point(row, sizes)).collect();
        let mut numbers: Vec<&str> = points.iter().map(|point| point.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let lines = lines(points.iter().filter(|point| point.number == number));
            if lines.first().is_some_and(|ours| ours.points.len() >= FEWEST && ours.name.starts_with(OURS)) {
                let title = format!("{title}, {number}");
                let file = format!("{}-{bench}-{number}.svg", run.name.trim_end_matches(".jsonl"));
                let svg = Chart { title: title.clone(), sizes: sizes.named(), values: "GB/s", lines }.svg();
                plots.push(Plot { bench, title, file, svg });
            }
        }
    }
    plots
}

/// What the names of our kernels begin with.
const OURS: &str = "lego ";

/// A time of one kernel or peer at one size.
struct Point<'r> {
    number: &'r str,
    size: u64,
    peer: &'r str,
    gigabytes: f64,
}

fn point(row: &Row, sizes: Sizes) -> Option<Point<'_>> {
    let (number, size) = row.case.split_once(' ')?;
    Some(Point { number, size: sizes.read(size)?, peer: &row.peer, gigabytes: row.time.gigabytes? })
}

/// A line for each kernel and peer, ours first; of the most important ones.
fn lines<'r>(points: impl Iterator<Item = &'r Point<'r>>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for point in points {
        let line = match lines.iter().position(|line| line.name == point.peer) {
            Some(place) => &mut lines[place],
            None => {
                lines.push(Line { name: point.peer.to_owned(), points: Vec::new() });
                lines.last_mut().expect("one was pushed")
            }
        };
        line.points.push((point.size, point.gigabytes));
    }
    for line in &mut lines {
        line.points.sort_by_key(|&(size, _)| size);
    }
    lines.sort_by_key(|line| !line.name.starts_with(OURS));
    lines.truncate(MOST_LINES);
    lines
}

impl Sizes {
    /// The size that a case says, if it is one of these.
    fn read(self, text: &str) -> Option<u64> {
        match self {
            Self::Columns => text.strip_prefix("4096x")?.parse().ok(),
            Self::Sides => {
                let [m, n] = match text.strip_prefix('[') {
                    Some(text) => text.strip_suffix("] 10")?.split_once(',')?.into(),
                    None => text.split_once('x')?.into(),
                };
                if m == n { n.parse().ok() } else { None }
            }
            Self::Elements => match text.strip_prefix("2^") {
                Some(power) => 1_u64.checked_shl(power.parse().ok()?),
                None => text.parse().ok(),
            },
        }
    }

    /// What the sizes count.
    fn named(self) -> &'static str {
        match self {
            Self::Columns => "columns (4096 rows)",
            Self::Sides => "rows and columns",
            Self::Elements => "elements",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::parsed;

    #[test]
    fn cases_are_sizes_of_their_axis_or_none() {
        for (sizes, text, right) in [
            (Sizes::Columns, "4096x8192", Some(8192)),
            (Sizes::Columns, "8x65536", None),
            (Sizes::Sides, "8192x8192", Some(8192)),
            (Sizes::Sides, "[7777,7777] 10", Some(7777)),
            (Sizes::Sides, "[5003,9001] 10", None),
            (Sizes::Sides, "[256,512,384] 210", None),
            (Sizes::Elements, "2^24", Some(1 << 24)),
            (Sizes::Elements, "67108859", Some(67_108_859)),
            (Sizes::Elements, "2^99", None),
        ] {
            assert_eq!(sizes.read(text), right, "{text}");
        }
    }

    #[test]
    fn a_benchmark_of_three_sizes_has_a_plot_and_one_of_two_has_none() {
        let row = |bench: &str, power: u32, peer: &str| {
            format!(
                "{{\"bench\":\"{bench}\",\"case\":\"float32 2^{power}\",\"ms\":1.0,\"gbps\":{power}.5,\"peer\":\"{peer}\"}}\n"
            )
        };
        let mut text: String = [26, 24, 25].map(|power| row("vector_add", power, "lego vector_add")).concat();
        text += &row("vector_add", 24, "torch");
        text += &[24, 25].map(|power| row("array_copy", power, "lego copy_f32")).concat();
        let plots = of(&parsed("h200.jsonl", &text).unwrap());
        let [plot] = plots.as_slice() else { panic!("{} plots", plots.len()) };
        assert_eq!((plot.bench, plot.file.as_str()), ("vector_add", "h200-vector_add-float32.svg"));
        assert!(plot.svg.contains(">lego vector_add</text>") && plot.svg.contains(">torch</text>"));
    }
}
