//! Texts of chains that a relation may be, the plainest first: named permutations, tiles seen, tiles stored, one permutation of
//! axes.

use crate::form::{Mode, Strided};

/// A list of numbers as the language writes it.
pub(super) fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// Named permutations of such extents that a layout may be, whatever its form.
pub(super) fn named(dims: &[u64]) -> Vec<String> {
    let all = list(dims);
    let mut texts = vec![format!("Row({all})")];
    if dims.len() > 1 {
        texts.push(format!("Col({all})"));
    }
    texts.push(format!("Reverse({all})"));
    if dims.len() > 1 && dims.iter().all(|extent| extent.is_power_of_two()) {
        texts.push(format!("Morton({all})"));
    }
    if let [rows, columns] = *dims {
        if rows == columns {
            texts.push(format!("AntiDiag({rows})"));
            if rows.is_power_of_two() {
                texts.push(format!("Hilbert({rows}, {rows})"));
            }
        }
        if columns.is_power_of_two() {
            texts.extend((1..=columns.trailing_zeros()).map(|bits| format!("SwizzleRows([{all}], {bits})")));
        }
        texts.push(format!("Skew({all})"));
    }
    texts
}

/// Distributions that a layout may be, where it is nothing plainer.
pub(super) fn distributed(dims: &[u64]) -> Vec<String> {
    match *dims {
        [rows, columns] => (2..=rows.min(16)).map(|group| format!("Grouped({rows}, {columns}, {group})")).collect(),
        // Blocks of a size that divides, handed to so many owners.
        [n] => {
            let procs = (2..=n.min(1 << 10)).filter(|procs| n % procs == 0);
            let blocks = |procs: u64| {
                (1..=(n / procs).min(64))
                    .filter(move |block| (n / procs).is_multiple_of(*block))
                    .map(move |block| (block, procs))
            };
            procs.flat_map(blocks).map(|(block, procs)| format!("BlockCyclic({n}, {block}, {procs})")).collect()
        }
        _ => Vec::new(),
    }
}

/// A digit of the position: its axis, its level on that axis (0 the fastest), how many values it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    axis: usize,
    level: usize,
    size: u64,
}

/// The digits of the position from the slowest on, and how many positions each has room for: its size, or more where the
/// layout leaves holes. `None` where the strides are not those of an array.
fn digits(strided: &Strided) -> Option<Vec<(Digit, u64)>> {
    if strided.offset != 0 {
        return None;
    }
    let mut all: Vec<(i128, Digit)> = Vec::new();
    for (axis, modes) in strided.axes.iter().enumerate() {
        for (level, &Mode { size, stride }) in modes.iter().enumerate() {
            if stride <= 0 {
                return None;
            }
            all.push((stride, Digit { axis, level, size }));
        }
    }
    all.sort_by_key(|(stride, _)| *stride);
    let mut digits = Vec::new();
    for (k, &(stride, digit)) in all.iter().enumerate() {
        let room = match all.get(k + 1) {
            Some((next, _)) if next % stride == 0 && next / stride >= digit.size.into() => {
                u64::try_from(next / stride).ok()?
            }
            Some(_) => return None,
            None => digit.size,
        };
        digits.push((digit, room));
    }
    // A first stride above 1 is an axis of its own of which one value is used.
    if let Some(&(stride, _)) = all.first().filter(|(stride, _)| *stride > 1) {
        digits.insert(0, (Digit { axis: usize::MAX, level: 0, size: 1 }, u64::try_from(stride).ok()?));
    }
    digits.reverse();
    Some(digits)
}

/// Chains that a strided layout may be.
pub(super) fn strided(dims: &[u64], strided: &Strided) -> Vec<String> {
    let Some(digits) = digits(strided) else { return Vec::new() };
    let mut texts = Vec::new();
    if digits.iter().all(|(digit, room)| digit.size == *room) {
        texts.extend(tiles_seen(dims));
        let order: Vec<Digit> = digits.iter().map(|(digit, _)| *digit).collect();
        texts.extend(tiles_stored(dims, &order));
        texts.extend(blocks(dims, strided, &order));
        texts.extend(distributed(dims));
    }
    texts.push(permuted(dims, strided, &digits));
    texts
}

/// Tiles stored one after the other, with the modes as they stand.
pub(super) fn tiles(dims: &[u64], strided: &Strided) -> Option<String> {
    let order: Vec<Digit> = digits(strided)?.into_iter().map(|(digit, _)| digit).collect();
    if order.iter().any(|digit| digit.axis == usize::MAX) { None } else { tiles_stored(dims, &order) }
}

/// Arrays by rows and by columns, seen as tiles of two levels or more.
fn tiles_seen(dims: &[u64]) -> Vec<String> {
    let mut texts = Vec::new();
    for rank in 1..dims.len() {
        if !dims.len().is_multiple_of(rank) {
            continue;
        }
        let levels: Vec<&[u64]> = dims.chunks(rank).collect();
        let whole: Vec<u64> = (0..rank).map(|axis| levels.iter().map(|level| level[axis]).product()).collect();
        let view: Vec<String> = levels.iter().map(|level| format!("[{}]", list(level))).collect();
        texts.push(format!("Row({}).TileBy({})", list(&whole), view.join(", ")));
        if rank > 1 {
            texts.push(format!("Col({}).TileBy({})", list(&whole), view.join(", ")));
        }
    }
    texts
}

/// An order of the axes of some extents as a piece.
pub(super) fn piece(sizes: &[u64], order: &[usize]) -> String {
    if order.iter().enumerate().all(|(k, &axis)| k == axis) {
        return format!("Row({})", list(sizes));
    }
    if order.iter().rev().enumerate().all(|(k, &axis)| k == axis) {
        return format!("Col({})", list(sizes));
    }
    let from_one: Vec<usize> = order.iter().map(|axis| axis + 1).collect();
    format!("RegP([{}], [{}])", list(sizes), list(&from_one))
}

/// A hierarchy of tiles, each level with one digit of every axis that it has.
fn tiles_stored(dims: &[u64], order: &[Digit]) -> Option<String> {
    let rank = dims.len();
    let mut levels: Vec<Vec<Digit>> = Vec::new();
    for &digit in order {
        match levels.last_mut() {
            Some(level) if level.iter().all(|other| other.axis != digit.axis) => level.push(digit),
            _ => levels.push(vec![digit]),
        }
    }
    // The digits of an axis must come from the slowest on.
    let mut last = vec![usize::MAX; rank];
    for digit in order {
        if digit.level >= last[digit.axis] {
            return None;
        }
        last[digit.axis] = digit.level;
    }
    if levels.len() < 2 || rank < 2 {
        return None;
    }
    let pieces: Vec<String> = levels
        .iter()
        .map(|level| {
            let size = |axis| level.iter().find(|digit| digit.axis == axis).map_or(1, |digit| digit.size);
            let sizes: Vec<u64> = (0..rank).map(size).collect();
            // Axes of one value stand where they keep the others in order.
            let mut axes: Vec<usize> = level.iter().map(|digit| digit.axis).collect();
            let is_descending = axes.len() > 1 && axes.windows(2).all(|two| two[0] > two[1]);
            for axis in 0..rank {
                if !axes.contains(&axis) {
                    let at = axes.iter().position(|&other| if is_descending { other < axis } else { other > axis });
                    axes.insert(at.unwrap_or(axes.len()), axis);
                }
            }
            piece(&sizes, &axes)
        })
        .collect();
    Some(format!("TileOrderBy({})", pieces.join(", ")))
}

/// Pieces side by side, each of some axes that follow each other both in the index and in memory.
fn blocks(dims: &[u64], strided: &Strided, order: &[Digit]) -> Option<String> {
    if strided.axes.iter().any(|modes| modes.len() > 1) {
        return None;
    }
    // Axes of one value have no digit; they belong to the axis after them.
    let mut axes: Vec<usize> = order.iter().map(|digit| digit.axis).collect();
    for axis in (0..dims.len()).rev().filter(|axis| dims[*axis] == 1) {
        let at = axes.iter().position(|&other| other == axis + 1).unwrap_or(axes.len());
        axes.insert(at, axis);
    }
    let mut pieces: Vec<(Vec<u64>, Vec<usize>)> = Vec::new();
    let (mut start, mut most) = (0, 0);
    for (k, &axis) in axes.iter().enumerate() {
        most = most.max(axis);
        if most == k {
            let of_block: Vec<usize> = axes[start..=k].iter().map(|axis| axis - start).collect();
            let sizes = dims[start..=k].to_vec();
            match pieces.last_mut() {
                // Rows of single axes are one row.
                Some((before, order))
                    if of_block.len() == 1 && order.iter().enumerate().all(|(k, &axis)| k == axis) =>
                {
                    order.push(order.len());
                    before.extend(&sizes);
                }
                _ => pieces.push((sizes, of_block)),
            }
            start = k + 1;
        }
    }
    let texts: Vec<String> = pieces.iter().map(|(sizes, order)| piece(sizes, order)).collect();
    (texts.len() > 1).then(|| format!("OrderBy({})", texts.join(", ")))
}

/// One permutation of the digits of the index, each axis cut into its own; with padding where positions stay free.
fn permuted(dims: &[u64], strided: &Strided, digits: &[(Digit, u64)]) -> String {
    // The digits of the index from the slowest on, with an axis for a first stride above 1 at the end.
    let mut refined: Vec<Digit> = Vec::new();
    for (axis, modes) in strided.axes.iter().enumerate() {
        if modes.is_empty() {
            refined.push(Digit { axis, level: 0, size: 1 });
        }
        refined.extend(modes.iter().enumerate().rev().map(|(level, mode)| Digit { axis, level, size: mode.size }));
    }
    refined.extend(digits.iter().map(|(digit, _)| *digit).filter(|digit| digit.axis == usize::MAX));
    let at = |digit: &Digit| refined.iter().position(|other| other == digit);
    let mut order: Vec<usize> = digits.iter().filter_map(|(digit, _)| at(digit)).collect();
    for k in 0..refined.len() {
        if !order.contains(&k) {
            order.push(k);
        }
    }
    let sizes: Vec<u64> = refined.iter().map(|digit| digit.size).collect();
    let room = |digit: &Digit| digits.iter().find(|(other, _)| other == digit).map_or(1, |(_, room)| *room);
    let rooms: Vec<u64> = refined.iter().map(room).collect();
    let mut text = piece(&rooms, &order);
    if sizes != rooms {
        text.push_str(&format!(".PadBy([{}] => [{}])", list(&sizes), list(&rooms)));
    }
    if sizes != dims {
        text.push_str(&format!(".GroupBy([{}])", list(dims)));
    }
    text
}
