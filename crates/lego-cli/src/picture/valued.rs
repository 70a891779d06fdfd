//! The picture of a layout of CuTe's, any: not injective, with holes, with a swizzle. By index each cell is a coordinate and bears
//! its offset, equal offsets in one colour; by memory each cell is an offset, with the coordinates that have it.

use crate::args::{By, Colour, Labelled, Look};
use crate::picture::chain::{bank_note, labels};
use crate::report::failure::Failure;
use crate::report::room::room;
use lego_algebra::cute::{ComposedLayout, Error, Layout};
use lego_draw::{Element, Grid, Picture, Shown};
use std::cell::Cell;
use std::rc::Rc;

/// So many coordinates of one offset are named to who points at it.
const NAMED: usize = 4;

/// How many columns a strip has, where nobody says.
const COLUMNS: u64 = 32;

/// A layout with a swizzle or without, point by point.
#[derive(Clone, Debug)]
pub(crate) struct Valued {
    composed: ComposedLayout,
    /// The sizes of the top-level modes.
    dims: Vec<u64>,
    /// The least and the greatest value.
    least: i64,
    greatest: i64,
}

impl Valued {
    /// Looks at every value, so the size has to be within a limit.
    ///
    /// # Errors
    /// If a value goes beyond 64 bits.
    pub(crate) fn new(composed: &ComposedLayout) -> Result<Self, Error> {
        let dims = modes(&composed.layout).iter().map(|mode| mode.size().unsigned_abs()).collect();
        let mut valued = Self { composed: *composed, dims, least: i64::MAX, greatest: i64::MIN };
        for c in 0..composed.size() {
            let value = composed.eval(c)?;
            (valued.least, valued.greatest) = (valued.least.min(value), valued.greatest.max(value));
        }
        Ok(valued)
    }

    /// The sizes of the top-level modes.
    pub(crate) fn dims(&self) -> &[u64] {
        &self.dims
    }

    /// The least and the greatest value.
    pub(crate) fn bounds(&self) -> [i64; 2] {
        [self.least, self.greatest]
    }

    /// The value at an integer coordinate below the size.
    pub(crate) fn at(&self, coordinate: i64) -> i64 {
        // Every one was looked at.
        self.composed.eval(coordinate).unwrap_or_default()
    }

    /// How many offsets there are from 0 on; `None` where some are below.
    pub(crate) fn span(&self) -> Option<u64> {
        (self.least >= 0).then(|| self.greatest.unsigned_abs() + 1)
    }

    /// The integer coordinate of one for each top-level mode, the first the fastest.
    fn integer(&self, coordinate: &[u64]) -> i64 {
        coordinate.iter().zip(&self.dims).rev().fold(0, |c, (&k, &n)| c * n as i64 + k as i64)
    }

    /// One for each top-level mode.
    fn coordinate(&self, mut integer: u64) -> Vec<u64> {
        let part = |n: &u64| {
            let k = integer % n;
            integer /= n;
            k
        };
        self.dims.iter().map(part).collect()
    }

    /// The coordinates by their offsets.
    ///
    /// # Errors
    /// Where there is no memory for all of them.
    fn by_offset(&self) -> Result<Offsets, Failure> {
        let mut all = room(self.composed.size().unsigned_abs())?;
        all.extend((0..self.composed.size()).map(|c| (self.at(c), c as u64)));
        all.sort_unstable();
        Ok(Offsets { all, last: Cell::new(0) })
    }

    /// The picture that is asked for.
    pub(crate) fn picture<'a>(&'a self, look: &Look, title: &str) -> Result<Picture<'a>, Failure> {
        if look.colour == Some(Colour::Tile) {
            return Err(Failure::Usage("--colour tile is for chains; a layout of CuTe's has modes".to_owned()));
        }
        let picture = match look.by {
            By::Index => self.by_index(look)?,
            By::Memory => self.by_memory(look)?,
        };
        Ok(picture.titled(title))
    }

    /// The grid: the first mode downwards and the second to the right, further ones as planes; and at a place of it the coordinate.
    fn grid(&self, look: &Look) -> Result<Grid, Failure> {
        let too_many = || Failure::Usage("the layout has 2^64 coordinates or more, which no drawing has".to_owned());
        match (look.columns, &self.dims[..]) {
            (Some(columns), &[count]) => Grid::strip(count, columns),
            (Some(_), dims) => {
                let rank = dims.len();
                let message =
                    format!("--columns is for --by memory and for layouts of rank 1; this one has rank {rank}");
                return Err(Failure::Usage(message));
            }
            (None, &[count]) => Grid::strip(count, count.min(COLUMNS)),
            (None, dims) => Grid::new(&planes(dims), &[dims.len()]).map(Grid::wrapped),
        }
        .ok_or_else(too_many)
    }

    fn by_index<'a>(&'a self, look: &Look) -> Result<Picture<'a>, Failure> {
        let grid = self.grid(look)?;
        let names: Vec<String> = planes(&(0..self.dims.len() as u64).collect::<Vec<_>>())
            .iter()
            .map(|mode| if self.dims.len() == 1 { "coordinate".to_owned() } else { format!("mode {mode}") })
            .collect();
        let blocks = self.blocks();
        let Some(span) = self.span() else { return Ok(self.with_signs(grid).with_axes(&names).with_blocks(&blocks)) };
        let element = |at: &[u64]| {
            let index = coordinate(at);
            let position = self.at(self.integer(&index)).unsigned_abs();
            Element::Stored { index, position }
        };
        let picture = Picture::of_elements(grid, &self.dims, span, element).with_axes(&names).with_blocks(&blocks);
        // A line through the first of several that share an offset says nothing.
        let is_path = look.colour().is_none_or(|colour| colour == Colour::Position) && self.by_offset()?.most() <= 1;
        let picture = if is_path { picture } else { picture.with_path(Shown::Never) };
        self.coloured(picture, look).map(|picture| labels(picture, look))
    }

    /// The same where offsets are negative: positions they are not.
    fn with_signs(&self, grid: Grid) -> Picture<'_> {
        let (least, most) = (self.least, self.greatest.abs_diff(self.least));
        let value_of = move |index: &[u64]| self.at(self.integer(index));
        let element = move |at: &[u64]| {
            let index = coordinate(at);
            let value = value_of(&index);
            Element::Marked { index, shade: Some(value.abs_diff(least)), words: value.to_string() }
        };
        let width = least.to_string().len().max(self.greatest.to_string().len());
        let summary = format!("dims {:?} · offsets {least} to {}", self.dims, self.greatest);
        Picture::of_elements(grid, &self.dims, most, element)
            .worded(summary, format!("its offset, {least} to {}", self.greatest), &[width])
            .with_hints(move |index| format!("{index:?} → {}", value_of(index)))
            .coloured("offset", most.saturating_add(1), |_, shade| shade)
            .from_colour_to_colour([format!("offset {least}"), self.greatest.to_string()])
    }

    fn coloured<'a>(&'a self, picture: Picture<'a>, look: &Look) -> Result<Picture<'a>, Failure> {
        Ok(match look.colour() {
            None | Some(Colour::Position | Colour::Tile) => picture,
            Some(Colour::Index) => picture
                .coloured("coordinate", self.composed.size().unsigned_abs(), |index, _| {
                    self.integer(index).unsigned_abs()
                })
                .with_path(Shown::Never),
            Some(Colour::Bank) => {
                let banks = look.banks().ok_or_else(|| Failure::Usage("--colour bank needs --banks N".to_owned()))?;
                let picture = picture.coloured("bank", banks.banks, move |_, position| banks.of(position));
                let is_matrix = look.by == By::Index && self.dims.len() == 2;
                bank_note(picture.with_path(Shown::Never), banks, is_matrix)
            }
        })
    }

    /// The borders of nested modes, from the inside out: of rows those of mode 0, of columns those of mode 1.
    fn blocks(&self) -> Vec<[u64; 2]> {
        let modes = modes(&self.composed.layout);
        let [rows, columns] = &modes[..] else { return Vec::new() };
        let sides = [rows, columns].map(|mode| {
            let mut product = 1;
            let parts = mode.flatten().shape();
            let products = parts.leaves().iter().map(|part| {
                product *= part.unsigned_abs();
                product
            });
            products.collect::<Vec<u64>>()
        });
        let levels = sides[0].len().max(sides[1].len()) - 1;
        let at = |side: usize, level: usize| sides[side].get(level).copied().unwrap_or(self.dims[side]);
        (0..levels).map(|level| [at(0, level), at(1, level)]).collect()
    }

    fn by_memory<'a>(&'a self, look: &Look) -> Result<Picture<'a>, Failure> {
        let Some(span) = self.span() else {
            let message = format!("--by memory: the least offset is {}, and memory begins at 0", self.least);
            return Err(Failure::Usage(message));
        };
        let columns = match (look.columns, look.banks()) {
            (Some(columns), _) => columns,
            (None, Some(banks)) => banks.in_a_row(),
            (None, None) => COLUMNS.min(span),
        };
        let all = self.by_offset()?;
        let most = all.most();
        let too_many = || Failure::Usage("the layout has 2^64 offsets or more, which no drawing has".to_owned());
        if most == 1 {
            let index = move |position| all.of(position).first().map(|&(_, c)| self.coordinate(c));
            let picture = Picture::of_memory(columns, &self.dims, span, index).ok_or_else(too_many)?;
            let of_index = Look { colour: Some(look.colour().unwrap_or(Colour::Index)), ..look.clone() };
            let picture = self.coloured(picture.coloured_along_positions(), &of_index)?.with_path(Shown::Never);
            return Ok(labels(picture, look));
        }
        if look.label.is_some_and(|label| label != Labelled::Colour) || look.colour().is_some() {
            let message = "--by memory: several coordinates have one offset, and the cells bear how many; --label and --colour \
                           are for layouts without such";
            return Err(Failure::Usage(message.to_owned()));
        }
        let grid = Grid::strip(span, columns).ok_or_else(too_many)?;
        let (used, size) = (all.runs().count(), self.composed.size());
        let all = Rc::new(all);
        let found = Rc::clone(&all);
        let hint = move |at: &[u64]| self.meeting(at[0], found.of(at[0]));
        let element = move |at: &[u64]| match all.of(at[0]).len() {
            0 => Element::Hole { position: Some(at[0]) },
            count => Element::Marked { index: at.to_vec(), shade: Some(count as u64 - 1), words: format!("×{count}") },
        };
        let summary = format!("dims {:?} · {size} indices at {used} of {span} positions", self.dims);
        let width = most.to_string().len() + 1;
        Ok(Picture::of_elements(grid, &self.dims, span, element)
            .with_axes(&["offset".to_owned()])
            .worded(summary, "how many indices lie there", &[width])
            .with_hints(hint)
            .coloured("number", most as u64, |_, shade| shade)
            .from_colour_to_colour(["1 index".to_owned(), format!("{most} indices")]))
    }

    /// Which coordinates have an offset.
    fn meeting(&self, position: u64, coordinates: &[(i64, u64)]) -> String {
        let count = coordinates.len();
        let named: Vec<String> =
            coordinates.iter().take(NAMED).map(|&(_, c)| format!("{:?}", self.coordinate(c))).collect();
        let more = if count > NAMED { format!(" and {} more", count - NAMED) } else { String::new() };
        format!("{}{more} → {position}", named.join(", "))
    }
}

/// Coordinates in the order of their offsets, those of one offset in their own.
struct Offsets {
    all: Vec<(i64, u64)>,
    /// Where the offset begins that was asked for last: one asks for one after the other.
    last: Cell<usize>,
}

impl Offsets {
    /// The coordinates of each offset that has some.
    fn runs(&self) -> impl Iterator<Item = &[(i64, u64)]> {
        self.all.chunk_by(|one, other| one.0 == other.0)
    }

    /// The most coordinates of one offset.
    fn most(&self) -> usize {
        self.runs().map(<[_]>::len).max().unwrap_or(1)
    }

    /// The coordinates of an offset.
    fn of(&self, offset: u64) -> &[(i64, u64)] {
        let Ok(offset) = i64::try_from(offset) else { return &[] };
        let last = self.last.get();
        let is_after = self.all[..last].last().is_none_or(|&(before, _)| before < offset);
        let rest = if is_after { &self.all[last..] } else { &self.all[..] };
        let begin = match rest.first() {
            Some(&(first, _)) if first >= offset => 0,
            // The next one, more often than not.
            Some(&(first, _)) => match rest.iter().take(NAMED).position(|&(other, _)| other > first) {
                Some(next) if rest[next].0 >= offset => next,
                _ => rest.partition_point(|&(other, _)| other < offset),
            },
            None => 0,
        };
        self.last.set(self.all.len() - rest.len() + begin);
        let rest = &rest[begin..];
        let count = match rest.get(1) {
            Some(&(other, _)) if other == offset => rest.partition_point(|&(other, _)| other == offset),
            _ => usize::from(rest.first().is_some_and(|&(other, _)| other == offset)),
        };
        &rest[..count]
    }
}

/// The top-level modes; of an integer, itself.
fn modes(layout: &Layout) -> Vec<Layout> {
    match layout.profile().is_leaf() {
        true => vec![*layout],
        false => (0..layout.rank()).filter_map(|mode| layout.mode(mode)).collect(),
    }
}

/// One for each mode in the order of a grid's axes: the modes from the third on are planes, the last one the outermost.
pub(crate) fn planes<T: Copy>(modes: &[T]) -> Vec<T> {
    let (matrix, outer) = modes.split_at(modes.len().min(2));
    outer.iter().rev().chain(matrix).copied().collect()
}

/// The coordinate at a grid's index: [`planes`] the other way.
fn coordinate(at: &[u64]) -> Vec<u64> {
    let (outer, matrix) = at.split_at(at.len() - at.len().min(2));
    matrix.iter().chain(outer.iter().rev()).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::Offsets;
    use std::cell::Cell;

    #[test]
    fn coordinates_of_offsets_are_found_in_any_order() {
        let offsets = [-3, -1, 0, 0, 0, 0, 0, 0, 2, 5, 5, 6, 9];
        let all: Vec<(i64, u64)> = offsets.iter().copied().zip(0..).collect();
        let found = Offsets { all: all.clone(), last: Cell::new(0) };
        let plain =
            |offset: u64| -> Vec<_> { all.iter().copied().filter(|(other, _)| *other == offset as i64).collect() };
        for first in 0..12 {
            for second in 0..12 {
                for offset in [first, second, second + 1] {
                    assert_eq!(found.of(offset), plain(offset), "{first} {second} {offset}");
                }
            }
        }
        assert_eq!((found.most(), found.runs().count(), found.of(u64::MAX)), (6, 7, &[][..]));
    }
}
