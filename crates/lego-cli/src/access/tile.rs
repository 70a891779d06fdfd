//! Accesses of a tile that are given as patterns: the elements that each thread touches.

use crate::args::{Accesses, Values};
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::report::failure::{Complaint, Failure, Source};
use crate::report::room::room;
use lego_core::access::{Fault, Pattern};
use lego_lang::Reading;

/// Of so many elements every access is looked at; of more only if that is asked for.
const MOST: u64 = 1 << 22;

/// An access: the row-major number of the index that each thread touches, or nothing, v of them a thread.
#[derive(Clone, Debug)]
pub(crate) struct TileAccess {
    /// As it was given.
    pub(crate) text: String,
    pub(crate) elements: Vec<Option<u64>>,
    pub(crate) bytes: u32,
    pub(crate) vector: u32,
}

impl TileAccess {
    /// Why it cannot be made, with its place.
    pub(crate) fn impossible(&self, fault: Fault) -> Complaint {
        Complaint::new(format!("--access {}: {fault}", self.text))
    }
}

/// The accesses of a tile of these extents.
pub(crate) fn accesses_of(
    accesses: &Accesses,
    dims: &[u64],
    values: &Values,
    no_limit: bool,
) -> Result<Vec<TileAccess>, Failure> {
    let each = accesses.each()?;
    within_limit(dims, no_limit)?;
    let access = |(text, vector): (&str, u32)| {
        let elements = elements(text, dims, values)?;
        Ok(TileAccess { text: text.to_owned(), elements, bytes: accesses.bytes(), vector })
    };
    each.into_iter().map(access).collect()
}

/// That not more elements are looked at than the limit allows.
pub(crate) fn within_limit(dims: &[u64], no_limit: bool) -> Result<(), Failure> {
    let count = dims.iter().try_fold(1, |count: u64, extent| count.checked_mul(*extent)).unwrap_or(u64::MAX);
    if count > MOST && !no_limit {
        let message = format!(
            "not decided (limit): the tile has {count} elements, and of more than {MOST} accesses are not looked at. For all of them: \
             --no-limit"
        );
        return Err(Failure::Limit(Complaint::new(message)));
    }
    Ok(())
}

/// The numbers of the indices in the order of a pattern.
fn elements(text: &str, dims: &[u64], values: &Values) -> Result<Vec<Option<u64>>, Failure> {
    // Of a tile without elements there is nothing to access, in whatever order.
    if dims.contains(&0) {
        return Ok(Vec::new());
    }
    let list = |dims: &[u64]| dims.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let chain = match Pattern::NAMED.iter().find(|(name, _)| *name == text.trim()) {
        Some((_, Pattern::Row)) => format!("Row({})", list(dims)),
        Some((_, Pattern::Column)) => format!("Col({})", list(dims)),
        Some((name, pattern)) => {
            let [rows, columns] = dims[..] else {
                let message =
                    format!("{name} is a pattern of matrices, and the tile has rank {}: {dims:?}", dims.len());
                return Err(Complaint::new(message).into());
            };
            let mut walk = pattern.walk([rows as usize, columns as usize]);
            let mut elements = room(rows.saturating_mul(columns))?;
            elements.extend(std::iter::from_fn(|| walk.next()).map(|[i, j]| Some(i as u64 * columns + j as u64)));
            return Ok(elements);
        }
        None => crate::input::text::text(text)?,
    };
    let input = Input { chain: Reading::new(&chain), options: values.options()?, source: Source::Option("--access") };
    let map = Points::new(&input)?;
    if map.dims != dims {
        let message = format!("the pattern is of {:?}, and the tile of {dims:?}: they have to be the same", map.dims);
        return Err(input.fault(message).into());
    }
    if map.shares {
        let message =
            "a pattern says which index each thread touches, and here indices share positions: take Lower or Row";
        return Err(input.fault(message).into());
    }
    within_limit(&[map.span], false)?;
    let number = |index: Vec<u64>| index.iter().zip(dims).fold(0, |number, (i, extent)| number * extent + i);
    Ok((0..map.span).map(|position| map.index(position).map(number)).collect())
}
