//! The legend below the cells: the colours, what is empty, remarks.

use crate::cell::{Cell, EMPTY, Element, NOTHING};
use crate::colour::Rgb;
use crate::frame::{Frame, MARGIN, NOTE_LINE, counted};
use crate::picture::Picture;
use crate::shape::{Point, Role, Shape, Text, Tone};

/// How far the colours go.
const COLOURS: f64 = 320.0;
/// More colours than this pass into each other.
const MOST_STEPS: u64 = 64;
/// A hole as a sample.
const SAMPLE: Point = (14.0, 11.0);

/// Writes the legend of cells.
pub(crate) fn write(picture: &Picture<'_>, frame: &Frame<'_>, cells: &[Cell], shapes: &mut Vec<Shape>) {
    let left = frame.origin.0;
    let note = |tone, at, words| Shape::Text(Text { role: Role::Note, tone, at, upwards: false, words });
    let (width, top) = (f64::min(COLOURS, frame.width - left - MARGIN), frame.end().1 + 26.0);
    let (_, count) = picture.colours();
    if picture.is_gradual() || count > MOST_STEPS {
        shapes.push(Shape::Ramp { corner: (left, top), size: (width, 12.0), radius: 2.0 });
    } else {
        let each = width / count.max(1) as f64;
        for k in 0..count {
            let (corner, fill) = ((left + each * k as f64, top), Rgb::of(k, count));
            shapes.push(Shape::Plate { corner, size: (each, 12.0), radius: 0.0, fill });
        }
    }
    let mut at = top + 28.0;
    let [first, last] = picture.ends_of_colours();
    shapes.extend([note(None, (left, at), first), note(Some(Tone::End), (left + width, at), last)]);
    let empty = Empty::new(picture, cells);
    let mut left_of_note = left;
    if empty.holes > 0 {
        let (corner, size) = ((left, at + NOTE_LINE - 10.0), SAMPLE);
        shapes.push(Shape::Cell { corner, size, fill: EMPTY, border: 0.0, hint: String::new() });
        shapes.push(Shape::Hatch { corner, size });
        left_of_note += SAMPLE.0 + 6.0;
    }
    let notes = empty.notes();
    let joined = notes.join(" · ");
    let lines = if frame.has_room(left_of_note, &joined) || !frame.has_spare_line { vec![joined] } else { notes };
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        at += NOTE_LINE;
        shapes.push(note(None, (left_of_note, at), line));
        left_of_note = left;
    }
    for line in &frame.notes {
        at += NOTE_LINE;
        shapes.push(note(None, (left, at), line.clone()));
    }
}

/// Which indices have no position, which positions no index, and which several.
struct Empty {
    unstored: u64,
    /// How many indices have the position that most have.
    most: u64,
    unused: u64,
    /// How many of them are drawn.
    nothings: u64,
    holes: u64,
}

impl Empty {
    fn new(picture: &Picture<'_>, cells: &[Cell]) -> Self {
        let number = |is: fn(&Element) -> bool| cells.iter().filter(|cell| is(&cell.element)).count() as u64;
        let holes = number(|element| matches!(element, Element::Hole { .. }));
        if picture.summary().is_some() {
            return Self { unstored: 0, most: 0, unused: holes, nothings: 0, holes };
        }
        let mut positions: Vec<u64> = cells.iter().filter_map(|cell| cell.element.position()).collect();
        let stored = positions.len() as u64;
        positions.sort_unstable();
        let runs = positions.chunk_by(|one, other| one == other).map(<[u64]>::len);
        let (used, most) = runs.fold((0, 0), |(used, most), run| (used + 1, most.max(run as u64)));
        Self {
            unstored: picture.count().saturating_sub(stored),
            most,
            unused: picture.span().saturating_sub(used),
            nothings: number(|element| matches!(element, Element::Unstored { .. })),
            holes,
        }
    }

    /// In words; first what has a sample beside it.
    fn notes(&self) -> Vec<String> {
        let Self { unstored, most, unused, nothings, holes } = *self;
        let mut notes = Vec::new();
        if unstored > 0 {
            notes.push(match nothings {
                0 => format!("{} no position", counted(unstored, ["index has", "indices have"])),
                _ => format!("{NOTHING} has no position ({})", counted(unstored, ["index", "indices"])),
            });
        }
        if unused > 0 {
            let drawn = if (1..unused).contains(&holes) { format!(", {holes} of them drawn") } else { String::new() };
            let note = format!("{} nothing{drawn}", counted(unused, ["position holds", "positions hold"]));
            notes.insert(if holes > 0 { 0 } else { notes.len() }, note);
        }
        if most > 1 {
            notes.push(format!("up to {most} indices have the same position"));
        }
        notes
    }
}
