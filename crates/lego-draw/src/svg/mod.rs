//! A picture as SVG.

mod element;

use crate::cell::EMPTY;
use crate::colour::Rgb;
use crate::picture::Picture;
use crate::scene::Scene;
use crate::shape::{Anchor, GREY, HATCH, HATCH_WIDTH, HATCHING, INK, Look, Point, Role, Shape, Text, Tone, WHITE};
use element::{Escaped, Length};
use std::fmt::Write;

impl Picture<'_> {
    /// The whole document. A browser shows the index and the position of a cell that is pointed at.
    ///
    /// It has a few elements for each cell: of many thousand cells it is large, and nobody can read it.
    pub fn svg(&self) -> String {
        let scene = Scene::new(self);
        let (width, height) = (Length(scene.width), Length(scene.height));
        let mut svg = format!(
            r##"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc">
<title id="title">{}</title>
<desc id="desc">{}</desc>
"##,
            Escaped(self.title()),
            Escaped(&scene.description),
        );
        style(&mut svg, scene.digit);
        if scene.shapes.iter().any(|shape| matches!(shape, Shape::Hatch { .. })) {
            svg.push_str(&hatching());
        }
        // Writing to a string cannot fail.
        let _ = writeln!(svg, r#"<rect width="{width}" height="{height}" fill="{}"/>"#, WHITE.css());
        for shape in &scene.shapes {
            let _ = write_shape(&mut svg, shape);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The style sheet: a rule for each role, then one for each tone.
fn style(svg: &mut String, digit: f64) {
    svg.push_str("<style>\n");
    let fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, \"DejaVu Sans Mono\", monospace";
    let _ = writeln!(svg, "text {{ font-family: {fonts}; fill: {}; }}", INK.css());
    for role in Role::ALL {
        let look = role.look(digit);
        let _ = write!(svg, ".{} {{ font-size: {}px;", role.name(), Length(look.size));
        if look.bold {
            svg.push_str(" font-weight: 600;");
        }
        rest(svg, look);
    }
    for tone in Tone::ALL {
        let _ = write!(svg, ".{} {{", tone.name());
        rest(svg, tone.change(Look { size: 0.0, bold: false, colour: INK, anchor: Anchor::Start }));
    }
    night(svg);
    svg.push_str("</style>\n");
}

/// What changes for a reader whose page is dark: the page, the words and lines on it, and cells that stand for nothing. What is
/// coloured keeps its colour, and so do the words on it and the path.
fn night(svg: &mut String) {
    const PAGE: &str = "#0d1117";
    const ON_PAGE: &str = "#e6edf3";
    const LESS: &str = "#9ea7b3";
    const NOTHING: &str = "#212830";
    let [page, ink, nothing] = [WHITE, INK, EMPTY].map(Rgb::css);
    svg.push_str("@media (prefers-color-scheme: dark) {\n");
    // A border without a filling marks an end of the path, on its cell.
    for (selector, property, colour) in [
        (format!("rect[fill=\"{page}\"]"), "fill", PAGE),
        (format!("rect[stroke=\"{page}\"]:not([fill=\"none\"])"), "stroke", PAGE),
        (format!("rect[fill=\"{ink}\"]"), "fill", ON_PAGE),
        (format!("rect[stroke=\"{ink}\"]"), "stroke", ON_PAGE),
        (format!("rect[fill=\"{nothing}\"]"), "fill", NOTHING),
        ("text".to_owned(), "fill", ON_PAGE),
    ] {
        let _ = writeln!(svg, "{selector} {{ {property}: {colour}; }}");
    }
    for role in Role::ALL.into_iter().filter(|role| role.look(1.0).colour == GREY) {
        let _ = writeln!(svg, "text.{} {{ fill: {LESS}; }}", role.name());
    }
    svg.push_str("}\n");
}

/// The end of a rule: the colour and the anchor, where they are not those of every text.
fn rest(svg: &mut String, look: Look) {
    if look.colour != INK {
        let _ = write!(svg, " fill: {};", look.colour.css());
    }
    svg.push_str(match look.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor: middle;",
        Anchor::End => " text-anchor: end;",
    });
    svg.push_str(" }\n");
}

/// The pattern of holes.
fn hatching() -> String {
    let (apart, width, colour) = (Length(HATCHING), Length(HATCH_WIDTH), HATCH.css());
    format!(
        r#"<defs><pattern id="hatch" width="{apart}" height="{apart}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="{width}" height="{apart}" fill="{colour}"/>
</pattern></defs>
"#
    )
}

fn write_shape(svg: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Cell { corner, size, fill, border, hint } => {
            write!(svg, r#"<rect {} fill="{}""#, area(*corner, *size), fill.css())?;
            if *border > 0.0 {
                write!(svg, r##" stroke="#ffffff" stroke-width="{}""##, Length(*border))?;
            } else {
                // Edges that touch would show a seam.
                svg.push_str(r#" shape-rendering="crispEdges""#);
            }
            match hint.as_str() {
                "" => writeln!(svg, "/>"),
                hint => writeln!(svg, "><title>{}</title></rect>", Escaped(hint)),
            }
        }
        Shape::Hatch { corner, size } => writeln!(svg, r#"<rect {} fill="url(#hatch)"/>"#, area(*corner, *size)),
        Shape::Border { corner, size, radius, colour, width } => writeln!(
            svg,
            r#"<rect {} rx="{radius}" fill="none" stroke="{}" stroke-width="{}"/>"#,
            area(*corner, *size),
            colour.css(),
            Length(*width)
        ),
        Shape::Plate { corner, size, radius, fill } => {
            writeln!(svg, r#"<rect {} rx="{radius}" fill="{}"/>"#, area(*corner, *size), fill.css())
        }
        Shape::Path { points, colour, width, opacity } => {
            let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", Length(x), Length(y))).collect();
            writeln!(
                svg,
                r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="{}" stroke-opacity="{opacity}" stroke-linejoin="round" stroke-linecap="round"/>"#,
                points.join(" "),
                colour.css(),
                Length(*width)
            )
        }
        Shape::Ramp { corner, size, radius } => {
            svg.push_str("<defs><linearGradient id=\"positions\">\n");
            for k in 0..=16 {
                let t = f64::from(k) / 16.0;
                writeln!(svg, r#"<stop offset="{t}" stop-color="{}"/>"#, Rgb::along(t).css())?;
            }
            svg.push_str("</linearGradient></defs>\n");
            writeln!(svg, r#"<rect {} rx="{radius}" fill="url(#positions)"/>"#, area(*corner, *size))
        }
        Shape::Text(text) => write_text(svg, text),
    }
}

fn write_text(svg: &mut String, text: &Text) -> std::fmt::Result {
    let Text { role, tone, at: (x, y), upwards, words } = text;
    let class = match tone {
        Some(tone) => format!("{} {}", role.name(), tone.name()),
        None => role.name().to_owned(),
    };
    let (x, y, words) = (Length(*x), Length(*y), Escaped(words));
    if *upwards {
        writeln!(svg, r#"<text class="{class}" transform="translate({x} {y}) rotate(-90)">{words}</text>"#)
    } else {
        writeln!(svg, r#"<text class="{class}" x="{x}" y="{y}">{words}</text>"#)
    }
}

/// The attributes of a rectangle's place.
fn area((x, y): Point, (width, height): Point) -> String {
    format!(r#"x="{}" y="{}" width="{}" height="{}""#, Length(x), Length(y), Length(width), Length(height))
}
