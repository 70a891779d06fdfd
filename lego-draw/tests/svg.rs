//! SVG: that it is well-formed, and what it shows.

mod common;

use common::xml::{contents, well_formed};
use common::{grids, row_major};
use lego_draw::{Grid, Picture, Rgb};

#[test]
fn every_shape_of_grid_is_drawn_whole() {
    for grid in grids() {
        let picture = row_major(grid);
        let svg = picture.svg();
        well_formed(&svg);
        let labels: Vec<String> = picture.cells().map(|cell| cell.label()).collect();
        assert_eq!(contents(&svg, "class=\"number"), labels, "{grid:?}");
        let tiles = if grid.is_tiled() { grid.rows() / grid.tile()[0] * (grid.columns() / grid.tile()[1]) } else { 0 };
        assert_eq!(svg.matches("rx=\"3\"").count() as u64, tiles, "{grid:?}");
        let (width, height) = picture.size();
        assert!(svg.contains(&format!("viewBox=\"0 0 {width} {height}\"")), "{grid:?}");
    }
}

#[test]
fn a_large_one_has_no_path() {
    let svg = row_major(Grid::flat([65, 64]).unwrap()).svg();
    well_formed(&svg);
    assert_eq!(contents(&svg, "class=\"number").len(), 65 * 64);
    assert!(!svg.contains("<polyline"));
    assert!(row_major(Grid::flat([32, 32]).unwrap()).svg().contains("<polyline"));
}

#[test]
fn any_title_is_escaped() {
    let title = "a<b> & \"c\" 'd' ]]> \u{0}\u{1}\u{7f}\u{fffe}\n\t é→🦀";
    let svg = row_major(Grid::flat([2, 2]).unwrap()).titled(title).svg();
    well_formed(&svg);
    let escaped = "a&lt;b&gt; &amp; &quot;c&quot; 'd' ]]&gt;       é→🦀";
    assert_eq!(contents(&svg, "<title id="), [escaped]);
    assert!(!svg.contains(|c: char| c.is_control() && c != '\n'));
    assert_eq!(contents(&row_major(Grid::flat([2, 2]).unwrap()).svg(), "class=\"title"), [""]);
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
    let svg = Picture::new(grid, 4, |index| Some(index[1])).svg();
    well_formed(&svg);
    assert_eq!(contents(&svg, "class=\"number"), ["0", "1", "2", "3"].repeat(3));
    // The path goes along the first row.
    let points = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    let heights: Vec<&str> = points.split(' ').map(|point| point.split_once(',').unwrap().1).collect();
    assert!(heights.len() == 4 && heights.iter().all(|y| *y == heights[0]), "{points}");

    let outside = Picture::new(grid, 4, |index| Some(index[0] + 100));
    well_formed(&outside.svg());
    assert_eq!(outside.cell(0, 0).colour, Rgb::along(1.0));
    well_formed(&Picture::new(grid, u64::MAX, |_| Some(u64::MAX)).svg());
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
    let tiles = row_major(grid).coloured("tile", 4, |index, _| index[0] * 2 + index[1]);
    let colours: Vec<Rgb> = tiles.cells().map(|cell| cell.colour).collect();
    let [a, b, c, d] = [0, 1, 2, 3].map(|tile| Rgb::of(tile, 4));
    assert_eq!(colours, [a, a, b, b, a, a, b, b, c, c, d, d, c, c, d, d]);
    let svg = tiles.svg();
    well_formed(&svg);
    let notes = contents(&svg, "class=\"note");
    assert_eq!(notes, ["dims [2, 2, 2, 2] · 16 positions", "tile 0", "3"]);
    assert!(svg.contains("from dark to light along the tiles."));
}
