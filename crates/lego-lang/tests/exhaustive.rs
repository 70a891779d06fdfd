//! Every point of the recorded vectors and of 200 random chains, both directions.

mod common;

use common::vectors::{numbers, piece, text};
use common::{chain, flatten, indices};
use lego_lang::{RuntimeLayout, parse};
use serde_json::Value;

#[test]
fn every_point_of_the_recorded_vectors() {
    let recorded: Value = serde_json::from_str(include_str!("data/lego.json")).unwrap();
    let vectors = recorded["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 34);
    let mut points = 0;
    for vector in vectors {
        let name = vector["name"].as_str().unwrap();
        let layout = RuntimeLayout::parse(&text(vector), &[]).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let dims: Vec<u64> = vector["group_by"].as_array().unwrap().iter().flat_map(numbers).collect();
        assert_eq!(layout.dims(), dims, "{name}");
        assert_eq!(layout.span(), vector["numel"].as_u64().unwrap(), "{name}");
        for sample in vector["apply"].as_array().unwrap() {
            let (index, position) = (numbers(&sample[0]), sample[1].as_u64().unwrap());
            assert_eq!(layout.apply(&index), Some(position), "{name} at {index:?}");
            assert_eq!(layout.inv(position), Some(index), "{name} at position {position}");
            points += 1;
        }
        let Some(table) = vector.get("apply_table") else { continue };
        for (index, position) in indices(&dims).zip(numbers(table)) {
            assert_eq!(layout.apply(&index), Some(position), "{name} at {index:?}");
            points += 1;
        }
        for (position, flat) in numbers(&vector["inverse_table"]).into_iter().enumerate() {
            let index = layout.inv(position as u64).unwrap();
            assert_eq!(flatten(&dims, &index), flat, "{name} at position {position}");
        }
    }
    assert_eq!(points, 2699);
}

#[test]
fn the_recorded_interleaving_is_morton_with_its_indices_exchanged() {
    let recorded =
        RuntimeLayout::parse(&piece(&serde_json::json!({ "genp": "morton2d", "dims": [8, 8] })), &[]).unwrap();
    let exchanged = RuntimeLayout::parse("OrderBy(Morton(8, 8)).OrderBy(Col(8, 8)).GroupBy([8, 8])", &[]).unwrap();
    let by_bits = RuntimeLayout::parse("OrderBy(RegP([2,2,2,2,2,2], [4,1,5,2,6,3])).GroupBy([8, 8])", &[]).unwrap();
    for index in indices(&[8, 8]) {
        assert_eq!(recorded.apply(&index), exchanged.apply(&index));
        assert_eq!(recorded.apply(&index), by_bits.apply(&index));
    }
}

/// `TileOrderBy` by its definition, on every point of small arrays: tiles of rows, each by columns.
#[test]
fn an_array_stored_tile_by_tile() {
    for [a, b, t, u] in [[4, 4, 8, 8], [3, 1, 5, 7], [1, 6, 1, 2], [2, 5, 3, 1], [1, 1, 1, 1]] {
        let order = format!("TileOrderBy(Row({a}, {b}), Col({t}, {u}))");
        let array = [a * t, b * u];
        let position = |i: u64, j: u64| (i / t * b + j / u) * t * u + j % u * t + i % t;
        for (text, dims) in [
            (order.clone(), array.to_vec()),
            (format!("{order}.TileBy([{}, {}])", array[0], array[1]), array.to_vec()),
            (
                order.replace("TileOrderBy", "OrderBy") + &format!(".TileBy([{}, {}])", array[0], array[1]),
                array.to_vec(),
            ),
            (format!("{order}.GroupBy([{}])", array[0] * array[1]), vec![array[0] * array[1]]),
            (format!("Row({}).{}", array[0] * array[1], order), array.to_vec()),
        ] {
            let layout = RuntimeLayout::parse(&text, &[]).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
            assert_eq!((layout.dims(), layout.span()), (&dims[..], array[0] * array[1]), "{text}");
            for (flat, index) in indices(&dims).enumerate() {
                let expected = position(flat as u64 / array[1], flat as u64 % array[1]);
                assert_eq!(layout.apply(&index), Some(expected), "{text} at {index:?}");
                assert_eq!(layout.inv(expected), Some(index), "{text} at position {expected}");
            }
        }
    }
    // Three levels of rank 3, seen by tiles of other sizes.
    let text = "TileOrderBy(Col(2,1,3), Morton(2,2,2), Row(1,3,2)).TileBy([2,2,4], [2,3,3])";
    let layout = RuntimeLayout::parse(text, &[]).unwrap();
    for index in indices(layout.dims()) {
        let [x, y, z] = [0, 1, 2].map(|k| index[k] * [2, 3, 3][k] + index[k + 3]);
        let tile = z / 4 * 2 + x / 2;
        let brick = (x % 2) * 4 + (y / 3 % 2) * 2 + z / 2 % 2;
        assert_eq!(layout.apply(&index), Some((tile * 8 + brick) * 6 + y % 3 * 2 + z % 2), "{index:?}");
    }
}

#[test]
fn every_point_of_random_chains() {
    let (mut expanding, mut padding, mut tiled, mut stored) = (0, 0, 0, 0);
    for seed in 0..200 {
        let model = chain(seed);
        let text = model.to_string();
        let layout = RuntimeLayout::parse(&text, &[]).unwrap_or_else(|errors| panic!("{seed}: {text}: {errors:?}"));
        assert_eq!(layout.dims(), model.dims(), "{text}");
        assert_eq!(layout.span(), model.span(), "{text}");
        let mut owner = vec![None; layout.span() as usize];
        for index in indices(layout.dims()) {
            let position = layout.apply(&index);
            assert_eq!(position, model.apply(&index), "{text} at {index:?}");
            if let Some(position) = position {
                assert!(owner[position as usize].replace(index).is_none(), "{text} hits {position} twice");
            }
        }
        for (position, index) in owner.into_iter().enumerate() {
            assert_eq!(layout.inv(position as u64), index, "{text} at position {position}");
            assert!(index.is_some() || layout.pads(), "{text} never reaches {position}");
        }
        assert_eq!(layout.inv(layout.span()), None);
        expanding += usize::from(layout.expands());
        padding += usize::from(layout.pads());
        tiled += usize::from(text.contains("TileBy"));
        stored += usize::from(text.contains("TileOrderBy"));
        assert_eq!(parse(&text).unwrap().to_string().replace(' ', ""), text.replace(' ', ""));
    }
    assert!(expanding > 10 && padding > 10 && tiled > 40 && stored > 40, "{expanding} {padding} {tiled} {stored}");
}

#[test]
fn random_chains_use_every_named_piece() {
    let texts: String = (0..600).map(|seed| chain(seed).to_string()).collect();
    // Of Symmetric two indices share a position, which none of the others may.
    let packed = lego_core::chain::PACKED.iter().filter(|named| named.name != "Symmetric");
    for named in lego_core::chain::pieces::NAMED.iter().chain(packed) {
        let words =
            "is in no random chain: `piece` in tests/common/random.rs makes them, each with its obvious formula";
        assert!(texts.contains(&format!("{}(", named.name)), "`{}` {words}", named.name);
    }
}
