# The matrix product with pointers that advance by the stride of the layout's tiles, as in figure 1 of the LEGO paper.
#
# lego: P = Grouped(M/BM, N/BN, GM)
# lego: A = Row(M, K).TileBy([M/BM, K/BK], [BM, BK])
# lego: B = Row(K, N).TileBy([K/BK, N/BN], [BK, BN])
# lego: C = Row(M, N).TileBy([M/BM, N/BN], [BM, BN])
import triton
import triton.language as tl


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GM: tl.constexpr):
    pid = tl.program_id(0)
    pid_m = {{ P.inv(pid)[0] }}
    pid_n = {{ P.inv(pid)[1] }}
    a_ptrs = a_ptr + {{ A[pid_m, 0, :, :] }}
    b_ptrs = b_ptr + {{ B[0, pid_n, :, :] }}
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, {{ A.dims[1] }}):
        a = tl.load(a_ptrs)
        b = tl.load(b_ptrs)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += {{ A.stride[1] }}
        b_ptrs += {{ B.stride[0] }}
    tl.store(c_ptr + {{ C[pid_m, pid_n, :, :] }}, accumulator.to(c_ptr.dtype.element_ty))
