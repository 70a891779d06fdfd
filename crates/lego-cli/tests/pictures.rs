//! The options of pictures: by index and by memory, colours, labels, banks; in `lego svg` and `lego table`.

mod common;
#[path = "../../lego-draw/tests/common/xml.rs"]
mod xml;

use common::{json, lego};
use std::collections::HashMap;
use xml::{contents, well_formed};

/// Draws a chain with some options and checks that the drawing is well-formed.
#[track_caller]
fn drawn(chain: &str, options: &[&str]) -> String {
    let run = lego(&[&["svg", chain, "-o", "-"], options].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{chain} {options:?}");
    well_formed(&run.stdout);
    run.stdout
}

/// What stands in the cells.
#[track_caller]
fn labels(chain: &str, options: &[&str]) -> Vec<String> {
    contents(&drawn(chain, options), "class=\"number").into_iter().map(str::to_owned).collect()
}

/// The cells of a drawing: what is said of each, its colour, and its upper left corner.
fn cells(svg: &str) -> Vec<(String, String, [f64; 2])> {
    let attribute = |line: &str, name: &str| {
        line.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    svg.lines()
        .filter(|line| line.starts_with("<rect") && line.contains("<title>"))
        .map(|line| {
            let hint = line.split("<title>").nth(1).unwrap().split('<').next().unwrap();
            let corner = ["x", "y"].map(|axis| attribute(line, axis).parse().unwrap());
            (hint.to_owned(), attribute(line, "fill"), corner)
        })
        .collect()
}

/// The dark lines of blocks and parts: corner and size of each.
fn borders(svg: &str) -> Vec<[f64; 4]> {
    let lines = svg.lines().filter(|line| line.starts_with("<rect") && line.ends_with("rx=\"0\" fill=\"#24292f\"/>"));
    lines.map(|line| [1, 3, 5, 7].map(|k| line.split('"').nth(k).unwrap().parse().unwrap())).collect()
}

#[track_caller]
fn fails(arguments: &[&str], status: i32, message: &str) {
    let run = lego(&[&["svg", "-o", "-"], arguments].concat());
    assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{arguments:?}");
    assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
}

const CHAINS: [&str; 12] = [
    "Row(1)",
    "Row(7)",
    "Row(1, 1)",
    "BlockCyclic(96, 4, 3)",
    "Col(3, 5)",
    "OrderBy(RegP([2,2],[2,1]), AntiDiag(3)).OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])",
    "RegP([2,3,4],[2,3,1])",
    "Row(7,6).PadBy([5,6] => [7,6]).PadBy([5,4] => [5,6])",
    "Row(3,3).PadBy([3,2] => [3,3]).ExpandBy([3,2] => [4,2])",
    "Row(3,3).ExpandBy([3,3] => [3,5]).PadBy([3,4] => [3,5])",
    "OrderBy(Col(2,2), Morton(4,4)).TileBy([2,2],[2,1],[2,4])",
    "RegP([2,1,3,1,2,1,2,2],[8,7,6,5,4,3,2,1])",
];

#[test]
fn every_index_has_its_position_and_every_position_its_index() {
    for chain in CHAINS {
        let table = json(&["table", chain]);
        let list = |name: &str| table[name].as_array().unwrap().clone();
        let dims: Vec<u64> = list("dims").iter().map(|n| n.as_u64().unwrap()).collect();
        let mut want: Vec<String> = list("apply")
            .iter()
            .enumerate()
            .map(|(k, position)| {
                let mut rest = k as u64;
                let mut index: Vec<u64> = dims.iter().rev().map(|n| (rest % n, rest /= n).0).collect();
                index.reverse();
                let position = position.as_u64().map_or("no position".to_owned(), |position| position.to_string());
                format!("{index:?} → {position}")
            })
            .collect();
        let mut hints: Vec<String> = cells(&drawn(chain, &[])).into_iter().map(|cell| cell.0).collect();
        hints.retain(|hint| hint != "hole");
        want.sort();
        hints.sort();
        assert_eq!(hints, want, "{chain}");

        let inverse: Vec<String> = list("inv")
            .iter()
            .enumerate()
            .map(|(position, index)| match index.as_array() {
                None => format!("hole at {position}"),
                Some(index) => {
                    let index: Vec<u64> = index.iter().map(|i| i.as_u64().unwrap()).collect();
                    format!("{index:?} → {position}")
                }
            })
            .collect();
        let memory: Vec<String> = cells(&drawn(chain, &["--by", "memory"])).into_iter().map(|cell| cell.0).collect();
        // Cells are written row after row, which is the order of positions.
        assert_eq!(memory, inverse, "{chain}");
    }
}

#[test]
fn holes_are_where_the_storage_has_them() {
    let svg = drawn("Row(3,4).PadBy([2,3] => [3,4])", &[]);
    let cells = cells(&svg);
    let [left, top] = cells[0].2;
    let place = |[x, y]: [f64; 2]| ((y - top) / 44.0, (x - left) / 44.0);
    let holes: Vec<(f64, f64)> = cells.iter().filter(|cell| cell.0 == "hole").map(|cell| place(cell.2)).collect();
    assert_eq!(holes, [(0.0, 3.0), (1.0, 3.0), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0), (2.0, 3.0)]);
    // One of them is the sample beside the words.
    assert_eq!(svg.matches("fill=\"url(#hatch)\"").count(), 6 + 1);
    assert_eq!(svg.matches("id=\"hatch\"").count(), 1);
    assert!(svg.contains("6 positions hold nothing<"));
    assert_eq!(contents(&svg, "class=\"tick"), ["0", "1", "2"]);
    assert_eq!(contents(&svg, "class=\"row"), ["0", "1"]);
    // Holes that have no place next to the indices are counted.
    let partly = drawn("Row(5,4).PadBy([3,4] => [5,4]).PadBy([3,3] => [3,4])", &[]);
    assert!(partly.contains("11 positions hold nothing, 3 of them drawn"));
    let tiled = drawn("Row(4,5).PadBy([4,4] => [4,5]).TileBy([2,2],[2,2])", &[]);
    assert!(!tiled.contains("hatch") && tiled.contains("4 positions hold nothing"));
    let memory = drawn("Row(4,5).PadBy([4,4] => [4,5]).TileBy([2,2],[2,2])", &["--by", "memory"]);
    assert_eq!(memory.matches("fill=\"url(#hatch)\"").count(), 4 + 1);
    // What an ExpandBy does not store is no hole.
    let both = drawn("Row(3,3).ExpandBy([3,3] => [3,5]).PadBy([3,4] => [3,5])", &[]);
    assert!(!both.contains("hatch") && both.contains("· has no position (3 indices)"));
}

#[test]
fn blocks_of_a_storage_seen_flat_have_borders() {
    for (chain, lines) in [
        ("Row(8,8)", 0),
        ("Col(8,8)", 0),
        ("AntiDiag(8)", 0),
        ("SwizzleRows([8,8],3)", 0),
        // A line below a row of blocks, or beside a column of them.
        ("TileOrderBy(Row(2,4), Col(4,2))", 1 + 3),
        ("OrderBy(Col(2,4), Row(4,2)).TileBy([8,8])", 1 + 3),
        ("TileOrderBy(Row(2,2), Row(2,1), Row(2,4))", 1 + 1 + 3 + 1),
        ("TileOrderBy(Row(3,3), AntiDiag(3)).PadBy([8,7] => [9,9])", 2 + 2),
        ("TileOrderBy(Row(3,3), AntiDiag(3)).ExpandBy([9,9] => [9,10])", 2 + 3),
        // The chain says nothing of blocks, the map does.
        ("Grouped(6,5,4)", 1),
        ("OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])", 1 + 1),
        ("Row(4,6).GroupBy([4,6])", 0),
        ("Morton(8,8)", 2 * (1 + 3)),
    ] {
        assert_eq!(borders(&drawn(chain, &[])).len(), lines, "{chain}");
    }
    // They are between the blocks: the second row and the second column of two begin there.
    let svg = drawn("TileOrderBy(Row(2,2), Col(3,4))", &[]);
    let corner = |hint: &str| cells(&svg).into_iter().find(|cell| cell.0.starts_with(hint)).unwrap().2;
    let [[_, y, width, thick], [x, _, thin, height]] = borders(&svg)[..] else { panic!("{:?}", borders(&svg)) };
    assert_eq!([y + thick / 2.0, x + thin / 2.0], [corner("[3, 0]")[1], corner("[0, 4]")[0]]);
    assert_eq!([width, height], [8.0 * 44.0, 6.0 * 44.0]);
    // What is seen as tiles is drawn as tiles.
    assert_eq!(borders(&drawn("OrderBy(Row(2,2), Col(3,4)).TileBy([2,2],[3,4])", &[])), [] as [[f64; 4]; 0]);
}

#[test]
fn one_axis_is_a_strip_and_three_are_planes() {
    let rows = |svg: &str| {
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut last = None;
        for (hint, _, [_, y]) in cells(svg) {
            if last != Some(y) {
                rows.push(Vec::new());
                last = Some(y);
            }
            rows.last_mut().unwrap().push(hint.split(" → ").next().unwrap().to_owned());
        }
        rows
    };
    assert_eq!(rows(&drawn("Fan(5,2,0)", &[])), [["[0]", "[1]", "[2]", "[3]", "[4]"]]);
    let wrapped = rows(&drawn("Row(70)", &[]));
    assert_eq!(wrapped.iter().map(Vec::len).collect::<Vec<_>>(), [32, 32, 6]);
    let four = drawn("Row(10)", &["--columns", "4"]);
    assert_eq!(rows(&four).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 2]);
    assert_eq!(contents(&four, "class=\"row"), ["0", "4", "8"]);
    let planes = drawn("Row(2,2,2)", &[]);
    assert_eq!(
        rows(&planes),
        [["[0, 0, 0]", "[0, 0, 1]", "[1, 0, 0]", "[1, 0, 1]"], ["[0, 1, 0]", "[0, 1, 1]", "[1, 1, 0]", "[1, 1, 1]"]]
    );
    assert_eq!(contents(&planes, "class=\"outer"), ["0", "1"]);
    assert_eq!(contents(&planes, "class=\"axis"), ["i0, i2 →", "← i1"]);
    // Planes in several rows have their numbers above each.
    let many = drawn("Row(8,8,8)", &[]);
    assert_eq!(contents(&many, "class=\"outer"), ["0", "1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(rows(&many).len(), 16);
}

#[test]
fn colours_tell_banks_apart() {
    let colours = |chain: &str, options: &[&str]| -> HashMap<String, String> {
        let cells = cells(&drawn(chain, options));
        cells.into_iter().map(|(hint, fill, _)| (hint.split(" → ").next().unwrap().to_owned(), fill)).collect()
    };
    for (banks, bytes) in [(32, 4), (32, 16), (16, 8), (5, 4), (4, 1), (1, 65536)] {
        let bank = |position: u64| position * bytes / 4 % banks;
        let (banks, bytes) = (banks.to_string(), bytes.to_string());
        let options = ["--banks", &banks, "--bytes", &bytes];
        let (found, numbers) = (colours("Row(9,7)", &options), labels("Row(9,7)", &options));
        let mut of_bank: HashMap<u64, String> = HashMap::new();
        for position in 0..63 {
            let colour = &found[&format!("[{}, {}]", position / 7, position % 7)];
            assert_eq!(of_bank.entry(bank(position)).or_insert_with(|| colour.clone()), colour);
            assert_eq!(numbers[position as usize], bank(position).to_string());
        }
        let mut different: Vec<&String> = of_bank.values().collect();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), of_bank.len());
    }
    // Without a size an element is a word.
    assert_eq!(labels("Row(4,4)", &["--banks", "8"]), labels("Row(4,4)", &["--banks", "8", "--bytes", "4"]));
    let note = |chain: &str, options: &[&str]| {
        contents(&drawn(chain, options), "class=\"note").last().map(|note| (*note).to_owned()).unwrap()
    };
    let wavefronts = |row, column, best| {
        format!("wavefronts of a warp: along a row {row} (best {best}), along a column {column} (best {best})")
    };
    assert_eq!(note("Row(32,32)", &["--banks", "32"]), wavefronts(1, 32, 1));
    assert_eq!(note("SwizzleRows([32,32],5)", &["--banks", "32"]), wavefronts(1, 1, 1));
    assert_eq!(note("Row(32,33).PadBy([32,32] => [32,33])", &["--banks", "32"]), wavefronts(1, 1, 1));
    assert_eq!(note("Row(32,32)", &["--banks", "32", "--bytes", "8"]), wavefronts(2, 32, 2));
    assert_eq!(note("Row(32,32)", &["--banks", "16"]), "15");
    // Of planes and strips a row of the drawing is no row of theirs.
    assert_eq!(note("Row(2,32,32)", &["--banks", "32"]), "31");
    assert_eq!(note("Row(1024)", &["--banks", "32"]), "31");
    assert_eq!(note("Row(32,32).TileBy([4,4],[8,8])", &["--banks", "32"]), wavefronts(1, 32, 1));
    // A warp is 32 cells of a row, of whatever length.
    assert_eq!(note("Row(2,64)", &["--banks", "32"]), wavefronts(1, 2, 1));
}

#[test]
fn colours_tell_tiles_apart() {
    let runs = |chain: &str, options: &[&str]| {
        let mut fills: Vec<String> = cells(&drawn(chain, options)).into_iter().map(|cell| cell.1).collect();
        fills.dedup();
        fills.len()
    };
    // By index a row of cells crosses two tiles, in each of four rows; by memory a tile is one run.
    let stored = "OrderBy(Row(2,2), Row(2,3)).TileBy([4,6])";
    assert_eq!([runs(stored, &["--colour", "tile"]), runs(stored, &["--color", "tile", "--by", "memory"])], [8, 4]);
    let seen = "Row(4,6).TileBy([2,2],[2,3])";
    assert_eq!([runs(seen, &["--colour", "tile"]), runs(seen, &["--colour", "tile", "--by", "memory"])], [8, 8]);
    assert_eq!(runs("Row(12).GroupBy([3],[4])", &["--colour", "tile"]), 3);
    assert_eq!(runs("Morton(4,4)", &["--colour", "tile", "--by", "memory"]), 4);
    assert_eq!(labels(seen, &["--colour", "tile", "--label", "colour"])[..6], ["0", "0", "0", "1", "1", "1"]);
    // Lines where a tile ends, in memory.
    assert_eq!(borders(&drawn(stored, &["--colour", "tile", "--by", "memory", "--columns", "6"])).len(), 3);
    assert_eq!(runs(stored, &["--colour", "index"]), 24);
    assert_eq!(labels("Col(2,2)", &["--colour", "index"]), ["0", "2", "1", "3"]);
}

#[test]
fn memory_is_in_rows_of_what_fits() {
    let columns = |chain: &str, options: &[&str]| {
        let svg = drawn(chain, &[&["--by", "memory"], options].concat());
        let cells = cells(&svg);
        cells.iter().filter(|cell| cell.2[1] == cells[0].2[1]).count()
    };
    assert_eq!(columns("Row(65,66).PadBy([65,65] => [65,66])", &[]), 33);
    assert_eq!(columns("Row(12,10).PadBy([12,9] => [12,10])", &[]), 10);
    assert_eq!(columns("Row(3,4)", &[]), 4);
    assert_eq!(columns("Row(100,3)", &[]), 30);
    assert_eq!(columns("Col(50,1)", &[]), 32);
    assert_eq!(columns("Row(5,127)", &[]), 32);
    assert_eq!(columns("Row(5,128)", &[]), 64);
    assert_eq!(columns("Row(5,128)", &["--columns", "7"]), 7);
    assert_eq!(columns("Row(5,128)", &["--banks", "32", "--bytes", "16"]), 8);
    assert_eq!(columns("Row(5,128)", &["--banks", "2", "--bytes", "64"]), 1);
    assert_eq!(columns("Row(5,12)", &["--columns", "18446744073709551615"]), 60);
    assert_eq!(labels("Col(2,3)", &["--by", "memory"]), ["0,0", "1,0", "0,1", "1,1", "0,2", "1,2"]);
    assert_eq!(labels("Col(2,3)", &["--by", "memory", "--label", "position"]), ["0", "1", "2", "3", "4", "5"]);
    assert!(!drawn("Col(2,3)", &["--by", "memory"]).contains("<polyline"));
}

#[test]
fn what_is_drawn_can_be_said() {
    let has_path = |options: &[&str]| drawn("Row(4,4)", options).contains("<polyline");
    assert!(has_path(&[]) && has_path(&["--path", "always", "--banks", "8"]) && !has_path(&["--numbers", "never"]));
    assert!(!has_path(&["--path", "never"]) && !has_path(&["--banks", "8"]));
    let large = |options: &[&str]| {
        let svg = drawn("Row(66,64)", options);
        (contents(&svg, "class=\"number").len(), svg.contains("<polyline"), svg.contains("left out"))
    };
    assert_eq!(large(&[]), (0, false, true));
    assert_eq!(large(&["--numbers", "always"]), (66 * 64, false, true));
    assert_eq!(large(&["--numbers", "always", "--path", "always"]), (66 * 64, true, false));
    assert_eq!(large(&["--numbers", "never", "--path", "never"]), (0, false, false));
    // With symbols that have values.
    assert_eq!(labels("Row(2, N)", &["--let", "N=2", "--label", "index"]), ["0,0", "0,1", "1,0", "1,1"]);
}

#[test]
fn wrong_options_are_wrong_usage() {
    fails(&["Row(4,4)", "--banks", "0"], 2, "0 is not in 1..=65536");
    fails(&["Row(4,4)", "--banks", "65537"], 2, "65537 is not in 1..=65536");
    fails(&["Row(4,4)", "--banks", "x"], 2, "invalid value 'x' for '--banks <N>'");
    for bytes in ["0", "3", "-4", "131072", "", "4.0", "340282366920938463463374607431768211456"] {
        fails(&["Row(4,4)", "--banks", "32", &format!("--bytes={bytes}")], 2, "no power of two from 1 to 65536");
    }
    fails(&["Row(4,4)", "--bytes", "4"], 2, "--banks <N>");
    fails(&["Row(4,4)", "--colour", "bank"], 2, "--colour bank needs --banks N");
    fails(&["Row(4,4)", "--colour", "tile"], 2, "--colour tile: the layout has no tiles");
    fails(&["Row(4,4)", "--colour", "red"], 2, "[possible values: position, index, tile, bank]");
    fails(
        &["Row(4,4)", "--columns", "2"],
        2,
        "--columns is for --by memory and for layouts of rank 1; this one has rank 2",
    );
    fails(&["Row(4,4)", "--by", "memory", "--columns", "0"], 2, "0 is not in 1..");
    fails(&["Row(4,4)", "--by", "position"], 2, "[possible values: index, memory]");
    fails(&["Row(4,4)", "--path", "sometimes"], 2, "[possible values: auto, always, never]");
}

#[test]
fn tables_have_the_same_options() {
    let table = |chain: &str, options: &[&str]| {
        let run = lego(&[&["table", chain], options].concat());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{chain} {options:?}");
        run.stdout
    };
    assert_eq!(table("SwizzleRows([2,4],2)", &["--banks", "4"]), "0 1 2 3\n1 0 3 2\n");
    assert_eq!(
        table("Row(3,4).PadBy([3,3] => [3,4])", &["--by", "memory"]),
        "0: 0,0 0,1 0,2   ░\n4: 1,0 1,1 1,2   ░\n8: 2,0 2,1 2,2   ░\n"
    );
    // A table by index has the indices, and no more.
    assert_eq!(table("Row(3,4).PadBy([3,3] => [3,4])", &["--label", "position"]), " 0  1  2\n 4  5  6\n 8  9 10\n");
    assert_eq!(table("Row(2,1,2)", &["--label", "index"]), "0,0,0 0,0,1  1,0,0 1,0,1\n");
    assert_eq!(table("Row(5)", &["--columns", "2"]), "0: 0 1\n2: 2 3\n4: 4\n");
    assert_eq!(table("Row(5)", &["--columns", "2", "--json"]), table("Row(5)", &["--json"]));
    assert_eq!(lego(&["table", "Row(4,4)", "--colour", "tile"]).status, 2);
}
