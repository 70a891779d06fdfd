//! `Row`: row-major order.

use super::reg_p::RegP;
use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameters, Permutation, Scalar};
use alloc::boxed::Box;

pub(super) const NAMED: Named = Named {
    name: "Row",
    parameters: Parameters::Sizes,
    about: "row-major order: the last index is fastest",
    position: "B(n; i): the last index is fastest",
    condition: "",
    example: "Row(4, 8)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(RegP::row(a.sizes()?)))
}
