// What #[lego_kernel] writes for the function at the top. Made by: cargo xtask bless

#[cfg_attr(target_arch = "nvptx64", inline(always))]
fn nothing() {}
/// The kernel `nothing` as a type: `launch` runs one of its instances on a device.
///
/// | entry | of |
/// |---|---|
/// | `nothing` | `Nothing` |
#[allow(clippy::too_many_arguments)]
#[allow(dead_code)]
struct Nothing {
    __types: ::core::marker::PhantomData<fn() -> ()>,
}
#[allow(clippy::too_many_arguments)]
#[allow(dead_code)]
#[automatically_derived]
impl ::lego_cuda::kernel::Kernel for Nothing {
    const NAME: &'static ::core::primitive::str = "nothing";
    const BOUNDS: ::lego_cuda::image::Bounds = ::lego_cuda::image::Bounds {
        max_threads: ::core::option::Option::None,
        required_threads: ::core::option::Option::None,
        min_blocks: ::core::option::Option::None,
        max_registers: ::core::option::Option::None,
        cluster: ::core::option::Option::None,
    };
    const TILES: &'static [::lego_cuda::kernel::TileSpec] = &[];
    const RANKS: &'static [[::core::primitive::usize; 2]] = &[];
    const FINGERPRINTS: &'static [::core::primitive::u64] = &[8481176307863355213u64];
}
#[allow(clippy::too_many_arguments)]
#[allow(dead_code)]
impl Nothing {
    #[doc(hidden)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    unsafe fn __run<'__launch>() {
        unsafe { nothing() }
    }
}
#[cfg(not(target_arch = "nvptx64"))]
#[allow(clippy::too_many_arguments)]
#[allow(dead_code)]
impl Nothing {
    /// Begins a launch of `nothing`; `synchronize`, or a copy from what it writes, waits for its end.
    ///
    /// Before anything runs it is checked that
    ///
    /// * the block is given and one the device takes;
    /// * the grid is one the device takes.
    ///
    /// # Errors
    /// [`Error`](::lego_cuda::launch::Error): which of these does not hold, or the words of the driver.
    fn launch<__B: ::lego_cuda::launch::Backend>(
        module: &::lego_cuda::launch::Module<__B>,
        launch: ::lego_cuda::launch::Launch,
    ) -> ::core::result::Result<(), ::lego_cuda::launch::Error>
    where
        Self: ::lego_cuda::kernel::Instance,
    {
        let __entry = const { &::lego_cuda::kernel::Entry::of::<Self>() };
        ::lego_cuda::__private::check_fit(__entry, &launch)?;
        let mut __block = launch.block_of(&__entry.bounds);
        let mut launch = ::lego_cuda::launch::Launch {
            block: launch.block.or(__entry.bounds.required_threads),
            ..launch
        };
        if launch.covering {
            let (mut __grid, mut __is_covered) = (launch.grid, false);
            launch = ::lego_cuda::__private::covering(
                __entry,
                launch,
                __is_covered,
                __grid,
                &mut __block,
            )?;
        }
        let __run_of = Self::__run;
        let __body = move |_: &[::core::primitive::u32]| { unsafe { __run_of() } };
        unsafe { module.launch(__entry, launch, &mut [], __body) }
    }
}
#[allow(clippy::too_many_arguments)]
#[allow(dead_code)]
#[automatically_derived]
unsafe impl ::lego_cuda::kernel::Instance for Nothing {
    const ENTRY: &'static ::core::primitive::str = "nothing";
    const ARGUMENTS: ::core::primitive::u64 = 14695981039346656037u64;
}
#[allow(clippy::too_many_arguments)]
#[allow(dead_code)]
const _: () = ::lego_cuda::__private::check::<Nothing>();
#[cfg(target_arch = "nvptx64")]
#[allow(clippy::too_many_arguments)]
#[allow(dead_code)]
const _: () = {
    trait __Parameters {}
    impl __Parameters for Nothing {}
    const _: () = {
        type __Kernel = Nothing;
        #[unsafe(export_name = "nothing")]
        #[allow(improper_ctypes_definitions)]
        unsafe extern "ptx-kernel" fn __entry() {
            unsafe {
                ::core::arch::asm!(
                    ::core::concat!("//lego at ", ::core::file!(), ":", ::core::line!()),
                    options(nomem, nostack, preserves_flags),
                )
            };
            unsafe {
                ::core::arch::asm!(
                    "//lego signature {}", const ::lego_cuda::kernel::signature:: <
                    __Kernel > (), options(nomem, nostack, preserves_flags),
                )
            };
            unsafe { __Kernel::__run() }
        }
    };
};
