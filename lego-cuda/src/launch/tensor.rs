//! Tensor maps: buffers as the copy engine sees them, box by box.

use super::argument::Argument;
use super::backend::Backend;
use super::buffer::Buffer;
use super::device::Device;
use super::error::Error;
use super::owner::Owner;
use super::passed::PassedBuffer;
use super::view::{View, ViewMut};
use crate::device::tensor::{
    TensorBox, TensorDescription, TensorMap, TensorMapAbi, TensorMapArray, TensorMapArrayAbi, TensorMapMut, TensorMaps,
    TensorMapsAbi, TensorWords,
};
use crate::device::{Element, Swizzle};
use crate::view::ranks::check_ranks;
use lego_core::{Coord32, Mapping, Mapping32, StaticMapping};
use std::marker::PhantomData;
use std::sync::Arc;

macro_rules! views {
    ($($(#[$meta:meta])* $name:ident, $map:ident;)*) => {
        $(
            $(#[$meta])*
            pub struct $name<'h, T: Element, Tile, B: Backend> {
                words: TensorWords,
                device: Device<B>,
                owner: Owner,
                passed: Option<PassedBuffer>,
                elements: PhantomData<(&'h [T], Tile)>,
            }

            // SAFETY: the tensor's elements lie in the buffer, as was looked at when the map was made, which the owner keeps alive and
            // the borrow keeps as it is.
            unsafe impl<T: Element, Tile: StaticMapping + Mapping32> Argument for $map<'_, T, Tile> {
                type Host<'h, B: Backend> = $name<'h, T, Tile, B>;

                fn check<B: Backend>(
                    host: &$name<'_, T, Tile, B>,
                    on: &Device<B>,
                    parameter: &'static str,
                ) -> Result<(), Error> {
                    if host.device.same(on) { Ok(()) } else { Err(Error::OtherDevice { what: parameter }) }
                }

                fn passed<B: Backend>(
                    host: &$name<'_, T, Tile, B>,
                    parameter: &'static str,
                ) -> Option<PassedBuffer> {
                    host.passed.clone().map(|passed| PassedBuffer { parameter, ..passed })
                }

                fn owner<B: Backend>(host: &$name<'_, T, Tile, B>) -> Option<Owner> {
                    Some(host.owner.clone())
                }

                fn abi<B: Backend>(host: &mut $name<'_, T, Tile, B>) -> TensorMapAbi {
                    TensorMapAbi(host.words)
                }
            }
        )*
    };
}
views! {
    /// A buffer that a kernel reads by boxes: what a launch takes for a [`TensorMap`].
    TensorView, TensorMap;
    /// A buffer that a kernel writes by boxes: what a launch takes for a [`TensorMapMut`].
    TensorViewMut, TensorMapMut;
}

impl<T: Element, Tile, B: Backend> Clone for TensorView<'_, T, Tile, B> {
    fn clone(&self) -> Self {
        let Self { words, device, owner, passed, elements } = self;
        let (device, owner, passed) = (device.clone(), owner.clone(), passed.clone());
        Self { words: *words, device, owner, passed, elements: *elements }
    }
}

impl<T: Element, Tile, B: Backend> TensorView<'_, T, Tile, B> {
    /// The map of no tensor, for a launch whose kernel lets nothing be copied by it.
    #[must_use]
    pub fn unused(device: &Device<B>) -> Self {
        let owner = Owner::new(Arc::new(()));
        Self { words: [0; 16], device: device.clone(), owner, passed: None, elements: PhantomData }
    }
}

/// Up to N tensor maps that a launch hands over with its other parameters: what it takes for a [`TensorMapArray`].
///
/// It borrows the buffers as long as it lives, and a graph that uses it keeps them alive.
pub struct TensorViewArray<'h, T: Element, Tile, B: Backend, const N: usize> {
    words: [TensorWords; N],
    device: Device<B>,
    owner: Owner,
    elements: PhantomData<(&'h [T], Tile)>,
}

/// Tensor maps in the memory of a device: what a launch takes for [`TensorMaps`].
///
/// It borrows the buffers as long as it lives, and a graph that uses it keeps them alive.
pub struct TensorViews<'h, T: Element, Tile, B: Backend> {
    /// The maps, if there are any.
    maps: Option<Buffer<u64, B>>,
    count: u32,
    device: Device<B>,
    owner: Owner,
    elements: PhantomData<(&'h [T], Tile)>,
}

impl<B: Backend> Device<B> {
    /// Writes tensor maps to the memory of the device, where a kernel chooses among them. It is done once, and launches use it as often
    /// as wanted.
    ///
    /// # Errors
    /// [`Error::OtherDevice`] if one is of another device, [`Error::Extent`] if there are 2^32 or more, [`Error::OutOfMemory`]; the driver's words.
    pub fn tensor_maps<'h, T: Element, Tile>(
        &self,
        views: &[TensorView<'h, T, Tile, B>],
    ) -> Result<TensorViews<'h, T, Tile, B>, Error> {
        if views.iter().any(|view| !view.device.same(self)) {
            return Err(Error::OtherDevice { what: "a tensor map" });
        }
        let too_many = |_| Error::Extent {
            kernel: "tensor maps",
            what: "maps",
            value: i128::try_from(views.len()).unwrap_or(i128::MAX),
        };
        let count = u32::try_from(views.len()).map_err(too_many)?;
        let words: Vec<u64> = views.iter().flat_map(|view| view.words).collect();
        let maps = if views.is_empty() { None } else { Some(self.buffer_from(&words)?) };
        let owners: Vec<Owner> =
            views.iter().map(|view| view.owner.clone()).chain(maps.as_ref().map(Buffer::owner)).collect();
        let owner = Owner::new(Arc::new(owners));
        Ok(TensorViews { maps, count, device: self.clone(), owner, elements: PhantomData })
    }
}

impl<B: Backend> Device<B> {
    /// Tensor maps as one parameter of a launch, of which a kernel chooses one by its number; there may be less than N.
    ///
    /// # Errors
    /// [`Error::OtherDevice`] if one is of another device, [`Error::TensorMap`] if there are more than N.
    pub fn tensor_map_array<'h, T: Element, Tile, const N: usize>(
        &self,
        views: &[TensorView<'h, T, Tile, B>],
    ) -> Result<TensorViewArray<'h, T, Tile, B, N>, Error> {
        if views.iter().any(|view| !view.device.same(self)) {
            return Err(Error::OtherDevice { what: "a tensor map" });
        }
        let mut words = [[0; 16]; N];
        if views.len() > N {
            let why = format!("{} maps are passed, and the parameter has room for {N}", views.len());
            return Err(Error::TensorMap { why });
        }
        words.iter_mut().zip(views).for_each(|(to, view)| *to = view.words);
        let owner = Owner::new(Arc::new(views.iter().map(|view| view.owner.clone()).collect::<Vec<_>>()));
        Ok(TensorViewArray { words, device: self.clone(), owner, elements: PhantomData })
    }
}

impl<T: Element, Tile, B: Backend, const N: usize> TensorViewArray<'_, T, Tile, B, N> {
    /// The same, which keeps other memory alive too where a graph uses it: of buffers whose addresses the kernel reads somewhere.
    #[must_use]
    pub fn keeping(self, owners: Vec<Owner>) -> Self {
        Self { owner: Owner::new(Arc::new((self.owner, owners))), ..self }
    }
}

// SAFETY: each map's elements lie in a buffer, as was looked at when it was made, which the owner keeps alive and the borrow keeps as it is.
unsafe impl<T: Element, Tile: StaticMapping + Mapping32, const N: usize> Argument for TensorMapArray<'_, T, Tile, N> {
    type Host<'h, B: Backend> = &'h TensorViewArray<'h, T, Tile, B, N>;

    fn check<B: Backend>(
        host: &&TensorViewArray<'_, T, Tile, B, N>,
        on: &Device<B>,
        parameter: &'static str,
    ) -> Result<(), Error> {
        if host.device.same(on) { Ok(()) } else { Err(Error::OtherDevice { what: parameter }) }
    }

    fn owner<B: Backend>(host: &&TensorViewArray<'_, T, Tile, B, N>) -> Option<Owner> {
        Some(host.owner.clone())
    }

    fn abi<B: Backend>(host: &mut &TensorViewArray<'_, T, Tile, B, N>) -> TensorMapArrayAbi<N> {
        TensorMapArrayAbi::new(host.words)
    }
}

impl<T: Element, Tile, B: Backend> TensorViews<'_, T, Tile, B> {
    /// The same, which keeps other memory alive too where a graph uses it: of buffers whose addresses the kernel reads somewhere.
    #[must_use]
    pub fn keeping(self, owners: Vec<Owner>) -> Self {
        Self { owner: Owner::new(Arc::new((self.owner, owners))), ..self }
    }
}

// SAFETY: each map's elements lie in a buffer, as was looked at when it was made, which the owner keeps alive and the borrow keeps as it is;
// the maps themselves lie in a buffer that nobody else has.
unsafe impl<T: Element, Tile: StaticMapping + Mapping32> Argument for TensorMaps<'_, T, Tile> {
    type Host<'h, B: Backend> = &'h TensorViews<'h, T, Tile, B>;

    fn check<B: Backend>(
        host: &&TensorViews<'_, T, Tile, B>,
        on: &Device<B>,
        parameter: &'static str,
    ) -> Result<(), Error> {
        if host.device.same(on) { Ok(()) } else { Err(Error::OtherDevice { what: parameter }) }
    }

    fn owner<B: Backend>(host: &&TensorViews<'_, T, Tile, B>) -> Option<Owner> {
        Some(host.owner.clone())
    }

    fn abi<B: Backend>(host: &mut &TensorViews<'_, T, Tile, B>) -> TensorMapsAbi {
        TensorMapsAbi::new(host.maps.as_ref().map_or(0, Buffer::address), host.count)
    }
}

impl<T: Element, B: Backend> Buffer<T, B> {
    /// The buffer as a tensor that the copy engine reads, in boxes that lie in shared memory as `Tile` says.
    ///
    /// Law: the element of a box at index `i` behind the index `j` that the kernel names is the one at `layout.apply(i + j)`, and zero where
    /// `i + j` is outside of the layout's extents.
    ///
    /// # Errors
    /// [`Error::TensorMap`] where the copy engine cannot: the layout has no stride along an axis, the axis that is the innermost in the tile does
    /// not lie side by side, or another's stride is no multiple of 16 bytes; [`Error::Layout`] and [`Error::Length`]; the driver's words.
    pub fn tensor_map<Tile, L>(&self, layout: L) -> Result<TensorView<'_, T, Tile, B>, Error>
    where
        Tile: StaticMapping + Mapping32,
        L: Mapping32,
    {
        let view = self.view(layout);
        view.check(self.device(), "a tensor map")?;
        let words = words::<T, Tile, L, B>(self.device(), (self.address(), self.len()), layout, false)?;
        let (owner, passed) = (view.owner(), View::passed(&view, "a tensor map"));
        Ok(TensorView { words, device: self.device().clone(), owner, passed, elements: PhantomData })
    }

    /// As [`tensor_map`](Buffer::tensor_map), of a tensor that the copy engine writes.
    ///
    /// # Errors
    /// Those of [`tensor_map`](Buffer::tensor_map); [`Error::TensorMap`] also where two indices may share an element, as in a broadcast.
    pub fn tensor_map_mut<Tile, L>(&mut self, layout: L) -> Result<TensorViewMut<'_, T, Tile, B>, Error>
    where
        Tile: StaticMapping + Mapping32,
        L: Mapping32,
    {
        let (device, memory) = (self.device().clone(), (self.address(), self.len()));
        let view = self.view_mut(layout);
        view.check(&device, "a tensor map")?;
        let words = words::<T, Tile, L, B>(&device, memory, layout, true)?;
        let (owner, passed) = (view.owner(), ViewMut::passed(&view, "a tensor map"));
        Ok(TensorViewMut { words, device, owner, passed, elements: PhantomData })
    }
}

/// The map of a tensor in a buffer of `elements` elements.
///
/// TMA goes by extents and strides, which no proof is about. So the last element is compared with the buffer here, and of a tensor
/// that is written the strides with each other.
fn words<T, Tile, L, B>(
    device: &Device<B>,
    (address, elements): (u64, usize),
    layout: L,
    writes: bool,
) -> Result<TensorWords, Error>
where
    T: Element,
    Tile: StaticMapping + Mapping32,
    L: Mapping32,
    B: Backend,
{
    const {
        check_ranks([<Tile::Index32 as Coord32>::RANK, <L::Index32 as Coord32>::RANK]);
        assert!(T::BYTES <= 8, "an element of a tensor has 1, 2, 4 or 8 bytes");
    }
    let tile = const { TensorBox::of::<T, Tile>() };
    let description = description(&tile, address, T::BYTES as u32, &layout).map_err(|why| Error::TensorMap { why })?;
    let needed = end(&description, address);
    if needed > elements {
        return Err(Error::Length { what: "a tensor map", elements, needed });
    }
    match shared_elements(&tile, &description).filter(|_| writes) {
        Some(why) => Err(Error::TensorMap { why }),
        None => device.backend().tensor_map(&description),
    }
}

/// Returns how many elements a buffer at an address must have for the last element of a tensor in it.
fn end(description: &TensorDescription, address: u64) -> usize {
    let TensorDescription { element, extents, strides, .. } = description;
    let last = extents.iter().zip(strides).map(|(&extent, &stride)| u128::from(extent - 1) * u128::from(stride));
    let before = u128::from(description.address - address);
    usize::try_from((before + last.sum::<u128>()) / u128::from(*element) + 1).unwrap_or(usize::MAX)
}

/// Returns why two indices of a tensor may share an element; `None` where each stride reaches beyond all smaller ones together.
fn shared_elements(tile: &TensorBox, description: &TensorDescription) -> Option<String> {
    let TensorDescription { extents, strides, rank, .. } = description;
    let mut order: Vec<usize> = (0..*rank).filter(|&at| extents[at] > 1).collect();
    order.sort_by_key(|&at| strides[at]);
    let mut reach = u128::from(description.element);
    for at in order {
        let stride = u128::from(strides[at]);
        if stride < reach {
            let axis = tile.axes[at];
            return Some(format!(
                "the stride of axis {axis} is {stride} bytes, and the axes with smaller strides reach {reach} bytes: two \
                 indices may share an element, which a tensor that is written must not have"
            ));
        }
        reach += u128::from(extents[at] - 1) * stride;
    }
    None
}

/// The tensor that a layout describes; else what is in the way.
fn description<L: Mapping32>(
    tile: &TensorBox,
    address: u64,
    element: u32,
    layout: &L,
) -> Result<TensorDescription, String> {
    let mut description = TensorDescription::of(tile, address, element);
    let (dims, bytes) = (layout.dims_u32(), u64::from(element));
    if let Some(axis) = dims.as_ref().iter().position(|extent| *extent == 0) {
        return Err(format!("it has no elements, as its extent along axis {axis} is 0"));
    }
    let first: Option<u32> = layout.apply_u32(L::Index32::zero()).into();
    let first = first.ok_or("its first element has no position")?;
    description.address += u64::from(first) * bytes;
    if !description.address.is_multiple_of(16) {
        return Err(format!("it begins at {:#x}, which is no multiple of 16 bytes", description.address));
    }
    for (at, &axis) in tile.axes[..tile.rank].iter().enumerate() {
        let extent = dims.as_ref()[axis];
        // Along an axis of one index there is no step.
        let stride = if extent == 1 { None } else { Some(Mapping::stride(layout, axis)) };
        let stride = match stride {
            None if at == 0 => bytes,
            None => (description.strides[at - 1] * description.extents[at - 1]).next_multiple_of(16),
            Some(Some(stride)) if stride >= 0 => stride as u64 * bytes,
            Some(Some(stride)) => return Err(format!("the stride of axis {axis} is {stride}, and none is below 0")),
            Some(None) => {
                return Err(format!("from an index to the next along axis {axis} is not the same everywhere"));
            }
        };
        if at == 0 && stride != bytes {
            return Err(format!(
                "the elements along axis {axis}, which lie side by side in the tile, do not in memory"
            ));
        }
        if at > 0 && !stride.is_multiple_of(16) {
            return Err(format!("the stride of axis {axis} is {stride} bytes, which is no multiple of 16"));
        }
        if stride >= 1 << 40 {
            return Err(format!("the stride of axis {axis} is {stride} bytes, and less than 2^40 are possible"));
        }
        (description.extents[at], description.strides[at]) = (extent.into(), stride);
    }
    if description.swizzle != Swizzle::None && description.boxed[0] * element > description.swizzle.row() {
        return Err("the innermost row of a box is longer than its swizzle".to_owned());
    }
    Ok(description)
}
