//! Arguments: what a host passes for each parameter of a kernel, and what is checked of it.

use super::backend::Backend;
use super::buffer::Buffer;
use super::config::Launch;
use super::device::Device;
use super::error::Error;
use super::passed::PassedBuffer;
use super::placement::Placement;
use super::view::{View, ViewMut, on_device};
use crate::device::{Element, GridWide};
use crate::kernel::{Parameter, PlacedTile};
use crate::view::ranks::check_ranks;
use crate::view::{ArrayAbi, Atomic, Axes, Global, GlobalMut, InPlace, InPlaceAbi, Linear, SliceAbi, Split, ViewAbi};
use lego_core::{Coord32, Mapping32};
use std::ffi::c_void;
use std::marker::PhantomData;

pub use super::owner::Owner;

/// A parameter of a kernel as a launch takes it:
///
/// | parameter | what a host passes |
/// |---|---|
/// | an integer | an [`Integer`](super::Integer) of any type, which fits the parameter's |
/// | another number | the number |
/// | `[T; N]` | the array |
/// | `&[T]` | `&buffer` |
/// | `Option<&[T]>` | `Some(&buffer)`, or `None` |
/// | `Global<'_, T, L>` | `&buffer` where `L` has static sizes or is `Linear`, else [`buffer.view(layout)`](Buffer::view) |
/// | `GridWide<'_, T>` | `&mut words`, of `u64` |
/// | `TensorMap<'_, T, Tile>` | [`buffer.tensor_map(layout)?`](Buffer::tensor_map) |
/// | `TensorMapMut<'_, T, Tile>` | [`buffer.tensor_map_mut(layout)?`](Buffer::tensor_map_mut) |
/// | `TensorMaps<'_, T, Tile>` | [`&device.tensor_maps(views)?`](Device::tensor_maps) |
/// | `#[shared(layout)] Shared<'_, T, L>` | the [layout](super::TileLayout) |
/// | `GlobalMut<'_, T, L>`, `Split<'_, T, L, Axes>`, `Atomic<'_, T, L>` | `&mut buffer`, else [`buffer.view_mut(layout)`](Buffer::view_mut) |
///
/// Law: where [`check`](Argument::check) is `Ok`, [`Parameter::from_abi`] of [`abi`](Argument::abi) is a right argument
/// in every thread of the launch.
///
/// # Safety
/// An implementation keeps the law whatever the host passes. What is handed over points to no memory but that which its
/// [`owner`](Argument::owner) keeps alive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot cross into a kernel",
    label = "this parameter",
    note = "a kernel takes numbers, `[T; N]`, `&[T]`, and the views `Global<T, L>`, `GlobalMut<T, L>`, `Split<T, L, Axes>` and `Atomic<T, L>`"
)]
pub unsafe trait Argument: Parameter {
    /// What the host passes.
    type Host<'h, B: Backend>;

    /// Whether it may be passed to a kernel on a device; the parameter's name is for the error.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Layout`] or [`Error::OtherDevice`], with the name of the parameter.
    fn check<B: Backend>(host: &Self::Host<'_, B>, on: &Device<B>, parameter: &'static str) -> Result<(), Error>;

    /// Whether it may be passed to a launch with these blocks: where extents are what keeps threads apart, and what decides
    /// which elements a thread has.
    ///
    /// # Errors
    /// [`Error::Axes`] and [`Error::Uncovered`] with the name of the parameter.
    fn check_extents<B: Backend>(
        host: &Self::Host<'_, B>,
        launch: &Launch,
        block: [u32; 3],
        parameter: &'static str,
    ) -> Result<(), Error> {
        let _ = (host, launch, block, parameter);
        Ok(())
    }

    /// The buffer that is passed, if one is.
    fn passed<B: Backend>(host: &Self::Host<'_, B>, parameter: &'static str) -> Option<PassedBuffer> {
        let _ = (host, parameter);
        None
    }

    /// What keeps the memory alive that is passed, for a graph that uses it later.
    fn owner<B: Backend>(host: &Self::Host<'_, B>) -> Option<Owner> {
        let _ = host;
        None
    }

    /// Makes grid and block as large as it takes to reach all its elements; whether they are what decides that.
    fn cover<B: Backend>(host: &Self::Host<'_, B>, grid: &mut [u32; 3], block: &mut [u32; 3]) -> bool {
        let _ = (host, grid, block);
        false
    }

    /// Takes its part of the shared memory that the launch adds, if it is a tile of a layout that is passed.
    ///
    /// # Errors
    /// [`Error::Layout`] where the layout's sizes do not fit 32 bits.
    fn place<B: Backend>(
        host: &mut Self::Host<'_, B>,
        memory: &mut Placement,
        parameter: &'static str,
    ) -> Result<Option<PlacedTile>, Error> {
        let _ = (host, memory, parameter);
        Ok(None)
    }

    /// What is handed over.
    fn abi<B: Backend>(host: &mut Self::Host<'_, B>) -> Self::Abi;
}

/// The place of an argument as a kernel takes it.
pub struct Value<'a> {
    pointer: *mut c_void,
    bytes: usize,
    passed: Option<PassedBuffer>,
    owner: Option<Owner>,
    placed: Option<PlacedTile>,
    borrowed: PhantomData<&'a mut ()>,
}

impl<'a> Value<'a> {
    /// The place of a [`Parameter::Abi`].
    pub fn of<A: Copy>(abi: &'a mut A) -> Self {
        Self {
            pointer: (&raw mut *abi).cast(),
            bytes: size_of::<A>(),
            passed: None,
            owner: None,
            placed: None,
            borrowed: PhantomData,
        }
    }

    /// The same, of a buffer.
    #[must_use]
    pub fn with(self, passed: Option<PassedBuffer>) -> Self {
        Self { passed, ..self }
    }

    /// The same, of memory that this keeps alive.
    #[must_use]
    pub fn kept(self, owner: Option<Owner>) -> Self {
        Self { owner, ..self }
    }

    /// The same, of a tile that was placed.
    #[must_use]
    pub fn placed_at(self, placed: Option<PlacedTile>) -> Self {
        Self { placed, ..self }
    }

    pub(super) fn placed(&self) -> Option<PlacedTile> {
        self.placed
    }

    pub(super) fn passed(&self) -> Option<&PassedBuffer> {
        self.passed.as_ref()
    }

    pub(super) fn owner(&self) -> Option<&Owner> {
        self.owner.as_ref()
    }

    pub(super) fn pointer(&self) -> *mut c_void {
        self.pointer
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(
            // SAFETY: any number is a right argument.
            unsafe impl Argument for $number {
                type Host<'h, B: Backend> = Self;

                fn check<B: Backend>(_: &Self, _: &Device<B>, _: &'static str) -> Result<(), Error> {
                    Ok(())
                }

                fn abi<B: Backend>(host: &mut Self) -> Self {
                    *host
                }
            }
        )*
    };
}
numbers!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64);
#[cfg(feature = "half")]
numbers!(half::f16 half::bf16);

// SAFETY: any numbers are a right argument.
unsafe impl<T: Element + Send + Sync, const N: usize> Argument for [T; N] {
    type Host<'h, B: Backend> = Self;

    fn check<B: Backend>(_: &Self, _: &Device<B>, _: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn abi<B: Backend>(host: &mut Self) -> ArrayAbi<T, N> {
        const { assert!(N > 0, "an array without elements is no parameter") };
        ArrayAbi(*host)
    }
}

// SAFETY: any numbers are a right argument.
unsafe impl<T: Element + Send + Sync, const N: usize> Argument for InPlace<'_, T, N> {
    type Host<'h, B: Backend> = [T; N];

    fn check<B: Backend>(_: &[T; N], _: &Device<B>, _: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn abi<B: Backend>(host: &mut [T; N]) -> InPlaceAbi<T, N> {
        InPlaceAbi::new(*host)
    }
}

// SAFETY: the buffer is of the device, has the elements, and is borrowed by what is handed over until the launch has
// begun; later writes to it wait for the launch.
unsafe impl<T: Element> Argument for &[T] {
    type Host<'h, B: Backend> = &'h Buffer<T, B>;

    fn check<B: Backend>(host: &&Buffer<T, B>, on: &Device<B>, parameter: &'static str) -> Result<(), Error> {
        on_device(host, on, parameter)
    }

    fn passed<B: Backend>(host: &&Buffer<T, B>, parameter: &'static str) -> Option<PassedBuffer> {
        let layout = Linear::new(u32::try_from(host.len()).unwrap_or(u32::MAX));
        B::RUNS_BODIES.then(|| PassedBuffer::new::<T, _>(parameter, (host.address(), host.len()), layout, false))
    }

    fn owner<B: Backend>(host: &&Buffer<T, B>) -> Option<Owner> {
        Some(host.owner())
    }

    fn abi<B: Backend>(host: &mut &Buffer<T, B>) -> SliceAbi<T> {
        SliceAbi::new(host.address() as *const T, host.len())
    }
}

// SAFETY: as for slices, where there is one.
unsafe impl<T: Element> Argument for Option<&[T]> {
    type Host<'h, B: Backend> = Option<&'h Buffer<T, B>>;

    fn check<B: Backend>(host: &Option<&Buffer<T, B>>, on: &Device<B>, parameter: &'static str) -> Result<(), Error> {
        host.map_or(Ok(()), |host| on_device(host, on, parameter))
    }

    fn passed<B: Backend>(host: &Option<&Buffer<T, B>>, parameter: &'static str) -> Option<PassedBuffer> {
        <&[T]>::passed(host.as_ref()?, parameter)
    }

    fn owner<B: Backend>(host: &Option<&Buffer<T, B>>) -> Option<Owner> {
        <&[T]>::owner(host.as_ref()?)
    }

    fn abi<B: Backend>(host: &mut Option<&Buffer<T, B>>) -> SliceAbi<T> {
        host.as_mut().map_or(SliceAbi::none(), <&[T]>::abi)
    }
}

/// What all views of buffers have in common: who passes them, and what is handed over.
macro_rules! handed_over_as {
    ($view:ident of $element:ty, $layout:ty) => {
        type Host<'h, B: Backend> = $view<'h, $element, $layout, B>;

        fn check<B: Backend>(
            host: &$view<'_, $element, $layout, B>,
            on: &Device<B>,
            parameter: &'static str,
        ) -> Result<(), Error> {
            host.check(on, parameter)
        }

        fn passed<B: Backend>(host: &$view<'_, $element, $layout, B>, parameter: &'static str) -> Option<PassedBuffer> {
            host.passed(parameter)
        }

        fn owner<B: Backend>(host: &$view<'_, $element, $layout, B>) -> Option<Owner> {
            Some(host.owner())
        }

        fn abi<B: Backend>(host: &mut $view<'_, $element, $layout, B>) -> ViewAbi<$element, $layout> {
            host.abi()
        }
    };
}

// SAFETY: as for slices; the check compares the buffer with the layout.
unsafe impl<T: Element, L: Mapping32> Argument for Global<'_, T, L> {
    handed_over_as!(View of T, L);
}

// SAFETY: as for `Global`; the exclusive borrow is that of the launch.
unsafe impl<T: Element, L: Mapping32> Argument for GlobalMut<'_, T, L> {
    handed_over_as!(ViewMut of T, L);
}

// SAFETY: as for `GlobalMut`; through the view its elements are used by atomics alone.
unsafe impl<T: Element, L: Mapping32> Argument for Atomic<'_, T, L> {
    handed_over_as!(ViewMut of T, L);
}

// SAFETY: as for `Atomic`; that the words are enough for the grid is checked.
unsafe impl<T: Element> Argument for GridWide<'_, T> {
    handed_over_as!(ViewMut of u64, Linear);

    fn check_extents<B: Backend>(
        host: &ViewMut<'_, u64, Linear, B>,
        launch: &Launch,
        _: [u32; 3],
        parameter: &'static str,
    ) -> Result<(), Error> {
        let blocks = launch.grid.into_iter().fold(1usize, |blocks, extent| blocks.saturating_mul(extent as usize));
        let needed = Self::words(blocks);
        let elements = host.layout().span_u32() as usize;
        if elements < needed { Err(Error::Length { what: parameter, elements, needed }) } else { Ok(()) }
    }
}

// SAFETY: as for `GlobalMut`.
unsafe impl<T, L, A> Argument for Split<'_, T, L, A>
where
    T: Element,
    L: Mapping32,
    A: Axes,
{
    handed_over_as!(ViewMut of T, L);

    fn check_extents<B: Backend>(
        host: &ViewMut<'_, T, L, B>,
        launch: &Launch,
        block: [u32; 3],
        parameter: &'static str,
    ) -> Result<(), Error> {
        // Without blocks there are no threads to share elements; elements that no thread has are still told of.
        if let Some((axis, extent)) = A::unnamed(launch.grid, block).filter(|_| !launch.is_empty()) {
            return Err(Error::Axes { parameter, axis, extent });
        }
        // Where nobody said the extents of a block, that is what is wrong, and is said later.
        let block = if launch.block.is_some() { block } else { [u32::MAX; 3] };
        match A::uncovered(extents::<L, A>(host.layout()), launch.grid, block) {
            Some(uncovered) if !launch.partial => Err(Error::Uncovered { parameter, uncovered }),
            _ => Ok(()),
        }
    }

    fn cover<B: Backend>(host: &ViewMut<'_, T, L, B>, grid: &mut [u32; 3], block: &mut [u32; 3]) -> bool {
        // Extents that do not fit 32 bits are refused later.
        if host.layout().check_u32().is_ok() {
            A::cover(extents::<L, A>(host.layout()), grid, block);
        }
        true
    }
}

/// The extents of a layout's axes, which are as many as those that a `Split` names.
fn extents<L: Mapping32, A: Axes>(layout: L) -> A::Index {
    const { check_ranks([<A::Index as Coord32>::RANK, <L::Index32 as Coord32>::RANK]) };
    <A::Index as Coord32>::from_first(layout.dims_u32().as_ref())
}
