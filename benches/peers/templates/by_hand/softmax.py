"""Softmax of rows as Triton's tutorial first wrote it: a program a row."""

import triton
import triton.language as tl


@triton.jit
def softmax(x_ptr, y_ptr, row_stride, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    col_offsets = tl.arange(0, BLOCK)
    mask = col_offsets < n_cols
    x = tl.load(x_ptr + row * row_stride + col_offsets, mask=mask, other=-float("inf")).to(tl.float32)
    numerator = tl.exp(x - tl.max(x, axis=0))
    y = numerator / tl.sum(numerator, axis=0)
    tl.store(y_ptr + row * row_stride + col_offsets, y.to(y_ptr.dtype.element_ty), mask=mask)
