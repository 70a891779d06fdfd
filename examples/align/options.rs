//! The command line.

use clap::builder::RangedI64ValueParser;
use clap::{Parser, ValueEnum};
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

    /// The layout of the score tile.
    #[arg(long, value_enum, default_value_t = LayoutChoice::All)]
    pub(crate) layout: LayoutChoice,

    /// The score of two equal letters; at least 0.
    #[arg(long = "match", default_value_t = 1, allow_negative_numbers = true, value_parser = score())]
    pub(crate) hit: i32,

    /// The score of two different letters; at most 0.
    #[arg(long = "mismatch", default_value_t = -1, allow_negative_numbers = true, value_parser = penalty())]
    pub(crate) miss: i32,

    /// The score of a letter beside a gap; at most 0.
    #[arg(long, default_value_t = -2, allow_negative_numbers = true, value_parser = penalty())]
    pub(crate) gap: i32,

    /// Cells along the side of a block.
    #[arg(long, value_enum, default_value_t = BlockSize::B128)]
    pub(crate) block: BlockSize,

    /// Threads to use; all cores if not given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// How often to compute the table with each layout; the fastest counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) repeat: u16,

    /// Use only instructions that every processor of this kind has.
    #[arg(long)]
    pub(crate) plain: bool,

    /// Draw the path of the alignment as an SVG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// The most memory for the borders of the blocks, in GiB.
    #[arg(long, default_value_t = 8, value_name = "GIB")]
    pub(crate) memory: u16,
}

const EXAMPLES: &str = "\
Examples:
  Two mitochondrial genomes with every layout:
    cargo run --release --example align -- examples/data/human_mt.fasta examples/data/chimp_mt.fasta
  One thread, so that a core is all that is measured:
    cargo run --release --example align -- a.fasta b.fasta --threads 1 --repeat 5
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
    /// Each of these, and a walk along the rows for comparison.
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
    /// The number of threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// The number of cells along the side of a block.
    pub(crate) fn block(&self) -> usize {
        match self.block {
            BlockSize::B64 => 64,
            BlockSize::B128 => 128,
            BlockSize::B256 => 256,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(arguments: &[&str]) -> Result<Options, clap::Error> {
        Options::try_parse_from([&["align"], arguments].concat())
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
