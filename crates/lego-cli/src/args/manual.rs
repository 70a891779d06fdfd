//! What `lego -h` and `lego --help` end with.

use lego_core::chain::Named;
use lego_lang::{NAMED, PACKED};
use std::sync::LazyLock;

/// What `lego -h` ends with.
pub(crate) const EXAMPLES: &str = "\
Examples:
  lego show 'Row(M, K).TileBy([M/BM, K/BK], [BM, BK])'      expressions for any sizes
  lego show 'Row(M, 64).TileBy([M/8, 8], [8, 8])' --let M=1024
  lego eval 'Morton(8, 8)' --at 4,2                         where [4, 2] lies: 36
  lego eval 'Morton(8, 8)' --inv 36                         what lies at 36: [4, 2]
  lego table 'Hilbert(8, 8)'                                the whole map, coloured
  lego check 'Row(100).GroupBy([3, 33])'                    every error, underlined
  lego equal 'Col(4, 8)' 'RegP([4, 8], [2, 1])'             the same map?
  lego check 'Row(32, 32)' --access Column                  its bank conflicts
  lego swizzle 24,48 --access Row --access Column           the layout with the fewest
  lego relation 'Row(4, 8).PadBy([4, 7] => [4, 8])'         its image, its holes, its inverse
  lego convert '(4,4,4,4):(64,4,16,1)' --to lego            Row(16, 16).TileBy([4, 4], [4, 4])
  lego svg 'Row(16, 16).TileBy([4, 4], [4, 4])' -o tiles.svg
  lego gen --target c 'Row(M, K).TileBy([M/8, K/8], [8, 8])' -o tiles.h
  lego fill matmul.py.lego -o matmul.py                     a template with {{ A[pid_m, k, :, :] }}
  lego studio                                               a page in which layouts are typed and seen";

/// What `lego --help` ends with.
pub(crate) static MANUAL: LazyLock<String> = LazyLock::new(|| {
    format!("{EXAMPLES}\n\n{}", {
        let language = LANGUAGE.replace("{named permutations}", &signatures(NAMED));
        language.replace("{packed domains}", &signatures(PACKED))
    })
});

/// How pieces are written, but `Row` and `Col`, which are explained, as many a line as 100 columns take.
fn signatures(all: &[Named]) -> String {
    let mut lines = vec![String::new()];
    for named in all.iter().filter(|named| !["Row", "Col"].contains(&named.name)) {
        let signature = format!("  {}", named.signature());
        match lines.last_mut() {
            Some(line) if line.chars().count() + signature.chars().count() <= 100 => line.push_str(&signature),
            _ => lines.push(signature),
        }
    }
    lines.join("\n")
}

/// The language, in short.
const LANGUAGE: &str = "\
Layouts are chains, written as in the macro layout! and read from memory on the left to the index on the right:
  Row(4, 8)                        the last index fastest; Col(4, 8): the first index fastest
  RegP([2, 3, 4], [2, 3, 1])       physical axis p is logical axis s[p], counted from 1
{named permutations}
  GenP([n, m], |i, j| j*n + i, |p| (p % n, p / n))
                                   any bijection, given both ways; the inverse may be left out where it shows
  OrderBy(P1, P2, …)               pieces inside each other, the first outermost
  TileOrderBy(P1, P2, …)           an array stored tile by tile: P1 orders the tiles, P2 what is in each
  O1.O2.GroupBy([4, 8], …)         several orders, seen as an array of these extents
  O1.O2.TileBy([4, 4], [16, 16])   seen as tiles: 4 x 4 of them, 16 x 16 elements each
{packed domains}
                                   a part of an n x n square, alone or after a dot; the rest has no position
  .ExpandBy([1000] => [1024])      1000 elements are stored, 1024 have an index
  .PadBy([65] => [66])             65 elements have an index, 66 positions are stored
  … where M % 64 == 0, K >= 32     what may be relied upon
Sizes are made of numbers, names and + - * / ceil_div min max. The order of Figure 9 of the LEGO paper:
  OrderBy(RegP([2,2],[2,1]), AntiDiag(3)).OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])
In place of a chain, `-` reads it from standard input.

Exit status: 0; 1 for a layout that is wrong and for layouts that differ; 2 for wrong usage; 3 where `equal` decides
nothing, and past a limit. Errors go to standard error; with --json they also come as {\"ok\":false,\"errors\":[…]} on standard output.
NO_COLOR turns colours off.";
