//! Programs without `unsafe` that lie about the layout of a view, none of which compiles; `tests/executor/lying_layouts.rs` has
//! those that compile and must end in an error.

/// The control: the same program by a layout of `layout!`, with the `Mapping32` that the macro writes.
///
/// ```
/// #![forbid(unsafe_code)]
/// use lego::layout;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Launch};
/// use lego_cuda::view::{BlockX, Split};
///
/// layout!(pub type Line = Row(256););
///
/// #[lego_cuda::lego_kernel(threads = 1)]
/// pub fn store(output: Split<'_, u32, Line, (BlockX,)>) {
///     output.set([], 1);
/// }
///
/// let device = Device::new(Executor::new());
/// let mut output = device.zeroed::<u32>(256).unwrap();
/// Store::launch(&device.without_program().unwrap(), Launch::covering(), &mut output).unwrap();
/// assert_eq!(output.read().unwrap(), [1; 256]);
/// ```
///
/// A type of `layout!` that is too large for 32 bits has a proof of its `Mapping`, and no `Mapping32`. One that somebody writes has no
/// proof:
///
/// ```compile_fail,E0080
/// #![forbid(unsafe_code)]
/// use lego::{LayoutError, Mapping32, layout};
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Launch};
/// use lego_cuda::view::{BlockX, Split};
///
/// layout!(pub type Line = Row(4294967296););
///
/// impl Mapping32 for Line {
///     type Index32 = [u32; 1];
///     type Position32 = u32;
///     type Sizes32 = [u32; 0];
///     fn check_u32(&self) -> Result<(), LayoutError> {
///         Ok(())
///     }
///     fn dims_u32(&self) -> [u32; 1] {
///         [256]
///     }
///     fn span_u32(&self) -> u32 {
///         1
///     }
///     fn apply_u32(&self, [i]: [u32; 1]) -> u32 {
///         i << 20
///     }
///     fn sizes_u32(&self) -> [u32; 0] {
///         []
///     }
///     fn from_sizes_u32([]: [u32; 0]) -> Self {
///         Self {}
///     }
/// }
///
/// #[lego_cuda::lego_kernel(threads = 1)]
/// pub fn store(output: Split<'_, u32, Line, (BlockX,)>) {
///     output.set([], 1);
/// }
///
/// let device = Device::new(Executor::new());
/// let mut output = device.zeroed::<u32>(256).unwrap();
/// let _ = Store::launch(&device.without_program().unwrap(), Launch::covering(), &mut output);
/// ```
///
/// A reference is fundamental: any crate may write a `Mapping32` for references to its own types, which have the proof that their
/// `Mapping` has.
///
/// ```compile_fail,E0080
/// #![forbid(unsafe_code)]
/// # macro_rules! lying {
/// #     ($of:ty, $value:expr) => {
/// #         impl lego::Mapping32 for $of {
/// #             type Index32 = [u32; 1];
/// #             type Position32 = u32;
/// #             type Sizes32 = [u32; 0];
/// #             fn check_u32(&self) -> Result<(), lego::LayoutError> {
/// #                 Ok(())
/// #             }
/// #             fn dims_u32(&self) -> [u32; 1] {
/// #                 [256]
/// #             }
/// #             fn span_u32(&self) -> u32 {
/// #                 1
/// #             }
/// #             fn apply_u32(&self, [i]: [u32; 1]) -> u32 {
/// #                 i << 20
/// #             }
/// #             fn sizes_u32(&self) -> [u32; 0] {
/// #                 []
/// #             }
/// #             fn from_sizes_u32([]: [u32; 0]) -> Self {
/// #                 $value
/// #             }
/// #         }
/// #     };
/// # }
/// use lego::layout;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Launch};
/// use lego_cuda::view::{BlockX, Split};
///
/// layout!(pub type Line = Row(256););
/// pub type Borrowed = &'static Line;
/// // As above, of another type.
/// lying!(Borrowed, &Line {});
///
/// #[lego_cuda::lego_kernel(threads = 1)]
/// pub fn store(output: Split<'_, u32, Borrowed, (BlockX,)>) {
///     output.set([], 1);
/// }
///
/// let device = Device::new(Executor::new());
/// let mut output = device.zeroed::<u32>(256).unwrap();
/// let view = output.view_mut::<Borrowed>(&Line {});
/// let _ = Store::launch(&device.without_program().unwrap(), Launch::covering(), view);
/// ```
///
/// Wrappers pass on the proof in 32 bits, and not that of the other trait. A window:
///
/// ```compile_fail,E0080
/// #![forbid(unsafe_code)]
/// # macro_rules! lying {
/// #     ($of:ty, $value:expr) => {
/// #         impl lego::Mapping32 for $of {
/// #             type Index32 = [u32; 1];
/// #             type Position32 = u32;
/// #             type Sizes32 = [u32; 0];
/// #             fn check_u32(&self) -> Result<(), lego::LayoutError> {
/// #                 Ok(())
/// #             }
/// #             fn dims_u32(&self) -> [u32; 1] {
/// #                 [256]
/// #             }
/// #             fn span_u32(&self) -> u32 {
/// #                 1
/// #             }
/// #             fn apply_u32(&self, [i]: [u32; 1]) -> u32 {
/// #                 i << 20
/// #             }
/// #             fn sizes_u32(&self) -> [u32; 0] {
/// #                 []
/// #             }
/// #             fn from_sizes_u32([]: [u32; 0]) -> Self {
/// #                 $value
/// #             }
/// #         }
/// #     };
/// # }
/// use lego::layout;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Launch};
/// use lego_cuda::view::{BlockX, Split, Window};
///
/// layout!(pub type Line = Row(256););
/// pub type Borrowed = &'static Line;
/// lying!(Borrowed, &Line {});
///
/// #[lego_cuda::lego_kernel(threads = 1)]
/// pub fn store(output: Split<'_, u32, Window<Borrowed, 1>, (BlockX,)>) {
///     output.set([], 1);
/// }
///
/// let device = Device::new(Executor::new());
/// let mut output = device.zeroed::<u32>(256).unwrap();
/// let view = output.window_mut::<Borrowed, 1>(&Line {}, [0], [256]).unwrap();
/// let _ = Store::launch(&device.without_program().unwrap(), Launch::covering(), view);
/// ```
///
/// A clipped one, which nothing but its elements can be written through:
///
/// ```compile_fail,E0080
/// #![forbid(unsafe_code)]
/// # macro_rules! lying {
/// #     ($of:ty, $value:expr) => {
/// #         impl lego::Mapping32 for $of {
/// #             type Index32 = [u32; 1];
/// #             type Position32 = u32;
/// #             type Sizes32 = [u32; 0];
/// #             fn check_u32(&self) -> Result<(), lego::LayoutError> {
/// #                 Ok(())
/// #             }
/// #             fn dims_u32(&self) -> [u32; 1] {
/// #                 [256]
/// #             }
/// #             fn span_u32(&self) -> u32 {
/// #                 1
/// #             }
/// #             fn apply_u32(&self, [i]: [u32; 1]) -> u32 {
/// #                 i << 20
/// #             }
/// #             fn sizes_u32(&self) -> [u32; 0] {
/// #                 []
/// #             }
/// #             fn from_sizes_u32([]: [u32; 0]) -> Self {
/// #                 $value
/// #             }
/// #         }
/// #     };
/// # }
/// use lego::layout;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Launch};
/// use lego_cuda::view::{BlockX, Clipped, Split};
///
/// layout!(pub type Line = Row(256););
/// pub type Borrowed = &'static Line;
/// lying!(Borrowed, &Line {});
///
/// #[lego_cuda::lego_kernel(threads = 1)]
/// pub fn store(output: Split<'_, u32, Clipped<Borrowed, 1>, (BlockX,)>) {
///     output.try_set([], 1);
/// }
///
/// let device = Device::new(Executor::new());
/// let mut output = device.zeroed::<u32>(256).unwrap();
/// let view = output.view_mut(Clipped::new(&Line {} as Borrowed, [0], [256]));
/// let _ = Store::launch(&device.without_program().unwrap(), Launch::covering(), view);
/// ```
///
/// Windows that are written at the same time:
///
/// ```compile_fail,E0080
/// #![forbid(unsafe_code)]
/// # macro_rules! lying {
/// #     ($of:ty, $value:expr) => {
/// #         impl lego::Mapping32 for $of {
/// #             type Index32 = [u32; 1];
/// #             type Position32 = u32;
/// #             type Sizes32 = [u32; 0];
/// #             fn check_u32(&self) -> Result<(), lego::LayoutError> {
/// #                 Ok(())
/// #             }
/// #             fn dims_u32(&self) -> [u32; 1] {
/// #                 [256]
/// #             }
/// #             fn span_u32(&self) -> u32 {
/// #                 1
/// #             }
/// #             fn apply_u32(&self, [i]: [u32; 1]) -> u32 {
/// #                 i << 20
/// #             }
/// #             fn sizes_u32(&self) -> [u32; 0] {
/// #                 []
/// #             }
/// #             fn from_sizes_u32([]: [u32; 0]) -> Self {
/// #                 $value
/// #             }
/// #         }
/// #     };
/// # }
/// use lego::layout;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
///
/// layout!(pub type Line = Row(256););
/// pub type Borrowed = &'static Line;
/// lying!(Borrowed, &Line {});
///
/// let device = Device::new(Executor::new());
/// let mut output = device.zeroed::<u32>(256).unwrap();
/// let _ = output.windows_mut::<Borrowed, 1, 2>(&Line {}, [([0], [1]), ([1], [1])]);
/// ```
///
/// A proof of another type, or of the other trait, is no proof:
///
/// ```compile_fail,E0308
/// #![forbid(unsafe_code)]
/// use lego::{Injective32, Mapping32, layout};
/// layout!(type Line = Row(256););
/// const PROOF: Option<Injective32<&'static Line>> = <Line as Mapping32>::INJECTIVE_32;
/// ```
///
/// ```compile_fail,E0308
/// #![forbid(unsafe_code)]
/// use lego::{Injective32, Mapping, layout};
/// layout!(type Line = Row(4294967296););
/// const PROOF: Option<Injective32<Line>> = <Line as Mapping>::INJECTIVE;
/// ```
struct LyingLayouts;
