//! A program that aligns two sequences, once with each layout of the score tile, and says what the layout is worth.
//!
//! ```text
//! cargo run --release --example align -- examples/data/human_mt.fasta examples/data/chimp_mt.fasta
//! ```
//!
//! The table of Needleman and Wunsch is cut into blocks (`blocks`), each computed in a tile whose layout is a type
//! (`layouts`) by one generic function over the tile's lines (`kernel`); the alignment is found by following the table
//! back (`traceback`). Each layout is a job (`job`); all of them are run, timed, and checked against each other and the
//! textbook (`run`, `reference`). With `--device gpu` and `--device executor` the table is filled by the GPU kernels of
//! `lego-kernels` instead (`device`), whose tile has the same layouts. `--device gpu` is in a build with the feature `gpu`.
//! `--score-only` leaves out the alignment (`score_only`), which takes no table (`score_alone`).

mod alignment;
mod blocks;
mod device;
mod fasta;
mod job;
mod kernel;
mod layouts;
#[cfg(test)]
mod noise;
mod options;
mod plot;
mod progress;
mod reference;
mod report;
mod run;
mod score;
mod score_alone;
mod score_only;
mod traceback;

use fasta::Record;
use options::{DeviceChoice, Options};
use report::{Report, count};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{error::Error, fs};

/// The cells of the largest table for the executor: about a minute for all layouts on two cores, and a few GiB.
const MOST_CELLS: u128 = 1 << 24;

fn main() -> ExitCode {
    let options = Options::read(std::env::args_os()).unwrap_or_else(|error| error.exit());
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

/// Runs the program: the table of results goes to `out`, remarks on the input to `remarks`.
fn run(options: &Options, out: &mut dyn Write, remarks: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let first = read(&options.first, remarks)?;
    let second = read(&options.second, remarks)?;
    if options.score_only {
        score_only::run(options, &first, &second, out)?;
        return Ok(out.flush()?);
    }
    check_size(options, [first.letters.len(), second.letters.len()])?;
    let comparison = run::run(options, &first.letters, &second.letters)?;
    let report = Report { options, first: &first, second: &second, comparison: &comparison };
    report.write(out)?;
    if let Some(path) = &options.svg {
        let alignment = &comparison.outcomes[0].alignment;
        fs::write(path, plot::svg(alignment, &first, &second))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        writeln!(out, "\nthe path is drawn in {}", path.display())?;
    }
    out.flush()?;
    Ok(())
}

/// `Err` with what to do if the sequences are too long for the memory allowed, or for the executor.
fn check_size(options: &Options, letters: [usize; 2]) -> Result<(), String> {
    let [first, second] = letters;
    match options.device {
        DeviceChoice::Cpu => {
            let (needed, block) = (blocks::memory(letters, options.block()), options.block());
            if needed > u128::from(options.memory) << 30 {
                return Err(format!(
                    "{first} × {second} letters in blocks of {block} need {} GiB, more than --memory {}; larger blocks need \
                     less",
                    needed.div_ceil(1 << 30),
                    options.memory
                ));
            }
        }
        // The device says itself what does not fit.
        DeviceChoice::Gpu => {}
        DeviceChoice::Executor => {
            if first as u128 * second as u128 > MOST_CELLS {
                return Err(format!(
                    "{first} × {second} letters are too many for the executor, which looks at every access of the kernels: \
                     it takes {} cells at most; use --device gpu or cpu, or shorter sequences",
                    count(MOST_CELLS as usize)
                ));
            }
        }
    }
    Ok(())
}

/// Reads the first sequence of a file, with a remark if there are others.
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
        let options = Options::read([&["align"], arguments].concat()).map_err(|error| error.to_string())?;
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
    fn the_score_alone_is_that_of_the_alignment() {
        let folder = Folder::new("score");
        let mut noise = noise::Noise::fresh();
        // Longer than what is compared with the reference.
        let letters = noise.letters(run::PREFIX + 100);
        let relative = noise.relative(&letters[1000..1300]);
        let file =
            |name: &str, letters: Vec<u8>| folder.file(name, &format!(">x\n{}", String::from_utf8(letters).unwrap()));
        let (first, second) = (file("a.fasta", letters), file("b.fasta", relative));
        let score = |options: &[&str], name: &str, column: usize| {
            let (table, _) = call(&[&[&first[..], &second, "--repeat", "2"], options].concat()).unwrap();
            let line = table.lines().find(|line| line.starts_with(&format!("{name}  "))).expect(&table);
            line[name.len()..].split_whitespace().nth(column).expect(line).to_owned()
        };
        let expected = score(&["--layout", "anti-diagonal"], "anti-diagonal", 3);
        for options in [&["--score-only"][..], &["--score-only", "--plain"], &["--score-only", "--threads", "1"]] {
            assert_eq!(score(options, "score alone", 2), expected, "{options:?}");
        }
        let (table, _) = call(&[&first, &second, "--score-only", "--threads", "2", "--plain"]).unwrap();
        assert!(table.contains("run      the score alone, 2 threads, baseline instructions"), "{table}");
        assert!(table.contains("best of 3. checked: on the first 2,000 × "), "{table}");
        // Scores that the table has no room for.
        let (table, _) = call(&[&first, &first, "--score-only", "--match", "1000000"]).unwrap();
        assert!(table.lines().any(|line| line.starts_with("score alone  ")), "{table}");
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

    /// The last words of the lines of a table that begin with these names, from the score on.
    fn rows<'a>(table: &'a str, names: &[&str]) -> Vec<Vec<&'a str>> {
        let line = |name: &&str| table.lines().find(|line| line.starts_with(&format!("{name}  "))).expect(table);
        names.iter().map(|name| line(name)[name.len()..].split_whitespace().skip(3).collect()).collect()
    }

    #[test]
    fn the_executor_finds_what_the_cpu_finds() {
        let folder = Folder::new("executor");
        let mut noise = noise::Noise::fresh();
        let letters = noise.letters(150);
        let relative = noise.relative(&letters);
        let file =
            |name: &str, letters: Vec<u8>| folder.file(name, &format!(">x\n{}", String::from_utf8(letters).unwrap()));
        let (first, second) = (file("a.fasta", letters), file("b.fasta", relative));
        let on = |device: &str, svg: &str| {
            let path = folder.0.join(svg).display().to_string();
            let (table, _) = call(&[&first, &second, "--device", device, "--svg", &path]).unwrap();
            (table, fs::read_to_string(path).unwrap())
        };
        let (cpu, executor) = (on("cpu", "cpu.svg"), on("executor", "executor.svg"));
        let tiles = ["row", "padded", "anti-diagonal", "skew"];
        assert_eq!(rows(&executor.0, &tiles), rows(&cpu.0, &tiles));
        assert_eq!(rows(&executor.0, &["sweep"]), rows(&cpu.0, &["row, by rows"]));
        assert!(executor.0.contains("run      executor, "), "{}", executor.0);
        // The alignments are the same, column by column.
        assert_eq!(executor.1, cpu.1);

        let (table, _) = call(&[&first, &second, "--device", "executor", "--layout", "skew"]).unwrap();
        assert_eq!(rows(&table, &["skew"]), rows(&cpu.0, &["skew"]));
        assert!(!table.lines().any(|line| line.starts_with("row  ") || line.starts_with("sweep")), "{table}");
    }

    #[test]
    fn the_executor_says_what_is_too_long_for_it() {
        let folder = Folder::new("long");
        let long = folder.file("long.fasta", &format!(">a\n{}\n", "ACGT".repeat(1025)));
        let error = call(&[&long, &long, "--device", "executor"]).unwrap_err();
        assert!(error.starts_with("4100 × 4100 letters are too many for the executor"), "{error}");
        assert!(error.contains("16,777,216 cells at most; use --device gpu or cpu"), "{error}");
    }

    #[cfg(not(feature = "gpu"))]
    #[test]
    fn without_the_feature_the_error_names_it() {
        let folder = Folder::new("feature");
        let file = folder.file("a.fasta", ">a\nACGT\n");
        let error = call(&[&file, &file, "--device", "gpu"]).unwrap_err();
        assert!(error.starts_with("this program was built without --device gpu; "), "{error}");
        assert!(error.contains("cargo run --release --example align --features gpu"), "{error}");
    }

    #[cfg(feature = "gpu")]
    #[test]
    fn without_a_gpu_the_error_says_so() {
        let folder = Folder::new("gpu");
        let file = folder.file("a.fasta", ">a\nACGTTGCA\n");
        match call(&[&file, &file, "--device", "gpu"]) {
            Ok((table, _)) => assert_eq!(rows(&table, &["sweep"]), [["8", "100.00%", "0"]]),
            Err(error) => {
                let known =
                    ["there is no CUDA driver: ", "there is no device 0", "the kernels of `kernels` were not built"];
                assert!(known.iter().any(|words| error.starts_with(words)), "{error}");
            }
        }
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
