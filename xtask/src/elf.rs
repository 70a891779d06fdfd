//! What an executable file of Linux (ELF, 64 bits) says of itself: its processor, and what it needs besides itself.

use std::fmt;

/// A processor, by its number in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Machine(pub(crate) u16);

impl Machine {
    pub(crate) const X86_64: Self = Self(62);
    pub(crate) const AARCH64: Self = Self(183);
}

/// What an executable needs of the system that starts it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Executable {
    pub(crate) machine: Machine,
    /// The dynamic linker that it asks for.
    pub(crate) interpreter: Option<String>,
    /// How many shared libraries it asks for.
    pub(crate) libraries: usize,
}

/// Segment types and the tag of a library, as the format numbers them.
const DYNAMIC: u32 = 2;
const INTERPRETER: u32 = 3;
const NEEDED: u64 = 1;

impl Executable {
    /// Reads the headers of a file.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub(crate) fn parse(file: &[u8]) -> Result<Self, String> {
        let header = Bytes { of: file };
        if header.array::<6>(0)? != *b"\x7fELF\x02\x01" {
            return Err("it is no ELF file of 64 bits, lowest byte first".into());
        }
        let machine = Machine(u16::from_le_bytes(header.array(18)?));
        let (table, size, count) = (header.number(32)?, header.short(54)?, header.short(56)?);
        let mut found = Self { machine, interpreter: None, libraries: 0 };
        for k in 0..count {
            let entry = table.checked_add(k * size).ok_or("its headers lie beyond all numbers")?;
            let kind = u32::from_le_bytes(header.array(entry)?);
            let segment = || header.slice(header.number(entry + 8)?, header.number(entry + 32)?);
            match kind {
                INTERPRETER => {
                    let name = segment()?.of;
                    let name = name.strip_suffix(b"\0").unwrap_or(name);
                    found.interpreter = Some(String::from_utf8_lossy(name).into_owned());
                }
                DYNAMIC => {
                    let tags = segment()?.of.chunks_exact(16).map(|entry| Bytes { of: entry }.number(0));
                    let tags = tags.take_while(|tag| *tag != Ok(0)).collect::<Result<Vec<_>, _>>()?;
                    found.libraries += tags.iter().filter(|tag| **tag == NEEDED).count();
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// That it runs on any Linux of that processor, whatever is installed there.
    ///
    /// # Errors
    /// What it needs, in words.
    pub(crate) fn needs_nothing(&self, machine: Machine) -> Result<(), String> {
        if self.machine != machine {
            return Err(format!("it is for {}, not for {machine}", self.machine));
        }
        match (&self.interpreter, self.libraries) {
            (None, 0) => Ok(()),
            (Some(interpreter), libraries) => {
                Err(format!("it is not static: {interpreter} has to start it, with {libraries} libraries"))
            }
            (None, libraries) => Err(format!("it is not static: it needs {libraries} libraries")),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::X86_64 => write!(f, "x86-64"),
            Self::AARCH64 => write!(f, "AArch64"),
            Self(number) => write!(f, "processor {number}"),
        }
    }
}

/// Bytes of a file, which may end anywhere.
struct Bytes<'a> {
    of: &'a [u8],
}

impl<'a> Bytes<'a> {
    fn slice(&self, start: u64, bytes: u64) -> Result<Bytes<'a>, String> {
        let range = usize::try_from(start).ok().zip(start.checked_add(bytes).and_then(|end| usize::try_from(end).ok()));
        let of = range.and_then(|(start, end)| self.of.get(start..end));
        of.map(|of| Bytes { of }).ok_or_else(|| format!("it ends before the {bytes} bytes at {start}"))
    }

    fn array<const N: usize>(&self, start: u64) -> Result<[u8; N], String> {
        let bytes = self.slice(start, N as u64)?.of;
        bytes.try_into().map_err(|_| format!("it ends at {start}"))
    }

    fn number(&self, start: u64) -> Result<u64, String> {
        self.array(start).map(u64::from_le_bytes)
    }

    fn short(&self, start: u64) -> Result<u64, String> {
        self.array(start).map(|bytes| u16::from_le_bytes(bytes).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with these segments: type and content.
    fn file(machine: Machine, segments: &[(u32, &[u8])]) -> Vec<u8> {
        let mut file = b"\x7fELF\x02\x01\x01".to_vec();
        file.resize(64, 0);
        file[18..20].copy_from_slice(&machine.0.to_le_bytes());
        file[32..40].copy_from_slice(&64_u64.to_le_bytes());
        file[54..56].copy_from_slice(&56_u16.to_le_bytes());
        file[56..58].copy_from_slice(&u16::try_from(segments.len()).unwrap().to_le_bytes());
        let mut content: Vec<u8> = Vec::new();
        for (kind, bytes) in segments {
            let mut header = [0; 56];
            header[..4].copy_from_slice(&kind.to_le_bytes());
            let start = (64 + 56 * segments.len() + content.len()) as u64;
            header[8..16].copy_from_slice(&start.to_le_bytes());
            header[32..40].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
            file.extend(header);
            content.extend(*bytes);
        }
        file.extend(content);
        file
    }

    /// Entries of a dynamic segment: tags, with nothing beside them.
    fn tags(tags: &[u64]) -> Vec<u8> {
        tags.iter().flat_map(|tag| [tag.to_le_bytes(), [0; 8]].concat()).collect()
    }

    #[test]
    fn a_static_file_needs_nothing() {
        // One that relocates itself has a dynamic segment without libraries.
        for segments in [vec![], vec![(1, vec![7; 5])], vec![(DYNAMIC, tags(&[5, 6, 0, NEEDED]))]] {
            let segments: Vec<_> = segments.iter().map(|(kind, bytes)| (*kind, bytes.as_slice())).collect();
            let parsed = Executable::parse(&file(Machine::AARCH64, &segments)).unwrap();
            assert_eq!(parsed.needs_nothing(Machine::AARCH64), Ok(()), "{parsed:?}");
            assert!(parsed.needs_nothing(Machine::X86_64).is_err(), "{parsed:?}");
        }
    }

    #[test]
    fn an_interpreter_and_libraries_are_found() {
        let libraries = tags(&[NEEDED, 5, NEEDED, 0]);
        let linked = file(Machine::X86_64, &[(INTERPRETER, b"/lib/ld.so\0"), (DYNAMIC, &libraries)]);
        let words = Executable::parse(&linked).unwrap().needs_nothing(Machine::X86_64).unwrap_err();
        assert_eq!(words, "it is not static: /lib/ld.so has to start it, with 2 libraries");
        let words = Executable::parse(&file(Machine::X86_64, &[(DYNAMIC, &libraries)])).unwrap();
        let words = words.needs_nothing(Machine::X86_64).unwrap_err();
        assert_eq!(words, "it is not static: it needs 2 libraries");
    }

    #[test]
    fn a_file_that_ends_anywhere_is_an_error() {
        let whole = file(Machine::X86_64, &[(INTERPRETER, b"/lib/ld.so\0"), (DYNAMIC, &tags(&[NEEDED, 0]))]);
        assert!(Executable::parse(&whole).is_ok());
        for end in 0..whole.len() {
            assert!(Executable::parse(&whole[..end]).is_err(), "{end}");
        }
        let mut beyond = whole;
        beyond[32..40].fill(0xff);
        assert!(Executable::parse(&beyond).is_err());
    }
}
