//! Kernels of one name and one text that are not one kernel, as of two crates or of builds with other features: a launch of
//! the one refuses the program of the other.

use crate::fake::device;
use lego_cuda::image::{Architecture, Bounds, Kernel, KernelModule, Kernels, Parameter, Reach};
use lego_cuda::kernel::{Instance, signature};
use lego_cuda::launch::{Error, Launch};

/// Two declarations of what one text of a kernel `k` names, and the first of them again.
macro_rules! pairs {
    ($($name:ident: { $($left:tt)* } or { $($right:tt)* } in { $($kernel:tt)* })*) => {
        $(
            mod $name {
                pairs! { one left { $($left)* } { $($kernel)* } }
                pairs! { one right { $($right)* } { $($kernel)* } }
                pairs! { one again { $($left)* } { $($kernel)* } }
            }
        )*

        #[test]
        fn what_the_text_names_counts() {
            $(
                let [left, right, again] =
                    [signature::<$name::left::K>(), signature::<$name::right::K>(), signature::<$name::again::K>()];
                assert_ne!(left, right, "{}", stringify!($name));
                assert_eq!(left, again, "{}", stringify!($name));
            )*
        }
    };
    (one $name:ident { $($declared:tt)* } { $($kernel:tt)* }) => {
        // Only the type of the kernel is used, outside.
        #[allow(dead_code, private_interfaces)]
        pub(super) mod $name {
            #[allow(unused_imports)]
            use lego_cuda::device::Element;
            use lego_cuda::lego_kernel;
            #[allow(unused_imports)]
            use lego_cuda::view::{BlockX, Global, GlobalMut, Shared, Split, ThreadX};

            $($declared)*
            $($kernel)*
        }
    };
}

pairs! {
    layout_behind_an_alias: {
        lego::layout!(pub(super) type Rows = Row(4, 8););
        type Input<'a> = Global<'a, f32, Rows>;
    } or {
        lego::layout!(pub(super) type Rows = Col(4, 8););
        type Input<'a> = Global<'a, f32, Rows>;
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(input: Input<'_>) {
            let _ = input;
        }
    }

    number_behind_an_alias: {
        type Number = f32;
    } or {
        type Number = u32;
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(number: Number) {
            let _ = number;
        }
    }

    element_behind_an_alias: {
        type Number = f32;
    } or {
        type Number = i32;
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(numbers: Global<'_, Number>, others: &[u8]) {
            let _ = (numbers, others);
        }
    }

    axes_behind_an_alias: {
        lego::layout!(pub(super) type Rows = Row(8, 8););
        type Axes = (BlockX, ThreadX);
    } or {
        lego::layout!(pub(super) type Rows = Row(8, 8););
        type Axes = (ThreadX, BlockX);
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(output: Split<'_, f32, Rows, Axes>) {
            let _ = output;
        }
    }

    tile_behind_an_alias: {
        lego::layout!(pub(super) type Rows = Row(4, 8););
        type Tile<'a> = Shared<'a, f32, Rows>;
    } or {
        lego::layout!(pub(super) type Rows = Col(4, 8););
        type Tile<'a> = Shared<'a, f32, Rows>;
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(#[shared] tile: Tile<'_>) {
            let _ = tile;
        }
    }

    constant_of_the_invocation: {
        lego::layout!(const B: usize = 2; pub(super) type Rows = Row(8, 8).TileBy([B, B], [8/B, 8/B]););
    } or {
        lego::layout!(const B: usize = 4; pub(super) type Rows = Row(8, 8).TileBy([B, B], [8/B, 8/B]););
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(input: Global<'_, f32, Rows>) {
            let _ = input;
        }
    }

    constant_from_elsewhere: {
        mod sizes { pub(in super::super) const B: usize = 2; }
        lego::layout!(pub(super) type Rows = Row(8, 8).TileBy([sizes::B, 2], [8/sizes::B, 4]););
    } or {
        mod sizes { pub(in super::super) const B: usize = 4; }
        lego::layout!(pub(super) type Rows = Row(8, 8).TileBy([sizes::B, 2], [8/sizes::B, 4]););
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(input: Global<'_, f32, Rows>) {
            let _ = input;
        }
    }

    layout_in_a_layout: {
        lego::layout!(type Inner = Row(4, 8); pub(super) type Rows = OrderBy(Inner, Row(3)););
    } or {
        lego::layout!(type Inner = Col(4, 8); pub(super) type Rows = OrderBy(Inner, Row(3)););
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(input: Global<'_, f32, Rows>) {
            let _ = input;
        }
    }

    constant_beside_sizes_at_run_time: {
        lego::layout!(pub(super) type Any<const W: usize>(m) = Row(m, W););
        type Rows = Any<8>;
    } or {
        lego::layout!(pub(super) type Any<const W: usize>(m) = Row(m, W););
        type Rows = Any<9>;
    } in {
        #[lego_kernel(threads = 8)]
        pub(crate) fn k(output: Split<'_, f32, Rows, (BlockX, ThreadX)>) {
            let _ = output;
        }
    }

    size_of_an_instance: {
        const SIZE: usize = 8;
        pub(in super::super) type K = Sized<SIZE>;
    } or {
        const SIZE: usize = 9;
        pub(in super::super) type K = Sized<SIZE>;
    } in {
        #[lego_kernel(threads = 8, name = Sized, instances(k = <SIZE>))]
        pub(crate) fn k<const N: usize>(numbers: &[u32]) {
            let _ = numbers;
        }
    }

    type_of_an_instance: {
        type Number = f32;
        pub(in super::super) type K = Typed<Number>;
    } or {
        type Number = u32;
        pub(in super::super) type K = Typed<Number>;
    } in {
        #[lego_kernel(threads = 8, name = Typed, instances(k = <Number>))]
        pub(crate) fn k<T: Element>(numbers: GlobalMut<'_, T>) {
            let _ = numbers;
        }
    }
}

/// A program with a kernel `k` that takes a view.
fn program_of<K: Instance>() -> &'static Kernels {
    const BOUNDS: Bounds =
        Bounds { max_threads: None, required_threads: None, min_blocks: None, max_registers: None, cluster: None };
    let parameters = &[Parameter { bytes: 16, align: 8, pointer: false }];
    let signature = Some(signature::<K>());
    let kernels = vec![Kernel { name: K::ENTRY, parameters, bounds: BOUNDS, signature, resources: None }].leak();
    let architecture = Architecture { name: "sm_80", major: 8, minor: 0, reach: Reach::Newer };
    let modules = vec![KernelModule { architecture, ptx: ".visible .entry k(\n", object: None, kernels }].leak();
    // SAFETY: there are no instructions.
    Box::leak(Box::new(unsafe { Kernels::new("others", None, modules) }))
}

#[test]
fn a_launch_refuses_the_program_of_another_crate() {
    use layout_behind_an_alias::{again, left, right};
    let device = device();
    let input = device.zeroed::<f32>(32).unwrap();
    let module = device.load(program_of::<left::K>()).unwrap();
    let launched = right::K::launch(&module, Launch::grid(1), &input);
    assert_eq!(launched, Err(Error::OtherKernel { kernel: "k" }));
    left::K::launch(&module, Launch::grid(1), &input).unwrap();
    again::K::launch(&module, Launch::grid(1), &input).unwrap();
}
