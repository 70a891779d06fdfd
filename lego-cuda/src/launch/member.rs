//! The instances of one kernel for the same types, and the choice among them.

use super::backend::Backend;
use super::error::Error;
use super::module::Module;
use crate::kernel::Entry;

/// An instance of a kernel among those of the same types. `#[lego_kernel(select)]` makes the lists of them.
///
/// The trait that has a list is unsafe, since a launch trusts it. Safe code cannot give a type the kernels of another one:
///
/// ```compile_fail,E0200
/// use lego_cuda::device::Element;
/// use lego_cuda::launch::Member;
/// use lego_cuda::lego_kernel;
/// use lego_cuda::view::Global;
///
/// #[lego_kernel(threads = N, select, instances(read_f64 = <f64, 32>))]
/// pub fn read<T: Element, const N: u32>(input: Global<'_, T>) {
///     let _ = input;
/// }
///
/// impl ReadTypes for u8 {
///     const __INSTANCES: &'static [Member<ReadSizes, unsafe fn(<Global<'static, u8> as lego_cuda::kernel::Parameter>::Abi)>] =
///         <f64 as ReadTypes>::__INSTANCES;
/// }
/// ```
#[derive(Debug)]
pub struct Member<S, R> {
    /// What a launch knows of the instance.
    pub entry: Entry,
    /// The values of the kernel's const parameters.
    pub sizes: S,
    /// The function that runs the body.
    #[doc(hidden)]
    pub run: R,
}

impl<S, R> Member<S, R> {
    /// Returns the cheapest member that the module's program has; the first one on a tie. A cost of `None` excludes a
    /// member.
    ///
    /// # Errors
    /// [`Error::NoInstance`] if every cost is `None`, [`Error::NoKernel`] if the program has no member with a cost.
    pub fn select<'m, B: Backend, C: Ord>(
        members: &'m [Self],
        kernel: &'static str,
        module: &Module<B>,
        mut cost: impl FnMut(&S) -> Option<C>,
    ) -> Result<&'m Self, Error> {
        let (mut best, mut missing): (Option<(&Self, C)>, Option<&Self>) = (None, None);
        for member in members {
            let Some(cost) = cost(&member.sizes) else { continue };
            if !module.has(member.entry.symbol) {
                missing = missing.or(Some(member));
            } else if best.as_ref().is_none_or(|(_, least)| cost < *least) {
                best = Some((member, cost));
            }
        }
        best.map(|(member, _)| member).ok_or_else(|| match missing {
            Some(member) => Error::NoKernel { entry: member.entry.symbol.to_owned() },
            None => Error::NoInstance { kernel, listed: members.iter().map(|member| member.entry.symbol).collect() },
        })
    }
}
