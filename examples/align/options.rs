//! The command line.

use crate::layouts::TILE;
use clap::builder::RangedI64ValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{CommandFactory, Error, FromArgMatches, Parser, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;

/// Aligns two nucleotide sequences from end to end (Needleman-Wunsch, every letter of a gap costs the same) and shows what
/// the layout of the score tile is worth: the same generic code runs with each layout.
///
/// A column of two equal letters scores --match, of two different ones --mismatch, a letter beside nothing --gap. A, C, G and
/// T (or U) match themselves; N and the other ambiguity codes match nothing. Of several best alignments it takes the one
/// that, read from its end, has a pair of letters before a letter of the first sequence alone before one of the second.
#[derive(Debug, Parser)]
#[command(name = "align", after_help = EXAMPLES)]
pub(crate) struct Options {
    /// A FASTA file; its first sequence is used.
    pub(crate) first: PathBuf,

    /// A FASTA file; its first sequence is used.
    pub(crate) second: PathBuf,

    /// What computes the table.
    #[arg(long, value_enum, default_value_t = DeviceChoice::Cpu)]
    pub(crate) device: DeviceChoice,

    /// The layout of the score tile.
    #[arg(long, value_enum, default_value_t = LayoutChoice::All)]
    pub(crate) layout: LayoutChoice,

    /// Find the score of the best alignment alone: many times as fast, and in little memory. With --device cpu.
    #[arg(long, conflicts_with_all = ["layout", "block", "svg", "memory"])]
    pub(crate) score_only: bool,

    /// The score of two equal letters; at least 0.
    #[arg(long = "match", default_value_t = 1, allow_negative_numbers = true, value_parser = score())]
    pub(crate) hit: i32,

    /// The score of two different letters; at most 0.
    #[arg(long = "mismatch", default_value_t = -1, allow_negative_numbers = true, value_parser = penalty())]
    pub(crate) miss: i32,

    /// The score of a letter beside a gap; at most 0.
    #[arg(long, default_value_t = -2, allow_negative_numbers = true, value_parser = penalty())]
    pub(crate) gap: i32,

    /// Cells along the side of a block. With --device cpu.
    #[arg(long, value_enum, default_value_t = BlockSize::B128)]
    pub(crate) block: BlockSize,

    /// Threads to use; all cores if not given. With --device cpu or executor.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// How often to compute the table with each layout; the fastest counts. 1 with --device executor if not given.
    #[arg(
        long,
        default_value_t = 3,
        default_value_if("device", "executor", "1"),
        value_parser = clap::value_parser!(u16).range(1..),
    )]
    pub(crate) repeat: u16,

    /// Use only instructions that every processor of this kind has. With --device cpu.
    #[arg(long)]
    pub(crate) plain: bool,

    /// Draw the path of the alignment as an SVG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// The most memory for the borders of the blocks, in GiB. With --device cpu.
    #[arg(long, default_value_t = 8, value_name = "GIB")]
    pub(crate) memory: u16,
}

const EXAMPLES: &str = "\
Examples:
  Two mitochondrial genomes with every layout:
    cargo run --release --example align -- examples/data/human_mt.fasta examples/data/chimp_mt.fasta
  One thread, so that a core is all that is measured:
    cargo run --release --example align -- a.fasta b.fasta --threads 1 --repeat 5
  The score alone:
    cargo run --release --example align -- a.fasta b.fasta --score-only
  On a GPU:
    cargo run --release --example align --features gpu -- a.fasta b.fasta --device gpu
  Another scoring, and a drawing of the path:
    cargo run --release --example align -- a.fasta b.fasta --match 5 --mismatch -4 --gap -10 --svg path.svg

Exit status: 0, 1 if a file cannot be used, 2 for wrong usage.";

fn score() -> RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(0..=1_000_000)
}

/// Not above 0: who writes `--gap 2` means `--gap -2`, and should be told.
fn penalty() -> RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(-1_000_000..=0)
}

/// What `--device` can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeviceChoice {
    /// The cores of this machine.
    Cpu,
    /// The first GPU, by kernels in Rust; built with `--features gpu`. Needs the GPU's driver and nothing else of CUDA.
    Gpu,
    /// The same kernels on the cores, every access of theirs checked; for short sequences.
    Executor,
}

/// What `--layout` can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutChoice {
    /// Row after row.
    Row,
    /// Row after row, with an unused element behind each.
    Padded,
    /// Anti-diagonal after anti-diagonal.
    AntiDiagonal,
    /// Row after row, each turned by its number.
    Skew,
    /// Each of these, and for comparison a walk along the rows; with --device gpu or executor, the whole table in one launch.
    All,
}

/// What `--block` can be: tiles are types, so their sizes are known when the program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BlockSize {
    /// 64.
    #[value(name = "64")]
    B64,
    /// 128.
    #[value(name = "128")]
    B128,
    /// 256.
    #[value(name = "256")]
    B256,
}

impl Options {
    /// Reads a command line; `Err` with what is wrong with it, or with the help asked for.
    pub(crate) fn read<T: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = T>) -> Result<Self, Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(arguments)?;
        let options = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let (device, foreign): (_, &[&str]) = match options.device {
            DeviceChoice::Cpu => ("cpu", &[]),
            DeviceChoice::Gpu => ("gpu", &["block", "plain", "memory", "score_only", "threads"]),
            DeviceChoice::Executor => ("executor", &["block", "plain", "memory", "score_only"]),
        };
        match foreign.iter().find(|name| matches.value_source(name) == Some(ValueSource::CommandLine)) {
            Some(name) => {
                let words = format!("--{} cannot be used with --device {device}", name.replace('_', "-"));
                Err(command.error(ErrorKind::ArgumentConflict, words))
            }
            None => Ok(options),
        }
    }

    /// The number of threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// The number of cells along the side of a block.
    pub(crate) fn block(&self) -> usize {
        match (self.device, self.block) {
            (DeviceChoice::Gpu | DeviceChoice::Executor, _) => TILE,
            (DeviceChoice::Cpu, BlockSize::B64) => 64,
            (DeviceChoice::Cpu, BlockSize::B128) => 128,
            (DeviceChoice::Cpu, BlockSize::B256) => 256,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options, Error> {
        Options::read([&["align"], arguments].concat())
    }

    #[test]
    fn the_command_line_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn options_are_read() {
        let options =
            parse(&["a", "b", "--layout", "anti-diagonal", "--gap", "-5", "--match", "3", "--block", "64"]).unwrap();
        assert_eq!((options.layout, options.gap, options.hit, options.miss), (LayoutChoice::AntiDiagonal, -5, 3, -1));
        assert_eq!((options.block(), options.threads, options.repeat), (64, None, 3));
        assert_eq!(options.device, DeviceChoice::Cpu);
        let options = parse(&["a", "b", "--device", "executor", "--threads", "2"]).unwrap();
        assert_eq!((options.device, options.block(), options.repeat), (DeviceChoice::Executor, 64, 1));
        let options = parse(&["a", "b", "--score-only", "--threads", "1", "--plain", "--repeat", "5"]).unwrap();
        assert!(options.score_only && options.plain && !parse(&["a", "b"]).unwrap().score_only);
        assert_eq!(parse(&["a", "b", "--device", "executor", "--repeat", "2"]).unwrap().repeat, 2);
    }

    #[test]
    fn wrong_usage_is_status_2() {
        for wrong in [
            &["a"][..],
            &["a", "b", "c"],
            &["a", "b", "--layout", "column"],
            &["a", "b", "--threads", "0"],
            &["a", "b", "--gap", "x"],
            &["a", "b", "--gap", "2"],
            &["a", "b", "--mismatch", "1"],
            &["a", "b", "--match", "9999999"],
            &["a", "b", "--block", "48"],
            &["a", "b", "--unknown"],
            &["a", "b", "--device", "tpu"],
            &["a", "b", "--device", "gpu", "--block", "64"],
            &["a", "b", "--device", "gpu", "--threads", "2"],
            &["a", "b", "--device", "executor", "--plain"],
            &["a", "b", "--device", "executor", "--memory", "1"],
            &["a", "b", "--device", "gpu", "--score-only"],
            &["a", "b", "--score-only", "--layout", "row"],
            &["a", "b", "--score-only", "--block", "64"],
            &["a", "b", "--score-only", "--svg", "path.svg"],
            &["a", "b", "--score-only", "--memory", "1"],
        ] {
            assert_eq!(parse(wrong).unwrap_err().exit_code(), 2, "{wrong:?}");
        }
    }

    #[test]
    fn help_has_examples() {
        let help = parse(&["--help"]).unwrap_err();
        assert_eq!(help.exit_code(), 0);
        let help = help.to_string();
        assert!(help.contains("cargo run --release --example align -- examples/data/human_mt.fasta"), "{help}");
        assert!(help.contains("--match"), "{help}");
    }
}
