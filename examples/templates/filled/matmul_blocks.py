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
    pid_m = GM * (pid // (GM * ((N - 1) // BN + 1))) + pid % (GM * ((N - 1) // BN + 1)) % tl.maximum(tl.where((M - 1) // BM + 1 - GM * (pid // (GM * ((N - 1) // BN + 1))) < GM, (M - 1) // BM + 1 - GM * (pid // (GM * ((N - 1) // BN + 1))), GM), 1)
    pid_n = pid % (GM * ((N - 1) // BN + 1)) // tl.maximum(tl.where((M - 1) // BM + 1 - GM * (pid // (GM * ((N - 1) // BN + 1))) < GM, (M - 1) // BM + 1 - GM * (pid // (GM * ((N - 1) // BN + 1))), GM), 1)
    a_block = tl.make_block_ptr(a_ptr, shape=(M, K), strides=(K, 1), offsets=(BM * pid_m, 0), block_shape=(BM, BK), order=(1, 0))
    b_block = tl.make_block_ptr(b_ptr, shape=(K, N), strides=(N, 1), offsets=(0, BN * pid_n), block_shape=(BK, BN), order=(1, 0))
    c_block = tl.make_block_ptr(c_ptr, shape=(M, N), strides=(N, 1), offsets=(BM * pid_m, BN * pid_n), block_shape=(BM, BN), order=(1, 0))
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, (K + (BK - 1)) // BK):
        a = tl.load(a_block, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(b_block, boundary_check=(0, 1), padding_option="zero")
        accumulator = tl.dot(a, b, accumulator)
        a_block = tl.advance(a_block, (0, BK))
        b_block = tl.advance(b_block, (BK, 0))
    tl.store(c_block, accumulator.to(c_ptr.dtype.element_ty), boundary_check=(0, 1))
