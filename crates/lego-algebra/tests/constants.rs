//! The algebra at compile time: every operation in a constant, and the same at run time.

use lego_algebra::cute::{ComposedLayout, IntTuple, Layout, Swizzle, ThreadValue, Tiler};

/// The value, or an error of the compiler.
macro_rules! constant {
    ($name:ident: $kind:ty = $value:expr) => {
        const $name: $kind = match $value {
            Ok(value) => value,
            Err(_) => panic!(),
        };
    };
}

constant!(A: Layout = Layout::parse("(6,2):(8,2)"));
constant!(B: Layout = Layout::parse("(4,3):(3,1)"));
constant!(COMPOSED: Layout = A.composition(&B));
constant!(MATRIX: Layout = Layout::parse("(64,64):(64,1)"));
constant!(TILE: Tiler = Tiler::parse("<16,8>"));
constant!(TILES: Layout = MATRIX.zipped_divide(&TILE));
constant!(COMPLEMENT: Layout = B.complement(24));
constant!(INVERSE: Layout = MATRIX.inverse());
constant!(LEFT: Layout = A.left_inverse());
constant!(PRODUCT: Layout = B.blocked_product(&A));
constant!(ATOM: Layout = Layout::parse("(8,8):(8,1)"));
constant!(SHAPE: IntTuple = IntTuple::flat(&[64, 64]));
constant!(ORDER: IntTuple = IntTuple::flat(&[0, 1]));
constant!(COVERED: Layout = ATOM.tile_to_shape(&SHAPE, &ORDER));
constant!(SWIZZLE: Swizzle = Swizzle::new(3, 0, 3));
constant!(WIDE: Layout = MATRIX.upcast(4));
constant!(THREADS: Layout = Layout::parse("(8,4):(4,1)"));
constant!(VALUES: Layout = Layout::parse("(1,4):(4,1)"));
constant!(TV: ThreadValue = ThreadValue::of(&THREADS, &VALUES));
constant!(PART: (i64, Layout) = TV.of_thread(&MATRIX, 5));

const SWIZZLED: ComposedLayout = ComposedLayout { swizzle: SWIZZLE, offset: 0, layout: ATOM };
const _: () = assert!(COMPOSED.size() == 12 && A.is_injective().is_ok() && MATRIX.is_bijective());

#[test]
fn constants_are_what_run_time_computes() {
    let layout = |text| Layout::parse(text).unwrap();
    assert_eq!(COMPOSED, layout("((2,2),3):((24,2),8)"));
    assert_eq!(TILES, layout("((16,8),(4,8)):((64,1),(1024,8))"));
    assert_eq!(COMPLEMENT, layout("(4,3):(3,1)").complement(24).unwrap());
    assert_eq!(INVERSE, layout("(64,64):(64,1)"));
    assert_eq!(LEFT, layout("(6,2):(8,2)").left_inverse().unwrap());
    assert_eq!(PRODUCT, layout("(4,3):(3,1)").blocked_product(&layout("(6,2):(8,2)")).unwrap());
    assert_eq!(COVERED.to_string(), "(64,(8,8)):(8,(1,512))");
    assert_eq!(WIDE, layout("(64,16):(16,1)"));
    assert_eq!(PART, TV.of_thread(&MATRIX, 5).unwrap());
    assert_eq!(SWIZZLED.to_string(), "Sw<3,0,3> o 0 o (8,8):(8,1)");
}
