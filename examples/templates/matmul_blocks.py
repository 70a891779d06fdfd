# The matrix product with block pointers, of any sizes: tiles at the ends are partial, and checked against them.
#
# lego: P = Grouped(ceil_div(M, BM), ceil_div(N, BN), GM)
# lego: A = Row(M, K).ExpandBy([M, K] => [BM*ceil_div(M, BM), BK*ceil_div(K, BK)])
#     .TileBy([ceil_div(M, BM), ceil_div(K, BK)], [BM, BK])
# lego: B = Row(K, N).ExpandBy([K, N] => [BK*ceil_div(K, BK), BN*ceil_div(N, BN)])
#     .TileBy([ceil_div(K, BK), ceil_div(N, BN)], [BK, BN])
# lego: C = Row(M, N).ExpandBy([M, N] => [BM*ceil_div(M, BM), BN*ceil_div(N, BN)])
#     .TileBy([ceil_div(M, BM), ceil_div(N, BN)], [BM, BN])
import triton
import triton.language as tl


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GM: tl.constexpr):
    pid = tl.program_id(0)
    pid_m = {{ P.inv(pid)[0] }}
    pid_n = {{ P.inv(pid)[1] }}
    a_block = {{ A.block_ptr(pid_m, 0) }}
    b_block = {{ B.block_ptr(0, pid_n) }}
    c_block = {{ C.block_ptr(pid_m, pid_n) }}
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, {{ A.dims[1] }}):
        a = tl.load(a_block, boundary_check={{ A.boundary_check }}, padding_option="zero")
        b = tl.load(b_block, boundary_check={{ B.boundary_check }}, padding_option="zero")
        accumulator = tl.dot(a, b, accumulator)
        a_block = tl.advance(a_block, {{ A.advance(1) }})
        b_block = tl.advance(b_block, {{ B.advance(0) }})
    tl.store(c_block, accumulator.to(c_ptr.dtype.element_ty), boundary_check={{ C.boundary_check }})
