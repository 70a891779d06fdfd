//! Recipes: whole kernels for what people come with, to copy and to change.
//!
//! Each begins with the problem, ends with what to change, and is a test: the kernel below runs on the executor, on sizes that no
//! block divides, against plain loops. Recipes without a GPU are in the documentation of `lego`.
//!
//! | recipe | shows |
//! |---|---|
//! | [`softmax`] | the rows of a matrix of any size, a warp for each |

pub mod softmax;
