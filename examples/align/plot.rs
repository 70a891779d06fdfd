//! The path of an alignment drawn as SVG, like a dot plot: one sequence to the right, the other downwards.

use crate::alignment::{Alignment, Step};
use crate::fasta::Record;
use crate::report::count;
use std::fmt::Write;

/// The longer side of the plot in pixels.
const SIDE: f64 = 640.0;
/// Room for the axes and the title.
const LEFT: f64 = 90.0;
const TOP: f64 = 84.0;
const RIGHT: f64 = 30.0;
const BOTTOM: f64 = 30.0;

/// The drawing as the text of an SVG file.
pub(crate) fn svg(alignment: &Alignment, first: &Record, second: &Record) -> String {
    // The first sequence runs downwards, as its letters are the rows of the table.
    let (rows, columns) = (first.letters.len(), second.letters.len());
    let scale = SIDE / rows.max(columns) as f64;
    // A short sequence beside a long one still gets a plot that can be seen.
    let (width, height) = ((columns as f64 * scale).max(20.0), (rows as f64 * scale).max(20.0));
    let (full_width, full_height) = ((LEFT + width + RIGHT).max(460.0), TOP + height + BOTTOM);
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width:.0}\" height=\"{full_height:.0}\" \
         viewBox=\"0 0 {full_width:.0} {full_height:.0}\" font-family=\"sans-serif\" font-size=\"12\">"
    ));
    line(&format!("<title>Alignment of {} and {}</title>", escape(&first.name), escape(&second.name)));
    line("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    let identity = 100.0 * alignment.matches as f64 / alignment.steps.len() as f64;
    line(&format!(
        "<text x=\"{LEFT}\" y=\"20\" fill=\"#222222\">score {}, identity {identity:.2}%, {} letters in gaps \
         <tspan fill=\"#c2410c\">(orange)</tspan></text>",
        alignment.score,
        count(alignment.gaps)
    ));
    line(&format!(
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"#f8fafc\" stroke=\"#64748b\"/>"
    ));
    for at in ticks(columns) {
        let x = LEFT + at as f64 / columns as f64 * width;
        line(&format!("<path d=\"M{x:.2} {TOP}v{height:.2}\" stroke=\"#e2e8f0\"/>"));
        line(&format!(
            "<text x=\"{x:.2}\" y=\"{:.2}\" text-anchor=\"middle\" fill=\"#475569\">{}</text>",
            TOP - 8.0,
            count(at)
        ));
    }
    for at in ticks(rows) {
        let y = TOP + at as f64 / rows as f64 * height;
        line(&format!("<path d=\"M{LEFT} {y:.2}h{width:.2}\" stroke=\"#e2e8f0\"/>"));
        line(&format!(
            "<text x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\" fill=\"#475569\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            count(at)
        ));
    }
    line(&format!("<text x=\"{LEFT}\" y=\"{:.2}\" fill=\"#222222\">{} →</text>", TOP - 30.0, escape(&title(second))));
    line(&format!(
        "<text transform=\"translate(20 {TOP}) rotate(90)\" fill=\"#222222\">{} →</text>",
        escape(&title(first))
    ));
    let point = |i: usize, j: usize| {
        let (x, y) = (LEFT + j as f64 / columns as f64 * width, TOP + i as f64 / rows as f64 * height);
        format!("{x:.2} {y:.2}")
    };
    let (mut both, mut gaps) = (String::new(), String::new());
    for Segment { step, from: [i, j], to: [k, l] } in segments(&alignment.steps) {
        let path = if step == Step::Both { &mut both } else { &mut gaps };
        // Writing to a string cannot fail.
        let _ = write!(path, "M{}L{}", point(i, j), point(k, l));
    }
    for (path, color, name) in [(both, "#1d4ed8", "pairs"), (gaps, "#c2410c", "gaps")] {
        if !path.is_empty() {
            line(&format!(
                "<path id=\"{name}\" d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" \
                 stroke-linecap=\"round\"/>"
            ));
        }
    }
    line("</svg>");
    out
}

/// A straight part of the path, made of neighbouring columns of one kind: from one corner of the table's grid to another.
#[derive(Debug, PartialEq, Eq)]
struct Segment {
    step: Step,
    from: [usize; 2],
    to: [usize; 2],
}

fn segments(steps: &[Step]) -> Vec<Segment> {
    let mut at = [0, 0];
    let mut segments = Vec::new();
    for run in steps.chunk_by(|a, b| a == b) {
        let [i, j] = at;
        let to = match run[0] {
            Step::Both => [i + run.len(), j + run.len()],
            Step::First => [i + run.len(), j],
            Step::Second => [i, j + run.len()],
        };
        segments.push(Segment { step: run[0], from: at, to });
        at = to;
    }
    segments
}

/// Round numbers along an axis: 3 to 8 of them, and 0.
fn ticks(length: usize) -> impl Iterator<Item = usize> {
    let mut step = 1;
    'found: while length / step > 7 {
        for factor in [2, 5, 10] {
            if length / (step * factor) <= 7 {
                step *= factor;
                break 'found;
            }
        }
        step *= 10;
    }
    (0..=length).step_by(step)
}

/// What to write at an axis.
fn title(record: &Record) -> String {
    let whole = format!("{} {}", record.name, record.description);
    if whole.chars().count() > 60 { whole.chars().take(59).chain(['…']).collect() } else { whole.trim().to_owned() }
}

/// A text for XML; characters that XML cannot hold are left out.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {}
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, letters: usize) -> Record {
        Record {
            name: name.into(), description: "a \u{1}\"<x>\" & é".into(), letters: vec![b'A'; letters], records: 1
        }
    }

    /// The names of all elements of an XML text; fails if tags do not match, or if text or attributes are not escaped.
    fn elements(xml: &str) -> Vec<&str> {
        let (mut open, mut seen) = (Vec::new(), Vec::new());
        let mut rest = xml.trim();
        while let Some(start) = rest.find('<') {
            check_text(&rest[..start]);
            let end = start + rest[start..].find('>').expect("a tag ends");
            let tag = &rest[start + 1..end];
            rest = &rest[end + 1..];
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
                continue;
            }
            let (tag, alone) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let name = tag.split_whitespace().next().unwrap();
            let attributes: Vec<&str> = tag[name.len()..].split('"').collect();
            assert!(attributes.len() % 2 == 1 && attributes[attributes.len() - 1].trim().is_empty(), "{tag}");
            for pair in attributes.chunks_exact(2) {
                assert!(pair[0].trim_start().ends_with('=') && pair[0].starts_with(' '), "{tag}");
                check_text(pair[1]);
            }
            seen.push(name);
            if !alone {
                open.push(name);
            }
        }
        assert!(rest.is_empty() && open.is_empty(), "unclosed: {open:?}");
        seen
    }

    fn check_text(text: &str) {
        assert!(!text.contains(['<', '>']) && !text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
        for entity in text.split('&').skip(1) {
            assert!(["lt;", "gt;", "amp;", "quot;"].iter().any(|known| entity.starts_with(known)), "{text}");
        }
    }

    fn drawing(steps: Vec<Step>) -> String {
        let rows = steps.iter().filter(|&&step| step != Step::Second).count();
        let columns = steps.iter().filter(|&&step| step != Step::First).count();
        let alignment = Alignment { score: -3, matches: 1, gaps: 2, steps };
        svg(&alignment, &record("first&1", rows), &record("second", columns))
    }

    #[test]
    fn the_drawing_is_well_formed() {
        for steps in [
            vec![Step::Both],
            vec![Step::First, Step::Both, Step::Both, Step::Second],
            [vec![Step::Second; 3000], vec![Step::Both; 20]].concat(),
        ] {
            let gaps = steps.iter().any(|&step| step != Step::Both);
            let drawing = drawing(steps);
            let elements = elements(&drawing);
            assert_eq!(elements[..3], ["svg", "title", "rect"]);
            assert!(drawing.contains("id=\"pairs\""));
            assert_eq!(drawing.contains("id=\"gaps\""), gaps);
            assert!(drawing.contains("first&amp;1 a &quot;&lt;x&gt;&quot; &amp; é →"), "{drawing}");
        }
    }

    #[test]
    fn segments_join_equal_columns() {
        let steps = [Step::Second, Step::Second, Step::Both, Step::Both, Step::First];
        let segment = |step, from, to| Segment { step, from, to };
        assert_eq!(
            segments(&steps),
            [
                segment(Step::Second, [0, 0], [0, 2]),
                segment(Step::Both, [0, 2], [2, 4]),
                segment(Step::First, [2, 4], [3, 4])
            ]
        );
    }

    #[test]
    fn the_path_runs_from_corner_to_corner() {
        let drawing = drawing(vec![Step::Both; 4]);
        assert!(drawing.contains("d=\"M90.00 84.00L730.00 724.00\""), "{drawing}");
    }

    #[test]
    fn ticks_are_round_and_few() {
        for length in 1..20_000 {
            let ticks: Vec<_> = ticks(length).collect();
            assert!((1..=9).contains(&ticks.len()), "{length}: {ticks:?}");
            assert!(length < 3 || ticks.len() >= 3, "{length}: {ticks:?}");
            let step = ticks.get(1).copied().unwrap_or(1).to_string();
            assert!(["1", "2", "5"].contains(&step.trim_end_matches('0')), "{length}: {ticks:?}");
        }
    }
}
