//! The values of the layouts, which are those that they have elsewhere.

use hygiene::{attributes, macros, names, places, prelude};
use layouts::Mapping;

#[test]
fn without_prelude() {
    assert_eq!(prelude::Static::apply([5, 6]), 3 * 16 + 7);
    assert_eq!(prelude::Generic::<16, 4>::inv(63), [3, 1, 3, 1]);
    let runtime = prelude::Runtime::new(3, 8).unwrap();
    assert_eq!(runtime.apply([2, 3, 1]), 7 * 3 + 2);
    assert_eq!(prelude::Runtime::new(3, 2).unwrap_err().to_string(), "the fact k >= 4 does not hold");
    assert_eq!(prelude::Named::new(2, 1, 3, 1, 1, 4).unwrap().inv(22), [1, 0, 2, 0, 0, 2]);
    assert_eq!(prelude::Both::<4>::new(8).unwrap().apply([1, 0, 2, 3]), 27);
    assert!(prelude::Both::<4>::new(9).is_err());
    assert_eq!(prelude::Padded::inv(8), None);
    assert_eq!(prelude::Extended::apply([7, 0]), None);
    assert_eq!(prelude::Called::apply_u32([2, 3]), 19);
    assert_eq!(prelude::Outside::SPAN, 8);
    assert_eq!(prelude::expression(), 0b01_10_11);
}

#[test]
fn beside_names_that_mean_something_else() {
    assert_eq!(names::Static::apply([5, 6]), 3 * 16 + 7);
    assert_eq!(names::Generic::<16, 4>::inv_u32(63), [3, 1, 3, 1]);
    assert_eq!(names::Runtime::new(3, 8, 5).unwrap().apply([2, 3, 1, 4]), 3 * 8 * 4 + 3 * 7 + 2);
    assert_eq!(names::Padded::inv(8), None);
    assert_eq!(names::Extended::apply([7, 0]), None);
    assert_eq!(names::Called::inv(19), [2, 3]);
    assert_eq!(names::Outside::inv_u32(7), [7]);
    assert_eq!(names::Clear::new(2, 3, 4, 5).unwrap().inv(119), [1, 2, 3, 4]);
    assert_eq!(names::Raw::new(2, 3).unwrap().apply([1, 2]), 5);
    assert_eq!(names::Closed::apply([2, 3]), 11);
    assert_eq!(names::expression(), 11);
}

#[test]
fn from_macros() {
    assert_eq!(macros::Square::DIMS, [2, 2, 2, 2]);
    assert_eq!(macros::Parts::apply([5]), macros::Twin::apply([5]));
    let named = macros::Named::<2, 3>::new(4, 5).unwrap();
    assert_eq!(named.apply([1, 2, 3, 4]), 119);
    // Inner<4>, Own and Inner<2> in each other: [2, 2], [1, 3] and [0, 1].
    assert_eq!(macros::Outer::<2>::DIMS, [3, 4, 2, 4, 3, 2]);
    assert_eq!(macros::Outer::<2>::apply([2, 2, 1, 3, 0, 1]), (7 * 8 + 7) * 6 + 2);
    assert_eq!(macros::expressions(), [10, 11, 11, 7]);
    hygiene::square!(Elsewhere, 6);
    assert_eq!(Elsewhere::COUNT, 36);
}

#[test]
fn with_attributes() {
    let width = if cfg!(feature = "narrow") { 4 } else { 8 };
    assert_eq!(attributes::Wide::DIMS, [2, width]);
    assert_eq!(attributes::Chosen::RANK, if cfg!(feature = "narrow") { 2 } else { 3 });
    assert!(attributes::OrderedToo::new(1).unwrap() < attributes::OrderedToo::new(2).unwrap());
    assert!(attributes::Ordered <= attributes::Ordered);
    assert_eq!(attributes::sizes(), [4, 5, 6, 7, 16]);
}

#[test]
fn anywhere() {
    use places::{Holder, Sized3, User};
    assert_eq!((User::SPAN, User.position()), (9, 7));
    assert_eq!(places::first_position(&Holder { layout: attributes::Ordered }, [3]), 3);
    assert_eq!(places::unnamed().apply([1, 2]), 9);
    assert_eq!(places::length().len(), 5);
    assert_eq!(places::sum(), 12);
}

#[test]
fn names_around_a_layout_are_not_its_own() {
    use hygiene::shadows::{sizes, types};
    let matrix = sizes::Matrix::new(4, 6).unwrap();
    assert_eq!((matrix.dims(), matrix.apply([3, 2, 1])), ([4, 3, 2], 23));
    assert_eq!((sizes::M, sizes::k, sizes::generic::<5>()), (7, 9, 10));
    assert_eq!((types::usize::apply([1, 2]), types::usize::inv(5)), (5, [1, 2]));
    assert_eq!((types::u32::<4>::apply([3, 1]), types::u32::<4>::inv(11)), (10, None));
    let option = types::Option::new(2, 3).unwrap();
    assert_eq!((option.apply([1, 2]), option.apply([2, 0])), (Some(5), None));
    assert_eq!((types::Result::SPAN, types::Self_::apply([1, 0]), types::str::apply([1, 0])), (20, 1, 1));
    assert_eq!(types::bool::new(3).unwrap().apply([2, 1]), 5);
}
