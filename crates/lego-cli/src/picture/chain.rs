//! The picture of a layout that was given as a chain, as the options say: by index or by memory, its colours, its labels.

use crate::args::{Banks, By, Colour, Labelled, Look};
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::report::failure::Failure;
use lego_draw::{Element, Grid, Label, Order, Picture, Shown};
use lego_machine::Request;
use lego_machine::limits::{BANK_BYTES, BANKS, WARP, is_access_width};

/// The picture of a layout, with its indices or its positions in order. By index it has cells below these extents, which are
/// the dims or more: what lies beyond the dims are holes.
///
/// # Errors
/// Options that say nothing of this layout, and a layout of so many cells that nobody can count them.
pub(crate) fn picture<'a>(
    input: &Input,
    map: &'a Points,
    extents: &[u64],
    look: &Look,
) -> Result<Picture<'a>, Failure> {
    let is_empty = match look.by {
        By::Index => map.dims.contains(&0),
        By::Memory => map.span == 0,
    };
    if is_empty {
        return Ok(nothing(map).titled(input.title()));
    }
    let grid = grid(extents, map, look)?;
    let too_many = || Failure::from(input.fault("the layout has 2^64 cells or more, which no drawing has"));
    let picture = match look.by {
        By::Index => {
            let grid = grid.ok_or_else(too_many)?;
            let picture = Picture::new(grid, map.span, |index| map.position(index));
            if extents == map.dims { picture } else { picture.with_holes_beyond(&map.dims) }
        }
        By::Memory => {
            let columns = look.columns.unwrap_or_else(|| columns(map, look));
            Picture::of_memory(columns, &map.dims, map.span, |position| map.index(position)).ok_or_else(too_many)?
        }
    };
    let picture = coloured(picture, map, look)?;
    Ok(labels(picture, look).titled(input.title()))
}

/// The picture of a layout without an index, or without a position: a cell in which nothing stands, with the sizes.
fn nothing<'a>(map: &Points) -> Picture<'a> {
    let cell = |at: &[u64]| Element::Marked { index: at.to_vec(), shade: None, words: String::new() };
    let summary = format!("dims {:?}, span {}: the layout is empty", map.dims, map.span);
    let grid = Grid::new(&[1], &[1]).unwrap_or_else(|| unreachable!("a grid of one cell"));
    let hint = |_: &[u64]| "the layout is empty".to_owned();
    Picture::of_elements(grid, &[1], 1, cell).worded(summary, "nothing", &[1]).with_hints(hint)
}

/// The grid of indices below these extents; `None` where it has 2^64 cells or more.
fn grid(dims: &[u64], map: &Points, look: &Look) -> Result<Option<Grid>, Failure> {
    match (look.columns, dims, look.by) {
        (Some(columns), &[count], _) => Ok(Grid::strip(count, columns)),
        (Some(_), _, By::Index) => {
            let rank = dims.len();
            let message = format!("--columns is for --by memory and for layouts of rank 1; this one has rank {rank}");
            Err(Failure::Usage(message))
        }
        _ => Ok(Grid::new(dims, &map.outline.levels).map(Grid::wrapped)),
    }
}

/// How many positions stand in a row: as many as the banks hold once, or what the last extent makes, in rows of about 32
/// labels, or fewer where they are long.
fn columns(map: &Points, look: &Look) -> u64 {
    const NARROW: u64 = 8;
    const WIDEST: usize = 256;
    if let Some(banks) = look.banks() {
        return banks.in_a_row();
    }
    let label: usize = map.dims.iter().map(|extent| extent.saturating_sub(1).to_string().len() + 1).sum();
    let usual = [32, 16, 8].into_iter().find(|columns| columns * label <= WIDEST).unwrap_or(4) as u64;
    let last = map.outline.stored.as_ref().unwrap_or(&map.dims).last().copied().unwrap_or(1);
    match last {
        0 | 1 => usual,
        ..NARROW if map.span > last * usual => (last * (usual / last)).max(last),
        _ if last <= 2 * usual => last,
        _ => (usual / 2..=2 * usual).rev().find(|&columns| last.is_multiple_of(columns)).unwrap_or(usual),
    }
}

impl Banks {
    /// How many elements the banks hold once.
    pub(crate) fn in_a_row(self) -> u64 {
        (self.banks * u64::from(BANK_BYTES) / self.bytes).max(1)
    }

    /// The bank of the first byte at a position.
    pub(crate) fn of(self, position: u64) -> u64 {
        let word = u128::from(position) * u128::from(self.bytes) / u128::from(BANK_BYTES);
        (word % u128::from(self.banks)) as u64
    }
}

fn coloured<'a>(picture: Picture<'a>, map: &'a Points, look: &Look) -> Result<Picture<'a>, Failure> {
    let tiles = || Tiles::new(map).ok_or_else(|| Failure::Usage("--colour tile: the layout has no tiles".to_owned()));
    let picture = match look.colour() {
        None => picture,
        Some(Colour::Position) => picture.coloured_along_positions(),
        Some(Colour::Index) => picture.coloured_along_indices().with_path(Shown::Never),
        Some(Colour::Tile) => {
            let tiles = tiles()?;
            let number = tiles.clone();
            let picture = picture.coloured("tile", tiles.count(), move |index, _| number.of(index));
            if look.by == By::Memory { picture.with_parts(move |index, _| tiles.of(index)) } else { picture }
        }
        Some(Colour::Bank) => {
            let banks = look.banks().ok_or_else(|| Failure::Usage("--colour bank needs --banks N".to_owned()))?;
            let picture = picture.coloured("bank", banks.banks, move |_, position| banks.of(position));
            let picture = picture.with_path(Shown::Never);
            // Only of a matrix, also one in tiles, are rows and columns of the drawing its own.
            let is_matrix = map.dims.len() == 2 || map.outline.levels.iter().all(|&rank| rank == 2);
            bank_note(picture, banks, look.by == By::Index && is_matrix)
        }
    };
    Ok(if look.by == By::Index { picture.with_blocks(&blocks(map)) } else { picture })
}

/// The same with a note of what a warp takes, where rows and columns of the drawing are the layout's own.
pub(crate) fn bank_note(picture: Picture<'_>, banks: Banks, is_matrix: bool) -> Picture<'_> {
    match is_matrix.then(|| conflicts(&picture, banks)).flatten() {
        Some(note) => picture.noted(note),
        None => picture,
    }
}

/// The same with the labels that are asked for.
pub(crate) fn labels<'a>(picture: Picture<'a>, look: &Look) -> Picture<'a> {
    let label = match look.label {
        Some(Labelled::Position) => Label::Position,
        Some(Labelled::Index) => Label::Index,
        Some(Labelled::Colour) => Label::Colour,
        None if look.by == By::Memory => return picture,
        None if look.colour() == Some(Colour::Bank) => Label::Colour,
        None => Label::Position,
    };
    picture.labelled(label)
}

/// The blocks that the chain writes or, where it writes none, that its map has; of rank 2.
fn blocks(map: &Points) -> Vec<[u64; 2]> {
    let written: Vec<[u64; 2]> =
        map.outline.blocks.iter().filter_map(|block| block.as_slice().try_into().ok()).collect();
    if !written.is_empty() || map.dims.len() != 2 || map.outline.levels != [2] {
        return written;
    }
    let order = Grid::new(&map.dims, &[2]).and_then(|grid| Order::new(&grid, |index| map.position(index)));
    order.map_or_else(Vec::new, |order| order.blocks())
}

/// The tiles of a layout: those of its view, by all levels but the last, or else the blocks of its storage.
#[derive(Clone, Debug)]
struct Tiles {
    /// For each axis how many indices in a row are in one tile, and how many tiles there are.
    axes: Vec<[u64; 2]>,
}

impl Tiles {
    fn new(map: &Points) -> Option<Self> {
        let (dims, levels) = (&map.dims, &map.outline.levels);
        let axes = if levels.len() > 1 {
            let inner = dims.len() - levels[levels.len() - 1];
            dims.iter().enumerate().map(|(axis, &n)| if axis < inner { [1, n] } else { [n, 1] }).collect()
        } else {
            let block = match map.outline.blocks.first() {
                Some(block) => block.clone(),
                None => blocks(map).first()?.to_vec(),
            };
            dims.iter().zip(block).map(|(n, side)| [side, n.div_ceil(side)]).collect()
        };
        Some(Self { axes })
    }

    fn count(&self) -> u64 {
        self.axes.iter().map(|[_, tiles]| tiles).product()
    }

    /// The number of the tile of an index, in row-major order.
    fn of(&self, index: &[u64]) -> u64 {
        index.iter().zip(&self.axes).fold(0, |number, (i, [side, tiles])| number * tiles + i / side)
    }
}

/// What a warp takes for a row and for a column of a picture, in words; `None` where that is not counted here: for other
/// banks than those of a GPU, elements that no access has, and one row.
fn conflicts(picture: &Picture<'_>, Banks { banks, bytes }: Banks) -> Option<String> {
    let width = u32::try_from(bytes).ok().filter(|&width| is_access_width(width as usize))?;
    let (rows, columns) = (picture.grid().rows(), picture.grid().columns());
    if banks != u64::from(BANKS) || rows == 1 || rows.checked_mul(columns)? > MOST_COUNTED {
        return None;
    }
    let address = |row, column| picture.cell(row, column)?.element.position()?.checked_mul(bytes);
    let cost = |lines: u64, length: u64, address: &dyn Fn(u64, u64) -> Option<u64>| {
        let starts = (0..length).step_by(WARP as usize);
        let requests = (0..lines).flat_map(|line| starts.clone().map(move |start| (line, start)));
        let costs = requests.map(|(line, start)| {
            let mut request = Request::new(width);
            for lane in 0..WARP {
                let at = start + u64::from(lane);
                if let Some(address) = (at < length).then(|| address(line, at)).flatten() {
                    request.add(lane, address);
                }
            }
            request.wavefronts()
        });
        costs.max_by_key(|cost| cost.taken).unwrap_or_default()
    };
    let row = cost(rows, columns, &address);
    let column = cost(columns, rows, &|column, row| address(row, column));
    Some(format!(
        "wavefronts of a warp: along a row {} (best {}), along a column {} (best {})",
        row.taken, row.ideal, column.taken, column.ideal
    ))
}

/// In larger pictures conflicts are not counted.
const MOST_COUNTED: u64 = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::failure::Source;
    use lego_lang::Reading;
    use lego_lang::compile::Options;

    fn points(chain: &str) -> Points {
        let input = Input { chain: Reading::new(chain), options: Options::default(), source: Source::Chain };
        Points::new(&input).unwrap_or_else(|failure| panic!("{chain}: {failure:?}"))
    }

    #[test]
    fn written_blocks_are_in_one_piece() {
        let pieces = ["Row(2, 3)", "Col(3, 2)", "AntiDiag(3)", "Morton(4, 2)", "Skew(3, 5)", "Reverse(1, 4)"];
        let mut drawn = 0;
        for outer in pieces {
            for middle in ["Col(2, 1)", "AntiDiag(2)"] {
                for inner in pieces {
                    let stored = points(&format!("TileOrderBy({outer}, {middle}, {inner})"));
                    let [rows, columns] = stored.dims[..] else { panic!("{:?}", stored.dims) };
                    let (fewer, more) = (rows - rows.min(3) / 2, columns + 1);
                    let ends = format!("{fewer}, {columns}] => [{rows}, {columns}");
                    let more = format!("{rows}, {columns}] => [{rows}, {more}");
                    for end in [String::new(), format!(".PadBy([{ends}])"), format!(".ExpandBy([{more}])")] {
                        let map = points(&format!("TileOrderBy({outer}, {middle}, {inner}){end}"));
                        let grid = Grid::new(&map.dims, &[2]).unwrap();
                        let order = Order::new(&grid, |index| map.position(index)).unwrap();
                        for block in blocks(&map) {
                            assert!(order.is_stored_in(block), "{outer} {middle} {inner} {end} {block:?}");
                            drawn += 1;
                        }
                    }
                }
            }
        }
        assert!(drawn > 300, "{drawn}");
    }
}
