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
        M = tl.load(sizes + {{ S[g, 0] }})
        N = tl.load(sizes + {{ S[g, 1] }})
        K = tl.load(sizes + {{ S[g, 2] }})
        tiles = {{ P.count }}
        while tile >= before and tile < before + tiles:
            a_ptr = tl.load(a_pointers + g).to(tl.pointer_type(tl.float16))
            b_ptr = tl.load(b_pointers + g).to(tl.pointer_type(tl.float16))
            c_ptr = tl.load(c_pointers + g).to(tl.pointer_type(tl.float16))
            pid_m = {{ P.inv(tile - before)[0] }}
            pid_n = {{ P.inv(tile - before)[1] }}
            a_ptrs = a_ptr + {{ A[pid_m, 0, :, :] }}
            b_ptrs = b_ptr + {{ B[0, pid_n, :, :] }}
            accumulator = tl.zeros((BM, BN), dtype=tl.float32)
            for k in range(0, {{ A.dims[1] }}):
                # Of what is loaded nothing is known to the compiler.
                tl.multiple_of(a_ptrs, [16, 16])
                tl.multiple_of(b_ptrs, [16, 16])
                a = tl.load(a_ptrs)
                b = tl.load(b_ptrs)
                accumulator = tl.dot(a, b, accumulator)
                a_ptrs += {{ A.stride[1] }}
                b_ptrs += {{ B.stride[0] }}
            tl.store(c_ptr + {{ C[pid_m, pid_n, :, :] }}, accumulator.to(tl.float16))
            tile += PROGRAMS
        before += tiles
