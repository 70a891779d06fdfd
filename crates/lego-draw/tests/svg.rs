//! SVG: that it is well-formed, and what it shows.

mod common;

use common::xml::{contents, well_formed};
use common::{grids, row_major};
use lego_draw::{Element, Grid, Head, Palette, Picture, Rgb, Shown};

/// How many panels of the innermost level there are.
fn panels(grid: &Grid) -> u64 {
    grid.panels().first().map_or(0, |[height, width]| grid.count() / (height * width))
}

#[test]
fn every_shape_of_grid_is_drawn_whole() {
    for grid in grids() {
        let picture = row_major(&grid);
        let svg = picture.svg();
        well_formed(&svg);
        let labels: Vec<String> = picture.cells().map(|cell| cell.label).collect();
        assert_eq!(contents(&svg, "class=\"number"), labels, "{grid:?}");
        assert_eq!(svg.matches("rx=\"3\"").count() as u64, panels(&grid), "{grid:?}");
        let (width, height) = picture.size();
        assert!(svg.contains(&format!("viewBox=\"0 0 {width} {height}\"")), "{grid:?}");
    }
}

#[test]
fn what_cannot_be_read_is_left_out() {
    for (dims, labels, path) in [
        ([32, 32], true, true),
        ([33, 32], true, false),
        ([64, 64], true, false),
        ([65, 64], false, false),
        ([1, 4096], false, false),
        ([300, 200], false, false),
    ] {
        let grid = Grid::flat(dims).unwrap();
        let drawn = |picture: Picture<'_>| {
            let svg = picture.svg();
            well_formed(&svg);
            let notes = contents(&svg, "class=\"note").last().map(|note| (*note).to_owned());
            let labels = contents(&svg, "class=\"number").len() as u64;
            assert!(labels == 0 || labels == grid.count());
            (labels > 0, svg.contains("<polyline"), notes.filter(|note| note.ends_with("left out")))
        };
        let note = match (labels, path) {
            (true, true) => None,
            (true, false) => Some(format!("{} positions: the path is left out", grid.count())),
            _ => Some(format!("{} cells: labels and path are left out", grid.count())),
        };
        assert_eq!(drawn(row_major(&grid)), (labels, path, note), "{dims:?}");
        // What is asked for is drawn, and what nobody wants is not missing.
        let asked = |labels, path| drawn(row_major(&grid).with_labels(labels).with_path(path));
        assert_eq!(asked(Shown::Always, Shown::Always), (true, true, None), "{dims:?}");
        assert_eq!(asked(Shown::Never, Shown::Always), (false, true, None), "{dims:?}");
        assert_eq!(asked(Shown::Never, Shown::Never), (false, false, None), "{dims:?}");
    }
}

#[test]
fn any_title_is_escaped() {
    let title = "a<b> & \"c\" 'd' ]]> \u{0}\u{1}\u{7f}\u{fffe}\n\t é→🦀";
    let svg = row_major(&Grid::flat([2, 2]).unwrap()).titled(title).svg();
    well_formed(&svg);
    let escaped = "a&lt;b&gt; &amp; &quot;c&quot; 'd' ]]&gt;       é→🦀";
    assert_eq!(contents(&svg, "<title id="), [escaped]);
    assert!(!svg.contains(|c: char| c.is_control() && c != '\n'));
    assert_eq!(contents(&row_major(&Grid::flat([2, 2]).unwrap()).svg(), "class=\"title"), [""]);
}

#[test]
fn nothing_may_have_a_position() {
    for span in [0, 1, 5, u64::MAX] {
        let svg = Picture::new(Grid::flat([1, 2]).unwrap(), span, |_| None).svg();
        well_formed(&svg);
        assert_eq!(contents(&svg, "class=\"number"), ["·", "·"]);
        assert!(svg.contains("has no position (2 indices)") && !svg.contains("<polyline"), "{svg}");
    }
}

#[test]
fn maps_that_are_not_injective_or_leave_their_span_are_drawn() {
    let grid = Grid::flat([3, 4]).unwrap();
    let svg = Picture::new(grid.clone(), 4, |index| Some(index[1])).svg();
    well_formed(&svg);
    assert_eq!(contents(&svg, "class=\"number"), ["0", "1", "2", "3"].repeat(3));
    // The path goes along the first row.
    let points = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    let heights: Vec<&str> = points.split(' ').map(|point| point.split_once(',').unwrap().1).collect();
    assert!(heights.len() == 4 && heights.iter().all(|y| *y == heights[0]), "{points}");

    let outside = Picture::new(grid.clone(), 4, |index| Some(index[0] + 100));
    well_formed(&outside.svg());
    assert_eq!(outside.cell(0, 0).unwrap().colour, Rgb::along(1.0));
    well_formed(&Picture::new(grid.clone(), u64::MAX, |_| Some(u64::MAX)).svg());
}

#[test]
fn a_path_that_begins_late_has_one_end() {
    let ends = |from: u64| {
        let svg = Picture::new(Grid::flat([1, 3]).unwrap(), 9, move |index| Some(index[1] + from)).svg();
        svg.matches("rx=\"4\"").count()
    };
    assert_eq!([ends(0), ends(2)], [2, 1]);
}

#[test]
fn colours_may_follow_another_number() {
    let grid = Grid::tiled([2, 2, 2, 2]).unwrap();
    let tiles = row_major(&grid).coloured("tile", 4, |index, _| index[0] * 2 + index[1]);
    let colours: Vec<Rgb> = tiles.cells().map(|cell| cell.colour).collect();
    let [a, b, c, d] = [0, 1, 2, 3].map(|tile| Rgb::of(tile, 4));
    assert_eq!(colours, [a, a, b, b, a, a, b, b, c, c, d, d, c, c, d, d]);
    let svg = tiles.svg();
    well_formed(&svg);
    let notes = contents(&svg, "class=\"note");
    assert_eq!(notes, ["dims [2, 2, 2, 2] · 16 positions", "tile 0", "3"]);
    assert!(svg.contains("from dark to light along the tiles."));
}

#[test]
fn memory_bears_indices() {
    // Columns of 3 elements, padded to 4.
    let index = |position: u64| (position % 4 < 3).then(|| vec![position % 4, position / 4]);
    let memory = |columns| Picture::of_memory(columns, &[3, 3], 12, index).unwrap();
    let svg = memory(8).svg();
    well_formed(&svg);
    let numbers = ["0,0", "1,0", "2,0", "0,1", "1,1", "2,1", "0,2", "1,2", "2,2"];
    assert_eq!(contents(&svg, "class=\"number"), numbers);
    assert_eq!(contents(&svg, "class=\"row"), ["0", "8"]);
    assert_eq!(contents(&svg, "class=\"axis"), ["position →"]);
    assert!(svg.contains("<title>hole at 3</title>") && svg.contains("<title>[2, 2] → 10</title>"));
    let notes = ["dims [3, 3] · 9 indices, 12 positions", "index [0, 0]", "[2, 2]", "3 positions hold nothing"];
    assert_eq!(contents(&svg, "class=\"note"), notes);
    // The darkest and the lightest colour are those of the first and the last index.
    let colour = |at: u64| memory(8).cell(at / 8, at % 8).unwrap().colour;
    assert_eq!([colour(0), colour(10)], [Rgb::along(0.0), Rgb::along(1.0)]);
    assert_eq!(memory(12).grid().rows(), 1);
    assert!(Picture::of_memory(4, &[3, 3], 0, index).is_none() && Picture::of_memory(0, &[3, 3], 12, index).is_none());
}

#[test]
fn parts_of_a_memory_have_lines_between_them() {
    // Two rows of three positions: the first four are of one part, so that a line goes down, across and down again.
    let picture = Picture::of_memory(3, &[6], 6, |position| Some(vec![position])).unwrap();
    let svg = picture.with_parts(|index, _| u64::from(index[0] > 3)).svg();
    well_formed(&svg);
    let lines: Vec<&str> = svg.lines().filter(|line| line.ends_with("rx=\"0\" fill=\"#24292f\"/>")).collect();
    let size = |line: &str| [5, 7].map(|k| line.split('"').nth(k).unwrap().to_owned());
    let sizes: Vec<[String; 2]> = lines.into_iter().map(size).collect();
    assert_eq!(sizes, [["88", "2"], ["2", "44"]]);
}

#[test]
fn outer_blocks_have_heavier_lines_and_small_ones_none() {
    let thickness = |side: u64, blocks: &[[u64; 2]]| {
        let svg = row_major(&Grid::flat([side, side]).unwrap()).with_blocks(blocks).svg();
        well_formed(&svg);
        let lines = svg.lines().filter(|line| line.ends_with("rx=\"0\" fill=\"#24292f\"/>"));
        let mut thin: Vec<u64> = lines
            .map(|line| [5, 7].map(|k| line.split('"').nth(k).unwrap().parse().unwrap()).into_iter().min().unwrap())
            .collect();
        thin.sort_unstable();
        thin.dedup();
        (thin, svg.matches("rx=\"0\" fill=\"none\"").count())
    };
    assert_eq!(thickness(16, &[]), (vec![], 0));
    assert_eq!(thickness(16, &[[4, 4]]), (vec![2], 1));
    assert_eq!(thickness(16, &[[2, 2], [4, 4], [8, 8]]), (vec![2, 3, 4], 1));
    // Of more than three levels the outer ones are drawn, and none that would be smaller than its lines.
    assert_eq!(thickness(32, &[[2, 2], [4, 4], [8, 8], [16, 16]]), (vec![2, 3, 4], 1));
    assert_eq!(thickness(256, &[[2, 2], [128, 128]]), (vec![2], 1));
}

#[test]
fn planes_in_several_rows_have_their_numbers() {
    let grid = Grid::new(&[7, 3, 8], &[3]).unwrap().wrapped();
    assert_eq!([grid.rows(), grid.columns()], [12, 16]);
    let svg = row_major(&grid).svg();
    well_formed(&svg);
    assert_eq!(contents(&svg, "class=\"outer"), ["0", "1", "2", "3", "4", "5", "6"]);
    assert_eq!(contents(&svg, "class=\"number").len(), 7 * 3 * 8);
}

/// A cell with words of its own.
fn marked(at: &[u64], shade: Option<u64>, words: String) -> Element {
    Element::Marked { index: at.to_vec(), shade, words }
}

#[test]
fn cells_may_have_several_lines_of_their_own() {
    for [rows, columns] in [[1, 1], [1, 7], [7, 1], [5, 3], [17, 9]] {
        let grid = Grid::flat([rows, columns]).unwrap();
        let words = |at: &[u64]| format!("T{}\nV{}", at[0], at[1]);
        let element = move |at: &[u64]| marked(at, (at[1] != 1).then_some(at[0]), words(at));
        let picture =
            Picture::of_elements(grid, &[rows, columns], 0, element).worded("a summary", "its words", &[3, 2]);
        let picture = picture.with_hints(move |at| format!("{at:?} is {}", words(at)));
        let picture = picture.coloured("thread", rows, |_, shade| shade);
        let svg = picture.svg();
        well_formed(&svg);
        let every = (0..rows).flat_map(|i| (0..columns).map(move |j| [i, j]));
        let lines: Vec<String> = every.clone().flat_map(|[i, j]| [format!("T{i}"), format!("V{j}")]).collect();
        assert_eq!(contents(&svg, "class=\"number"), lines);
        assert_eq!(contents(&svg, "class=\"note")[0], "a summary");
        assert!(svg.contains("Each cell bears its words, and its colour runs from dark to light along the threads."));
        for [i, j] in every {
            assert!(svg.contains(&format!("<title>[{i}, {j}] is T{i} V{j}</title>")), "{svg}");
            let colour = picture.cell(i, j).unwrap().colour;
            assert_eq!(colour == Rgb::of(i, rows), j != 1, "{i} {j}");
        }
        // The lines of a cell are inside of it.
        let number = |line: &str, name: &str| -> f64 {
            line.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        let rectangles: Vec<&str> = svg.lines().filter(|line| line.contains("<title>[")).collect();
        let texts: Vec<&str> = svg.lines().filter(|line| line.contains("class=\"number")).collect();
        for (cell, lines) in rectangles.iter().zip(texts.chunks(2)) {
            let (top, height) = (number(cell, " y"), number(cell, "height"));
            assert!(lines.iter().all(|line| (top..top + height).contains(&number(line, " y"))), "{cell} {lines:?}");
        }
        let text: Vec<String> = picture.text(Palette::Plain).collect();
        assert!(text[0].starts_with(" T0 V0"), "{text:?}");
    }
}

#[test]
fn heads_stand_in_place_of_numbers() {
    let element = |at: &[u64]| marked(at, None, "·".to_owned());
    let head = |from, to, words: &str| Head { from, to, words: words.to_owned() };
    let rows = vec![vec![head(0, 1, "r0"), head(1, 2, "r1")], vec![head(0, 2, "a name")]];
    let columns = vec![vec![head(0, 1, "c0"), head(1, 2, "c1")], vec![head(0, 1, "a long name"), head(1, 2, "b")]];
    let picture = Picture::of_elements(Grid::flat([2, 2]).unwrap(), &[2, 2], 0, element);
    let svg = picture.worded("", "", &[1]).with_heads(rows, columns).svg();
    well_formed(&svg);
    assert_eq!(contents(&svg, "class=\"row"), ["r0", "r1"]);
    assert_eq!(contents(&svg, "class=\"tick"), ["c0", "c1"]);
    assert_eq!(contents(&svg, "class=\"outer"), ["a long name", "b", "a name"]);
    assert!(contents(&svg, "class=\"axis").is_empty());
    // A column is as wide as what stands above it.
    let width = svg.lines().find(|line| line.contains("<title>[")).unwrap().split('"').nth(5).unwrap().to_owned();
    assert!(width.parse::<f64>().unwrap() > 11.0 * 7.0, "{width}");
}

#[test]
fn shared_positions_are_counted_once() {
    let picture = |span| Picture::new(Grid::flat([3, 4]).unwrap(), span, |index| Some(2 * index[1]));
    let notes = |span| {
        let svg = picture(span).svg();
        well_formed(&svg);
        contents(&svg, "class=\"note").iter().map(|note| (*note).to_owned()).collect::<Vec<_>>()
    };
    let dims = |span| format!("dims [3, 4] · 12 indices, {span} positions");
    let same = "up to 3 indices have the same position";
    assert_eq!(notes(7), [&dims(7), "position 0", "6", "3 positions hold nothing", same]);
    assert_eq!(notes(9), [&dims(9), "position 0", "8", "5 positions hold nothing", same]);
}

#[test]
fn a_dark_page_has_light_words() {
    let svg = row_major(&Grid::flat([2, 3]).unwrap()).svg();
    let night = svg.split("@media (prefers-color-scheme: dark) {").nth(1).unwrap().split("</style>").next().unwrap();
    // WCAG 2's contrast of the page with what stands on it.
    let luminance = |colour: &str| -> f64 {
        let channel = |k: usize| {
            let c = f64::from(u8::from_str_radix(&colour[1 + 2 * k..3 + 2 * k], 16).unwrap()) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2)
    };
    let colour = |rule: &str| {
        let rest = night.split(rule).nth(1).unwrap_or_else(|| panic!("{rule}: {night}"));
        rest.split('#').nth(1).map(|digits| format!("#{}", &digits[..6])).unwrap()
    };
    let page = luminance(&colour("rect[fill=\"#ffffff\"] {"));
    for rule in ["\ntext {", "text.note {", "text.tick {", "text.row {", "rect[fill=\"#24292f\"] {"] {
        assert!((luminance(&colour(rule)) + 0.05) / (page + 0.05) > 7.0, "{rule}");
    }
    let nothing = luminance(&colour("rect[fill=\"#eceff2\"] {"));
    assert!((luminance(&colour("\ntext {")) + 0.05) / (nothing + 0.05) > 7.0);
    // The page is a rectangle of its own, whose colour the style sheet changes; cells keep theirs.
    let (_, body) = svg.split_once("</style>").unwrap();
    assert_eq!(body.matches("fill=\"#ffffff\"").count(), 1);
}
