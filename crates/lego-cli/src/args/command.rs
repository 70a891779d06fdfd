//! The command with its subcommands, and the arguments of each.

use super::about;
use super::accesses::Accesses;
use super::chain::{Chain, Chains};
use super::choices::{Drawn, Notation, Price};
use super::limit::Limit;
use super::look::{Look, When};
use super::manual::{EXAMPLES, MANUAL};
use super::point::Point;
use super::related::Related;
use super::values::Values;
use super::wanted::Wanted;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Layouts of data: where each index lies in memory, and what lies at each position
#[derive(Debug, Parser)]
#[command(name = "lego", version, after_help = EXAMPLES, after_long_help = MANUAL.as_str())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show dims, size, and the simplified index expressions both ways
    #[command(after_help = about::SHOW)]
    Show {
        #[command(flatten)]
        chain: Chain,
        /// What makes one form better than another
        #[arg(long, value_enum, value_name = "COST", default_value_t = Price::Ops)]
        cost: Price,
        /// Print how the expressions come about: each rule applied, and what allowed it
        #[arg(long)]
        explain: bool,
    },
    /// Evaluate the layout at an index or a position
    #[command(after_help = about::EVAL)]
    Eval {
        #[command(flatten)]
        chain: Chain,
        #[command(flatten)]
        point: Point,
    },
    /// Print the position of every index, or who holds each element of a tile
    #[command(after_help = about::TABLE)]
    Table {
        #[command(flatten)]
        chain: Chain,
        #[command(flatten)]
        look: Look,
        /// Of a layout of CuTe's from (thread, value) to a tile, the sides of the tile: who holds each element
        #[arg(long, value_name = "SIZES", value_delimiter = ',')]
        tile: Vec<u64>,
        #[command(flatten)]
        limit: Limit,
    },
    /// Say `ok`, or everything that is wrong
    #[command(after_help = about::CHECK)]
    Check {
        #[command(flatten)]
        chain: Chain,
        #[command(flatten)]
        accesses: Accesses,
        #[command(flatten)]
        limit: Limit,
    },
    /// Name the layout of a tile in shared memory that takes the fewest wavefronts over some accesses
    #[command(after_help = about::SWIZZLE)]
    Swizzle {
        /// The tile: its extents, as 24,48, or a layout, which is priced beside; `-` reads it from standard input
        #[arg(value_name = "TILE")]
        tile: String,
        #[command(flatten)]
        accesses: Accesses,
        #[command(flatten)]
        values: Values,
        #[command(flatten)]
        limit: Limit,
    },
    /// Say whether two layouts are the same map
    #[command(after_help = about::EQUAL)]
    Equal {
        #[command(flatten)]
        chains: Chains,
        #[command(flatten)]
        limit: Limit,
    },
    /// Say what a layout of any system is as a map with a domain: its image, its holes, its inverse
    #[command(after_help = about::RELATION)]
    Relation {
        #[command(flatten)]
        related: Related,
        #[command(flatten)]
        limit: Limit,
    },
    /// Write a layout of one system in another one
    #[command(after_help = about::CONVERT)]
    Convert {
        /// The layout, of any system; `-` reads it from standard input, `@FILE` from a file
        #[arg(value_name = "LAYOUT")]
        text: String,
        #[command(flatten)]
        values: Values,
        /// What it is to be
        #[arg(long, value_enum, value_name = "SYSTEM")]
        to: Notation,
        #[command(flatten)]
        limit: Limit,
    },
    /// Evaluate an expression of CuTe's layout algebra
    #[command(after_help = about::CUTE)]
    Cute {
        /// The expression; `-` reads it from standard input, `@FILE` from a file
        #[arg(value_name = "EXPR")]
        expression: String,
        #[command(flatten)]
        values: Values,
        /// The layout is one of (thread, value) to a tile of these sides: say who holds each element
        #[arg(long, value_name = "SIZES", value_delimiter = ',')]
        tile: Vec<u64>,
        /// Draw the layout into a file, as `lego svg` does, in place of printing it; `-` for standard output
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        #[command(flatten)]
        limit: Limit,
    },
    /// Print a linear layout over F2: its bases and its matrix
    #[command(after_help = about::LINEAR)]
    Linear {
        /// The layout; `-` reads it from standard input, `@FILE` from a file
        #[arg(value_name = "LAYOUT")]
        layout: String,
        /// The sizes of the tensor, for an encoding
        #[arg(long, value_name = "SIZES", value_delimiter = ',')]
        shape: Vec<u64>,
        /// What the elements are moved to: another layout of the same tensor, from registers to registers
        #[arg(long, value_name = "LAYOUT")]
        to: Option<String>,
        /// The bytes of an element that moves
        #[arg(long, value_name = "N", default_value_t = 4, requires = "to")]
        bytes: u64,
        /// What is drawn: the matrix of bits if nothing is said, and with --to the way that takes less time
        #[arg(long, value_enum, value_name = "WHAT")]
        draw: Option<Drawn>,
        /// Draw it into a file in place of printing it; an image if it ends in `.png`, else SVG, `-` for SVG on standard output
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        #[command(flatten)]
        limit: Limit,
    },
    /// Answer questions of a program: JSON lines in, JSON lines out
    #[command(after_help = about::BATCH)]
    Batch,
    /// Write the layout as a file of another language
    #[command(after_help = about::generate())]
    Gen {
        /// The layout; `-` reads it from standard input
        #[arg(value_name = "CHAIN", required_unless_present = "list")]
        text: Option<String>,
        #[command(flatten)]
        values: Values,
        #[command(flatten)]
        wanted: Wanted,
        /// List the targets, with what each needs and what else its files may have
        #[arg(long)]
        list: bool,
    },
    /// Fill a template: {{ L[i, :] }} becomes an expression of the language around it
    #[command(after_help = about::fill())]
    Fill {
        /// The template; `-` reads it from standard input
        #[arg(value_name = "FILE")]
        template: PathBuf,
        /// A layout by its name, or values of sizes; they go before those that the template has
        #[arg(long = "let", value_name = "L=CHAIN")]
        lets: Vec<String>,
        /// The language around the placeholders; without, the name of the file and what it imports tell
        #[arg(long, value_name = "T")]
        target: Option<String>,
        /// The file to write; without, or for `-`, standard output
        #[arg(short = 'o', long = "output", value_name = "OUT")]
        file: Option<PathBuf>,
        /// Write nothing, and say whether OUT is what would be written
        #[arg(long, requires = "file")]
        check: bool,
    },
    /// Serve a page in which layouts are typed, seen, compared and taken away as code
    #[command(after_help = about::STUDIO)]
    Studio {
        /// The port on 127.0.0.1; where it is busy the next free one
        #[arg(long, value_name = "N", default_value_t = 4080)]
        port: u16,
        /// Write the page into this folder in place of serving it
        #[arg(long, value_name = "FOLDER")]
        write: Option<PathBuf>,
    },
    /// Draw the map
    #[command(after_help = about::SVG)]
    Svg {
        #[command(flatten)]
        chain: Chain,
        /// The file to write: an image if it ends in `.png`, else SVG; `-` for SVG on standard output
        #[arg(short = 'o', long = "output", value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        look: Look,
        /// Of a layout of CuTe's from (thread, value) to a tile, the sides of the tile: draw who holds each element
        #[arg(long, value_name = "SIZES", value_delimiter = ',')]
        tile: Vec<u64>,
        /// Whether anything stands in the cells; without, where it can be read
        #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
        numbers: When,
        /// Whether a line runs along the positions; without, of at most 1024 that are coloured along them or by tile
        #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
        path: When,
        #[command(flatten)]
        limit: Limit,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
