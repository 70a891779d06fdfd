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
    pid_m = GM * (pid // (N // BN * GM)) + pid % (N // BN * GM) % tl.maximum(tl.where(M // BM - GM * (pid // (N // BN * GM)) < GM, M // BM - GM * (pid // (N // BN * GM)), GM), 1)
    pid_n = pid % (N // BN * GM) // tl.maximum(tl.where(M // BM - GM * (pid // (N // BN * GM)) < GM, M // BM - GM * (pid // (N // BN * GM)), GM), 1)
    a_ptrs = a_ptr + K * (BM * pid_m + tl.arange(0, BM)[:, None]) + tl.arange(0, BK)[None, :]
    b_ptrs = b_ptr + BN * pid_n + N * tl.arange(0, BK)[:, None] + tl.arange(0, BN)[None, :]
    accumulator = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K // BK):
        a = tl.load(a_ptrs)
        b = tl.load(b_ptrs)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += BK
        b_ptrs += BK * N
    tl.store(c_ptr + BN * pid_n + N * (BM * pid_m + tl.arange(0, BM)[:, None]) + tl.arange(0, BN)[None, :], accumulator.to(c_ptr.dtype.element_ty))
