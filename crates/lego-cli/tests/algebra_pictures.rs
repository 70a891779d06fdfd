//! Pictures of layouts of other systems: CuTe's, also such that are not injective, and linear ones. Each cell is compared with an
//! obvious formula.

mod common;
#[path = "../../lego-draw/tests/common/xml.rs"]
mod xml;

use common::{json, lego};
use lego_algebra::cute::{Layout, Swizzle};
use lego_algebra::linear::LinearLayout;
use lego_algebra::linear::families::{Fragment, Role};
use serde_json::json;
use std::collections::BTreeMap;
use xml::{contents, well_formed};

/// Draws by these arguments and checks that the drawing is well-formed, and that it has a title and a description.
#[track_caller]
fn drawn(arguments: &[&str]) -> String {
    let run = lego(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    well_formed(&run.stdout);
    assert_eq!(contents(&run.stdout, "<title id=").len(), 1);
    assert_eq!(contents(&run.stdout, "<desc id=").len(), 1);
    run.stdout
}

/// The hints of the cells, row after row, and the colours.
fn cells(svg: &str) -> Vec<(String, String)> {
    let cells = svg.lines().filter(|line| line.starts_with("<rect") && line.contains("<title>"));
    cells
        .map(|line| {
            let between = |from: &str, to: &str| line.split(from).nth(1).unwrap().split(to).next().unwrap().to_owned();
            (between("<title>", "</title>"), between("fill=\"", "\""))
        })
        .collect()
}

/// Whether every cell of a drawing by index bears its offset, with one colour for each.
#[track_caller]
fn bears_offsets(arguments: &[&str], rows: i64, columns: i64, value: impl Fn(i64, i64) -> i64) {
    let svg = drawn(arguments);
    let found = cells(&svg);
    let mut colours: BTreeMap<i64, String> = BTreeMap::new();
    let mut labels = Vec::new();
    assert_eq!(found.len() as i64, rows * columns, "{arguments:?}");
    for (k, (hint, colour)) in found.into_iter().enumerate() {
        let (i, j) = (k as i64 / columns, k as i64 % columns);
        assert_eq!(hint, format!("[{i}, {j}] → {}", value(i, j)), "{arguments:?}");
        assert_eq!(colours.entry(value(i, j)).or_insert_with(|| colour.clone()), &colour, "{arguments:?}");
        labels.push(value(i, j).to_string());
    }
    let distinct: std::collections::BTreeSet<&String> = colours.values().collect();
    assert_eq!(distinct.len(), colours.len(), "{arguments:?}: as many colours as offsets");
    assert_eq!(contents(&svg, "class=\"number"), labels, "{arguments:?}");
}

#[test]
fn every_cell_bears_its_offset() {
    for (text, rows, columns, value) in [
        ("((2,2),4):((1,8),2)", 4, 4, (|i, j| i % 2 + i / 2 * 8 + 2 * j) as fn(i64, i64) -> i64),
        ("(4,8):(0,1)", 4, 8, |_, j| j),
        ("(3,5):(0,0)", 3, 5, |_, _| 0),
        ("(4,5):(7,2)", 4, 5, |i, j| 7 * i + 2 * j),
        ("(3,(2,3)):(1,(0,3))", 3, 6, |i, j| i + j / 2 * 3),
        ("(2,3):(3,0)", 2, 3, |i, _| 3 * i),
        ("(1,1):(5,7)", 1, 1, |_, _| 0),
        ("(4,4):(-1,4)", 4, 4, |i, j| 4 * j - i),
    ] {
        bears_offsets(&["svg", text, "-o", "-"], rows, columns, value);
        bears_offsets(&["svg", &format!("Cute({text})"), "-o", "-"], rows, columns, value);
        bears_offsets(&["cute", text, "--svg", "-"], rows, columns, value);
    }
    let swizzle = Swizzle::new(2, 1, 3).unwrap();
    bears_offsets(&["svg", "Sw<2,1,3> o 0 o (8,8):(8,1)", "-o", "-"], 8, 8, |i, j| swizzle.apply(8 * i + j));
    bears_offsets(&["cute", "Sw<2,1,3> o 5 o (4,3):(8,2)", "--svg", "-"], 4, 3, |i, j| {
        swizzle.apply(5 + 8 * i + 2 * j)
    });
    bears_offsets(&["svg", "composition((6,2):(8,2), (4,3):(3,1))", "-o", "-"], 4, 3, |i, j| {
        let c = 3 * i + j;
        8 * (c % 6) + 2 * (c / 6)
    });
    bears_offsets(&["svg", "(M,N):(N,1)", "--let", "M=3,N=5", "-o", "-"], 3, 5, |i, j| 5 * i + j);
    bears_offsets(&["svg", "Cute((M,4):(0,1))", "--let", "M=3", "-o", "-"], 3, 4, |_, j| j);
}

#[test]
fn other_ranks_are_strips_and_planes() {
    let svg = drawn(&["svg", "40:3", "-o", "-"]);
    let hints: Vec<String> = cells(&svg).into_iter().map(|(hint, _)| hint).collect();
    assert_eq!(hints, (0..40).map(|c| format!("[{c}] → {}", 3 * c)).collect::<Vec<_>>());
    let svg = drawn(&["svg", "(2,3,2):(1,10,100)", "-o", "-"]);
    let hints: Vec<String> = cells(&svg).into_iter().map(|(hint, _)| hint).collect();
    let mut wanted = Vec::new();
    for i in 0..2 {
        for k in 0..2 {
            wanted.extend((0..3).map(|j| format!("[{i}, {j}, {k}] → {}", i + 10 * j + 100 * k)));
        }
    }
    assert_eq!(hints, wanted);
    assert!(svg.contains("mode 2, mode 1 →") && svg.contains("mode 0"), "{svg}");
    // A swizzle alone is one of all that it looks at.
    let swizzle = Swizzle::new(1, 0, 2).unwrap();
    let hints: Vec<String> =
        cells(&drawn(&["svg", "Sw<1,0,2>", "-o", "-"])).into_iter().map(|(hint, _)| hint).collect();
    assert_eq!(hints, (0..8).map(|c| format!("[{c}] → {}", swizzle.apply(c))).collect::<Vec<_>>());
}

#[test]
fn memory_shows_holes_and_how_many_indices_meet() {
    for text in
        ["(4,5):(7,1)", "(3,4):(0,2)", "(2,3):(2,1)", "((2,2),3):((0,1),4)", "(1,1):(0,0)", "(5,7):(7,1)", "6:5"]
    {
        let layout = Layout::parse(text).unwrap();
        let mut at: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for c in 0..layout.size() {
            at.entry(layout.eval(c).unwrap()).or_default().push(c);
        }
        let most = at.values().map(Vec::len).max().unwrap();
        let coordinate = |c: i64| match (layout.rank(), layout.mode(0)) {
            (2, Some(rows)) => format!("[{}, {}]", c % rows.size(), c / rows.size()),
            _ => format!("[{c}]"),
        };
        let svg = drawn(&["svg", text, "--by", "memory", "--columns", "4", "-o", "-"]);
        let wanted: Vec<String> = (0..layout.cosize())
            .map(|offset| match at.get(&offset) {
                None => format!("hole at {offset}"),
                Some(all) => {
                    let named: Vec<String> = all.iter().take(4).map(|&c| coordinate(c)).collect();
                    let more = if all.len() > 4 { format!(" and {} more", all.len() - 4) } else { String::new() };
                    format!("{}{more} → {offset}", named.join(", "))
                }
            })
            .collect();
        assert_eq!(cells(&svg).into_iter().map(|(hint, _)| hint).collect::<Vec<_>>(), wanted, "{text}");
        let labels: Vec<String> =
            at.values()
                .map(|all| {
                    if most > 1 { format!("×{}", all.len()) } else { coordinate(all[0]).replace(['[', ']', ' '], "") }
                })
                .collect();
        assert_eq!(contents(&svg, "class=\"number"), labels, "{text}");
        let holes = layout.cosize() - at.len() as i64;
        assert_eq!(svg.matches("url(#hatch)").count() as i64, if holes > 0 { holes + 1 } else { 0 }, "{text}");
        let note = format!("{holes} position{} nothing", if holes == 1 { " holds" } else { "s hold" });
        assert_eq!(svg.contains(&note), holes > 0, "{text}: {svg}");
    }
}

#[test]
fn nested_modes_have_lines_between_them() {
    let lines = |text: &str| {
        let svg = drawn(&["svg", text, "--path", "never", "-o", "-"]);
        let sizes: Vec<[f64; 2]> = svg
            .lines()
            .filter(|line| line.ends_with("rx=\"0\" fill=\"#24292f\"/>"))
            .map(|line| [5, 7].map(|k| line.split('"').nth(k).unwrap().parse().unwrap()))
            .collect();
        let level = sizes.iter().filter(|[width, height]| width > height).count();
        [level, sizes.len() - level]
    };
    assert_eq!(lines("(4,4):(4,1)"), [0, 0]);
    assert_eq!(lines("((2,2),4):((1,8),2)"), [1, 0]);
    assert_eq!(lines("(4,(2,2)):(1,(4,8))"), [0, 1]);
    assert_eq!(lines("((2,3),(2,2)):((1,8),(2,64))"), [2, 1]);
    // Lines of outer levels lie over those of inner ones.
    assert_eq!(lines("((2,2,2),1):((1,2,4),0)"), [3 + 1, 0]);
}

#[test]
fn a_bank_may_be_the_colour() {
    let svg = drawn(&["svg", "Sw<3,2,3> o 0 o (8,32):(32,1)", "--banks", "32", "--bytes", "4", "-o", "-"]);
    assert!(svg.contains("wavefronts of a warp: along a row 1 (best 1), along a column 1 (best 1)"), "{svg}");
    let svg = drawn(&["svg", "(8,32):(32,1)", "--banks", "32", "--bytes", "4", "-o", "-"]);
    assert!(svg.contains("along a row 1 (best 1), along a column 8 (best 1)"), "{svg}");
    // A broadcast is read at once.
    let svg = drawn(&["svg", "(32,8):(0,1)", "--banks", "32", "-o", "-"]);
    assert!(svg.contains("along a column 1 (best 1)"), "{svg}");
}

/// Row and column, thread and value, in the order of the cells.
fn fragment_cells(fragment: &Fragment) -> BTreeMap<[u64; 2], [u64; 2]> {
    let mut cells = BTreeMap::new();
    for thread in 0..fragment.threads() {
        for value in 0..fragment.values() {
            cells.insert(fragment.element(thread, value), [thread, value]);
        }
    }
    cells
}

#[test]
fn fragments_are_coloured_by_their_threads() {
    for name in [
        "mma_m16n8_f32_C",
        "mma_m16n8k16_f16_A",
        "mma_m16n8k16_f16_B",
        "mma_m16n8k8_tf32_A",
        "mma_m16n8k32_s8_B",
        "wgmma_m64n8_D",
        "wgmma_m64n24_D",
        "wgmma_m64k16_f16_A_reg",
    ] {
        let fragment = Fragment::named(name).unwrap();
        // CuTe has B as N×K.
        let elements: BTreeMap<[u64; 2], [u64; 2]> = fragment_cells(&fragment)
            .into_iter()
            .map(|([row, column], held)| (if fragment.role() == Role::B { [column, row] } else { [row, column] }, held))
            .collect();
        let wanted: Vec<String> =
            elements.iter().map(|(at, [thread, value])| format!("{at:?}: T{thread} V{value}")).collect();
        let svg = drawn(&["cute", name, "--svg", "-"]);
        let found = cells(&svg);
        assert_eq!(found.iter().map(|(hint, _)| hint.clone()).collect::<Vec<_>>(), wanted, "{name}");
        // One colour for threads eight apart, and another for others.
        let mut colours: BTreeMap<u64, &str> = BTreeMap::new();
        for ((_, colour), [thread, _]) in found.iter().zip(elements.values()) {
            assert_eq!(colours.entry(thread % 8).or_insert(colour), colour, "{name}");
        }
        assert_eq!(colours.values().collect::<std::collections::BTreeSet<_>>().len(), 8, "{name}");
        let words: Vec<String> = elements.values().flat_map(|[t, v]| [format!("T{t}"), format!("V{v}")]).collect();
        assert_eq!(contents(&svg, "class=\"number"), words, "{name}");
        // The same by its layout and its tile, by both commands.
        let value = json(&["cute", name]);
        let (text, tile) = (value["text"].as_str().unwrap(), value["tile"].as_array().unwrap());
        let tile = tile.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let titled = |svg: &str| svg.replace(text, name);
        assert_eq!(titled(&drawn(&["cute", text, "--tile", &tile, "--svg", "-"])), svg, "{name}");
        assert_eq!(titled(&drawn(&["svg", text, "--tile", &tile, "-o", "-"])), svg, "{name}");
        assert_eq!(drawn(&["svg", name, "-o", "-"]), svg, "{name}");
        // And as a linear layout, where it is one, in rows and columns of the product.
        if fragment.linear().is_ok() {
            let found = cells(&drawn(&["linear", name, "--draw", "grid", "--svg", "-"]));
            let held = fragment_cells(&fragment);
            let wanted: Vec<String> = held.iter().map(|(at, [t, v])| format!("{at:?}: T{t} V{v}")).collect();
            assert_eq!(found.into_iter().map(|(hint, _)| hint).collect::<Vec<_>>(), wanted, "{name}");
        }
    }
}

#[test]
fn thread_value_texts_are_grids() {
    let run = lego(&["cute", "make_layout_tv((2,3):(3,1), (2,2):(2,1))"]);
    let (head, grid) = run.stdout.split_once("\n\n").unwrap();
    assert_eq!(head, "((3,2),(2,2)):((8,2),(4,1))\ntile     (4,6)\nthreads  6\nvalues   4 each");
    let rows: Vec<&str> = grid.lines().filter(|line| line.contains('|')).collect();
    assert_eq!(rows[0], " 0  | T0 V0 | T0 V1 | T1 V0 | T1 V1 | T2 V0 | T2 V1 |");
    assert_eq!(rows[3], " 3  | T3 V2 | T3 V3 | T4 V2 | T4 V3 | T5 V2 | T5 V3 |");
    // Inside of an expression it is a layout.
    let inside = json(&["cute", "size(make_layout_tv((2,3):(3,1), (2,2):(2,1)))"]);
    assert_eq!(inside["result"], json!(24));
    let inside = lego(&["cute", "coalesce(mma_m16n8_f32_C)"]);
    assert!(inside.stdout.starts_with("(4,8,2,2):(32,1,16,8)\n"), "{}", inside.stdout);
    // Elements that several threads hold, and such that none does.
    let run = lego(&["cute", "((2,2),2):((0,1),2)", "--tile", "2,3"]);
    let rows: Vec<&str> = run.stdout.lines().filter(|line| line.contains('|')).collect();
    assert_eq!(rows, [" 0  | T0 V0 +1 | T0 V1 +1 |        · |", " 1  | T2 V0 +1 | T2 V1 +1 |        · |"]);
    let svg = drawn(&["cute", "((2,2),2):((0,1),2)", "--tile", "2,3", "--svg", "-"]);
    assert_eq!(cells(&svg)[0].0, "[0, 0]: T0 V0, T1 V0");
    assert_eq!(cells(&svg)[2].0, "[0, 2]: nobody");
    assert!(svg.contains("· is held by nobody (2 elements)"), "{svg}");
}

#[test]
fn bit_matrices_have_the_bases() {
    for text in [
        "register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0) -> dim0: 16, dim1: 8",
        "offset: (1,0) (2,0) (1,1) -> column: 4, row: 2",
        "x: (3) -> y: 4",
        "register: (1) (1); lane: (2) (0); warp: -> dim0: 4",
    ] {
        let layout = LinearLayout::parse(text).unwrap();
        let svg = drawn(&["linear", text, "--svg", "-"]);
        let (ins, outs) = (layout.ins().total_bits(), layout.outs().total_bits());
        let set = |row: usize, column: usize| layout.matrix().column(column) >> row & 1 == 1;
        let every = (0..outs).flat_map(|row| (0..ins).map(move |column| (row, column)));
        let wanted: Vec<&str> = every.clone().map(|(row, column)| if set(row, column) { "1" } else { "·" }).collect();
        assert_eq!(contents(&svg, "class=\"number"), wanted, "{text}");
        let mut names = Vec::new();
        for space in [layout.ins(), layout.outs()] {
            names.extend(space.iter().filter(|(_, bits, _)| *bits > 0).map(|(dim, _, _)| dim.as_str().to_owned()));
        }
        assert_eq!(contents(&svg, "class=\"outer"), names, "{text}");
        let flips = cells(&svg).into_iter().filter(|(hint, _)| hint.contains(" flips ")).count();
        assert_eq!(flips, every.filter(|&(row, column)| set(row, column)).count(), "{text}");
    }
}

#[test]
fn grids_of_linear_layouts_say_who_holds_what() {
    let encoding =
        r#"{"kind":"blocked","size_per_thread":[1,2],"threads_per_warp":[8,4],"warps_per_cta":[2,1],"order":[1,0]}"#;
    let svg = drawn(&["linear", encoding, "--shape", "16,16", "--draw", "grid", "--svg", "-"]);
    let wanted: Vec<String> = (0..16_u64)
        .flat_map(|i| (0..16_u64).map(move |j| (i, j)))
        .map(|(i, j)| {
            let (warp, lane) = (i / 8, i % 8 * 4 + j / 2 % 4);
            format!("[{i}, {j}]: T{} V{}", 32 * warp + lane, j % 2 + j / 8 * 2)
        })
        .collect();
    assert_eq!(cells(&svg).into_iter().map(|(hint, _)| hint).collect::<Vec<_>>(), wanted);
    // Without threads each element bears what goes in.
    let text = "offset: (1,0) (2,0) (1,1) -> column: 4, row: 2";
    let run = lego(&["linear", text, "--draw", "grid"]);
    let rows: Vec<&str> = run.stdout.lines().filter(|line| line.contains('|')).collect();
    assert_eq!(rows, [" 0  | 0 | 5 |", " 1  | 1 | 4 |", " 2  | 2 | 7 |", " 3  | 3 | 6 |"]);
    let svg = drawn(&["linear", text, "--draw", "grid", "--svg", "-"]);
    assert_eq!(contents(&svg, "class=\"number"), ["0", "5", "1", "4", "2", "7", "3", "6"]);
    let run = lego(&["linear", "register: (1) (2) -> dim0: 4", "--draw", "grid"]);
    assert!(run.stdout.contains("grid     is printed where two dims come out; --svg draws any"), "{}", run.stdout);
}

#[test]
fn a_layout_of_cute_is_shown() {
    let run = lego(&["show", "((2,2),4):((1,8),2)"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("apply"), "{}", run.stdout);
    assert_eq!(run.stdout, lego(&["show", "Cute(((2,2),4):((1,8),2))"]).stdout);
    // What is no bijection, as `lego cute` shows it.
    for text in ["(2,3):(0,1)", "(2,3):(1,5)", "Sw<1,0,1> o 0 o (2,2):(2,1)"] {
        let run = lego(&["show", text]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{text}");
        assert_eq!(run.stdout, lego(&["cute", text]).stdout, "{text}");
    }
}

#[test]
fn what_cannot_be_drawn() {
    let fails = |arguments: &[&str], status: i32, message: &str| {
        let run = lego(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {message}")), "{arguments:?}: {}", run.stderr);
    };
    fails(&["svg", "(4,M):(1,4)", "-o", "-"], 1, "M has no value; give it one, as --let M=64");
    fails(&["svg", "(4,8):(1)", "-o", "-"], 1, "shape and stride need the same brackets");
    let far = "Sw<0,0,0> o 9223372036854775807 o (2,2):(1,2)";
    fails(&["svg", far, "-o", "-"], 1, "a number goes beyond 64 bits");
    fails(&["svg", "size(4:1)", "-o", "-"], 1, "this is a number, and a layout is needed, such as (4,8):(8,1)");
    fails(&["svg", "(2,3):(-1,1)", "--by", "memory", "-o", "-"], 2, "--by memory: the least offset is -1");
    fails(&["svg", "(2,3):(0,1)", "--colour", "tile", "-o", "-"], 2, "--colour tile is for chains");
    fails(&["svg", "(2,3):(0,1)", "--columns", "3", "-o", "-"], 2, "--columns is for --by memory");
    fails(
        &["svg", "(2,3):(0,1)", "--by", "memory", "--label", "index", "-o", "-"],
        2,
        "--by memory: several coordinates",
    );
    fails(&["svg", "Row(2, 3)", "--tile", "2,3", "-o", "-"], 2, "--tile is for a layout of CuTe's");
    fails(
        &["cute", "(2,2,2):(1,2,4)", "--tile", "2,4"],
        1,
        "--tile is for a layout of (thread, value), of rank 2; this one has rank 3",
    );
    fails(&["cute", "(2,4):(1,4)", "--tile", "2,4"], 1, "the value 13 lies outside of the tile, which has 8 elements");
    fails(
        &["cute", "Sw<1,0,1>", "--tile", "2,4"],
        1,
        "--tile is for a layout of (thread, value), and this is a swizzle",
    );
    fails(
        &["svg", "mma_m16n8_f32_C", "--by", "memory", "-o", "-"],
        2,
        "--by, --columns, --colour, --label and --banks are for offsets",
    );
    let many = "not decided (limit): the drawing has 65792 cells, more than 65536. For all of them: --no-limit";
    fails(&["svg", "(257,256):(0,1)", "-o", "-"], 3, many);
    fails(&["cute", "(257,256):(0,1)", "--svg", "-"], 3, many);
    fails(&["svg", "(2,2):(65791,0)", "--by", "memory", "-o", "-"], 3, many);
    fails(&["cute", "(2,2):(0,1)", "--tile", "257,256", "--svg", "-"], 3, many);
    fails(
        &["svg", "(2097152,4):(1,0)", "--no-limit", "-o", "-"],
        1,
        "8388608 cells are too many to draw; at most 4194304",
    );
    fails(
        &["svg", "(2,2):(9223372036854775000,0)", "--no-limit", "--by", "memory", "-o", "-"],
        1,
        "9223372036854775001 cells",
    );
    fails(&["linear", "x: -> y: 4", "--svg", "-"], 2, "a layout without bits on a side has no matrix to be drawn");
    let bits: Vec<String> = (0..17).map(|k| format!("({})", 1 << k)).collect();
    let long = format!("register: {} -> dim0: 131072", bits.join(" "));
    fails(&["linear", &long, "--draw", "grid", "--svg", "-"], 3, "not decided (limit): the drawing has 131072 cells");
    // As text: what is too large is said, whatever is asked for.
    for (options, said) in [
        (&["--tile", "1000000,1000000", "--no-limit"][..], "grid     of more than 4194304 elements is not printed"),
        (&["--tile", "100,100"], "grid     of more than 4096 elements only with --no-limit"),
        (&["--tile", "2,2,2"], "grid     is printed of a tile of two modes; --svg draws any"),
    ] {
        let run = lego(&[&["cute", "(2,2):(0,1)"], options].concat());
        assert!(run.status == 0 && run.stdout.trim_end().ends_with(said), "{}{}", run.stdout, run.stderr);
    }
    let bits: Vec<String> = (0..63).map(|k| format!("({})", 1_u64 << k)).collect();
    let wide = format!("register: {} -> dim0: {}", bits.join(" "), 1_u64 << 63);
    let run = lego(&["linear", &wide, "--draw", "grid", "--no-limit"]);
    assert!(
        run.status == 0 && run.stdout.contains("grid     of more than 4194304 elements"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    fails(
        &["linear", &wide, "--draw", "grid", "--no-limit", "--svg", "-"],
        1,
        "9223372036854775808 cells are too many to draw",
    );
    let run = lego(&["cute", "(2,3):(0,1)", "--svg", "no/such/folder/drawing.svg"]);
    assert!(run.status == 1 && run.stderr.starts_with("error: no/such/folder/drawing.svg: "), "{}", run.stderr);
    // A file, and what is said of it.
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cute.svg");
    let path = file.to_str().unwrap();
    assert_eq!(json(&["cute", "(2,3):(0,1)", "--svg", path]), json!({"ok": true, "file": path}));
    well_formed(&std::fs::read_to_string(&file).unwrap());
}
