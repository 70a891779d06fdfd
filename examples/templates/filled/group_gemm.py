# Several matrix products of different sizes in one launch: each program goes from tile to tile through all of them.
#
# lego: S = Row(G, 3)
# lego: P = Row(M/BM, N/BN)
# lego: A = Row(M, K).TileBy([M/BM, K/BK], [BM, BK])
# lego: B = Row(K, N).TileBy([K/BK, N/BN], [BK, BN])
# lego: C = Row(M, N).TileBy([M/BM, N/BN], [BM, BN])
import triton
import triton.language as tl


@triton.jit
def group_gemm(
    a_pointers,
    b_pointers,
    c_pointers,
    sizes,
    G,
    PROGRAMS: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
):
    tile = tl.program_id(0)
    before = 0
    for g in range(G):
        M = tl.load(sizes + 3 * g)
        N = tl.load(sizes + 3 * g + 1)
        K = tl.load(sizes + 3 * g + 2)
        tiles = M // BM * (N // BN)
        while tile >= before and tile < before + tiles:
            a_ptr = tl.load(a_pointers + g).to(tl.pointer_type(tl.float16))
            b_ptr = tl.load(b_pointers + g).to(tl.pointer_type(tl.float16))
            c_ptr = tl.load(c_pointers + g).to(tl.pointer_type(tl.float16))
            pid_m = (tile - before) // (N // BN)
            pid_n = (tile - before) % (N // BN)
            a_ptrs = a_ptr + K * (BM * pid_m + tl.arange(0, BM)[:, None]) + tl.arange(0, BK)[None, :]
            b_ptrs = b_ptr + BN * pid_n + N * tl.arange(0, BK)[:, None] + tl.arange(0, BN)[None, :]
            accumulator = tl.zeros((BM, BN), dtype=tl.float32)
            for k in range(0, K // BK):
                # Of what is loaded nothing is known to the compiler.
                tl.multiple_of(a_ptrs, [16, 16])
                tl.multiple_of(b_ptrs, [16, 16])
                a = tl.load(a_ptrs)
                b = tl.load(b_ptrs)
                accumulator = tl.dot(a, b, accumulator)
                a_ptrs += BK
                b_ptrs += BK * N
            tl.store(c_ptr + BN * pid_n + N * (BM * pid_m + tl.arange(0, BM)[:, None]) + tl.arange(0, BN)[None, :], accumulator.to(tl.float16))
            tile += PROGRAMS
        before += tiles
