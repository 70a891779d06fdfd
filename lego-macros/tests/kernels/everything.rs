// What #[lego_kernel] writes for the function at the top. Made by: cargo xtask bless

#[cfg_attr(target_arch = "nvptx64", inline(always))]
/// Transposes a matrix.
#[cfg(feature = "transpose")]
#[allow(clippy::type_complexity)]
pub unsafe fn transpose<
    'a,
    T: Element,
    L: Layout32<Position32 = u32>,
    const M: usize,
    const N: usize,
>(
    input: Global<'_, T, Matrix<M, N>>,
    mut output: Split<T, ByBlocks<N, M>, (BlockY, BlockX, Register, ThreadY, ThreadX)>,
    table: &'a [u32],
    scale: f32,
    offset: T,
    tile: Shared<'_, T, L>,
    big: Shared<'_, f32, Big>,
    rest: Shared<'_, T, Rest>,
)
where
    L::Index32: Pair,
    'a: 'a,
{
    body(input, &mut output, table, scale, offset, tile, big, rest);
}
/// Transposes a matrix.
///
/// The kernel `transpose` as a type: `launch` runs one of its instances on a device.
///
/// | entry | of |
/// |---|---|
/// | `transpose_row` | `Transpose<f32, RowTile, 8192, { 2 * 4096 }>` |
/// | `transpose_padded` | `Transpose<f32, PaddedTile, 8192, 8192>` |
#[cfg(feature = "transpose")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
pub struct Transpose<T, L, const M: usize, const N: usize> {
    __types: ::core::marker::PhantomData<fn() -> (T, L)>,
}
#[cfg(feature = "transpose")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
#[automatically_derived]
impl<
    T: Element,
    L: Layout32<Position32 = u32>,
    const M: usize,
    const N: usize,
> ::lego_cuda::kernel::Kernel for Transpose<T, L, M, N>
where
    L::Index32: Pair,
    T: 'static,
    L: 'static,
    Global<
        'static,
        T,
        Matrix<M, N>,
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<'__any> = Global<'__any, T, Matrix<M, N>>,
    >,
    Split<
        'static,
        T,
        ByBlocks<N, M>,
        (BlockY, BlockX, Register, ThreadY, ThreadX),
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<
            '__any,
        > = Split<
            '__any,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        >,
    >,
    T: for<'__any> ::lego_cuda::kernel::Parameter<During<'__any> = T>,
    Shared<'static, T, L>: ::lego_cuda::kernel::SharedTile,
    ::lego_cuda::view::Placed<
        Shared<'static, T, Rest>,
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<'__any> = Shared<'__any, T, Rest>,
    >,
{
    const NAME: &'static ::core::primitive::str = "transpose";
    const BOUNDS: ::lego_cuda::image::Bounds = ::lego_cuda::image::Bounds {
        max_threads: ::core::option::Option::None,
        required_threads: ::core::option::Option::Some([32, ROWS, 1]),
        min_blocks: ::core::option::Option::Some(2),
        max_registers: ::core::option::Option::None,
        cluster: ::core::option::Option::None,
    };
    const TILES: &'static [::lego_cuda::kernel::TileSpec] = &[
        ::lego_cuda::__private::tile::<Shared<'static, T, L>>("tile", false),
        ::lego_cuda::__private::tile::<Shared<'static, f32, Big>>("big", true),
    ];
    const LAID_TILES: ::core::primitive::usize = 1usize;
    const RANKS: &'static [[::core::primitive::usize; 2]] = &[
        <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::kernel::Parameter>::RANKS,
    ];
    const FINGERPRINTS: &'static [::core::primitive::u64] = &[
        15487290493748110460u64,
        M as ::core::primitive::u64,
        N as ::core::primitive::u64,
        <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::kernel::Parameter>::FINGERPRINT,
        <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::kernel::Parameter>::FINGERPRINT,
        <&'static [u32] as ::lego_cuda::kernel::Parameter>::FINGERPRINT,
        <f32 as ::lego_cuda::kernel::Parameter>::FINGERPRINT,
        <T as ::lego_cuda::kernel::Parameter>::FINGERPRINT,
        <Shared<'static, T, L> as ::lego_cuda::kernel::SharedTile>::FINGERPRINT,
        <Shared<'static, f32, Big> as ::lego_cuda::kernel::SharedTile>::FINGERPRINT,
        <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::kernel::Parameter>::FINGERPRINT,
    ];
}
#[cfg(feature = "transpose")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
impl<
    T: Element,
    L: Layout32<Position32 = u32>,
    const M: usize,
    const N: usize,
> Transpose<T, L, M, N>
where
    L::Index32: Pair,
    T: 'static,
    L: 'static,
    Global<
        'static,
        T,
        Matrix<M, N>,
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<'__any> = Global<'__any, T, Matrix<M, N>>,
    >,
    Split<
        'static,
        T,
        ByBlocks<N, M>,
        (BlockY, BlockX, Register, ThreadY, ThreadX),
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<
            '__any,
        > = Split<
            '__any,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        >,
    >,
    T: for<'__any> ::lego_cuda::kernel::Parameter<During<'__any> = T>,
    Shared<'static, T, L>: ::lego_cuda::kernel::SharedTile,
    ::lego_cuda::view::Placed<
        Shared<'static, T, Rest>,
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<'__any> = Shared<'__any, T, Rest>,
    >,
{
    #[doc(hidden)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    unsafe fn __run<'__launch>(
        __argument_0: <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::kernel::Parameter>::Abi,
        __argument_1: <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::kernel::Parameter>::Abi,
        __argument_2: <&'static [u32] as ::lego_cuda::kernel::Parameter>::Abi,
        __argument_3: <f32 as ::lego_cuda::kernel::Parameter>::Abi,
        __argument_4: <T as ::lego_cuda::kernel::Parameter>::Abi,
        __argument_5: <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::kernel::Parameter>::Abi,
        __tiles: [::core::primitive::u32; 2usize],
    ) {
        const {
            ::lego_cuda::__private::check_axes(
                <Global<
                    'static,
                    T,
                    Matrix<M, N>,
                > as ::lego_cuda::kernel::Parameter>::NAMES,
                &<Self as ::lego_cuda::kernel::Kernel>::BOUNDS,
            )
        };
        const {
            ::lego_cuda::__private::check_axes(
                <Split<
                    'static,
                    T,
                    ByBlocks<N, M>,
                    (BlockY, BlockX, Register, ThreadY, ThreadX),
                > as ::lego_cuda::kernel::Parameter>::NAMES,
                &<Self as ::lego_cuda::kernel::Kernel>::BOUNDS,
            )
        };
        const {
            ::lego_cuda::__private::check_axes(
                <&'static [u32] as ::lego_cuda::kernel::Parameter>::NAMES,
                &<Self as ::lego_cuda::kernel::Kernel>::BOUNDS,
            )
        };
        const {
            ::lego_cuda::__private::check_axes(
                <T as ::lego_cuda::kernel::Parameter>::NAMES,
                &<Self as ::lego_cuda::kernel::Kernel>::BOUNDS,
            )
        };
        const {
            ::lego_cuda::__private::check_axes(
                <::lego_cuda::view::Placed<
                    Shared<'static, T, Rest>,
                > as ::lego_cuda::kernel::Parameter>::NAMES,
                &<Self as ::lego_cuda::kernel::Kernel>::BOUNDS,
            )
        };
        unsafe {
            transpose::<
                T,
                L,
                M,
                N,
            >(
                <Global<
                    'static,
                    T,
                    Matrix<M, N>,
                > as ::lego_cuda::kernel::Parameter>::from_abi::<
                    '__launch,
                >(__argument_0),
                <Split<
                    'static,
                    T,
                    ByBlocks<N, M>,
                    (BlockY, BlockX, Register, ThreadY, ThreadX),
                > as ::lego_cuda::kernel::Parameter>::from_abi::<
                    '__launch,
                >(__argument_1),
                <&'static [u32] as ::lego_cuda::kernel::Parameter>::from_abi::<
                    '__launch,
                >(__argument_2),
                <f32 as ::lego_cuda::kernel::Parameter>::from_abi::<
                    '__launch,
                >(__argument_3),
                <T as ::lego_cuda::kernel::Parameter>::from_abi::<
                    '__launch,
                >(__argument_4),
                <Shared<
                    'static,
                    T,
                    L,
                > as ::lego_cuda::kernel::SharedTile>::from_offset(__tiles[0usize]),
                <Shared<
                    'static,
                    f32,
                    Big,
                > as ::lego_cuda::kernel::SharedTile>::from_offset(__tiles[1usize]),
                <::lego_cuda::view::Placed<
                    Shared<'static, T, Rest>,
                > as ::lego_cuda::kernel::Parameter>::from_abi::<'__launch>(__argument_5),
            )
        }
    }
}
#[cfg(feature = "transpose")]
#[cfg(not(target_arch = "nvptx64"))]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
impl<
    T: Element,
    L: Layout32<Position32 = u32>,
    const M: usize,
    const N: usize,
> Transpose<T, L, M, N>
where
    L::Index32: Pair,
    T: 'static,
    L: 'static,
    Global<
        'static,
        T,
        Matrix<M, N>,
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<'__any> = Global<'__any, T, Matrix<M, N>>,
    >,
    Split<
        'static,
        T,
        ByBlocks<N, M>,
        (BlockY, BlockX, Register, ThreadY, ThreadX),
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<
            '__any,
        > = Split<
            '__any,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        >,
    >,
    T: for<'__any> ::lego_cuda::kernel::Parameter<During<'__any> = T>,
    Shared<'static, T, L>: ::lego_cuda::kernel::SharedTile,
    ::lego_cuda::view::Placed<
        Shared<'static, T, Rest>,
    >: for<'__any> ::lego_cuda::kernel::Parameter<
        During<'__any> = Shared<'__any, T, Rest>,
    >,
{
    /// Begins a launch of `transpose`; `synchronize`, or a copy from what it writes, waits for its end.
    ///
    /// Before anything runs it is checked that
    ///
    /// * the block has `32 × ROWS` threads, or its extents are not given;
    /// * the grid is one the device takes;
    /// * each buffer belongs to the device of the module, has as many elements as its layout has positions, and the layout's sizes fit 32 bits;
    /// * the device has shared memory for `tile`, `big`, `rest`; the memory of `big`, `rest` is added by itself.
    ///
    /// # Errors
    /// [`Error`](::lego_cuda::launch::Error): which of these does not hold, or the words of the driver.
    ///
    /// # Safety
    /// That of `transpose`, in each thread of the launch.
    pub unsafe fn launch<'h, __B: ::lego_cuda::launch::Backend>(
        module: &::lego_cuda::launch::Module<__B>,
        launch: ::lego_cuda::launch::Launch,
        input: impl ::core::convert::Into<
            <Global<
                'static,
                T,
                Matrix<M, N>,
            > as ::lego_cuda::launch::Argument>::Host<'h, __B>,
        >,
        output: impl ::core::convert::Into<
            <Split<
                'static,
                T,
                ByBlocks<N, M>,
                (BlockY, BlockX, Register, ThreadY, ThreadX),
            > as ::lego_cuda::launch::Argument>::Host<'h, __B>,
        >,
        table: impl ::core::convert::Into<
            <&'static [u32] as ::lego_cuda::launch::Argument>::Host<'h, __B>,
        >,
        scale: f32,
        offset: <T as ::lego_cuda::launch::Argument>::Host<'h, __B>,
        rest: impl ::core::convert::Into<
            <::lego_cuda::view::Placed<
                Shared<'static, T, Rest>,
            > as ::lego_cuda::launch::Argument>::Host<'h, __B>,
        >,
    ) -> ::core::result::Result<(), ::lego_cuda::launch::Error>
    where
        Self: ::lego_cuda::kernel::Instance,
        Global<'static, T, Matrix<M, N>>: ::lego_cuda::launch::Argument,
        Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        >: ::lego_cuda::launch::Argument,
        T: ::lego_cuda::launch::Argument,
        ::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        >: ::lego_cuda::launch::Argument,
    {
        let __entry = const { &::lego_cuda::kernel::Entry::of::<Self>() };
        ::lego_cuda::__private::check_fit(__entry, &launch)?;
        let mut __argument_0: <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::launch::Argument>::Host<'_, __B> = ::core::convert::Into::into(
            input,
        );
        let mut __argument_1: <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::launch::Argument>::Host<'_, __B> = ::core::convert::Into::into(
            output,
        );
        let mut __argument_2: <&'static [u32] as ::lego_cuda::launch::Argument>::Host<
            '_,
            __B,
        > = ::core::convert::Into::into(table);
        let mut __argument_3: <f32 as ::lego_cuda::launch::Argument>::Host<'_, __B> = scale;
        let mut __argument_4: <T as ::lego_cuda::launch::Argument>::Host<'_, __B> = offset;
        let mut __argument_5: <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::launch::Argument>::Host<'_, __B> = ::core::convert::Into::into(
            rest,
        );
        let mut __block = launch.block_of(&__entry.bounds);
        let mut launch = ::lego_cuda::launch::Launch {
            block: launch.block.or(__entry.bounds.required_threads),
            ..launch
        };
        if launch.covering {
            let (mut __grid, mut __is_covered) = (launch.grid, false);
            __is_covered
                |= <Global<
                    'static,
                    T,
                    Matrix<M, N>,
                > as ::lego_cuda::launch::Argument>::cover::<
                    __B,
                >(&__argument_0, &mut __grid, &mut __block);
            __is_covered
                |= <Split<
                    'static,
                    T,
                    ByBlocks<N, M>,
                    (BlockY, BlockX, Register, ThreadY, ThreadX),
                > as ::lego_cuda::launch::Argument>::cover::<
                    __B,
                >(&__argument_1, &mut __grid, &mut __block);
            __is_covered
                |= <&'static [u32] as ::lego_cuda::launch::Argument>::cover::<
                    __B,
                >(&__argument_2, &mut __grid, &mut __block);
            __is_covered
                |= <f32 as ::lego_cuda::launch::Argument>::cover::<
                    __B,
                >(&__argument_3, &mut __grid, &mut __block);
            __is_covered
                |= <T as ::lego_cuda::launch::Argument>::cover::<
                    __B,
                >(&__argument_4, &mut __grid, &mut __block);
            __is_covered
                |= <::lego_cuda::view::Placed<
                    Shared<'static, T, Rest>,
                > as ::lego_cuda::launch::Argument>::cover::<
                    __B,
                >(&__argument_5, &mut __grid, &mut __block);
            launch = ::lego_cuda::__private::covering(
                __entry,
                launch,
                __is_covered,
                __grid,
                &mut __block,
            )?;
        }
        <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::launch::Argument>::check::<
            __B,
        >(&__argument_0, module.device(), "input")?;
        <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::launch::Argument>::check_extents::<
            __B,
        >(&__argument_0, &launch, __block, "input")?;
        <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::launch::Argument>::check::<
            __B,
        >(&__argument_1, module.device(), "output")?;
        <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::launch::Argument>::check_extents::<
            __B,
        >(&__argument_1, &launch, __block, "output")?;
        <&'static [u32] as ::lego_cuda::launch::Argument>::check::<
            __B,
        >(&__argument_2, module.device(), "table")?;
        <&'static [u32] as ::lego_cuda::launch::Argument>::check_extents::<
            __B,
        >(&__argument_2, &launch, __block, "table")?;
        <f32 as ::lego_cuda::launch::Argument>::check::<
            __B,
        >(&__argument_3, module.device(), "scale")?;
        <f32 as ::lego_cuda::launch::Argument>::check_extents::<
            __B,
        >(&__argument_3, &launch, __block, "scale")?;
        <T as ::lego_cuda::launch::Argument>::check::<
            __B,
        >(&__argument_4, module.device(), "offset")?;
        <T as ::lego_cuda::launch::Argument>::check_extents::<
            __B,
        >(&__argument_4, &launch, __block, "offset")?;
        <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::launch::Argument>::check::<
            __B,
        >(&__argument_5, module.device(), "rest")?;
        <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::launch::Argument>::check_extents::<
            __B,
        >(&__argument_5, &launch, __block, "rest")?;
        let __argument_0_buffer = <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::launch::Argument>::passed::<__B>(&__argument_0, "input");
        let __argument_1_buffer = <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::launch::Argument>::passed::<__B>(&__argument_1, "output");
        let __argument_2_buffer = <&'static [u32] as ::lego_cuda::launch::Argument>::passed::<
            __B,
        >(&__argument_2, "table");
        let __argument_3_buffer = <f32 as ::lego_cuda::launch::Argument>::passed::<
            __B,
        >(&__argument_3, "scale");
        let __argument_4_buffer = <T as ::lego_cuda::launch::Argument>::passed::<
            __B,
        >(&__argument_4, "offset");
        let __argument_5_buffer = <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::launch::Argument>::passed::<__B>(&__argument_5, "rest");
        let __argument_0_owner = <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::launch::Argument>::owner::<__B>(&__argument_0);
        let __argument_1_owner = <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::launch::Argument>::owner::<__B>(&__argument_1);
        let __argument_2_owner = <&'static [u32] as ::lego_cuda::launch::Argument>::owner::<
            __B,
        >(&__argument_2);
        let __argument_3_owner = <f32 as ::lego_cuda::launch::Argument>::owner::<
            __B,
        >(&__argument_3);
        let __argument_4_owner = <T as ::lego_cuda::launch::Argument>::owner::<
            __B,
        >(&__argument_4);
        let __argument_5_owner = <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::launch::Argument>::owner::<__B>(&__argument_5);
        let mut __memory = ::lego_cuda::launch::Placement::of(__entry);
        let __argument_5_tile = <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::launch::Argument>::place::<
            __B,
        >(&mut __argument_5, &mut __memory, "rest")?;
        let mut __argument_0 = <Global<
            'static,
            T,
            Matrix<M, N>,
        > as ::lego_cuda::launch::Argument>::abi::<__B>(&mut __argument_0);
        let mut __argument_1 = <Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        > as ::lego_cuda::launch::Argument>::abi::<__B>(&mut __argument_1);
        let mut __argument_2 = <&'static [u32] as ::lego_cuda::launch::Argument>::abi::<
            __B,
        >(&mut __argument_2);
        let mut __argument_3 = <f32 as ::lego_cuda::launch::Argument>::abi::<
            __B,
        >(&mut __argument_3);
        let mut __argument_4 = <T as ::lego_cuda::launch::Argument>::abi::<
            __B,
        >(&mut __argument_4);
        let mut __argument_5 = <::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        > as ::lego_cuda::launch::Argument>::abi::<__B>(&mut __argument_5);
        let __run_of = Self::__run;
        let __body = move |__tiles: &[::core::primitive::u32]| {
            unsafe {
                __run_of(
                    __argument_0,
                    __argument_1,
                    __argument_2,
                    __argument_3,
                    __argument_4,
                    __argument_5,
                    [__tiles[0usize], __tiles[1usize]],
                )
            }
        };
        unsafe {
            module
                .launch(
                    __entry,
                    launch,
                    &mut [
                        ::lego_cuda::launch::argument::Value::of(&mut __argument_0)
                            .with(__argument_0_buffer)
                            .kept(__argument_0_owner),
                        ::lego_cuda::launch::argument::Value::of(&mut __argument_1)
                            .with(__argument_1_buffer)
                            .kept(__argument_1_owner),
                        ::lego_cuda::launch::argument::Value::of(&mut __argument_2)
                            .with(__argument_2_buffer)
                            .kept(__argument_2_owner),
                        ::lego_cuda::launch::argument::Value::of(&mut __argument_3)
                            .with(__argument_3_buffer)
                            .kept(__argument_3_owner),
                        ::lego_cuda::launch::argument::Value::of(&mut __argument_4)
                            .with(__argument_4_buffer)
                            .kept(__argument_4_owner),
                        ::lego_cuda::launch::argument::Value::of(&mut __argument_5)
                            .with(__argument_5_buffer)
                            .kept(__argument_5_owner)
                            .placed_at(__argument_5_tile),
                    ],
                    __body,
                )
        }
    }
}
#[cfg(feature = "transpose")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
#[automatically_derived]
unsafe impl ::lego_cuda::kernel::Instance
for Transpose<f32, RowTile, 8192, { 2 * 4096 }> {
    const ENTRY: &'static ::core::primitive::str = "transpose_row";
    const ARGUMENTS: ::core::primitive::u64 = 947625581409786597u64;
}
#[cfg(feature = "transpose")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
const _: () = ::lego_cuda::__private::check::<
    Transpose<f32, RowTile, 8192, { 2 * 4096 }>,
>();
#[cfg(feature = "transpose")]
#[cfg(feature = "padded")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
#[automatically_derived]
unsafe impl ::lego_cuda::kernel::Instance for Transpose<f32, PaddedTile, 8192, 8192> {
    const ENTRY: &'static ::core::primitive::str = "transpose_padded";
    const ARGUMENTS: ::core::primitive::u64 = 2174110233799086688u64;
}
#[cfg(feature = "transpose")]
#[cfg(feature = "padded")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
const _: () = ::lego_cuda::__private::check::<Transpose<f32, PaddedTile, 8192, 8192>>();
#[cfg(feature = "transpose")]
#[cfg(target_arch = "nvptx64")]
::core::arch::global_asm!(
    ".shared .align 16 .b8 transpose_row$tile[{}];", const < Transpose < f32, RowTile,
    8192, { 2 * 4096 } > as ::lego_cuda::kernel::Kernel > ::TILES[0usize].tile.bytes
);
#[cfg(feature = "transpose")]
#[cfg(feature = "padded")]
#[cfg(target_arch = "nvptx64")]
::core::arch::global_asm!(
    ".shared .align 16 .b8 transpose_padded$tile[{}];", const < Transpose < f32,
    PaddedTile, 8192, 8192 > as ::lego_cuda::kernel::Kernel > ::TILES[0usize].tile.bytes
);
#[cfg(feature = "transpose")]
#[cfg(target_arch = "nvptx64")]
#[allow(clippy::too_many_arguments)]
#[allow(clippy::type_complexity)]
const _: () = {
    trait __Parameters {
        type P0: ::lego_cuda::kernel::Parameter;
        type P1: ::lego_cuda::kernel::Parameter;
        type P2: ::lego_cuda::kernel::Parameter;
        type P3: ::lego_cuda::kernel::Parameter;
        type P4: ::lego_cuda::kernel::Parameter;
        type P5: ::lego_cuda::kernel::Parameter;
    }
    impl<
        T: Element,
        L: Layout32<Position32 = u32>,
        const M: usize,
        const N: usize,
    > __Parameters for Transpose<T, L, M, N>
    where
        L::Index32: Pair,
        T: 'static,
        L: 'static,
        Global<
            'static,
            T,
            Matrix<M, N>,
        >: for<'__any> ::lego_cuda::kernel::Parameter<
            During<'__any> = Global<'__any, T, Matrix<M, N>>,
        >,
        Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        >: for<'__any> ::lego_cuda::kernel::Parameter<
            During<
                '__any,
            > = Split<
                '__any,
                T,
                ByBlocks<N, M>,
                (BlockY, BlockX, Register, ThreadY, ThreadX),
            >,
        >,
        T: for<'__any> ::lego_cuda::kernel::Parameter<During<'__any> = T>,
        Shared<'static, T, L>: ::lego_cuda::kernel::SharedTile,
        ::lego_cuda::view::Placed<
            Shared<'static, T, Rest>,
        >: for<'__any> ::lego_cuda::kernel::Parameter<
            During<'__any> = Shared<'__any, T, Rest>,
        >,
    {
        type P0 = Global<'static, T, Matrix<M, N>>;
        type P1 = Split<
            'static,
            T,
            ByBlocks<N, M>,
            (BlockY, BlockX, Register, ThreadY, ThreadX),
        >;
        type P2 = &'static [u32];
        type P3 = f32;
        type P4 = T;
        type P5 = ::lego_cuda::view::Placed<Shared<'static, T, Rest>>;
    }
    const _: () = {
        type __Kernel = Transpose<f32, RowTile, 8192, { 2 * 4096 }>;
        #[unsafe(export_name = "transpose_row")]
        #[allow(improper_ctypes_definitions)]
        unsafe extern "ptx-kernel" fn __entry(
            __argument_0: <<__Kernel as __Parameters>::P0 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_1: <<__Kernel as __Parameters>::P1 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_2: <<__Kernel as __Parameters>::P2 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_3: <<__Kernel as __Parameters>::P3 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_4: <<__Kernel as __Parameters>::P4 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_5: <<__Kernel as __Parameters>::P5 as ::lego_cuda::kernel::Parameter>::Abi,
        ) {
            ::lego_cuda::device::bounds::required_threads::<
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS
                            .required_threads,
                    )[0]
                },
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS
                            .required_threads,
                    )[1]
                },
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS
                            .required_threads,
                    )[2]
                },
            >();
            ::lego_cuda::device::bounds::min_blocks::<
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS.min_blocks,
                    )
                },
            >();
            ::lego_cuda::device::bounds::spills::<{ 16 }>();
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
            let __argument_4 = <<__Kernel as __Parameters>::P4 as ::lego_cuda::kernel::Parameter>::in_entry(
                __argument_4,
                || {
                    let __address: ::core::primitive::u64;
                    unsafe {
                        ::core::arch::asm!(
                            "//lego aligned 4, 128\n\tcvta.param.u64 {}, transpose_row_param_4;",
                            out(reg64) __address, options(pure, nomem, nostack,
                            preserves_flags)
                        )
                    };
                    __address
                },
            );
            unsafe {
                __Kernel::__run(
                    __argument_0,
                    __argument_1,
                    __argument_2,
                    __argument_3,
                    __argument_4,
                    __argument_5,
                    [
                        {
                            let __offset: ::core::primitive::u32;
                            ::core::arch::asm!(
                                "mov.u32 {}, transpose_row$tile;", out(reg32) __offset,
                                options(pure, nomem, nostack, preserves_flags)
                            );
                            ::core::hint::assert_unchecked(__offset % 16u32 == 0);
                            __offset
                        },
                        ::lego_cuda::__private::dynamic_tile::<__Kernel>(1usize),
                    ],
                )
            }
        }
    };
    #[cfg(feature = "padded")]
    const _: () = {
        type __Kernel = Transpose<f32, PaddedTile, 8192, 8192>;
        #[unsafe(export_name = "transpose_padded")]
        #[allow(improper_ctypes_definitions)]
        unsafe extern "ptx-kernel" fn __entry(
            __argument_0: <<__Kernel as __Parameters>::P0 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_1: <<__Kernel as __Parameters>::P1 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_2: <<__Kernel as __Parameters>::P2 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_3: <<__Kernel as __Parameters>::P3 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_4: <<__Kernel as __Parameters>::P4 as ::lego_cuda::kernel::Parameter>::Abi,
            __argument_5: <<__Kernel as __Parameters>::P5 as ::lego_cuda::kernel::Parameter>::Abi,
        ) {
            ::lego_cuda::device::bounds::required_threads::<
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS
                            .required_threads,
                    )[0]
                },
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS
                            .required_threads,
                    )[1]
                },
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS
                            .required_threads,
                    )[2]
                },
            >();
            ::lego_cuda::device::bounds::min_blocks::<
                {
                    ::lego_cuda::__private::stated(
                        <__Kernel as ::lego_cuda::kernel::Kernel>::BOUNDS.min_blocks,
                    )
                },
            >();
            ::lego_cuda::device::bounds::spills::<{ 16 }>();
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
            let __argument_4 = <<__Kernel as __Parameters>::P4 as ::lego_cuda::kernel::Parameter>::in_entry(
                __argument_4,
                || {
                    let __address: ::core::primitive::u64;
                    unsafe {
                        ::core::arch::asm!(
                            "//lego aligned 4, 128\n\tcvta.param.u64 {}, transpose_padded_param_4;",
                            out(reg64) __address, options(pure, nomem, nostack,
                            preserves_flags)
                        )
                    };
                    __address
                },
            );
            unsafe {
                __Kernel::__run(
                    __argument_0,
                    __argument_1,
                    __argument_2,
                    __argument_3,
                    __argument_4,
                    __argument_5,
                    [
                        {
                            let __offset: ::core::primitive::u32;
                            ::core::arch::asm!(
                                "mov.u32 {}, transpose_padded$tile;", out(reg32) __offset,
                                options(pure, nomem, nostack, preserves_flags)
                            );
                            ::core::hint::assert_unchecked(__offset % 16u32 == 0);
                            __offset
                        },
                        ::lego_cuda::__private::dynamic_tile::<__Kernel>(1usize),
                    ],
                )
            }
        }
    };
};
