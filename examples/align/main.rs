//! Aligns two sequences, once with each layout of the score tile, and says what the layout is worth.
//!
//! ```text
//! cargo run --release --example align -- examples/data/human_mt.fasta examples/data/chimp_mt.fasta
//! ```
//!
//! The table of Needleman and Wunsch is cut into blocks (`blocks`), each computed in a tile whose layout is a type
//! (`layouts`) by one generic function over the tile's lines (`kernel`); the alignment is found by following the table
//! back (`traceback`) and checked against the textbook (`reference`).

mod blocks;
mod fasta;
mod job;
mod kernel;
mod layouts;
mod options;
mod plot;
mod reference;
mod report;
mod score;
mod traceback;

use clap::Parser;
use fasta::Record;
use options::Options;
use report::Report;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{error::Error, fs};

fn main() -> ExitCode {
    let options = Options::parse();
    // Standard error must stay unlocked: the progress bar is drawn from other threads.
    match run(&options, &mut io::stdout(), &mut io::stderr()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if closed(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of the output has gone, as `head` does when it has enough.
fn closed(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Does what the options say: the table to `out`, remarks to `remarks`.
fn run(options: &Options, out: &mut dyn Write, remarks: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let first = read(&options.first, remarks)?;
    let second = read(&options.second, remarks)?;
    let needed = blocks::memory([first.letters.len(), second.letters.len()], options.block());
    if needed > u128::from(options.memory) << 30 {
        return Err(format!(
            "{} × {} letters in blocks of {} need {} GiB, more than --memory {}; larger blocks need less",
            first.letters.len(),
            second.letters.len(),
            options.block(),
            needed.div_ceil(1 << 30),
            options.memory
        )
        .into());
    }
    let outcomes = job::run(options, &first.letters, &second.letters)?;
    let report = Report { options, first: &first, second: &second, outcomes: &outcomes };
    report.write(out)?;
    if let Some(path) = &options.svg {
        let alignment = &outcomes[0].alignment;
        fs::write(path, plot::svg(alignment, &first, &second))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        writeln!(out, "\nthe path is drawn in {}", path.display())?;
    }
    out.flush()?;
    Ok(())
}

/// Reads a file, and remarks on what of it is not used.
fn read(path: &Path, remarks: &mut dyn Write) -> Result<Record, Box<dyn Error>> {
    let record = fasta::read(path)?;
    if record.records > 1 {
        writeln!(
            remarks,
            "note: {} has {} sequences; the first, '{}', is used",
            path.display(),
            record.records,
            record.name
        )?;
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A folder of its own for a test, removed when the test ends.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("lego-align-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn file(&self, name: &str, text: &str) -> String {
            let path = self.0.join(name);
            fs::write(&path, text).unwrap();
            path.display().to_string()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// What a call prints: the table and the remarks, or the error.
    fn call(arguments: &[&str]) -> Result<(String, String), String> {
        let options = Options::try_parse_from([&["align"], arguments].concat()).map_err(|error| error.to_string())?;
        let (mut out, mut remarks) = (Vec::new(), Vec::new());
        run(&options, &mut out, &mut remarks).map_err(|error| error.to_string())?;
        Ok((String::from_utf8(out).unwrap(), String::from_utf8(remarks).unwrap()))
    }

    #[test]
    fn all_layouts_stand_in_the_table() {
        let folder = Folder::new("all");
        let first = folder.file("a.fasta", ">a one\nACGTACGTTTGACCA\nACGTN\n>b\nA\n");
        let second = folder.file("b.fasta", ">c\r\nacgtacgttgaccaacgtn\r\n");
        let (table, remarks) = call(&[&first, &second, "--block", "64", "--repeat", "1"]).unwrap();
        let rows = ["row", "padded", "anti-diagonal", "skew", "row, by rows"];
        for row in rows {
            // Eighteen pairs that match, one of N, one gap: 18 - 1 - 2.
            let line = table.lines().find(|line| line.starts_with(&format!("{row}  "))).expect(row);
            let words: Vec<_> = line[row.len()..].split_whitespace().collect();
            assert_eq!(words[3..], ["15", "90.00%", "1"], "{table}");
        }
        assert!(table.contains("plain reference"), "{table}");
        assert!(remarks.contains("has 2 sequences; the first, 'a', is used"), "{remarks}");
    }

    #[test]
    fn one_layout_is_run_alone() {
        let folder = Folder::new("one");
        let file = folder.file("a.fasta", ">a\nACGT\n");
        let (table, remarks) = call(&[&file, &file, "--layout", "skew", "--threads", "1"]).unwrap();
        assert!(table.lines().any(|line| line.starts_with("skew  ")), "{table}");
        assert!(!table.lines().any(|line| line.starts_with("row  ") || line.starts_with("padded")), "{table}");
        assert_eq!(remarks, "");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let folder = Folder::new("wrong");
        let good = folder.file("good.fasta", ">a\nACGT\n");
        let empty = folder.file("empty.fasta", "");
        let letter = folder.file("letter.fasta", ">a\nACGT\nAC?T\n");
        assert!(call(&[&good, "missing.fasta"]).unwrap_err().starts_with("cannot read missing.fasta: "));
        assert!(call(&[&empty, &good]).unwrap_err().contains("empty.fasta is empty"));
        assert!(call(&[&good, &letter]).unwrap_err().contains("letter.fasta, line 3, column 3: '?'"));
        let nowhere = folder.0.join("no/where.svg").display().to_string();
        assert!(call(&[&good, &good, "--svg", &nowhere]).unwrap_err().starts_with("cannot write "));
        let long = folder.file("long.fasta", &format!(">a\n{}\n", "ACGT".repeat(1000)));
        let error = call(&[&long, &long, "--memory", "0"]).unwrap_err();
        assert!(error.contains("4000 × 4000 letters in blocks of") && error.contains("need 1 GiB"), "{error}");
        let error = call(&[&good, &long, "--match", "1000000"]).unwrap_err();
        assert!(error.contains("do not fit 32 bits"), "{error}");
    }

    #[test]
    fn the_path_is_drawn() {
        let folder = Folder::new("svg");
        let file = folder.file("a.fasta", ">a<b>&\nACGT\n");
        let svg = folder.0.join("path.svg");
        let (table, _) = call(&[&file, &file, "--svg", &svg.display().to_string()]).unwrap();
        assert!(table.contains("path.svg"));
        assert!(fs::read_to_string(svg).unwrap().contains("a&lt;b&gt;&amp;"));
    }
}
