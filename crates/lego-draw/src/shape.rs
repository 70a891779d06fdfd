//! The marks that a drawing is made of, whatever it is written as.

use crate::colour::Rgb;

/// A place, or a width and a height, in units of a CSS pixel: to the right, then downwards.
pub(crate) type Point = (f64, f64);

/// One mark of a drawing; a later one lies over an earlier one.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A filled rectangle with a white border as thin as is said, and words for who points at it; none where nobody can.
    Cell { corner: Point, size: Point, fill: Rgb, border: f64, hint: String },
    /// A border with round corners.
    Border { corner: Point, size: Point, radius: f64, colour: Rgb, width: f64 },
    /// A filled rectangle with round corners.
    Plate { corner: Point, size: Point, radius: f64, fill: Rgb },
    /// Straight lines from point to point.
    Path { points: Vec<Point>, colour: Rgb, width: f64, opacity: f64 },
    /// A bar with all colours of the ramp, dark to light.
    Ramp { corner: Point, size: Point, radius: f64 },
    /// Slanted lines, for a hole.
    Hatch { corner: Point, size: Point },
    /// Words.
    Text(Text),
}

/// Words at a place: where their line begins, has its middle or ends, as `anchor` says.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) role: Role,
    /// How these words differ from others of their role.
    pub(crate) tone: Option<Tone>,
    pub(crate) at: Point,
    /// Whether they run upwards.
    pub(crate) upwards: bool,
    pub(crate) words: String,
}

/// What words are there for, which decides how they look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// What is drawn.
    Title,
    /// Remarks around the drawing.
    Note,
    /// What an axis counts.
    Axis,
    /// A number above a column.
    Tick,
    /// A number beside a row.
    Row,
    /// The number of a row or a column of tiles.
    Outer,
    /// What stands in a cell.
    Label,
}

/// A way to differ from one's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Dark, on a light cell.
    Dark,
    /// Light, on a dark cell.
    Light,
    /// On a cell that stands for nothing, whose colour is that of the page, a little darker.
    Nothing,
    /// Ending at its place, not beginning there.
    End,
}

/// Where words lie beside their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    /// The font's size.
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) colour: Rgb,
    pub(crate) anchor: Anchor,
}

/// The colour of what is not otherwise coloured.
pub(crate) const INK: Rgb = Rgb(0x24, 0x29, 0x2f);

/// The colour of what is less important.
pub(crate) const GREY: Rgb = Rgb(0x57, 0x60, 0x6a);

/// The lines of holes, how far apart they are and how thick.
pub(crate) const HATCH: Rgb = Rgb(0x9a, 0xa2, 0xab);
pub(crate) const HATCHING: f64 = 6.0;
pub(crate) const HATCH_WIDTH: f64 = 1.2;

/// The dark ink on cells.
const BLACK: Rgb = Rgb(0x11, 0x14, 0x1a);

pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);

impl Role {
    /// Every role, in the order of a style sheet.
    pub(crate) const ALL: [Self; 7] =
        [Self::Title, Self::Note, Self::Axis, Self::Tick, Self::Row, Self::Outer, Self::Label];

    /// The name in a style sheet.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Note => "note",
            Self::Axis => "axis",
            Self::Tick => "tick",
            Self::Row => "row",
            Self::Outer => "outer",
            Self::Label => "number",
        }
    }

    /// How its words look, where the characters in cells have size `digit`.
    pub(crate) fn look(self, digit: f64) -> Look {
        let (size, bold, colour, anchor) = match self {
            Self::Title => (14.0, true, INK, Anchor::Start),
            Self::Note => (12.0, false, GREY, Anchor::Start),
            Self::Axis => (13.0, true, INK, Anchor::Middle),
            Self::Tick => (11.0, false, GREY, Anchor::Middle),
            Self::Row => (11.0, false, GREY, Anchor::End),
            Self::Outer => (12.0, true, INK, Anchor::Middle),
            Self::Label => (digit, false, INK, Anchor::Middle),
        };
        Look { size, bold, colour, anchor }
    }
}

impl Tone {
    /// Every tone, in the order of a style sheet.
    pub(crate) const ALL: [Self; 4] = [Self::Dark, Self::Light, Self::Nothing, Self::End];

    /// The name in a style sheet.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Nothing => "nothing",
            Self::End => "end",
        }
    }

    /// A look changed by it.
    pub(crate) fn change(self, look: Look) -> Look {
        match self {
            Self::Dark => Look { colour: BLACK, ..look },
            Self::Light => Look { colour: WHITE, ..look },
            Self::Nothing => Look { colour: INK, ..look },
            Self::End => Look { anchor: Anchor::End, ..look },
        }
    }
}

impl Text {
    /// How these words look, where the characters in cells have size `digit`.
    #[cfg(feature = "pixels")]
    pub(crate) fn look(&self, digit: f64) -> Look {
        let look = self.role.look(digit);
        self.tone.map_or(look, |tone| tone.change(look))
    }
}
