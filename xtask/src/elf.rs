//! What an executable file of Linux (ELF, 64 bits) says of itself: its processor, and what it needs besides itself.

use object::LittleEndian;
use object::elf::{DT_NEEDED, DT_NULL, EM_AARCH64, EM_X86_64, FileHeader64};
use object::read::elf::{Dyn as _, FileHeader as _, ProgramHeader as _};
use std::fmt;

/// A processor, by its number in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Machine(pub(crate) u16);

impl Machine {
    pub(crate) const X86_64: Self = Self(EM_X86_64.0);
    pub(crate) const AARCH64: Self = Self(EM_AARCH64.0);
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

impl Executable {
    /// Reads the headers of a file.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub(crate) fn parse(file: &[u8]) -> Result<Self, String> {
        Self::read(file).map_err(|error| format!("it is no whole ELF file of 64 bits, lowest byte first: {error}"))
    }

    fn read(file: &[u8]) -> object::read::Result<Self> {
        let header = FileHeader64::<LittleEndian>::parse(file)?;
        let order = header.endian()?;
        let mut found = Self { machine: Machine(header.e_machine(order).0), interpreter: None, libraries: 0 };
        for segment in header.program_headers(order, file)? {
            if let Some(name) = segment.interpreter(order, file)? {
                found.interpreter = Some(String::from_utf8_lossy(name).into_owned());
            }
            let tags = segment.dynamic(order, file)?.unwrap_or_default();
            let tags = tags.iter().map(|tag| tag.d_tag(order)).take_while(|tag| *tag != DT_NULL);
            found.libraries += tags.filter(|tag| *tag == DT_NEEDED).count();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Segment types and the tag of a library, as the format numbers them.
    const DYNAMIC: u32 = 2;
    const INTERPRETER: u32 = 3;
    const NEEDED: u64 = 1;

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
