//! Launch bounds of a kernel: read from what the kernel crate states, checked, and written as PTX states them.
//!
//! rustc has no attribute for them, so `lego_cuda::device::bounds` leaves a comment in the body of the kernel, by an
//! inline assembly without instructions: `//lego maxntid 256, 1, 1`. It stands in the entry that it speaks of, whatever
//! was inlined or merged, and costs nothing; the builder writes the directive after the parameter list and takes the
//! comment out.

use lego_machine::image::Bounds;
use lego_machine::limits::{self, CLUSTER, THREADS_PER_BLOCK};
use std::fmt::Write as _;
use std::str::FromStr;

/// One marker: what a kernel says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    MaxThreads([u32; 3]),
    RequiredThreads([u32; 3]),
    MinBlocks(u32),
    MaxRegisters(u32),
    Cluster(u32),
    /// Up to so many bytes of spilled registers are meant.
    Spills(u32),
    /// Up to so many bytes of arrays in memory are meant.
    Stack(u32),
    /// So many bytes in memory are the arguments of a line that is printed.
    Trace(u32),
    /// The parameter with a number, from 0, begins at a multiple of so many bytes.
    Aligned(u32, u32),
    /// The place of the kernel in its source: `src/scale.rs:12`.
    Source(String),
    /// A number of the kernel's text and types.
    Signature(u64),
}

impl FromStr for Marker {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no statement of a kernel");
        let (name, rest) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
        if name == "at" {
            return Ok(Self::Source(rest.trim().to_owned()));
        }
        if name == "signature" {
            return rest.trim().parse().map(Self::Signature).map_err(|_| wrong());
        }
        let numbers = rest.split(',').map(|number| number.trim().parse()).collect::<Result<Vec<u32>, _>>();
        match (name, numbers.map_err(|_| wrong())?[..].as_ref()) {
            ("maxntid", &[x, y, z]) => Ok(Self::MaxThreads([x, y, z])),
            ("reqntid", &[x, y, z]) => Ok(Self::RequiredThreads([x, y, z])),
            ("minnctapersm", &[count]) => Ok(Self::MinBlocks(count)),
            ("maxnreg", &[count]) => Ok(Self::MaxRegisters(count)),
            ("reqnctapercluster", &[count]) => Ok(Self::Cluster(count)),
            ("spills", &[bytes]) => Ok(Self::Spills(bytes)),
            ("stack", &[bytes]) => Ok(Self::Stack(bytes)),
            ("trace", &[bytes]) => Ok(Self::Trace(bytes)),
            ("aligned", &[parameter, bytes]) => Ok(Self::Aligned(parameter, bytes)),
            _ => Err(wrong()),
        }
    }
}

/// Adds what a marker says to the bounds of its kernel.
pub(super) fn add(bounds: &mut Bounds, marker: Marker) -> Result<(), String> {
    match marker {
        Marker::MaxThreads(extents) => state(&mut bounds.max_threads, extents),
        Marker::RequiredThreads(extents) => state(&mut bounds.required_threads, extents),
        Marker::MinBlocks(count) => state(&mut bounds.min_blocks, count),
        Marker::MaxRegisters(count) => state(&mut bounds.max_registers, count),
        Marker::Cluster(count) => state(&mut bounds.cluster, count),
        Marker::Spills(_)
        | Marker::Stack(_)
        | Marker::Trace(_)
        | Marker::Aligned(..)
        | Marker::Source(_)
        | Marker::Signature(_) => Ok(()),
    }
}

/// Whether a block can have these bounds, and PTX allows them together.
pub(super) fn check(bounds: &Bounds) -> Result<(), String> {
    if bounds.max_threads.is_some() && bounds.required_threads.is_some() {
        return Err("a block size is both bounded (maxntid) and required (reqntid)".to_owned());
    }
    let threads = bounds.max_threads.or(bounds.required_threads);
    if let Some(extents) = threads
        && !limits::is_block(extents)
    {
        let [_, _, most] = limits::BLOCK;
        return Err(format!(
            "a block of {extents:?} threads: 1 to {THREADS_PER_BLOCK} in all, and {most} in z, can be"
        ));
    }
    if threads.is_none() && bounds.min_blocks.is_some() {
        return Err("blocks on a multiprocessor (minnctapersm) can be asked for only with a block size".to_owned());
    }
    if bounds.max_registers == Some(0) {
        return Err("a bound of 0".to_owned());
    }
    if let Some(count) = bounds.cluster.filter(|&count| count > CLUSTER) {
        return Err(format!("a cluster of {count} blocks: {CLUSTER} at most are possible on every GPU that has them"));
    }
    Ok(())
}

/// The directives that state bounds: lines to write after the parameter list.
pub(super) fn directives(bounds: &Bounds) -> String {
    let mut text = String::new();
    let mut line = |name, numbers: &[u32]| {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, ".{name} {}", numbers.join(", "));
    };
    if let Some(extents) = bounds.max_threads {
        line("maxntid", &extents);
    }
    if let Some(extents) = bounds.required_threads {
        line("reqntid", &extents);
    }
    // 0 is nothing asked, which is not 1: told that one block is enough, ptxas gives a thread all the registers that it may have,
    // where by itself it weighs them.
    if let Some(count) = bounds.min_blocks.filter(|&count| count > 0) {
        line("minnctapersm", &[count]);
    }
    if let Some(count) = bounds.max_registers {
        line("maxnreg", &[count]);
    }
    if let Some(count) = bounds.cluster.filter(|&count| count > 1) {
        line("reqnctapercluster", &[count, 1, 1]);
    }
    text
}

/// Sets a value that may be stated again, but not differently.
fn state<T: Copy + PartialEq + std::fmt::Debug>(place: &mut Option<T>, value: T) -> Result<(), String> {
    match *place.get_or_insert(value) {
        stated if stated == value => Ok(()),
        stated => Err(format!("the kernel states {stated:?} and {value:?} for the same bound")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Marker, add, check, directives};

    #[test]
    fn markers_are_read_exactly() {
        assert_eq!("maxntid 32, 8, 1".parse(), Ok(Marker::MaxThreads([32, 8, 1])));
        assert_eq!("minnctapersm 2".parse(), Ok(Marker::MinBlocks(2)));
        assert_eq!("spills 64".parse(), Ok(Marker::Spills(64)));
        assert_eq!("reqnctapercluster 2".parse(), Ok(Marker::Cluster(2)));
        assert_eq!("stack 16".parse(), Ok(Marker::Stack(16)));
        assert_eq!("aligned 2, 128".parse(), Ok(Marker::Aligned(2, 128)));
        assert_eq!("trace 40".parse(), Ok(Marker::Trace(40)));
        assert_eq!("signature 18446744073709551615".parse(), Ok(Marker::Signature(u64::MAX)));
        assert_eq!("at my kernels/src/a.rs:7".parse(), Ok(Marker::Source("my kernels/src/a.rs:7".to_owned())));
        for wrong in ["maxntid 32, 8", "maxntid", "maxtid 1, 1, 1", "spills -1", "minnctapersm 1, 2", "maxntid 1 1 1"] {
            assert!(wrong.parse::<Marker>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn contradictions_are_found() {
        let some = Some([32, 1, 1]);
        let good = Bounds { required_threads: some, min_blocks: Some(2), ..Bounds::default() };
        assert_eq!(check(&good), Ok(()));
        assert_eq!(directives(&good), ".reqntid 32, 1, 1\n.minnctapersm 2\n");
        assert_eq!(directives(&Bounds { min_blocks: Some(1), ..good }), ".reqntid 32, 1, 1\n.minnctapersm 1\n");
        let pairs = Bounds { min_blocks: None, cluster: Some(2), ..good };
        assert_eq!(
            (check(&pairs), directives(&pairs)),
            (Ok(()), ".reqntid 32, 1, 1\n.reqnctapercluster 2, 1, 1\n".to_owned())
        );
        assert_eq!(directives(&Bounds { cluster: Some(1), ..pairs }), ".reqntid 32, 1, 1\n");
        let nothing = Bounds { min_blocks: Some(0), ..good };
        assert_eq!((check(&nothing), directives(&nothing)), (Ok(()), ".reqntid 32, 1, 1\n".to_owned()));
        for wrong in [
            Bounds { max_threads: some, ..good },
            Bounds { required_threads: None, ..good },
            Bounds { required_threads: Some([32, 33, 1]), ..good },
            Bounds { required_threads: Some([32, 0, 1]), ..good },
            Bounds { required_threads: Some([1, 1, 65]), ..good },
            Bounds { required_threads: Some([u32::MAX, 2, 1]), ..good },
            Bounds { max_registers: Some(0), ..good },
            Bounds { cluster: Some(9), ..good },
        ] {
            assert!(check(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_bound_is_stated_once_or_the_same() {
        let mut bounds = Bounds::default();
        assert_eq!(add(&mut bounds, Marker::MinBlocks(2)), Ok(()));
        assert_eq!(add(&mut bounds, Marker::MinBlocks(2)), Ok(()));
        assert!(add(&mut bounds, Marker::MinBlocks(3)).is_err());
    }
}
