//! SVG: that it is well-formed, and what it shows.

mod common;

use common::xml::{contents, well_formed};
use common::{grids, row_major};
use lego_draw::{Grid, Picture, Rgb, Shown};

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
