//! `Col`: column-major order.

use super::reg_p::RegP;
use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameters, Permutation, Scalar};
use alloc::boxed::Box;

pub(super) const NAMED: Named = Named {
    name: "Col",
    parameters: Parameters::Sizes,
    about: "column-major order: the first index is fastest",
    position: "B(nd,…,n1; id,…,i1): the first index is fastest",
    condition: "",
    example: "Col(4, 8)",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    Some(Box::new(RegP::col(a.sizes()?)))
}
