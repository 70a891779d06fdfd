# Softmax of each row. A row is seen as BLOCK columns, a power of two; those that are not stored are masked.
#
# lego: X = Row(R, C).ExpandBy([R, C] => [R, BLOCK])
import triton
import triton.language as tl


@triton.jit
def softmax(x_ptr, y_ptr, R, C, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    places = {{ X[row, :] }}
    is_stored = {{ X.guard[row, :] }}
    x = tl.load(x_ptr + places, mask=is_stored, other=-float("inf"))
    x = x.to(tl.float32)
    exponentials = tl.exp(x - tl.max(x, axis=0))
    y = exponentials / tl.sum(exponentials, axis=0)
    tl.store(y_ptr + places, y.to(y_ptr.dtype.element_ty), mask=is_stored)
