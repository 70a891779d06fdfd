//! The picture of a layout: cells in rows and columns, each with what it stands for, a colour and a label.

use crate::cell::{Cell, EMPTY, Element, HOLE, Label, NOTHING, Shown};
use crate::colour::Rgb;
use crate::grid::Grid;
use std::fmt;

/// A layout to be drawn: a grid, what each of its cells stands for, and by what that is coloured.
///
/// The functions are called when a writer comes to a cell, so a large picture costs what is read of it.
pub struct Picture<'a> {
    grid: Grid,
    /// The extents of an index.
    dims: Vec<u64>,
    /// What the axes of the grid are called, and how many of their values have a number.
    axes: Vec<(String, u64)>,
    span: u64,
    title: String,
    notes: Vec<String>,
    element: Box<Elements<'a>>,
    colouring: Colouring<'a>,
    label: Label,
    labels: Shown,
    path: Shown,
    borders: Borders<'a>,
    words: Option<Words>,
    hint: Option<Box<Hint<'a>>>,
    heads: [Option<Vec<Vec<Head>>>; 2],
}

/// What is said of a picture whose cells have words of their own.
struct Words {
    /// The sizes, below the title.
    summary: String,
    /// What a cell bears, for who cannot see it: `Each cell bears …`.
    bears: String,
    /// The most characters of each line in a cell.
    characters: Vec<usize>,
}

/// Words beside some rows, or above some columns.
///
/// See [`Picture::with_heads`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The first row or column.
    pub from: u64,
    /// After the last one.
    pub to: u64,
    /// What stands there.
    pub words: String,
}

/// By what cells are coloured.
struct Colouring<'a> {
    noun: String,
    count: u64,
    /// What the first and the last colour are, in words; without, their numbers.
    ends: Option<[String; 2]>,
    /// Whether colours pass into each other.
    is_gradual: bool,
    number: Box<Number<'a>>,
}

impl Colouring<'_> {
    fn along_positions(span: u64) -> Self {
        let ends = Some(["position 0".to_owned(), span.saturating_sub(1).to_string()]);
        let number = Box::new(|_: &[u64], position| position);
        Self { noun: "position".to_owned(), count: span, ends, is_gradual: true, number }
    }
}

/// Where lines are drawn between cells.
pub(crate) enum Borders<'a> {
    /// Around boxes of so many rows and columns, from the inside out.
    Blocks(Vec<[u64; 2]>),
    /// Where this number changes.
    Parts(Box<Number<'a>>),
}

/// From an index of the grid to what is there.
type Elements<'a> = dyn Fn(&[u64]) -> Element + 'a;

/// From an index to the tooltip of its cell.
type Hint<'a> = dyn Fn(&[u64]) -> String + 'a;

/// From an index and its position to a number.
type Number<'a> = dyn Fn(&[u64], u64) -> u64 + 'a;

impl fmt::Debug for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picture")
            .field("title", &self.title)
            .field("grid", &self.grid)
            .field("span", &self.span)
            .field("coloured by", &self.colouring.noun)
            .finish_non_exhaustive()
    }
}

impl<'a> Picture<'a> {
    /// A map from the indices of a grid to positions below `span`, coloured along the positions.
    ///
    /// The function gets every index of the grid, and says `None` for one that has no position. It need not be
    /// injective: a path is drawn through the first index of each position. A position that is not below `span` has the
    /// last colour.
    pub fn new(grid: Grid, span: u64, position: impl Fn(&[u64]) -> Option<u64> + 'a) -> Self {
        let dims = grid.dims();
        let axes = dims.iter().enumerate().map(|(axis, &extent)| (format!("i{axis}"), extent)).collect();
        let element = Box::new(move |index: &[u64]| Element::of(index, position(index)));
        let colouring = Colouring::along_positions(span);
        let borders = Borders::Blocks(Vec::new());
        let (label, title, notes) = (Label::Position, String::new(), Vec::new());
        let (labels, path) = (Shown::Legible, Shown::Legible);
        let (words, hint, heads) = (None, None, [None, None]);
        Self {
            grid,
            dims,
            axes,
            span,
            title,
            notes,
            element,
            colouring,
            label,
            labels,
            path,
            borders,
            words,
            hint,
            heads,
        }
    }

    /// What a function says of each index of a grid: for layouts whose own indices are others than those of the grid,
    /// and with [`worded`](Self::worded) for what is no layout.
    ///
    /// ```
    /// use lego_draw::{Element, Grid, Palette, Picture};
    ///
    /// // A layout of three modes, the third one as planes: the grid's index is (k, i, j).
    /// let grid = Grid::new(&[2, 2, 2], &[3]).unwrap();
    /// let element = |at: &[u64]| {
    ///     let (k, i, j) = (at[0], at[1], at[2]);
    ///     Element::Stored { index: vec![i, j, k], position: i + 2 * j + 4 * k }
    /// };
    /// let picture = Picture::of_elements(grid, &[2, 2, 2], 8, element);
    /// assert_eq!(picture.text(Palette::Plain).collect::<Vec<_>>(), ["0 2  4 6", "1 3  5 7"]);
    /// ```
    pub fn of_elements(grid: Grid, dims: &[u64], span: u64, element: impl Fn(&[u64]) -> Element + 'a) -> Self {
        let mut picture = Self::new(grid, span, |_| None);
        picture.dims = dims.to_vec();
        picture.element = Box::new(element);
        picture
    }

    /// The same where cells have words of their own, [`Element::Marked`]: what is said below the title, what a cell
    /// bears (for who cannot see it), and the most characters of each line in a cell.
    ///
    /// ```
    /// use lego_draw::{Element, Grid, Palette, Picture};
    ///
    /// let holder = |at: &[u64]| Element::Marked {
    ///     index: at.to_vec(),
    ///     shade: Some(at[1] / 2),
    ///     words: format!("T{}\nV{}", at[1] / 2, at[1] % 2),
    /// };
    /// let held = Picture::of_elements(Grid::flat([1, 4]).unwrap(), &[1, 4], 4, holder);
    /// let held = held.worded("2 threads, 2 values each", "its thread and value", &[2, 2]).coloured("thread", 2, |_, t| t);
    /// assert_eq!(held.text(Palette::Plain).collect::<Vec<_>>(), ["T0 V0 T0 V1 T1 V0 T1 V1"]);
    /// ```
    #[must_use]
    pub fn worded(mut self, summary: impl Into<String>, bears: impl Into<String>, characters: &[usize]) -> Self {
        let characters = if characters.is_empty() { vec![1] } else { characters.to_vec() };
        self.words = Some(Words { summary: summary.into(), bears: bears.into(), characters });
        self.path = Shown::Never;
        self
    }

    /// The same with tooltips for the cells that have words of their own, by the index of a cell. They are made for a
    /// drawing only, not for a text.
    #[must_use]
    pub fn with_hints(mut self, hint: impl Fn(&[u64]) -> String + 'a) -> Self {
        self.hint = Some(Box::new(hint));
        self
    }

    /// The tooltip of an element.
    pub(crate) fn hint_of(&self, element: &Element) -> String {
        match (&self.hint, element) {
            (Some(hint), Element::Marked { index, .. }) => hint(index),
            _ => element.hint(),
        }
    }

    /// The same with other names of the grid's axes.
    #[must_use]
    pub fn with_axes(mut self, names: &[String]) -> Self {
        for ((name, _), other) in self.axes.iter_mut().zip(names) {
            other.clone_into(name);
        }
        self
    }

    /// The same with words in place of numbers, beside the rows and above the columns: a lane for each list, from the
    /// inside out.
    #[must_use]
    pub fn with_heads(mut self, rows: Vec<Vec<Head>>, columns: Vec<Vec<Head>>) -> Self {
        self.heads = [Some(rows), Some(columns)];
        self
    }

    /// The same of indices below `dims`, where the grid has more cells: those stand for the holes that a storage has
    /// there.
    ///
    /// ```
    /// use lego_draw::{Grid, Palette, Picture};
    ///
    /// // Rows of 3 elements, padded to 4.
    /// let padded = Picture::new(Grid::flat([2, 4]).unwrap(), 8, |index| Some(index[0] * 4 + index[1]));
    /// assert_eq!(padded.with_holes_beyond(&[2, 3]).text(Palette::Plain).collect::<Vec<_>>(), ["0 1 2 ░", "4 5 6 ░"]);
    /// ```
    #[must_use]
    pub fn with_holes_beyond(mut self, dims: &[u64]) -> Self {
        self.dims = dims.to_vec();
        for ((_, numbered), extent) in self.axes.iter_mut().zip(dims) {
            *numbered = *extent;
        }
        let (dims, element) = (dims.to_vec(), self.element);
        self.element = Box::new(move |index| {
            let is_inside = index.len() == dims.len() && index.iter().zip(&dims).all(|(i, n)| i < n);
            if is_inside { element(index) } else { Element::Hole { position: None } }
        });
        self
    }

    /// The memory of a layout whose indices are below `dims`: a cell for each of `span` positions, `columns` in a row,
    /// with the index that lies there; `None` is a hole. It is coloured along the indices, in row-major order.
    ///
    /// `None` where there are no positions or no columns.
    ///
    /// ```
    /// use lego_draw::{Palette, Picture};
    ///
    /// // Columns of 3 elements, padded to 4.
    /// let index = |position: u64| (position % 4 < 3).then(|| vec![position % 4, position / 4]);
    /// let memory = Picture::of_memory(4, &[3, 2], 8, index).unwrap();
    /// let lines: Vec<String> = memory.text(Palette::Plain).collect();
    /// assert_eq!(lines, ["0: 0,0 1,0 2,0   ░", "4: 0,1 1,1 2,1   ░"]);
    /// ```
    pub fn of_memory(
        columns: u64,
        dims: &[u64],
        span: u64,
        index: impl Fn(u64) -> Option<Vec<u64>> + 'a,
    ) -> Option<Self> {
        let mut picture = Self::new(Grid::strip(span, columns)?, span, |_| None);
        picture.dims = dims.to_vec();
        picture.axes = vec![("position".to_owned(), span)];
        picture.element = Box::new(move |at| match (at, index(at[0])) {
            (&[position], Some(index)) => Element::Stored { index, position },
            _ => Element::Hole { position: at.first().copied() },
        });
        picture.label = Label::Index;
        picture.path = Shown::Never;
        Some(picture.coloured_along_indices())
    }

    /// The same with a title: for a layout, the chain that it is written as.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The same with a remark below the drawing.
    #[must_use]
    pub fn noted(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same, coloured by another number than the position: one below `count`, made of index and position. `noun`
    /// says what it is, in the singular.
    ///
    /// ```
    /// use lego_draw::{Grid, Picture};
    ///
    /// let grid = Grid::flat([32, 33]).unwrap();
    /// let padded = Picture::new(grid, 32 * 33, |index| Some(index[0] * 33 + index[1]));
    /// // In shared memory of a GPU, words 32 apart are in the same bank.
    /// let banks = padded.coloured("bank", 32, |_, position| position % 32);
    /// let colour = |row, column| banks.cell(row, column).map(|cell| cell.colour);
    /// assert_eq!(colour(1, 0), colour(0, 1));
    /// ```
    #[must_use]
    pub fn coloured(mut self, noun: impl Into<String>, count: u64, number: impl Fn(&[u64], u64) -> u64 + 'a) -> Self {
        self.colouring =
            Colouring { noun: noun.into(), count, ends: None, is_gradual: false, number: Box::new(number) };
        self
    }

    /// The same with words for the first and the last colour.
    #[must_use]
    pub fn from_colour_to_colour(mut self, ends: [String; 2]) -> Self {
        self.colouring.ends = Some(ends);
        self
    }

    /// The same, coloured along the positions.
    #[must_use]
    pub fn coloured_along_positions(mut self) -> Self {
        self.colouring = Colouring::along_positions(self.span);
        self
    }

    /// The same, coloured along the indices in row-major order.
    #[must_use]
    pub fn coloured_along_indices(self) -> Self {
        let (dims, count) = (self.dims.clone(), self.count());
        let last: Vec<u64> = dims.iter().map(|extent| extent.saturating_sub(1)).collect();
        let mut ends = [format!("index {:?}", vec![0; dims.len()]), format!("{last:?}")];
        // They stand side by side.
        if ends.iter().map(String::len).sum::<usize>() > 40 {
            ends = ["the first index".to_owned(), "the last one".to_owned()];
        }
        let mut picture = self.coloured("index", count, move |index, _| {
            index.iter().zip(&dims).fold(0, |number, (i, extent)| number * extent + i)
        });
        (picture.colouring.ends, picture.colouring.is_gradual) = (Some(ends), true);
        picture
    }

    /// The same with something else in the cells of stored elements.
    #[must_use]
    pub fn labelled(mut self, label: Label) -> Self {
        self.label = label;
        self
    }

    /// The same with labels, or without. A text always has them.
    #[must_use]
    pub fn with_labels(mut self, shown: Shown) -> Self {
        self.labels = shown;
        self
    }

    /// The same with a path along the positions, or without.
    #[must_use]
    pub fn with_path(mut self, shown: Shown) -> Self {
        self.path = shown;
        self
    }

    /// The same with lines around blocks of so many rows and columns, from the inside out, the outer ones heavier. They
    /// are drawn in a grid without panels.
    #[must_use]
    pub fn with_blocks(mut self, blocks: &[[u64; 2]]) -> Self {
        self.borders = Borders::Blocks(blocks.to_vec());
        self
    }

    /// The same with lines where a number changes that is made of index and position.
    #[must_use]
    pub fn with_parts(mut self, number: impl Fn(&[u64], u64) -> u64 + 'a) -> Self {
        self.borders = Borders::Parts(Box::new(number));
        self
    }

    /// The rows and columns.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The extents of an index.
    pub fn dims(&self) -> &[u64] {
        &self.dims
    }

    /// The number of positions, used or not.
    pub fn span(&self) -> u64 {
        self.span
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The number of indices.
    pub fn count(&self) -> u64 {
        self.dims.iter().fold(1, |count, &extent| count.saturating_mul(extent))
    }

    /// Which axes run downwards and which to the right, the outermost first; without those of one value.
    ///
    /// ```
    /// use lego_draw::{Grid, Picture};
    ///
    /// let tiles = Picture::new(Grid::tiled([2, 1, 4, 4]).unwrap(), 32, |_| None);
    /// assert_eq!(tiles.directions(), "i0, i2 ↓  i3 →");
    /// ```
    pub fn directions(&self) -> String {
        let names = |is_down| {
            let axes: Vec<&str> =
                self.grid.labelled_axes(is_down).iter().rev().map(|&(axis, _)| self.axis(axis).0).collect();
            axes.join(", ")
        };
        format!("{} ↓  {} →", names(true), names(false))
    }

    /// The remarks.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What an axis of the grid is called, and how many of its values have a number.
    pub(crate) fn axis(&self, axis: usize) -> (&str, u64) {
        let (name, numbered) = &self.axes[axis];
        (name, *numbered)
    }

    /// What the colours tell apart, and how many of them there are.
    pub(crate) fn colours(&self) -> (&str, u64) {
        (&self.colouring.noun, self.colouring.count)
    }

    /// Whether neighbouring colours pass into each other.
    pub(crate) fn is_gradual(&self) -> bool {
        self.colouring.is_gradual
    }

    /// What the first and the last colour are.
    pub(crate) fn ends_of_colours(&self) -> [String; 2] {
        let Colouring { noun, count, ends, .. } = &self.colouring;
        ends.clone().unwrap_or_else(|| [format!("{noun} 0"), count.saturating_sub(1).to_string()])
    }

    pub(crate) fn label(&self) -> Label {
        self.label
    }

    pub(crate) fn labels(&self) -> Shown {
        self.labels
    }

    pub(crate) fn path(&self) -> Shown {
        self.path
    }

    pub(crate) fn borders(&self) -> &Borders<'a> {
        &self.borders
    }

    /// What is said below the title, where it is not sizes.
    pub(crate) fn summary(&self) -> Option<&str> {
        self.words.as_ref().map(|words| words.summary.as_str())
    }

    /// What a cell bears, where it is neither a position nor an index.
    pub(crate) fn bears(&self) -> Option<&str> {
        self.words.as_ref().map(|words| words.bears.as_str())
    }

    /// The lanes of words beside the rows, or above the columns, where they are not numbers.
    pub(crate) fn heads(&self, is_down: bool) -> Option<&[Vec<Head>]> {
        self.heads[usize::from(!is_down)].as_deref()
    }

    /// The number of lines in a cell.
    pub(crate) fn lines(&self) -> usize {
        self.words.as_ref().map_or(1, |words| words.characters.len())
    }

    /// The number of characters of the longest label on one line, where its lines stand behind each other.
    pub(crate) fn characters_in_a_row(&self) -> usize {
        match &self.words {
            Some(Words { characters, .. }) => characters.iter().sum::<usize>() + characters.len() - 1,
            None => self.characters(),
        }
    }

    /// The number of characters of the longest line of a label.
    pub(crate) fn characters(&self) -> usize {
        if let Some(words) = &self.words {
            return words.characters.iter().copied().max().unwrap_or(1).max(1);
        }
        let digits = |count: u64| count.saturating_sub(1).max(1).ilog10() as usize + 1;
        match self.label {
            Label::Position => digits(self.span),
            Label::Colour => digits(self.colouring.count),
            Label::Index => self.dims.iter().map(|&extent| digits(extent) + 1).sum::<usize>().max(1) - 1,
        }
    }

    /// What is in a row and a column; `None` where the last row of what is wrapped ends before it.
    fn element(&self, row: u64, column: u64) -> Option<Element> {
        Some((self.element)(&self.grid.index(row, column)?))
    }

    /// What stands in the cell of an element.
    fn label_of(&self, element: &Element) -> String {
        match (element, self.label) {
            (Element::Unstored { .. }, _) => NOTHING.to_owned(),
            (Element::Hole { .. }, _) => HOLE.to_owned(),
            (Element::Marked { words, .. }, _) => words.clone(),
            (Element::Stored { position, .. }, Label::Position) => position.to_string(),
            (Element::Stored { index, .. }, Label::Index) => joined(index),
            (Element::Stored { index, position }, Label::Colour) => {
                (self.colouring.number)(index, *position).to_string()
            }
        }
    }

    /// What stands in a row and a column.
    pub(crate) fn label_at(&self, row: u64, column: u64) -> Option<String> {
        Some(self.label_of(&self.element(row, column)?))
    }

    /// The cell in a row and a column; `None` where the last row of what is wrapped ends before it.
    pub fn cell(&self, row: u64, column: u64) -> Option<Cell> {
        let element = self.element(row, column)?;
        let Colouring { count, number, .. } = &self.colouring;
        let colour = match &element {
            Element::Stored { index, position } => Rgb::of(number(index, *position), *count),
            Element::Marked { index, shade: Some(shade), .. } => Rgb::of(number(index, *shade), *count),
            _ => EMPTY,
        };
        let label = self.label_of(&element);
        Some(Cell { row, column, element, colour, label })
    }

    /// Every cell, row after row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        (0..rows).flat_map(move |row| (0..columns).filter_map(move |column| self.cell(row, column)))
    }
}

/// The components of an index with commas between them.
fn joined(index: &[u64]) -> String {
    let mut text = String::new();
    for (k, component) in index.iter().enumerate() {
        if k > 0 {
            text.push(',');
        }
        text.push_str(&component.to_string());
    }
    text
}
