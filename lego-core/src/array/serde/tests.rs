//! What is written is read again, and what does not fit is an error.

use super::*;
use crate::array::Arr2D;
use crate::samples::{Col, Row, Table};
use std::string::ToString;

fn read(text: &str) -> Result<Arr2D<u8, Col<2, 3>>, std::string::String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn text_is_dims_and_row_major_elements() {
    let a = Array::from_row_major(Col::<2, 3>, &[1_u8, 2, 3, 4, 5, 6]).unwrap();
    let text = serde_json::to_string(&a).unwrap();
    assert_eq!(text, r#"{"dims":[2,3],"data":[1,2,3,4,5,6]}"#);
    assert_eq!(read(&text).unwrap(), a);
    let rows: Arr2D<u8, Row<2, 3>> = serde_json::from_str(&text).unwrap();
    assert_eq!(rows, a);
    assert_eq!(read(r#"{"data":[1,2,3,4,5,6],"more":{},"dims":[2,3]}"#).unwrap(), a);
    assert_eq!(read("[[2,3],[1,2,3,4,5,6]]").unwrap(), a);
}

#[test]
fn holes_and_missing_places_are_left_out() {
    for layout in [Table::padded([2, 2], [2, 3]), Table::expanded([3, 3], [2, 2])] {
        let a = Array::filled(layout, 5_u8);
        let text = serde_json::to_string(&a).unwrap();
        assert!(text.ends_with(r#""data":[5,5,5,5]}"#), "{text}");
        let mut reader = serde_json::Deserializer::from_str(&text);
        assert_eq!(Seed::<u8, _>::new(layout).deserialize(&mut reader).unwrap(), a);
    }
}

#[test]
fn a_layout_may_be_made_of_the_dims() {
    let read = |text: &str| {
        let seed = Seed::<u8, Table<2>>::from_dims(|dims: [usize; 2]| {
            crate::check::at_most("the first extent", dims[0] as u128, 9)?;
            Ok(Table::shuffled(dims))
        });
        seed.deserialize(&mut serde_json::Deserializer::from_str(text)).map_err(|error| error.to_string())
    };
    for dims in [[2, 3], [1, 1], [7, 1], [0, 4], [5, 13]] {
        let a = Array::from_fn(Table::shuffled(dims), |[i, j]| (i + 10 * j) as u8);
        let text = serde_json::to_string(&a).unwrap();
        assert_eq!(read(&text).unwrap(), a);
        let positional = serde_json::to_string(&(dims, a.to_row_major())).unwrap();
        assert_eq!(read(&positional).unwrap(), a);
    }
    assert!(read(r#"{"more":[1],"dims":[1,2],"and":{},"data":[1,2]}"#).is_ok());
    for (text, expected) in [
        (r#"{"data":[1,2],"dims":[1,2]}"#, "the dims must come before the data"),
        (r#"{"dims":[1,2,3],"data":[1,2]}"#, "the array has rank 3, but rank 2 is needed"),
        (r#"{"dims":[10,2],"data":[1,2]}"#, "the first extent is 10, but may be at most 9"),
        (r#"{"dims":[1,2]}"#, "missing field `data`"),
        (r#"{}"#, "missing field `dims`"),
        (r#"{"dims":[1,2],"dims":[1,2],"data":[1,2]}"#, "duplicate field `dims`"),
        (r#"{"dims":[1,2],"data":[1,2],"data":[1,2]}"#, "duplicate field `data`"),
        (r#"{"dims":[1,2],"data":[1]}"#, "invalid length 1"),
        (r#"{"dims":[1,2],"data":[1,2,3]}"#, "invalid length 3"),
        (r#"[[1,2]]"#, "invalid length 1"),
        (r#"7"#, "expected 2 dims"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// No more is allocated than there is to be read.
#[test]
fn dims_alone_allocate_nothing() {
    let text = r#"{"dims":[1000000000000,1000000],"data":[1,2,3]}"#;
    let seed = Seed::<u8, Large>::from_dims(|dims| Ok(Large(dims)));
    let error = seed.deserialize(&mut serde_json::Deserializer::from_str(text)).unwrap_err();
    assert!(error.to_string().contains("invalid length 3"));
}

#[derive(Clone, Copy, Debug)]
struct Large([usize; 2]);
impl Mapping for Large {
    type Index = [usize; 2];
    type Position = usize;
    fn dims(&self) -> [usize; 2] {
        self.0
    }
    fn span(&self) -> usize {
        self.0[0] * self.0[1]
    }
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        i * self.0[1] + j
    }
}
impl Layout for Large {
    type Preimage = [usize; 2];
    fn inv(&self, p: usize) -> [usize; 2] {
        [p / self.0[1], p % self.0[1]]
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let dims = "the array has dims [3, 2], but the layout has [2, 3]";
    for (text, expected) in [
        (r#"{"dims":[3,2],"data":[1,2,3,4,5,6]}"#, dims),
        (r#"{"data":[1,2,3,4,5,6],"dims":[3,2]}"#, dims),
        (r#"{"dims":[6],"data":[1,2,3,4,5,6]}"#, "the array has dims [6]"),
        (r#"{"dims":[2,3],"data":[1,2,3,4,5]}"#, "invalid length 5"),
        (r#"{"dims":[2,3],"data":[1,2,3,4,5,6,7]}"#, "invalid length 7"),
        (r#"{"dims":[2,3]}"#, "missing field `data`"),
        (r#"{"data":[1,2,3,4,5,6]}"#, "missing field `dims`"),
        (r#"{"dims":[2,3],"dims":[2,3],"data":[1,2,3,4,5,6]}"#, "duplicate field `dims`"),
        (r#"{"data":[1,2,3,4,5,6],"data":[1,2,3,4,5,6],"dims":[2,3]}"#, "duplicate field `data`"),
        (r#"{"dims":[2,3],"data":[1,2,3,4,5,600]}"#, "invalid value"),
        (r#"[[2,3]]"#, "invalid length 1"),
        (r#"7"#, "expected dims [2, 3] and an element for each index"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
