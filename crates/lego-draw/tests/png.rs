//! Pixels: that they show what the SVG shows, and that the PNG has them.
#![cfg(feature = "png")]

mod common;

use common::{grids, row_major};
use lego_draw::{Grid, Picture, Pixels, Rgb, Shown};
use std::io::Cursor;

/// The colour just inside the upper left corner of each cell, beside borders, numbers and path.
fn corners(picture: &Picture<'_>, pixels: &Pixels) -> Vec<Rgb> {
    let svg = picture.svg();
    let cells = svg.lines().filter(|line| line.contains("stroke=\"#ffffff\"") && line.starts_with("<rect x"));
    cells
        .map(|line| {
            let attribute = |k: usize| line.split('"').nth(k).unwrap().parse::<f64>().unwrap();
            let inside = |at: f64| ((at + 1.6) * f64::from(pixels.scale())) as u32;
            pixels.get(inside(attribute(1)), inside(attribute(3))).unwrap()
        })
        .collect()
}

#[test]
fn every_cell_has_its_colour() {
    for grid in grids() {
        for scale in [1, 2] {
            // Of so many positions no path is drawn, which would hide colours.
            let picture = Picture::new(grid.clone(), 5000, |index| Some(index.iter().sum::<u64>() * 70));
            let pixels = picture.pixels(scale).unwrap();
            let (width, height) = picture.size();
            let zoomed = [width, height].map(|side| (side * f64::from(scale)).ceil() as u32);
            assert_eq!([pixels.width(), pixels.height()], zoomed, "{grid:?}");
            let want: Vec<Rgb> = picture.cells().map(|cell| cell.colour).collect();
            assert_eq!(corners(&picture, &pixels), want, "{grid:?} {scale}");
        }
    }
}

#[test]
fn a_png_has_the_pixels() {
    let picture = Picture::new(Grid::tiled([1, 2, 3, 1]).unwrap(), 9, |i| (i[2] != 1).then_some(i[1] * 3 + i[2]));
    let pixels = picture.titled("holes").pixels(2).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(pixels.png())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (pixels.width(), pixels.height(), png::ColorType::Rgb));
    assert_eq!(bytes, pixels.rgb());
    // 192 pixels to an inch.
    assert_eq!(reader.info().pixel_dims.map(|dims| [dims.xppu, dims.yppu]), Some([7559, 7559]));
}

#[test]
fn what_is_too_large_is_an_error() {
    let picture = row_major(&Grid::flat([1 << 31, 1 << 31]).unwrap());
    assert!(picture.pixels(1).is_err());
    let error = row_major(&Grid::flat([2, 2]).unwrap()).pixels(u32::MAX).unwrap_err();
    assert!(error.to_string().ends_with("pixels is too large; it may have 67108864"), "{error}");
    assert_eq!(row_major(&Grid::flat([2, 2]).unwrap()).pixels(0).unwrap().scale(), 1);
}

/// The numbers of dark pixels in the rows of a part, from a line to another.
fn dark(pixels: &Pixels, rows: std::ops::Range<u32>, columns: std::ops::Range<u32>) -> usize {
    rows.flat_map(|y| columns.clone().map(move |x| (x, y)))
        .filter(|&(x, y)| pixels.get(x, y).is_some_and(|Rgb(r, g, b)| u32::from(r) + u32::from(g) + u32::from(b) < 384))
        .count()
}

#[test]
fn titles_are_written_and_stay_inside() {
    let grid = Grid::flat([2, 2]).unwrap();
    let without = row_major(&grid).pixels(2).unwrap();
    let heading = |pixels: &Pixels| dark(pixels, 40..72, 0..pixels.width());
    assert_eq!(heading(&without), 0);
    let short = row_major(&grid).titled("Row(2, 2)").pixels(2).unwrap();
    assert!(heading(&short) > 200);
    // Also signs that the font does not have.
    assert!(heading(&row_major(&grid).titled("→←…🦀").pixels(2).unwrap()) > 100);
    // What is below the legend is longer than the picture is wide, and made to fit.
    let holes = Picture::new(grid.clone(), 9_000_000_000_000_000, |i| (i[0] == 0).then_some(i[1])).pixels(2).unwrap();
    let (width, height) = (holes.width(), holes.height());
    assert!(dark(&holes, height - 100..height, 0..width - 20) > 100);
    assert_eq!(dark(&holes, height - 100..height, width - 20..width), 0);
}

#[test]
fn holes_are_hatched() {
    let grid = Grid::flat([1, 2]).unwrap();
    let picture = Picture::new(grid, 2, |index| Some(index[1])).with_holes_beyond(&[1, 1]).with_path(Shown::Never);
    let pixels = picture.pixels(4).unwrap();
    let svg = picture.svg();
    let hole = svg.lines().find(|line| line.contains("url(#hatch)")).unwrap();
    let [left, top] = [1, 3].map(|k| 4 * hole.split('"').nth(k).unwrap().parse::<u32>().unwrap());
    // Inside of its border.
    let grey: Vec<u32> = (top + 20..top + 156)
        .flat_map(|y| (left + 20..left + 156).map(move |x| (x, y)))
        .map(|(x, y)| u32::from(pixels.get(x, y).unwrap().0))
        .collect();
    let [lines, ground] = [0x9a, 0xec].map(|tone| grey.iter().filter(|grey| **grey == tone).count());
    // Lines of 1.2 in every 6 take a fifth, less what is between the tones at their edges.
    let share = lines as f64 / grey.len() as f64;
    assert!((0.12..0.2).contains(&share) && ground > 2 * lines, "{share} {ground}");
    assert!(grey.iter().all(|grey| (0x9a..=0xec).contains(grey)));
}

#[test]
fn cells_of_a_pixel_or_two_keep_their_colours() {
    // 300 columns of 3 units.
    let grid = Grid::flat([300, 300]).unwrap();
    let picture = row_major(&grid);
    let pixels = picture.pixels(1).unwrap();
    let (width, height) = picture.size();
    let (left, top) = ((width - 24.0) as u32 - 900, (height - 24.0 - 62.0 - 18.0) as u32 - 900);
    for (row, column) in [(0, 0), (0, 299), (150, 77), (299, 0), (299, 299)] {
        let colour = pixels.get(left + 3 * column + 1, top + 3 * row + 1).unwrap();
        assert_eq!(colour, picture.cell(row.into(), column.into()).unwrap().colour, "{row} {column}");
    }
}
