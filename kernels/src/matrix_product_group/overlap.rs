//! Whether matrices share bytes.

use alloc::format;
use alloc::vec::Vec;
use lego::LayoutError;

/// Matrices in bytes: where the first begins, lines, bytes of a line and from one to the next, how many and how far from one to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(super) start: u64,
    pub(super) lines: u64,
    pub(super) len: u64,
    pub(super) pitch: u64,
    pub(super) count: u64,
    pub(super) stride: u64,
    /// Whose matrices they are, for an error.
    pub(super) problem: usize,
    /// Which: 0 and 1 are operands, 2 is written.
    pub(super) which: usize,
}

impl Region {
    /// A single matrix: so many lines, bytes of a line, and bytes from one to the next. It has a byte.
    pub(crate) const fn one(start: u64, [lines, len, pitch]: [u64; 3]) -> Self {
        Self { start, lines, len, pitch, count: 1, stride: 0, problem: 0, which: 0 }
    }

    /// The address of the first byte that two single matrices share, if they share one.
    pub(crate) fn first_shared(&self, other: &Self) -> Option<u64> {
        let of_line = |line: u64| {
            let start = self.start + line * self.pitch;
            let at = other.first_from(start)?;
            (at < start + self.len).then_some(at)
        };
        (0..self.lines).find_map(of_line)
    }

    /// The first byte of a single matrix that is not before an address.
    fn first_from(&self, address: u64) -> Option<u64> {
        let Some(behind) = address.checked_sub(self.start) else { return Some(self.start) };
        let (line, at) = (behind / self.pitch, behind % self.pitch);
        let (line, at) = if at < self.len { (line, at) } else { (line + 1, 0) };
        (line < self.lines).then(|| self.start + line * self.pitch + at)
    }

    /// The bytes of one matrix from its first to its last.
    fn extent(&self) -> u64 {
        (self.lines - 1) * self.pitch + self.len
    }

    fn end(&self) -> u64 {
        self.start + (self.count - 1) * self.stride + self.extent()
    }

    fn matrix(&self, number: u64) -> Self {
        Self { start: self.start + number * self.stride, count: 1, ..*self }
    }

    /// Two of the matrices that share a byte.
    fn meets_itself(&self) -> Option<[u64; 2]> {
        let is_apart = self.count == 1 || self.stride >= self.extent();
        let meets = |number: &u64| one_meets(&self.matrix(0), &self.matrix(*number));
        // Those behind the end of the first are apart from it.
        let near = |number: &u64| number * self.stride < self.extent();
        if is_apart { None } else { (1..self.count).take_while(near).find(meets).map(|number| [0, number]) }
    }

    /// A matrix of this and one of another that share a byte.
    fn meets(&self, other: &Self) -> Option<[u64; 2]> {
        for number in 0..self.count {
            let one = self.matrix(number);
            if one.start >= other.end() || other.start >= one.end() {
                continue;
            }
            // The first that may reach so far.
            let first = if other.stride == 0 {
                0
            } else {
                (one.start + 1).saturating_sub(other.start + other.extent()).div_ceil(other.stride)
            };
            for second in first..other.count {
                let two = other.matrix(second);
                if two.start >= one.end() {
                    break;
                }
                if one_meets(&one, &two) {
                    return Some([number, second]);
                }
                if other.stride == 0 {
                    break;
                }
            }
        }
        None
    }

    fn name(&self, number: u64) -> alloc::string::String {
        format!("`{}` {number} of problem {}", ["a", "b", "c"][self.which], self.problem)
    }
}

/// Whether two single matrices share a byte.
fn one_meets(one: &Region, other: &Region) -> bool {
    let (one, other) = if one.lines <= other.lines { (one, other) } else { (other, one) };
    let line_meets = |line: u64| {
        let start = one.start + line * one.pitch;
        // The first line of the other that ends behind the start.
        let first =
            if start < other.start + other.len { 0 } else { (start - other.start - other.len) / other.pitch + 1 };
        first < other.lines && other.start + first * other.pitch < start + one.len
    };
    one.start < other.end() && other.start < one.end() && (0..one.lines).any(line_meets)
}

/// That no matrix that is written shares a byte with another of the list.
///
/// # Errors
/// [`LayoutError::Overlap`] with two that do.
pub(super) fn check(regions: &[Region]) -> Result<(), LayoutError> {
    let error = |one: &Region, other: &Region, [i, j]: [u64; 2]| LayoutError::Overlap {
        first: (&*one.name(i)).into(),
        second: (&*other.name(j)).into(),
        at: (&*format!("the byte at {:#x}", one.matrix(i).start.max(other.matrix(j).start))).into(),
    };
    let mut written: Vec<&Region> = regions.iter().filter(|region| region.which == 2).collect();
    written.sort_by_key(|region| region.start);
    // How far those up to each one reach.
    let mut reach = Vec::with_capacity(written.len());
    for region in &written {
        if let Some(pair) = region.meets_itself() {
            return Err(error(region, region, pair));
        }
        reach.push(reach.last().copied().unwrap_or(0).max(region.end()));
    }
    for region in regions {
        let behind = written.partition_point(|other| other.start < region.end());
        for at in (0..behind).rev() {
            if reach[at] <= region.start {
                break;
            }
            let is_same = region.which == 2 && core::ptr::eq(written[at], region);
            if !is_same && let Some(pair) = region.meets(written[at]) {
                return Err(error(region, written[at], pair));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Region, check, one_meets};
    use random::Random;

    /// The bytes of all matrices, one by one.
    fn bytes(region: &Region) -> Vec<u64> {
        let matrices = (0..region.count).map(|number| region.start + number * region.stride);
        let lines = matrices.flat_map(|start| (0..region.lines).map(move |line| start + line * region.pitch));
        lines.flat_map(|start| start..start + region.len).collect()
    }

    fn some(random: &mut Random, count: u64) -> Region {
        let len = 1 + random.below(5);
        Region {
            start: random.below(40),
            lines: 1 + random.below(4),
            len,
            pitch: len + random.below(6),
            count: 1 + random.below(count),
            stride: random.below(30),
            problem: 0,
            which: 2,
        }
    }

    #[test]
    fn two_matrices_meet_where_they_have_a_byte_in_common() {
        let random = &mut Random::new(random::seed());
        let mut met = 0;
        for _ in 0..20_000 {
            let (one, other) = (some(random, 1), some(random, 1));
            let right = bytes(&one).iter().any(|byte| bytes(&other).contains(byte));
            assert_eq!(one_meets(&one, &other), right, "{one:?} {other:?}");
            let first = bytes(&one).into_iter().filter(|byte| bytes(&other).contains(byte)).min();
            assert_eq!(one.first_shared(&other), first, "{one:?} {other:?}");
            met += usize::from(right);
        }
        assert!((1000..19_000).contains(&met), "{met} of 20000 meet");
    }

    #[test]
    fn a_list_is_refused_where_a_byte_is_written_twice_or_also_read() {
        let random = &mut Random::new(random::seed());
        let mut refused = 0;
        for _ in 0..20_000 {
            let regions: Vec<Region> = (0..1 + random.below(4))
                .map(|problem| Region {
                    start: random.below(200),
                    problem: problem as usize,
                    which: random.below(3) as usize,
                    ..some(random, 3)
                })
                .collect();
            let mut written: Vec<u64> = regions.iter().filter(|region| region.which == 2).flat_map(bytes).collect();
            let count = written.len();
            written.sort_unstable();
            written.dedup();
            let read = regions.iter().filter(|region| region.which < 2).flat_map(bytes);
            let is_wrong = written.len() < count || read.into_iter().any(|byte| written.binary_search(&byte).is_ok());
            assert_eq!(check(&regions).is_err(), is_wrong, "{regions:?}");
            refused += usize::from(is_wrong);
        }
        assert!((1000..19_000).contains(&refused), "{refused} of 20000 are refused");
    }
}
