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
    let dims = "dims [4, 2] · 8 indices, 9 positions";
    let notes = [dims, "position 0", "8", "· has no position (2 indices)", "3 positions hold nothing"];
    assert_eq!(contents(&svg, "class=\"note"), notes);
    // In one line where there is room for it.
    let wide = drawn("Row(3,17).PadBy([3,16] => [3,17]).ExpandBy([3,16] => [4,16])");
    assert!(wide.contains("· has no position (16 indices) · 3 positions hold nothing"));
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
    let never = temporary("never.svg");
    let fails = |arguments: &[&str], status: i32, message: &str| {
        let run = lego(&[&["svg", "-o", never.to_str().unwrap()], arguments].concat());
        assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {message}")), "{arguments:?}: {}", run.stderr);
        assert!(!never.exists());
    };
    fails(&["Row(4, M)"], 1, "M needs a value here: --let M=…");
    fails(&["Row(4, 0)"], 1, "this size is 0");
    let many = "not decided (limit): the drawing has 65792 cells, more than 65536. For all of them: --no-limit";
    fails(&["Row(257, 256)"], 3, many);
    fails(&["Row(257, 256)", "--by", "memory"], 3, many);
    fails(&["Row(2, 65536).PadBy([1, 1] => [2, 65536])"], 3, "not decided (limit): the drawing has 131072 cells");
    // What is drawn by index is what has one.
    let stored = "Row(1, 131072).PadBy([1, 2] => [1, 131072]).GroupBy([2])";
    let run = lego(&["svg", stored, "-o", "-"]);
    assert_eq!((run.status, contents(&run.stdout, "class=\"number")), (0, vec!["0", "1"]), "{}", run.stderr);
    fails(&[stored, "--by", "memory"], 3, "not decided (limit): the drawing has 131072 cells");
    for size in ["4194305", "18446744073709551615"] {
        let message = format!("{size} cells are too many to draw; at most 4194304");
        fails(&[&format!("Row({size})"), "--no-limit"], 1, &message);
        fails(&[&format!("Row({size})"), "--no-limit", "--by", "memory"], 1, &message);
    }
    let message = "18446744073709551615 cells are too many to draw; at most 4194304";
    fails(&["Row(1, 1).ExpandBy([1, 1] => [4294967295, 4294967297])"], 1, message);
    fails(&["Row(4294967295, 4294967297)"], 1, message);
    // The largest ones that can, without labels.
    let svg = drawn("Row(256,256)");
    assert_eq!(svg.matches("shape-rendering").count(), 256 * 256);
    assert_eq!((contents(&svg, "class=\"number").len(), svg.contains("<polyline")), (0, false));
    assert!(svg.contains("65536 cells: labels and path are left out"));
    let image = temporary("large.png");
    let run = lego(&["svg", "Row(257, 256)", "--no-limit", "-o", image.to_str().unwrap()]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let run = lego(&["svg", "Row(2, 65536)", "--no-limit", "--numbers", "always", "-o", image.to_str().unwrap()]);
    assert!(run.status == 1 && run.stderr.contains("pixels is too large"), "{}", run.stderr);
}

#[test]
fn half_a_drawing_is_not_left_behind() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let run = lego(&["svg", "Row(4,4)", "-o", "/dev/full"]);
    assert!(run.status == 1 && run.stderr.starts_with("error: /dev/full: "), "{}", run.stderr);
    assert!(std::path::Path::new("/dev/full").exists());
}
