//! `lego svg`: what is drawn, and that it is well-formed.

mod common;
#[path = "../../lego-draw/tests/common/xml.rs"]
mod xml;

use common::lego;
use serde_json::json;
use std::path::PathBuf;
use xml::{contents, well_formed};

fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Draws a chain and checks that the drawing is well-formed.
#[track_caller]
fn drawn(chain: &str) -> String {
    let run = lego(&["svg", chain, "-o", "-"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{chain}");
    well_formed(&run.stdout);
    run.stdout
}

#[test]
fn every_cell_bears_its_position() {
    let svg = drawn("Hilbert(4,4)");
    let numbers = contents(&svg, "class=\"number");
    assert_eq!(numbers, ["0", "3", "4", "5", "1", "2", "7", "6", "14", "13", "8", "9", "15", "12", "11", "10"]);
    assert!(svg.contains("<title>[2, 1] → 13</title>"));
    assert_eq!(svg.matches("<polyline").count(), 2);
    let first = svg.lines().find(|line| line.starts_with("<polyline")).unwrap();
    let points = first.split('"').nth(1).unwrap();
    assert_eq!(points.split(' ').count(), 16);
    // The curve goes from cell to neighbouring cell.
    let points: Vec<(f64, f64)> = points
        .split(' ')
        .map(|point| point.split_once(',').unwrap())
        .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
        .collect();
    assert!(points.windows(2).all(|pair| (pair[0].0 - pair[1].0).abs() + (pair[0].1 - pair[1].1).abs() == 44.0));
}

#[test]
fn colours_follow_the_positions() {
    let svg = drawn("Col(2,2)");
    let fills: Vec<&str> = svg
        .lines()
        .filter(|line| line.contains("<title>["))
        .map(|line| line.split("fill=\"").nth(1).unwrap().split('"').next().unwrap())
        .collect();
    let light =
        |fill: &str| -> u32 { (0..3).map(|k| u32::from_str_radix(&fill[1 + 2 * k..3 + 2 * k], 16).unwrap()).sum() };
    // Row-major order of the cells: positions 0, 2, 1, 3.
    assert!(
        light(fills[0]) < light(fills[2]) && light(fills[2]) < light(fills[1]) && light(fills[1]) < light(fills[3])
    );
}

#[test]
fn titles_axes_and_legend() {
    let run = lego(&["svg", "Row(2, N) // two rows\n where N < 9", "--let", "N=3", "-o", "-"]);
    well_formed(&run.stdout);
    let title = "Row(2, N) where N &lt; 9, N = 3";
    assert_eq!(contents(&run.stdout, "<title id="), [title]);
    assert_eq!(contents(&run.stdout, "class=\"title"), [title]);
    assert_eq!(contents(&run.stdout, "<desc").len(), 1);
    assert_eq!(contents(&run.stdout, "class=\"axis"), ["i1 →", "← i0"]);
    assert_eq!(contents(&run.stdout, "class=\"tick"), ["0", "1", "2"]);
    assert_eq!(contents(&run.stdout, "class=\"row"), ["0", "1"]);
    assert_eq!(contents(&run.stdout, "class=\"note"), ["dims [2, 3] · 6 positions", "position 0", "5"]);
}

#[test]
fn tiles_are_blocks() {
    let svg = drawn("OrderBy(Col(2,3), Row(4,5)).TileBy([2,3],[4,5])");
    assert_eq!(contents(&svg, "class=\"number").len(), 120);
    assert_eq!(svg.matches("rx=\"3\"").count(), 6);
    assert_eq!(contents(&svg, "class=\"outer"), ["0", "1", "2", "0", "1"]);
    assert!(svg.contains("i1, i3 →") && svg.contains("← i0, i2"));
    assert!(svg.contains("<title>[1, 2, 3, 4] → 119</title>"));
}

#[test]
fn holes() {
    let svg = drawn("Row(3,3).PadBy([3,2] => [3,3]).ExpandBy([3,2] => [4,2])");
    assert_eq!(contents(&svg, "class=\"number"), ["0", "1", "3", "4", "6", "7", "·", "·"]);
    assert!(svg.contains("· has no position (2 indices) · 3 positions hold nothing"));
    assert!(svg.contains("dims [4, 2] · 8 indices, 9 positions"));
}

#[test]
fn files() {
    let file = temporary("drawing.svg");
    let path = file.to_str().unwrap();
    let run = lego(&["svg", "Row(4,4)", "-o", path]);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    well_formed(&std::fs::read_to_string(&file).unwrap());
    let run = lego(&["svg", "Row(4,4)", "--output", path, "--json"]);
    assert_eq!(run.json(), json!({"ok": true, "file": path}));
    let run = lego(&["svg", "Row(4,4)", "-o", "no/such/folder/drawing.svg"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.starts_with("error: no/such/folder/drawing.svg: "), "{}", run.stderr);
}

#[test]
fn pixels() {
    let file = temporary("drawing.PNG");
    let path = file.to_str().unwrap();
    let run = lego(&["svg", "Hilbert(4,4)", "-o", path, "--json"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(run.json(), json!({"ok": true, "file": path}));
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    // Twice as fine as the SVG, which is 400 x 370.
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!([side(16), side(20)], [800, 740]);
    // A name that only ends so is no extension.
    let other = temporary("png");
    lego(&["svg", "Row(2,2)", "-o", other.to_str().unwrap()]);
    well_formed(&std::fs::read_to_string(other).unwrap());
}

#[test]
fn what_cannot_be_drawn() {
    for (chain, message) in [
        ("Row(4)", "a layout with dims [4] cannot be drawn"),
        ("Row(2,2,2)", "a layout with dims [2, 2, 2] cannot be drawn"),
        ("Row(2,2,2,2)", "a layout with dims [2, 2, 2, 2] cannot be drawn"),
        ("Row(129,4)", "129 x 4 cells are too many to draw; at most 128 x 128"),
        ("Row(130,130).TileBy([65,65],[2,2])", "130 x 130 cells are too many"),
        ("Row(4, M)", "M needs a value here: --let M=…"),
        ("Row(4, 0)", "this size is 0"),
    ] {
        let file = temporary("never.svg");
        let run = lego(&["svg", chain, "-o", file.to_str().unwrap()]);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{chain}");
        assert!(run.stderr.starts_with(&format!("error: {message}")), "{chain}: {}", run.stderr);
        assert!(!file.exists());
    }
    // The largest one that can.
    let svg = drawn("Row(128,128)");
    assert_eq!(contents(&svg, "class=\"number").len(), 128 * 128);
    assert!(!svg.contains("<polyline"));
}
