//! A kernel in surroundings that are unlike its own tests: no prelude, no warning and no unsafe code let through, and
//! items that are called like Rust's and like the macro's.
#![no_implicit_prelude]
#![forbid(unsafe_code, unused_variables, clippy::all)]
#![deny(missing_docs, warnings)]

mod plain {
    //! Names that mean something else here.
    #![allow(dead_code, missing_docs, unused_imports, unused_macros)]
    #![allow(non_camel_case_types, non_upper_case_globals, elided_lifetimes_in_paths)]
    use ::lego_cuda::{lego_kernel, view};

    mod core {}
    mod std {}
    mod lego_cuda {}
    struct u32_;
    struct Result;
    struct Option;
    struct Into;
    enum Variants {
        Some,
        None,
        Ok,
        Err,
    }
    use Variants::{Err, None, Ok, Some};
    trait Kernel {}
    trait Instance {}
    trait Parameter {}
    const body: &str = "";
    const tiles: &str = "";
    const argument_0: &str = "";
    type B = view::Linear;
    type Str = str;

    macro_rules! assert {
        () => {};
    }

    ::lego::layout!(pub(crate) type Tile = Row(4, 4););

    #[lego_kernel(threads = 32)]
    pub(crate) fn names(
        r#in: view::Global<'_, f32, B>,
        r#mod: u32,
        out: view::Split<f32, Tile, (view::ThreadY, view::ThreadX)>,
        #[shared] r#static: view::Shared<'_, f32, Tile>,
    ) {
        let _ = (r#mod, out, r#static, r#in);
    }
}

/// Parameters with the names that the launch has for its own.
#[::lego_cuda::lego_kernel(instances(names_of_the_launch = <f32, 3>))]
pub fn own_names<__T: ::lego_cuda::device::Element, const B: usize>(
    module: ::lego_cuda::view::Global<'_, __T>,
    launch: u32,
    body: __T,
    tiles: &[[u32; 4]],
    argument_0: ::lego_cuda::view::GlobalMut<'_, __T>,
) {
    let _ = (module, launch, body, tiles, argument_0);
}

#[cfg(any())]
struct Absent;

/// A kernel that is there under no condition, with a type that is not.
#[::lego_cuda::lego_kernel(threads = 32)]
#[cfg(any())]
pub fn absent(of: Absent) {}

/// Launches by names.
///
/// # Errors
/// Those of the launch.
pub fn launches<B: ::lego_cuda::launch::Backend>(
    module: &::lego_cuda::launch::Module<B>,
    input: &::lego_cuda::launch::Buffer<f32, B>,
    table: &::lego_cuda::launch::Buffer<[u32; 4], B>,
    output: &mut ::lego_cuda::launch::Buffer<f32, B>,
) -> ::core::result::Result<(), ::lego_cuda::launch::Error> {
    let launch = ::lego_cuda::launch::Launch::grid(1);
    plain::Names::launch(module, launch, input, 1, &mut *output)?;
    OwnNames::<f32, 3>::launch(module, launch, input, 1, 2.0, table, output)
}

fn main() {}
