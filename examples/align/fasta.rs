//! FASTA files: the first nucleotide sequence of one, or what is wrong with it.

use std::path::Path;
use std::{fmt, fs, io};

/// The letters of IUPAC: four bases (`U` is `T` in RNA) and eleven codes for sets of them.
const LETTERS: &[u8] = b"ACGTURYSWKMBDHVN";

/// The first sequence of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The header up to the first blank.
    pub(crate) name: String,
    /// The rest of the header; often empty.
    pub(crate) description: String,
    /// The sequence in upper case.
    pub(crate) letters: Vec<u8>,
    /// How many sequences the file has.
    pub(crate) records: usize,
}

/// Why a file gives no sequence; lines and columns count from 1.
#[derive(Debug)]
pub(crate) enum FastaError {
    /// The file cannot be read.
    Unreadable { file: String, error: io::Error },
    /// The file holds nothing but blanks.
    Empty { file: String },
    /// A sequence without a header before it.
    NoHeader { file: String, line: usize },
    /// A header without a sequence behind it.
    NoLetters { file: String, line: usize, name: String },
    /// A character that is no letter of a nucleotide sequence.
    WrongLetter { file: String, line: usize, column: usize, letter: String },
}

impl fmt::Display for FastaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, error } => write!(f, "cannot read {file}: {error}"),
            Self::Empty { file } => write!(f, "{file} is empty; a FASTA file starts with a line '>name'"),
            Self::NoHeader { file, line } => {
                write!(f, "{file}, line {line}: there is no header; a FASTA file starts with a line '>name'")
            }
            Self::NoLetters { file, line, name } => write!(f, "{file}, line {line}: '{name}' has no letters"),
            Self::WrongLetter { file, line, column, letter } => write!(
                f,
                "{file}, line {line}, column {column}: {letter} is no nucleotide letter \
                 (A, C, G, T, U or one of R Y S W K M B D H V N)"
            ),
        }
    }
}

impl std::error::Error for FastaError {}

/// Reads the first record of a file.
pub(crate) fn read(path: &Path) -> Result<Record, FastaError> {
    let file = path.display().to_string();
    match fs::read(path) {
        Ok(bytes) => parse(&bytes, &file),
        Err(error) => Err(FastaError::Unreadable { file, error }),
    }
}

/// The first record of a file's contents.
///
/// Small letters, blanks within a sequence, empty lines, comments (lines that start with `;`), line ends of either kind and
/// a byte order mark are accepted.
pub(crate) fn parse(bytes: &[u8], file: &str) -> Result<Record, FastaError> {
    let file = || file.to_owned();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut first: Option<(usize, Record)> = None;
    for (line, text) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let text = text.trim_ascii_end();
        match (text.first(), &mut first) {
            (None | Some(b';'), _) => {}
            (Some(b'>'), Some((_, record))) => record.records += 1,
            (Some(b'>'), None) => first = Some((line, header(&text[1..]))),
            (Some(_), None) => return Err(FastaError::NoHeader { file: file(), line }),
            (Some(_), Some((_, record))) if record.records > 1 => {}
            (Some(_), Some((_, record))) => append(&mut record.letters, text)
                .map_err(|(column, letter)| FastaError::WrongLetter { file: file(), line, column, letter })?,
        }
    }
    match first {
        None => Err(FastaError::Empty { file: file() }),
        Some((line, record)) if record.letters.is_empty() => {
            Err(FastaError::NoLetters { file: file(), line, name: record.name })
        }
        Some((_, record)) => Ok(record),
    }
}

/// A record without letters.
fn header(text: &[u8]) -> Record {
    let text = String::from_utf8_lossy(text);
    let text = text.trim();
    let (name, description) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let name = if name.is_empty() { "unnamed" } else { name }.to_owned();
    Record { name, description: description.trim().to_owned(), letters: Vec::new(), records: 1 }
}

/// Appends the letters of a line; at a wrong one, its column and what it is.
fn append(letters: &mut Vec<u8>, text: &[u8]) -> Result<(), (usize, String)> {
    for (column, byte) in (1..).zip(text) {
        let letter = byte.to_ascii_uppercase();
        if LETTERS.contains(&letter) {
            letters.push(letter);
        } else if !byte.is_ascii_whitespace() {
            return Err((column, describe(&text[column - 1..])));
        }
    }
    Ok(())
}

/// The character at the start of a text, or the byte if it is none that can be shown.
fn describe(text: &[u8]) -> String {
    let whole = &text[..text.len().min(4)];
    let character = whole.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    match character {
        Some(character) if !character.is_control() => format!("'{character}'"),
        _ => format!("the byte {:#04x}", text[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Vec<u8> {
        parse(text.as_bytes(), "f").unwrap().letters
    }

    fn error(bytes: &[u8]) -> String {
        parse(bytes, "f.fasta").unwrap_err().to_string()
    }

    #[test]
    fn what_is_common_is_read() {
        let record = parse(b">NC_1 Homo  sapiens \nACGT\nTT\n", "f").unwrap();
        assert_eq!((record.name.as_str(), record.description.as_str()), ("NC_1", "Homo  sapiens"));
        assert_eq!((record.letters.as_slice(), record.records), (&b"ACGTTT"[..], 1));
        assert_eq!(letters(">x\r\nAC\r\nGT\r\n"), b"ACGT");
        assert_eq!(letters(">x\nacgun"), b"ACGUN");
        assert_eq!(letters("\n; a comment\n>x\n\nAC GT\t\n  \nRYSWKMBDHVN"), b"ACGTRYSWKMBDHVN");
        assert_eq!(letters("\u{feff}>x\nA"), b"A");
        assert_eq!(parse(b">\nA", "f").unwrap().name, "unnamed");
    }

    #[test]
    fn the_first_of_several_records_is_used() {
        let record = parse(b">a\nAC\nG\n>b\nTT!\n>c\n", "f").unwrap();
        assert_eq!((record.name.as_str(), record.letters.as_slice(), record.records), ("a", &b"ACG"[..], 3));
    }

    #[test]
    fn errors_name_file_and_line_and_letter() {
        assert_eq!(error(b""), "f.fasta is empty; a FASTA file starts with a line '>name'");
        assert_eq!(error(b" \n\r\n"), "f.fasta is empty; a FASTA file starts with a line '>name'");
        assert_eq!(error(b"\nACGT\n"), "f.fasta, line 2: there is no header; a FASTA file starts with a line '>name'");
        assert_eq!(error(b"\n>chr1 x\n\n"), "f.fasta, line 2: 'chr1' has no letters");
        assert_eq!(error(b">a\n>b\nACGT\n"), "f.fasta, line 1: 'a' has no letters");
        let list = "is no nucleotide letter (A, C, G, T, U or one of R Y S W K M B D H V N)";
        assert_eq!(error(b">a\nACGT\nAC!T\n"), format!("f.fasta, line 3, column 3: '!' {list}"));
        assert_eq!(error(b">a\r\nACE\r\n"), format!("f.fasta, line 2, column 3: 'E' {list}"));
        assert_eq!(error(b">a\nAC-GT"), format!("f.fasta, line 2, column 3: '-' {list}"));
        assert_eq!(error(">a\nAé".as_bytes()), format!("f.fasta, line 2, column 2: 'é' {list}"));
        assert_eq!(error(b">a\nA\xff"), format!("f.fasta, line 2, column 2: the byte 0xff {list}"));
        assert_eq!(error(b">a\nA\0"), format!("f.fasta, line 2, column 2: the byte 0x00 {list}"));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read(Path::new("no/such.fasta")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read no/such.fasta: "), "{error}");
    }
}
