//! A chart as SVG: lines of values over sizes, which double from mark to mark.
//!
//! It knows both a light and a dark page, and takes the one that the reader's screen asks for. Numbers have one decimal at
//! most, so that the same data is the same text.

use std::fmt::Write as _;

/// Lines over one axis of sizes.
pub(super) struct Chart {
    /// What stands above.
    pub(super) title: String,
    /// What the sizes count.
    pub(super) sizes: &'static str,
    /// What the values are.
    pub(super) values: &'static str,
    /// The lines, the most important one first.
    pub(super) lines: Vec<Line>,
}

/// A value for each of some sizes.
pub(super) struct Line {
    /// What the legend says.
    pub(super) name: String,
    /// Sizes and values, by growing size.
    pub(super) points: Vec<(u64, f64)>,
}

/// The picture, and in it the place of the lines: left, top, width, height.
const WIDTH: f64 = 720.0;
const PLOT: [f64; 4] = [64.0, 44.0, 632.0, 260.0];
/// The height of a row of the legend, and how many names one has.
const LEGEND: (f64, usize) = (20.0, 3);
/// Colours by their lines, of the Okabe-Ito palette, which most colour-blind readers tell apart: on a light page, and on a dark one.
pub(super) const COLOURS: [[&str; 2]; 8] = [
    ["#d55e00", "#ff8c42"],
    ["#0072b2", "#56b4e9"],
    ["#007a5a", "#2fd6a3"],
    ["#6b6b6b", "#b0b0b0"],
    ["#a8528a", "#e79ac9"],
    ["#8a6d00", "#f0e442"],
    ["#30509a", "#9db4ff"],
    ["#5a3a1a", "#d2a679"],
];
/// Ink, grid and page: on a light page, and on a dark one.
pub(super) const PAGES: [[&str; 3]; 2] = [["#1b1f24", "#d8dce1", "#ffffff"], ["#e2e6ea", "#3a4048", "#14181d"]];

impl Chart {
    /// The whole document.
    pub(super) fn svg(&self) -> String {
        let [left, top, width, height] = PLOT;
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let first = all().map(|&(size, _)| size).min().unwrap_or(1).max(1);
        let last = all().map(|&(size, _)| size).max().unwrap_or(1).max(first);
        let step = step(all().map(|&(_, value)| value).fold(0.0, f64::max));
        let steps = all().map(|&(_, value)| (value / step).ceil()).fold(1.0, f64::max);
        // Powers of two at both ends.
        let ends = [first.ilog2(), last.ilog2() + u32::from(!last.is_power_of_two())].map(f64::from);
        let x = |size: f64| left + width * (size.log2() - ends[0]) / (ends[1] - ends[0]).max(1.0);
        let y = |value: f64| top + height * (1.0 - value / (step * steps));
        let bottom = top + height;
        let total = bottom + 52.0 + LEGEND.0 * self.lines.len().div_ceil(LEGEND.1) as f64;

        let mut svg = format!(
            "<!-- Made by: cargo xtask results -->\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {total}\" width=\"{WIDTH}\" height=\"{total}\" role=\"img\">\n\
             <title>{title}</title>\n{}\
             <rect class=\"page\" width=\"{WIDTH}\" height=\"{total}\"/>\n\
             <text class=\"title\" x=\"{left}\" y=\"24\">{title}</text>\n",
            self.style(),
            title = escaped(&self.title),
        );
        for k in 0..=steps as u32 {
            let value = step * f64::from(k);
            let at = short(y(value));
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left} {at}H{}\"/>", left + width);
            let _ = writeln!(
                svg,
                "<text class=\"end\" x=\"{}\" y=\"{}\">{value}</text>",
                left - 8.0,
                short(y(value) + 4.0)
            );
        }
        // No more marks than there is place for.
        let powers = (ends[1] - ends[0]) as usize;
        for power in (ends[0] as u32..=ends[1] as u32).step_by(powers / 12 + 1) {
            let at = short(x(f64::from(power).exp2()));
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{at} {top}V{}\"/>", bottom + 5.0);
            let _ = writeln!(
                svg,
                "<text class=\"middle\" x=\"{at}\" y=\"{}\">{}</text>",
                bottom + 20.0,
                power_of_two(power)
            );
        }
        let middle = short(left + width / 2.0);
        let _ = writeln!(
            svg,
            "<text class=\"middle\" x=\"{middle}\" y=\"{}\">{}</text>",
            bottom + 40.0,
            escaped(self.sizes)
        );
        let place = short(top + height / 2.0);
        let _ = writeln!(
            svg,
            "<text class=\"middle\" transform=\"translate(16 {place}) rotate(-90)\">{}</text>",
            escaped(self.values)
        );
        // The first line last, above the others.
        for (number, line) in self.lines.iter().enumerate().rev() {
            let points: Vec<String> = line
                .points
                .iter()
                .map(|&(size, value)| format!("{} {}", short(x(size as f64)), short(y(value))))
                .collect();
            let _ = writeln!(svg, "<g class=\"of{number}\"><path d=\"M{}\"/>", points.join("L"));
            for point in points {
                let (x, y) = point.split_once(' ').unwrap_or_default();
                let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\"/>");
            }
            svg.push_str("</g>\n");
        }
        for (number, line) in self.lines.iter().enumerate() {
            let at_x = left + width / LEGEND.1 as f64 * (number % LEGEND.1) as f64;
            let at_y = bottom + 60.0 + LEGEND.0 * (number / LEGEND.1) as f64;
            let (sample, text, base) = (short(at_x), short(at_x + 32.0), at_y + 4.0);
            let _ = writeln!(
                svg,
                "<g class=\"of{number}\"><path d=\"M{sample} {at_y}h24\"/></g><text x=\"{text}\" y=\"{base}\">{}</text>",
                escaped(&line.name)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn style(&self) -> String {
        let page = |[ink, grid, page]: [&str; 3], dark: usize| {
            let mut rules = format!("text{{fill:{ink}}}.grid{{stroke:{grid}}}.page{{fill:{page}}}");
            for (number, colours) in COLOURS.iter().take(self.lines.len()).enumerate() {
                let _ = write!(rules, ".of{number}{{stroke:{c};color:{c}}}", c = colours[dark]);
            }
            rules
        };
        format!(
            "<style>text{{font:12px system-ui,sans-serif}}.title{{font-size:15px}}.middle{{text-anchor:middle}}.end{{text-anchor:end}}\
             path{{fill:none;stroke-width:1.5}}.of0 path{{stroke-width:3}}.grid{{stroke-width:1}}circle{{fill:currentColor;stroke:none}}\n\
             {}\n@media(prefers-color-scheme:dark){{{}}}</style>\n",
            page(PAGES[0], 0),
            page(PAGES[1], 1)
        )
    }
}

/// How many lines a chart can have that look different.
pub(super) const MOST_LINES: usize = COLOURS.len();

/// A round step, of which four to eight reach a value.
fn step(most: f64) -> f64 {
    let unit = 10_f64.powf((most.max(1.0) / 8.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * unit).into_iter().find(|step| most <= 8.0 * step).unwrap_or(unit)
}

/// At most one decimal.
pub(super) fn short(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// `512`, `8K`, `1M`, `1G`, by 1024.
fn power_of_two(power: u32) -> String {
    format!("{}{}", 1_u64 << (power % 10), ["", "K", "M", "G", "T", "P", "E"][power as usize / 10])
}

/// A text in which the marks of XML are escaped.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_reach_the_value() {
        for (most, right) in [(4386.0, 1000.0), (800.0, 100.0), (801.0, 200.0), (0.0, 0.1), (16.0, 2.0), (17.0, 5.0)] {
            assert!((step(most) - right).abs() < 1e-9, "{most}: {}", step(most));
        }
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!([0, 9, 10, 13, 20, 30].map(power_of_two), ["1", "512", "1K", "8K", "1M", "1G"]);
    }

    #[test]
    fn points_stand_where_their_values_are() {
        let lines = vec![
            Line { name: "ours".to_owned(), points: vec![(1024, 0.0), (4096, 4000.0)] },
            Line { name: "a < b".to_owned(), points: vec![(2048, 2000.0)] },
        ];
        let svg = Chart { title: "Sums".to_owned(), sizes: "elements", values: "GB/s", lines }.svg();
        // Steps of 500: eight of them are 4000, the top; the sizes go from left to right, one doubling in the middle.
        assert!(
            svg.contains("<path d=\"M64 304L696 44\"/>") && svg.contains("<circle cx=\"380\" cy=\"174\" r=\"2.5\"/>"),
            "{svg}"
        );
        assert!(svg.contains(">a &lt; b</text>") && svg.contains("prefers-color-scheme:dark"), "{svg}");
    }
}
