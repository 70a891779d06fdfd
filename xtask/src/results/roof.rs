//! A roofline as SVG: operations a second over operations a byte, both by powers, under what memory and multiplications allow.

use super::chart::{COLOURS, PAGES, escaped, short};
use super::product::Numbers;
use std::fmt::Write as _;

/// Points under roofs.
pub(super) struct Roof {
    /// What stands above.
    pub(super) title: String,
    /// Memory: 10^12 bytes a second.
    pub(super) bandwidth: f64,
    /// Multiplication: 10^12 operations a second.
    pub(super) roofs: Vec<(Numbers, f64)>,
    /// What was measured.
    pub(super) points: Vec<Point>,
}

/// What one kernel or peer reached.
pub(super) struct Point {
    /// Who: what the legend says.
    pub(super) name: String,
    /// Of what: shown where the mouse rests on it.
    pub(super) case: String,
    /// What was multiplied: the form of its mark.
    pub(super) numbers: Numbers,
    /// Whether it has a small mark.
    pub(super) small: bool,
    /// Operations a byte.
    pub(super) intensity: f64,
    /// 10^12 operations a second.
    pub(super) teraflops: f64,
}

/// What the names of our marks begin with.
pub(super) const OURS: &str = "ours";

/// The picture's width, and in it the place of the points: left, top, width, height. To the right are the names of the roofs.
const WIDTH: f64 = 840.0;
const PLOT: [f64; 4] = [64.0, 44.0, 656.0, 500.0];
/// The height of a row of the legend, the width of a column, and how many there are.
const LEGEND: (f64, f64, usize) = (20.0, 240.0, 3);
/// From the middle of a mark to its rim, and of a small one.
const RADII: [f64; 2] = [5.0, 2.5];
/// What an axis reaches beyond the least and the most, as a factor: no mark touches the rim.
const BEYOND: f64 = 1.25;

/// A mark in the legend.
struct Sample {
    class: String,
    numbers: Numbers,
    radius: f64,
    words: String,
}

/// The least and the most value of each axis.
struct Axes {
    x: [f64; 2],
    y: [f64; 2],
}

impl Axes {
    fn of(roof: &Roof) -> Self {
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let intensities = || roof.points.iter().map(|point| point.intensity);
        let speeds = || roof.points.iter().map(|point| point.teraflops);
        let roofs = || roof.roofs.iter().map(|&(_, teraflops)| teraflops);
        // Where multiplication becomes the roof. A factor of four before the first of them shows that of memory.
        let turns = || roofs().map(|teraflops| teraflops / roof.bandwidth);
        let left = least(&mut intensities().chain(turns().map(|turn| turn / 4.0)));
        let right = most(&mut intensities().chain(turns()));
        // Whatever is measured, from a tenth of a roof on.
        let bottom = least(&mut speeds().chain(roofs().map(|teraflops| teraflops / 10.0)));
        let top = most(&mut speeds().chain(roofs()));
        Self { x: [left / BEYOND, right * BEYOND], y: [bottom / BEYOND, top * BEYOND] }
    }

    fn x(&self, value: f64) -> f64 {
        PLOT[0] + PLOT[2] * (value / self.x[0]).log2() / (self.x[1] / self.x[0]).log2()
    }

    fn y(&self, value: f64) -> f64 {
        PLOT[1] + PLOT[3] * (1.0 - (value / self.y[0]).log2() / (self.y[1] / self.y[0]).log2())
    }
}

/// The first of 1, 2, 5, 10, 20, 50 and so on, and of the tenths of these, that is no less than a value.
fn round(value: f64) -> f64 {
    let unit = 10_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * unit).into_iter().find(|&mark| mark >= value).unwrap_or(value)
}

impl Roof {
    /// The whole document.
    pub(super) fn svg(&self) -> String {
        let [left, top, _, height] = PLOT;
        let (axes, names) = (Axes::of(self), self.names());
        let legend = self.legend(&names);
        let total = top + height + 60.0 + LEGEND.0 * legend.len() as f64;
        let mut svg = format!(
            "<!-- Made by: cargo xtask results -->\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {total}\" width=\"{WIDTH}\" height=\"{total}\" role=\"img\">\n\
             <title>{title}</title>\n{}\
             <rect class=\"page\" width=\"{WIDTH}\" height=\"{total}\"/>\n\
             <text class=\"title\" x=\"{left}\" y=\"24\">{title}</text>\n",
            style(names.len()),
            title = escaped(&self.title),
        );
        write_grid(&mut svg, &axes);
        self.write_roofs(&mut svg, &axes);
        // Ours are full, and the rims of others above them: where all are as fast, all are seen.
        for full in [true, false] {
            for (number, name) in names.iter().enumerate().filter(|(_, name)| name.starts_with(OURS) == full) {
                let _ = writeln!(svg, "<g class=\"{}\">", class(number, name));
                for point in self.points.iter().filter(|point| point.name == *name) {
                    let (x, y) = (axes.x(point.intensity), axes.y(point.teraflops));
                    let _ = writeln!(
                        svg,
                        "<path class=\"point\" d=\"{}\"><title>{}, {}: {} TFLOP/s</title></path>",
                        mark(point.numbers, [x, y], RADII[usize::from(point.small)]),
                        escaped(&point.case),
                        escaped(name),
                        short(point.teraflops)
                    );
                }
                svg.push_str("</g>\n");
            }
        }
        for (row, samples) in legend.iter().enumerate() {
            for (column, sample) in samples.iter().enumerate() {
                let x = left + 8.0 + LEGEND.1 * column as f64;
                let y = top + height + 62.0 + LEGEND.0 * row as f64;
                let _ = writeln!(
                    svg,
                    "<g class=\"{}\"><path d=\"{}\"/></g><text x=\"{}\" y=\"{}\">{}</text>",
                    sample.class,
                    mark(sample.numbers, [x, y], sample.radius),
                    x + 14.0,
                    y + 4.0,
                    escaped(&sample.words)
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Kernels and peers: ours first, then peers as they come, then ours of other kinds; so a peer has one colour in all pictures.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for point in &self.points {
            if !names.contains(&point.name.as_str()) {
                names.push(&point.name);
            }
        }
        names.sort_by_key(|name| if *name == OURS { 0 } else { 1 + u8::from(name.starts_with(OURS)) });
        names
    }

    /// The rows of the legend: for each type of number who has a mark of it, and what small marks are.
    fn legend(&self, names: &[&str]) -> Vec<Vec<Sample>> {
        let mut rows = Vec::new();
        for numbers in Numbers::ALL {
            let mut samples = Vec::new();
            for (number, name) in names.iter().enumerate() {
                if self.points.iter().any(|point| point.name == *name && point.numbers == numbers) {
                    let words = format!("{name}, {}", numbers.name());
                    samples.push(Sample { class: class(number, name), numbers, radius: RADII[0], words });
                }
            }
            while !samples.is_empty() {
                let rest = samples.split_off(samples.len().min(LEGEND.2));
                rows.push(samples);
                samples = rest;
            }
        }
        if let Some(point) = self.points.iter().find(|point| point.small) {
            let words = "small: divided into blocks or ordered as the name of the case says".to_owned();
            let number = names.iter().position(|name| *name == point.name).unwrap_or(0);
            let class = class(number, &point.name);
            rows.push(vec![Sample { class, numbers: point.numbers, radius: RADII[1], words }]);
        }
        rows
    }

    /// What memory allows up to the highest roof, and each roof from there on.
    fn write_roofs(&self, svg: &mut String, axes: &Axes) {
        let highest = self.roofs.iter().map(|&(_, teraflops)| teraflops).fold(0.0, f64::max);
        // It begins where it enters the picture: at the left or at the bottom.
        let first = axes.x[0].max(axes.y[0] / self.bandwidth);
        let [from, to] =
            [first, highest / self.bandwidth].map(|at| [short(axes.x(at)), short(axes.y(at * self.bandwidth))]);
        let _ = writeln!(svg, "<path class=\"roof\" d=\"M{} {}L{} {}\"/>", from[0], from[1], to[0], to[1]);
        let _ = writeln!(
            svg,
            "<text class=\"middle\" transform=\"translate({} {}) rotate({})\" y=\"-8\">memory: {} TB/s</text>",
            short((from[0] + to[0]) / 2.0),
            short((from[1] + to[1]) / 2.0),
            short((to[1] - from[1]).atan2(to[0] - from[0]).to_degrees()),
            self.bandwidth
        );
        let right = PLOT[0] + PLOT[2];
        for &(numbers, teraflops) in &self.roofs {
            let (x, y) = (short(axes.x(teraflops / self.bandwidth)), short(axes.y(teraflops)));
            let _ = writeln!(svg, "<path class=\"roof\" d=\"M{x} {y}H{right}\"/>");
            let _ = writeln!(
                svg,
                "<path class=\"key\" d=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text>\
                 <text x=\"{}\" y=\"{}\">{teraflops} TFLOP/s</text>",
                mark(numbers, [right + 13.0, y - 6.0], RADII[0]),
                right + 24.0,
                short(y - 2.0),
                numbers.name(),
                right + 8.0,
                short(y + 13.0)
            );
        }
    }
}

/// Lines at powers of two and at 1, 2, 5, 10 and so on, with their values, and what the axes are.
fn write_grid(svg: &mut String, axes: &Axes) {
    let [left, top, width, height] = PLOT;
    let bottom = top + height;
    let mut value = axes.x[0].log2().ceil().exp2();
    while value <= axes.x[1] {
        let at = short(axes.x(value));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{at} {top}V{}\"/><text class=\"middle\" x=\"{at}\" y=\"{}\">{value}</text>",
            bottom + 5.0,
            bottom + 20.0
        );
        value *= 2.0;
    }
    let mut value = round(axes.y[0]);
    while value <= axes.y[1] {
        let at = short(axes.y(value));
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{left} {at}H{}\"/><text class=\"end\" x=\"{}\" y=\"{}\">{value}</text>",
            left + width,
            left - 8.0,
            short(at + 4.0)
        );
        // Between a mark and the next, whatever the rounding of either.
        value = round(value * 1.5);
    }
    let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left} {top}h{width}v{height}h-{width}z\"/>");
    let _ = writeln!(
        svg,
        "<text class=\"middle\" x=\"{}\" y=\"{}\">operations for each byte, if each number is moved once</text>\n\
         <text class=\"middle\" transform=\"translate(16 {}) rotate(-90)\">TFLOP/s</text>",
        short(left + width / 2.0),
        bottom + 40.0,
        short(top + height / 2.0)
    );
}

/// The classes of the marks of a kernel or peer: its colour, and whether they are full.
fn class(number: usize, name: &str) -> String {
    format!("of{number}{}", if name.starts_with(OURS) { " full" } else { "" })
}

/// The outline of a mark: a disk for 16 bits, a diamond for 8, a square for 32.
fn mark(of: Numbers, [x, y]: [f64; 2], radius: f64) -> String {
    match of {
        Numbers::Half => {
            let (x, y, r, d) = (short(x - radius), short(y), radius, 2.0 * radius);
            format!("M{x} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z")
        }
        Numbers::Byte => {
            let (x, r) = (short(x), radius * 1.2);
            format!("M{x} {}l{r} {r}l-{r} {r}l-{r} -{r}z", short(y - r))
        }
        Numbers::Single => {
            let (r, d) = (radius * 0.9, radius * 1.8);
            format!("M{} {}h{d}v{d}h-{d}z", short(x - r), short(y - r))
        }
    }
}

fn style(names: usize) -> String {
    let page = |[ink, grid, page]: [&str; 3], dark: usize| {
        let mut rules = format!("text{{fill:{ink}}}.roof,.key{{stroke:{ink}}}.grid{{stroke:{grid}}}");
        let _ = write!(rules, ".page{{fill:{page}}}");
        // Without the grey one, which looks like a roof.
        let colours = COLOURS[..3].iter().chain(&COLOURS[4..]).cycle();
        for (number, colours) in colours.take(names).enumerate() {
            let _ = write!(rules, ".of{number}{{stroke:{c};color:{c}}}", c = colours[dark]);
        }
        rules
    };
    format!(
        "<style>text{{font:12px system-ui,sans-serif}}.title{{font-size:15px}}.middle{{text-anchor:middle}}.end{{text-anchor:end}}\
         path{{fill:none;stroke-width:1.5}}.roof{{stroke-width:2.5}}.grid{{stroke-width:1}}.full path{{fill:currentColor;stroke:none}}\n\
         {}\n@media(prefers-color-scheme:dark){{{}}}</style>\n",
        page(PAGES[0], 0),
        page(PAGES[1], 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_values_follow_each_other() {
        for (value, right) in [(0.84, 1.0), (3.0, 5.0), (1979.0, 2000.0), (7.0, 10.0), (0.011, 0.02)] {
            assert!((round(value) - right).abs() < 1e-9, "{value}: {}", round(value));
        }
        let mut mark = round(0.3);
        for right in [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0] {
            assert!((mark - right).abs() < 1e-9, "{mark}, not {right}");
            mark = round(mark * 1.5);
        }
    }

    fn point(name: &str, [intensity, teraflops]: [f64; 2]) -> Point {
        let (name, case) = (name.to_owned(), "a < b".to_owned());
        Point { name, case, numbers: Numbers::Byte, small: false, intensity, teraflops }
    }

    fn roof(points: Vec<Point>) -> String {
        Roof { title: "Roof".to_owned(), bandwidth: 1.0, roofs: vec![(Numbers::Byte, 1000.0)], points }.svg()
    }

    #[test]
    fn points_stand_where_their_values_are() {
        // Both axes reach from 10 / 1.25 to 1000 · 1.25; the middle of each is at 100.
        let svg = roof(vec![point("peer", [10.0, 10.0]), point("ours", [100.0, 100.0])]);
        assert!(svg.contains("d=\"M392 288l6 6l-6 6l-6 -6z\"><title>a &lt; b, ours: 100 TFLOP/s</title>"), "{svg}");
        // The roof of memory begins in the corner and ends at 1000, where that of multiplication begins.
        assert!(svg.contains("<path class=\"roof\" d=\"M64 544L691 66.1\"/>"), "{svg}");
        assert!(svg.contains("<path class=\"roof\" d=\"M691 66.1H720\"/>"), "{svg}");
    }

    #[test]
    fn ours_comes_first_and_each_has_a_place_in_the_legend() {
        let names = ["peer", "ours with scales", "ours", "another"];
        let svg = roof(names.map(|name| point(name, [100.0, 10.0])).into());
        let places = ["ours", "peer", "another", "ours with scales"].map(|name| svg.find(&format!(">{name}, 8-bit<")));
        assert!(places[0].is_some() && places.is_sorted(), "{places:?} {svg}");
        assert!(svg.contains("<g class=\"of0 full\">") && svg.contains("<g class=\"of1\">"), "{svg}");
        assert!(!svg.contains(">small:"), "{svg}");
        let small = Point { small: true, ..point("ours", [100.0, 10.0]) };
        assert!(roof(vec![small]).contains(">small: "));
    }
}
